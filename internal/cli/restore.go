package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/backup"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// restoring is what kaibo restore was asked for.
type restoring struct {
	check      bool
	deletions  []string
	deletedIn  []string
	nothingNew bool
}

func (s *program) restoreCommand() *cobra.Command {
	var o restoring
	cmd := &cobra.Command{
		Use: "restore BACKUP", Short: "Make a data directory of a backup", GroupID: "program", Args: cobra.ExactArgs(1),
		Long: "Reads all of a backup that kaibo backup made, and if it is whole copies it into the data directory (--data), which\n" +
			"must be new or empty. What was forgotten after the backup was taken must not come back: name where that can be\n" +
			"read, the data directory that is given up or what \"kaibo deletions --json\" or \"kaibo projects export\" wrote, and\n" +
			"it is forgotten again before anything is served. With --check it only reads the backup.",
		RunE: func(cmd *cobra.Command, args []string) error { return s.restore(cmd.Context(), args[0], &o) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.check, "check", false, "Read the backup and restore nothing.")
	flags.StringArrayVar(&o.deletedIn, "deleted-in", nil, "A data directory whose deletion ledgers are read; nobody may have it open.")
	flags.StringArrayVar(&o.deletions, "deletions", nil, "A file with entries of the deletion ledger of the project (--project, else "+httpapi.DefaultProject+").")
	flags.BoolVar(&o.nothingNew, "nothing-forgotten", false, "Nothing was forgotten since the backup was taken, or nobody knows what.")
	return cmd
}

func (s *program) restore(ctx context.Context, from string, o *restoring) error {
	tell, done := s.progress("restore")
	defer done()
	if o.check {
		report, err := backup.Check(ctx, from, tell)
		done()
		if err != nil {
			return restoreError(err)
		}
		return s.showChecked(report)
	}
	if len(o.deletedIn)+len(o.deletions) == 0 && !o.nothingNew {
		return usageError("Say --deleted-in DIR, --deletions FILE, or --nothing-forgotten.",
			"what was forgotten after the backup was taken would come back")
	}
	forgotten, err := s.forgottenSince(ctx, o)
	if err != nil {
		return err
	}
	out, err := app.Restore(ctx, app.Restoration{From: from, Into: s.dataDir(), Forgotten: forgotten, Version: version(),
		Log: slog.Default(), Progress: tell})
	done()
	if err != nil {
		return restoreError(err)
	}
	if s.json {
		err = json.NewEncoder(s.out).Encode(out)
	} else {
		renderRestored(&printer{w: s.out, width: s.width}, s.dataDir(), out)
	}
	if err == nil && len(out.Findings) > 0 {
		return &exitError{code: exitDiffers}
	}
	return err
}

// restoreError gives an error of the machine the exit code of one.
func restoreError(err error) error {
	code, known := exitOfCode[kaibo.KindOf(err).String()]
	if !known || kaibo.KindOf(err) == kaibo.Internal {
		code = exitUnreachable
	}
	return &exitError{code: code, err: err}
}

func (s *program) showChecked(r *backup.Report) error {
	if s.json {
		if err := json.NewEncoder(s.out).Encode(r); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	} else {
		renderChecked(&printer{w: s.out, width: s.width}, r)
	}
	if len(r.Findings) > 0 {
		return &exitError{code: exitDiffers}
	}
	return nil
}

// forgottenSince reads the deletion ledgers that were named.
func (s *program) forgottenSince(ctx context.Context, o *restoring) ([]app.DeletionLedger, error) {
	var all []app.DeletionLedger
	for _, dir := range o.deletedIn {
		found, err := app.ForgottenIn(ctx, dir)
		if err != nil {
			return nil, &exitError{code: exitUnreachable, next: "If a server has " + dir + " open, stop it first.", err: err}
		}
		all = append(all, found...)
	}
	name := s.project
	if name == "" {
		name = httpapi.DefaultProject
	}
	for _, file := range o.deletions {
		receipts, err := readDeletions(file)
		if err != nil {
			return nil, err
		}
		all = append(all, app.DeletionLedger{Project: name, Entries: receipts})
	}
	return all, nil
}

// readDeletions reads a whole deletion ledger: one entry an object, pages of
// them, or the lines of an export, which have other things too. A ledger with a
// gap, or whose end is missing, is refused: what is not in it would come back.
func readDeletions(file string) ([]kaibo.Receipt, error) {
	f, err := os.Open(file) //nolint:gosec // the path is the user's
	if err != nil {
		return nil, usageError("", "%s", err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	var out []kaibo.Receipt
	more := ""
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 64<<10), maxAnswer)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var line struct {
			kaibo.Receipt
			Deletion *kaibo.Receipt  `json:"deletion"`
			Items    []kaibo.Receipt `json:"items"`
			Event    json.RawMessage `json:"event"`
			Memory   json.RawMessage `json:"memory"`
			Next     string          `json:"nextCursor"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, usageError("It takes what \"kaibo deletions --json\" or \"kaibo projects export\" writes.", "%s: line %d cannot be read", file, n)
		}
		switch {
		case line.Deletion != nil:
			out = append(out, *line.Deletion)
		case line.Items != nil:
			out, more = append(out, line.Items...), line.Next
		case line.Seq > 0:
			out = append(out, line.Receipt)
		case line.Event == nil && line.Memory == nil:
			return nil, usageError("It takes what \"kaibo deletions --json\" or \"kaibo projects export\" writes.", "%s: line %d is no entry of a deletion ledger", file, n)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, usageError("", "%s: %s", file, err)
	}
	if more != "" {
		return nil, usageError("Add it with: kaibo deletions --json --cursor "+more+" >> "+file, "%s ends before the ledger does", file)
	}
	if len(out) == 0 {
		return nil, usageError("If nothing was forgotten, say --nothing-forgotten.", "%s has no entry of a deletion ledger", file)
	}
	chained := chain.NewReceiptVerifier()
	for i := range out {
		if err := chained.Receipt(&out[i]); err != nil {
			return nil, usageError("", "%s is not the whole ledger from its first entry on: %s", file, err)
		}
	}
	return out, nil
}

func renderChecked(p *printer, r *backup.Report) {
	p.line("Taken %s: %s, %s, %s with their text, %d forgotten.", day(r.Seal.TakenAt), plural(r.Projects, "project", "projects"),
		plural(int(r.Events), "event", "events"), plural(int(r.Payloads), "payload", "payloads"), r.Forgotten)
	renderFindings(p, r.Findings)
}

func renderFindings(p *printer, findings []string) {
	if len(findings) == 0 {
		p.line("All holds.")
	}
	for _, f := range findings {
		p.line("DIFFERS %s", f)
	}
}

func renderRestored(p *printer, dir string, r *app.Restored) {
	renderChecked(p, r.Backup)
	if len(r.Backup.Findings) > 0 {
		p.line("Nothing was restored.")
		return
	}
	p.line("Restored into %s. %s forgotten again.", dir, plural(r.Forgotten, "event was", "events were"))
	if r.Projects > 0 {
		p.line("%s deleted again.", plural(r.Projects, "project was", "projects were"))
	}
	renderFindings(p, r.Findings)
}

func renderBackup(p *printer, out *verbs.BackupOut) {
	p.line("Copied to %s: %s, %s, %s (%d new).", out.Path, plural(out.Projects, "project", "projects"), plural(int(out.Events), "event", "events"),
		plural(out.Objects, "object", "objects"), out.Copied)
	renderFindings(p, out.Findings)
}
