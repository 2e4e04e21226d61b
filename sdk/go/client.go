package kaibo

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// Client talks to one project of one server. It is safe for concurrent use.
type Client struct {
	base    string
	key     string
	project string
	tries   int
	http    *http.Client
	close   func() error
}

// Option changes how a client talks.
type Option func(*Client)

// WithProject names the project to act on, for an operator's key and for a
// server without keys; else it is the key's own, or "default".
func WithProject(name string) Option { return func(c *Client) { c.project = name } }

// WithHTTPClient has requests sent by another client than a plain one. It must
// not follow redirects: the key would go along.
func WithHTTPClient(h *http.Client) Option { return func(c *Client) { c.http = h } }

// WithTries bounds how often a call is tried: 4 times when it is not given, 1
// never tries again.
func WithTries(n int) Option { return func(c *Client) { c.tries = max(n, 1) } }

// requestTimeout bounds one try: remember waits up to 25 seconds for its job.
const requestTimeout = 60 * time.Second

// Connect makes a client of the server at an address, such as
// "http://127.0.0.1:8080". Key is empty for a server that wants none. It makes no
// request.
func Connect(address, key string, options ...Option) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("kaibo: %q is not the address of a server", address)
	}
	c := &Client{base: strings.TrimSuffix(address, "/"), key: key, tries: 4, close: func() error { return nil }}
	c.http = &http.Client{Timeout: requestTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, o := range options {
		o(c)
	}
	return c, nil
}

// Close lets go of what Open opened, after what was begun has ended. For a
// client that Connect made it does nothing.
func (c *Client) Close() error { return c.close() }

// Error is an answer that is not a success, or none at all.
type Error struct {
	Code      string // stable: "invalid_request", "not_found" …; "network" when no answer came
	Status    int    // of HTTP; 0 when no answer came
	Detail    string // for a person; may change
	Fields    []FieldError
	RequestID string // to look for in the server's log
	Err       error  // the cause of "network"
}

// FieldError says what is wrong with one field of a request.
type FieldError = kaibo.FieldError

// Error implements error.
func (e *Error) Error() string {
	text := e.Code
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.RequestID != "" && e.Status >= 500 {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// Unwrap returns the cause of "network".
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of an error of this package, else "".
func CodeOf(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// codeNetwork is that of a call without an answer.
const codeNetwork = "network"

type keyInContext struct{}

// WithKey gives the calls made with ctx an idempotency key. Make it from ids of
// the source, never from text, and use it for one call: the same key again is
// the same call.
func WithKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyInContext{}, key)
}

// Call runs a verb with an input that is written as JSON, and reads the answer
// into out, which may be nil. It is what every method does; use it for a verb of
// a newer server.
func (c *Client) Call(ctx context.Context, verb string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("kaibo: write request: %w", err)
	}
	if string(body) == "null" { // nothing more is said
		body = []byte("{}")
	}
	answer, err := c.post(ctx, verb, body)
	if err != nil || out == nil {
		return err
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("kaibo: read answer of %s: %w", verb, err)
	}
	return nil
}

// post sends a verb, again where that may help.
func (c *Client) post(ctx context.Context, verb string, body []byte) ([]byte, error) {
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}}
	if v, known := verbs.Lookup(verb); !known || v.Spec().Writes() {
		key, _ := ctx.Value(keyInContext{}).(string)
		if key == "" {
			key = rand.Text()
		}
		header.Set("Idempotency-Key", key)
	}
	var answer []byte
	err := c.retry(ctx, func() (time.Duration, error) {
		resp, err := c.send(ctx, http.MethodPost, "/v1/"+verb, header, body)
		if err != nil {
			return 0, err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 300 {
			return pauseOf(resp), refused(resp)
		}
		answer, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
		if err != nil {
			return 0, &Error{Code: codeNetwork, Detail: err.Error(), Err: err}
		}
		return 0, nil
	})
	return answer, err
}

// maxAnswer bounds what is read of an answer: what a server may send, and room.
const maxAnswer = kaibo.MaxBodyBytes + 1<<16

// send makes one request.
func (c *Client) send(ctx context.Context, method, path string, header http.Header, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("kaibo: make request: %w", err)
	}
	req.Header = header.Clone()
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	if c.project != "" {
		req.Header.Set("Kaibo-Project", c.project)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &Error{Code: codeNetwork, Detail: err.Error(), Err: err}
	}
	return resp, nil
}

// refused reads the problem of an answer.
func refused(resp *http.Response) error {
	e := &Error{Code: codeOfStatus(resp.StatusCode), Status: resp.StatusCode, RequestID: resp.Header.Get("X-Request-Id")}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	var p httpapi.Problem
	if err == nil && json.Unmarshal(body, &p) == nil && p.Code != "" {
		e.Code, e.Detail, e.Fields = p.Code, p.Detail, p.Errors
	}
	return e
}

// codeOfStatus stands in where something on the way answered in the server's
// place.
func codeOfStatus(status int) string {
	switch {
	case status == http.StatusTooManyRequests:
		return kaibo.RateLimited.String()
	case status == http.StatusBadGateway || status == http.StatusServiceUnavailable || status == http.StatusGatewayTimeout:
		return kaibo.Unavailable.String()
	}
	return "status_" + strconv.Itoa(status)
}

// maxPause is the longest Retry-After that is waited for.
const maxPause = time.Minute

// pauseOf is what Retry-After asks for; 0 for nothing.
func pauseOf(resp *http.Response) time.Duration {
	seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return min(time.Duration(seconds)*time.Second, maxPause)
}

// passes reports whether another try may do what this one did not.
func passes(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Code == codeNetwork || e.Status == http.StatusTooManyRequests || e.Status == http.StatusBadGateway ||
		e.Status == http.StatusServiceUnavailable || e.Status == http.StatusGatewayTimeout)
}

// retry tries until it works, or cannot, or often enough. Pauses grow, and are
// random so that many clients do not come back at one moment.
func (c *Client) retry(ctx context.Context, try func() (time.Duration, error)) error {
	for n := 1; ; n++ {
		pause, err := try()
		if err == nil || n >= c.tries || !passes(err) {
			return err
		}
		if pause == 0 {
			pause = time.Duration(mathrand.Int64N(int64(500 * time.Millisecond << min(n-1, 5))))
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// call runs a verb and reads its answer.
func call[Out any](ctx context.Context, c *Client, verb string, in any) (*Out, error) {
	out := new(Out)
	if err := c.Call(ctx, verb, in, out); err != nil {
		return nil, err
	}
	return out, nil
}

// each yields the items of every page of a list.
func each[In, Out, T any](ctx context.Context, c *Client, verb string, in *In, page func(*Out) ([]T, string), goOn func(*In, string)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var at In
		if in != nil {
			at = *in
		}
		for {
			var none T
			out, err := call[Out](ctx, c, verb, &at)
			if err != nil {
				yield(none, err)
				return
			}
			items, cursor := page(out)
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if cursor == "" {
				return
			}
			goOn(&at, cursor)
		}
	}
}
