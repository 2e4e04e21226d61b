package ledger

import "github.com/kaibo-dev/kaibo/internal/kaibo"

// Inner doors for the tests.
var (
	EncodePayload = encodePayload
	DecodePayload = decodePayload
	PayloadTime   = payloadTime
)

// The bounds that tests measure against.
const (
	MaxPayloadAge = maxPayloadAge
	OrphanAge     = orphanAge
	SessionGap    = sessionGap
)

// Waiting answers how many appends wait in the lane of a stream.
func (l *Ledger) Waiting(p kaibo.Project, stream string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ln := l.lanes[p.ID+"/"+stream]; ln != nil {
		return len(ln.waiting)
	}
	return 0
}

// Lanes answers how many streams have a lane.
func (l *Ledger) Lanes() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.lanes)
}
