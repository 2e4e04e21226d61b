package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/backup"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// backups implements verbs.BackupTaker.
type backups struct{ app *App }

// Backup implements verbs.BackupTaker: it takes a backup and reads all of it
// again.
func (b backups) Backup(ctx context.Context, dir string, progress func(done, total uint64)) (*verbs.BackupOut, error) {
	if !filepath.IsAbs(dir) {
		return nil, kaibo.InvalidField("path", "must be absolute")
	}
	data, err := filepath.EvalSymlinks(b.app.options.Dir)
	if err == nil {
		data, err = filepath.Abs(data)
	}
	if err != nil {
		return nil, err
	}
	if dir, err = resolved(dir); err != nil {
		return nil, err
	}
	source, err := b.source(ctx)
	if err != nil {
		return nil, err
	}
	if within(data, dir) || within(dir, data) {
		return nil, kaibo.InvalidField("path", "must not be the data directory, nor above or in it")
	}
	// Nothing is signed meanwhile: the table is copied before the objects, and a
	// checkpoint that is newer than its table looks like a table rolled back.
	b.app.checkpoints.at.Lock()
	defer b.app.checkpoints.at.Unlock()
	_, err = backup.Take(ctx, b.app.store, dir, backup.Options{Version: b.app.options.Version, Clock: b.app.options.Clock, Progress: progress, Source: source,
		Files: []string{filepath.Join(b.app.options.Dir, keyFile)}})
	if err != nil {
		return nil, err
	}
	r, err := backup.Check(ctx, dir, progress)
	if err != nil {
		return nil, err
	}
	return &verbs.BackupOut{OK: len(r.Findings) == 0, Path: dir, TakenAt: r.Seal.TakenAt, Bytes: r.Seal.Bytes, Objects: r.Seal.Objects,
		Copied: r.Seal.Copied, Projects: r.Projects, Events: r.Events, Forgotten: r.Forgotten, Findings: r.Findings}, nil
}

// sourceKey names the data directory, so that a backup of another is not
// replaced by one of it. A restored directory is the same one.
var sourceKey = kaibo.Key{Partition: "backup", Sort: "source"}

// source answers the name of the data directory, giving it one the first time.
func (b backups) source(ctx context.Context) (string, error) {
	table := b.app.store.Table()
	for range 2 { // another call may give it one meanwhile
		items, err := table.Get(ctx, sourceKey)
		if err != nil {
			return "", fmt.Errorf("read the name of the data: %w", err)
		}
		if items[0].Found() {
			return string(items[0].Data), nil
		}
		err = table.Commit(ctx, []kaibo.Write{kaibo.PutNew(sourceKey, 1, []byte(rand.Text()))})
		if conflict := new(kaibo.ConflictError); err != nil && !errors.As(err, &conflict) {
			return "", fmt.Errorf("name the data: %w", err)
		}
	}
	return "", &kaibo.Error{Op: "name the data", Kind: kaibo.Unavailable, RetryAfter: time.Second, Detail: "try again"}
}

// resolved follows the links in the part of a path that is there.
func resolved(path string) (string, error) {
	path = filepath.Clean(path)
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) && filepath.Dir(path) != path {
		above, err := resolved(filepath.Dir(path))
		return filepath.Join(above, filepath.Base(path)), err
	}
	return real, err
}

// within reports whether path is dir or lies in it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

// Restoration says what to restore where.
type Restoration struct {
	From string // the backup
	Into string // the data directory to make: not there, or empty
	// Forgotten are the deletion ledgers of projects that may be younger than
	// the backup. What they forgot, and projects that they say were deleted, is
	// forgotten again before the directory has its name.
	Forgotten []DeletionLedger
	Version   string
	Log       *slog.Logger
	Progress  func(done, total uint64)
}

// DeletionLedger is what one project's ledger tells. It names the project by
// its id or, where that is not known, by its name.
type DeletionLedger struct {
	ProjectID, Project string
	Entries            []kaibo.Receipt
}

// Restored tells what came of a restoration.
type Restored struct {
	Backup    *backup.Report `json:"backup"`
	Forgotten int            `json:"forgotten"` // events that were forgotten again
	Projects  int            `json:"projects"`  // projects that were deleted again
	Findings  []string       `json:"findings"`  // what could not be put right; none when all is well
}

// Restore makes a data directory of a backup. A backup that is damaged, or a
// directory that is not empty, is not touched. All is done under another name
// beside the directory, which gets its own when nothing is left to forget: one
// that stops leaves nothing that could be served by mistake.
func Restore(ctx context.Context, r Restoration) (*Restored, error) {
	entries, err := os.ReadDir(r.Into)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open %s: %w", r.Into, err)
	}
	if len(entries) > 0 {
		return nil, kaibo.Errorf(kaibo.Conflict, "%s is not empty; restore into a new directory", r.Into)
	}
	into := filepath.Clean(r.Into)
	if err := os.MkdirAll(filepath.Dir(into), 0o700); err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(filepath.Dir(into), filepath.Base(into)+".restoring-")
	if err != nil {
		return nil, fmt.Errorf("make a directory to restore into: %w", err)
	}
	out, err := restoreInto(ctx, &r, work)
	if err != nil || len(out.Backup.Findings) > 0 {
		return out, errors.Join(err, os.RemoveAll(work)) // made just now, and nobody else's
	}
	if err := os.Remove(into); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return out, os.Rename(work, into)
}

func restoreInto(ctx context.Context, r *Restoration, dir string) (*Restored, error) {
	report, err := backup.Restore(ctx, r.From, dir, r.Progress)
	if err != nil {
		return nil, err
	}
	out := &Restored{Backup: report, Findings: report.Findings}
	if len(report.Findings) > 0 {
		return out, nil
	}
	a, err := Open(ctx, Options{Dir: dir, LockTimeout: time.Second, Version: r.Version, Log: r.Log})
	if err != nil {
		return nil, err
	}
	err = a.putRight(ctx, r, out)
	return out, errors.Join(err, a.Close())
}

// putRight forgets again what was forgotten since, and makes the views fit: an
// index segment that compaction replaced while the backup was taken may be
// missing.
func (a *App) putRight(ctx context.Context, r *Restoration, out *Restored) error {
	for _, l := range r.Forgotten {
		if err := a.applyLedger(ctx, &l, out); err != nil {
			return fmt.Errorf("forget again in %s%s: %w", l.Project, l.ProjectID, err)
		}
	}
	for cursor := ""; ; {
		projects, next, err := a.access.Projects(ctx, cursor, kaibo.MaxGetKeys)
		if err != nil {
			return err
		}
		for _, p := range projects {
			if err := a.makeFit(ctx, p, r.Progress, out); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
}

// applyLedger does again what a deletion ledger tells. A project that the backup
// does not have needs nothing, unless somebody named it.
func (a *App) applyLedger(ctx context.Context, l *DeletionLedger, out *Restored) error {
	p, err := a.access.ProjectByID(ctx, l.ProjectID)
	if l.ProjectID == "" {
		if p, err = a.access.Project(ctx, l.Project); err != nil {
			return err
		}
	}
	if kaibo.KindOf(err) == kaibo.NotFound { // made after the backup
		p, err = kaibo.Project{}, nil
	}
	if err != nil {
		return err
	}
	for _, receipt := range l.Entries {
		if receipt.ProjectID == "" {
			continue
		}
		gone, err := a.access.ProjectByID(ctx, receipt.ProjectID) // of the operator's ledger
		if kaibo.KindOf(err) == kaibo.NotFound {
			continue
		}
		if err == nil {
			_, err = a.forget.DeleteProject(ctx, a.access, gone, "was deleted before a backup was restored, with receipt "+receipt.ID)
		}
		if err != nil {
			return err
		}
		out.Projects++
	}
	if p.ID == "" {
		return nil
	}
	n, err := a.forgetAgain(ctx, p, l.Entries)
	out.Forgotten += n
	return err
}

func (a *App) makeFit(ctx context.Context, p kaibo.Project, progress func(done, total uint64), out *Restored) error {
	m := maintainer{a}
	if progress == nil {
		progress = func(uint64, uint64) {}
	}
	report, err := m.Fsck(ctx, p, progress)
	if err == nil && len(report.Findings) > 0 {
		if _, err = m.Rebuild(ctx, p, progress); err == nil {
			report, err = m.Fsck(ctx, p, progress)
		}
	}
	if err != nil {
		return fmt.Errorf("check %s: %w", p.Name, err)
	}
	for _, f := range report.Findings {
		out.Findings = append(out.Findings, fmt.Sprintf("project %s: %s %s: %s", p.Name, f.What, f.ID, f.Detail))
	}
	return nil
}

// forgetAgain forgets the events of receipts that the ledger does not have.
func (a *App) forgetAgain(ctx context.Context, p kaibo.Project, receipts []kaibo.Receipt) (int, error) {
	total := 0
	for i := range receipts {
		var ids []string
		for _, id := range receipts[i].EventIDs {
			_, gone, err := a.ledger.Ref(ctx, p, id)
			if err != nil && kaibo.KindOf(err) != kaibo.NotFound {
				return total, err
			}
			if err == nil && !gone {
				ids = append(ids, id)
			}
		}
		if len(ids) == 0 {
			continue
		}
		reason := "was forgotten before a backup was restored, with receipt " + receipts[i].ID
		if err := a.forget.ForgetEvents(ctx, p, ids, reason); err != nil {
			return total, err
		}
		total += len(ids)
	}
	return total, nil
}

// ForgottenIn reads the deletion ledgers of a data directory that nobody has
// open, damaged elsewhere or not: for [Restoration].
func ForgottenIn(ctx context.Context, dir string) ([]DeletionLedger, error) {
	store, err := local.OpenCopy(filepath.Join(dir, local.DataFile))
	if err != nil {
		return nil, err
	}
	all, err := forgottenIn(ctx, store)
	return all, errors.Join(err, store.CloseCopy())
}

func forgottenIn(ctx context.Context, store *local.Store) ([]DeletionLedger, error) {
	l := ledger.New(store.Table(), store.Objects(), nil, kaibo.SystemClock, nil)
	projects := access.New(store.Table(), kaibo.SystemClock, nil)
	var all []DeletionLedger
	for cursor := ""; ; {
		page, next, err := projects.Projects(ctx, cursor, kaibo.MaxGetKeys)
		if err != nil {
			return nil, err
		}
		for _, p := range page {
			one := DeletionLedger{ProjectID: p.ID, Project: p.Name}
			for seq, more := uint64(0), true; more; {
				var receipts []kaibo.Receipt
				receipts, more, err = l.Deletions(ctx, p, seq, kaibo.DefaultListLimit)
				if err != nil {
					return nil, err
				}
				if len(receipts) == 0 {
					break
				}
				seq = receipts[len(receipts)-1].Seq
				one.Entries = append(one.Entries, receipts...)
			}
			all = append(all, one)
		}
		if next == "" {
			return all, nil
		}
		cursor = next
	}
}
