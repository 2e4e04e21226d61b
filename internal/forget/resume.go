package forget

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// resumeAfter is how old a deed is before it counts as stopped, where another
// process may be at it.
const resumeAfter = kaibo.Time(60_000)

// Resume finishes deeds that stopped, and answers how many. What fails is left
// for the next call and does not hold up the others.
func (e *Engine) Resume(ctx context.Context) (int, error) {
	done := 0
	var errs error
	r := kaibo.Range{}
	for {
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.DeedsPartition, r)
		if err != nil {
			return done, errors.Join(errs, fmt.Errorf("read open deeds: %w", err))
		}
		for _, item := range page.Items {
			finished, err := e.resume(ctx, item)
			if err != nil {
				errs = errors.Join(errs, fmt.Errorf("finish deed of %s: %w", item.Sort, err))
			}
			if finished {
				done++
			}
		}
		if !page.More {
			return done, errs
		}
		r = r.Next(page)
	}
}

// ResumeIn finishes the deed of one project, if it stopped.
func (e *Engine) ResumeIn(ctx context.Context, p kaibo.Project) error {
	items, err := e.Table.Get(ctx, openKey(p.ID))
	if err != nil {
		return fmt.Errorf("read open deed: %w", err)
	}
	if !items[0].Found() {
		return nil
	}
	open, err := e.stopped(items[0])
	if err != nil || open == nil {
		return err
	}
	return e.resumeOf(ctx, p, items[0], open)
}

// stopped reads the marker of a deed; nil when its request is at work.
func (e *Engine) stopped(item kaibo.Item) (*openDeed, error) {
	var open openDeed
	if err := item.Decode(&open); err != nil {
		return nil, err
	}
	if e.atWork.has(open.ReceiptID) || !e.Alone && e.Clock()-open.At < resumeAfter {
		return nil, nil
	}
	return &open, nil
}

// resume finishes the deed of a marker and reports whether it did. The marker of
// a project that was deleted is taken away; one of a project that is still being
// loaded stays for the load.
func (e *Engine) resume(ctx context.Context, item kaibo.Item) (bool, error) {
	open, err := e.stopped(item)
	if err != nil || open == nil {
		return false, err
	}
	p, err := e.Projects.Project(ctx, open.Project)
	if kaibo.KindOf(err) == kaibo.NotFound {
		return false, e.dropUnlessLoading(ctx, open.Project, item)
	}
	if err != nil {
		return false, fmt.Errorf("find project of a stopped deed: %w", err)
	}
	err = e.resumeOf(ctx, p, item, open)
	return err == nil, err
}

func (e *Engine) resumeOf(ctx context.Context, p kaibo.Project, item kaibo.Item, open *openDeed) error {
	leave := e.Worker.Enter(p.ID)
	defer leave()
	if _, err := e.finish(ctx, p, open.ReceiptID); err != nil {
		return err
	}
	return e.close(ctx, item)
}

// dropUnlessLoading removes what a list has of a project that nobody finds: it
// was deleted as a whole. Of one that is being loaded it stays.
func (e *Engine) dropUnlessLoading(ctx context.Context, project string, item kaibo.Item) error {
	loading, err := ledger.BeingLoaded(ctx, e.Table, project)
	if err != nil || loading {
		return err
	}
	return e.Table.Commit(ctx, []kaibo.Write{kaibo.DeleteAny(item.Key)})
}

// close removes the marker of a deed that is done, where it still stands.
func (e *Engine) close(ctx context.Context, marker kaibo.Item) error {
	items, err := e.Table.Get(ctx, marker.Key)
	if err != nil || !items[0].Found() || string(items[0].Data) != string(marker.Data) {
		return err
	}
	return e.Table.Commit(ctx, []kaibo.Write{kaibo.DeleteAt(marker.Key, marker.Version)})
}
