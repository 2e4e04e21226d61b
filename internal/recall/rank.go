package recall

import (
	"math"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// candidate is a memory that may answer, and what it is worth.
type candidate struct {
	reader  *termindex.Reader
	row     termindex.Row
	doc     *termindex.Doc  // set by finder.open
	rev     *kaibo.Revision // set by finder.open
	state   state
	from    kaibo.Time // start of its interval
	bounded bool       // it is of a statement for a bounded time; see interrupts
	length  uint32
	kind    uint32   // number of the name of its type
	sources []origin // where it comes from
	one     [1]origin
	*reading
	borne   wordSet // words of the question that it bears out; a name that its actor has is one
	own     float64 // BM25 of its own words
	turn    *turn   // the best of the turns that it comes from, if the conversation has one
	share   float64 // of what its turn is worth, what comes to it
	plain   float64 // with its turn and what surrounds it
	base    float64 // with the boosts
	byActor wordSet // of the words that it bears out, the names that only its actor has
	named   bool    // a person whom the question names said it
	answers bool    // it has the time or the number asked for; known once it is weighed
	apart   float64 // of what sets the best one apart, the share that it bears out
	score   float64 // base * apart, rounded
	weighed bool    // with what its text and its record say

	rec  *kaibo.MemoryRecord      // its text, once fetched
	prov *kaibo.ProvisionalMemory // or this, of a provisional one
	gone bool                     // fetched, and not to be answered
}

// id returns the candidate's id. It is looked up, for most candidates are never
// asked.
func (c *candidate) id() string {
	if c.doc != nil {
		return c.doc.ID
	}
	return c.reader.RowID(c.row)
}

// scorer turns matches into scores.
//
// What a text says by itself is BM25 by word of the question: the sum over its
// words of weight(form) · idf · (k1+1) / (k1·(1−b+b·length/8) + 1), with the
// best form in which the word is found. Memories are short, so a further
// occurrence in the same one counts nothing. To it comes what surrounds the
// text (see conversation); then come the boosts. That is the base.
//
// A base alone cannot tell "the limit of the kiln" from nine other limits when
// the store is large: "limit" is then rare, and every rival shares it. So the
// score is base · apart. The rivals are the candidates with at least half of
// the best base; a word that a share s of them bears is worth 1 − 0.9·s; apart
// is the worth of the words that a memory bears out by that of the best one's,
// at most 1. When all rivals bear the same words, as in "what are the limits?",
// apart is 1 for each.
type scorer struct {
	q        *question
	wants    asks
	names    *names
	docs     int       // documents of the index: memories and the passages they come from; see look for a limited query
	freq     []int     // by term of the question, of how many documents
	rarity   []float64 // by word: the idf of all documents that bear it out
	speakers wordSet   // names of those who speak
}

// background is how many documents without any of its words a store is thought
// to have besides its own. In a store of three statements all about one thing
// no word is rare, and yet the words of that thing are what a question is
// about.
const background = 100

// idf is BM25's inverse document frequency, in the form that is never
// negative (Lucene's): ln(1 + (N − n + ½) / (n + ½)), with the background in N.
// A word that is nowhere counts as one that is once.
func (s *scorer) idf(n int) float64 {
	n = max(n, 1)
	d := float64(max(s.docs, n) + background)
	return math.Log(1 + (d-float64(n)+0.5)/(float64(n)+0.5))
}

// setRarity works out the rarity of each word from that of its terms.
func (s *scorer) setRarity() {
	s.rarity = make([]float64, len(s.q.words))
	for i := range s.q.words {
		n := 0
		for _, f := range s.q.words[i].forms {
			if f.grounds && f.part == whole {
				n = max(n, s.freq[s.q.index[f.term]])
			}
		}
		s.rarity[i] = s.idf(n)
	}
}

// value is what a match of a form is worth. A word is as rare as it is, in
// whatever form it was found; a derived form or a part is rare by itself.
func (s *scorer) value(u use, freq int) float64 {
	f := s.q.words[u.word].forms[u.form]
	if f.grounds && f.part == whole {
		return f.weight * s.rarity[u.word]
	}
	return f.weight * s.idf(freq)
}

// read tells what a document's matched terms say, in a reading that is new.
func (s *scorer) read(r *reading, matched []int) {
	words := s.q.words
	var parts map[int]map[int]float64 // by compound word: the best weight of each part
	for _, t := range matched {
		for _, u := range s.q.terms[t].uses {
			f := words[u.word].forms[u.form]
			value := s.value(u, s.freq[t])
			if f.part != whole {
				if parts == nil {
					parts = map[int]map[int]float64{}
				}
				if parts[u.word] == nil {
					parts[u.word] = map[int]float64{}
				}
				parts[u.word][f.part] = max(parts[u.word][f.part], value)
				continue
			}
			r.values[u.word] = max(r.values[u.word], value)
			if f.grounds {
				r.borne.add(u.word)
			}
		}
	}
	for w, found := range parts {
		s.readParts(r, w, found)
	}
	for w, v := range r.values {
		if v > 0 && !r.borne.has(w) {
			r.derived.add(w)
		}
	}
}

// readParts counts a compound by its parts: all of them bear it out, some of
// them rank by their share.
func (s *scorer) readParts(r *reading, w int, found map[int]float64) {
	sum := 0.0
	for part := range s.q.words[w].parts {
		sum += found[part] // in order, so that rounding is always the same
	}
	r.values[w] = max(r.values[w], sum/float64(s.q.words[w].parts))
	if len(found) == s.q.words[w].parts {
		r.borne.add(w)
	}
}

// keeps is the share of its weight that a word keeps.
func (s *scorer) keeps(w int) float64 {
	if s.speakers.has(w) {
		return tuned.speakerName
	}
	return 1
}

// sum is BM25 of a document of length content words.
func (s *scorer) sum(r *reading, length uint32) float64 {
	return r.total * norm(length)
}

// norm is what BM25 makes of a document's length in content words.
func norm(length uint32) float64 {
	return (tuned.k1 + 1) / (tuned.k1*(1-tuned.b+tuned.b*float64(length)/tuned.usualLength) + 1)
}

// sumOf adds up what a reading's words are worth, those in without left out.
func (s *scorer) sumOf(r *reading, without wordSet) float64 {
	sum := 0.0
	for w, v := range r.values {
		if v > 0 && !without.has(w) {
			sum += v * s.keeps(w)
		}
	}
	return sum
}

// placeIn finds the best of the turns that a memory comes from.
func (c *candidate) placeIn(talk *conversation) {
	for i := range c.sources {
		o := &c.sources[i]
		t := talk.at(o.place)
		if t != nil && t.session == o.session && (c.turn == nil || t.score+t.context > c.turn.score+c.turn.context) {
			c.turn = t
		}
	}
}

// shareTurns tells each memory what share of its turn comes to it: all to the
// one that says most of it, to another by what it says.
func shareTurns(all []*candidate) {
	for _, c := range all {
		if t := c.turn; t != nil && (t.says == nil || saysMore(c, t.says)) {
			t.says = c
		}
	}
	for _, c := range all {
		if c.turn == nil {
			continue
		}
		switch o := c.turn.says; {
		case o == c || o.own > 0 && c.own >= o.own:
			c.share = 1
		case o.own == 0:
			c.share = tuned.otherSaying
		default:
			c.share = tuned.otherSaying + (1-tuned.otherSaying)*c.own/o.own
		}
	}
}

// saysMore orders the memories of one turn.
func saysMore(a, b *candidate) bool {
	if a.own != b.own {
		return a.own > b.own
	}
	if a.length != b.length {
		return a.length > b.length
	}
	return a.id() < b.id()
}

// setBase adds up what a memory, its turn and what surrounds them say.
func (c *candidate) setBase() {
	c.base = c.own
	if c.turn == nil {
		return
	}
	t := c.turn
	c.base = tuned.sentence*c.own + c.share*((1-tuned.sentence)*max(t.score, c.own)+t.context)
}

// weighAll works out all of a score but the power.
func (s *scorer) weighAll(all []*candidate) {
	for _, c := range all {
		c.setBase()
		c.plain = c.base
	}
	s.boost(all)
	worth := s.worth(all)
	best := bestBase(all)
	var target float64
	if best != nil {
		target = s.covered(best, worth)
	}
	for _, c := range all {
		c.apart = 1
		if target > 0 {
			c.apart = min(1, s.covered(c, worth)/target)
		}
	}
}

// boost applies what is known of a memory besides its words.
func (s *scorer) boost(all []*candidate) {
	oldest, newest := kaibo.Forever, -kaibo.Forever
	for _, c := range all {
		oldest, newest = min(oldest, c.from), max(newest, c.from)
	}
	for _, c := range all {
		if newest > oldest {
			age := (float64(c.from) - float64(oldest)) / (float64(newest) - float64(oldest))
			c.base *= 1 + tuned.recency*age
		}
		if s.names.at(c.kind).asked {
			c.base *= tuned.ofType
		}
		if c.named = s.namedActor(c); c.named {
			c.base *= s.actorGain(c)
		}
		if s.wants.role != anyone && slices.ContainsFunc(c.sources, func(o origin) bool { return s.names.at(o.role).role == s.wants.role }) {
			c.base *= tuned.role
		}
		c.base *= 1 + s.wants.dated(c.saidAt())
	}
}

// saidAt is when what a memory says was said.
func (c *candidate) saidAt() kaibo.Time {
	if c.turn != nil {
		return c.turn.at
	}
	return c.from
}

// weigh adds to the score of a candidate what its text and its record say.
func (s *scorer) weigh(c *candidate) {
	if !c.settled() || c.gone || c.weighed {
		return
	}
	c.weighed = true
	confidence := provisionalConfidence
	if c.rec != nil {
		confidence = c.rec.Confidence
	}
	gain := 1 + tuned.confidence*(min(max(confidence, 0), 1)-usualConfidence)
	if s.wants.time || s.wants.number {
		hasTime, hasNumber := s.wants.answersWith(c.wording().text, c.saidAt())
		c.answers = hasTime || hasNumber
		if hasTime {
			gain += tuned.timeAsked
		}
		if hasNumber {
			gain += tuned.numberAsked
		}
	}
	c.score = round(c.score * gain)
}

// mostGain is the most that weighing adds to a score.
func (s *scorer) mostGain() float64 {
	gain := 1 + tuned.confidence*(1-usualConfidence)
	if s.wants.time {
		gain += tuned.timeAsked
	}
	if s.wants.number {
		gain += tuned.numberAsked
	}
	return gain
}

// namedActor reports whether a person whom the question names said c, and
// notes that c bears that name out.
func (s *scorer) namedActor(c *candidate) bool {
	if !s.q.people {
		return false
	}
	named := wordSet{}
	for i := range c.sources {
		named = named.union(s.names.at(c.sources[i].actor).named)
	}
	c.byActor = named.minus(c.borne)
	c.borne = c.borne.union(named)
	return !named.empty()
}

// actorGain is what a memory gains that a person whom the question names said:
// the first of them is most often whom it is about.
func (s *scorer) actorGain(c *candidate) float64 {
	for w := range s.q.words {
		if !s.speakers.has(w) {
			continue
		}
		if slices.ContainsFunc(c.sources, func(o origin) bool { return s.names.at(o.actor).named.has(w) }) {
			return tuned.actor
		}
		return tuned.actorToo
	}
	return tuned.actor
}

// bestBase returns the candidate that holds with the greatest base, or the
// best upcoming one when none does.
func bestBase(all []*candidate) *candidate {
	var best *candidate
	for _, c := range all {
		if best == nil || c.state < best.state ||
			c.state == best.state && (c.base > best.base || c.base == best.base && c.id() < best.id()) {
			best = c
		}
	}
	return best
}

// worth returns what each word is worth in telling the rivals apart.
func (s *scorer) worth(all []*candidate) []float64 {
	worth := make([]float64, len(s.q.words))
	best := bestBase(all)
	if best == nil {
		return worth
	}
	rivals := 0
	bearing := make([]int, len(worth))
	for _, c := range all {
		if c.state != best.state || c.base < best.base/2 {
			continue
		}
		rivals++
		for w := range bearing {
			if c.borne.has(w) {
				bearing[w]++
			}
		}
	}
	for w := range worth {
		share := 0.0
		if rivals > 1 {
			share = float64(bearing[w]) / float64(rivals)
		}
		worth[w] = s.rarity[w] * (1 - tuned.shareLost*share)
	}
	return worth
}

// covered is the worth of what a memory covers: what it bears out itself counts
// in full, what its turn does and what the turns around it do in part.
func (s *scorer) covered(c *candidate, worth []float64) float64 {
	sum := 0.0
	near := c.near()
	for w, v := range worth {
		switch {
		case c.borne.has(w):
			sum += v
		case c.turn == nil:
		case c.turn.hit && c.turn.borne.has(w):
			sum += v * tuned.coverTurn * c.share
		case near.has(w):
			sum += v * tuned.coverNear * c.share
		}
	}
	return sum
}

// near is what the turns around that of a memory bear out.
func (c *candidate) near() wordSet {
	if c.turn == nil {
		return wordSet{}
	}
	return c.turn.near()
}

func sumWorth(set wordSet, worth []float64) float64 {
	sum := 0.0
	for w, v := range worth {
		if set.has(w) {
			sum += v
		}
	}
	return sum
}

// digit is the last one of a score: more would show how a machine adds.
const digit = 1e-4

// round keeps the digits of a score.
func round(f float64) float64 { return math.Round(f*1e4) / 1e4 }
