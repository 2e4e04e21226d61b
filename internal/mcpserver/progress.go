package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// progress tells a caller that asked for it how far a call is. Without a token
// it tells nothing. What it tells only grows, as the protocol wants.
type progress struct {
	session *mcp.ServerSession
	token   any

	mu   sync.Mutex
	last float64
	own  bool // the tool tells its own progress
}

func progressOf(req *mcp.CallToolRequest) *progress {
	return &progress{session: req.Session, token: req.Params.GetProgressToken()}
}

type progressKey struct{}

func withProgress(ctx context.Context, p *progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// tellOf is what a tool that knows how far it is tells.
func tellOf(ctx context.Context) func(done, total uint64) {
	p, _ := ctx.Value(progressKey{}).(*progress)
	if p == nil {
		return func(uint64, uint64) {}
	}
	var said time.Time
	return func(done, total uint64) {
		if now := time.Now(); now.Sub(said) >= tellEvery || done == total {
			said = now
			p.send(ctx, float64(done), float64(total), "", true)
		}
	}
}

// tellEvery is how often a tool's own progress is sent at most.
const tellEvery = 200 * time.Millisecond

// waited tells how long a call has run, while nothing better is known.
func (p *progress) waited(ctx context.Context, d time.Duration) {
	p.send(ctx, d.Round(time.Millisecond).Seconds(), verbs.MaxWait.Seconds(), "working; seconds of those that an answer may take", false)
}

// send tells how far the call is. That a notice does not arrive is no failure:
// the answer is what counts.
func (p *progress) send(ctx context.Context, done, total float64, message string, own bool) {
	if p.token == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.own = p.own || own
	if p.own != own || done <= p.last {
		return
	}
	p.last = done
	_ = p.session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: p.token, Progress: done, Total: total, Message: message})
}
