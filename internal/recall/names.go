package recall

import "github.com/kaibo-dev/kaibo/internal/termindex"

// names gives what rows speak of, streams, actors, roles and types, one number
// a text, whatever part of the index a row lies in, and keeps what the question
// has to do with each. Number 0 is "".
type names struct {
	q      *question
	wants  *asks
	reader *termindex.Reader
	seen   table // by part and number in the part
	byText map[string]uint32
	all    []name
}

// name is one text.
type name struct {
	text   string
	named  wordSet // names of the question that it has; see question.named
	role   role
	asked  bool // a type of memories that the question asks for
	read   bool // the three above are set
	place  termindex.Place
	placed bool
}

func (n *names) begin(f *finder) {
	n.q, n.wants, n.reader = f.q, &f.scorer.wants, f.reader
	n.seen.clear(nameSlots)
	if n.byText == nil {
		n.byText = make(map[string]uint32)
	}
	clear(n.byText)
	n.all = append(n.all[:0], name{read: true})
}

// nameSlots is room for the names that rows usually speak of.
const nameSlots = 512

// end lets go of what the names pointed to.
func (n *names) end() {
	clear(n.all)
	clear(n.byText)
	n.q, n.wants, n.reader = nil, nil, nil
}

// of returns the number of a name in the columns of a part.
func (n *names) of(part, number uint32) uint32 {
	if number == 0 {
		return 0
	}
	slot, ok := n.seen.find(uint64(part)<<32 | uint64(number))
	if !ok {
		*slot = n.number(n.reader.Name(part, number))
	}
	return *slot
}

// number returns the number of a text.
func (n *names) number(text string) uint32 {
	if text == "" {
		return 0
	}
	at, ok := n.byText[text]
	if !ok {
		at = uint32(len(n.all))
		n.byText[text] = at
		n.all = append(n.all, name{text: text})
	}
	return at
}

// at returns what is known of a name.
func (n *names) at(number uint32) *name {
	x := &n.all[number]
	if !x.read {
		x.read = true
		x.named, x.role, x.asked = n.q.namesIn(x.text), roles[x.text], n.q.types[x.text]
	}
	return x
}

// place returns a place of the stream of a name.
func (n *names) place(number uint32, seq uint64) termindex.Place {
	x := &n.all[number]
	if !x.placed {
		x.placed, x.place = true, termindex.PlacesOf(x.text)
	}
	return x.place.At(seq)
}

// table is a hash table from numbers to numbers, used again and again.
type table struct {
	slots []tableSlot
	used  int
	shift uint
}

type tableSlot struct {
	key   uint64 // plus one; 0 is a free slot
	value uint32
}

// clear empties the table and makes room for at least n entries.
func (t *table) clear(n int) {
	size, shift := 64, uint(58)
	for size < 2*n {
		size, shift = 2*size, shift-1
	}
	if len(t.slots) < size {
		t.slots = make([]tableSlot, size)
	} else {
		shift = t.shift
		clear(t.slots)
	}
	t.used, t.shift = 0, shift
}

// find returns where the value of a key is, and whether it was there; if not
// the caller sets it. The place holds until the next call. The greatest key is
// not to be looked for.
func (t *table) find(key uint64) (value *uint32, ok bool) {
	if 2*t.used >= len(t.slots) {
		t.grow()
	}
	s := t.slot(key)
	if s.key != 0 {
		return &s.value, true
	}
	s.key = key + 1
	t.used++
	return &s.value, false
}

// get returns the value of a key, if it is there.
func (t *table) get(key uint64) (uint32, bool) {
	s := t.slot(key)
	return s.value, s.key != 0
}

// slot returns the slot of a key, or the free one where it belongs. The
// multiplier is 2^64 by the golden ratio (Knuth, TAOCP 3, 6.4).
func (t *table) slot(key uint64) *tableSlot {
	mask := uint64(len(t.slots) - 1)
	for at := (key * 0x9e3779b97f4a7c15) >> t.shift; ; at = (at + 1) & mask {
		if s := &t.slots[at&mask]; s.key == key+1 || s.key == 0 {
			return s
		}
	}
}

func (t *table) grow() {
	old := t.slots
	*t = table{slots: make([]tableSlot, 2*len(old)), shift: t.shift - 1, used: t.used}
	for _, s := range old {
		if s.key != 0 {
			*t.slot(s.key - 1) = s
		}
	}
}
