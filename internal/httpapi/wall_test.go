package httpapi_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// walled is a server with two projects: one that has something of everything,
// and one whose key has every scope but the operator's.
type walled struct {
	*server
	ids  []string // of everything that theirs has
	told []string // what no answer to another may hold: the canary, and digests
	mine change
}

// named is what everything of theirs is called by, and is asked for; canary
// stands in all their texts and is in no request.
const (
	named  = "xylographer"
	canary = "quillwort"
)

func newWalled(t *testing.T) *walled {
	s := &walled{server: loopback(t), told: []string{canary}}
	owner, theirs := bearer(s.app.OwnerToken()), project("theirs")
	s.project("theirs")
	s.project("ours")
	made := func(status int, verb, body string) {
		t.Helper()
		var out any
		s.post(verb, body, owner, theirs).want(t, status, &out)
		idsIn(out, &s.ids, &s.told)
	}
	made(201, "remember", `{"stream": "`+named+`", "content": "The `+named+` of the quillwort is planned for July 13.", "initiatives": ["`+named+`"], "actor": "`+named+`", "wait": true, "idempotencyKey": "`+named+`"}`)
	made(201, "remember", `{"content": "The `+named+` of the quillwort moves from July 13 to July 17.", "wait": true}`)
	made(201, "remember", `{"content": "The code of the quillwort safe is 4711.", "wait": true}`)
	made(200, "forget", `{"query": "safe"}`)
	made(201, "keys.create", `{"name": "`+named+`", "scopes": ["read"]}`)
	made(201, "webhooks.create", `{"url": "https://`+named+`.invalid/hook"}`)
	made(201, "retention.set", `{"streams": ["`+named+`"], "days": 90}`)
	if len(s.ids) < 8 {
		t.Fatalf("only %v", s.ids)
	}
	var limited struct{ NextCursor string }
	s.post("memories", `{"limit": 1}`, owner, theirs).want(t, 200, &limited)
	s.ids = append(s.ids, limited.NextCursor)
	s.mine = bearer(s.key("ours", "read", "write", "forget", "admin").Key)
	s.post("remember", `{"content": "The ferry leaves at nine.", "wait": true}`, s.mine).want(t, 201, nil)
	return s
}

// idsIn gathers every id in an answer, strings under a name that ends in id, and
// every digest.
func idsIn(v any, into, digests *[]string) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if id, ok := value.(string); ok && (name == "id" || strings.HasSuffix(name, "Id")) && !slices.Contains(*into, id) {
				*into = append(*into, id)
			}
			if digest, ok := value.(string); ok && (name == "hash" || name == "payloadDigest" || name == "secret" || name == "key") {
				*digests = append(*digests, digest)
			}
			idsIn(value, into, digests)
		}
	case []any:
		for _, value := range v {
			idsIn(value, into, digests)
		}
	}
}

// theirs is all that can be seen of the other project, by somebody who may.
func (s *walled) theirs() string {
	var all strings.Builder
	for _, verb := range []string{"memories", "streams", "deletions", "keys", "webhooks", "retention", "initiatives"} {
		all.Write(s.post(verb, `{}`, bearer(s.app.OwnerToken()), project("theirs")).body)
	}
	return all.String()
}

// leaks names what an answer tells of the other project.
func (s *walled) leaks(a answer) []string {
	var out []string
	for _, secret := range s.told {
		if strings.Contains(string(a.body), secret) {
			out = append(out, secret)
		}
	}
	return out
}

// TestEveryVerbIsWalled gives every field of every verb every id of another
// project, and every cursor. It is made from the registry: a verb that comes
// new is tried as the others are.
func TestEveryVerbIsWalled(t *testing.T) {
	s := newWalled(t)
	before := s.theirs()
	tried := 0
	for _, v := range verbs.All() {
		spec := v.Spec()
		base := map[string]any{}
		if spec.Example != "" {
			if err := json.Unmarshal([]byte(spec.Example), &base); err != nil {
				t.Fatal(err)
			}
		}
		fields := verbs.Fields(v.Input())
		for i := range fields {
			f := &fields[i]
			list := f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.String
			if len(f.Enum) > 0 || !list && f.Type.Kind() != reflect.String {
				continue
			}
			for _, id := range append(s.ids, named) {
				body := maps.Clone(base)
				delete(body, "dryRun")
				delete(body, "idempotencyKey")
				delete(body, "wait")
				if list {
					body[f.Name] = []string{id}
				} else {
					body[f.Name] = id
				}
				b, err := json.Marshal(body)
				if err != nil {
					t.Fatal(err)
				}
				tried++
				a := s.post(spec.Name, string(b), s.mine)
				if leaks := s.leaks(a); len(leaks) > 0 {
					t.Errorf("%s %s tells %v:\n%s", spec.Name, b, leaks, a.body)
				}
				if f.Form == "id" && spec.Scope != verbs.Operator && a.status != http.StatusNotFound && a.status != http.StatusBadRequest && a.status != http.StatusConflict {
					t.Errorf("%s %s: %d %s", spec.Name, b, a.status, a.body)
				}
				if spec.Scope == verbs.Operator && a.status != http.StatusForbidden {
					t.Errorf("%s is open to a key without the scope operator: %d %s", spec.Name, a.status, a.body)
				}
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d tries: the test looks in the wrong place", tried)
	}
	if after := s.theirs(); after != before {
		t.Errorf("the other project was changed:\n%s\nbefore:\n%s", after, before)
	}
}

// TestEveryResourceIsWalled does the same with the paths of the GET resources.
func TestEveryResourceIsWalled(t *testing.T) {
	s := newWalled(t)
	for _, v := range verbs.All() {
		pattern := v.Spec().Get
		if pattern == "" || !strings.Contains(pattern, "{") {
			continue
		}
		head, rest, _ := strings.Cut(pattern, "{")
		_, tail, _ := strings.Cut(rest, "}")
		for _, id := range append(s.ids, named, "theirs/"+named, "../theirs/"+named, "..", "~keys", "a\x00b") {
			for _, path := range []string{url.PathEscape(id), strings.ReplaceAll(url.PathEscape(id), "%2F", "%252F"), strings.ReplaceAll(id, "\x00", "%00")} {
				path = head + path + tail
				if _, err := url.Parse(path); err != nil {
					t.Fatal(err)
				}
				a := s.get(path, s.mine)
				if leaks := s.leaks(a); len(leaks) > 0 || a.status >= 500 {
					t.Errorf("GET %s: %d tells %v: %s", path, a.status, leaks, a.body)
				}
			}
		}
	}
}

// TestAProjectCannotBeSmuggledIn names the other project in every place where a
// server of another make looks for one.
func TestAProjectCannotBeSmuggledIn(t *testing.T) {
	s := newWalled(t)
	plain := s.post("memories", `{}`, s.mine)
	plain.want(t, 200, nil)
	for _, name := range []string{"Kaibo_Project", "X-Kaibo-Project", "Kaibo-Project-Id", "X-Project", "Project", "X-Forwarded-Host", "X-Original-Url", "X-Rewrite-Url", "Forwarded", "Cookie"} {
		a := s.post("memories", `{}`, s.mine, with(name, "project=theirs"), with(name, "theirs"))
		if string(a.body) != string(plain.body) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	for name, changes := range map[string][]change{
		"the header":      {project("theirs")},
		"another case":    {project("THEIRS")},
		"two headers":     {func(r *http.Request) { r.Header["Kaibo-Project"] = []string{"ours", "theirs"} }},
		"two in one":      {project("ours, theirs")},
		"a folded header": {project("ours\r\n theirs")},
		"a path":          {project("ours/../theirs")},
		"an escape":       {project("%74heirs")},
		"a NUL":           {project("theirs\x00")},
		"spaces":          {project(" theirs ")},
		"a look-alike":    {project("thеirs")}, // a Cyrillic е
		"full width":      {project("ｔheirs")},
		"a joiner":        {project("the\u200dirs")},
		"two keys": {func(r *http.Request) {
			r.Header["Authorization"] = append(r.Header["Authorization"], "Bearer "+s.app.OwnerToken())
		}},
		"two keys in one": {func(r *http.Request) {
			r.Header.Set("Authorization", r.Header.Get("Authorization")+", Bearer "+s.app.OwnerToken())
		}},
		"the server's own":    {project("~operator")},
		"its id":              {project(s.ids[0])},
		"the absent project":  {project("absent")},
		"an empty name":       {func(r *http.Request) { r.Header["Kaibo-Project"] = []string{""} }},
		"the default project": {project("default")},
	} {
		a := s.post("memories", `{}`, append([]change{s.mine}, changes...)...)
		if a.status < 400 || a.status >= 500 || len(s.leaks(a)) > 0 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	for name, body := range map[string]string{
		"project": `{"project": "theirs"}`, "a header's name": `{"Kaibo-Project": "theirs"}`, "projectId": `{"projectId": "theirs"}`,
		"twice": `{"limit": 1, "limit": 1}`, "twice by an escape": `{"limit": 1, "l\u0069mit": 1}`, "a byte order mark": "\ufeff{}",
		"__proto__": `{"__proto__": {"project": "theirs"}}`,
	} {
		s.post("memories", body, s.mine).problem(t, 400, "invalid_request")
		_ = name
	}
	s.do(http.MethodPost, "/v1/memories?project=theirs", `{}`, s.mine).problem(t, 400, "invalid_request")
	s.get("/v1/streams?project=theirs", s.mine).problem(t, 400, "invalid_request")
	s.get("/v1/streams?Kaibo-Project=theirs", s.mine).problem(t, 400, "invalid_request")
	for _, path := range []string{"/v1/theirs/streams", "/v1/projects/theirs/streams", "/theirs/v1/streams", "/v1/streams;project=theirs", "/v1/streams/..%2f..%2ftheirs"} {
		if a := s.get(path, s.mine); a.status != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}
