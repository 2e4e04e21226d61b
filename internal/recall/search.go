package recall

import (
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// Bounds of the memories that one question looks at. An answer of 32,000
// tokens is some 1,600 statements; what answers in 1,024 is among the first
// hundred or two, and so is what is shown of the candidates.
const (
	minHits    = 256
	maxHits    = 2048
	hitsAShown = 3 // hits for a candidate that is shown
	tokensAHit = 3 // of a budget that is to be filled
)

// hitsFor returns how many memories a query looks at.
func hitsFor(q Query) int {
	n := hitsAShown * q.Candidates
	if q.Fill {
		n = max(n, q.Budget/tokensAHit)
	}
	return min(max(n, minHits), maxHits)
}

// finder looks a question up in one reader of the index.
type finder struct {
	reader *termindex.Reader
	q      *question
	when   moment
	filter kaibo.Filter
	scorer scorer
	lookup *termindex.Lookup // of the question's terms
	hits   int               // how many memories it looks at
	lent   []*[]turn         // memory to give back; see release
}

func newFinder(r *termindex.Reader, q *question, when moment, filter kaibo.Filter, hits int) *finder {
	f := &finder{reader: r, q: q, when: when, filter: filter, hits: hits}
	f.scorer = scorer{q: q, wants: readAsks(q.text, when.asOf), freq: make([]int, len(q.terms))}
	for _, k := range []termindex.DocKind{termindex.Memory, termindex.Provisional, termindex.Passage} {
		f.scorer.docs += r.Len(k)
	}
	texts := make([]string, len(q.terms))
	for i, t := range q.terms {
		texts[i] = t.text
	}
	f.lookup = r.Look(texts)
	for i := range q.terms {
		f.scorer.freq[i] = f.lookup.DocFreq(i)
	}
	f.scorer.setRarity()
	return f
}

// answers are the kinds of documents that may be an answer.
var answers = []termindex.DocKind{termindex.Memory, termindex.Provisional}

// state tells how a document stands to the moment, as far as its row says. A
// row has no time at which a memory was said, so one that holds later is taken
// for upcoming until its record is read.
func (f *finder) state(d *termindex.Doc) (state, kaibo.Revision) {
	if d.Kind == termindex.Passage || d.Kind == termindex.Provisional && f.when.knownAt != nil {
		return never, kaibo.Revision{}
	}
	return f.when.of(d.Revisions, -kaibo.Forever)
}

// lets reports whether the filter lets a document through.
func (f *finder) lets(d *termindex.Doc) bool {
	if !f.filter.MatchScope(d.Type, d.Initiatives) {
		return false
	}
	return !f.filter.NeedsSource() || slices.ContainsFunc(d.Sources, func(s termindex.Source) bool {
		return f.filter.MatchSource(s.Stream, s.Actor, s.Tags)
	})
}

func (f *finder) query(k int, kinds []termindex.DocKind, accept func(*termindex.Doc) bool) termindex.Query {
	terms := make([]termindex.QueryTerm, len(f.q.terms))
	for i, t := range f.q.terms {
		terms[i] = termindex.QueryTerm{Text: t.text, Weight: t.weight}
	}
	return termindex.Query{Terms: terms, K1: tuned.k1, B: tuned.b, K: k, Kinds: kinds, Accept: accept}
}

// search returns the best candidates among the documents in one of the states:
// those that share words with the question, and those that stand where the
// conversation does.
func (f *finder) search(states ...state) []*candidate {
	var others []*termindex.Doc
	may := func(d *termindex.Doc) bool {
		s, _ := f.state(d)
		return slices.Contains(states, s) && f.lets(d)
	}
	hits := f.lookup.Search(f.query(f.hits, answers, func(d *termindex.Doc) bool {
		ok := may(d)
		if !ok {
			others = append(others, d)
		}
		return ok
	}))
	f.findSpeakers(hits)
	out, speakers := f.gather(hits, others, may)
	if !speakers.minus(f.scorer.speakers).empty() {
		// One who is named speaks, and shares no word with the question: their
		// name weighs less than was thought.
		f.scorer.speakers = f.scorer.speakers.union(speakers)
		out, _ = f.gather(hits, others, may)
	}
	return out
}

// gather makes candidates of the hits and of what surrounds them. It also
// answers which names of the question are of people who speak there.
func (f *finder) gather(hits []termindex.Hit, others []*termindex.Doc, may func(*termindex.Doc) bool) ([]*candidate, wordSet) {
	f.scorer.grow(len(hits))
	out := make([]*candidate, len(hits), len(hits)+maxTurns)
	slab := make([]candidate, len(hits))
	for i, h := range hits {
		out[i] = &slab[i]
		f.fill(out[i], h.Doc, f.scorer.read(h.Matched))
	}
	return f.placed(out, f.converse(out, others), may)
}

// findSpeakers notes which names of the question are of people who said what
// was found.
func (f *finder) findSpeakers(hits []termindex.Hit) {
	for _, h := range hits {
		for _, s := range h.Doc.Sources {
			f.scorer.speakers = f.scorer.speakers.union(f.q.named(s.Actor))
		}
	}
}

// fill makes c the candidate that a document is.
func (f *finder) fill(c *candidate, d *termindex.Doc, r reading) {
	c.doc, c.reading = d, r
	c.state, c.rev = f.state(d)
	c.own = f.scorer.sum(r, d.Length)
}

// placed gives the candidates their places in the conversation, and adds the
// memories that share no word with the question and have a place in it.
func (f *finder) placed(all []*candidate, talk *conversation, may func(*termindex.Doc) bool) ([]*candidate, wordSet) {
	byID := make(map[string]*candidate, len(all))
	for _, c := range all {
		byID[c.doc.ID] = c
	}
	silent := f.scorer.none()
	var speakers wordSet
	for _, t := range talk.best() {
		here := f.reader.At(t.name, t.place.seq())
		talk.meet(t, here)
		if t.score+t.context <= 0 {
			continue
		}
		for _, d := range here {
			for _, s := range d.Sources {
				speakers = speakers.union(f.q.named(s.Actor))
			}
			if d.Kind == termindex.Passage || byID[d.ID] != nil || !may(d) {
				continue
			}
			c := &candidate{}
			f.fill(c, d, silent)
			byID[d.ID] = c
			all = append(all, c)
		}
	}
	for _, c := range all {
		c.place(talk)
	}
	shareTurns(all)
	return all, speakers
}

// bears reports whether a document in one of the states bears a word out. It
// stops at the first; a word that nothing bears out costs a look-up.
func (f *finder) bears(w *word, states ...state) bool {
	parts := make([]map[string]bool, w.parts) // of a compound: who has each part
	for _, form := range w.forms {
		if !form.grounds {
			continue
		}
		for d := range f.reader.Postings(form.term) {
			if s, _ := f.state(d); !slices.Contains(states, s) || !f.lets(d) {
				continue
			}
			if form.part == whole {
				return true
			}
			if parts[form.part] == nil {
				parts[form.part] = map[string]bool{}
			}
			parts[form.part][d.ID] = true
		}
	}
	return haveAll(parts)
}

// haveAll reports whether some id is in every set.
func haveAll(parts []map[string]bool) bool {
	if len(parts) == 0 {
		return false
	}
	for id := range parts[0] {
		if !slices.ContainsFunc(parts[1:], func(p map[string]bool) bool { return !p[id] }) {
			return true
		}
	}
	return false
}

// said reports whether the person whom word i names said a memory that is in
// one of the states.
func (f *finder) said(i int, states ...state) bool {
	is := func(actor string) bool { return f.q.named(actor).has(i) }
	for d := range f.reader.SaidBy(is) {
		if s, _ := f.state(d); slices.Contains(states, s) && f.lets(d) {
			return true
		}
	}
	return false
}
