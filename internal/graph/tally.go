package graph

// Tally is how much of a project is in one initiative.
type Tally struct {
	Layers    map[string]int // nodes that hold
	Total     int
	OpenTasks int
	Changed   uint64 // number of the newest change of a node that is in it
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
