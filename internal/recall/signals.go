package recall

import (
	"math"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// signal is one thing that tells whether a question can be answered. All are 0
// to 1.
type signal struct {
	name   string
	weight float64 // in the logistic; see confidence
	of     func(*evidence) float64
}

// signals are what abstain.confidence is made of:
//
//	confidence = 1 / (1 + exp(-(bias + Σ weight · signal)))
//
// The weights are a logistic regression over questions that can be answered,
// questions about what was never said, and questions of another project;
// docs/evaluation.md says how it was fitted and how well it is calibrated.
var signals = []signal{
	{"cover", 1.235, (*evidence).cover},
	{"coverOwn", 0.659, (*evidence).coverOwn},
	{"grounded", 1.049, (*evidence).grounded},
	{"strength", 2.394, (*evidence).strength},
	{"both", 1.833, (*evidence).both},
	{"own", 0.192, (*evidence).ownStrength},
	{"namedCover", 2.055, (*evidence).namedCover},
	{"otherCover", -3.396, (*evidence).otherCover},
	{"phrase", 1.529, (*evidence).phrase},
	{"dated", 1.179, (*evidence).dated},
	{"datedMissing", -0.471, (*evidence).datedMissing},
	{"spoken", -0.999, (*evidence).spoken},
	{"kind", 0.658, (*evidence).kind},
	{"kindMissing", -0.599, (*evidence).kindMissing},
	{"unknown", -0.786, (*evidence).unknown},
}

// confidenceBias is the constant of the logistic.
const confidenceBias = -2.519

// evidence is what one recall found, for its signals to be read from.
type evidence struct {
	f       *finder
	ranked  []*candidate // what was found, best first
	g       grounding
	refused bool
}

// confidence says how sure recall is that the question can be answered from
// what it holds.
func (e *evidence) confidence() float64 {
	z := float64(confidenceBias)
	for _, s := range signals {
		z += s.weight * s.of(e)
	}
	return round(1 / (1 + math.Exp(-z)))
}

// values returns the signals by name, for a trace.
func (e *evidence) values() map[string]float64 {
	out := make(map[string]float64, len(signals))
	for _, s := range signals {
		out[s.name] = round(s.of(e))
	}
	return out
}

func (e *evidence) top() *candidate {
	if len(e.ranked) == 0 {
		return nil
	}
	return e.ranked[0]
}

// bigramWorth is what two neighbouring characters are worth of a word's weight:
// neighbouring bigrams overlap.
const bigramWorth = 0.5

// worth is what a word weighs among those of the question. The name of one who
// speaks is left out: who said it is a signal of its own.
func (e *evidence) worth(w int) float64 {
	if e.f.scorer.speakers.has(w) {
		return 0
	}
	v := e.f.scorer.rarity[w]
	if e.f.q.words[w].kind == lang.Bigram {
		v *= bigramWorth
	}
	return v
}

// share is the share of the question's worth that its words have for which has
// tells how far they count.
func (e *evidence) share(has func(w int) float64) float64 {
	sum, all := 0.0, 0.0
	for w := range e.f.q.words {
		v := e.worth(w)
		all += v
		sum += v * has(w)
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

func in(set wordSet) func(int) float64 {
	return func(w int) float64 {
		if set.has(w) {
			return 1
		}
		return 0
	}
}

// cover is the share of the question that the best candidate bears out with
// its turn and the turns around it.
func (e *evidence) cover() float64 {
	c := e.top()
	if c == nil {
		return 0
	}
	return e.share(in(c.surrounded()))
}

// surrounded is what a candidate bears out with its turn and the turns around
// it.
func (c *candidate) surrounded() wordSet {
	if c.turn == nil {
		return c.borne
	}
	return c.borne.union(c.turn.borne).union(c.near())
}

// coverOwn is the share that the best candidate bears out by itself.
func (e *evidence) coverOwn() float64 {
	if c := e.top(); c != nil {
		return e.coverOf(c)
	}
	return 0
}

// grounded is the share that any valid memory bears out.
func (e *evidence) grounded() float64 { return e.share(in(e.g.words)) }

// saturate maps 0 to infinity onto 0 to 1.
func saturate(x float64) float64 { return x / (1 + x) }

// strength is the base of the best candidate by what the question is worth.
func (e *evidence) strength() float64 {
	c, all := e.top(), e.total()
	if c == nil || all == 0 {
		return 0
	}
	return saturate(c.plain / all)
}

// ownStrength is the same of its own words.
func (e *evidence) ownStrength() float64 {
	c, all := e.top(), e.total()
	if c == nil || all == 0 {
		return 0
	}
	return saturate(c.own / all)
}

// both is high only where cover and strength are.
func (e *evidence) both() float64 { return e.cover() * e.strength() }

// total is what the question is worth.
func (e *evidence) total() float64 {
	all := 0.0
	for w := range e.f.q.words {
		all += e.worth(w)
	}
	return all
}

// spoken is 1 when the question names one who speaks.
func (e *evidence) spoken() float64 {
	if e.f.scorer.speakers.empty() {
		return 0
	}
	return 1
}

// namedCover is the greatest share of the question that anything which the
// named person said bears out by itself; otherCover that of all the others.
func (e *evidence) namedCover() float64 { return e.bestOf(true, e.coverOf) }
func (e *evidence) otherCover() float64 { return e.bestOf(false, e.coverOf) }

func (e *evidence) coverOf(c *candidate) float64 { return e.share(in(c.borne)) }

// bestOf is the best of what the named person said, or of all the rest; 0 when
// the question names nobody who speaks.
func (e *evidence) bestOf(named bool, value func(*candidate) float64) float64 {
	best := 0.0
	if e.f.scorer.speakers.empty() {
		return 0
	}
	for _, c := range e.ranked {
		if c.named == named {
			best = max(best, value(c))
		}
	}
	return best
}

// kind is 1 when the best candidate has the time or the number asked for,
// kindMissing when one is asked for and the best has none.
func (e *evidence) kind() float64        { return e.kindIs(true) }
func (e *evidence) kindMissing() float64 { return e.kindIs(false) }

func (e *evidence) kindIs(there bool) float64 {
	c := e.top()
	if c == nil || !e.f.scorer.wants.time && !e.f.scorer.wants.number || c.answers != there {
		return 0
	}
	return 1
}

// dated is 1 when the best candidate was said at a date that the question
// names, datedMissing when it names one and the best was not.
func (e *evidence) dated() float64        { return e.datedIs(true) }
func (e *evidence) datedMissing() float64 { return e.datedIs(false) }

func (e *evidence) datedIs(there bool) float64 {
	c := e.top()
	if c == nil || len(e.f.scorer.wants.dates) == 0 || (e.f.scorer.wants.dated(c.saidAt()) > 0) != there {
		return 0
	}
	return 1
}

// together is how many tokens may stand between two words for them to be together.
const together = 3

// phrase is the share of the question's neighbouring words that one of the best
// three candidates has together too.
func (e *evidence) phrase() float64 {
	pairs := len(e.f.q.words) - 1
	if pairs < 1 {
		return 0
	}
	best := 0
	for _, c := range e.ranked[:min(len(e.ranked), 3)] {
		if c.settled() && !c.gone {
			best = max(best, e.f.q.pairsIn(c.wording().text))
		}
	}
	return float64(best) / float64(pairs)
}

// pairsIn counts the words of the question that stand close to the next one in
// a text.
func (q *question) pairsIn(s string) int {
	t := q.readText(s)
	last := make([]int, len(q.words)) // token after the one at which each word was met last; 0 for none
	found := make([]bool, len(q.words))
	for i, uses := range t.bears {
		for _, u := range uses {
			last[u.word] = i + 1
			for _, o := range [...]int{u.word - 1, u.word + 1} {
				if o >= 0 && o < len(last) && last[o] > 0 && i+1-last[o] <= together {
					found[min(o, u.word)] = true
				}
			}
		}
	}
	n := 0
	for _, ok := range found {
		if ok {
			n++
		}
	}
	return n
}

// unknown is 1 when the answer was refused.
func (e *evidence) unknown() float64 {
	if e.refused {
		return 1
	}
	return 0
}
