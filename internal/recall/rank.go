package recall

import (
	"cmp"
	"math"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// The parameters of the score; see scorer.
const (
	paramK1         = 1.35 // BM25: how fast a further occurrence stops counting
	paramB          = 0.4  // BM25: how much a long text pays for its length
	shareLost       = 0.9  // of a word's weight, what it loses when all rivals bear it
	leadInterrupts  = 1.01 // a statement made for a bounded time over what it interrupts
	boostActor      = 1.5  // the person named said it
	boostType       = 1.1  // it is of the type asked for
	usualConfidence = 0.9  // of a plain statement; what has no record yet is taken for one
	boostConfidence = 0.2  // what a full point of confidence adds: hearsay and plans come after statements
	boostRecency    = 0.02 // the newest over the oldest: a tie-breaker
	usualLength     = 8    // content words of a statement: fixed, so that a score does not move with what else is stored
)

// candidate is a memory that matched, and what it is worth.
type candidate struct {
	doc     *termindex.Doc
	state   state
	rev     kaibo.Revision
	borne   wordSet   // words of the question that it bears out
	derived wordSet   // words that only a derivation matched
	forms   []float64 // by word: weight of the best form times its idf; 0 is no match
	base    float64   // BM25 of the words, with the boosts
	apart   float64   // of what sets the best one apart, the share that it bears out
	score   float64   // base * apart, rounded

	rec  *kaibo.MemoryRecord      // its text, once fetched
	prov *kaibo.ProvisionalMemory // or this, of a provisional one
	gone bool                     // fetched, and not to be answered
}

// scorer turns matches into scores.
//
// The base of a memory is BM25 by word of the question: the sum over its words
// of weight(form) · idf · (k1+1) / (k1·(1−b+b·length/8) + 1), with the
// best form in which the word is found. Memories are short, so a further
// occurrence in the same one counts nothing. Then come the boosts.
//
// A base alone cannot tell "the limit of the kiln" from nine other limits when
// the store is large: "limit" is then rare, and every rival shares it. So the
// score is base · apart. The rivals are the candidates with at least half of
// the best base; a word that a share s of them bears is worth 1 − 0.9·s; apart
// is the worth of the words that a memory bears out by that of the best one's,
// at most 1. When all rivals bear the same words, as in "what are the limits?",
// apart is 1 for each.
type scorer struct {
	q      *question
	docs   int       // documents of the index: memories and the passages they come from
	freq   []int     // by term of the question, of how many documents
	rarity []float64 // by word: the idf of all documents that bear it out
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

// read fills in what a hit's matched terms say: the words that it bears out
// and its base score without boosts.
func (s *scorer) read(c *candidate, matched []int) {
	words := s.q.words
	c.forms = make([]float64, len(words))
	parts := make(map[int]map[int]float64) // by compound word: the best weight of each part
	for _, t := range matched {
		for _, u := range s.q.terms[t].uses {
			f := words[u.word].forms[u.form]
			value := s.value(u, s.freq[t])
			if f.part != whole {
				if parts[u.word] == nil {
					parts[u.word] = map[int]float64{}
				}
				parts[u.word][f.part] = max(parts[u.word][f.part], value)
				continue
			}
			c.forms[u.word] = max(c.forms[u.word], value)
			if f.grounds {
				c.borne.add(u.word)
			}
		}
	}
	for w, found := range parts {
		s.readParts(c, w, found)
	}
	norm := (paramK1 + 1) / (paramK1*(1-paramB+paramB*float64(c.doc.Length)/usualLength) + 1)
	for w, v := range c.forms {
		c.base += v * norm
		if v > 0 && !c.borne.has(w) {
			c.derived.add(w)
		}
	}
}

// readParts counts a compound by its parts: all of them bear it out, some of
// them rank by their share.
func (s *scorer) readParts(c *candidate, w int, found map[int]float64) {
	sum := 0.0
	for part := range s.q.words[w].parts {
		sum += found[part] // in order, so that rounding is always the same
	}
	c.forms[w] = max(c.forms[w], sum/float64(s.q.words[w].parts))
	if len(found) == s.q.words[w].parts {
		c.borne.add(w)
	}
}

// rank gives every candidate its score and puts them in order.
func (s *scorer) rank(all []*candidate) {
	s.boost(all)
	worth := s.worth(all)
	best := bestBase(all)
	var target float64
	if best != nil {
		target = sumWorth(best.borne, worth)
	}
	for _, c := range all {
		c.apart = 1
		if target > 0 {
			c.apart = min(1, sumWorth(c.borne, worth)/target)
		}
		c.score = round(c.base * c.apart)
	}
	order(all)
}

// order puts candidates in the order of an answer: what holds before what is
// upcoming, then by score, then the newer, then by id.
func order(all []*candidate) {
	leadInterruptions(all)
	slices.SortFunc(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(a.state, b.state), cmp.Compare(b.score, a.score),
			cmp.Compare(b.rev.ValidFrom, a.rev.ValidFrom), cmp.Compare(a.doc.ID, b.doc.ID))
	})
}

// maxInterruptions bounds the statements for a bounded time that are compared
// with all others.
const maxInterruptions = 64

// leadInterruptions puts a statement that was made for a bounded time, inside
// it, before every one that bears out no word which it does not.
func leadInterruptions(all []*candidate) {
	left := maxInterruptions
	for _, c := range all {
		if left == 0 {
			return
		}
		if c.state != holds || !interrupts(c.rev) {
			continue
		}
		left--
		for _, o := range all {
			if o.state == holds && !interrupts(o.rev) && !o.borne.empty() && o.borne.minus(c.borne).empty() {
				c.score = max(c.score, round(o.score*leadInterrupts))
			}
		}
	}
}

// boost applies what is known of a memory besides its words.
func (s *scorer) boost(all []*candidate) {
	oldest, newest := kaibo.Forever, -kaibo.Forever
	for _, c := range all {
		oldest, newest = min(oldest, c.rev.ValidFrom), max(newest, c.rev.ValidFrom)
	}
	for _, c := range all {
		if newest > oldest {
			age := (float64(c.rev.ValidFrom) - float64(oldest)) / (float64(newest) - float64(oldest))
			c.base *= 1 + boostRecency*age
		}
		if s.q.types[c.doc.Type] {
			c.base *= boostType
		}
		if s.namedActor(c) {
			c.base *= boostActor
		}
	}
}

// weigh adds to the score what a memory's record says of it.
func (c *candidate) weigh(confidence float64) {
	c.score = round(c.score * (1 + boostConfidence*(min(max(confidence, 0), 1)-usualConfidence)))
}

// namedActor reports whether a person whom the question names said c, and
// notes that c bears that name out.
func (s *scorer) namedActor(c *candidate) bool {
	named := wordSet{}
	for _, source := range c.doc.Sources {
		named = named.union(s.q.named(source.Actor))
	}
	c.borne = c.borne.union(named)
	return !named.empty()
}

// bestBase returns the candidate that holds with the greatest base, or the
// best upcoming one when none does.
func bestBase(all []*candidate) *candidate {
	var best *candidate
	for _, c := range all {
		if best == nil || c.state < best.state ||
			c.state == best.state && (c.base > best.base || c.base == best.base && c.doc.ID < best.doc.ID) {
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
		worth[w] = s.rarity[w] * (1 - shareLost*share)
	}
	return worth
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

// round keeps four decimals: more would show how a machine adds.
func round(f float64) float64 { return math.Round(f*1e4) / 1e4 }
