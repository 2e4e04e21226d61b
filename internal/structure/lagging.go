package structure

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// LaggingIn answers the streams of a project that have open jobs, as their
// markers say, in order. It asks the partitions of the markers for the
// project's own, at most limit at once: one round trip, however many streams
// there are.
func (w *Worker) LaggingIn(ctx context.Context, p kaibo.Project, limit int) ([]string, error) {
	found := make([][]string, kaibo.LagShards)
	work, workCtx := errgroup.WithContext(ctx)
	work.SetLimit(limit)
	for shard := range kaibo.LagShards {
		work.Go(func() (err error) {
			found[shard], err = w.laggingIn(workCtx, p, kaibo.LagPartition(shard))
			return err
		})
	}
	err := work.Wait()
	return slices.Sorted(slices.Values(slices.Concat(found...))), err
}

// laggingIn reads the markers of a project in one partition.
func (w *Worker) laggingIn(ctx context.Context, p kaibo.Project, partition string) ([]string, error) {
	var streams []string
	r := kaibo.Range{From: p.ID + "/", Before: p.ID + "0"} // "0" follows "/"
	for {
		page, err := w.Table.Query(ctx, kaibo.Records, partition, r)
		if err != nil {
			return nil, fmt.Errorf("read lag markers: %w", err)
		}
		for _, item := range page.Items {
			streams = append(streams, item.Sort[len(p.ID)+1:])
		}
		if !page.More {
			return streams, nil
		}
		r = r.Next(page)
	}
}
