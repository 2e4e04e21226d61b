package gateway_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// seen is what a handler saw of a request.
type seen struct {
	Method, URI, Path, Query, Host, Body string
	Length                               int64
	Project                              []string
}

func see(r *http.Request) (seen, error) {
	body, err := io.ReadAll(r.Body)
	return seen{r.Method, r.RequestURI, r.URL.EscapedPath(), r.URL.Query().Encode(), r.Host, string(body), r.ContentLength, r.Header.Values("Kaibo-Project")}, err
}

func TestRequest(t *testing.T) {
	for name, c := range map[string]struct {
		event events.APIGatewayProxyRequest
		want  seen
	}{
		"plain": {
			events.APIGatewayProxyRequest{HTTPMethod: "POST", Path: "/v1/recall", Body: `{"a": 1}`, Headers: map[string]string{"host": "h.example"}},
			seen{Method: "POST", URI: "/v1/recall", Path: "/v1/recall", Host: "h.example", Body: `{"a": 1}`, Length: 8},
		},
		"binary": {
			events.APIGatewayProxyRequest{HTTPMethod: "POST", Path: "/v1/recall", Body: base64.StdEncoding.EncodeToString([]byte("\xff\x00")), IsBase64Encoded: true},
			seen{Method: "POST", URI: "/v1/recall", Path: "/v1/recall", Body: "\xff\x00", Length: 2},
		},
		"a header twice stays twice": {
			events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/v1/streams", Headers: map[string]string{"Kaibo-Project": "b"},
				MultiValueHeaders: map[string][]string{"Kaibo-Project": {"a", "b"}}},
			seen{Method: "GET", URI: "/v1/streams", Path: "/v1/streams", Project: []string{"a", "b"}},
		},
		"query": {
			events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/v1/deletions", MultiValueQueryStringParameters: map[string][]string{"after": {"3"}, "x": {"a b", "&"}}},
			seen{Method: "GET", URI: "/v1/deletions?after=3&x=a+b&x=%26", Path: "/v1/deletions", Query: "after=3&x=a+b&x=%26"},
		},
		"an escaped slash is none": {
			events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/v1/streams/a%2Fb/events"},
			seen{Method: "GET", URI: "/v1/streams/a%2Fb/events", Path: "/v1/streams/a%2Fb/events"},
		},
		"a path that does not unescape": {
			events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/v1/100%"},
			seen{Method: "GET", URI: "/v1/100%25", Path: "/v1/100%25"},
		},
	} {
		r, err := gateway.Request(context.Background(), &c.event)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := see(r)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestWhatIsNoRequest(t *testing.T) {
	for _, e := range []events.APIGatewayProxyRequest{
		{HTTPMethod: "POST", Path: "/", Body: "***", IsBase64Encoded: true},
		{HTTPMethod: "BAD METHOD", Path: "/"},
	} {
		if _, err := gateway.Request(context.Background(), &e); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

func FuzzRequest(f *testing.F) {
	f.Add("POST", "/v1/streams/%zz", "a=b", false)
	f.Add("GET", "", "\x00", true)
	f.Fuzz(func(t *testing.T, method, path, body string, encoded bool) {
		e := events.APIGatewayProxyRequest{HTTPMethod: method, Path: path, Body: body, IsBase64Encoded: encoded}
		r, err := gateway.Request(context.Background(), &e)
		if err != nil {
			return
		}
		if got, err := io.ReadAll(r.Body); err != nil || (!encoded && string(got) != body) {
			t.Errorf("body %q came as %q, %v", body, got, err)
		}
		if _, err := gateway.Buffered(http.NotFoundHandler())(context.Background(), e); err != nil {
			t.Error(err)
		}
	})
}

func TestBuffered(t *testing.T) {
	large := bytes.Repeat([]byte(`"`), 2<<20)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("X-Two", "a")
		w.Header().Add("X-Two", "b")
		if r.URL.Path == "/large" {
			_, _ = w.Write(large)
			return
		}
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "short")
	})
	got, err := gateway.Buffered(h)(context.Background(), events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/"})
	if err != nil || got.StatusCode != 418 || got.Body != "short" || got.IsBase64Encoded || len(got.MultiValueHeaders["X-Two"]) != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = gateway.Buffered(h)(context.Background(), events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/large"})
	if err != nil {
		t.Fatal(err)
	}
	body, decodeErr := base64.StdEncoding.DecodeString(got.Body)
	sent, marshalErr := json.Marshal(got)
	if decodeErr != nil || marshalErr != nil || !bytes.Equal(body, large) || got.StatusCode != 200 || len(sent) > len(large)*3/2 {
		t.Errorf("%d bytes as %d: %v %v", len(large), len(sent), decodeErr, marshalErr)
	}
}

func TestAPanicDoesNotEndTheProcess(t *testing.T) {
	h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("boom") })
	_, err := gateway.Buffered(h)(context.Background(), events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/"})
	if err == nil || strings.Contains(err.Error(), "boom") {
		t.Errorf("the caller hears %v", err)
	}
	out, err := gateway.Streaming(h)(context.Background(), events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/"})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(out); err == nil || !strings.HasPrefix(string(got), `{"statusCode":500`) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestStreaming reads parts before the handler has ended.
func TestStreaming(t *testing.T) {
	step := make(chan struct{})
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Length", "6")
		_, _ = io.WriteString(w, "one")
		<-step
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
		_, _ = io.WriteString(w, "two")
	})
	out, err := gateway.Streaming(h)(context.Background(), events.APIGatewayProxyRequest{HTTPMethod: "POST", Path: "/v1/recall"})
	if err != nil {
		t.Fatal(err)
	}
	if typed, ok := out.(interface{ ContentType() string }); !ok || typed.ContentType() != "application/vnd.awslambda.http-integration-response" {
		t.Error("Lambda would not take it for a stream")
	}
	want := `{"statusCode":200,"headers":{"Content-Type":"text/event-stream"}}` + "\x00\x00\x00\x00\x00\x00\x00\x00" + "one"
	first := make([]byte, len(want))
	if _, err := io.ReadFull(out, first); err != nil || string(first) != want {
		t.Fatalf("%q, %v", first, err)
	}
	close(step)
	if rest, err := io.ReadAll(out); err != nil || string(rest) != "two" {
		t.Errorf("%q, %v", rest, err)
	}
}

// TestAStreamThatBreaksOffIsNotWhole: half an answer must not look whole.
func TestAStreamThatBreaksOffIsNotWhole(t *testing.T) {
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half")
		panic(http.ErrAbortHandler)
	})
	out, err := gateway.Streaming(h)(context.Background(), events.APIGatewayProxyRequest{HTTPMethod: "POST", Path: "/"})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(out); err == nil || !strings.HasSuffix(string(got), "half") {
		t.Errorf("%q, %v", got, err)
	}
}

// keys are keys by their secret.
type keys map[string]access.Key

func (k keys) Identify(_ context.Context, secret string) (access.Key, kaibo.Project, error) {
	if secret == "broken" {
		return access.Key{}, kaibo.Project{}, errors.New("the table is away")
	}
	key, ok := k[secret]
	if !ok {
		return access.Key{}, kaibo.Project{}, kaibo.Errorf(kaibo.Unauthenticated, "the key is unknown or revoked")
	}
	return key, kaibo.Project{ID: "prj_a", Name: "north", Secret: []byte("s3cret")}, nil
}

func TestAuthorize(t *testing.T) {
	end := kaibo.TimeOf(time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC))
	authorize := gateway.Authorize(keys{"good": {ID: "key_1", Grant: access.Grant{Name: "agent", Scopes: []string{"read", "write"}, PerMinute: 90, ExpiresAt: &end, Initiatives: []string{"ini_a", "ini_b"}}}, "plain": {ID: "key_2"}})
	const arn = "arn:aws:execute-api:eu-central-1:111122223333:abc/api/POST/v1/recall"
	for _, c := range []struct {
		token, arn, err, name, scopes string
	}{
		{"Bearer good", arn, "", "agent", "read write"},
		{"bearer plain", arn, "", "key_2", ""},
		{"Bearer bad", arn, "Unauthorized", "", ""},
		{"Basic good", arn, "Unauthorized", "", ""},
		{"Bearer", arn, "Unauthorized", "", ""},
		{"", arn, "Unauthorized", "", ""},
		{"Bearer " + strings.Repeat("x", 513), arn, "Unauthorized", "", ""},
		{"Bearer broken", arn, "look up key: the table is away", "", ""},
		{"Bearer good", "nothing", `authorize: "nothing" names no method`, "", ""},
	} {
		got, err := authorize(context.Background(), events.APIGatewayCustomAuthorizerRequest{Type: "TOKEN", AuthorizationToken: c.token, MethodArn: c.arn})
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%q: %v, want %s", c.token, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.token, err)
			continue
		}
		want := map[string]any{"key": "key_2", "name": c.name, "project": "prj_a", "scopes": c.scopes}
		if c.name == "agent" {
			want["key"], want["perMinute"], want["expiresAt"], want["initiatives"] = "key_1", "90", "2030-01-02T03:04:05Z", "ini_a ini_b"
		}
		if diff := cmp.Diff(want, got.Context); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.token, diff)
		}
		if s := got.PolicyDocument.Statement; len(s) != 1 || s[0].Effect != "Allow" || s[0].Resource[0] != "arn:aws:execute-api:eu-central-1:111122223333:abc/api/*" {
			t.Errorf("allows %+v: an answer that is kept must allow every route", s)
		}
		if b, err := json.Marshal(got); err != nil || strings.Contains(string(b), "good") || strings.Contains(string(b), "s3cret") {
			t.Errorf("a secret is in the answer: %s", b)
		}
	}
}

func TestIdentityOf(t *testing.T) {
	end := kaibo.TimeOf(time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC))
	for name, c := range map[string]struct {
		said map[string]any
		want gateway.Identity
		ok   bool
	}{
		"said": {map[string]any{"name": "agent", "project": "prj_a", "scopes": "read write"}, gateway.Identity{Name: "agent", ProjectID: "prj_a", Scopes: []string{"read", "write"}}, true},
		"limited": {map[string]any{"key": "key_1", "name": "agent", "project": "prj_a", "scopes": "read", "perMinute": "90", "expiresAt": "2030-01-02T03:04:05Z"},
			gateway.Identity{KeyID: "key_1", Name: "agent", ProjectID: "prj_a", Scopes: []string{"read"}, PerMinute: 90, ExpiresAt: &end}, true},
		"of one initiative": {map[string]any{"key": "key_1", "name": "agent", "project": "prj_a", "scopes": "read", "initiatives": "ini_a ini_b"},
			gateway.Identity{KeyID: "key_1", Name: "agent", ProjectID: "prj_a", Scopes: []string{"read"}, Initiatives: []string{"ini_a", "ini_b"}}, true},
		"of no initiative":    {map[string]any{"name": "agent", "project": "prj_a", "scopes": "read", "initiatives": " "}, gateway.Identity{}, false},
		"an end that is none": {map[string]any{"name": "agent", "project": "prj_a", "scopes": "read", "expiresAt": "soon"}, gateway.Identity{}, false},
		"nothing":             {nil, gateway.Identity{}, false},
		"no scopes":           {map[string]any{"project": "prj_a"}, gateway.Identity{}, false},
		"a number":            {map[string]any{"scopes": 3.0}, gateway.Identity{}, false},
	} {
		e := events.APIGatewayProxyRequest{HTTPMethod: "GET", Path: "/", RequestContext: events.APIGatewayProxyRequestContext{Authorizer: c.said}}
		r, err := gateway.Request(context.Background(), &e)
		if err != nil {
			t.Fatal(err)
		}
		got, err := gateway.IdentityOf(r.Context())
		if (err == nil) != c.ok || cmp.Diff(c.want, got) != "" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if !c.ok && kaibo.KindOf(err) != kaibo.Unauthenticated {
			t.Errorf("%s: %v", name, err)
		}
	}
}
