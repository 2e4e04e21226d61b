package gateway

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Request makes the http.Request of an event. Its context knows what the
// authorizer said. An event that is no request is an Invalid *kaibo.Error.
func Request(ctx context.Context, e *events.APIGatewayProxyRequest) (*http.Request, error) {
	body := []byte(e.Body)
	if e.IsBase64Encoded {
		var err error
		if body, err = base64.StdEncoding.DecodeString(e.Body); err != nil {
			return nil, &kaibo.Error{Op: "read event", Kind: kaibo.Invalid, Detail: "the body does not decode", Err: err}
		}
	}
	r, err := http.NewRequestWithContext(withBase(withIdentity(ctx, e.RequestContext.Authorizer), e), e.HTTPMethod, "/", bytes.NewReader(body))
	if err != nil {
		return nil, &kaibo.Error{Op: "read event", Kind: kaibo.Invalid, Detail: "the method is no method", Err: err}
	}
	r.URL = location(e)
	r.Header = headers(e)
	r.Host = r.Header.Get("Host")
	r.Header.Del("Host")
	r.RequestURI = r.URL.RequestURI()
	r.RemoteAddr = e.RequestContext.Identity.SourceIP
	return r, nil
}

// location is the path, still escaped where it came escaped, and the query.
func location(e *events.APIGatewayProxyRequest) *url.URL {
	u := &url.URL{Path: e.Path, RawQuery: query(e).Encode()}
	if path, err := url.PathUnescape(e.Path); err == nil {
		u.Path, u.RawPath = path, e.Path
	}
	return u
}

// query is the query string, which API Gateway hands over decoded.
func query(e *events.APIGatewayProxyRequest) url.Values {
	if len(e.MultiValueQueryStringParameters) > 0 {
		return e.MultiValueQueryStringParameters
	}
	values := url.Values{}
	for name, value := range e.QueryStringParameters {
		values.Set(name, value)
	}
	return values
}

func headers(e *events.APIGatewayProxyRequest) http.Header {
	h := http.Header{}
	for name, values := range e.MultiValueHeaders {
		for _, value := range values {
			h.Add(name, value)
		}
	}
	for name, value := range e.Headers {
		if h.Values(name) == nil {
			h.Set(name, value)
		}
	}
	return h
}

type baseKey struct{}

// withBase keeps under which URL the API was reached: the path that the caller
// sent has the stage, or the base path of a domain of one's own, before that of
// the API.
func withBase(ctx context.Context, e *events.APIGatewayProxyRequest) context.Context {
	if e.RequestContext.DomainName == "" {
		return ctx
	}
	return context.WithValue(ctx, baseKey{}, "https://"+e.RequestContext.DomainName+strings.TrimSuffix(e.RequestContext.Path, e.Path))
}

// BaseOf answers the URL of the API as its caller knows it, without a slash at
// its end; "" when the event did not say.
func BaseOf(ctx context.Context) string {
	base, _ := ctx.Value(baseKey{}).(string)
	return base
}

// Identity is who has a key, as the authorizer said.
type Identity struct {
	KeyID     string      // names the key; empty for the console of the deployment
	Name      string      // what the key is called
	ProjectID string      // the key's project; empty for the console of the deployment
	Scopes    []string    // what it allows
	PerMinute int         // its limit; 0 for none
	ExpiresAt *kaibo.Time // when it ends; nil for never

	Initiatives []string // ids of those that it is limited to; none for all
}

// The names of what the authorizer tells; API Gateway takes strings alone.
const (
	contextName    = "name"
	contextProject = "project"
	contextScopes  = "scopes" // separated by spaces

	contextKeyID     = "key"
	contextPerMinute = "perMinute" // in digits; absent for no limit
	contextExpiresAt = "expiresAt" // RFC 3339; absent for never

	contextInitiatives = "initiatives" // ids separated by spaces; absent for all
)

type identityKey struct{}

// withIdentity keeps what the authorizer said in a context. A request that went
// through none has nothing.
func withIdentity(ctx context.Context, said map[string]any) context.Context {
	scopes, ok := said[contextScopes].(string)
	if !ok {
		return ctx
	}
	id := Identity{Scopes: splitScopes(scopes)}
	id.KeyID, _ = said[contextKeyID].(string)
	id.Name, _ = said[contextName].(string)
	id.ProjectID, _ = said[contextProject].(string)
	if ids, ok := said[contextInitiatives].(string); ok {
		if id.Initiatives = strings.Fields(ids); len(id.Initiatives) == 0 {
			return ctx // a limit that cannot be read must not be no limit
		}
	}
	if limit, ok := said[contextPerMinute].(string); ok {
		id.PerMinute, _ = strconv.Atoi(limit) // the authorizer wrote it
	}
	if end, ok := said[contextExpiresAt].(string); ok {
		at, err := kaibo.ParseTime(end)
		if err != nil {
			return ctx // an end that cannot be read must not be no end
		}
		id.ExpiresAt = &at
	}
	return context.WithValue(ctx, identityKey{}, id)
}

// IdentityOf answers what the authorizer said of a request.
func IdentityOf(ctx context.Context) (Identity, error) {
	id, ok := ctx.Value(identityKey{}).(Identity)
	if !ok {
		return Identity{}, &kaibo.Error{Op: "identify", Kind: kaibo.Unauthenticated, Detail: "a key is needed",
			Err: fmt.Errorf("the request went through no authorizer")}
	}
	return id, nil
}
