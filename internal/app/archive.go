package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kaibo-dev/kaibo/internal/archive"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// archives implements verbs.Archiver.
type archives struct{ app *App }

func (x archives) store() *archive.Store {
	a := x.app
	return &archive.Store{Table: a.store.Table(), Objects: a.store.Objects(), Ledger: a.ledger, Views: a.views, Signed: a.checkpoints.reader,
		Clock: a.options.Clock, Version: a.options.Version}
}

// exportTries is how often a project is looked at whose events are not all
// structured: each time they are first.
const exportTries = 5

// ExportArchive implements verbs.Archiver. The file has its name when it is
// whole.
func (x archives) ExportArchive(ctx context.Context, p kaibo.Project, path string, progress func(done, total uint64)) (*verbs.ArchiveOut, error) {
	if !filepath.IsAbs(path) {
		return nil, kaibo.InvalidField("path", "must be absolute")
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil, kaibo.Errorf(kaibo.Conflict, "%s is there already; name a new file", path)
	}
	temp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-") // for the owner alone
	if err != nil {
		return nil, kaibo.InvalidField("path", "cannot be written: %v", err)
	}
	defer os.Remove(temp.Name()) //nolint:errcheck // it has its own name by then, or is of no use
	sum, err := x.write(ctx, p, temp, progress)
	if err != nil {
		return nil, errors.Join(err, temp.Close())
	}
	if err := errors.Join(temp.Sync(), temp.Close()); err != nil {
		return nil, fmt.Errorf("write archive: %w", err)
	}
	if err := nameFile(temp.Name(), path, os.Link); err != nil {
		return nil, err
	}
	return outOf(path, sum)
}

// nameFile gives a file a name that no other has. A link replaces nothing,
// unlike a rename; where there are no links the name is taken first.
func nameFile(temp, path string, link func(from, to string) error) error {
	err := link(temp, path)
	if err == nil {
		return nil
	}
	taken, takeErr := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // the path is the operator's
	if errors.Is(takeErr, fs.ErrExist) {
		return kaibo.Errorf(kaibo.Conflict, "%s was made meanwhile; name a new file", path)
	}
	if takeErr != nil {
		return fmt.Errorf("name archive: %w", errors.Join(err, takeErr))
	}
	if renameErr := errors.Join(taken.Close(), os.Rename(temp, path)); renameErr != nil {
		return fmt.Errorf("name archive: %w", errors.Join(err, renameErr, os.Remove(path)))
	}
	return nil
}

// write writes while nothing is structured, mended or forgotten in the project.
func (x archives) write(ctx context.Context, p kaibo.Project, f *os.File, progress func(done, total uint64)) (*archive.Summary, error) {
	for try := 1; ; try++ {
		if err := x.app.drainLagging(ctx); err != nil {
			return nil, fmt.Errorf("structure what waits: %w", err)
		}
		leave := x.app.worker.Exclusive(p.ID)
		sum, err := x.store().Write(ctx, p, f, progress)
		leave()
		if err == nil || kaibo.KindOf(err) != kaibo.Unavailable || try == exportTries {
			return sum, err
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		if err := f.Truncate(0); err != nil {
			return nil, err
		}
	}
}

func outOf(path string, s *archive.Summary) (*verbs.ArchiveOut, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	m := &s.Manifest
	return &verbs.ArchiveOut{Path: path, Project: m.Project.Name, ProjectID: m.Project.ID, TakenAt: m.TakenAt, Bytes: info.Size(), Digest: s.Digest,
		Deployment: m.Deployment, Streams: s.Streams, Events: s.Events, Payloads: s.Payloads, Forgotten: s.Forgotten, Derivations: s.Derivations,
		Deletions: s.Deletions, Checkpoints: s.Checkpoints}, nil
}

// openArchive opens a file to read.
func openArchive(path string) (*os.File, error) {
	if !filepath.IsAbs(path) {
		return nil, kaibo.InvalidField("path", "must be absolute")
	}
	f, err := os.Open(path) //nolint:gosec // the path is the operator's
	if err != nil {
		return nil, kaibo.InvalidField("path", "cannot be read: %v", err)
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(kaibo.InvalidField("path", "is no file"), f.Close())
	}
	return f, nil
}

// CheckArchive implements verbs.Archiver.
func (x archives) CheckArchive(ctx context.Context, path string, keys []string, progress func(done, total uint64)) (*verbs.ArchiveOut, error) {
	f, err := openArchive(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	sum, err := archive.Check(ctx, f, keys, progress)
	if err != nil {
		return nil, err
	}
	return outOf(path, sum)
}

// LoadArchive implements verbs.Archiver. The project is registered last: what
// stops before leaves nothing that anybody finds. Archives are loaded one after
// the other, so that a call which is repeated while the first is at work meets
// the project that the first made.
func (x archives) LoadArchive(ctx context.Context, path, name string, keys []string, progress func(done, total uint64)) (*verbs.LoadArchiveOut, error) {
	f, err := openArchive(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	sum, err := archive.Check(ctx, f, keys, nil)
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = sum.Manifest.Project.Name
	}
	select {
	case x.app.loads <- struct{}{}:
		defer func() { <-x.app.loads }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	since, err := x.mayLoad(ctx, sum, name)
	if err != nil {
		return nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	id, err := x.app.access.NewProjectID()
	if err != nil {
		return nil, err
	}
	p, sum, err := x.store().Load(ctx, f, name, id, keys, progress)
	if err != nil {
		return nil, err
	}
	return x.finish(ctx, path, p, sum, since)
}

// mayLoad holds that there is no project of the name, and that the archive is
// of none that this server deleted. It answers what this server forgot of the
// same project.
func (x archives) mayLoad(ctx context.Context, sum *archive.Summary, name string) ([]kaibo.Receipt, error) {
	a := x.app
	if verbs.ReservedProject(name) {
		return nil, kaibo.Errorf(kaibo.Invalid, "the archive is of a project of the server's own; give the new one another name")
	}
	if _, err := a.access.Project(ctx, name); kaibo.KindOf(err) != kaibo.NotFound {
		if err == nil {
			err = kaibo.Errorf(kaibo.Conflict, "there is a project %q already; an archive is imported as a project of its own, so give it another name", name)
		}
		return nil, err
	}
	return x.forgottenSince(ctx, sum)
}

// forgottenSince answers what this server forgot of the project that an archive
// is of. Conflict when it deleted the project.
func (x archives) forgottenSince(ctx context.Context, sum *archive.Summary) ([]kaibo.Receipt, error) {
	a := x.app
	var since []kaibo.Receipt
	for cursor := ""; ; {
		projects, next, err := a.access.Projects(ctx, cursor, kaibo.MaxGetKeys)
		if err != nil {
			return nil, err
		}
		for _, p := range projects {
			entries, err := a.receiptsOf(ctx, p)
			if err != nil {
				return nil, err
			}
			for _, r := range entries {
				if r.ProjectID == sum.Manifest.Project.ID && r.ProjectID != "" {
					return nil, kaibo.Errorf(kaibo.Conflict, "this server deleted the project that the archive is of, with receipt %s; what is forgotten stays forgotten", r.ID)
				}
			}
			if p.ID == sum.Manifest.Project.ID || bytes.Equal(p.Secret, sum.Manifest.Project.Secret) {
				since = append(since, entries...)
			}
		}
		if next == "" {
			return since, nil
		}
		cursor = next
	}
}

// receiptsOf reads the deletion ledger of a project.
func (a *App) receiptsOf(ctx context.Context, p kaibo.Project) ([]kaibo.Receipt, error) {
	var all []kaibo.Receipt
	for seq, more := uint64(0), true; more; {
		entries, rest, err := a.ledger.Deletions(ctx, p, seq, kaibo.DefaultListLimit)
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 {
			break
		}
		seq, more = entries[len(entries)-1].Seq, rest
		all = append(all, entries...)
	}
	return all, nil
}

// finish makes the views of a project that was loaded, lists its purges that are
// to come, forgets again what was forgotten since, and registers it.
func (x archives) finish(ctx context.Context, path string, p kaibo.Project, sum *archive.Summary, since []kaibo.Receipt) (*verbs.LoadArchiveOut, error) {
	a := x.app
	m := maintainer{a}
	report, err := m.Rebuild(ctx, p, nil)
	if err != nil {
		return nil, fmt.Errorf("make views: %w", err)
	}
	if err := a.forget.Await(ctx, p, sum.Deletions); err != nil {
		return nil, err
	}
	if err := a.forget.ResumeIn(ctx, p); err != nil { // of a load that stopped
		return nil, fmt.Errorf("finish deed that stopped: %w", err)
	}
	forgotten, err := a.forgetAgain(ctx, p, since)
	if err != nil {
		return nil, fmt.Errorf("forget again: %w", err)
	}
	checked, err := m.Fsck(ctx, p, nil)
	if err != nil {
		return nil, fmt.Errorf("check views: %w", err)
	}
	if x.app.beforeAdopt != nil {
		x.app.beforeAdopt()
	}
	if since, err = x.forgottenSince(ctx, sum); err != nil { // while it was loaded
		return nil, err
	}
	late, err := a.forgetAgain(ctx, p, since)
	if err != nil {
		return nil, fmt.Errorf("forget again: %w", err)
	}
	forgotten += late
	if err := a.access.Adopt(ctx, p); err != nil {
		return nil, err
	}
	if err := x.store().Forget(ctx, sum, p); err != nil {
		return nil, err
	}
	out := &verbs.LoadArchiveOut{Made: verbs.ProjectInfo{ID: p.ID, Name: p.Name, CreatedAt: p.CreatedAt}, Memories: report.Memories,
		Forgotten: forgotten, OK: len(checked.Findings) == 0, Findings: []string{}}
	for _, f := range checked.Findings {
		out.Findings = append(out.Findings, fmt.Sprintf("%s %s: %s", f.What, f.ID, f.Detail))
	}
	described, err := outOf(path, sum)
	if err != nil {
		return nil, err
	}
	out.Archive = *described
	return out, nil
}
