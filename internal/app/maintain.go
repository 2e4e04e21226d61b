package app

import (
	"context"
	"fmt"

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
	leave := m.app.worker.Exclusive(p.ID)
	defer leave()
	return m.app.views.Rebuild(ctx, p, scan, progress)
}

// Fsck implements verbs.Maintainer. It also has the store check its own file.
func (m maintainer) Fsck(ctx context.Context, p kaibo.Project, progress func(done, total uint64)) (*views.Report, error) {
	scan, err := m.scanner()
	if err != nil {
		return nil, err
	}
	leave := m.app.worker.Exclusive(p.ID)
	defer leave()
	report, err := m.app.views.Fsck(ctx, p, scan, progress)
	if err != nil {
		return nil, err
	}
	if err := m.app.store.Check(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		m.app.log.ErrorContext(ctx, "the store's file is damaged", "err", err)
		report.Findings = append(report.Findings, views.Finding{What: "store", ID: "kaibo.db", Detail: "the file is damaged; restore a backup"})
	}
	return report, nil
}
