package graph

// Tally is how much of a project is in one initiative.
type Tally struct {
	Layers    map[string]int // nodes that hold
	Total     int
	OpenTasks int
	Changed   uint64 // number of the newest change of a node that is in it
	Into      string // the id of the initiative that it was merged into; empty for none
	Deleted   bool
}

// Tallies counts the nodes of every initiative, by id, in one pass.
func (v *View) Tallies() map[string]*Tally {
	all := make(map[string]*Tally)
	v.Nodes(func(n Node) bool {
		for _, id := range n.Initiatives {
			t := all[id]
			if t == nil {
				t = &Tally{Layers: make(map[string]int)}
				all[id] = t
			}
			t.Changed = max(t.Changed, n.Changed)
			if !n.Holds(v.AsOf) {
				continue
			}
			t.Total++
			t.Layers[n.Layer]++
			if n.OpenTask() {
				t.OpenTasks++
			}
		}
		return true
	})
	return all
}

// Fate answers what became of an initiative: the one that it went into, empty
// for none, and whether it was deleted.
func (v *View) Fate(id string) (into string, deleted bool) {
	if to := v.Forwarded(id); to != id {
		return to, v.Attr(to, AttrDeleted) != ""
	}
	return "", v.Attr(id, AttrDeleted) != ""
}
