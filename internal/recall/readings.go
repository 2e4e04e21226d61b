package recall

import (
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// reading is what the words of one document say of the question. It follows
// from which terms the document has alone, so all documents with the same terms
// share one.
type reading struct {
	borne   wordSet   // words of the question that it bears out
	derived wordSet   // words that only a derivation matched
	values  []float64 // by word: weight of the best form times its rarity; 0 is no match
	total   float64   // of the values, what the words keep of them
}

// readings are those of one question.
type readings struct {
	s      *scorer
	byMask table // number in all
	byList map[string]*reading
	all    []*reading
	terms  []int
	slab   []reading // room for readings and for their values, used again by the next question
	values []float64
}

func (r *readings) begin(s *scorer) {
	r.s, r.byList, r.all, r.slab, r.values = s, nil, r.all[:0], r.slab[:0], r.values[:0]
	r.byMask.clear(readingSlots)
}

// readingSlots is room for the sets of terms that documents usually have.
const readingSlots = 128

// maskTerms is how many terms of a question a hit's mask tells.
const maskTerms = 64

// matcher says which terms of the question a hit has: those of the scan that
// found it.
type matcher interface {
	Matched(out []int, h *termindex.RowHit) []int
}

// of returns the reading of a hit.
func (r *readings) of(m matcher, h *termindex.RowHit) *reading {
	if len(r.s.q.terms) > maskTerms {
		return r.ofMany(m, h)
	}
	at, ok := r.byMask.find(h.Terms)
	if !ok {
		*at = uint32(len(r.all))
		r.terms = m.Matched(r.terms[:0], h)
		r.add(r.terms)
	}
	return r.all[*at]
}

// ofMany is of for a question of more terms than a mask has bits.
func (r *readings) ofMany(m matcher, h *termindex.RowHit) *reading {
	r.terms = m.Matched(r.terms[:0], h)
	key := make([]byte, 0, 2*len(r.terms))
	for _, t := range r.terms {
		key = append(key, byte(t), byte(t>>8))
	}
	x, ok := r.byList[string(key)]
	if !ok {
		if r.byList == nil {
			r.byList = map[string]*reading{}
		}
		x = r.add(r.terms)
		r.byList[string(key)] = x
	}
	return x
}

// none is the reading of a document that shares no word with the question.
func (r *readings) none() *reading {
	at, ok := r.byMask.find(0)
	if !ok {
		*at = uint32(len(r.all))
		r.add(nil)
	}
	return r.all[*at]
}

func (r *readings) add(terms []int) *reading {
	x := r.room(len(r.s.q.words))
	r.s.read(x, terms)
	x.total = r.s.sumOf(x, wordSet{})
	r.all = append(r.all, x)
	return x
}

// readingsRoom is for how many readings memory is made at once.
const readingsRoom = 32

// room returns a new reading of so many words. It stays where it is.
func (r *readings) room(words int) *reading {
	if len(r.slab) == cap(r.slab) {
		r.slab = make([]reading, 0, max(readingsRoom, 2*cap(r.slab))) // those made so far stay where they are
	}
	from := len(r.values)
	if from+words > cap(r.values) {
		from, r.values = 0, make([]float64, 0, max(readingsRoom*words, 2*cap(r.values)))
	}
	r.slab, r.values = r.slab[:len(r.slab)+1], r.values[:from+words]
	x := &r.slab[len(r.slab)-1]
	*x = reading{values: r.values[from : from+words : from+words]}
	clear(x.values)
	return x
}

// keep counts again what each is worth, since other words keep their weight.
func (r *readings) keep() {
	for _, x := range r.all {
		x.total = r.s.sumOf(x, wordSet{})
	}
}
