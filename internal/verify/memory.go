package verify

import (
	"slices"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Memory is what a run in which all held leaves to the next: which keys signed,
// how far each chain was verified, and the newest signed checkpoints. Whoever
// keeps it sees every history that does not begin with the one it is about.
type Memory struct {
	Deployment string        `json:"deployment,omitempty"` // empty while nothing was signed
	ProjectID  string        `json:"projectId,omitempty"`
	Keys       []string      `json:"keys,omitempty"` // verifier keys that are trusted
	Logs       string        `json:"logs,omitempty"` // note of the newest checkpoint of the log of logs
	Points     []chain.Point `json:"points"`         // ends of streams, the deletion ledger's among them
	Signed     []string      `json:"signed,omitempty"`
}

// point finds the end of a chain.
func (m *Memory) point(stream string) (chain.Point, bool) {
	if m == nil {
		return chain.Point{}, false
	}
	i := slices.IndexFunc(m.Points, func(p chain.Point) bool { return p.Stream == stream })
	if i < 0 {
		return chain.Point{}, false
	}
	return m.Points[i], true
}

// Pin is an entry that somebody was told of and kept: the answer of remember, or
// of forget.
type Pin struct {
	ID     string     // the event or the receipt
	Stream string     // chain.DeletionLedger for a receipt
	Seq    uint64     // its place
	Hash   kaibo.Hash // its hash
}

// LogOfLogs is the name by which findings speak of the log of logs.
const LogOfLogs = "~checkpoints"

// expected is what a chain must be when it comes to a size.
type expected struct {
	size uint64
	root kaibo.Hash
	who  string // who says so, in a finding's words
}

// expectRoot notes what a chain must be at a size.
func (r *run) expectRoot(stream string, size uint64, root kaibo.Hash, who string) {
	if size > 0 {
		r.roots[stream] = append(r.roots[stream], expected{size, root, who})
	}
}

// reached compares a chain with all that is known of the size that it came to.
func (r *run) reached(stream string, size uint64, hash kaibo.Hash, root func() kaibo.Hash) {
	r.knownEnd(stream, size, hash)
	for _, x := range r.roots[stream] {
		if x.size != size {
			continue
		}
		if got := root(); got != x.root {
			r.found.add(stream, size, "the history was rewritten: %s has the root %s of %d entries, those that are served have %s", x.who, x.root, size, got)
		}
	}
	if p, ok := r.pins[place{stream, size}]; ok && p.Hash != hash {
		r.found.add(stream, size, "the history was rewritten: the pinned %s has the hash %s, now there is %s", p.ID, p.Hash, hash)
	}
}

// short compares the end of a chain with all that is known to lie beyond it, and
// tells of the shortest way to see it.
func (r *run) short(stream string, size uint64) {
	for _, x := range r.roots[stream] {
		if x.size > size {
			r.found.add(stream, size+1, "the end was cut: %s counts %d entries, now there are %d", x.who, x.size, size)
			return
		}
	}
	for at, p := range r.pins {
		if at.stream == stream && at.seq > size {
			r.found.add(stream, size+1, "the end was cut: the pinned %s was entry %d, now there are %d", p.ID, at.seq, size)
			return
		}
	}
}

// keep makes the memory of a run in which all held.
func (r *run) keep() *Memory {
	m := &Memory{Points: slices.Clone(r.points)}
	if s := r.signed; s != nil {
		m.Deployment, m.ProjectID, m.Keys = s.deployment, s.project, s.keys
		if s.newest != nil {
			m.Logs = s.newest.Note
		}
		m.Signed = s.notes
	}
	return m
}
