package verbs

import (
	"context"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Call is the circumstances of one request: who asks, for which project, and
// how. Faces make one a request.
type Call struct {
	Deps    *Deps
	Project kaibo.Project // the wall: handlers see nothing beyond it
	// Create, when set, makes Project: a loopback server's first write does,
	// once the request was found good. Until then Project is empty.
	Create func(ctx context.Context) (kaibo.Project, error)
	Named  bool    // the request named Project
	Author string  // whose key it is; empty without one
	Scopes []Scope // of the key, all of them on a loopback server without keys
	// Initiatives are the ids of those that the key is limited to; none for a
	// key that sees the whole project.
	Initiatives []string
	// IdempotencyKey came beside the body: the Idempotency-Key header, or
	// the command line's --idempotency-key. Empty for none.
	IdempotencyKey string
	// Arrived is when the request came in; what waits, waits from then.
	Arrived time.Time
	// Emit, when set, takes the parts of an answer as they are ready. The
	// whole still follows as the answer.
	Emit func(event string, data any) error

	names []string // of Initiatives, once they were asked for
}

// MaxWait is how long `wait` waits after a request arrived. It stays under the
// 29 seconds after which API Gateway gives up.
const MaxWait = 25 * time.Second

// Allows reports whether the call carries a scope. An operator carries all.
func (c *Call) Allows(scope Scope) bool {
	return scope == Public || slices.Contains(c.Scopes, scope) || slices.Contains(c.Scopes, Operator)
}

// writable returns the project to write to, making it when it is not there.
func (c *Call) writable(ctx context.Context) (kaibo.Project, error) {
	if c.Create == nil {
		return c.Project, nil
	}
	p, err := c.Create(ctx)
	if err == nil {
		c.Project, c.Create = p, nil
	}
	return p, err
}

// Run runs a verb by its name for one caller and answers its JSON: what a face
// is given that speaks for callers it does not know. Body is the verb's input,
// idempotencyKey what HTTP has as a header.
type Run func(ctx context.Context, verb string, body []byte, idempotencyKey string) ([]byte, error)
