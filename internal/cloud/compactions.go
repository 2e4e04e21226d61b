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

// Compactions are projects whose index has a long tail, until they are sent.
// Nothing runs between events, so whoever answers one sends what it noted.
type Compactions struct {
	queue kaibo.Queue

	mu      sync.Mutex
	waiting map[string]bool
}

// NewCompactions sends hints to a queue.
func NewCompactions(q kaibo.Queue) *Compactions { return &Compactions{queue: q} }

// Suggest notes a project. It does not block.
func (c *Compactions) Suggest(p kaibo.Project) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		c.waiting = map[string]bool{}
	}
	c.waiting[p.ID] = true
}

// Flush sends what was noted. A hint that is lost is noted again by the next
// event that finds the tail long.
func (c *Compactions) Flush(ctx context.Context) {
	c.mu.Lock()
	waiting := c.waiting
	c.waiting = nil
	c.mu.Unlock()
	for id := range waiting {
		body, err := json.Marshal(CompactHint{Project: id})
		if err == nil {
			err = c.queue.Send(ctx, kaibo.Message{Group: id, Body: string(body)})
		}
		if err != nil {
			slog.WarnContext(ctx, "hint lost; the next recall will notice", "project", id, "err", err)
		}
	}
}

// After sends what a request noted once a handler has answered it.
func (c *Compactions) After(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer c.Flush(context.WithoutCancel(r.Context()))
		h.ServeHTTP(w, r)
	})
}
