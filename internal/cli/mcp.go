package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/mcpserver"
	"github.com/kaibo-dev/kaibo/internal/verbs"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

// speaking is what kaibo mcp was asked for.
type speaking struct {
	toolsets, scopes []string
	key, heads       string
}

func (s *program) mcpCommand() *cobra.Command {
	var o speaking
	cmd := &cobra.Command{
		Use: "mcp", Short: "Speak MCP over standard input and output", GroupID: "program", Args: cobra.NoArgs,
		Long: "Speaks the Model Context Protocol over standard input and output, for a program that starts its servers itself:\n" +
			"Claude Code, Cursor, VS Code, Codex. Every call goes to the server that holds the data: the one that --url names,\n" +
			"else the one of the data directory, which is started when there is none and ends when nobody has asked it\n" +
			"anything for ten minutes. So any number of sessions share one memory.\n\n" +
			"  claude mcp add kaibo -- kaibo mcp --scopes read,write",
		RunE: func(cmd *cobra.Command, _ []string) error { return s.speak(cmd.Context(), &o) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.toolsets, "toolsets", nil, "Tools to list, apart by commas: "+strings.Join(mcpserver.ToolsetNames(), ", ")+", or tools by name. Every tool can be called, listed or not.")
	flags.StringSliceVar(&o.scopes, "scopes", nil, "Scopes that the session may use at most, such as read,write. All that the key has when absent.")
	flags.StringVar(&o.key, "key", "", "Key to the server. Arguments show in the list of processes: KAIBO_API_KEY does not.")
	flags.StringVar(&o.heads, "heads", "", "File that keeps the ends that the tool verify verified, for the next session.")
	return cmd
}

// speak serves one session. Nothing but the protocol goes to standard output.
func (s *program) speak(ctx context.Context, o *speaking) error {
	toolsets, err := mcpserver.ParseToolsets(o.toolsets...)
	if err != nil {
		return usageError("See: kaibo mcp --help", "--%s", detailOf(err))
	}
	scopes, err := scopesOf(o.scopes)
	if err != nil {
		return err
	}
	if o.key != "" {
		s.key = o.key
	}
	known, err := readHeads(o.heads)
	if err != nil {
		return err
	}
	p := &proxy{program: s, heads: o.heads, known: known}
	if _, err := p.client(ctx); err != nil { // better said now, by exit code, than by every tool
		return err
	}
	server := mcpserver.New(mcpserver.Options{Version: version(), Local: true, Scopes: scopes, Verify: p.verify})
	return server.Serve(ctx, &mcpserver.Lines{Reader: s.in, Writer: s.out, MaxLine: maxLine}, p.run, toolsets)
}

// maxLine bounds a message: a body with its content escaped.
const maxLine = 2 * kaibo.MaxBodyBytes

// scopesOf reads what a session may use. None given is nil: no narrowing.
func scopesOf(names []string) ([]verbs.Scope, error) {
	var scopes []verbs.Scope
	for _, name := range names {
		scope := verbs.Scope(strings.TrimSpace(name))
		if !slices.Contains(verbs.Scopes, scope) {
			return nil, usageError("Write it as --scopes read,write", "there is no scope %q", name)
		}
		scopes = append(scopes, scope)
	}
	return scopes, nil
}

// proxy sends the verbs of a session to the server that holds the data.
type proxy struct {
	*program
	heads string

	mu    sync.Mutex
	found *client

	checking sync.Mutex // one verification at a time
	known    []verify.Chain
}

// client is the server that was found, or finds it.
func (p *proxy) client(ctx context.Context) (*client, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found != nil {
		return p.found, nil
	}
	c, err := p.shared(ctx)
	if err == nil {
		p.found = c
	}
	return c, err
}

// lose forgets a server that is no more.
func (p *proxy) lose(c *client) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found == c {
		p.found = nil
	}
}

// run implements verbs.Run. A server that refused the connection has done
// nothing: it is looked for again, since it may have ended idle.
func (p *proxy) run(ctx context.Context, verb string, body []byte, idempotencyKey string) ([]byte, error) {
	for try := 0; ; try++ {
		c, err := p.client(ctx)
		if err != nil {
			return nil, plain(err)
		}
		answer, err := c.post(ctx, verb, body, idempotencyKey)
		if err != nil && errors.Is(err, syscall.ECONNREFUSED) {
			p.lose(c)
			if try == 0 {
				continue
			}
		}
		return answer, plain(err)
	}
}

// plain makes of what a client of HTTP learns an error that every face knows.
func plain(err error) error {
	var answered *problemError
	var exit *exitError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &answered):
		p := &answered.problem
		return &kaibo.Error{Kind: kindOfCode(p.Code), Detail: p.Detail, Fields: p.Errors}
	case errors.As(err, &exit):
		return &kaibo.Error{Kind: kindOfExit[exit.code], Detail: strings.TrimSpace(clean(exit.Error()) + ". " + exit.next), Err: err}
	}
	return err
}

// kindOfCode is the kind that a problem's code stands for.
func kindOfCode(code string) kaibo.Kind {
	for kind := kaibo.Internal; kind <= kaibo.Unavailable; kind++ {
		if kind.String() == code {
			return kind
		}
	}
	return kaibo.Internal
}

// verified is the answer of the tool verify.
type verified struct {
	OK bool `json:"ok"`
	*verify.Report
}

// verify recomputes what the server serves. What an earlier one verified must
// still be there.
func (p *proxy) verify(ctx context.Context, tell func(done, total uint64)) (any, error) {
	p.checking.Lock()
	defer p.checking.Unlock()
	if _, err := p.run(ctx, "health", []byte("{}"), ""); err != nil { // finds another server when this one has ended idle
		return nil, err
	}
	c, err := p.client(ctx)
	if err != nil {
		return nil, plain(err)
	}
	report, err := verify.Run(ctx, source(c), verify.Options{Progress: tell, Known: p.known})
	if err != nil {
		return nil, plain(fmt.Errorf("verify: %w", err))
	}
	if report.OK() {
		p.known = report.Heads()
		if err := writeHeads(p.heads, report); err != nil {
			return nil, plain(err)
		}
	}
	return verified{report.OK(), report}, nil
}
