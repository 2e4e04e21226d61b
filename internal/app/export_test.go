package app

import (
	"context"
	"errors"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// Compactions are compactions.
type Compactions struct{ *compactions }

// NewCompactions is newCompactions.
func NewCompactions() Compactions { return Compactions{newCompactions()} }

// Suggest is suggest.
func (c Compactions) Suggest(p kaibo.Project) { c.suggest(p) }

// Appended is appended.
func (c Compactions) Appended(p kaibo.Project) { c.appended(p) }

// Take is take.
func (c Compactions) Take() []kaibo.Project { return c.take() }

// Structure has the program structure with another structurer.
func (a *App) Structure(s structure.Structurer) { a.worker.Structurer = s }

// Drain structures what waits.
func (a *App) Drain(ctx context.Context) error { return a.drainLagging(ctx) }

// Restructure derives a project again and stops where its result counts and no
// view was made of it.
func (a *App) Restructure(ctx context.Context, project string) error {
	p, err := a.access.Project(ctx, project)
	if err != nil {
		return err
	}
	_, err = a.worker.Restructure(ctx, p, kaibo.Details{}, false, nil, func(context.Context) error { return errors.New("stopped") })
	return err
}
