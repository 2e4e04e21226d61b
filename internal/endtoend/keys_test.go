package endtoend_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// keyed sends a request with a key.
func keyed(t *testing.T, c *client, key, verb string, in fields, header http.Header) answer {
	t.Helper()
	b, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + key}}
	for name, values := range header {
		h[name] = values
	}
	a, err := c.do(http.MethodPost, "/v1/"+verb, "", h, bytes.NewReader(b))
	if err != nil {
		t.Fatalf("%s: %v", verb, err)
	}
	return a
}

type wireKey struct {
	ID, Key, LastUsedAt, ExpiresAt, RevokedAt string
	PerMinute                                 int
}

func makeKey(t *testing.T, c *client, admin string, in fields) wireKey {
	t.Helper()
	var k wireKey
	a := keyed(t, c, admin, "keys.create", in, nil)
	if err := json.Unmarshal(a.body, &k); err != nil || a.status != http.StatusCreated {
		t.Fatalf("keys.create answered %v, %v", a, err)
	}
	return k
}

// TestKeysHaveLimitsAndEnds makes keys with a limit and an end, uses them up,
// and reads in the ledger who made and ended which.
func TestKeysHaveLimitsAndEnds(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	var admin wireKey
	s.must(t, "", "keys.create", fields{"name": "ana", "scopes": []string{"admin", "read", "write"}}, &admin)
	agent := makeKey(t, s.client, admin.Key, fields{"name": "agent", "scopes": []string{"read"}, "perMinute": 40})
	brief := makeKey(t, s.client, admin.Key, fields{"scopes": []string{"read"}, "expiresAt": time.Now().Add(2 * time.Second).UTC().Format("2006-01-02T15:04:05.000Z")})

	passed, limited := 0, answer{}
	for range 60 {
		switch a := keyed(t, s.client, agent.Key, "memories", fields{}, nil); a.status {
		case http.StatusOK:
			passed++
		case http.StatusTooManyRequests:
			limited = a
		default:
			t.Fatalf("memories answered %v", a)
		}
	}
	if passed == 0 || passed > 50 {
		t.Errorf("%d requests of 60 in a moment were let through at 40 a minute", passed)
	}
	if p := limited.problem(t, "too many"); p.Code != "rate_limited" {
		t.Errorf("problem %+v", p)
	}
	if wait, err := strconv.Atoi(limited.header.Get("Retry-After")); err != nil || wait < 1 || wait > 60 {
		t.Errorf("Retry-After %q", limited.header.Get("Retry-After"))
	}
	if a := keyed(t, s.client, admin.Key, "memories", fields{}, nil); a.status != http.StatusOK {
		t.Errorf("another key met the limit too: %v", a)
	}

	for end := time.Now().Add(10 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		a := keyed(t, s.client, brief.Key, "memories", fields{}, nil)
		if a.status == http.StatusUnauthorized {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the key did not end: %v", a)
		}
	}
	if a := keyed(t, s.client, admin.Key, "keys.revoke", fields{"id": agent.ID}, nil); a.status != http.StatusOK {
		t.Fatalf("revoke: %v", a)
	}
	checkKeyRecords(t, s.client, admin, []string{"keys.create " + admin.ID, "keys.create " + agent.ID, "keys.create " + brief.ID, "keys.revoke " + agent.ID})
}

// checkKeyRecords reads what the ledger tells of keys, and the list of them.
func checkKeyRecords(t *testing.T, c *client, admin wireKey, want []string) {
	t.Helper()
	authorized := http.Header{"Authorization": {"Bearer " + admin.Key}}
	read := func(path string, out any) {
		t.Helper()
		a, err := c.do(http.MethodGet, path, "", authorized, nil)
		if err != nil || a.status != http.StatusOK {
			t.Fatalf("%s: %v, %v", path, a, err)
		}
		if err := json.Unmarshal(a.body, out); err != nil {
			t.Fatal(err)
		}
	}
	var events struct{ Items []wireEvent }
	read("/v1/streams/~keys/events", &events)
	var got []string
	for i, e := range events.Items {
		var payload struct {
			Content string
			Details struct{ Actor string }
		}
		read("/v1/events/"+e.ID+"/payload", &payload)
		var record struct{ Verb, KeyID string }
		if err := json.Unmarshal([]byte(payload.Content), &record); err != nil {
			t.Fatal(err)
		}
		if i > 0 && payload.Details.Actor != "ana" {
			t.Errorf("event %d is by %q", i+1, payload.Details.Actor)
		}
		if strings.Contains(payload.Content, "kaibo_") {
			t.Errorf("a key stands in the ledger: %s", payload.Content)
		}
		got = append(got, record.Verb+" "+record.KeyID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("recorded %v, want %v", got, want)
	}
	var listed struct{ Items []wireKey }
	a := keyed(t, c, admin.Key, "keys", fields{}, nil)
	if err := json.Unmarshal(a.body, &listed); err != nil || len(listed.Items) != 3 {
		t.Fatalf("keys answered %v, %v", a, err)
	}
	for _, k := range listed.Items {
		if k.ID == admin.ID && k.LastUsedAt == "" {
			t.Error("the key in use was never used")
		}
	}
}

// TestNoSecretIsLogged uses keys in every way that is right and wrong, with all
// that the server can log, and searches for them in what it logged and in every
// file of the data directory that is not the owner's own.
func TestNoSecretIsLogged(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serve(t, data, "--verbose", "--log-json")
	var admin wireKey
	s.must(t, "", "keys.create", fields{"scopes": []string{"admin", "read", "write", "forget", "operator"}}, &admin)
	owner := ownerToken(t, data)
	text := "The safe opens with heptagon-marmalade."
	idempotency := "retry-heptagon-7"
	header := http.Header{"Idempotency-Key": {idempotency}}
	agent := wireKey{}
	a := keyed(t, s.client, admin.Key, "keys.create", fields{"scopes": []string{"read"}}, header)
	if err := json.Unmarshal(a.body, &agent); err != nil || agent.Key == "" {
		t.Fatalf("keys.create answered %v", a)
	}
	for _, key := range []string{admin.Key, owner, agent.Key, agent.Key + "x", "heptagon", "kaibo_" + strings.Repeat("a", 52)} {
		keyed(t, s.client, key, "remember", fields{"content": text, "wait": true}, nil)
		keyed(t, s.client, key, "recall", fields{"question": "What opens the safe?", "nonsense": text}, nil)
		keyed(t, s.client, key, "recall", fields{"question": "What opens the safe?"}, http.Header{"Kaibo-Project": {"nowhere"}})
		keyed(t, s.client, key, "job", fields{"id": key}, nil)
		_, _ = s.do(http.MethodGet, "/v1/events/"+key+"/payload?key="+key, "", nil, nil)
	}
	keyed(t, s.client, admin.Key, "forget", fields{"query": "heptagon", "reason": text}, nil)
	keyed(t, s.client, admin.Key, "keys.revoke", fields{"id": agent.ID}, nil)
	keyed(t, s.client, agent.Key, "memories", fields{}, nil)
	s.stop()

	said := s.log.String()
	if !strings.Contains(said, `"recall"`) && !strings.Contains(said, "/v1/recall") {
		t.Fatalf("the log does not tell of requests:\n%s", said)
	}
	for name, secret := range map[string]string{"key": admin.Key, "second key": agent.Key, "owner's token": owner, "text": "heptagon-marmalade", "idempotency key": idempotency} {
		if strings.Contains(said, secret) {
			t.Errorf("the %s is in the log", name)
		}
	}
	for _, key := range []string{admin.Key, agent.Key} {
		if in := found(t, data, map[string][]byte{"as it is": []byte(key)}); len(in) > 0 {
			t.Errorf("a key lies in %v", in)
		}
	}
}

// ownerToken reads the token that the server left for its owner.
func ownerToken(t *testing.T, data string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(data, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		var owner struct{ Token string }
		b, err := os.ReadFile(file)
		if err == nil && json.Unmarshal(b, &owner) == nil && owner.Token != "" {
			return owner.Token
		}
	}
	t.Fatal("no file has the owner's token")
	return ""
}

// TestAKeyOfOneInitiative plants words in another initiative and in none, and
// searches every answer that a limited key gets for them.
func TestAKeyOfOneInitiative(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	var admin wireKey
	s.must(t, "", "keys.create", fields{"name": "ana", "scopes": []string{"admin", "read", "write", "forget"}}, &admin)
	if a := keyed(t, s.client, admin.Key, "keys.create", fields{"scopes": []string{"read", "forget"}, "initiatives": []string{"north"}}, nil); a.status != http.StatusBadRequest {
		t.Fatalf("a limited key that forgets: %v", a)
	}
	agent := makeKey(t, s.client, admin.Key, fields{"name": "agent", "scopes": []string{"read", "write"}, "initiatives": []string{"north"}})

	write := func(key, content string, status int, initiatives ...string) (out wireRemembered) {
		t.Helper()
		in := fields{"content": content, "actor": "bo", "wait": true}
		if len(initiatives) > 0 {
			in["initiatives"] = initiatives
		}
		a := keyed(t, s.client, key, "remember", in, nil)
		if a.status != status {
			t.Fatalf("remember for %v answered %v", initiatives, a)
		}
		_ = json.Unmarshal(a.body, &out) // a refusal has none of it
		return out
	}
	hidden := write(admin.Key, "The kestrel release is on June 3.", http.StatusCreated, "south")
	loose := write(admin.Key, "The kestrel budget is 4711 euros.", http.StatusCreated)
	own := write(agent.Key, "The osprey release is on July 9.", http.StatusCreated, "north")
	shared := write(admin.Key, "The osprey budget is 900 euros.", http.StatusCreated, "north", "south")
	write(agent.Key, "The kestrel moved.", http.StatusForbidden, "south")
	write(agent.Key, "The kestrel moved.", http.StatusForbidden, "north", "south")
	write(agent.Key, "The kestrel moved.", http.StatusBadRequest)
	if len(hidden.Memories) == 0 || len(loose.Memories) == 0 || len(own.Memories) == 0 || len(shared.Memories) == 0 {
		t.Fatal("nothing was learned: the test looks at nothing")
	}

	var listed struct{ Items []wireMemory }
	if a := keyed(t, s.client, agent.Key, "memories", fields{}, nil); json.Unmarshal(a.body, &listed) != nil || len(listed.Items) != 2 {
		t.Errorf("memories answered %v, want the two of north", a)
	}
	for _, e := range []wireRemembered{hidden, loose} {
		m := e.Memories[0].ID
		for verb, in := range map[string]fields{"memory": {"id": m}, "explain": {"memoryId": m}, "sources": {"memoryId": m},
			"correct": {"memoryId": m, "content": "No."}, "dispute": {"memoryId": m}, "reinstate": {"memoryId": m}, "payload": {"id": e.Event.ID}} {
			if a := keyed(t, s.client, agent.Key, verb, in, nil); a.status != http.StatusNotFound {
				t.Errorf("%s of what is not seen answered %v", verb, a)
			}
		}
		if a := keyed(t, s.client, agent.Key, "job", fields{"id": e.Job.ID}, nil); bytes.Contains(a.body, []byte("estrel")) {
			t.Errorf("job shows it: %v", a)
		}
	}
	for _, in := range []fields{{"question": "When is the kestrel release?"}, {"question": "release budget", "fill": true, "include": []string{"past"}},
		{"question": "release", "initiatives": []string{"south"}, "trace": true}} {
		if a := keyed(t, s.client, agent.Key, "recall", in, nil); a.status != http.StatusOK || bytes.Contains(a.body, []byte("June 3")) || bytes.Contains(a.body, []byte("4711")) {
			t.Errorf("recall of %v answered %v", in, a)
		}
	}
	for _, e := range []wireRemembered{own, shared} {
		if a := keyed(t, s.client, agent.Key, "explain", fields{"memoryId": e.Memories[0].ID}, nil); a.status != http.StatusOK || !bytes.Contains(a.body, []byte("osprey")) {
			t.Errorf("explain of what is seen answered %v", a)
		}
	}
	for _, verb := range []string{"correct", "dispute"} {
		in := fields{"memoryId": shared.Memories[0].ID, "content": "The osprey budget is 1 euro."}
		if verb == "dispute" {
			delete(in, "content")
		}
		if a := keyed(t, s.client, agent.Key, verb, in, nil); a.status != http.StatusForbidden {
			t.Errorf("%s of a memory that is also of south answered %v", verb, a)
		}
	}
	held := http.Header{"Idempotency-Key": {"held-1"}}
	keyed(t, s.client, admin.Key, "remember", fields{"content": "The kestrel code is 0815.", "initiatives": []string{"south"}}, held)
	for _, guess := range []string{"The kestrel code is 0815.", "The kestrel code is 0816."} { // right and wrong look the same
		a := keyed(t, s.client, agent.Key, "remember", fields{"content": guess, "initiatives": []string{"north"}}, held)
		if a.status != http.StatusConflict || bytes.Contains(a.body, []byte("evt_")) {
			t.Errorf("a replay of another's event answered %v", a)
		}
	}
	for _, verb := range []string{"streams", "events", "deletions", "alias", "forget", "keys", "projects"} {
		in := map[string]fields{"events": {"stream": "main"}, "alias": {"name": "a", "same": "b"}, "forget": {"query": "kestrel"}}[verb]
		if in == nil {
			in = fields{}
		}
		if a := keyed(t, s.client, agent.Key, verb, in, nil); a.status != http.StatusForbidden {
			t.Errorf("%s answered %v", verb, a)
		}
	}
	var keys struct {
		Items []struct{ Initiatives []string }
	}
	a := keyed(t, s.client, admin.Key, "keys", fields{}, nil)
	if err := json.Unmarshal(a.body, &keys); err != nil || !slices.ContainsFunc(keys.Items, func(k struct{ Initiatives []string }) bool { return slices.Equal(k.Initiatives, []string{"north"}) }) {
		t.Errorf("keys do not say what they are limited to: %v", a)
	}
}
