package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// remembered is an answer of remember.
type remembered struct {
	verbs.Remembered
	Items []verbs.Remembered
}

func (s *server) remember(status int, body string, changes ...change) remembered {
	s.t.Helper()
	var out remembered
	s.post("remember", body, changes...).want(s.t, status, &out)
	return out
}

func TestRememberTellsHowFarItIs(t *testing.T) {
	s := loopback(t)
	open := s.remember(202, `{"content": "The canteen serves soup.", "idempotencyKey": "k"}`)
	if len(open.Memories) != 1 || !open.Memories[0].Provisional || open.Memories[0].Content != "The canteen serves soup." {
		t.Errorf("no quote while the job is open: %+v", open.Memories)
	}
	done := s.remember(200, `{"content": "The canteen serves soup.", "idempotencyKey": "k", "wait": true}`)
	if !done.Replayed || done.PayloadDiffers || done.Job.Status != kaibo.JobDone || done.Memories[0].Provisional {
		t.Errorf("the same again: %+v", done)
	}
	if diff := cmp.Diff(open.Event, done.Event); diff != "" {
		t.Errorf("another event:\n%s", diff)
	}
	if other := s.remember(200, `{"content": "other", "idempotencyKey": "k"}`); !other.PayloadDiffers {
		t.Error("payloadDiffers is not said")
	}
	if later := s.remember(200, `{"content": "elsewhere", "stream": "b", "idempotencyKey": "k"}`); later.Event.Stream != "main" {
		t.Errorf("a key is the project's, not the stream's: %+v", later.Event)
	}
	var memory kaibo.Memory
	s.post("memory", `{"id": "`+open.Memories[0].ID+`"}`).want(t, 200, &memory)
	if len(memory.ReplacedBy) != 1 || memory.ID != memory.ReplacedBy[0] {
		t.Errorf("the quote leads nowhere: %+v", memory)
	}
}

func TestTheQuoteAnsweredIsTheQuoteStored(t *testing.T) {
	s := loopback(t)
	for _, content := range []string{"short", strings.Repeat("ü", 2000), strings.Repeat("word ", 1000)} {
		body, err := json.Marshal(map[string]any{"content": content, "initiatives": []string{"launch"}, "occurredAt": "2026-01-01T00:00:00Z"})
		if err != nil {
			t.Fatal(err)
		}
		answered := s.remember(202, string(body)).Memories[0]
		var stored kaibo.Memory
		s.post("memory", `{"id": "`+answered.ID+`"}`).want(t, 200, &stored)
		if diff := cmp.Diff(stored, answered); diff != "" {
			t.Errorf("%.20q:\n%s", content, diff)
		}
	}
}

func TestABatchIsAppendedWhole(t *testing.T) {
	s := loopback(t)
	s.remember(202, `{"content": "zero", "idempotencyKey": "a"}`)
	out := s.remember(201, `{"wait": true, "events": [{"content": "The canteen serves soup.", "idempotencyKey": "a"}, {"content": "The gym opens at six.", "idempotencyKey": "b"}, {"content": "The sauna is closed."}]}`)
	var seqs []uint64
	var replays []bool
	for _, one := range out.Items {
		seqs, replays = append(seqs, one.Event.Seq), append(replays, one.Replayed)
	}
	if diff := cmp.Diff([]uint64{1, 2, 3}, seqs) + cmp.Diff([]bool{true, false, false}, replays); diff != "" {
		t.Error(diff)
	}
	if out.Items[1].Job.ID != out.Items[2].Job.ID || out.Items[0].Job.ID == out.Items[1].Job.ID {
		t.Error("one append has one job")
	}
	if got := out.Items[1].Memories; len(got) != 1 || !strings.Contains(got[0].Content, "gym") {
		t.Errorf("each event has its own memories: %+v", got)
	}
	if again := s.remember(200, `{"events": [{"content": "x", "idempotencyKey": "a"}, {"content": "y", "idempotencyKey": "b"}]}`); !again.Items[1].Replayed {
		t.Error("not replayed")
	}
	s.post("remember", `{"events": [{"content": "x"}]}`, with("Idempotency-Key", "c")).problem(t, 400, "invalid_request")
}

func TestTheHeaderIsTheKeyToo(t *testing.T) {
	s := loopback(t)
	first := s.remember(202, `{"content": "x"}`, with("Idempotency-Key", "h-1"))
	if first.Event.IdempotencyKey != "h-1" {
		t.Errorf("key %q", first.Event.IdempotencyKey)
	}
	if again := s.remember(200, `{"content": "x", "idempotencyKey": "h-1"}`, with("Idempotency-Key", "h-1")); again.Event.ID != first.Event.ID {
		t.Error("another event")
	}
	s.post("remember", `{"content": "x", "idempotencyKey": "h-2"}`, with("Idempotency-Key", "h-1")).problem(t, 400, "invalid_request")
	s.post("remember", `{"content": "x"}`, with("Idempotency-Key", strings.Repeat("k", 257))).problem(t, 400, "invalid_request")
}

// TestWritesAreAnsweredAgain sends each writing verb twice with one key.
func TestWritesAreAnsweredAgain(t *testing.T) {
	s := loopback(t)
	owner := bearer(s.app.OwnerToken())
	memory := s.remember(201, `{"content": "The launch partner of Zephyr is Olcott.", "wait": true}`).Memories[0].ID
	for _, c := range []struct{ verb, body string }{
		{"projects.create", `{"name": "u1"}`},
		{"projects.delete", `{"name": "u1", "reason": "closed"}`},
		{"keys.create", `{"scopes": ["read"]}`},
		{"alias", `{"name": "Mo", "same": "Moritz"}`},
		{"dispute", `{"memoryId": "` + memory + `"}`},
		{"correct", `{"memoryId": "` + memory + `", "content": "The launch partner of Zephyr is Pemberton."}`},
		{"forget", `{"memoryId": "` + memory + `", "reason": "asked"}`},
	} {
		t.Run(c.verb, func(t *testing.T) {
			key := with("Idempotency-Key", "key of "+c.verb)
			first, again := s.post(c.verb, c.body, owner, key), s.post(c.verb, c.body, owner, key)
			if first.status >= 300 || again.status >= 300 {
				t.Fatalf("%d %s\n%d %s", first.status, first.body, again.status, again.body)
			}
			var a, b map[string]any
			first.want(t, first.status, &a)
			again.want(t, again.status, &b)
			delete(a, "replayed")
			delete(b, "replayed")
			if diff := cmp.Diff(a, b); diff != "" {
				t.Errorf("answered otherwise:\n%s", diff)
			}
		})
	}
	s.post("projects.create", `{"name": "u2"}`, owner, with("Idempotency-Key", "key of projects.create")).want(t, 201, nil)
	s.post("projects.usage", `{"name": "u2"}`, owner).problem(t, 404, "not_found")
}

func TestARefusalIsNotKept(t *testing.T) {
	s := loopback(t)
	s.project("a")
	key := with("Idempotency-Key", "once")
	s.post("projects.create", `{"name": "a"}`, key).problem(t, 409, "conflict")
	s.post("projects.create", `{"name": "b"}`, key).want(t, 201, nil)
}

func TestListsGoOnFromTheirCursor(t *testing.T) {
	s := loopback(t)
	const n = 7
	for i := range n {
		s.remember(201, fmt.Sprintf(`{"content": "Room %d is painted in colour %d.", "stream": "s-%d", "wait": true}`, i, i, i))
	}
	for _, verb := range []string{"memories", "streams"} {
		seen := map[string]bool{}
		pages := 0
		for cursor := ""; ; pages++ {
			var page struct {
				Items      []map[string]any
				NextCursor string
			}
			s.post(verb, fmt.Sprintf(`{"limit": 3, "cursor": %q}`, cursor)).want(t, 200, &page)
			for _, item := range page.Items {
				id := fmt.Sprint(item["id"], item["stream"])
				if seen[id] {
					t.Errorf("%s: %s twice", verb, id)
				}
				seen[id] = true
			}
			if cursor = page.NextCursor; cursor == "" {
				break
			}
			s.post("sources", fmt.Sprintf(`{"memoryId": "mem_aaaaaaaaaaaaaaaa", "cursor": %q}`, cursor)).problem(t, 400, "invalid_request")
			s.post(verb, fmt.Sprintf(`{"cursor": %q}`, cursor), project("other")).problem(t, 400, "invalid_request")
		}
		if len(seen) != n || pages != 2 {
			t.Errorf("%s: %d items in %d pages", verb, len(seen), pages+1)
		}
	}
}

func TestAFilterByAnUnknownInitiativeLetsNothingThrough(t *testing.T) {
	s := loopback(t)
	s.remember(201, `{"content": "The canteen serves soup.", "initiatives": ["lunch"], "wait": true}`)
	var page struct{ Items []kaibo.Memory }
	for initiatives, want := range map[string]int{`[]`: 1, `["lunch"]`: 1, `["dinner"]`: 0, `["dinner", "lunch", "lunch"]`: 1} {
		s.post("memories", `{"initiatives": `+initiatives+`}`).want(t, 200, &page)
		if len(page.Items) != want {
			t.Errorf("%s: %d", initiatives, len(page.Items))
		}
	}
}

func TestAnswersStayUnderTheirLimit(t *testing.T) {
	s := loopback(t)
	heavy := strings.Repeat(`\u0001`, 680_000) // six bytes each, as JSON: 4.08 MB
	out := s.remember(202, `{"content": "`+heavy+`"}`)
	a := s.get("/v1/events/" + out.Event.ID + "/payload")
	var payload verbs.PayloadOut
	a.want(t, 200, &payload)
	if len(a.body) > kaibo.MaxBodyBytes || payload.ContentBase64 == nil {
		t.Errorf("%d bytes", len(a.body))
	}
	var x struct{ ContentOmitted bool }
	a = s.post("explain", `{"memoryId": "`+out.Memories[0].ID+`"}`)
	if a.status == 200 {
		a.want(t, 200, &x)
	}
	if len(a.body) > kaibo.MaxBodyBytes || (a.status == 200 && !x.ContentOmitted) {
		t.Errorf("explain: %d, %d bytes, omitted %t", a.status, len(a.body), x.ContentOmitted)
	}
	a = s.post("projects.export", `{"name": "default"}`)
	a.want(t, 200, nil)
	if len(a.body) > kaibo.MaxBodyBytes {
		t.Errorf("export: %d bytes", len(a.body))
	}
}

func TestForgettingThroughTheAPI(t *testing.T) {
	s := loopback(t)
	out := s.remember(201, `{"content": "Viktor takes lithium every evening.", "idempotencyKey": "k", "wait": true}`)
	body := func(extra string) string { return `{"query": "lithium", "reason": "asked"` + extra + `}` }
	var preview struct {
		DryRun  bool
		Matches []kaibo.Memory
		Events  []string
		Preview string
	}
	s.post("forget", body(`, "dryRun": true`)).want(t, 200, &preview)
	if !preview.DryRun || len(preview.Matches) != 1 || !cmp.Equal(preview.Events, []string{out.Event.ID}) {
		t.Fatalf("preview %+v", preview)
	}
	for _, wrong := range []string{`"0123456789abcdef0123456789abcdef"`, `[]`, `["mem_aaaaaaaaaaaaaaaa"]`, `["` + out.Event.ID + `"]`} {
		s.post("forget", body(`, "expect": `+wrong)).problem(t, 409, "conflict")
	}
	s.post("forget", body(`, "expect": null`)).problem(t, 400, "invalid_request")
	s.post("forget", body(`, "expect": "`+preview.Preview+`"`)).want(t, 200, nil)
	s.get("/v1/events/"+out.Event.ID+"/payload").problem(t, 410, "gone")
	s.post("forget", body("")).problem(t, 404, "not_found")
	again := s.remember(200, `{"content": "Viktor takes lithium every evening.", "idempotencyKey": "k"}`)
	if !again.Forgotten || again.PayloadDiffers || len(again.Memories) != 0 {
		t.Errorf("replayed after it was forgotten: %+v", again)
	}
}

func TestADeletedProjectIsGone(t *testing.T) {
	s := loopback(t)
	owner := bearer(s.app.OwnerToken())
	s.project("u1")
	k := s.key("u1", "read", "write").Key
	s.post("remember", `{"content": "x"}`, bearer(k)).want(t, 202, nil)
	s.post("projects.delete", `{}`, owner).problem(t, 400, "invalid_request")
	s.post("projects.delete", `{"name": "u1"}`, owner, project("default")).problem(t, 400, "invalid_request")
	s.post("projects.delete", `{"dryRun": true}`, owner, project("u1")).want(t, 200, nil)
	s.post("memories", `{}`, bearer(k)).want(t, 200, nil)
	s.post("projects.delete", `{"reason": "closed"}`, owner, project("u1")).want(t, 200, nil)
	s.post("memories", `{}`, bearer(k)).problem(t, 401, "unauthenticated")
	s.post("memories", `{}`, owner, project("u1")).problem(t, 404, "not_found")
	s.post("projects.delete", `{"name": "u1"}`, owner).problem(t, 404, "not_found")
}

func TestAListWithoutItemsIsEmptyNotNull(t *testing.T) {
	s := loopback(t)
	s.remember(201, `{"content": "----------", "wait": true}`)
	for path, want := range map[string]string{
		"/v1/streams/main/events?after=1": `{"items":[]}`, "/v1/deletions": `{"items":[]}`,
	} {
		if a := s.get(path); string(a.body) != want {
			t.Errorf("%s: %s", path, a.body)
		}
	}
	for _, verb := range []string{"memories", "deletions", "keys"} {
		if a := s.post(verb, `{}`); string(a.body) != `{"items":[]}` {
			t.Errorf("%s: %s", verb, a.body)
		}
	}
	if a := s.post("streams", `{}`, project("other")); string(a.body) != `{"items":[]}` {
		t.Errorf("streams: %s", a.body)
	}
	for verb, body := range map[string]string{
		"forget": `{"query": "nothing", "dryRun": true}`, "recall": `{"question": "who?"}`, "remember": `{"content": "?", "wait": true}`,
		"alias": `{"name": "Mo", "same": "Moritz"}`, "projects.export": `{"name": "default"}`,
	} {
		a := s.post(verb, body)
		for _, list := range []string{"items", "matches", "events", "memories", "ungrounded"} {
			if strings.Contains(string(a.body), `"`+list+`":null`) {
				t.Errorf("%s: %s is null: %s", verb, list, a.body)
			}
		}
	}
}
