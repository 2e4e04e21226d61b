package mcpserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// Options are what a Server is made of.
type Options struct {
	Version string        // of the program
	Local   bool          // offer the verbs that only the embedded store has
	Log     *slog.Logger  // takes panics; nil drops them
	Random  io.Reader     // of the marks; nil is crypto/rand
	Tick    time.Duration // between two notices of progress; 0 is a second

	// Scopes, when not nil, narrows what can be called and listed to the verbs
	// that want one of them. It adds no right: whoever runs the verbs decides.
	Scopes []verbs.Scope

	// Verify, when set, is the tool "verify": it recomputes on this side what
	// the server serves. A server cannot vouch for itself, so only a client
	// has it.
	Verify Verifier
}

// Verifier checks a project and answers a report that encodes as a JSON object.
// Tell is told how far it is.
type Verifier func(ctx context.Context, tell func(done, total uint64)) (report any, err error)

// Server answers MCP requests. It is safe for concurrent use, and one serves
// any number of sessions and callers.
type Server struct {
	options Options
	mcp     *mcp.Server
	tools   map[string]*tool // by name
	whole   *mcp.StreamableHTTPHandler
	parts   *mcp.StreamableHTTPHandler
}

// New makes a server. It panics when the registry cannot be described, which is
// a mistake in the program that every start would meet.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.Tick == 0 {
		o.Tick = time.Second
	}
	s := &Server{options: o, tools: map[string]*tool{}}
	s.mcp = mcp.NewServer(&mcp.Implementation{Name: "kaibo", Title: "kaibo memory", Version: o.Version}, &mcp.ServerOptions{
		Instructions: Instructions,
		// What is answered is for the caller alone: no cache that others share
		// may keep it.
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.TTLMs, c.CacheScope = 0, "private" },
		// What the lists hold does not change, and there is no log to send.
		Capabilities: &mcp.ServerCapabilities{
			Tools: &mcp.ToolCapabilities{}, Prompts: &mcp.PromptCapabilities{}, Resources: &mcp.ResourceCapabilities{},
		},
	})
	s.addTools()
	s.addResources()
	s.addPrompts()
	s.mcp.AddReceivingMiddleware(s.guard, s.choose)
	s.addHTTP()
	return s
}

// caller is on whose behalf a message is handled: how its verbs are run, and
// which tools it is shown.
type caller struct {
	run      verbs.Run
	toolsets Toolsets
}

type callerKey struct{}

func withCaller(ctx context.Context, c caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// Serve speaks over a transport until the other side closes it or ctx ends. A
// side that closed is no error.
func (s *Server) Serve(ctx context.Context, t mcp.Transport, run verbs.Run, toolsets Toolsets) error {
	err := s.mcp.Run(withCaller(ctx, caller{run, toolsets}), t)
	if err != nil && ctx.Err() == nil && !errors.Is(err, io.EOF) && !errors.Is(err, mcp.ErrConnectionClosed) {
		return fmt.Errorf("serve session: %w", err)
	}
	return ctx.Err()
}

// run runs a verb for the caller of ctx.
func (s *Server) run(ctx context.Context, verb string, body []byte, idempotencyKey string) ([]byte, error) {
	c, ok := ctx.Value(callerKey{}).(caller)
	if !ok {
		return nil, &kaibo.Error{Op: "run verb", Err: errors.New("the context knows no caller")}
	}
	return c.run(ctx, verb, body, idempotencyKey)
}

var errPanic = errors.New("panic; the log has its stack")

// guard keeps the process when a handler panics: the SDK runs them in
// goroutines of its own, where nothing else would catch it.
func (s *Server) guard(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (result mcp.Result, err error) {
		defer s.recovered(ctx, method, &err)
		return next(ctx, method, req)
	}
}

// recovered makes an error of a panic. It must be deferred.
func (s *Server) recovered(ctx context.Context, at string, err *error) {
	if cause := recover(); cause != nil {
		s.options.Log.ErrorContext(ctx, "panic", "at", at, "panic", fmt.Sprint(cause), "stack", string(debug.Stack()))
		*err = &kaibo.Error{Op: at, Err: errPanic}
	}
}

// choose leaves of the list of tools those that the caller asked for.
func (s *Server) choose(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		list, ok := result.(*mcp.ListToolsResult)
		if err != nil || !ok {
			return result, err
		}
		c, _ := ctx.Value(callerKey{}).(caller)
		shown := *list
		shown.Tools = []*mcp.Tool{}
		for _, t := range list.Tools {
			if c.toolsets.Lists(s.tools[t.Name]) {
				shown.Tools = append(shown.Tools, t)
			}
		}
		return &shown, nil
	}
}
