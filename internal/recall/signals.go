package recall

import (
	"math"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// signal is one thing that tells whether a question can be answered. All are 0
// to 1 but the two that compare speakers, which are -1 to 1.
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
	{"cover", 1.843, (*evidence).cover},
	{"coverOwn", 0.629, (*evidence).coverOwn},
	{"coverAll", 0.984, (*evidence).coverAll},
	{"grounded", 0.984, (*evidence).grounded},
	{"rarest", 0.247, (*evidence).rarest},
	{"strength", 2.477, (*evidence).strength},
	{"own", 0.212, (*evidence).ownStrength},
	{"margin", 0.489, (*evidence).margin},
	{"peak", 0.753, (*evidence).peak},
	{"speaker", -0.459, (*evidence).speaker},
	{"speakerOwn", 2.293, (*evidence).speakerOwn},
	{"spoken", -1.190, (*evidence).spoken},
	{"kind", 0.714, (*evidence).kind},
	{"kindMissing", -0.507, (*evidence).kindMissing},
	{"length", 1.700, (*evidence).length},
	{"unknown", -0.859, (*evidence).unknown},
}

// confidenceBias is the constant of the logistic.
const confidenceBias = -4.958

// evidence is what one recall found, for its signals to be read from.
type evidence struct {
	f       *finder
	ranked  []*candidate // what was found, best first
	g       grounding
	covered wordSet // words that the answer bears out
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
	set := c.borne
	if c.turn != nil {
		set = set.union(c.turn.borne).union(c.turn.near)
	}
	return e.share(in(set))
}

// coverOwn is the share that the best candidate bears out by itself.
func (e *evidence) coverOwn() float64 {
	if c := e.top(); c != nil {
		return e.share(in(c.borne))
	}
	return 0
}

// coverAll is the share that the answer bears out together.
func (e *evidence) coverAll() float64 { return e.share(in(e.covered)) }

// grounded is the share that any valid memory bears out.
func (e *evidence) grounded() float64 { return e.share(in(e.g.words)) }

// rarest is the weight of the rarest word that the best candidate lacks, by
// that of the rarest word of all.
func (e *evidence) rarest() float64 {
	c := e.top()
	lacks, most := 0.0, 0.0
	for w := range e.f.q.words {
		v := e.worth(w)
		most = max(most, v)
		if c == nil || !c.borne.has(w) {
			lacks = max(lacks, v)
		}
	}
	if most == 0 {
		return 1
	}
	return lacks / most
}

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

func (e *evidence) total() float64 {
	all := 0.0
	for w := range e.f.q.words {
		all += e.worth(w)
	}
	return all
}

// margin is how far the second candidate lies below the best.
func (e *evidence) margin() float64 { return e.drop(1) }

// peak is how far the tenth candidate does.
func (e *evidence) peak() float64 { return e.drop(9) }

func (e *evidence) drop(i int) float64 {
	switch c := e.top(); {
	case c == nil || c.score <= 0:
		return 0
	case i >= len(e.ranked):
		return 1
	default:
		return min(1, max(0, 1-e.ranked[i].score/c.score))
	}
}

// spoken is 1 when the question names one who speaks.
func (e *evidence) spoken() float64 {
	if e.f.scorer.speakers.empty() {
		return 0
	}
	return 1
}

// speaker compares the best that the named person said with the best that
// anyone else did: 1 when only they speak of it, -1 when only others do.
func (e *evidence) speaker() float64 {
	return e.compare(func(c *candidate) float64 { return c.plain })
}

// speakerOwn is the same of the words alone.
func (e *evidence) speakerOwn() float64 {
	return e.compare(func(c *candidate) float64 { return c.own })
}

func (e *evidence) compare(value func(*candidate) float64) float64 {
	if e.f.scorer.speakers.empty() {
		return 0
	}
	named, others := 0.0, 0.0
	for _, c := range e.ranked {
		if c.named {
			named = max(named, value(c))
		} else {
			others = max(others, value(c))
		}
	}
	if named+others == 0 {
		return 0
	}
	return (named - others) / (named + others)
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

// length grows with the words of the question.
func (e *evidence) length() float64 { return saturate(float64(len(e.f.q.words)) / 4) }

// unknown is 1 when the answer was refused.
func (e *evidence) unknown() float64 {
	if e.refused {
		return 1
	}
	return 0
}
