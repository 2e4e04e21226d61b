package simtest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kaibo-dev/kaibo/internal/backup"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/invariant"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
)

// copied is a backup, and what was acknowledged before it was begun.
type copied struct {
	dir   string
	acked []*said
}

// inUse is a store from which a backup is taken while others write to it.
type inUse struct {
	*local.Store
	objects kaibo.Objects
}

// Objects implements backup.Source.
func (u inUse) Objects() kaibo.Objects { return u.objects }

// backup takes a backup, into a directory of its own or into the last one.
func (s *sim) backup(ctx context.Context, _ *process) (string, error) {
	if s.store == nil || s.depth > 1 {
		return "not", nil
	}
	c := copied{dir: filepath.Join(s.dir+"-backups", fmt.Sprint(len(s.backups)))}
	if n := len(s.backups); n > 0 && s.rng.IntN(2) == 0 {
		c.dir = s.backups[n-1].dir
		s.backups = s.backups[:n-1]
	}
	for _, e := range s.said {
		if e.acked {
			c.acked = append(c.acked, e)
		}
	}
	source := inUse{s.store, &hookReads{s.ports.Objects, s.between}}
	_, err := backup.Take(ctx, source, c.dir, backup.Options{Version: "sim", Clock: s.ports.Clock.Now, Source: "sim"})
	if err != nil {
		s.t.Errorf("backup: %v", err)
		return filepath.Base(c.dir), err
	}
	s.backups = append(s.backups, c)
	return filepath.Base(c.dir), nil
}

// checkBackups restores every backup, applies the deletion ledger of today, as
// package app does, and holds the result to the promises.
func (s *sim) checkBackups(gone map[string]bool) {
	ctx := context.Background()
	today := enginetest.Over(s.t, s.ports)
	entries, _, err := today.Ledger.Deletions(ctx, today.Project, 0, kaibo.MaxListLimit)
	if err != nil {
		s.t.Fatal(err)
	}
	for i, c := range s.backups {
		into := fmt.Sprintf("%s-restored-%d", s.dir, i)
		report, err := backup.Restore(ctx, c.dir, into, nil)
		if err != nil || len(report.Findings) > 0 {
			s.t.Fatalf("restore: %v, %+v", err, report)
		}
		store, err := local.Open(into, local.Options{NoSync: true})
		if err != nil {
			s.t.Fatal(err)
		}
		ports := s.ports
		table := store.Table()
		ports.Table, ports.Objects, ports.Queue = table, store.Objects(), nil
		ports.Scan, _ = table.(kaibo.Scanner)
		w := enginetest.Over(s.t, ports)
		w.Forget.Vacuum = store.CompactFile
		s.applyLedger(w, entries)
		s.checkRestored(w, c, gone)
		if err := store.Close(); err != nil {
			s.t.Error(err)
		}
		s.checkFiles(into, gone)
		_ = os.RemoveAll(into)
	}
}

// applyLedger forgets again what a ledger says.
func (s *sim) applyLedger(w *enginetest.World, entries []kaibo.Receipt) {
	ctx := context.Background()
	for i := range entries {
		var ids []string
		for _, id := range entries[i].EventIDs {
			if _, gone, err := w.Ledger.Ref(ctx, w.Project, id); err == nil && !gone {
				ids = append(ids, id)
			}
		}
		if err := w.Forget.ForgetEvents(ctx, w.Project, ids, "was forgotten before"); err != nil {
			s.t.Fatalf("forget again: %v", err)
		}
	}
	if _, err := w.Forget.Resume(ctx); err != nil {
		s.t.Fatalf("resume in a restored backup: %v", err)
	}
	w.Settle()
	if len(w.Promised(invariant.AtRest)) > 0 { // segments that went while it was taken
		if _, err := w.Views.Rebuild(ctx, w.Project, w.Ports.Scan, nil); err != nil {
			s.t.Fatalf("rebuild a restored backup: %v", err)
		}
	}
	s.ports.Clock.Advance(w.Forget.Grace)
	for range 3 {
		w.Purge()
	}
	s.sweep(w)
}

func (s *sim) checkRestored(w *enginetest.World, c copied, gone map[string]bool) {
	for _, f := range w.Promised(invariant.AtRest) {
		s.t.Errorf("in a restored backup: %s", f)
	}
	for _, e := range c.acked {
		_, payload, err := w.Ledger.Payload(context.Background(), w.Project, e.id)
		if gone[e.id] != (kaibo.KindOf(err) == kaibo.Gone) || !gone[e.id] && (err != nil || string(payload.Content) != string(e.entry.Content)) {
			s.t.Errorf("in a restored backup the payload of %s, forgotten %v: %v", e.key, gone[e.id], err)
		}
	}
}

// checkFiles holds that no file below a directory has a word of what is
// forgotten.
func (s *sim) checkFiles(dir string, gone map[string]bool) {
	words := s.words(gone)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		s.lookFor(words, path, b)
		return err
	})
	if err != nil {
		s.t.Error(err)
	}
}
