package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaibo-dev/kaibo/internal/cloud/operator"
	"github.com/kaibo-dev/kaibo/internal/verbs"
	"github.com/kaibo-dev/kaibo/internal/wire"
)

// addVerbs makes the commands of the registry. "keys.create" stands below the
// command of "keys".
func (s *program) addVerbs(root *cobra.Command) {
	for _, v := range verbs.All() {
		words := v.Spec().Words()
		parent := root
		for _, word := range words[:len(words)-1] {
			parent = child(parent, word)
		}
		cmd := s.verbCommand(v, words[len(words)-1])
		if parent == root {
			cmd.GroupID = "verbs"
		} else if list, ok := verbs.Lookup(strings.Split(v.Spec().Name, ".")[0]); ok && !parent.HasSubCommands() {
			parent.AddCommand(s.verbCommand(list, "list")) // so that "keys" and "keys list" both do what one expects
		}
		parent.AddCommand(cmd)
	}
}

// child finds a command by its name. The registry holds "keys" before
// "keys.create".
func child(parent *cobra.Command, name string) *cobra.Command {
	i := slices.IndexFunc(parent.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
	if i < 0 {
		panic("the registry has no verb " + name + " above its own")
	}
	return parent.Commands()[i]
}

// verbCommand makes the command of one verb.
func (s *program) verbCommand(v verbs.Verb, name string) *cobra.Command {
	spec, fields := v.Spec(), verbs.Fields(v.Input())
	run := &verbRun{program: s, spec: spec, fields: fields}
	cmd := &cobra.Command{
		Use: name, Short: spec.Summary, Long: longHelp(spec), Args: cobra.NoArgs,
		RunE: run.execute,
	}
	if spec.Main != "" {
		main := fields[slices.IndexFunc(fields, func(f verbs.Field) bool { return f.Name == spec.Main })]
		cmd.Use = fmt.Sprintf("%s [%s]", name, strings.ToUpper(strings.ReplaceAll(main.Flag(), "-", "_")))
		cmd.Args = cobra.ArbitraryArgs // words of a text need no quotes
		if main.Form != "" {
			cmd.Args = cobra.MaximumNArgs(1)
		}
	}
	if operator.Runs(spec) {
		cmd.Annotations = map[string]string{onStack: spec.Name}
	}
	addFlags(cmd.Flags(), fields)
	completeFlags(cmd, fields)
	if spec.Writes() && cmd.Flags().Lookup("idempotency-key") == nil {
		cmd.Flags().StringVar(&run.idempotencyKey, "idempotency-key", "", "The same key, the same answer: give it again when an answer was lost.")
	}
	if spec.PreviewFirst {
		cmd.Flags().BoolVar(&run.yes, "yes", false, "Do it without asking.")
	}
	switch spec.Name {
	case "structure":
		run.path = true
		cmd.Use, cmd.Args = "structure [FILE|-]", cobra.MaximumNArgs(1)
		cmd.Long += "\nThe text is in the file, on standard input for \"-\", or in --content."
	case "remember":
		cmd.Flags().StringVar(&run.file, "file", "", "Remember the content of this file.")
		run.waits = true
		cmd.Flags().Lookup("wait").Usage += " Here it is on unless --wait=false."
	case "forget":
		cmd.Flags().StringVar(&run.allOf, "all-of", "", "Forget all that somebody said, as when they ask to be erased: actor=NAME.")
	case "export":
		cmd.Flags().StringVar(&run.allOf, "about", "", "Only what somebody said and what was noted of it, for whoever asks what is held: actor=NAME.")
		run.all = true
		cmd.Long += "\nWrites every page, one JSON object a line, unless --limit or --cursor asks for one of them."
	case "archive.load":
		cmd.Aliases = []string{"import"} // as its counterpart would have it
	case "proof":
		cmd.Flags().StringVar(&run.file, "out", "", "Where to write the proof; - is standard output. Otherwise ID.tlog-proof.")
	case "projects.export":
		run.all = true
		cmd.Long += "\nWrites every page, one JSON object a line, unless --limit or --cursor asks for one of them."
	}
	return cmd
}

func longHelp(spec *verbs.Spec) string {
	help := spec.Doc
	if spec.Main != "" {
		help += " \"-\" as the argument reads it from standard input."
	}
	return strings.Join(wrap(help, 100), "\n")
}

// verbRun is one execution of a verb's command.
type verbRun struct {
	*program
	spec           *verbs.Spec
	fields         []verbs.Field
	idempotencyKey string
	yes            bool
	path           bool // the argument is a file's
	file           string
	allOf          string // of forget and export: actor=NAME
	waits          bool   // asks to wait unless told otherwise: a person wants to see what was noted down
	all            bool   // reads every page
}

func (r *verbRun) execute(cmd *cobra.Command, args []string) (err error) {
	if r.path && len(args) == 1 && args[0] != "-" {
		text, err := textFile(args[0])
		if errors.Is(err, fs.ErrNotExist) {
			err = usageError("Give text as --content TEXT, or - for standard input.", "there is no file %s", args[0])
		}
		if err != nil {
			return err
		}
		args = []string{text}
	}
	body, err := bodyOf(cmd, r.spec, r.fields, args, r.in)
	if err != nil {
		return err
	}
	if r.file != "" && r.spec.Name != "proof" {
		if err := addFile(body, r.file); err != nil {
			return err
		}
	}
	if path, ok := body["path"].(string); ok && onServer(r.spec.Name) && r.url == "" { // from here, not from where the server runs
		if body["path"], err = filepath.Abs(path); err != nil {
			return fmt.Errorf("find %s: %w", path, err)
		}
	}
	if r.allOf != "" {
		if err := addAllOf(body, r.allOf); err != nil {
			return err
		}
	}
	if _, given := body["wait"]; r.waits && !given {
		body["wait"] = true
	}
	if err := r.complete(cmd, body); err != nil {
		return err
	}
	c, err := r.connect(cmd.Context())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	if r.spec.PreviewFirst && body["dryRun"] != true {
		if err := r.preview(cmd.Context(), c, body); err != nil {
			return err
		}
	}
	if r.all && body["limit"] == nil && body["cursor"] == nil {
		return r.pages(cmd.Context(), c, body)
	}
	answer, err := r.call(cmd.Context(), c, body)
	if err != nil {
		return err
	}
	if err := r.show(cmd.Context(), answer); err != nil {
		return err
	}
	return verdict(answer)
}

// onServer reports whether a verb's path is one of the machine that serves.
func onServer(verb string) bool {
	return verb == "backup" || verb == "archive" || strings.HasPrefix(verb, "archive.")
}

// addAllOf makes actor=NAME the selection of a forget.
func addAllOf(body map[string]any, who string) error {
	kind, name, ok := strings.Cut(who, "=")
	if !ok || kind != "actor" || name == "" {
		return usageError("Write it as actor=NAME", "%q names nobody", who)
	}
	if body["actors"] != nil {
		return usageError("", "actor=NAME and --actors say the same; give either")
	}
	body["actors"] = []string{name}
	return nil
}

// pages writes the items of every page of a list, one a line.
func (r *verbRun) pages(ctx context.Context, c *client, body map[string]any) error {
	for written := 0; ; {
		answer, err := r.call(ctx, c, body)
		if err != nil {
			return err
		}
		items, next, err := wire.Items(answer)
		if err != nil {
			return err
		}
		for _, item := range items {
			if _, err := r.out.Write(append(item, '\n')); err != nil {
				return fmt.Errorf("write export: %w", err)
			}
		}
		written += len(items)
		if next == "" {
			if written == 0 && r.allOf != "" {
				fmt.Fprintln(r.err, "Nothing is held of "+clean(r.allOf)+". Names are compared letter by letter; kaibo forget NAME --dry-run finds them in what was said.")
			}
			return nil
		}
		body["cursor"] = next
	}
}

// verdict is the exit code of an answer that is a check.
func verdict(answer []byte) error {
	var out struct {
		OK *bool `json:"ok"`
	}
	if err := json.Unmarshal(answer, &out); err == nil && out.OK != nil && !*out.OK {
		return &exitError{code: exitDiffers}
	}
	return nil
}

// complete says which fields are missing, before anything is opened.
func (r *verbRun) complete(cmd *cobra.Command, body map[string]any) error {
	for i := range r.fields {
		f := &r.fields[i]
		if _, given := body[f.Name]; given || !f.Required {
			continue
		}
		if f.Name == r.spec.Main {
			return usageError("See: "+cmd.CommandPath()+" --help", "give the %s as the argument", f.Name)
		}
		return usageError("See: "+cmd.CommandPath()+" --help", "--%s must be given", f.Flag())
	}
	return nil
}

func (r *verbRun) call(ctx context.Context, c *client, body map[string]any) ([]byte, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("write request: %w", err)
	}
	if r.spec.Where != verbs.LocalOnly || !r.spec.Streaming {
		return c.post(ctx, r.spec.Name, b, r.idempotencyKey)
	}
	tell, finish := r.progress(r.spec.Name)
	var done verbs.MaintainOut
	answer, err := c.postStreaming(ctx, r.spec.Name, b, tell, func(m verbs.Maintained) { done.Items = append(done.Items, m) })
	finish()
	if n := len(done.Items); err != nil && n > 0 {
		return nil, r.stopped(ctx, &done, err)
	}
	return answer, err
}

// stopped shows what long work did before it stopped, and where it goes on.
func (r *verbRun) stopped(ctx context.Context, done *verbs.MaintainOut, err error) error {
	if part, marshalErr := json.Marshal(done); marshalErr == nil {
		err = errors.Join(err, r.show(ctx, part))
	}
	code, _ := exitCode(err)
	where := ""
	if r.stack != "" {
		where = " --stack " + r.stack
	}
	last := done.Items[len(done.Items)-1]
	return &exitError{code: code, next: fmt.Sprintf("Go on with: kaibo%s %s --all --after %s", where, r.spec.Name, last.ID), err: err}
}

// preview shows what a deed would take and asks for leave. The deed then names
// what was shown, so that it takes nothing else.
func (r *verbRun) preview(ctx context.Context, c *client, body map[string]any) error {
	asked := map[string]any{}
	for k, v := range body {
		asked[k] = v
	}
	asked["dryRun"] = true
	delete(asked, "expect")
	b, err := json.Marshal(asked)
	if err != nil {
		return fmt.Errorf("write request: %w", err)
	}
	answer, err := c.post(ctx, r.spec.Name, b, "")
	if err != nil {
		return err
	}
	var found struct {
		Matches []json.RawMessage `json:"matches"`
		Events  []string          `json:"events"`
		Preview string            `json:"preview"`
		Usage   json.RawMessage   `json:"usage"`
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return fmt.Errorf("read preview: %w", err)
	}
	if len(found.Matches)+len(found.Events)+len(found.Usage) == 0 {
		return nil // the deed says so itself, or answers again what it did
	}
	if _, given := body["expect"]; !given && found.Preview != "" {
		body["expect"] = found.Preview
	}
	if r.yes {
		return nil
	}
	p := &printer{w: r.err, width: r.width}
	if err := renderers[r.spec.Name](p, answer); err != nil {
		return err
	}
	return r.confirm(ctx, found.Preview)
}

// confirm asks on a terminal; elsewhere it wants --yes.
func (r *verbRun) confirm(ctx context.Context, preview string) error {
	if !r.terminal {
		next := "Do it with: --yes"
		if preview != "" {
			next += " --expect " + preview
		}
		return usageError(next, "nothing was done: nobody can be asked here")
	}
	fmt.Fprint(r.err, "Do it? This cannot be undone. [y/N] ")
	answer, err := readLine(ctx, r.in)
	if err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
		return &exitError{code: exitInterrupted, err: errors.New("nothing was done")}
	}
	return nil
}

// readLine reads to the end of a line, byte by byte: what follows is not ours.
// It gives up when ctx ends; the read itself then ends with the process.
func readLine(ctx context.Context, in io.Reader) (string, error) {
	type result struct {
		line string
		err  error
	}
	read := make(chan result, 1)
	go func() {
		line, err := untilNewline(in)
		read <- result{line, err}
	}()
	select {
	case r := <-read:
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func untilNewline(in io.Reader) (string, error) {
	var line []byte
	var b [1]byte
	for len(line) < 256 {
		n, err := in.Read(b[:])
		if n == 1 && b[0] == '\n' {
			break
		}
		line = append(line, b[:n]...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", err
		}
	}
	return string(line), nil
}

// show writes the answer as it was asked for.
func (r *verbRun) show(ctx context.Context, answer []byte) error {
	if r.spec.Name == "proof" && !r.json {
		return r.writeProof(answer)
	}
	render := renderers[r.spec.Name]
	if render == nil && hasText(r.spec.Name) {
		render = rendering(renderText)
	}
	if r.json || render == nil {
		_, err := r.out.Write(append(answer, '\n'))
		return err
	}
	if r.spec.Writes() { // what was done is shown at once, and nothing is asked of who reads it
		return render(&printer{w: r.out, width: r.width}, answer)
	}
	var text bytes.Buffer
	if err := render(&printer{w: &text, width: r.width}, answer); err != nil {
		return err
	}
	return r.paged(ctx, text.Bytes())
}
