package recall

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// place is where an event stands: the number of its stream, then 48 bits of its
// seq. Places of one stream are as far apart as their events.
type place uint64

const seqBits = 48

func placeOf(stream uint32, seq uint64) place { return place(stream)<<seqBits | place(seq) }

func (p place) stream() uint32 { return uint32(p >> seqBits) }
func (p place) seq() uint64    { return uint64(p) & (1<<seqBits - 1) }

// after is the place of the event that is by events later.
func (p place) after(by int) place { return p + place(by) }

// turn is an event that shares words with the question, or stands near one
// that does.
type turn struct {
	place   place
	name    string // of its stream
	session string
	speaker string     // who: the actor or, without one, the role
	at      kaibo.Time // when it happened
	hit     bool       // it shares words itself
	reading            // of its best passage
	score   float64    // what that passage says
	asked   float64    // of that, what nothing was learned from
	learned wordSet    // words that a memory of it bears out
	over    bool       // a memory of it is in another state than those asked for
	near    wordSet    // words of the turns around it
	answers wordSet    // words of the question before it, if another asked one
	context float64    // what the turns around it and its session add
}

// conversation is what surrounds the memories: turns in their order, whether or
// not anything was learned from them. An answer often shares no word with the
// question that it answers; the turn before it does.
//
// A turn's own score is that of its best passage. To it come shares of the
// turns before and after in the same session, and of the session as a whole.
// What the turn before says and nothing was learned from is most often a
// question, so it counts more. A word counts for a session by how few of the
// sessions at hand have it: in a project of one session nothing is added.
type conversation struct {
	f       *finder
	streams map[string]uint32
	last    struct {
		name   string
		number uint32
	} // of streams, the one looked up last
	slab    []turn // memory for turns
	turns   map[place]*turn
	all     []*turn // what turns holds: those with hits, best first, then those around them
	session map[sessionName]*sessionScore
}

// at returns the place of a source.
func (c *conversation) at(s termindex.Source) place {
	if s.Stream != c.last.name { // mostly it is the same again
		n, ok := c.streams[s.Stream]
		if !ok {
			n = uint32(len(c.streams)) + 1
			c.streams[s.Stream] = n
		}
		c.last.name, c.last.number = s.Stream, n
	}
	return placeOf(c.last.number, s.Seq)
}

// turnAt makes the turn at a place.
func (c *conversation) turnAt(at place, t turn) *turn {
	if len(c.slab) == cap(c.slab) {
		c.slab = make([]turn, 0, max(2*cap(c.slab), 64)) // those made so far stay where they are
	}
	t.place = at
	c.slab = append(c.slab, t)
	made := &c.slab[len(c.slab)-1]
	c.turns[at] = made
	c.all = append(c.all, made)
	return made
}

type sessionName struct {
	stream uint32
	name   string
}

// sessionScore is how often a session has each word.
type sessionScore struct {
	counts []float64
	score  float64
}

// Bounds of what one question looks at, however many memories it does.
const (
	maxPassages = 1024
	maxLoud     = 384 // turns whose neighbours are looked at
	maxTurns    = 192 // turns whose memories are looked up because of what is said around them
)

// converse finds the turns that share words with the question, and what
// surrounds them. mems are the memories found by their own words, others those
// that are in another state than was asked for.
func (f *finder) converse(mems []*candidate, others []*termindex.Doc) *conversation {
	c := &conversation{f: f, streams: map[string]uint32{}, turns: make(map[place]*turn, 4*f.hits), session: map[sessionName]*sessionScore{}, slab: f.turns()}
	hits := f.lookup.Search(f.query(min(f.hits, maxPassages), []termindex.DocKind{termindex.Passage}, f.heard))
	f.scorer.grow(len(hits))
	for _, h := range hits {
		c.hear(h)
	}
	for _, m := range mems {
		for _, s := range m.doc.Sources {
			if t := c.turns[c.at(s)]; t != nil {
				t.learned = t.learned.union(m.borne)
			}
		}
	}
	for _, d := range others {
		for _, s := range d.Sources {
			if t := c.turns[c.at(s)]; t != nil {
				t.over = true
			}
		}
	}
	for _, t := range c.all {
		if all := f.scorer.sumOf(t.reading, wordSet{}); all > 0 && !t.over {
			t.asked = t.score * f.scorer.sumOf(t.reading, t.learned) / all
		}
	}
	c.scoreSessions()
	c.all = mostWorth(c.all, func(t *turn) float64 { return t.score })
	for _, t := range c.all[:min(len(c.all), f.hits/2, maxLoud)] {
		for _, by := range [...]int{-2, -1, 1, 2} {
			c.open(t, by)
		}
	}
	for _, t := range c.all {
		c.surround(t)
	}
	return c
}

func speakerOf(s termindex.Source) string { return cmp.Or(s.Actor, s.Role) }

// heard lets a passage through that had been said and recorded by the moment
// asked about.
func (f *finder) heard(d *termindex.Doc) bool {
	_, ok := f.when.revision(d.Revisions)
	return ok && d.Revisions[0].ValidFrom <= f.when.asOf
}

// hear takes in one passage.
func (c *conversation) hear(h termindex.Hit) {
	s := h.Doc.Sources[0]
	r := c.f.scorer.read(h.Matched)
	score := c.f.scorer.sum(r, h.Doc.Length)
	c.count(s, r)
	at := c.at(s)
	t := c.turns[at]
	if t == nil {
		t = c.turnAt(at, turn{name: s.Stream, session: s.Session, speaker: speakerOf(s), at: h.Doc.Revisions[0].ValidFrom})
	}
	if !t.hit || score > t.score {
		t.hit, t.reading, t.score = true, r, score
	}
}

// count adds a passage to its session.
func (c *conversation) count(s termindex.Source, r reading) {
	name := sessionName{c.at(s).stream(), s.Session}
	at := c.session[name]
	if at == nil {
		at = &sessionScore{counts: make([]float64, len(c.f.q.words))}
		c.session[name] = at
	}
	for w, v := range r.values {
		if v > 0 {
			at.counts[w]++
		}
	}
}

// scoreSessions weighs each word by how few of the sessions at hand have it.
func (c *conversation) scoreSessions() {
	all := float64(len(c.session))
	having := make([]float64, len(c.f.q.words))
	for _, s := range c.session {
		for w, n := range s.counts {
			if n > 0 {
				having[w]++
			}
		}
	}
	for _, s := range c.session {
		for w, n := range s.counts {
			if n > 0 {
				s.score += c.f.scorer.keeps(w) * math.Log((all+.5)/(having[w]+.5)) * n * (tuned.sessionK1 + 1) / (n + tuned.sessionK1)
			}
		}
	}
}

// open makes room for the turn that is by places after t, if it may be of the
// same session: it shares no word with the question, and may answer it.
func (c *conversation) open(t *turn, by int) {
	if by < 0 && t.place.seq() < firstOf(t.session)+uint64(-by) {
		return
	}
	if at := t.place.after(by); c.turns[at] == nil {
		c.turnAt(at, turn{name: t.name, session: t.session, at: t.at})
	}
}

// surround adds up what the turns around t say, and its session.
func (c *conversation) surround(t *turn) {
	t.context, t.near, t.answers = 0, wordSet{}, wordSet{}
	for _, by := range [...]int{-2, -1, 1, 2} {
		o := c.turns[t.place.after(by)]
		if o == nil || !o.hit || o.session != t.session {
			continue
		}
		part := answered(o, t, by)
		t.context += c.lends(o, -by) * part
		if part == 1 {
			t.near = t.near.union(o.borne)
			if by == -1 && !o.over {
				t.answers = o.borne.minus(o.learned)
			}
		}
	}
	if s := c.session[sessionName{t.place.stream(), t.session}]; s != nil {
		t.context += tuned.session * s.score
	}
}

// lends is what a turn gives to the one that is by places after it.
func (c *conversation) lends(t *turn, by int) float64 {
	switch by {
	case 1:
		return tuned.before*(t.score-t.asked) + tuned.asked*t.asked
	case 2:
		return tuned.beforeThat * t.score
	case -1:
		return tuned.after * t.score
	default:
		return tuned.afterThat * t.score
	}
}

// answered is how far two turns belong together: neighbours of one speaker, or
// turns of nobody in particular, may be notes that have nothing to do with one
// another.
func answered(a, b *turn, by int) float64 {
	if a.speaker == "" || a.speaker == b.speaker && by*by == 1 {
		return tuned.sameSpeaker
	}
	return 1
}

// meet tells a turn that was only made room for who speaks there.
func (c *conversation) meet(t *turn, here []*termindex.Doc) {
	if t.hit {
		return
	}
	for _, d := range here {
		for _, s := range d.Sources {
			if s.Seq == t.place.seq() && s.Stream == t.name {
				t.speaker, t.session = speakerOf(s), s.Session
				c.surround(t)
				return
			}
		}
	}
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

// best returns the turns with the most to their names.
func (c *conversation) best() []*turn {
	out := mostWorth(c.all, func(t *turn) float64 { return t.score + t.context })
	return out[:min(len(out), c.f.hits/2, maxTurns)]
}

// mostWorth puts turns in the order of what they are worth.
func mostWorth(all []*turn, worth func(*turn) float64) []*turn {
	type valued struct {
		worth float64
		turn  *turn
	}
	values := make([]valued, len(all))
	for i, t := range all {
		values[i] = valued{worth(t), t}
	}
	slices.SortFunc(values, func(a, b valued) int {
		if a.worth != b.worth {
			return cmp.Compare(b.worth, a.worth)
		}
		return cmp.Compare(a.turn.place, b.turn.place)
	})
	out := make([]*turn, len(values))
	for i := range values {
		out[i] = values[i].turn
	}
	return out
}

// slabs are memory for the turns of a recall, used again by the next.
var slabs = sync.Pool{New: func() any { return new([]turn) }}

// turns returns memory for turns, with no turn in it.
func (f *finder) turns() []turn {
	s := slabs.Get().(*[]turn)
	if cap(*s) == 0 {
		*s = make([]turn, 0, 3*f.hits)
	}
	f.lent = append(f.lent, s)
	return (*s)[:0]
}

// release gives the memory back. The candidates are not to be looked at again.
func (f *finder) release() {
	for _, s := range f.lent {
		clear((*s)[:cap(*s)])
		slabs.Put(s)
	}
	f.lent = nil
}
