package enginetest

import (
	"context"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Hook is a Table that lets others act in between: Before is called ahead of
// every Commit, one at a time. With it a test puts a whole deed of another
// process between two writes of one.
type Hook struct {
	kaibo.Table
	Before func(writes []kaibo.Write)

	mu sync.Mutex
}

// Commit implements kaibo.Table.
func (h *Hook) Commit(ctx context.Context, writes []kaibo.Write) error {
	if h.Before != nil {
		h.mu.Lock()
		h.Before(writes)
		h.mu.Unlock()
	}
	return h.Table.Commit(ctx, writes)
}

// Hooked answers another process over the same ports that calls before ahead
// of every Commit of its own.
func (w *World) Hooked(before func(writes []kaibo.Write)) *World {
	ports := w.Ports
	ports.Table = &Hook{Table: w.Ports.Table, Before: before}
	return Over(w.T, ports)
}
