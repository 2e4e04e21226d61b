package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// TestScopesOpenTheirVerbsAndNoOthers asks for every verb with a key of every
// single scope. The bodies are empty, so a verb that is open answers something
// else than forbidden and does nothing.
func TestScopesOpenTheirVerbsAndNoOthers(t *testing.T) {
	s := loopback(t)
	s.post("remember", `{"content": "x"}`).want(t, 202, nil)
	for _, scope := range verbs.Scopes {
		key := s.key("default", string(scope)).Key
		for _, v := range verbs.All() {
			spec := v.Spec()
			open := spec.Scope == verbs.Public || spec.Scope == scope || scope == verbs.Operator
			if a := s.post(spec.Name, `{"nonsense": 1}`, bearer(key)); (a.status != http.StatusForbidden) != open {
				t.Errorf("scope %s, verb %s: status %d, open %t", scope, spec.Name, a.status, open)
			}
		}
	}
}

func TestEveryVerbWantsAKeyOnceThereIsOne(t *testing.T) {
	s := loopback(t)
	s.post("memories", `{}`).want(t, 200, nil)
	s.key("default", "read")
	for _, v := range verbs.All() {
		if v.Spec().Scope == verbs.Public {
			continue
		}
		a := s.post(v.Spec().Name, `{}`)
		a.problem(t, 401, "unauthenticated")
		if a.header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s: no WWW-Authenticate", v.Spec().Name)
		}
	}
	s.get("/v1/streams").problem(t, 401, "unauthenticated")
	s.get("/v1/deletions").problem(t, 401, "unauthenticated")
	s.get("/healthz").want(t, 200, nil)
	s.get("/openapi.json").want(t, 200, nil)
}

func TestKeysThatAreNoneAreRefused(t *testing.T) {
	s := loopback(t)
	for _, header := range []string{"Bearer ", "Bearer nonsense", "Basic eDp5", "nonsense", "Bearer kaibo_aaaa", "Bearer " + strings.Repeat("k", 600)} {
		s.post("memories", `{}`, with("Authorization", header)).problem(t, 401, "unauthenticated")
	}
	two := func(r *http.Request) { r.Header["Authorization"] = []string{"Bearer a", "Bearer b"} }
	s.post("memories", `{}`, two).problem(t, 401, "unauthenticated")
}

func TestARevokedKeyIsRefused(t *testing.T) {
	s := loopback(t)
	k := s.key("default", "read", "admin")
	s.post("memories", `{}`, bearer(k.Key)).want(t, 200, nil)
	s.post("keys.revoke", `{"id": "`+k.ID+`"}`, bearer(s.app.OwnerToken())).want(t, 200, nil)
	s.post("memories", `{}`, bearer(k.Key)).problem(t, 401, "unauthenticated")
	s.post("keys.revoke", `{"id": "key_aaaaaaaaaaaaaaaa"}`, bearer(s.app.OwnerToken())).problem(t, 404, "not_found")
}

func TestWithoutAKeyOnlyTheLoopbackIsHeard(t *testing.T) {
	host := func(name string) change { return func(r *http.Request) { r.Host = name } }
	for _, c := range []struct {
		name    string
		change  change
		allowed bool
	}{
		{"an address", host("127.0.0.1:8080"), true},
		{"another address of the network", host("127.8.9.10"), true},
		{"localhost", host("localhost:8080"), true},
		{"LOCALHOST", host("LOCALHOST"), true},
		{"IPv6", host("[::1]:8080"), true},
		{"mapped", host("[::ffff:127.0.0.1]:8080"), true},
		{"a name that was rebound", host("attacker.example:8080"), false},
		{"a name that begins like an address", host("127.0.0.1.attacker.example"), false},
		{"below localhost", host("attacker.localhost"), false},
		{"none", host(""), false},
		{"everywhere", host("0.0.0.0:8080"), false},
		{"own origin", with("Origin", "http://localhost:3000"), true},
		{"foreign origin", with("Origin", "https://attacker.example"), false},
		{"opaque origin", with("Origin", "null"), false},
		{"origin that is none", with("Origin", "localhost"), false},
		{"two origins", func(r *http.Request) { r.Header["Origin"] = []string{"http://localhost", "https://attacker.example"} }, false},
		{"a page of another site", with("Sec-Fetch-Site", "cross-site"), false},
		{"a proxy", with("X-Forwarded-For", "203.0.113.9"), false},
		{"a proxy of the standard", with("Forwarded", "for=203.0.113.9"), false},
		{"a page of this site", with("Sec-Fetch-Site", "same-origin"), true},
	} {
		s := loopback(t)
		a := s.post("remember", `{"content": "x"}`, c.change)
		if c.allowed && a.status != 202 {
			t.Errorf("%s: %s", c.name, a.body)
		}
		if !c.allowed {
			a.problem(t, 403, "forbidden")
			if heads := s.heads(); strings.Contains(heads, "main") {
				t.Errorf("%s: something was written: %s", c.name, heads)
			}
		}
	}
}

func TestNoKeyDoesNotDoBeyondTheLoopback(t *testing.T) {
	for name, e := range map[string]app.Exposure{
		"open to others": {}, "told to want a key": {Loopback: true, RequireKey: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, e)
			s.post("memories", `{}`).problem(t, 401, "unauthenticated")
			s.post("memories", `{}`, bearer(s.app.OwnerToken())).want(t, 200, nil)
		})
	}
}

func TestTheFirstWriteMakesTheProject(t *testing.T) {
	s := loopback(t)
	names := func() []string {
		var out struct {
			Items []struct{ Name string }
		}
		s.post("projects", `{}`).want(t, 200, &out)
		var list []string
		for _, p := range out.Items {
			list = append(list, p.Name)
		}
		slices.Sort(list)
		return list
	}
	for _, verb := range []string{`streams`, `memories`, `keys`} {
		s.post(verb, `{}`, project("a")).want(t, 200, nil)
	}
	s.post("recall", `{"question": "who?"}`, project("a")).want(t, 200, nil)
	s.post("memory", `{"id": "mem_aaaaaaaaaaaaaaaa"}`, project("a")).problem(t, 404, "not_found")
	s.post("forget", `{"query": "lithium"}`, project("a")).problem(t, 404, "not_found")
	s.post("remember", `{"content": ""}`, project("a")).problem(t, 400, "invalid_request")
	if got := names(); len(got) != 0 {
		t.Fatalf("reads and refusals made %v", got)
	}
	s.post("remember", `{"content": "x"}`, project("a")).want(t, 202, nil)
	s.post("remember", `{"content": "x"}`).want(t, 202, nil)
	if got := names(); !slices.Equal(got, []string{"a", "default"}) {
		t.Errorf("projects %v", got)
	}
	s.post("remember", `{"content": "x"}`, project("a/b")).problem(t, 400, "invalid_request")
	s.post("remember", `{"content": "x"}`, project("~mine")).problem(t, 404, "not_found")
}

func TestAProjectIsAWall(t *testing.T) {
	s := loopback(t)
	var theirs struct {
		Event    struct{ ID string }
		Job      struct{ ID string }
		Memories []struct{ ID string }
	}
	s.post("remember", `{"content": "The release is on July 17.", "wait": true}`, project("theirs")).want(t, 201, &theirs)
	s.post("remember", `{"content": "x", "stream": "main"}`, project("ours")).want(t, 202, nil)
	mine := s.key("ours", "read", "write", "forget", "admin").Key
	memory := theirs.Memories[0].ID
	for verb, body := range map[string]string{
		"memory": `{"id": "` + memory + `"}`, "explain": `{"memoryId": "` + memory + `"}`, "sources": `{"memoryId": "` + memory + `"}`,
		"job": `{"id": "` + theirs.Job.ID + `"}`, "payload": `{"id": "` + theirs.Event.ID + `"}`,
		"correct": `{"memoryId": "` + memory + `", "content": "y"}`, "reinstate": `{"memoryId": "` + memory + `"}`,
		"dispute": `{"memoryId": "` + memory + `"}`, "forget": `{"memoryId": "` + memory + `"}`,
	} {
		if p := s.post(verb, body, bearer(mine)).problem(t, 404, "not_found"); strings.Contains(p.Detail, "theirs") {
			t.Errorf("%s tells of the other project: %s", verb, p.Detail)
		}
	}
	s.post("memories", `{}`, bearer(mine), project("theirs")).problem(t, 404, "not_found")
	s.post("memories", `{}`, bearer(mine), project("nobodys")).problem(t, 404, "not_found")
	s.post("memories", `{}`, bearer(mine), project("ours")).want(t, 200, nil)
}

func TestAnOperatorActsOnTheProjectNamed(t *testing.T) {
	s := loopback(t)
	s.project("a")
	s.project("b")
	operator := s.key("a", "operator").Key
	s.post("remember", `{"content": "x", "stream": "of-b"}`, bearer(operator), project("b")).want(t, 202, nil)
	if heads := s.heads(bearer(operator), project("b")); !strings.Contains(heads, "of-b") {
		t.Errorf("b: %s", heads)
	}
	if heads := s.heads(bearer(operator)); strings.Contains(heads, "of-b") {
		t.Errorf("its own: %s", heads)
	}
	for _, key := range []string{operator, s.app.OwnerToken()} {
		s.post("remember", `{"content": "x"}`, bearer(key), project("unknown")).problem(t, 404, "not_found")
		s.post("remember", `{"content": "x"}`, bearer(key), project("a/b")).problem(t, 404, "not_found")
	}
	s.post("projects.create", `{"name": "a"}`, bearer(operator)).problem(t, 409, "conflict")
	s.post("projects.create", `{"name": "c"}`, bearer(operator), project("c")).want(t, 201, nil)
	for _, verb := range []string{"projects.usage", "projects.export", "projects.delete", "fsck", "rebuild"} {
		s.post(verb, `{}`, bearer(operator), project("unknown")).problem(t, 404, "not_found")
	}
}

func TestAnAdminMakesNoOperator(t *testing.T) {
	s := loopback(t)
	admin := s.key("default", "admin").Key
	s.post("keys.create", `{"scopes": ["operator"]}`, bearer(admin)).problem(t, 403, "forbidden")
	s.post("keys.create", `{"scopes": ["read"]}`, bearer(admin)).want(t, 201, nil)
}
