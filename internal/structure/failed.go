package structure

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Failed lists the jobs of a project that failed their last attempt, by stream
// and seq, at most limit of them (1 to MaxGetKeys) and those after the cursor.
// The next cursor is empty at the end. A job that is tried again stays in the
// list until it is done.
func (w *Worker) Failed(ctx context.Context, p kaibo.Project, cursor string, limit int) ([]kaibo.Job, string, error) {
	r := kaibo.Range{Limit: min(max(limit, 1), kaibo.MaxGetKeys)}
	if cursor != "" {
		r.From = cursor + "\x00"
	}
	page, err := w.Table.Query(ctx, kaibo.Records, kaibo.FailedPartition(p.ID), r)
	if err != nil {
		return nil, "", fmt.Errorf("list failed jobs: %w", err)
	}
	if len(page.Items) == 0 {
		return nil, "", nil
	}
	keys := make([]kaibo.Key, len(page.Items))
	for i, item := range page.Items {
		stream, digits, _ := strings.Cut(item.Sort, "/") // a stream's name has no slash
		seq, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			return nil, "", &kaibo.Error{Op: "list failed jobs: " + item.Sort, Err: err}
		}
		keys[i] = kaibo.JobKey(p.ID, stream, seq)
	}
	items, err := w.Table.Get(ctx, keys...)
	if err != nil {
		return nil, "", fmt.Errorf("read failed jobs: %w", err)
	}
	var jobs []kaibo.Job
	for _, item := range items {
		var job kaibo.Job
		if err := item.Decode(&job); err != nil {
			return nil, "", err
		}
		if job.Status == kaibo.JobFailed { // else it was done between the two reads
			jobs = append(jobs, job)
		}
	}
	if page.More {
		return jobs, page.Items[len(page.Items)-1].Sort, nil
	}
	return jobs, "", nil
}
