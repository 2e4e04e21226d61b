package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// Restructure implements verbs.Restructurer.
func (m maintainer) Restructure(ctx context.Context, p kaibo.Project, by kaibo.Details, dryRun bool, progress func(done, total uint64)) (*structure.Restructured, error) {
	rebuild, err := m.rebuilding(p)
	if err != nil {
		return nil, err
	}
	if err := m.finishDeed(ctx, p); err != nil {
		return nil, err
	}
	return m.app.worker.Restructure(ctx, p, by, dryRun, progress, rebuild)
}

// rebuilding answers what makes a project's views again, for whoever has the
// project alone.
func (m maintainer) rebuilding(p kaibo.Project) (func(context.Context) error, error) {
	scan, err := m.scanner()
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		_, err := m.app.views.Rebuild(ctx, p, scan, nil)
		return err
	}, nil
}

// finishRestructures does what restructures that stopped left to do: nothing
// else may happen to such a project before.
func (a *App) finishRestructures(ctx context.Context) error {
	var errs []error
	for cursor := ""; ; {
		projects, next, err := a.access.Projects(ctx, cursor, kaibo.MaxGetKeys)
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		keys := make([]kaibo.Key, len(projects))
		for i := range projects {
			keys[i] = kaibo.RestructuringKey(projects[i].ID)
		}
		var items []kaibo.Item
		if len(keys) > 0 {
			if items, err = a.store.Table().Get(ctx, keys...); err != nil {
				return fmt.Errorf("read restructures: %w", err)
			}
		}
		for i, item := range items {
			if item.Found() {
				errs = append(errs, a.finishRestructure(ctx, projects[i]))
			}
		}
		if next == "" {
			return errors.Join(errs...)
		}
		cursor = next
	}
}

func (a *App) finishRestructure(ctx context.Context, p kaibo.Project) error {
	rebuild, err := (maintainer{a}).rebuilding(p)
	if err != nil {
		return err
	}
	leave := a.worker.Exclusive(p.ID)
	defer leave()
	return a.worker.FinishRestructure(ctx, p, rebuild)
}
