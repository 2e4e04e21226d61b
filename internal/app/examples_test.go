package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/structure/model"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// TestExamplesOfTheReferenceRun sends the example of every verb to a real
// server, with the ids of things that are there in place of those that stand in
// the reference.
func TestExamplesOfTheReferenceRun(t *testing.T) {
	for _, v := range verbs.All() {
		spec := v.Spec()
		t.Run(spec.Name, func(t *testing.T) {
			if spec.Example == "" {
				t.Fatal("the verb has no example")
			}
			dir := filepath.Join(t.TempDir(), "data")
			server, ids := furnished(t, dir)
			body := ids.Replace(spec.Example)
			if spec.Name == "projects.create" { // the others' examples want it to be there
				body = strings.Replace(body, "user-17", "user-18", 1)
			}
			status, answer := server.post(spec.Name, body)
			for range 300 { // a server that starts signs what it finds, in its own time
				if status != http.StatusNotFound || spec.Toolset != verbs.Ledger {
					break
				}
				time.Sleep(100 * time.Millisecond)
				status, answer = server.post(spec.Name, body)
			}
			want := 0
			if spec.Name == "checkpoint.resume" { // no log is stopped here, which is what it says
				want = http.StatusConflict
			}
			if want == 0 && status >= 300 || want != 0 && status != want {
				t.Errorf("%s: %d %v", body, status, answer)
			}
		})
	}
}

// furnished is a server over a store in which everything is that examples speak
// of, signed too.
func furnished(t *testing.T, dir string) (*running, *strings.Replacer) {
	t.Helper()
	first := run(t, dir, 0)
	ids := furnish(t, first)
	first.stop()
	a := open(t, dir, 0)
	if err := errors.Join(a.Settle(t.Context()), furnishTrail(t, a), a.Close()); err != nil {
		t.Fatal(err)
	}
	provider, err := model.OpenAI(model.Endpoint{URL: "http://127.0.0.1:1/v1", Name: "none"}) // nothing is asked of it here
	if err != nil {
		t.Fatal(err)
	}
	again := serve(t, openWith(t, app.Options{Dir: dir, Model: &model.Model{Provider: provider}}))
	again.key = first.key
	return again, ids
}

// furnishTrail makes the nodes that examples of reading speak of: a goal, why it
// is so, and a chain of both.
func furnishTrail(t *testing.T, a *app.App) error {
	return a.Curate(t.Context(), "default", curate.Order{Verb: "idea", Initiative: "launch", Args: map[string]string{}, Plan: func(_ context.Context, w *curate.Work) error {
		goal := w.Birth(curate.NewNode{Type: graph.TypeIdea, Name: "goal", Content: "Launch in May."})
		why := w.Birth(curate.NewNode{Type: graph.TypeIdea, Name: "why", Content: "The fair is in June."})
		chain := w.Birth(curate.NewNode{Type: graph.TypeChain, Name: "why-may", Content: "Why the launch is in May."})
		w.Set(goal, graph.AttrTag+"risk", "1")
		w.Set(chain, graph.AttrMembers, goal+" "+why)
		w.Link(goal, "causal", why, 0.9)
		return nil
	}})
}

// furnish puts into a project what examples speak of, and returns what replaces
// their ids and paths.
func furnish(t *testing.T, s *running) *strings.Replacer {
	t.Helper()
	ask := func(verb, body string) map[string]any {
		t.Helper()
		status, out := s.post(verb, body)
		if status >= 300 {
			t.Fatalf("%s %s: %d %v", verb, body, status, out)
		}
		return out
	}
	var events []string
	for i := range 25 {
		events = append(events, fmt.Sprintf(`{"content": "The office in street %d has %d desks.", "actor": "ana"}`, i, i+2))
	}
	ask("remember", `{"events": [`+strings.Join(events, ",")+`], "wait": true}`)
	old := ask("remember", `{"content": "The release is planned for July 13. Her home address is 5 Mill Lane.", "wait": true}`)
	now := ask("remember", `{"content": "Move the release from July 13 to July 17.", "wait": true}`)
	ask("initiatives.set", `{"name": "launch", "localOnly": false}`)
	undoable := furnishGraph(ask)
	rule := ask("retention.set", `{"kind": "tool_call", "days": 30}`)
	pass := ask("guard.allow", `{"rule": "jwt", "reason": "They are expired."}`)
	hook := ask("webhooks.create", `{"url": "https://example.com/hook"}`)
	ask("projects.create", `{"name": "user-17"}`)
	archived := quoted(filepath.Join(t.TempDir(), "earlier.tar.gz"))
	ask("archive.export", `{"path": `+archived+`}`)
	key := ask("keys.create", `{"name": "operator", "scopes": ["operator"]}`)
	s.key = key["key"].(string)
	return strings.NewReplacer(
		"mem_aaaaaaaaaaaaaaaa", firstID(t, now, "memories"), "mem_bbbbbbbbbbbbbbbb", firstID(t, old, "memories"),
		"evt_aaaaaaaaaaaaaaaa", idOf(t, now, "event"), "job_aaaaaaaaaaaaaaaa", idOf(t, now, "job"),
		"evt_cccccccccccccccc", undoable, "ret_aaaaaaaaaaaaaaaa", idOf(t, rule, "rule"), "alw_aaaaaaaaaaaaaaaa", idOf(t, pass, "entry"), "whk_aaaaaaaaaaaaaaaa", idOf(t, hook, "webhook"), "key_aaaaaaaaaaaaaaaa", key["id"].(string),
		`"/var/backups/kaibo"`, quoted(filepath.Join(t.TempDir(), "backup")),
		`"/var/backups/earlier.kaibo.tar.gz"`, archived, `"/var/backups/launch.kaibo.tar.gz"`, quoted(filepath.Join(t.TempDir(), "launch.tar.gz")),
	)
}

// furnishGraph makes the nodes that examples speak of, and answers the event
// that is taken back.
func furnishGraph(ask func(verb, body string) map[string]any) (undoable string) {
	ask("idea", `{"content": "Roll out from small to large.", "name": "rollout", "tags": ["draft"], "initiative": "launch"}`)
	ask("draft", `{"content": "Dear customers,", "name": "announcement text", "pin": "It is due.", "initiative": "launch"}`)
	ask("task", `{"content": "Book the room.", "name": "book the room", "initiative": "launch"}`)
	ask("slot", `{"role": "lead", "node": "rollout", "initiative": "launch"}`)
	ask("claim", `{"content": "The pool slows the start.", "name": "slow start", "initiative": "launch"}`)
	ask("link", `{"from": "announcement text", "to": "rollout", "type": "refers_to", "initiative": "launch"}`)
	ask("idea", `{"content": "The terms are old.", "name": "terms", "initiative": "launch"}`)
	ask("flag", `{"node": "terms", "kind": "review", "initiative": "launch"}`)
	done := ask("jot", `{"content": "The pool is too small for 400 users.", "name": "pool", "initiative": "launch"}`)
	return done["event"].(map[string]any)["id"].(string)
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func firstID(t *testing.T, out map[string]any, list string) string {
	t.Helper()
	items, _ := out[list].([]any)
	if len(items) == 0 {
		t.Fatalf("%s is empty: %v", list, out)
	}
	return items[0].(map[string]any)["id"].(string)
}

func idOf(t *testing.T, out map[string]any, field string) string {
	t.Helper()
	if id, ok := out["id"].(string); ok {
		return id
	}
	inner, ok := out[field].(map[string]any)
	if !ok {
		t.Fatalf("there is no %s: %v", field, out)
	}
	return inner["id"].(string)
}
