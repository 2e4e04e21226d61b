package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

// verifying is what kaibo verify was asked for.
type verifying struct {
	heads, state    string
	noState         bool
	incremental     bool
	keys, witnesses []string
	pins            []string
}

func (s *program) verifyCommand() *cobra.Command {
	var o verifying
	cmd := &cobra.Command{
		Use: "verify [FILE]", Short: "Recompute every hash from what the server serves, or check a proof", GroupID: "verbs", Args: cobra.MaximumNArgs(1),
		Long: "Reads the project as the server serves it and trusts none of it: every stream's chain, the digest of every\n" +
			"payload that is still there, the deletion ledger, that what it names is shown nowhere, and what was signed.\n" +
			"What it saw it keeps, and the next run demands that nothing of it was changed, cut or forked since.\n" +
			"With FILE it checks a proof that kaibo proof wrote, without a server.\n" +
			"Ends with 0 when all holds, 1 with what differs and where, 2 when something could not be read.",
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, key := range o.keys {
				if err := proof.CheckKey(key); err != nil {
					return usageError("kaibo verifier-keys shows them.", "--key: %s", detailOf(err))
				}
			}
			if len(args) == 1 {
				return s.verifyFile(cmd.Context(), args[0], &o)
			}
			return s.verify(cmd.Context(), &o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.heads, "heads", "", "File that keeps the ends that were verified: what was there the last time must still be there, unchanged.")
	flags.StringVar(&o.state, "state", "", "File that keeps what was seen, in place of one in the user's state directory.")
	flags.BoolVar(&o.noState, "no-state", false, "Neither read nor keep what was seen.")
	flags.BoolVar(&o.incremental, "incremental", false, "Go on where the last run ended: read only what is new, and believe what was verified before.")
	flags.StringArrayVar(&o.pins, "pin", nil, "File with an answer of remember or forget, a proof or a checkpoint that must be part of the history. May be given again.")
	flags.StringArrayVar(&o.keys, "key", nil, "Verifier key to trust, in place of those that were seen before. May be given again.")
	flags.StringArrayVar(&o.witnesses, "witness", nil, "Verifier key of a witness whose cosignatures to look for. May be given again.")
	return cmd
}

func (s *program) verify(ctx context.Context, o *verifying) (err error) {
	known, err := readHeads(o.heads)
	if err != nil {
		return err
	}
	options := verify.Options{Known: known, Incremental: o.incremental, Keys: o.keys, Witnesses: o.witnesses}
	if options.Pins, options.Checkpoints, err = readPins(o.pins); err != nil {
		return err
	}
	c, err := s.connect(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	state := o.state
	if state == "" && !o.noState {
		if state, err = s.statePath(ctx, c); err != nil {
			return unreadable(err)
		}
	}
	if o.noState {
		state = ""
	}
	if options.Memory, err = readState(state); err != nil {
		return err
	}
	progress, done := s.progress("verify")
	options.Progress = progress
	report, err := verify.Run(ctx, source(c), options)
	done()
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return unreadable(err)
	}
	return s.report(report, options.Memory != nil, state, o)
}

// report shows what a run found, and keeps what it leaves to the next.
func (s *program) report(report *verify.Report, again bool, state string, o *verifying) error {
	if s.json {
		if err := json.NewEncoder(s.out).Encode(report); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	} else {
		renderReport(&printer{w: s.out, width: s.width}, report)
	}
	if !report.OK() {
		if again && !s.json {
			fmt.Fprintf(s.err, "What an earlier run saw is in %s.\n", state)
		}
		return &exitError{code: exitDiffers}
	}
	if state != "" && report.Memory != nil {
		if err := writeState(state, report.Memory); err != nil {
			fmt.Fprintf(s.err, "What was seen is not kept: %v\n", err)
		}
	}
	return writeHeads(o.heads, report)
}

// readHeads reads the ends that an earlier run verified; none when there was
// no earlier run.
func readHeads(path string) ([]verify.Chain, error) {
	if path == "" {
		return nil, nil
	}
	b, err := os.ReadFile(path) //nolint:gosec // the path is the user's
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var known []verify.Chain
	if err == nil {
		err = json.Unmarshal(b, &known)
	}
	if err != nil {
		return nil, usageError("Name another file with --heads.", "read heads: %s", err)
	}
	return known, nil
}

// writeHeads keeps the ends of a run in which all held.
func writeHeads(path string, report *verify.Report) error {
	if path == "" {
		return nil
	}
	b, err := json.MarshalIndent(report.Heads(), "", "  ")
	if err == nil {
		err = os.WriteFile(path, append(b, '\n'), 0o600)
	}
	if err != nil {
		return &exitError{code: exitUnreachable, err: fmt.Errorf("write heads: %w", err)}
	}
	return nil
}

// unreadable is what ends a verification that could not read: 2, unless the
// key is the trouble.
func unreadable(err error) error {
	var problem *problemError
	if errors.As(err, &problem) {
		if code, _ := exitCode(problem); code == exitForbidden || code == exitUsage {
			return err
		}
	}
	return &exitError{code: exitUnreachable, err: err}
}

// progress returns what tells of long work: a bar on a terminal, else nothing.
func (s *program) progress(what string) (tell func(done, total uint64), finish func()) {
	if !s.terminal || s.json {
		return func(uint64, uint64) {}, func() {}
	}
	bar := progressbar.NewOptions64(0, progressbar.OptionSetWriter(s.err), progressbar.OptionSetDescription(what),
		progressbar.OptionClearOnFinish(), progressbar.OptionShowCount(), progressbar.OptionSetWidth(30))
	tell = func(done, total uint64) {
		bar.ChangeMax64(int64(min(total, kaibo.MaxSafeInteger)))
		_ = bar.Set64(int64(min(done, kaibo.MaxSafeInteger))) // a bar that cannot be drawn is no failure
	}
	return tell, func() { _ = bar.Clear() }
}

func renderReport(p *printer, r *verify.Report) {
	rows := [][]string{{"STREAM", "EVENTS", "HASH"}}
	for _, c := range r.Heads() {
		rows = append(rows, []string{c.Stream, fmt.Sprint(c.Size), c.Hash.String()})
	}
	p.table(rows)
	p.line("%d events, %d payloads there, %d gone with a receipt, %d memories forgotten, %d listed.", r.Events, r.Payloads, r.Gone, r.Forgotten, r.Listed)
	if r.Signed != nil {
		renderSigned(p, r.Signed)
	}
	if r.OK() {
		p.line("All holds.")
		return
	}
	for _, f := range r.Findings {
		p.line("DIFFERS %s", f)
	}
	if r.More > 0 {
		p.line("and %d more", r.More)
	}
}

func renderSigned(p *printer, s *verify.Signed) {
	first := ""
	if s.FirstUse {
		first = ", whose key is seen for the first time here"
	}
	p.line("%s signed by %s%s; %s in its log of logs.", plural(s.Checkpoints, "checkpoint", "checkpoints"), s.Deployment, first, plural(int(min(s.Leaves, kaibo.MaxSafeInteger)), "leaf", "leaves"))
	for _, w := range s.Cosigned {
		p.line("Witness %s cosigned it.", w)
	}
}
