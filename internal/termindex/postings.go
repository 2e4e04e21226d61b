package termindex

import (
	"encoding/binary"
	"math"
)

// blockPostings is how many postings a block holds: enough that its header
// costs little, few enough that a search that skips can skip often.
const blockPostings = 128

// posting says how often a term stands in a document of a run.
type posting struct {
	doc  uint32
	freq uint32
}

// appendPostings writes a list in blocks. Documents ascend.
//
//	block := last freq size posting*
//	last     document of the last posting, less that of the block before (less 1 for none)
//	freq     largest frequency in the block
//	size     bytes of the postings
//	posting  gap<<1 when the frequency is 1; gap<<1|1 and the frequency less 2 otherwise;
//	         gap is the document less the one before it, less 1
func appendPostings(b []byte, list []posting) []byte {
	before := int64(-1)
	var block []byte
	for len(list) > 0 {
		n := min(blockPostings, len(list))
		block = block[:0]
		top, at := uint32(0), before
		for _, p := range list[:n] {
			gap := uint64(int64(p.doc)-at-1) << 1
			if p.freq == 1 {
				block = binary.AppendUvarint(block, gap)
			} else {
				block = binary.AppendUvarint(block, gap|1)
				block = binary.AppendUvarint(block, uint64(p.freq-2))
			}
			at, top = int64(p.doc), max(top, p.freq)
		}
		b = binary.AppendUvarint(b, uint64(at-before))
		b = binary.AppendUvarint(b, uint64(top))
		b = binary.AppendUvarint(b, uint64(len(block)))
		b = append(b, block...)
		before, list = at, list[n:]
	}
	return b
}

// readPostings appends n postings of a run of docs documents to out. It checks
// all that a block says of itself, so that a list is right or an error.
func readPostings(out []posting, b []byte, n, docs int) ([]posting, error) {
	before, off := int64(-1), 0
	for n > 0 {
		var head [3]uint64
		for i := range head {
			v, w := binary.Uvarint(b[off:])
			if w <= 0 {
				return nil, errDamaged
			}
			head[i] = v
			off += w
		}
		if head[2] > uint64(len(b)-off) {
			return nil, errDamaged
		}
		end := off + int(head[2])
		at, top := before, uint32(0)
		for range min(blockPostings, n) {
			p, w := readPosting(b[off:end], at, docs)
			if w == 0 {
				return nil, errDamaged
			}
			off += w
			at, top = int64(p.doc), max(top, p.freq)
			out = append(out, p)
		}
		if off != end || uint64(at-before) != head[0] || uint64(top) != head[1] {
			return nil, errDamaged
		}
		before, n = at, n-min(blockPostings, n)
	}
	if off != len(b) {
		return nil, errDamaged
	}
	return out, nil
}

// readPosting reads the posting after document at, and how many bytes it took;
// 0 for a damaged one.
func readPosting(b []byte, at int64, docs int) (posting, int) {
	v, w := binary.Uvarint(b)
	if w <= 0 || v>>1 >= uint64(docs) {
		return posting{}, 0
	}
	doc := at + 1 + int64(v>>1)
	if doc >= int64(docs) {
		return posting{}, 0
	}
	freq := uint64(1)
	if v&1 != 0 {
		f, more := binary.Uvarint(b[w:])
		if more <= 0 || f > math.MaxUint16-2 {
			return posting{}, 0
		}
		freq, w = f+2, w+more
	}
	return posting{doc: uint32(doc), freq: uint32(freq)}, w
}
