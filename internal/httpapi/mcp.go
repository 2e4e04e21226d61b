package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// The paths of MCP, and of what RFC 9728 has a client read to learn how it is
// authorized there: the well-known name alone, and with the path that it is
// about.
const (
	pathMCP      = "/mcp"
	pathResource = "/.well-known/oauth-protected-resource"
)

// addMCP adds the routes of MCP.
func (h *Handler) addMCP(c *Config) {
	h.baseURL = c.BaseURL
	face := newRoute(http.MethodPost, pathMCP)
	face.face = c.MCP
	h.routes = append(h.routes, face)
	for _, path := range []string{pathResource, pathResource + pathMCP} {
		rt := newRoute(http.MethodGet, path)
		rt.serve = func(w http.ResponseWriter, r *http.Request) error {
			body, err := encode(h.resourceMetadata(r, c.AuthorizationServers))
			if err == nil {
				send(w, http.StatusOK, "application/json", body)
			}
			return err
		}
		h.routes = append(h.routes, rt)
	}
}

// protectedResource is the metadata of RFC 9728, section 2.
type protectedResource struct {
	Resource             string        `json:"resource"`
	Name                 string        `json:"resource_name"`
	Documentation        string        `json:"resource_documentation"`
	BearerMethods        []string      `json:"bearer_methods_supported"`
	Scopes               []verbs.Scope `json:"scopes_supported"`
	AuthorizationServers []string      `json:"authorization_servers,omitempty"`
}

func (h *Handler) resourceMetadata(r *http.Request, servers []string) protectedResource {
	return protectedResource{
		Resource: h.base(r) + pathMCP, Name: "kaibo", Documentation: "https://github.com/kaibo-dev/kaibo/blob/main/docs/mcp.md",
		BearerMethods: []string{"header"}, Scopes: verbs.Scopes, AuthorizationServers: servers,
	}
}

// base is the URL under which the caller reached this handler, without a slash
// at its end. What a client makes of it stands against the URL that it used.
func (h *Handler) base(r *http.Request) string {
	if h.baseURL != nil {
		if base := h.baseURL(r); base != "" {
			return strings.TrimSuffix(base, "/")
		}
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// anyVerb stands for a request that may come to run any verb: it wants somebody
// to be known, and each verb its own scope afterwards.
var anyVerb = &verbs.Spec{Name: "mcp", Scope: verbs.Read}

// serveFace hands a request to a face that speaks another protocol, with a way
// to run verbs for whoever sent it.
func (h *Handler) serveFace(rec *record, r *http.Request, rt *route, began time.Time) error {
	who, err := h.identify(r, anyVerb)
	if err != nil {
		if kaibo.KindOf(err) == kaibo.Unauthenticated {
			rec.Header().Set("WWW-Authenticate", `Bearer realm="kaibo", resource_metadata="`+quotable(h.base(r))+pathResource+pathMCP+`"`)
		}
		return err
	}
	rec.project = who.Project.ID
	body, err := readBody(rec, r)
	if err != nil {
		return err
	}
	// A batch counts for as many requests as it has messages: a key's limit is
	// not met by putting more into one.
	messages := messagesIn(body)
	if messages > maxBatch {
		return kaibo.Errorf(kaibo.TooLarge, "a batch has %d messages; the limit is %d", messages, maxBatch)
	}
	for range messages - 1 {
		if _, err := h.identify(r, anyVerb); err != nil {
			return err
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	run := &run{h: h, rec: rec, r: r, who: who, began: began}
	return rt.face(rec, r, run.verb)
}

// maxBatch is how many messages one POST may hold. Protocol versions of MCP up
// to 2025-03-26 have batches, and all of one run at once.
const maxBatch = 16

// messagesIn counts the messages of a body of JSON-RPC.
func messagesIn(body []byte) int {
	var batch []json.RawMessage
	if json.Unmarshal(body, &batch) != nil {
		return 1
	}
	return len(batch)
}

// quotable leaves of a Host what may stand in a quoted string of a header.
func quotable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '!' || r > '~' || r == '"' || r == '\\' {
			return -1
		}
		return r
	}, s)
}

// run runs verbs for the sender of one request.
type run struct {
	h     *Handler
	rec   *record
	r     *http.Request
	who   identity
	began time.Time
}

// verb implements verbs.Run.
func (n *run) verb(ctx context.Context, name string, body []byte, idempotencyKey string) ([]byte, error) {
	v, ok := verbs.Lookup(name)
	if !ok || (v.Spec().Where == verbs.LocalOnly && !n.h.local) {
		return nil, kaibo.Errorf(kaibo.NotFound, "there is no verb of that name here")
	}
	spec, who := v.Spec(), n.who
	if spec.Projectless || spec.Scope == verbs.Public {
		var err error
		if who, err = n.h.identify(n.r, spec); err != nil {
			return nil, err
		}
	}
	call := n.h.callBy(who, n.began, idempotencyKey)
	if !call.Allows(spec.Scope) {
		return nil, kaibo.Errorf(kaibo.Forbidden, "the key lacks the scope %s, which %s wants", spec.Scope, spec.Name)
	}
	if spec.Where == verbs.LocalOnly { // it walks the whole store
		_ = http.NewResponseController(n.rec).SetWriteDeadline(time.Now().Add(longTimeout))
	}
	out, err := v.Call(ctx, call, body)
	if err != nil {
		n.h.logFailure(ctx, n.rec, err)
		return nil, err
	}
	return encode(out)
}
