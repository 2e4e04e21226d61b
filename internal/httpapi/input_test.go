package httpapi_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// long is a string of n bytes.
func long(n int) string { return strings.Repeat("x", n) }

// entries is a JSON list of n copies of one value.
func entries(n int, one string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + "]"
}

func manyMetadata(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"k%d": 1`, i)
	}
	return "{" + b.String()[1:] + "}"
}

// badInput is every kind of request that the contract has refused, with the
// field that the problem names.
var badInput = []struct {
	name, verb, body string
	status           int
	field            string
}{
	{"no JSON", "remember", `{`, 400, "$"},
	{"nothing", "remember", ``, 400, "$"},
	{"not an object", "remember", `[]`, 400, "$"},
	{"null", "remember", `null`, 400, "$"},
	{"bytes after the value", "remember", `{"content": "x"} {}`, 400, "$"},
	{"duplicate name", "remember", `{"content": "x", "content": "y"}`, 400, "content"},
	{"duplicate name by escape", "remember", `{"content": "x", "c\u006fntent": "y"}`, 400, "content"},
	{"unpaired surrogate", "remember", `{"content": "\ud800"}`, 400, "content"},
	{"not UTF-8", "remember", "{\"content\": \"\xff\"}", 400, "content"},
	{"unknown field", "remember", `{"content": "x", "colour": "red"}`, 400, "colour"},
	{"name of another case", "remember", `{"Content": "x"}`, 400, "Content"},
	{"wrong type", "remember", `{"content": 7}`, 400, "content"},
	{"no content", "remember", `{}`, 400, "content"},
	{"empty content", "remember", `{"content": ""}`, 400, "content"},
	{"two contents", "remember", `{"content": "x", "contentBase64": "eA==", "contentType": "text/plain"}`, 400, "content"},
	{"file without a type", "remember", `{"contentBase64": "eA=="}`, 400, "contentType"},
	{"broken base64", "remember", `{"contentBase64": "eA=", "contentType": "text/plain"}`, 400, "contentBase64"},
	{"base64 with loose bits", "remember", `{"contentBase64": "eB==", "contentType": "text/plain"}`, 400, "contentBase64"},
	{"no media type", "remember", `{"content": "x", "contentType": "///"}`, 400, "contentType"},
	{"content too long", "remember", `{"content": "` + long(kaibo.MaxContentBytes+1) + `"}`, 413, "content"},
	{"file too long", "remember", `{"contentType": "a/b", "contentBase64": "` + base64.StdEncoding.EncodeToString(make([]byte, kaibo.MaxContentBytes+1)) + `"}`, 413, "content"},
	{"stream of the server", "remember", `{"content": "x", "stream": "~mine"}`, 400, "stream"},
	{"stream with a slash", "remember", `{"content": "x", "stream": "a/b"}`, 400, "stream"},
	{"stream too long", "remember", `{"content": "x", "stream": "` + long(129) + `"}`, 400, "stream"},
	{"kind unknown", "remember", `{"content": "x", "kind": "mail"}`, 400, "kind"},
	{"kind of the server", "remember", `{"content": "x", "kind": "curate"}`, 400, "kind"},
	{"no time", "remember", `{"content": "x", "occurredAt": "yesterday"}`, 400, "occurredAt"},
	{"time too fine", "remember", `{"content": "x", "occurredAt": "2026-07-01T09:30:00.0001Z"}`, 400, "occurredAt"},
	{"time without an offset", "remember", `{"content": "x", "occurredAt": "2026-07-01T09:30:00"}`, 400, "occurredAt"},
	{"expires in the past", "remember", `{"content": "x", "expiresAt": "2020-01-01T00:00:00Z"}`, 400, "expiresAt"},
	{"expires in the past, with a key", "remember", `{"content": "x", "expiresAt": "2020-01-01T00:00:00Z", "idempotencyKey": "never-used"}`, 400, "expiresAt"},
	{"one of a batch expires in the past", "remember", `{"events": [{"content": "x"}, {"content": "x", "expiresAt": "2020-01-01T00:00:00Z"}]}`, 400, "events[1].expiresAt"},
	{"actor too long", "remember", `{"content": "x", "actor": "` + long(129) + `"}`, 400, "actor"},
	{"actor with a control character", "remember", `{"content": "x", "actor": "a\u0007"}`, 400, "actor"},
	{"too many initiatives", "remember", `{"content": "x", "initiatives": ` + entries(65, `"i"`) + `}`, 400, "initiatives"},
	{"empty initiative", "remember", `{"content": "x", "initiatives": [""]}`, 400, "initiatives[0]"},
	{"metadata fraction", "remember", `{"content": "x", "metadata": {"n": 1.5}}`, 400, "metadata.n"},
	{"metadata too large", "remember", `{"content": "x", "metadata": {"n": 9007199254740992}}`, 400, "metadata.n"},
	{"metadata boolean", "remember", `{"content": "x", "metadata": {"n": true}}`, 400, "metadata.n"},
	{"metadata nested", "remember", `{"content": "x", "metadata": {"n": {}}}`, 400, "metadata.n"},
	{"metadata null", "remember", `{"content": "x", "metadata": {"n": null}}`, 400, "metadata.n"},
	{"metadata value too long", "remember", `{"content": "x", "metadata": {"n": "` + long(1025) + `"}}`, 400, "metadata.n"},
	{"metadata name empty", "remember", `{"content": "x", "metadata": {"": "v"}}`, 400, "metadata"},
	{"too much metadata", "remember", `{"content": "x", "metadata": ` + manyMetadata(65) + `}`, 400, "metadata"},
	{"key too long", "remember", `{"content": "x", "idempotencyKey": "` + long(257) + `"}`, 400, "idempotencyKey"},
	{"key with a line break", "remember", `{"content": "x", "idempotencyKey": "a\nb"}`, 400, "idempotencyKey"},
	{"empty batch", "remember", `{"events": []}`, 400, "events"},
	{"batch too long", "remember", `{"events": ` + entries(41, `{"content": "x"}`) + `}`, 400, "events"},
	{"batch beside content", "remember", `{"content": "x", "events": [{"content": "x"}]}`, 400, "events"},
	{"batch with a bad event", "remember", `{"events": [{"content": "x"}, {"content": "x", "kind": "mail"}]}`, 400, "events[1].kind"},
	{"batch with an empty event", "remember", `{"events": [{"content": "x"}, {}]}`, 400, "events[1].content"},
	{"key twice in a batch", "remember", `{"events": [{"content": "x", "idempotencyKey": "k"}, {"content": "y", "idempotencyKey": "k"}]}`, 400, "events[1].idempotencyKey"},

	{"no question", "recall", `{}`, 400, "question"},
	{"empty question", "recall", `{"question": ""}`, 400, "question"},
	{"question too long", "recall", `{"question": "` + long(8193) + `"}`, 400, "question"},
	{"budget of nothing", "recall", `{"question": "q", "budget": 0}`, 400, "budget"},
	{"budget below nothing", "recall", `{"question": "q", "budget": -1}`, 400, "budget"},
	{"budget too large", "recall", `{"question": "q", "budget": 32001}`, 400, "budget"},
	{"budget of a fraction", "recall", `{"question": "q", "budget": 1.5}`, 400, "budget"},
	{"budget as text", "recall", `{"question": "q", "budget": "512"}`, 400, "budget"},
	{"type unknown", "recall", `{"question": "q", "types": ["idea"]}`, 400, "types[0]"},
	{"include unknown", "recall", `{"question": "q", "include": ["future"]}`, 400, "include[0]"},
	{"too many candidates", "recall", `{"question": "q", "candidates": 201}`, 400, "candidates"},
	{"asOf is no time", "recall", `{"question": "q", "asOf": 5}`, 400, "asOf"},

	{"status unknown", "memories", `{"status": "old"}`, 400, "status"},
	{"limit of nothing", "memories", `{"limit": 0}`, 400, "limit"},
	{"limit too large", "memories", `{"limit": 1001}`, 400, "limit"},
	{"cursor made up", "memories", `{"cursor": "abc"}`, 400, "cursor"},
	{"cursor long and made up", "memories", `{"cursor": "` + base64.RawURLEncoding.EncodeToString([]byte(long(60))) + `"}`, 400, "cursor"},
	{"cursor too long", "memories", `{"cursor": "` + long(1025) + `"}`, 400, "cursor"},
	{"memory of no id", "memory", `{"id": ""}`, 400, "id"},
	{"explain nothing", "explain", `{}`, 400, "memoryId"},
	{"job of nothing", "job", `{}`, 400, "id"},

	{"forget nothing", "forget", `{}`, 400, ""},
	{"forget two things", "forget", `{"query": "x", "stream": "main"}`, 400, ""},
	{"forget stop words", "forget", `{"query": "the of and"}`, 400, ""},
	{"expect a number", "forget", `{"query": "x", "expect": 7}`, 400, "expect"},
	{"reason too long", "forget", `{"query": "x", "reason": "` + long(4097) + `"}`, 400, "reason"},
	{"alias of itself", "alias", `{"name": "Mo", "same": "mo"}`, 400, "same"},
	{"alias without a name", "alias", `{"same": "mo"}`, 400, "name"},
	{"correct without content", "correct", `{"memoryId": "mem_aaaaaaaaaaaaaaaa"}`, 400, "content"},
	{"scope unknown", "keys.create", `{"scopes": ["root"]}`, 400, "scopes[0]"},
	{"no scopes", "keys.create", `{}`, 400, "scopes"},
	{"empty scopes", "keys.create", `{"scopes": []}`, 400, "scopes"},
	{"project with a slash", "projects.create", `{"name": "a/b"}`, 400, "name"},
	{"project of the server", "projects.create", `{"name": "~mine"}`, 400, "name"},
	{"delete no project", "projects.delete", `{}`, 400, "name"},
}

func TestBadInputIsRefusedAndNothingIsWritten(t *testing.T) {
	s := loopback(t)
	empty := s.post("projects", `{}`)
	empty.want(t, 200, nil)
	for _, c := range badInput {
		t.Run(c.name, func(t *testing.T) {
			code := "invalid_request"
			if c.status == 413 {
				code = "too_large"
			}
			p := s.post(c.verb, c.body).problem(t, c.status, code)
			if c.field != "" && (len(p.Errors) == 0 || p.Errors[0].Field != c.field) {
				t.Errorf("errors %v, want field %s (detail: %s)", p.Errors, c.field, p.Detail)
			}
			if p.Detail == "" {
				t.Error("no detail")
			}
		})
	}
	if after := s.post("projects", `{}`); string(after.body) != string(empty.body) {
		t.Errorf("a refused request made a project: %s", after.body)
	}
	if made := s.post("remember", `{"content": "x"}`); made.status != 202 {
		t.Errorf("status %d after all that: %s", made.status, made.body)
	}
}

func TestABodyOverTheLimitIsTooLarge(t *testing.T) {
	s := loopback(t)
	body := `{"content": "` + long(kaibo.MaxBodyBytes) + `"}`
	s.post("remember", body).problem(t, 413, "too_large")
	s.post("remember", body, func(r *http.Request) { r.ContentLength = -1 }).problem(t, 413, "too_large")
}

func TestBodiesAreJSON(t *testing.T) {
	s := loopback(t)
	for _, c := range []struct{ name, value string }{
		{"Content-Type", ""}, {"Content-Type", "text/plain"}, {"Content-Type", "application/x-www-form-urlencoded"},
		{"Content-Type", "application/json; charset=latin1"}, {"Content-Encoding", "gzip"},
	} {
		p := s.post("remember", `{"content": "x"}`, with(c.name, c.value)).problem(t, 400, "invalid_request")
		if p.Errors[0].Field != c.name {
			t.Errorf("%s %q: %v", c.name, c.value, p.Errors)
		}
	}
	if a := s.post("memories", `{}`, with("Content-Type", "application/json; charset=UTF-8")); a.status != 200 {
		t.Errorf("UTF-8 named: %s", a.body)
	}
	s.do("POST", "/v1/memories?limit=1", `{}`).problem(t, 400, "invalid_request")
}

func TestQueriesAreCheckedAsBodiesAre(t *testing.T) {
	s := loopback(t)
	s.post("remember", `{"content": "The tide table is on the fridge.", "wait": true}`).want(t, 201, nil)
	for path, field := range map[string]string{
		"/v1/streams/main/events?limit=0":                    "limit",
		"/v1/streams/main/events?limit=1001":                 "limit",
		"/v1/streams/main/events?limit=x":                    "limit",
		"/v1/streams/main/events?after=-1":                   "after",
		"/v1/streams/main/events?after=1&after=2":            "after",
		"/v1/streams/main/events?before=1":                   "before",
		"/v1/streams/main/events?after=1e3":                  "after",
		"/v1/streams/main/events?after=99999999999999999999": "after",
		"/v1/streams/a%2Fb/events":                           "stream",
		"/v1/streams?cursor=nonsense":                        "cursor",
		"/v1/deletions?limit=":                               "limit",
	} {
		p := s.get(path).problem(t, 400, "invalid_request")
		if len(p.Errors) == 0 || p.Errors[0].Field != field {
			t.Errorf("%s: %v, want %s", path, p.Errors, field)
		}
	}
	s.get("/v1/streams/main/events?%zz").problem(t, 400, "invalid_request")
	s.get("/v1/streams/other/events").problem(t, 404, "not_found")
	s.get("/v1/events/evt_aaaaaaaaaaaaaaaa/payload").problem(t, 404, "not_found")
	s.get("/v1/events/nonsense/payload").problem(t, 404, "not_found")
}
