package views

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// foresight is the index of a project on its way: it knows how memories hang
// together, so that what would be found link by link can be read at once. It is
// a guess: the index is a view, and may be older than the records.
type foresight struct {
	project string
	opened  chan struct{} // closed when reader is set, or will not be
	reader  *termindex.Reader
	stop    context.CancelFunc
}

// foresightWait bounds how long the index is waited for. A process that does
// not hold its segments yet may need longer than the hops it would save.
const foresightWait = 50 * time.Millisecond

// foresightBytes bounds the segments that are read for it: those of some 60,000
// memories.
const foresightBytes = 16 << 20

// foresee begins to open the index. The caller calls stop.
func (v *Views) foresee(ctx context.Context, p kaibo.Project) *foresight {
	ctx, stop := context.WithCancel(ctx)
	f := &foresight{project: p.ID, opened: make(chan struct{}), stop: stop}
	go func() {
		defer close(f.opened)
		if reader, err := v.Index.OpenSmall(ctx, p, foresightBytes); err == nil { // without it each hop is a read of its own
			f.reader = reader
		}
	}()
	return f
}

// chainOf answers what is read of the chain that memories are of, as far as the
// index knows it: the records, what lies at their sources, the rulings on them.
// It is nothing when the index does not come in time.
func (f *foresight) chainOf(ids []string) []kaibo.Key {
	late := time.NewTimer(foresightWait)
	defer late.Stop()
	select {
	case <-f.opened:
	case <-late.C:
		return nil
	}
	if f.reader == nil {
		return nil
	}
	var keys []kaibo.Key
	for _, id := range ChainIn(f.reader, ids) {
		keys = append(keys, kaibo.MemoryKey(f.project, id))
		d, ok := f.reader.Doc(id)
		if !ok {
			continue
		}
		for _, s := range d.Sources {
			keys = append(keys, ledger.HeldKeys(f.project, s.Stream, s.Seq, s.EventID)...)
		}
		keys = append(keys, RulingKeys(f.project, d.Revisions)...)
	}
	return keys
}

// RulingKeys are the events of people that gave a memory its revisions.
func RulingKeys(project string, revisions []kaibo.Revision) []kaibo.Key {
	var keys []kaibo.Key
	for _, rev := range revisions[min(1, len(revisions)):] {
		if strings.HasPrefix(rev.Stream, "~") {
			keys = append(keys, kaibo.EventKey(project, rev.Stream, rev.Seq))
		}
	}
	return keys
}

// ChainIn answers ids and the ids of all memories that an index knows to be
// linked with them, at most 1,000, each once.
func ChainIn(reader *termindex.Reader, ids []string) []string {
	seen := make(map[string]bool)
	var chain []string
	queue := slices.Clone(ids)
	for i := 0; i < len(queue) && len(chain) < maxChain; i++ {
		id := queue[i]
		if seen[id] {
			continue
		}
		seen[id] = true
		chain = append(chain, id)
		if d, ok := reader.Doc(id); ok {
			queue = append(queue, linkedBy(d.Revisions)...)
		}
	}
	return chain
}
