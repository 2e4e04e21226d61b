package termindex

import (
	"container/heap"
	"iter"
	"slices"
	"strings"
)

// part is a run as one reader sees it.
type part struct {
	*run
	hidden bitset   // a higher version lies elsewhere; nil for none
	gone   []uint32 // the same, ascending, without tombstones
	dead   bitset   // hidden, or a tombstone
}

// Reader is the index at one moment: segments and deltas laid over one
// another. It never changes and is safe for concurrent use.
type Reader struct {
	parts      []part // segments, then deltas
	segments   int
	deltaBytes int
	live       totals
}

// newReader lays runs over one another: of each id the highest version lives.
// base is what hidden returns for the segments.
func newReader(segments, deltas []*run, base []bitset, deltaBytes int) *Reader {
	r := &Reader{segments: len(segments), deltaBytes: deltaBytes}
	r.parts = make([]part, 0, len(segments)+len(deltas))
	for i, s := range segments {
		p := part{run: s, dead: s.tombs}
		if base[i] != nil {
			p.hidden = slices.Clone(base[i])
			p.dead = union(base[i], s.tombs)
		}
		r.parts = append(r.parts, p)
	}
	for _, d := range deltas {
		r.parts = append(r.parts, part{run: d, dead: d.tombs})
	}
	r.hideByDeltas()
	for i := range r.parts {
		p := &r.parts[i]
		r.live.addAll(&p.run.live)
		for n := range p.hidden.all() {
			if !p.deleted[n] {
				p.gone = append(p.gone, uint32(n))
				r.live.add(p.run, n, -1)
			}
		}
	}
	return r
}

func union(a, b bitset) bitset {
	out := slices.Clone(a)
	for i := range b {
		out[i] |= b[i]
	}
	return out
}

// hide marks document n as hidden by a higher version.
func (p *part) hide(n int) {
	if p.hidden == nil {
		p.hidden = newBitset(len(p.ids))
		p.dead = slices.Clone(p.tombs)
	}
	p.hidden.set(uint32(n))
	p.dead.set(uint32(n))
}

// hiddenAmong marks in each segment what another has in a higher version: nil
// where there is nothing. It walks each pair's ids together, or looks the fewer
// ones up in the more.
func hiddenAmong(segments []*run) []bitset {
	parts := make([]part, len(segments))
	for i, s := range segments {
		parts[i] = part{run: s}
		for j := range i {
			a, b := &parts[i], &parts[j]
			if len(a.ids) > len(b.ids) {
				a, b = b, a
			}
			for n, m := range meets(a.ids, b.ids) {
				hideLoser(a, n, b, m)
			}
		}
	}
	out := make([]bitset, len(parts))
	for i := range parts {
		out[i] = parts[i].hidden
	}
	return out
}

// lookUpFactor is how much longer a list must be for looking up in it to beat
// walking it.
const lookUpFactor = 8

// meets yields the places of every id that both sorted lists hold; a is the
// shorter one.
func meets(a, b []string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		if len(a)*lookUpFactor < len(b) {
			for n, id := range a {
				if m, ok := slices.BinarySearch(b, id); ok && !yield(n, m) {
					return
				}
			}
			return
		}
		for n, m := 0, 0; n < len(a) && m < len(b); {
			switch c := strings.Compare(a[n], b[m]); {
			case c < 0:
				n++
			case c > 0:
				m++
			default:
				if !yield(n, m) {
					return
				}
				n, m = n+1, m+1
			}
		}
	}
}

// hideLoser marks the lower version of one id; of two equal ones the second.
func hideLoser(a *part, n int, b *part, m int) {
	if compareVersions(a.version[n], a.deleted[n], b.version[m], b.deleted[m]) >= 0 {
		b.hide(m)
	} else {
		a.hide(n)
	}
}

// Deltas returns how many deltas are not folded yet, and their bytes.
func (r *Reader) Deltas() (count, bytes int) { return len(r.parts) - r.segments, r.deltaBytes }

// Len returns how many live documents there are of a kind.
func (r *Reader) Len(kind DocKind) int {
	if kind >= docKinds {
		return 0
	}
	return r.live.docs[kind]
}

// Doc returns the live document with an id.
func (r *Reader) Doc(id string) (*Doc, bool) {
	for i := range r.parts {
		p := &r.parts[i]
		if n, ok := p.find(id); ok && !p.dead.get(uint32(n)) {
			return p.doc(n), true
		}
	}
	return nil, false
}

// All yields every live document of a kind in order of id.
func (r *Reader) All(kind DocKind) iter.Seq[*Doc] {
	return r.merged(func(p *part, yield func(int) bool) {
		for n := range p.ids {
			if p.kind[n] == kind && !p.dead.get(uint32(n)) && !yield(n) {
				return
			}
		}
	})
}

// Passages yields the live passages of an event in order of id.
func (r *Reader) Passages(eventID string) iter.Seq[*Doc] {
	return r.merged(func(p *part, yield func(int) bool) {
		for n := range p.passages(eventID) {
			if !p.dead.get(uint32(n)) && !yield(n) {
				return
			}
		}
	})
}

// passages yields the documents whose ids are the event's and a number.
func (r *run) passages(eventID string) iter.Seq[int] {
	prefix := eventID + "/"
	return func(yield func(int) bool) {
		for n := r.from(prefix); n < len(r.ids) && strings.HasPrefix(r.ids[n], prefix); n++ {
			if !yield(n) {
				return
			}
		}
	}
}

// Postings yields the live documents of every kind that have a term, in order
// of id.
func (r *Reader) Postings(term string) iter.Seq[*Doc] {
	return r.merged(func(p *part, yield func(int) bool) {
		for _, e := range p.lookUp(term) {
			if doc := e >> classBits; !p.dead.get(doc) && !yield(int(doc)) {
				return
			}
		}
	})
}

// Has reports whether a live document of one of the kinds has a term; of any
// kind when none is given.
func (r *Reader) Has(term string, kinds ...DocKind) bool {
	want := kindSet(kinds)
	for i := range r.parts {
		p := &r.parts[i]
		for _, e := range p.lookUp(term) {
			if doc := e >> classBits; want[p.kind[doc]] && !p.dead.get(doc) {
				return true
			}
		}
	}
	return false
}

// DocFreq returns how many live documents of any kind have a term.
func (r *Reader) DocFreq(term string) int { return r.Look([]string{term}).DocFreq(0) }

// kindSet makes a table of kinds; an empty list means all.
func kindSet(kinds []DocKind) (set [docKinds]bool) {
	for k := range docKinds {
		set[k] = len(kinds) == 0 || slices.Contains(kinds, k)
	}
	return set
}

// merged yields what list finds in each part, in order of id over all of them.
func (r *Reader) merged(list func(p *part, yield func(int) bool)) iter.Seq[*Doc] {
	return func(yield func(*Doc) bool) {
		var h cursors
		defer func() {
			for _, c := range h {
				c.stop()
			}
		}()
		for i := range r.parts {
			p := &r.parts[i]
			next, stop := iter.Pull(func(y func(int) bool) { list(p, y) })
			if n, ok := next(); ok {
				h = append(h, &cursor{p, n, next, stop})
			}
		}
		heap.Init(&h)
		for len(h) > 0 {
			c := h[0]
			if !yield(c.part.doc(c.doc)) {
				return
			}
			n, ok := c.next()
			if !ok {
				heap.Pop(&h)
				continue
			}
			c.doc = n
			heap.Fix(&h, 0)
		}
	}
}

// cursor stands on a document of a part.
type cursor struct {
	part *part
	doc  int
	next func() (int, bool)
	stop func()
}

func (c *cursor) id() string { return c.part.ids[c.doc] }

// cursors is a heap by id.
type cursors []*cursor

func (h cursors) Len() int           { return len(h) }
func (h cursors) Less(i, j int) bool { return h[i].id() < h[j].id() }
func (h cursors) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *cursors) Push(x any)        { *h = append(*h, x.(*cursor)) }
func (h *cursors) Pop() any {
	old := *h
	c := old[len(old)-1]
	*h = old[:len(old)-1]
	return c
}
