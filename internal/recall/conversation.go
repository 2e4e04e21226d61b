package recall

import (
	"cmp"
	"math"
	"slices"
	"strings"

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
	place    place
	session  uint64
	at       kaibo.Time // when it happened
	speaker  uint32     // who: the actor or, without one, the role
	maker    uint32     // of one that shares no words: the loudest turn that it is near
	hit      bool       // it shares words itself
	over     bool       // a memory of it is in another state than those asked for
	*reading            // of its best passage
	score    float64    // what that passage says
	asked    float64    // of that, what nothing was learned from
	context  float64    // what the turns around it and its session add
	learned  wordSet    // words that a memory of it bears out
	around   [4]*turn   // by distances: the turns there, if they share words
	says     *candidate // the memory that says most of it
}

// distances are where the turns stand that are around one.
var distances = [4]int{-2, -1, 1, 2}

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
	f *finder
	*space
}

// at returns the turn at a place, or nil.
func (c *conversation) at(p place) *turn {
	if i, ok := c.places.get(uint64(p)); ok {
		return &c.turns[i]
	}
	return nil
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
func (f *finder) converse(mems []*candidate, others []termindex.Row, s *space) *conversation {
	c := &conversation{f: f, space: s}
	n := len(f.passages)
	s.begin(n, n+len(distances)*min(n, f.hits/2, maxLoud), len(f.q.words))
	for i := range f.passages {
		c.hear(&f.passages[i])
	}
	for _, m := range mems {
		for i := range m.sources {
			if t := c.at(m.sources[i].place); t != nil {
				t.learned = t.learned.union(m.borne)
			}
		}
	}
	var one [1]origin
	for _, x := range others {
		for _, o := range f.origins(one[:0], x) {
			if t := c.at(o.place); t != nil {
				t.over = true
			}
		}
	}
	for i := range c.turns {
		if t := &c.turns[i]; t.total > 0 && !t.over {
			t.asked = t.score * f.scorer.sumOf(t.reading, t.learned) / t.total
		}
	}
	c.scoreSessions()
	c.open()
	for i := range c.turns {
		c.surround(&c.turns[i])
	}
	return c
}

// heard lets a passage through that had been said and recorded by the moment
// asked about.
func (f *finder) heard(x termindex.Row) bool {
	if c := f.reader.Columns(x); c.Plain {
		return (f.when.knownAt == nil || c.Recorded <= *f.when.knownAt) && c.From <= f.when.asOf
	}
	d := f.reader.RowDoc(x)
	_, ok := f.when.revision(d.Revisions)
	return ok && d.Revisions[0].ValidFrom <= f.when.asOf
}

// heardPassage is a passage that shares words with the question.
type heardPassage struct {
	origin
	*reading
	at     kaibo.Time
	length uint32
}

// hear takes in one passage.
func (c *conversation) hear(p *heardPassage) {
	score := c.f.scorer.sum(p.reading, p.length)
	c.count(p)
	i, ok := c.places.find(uint64(p.place))
	if !ok {
		*i = uint32(len(c.turns))
		c.turns = append(c.turns, turn{place: p.place, session: p.session, speaker: p.speaker, at: p.at, hit: true, reading: p.reading, score: score})
		return
	}
	if t := &c.turns[*i]; score > t.score {
		t.reading, t.score = p.reading, score
	}
}

// count adds a passage to its session.
func (c *conversation) count(p *heardPassage) {
	i, ok := c.sessions.find(sessionKey(p.place, p.session))
	n := len(p.values)
	if !ok {
		*i = uint32(len(c.sums))
		c.sums = append(c.sums, 0)
		c.counts = append(c.counts, c.zeros[:n]...)
	}
	counts := c.counts[int(*i)*n:][:n]
	for w, v := range p.values {
		if v > 0 {
			counts[w]++
		}
	}
}

// sessionKey names a session of the stream of a place.
func sessionKey(p place, session uint64) uint64 { return uint64(placeOf(p.stream(), session)) }

// scoreSessions weighs each word by how few of the sessions at hand have it.
func (c *conversation) scoreSessions() {
	words := len(c.f.q.words)
	all := float64(len(c.sums))
	rare := slices.Clone(c.zeros[:words])
	for s := range c.sums {
		for w, n := range c.counts[s*words:][:words] {
			if n > 0 {
				rare[w]++
			}
		}
	}
	for w, having := range rare {
		rare[w] = c.f.scorer.keeps(w) * math.Log((all+.5)/(having+.5))
	}
	for s := range c.sums {
		for w, n := range c.counts[s*words:][:words] {
			if n > 0 {
				c.sums[s] += rare[w] * n * (tuned.sessionK1 + 1) / (n + tuned.sessionK1)
			}
		}
	}
}

// open makes room for the turns around the loudest ones, if they may be of the
// same session: such a turn shares no word with the question, and may answer
// it. It also tells each turn which of those around it share words.
func (c *conversation) open() {
	hits := len(c.turns)
	c.order = c.order[:0]
	for i := range c.turns {
		c.order = append(c.order, weighed{c.turns[i].score, uint32(i)})
	}
	loud := min(hits, c.f.hits/2, maxLoud)
	c.best(loud)
	for n, x := range c.order {
		t := &c.turns[x.turn]
		for k, by := range distances {
			at := t.place.after(by)
			near := n < loud && (by > 0 || t.place.seq() >= t.session+uint64(-by))
			i, known := c.places.get(uint64(at))
			switch {
			case !known && !near:
				continue
			case !known:
				made, _ := c.places.find(uint64(at))
				*made, i = uint32(len(c.turns)), uint32(len(c.turns))
				c.turns = append(c.turns, turn{place: at, session: t.session, at: t.at, maker: x.turn, reading: c.f.readings.none()})
			case near && !c.turns[i].hit && c.louder(t, &c.turns[c.turns[i].maker]):
				o := &c.turns[i]
				o.session, o.at, o.maker = t.session, t.at, x.turn
			}
			c.turns[i].around[len(distances)-1-k] = t
		}
	}
}

// louder orders turns by what they say, and equal ones by their places.
func (c *conversation) louder(a, b *turn) bool {
	return a.score > b.score || a.score == b.score && c.compare(a.place, b.place) < 0
}

// compare orders two places, those of one stream together.
func (c *conversation) compare(x, y place) int {
	if x.stream() == y.stream() {
		return cmp.Compare(x, y)
	}
	names := c.f.names.all
	return strings.Compare(names[x.stream()].text, names[y.stream()].text)
}

// surround adds up what the turns around t say, and its session.
func (c *conversation) surround(t *turn) {
	t.context = 0
	for k, by := range distances {
		if o := t.around[k]; o != nil && o.session == t.session {
			t.context += o.lends(-by) * answered(o, t, by)
		}
	}
	if s, ok := c.sessions.get(sessionKey(t.place, t.session)); ok {
		t.context += tuned.session * c.sums[s]
	}
}

// near returns the words that the turns around t bear out.
func (t *turn) near() wordSet {
	var set wordSet
	for k, by := range distances {
		if o := t.around[k]; o != nil && o.session == t.session && answered(o, t, by) == 1 {
			set = set.union(o.borne)
		}
	}
	return set
}

// answers returns the words of the question before t, if another asked one.
func (t *turn) answers() wordSet {
	const before = 1 // in distances
	if o := t.around[before]; o != nil && o.session == t.session && !o.over && answered(o, t, distances[before]) == 1 {
		return o.borne.minus(o.learned)
	}
	return wordSet{}
}

// lends is what a turn gives to the one that is by places after it.
func (t *turn) lends(by int) float64 {
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
	if a.speaker == 0 || a.speaker == b.speaker && by*by == 1 {
		return tuned.sameSpeaker
	}
	return 1
}

// meet tells a turn that was only made room for who speaks there.
func (c *conversation) meet(t *turn, here []termindex.Row) {
	if t.hit {
		return
	}
	var one [1]origin
	for _, x := range here {
		for _, o := range c.f.origins(one[:0], x) {
			if o.place == t.place {
				t.speaker, t.session = o.speaker, o.session
				c.surround(t)
				return
			}
		}
	}
}

// loudest returns the turns with the most to their names, in no order.
func (c *conversation) loudest() []weighed {
	c.order = c.order[:0]
	for i := range c.turns {
		c.order = append(c.order, weighed{c.turns[i].score + c.turns[i].context, uint32(i)})
	}
	n := min(len(c.order), c.f.hits/2, maxTurns)
	c.best(n)
	return c.order[:n]
}

// weighed is a turn and what it is worth.
type weighed struct {
	worth float64
	turn  uint32
}

// best moves the n turns that are worth most to the front of the order; of equal
// ones those whose places come first.
func (c *conversation) best(n int) {
	if n <= 0 || n >= len(c.order) {
		return
	}
	c.worths = c.worths[:0]
	for _, x := range c.order {
		c.worths = append(c.worths, x.worth)
	}
	least := kth(c.worths, n)
	above, equal := 0, 0 // order[:above] is worth more, order[above:above+equal] as much
	for i, x := range c.order {
		if x.worth < least {
			continue
		}
		c.order[i], c.order[above+equal] = c.order[above+equal], x
		if equal++; x.worth > least {
			c.order[above], c.order[above+equal-1] = c.order[above+equal-1], c.order[above]
			above, equal = above+1, equal-1
		}
	}
	if above+equal > n {
		slices.SortFunc(c.order[above:above+equal], func(a, b weighed) int {
			return c.compare(c.turns[a.turn].place, c.turns[b.turn].place)
		})
	}
}

// kth returns the k-th greatest of numbers, from 1, and puts them in another
// order: quickselect, with the median of three for a pivot.
func kth(all []float64, k int) float64 {
	for len(all) > 1 {
		a, b, c := all[0], all[len(all)/2], all[len(all)-1]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := 0, len(all)-1
		for i <= j {
			for all[i] > pivot {
				i++
			}
			for all[j] < pivot {
				j--
			}
			if i <= j {
				all[i], all[j] = all[j], all[i]
				i++
				j--
			}
		}
		switch { // all[:j+1] are no less than the pivot, all[i:] no more
		case k <= j+1:
			all = all[:j+1]
		case k > i:
			all, k = all[i:], k-i
		default:
			return pivot
		}
	}
	return all[0]
}

// quickselect moves the k best to the front, in no order. No two are equal.
func quickselect[T any](all []T, k int, better func(a, b T) bool) {
	for k > 0 && k < len(all) {
		pivot := all[len(all)/2]
		i, j := 0, len(all)-1
		for i <= j {
			for better(all[i], pivot) {
				i++
			}
			for better(pivot, all[j]) {
				j--
			}
			if i <= j {
				all[i], all[j] = all[j], all[i]
				i++
				j--
			}
		}
		switch { // all[:j+1] are no worse than the pivot, all[i:] no better
		case k <= j:
			all = all[:j+1]
		case k > i:
			all, k = all[i:], k-i
		default:
			return
		}
	}
}
