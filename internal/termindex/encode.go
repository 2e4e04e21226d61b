package termindex

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
)

// The format of a run; see the package documentation.
const (
	runMagic      = "kaiboix\x01" // the last byte is the version of the format
	footerBytes   = 4*4 + 4       // four lengths of sections and the checksum
	maxDeltaBytes = 300 << 10     // under the 400 KB of an item, with room for what a table adds
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encoder writes one run: documents in order of id, then terms in order.
type encoder struct {
	strings *stringTable
	rows    []byte
	docs    int
	dict    []byte
	lists   []byte
	terms   int
	last    string // term
	row     []byte // scratch
}

func newEncoder() *encoder { return &encoder{strings: newStringTable()} }

func (e *encoder) addDoc(d *Doc) {
	e.row = appendRow(e.row[:0], e.strings, d)
	e.rows = binary.AppendUvarint(e.rows, uint64(len(e.row)))
	e.rows = append(e.rows, e.row...)
	e.docs++
}

// addTerm writes a term and its postings, which are not empty.
func (e *encoder) addTerm(term string, list []posting) {
	shared := 0
	for shared < len(term) && shared < len(e.last) && term[shared] == e.last[shared] {
		shared++
	}
	before := len(e.lists)
	e.lists = appendPostings(e.lists, list)
	e.dict = binary.AppendUvarint(e.dict, uint64(shared))
	e.dict = appendString(e.dict, term[shared:])
	e.dict = binary.AppendUvarint(e.dict, uint64(len(list)))
	e.dict = binary.AppendUvarint(e.dict, uint64(len(e.lists)-before))
	e.last = term
	e.terms++
}

// finish puts the sections together.
func (e *encoder) finish() []byte {
	table := binary.AppendUvarint(nil, uint64(len(e.strings.list)))
	for _, s := range e.strings.list {
		table = appendString(table, s)
	}
	rows := append(binary.AppendUvarint(nil, uint64(e.docs)), e.rows...)
	dict := append(binary.AppendUvarint(nil, uint64(e.terms)), e.dict...)
	out := make([]byte, 0, len(runMagic)+2+len(table)+len(rows)+len(dict)+len(e.lists)+footerBytes)
	out = append(out, runMagic...)
	out = binary.AppendUvarint(out, AnalyserVersion)
	sections := [][]byte{table, rows, dict, e.lists}
	for _, s := range sections {
		out = append(out, s...)
	}
	for _, s := range sections {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(s)))
	}
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli))
}

// encodeDocs writes documents with their terms as one run. Of two with one id
// the higher version is kept.
func encodeDocs(docs []Doc) []byte {
	docs = newestByID(docs)
	e := newEncoder()
	lists := make(map[string][]posting)
	for i := range docs {
		e.addDoc(&docs[i])
		if docs[i].Deleted {
			continue
		}
		for _, t := range docs[i].Terms {
			if t.Freq > 0 {
				lists[t.Text] = append(lists[t.Text], posting{doc: uint32(i), freq: uint32(t.Freq)})
			}
		}
	}
	terms := make([]string, 0, len(lists))
	for t := range lists {
		terms = append(terms, t)
	}
	slices.Sort(terms)
	for _, t := range terms {
		e.addTerm(t, lists[t])
	}
	return e.finish()
}

// newestByID sorts a copy of docs by id and keeps the winner of each.
func newestByID(docs []Doc) []Doc {
	sorted := slices.Clone(docs)
	slices.SortStableFunc(sorted, func(a, b Doc) int {
		if c := strings.Compare(a.ID, b.ID); c != 0 {
			return c
		}
		return -compareVersions(a.Version, a.Deleted, b.Version, b.Deleted)
	})
	return slices.CompactFunc(sorted, func(a, b Doc) bool { return a.ID == b.ID })
}

// compareVersions orders two rows of one id: the higher version wins, and at
// equal versions the tombstone.
func compareVersions(a uint64, aDeleted bool, b uint64, bDeleted bool) int {
	switch {
	case a != b && a > b, a == b && aDeleted && !bDeleted:
		return 1
	case a != b, aDeleted != bDeleted:
		return -1
	default:
		return 0
	}
}
