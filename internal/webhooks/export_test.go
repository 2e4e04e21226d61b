package webhooks

import (
	"context"
	"crypto/x509"
	"errors"
	"net"
	"net/netip"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// The inner doors of the tests.
var (
	Public     = func(a netip.Addr) bool { return public(a) }
	RetryAfter = retryAfter
	Delay      = delay
	Delays     = delays
)

// MaxRetryAfter is the bound of what a receiver may ask for.
const MaxRetryAfter = maxRetryAfter

// ClientFor is NewClient with a resolver and certificates of the test's own.
func ClientFor(allowPrivate bool, resolver *net.Resolver, roots *x509.CertPool) *Client {
	return newClient(allowPrivate, resolver, roots)
}

// FanOut moves what was announced into queues and sends nothing.
func (e *Engine) FanOut(ctx context.Context, projectID string) error {
	p, err := e.Projects.Project(ctx, projectID)
	if err != nil {
		return err
	}
	b, err := e.readBacklog(ctx, p.ID)
	for _, item := range b.items {
		err = errors.Join(err, e.fanOut(ctx, p, item))
	}
	return err
}

// Hurry shortens the client's patience.
func (c *Client) Hurry(d time.Duration) { c.http.Timeout = d }

// SignedWith signs as a delivery does.
func SignedWith(key []byte, id string, at kaibo.Time, body []byte) (map[string][]string, error) {
	return sign([]Secret{{Key: key}}, id, at, body)
}

// BodyOf writes a test's body out.
func BodyOf(typ string, at kaibo.Time, projectID string) ([]byte, error) {
	return encode(body{Type: typ, Timestamp: at, Data: data{ProjectID: projectID}})
}
