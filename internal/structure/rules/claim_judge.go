package rules

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// claimed tells how the later claim stands to the earlier, where the frames
// saw no relation.
func claimed(a, b *frame) (verdict, bool) {
	if a.row != nil || b.row != nil {
		return verdict{}, false
	}
	x, y := oneLanguage(a, b)
	if x == nil || y == nil || !y.stands() || y.urges() || x.urges() && !a.task {
		return verdict{}, false
	}
	m := meetClaims(x, y)
	switch {
	case a.owed() && !a.exhorts() && m.done(a):
		return verdict{relation: structure.Completes}, true
	case m.reversed(a):
		return m.reversal(), true
	case !a.record || a.claim.signs&saysHas != 0:
		if m.ended() {
			if v, ok := m.replaced(a, b); ok && !v.loose {
				return v, true
			}
			return verdict{relation: structure.Cancels}, true
		}
	}
	if a.record && b.cues&corrects == 0 {
		return verdict{}, false
	}
	if m.flipped(b) || m.recalled() {
		return replacing(b, false)
	}
	if v, ok := m.replaced(a, b); ok {
		return v, true
	}
	if v, ok := m.amended(b); ok {
		return v, true
	}
	if m.mended(b) || m.forgone(a, b) {
		return verdict{relation: structure.Cancels}, true
	}
	if m.givenUp(a, b) {
		return replacing(b, false)
	}
	if m.shifted(a, b) || m.prefers(b) {
		return replacing(b, false)
	}
	return m.restated(a, b)
}

// urges tells a sentence that asserts nothing by its form: it begins with a
// gerund, or with a call to do something together.
func (c *claim) urges() bool {
	w := &c.ws[0]
	if len(c.ws) > 1 && c.book == books[lang.English] && strings.HasSuffix(w.s, "ing") && c.ws[1].grain != grainSign && c.ws[1].class != function {
		return true
	}
	return w.verb.form == gerund && w.verb.lemma != "" && !(len(c.ws) > 1 && c.ws[1].class == function && c.ws[1].signs != 0) || w.s == "let's" || w.s == "let" || w.s == "keep" || w.s == "please"
}

// oneLanguage reads two claims in one language, the one that fits both best: a
// short statement is easily taken for one of a neighbouring language.
func oneLanguage(f, g *frame) (x, y *claim) {
	a, b := f.claim, g.claim
	switch {
	case a == nil && b == nil, a != nil && b != nil && a.book == b.book:
		return a, b
	case a == nil:
		return claimOf(f.words, b.language), b
	case b == nil, a.book.knows(a.ws)+a.book.knows(b.ws) > b.book.knows(a.ws)+b.book.knows(b.ws):
		return a, claimOf(g.words, a.language)
	}
	return claimOf(f.words, b.language), b
}

// stands tells whether the statement says what is so.
func (c *claim) stands() bool {
	for i := range c.ws {
		if w := &c.ws[i]; w.signs&saysUnreal != 0 && (w.run == 0 || w.run&saysUnreal != 0) { // "it should read" is no wish
			return false
		}
	}
	return true
}

// once tells one time of a thing that the earlier says happens again and
// again: it leaves the rule alone.
func once(a, b *frame) bool {
	if a.claim == nil || b.cues&onetime == 0 || a.claim.signs&saysEvery == 0 && !a.claim.recurs() {
		return false
	}
	for i := range b.claim.words() {
		if onward[b.claim.ws[i].s] {
			return false // "starting next week" is from then on
		}
	}
	return true
}

// routines are what happens again and again by its nature.
var routines = set("standup stand-up retro scrum jour-fixe rehearsal practice training lesson lessons class classes shift")

// recurs tells a claim that is about a routine and names no day.
func (c *claim) recurs() bool {
	f := c.first()
	if f == nil || c.dated() {
		return false
	}
	h := c.headWord(f)
	return h >= 0 && routines[c.ws[h].s]
}

// onward open the time from which something holds.
var onward = set("starting beginning effective from ab partir compter dès desde")

// words are the words of a claim that may be nil.
func (c *claim) words() []claimWord {
	if c == nil {
		return nil
	}
	return c.ws
}

// residue answers the words of a chunk that the other claim has not.
func residue(c *claim, ch *chunk, in []bool) []int {
	var out []int
	for i := ch.lo; i < ch.hi; i++ {
		if c.ws[i].grain == grainContent && !in[i] {
			out = append(out, i)
		}
	}
	if c.german && len(out) > 0 {
		return c.nounsOf(ch, out)
	}
	return out
}

// nounsOf leaves out verbs and qualities beside nouns: German writes only
// nouns with a capital.
func (c *claim) nounsOf(ch *chunk, words []int) []int {
	nouns := false
	for k := ch.lo; k < ch.hi; k++ {
		if w := &c.ws[k]; w.grain == grainContent && (w.name || w.value()) {
			nouns = true
		}
	}
	if !nouns {
		return words
	}
	out := words[:0]
	for _, k := range words {
		if w := &c.ws[k]; w.name || w.value() {
			out = append(out, k)
		}
	}
	return out
}

// odd is a chunk of one claim with what the other has not.
type odd struct {
	c     *claim
	ch    *chunk
	words []int
	whole bool // nothing of the chunk is in the other
}

// odds lists the chunks of a claim that are not wholly in the other. Chunks of
// clauses that are not looked at, and given-up values, are left out.
func (m *meeting) odds(c *claim, in []bool) []odd {
	var out []odd
	for i := range c.chunks {
		ch := &c.chunks[i]
		if c == m.b && (!m.used[ch.clause] || m.former[i]) {
			continue
		}
		if r := residue(c, ch, in); len(r) > 0 {
			n := 0
			for k := ch.lo; k < ch.hi; k++ {
				if c.ws[k].grain == grainContent {
					n++
				}
			}
			out = append(out, odd{c: c, ch: ch, words: r, whole: len(r) == n})
		}
	}
	return out
}

// shape is the sort of value that an odd chunk is by its words alone.
func (o *odd) shape() slots {
	for _, i := range o.words {
		switch o.c.ws[i].class {
		case date, clock:
			return slotTime
		case number, unit:
			if o.address(i) {
				return 0
			}
			return slotAmount
		case ident:
			return slotCode
		}
	}
	return 0
}

// address tells a number that stands with a name: "12 Elm Row".
func (o *odd) address(i int) bool {
	if o.c.language != lang.English || o.c.ws[i].class != number || i+1 >= o.ch.hi {
		return false
	}
	next := &o.c.ws[i+1]
	return next.name && next.class == plain && measureOf(next.s) < 0 && next.grain == grainContent
}

// attr is the slot that the chunk names, when it is a noun for one.
func (o *odd) attr() string {
	sort := ""
	for _, i := range o.words {
		s := o.c.book.attr[o.c.ws[i].s]
		if s == "" {
			return ""
		}
		sort = s
	}
	return sort
}

// replaced tells whether one value of the earlier gives way to one of the
// later. It looks at all clauses of the later, then at each that stands alone.
func (m *meeting) replaced(a, b *frame) (verdict, bool) {
	if v, ok := m.slotwise(a, b); ok || len(m.used) == 1 {
		return v, ok
	}
	for pick, carries := range m.carrying() {
		if !carries {
			continue
		}
		for i := range m.used {
			m.used[i] = i == pick
		}
		m.align()
		if v, ok := m.slotwise(a, b); ok {
			return v, true
		}
	}
	for i := range m.used {
		m.used[i] = true
	}
	m.align()
	return verdict{}, false
}

// carrying tells which clauses have words in common with the earlier.
func (m *meeting) carrying() []bool {
	out := make([]bool, len(m.used))
	for i := range m.b.ws {
		if w := &m.b.ws[i]; m.inA[i] && w.grain == grainContent {
			out[w.clause] = true
		}
	}
	return out
}

// usedSigns are the signs of the clauses that are looked at.
func (m *meeting) usedSigns() sign {
	var out sign
	for i, on := range m.used {
		if on {
			out |= m.b.clauses[i]
		}
	}
	return out
}

func (m *meeting) slotwise(a, b *frame) (verdict, bool) {
	s := m.usedSigns() | m.b.signs&saysWrong
	if s&saysAdds != 0 || m.denied() || m.a.denies() || s&saysPast != 0 && m.a.signs&saysPast == 0 && s&saysWrong == 0 || !m.formerHeld() {
		return verdict{}, false
	}
	if b.form == past && !b.passive && a.lemma == b.lemma && a.form != past && b.cues&corrects == 0 && s&changesSlot&^saysNow == 0 {
		return verdict{}, false // it was so
	}
	if otherEnd(a.lemma, b.lemma) || !m.b.brief(m.used) || !m.a.brief(nil) {
		return verdict{}, false
	}
	told := s&changesSlot != 0 || m.renewed() || b.cues&(changes|corrects) != 0
	for i := range m.former {
		told = told || m.former[i] // it names what was so
	}
	fresh, stale := m.fresh(), m.stale()
	for i := range fresh {
		told = told || fresh[i].ch.prep == "since" && fresh[i].shape() == slotTime
	}
	if len(fresh) == 0 || len(stale) == 0 {
		return verdict{}, false
	}
	for ni := range fresh {
		for oi := range stale {
			n, o := &fresh[ni], &stale[oi]
			if a.task && n.shape() != slotTime && !n.personal() {
				continue // a duty has a term and someone who has it
			}
			if !m.fits(n, o, s) && !(told && m.sits(a, b, n, o)) || !m.restOfB(fresh, n, o, told) {
				continue
			}
			loose, ok := m.restOfA(stale, n, o)
			if !ok || !m.grounded(n, o) && !m.oneState(a, b, n, o) && !m.oneKind(n, o) {
				continue
			}
			if !told && !(loose && m.elsewhereNow(n, o)) && (loose && !m.partial(n, o) || !m.single(a, b, n, o)) {
				continue
			}
			v, _ := replacing(b, loose)
			if (s&saysWrong != 0 || len(m.former) > 0 && m.former[0] && m.asideDenied[0]) && b.cues&changes == 0 {
				v.relation = structure.Corrects
			}
			return v, true
		}
	}
	return verdict{}, false
}

// ends of a stretch: when it starts is not when it ends.
var (
	startVerbs = set("start begin open depart leave")
	endVerbs   = set("end close finish arrive")
)

func otherEnd(a, b string) bool {
	return startVerbs[a] && endVerbs[b] || endVerbs[a] && startVerbs[b]
}

// renewed tells "the new room": another one than there was.
func (m *meeting) renewed() bool {
	for i := range m.b.ws {
		if w := &m.b.ws[i]; w.signs&saysNew == 0 || !m.used[w.clause] {
			continue
		}
		for k := i + 1; k < len(m.b.ws) && k < i+4; k++ {
			if w := &m.b.ws[k]; w.grain == grainContent {
				if m.inA[k] || m.b.book.attr[w.s] != "" {
					return true
				}
			}
		}
	}
	return false
}

// denied tells a denial in what is looked at.
func (m *meeting) denied() bool {
	for i := range m.b.ws {
		if w := &m.b.ws[i]; w.denied && m.used[w.clause] && !m.asideDenied[w.clause] {
			return true
		}
	}
	return false
}

// denies tells a claim of what is not so: it has no value to give up.
func (c *claim) denies() bool {
	for i := range c.ws {
		if c.ws[i].denied {
			return true
		}
	}
	return false
}

// formerHeld tells whether what the later gives up is what the earlier has.
func (m *meeting) formerHeld() bool {
	for i, given := range m.former {
		if !given {
			continue
		}
		found := false
		for k := m.b.chunks[i].lo; k < m.b.chunks[i].hi; k++ {
			found = found || m.inA[k] && m.b.ws[k].grain == grainContent
		}
		if !found {
			return false
		}
	}
	return true
}

func (m *meeting) fresh() []odd { return m.odds(m.b, m.inA) }
func (m *meeting) stale() []odd { return m.odds(m.a, m.inB) }

// maxClaimWords bounds what is read as one claim: longer ones tell a story.
const maxClaimWords = 12

// brief tells whether the clauses that are looked at say few things.
func (c *claim) brief(used []bool) bool {
	n := 0
	for i := range c.ws {
		if c.ws[i].grain == grainContent && (used == nil || used[c.ws[i].clause]) {
			n++
		}
	}
	return n <= maxClaimWords
}

// elsewise tells whether what only the later says stands in another slot than
// what only the earlier says: in what a log is written, and to where it goes.
func elsewise(a, b *frame) bool {
	x, y := oneLanguage(a, b)
	if x == nil || y == nil || len(b.with(former)) > 0 {
		return false
	}
	m := meetClaims(x, y)
	fresh, stale := m.fresh(), m.stale()
	if len(fresh) != 1 || len(stale) != 1 || fresh[0].shape() != 0 || stale[0].shape() != 0 {
		return false
	}
	n, o := m.slotOf(&fresh[0]), m.slotOf(&stale[0])
	return n != 0 && o != 0 && n&o == 0
}
