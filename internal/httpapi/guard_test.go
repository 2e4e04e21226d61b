package httpapi_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// fake makes a secret that never was one.
func fake(prefix, alphabet string, n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 3)) //nolint:gosec // the same each time
	b := []byte(prefix)
	for range n {
		b = append(b, alphabet[r.IntN(len(alphabet))])
	}
	return string(b)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

var (
	fakeToken = fake("ghp_", letters, 36)
	fakeKey   = "-----BEGIN OPENSSH PRIVATE KEY-----\n" + fake("", letters, 70) + "\n" + fake("", letters, 69) + "\n-----END OPENSSH PRIVATE KEY-----"
)

func body(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func (s *server) eventsOf(stream string) []kaibo.Event {
	s.t.Helper()
	var out struct{ Items []kaibo.Event }
	a := s.get("/v1/streams/" + stream + "/events")
	if a.status == 404 {
		return nil
	}
	a.want(s.t, 200, &out)
	return out.Items
}

func (s *server) payloadOf(id string) string {
	s.t.Helper()
	a := s.get("/v1/events/" + id + "/payload")
	a.want(s.t, 200, nil)
	return string(a.body)
}

func TestASecretIsToldOnTheJob(t *testing.T) {
	s := loopback(t)
	content := "The token of the build is " + fakeToken + ", it works."
	out := s.remember(201, body(t, map[string]any{"content": content, "wait": true, "idempotencyKey": "k",
		"metadata": map[string]any{"b": "plain", "c": fakeToken}}))
	at := strings.Index(content, fakeToken)
	want := []kaibo.SecretWarning{{Rule: "github-pat", Field: "content", Start: at, End: at + len(fakeToken), Action: "warn"},
		{Rule: "github-pat", Field: "metadata[1]", Start: 0, End: len(fakeToken), Action: "warn"}}
	if fmt.Sprint(out.Job.Warnings) != fmt.Sprint(want) || out.Redacted {
		t.Errorf("%+v", out.Job.Warnings)
	}
	var job struct{ Job verbs.JobState }
	a := s.post("job", `{"id": "`+out.Job.ID+`"}`)
	a.want(t, 200, &job)
	if fmt.Sprint(job.Job.Warnings) != fmt.Sprint(want) {
		t.Errorf("the job says %+v", job.Job.Warnings)
	}
	if strings.Contains(fmt.Sprint(job.Job.Warnings), fakeToken[:8]) {
		t.Error("the job holds the value")
	}
	if again := s.remember(200, body(t, map[string]any{"content": content, "idempotencyKey": "k"})); fmt.Sprint(again.Job.Warnings) != fmt.Sprint(want) {
		t.Errorf("the replay says %+v", again.Job.Warnings)
	}
	if clean := s.remember(202, `{"content": "The build is green."}`); clean.Job.Warnings != nil {
		t.Errorf("a clean one: %+v", clean.Job.Warnings)
	}
	if !strings.Contains(s.payloadOf(out.Event.ID), fakeToken) {
		t.Error("what was only warned of is not what is stored")
	}
}

func TestAPrivateKeyIsRefused(t *testing.T) {
	s := loopback(t)
	single := body(t, map[string]any{"content": "mine:\n" + fakeKey, "idempotencyKey": "k1"})
	for range 2 { // the same key again is refused again
		p := s.post("remember", single).problem(t, 400, "invalid_request")
		if len(p.Errors) != 1 || p.Errors[0].Field != "content" || !strings.Contains(p.Errors[0].Detail, "private key (rule private-key, bytes 6 to ") {
			t.Errorf("%+v", p)
		}
		if strings.Contains(p.Detail, fakeKey[40:60]) {
			t.Error("the problem shows the key")
		}
	}
	batch := body(t, map[string]any{"events": []map[string]any{{"content": "one"}, {"content": "two", "idempotencyKey": "b"}, {"content": "three"}, {"content": fakeKey}}})
	if p := s.post("remember", batch).problem(t, 400, "invalid_request"); len(p.Errors) != 1 || p.Errors[0].Field != "events[3].content" {
		t.Errorf("%+v", p)
	}
	if events := s.eventsOf("main"); len(events) != 0 {
		t.Errorf("%d events were written", len(events))
	}
	s.remember(202, `{"content": "first", "idempotencyKey": "k1"}`)
	if out := s.remember(200, single); !out.Replayed || !out.PayloadDiffers {
		t.Errorf("a key that was used is no replay: %+v", out)
	}
	if events := s.eventsOf("main"); len(events) != 1 || strings.Contains(s.payloadOf(events[0].ID), "PRIVATE") {
		t.Errorf("a replay wrote something: %d events", len(events))
	}
	s.post("remember", body(t, map[string]any{"content": "x", "actor": fakeToken, "stream": "s"})).want(t, 202, nil)
}

func TestAPolicyRedactsBeforeAnythingIsStored(t *testing.T) {
	s := loopback(t)
	s.post("guard.set", `{"token": "redact", "email": "redact", "privateKey": "redact", "phone": "refuse"}`).want(t, 200, nil)
	out := s.remember(201, body(t, map[string]any{"content": "Use " + fakeToken + " as ana@kaibo-mail.dev.\n" + fakeKey, "actor": "bob@kaibo-mail.dev", "wait": true}))
	stored := s.payloadOf(out.Event.ID)
	for _, secret := range []string{fakeToken, "ana@", "bob@", fakeKey[40:60]} {
		if strings.Contains(stored, secret) {
			t.Errorf("%q is stored", secret)
		}
	}
	if !strings.Contains(stored, "Use [redacted:github-pat] as [redacted:email].") || !out.Redacted || len(out.Job.Warnings) != 4 {
		t.Errorf("redacted %t, %+v: %s", out.Redacted, out.Job.Warnings, stored)
	}
	w := out.Job.Warnings[0]
	if w.Start != 4 || w.End != 4+len("[redacted:github-pat]") || w.Action != "redact" {
		t.Errorf("%+v", w)
	}
	for _, refused := range []map[string]any{
		{"content": "Call +49 30 1234 5678."},
		{"content": "x", "initiatives": []string{fakeToken}},
		{"content": "x", "idempotencyKey": fakeToken},
		{"content": "x", "stream": fakeToken},
		{"content": "x", "metadata": map[string]any{fakeToken: "y"}},
	} {
		s.post("remember", body(t, refused)).problem(t, 400, "invalid_request")
	}
	if n := len(s.eventsOf("main")); n != 1 {
		t.Errorf("%d events", n)
	}
	var found verbs.ScanOut
	s.post("guard.scan", body(t, map[string]any{"content": "mail ana@kaibo-mail.dev"})).want(t, 200, &found)
	if found.Action != "redact" || found.Redacted != "mail [redacted:email]" || len(found.Items) != 1 || found.Items[0].Masked != "***" {
		t.Errorf("%+v", found)
	}
}

func TestAnAllowListHasReasonsThatAreEvents(t *testing.T) {
	s := loopback(t)
	made := func(status int, in map[string]any) verbs.AllowOut {
		t.Helper()
		var out verbs.AllowOut
		s.post("guard.allow", body(t, in)).want(t, status, &out)
		return out
	}
	first := made(201, map[string]any{"value": fakeToken, "reason": "a fake of the suite"})
	if again := made(200, map[string]any{"value": fakeToken, "reason": "once more"}); again.Entry.ID != first.Entry.ID || again.New {
		t.Errorf("%+v", again)
	}
	made(201, map[string]any{"rule": "jwt", "reason": "all of ours are expired"})
	made(201, map[string]any{"value": fakeKey, "rule": "private-key", "reason": "a key of the documentation"})
	if out := s.remember(202, body(t, map[string]any{"content": "token " + fakeToken + " and\n" + fakeKey})); out.Job.Warnings != nil {
		t.Errorf("%+v", out.Job.Warnings)
	}
	other := fake("ghp_", letters+"_", 36)
	if out := s.remember(202, body(t, map[string]any{"content": "token " + strings.ReplaceAll(other, "_", "x")})); len(out.Job.Warnings) == 1 {
		t.Log("another value is told")
	}
	var list verbs.AllowedOut
	a := s.post("guard.allowed", `{}`)
	a.want(t, 200, &list)
	if len(list.Items) != 3 || list.Items[0].Reason != "a fake of the suite" || !list.Items[0].OneValue || list.Items[1].OneValue {
		t.Errorf("%+v", list)
	}
	if strings.Contains(string(a.body), fakeToken) {
		t.Error("the list shows the value")
	}
	events := s.eventsOf("~guard")
	if len(events) != 3 || events[0].ID != first.Entry.EventID || events[0].Kind != kaibo.KindCurate {
		t.Errorf("%+v", events)
	}
	if strings.Contains(s.payloadOf(events[0].ID), fakeToken) {
		t.Error("the event holds the value")
	}
	s.post("guard.disallow", `{"id": "`+first.Entry.ID+`"}`).want(t, 200, nil)
	s.post("guard.disallow", `{"id": "`+first.Entry.ID+`"}`).problem(t, 404, "not_found")
	if out := s.remember(202, body(t, map[string]any{"content": "token " + fakeToken})); len(out.Job.Warnings) != 1 {
		t.Errorf("%+v", out.Job.Warnings)
	}
	var now verbs.GuardOut
	s.post("guard", `{}`).want(t, 200, &now)
	if now.Allowed != 2 || now.Policy.PrivateKey != "refuse" || now.Policy.Token != "warn" || now.Policy.Email != "off" || now.UpdatedAt != nil {
		t.Errorf("%+v", now)
	}
}

func TestTheGuardRefusesWhatIsWrong(t *testing.T) {
	s := loopback(t)
	for _, c := range []struct{ verb, body string }{
		{"guard.set", `{}`},
		{"guard.set", `{"privateKey": "off"}`},
		{"guard.set", `{"privateKey": "warn"}`},
		{"guard.set", `{"token": "burn"}`},
		{"guard.set", `{"colour": "warn"}`},
		{"guard.allow", `{"reason": "none"}`},
		{"guard.allow", `{"value": "x"}`},
		{"guard.allow", `{"rule": "nonsense", "reason": "r"}`},
		{"guard.allow", `{"rule": "private-key", "reason": "r"}`},
		{"guard.allow", `{"value": "x", "reason": "it is ` + fakeToken + `"}`},
		{"guard.scan", `{}`},
	} {
		s.post(c.verb, c.body).problem(t, 400, "invalid_request")
	}
	if events := s.eventsOf("~guard"); len(events) != 0 {
		t.Errorf("%d events were written", len(events))
	}
}

func TestTheGuardWantsScopes(t *testing.T) {
	s := loopback(t)
	s.remember(202, `{"content": "The launch is on.", "initiatives": ["launch"]}`)
	limited := s.limitedKey(`["launch"]`)
	s.post("guard", `{}`, limited).want(t, 200, nil)
	s.post("guard.scan", `{"content": "x"}`, limited).want(t, 200, nil)
	for _, verb := range []string{"guard.set", "guard.allow", "guard.disallow", "guard.allowed"} {
		s.post(verb, `{"value": "x", "reason": "r"}`, limited).problem(t, 403, "forbidden")
	}
	s.post("remember", body(t, map[string]any{"content": fakeKey, "initiatives": []string{"launch"}}), limited).problem(t, 400, "invalid_request")
	told := s.remember(202, body(t, map[string]any{"content": "token " + fakeToken, "initiatives": []string{"launch"}}), limited)
	if len(told.Job.Warnings) != 1 {
		t.Errorf("%+v", told.Job.Warnings)
	}
}
