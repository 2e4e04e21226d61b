package enginetest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Listen has the project announce notices of the types, as a webhook that wants
// them would.
func (w *World) Listen(types ...string) {
	w.T.Helper()
	w.must("listen", w.Ports.Table.Commit(context.Background(), []kaibo.Write{
		kaibo.PutAny(kaibo.ListeningKey(w.Project.ID), 1, kaibo.Encode(kaibo.Listening{Events: types}))}))
}

// Outbox reads the notices of the project that were not fanned out, in order.
func (w *World) Outbox() []kaibo.Notice {
	w.T.Helper()
	page, err := w.Ports.Table.Query(context.Background(), kaibo.Records, kaibo.OutboxOf(w.Project.ID), kaibo.Range{})
	w.must("read outbox", err)
	var out []kaibo.Notice
	for _, item := range page.Items {
		if item.Key == kaibo.WaitingKey(w.Project.ID) {
			continue
		}
		var o kaibo.Outbox
		w.must("decode outbox", item.Decode(&o))
		out = append(out, o.Notices...)
	}
	return out
}

// Announced writes notices as a test compares them, one a line, with a memory's
// words in the place of its id where it has any.
func (w *World) Announced() string {
	w.T.Helper()
	words := make(map[string]string)
	for _, r := range w.Records() {
		words[r.ID] = cmp.Or(r.Content, "forgotten")
	}
	var lines []string
	for _, n := range w.Outbox() {
		line := strings.TrimPrefix(n.Type, "memory.")
		if n.MemoryID != "" {
			line += fmt.Sprintf(" %q %d %s", words[n.MemoryID], n.Version, n.Status)
		}
		var ended []string
		for _, id := range n.Supersedes {
			ended = append(ended, fmt.Sprintf("%q", words[id]))
		}
		if slices.Sort(ended); len(ended) > 0 {
			line += " after " + strings.Join(ended, " ")
		}
		if n.SupersededBy != "" {
			line += fmt.Sprintf(" by %q", words[n.SupersededBy])
		}
		if n.Replaces != "" {
			line += fmt.Sprintf(" for %q", words[n.Replaces])
		}
		if n.ReceiptID != "" {
			line += fmt.Sprintf(" entry %d", n.ReceiptSeq)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
