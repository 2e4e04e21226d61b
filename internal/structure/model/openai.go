package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// Endpoint is where an OpenAI-compatible server is and what it is asked for.
type Endpoint struct {
	URL     string        // up to and with "/v1": http://127.0.0.1:11434/v1
	Key     string        // sent as a bearer token; empty for none
	Name    string        // of the model, as the server knows it
	Timeout time.Duration // of one try; 0 is DefaultTimeout
}

// openAI asks a server that speaks OpenAI's chat completions
// (https://platform.openai.com/docs/api-reference/chat).
type openAI struct {
	endpoint Endpoint
	url      string
	client   *http.Client
}

var _ Provider = (*openAI)(nil)

// OpenAI makes a provider of an endpoint. It makes no request. A key goes over
// https or to this machine only.
func OpenAI(e Endpoint) (Provider, error) {
	u, err := url.Parse(e.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("the URL of the model is none; write it as http://127.0.0.1:11434/v1")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("the URL of the model must have no user, query or fragment; a key goes into KAIBO_MODEL_KEY")
	case e.Name == "":
		return nil, errors.New("the name of the model is missing")
	case e.Key != "" && u.Scheme == "http" && !IsLoopback(e.URL):
		return nil, errors.New("a key goes over https, or to this machine, and nowhere else")
	}
	if e.Timeout <= 0 {
		e.Timeout = DefaultTimeout
	}
	return &openAI{endpoint: e, url: strings.TrimSuffix(e.URL, "/") + "/chat/completions", client: client(IsLoopback(e.URL))}, nil
}

// errElsewhere says that a name of this machine led to another one.
var errElsewhere = errors.New("the address is not on this machine")

// client makes an HTTP client that follows no redirect. That of an endpoint on
// this machine uses no proxy and connects to this machine only, whatever the
// name in the URL resolves to.
func client(loopback bool) *http.Client {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConns: 8, IdleConnTimeout: time.Minute,
		TLSHandshakeTimeout: 10 * time.Second, MaxResponseHeaderBytes: 64 << 10}
	dialer := &net.Dialer{Timeout: 5 * time.Second}
	if loopback {
		transport.Proxy = nil
		dialer.Control = func(_, address string, _ syscall.RawConn) error {
			ap, err := netip.ParseAddrPort(address)
			if err != nil || !ap.Addr().Unmap().IsLoopback() {
				return errElsewhere
			}
			return nil
		}
	}
	transport.DialContext = dialer.DialContext
	return &http.Client{Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// Name implements Provider.
func (o *openAI) Name() string { return "openai:" + o.endpoint.Name }

// Address implements Provider.
func (o *openAI) Address() string { return o.endpoint.URL }

// Loopback implements Provider.
func (o *openAI) Loopback() bool { return IsLoopback(o.endpoint.URL) }

// chatRequest is the body of a request.
type chatRequest struct {
	Model       string        `json:"model"`
	Messages    []chatMessage `json:"messages"`
	Temperature float64       `json:"temperature"`
	MaxTokens   int           `json:"max_tokens"`
	Format      any           `json:"response_format"`
}

type chatMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Ask implements Provider.
func (o *openAI) Ask(ctx context.Context, q Request) (Answer, error) {
	body, err := json.Marshal(chatRequest{
		Model: o.endpoint.Name, MaxTokens: MaxTokens,
		Messages: []chatMessage{{"system", q.System}, {"user", q.User}},
		Format: map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": q.Name, "strict": true, "schema": q.Schema}},
	})
	if err != nil {
		return Answer{}, unavailable("the request could not be written")
	}
	var out Answer
	return out, Retry(ctx, func(ctx context.Context) error {
		out.Calls++
		text, err := o.try(ctx, body, &out)
		out.Text = text
		return err
	})
}

// try makes one request.
func (o *openAI) try(ctx context.Context, body []byte, out *Answer) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, o.endpoint.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.url, bytes.NewReader(body))
	if err != nil {
		return "", unavailable("the request could not be made")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if o.endpoint.Key != "" {
		req.Header.Set("Authorization", "Bearer "+o.endpoint.Key)
	}
	resp, err := o.client.Do(req)
	if err != nil {
		return "", again(0, unreachable(ctx, err, o.endpoint.Timeout))
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", o.refused(resp)
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, 2*MaxAnswer+1))
	if err != nil {
		return "", again(0, unreachable(ctx, err, o.endpoint.Timeout))
	}
	if len(b) > 2*MaxAnswer {
		return "", unavailable("the model's answer is longer than %d bytes", 2*MaxAnswer)
	}
	return readCompletion(b, out)
}

// refused is the error of an answer that is no success. Its body may say
// anything, the request again even, and is not repeated.
func (o *openAI) refused(resp *http.Response) error {
	err := unavailable("the model's server answered %d", resp.StatusCode)
	switch code := resp.StatusCode; {
	case code >= 300 && code < 400:
		return unavailable("the model's server sent the request elsewhere (%d), which is not followed", code)
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return unavailable("the model's server refused the key (%d)", code)
	case code == http.StatusTooManyRequests || code >= 500 && code != http.StatusNotImplemented:
		return again(retryAfter(resp.Header.Get("Retry-After"), time.Now()), err)
	}
	return err
}

// unreachable says in plain words why no answer came. The error of the client
// names the URL and no more, but a person is helped by less.
func unreachable(ctx context.Context, err error, timeout time.Duration) error {
	switch {
	case errors.Is(err, errElsewhere):
		return unavailable("the model's address is said to be on this machine and is not")
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return unavailable("the model did not answer within %s", timeout)
	case errors.Is(ctx.Err(), context.Canceled):
		return unavailable("the request to the model was interrupted")
	}
	return unavailable("the model's server could not be reached")
}

// completion is what kaibo reads of an answer.
type completion struct {
	Choices []struct {
		Message struct {
			Content *string `json:"content"`
			Refusal *string `json:"refusal"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
	} `json:"usage"`
}

// maxCounted bounds what a server may say that it used: a figure beyond it is
// no count of tokens.
const maxCounted = 10_000_000

// readCompletion reads the body of a success. Tokens are added to out.
func readCompletion(b []byte, out *Answer) (string, error) {
	var c completion
	if err := json.Unmarshal(b, &c); err != nil {
		return "", unavailable("the model's server answered something that is no chat completion")
	}
	out.InputTokens += min(max(c.Usage.Prompt, 0), maxCounted)
	out.OutputTokens += min(max(c.Usage.Completion, 0), maxCounted)
	if len(c.Choices) == 0 {
		return "", unavailable("the model's server answered no choice")
	}
	choice := c.Choices[0]
	switch {
	case choice.Message.Refusal != nil && *choice.Message.Refusal != "":
		return "", unavailable("the model refused")
	case choice.FinishReason == "length":
		return "", unavailable("the model's answer was cut at %d tokens", MaxTokens)
	case choice.Message.Content == nil || strings.TrimSpace(*choice.Message.Content) == "":
		return "", unavailable("the model answered nothing")
	case len(*choice.Message.Content) > MaxAnswer:
		return "", unavailable("the model's answer is longer than %d bytes", MaxAnswer)
	}
	return *choice.Message.Content, nil
}

// String keeps the key out of whatever prints an endpoint.
func (e Endpoint) String() string { return fmt.Sprintf("%s at %s", e.Name, e.URL) }

// GoString does the same for %#v.
func (e Endpoint) GoString() string { return e.String() }
