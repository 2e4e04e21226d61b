package ledger

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Backlog is how much waits to be structured, over all projects.
type Backlog struct {
	Streams int        // with open jobs
	Oldest  kaibo.Time // when the job was made that has waited longest, among the streams looked at; 0 when none waits
}

// backlogStreams is how many streams are looked at for the oldest job: those
// whose markers come first in each partition. What does not drain stays where it
// is, so it is met sooner or later.
const backlogStreams = 64

// ReadBacklog looks at the markers of streams that lag, and at the first open
// job of some of them. It costs a query of each of the kaibo.LagShards
// partitions, and two reads.
func ReadBacklog(ctx context.Context, table kaibo.Table) (Backlog, error) {
	var b Backlog
	var hints []Hint
	for shard := range kaibo.LagShards {
		page, err := table.Query(ctx, kaibo.Records, kaibo.LagPartition(shard), kaibo.Range{})
		if err != nil {
			return b, fmt.Errorf("read lag markers: %w", err)
		}
		b.Streams += len(page.Items)
		for _, item := range page.Items[:min(len(page.Items), backlogStreams/kaibo.LagShards)] {
			var hint Hint
			if err := item.Decode(&hint); err != nil {
				return b, fmt.Errorf("read lag marker: %w", err)
			}
			hints = append(hints, hint)
		}
	}
	var err error
	b.Oldest, err = oldestJob(ctx, table, hints)
	return b, err
}

// oldestJob is when the job was made that has waited longest in these streams.
// What has drained meanwhile has none.
func oldestJob(ctx context.Context, table kaibo.Table, hints []Hint) (oldest kaibo.Time, err error) {
	if len(hints) == 0 {
		return 0, nil
	}
	cursors := make([]kaibo.Key, len(hints))
	for i, h := range hints {
		cursors[i] = kaibo.CursorKey(h.Project, h.Stream)
	}
	found, err := table.Get(ctx, cursors...)
	if err != nil {
		return 0, fmt.Errorf("read cursors: %w", err)
	}
	jobs := make([]kaibo.Key, len(hints))
	for i, h := range hints {
		var cursor kaibo.Cursor
		if found[i].Found() {
			if err := found[i].Decode(&cursor); err != nil {
				return 0, fmt.Errorf("read cursor: %w", err)
			}
		}
		jobs[i] = kaibo.JobKey(h.Project, h.Stream, cursor.Seq+1)
	}
	items, err := table.Get(ctx, jobs...)
	if err != nil {
		return 0, fmt.Errorf("read jobs: %w", err)
	}
	for i := range items {
		var job kaibo.Job
		if !items[i].Found() {
			continue
		}
		if err := items[i].Decode(&job); err != nil {
			return 0, fmt.Errorf("read job: %w", err)
		}
		if oldest == 0 || job.CreatedAt < oldest {
			oldest = job.CreatedAt
		}
	}
	return oldest, nil
}
