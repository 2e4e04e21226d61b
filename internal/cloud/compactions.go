package cloud

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// CompactHint is the body of a message that an index is worth folding.
type CompactHint struct {
	Project string `json:"project"`
}

// NotifyHint is the body of a message that a project has something to announce.
type NotifyHint struct {
	Project string `json:"project"`
}

// Compactions are projects whose index has a long tail, until they are sent.
type Compactions struct{ noted }

// NewCompactions sends hints to a queue. One that is lost is noted again by the
// next event that finds the tail long.
func NewCompactions(q kaibo.Queue) *Compactions {
	return &Compactions{noted{queue: q, hint: func(id string) any { return CompactHint{Project: id} }}}
}

// Announcements are projects whose outbox got something, until they are sent.
type Announcements struct{ noted }

// NewAnnouncements sends hints to a queue. One that is lost is made up for by the
// schedule within a minute.
func NewAnnouncements(q kaibo.Queue) *Announcements {
	return &Announcements{noted{queue: q, hint: func(id string) any { return NotifyHint{Project: id} }}}
}

// noted are projects until hints at them are sent. Nothing runs between events,
// so whoever answers one sends what it noted.
type noted struct {
	queue kaibo.Queue
	hint  func(projectID string) any

	mu      sync.Mutex
	waiting map[string]bool
}

// Suggest notes a project. It does not block.
func (n *noted) Suggest(p kaibo.Project) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.waiting == nil {
		n.waiting = map[string]bool{}
	}
	n.waiting[p.ID] = true
}

// Flush sends what was noted. A hint that is lost costs time.
func (n *noted) Flush(ctx context.Context) {
	n.mu.Lock()
	waiting := n.waiting
	n.waiting = nil
	n.mu.Unlock()
	for id := range waiting {
		body, err := json.Marshal(n.hint(id))
		if err == nil {
			err = n.queue.Send(ctx, kaibo.Message{Group: id, Body: string(body)})
		}
		if err != nil {
			slog.WarnContext(ctx, "hint lost; it is made up for later", "project", id, "err", err)
		}
	}
}

// After sends what a request noted once a handler has answered it.
func (n *noted) After(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer n.Flush(context.WithoutCancel(r.Context()))
		h.ServeHTTP(w, r)
	})
}
