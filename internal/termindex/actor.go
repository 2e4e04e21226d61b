package termindex

import "iter"

// addActors notes who is a source of document i, a memory or a provisional one.
func (r *run) addActors(i int, d *Doc) {
	if d.Kind == Passage {
		return
	}
	for _, s := range d.Sources {
		of := r.actors[s.Actor]
		if s.Actor == "" || len(of) > 0 && of[len(of)-1] == uint32(i) {
			continue
		}
		if r.actors == nil {
			r.actors = make(map[string][]uint32)
		}
		r.actors[s.Actor] = append(of, uint32(i))
	}
}

// SaidBy yields the live memories and provisional ones that have an actor for
// whom is holds among their sources, in no particular order; one with several
// such actors may come more than once. It costs a look at each actor, not at
// each document.
func (r *Reader) SaidBy(is func(actor string) bool) iter.Seq[*Doc] {
	return func(yield func(*Doc) bool) {
		for i := range r.parts {
			p := &r.parts[i]
			for actor, docs := range p.actors {
				if !is(actor) {
					continue
				}
				for _, n := range docs {
					if !p.dead.get(n) && !yield(p.doc(int(n))) {
						return
					}
				}
			}
		}
	}
}
