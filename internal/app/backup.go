package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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
	data, err := filepath.Abs(b.app.options.Dir)
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
	_, err = backup.Take(ctx, b.app.store, dir, backup.Options{Version: b.app.options.Version, Clock: b.app.options.Clock, Progress: progress,
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

// within reports whether path is dir or lies in it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

// Restoration says what to restore where.
type Restoration struct {
	From string // the backup
	Into string // the data directory to make: not there, or empty
	// Forgotten are the entries of deletion ledgers, by the name of the
	// project, that may be younger than the backup. What they forgot is
	// forgotten again before anything is served.
	Forgotten map[string][]kaibo.Receipt
	Version   string
	Log       *slog.Logger
	Progress  func(done, total uint64)
}

// Restored tells what came of a restoration.
type Restored struct {
	Backup    *backup.Report `json:"backup"`
	Forgotten int            `json:"forgotten"` // events that were forgotten again
	Findings  []string       `json:"findings"`  // what could not be put right; none when all is well
}

// Restore makes a data directory of a backup. A backup that is damaged, or a
// directory that is not empty, is not touched.
func Restore(ctx context.Context, r Restoration) (*Restored, error) {
	report, err := backup.Restore(ctx, r.From, r.Into, r.Progress)
	if err != nil {
		return nil, err
	}
	out := &Restored{Backup: report, Findings: report.Findings}
	if len(report.Findings) > 0 {
		return out, nil
	}
	a, err := Open(ctx, Options{Dir: r.Into, LockTimeout: time.Second, Version: r.Version, Log: r.Log})
	if err != nil {
		return nil, err
	}
	err = a.putRight(ctx, &r, out)
	return out, errors.Join(err, a.Close())
}

// putRight forgets again what was forgotten since, and makes the views fit: an
// index segment that compaction replaced while the backup was taken may be
// missing.
func (a *App) putRight(ctx context.Context, r *Restoration, out *Restored) error {
	for name, receipts := range r.Forgotten {
		p, err := a.access.Project(ctx, name)
		if kaibo.KindOf(err) == kaibo.NotFound { // made after the backup
			continue
		}
		if err != nil {
			return err
		}
		n, err := a.forgetAgain(ctx, p, receipts)
		if err != nil {
			return fmt.Errorf("forget again in %s: %w", name, err)
		}
		out.Forgotten += n
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
func ForgottenIn(ctx context.Context, dir string) (map[string][]kaibo.Receipt, error) {
	store, err := local.OpenCopy(filepath.Join(dir, local.DataFile))
	if err != nil {
		return nil, err
	}
	all, err := forgottenIn(ctx, store)
	return all, errors.Join(err, store.CloseCopy())
}

func forgottenIn(ctx context.Context, store *local.Store) (map[string][]kaibo.Receipt, error) {
	l := ledger.New(store.Table(), store.Objects(), nil, kaibo.SystemClock, nil)
	projects := access.New(store.Table(), kaibo.SystemClock, nil)
	all := map[string][]kaibo.Receipt{}
	for cursor := ""; ; {
		page, next, err := projects.Projects(ctx, cursor, kaibo.MaxGetKeys)
		if err != nil {
			return nil, err
		}
		for _, p := range page {
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
				all[p.Name] = append(all[p.Name], receipts...)
			}
		}
		if next == "" {
			return all, nil
		}
		cursor = next
	}
}
