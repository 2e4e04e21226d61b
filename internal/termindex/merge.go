package termindex

import (
	"container/heap"
	"runtime"
	"slices"
	"strings"
)

// merge writes several parts as one run. It keeps the documents for which keep
// holds and reads the parts side by side, so that no more than one row and one
// list is held besides what goes in and what comes out. Each row and each term
// is a step, whose error ends the work.
func merge(parts []part, keep func(p *part, doc int) bool, step func(n int) error) (data []byte, docs int, err error) {
	e := newEncoder()
	moved, err := mergeRows(e, parts, keep, step)
	if err != nil {
		return nil, 0, err
	}
	if err := mergeTerms(e, parts, moved, step); err != nil {
		return nil, 0, err
	}
	return e.finish(), e.docs, nil
}

// breath is after how many rows, or lists, long work lets others run: some
// hundred microseconds.
const breath = 64

// breathe lets what waits for a processor run before step n of long work, if so
// many were done. Go takes a processor from work like a merge only after ten
// milliseconds, and a recall on a small machine would wait for that.
func breathe(n int) bool {
	if n%breath != breath-1 {
		return false
	}
	runtime.Gosched()
	return true
}

// gone stands for a document that was not kept.
const gone = ^uint32(0)

// mergeRows writes the rows that are kept in order of id, and answers for each
// part the new number of each of its documents.
func mergeRows(e *encoder, parts []part, keep func(*part, int) bool, step func(int) error) ([][]uint32, error) {
	moved := make([][]uint32, len(parts))
	var h rowHeap
	for i := range parts {
		moved[i] = make([]uint32, len(parts[i].ids))
		if len(parts[i].ids) > 0 {
			h = append(h, rowCursor{&parts[i], i, 0})
		}
	}
	heap.Init(&h)
	for n := 0; len(h) > 0; n++ {
		if err := step(n); err != nil {
			return nil, err
		}
		c := &h[0]
		moved[c.index][c.doc] = gone
		if keep(c.part, c.doc) {
			d, err := c.part.decode(c.doc)
			if err != nil {
				return nil, err
			}
			moved[c.index][c.doc] = uint32(e.docs)
			e.addDoc(&d)
		}
		if c.doc++; c.doc == len(c.part.ids) {
			heap.Pop(&h)
		} else {
			heap.Fix(&h, 0)
		}
	}
	return moved, nil
}

type rowCursor struct {
	part  *part
	index int
	doc   int
}

type rowHeap []rowCursor

func (h rowHeap) Len() int           { return len(h) }
func (h rowHeap) Less(i, j int) bool { return h[i].part.ids[h[i].doc] < h[j].part.ids[h[j].doc] }
func (h rowHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *rowHeap) Push(x any)        { *h = append(*h, x.(rowCursor)) }
func (h *rowHeap) Pop() any {
	c := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return c
}

// mergeTerms writes every term that a kept document has, with its postings
// under their new numbers.
func mergeTerms(e *encoder, parts []part, moved [][]uint32, step func(int) error) error {
	next := make([]int, len(parts)) // term of each part
	var list, read []posting
	for n := 0; ; n++ {
		if err := step(n); err != nil {
			return err
		}
		term, ok := lowestTerm(parts, next)
		if !ok {
			return nil
		}
		list = list[:0]
		for i := range parts {
			p := &parts[i]
			if next[i] == len(p.terms) || p.terms[next[i]] != term {
				continue
			}
			var err error
			if read, err = p.postings(read[:0], next[i]); err != nil {
				return err
			}
			next[i]++
			for _, x := range read {
				if to := moved[i][x.doc]; to != gone {
					list = append(list, posting{doc: to, freq: x.freq})
				}
			}
		}
		slices.SortFunc(list, func(a, b posting) int { return int(a.doc) - int(b.doc) })
		if len(list) > 0 {
			e.addTerm(term, list)
		}
	}
}

// lowestTerm finds the first term that has not been written.
func lowestTerm(parts []part, next []int) (string, bool) {
	lowest, ok := "", false
	for i := range parts {
		if next[i] == len(parts[i].terms) {
			continue
		}
		if t := parts[i].terms[next[i]]; !ok || strings.Compare(t, lowest) < 0 {
			lowest, ok = t, true
		}
	}
	return lowest, ok
}
