package app

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/curate"
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

// stopping is a table that fails after so many commits.
type stopping struct {
	kaibo.Table
	left int
}

// Commit implements kaibo.Table.
func (s *stopping) Commit(ctx context.Context, writes []kaibo.Write) error {
	if s.left == 0 {
		return errors.New("stopped")
	}
	s.left--
	return s.Table.Commit(ctx, writes)
}

// LoadThatStops loads an archive up to a number of commits.
func (a *App) LoadThatStops(ctx context.Context, path, name string, commits int) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	id, err := a.access.NewProjectID()
	if err != nil {
		return err
	}
	s := archives{a}.store()
	s.Table = &stopping{s.Table, commits}
	_, _, err = s.Load(ctx, f, name, id, nil, nil)
	return err
}

// BeforeAdopt has a function called when a load is about to register.
func (a *App) BeforeAdopt(fn func()) { a.beforeAdopt = fn }

// LoadPart does of a load what comes before its project is known, as a call that
// is not held back by another would, and what a crash after that leaves.
func (a *App) LoadPart(ctx context.Context, path, name string, adopt bool) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	id, err := a.access.NewProjectID()
	if err != nil {
		return "", err
	}
	p, _, err := archives{a}.store().Load(ctx, f, name, id, nil, nil)
	if err == nil && adopt {
		err = a.access.Adopt(ctx, p)
	}
	return p.ID, err
}

// NameFile is nameFile.
func NameFile(temp, path string, link func(from, to string) error) error {
	return nameFile(temp, path, link)
}

// Load loads an archive until ctx ends.
func (a *App) Load(ctx context.Context, path, name string) error {
	_, err := archives{a}.LoadArchive(ctx, path, name, nil, nil)
	return err
}

// meeting is a table that calls a function once, before the first head of a
// stream is written.
type meeting struct {
	kaibo.Table
	meet func()
}

// Commit implements kaibo.Table.
func (m *meeting) Commit(ctx context.Context, writes []kaibo.Write) error {
	for _, w := range writes {
		if meet := m.meet; meet != nil && strings.HasSuffix(w.Item.Partition, "/streams") {
			m.meet = nil
			meet()
		}
	}
	return m.Table.Commit(ctx, writes)
}

// LoadMeanwhile loads an archive as a call that is not held back by another, and
// calls a function when it comes to write the head of a stream.
func (a *App) LoadMeanwhile(ctx context.Context, path, name string, meet func()) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	id, err := a.access.NewProjectID()
	if err != nil {
		return err
	}
	s := archives{a}.store()
	s.Table = &meeting{s.Table, meet}
	_, _, err = s.Load(ctx, f, name, id, nil, nil)
	return err
}

// Curate does a verb of curation in a project by its name.
func (a *App) Curate(ctx context.Context, name string, o curate.Order) error {
	p, err := a.access.Project(ctx, name)
	if err != nil {
		return err
	}
	_, err = a.curate.Do(ctx, p, o)
	return err
}
