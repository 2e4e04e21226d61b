package app

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/invariant"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// maintainer implements verbs.Maintainer.
type maintainer struct{ app *App }

// scanner walks the table: the embedded store can.
func (m maintainer) scanner() (kaibo.Scanner, error) {
	s, ok := m.app.store.Table().(kaibo.Scanner)
	if !ok {
		return nil, &kaibo.Error{Op: "maintain", Err: fmt.Errorf("the store cannot be walked")}
	}
	return s, nil
}

// Rebuild implements verbs.Maintainer.
func (m maintainer) Rebuild(ctx context.Context, p kaibo.Project, progress func(done, total uint64)) (*views.Report, error) {
	scan, err := m.scanner()
	if err != nil {
		return nil, err
	}
	if err := m.finishDeed(ctx, p); err != nil {
		return nil, err
	}
	leave := m.app.worker.Exclusive(p.ID)
	defer leave()
	return m.app.views.Rebuild(ctx, p, scan, progress)
}

// finishDeed finishes a deed of forgetting that stopped: half of it is in the
// views, and none of it in the deletion ledger from which they are made.
func (m maintainer) finishDeed(ctx context.Context, p kaibo.Project) error {
	if err := m.app.forget.ResumeIn(ctx, p); err != nil {
		return fmt.Errorf("finish deed that stopped: %w", err)
	}
	return nil
}

// promised is the store as the promises are looked at in it.
func (a *App) promised(scan kaibo.Scanner) invariant.Store {
	return invariant.Store{Table: a.store.Table(), Objects: a.store.Objects(), Ledger: a.ledger, Views: a.views, Scan: scan, Clock: a.options.Clock}
}

// holdPromises looks whether what holds at all times holds of every project, and
// rings the alarm for what does not. It reads every event and every payload, one
// project after the other, beside what else is at work.
func (a *App) holdPromises(ctx context.Context) error {
	return a.checkpoints.All(ctx, func(p kaibo.Project) error {
		report, err := invariant.Confirmed(func() (*invariant.Report, error) {
			return invariant.Check(ctx, a.promised(nil), p, invariant.Always, nil)
		})
		if err != nil {
			return fmt.Errorf("look at project %s: %w", p.ID, err)
		}
		for _, f := range report.Findings {
			a.log.ErrorContext(ctx, "verification failed", "project", p.ID, "promise", f.Promise, "of", f.What, "id", f.ID, "what", f.Detail)
		}
		return nil
	})
}

// Fsck implements verbs.Maintainer. It also has the store check its own file.
func (m maintainer) Fsck(ctx context.Context, p kaibo.Project, progress func(done, total uint64)) (*views.Report, error) {
	scan, err := m.scanner()
	if err != nil {
		return nil, err
	}
	if err := m.finishDeed(ctx, p); err != nil {
		return nil, err
	}
	leave := m.app.worker.Exclusive(p.ID)
	defer leave()
	found, err := invariant.Check(ctx, m.app.promised(scan), p, invariant.AtRest, progress)
	if err != nil {
		return nil, err
	}
	report := found.Plain()
	if err := m.app.store.Check(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		m.app.log.ErrorContext(ctx, "the store's file is damaged", "err", err)
		report.Findings = append(report.Findings, views.Finding{What: "store", ID: "kaibo.db", Detail: "the file is damaged; restore a backup"})
	}
	return report, nil
}
