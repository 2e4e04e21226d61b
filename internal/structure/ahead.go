package structure

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// What a step will read is known before it applies its first statement, so it
// is read at once: the anchors of the statements that are likely to fit it, and
// then the memories under those. What a statement needs besides is read when it
// is met. A step that is built again reads again.

// foreseen is for how many statements of a step is read ahead: a step of more
// takes statements with few anchors, most of which they share.
const foreseen = 8

// foresee reads for the statements of the plan from the at-th on.
func (s *step) foresee(ctx context.Context, at int) error {
	var anchors []string
	for _, pl := range s.plan[at:min(at+foreseen, len(s.plan))] {
		if src := s.events[pl.Event]; src.gone || src.event.Kind == kaibo.KindCurate {
			continue
		}
		for _, a := range s.anchors(pl.Statement.Anchors) {
			if !slices.Contains(anchors, a) {
				anchors = append(anchors, a)
			}
		}
	}
	if len(anchors) == 0 {
		return nil
	}
	guards := make([]*guard, len(anchors))
	work, workCtx := errgroup.WithContext(ctx)
	work.Go(func() error { return s.loadAliases(workCtx) })
	for i, a := range anchors {
		work.Go(func() (err error) {
			guards[i], err = s.readAnchor(workCtx, a)
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	var keys []kaibo.Key
	for i, a := range anchors {
		s.met[a] = guards[i]
		for _, id := range guards[i].ids {
			keys = append(keys, kaibo.MemoryKey(s.project.ID, id))
		}
	}
	return s.ahead.Fetch(ctx, keys, nil)
}

// readAnchor reads the newest entries of an anchor.
func (s *step) readAnchor(ctx context.Context, anchor string) (*guard, error) {
	page, err := s.worker.Table.Query(ctx, kaibo.Records, kaibo.GuardPartition(s.project.ID, anchor), kaibo.Range{Reverse: true, Limit: guardPage})
	if err != nil {
		return nil, fmt.Errorf("read anchor: %w", err)
	}
	return readGuard(page.Items)
}

// openJob reads what a drain begins with: where the stream stands, and the job
// at the cursor. first is where that job is thought to begin; 0 when nothing is
// known, and then it is thought to be the newest, as it is where nothing waits.
func (w *Worker) openJob(ctx context.Context, p kaibo.Project, stream string, first uint64) (*position, error) {
	var at *position
	var found []kaibo.Item
	work, workCtx := errgroup.WithContext(ctx)
	work.Go(func() (err error) {
		at, err = w.position(workCtx, p, stream)
		return err
	})
	work.Go(func() (err error) {
		if first != 0 {
			found, err = w.Table.Get(workCtx, kaibo.JobKey(p.ID, stream, first))
			return err
		}
		page, err := w.Table.Query(workCtx, kaibo.Records, kaibo.JobsPartition(p.ID, stream), kaibo.Range{From: "j/", Before: "j0", Reverse: true, Limit: 1})
		found = page.Items
		return err
	})
	if err := work.Wait(); err != nil {
		return nil, err
	}
	for _, item := range found {
		if item.Found() && item.Key == kaibo.JobKey(p.ID, stream, at.cursor.Seq+1) {
			at.open = item
		}
	}
	return at, nil
}
