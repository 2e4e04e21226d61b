package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// Config is what a Handler is made of.
type Config struct {
	Deps       *verbs.Deps
	Access     Access
	OwnerToken string // an operator's key that is in no store; empty for none
	Loopback   bool   // nobody but this machine can reach the server
	RequireKey bool   // no request goes without a key, loopback or not
	Local      bool   // offer the verbs that only the embedded store has
	Version    string // of the program, for the OpenAPI document
	Log        *slog.Logger

	// Only, when set, picks the verbs that have a route: a function of a
	// deployment serves the few whose engines it links. The OpenAPI document
	// tells of all.
	Only func(*verbs.Spec) bool

	// MCP, when set, answers POST /mcp: run runs verbs for whoever sent the
	// request. An error that it returns has written nothing.
	MCP func(w http.ResponseWriter, r *http.Request, run verbs.Run) error
	// AuthorizationServers are what the metadata of the protected resource
	// names to clients of OAuth: servers whose access tokens are keys.
	AuthorizationServers []string
	// BaseURL, when set, tells under which URL callers reach this handler;
	// else it is the scheme and the Host of the request.
	BaseURL func(*http.Request) string

	Observer Observer         // hears of every request; nil for none
	Metrics  http.HandlerFunc // GET /metrics, for an operator's key; nil for none

	// Docs, when set, serves the documentation to anybody, under /docs. It
	// reports false, and has written nothing, when there is no such page.
	Docs func(w http.ResponseWriter, r *http.Request) bool

	// MaxHeld bounds the bytes of bodies that are held at a time; 0 means
	// 256 MiB. A request counts for at least 64 KiB, so that is 4,096 small
	// ones, most of which wait for a job, or 64 of the largest.
	MaxHeld int64
}

// Handler serves the API. It is safe for concurrent use.
type Handler struct {
	deps       *verbs.Deps
	access     Access
	ownerToken string
	loopback   bool
	requireKey bool
	local      bool
	baseURL    func(*http.Request) string // see Config
	log        *slog.Logger
	routes     []route
	held       *semaphore.Weighted // bytes
	observer   Observer
}

// minHeld is what a request counts for that has no body to speak of.
const minHeld = 64 << 10

// New makes the handler.
func New(c Config) (*Handler, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.MaxHeld == 0 {
		c.MaxHeld = 256 << 20
	}
	h := &Handler{
		deps: c.Deps, access: c.Access, ownerToken: c.OwnerToken, loopback: c.Loopback, requireKey: c.RequireKey, local: c.Local,
		log: c.Log, routes: c.routes(), held: semaphore.NewWeighted(c.MaxHeld), observer: c.Observer,
	}
	h.routes = append(h.routes, documentRoute(c.Version, c.Local))
	if c.Docs != nil {
		h.routes = append(h.routes, docsRoutes(c.Docs)...)
	}
	if c.Metrics != nil {
		h.addMetrics(c.Metrics)
	}
	if c.MCP != nil {
		h.addMCP(&c)
	}
	return h, nil
}

// routes are those of the verbs that are served.
func (c *Config) routes() []route {
	all := verbRoutes(c.Local)
	if c.Only == nil {
		return all
	}
	return slices.DeleteFunc(all, func(r route) bool { return !c.Only(r.verb.Spec()) })
}

// documentRoute serves the OpenAPI document, which is written when it is first
// asked for. That it can be is a matter of the registry alone, and tested.
func documentRoute(version string, local bool) route {
	document := sync.OnceValues(func() ([]byte, error) { return OpenAPI(version, local) })
	r := newRoute(http.MethodGet, "/openapi.json")
	r.serve = func(w http.ResponseWriter, _ *http.Request) error {
		body, err := document()
		if err == nil {
			send(w, http.StatusOK, "application/json", body)
		}
		return err
	}
	return r
}

var (
	errPanic      = &kaibo.Error{Op: "serve", Err: errors.New("panic")}
	errNoOperator = kaibo.Errorf(kaibo.Forbidden, "the key lacks the scope %s", verbs.Operator)
	errBusy       = &kaibo.Error{Op: "serve", Kind: kaibo.Unavailable, Detail: "too many requests at once", RetryAfter: time.Second}
)

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	if h.observer != nil {
		r = r.WithContext(h.observer.Begin(r))
	}
	ctx := r.Context()
	rec := &record{ResponseWriter: w, id: requestID(r.Header)}
	setHeaders(rec)
	defer func() {
		defer h.logRequest(ctx, r.Method, rec, began)
		if cause := recover(); cause != nil {
			h.recovered(ctx, rec, cause)
		}
	}()
	weight := weightOf(r)
	if !h.held.TryAcquire(weight) {
		h.refuse(ctx, rec, errBusy)
		return
	}
	defer h.held.Release(weight)
	if err := h.serve(rec, r, began); err != nil {
		h.refuse(ctx, rec, err)
	}
}

// weightOf is how many bytes a request may make the server hold.
func weightOf(r *http.Request) int64 {
	if r.ContentLength < 0 || r.ContentLength > kaibo.MaxBodyBytes {
		return kaibo.MaxBodyBytes // as many are read at most
	}
	return max(r.ContentLength, minHeld)
}

// setHeaders sets what every answer carries. Answers are for the caller alone
// and never a page: nothing may be cached, sniffed or framed.
func setHeaders(rec *record) {
	header := rec.Header()
	header.Set("X-Request-Id", rec.id)
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Vary", "Accept, Authorization, Kaibo-Project")
}

// serve routes a request and answers it, or returns why not.
func (h *Handler) serve(rec *record, r *http.Request, began time.Time) error {
	rt, vars, allow := match(h.routes, r)
	if rt == nil {
		return h.unrouted(rec, r, allow)
	}
	rec.route = rt.method + " " + rt.pattern
	if rt.serve != nil {
		return rt.serve(rec, r)
	}
	if rt.face != nil {
		return h.serveFace(rec, r, rt, began)
	}
	who, err := h.identify(r, rt.verb.Spec())
	if err != nil {
		return err
	}
	rec.project = who.Project.ID
	key, err := oneHeader(r.Header, "Idempotency-Key")
	if err != nil {
		return err
	}
	call := h.callBy(who, began, key)
	if scope := rt.verb.Spec().Scope; !call.Allows(scope) {
		return kaibo.Errorf(kaibo.Forbidden, "the key lacks the scope %s", scope)
	}
	body, err := requestBody(rec, r, rt, vars)
	if err != nil {
		return err
	}
	return h.call(rec, r, rt.verb, call, body)
}

// oneHeader reads a header that decides what a request does: absent it is "".
// Given twice, or empty, nobody can say which was meant, and a proxy on the way
// may take the other one.
func oneHeader(h http.Header, name string) (string, error) {
	values := h.Values(name)
	switch {
	case len(values) == 0:
		return "", nil
	case len(values) > 1:
		return "", kaibo.InvalidField(name, "is given twice")
	case values[0] == "":
		return "", kaibo.InvalidField(name, "must not be empty; leave it out for none")
	}
	return values[0], nil
}

// callBy is the one place where what is known of a caller becomes what a verb
// may do, whatever face it came by.
func (h *Handler) callBy(who identity, began time.Time, idempotencyKey string) *verbs.Call {
	return &verbs.Call{
		Deps: h.deps, Project: who.Project, Create: who.create, Named: who.named, Author: who.Name, Scopes: who.Scopes, Initiatives: who.Initiatives, Arrived: began,
		IdempotencyKey: idempotencyKey,
	}
}

// unrouted answers a request whose method and path have no route.
func (h *Handler) unrouted(rec *record, r *http.Request, allow string) error {
	if allow != "" {
		h.problem(rec, methodNotAllowed(allow))
		return nil
	}
	return kaibo.Errorf(kaibo.NotFound, "there is nothing at this path; /openapi.json lists what there is")
}

func requestBody(rec *record, r *http.Request, rt *route, vars map[string]string) ([]byte, error) {
	if rt.method == http.MethodGet {
		return queryBody(rt.verb.Input(), vars, r.URL.RawQuery)
	}
	if r.URL.RawQuery != "" {
		return nil, kaibo.Errorf(kaibo.Invalid, "a POST takes its fields in the body; there is no query string")
	}
	return readBody(rec, r)
}

// call runs the verb and sends what it answers: by parts when it can and the
// caller asks for events, else whole.
func (h *Handler) call(rec *record, r *http.Request, v verbs.Verb, c *verbs.Call, body []byte) error {
	stream := eventStream{w: rec}
	streaming := v.Spec().Streaming && accepts(r, mediaEvents)
	if v.Spec().Where == verbs.LocalOnly { // it walks the whole store
		_ = http.NewResponseController(rec).SetWriteDeadline(time.Now().Add(longTimeout))
	}
	if streaming {
		c.Emit = stream.emit
	}
	out, err := v.Call(r.Context(), c, body)
	if err == nil && !streaming {
		return respond(rec, r, out)
	}
	if err == nil {
		err = stream.emit("final", out)
	}
	if err != nil && stream.started {
		h.logFailure(r.Context(), rec, err)
		stream.fail(ProblemOf(err))
		return nil
	}
	return err
}

// refuse answers an error and logs what a client may not see.
func (h *Handler) refuse(ctx context.Context, rec *record, err error) {
	h.logFailure(ctx, rec, err)
	h.problem(rec, ProblemOf(err))
}

func (h *Handler) problem(rec *record, p *Problem) {
	rec.code = p.Code
	p.write(rec)
}

// logFailure logs the cause of an error that is ours. One that is the
// caller's is in the answer, and its words may hold the caller's.
func (h *Handler) logFailure(ctx context.Context, rec *record, err error) {
	if kind := kaibo.KindOf(err); kind == kaibo.Internal || kind == kaibo.Unavailable {
		h.log.ErrorContext(ctx, "request failed", "request", rec.id, "route", rec.route, "err", err)
	}
}
