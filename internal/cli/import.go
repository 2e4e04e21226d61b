package cli

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/kaibo-dev/kaibo/internal/imports"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// importing is what kaibo import was asked for.
type importing struct {
	initiatives      []string
	stream, since    string
	me, source       string
	dryRun, sendOver bool
}

func (s *program) importCommand() *cobra.Command {
	var o importing
	var known strings.Builder
	names := []string{imports.Auto}
	for _, f := range imports.Formats() {
		fmt.Fprintf(&known, "  %-14s %s\n", f.Name, f.Title)
		names = append(names, f.Name)
	}
	cmd := &cobra.Command{
		Use: "import FORMAT PATH", Short: "Remember what another program kept", GroupID: "program", Args: cobra.ExactArgs(2),
		Long: "Reads a file, a directory or a zip file that another program wrote and remembers what it holds, each record as an\n" +
			"event of its own time and author. Run it twice and the second time adds nothing; stop it, and the next run goes on.\n" +
			"Records that cannot be taken are listed, and the others are imported all the same.\n\n" +
			"Formats, or " + imports.Auto + " to have it found by looking:\n" + known.String(),
		Example: "  kaibo import chatgpt ~/Downloads/chatgpt-export.zip --me ana\n  kaibo import git . --initiative launch --dry-run\n  kaibo import auto ~/notes",
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return names, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.importFrom(cmd.Context(), args[0], args[1], &o)
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.initiatives, "initiative", nil, "Work that all of it belongs to. May be repeated.")
	flags.StringVar(&o.stream, "stream", "", "Put everything into this stream, in place of those that the format chooses.")
	flags.StringVar(&o.since, "since", "", "Leave out what happened before: a time in RFC 3339, or a day.")
	flags.StringVar(&o.me, "me", "", "Actor of your own messages, where an export does not name its owner. Default user.")
	flags.StringVar(&o.source, "source", "", "An id of your own for the source, in keys that are made from places in it; without it, one of where it lies.")
	flags.BoolVar(&o.dryRun, "dry-run", false, "Read and check everything, and send nothing.")
	flags.BoolVar(&o.sendOver, "send-again", false, "Send what an earlier run had acknowledged too. The server knows it and adds nothing.")
	return cmd
}

func (s *program) importFrom(ctx context.Context, name, path string, o *importing) error {
	run := imports.Options{Stream: o.stream, Initiatives: o.initiatives}
	if o.since != "" {
		since, ok := imports.ParseSince(o.since)
		if !ok {
			return usageError("Write it as 2026-07-01 or 2026-07-01T09:30:00Z", "--since: %q is no time", o.since)
		}
		run.Since = &since
	}
	src, err := imports.Open(path)
	if err != nil {
		return sourceError(err)
	}
	defer src.Close() //nolint:errcheck // it was only read
	if run.Format, err = imports.Choose(src, name); err != nil {
		return sourceError(err)
	}
	salt, err := importSalt()
	if err != nil {
		return &exitError{code: exitUnreachable, err: err}
	}
	run.Reading = imports.Reading{Name: salt.name, SourceID: o.source, Me: o.me}
	if o.source == "" {
		run.Reading.SourceID = salt.name("source " + src.Path())
	}
	if o.dryRun {
		return s.runImport(ctx, src, run)
	}
	c, err := s.connect(ctx)
	if err != nil {
		return err
	}
	return errors.Join(s.importTo(ctx, c, src, run, salt, o.sendOver), c.close())
}

// importTo runs an import with what an earlier run of it had acknowledged.
func (s *program) importTo(ctx context.Context, c *client, src *imports.Source, run imports.Options, salt salt, sendOver bool) error {
	run.Sender = &importSender{c}
	known, err := s.openAcknowledged(ctx, c, run.Format.Name+"\x00"+src.Path()+"\x00"+run.Stream, sendOver)
	if err != nil {
		return err
	}
	if known != nil {
		run.Known = known
		defer known.close()
	}
	texts, err := openImportTexts(salt)
	if err != nil {
		return &exitError{code: exitUnreachable, err: err}
	}
	run.Texts = texts
	defer texts.close()
	return s.runImport(ctx, src, run)
}

// runImport runs an import and shows its report, a stopped one's too.
func (s *program) runImport(ctx context.Context, src *imports.Source, run imports.Options) error {
	tell, done := s.progress("import " + run.Format.Name)
	run.Progress = tell
	report, err := imports.Run(ctx, src, run)
	done()
	if s.json {
		if jsonErr := json.NewEncoder(s.out).Encode(report); jsonErr != nil {
			return errors.Join(err, fmt.Errorf("write report: %w", jsonErr))
		}
	} else {
		renderImported(&printer{w: s.out, width: s.width}, report)
	}
	if err != nil {
		code, next := exitCode(err)
		if kind := kaibo.KindOf(err); kind != kaibo.Internal {
			code = exitOfCode[kind.String()]
		}
		if !report.DryRun {
			next = strings.TrimSpace(next + "\nRun the same command again: it goes on where this one stopped.")
		}
		return &exitError{code: code, next: next, err: err}
	}
	if len(report.Bad) > 0 {
		return &exitError{code: exitDiffers}
	}
	return nil
}

// sourceError makes an error of a source one of the command line.
func sourceError(err error) error {
	if code, ok := exitOfCode[kaibo.KindOf(err).String()]; ok && code == exitUsage {
		return &exitError{code: exitUsage, next: "See: kaibo import --help", err: errors.New(detailOf(err))}
	}
	return &exitError{code: exitUnreachable, err: err}
}

func renderImported(p *printer, r *imports.Report) {
	what := "added"
	if r.DryRun {
		what = "would be added, unless they are there"
	}
	p.line("%s as %s: %d %s, %d were there.", plural(r.Read, "record", "records"), r.Format, r.Added, what, r.Present)
	if len(r.Streams) > 0 {
		p.line("%s.", plural(len(r.Streams), "stream", "streams"))
	}
	for _, why := range slices.Sorted(maps.Keys(r.Skipped)) {
		p.line("Left out: %d %s.", r.Skipped[why], why)
	}
	if len(r.Bad) > 0 {
		p.line("%s not taken:", plural(len(r.Bad)+r.BadMore, "record was", "records were"))
	}
	for _, b := range r.Bad {
		p.line("  %s: %s", oneLine(b.Position), oneLine(b.Reason))
	}
	if r.BadMore > 0 {
		p.line("  and %d more", r.BadMore)
	}
}

// importSender sends records as remember takes them.
type importSender struct{ client *client }

// importTries is how often a batch is sent when the server is busy or cannot be
// reached: with the pauses between, for about a minute.
const importTries = 8

// Send implements imports.Sender. A batch whose answer was lost is sent again:
// its keys tell the server.
func (x *importSender) Send(ctx context.Context, stream string, records []imports.Record) ([]imports.Outcome, error) {
	body, err := rememberBody(stream, records)
	if err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		answer, err := x.client.post(ctx, "remember", body, "")
		if err == nil {
			return outcomesOf(answer)
		}
		if !transient(err) || try == importTries {
			return nil, asKaibo(err)
		}
		if err := pause(ctx, min(250*time.Millisecond<<try, 15*time.Second)); err != nil {
			return nil, err
		}
	}
}

// rememberBody writes the request for a batch.
func rememberBody(stream string, records []imports.Record) ([]byte, error) {
	in := verbs.RememberIn{Stream: stream, Events: make([]verbs.EventIn, len(records))}
	for i := range records {
		r := &records[i]
		e := verbs.EventIn{Kind: r.Kind, ContentType: r.ContentType, OccurredAt: r.OccurredAt, ExpiresAt: r.ExpiresAt, Actor: r.Actor, Role: r.Role,
			Initiatives: r.Initiatives, Metadata: r.Metadata, IdempotencyKey: r.Key}
		if utf8.Valid(r.Content) {
			text := string(r.Content)
			e.Content = &text
		} else {
			encoded := base64.StdEncoding.EncodeToString(r.Content)
			e.ContentBase64 = &encoded
			if e.ContentType == "" {
				e.ContentType = "application/octet-stream"
			}
		}
		in.Events[i] = e
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(in); err != nil {
		return nil, fmt.Errorf("write request: %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

func outcomesOf(answer []byte) ([]imports.Outcome, error) {
	var out struct {
		Items []struct {
			Event          kaibo.Event `json:"event"`
			Replayed       bool        `json:"replayed"`
			PayloadDiffers bool        `json:"payloadDiffers"`
			Forgotten      bool        `json:"forgotten"`
		} `json:"items"`
	}
	if err := json.Unmarshal(answer, &out); err != nil {
		return nil, fmt.Errorf("read answer of remember: %w", err)
	}
	outcomes := make([]imports.Outcome, len(out.Items))
	for i, item := range out.Items {
		outcomes[i] = imports.Outcome{EventID: item.Event.ID, Replayed: item.Replayed, PayloadDiffers: item.PayloadDiffers, Forgotten: item.Forgotten}
	}
	return outcomes, nil
}

// transient reports whether the same request may be answered later.
func transient(err error) bool {
	var problem *problemError
	if errors.As(err, &problem) {
		return problem.problem.Code == kaibo.Unavailable.String() || problem.problem.Code == kaibo.RateLimited.String()
	}
	var exit *exitError
	return errors.As(err, &exit) && exit.code == exitUnreachable
}

// asKaibo gives a problem that is about the records its kind, so that the one at
// fault is looked for.
func asKaibo(err error) error {
	var problem *problemError
	if !errors.As(err, &problem) {
		return err
	}
	for _, kind := range []kaibo.Kind{kaibo.Invalid, kaibo.TooLarge} {
		if problem.problem.Code == kind.String() {
			return &kaibo.Error{Op: "remember", Kind: kind, Detail: problem.Error(), Err: err}
		}
	}
	return err
}

// absolute is a path that means the same from everywhere.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
