package recall

import "sync"

// space is memory for what one search looks at, used again by later ones.
type space struct {
	places   table // number of a turn in turns
	turns    []turn
	sessions table // number of a session in sums
	sums     []float64
	counts   []float64 // of each session, how many passages have each word
	zeros    []float64
	order    []weighed
	worths   []float64
	slab     []candidate
	all      []*candidate
	rows     table // number of a candidate, by row
}

var spaces = sync.Pool{New: func() any { return new(space) }}

// begin forgets what was there and makes room for so many passages and turns.
// Turns stay where they are once they are made.
func (s *space) begin(passages, turns, words int) {
	s.places.clear(turns)
	s.sessions.clear(passages)
	if cap(s.turns) < turns {
		s.turns = make([]turn, 0, turns)
	}
	s.turns, s.sums, s.counts = s.turns[:0], s.sums[:0], s.counts[:0]
	if len(s.zeros) < words {
		s.zeros = make([]float64, words)
	}
}

// room makes room for about so many candidates.
func (s *space) room(n int) {
	s.rows.clear(n)
	s.all = s.all[:0]
	if cap(s.slab) < n {
		s.slab = make([]candidate, 0, n)
	}
	s.slab = s.slab[:0]
}

// candidate returns memory for one. It stays where it is.
func (s *space) candidate() *candidate {
	if len(s.slab) == cap(s.slab) {
		s.slab = make([]candidate, 0, 2*cap(s.slab)+1) // those made so far stay where they are
	}
	s.slab = s.slab[:len(s.slab)+1]
	return &s.slab[len(s.slab)-1]
}

// end lets go of what the memory pointed to.
func (s *space) end() {
	clear(s.turns)
	clear(s.slab)
	clear(s.all)
	spaces.Put(s)
}
