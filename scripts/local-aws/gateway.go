package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"sync"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
)

// gateway is the REST API of the template.
type gateway struct {
	api       *stack.API
	token     *regexp.Regexp
	functions *fleet
	paused    bool // takes nothing

	mu   sync.Mutex
	kept map[string]kept // what the authorizer said, by the Authorization header
}

type kept struct {
	until time.Time
	said  map[string]any
}

func newGateway(template *stack.Template, functions *fleet) (*gateway, error) {
	api, err := template.API()
	if err != nil {
		return nil, err
	}
	token, err := regexp.Compile(api.Token)
	if err != nil {
		return nil, fmt.Errorf("read the form of a key: %w", err)
	}
	return &gateway{api: api, token: token, functions: functions, kept: map[string]kept{}}, nil
}

// maxRequest is the most that API Gateway takes.
const maxRequest = 10 << 20

// ServeHTTP implements http.Handler.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if g.paused {
		g.respond(w, "THROTTLED")
		return
	}
	route, variables, ok := g.api.Match(r.URL.EscapedPath())
	if !ok {
		g.respond(w, "MISSING_AUTHENTICATION_TOKEN")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		g.respond(w, "REQUEST_TOO_LARGE")
		return
	}
	if err != nil {
		g.respond(w, "BAD_REQUEST_BODY")
		return
	}
	event := eventOf(r, route, variables, body)
	if !route.Public {
		said, refusal := g.authorize(r)
		if refusal != "" {
			g.respond(w, refusal)
			return
		}
		event.RequestContext.Authorizer = said
	}
	if err := g.invoke(w, r, route, event); err != nil {
		slog.WarnContext(r.Context(), "the gateway could not pass an answer on", "route", route.Path, "err", err)
		g.respond(w, "INTEGRATION_FAILURE")
	}
}

// eventOf is the event of a request. API Gateway would add the header
// X-Forwarded-For; this gateway is this machine, and no proxy for another.
func eventOf(r *http.Request, route stack.Route, variables map[string]string, body []byte) *events.APIGatewayProxyRequest {
	e := &events.APIGatewayProxyRequest{Resource: route.Path, Path: r.URL.EscapedPath(), HTTPMethod: r.Method, PathParameters: variables,
		Headers: map[string]string{}, MultiValueHeaders: r.Header.Clone(), QueryStringParameters: map[string]string{},
		MultiValueQueryStringParameters: r.URL.Query(), Body: base64.StdEncoding.EncodeToString(body), IsBase64Encoded: true}
	e.MultiValueHeaders["Host"] = []string{r.Host}
	for name, values := range e.MultiValueHeaders {
		e.Headers[name] = values[len(values)-1]
	}
	for name, values := range e.MultiValueQueryStringParameters {
		e.QueryStringParameters[name] = values[len(values)-1]
	}
	if _, err := url.ParseQuery(r.URL.RawQuery); err != nil {
		e.MultiValueQueryStringParameters = nil
	}
	e.RequestContext = events.APIGatewayProxyRequestContext{Stage: "api", ResourcePath: route.Path, HTTPMethod: r.Method, APIID: "local"}
	e.RequestContext.Identity.SourceIP = "127.0.0.1"
	return e
}

// authorize answers what the authorizer says of a request, or which answer of
// the gateway refuses it. Without a key a request goes on with nothing said of
// it: the functions apply the rule for a server on the loopback themselves,
// because only they can read whether a key was ever made.
func (g *gateway) authorize(r *http.Request) (said map[string]any, refusal string) {
	token := r.Header.Get("Authorization")
	if token == "" && len(r.Header.Values("Authorization")) == 0 {
		return nil, ""
	}
	if !g.token.MatchString(token) {
		return nil, "UNAUTHORIZED"
	}
	now := time.Now()
	g.mu.Lock()
	k, ok := g.kept[token]
	g.mu.Unlock()
	if ok && now.Before(k.until) {
		return k.said, ""
	}
	out, err := g.askAuthorizer(r.Context(), events.APIGatewayCustomAuthorizerRequest{Type: "TOKEN", AuthorizationToken: token,
		MethodArn: "arn:aws:execute-api:us-east-1:000000000000:local/api/" + r.Method + r.URL.Path})
	switch {
	case errors.Is(err, errUnauthorized):
		return nil, "UNAUTHORIZED"
	case err != nil:
		slog.WarnContext(r.Context(), "authorizer", "err", err)
		return nil, "AUTHORIZER_FAILURE"
	}
	said = out.Context
	if said == nil {
		said = map[string]any{}
	}
	said["principalId"] = out.PrincipalID
	g.mu.Lock()
	g.kept[token] = kept{until: now.Add(time.Duration(g.api.CacheFor) * time.Second), said: said}
	g.mu.Unlock()
	return said, ""
}

var errUnauthorized = errors.New("unauthorized")

func (g *gateway) askAuthorizer(ctx context.Context, e events.APIGatewayCustomAuthorizerRequest) (out events.APIGatewayCustomAuthorizerResponse, err error) {
	event, err := json.Marshal(e)
	if err != nil {
		return out, err
	}
	a, err := g.functions.invoke(ctx, g.api.Authorizer, event)
	if err != nil {
		return out, err
	}
	body, err := a.all()
	if err != nil && unauthorized.MatchString(err.Error()) {
		return out, errUnauthorized
	}
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(body, &out)
}

// unauthorized is the error by which an authorizer refuses.
var unauthorized = regexp.MustCompile(`"errorMessage":\s*"Unauthorized"`)

// invoke has the function of a route answer, and passes the answer on. An error
// means that nothing was sent yet.
func (g *gateway) invoke(w http.ResponseWriter, r *http.Request, route stack.Route, e *events.APIGatewayProxyRequest) error {
	event, err := json.Marshal(e)
	if err != nil {
		return err
	}
	a, err := g.functions.invoke(r.Context(), route.Function, event)
	if err != nil {
		return err
	}
	defer a.close()
	if a.err != nil {
		return a.err
	}
	if route.Stream {
		return passStream(w, a)
	}
	var out events.APIGatewayProxyResponse
	if err := json.NewDecoder(a.body).Decode(&out); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	body := []byte(out.Body)
	if out.IsBase64Encoded {
		if body, err = base64.StdEncoding.DecodeString(out.Body); err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
	}
	for name, values := range out.MultiValueHeaders {
		w.Header()[name] = values
	}
	w.WriteHeader(out.StatusCode)
	_, _ = w.Write(body)
	return nil
}

// passStream passes an answer on as it comes. It begins with its status and
// headers as JSON, and eight zero bytes.
func passStream(w http.ResponseWriter, a *answer) error {
	if a.media != streamType {
		return fmt.Errorf("the function answered %q, which is no stream", a.media)
	}
	in := bufio.NewReader(a.body)
	head, err := in.ReadBytes(0)
	if err != nil {
		return fmt.Errorf("read head of stream: %w", err)
	}
	if _, err := in.Discard(7); err != nil {
		return fmt.Errorf("read head of stream: %w", err)
	}
	var meta struct {
		StatusCode int               `json:"statusCode"`
		Headers    map[string]string `json:"headers"`
	}
	if err := json.Unmarshal(head[:len(head)-1], &meta); err != nil {
		return fmt.Errorf("read head of stream: %w", err)
	}
	for name, value := range meta.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(meta.StatusCode)
	buffer := make([]byte, 32<<10)
	for {
		n, err := in.Read(buffer)
		_, _ = w.Write(buffer[:n])
		_ = http.NewResponseController(w).Flush()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			panic(http.ErrAbortHandler) // breaks the connection, as API Gateway does
		}
	}
}

// respond sends an answer of the gateway's own.
func (g *gateway) respond(w http.ResponseWriter, name string) {
	r, ok := g.api.Responses[name]
	if !ok || r.Status == 0 {
		r = g.api.Responses["DEFAULT_5XX"]
	}
	for name, value := range r.Headers {
		w.Header().Set(name, value)
	}
	w.WriteHeader(r.Status)
	_, _ = io.WriteString(w, r.Template)
}
