package termindex

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"iter"
	"math/bits"
	"sync/atomic"
)

// run is one immutable part of the index in memory: a segment or a delta.
type run struct {
	name    string // of the object, or of the delta's item
	data    []byte
	strings []string

	ids     []string // ascending
	byID    []uint32 // a hash table of the ids: number plus one, 0 for none
	rows    []span   // of each document, in data
	version []uint64
	length  []uint32
	kind    []DocKind
	deleted []bool
	tombs   bitset                // the same as a set
	docs    []atomic.Pointer[Doc] // decoded when first asked for
	live    totals                // of all documents that are no tombstone

	kindFrom, kindTo [docKinds]int // where the documents of each kind lie that are no tombstones

	positions []position // of the documents' sources, ascending by key
	byKey     []uint32   // where those begin whose key starts with so many bits
	keyShift  uint

	actors map[string][]uint32 // who is a source of which documents, passages left out; ascending

	terms   []string                // ascending
	df      []uint32                // postings of each term, dead documents counted
	lists   []span                  // of each term, in data
	memory                          // of the terms, for a search
	factors atomic.Pointer[factors] // of the last search
	size    int                     // bytes that this run keeps in memory, about

	postingBytes int // of data: terms and lists

	columns columns // of the documents
}

type span struct{ start, end uint32 }

// totals are what BM25 asks of a collection, for each kind.
type totals struct {
	docs  [docKinds]int
	words [docKinds]int64
}

// add counts document i of a run n times; -1 takes it away.
func (t *totals) add(r *run, i, n int) {
	t.docs[r.kind[i]] += n
	t.words[r.kind[i]] += int64(n) * int64(r.length[i])
}

func (t *totals) addAll(o *totals) {
	for k := range docKinds {
		t.docs[k] += o.docs[k]
		t.words[k] += o.words[k]
	}
}

type bitset []uint64

func newBitset(n int) bitset       { return make(bitset, (n+63)/64) }
func (b bitset) get(i uint32) bool { return b != nil && b[i>>6]>>(i&63)&1 != 0 }
func (b bitset) set(i uint32)      { b[i>>6] |= 1 << (i & 63) }

// all yields what is in the set, ascending.
func (b bitset) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range b {
			for ; word != 0; word &= word - 1 {
				if !yield(w*64 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

func (b bitset) len() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// openRun checks a run's bytes and lays out what a search needs. name is what
// an error calls it.
func openRun(name string, data []byte) (*run, error) {
	r := &run{name: name, data: data}
	if err := r.parse(); err != nil {
		return nil, fmt.Errorf("index run %s: %w", name, err)
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	r.size = r.memoryBytes() + r.columns.bytes()
	return r, nil
}

func (r *run) parse() error {
	data := r.data
	if len(data) < len(runMagic)+1+footerBytes || string(data[:len(runMagic)]) != runMagic {
		return fmt.Errorf("not a run of this format: %w", errDamaged)
	}
	body := data[:len(data)-4]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(data[len(data)-4:]) {
		return fmt.Errorf("checksum differs: %w", errDamaged)
	}
	d := decoder{b: data[:len(data)-footerBytes], off: len(runMagic)}
	d.uvarint() // the analyser; each row names its own too
	off := uint64(d.off)
	var sections [4]span
	for i := range sections {
		n := uint64(binary.LittleEndian.Uint32(data[len(data)-footerBytes+4*i:]))
		if off+n > uint64(len(data)-footerBytes) {
			return errDamaged
		}
		sections[i] = span{uint32(off), uint32(off + n)}
		off += n
	}
	if d.err != nil || off != uint64(len(data)-footerBytes) {
		return errDamaged
	}
	for i, parse := range []func(span) error{r.parseStrings, r.parseRows} {
		if err := parse(sections[i]); err != nil {
			return err
		}
	}
	r.postingBytes = int(sections[3].end - sections[2].start)
	return r.parseTerms(sections[2], sections[3])
}

// section reads one part of the run, with offsets as they are in the whole.
func (r *run) section(s span) decoder { return decoder{b: r.data[:s.end], off: int(s.start)} }

func (r *run) parseStrings(s span) error {
	d := r.section(s)
	r.strings = make([]string, d.count())
	for i := range r.strings {
		r.strings[i] = d.string()
	}
	return finished(d)
}

func finished(d decoder) error {
	if d.err == nil && !d.done() {
		return errDamaged
	}
	return d.err
}

func (r *run) parseRows(s span) error {
	d := r.section(s)
	n := d.count()
	if n > maxRows {
		return fmt.Errorf("%d documents are more than the %d that a search can number", n, maxRows)
	}
	r.ids, r.rows = make([]string, n), make([]span, n)
	r.version, r.length = make([]uint64, n), make([]uint32, n)
	r.kind, r.deleted = make([]DocKind, n), make([]bool, n)
	r.docs, r.tombs = make([]atomic.Pointer[Doc], n), newBitset(n)
	ids, ends := make([]byte, 0, idSize*n), make([]int, n)
	for i := range n {
		breathe(i)
		size := d.count()
		r.rows[i] = span{uint32(d.off), uint32(d.off + size)}
		row := rowDecoder{decoder: decoder{b: d.bytes(size)}, strings: r.strings}
		var h head
		ids, h = row.head(ids)
		if row.err != nil || d.err != nil {
			return fmt.Errorf("document %d: %w", i, errDamaged)
		}
		ends[i] = len(ids)
		r.addHead(i, h)
	}
	all, from := string(ids), 0
	for i, end := range ends {
		if r.ids[i], from = all[from:end], end; i > 0 && r.ids[i] <= r.ids[i-1] {
			return fmt.Errorf("document %d: %w", i, errDamaged)
		}
	}
	r.hashIDs()
	return finished(d)
}

// idSize is how long most ids are: "evt_", 16 letters, "/" and a number.
const idSize = 22

func (r *run) addHead(i int, h head) {
	r.kind[i], r.deleted[i], r.version[i], r.length[i] = h.kind, h.deleted, h.version, uint32(h.length)
	if h.deleted {
		r.tombs.set(uint32(i))
		return
	}
	r.live.add(r, i, 1)
	if r.kindTo[h.kind] == 0 {
		r.kindFrom[h.kind] = i
	}
	r.kindTo[h.kind] = i + 1
}

func (r *run) parseTerms(dict, lists span) error {
	d := r.section(dict)
	n := d.count()
	r.terms, r.df, r.lists = make([]string, n), make([]uint32, n), make([]span, n)
	at := uint64(lists.start)
	last := ""
	for i := range n {
		breathe(i)
		shared := d.int()
		suffix := d.bytes(d.count())
		df, size := d.uvarint(), d.uvarint()
		if d.err != nil || shared > len(last) || df == 0 || df > uint64(len(r.ids)) ||
			size > uint64(lists.end)-at {
			return fmt.Errorf("term %d: %w", i, errDamaged)
		}
		term := last[:shared] + string(suffix)
		if i > 0 && term <= last {
			return fmt.Errorf("term %d: %w", i, errDamaged)
		}
		r.terms[i], r.df[i] = term, uint32(df)
		r.lists[i] = span{uint32(at), uint32(at + size)}
		at += size
		last = term
	}
	if at != uint64(lists.end) {
		return errDamaged
	}
	return finished(d)
}

// check reads every row and every list, and lays out what a search needs.
func (r *run) check() error {
	r.columns.rows = make([]Columns, 0, len(r.ids))
	for i := range r.ids {
		breathe(i)
		doc, err := r.decode(i)
		if err != nil {
			return err
		}
		r.addPositions(i, &doc)
		r.addActors(i, &doc)
		r.columns.add(&doc)
	}
	r.columns.number = nil
	r.sortPositions()
	var list []posting
	for i := range r.terms {
		breathe(i)
		var err error
		if list, err = r.postings(list[:0], i); err != nil {
			return err
		}
		for _, p := range list {
			if r.deleted[p.doc] {
				return fmt.Errorf("index run %s: a tombstone has a term: %w", r.name, errDamaged)
			}
		}
		r.addList(list)
	}
	r.seal()
	return nil
}

// postings appends the list of term number i to out.
func (r *run) postings(out []posting, i int) ([]posting, error) {
	s := r.lists[i]
	out, err := readPostings(out, r.data[s.start:s.end], int(r.df[i]), len(r.ids))
	if err != nil {
		return nil, fmt.Errorf("index run %s: postings of term %d: %w", r.name, i, err)
	}
	return out, nil
}

// decode reads the row of document i.
func (r *run) decode(i int) (Doc, error) {
	s := r.rows[i]
	d := rowDecoder{decoder: decoder{b: r.data[s.start:s.end]}, strings: r.strings}
	doc := d.row()
	if err := finished(d.decoder); err != nil {
		return Doc{}, fmt.Errorf("index run %s: document %d: %w", r.name, i, err)
	}
	return doc, nil
}

// doc returns document i, decoded once.
func (r *run) doc(i int) *Doc {
	if d := r.docs[i].Load(); d != nil {
		return d
	}
	d, err := r.decode(i)
	if err != nil {
		// openRun has read every row in full, so this run's bytes changed in memory.
		panic(err)
	}
	r.docs[i].Store(&d)
	return &d
}

// withTerms returns every document for which want holds, with its terms.
func (r *run) withTerms(want func(i int) bool) ([]Doc, error) {
	place := make([]int, len(r.ids))
	var docs []Doc
	for i := range r.ids {
		place[i] = -1
		if want(i) {
			d, err := r.decode(i)
			if err != nil {
				return nil, err
			}
			place[i] = len(docs)
			docs = append(docs, d)
		}
	}
	var list []posting
	for i, term := range r.terms {
		var err error
		if list, err = r.postings(list[:0], i); err != nil {
			return nil, err
		}
		for _, p := range list {
			if at := place[p.doc]; at >= 0 {
				docs[at].Terms = append(docs[at].Terms, Term{Text: term, Freq: uint16(p.freq)})
			}
		}
	}
	return docs, nil
}
