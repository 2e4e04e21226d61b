package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// requestTimeout bounds one request: remember waits up to 25 s for a job, and
// verbs of operation walk the whole store.
const requestTimeout = time.Hour

// client speaks HTTP to one server, wherever that is.
type client struct {
	base    *url.URL
	http    *http.Client
	key     string
	project string
	where   string // for a person: "http://127.0.0.1:8080"
	close   func() error
}

// transport keeps as many connections to a server as verify uses at once: with
// the two of the default, most requests would open one.
var transport = func() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // it is one, as its documentation says
	t.MaxIdleConnsPerHost = 2 * defaultAtOnce
	return t
}()

// defaultAtOnce is how many requests verify has under way.
const defaultAtOnce = 8

// newClient makes a client of a server's address.
func newClient(address, key, project string) (*client, error) {
	base, err := url.Parse(address)
	if err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" {
		return nil, usageError("Give it as --url http://127.0.0.1:8080", "%q is not the address of a server", address)
	}
	return &client{
		base: base, key: key, project: project, where: base.String(),
		http: &http.Client{
			Timeout:       requestTimeout,
			Transport:     transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // a key goes to no other host
		},
		close: func() error { return nil },
	}, nil
}

// post runs a verb and returns the body of its answer.
func (c *client) post(ctx context.Context, verb string, body []byte, idempotencyKey string) ([]byte, error) {
	header := http.Header{"Content-Type": {"application/json"}}
	if idempotencyKey != "" {
		header.Set("Idempotency-Key", idempotencyKey)
	}
	return c.do(ctx, http.MethodPost, "/v1/"+verb, header, body)
}

// get reads a resource; path is escaped and may have a query.
func (c *client) get(ctx context.Context, path string) ([]byte, error) {
	return c.do(ctx, http.MethodGet, path, http.Header{}, nil)
}

func (c *client) do(ctx context.Context, method, path string, header http.Header, body []byte) ([]byte, error) {
	header.Set("Accept", "application/json")
	resp, err := c.send(ctx, method, path, header, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	return answer, nil
}

// maxAnswer bounds what is read of an answer: what a server may send, and room.
const maxAnswer = kaibo.MaxBodyBytes + 1<<16

// readInto appends the body of an answer to buf, up to what a server may send.
func readInto(buf []byte, resp *http.Response) ([]byte, error) {
	if n := resp.ContentLength; n > 0 && n <= maxAnswer {
		buf = slices.Grow(buf, int(n)+1) // one more, so that the end is seen without growing
	}
	start := len(buf)
	for len(buf)-start < maxAnswer {
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, 64<<10)
		}
		n, err := resp.Body.Read(buf[len(buf):min(cap(buf), start+maxAnswer)])
		buf = buf[:len(buf)+n]
		if errors.Is(err, io.EOF) {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// send makes a request. An answer that is not a success is the error.
func (c *client) send(ctx context.Context, method, path string, header http.Header, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.base.String(), "/")+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("make request: %w", err)
	}
	req.Header = header
	if c.project != "" {
		req.Header.Set("Kaibo-Project", c.project)
	}
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	if resp.StatusCode < 300 {
		return resp, nil
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, c.unreachable(ctx, err)
	}
	return nil, c.refused(resp, answer)
}

func (c *client) unreachable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err // without the URL, which is said already
	}
	return &exitError{code: exitUnreachable, next: "Start a server with: kaibo serve", err: fmt.Errorf("no answer from %s: %w", c.where, err)}
}

// refused reads the problem of an answer that is not a success.
func (c *client) refused(resp *http.Response, body []byte) error {
	var p problemError
	if err := json.Unmarshal(body, &p.problem); err != nil || p.problem.Code == "" {
		return &exitError{code: exitUnreachable, next: "Is --url the address of a kaibo server?",
			err: fmt.Errorf("%s answered %s, which is no answer of kaibo", c.where, resp.Status)}
	}
	p.request = resp.Header.Get("X-Request-Id")
	return &p
}

// ownerTransport sends a request as anybody on this machine may, and again
// with the data directory's token when the server wants a key. So a command
// that needs no key has exactly the rights of a request without one.
type ownerTransport struct {
	next  http.RoundTripper
	token string
}

// RoundTrip implements http.RoundTripper.
func (t *ownerTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if t.token == "" || req.Header.Get("Authorization") != "" {
		return t.next.RoundTrip(req)
	}
	resp, err := t.next.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
	_ = resp.Body.Close()
	again := req.Clone(req.Context())
	again.Header.Set("Authorization", "Bearer "+t.token)
	if req.GetBody != nil {
		if again.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
	}
	return t.next.RoundTrip(again)
}
