package termindex

import (
	"context"
	"encoding/binary"
	"hash/crc32"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Inner doors for the tests.

const (
	FooterBytes = footerBytes
	QueryTime   = queryTime
	FoldedFor   = foldedFor
	DroppedFor  = droppedFor
	EnteredFor  = enteredFor
	WorkTime    = workTime
)

// EncodeDocs writes documents as the bytes of a run.
func EncodeDocs(docs []Doc) []byte { return encodeDocs(docs) }

// DecodeDocs reads them back.
func DecodeDocs(name string, data []byte) ([]Doc, error) {
	r, err := openRun(name, data)
	if err != nil {
		return nil, err
	}
	return r.withTerms(func(int) bool { return true })
}

// SearchRun searches a run that can be read for one term and answers the ids of
// what it finds, ascending.
func SearchRun(data []byte, term string) []string {
	r, err := openRun("searched", data)
	if err != nil {
		panic(err)
	}
	reader := newReader([]*run{r}, nil, make([]bitset, 1), 0)
	var ids []string
	for _, h := range reader.Search(Query{Terms: []QueryTerm{{Text: term, Weight: 1}}}) {
		ids = append(ids, h.Doc.ID)
	}
	slices.Sort(ids)
	return ids
}

// Reseal gives bytes the checksum that they should have, so that a test gets
// past it.
func Reseal(data []byte) {
	if len(data) >= 4 {
		body := data[:len(data)-4]
		binary.LittleEndian.PutUint32(data[len(body):], crc32.Checksum(body, castagnoli))
	}
}

// Enter puts a compaction into the manifest and leaves it there, as one that
// stopped, and returns the name of the object that it announced.
func (ix *Index) Enter(p kaibo.Project) (object string, err error) {
	e, err := ix.enter(ctxTest, p)
	return e.Object, err
}

// StartCompaction enters a compaction and reads and plans as Compact does;
// finish does the rest. Between the two a test lets others work.
func (ix *Index) StartCompaction(p kaibo.Project) (finish func() error, err error) {
	e, err := ix.enter(ctxTest, p)
	if err != nil {
		return nil, err
	}
	c, r, err := ix.open(ctxTest, p)
	if err != nil {
		return nil, err
	}
	j := plan(c, r)
	return func() error { return ix.tenure(ctxTest, p, e).replace(j) }, nil
}

// AtStep has f called at each step of the index's merges.
func (ix *Index) AtStep(f func()) { ix.atStep = f }

// Segments returns the names of the segments that the manifest names.
func (ix *Index) Segments(p kaibo.Project) ([]string, error) {
	m, err := ix.readManifest(ctxTest, p)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range m.Segments {
		names = append(names, s.Object)
	}
	return names, nil
}

// Entered returns how many compactions the manifest says are at work.
func (ix *Index) Entered(p kaibo.Project) (int, error) {
	m, err := ix.readManifest(ctxTest, p)
	if err != nil {
		return 0, err
	}
	return len(m.Entered), nil
}

// Folded returns the deltas that the manifest names as folded.
func (ix *Index) Folded(p kaibo.Project) ([]string, error) {
	m, err := ix.readManifest(ctxTest, p)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range m.Folded {
		names = append(names, f.Delta)
	}
	return names, nil
}

// Rows returns every row of every segment and unfolded delta, hidden ones and
// tombstones too.
func (ix *Index) Rows(p kaibo.Project) ([]Doc, error) {
	r, err := ix.Open(ctxTest, p)
	if err != nil {
		return nil, err
	}
	var docs []Doc
	for i := range r.parts {
		part, err := r.parts[i].withTerms(func(int) bool { return true })
		if err != nil {
			return nil, err
		}
		docs = append(docs, part...)
	}
	return docs, nil
}

var ctxTest = context.Background()

// EncodePostings and DecodePostings write and read one list of document
// numbers, each with the frequency number modulo 5 plus 1.
func EncodePostings(docs []int) []byte {
	var list []posting
	for _, d := range docs {
		list = append(list, posting{doc: uint32(d), freq: uint32(d%5 + 1)})
	}
	return appendPostings(nil, list)
}

// WritePostings writes what DecodePostings answered.
func WritePostings(list []posting) []byte { return appendPostings(nil, list) }

func DecodePostings(b []byte, n, docs int) (list []posting, err error) {
	return readPostings(nil, b, n, docs)
}

// InMemory reports whether the cache holds a run with a term.
func (ix *Index) InMemory(term string) bool {
	ix.cache.mu.Lock()
	defer ix.cache.mu.Unlock()
	for _, e := range ix.cache.entries {
		if r, ok := e.Value.(*cacheEntry).value.(*run); ok && slices.Contains(r.terms, term) {
			return true
		}
	}
	return false
}

// MaxFold is how many deltas one compaction folds.
const MaxFold = maxFold

// Places answers for each document of a run, by its number, whether a list of
// the numbers says that it has the posting, and how many it says lie before.
func Places(numbers []int, docs int) (has []bool, before []int) {
	r := &run{ids: make([]string, docs), length: make([]uint32, docs), terms: []string{"other", "term"}}
	var list []posting
	for _, n := range numbers {
		list = append(list, posting{doc: uint32(n), freq: 1})
	}
	r.addList([]posting{{doc: 0, freq: 1}})
	r.addList(list)
	r.seal()
	l := r.list(1)
	for doc := range docs {
		_, ok := l.of(uint32(doc))
		has, before = append(has, ok), append(before, l.from(uint32(doc)))
	}
	return has, before
}

// ReaderOf lays runs of documents over one another, each as a delta.
func ReaderOf(runs ...[]Doc) *Reader {
	var all []*run
	for _, docs := range runs {
		r, err := openRun("run", encodeDocs(docs))
		if err != nil {
			panic(err)
		}
		all = append(all, r)
	}
	return newReader(nil, all, nil, 0)
}

// RangeDocs is how many documents are scored at a time.
const RangeDocs = rangeDocs
