package recall

import (
	"cmp"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// Who is limited to initiatives must not be able to tell what else a project
// holds, by a score or a confidence no more than by a text. So what a limited
// query is ranked by is its own memories alone: how rare a word is among them
// and how long they are. Passages do not say of which initiative they are, so
// there is no conversation around the memories either; and of a memory that was
// said again only the event of its birth counts, by which it is of its
// initiatives. The index's own search weighs words by all of a project, so the
// rows are looked through one by one.
//
// The other names of a subject are the whole project's: a limited question is
// not put in other words.

// inSight are the rows that a limited query looks at: those with a word of the
// question, in order of how well they match.
type inSight struct {
	rows  []termindex.RowHit
	terms map[termindex.Row][]int // that each has, ascending
}

// sees reports whether a document is among what the query may be told of.
func (f *finder) sees(d *termindex.Doc) bool {
	if f.sight == nil {
		return true
	}
	return kaibo.Filter{Initiatives: f.filter.Initiatives, Limited: true}.MatchScope(d.Type, d.Initiatives)
}

// sourcesOf returns the sources of a document by which it may be found.
func (f *finder) sourcesOf(d *termindex.Doc) []termindex.Source {
	if f.sight == nil || len(d.Sources) < 2 {
		return d.Sources
	}
	return d.Sources[:1] // that of its birth
}

// look finds the rows in sight that have terms of the question, and counts the
// terms and the rows among these alone.
func (f *finder) look() {
	f.sight = &inSight{terms: map[termindex.Row][]int{}}
	f.passages, f.heardAll = f.passages[:0], true
	seen := map[termindex.Row]int{} // place in rows, or hidden
	const hidden = -1
	lists := make([][]int, len(f.q.terms))
	for t := range f.q.terms {
		for x := range f.reader.RowsWith(f.q.terms[t].text) {
			at, known := seen[x]
			if !known {
				at = hidden
				if f.reader.Columns(x).Kind != termindex.Passage && f.sees(f.reader.RowDoc(x)) {
					at = len(f.sight.rows)
					f.sight.rows = append(f.sight.rows, termindex.RowHit{Row: x})
				}
				seen[x] = at
			}
			if at == hidden {
				continue
			}
			lists[t] = append(lists[t], at)
			f.sight.terms[x] = append(f.sight.terms[x], t)
			if t < maskTerms {
				f.sight.rows[at].Terms |= 1 << t
			}
		}
	}
	f.scorer.docs = len(f.sight.rows)
	for t, list := range lists {
		f.scorer.freq[t] = len(list)
		for _, at := range list {
			h := &f.sight.rows[at]
			h.Score += f.q.terms[t].weight * f.scorer.idf(len(list)) * norm(f.reader.Columns(h.Row).Length)
		}
	}
	slices.SortFunc(f.sight.rows, func(a, b termindex.RowHit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(f.reader.RowID(a.Row), f.reader.RowID(b.Row)))
	})
}

// Matched appends the terms that a hit has, ascending.
func (v *inSight) Matched(out []int, h *termindex.RowHit) []int {
	return append(out, v.terms[h.Row]...)
}

// best appends the best rows in sight that are in one of the states and let
// through to out.
func (v *inSight) best(out []termindex.RowHit, k int, may func(termindex.Row) bool) []termindex.RowHit {
	for i := range v.rows {
		if k == 0 {
			break
		}
		if may(v.rows[i].Row) {
			out = append(out, v.rows[i])
			k--
		}
	}
	return out
}
