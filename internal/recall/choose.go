package recall

import (
	"context"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

// pick is an item of the answer in the making.
type pick struct {
	c      *candidate
	item   Item
	borne  wordSet // by the text as it is returned
	saying *saying
}

// chooser packs the smallest set that answers.
type chooser struct {
	f       *finder
	lib     *library
	q       Query
	half    float64   // share of the best's score at which an item enters
	best    float64   // score of the best candidate, whether it fits or not; -1 before there is one
	worth   []float64 // of the words, for cutting quotes
	picks   []*pick
	taken   map[string]bool // by memory id
	covered wordSet         // words that the picks bear out, and the best
	used    int
	tooLong bool // something was left out because it did not fit
	misfits int  // how many were, since the last that did fit
}

// batch is how many candidates are read ahead: what one Get takes.
const batch = kaibo.MaxGetKeys

// maxMisfits is how many candidates in a row are tried in vain, whole and cut
// short, before what is left of the budget is given up.
const maxMisfits = 24

// choose goes through ranked candidates and takes those that enter.
func (ch *chooser) choose(ctx context.Context, ranked []*candidate, enters func(*candidate) string) error {
	for i, c := range ranked {
		if ch.used >= ch.q.Budget || ch.misfits >= maxMisfits {
			return nil
		}
		if ch.taken[c.doc.ID] || c.gone || enters(c) == "" {
			continue
		}
		if !c.settled() {
			if err := ch.lib.fetch(ctx, ch.ahead(ranked[i:], enters)); err != nil {
				return err
			}
		}
		if c.gone {
			continue
		}
		if err := ch.take(ctx, c, enters(c)); err != nil {
			return err
		}
	}
	return nil
}

// fewAhead is how many are read ahead at least.
const fewAhead = 8

// ahead returns the next candidates that may enter, as many as the budget has
// room for twice over, for some of them say nothing new; at most what one Get
// takes.
func (ch *chooser) ahead(ranked []*candidate, enters func(*candidate) string) []*candidate {
	var out []*candidate
	room := 2 * (ch.q.Budget - ch.used)
	for _, c := range ranked {
		if len(out) == batch || len(out) >= fewAhead && room <= 0 {
			break
		}
		if !c.settled() && enters(c) != "" {
			out = append(out, c)
			room -= c.doc.Tokens
		}
	}
	return out
}

// entersSmallest is the rule of the smallest set: the best; what scores at
// least a share of it; what bears out a word that nothing before it did. When
// the best is too long for the budget its words are spoken for all the same:
// another limit, because it is short, is no answer to what was asked.
func (ch *chooser) entersSmallest(c *candidate) string {
	switch {
	case !c.grounded():
		return "" // only derived forms match: that ranks and is no answer
	case ch.best < 0:
		return ChosenBest
	case c.score >= ch.half*ch.best:
		return ChosenScore
	case ch.f.q.adds(c.borne, ch.covered):
		return ChosenWord
	}
	return ""
}

// grounded reports whether a candidate bears out a word of the question, or its
// passage does, or the question that it answers: an answer need not repeat what
// it was asked. What merely stands beside a statement answers nothing.
func (c *candidate) grounded() bool {
	return !c.borne.empty() || c.turn != nil && !c.turn.borne.union(c.turn.answers()).empty()
}

// adds reports whether set bears out a word that covered does not. Two
// characters in a row are less than a word: of them it takes two.
func (q *question) adds(set, covered wordSet) bool {
	bigrams := 0
	for i := range q.words {
		if !set.has(i) || covered.has(i) {
			continue
		}
		if q.words[i].kind != lang.Bigram {
			return true
		}
		bigrams++
	}
	return bigrams > 1
}

// entersFill lets everything through that bears out a word.
func (ch *chooser) entersFill(c *candidate) string {
	if !c.grounded() {
		return ""
	}
	return ChosenFill
}

// entersPast lets through what no longer holds and scores as the smallest set
// must.
func (ch *chooser) entersPast(c *candidate) string {
	if !c.grounded() || c.score < ch.half*ch.best {
		return ""
	}
	return ChosenPast
}

// take adds a candidate if it says something new and fits, and after it those
// that conflict with it.
func (ch *chooser) take(ctx context.Context, c *candidate, how string) error {
	if ch.best < 0 {
		ch.best, ch.covered = c.score, c.borne
	}
	p, ok := ch.fit(c)
	if !ok || !ch.isNews(p, how) {
		return nil
	}
	ch.add(p, how)
	if how == ChosenConflict || c.rev.Conflicts == nil {
		return nil
	}
	return ch.takeConflicts(ctx, c)
}

func (ch *chooser) add(p *pick, how string) {
	ch.picks = append(ch.picks, p)
	ch.taken[p.c.doc.ID] = true
	ch.covered = ch.covered.union(p.borne)
	ch.used += p.item.Tokens
	ch.misfits = 0
	if ch.q.Trace {
		p.item.Why = ch.why(p, how)
	}
}

// takeConflicts takes the valid memories that conflict with c.
func (ch *chooser) takeConflicts(ctx context.Context, c *candidate) error {
	rivals := ch.rivals(c)
	if err := ch.lib.fetch(ctx, rivals); err != nil {
		return err
	}
	for _, r := range rivals {
		if r.gone || ch.taken[r.doc.ID] {
			continue
		}
		if err := ch.take(ctx, r, ChosenConflict); err != nil {
			return err
		}
	}
	return nil
}

// rivals makes candidates of the valid memories that conflict with c.
func (ch *chooser) rivals(c *candidate) []*candidate {
	var out []*candidate
	for _, id := range c.rev.Conflicts {
		d, ok := ch.f.reader.Doc(id)
		if !ok || !ch.f.lets(d) {
			continue
		}
		st, rev := ch.f.state(d)
		if st == holds || st == upcoming {
			out = append(out, &candidate{doc: d, state: st, rev: &rev, from: rev.ValidFrom, bounded: interrupts(rev), reading: &reading{}, score: min(c.score, c.score*ch.half)})
		}
	}
	return out
}

// fit gives a candidate its text: whole, or the best shorter quote. A
// provisional memory is a whole event, of which its best sentence speaks.
func (ch *chooser) fit(c *candidate) (*pick, bool) {
	w := c.wording()
	piece := cut{end: len(w.text), tokens: w.tokens, borne: c.borne}
	if piece.tokens <= ch.q.Budget-ch.used { // what the record says is enough to leave it out by, not to take it by
		piece.tokens = tokens.Count(w.text)
	}
	if c.prov != nil {
		piece = ch.f.q.bestSentence(w.text, ch.worth)
	}
	if left := ch.q.Budget - ch.used; piece.tokens > left {
		from, quote := 0, w.quote
		if c.prov != nil {
			from, quote = piece.start, w.quote[piece.start:piece.end]
		}
		short, ok := ch.f.q.shorten(quote, left, ch.worth)
		if !ok {
			ch.tooLong = true
			ch.misfits++
			return nil, false
		}
		piece = cut{start: from + short.start, end: from + short.end, tokens: short.tokens, borne: short.borne}
		w.form, w.text = FormQuote, w.quote
	}
	citations := ch.lib.citations(c)
	if w.form == FormQuote {
		w.text = w.text[piece.start:piece.end]
		citations[0].Start, citations[0].End = citations[0].Start+piece.start, citations[0].Start+piece.end
	}
	w.tokens = piece.tokens
	return &pick{c: c, item: ch.f.item(c, w, citations), borne: piece.borne, saying: newSaying(w.text)}, true
}

// isNews reports whether a pick says what no pick before it does. Of one event
// a further span must bear out as many words as the best of it, or another.
func (ch *chooser) isNews(p *pick, how string) bool {
	for _, o := range ch.picks {
		if same(p.saying, o.saying) {
			return false
		}
		if how != ChosenScore || !sameEvent(p, o) {
			continue
		}
		if p.borne.count() < o.borne.count() && !ch.f.q.adds(p.borne, ch.covered) {
			return false
		}
	}
	return true
}

func sameEvent(a, b *pick) bool {
	return a.item.Citations[0].EventID == b.item.Citations[0].EventID
}

// inOrder sorts the picks: what holds, what is upcoming, what is past.
func (ch *chooser) inOrder() {
	slices.SortStableFunc(ch.picks, func(a, b *pick) int { return int(a.c.state) - int(b.c.state) })
}
