package recall

import (
	"cmp"
	"slices"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// Bounds of the memories that one question looks at. An answer of 32,000
// tokens is some 1,600 statements; what answers in 1,024 is among the first
// hundred or two, and so is what is shown of the candidates.
const (
	minHits    = 150
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
	free   bool     // the filter lets all through
	sight  *inSight // of a limited query; see look
	scorer scorer
	scan   *termindex.Scan // for the question's terms
	hits   int             // how many memories it looks at
	spaces []*space        // memory to give back; see release
	*memory
}

// memory is what a finder fills for each question and uses again for the next.
type memory struct {
	names    names
	readings readings
	terms    []termindex.QueryTerm
	found    []termindex.RowHit
	passages []heardPassage
	heardAll bool // passages are those of this question
	here     []termindex.Row
	places   []termindex.Place
	touched  uint64 // by Touch
}

var memories = sync.Pool{New: func() any { return new(memory) }}

func newFinder(r *termindex.Reader, q *question, when moment, filter kaibo.Filter, hits int) *finder {
	f := &finder{reader: r, q: q, when: when, filter: filter, free: filter.Empty(), hits: hits, memory: memories.Get().(*memory)}
	f.scorer = scorer{q: q, names: &f.names, wants: q.asks(), freq: make([]int, len(q.terms))}
	for _, k := range []termindex.DocKind{termindex.Memory, termindex.Provisional, termindex.Passage} {
		f.scorer.docs += r.Len(k)
	}
	f.terms = f.terms[:0]
	for i := range q.terms {
		f.terms = append(f.terms, termindex.QueryTerm{Text: q.terms[i].text, Weight: q.terms[i].weight})
	}
	f.scan = r.Scan(f.terms)
	for i := range q.terms {
		f.scorer.freq[i] = f.scan.DocFreq(i)
	}
	f.heardAll = false
	if filter.Limited {
		f.look()
	}
	f.scorer.setRarity()
	f.names.begin(f)
	f.readings.begin(&f.scorer)
	return f
}

// release gives the memory back. The candidates are not to be looked at again.
func (f *finder) release() {
	f.scan.Release()
	for _, s := range f.spaces {
		s.end()
	}
	f.spaces = nil
	f.names.end()
	clear(f.passages)
	clear(f.terms)
	clear(f.places)
	memories.Put(f.memory)
	f.memory = nil
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

// stateOf is state of a row, with the start of its interval and whether it is
// of a statement for a bounded time.
func (f *finder) stateOf(x termindex.Row) (st state, from kaibo.Time, bounded bool) {
	c := f.reader.Columns(x)
	if !c.Plain {
		st, rev := f.state(f.reader.RowDoc(x))
		return st, rev.ValidFrom, interrupts(rev)
	}
	from, bounded = c.From, c.To != kaibo.Forever
	switch {
	case c.Kind == termindex.Passage || c.Kind == termindex.Provisional && f.when.knownAt != nil,
		f.when.knownAt != nil && c.Recorded > *f.when.knownAt, c.To <= c.From:
		return never, from, bounded
	case c.To <= f.when.asOf:
		return past, from, bounded
	case c.From <= f.when.asOf:
		return holds, from, bounded
	default:
		return upcoming, from, bounded
	}
}

// lets reports whether the filter lets a document through.
func (f *finder) lets(d *termindex.Doc) bool {
	if !f.filter.MatchScope(d.Type, d.Initiatives) {
		return false
	}
	return !f.filter.NeedsSource() || slices.ContainsFunc(f.sourcesOf(d), func(s termindex.Source) bool {
		return f.filter.MatchSource(s.Stream, s.Actor, s.Tags)
	})
}

// states is a set of states.
type states [never + 1]bool

func setOf(list []state) (set states) {
	for _, s := range list {
		set[s] = true
	}
	return set
}

// open reads the documents of candidates.
func (f *finder) open(all []*candidate) {
	revisions := make([]kaibo.Revision, len(all))
	for i, c := range all {
		c.doc, c.rev = f.reader.RowDoc(c.row), &revisions[i]
		_, *c.rev = f.state(c.doc)
	}
}

// may reports whether a row is of a memory in one of the states that the filter
// lets through.
func (f *finder) may(x termindex.Row, in *states) bool {
	st, _, _ := f.stateOf(x)
	return in[st] && (f.free || f.lets(f.reader.RowDoc(x)))
}

// origin is where a row comes from.
type origin struct {
	place   place
	session uint64
	actor   uint32 // numbers of names
	role    uint32
	speaker uint32
}

// origins appends the sources of a row to out.
func (f *finder) origins(out []origin, x termindex.Row) []origin {
	c := f.reader.Columns(x)
	if c.Plain {
		return append(out, f.origin(x, c))
	}
	sources := f.sourcesOf(f.reader.RowDoc(x))
	for i := range sources {
		s := &sources[i]
		o := origin{place: placeOf(f.names.number(s.Stream), s.Seq), session: firstOf(s.Session),
			actor: f.names.number(s.Actor), role: f.names.number(s.Role)}
		o.speaker = cmp.Or(o.actor, o.role)
		out = append(out, o)
	}
	return out
}

// origin is the only source of a plain row.
func (f *finder) origin(x termindex.Row, c *termindex.Columns) origin {
	o := origin{place: placeOf(f.names.of(x.Part, c.Stream), c.Seq), session: c.Session,
		actor: f.names.of(x.Part, c.Actor), role: f.names.of(x.Part, c.Role)}
	o.speaker = cmp.Or(o.actor, o.role)
	return o
}

func (f *finder) ask(k int, kinds []termindex.DocKind, accept func(termindex.Row) bool) termindex.Ask {
	return termindex.Ask{K1: tuned.k1, B: tuned.b, K: k, Kinds: kinds, Accept: accept}
}

// search returns the best candidates among the documents in one of the states:
// those that share words with the question, and those that stand where the
// conversation does. They are valid until release.
func (f *finder) search(list ...state) []*candidate {
	in := setOf(list)
	hits, others := f.hitsIn(&in)
	f.found = hits
	f.hearAll()
	s := spaces.Get().(*space)
	f.spaces = append(f.spaces, s)
	f.gatherHits(s, hits)
	f.findSpeakers(s.all)
	speakers := f.surroundings(s, others, &in)
	if !speakers.minus(f.scorer.speakers).empty() {
		// One who is named speaks, and shares no word with the question: their
		// name weighs less than was thought.
		f.scorer.speakers = f.scorer.speakers.union(speakers)
		f.readings.keep()
		f.gatherHits(s, hits)
		f.surroundings(s, others, &in)
	}
	return s.all
}

// hitsIn finds the best documents in one of the states that share words with
// the question, and those met among them that are not let through.
func (f *finder) hitsIn(in *states) (hits []termindex.RowHit, others []termindex.Row) {
	may := func(x termindex.Row) bool { return f.may(x, in) }
	if f.sight != nil {
		return f.sight.best(f.found[:0], f.hits, may), nil
	}
	return f.scan.Best(f.found[:0], f.ask(f.hits, answers, may))
}

var passageKind = []termindex.DocKind{termindex.Passage}

// hearAll finds the passages that share words with the question.
func (f *finder) hearAll() {
	if f.heardAll {
		return
	}
	f.heardAll = true
	from := len(f.found)
	f.found, _ = f.scan.Best(f.found, f.ask(min(f.hits, maxPassages), passageKind, f.heard))
	f.passages = f.passages[:0]
	for i := range f.found[from:] {
		h := &f.found[from+i]
		x, r := h.Row, f.readings.of(f.scan, h)
		c := f.reader.Columns(x)
		if c.Plain {
			f.passages = append(f.passages, heardPassage{f.origin(x, c), r, c.From, c.Length})
			continue
		}
		d := f.reader.RowDoc(x)
		if len(d.Sources) > 0 {
			f.passages = append(f.passages, heardPassage{f.origins(nil, x)[0], r, d.Revisions[0].ValidFrom, c.Length})
		}
	}
	f.found = f.found[:from]
}

// gatherHits makes candidates of the hits.
func (f *finder) gatherHits(s *space, hits []termindex.RowHit) {
	s.room(len(hits) + maxTurns)
	var by matcher = f.scan
	if f.sight != nil {
		by = f.sight
	}
	for i := range hits {
		f.candidate(s, hits[i].Row, f.readings.of(by, &hits[i]))
	}
}

// surroundings places the candidates in what was said around them.
func (f *finder) surroundings(s *space, others []termindex.Row, in *states) wordSet {
	return f.placed(f.converse(s.all, others, s), in)
}

// findSpeakers notes which names of the question are of people who said what
// was found.
func (f *finder) findSpeakers(all []*candidate) {
	if !f.q.people {
		return
	}
	speakers := f.scorer.speakers
	for _, c := range all {
		for i := range c.sources {
			speakers = speakers.union(f.names.at(c.sources[i].actor).named)
		}
	}
	if speakers != f.scorer.speakers {
		f.scorer.speakers = speakers
		f.readings.keep()
	}
}

// candidate adds the candidate that a row is.
func (f *finder) candidate(s *space, x termindex.Row, r *reading) {
	at, _ := s.rows.find(uint64(x.Part)<<32 | uint64(x.Doc))
	*at = uint32(len(s.all))
	c := s.candidate()
	cols := f.reader.Columns(x)
	*c = candidate{reader: f.reader, row: x, length: cols.Length, kind: f.names.of(x.Part, cols.Type), reading: r, borne: r.borne}
	c.state, c.from, c.bounded = f.stateOf(x)
	c.sources = f.origins(c.one[:0], x)
	s.all = append(s.all, c)
}

// placed gives the candidates their places in the conversation, and adds the
// memories that share no word with the question and have a place in it. It
// answers which names of the question are of people who speak there.
func (f *finder) placed(talk *conversation, in *states) wordSet {
	silent := f.readings.none()
	var speakers wordSet
	loudest := talk.loudest()
	f.places = f.places[:0]
	for _, x := range loudest {
		p := talk.turns[x.turn].place
		f.places = append(f.places, f.names.place(p.stream(), p.seq()))
	}
	f.touched = f.reader.Touch(f.places)
	for i, x := range loudest {
		t := &talk.turns[x.turn]
		f.here = f.reader.RowsAt(f.here[:0], f.places[i])
		talk.meet(t, f.here)
		if t.score+t.context <= 0 {
			continue
		}
		for _, x := range f.here {
			speakers = speakers.union(f.actorsOf(x))
			if _, known := talk.rows.get(uint64(x.Part)<<32 | uint64(x.Doc)); !known && f.may(x, in) {
				f.candidate(talk.space, x, silent)
			}
		}
	}
	for _, c := range talk.all {
		c.own = f.scorer.sum(c.reading, c.length)
		c.placeIn(talk)
	}
	shareTurns(talk.all)
	return speakers
}

// actorsOf returns the names of the question that the actors of a row have.
func (f *finder) actorsOf(x termindex.Row) wordSet {
	if !f.q.people {
		return wordSet{}
	}
	if c := f.reader.Columns(x); c.Plain {
		return f.names.at(f.names.of(x.Part, c.Actor)).named
	}
	var one [1]origin
	var set wordSet
	for _, o := range f.origins(one[:0], x) {
		set = set.union(f.names.at(o.actor).named)
	}
	return set
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
		if f.sight != nil && !slices.ContainsFunc(f.sourcesOf(d), func(s termindex.Source) bool { return is(s.Actor) }) {
			continue // somebody said it whom the query does not see
		}
		if s, _ := f.state(d); slices.Contains(states, s) && f.lets(d) {
			return true
		}
	}
	return false
}

// firstOf returns the seq of the first event of a session; 0 when it is not
// known.
func firstOf(session string) uint64 {
	var n uint64
	for _, r := range session {
		if r < '0' || r > '9' {
			return 0
		}
		n = n*10 + uint64(r-'0')
	}
	return n
}
