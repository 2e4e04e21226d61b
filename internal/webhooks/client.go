package webhooks

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// Bounds of one request. What is longer is nobody's answer to a webhook.
const (
	sendTime      = 15 * time.Second // all of it, until the answer's body was dropped
	dialTime      = 5 * time.Second
	handshakeTime = 5 * time.Second
	answerTime    = 10 * time.Second // until the answer's headers
	maxHeader     = 16 << 10         // bytes of the answer's headers
	maxAnswer     = 16 << 10         // bytes of the answer's body, which are dropped
)

// Request is a message to be posted.
type Request struct {
	URL    string
	Header http.Header
	Body   []byte
}

// Result is what came of a request. Delivered is an answer of 2xx.
type Result struct {
	Status     int           // of HTTP; 0 when there was no answer
	Problem    string        // what went wrong, in words that name no host; empty when it was delivered
	RetryAfter time.Duration // what the receiver asked for; 0 for nothing
	Took       time.Duration
}

// Delivered reports whether the receiver took the message.
func (r *Result) Delivered() bool { return r.Status >= 200 && r.Status < 300 && r.Problem == "" }

// Sender posts a message. It answers within 15 seconds, whatever the receiver
// does.
type Sender interface {
	Send(ctx context.Context, r *Request) Result
}

// Client is a Sender over HTTP.
type Client struct{ http *http.Client }

var _ Sender = (*Client)(nil)

// NewClient makes a Sender that a receiver cannot turn against the network that
// it stands in. Every address is looked at when it is connected to, after its
// name was resolved, so that a name that means another address the next time
// gains nothing; none but public ones are connected to unless allowPrivate is
// set. No redirect is followed, no proxy of the environment is asked, TLS is
// checked, and of the answer only the status and Retry-After are looked at.
func NewClient(allowPrivate bool) *Client { return newClient(allowPrivate, nil, nil) }

// newClient takes a resolver and certificates, for tests.
func newClient(allowPrivate bool, resolver *net.Resolver, roots *x509.CertPool) *Client {
	dialer := &net.Dialer{Timeout: dialTime, Resolver: resolver}
	if !allowPrivate {
		dialer.ControlContext = onlyPublic
	}
	return &Client{http: &http.Client{
		Timeout:       sendTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy: nil, DialContext: dialer.DialContext, // a proxy would connect in our place
			TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots}, TLSHandshakeTimeout: handshakeTime,
			ResponseHeaderTimeout: answerTime, MaxResponseHeaderBytes: maxHeader,
			DisableCompression: true, MaxIdleConns: 32, MaxIdleConnsPerHost: 2, IdleConnTimeout: 30 * time.Second,
			ForceAttemptHTTP2: true,
		},
	}}
}

// errNotPublic is why a connection was not made.
var errNotPublic = errors.New("the address is not public")

// onlyPublic is asked by the dialer for each address that it is about to connect
// to, when the socket is there and the connection is not.
func onlyPublic(_ context.Context, network, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || network != "tcp4" && network != "tcp6" || !public(at.Addr()) {
		return errNotPublic
	}
	return nil
}

// Send implements Sender.
func (c *Client) Send(ctx context.Context, r *Request) Result {
	began := time.Now()
	result := c.send(ctx, r)
	result.Took = time.Since(began)
	return result
}

func (c *Client) send(ctx context.Context, r *Request) Result {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return Result{Problem: "the address cannot be used"}
	}
	req.Header = r.Header.Clone()
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "kaibo-webhooks/1")
	answer, err := c.http.Do(req)
	if err != nil {
		return Result{Problem: problemOf(err)}
	}
	defer answer.Body.Close()
	// So that the connection can be used again; a body that goes on is cut off,
	// and the status stands.
	_, _ = io.CopyN(io.Discard, answer.Body, maxAnswer)
	out := Result{Status: answer.StatusCode, RetryAfter: retryAfter(answer.Header.Get("Retry-After"), time.Now())}
	switch {
	case out.Status >= 300 && out.Status < 400:
		out.Problem = fmt.Sprintf("answered %d; redirects are not followed", out.Status)
	case out.Status < 200 || out.Status >= 400:
		out.Problem = fmt.Sprintf("answered %d", out.Status)
	}
	return out
}

// problemOf says what went wrong without a host or an address: both may hold
// what is nobody's to read in a log.
func problemOf(err error) string {
	var dns *net.DNSError
	var op *net.OpError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verification *tls.CertificateVerificationError
	var alert tls.AlertError
	var record tls.RecordHeaderError
	timeout, isTimeout := err.(interface{ Timeout() bool }) //nolint:errorlint // the outermost error knows
	switch {
	case errors.Is(err, errNotPublic):
		return "the address is of a private network, of this machine or of a cloud's metadata"
	case errors.As(err, &dns):
		return "the name of the receiver could not be resolved"
	case errors.Is(err, context.Canceled):
		return "the server was stopped meanwhile"
	case errors.As(err, &unknown), errors.As(err, &name), errors.As(err, &invalid), errors.As(err, &verification):
		return "the receiver's certificate is not valid"
	case errors.As(err, &alert), errors.As(err, &record):
		return "no TLS connection could be made"
	case isTimeout && timeout.Timeout():
		return "the receiver took too long"
	case errors.As(err, &op) && op.Op == "dial":
		return "the receiver could not be connected to"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "the receiver closed the connection"
	}
	return "the receiver did not answer as HTTP says"
}
