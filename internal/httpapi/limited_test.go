package httpapi_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// limitedKey makes a key of the default project that is limited to initiatives.
func (s *server) limitedKey(initiatives string) change {
	s.t.Helper()
	var k made
	s.post("keys.create", `{"scopes": ["read", "write"], "initiatives": `+initiatives+`}`, bearer(s.app.OwnerToken())).want(s.t, 201, &k)
	return bearer(k.Key)
}

// TestALimitedKeyEndsNothingBeyondItsInitiatives says with a limited key what
// would replace, cancel or repeat a memory of another initiative, of none, and of
// one beside its own; also after everything was derived again.
func TestALimitedKeyEndsNothingBeyondItsInitiatives(t *testing.T) {
	s := loopback(t)
	owner := bearer(s.app.OwnerToken())
	for _, c := range []struct{ content, initiatives string }{
		{"The osprey release is on July 9.", `[]`},
		{"The kestrel release is on July 9.", `["north", "south"]`},
		{"The heron release is on July 9.", `["north"]`},
		{"The plover budget is 900 euros.", `[]`},
	} {
		s.post("remember", `{"content": "`+c.content+`", "initiatives": `+c.initiatives+`, "wait": true}`, owner).want(t, 201, nil)
	}
	agent := s.limitedKey(`["north"]`)
	for _, content := range []string{
		"The osprey release moves from July 9 to July 20.", "The kestrel release moves from July 9 to July 20.",
		"The heron release moves from July 9 to July 20.", "The kestrel release is canceled.", "The plover budget is 900 euros.",
	} {
		s.post("remember", `{"content": "`+content+`", "initiatives": ["north"], "wait": true}`, agent).want(t, 201, nil)
	}
	look := func(when string) {
		t.Helper()
		var all struct {
			Items []struct {
				Content, Status string
				EventCount      int
			}
		}
		s.post("memories", `{"limit": 100}`, owner).want(t, 200, &all)
		seen := 0
		for _, m := range all.Items {
			switch {
			case strings.HasPrefix(m.Content, "The osprey release is on"), strings.HasPrefix(m.Content, "The kestrel release is on"):
				if seen++; m.Status != "current" {
					t.Errorf("%s: %q is %s by a key that could not mend it", when, m.Content, m.Status)
				}
			case strings.HasPrefix(m.Content, "The heron release is on"):
				if seen++; m.Status != "superseded" {
					t.Errorf("%s: %q is %s: the key may end what is its own", when, m.Content, m.Status)
				}
			case strings.HasPrefix(m.Content, "The plover"):
				if seen++; m.EventCount != 1 {
					t.Errorf("%s: %q has %d sources", when, m.Content, m.EventCount)
				}
			}
		}
		if seen != 5 {
			t.Errorf("%s: %d of 5 were seen: %+v", when, seen, all.Items)
		}
	}
	look("at once")
	s.post("restructure", `{}`, owner).want(t, 200, nil)
	look("derived again")
}

// TestCitationsNameNobodyUnseen has a memory of a limited key's initiative be
// said by somebody of another too.
func TestCitationsNameNobodyUnseen(t *testing.T) {
	s := loopback(t)
	owner := bearer(s.app.OwnerToken())
	s.post("remember", `{"content": "The osprey budget is 900 euros.", "initiatives": ["north"], "actor": "bo", "wait": true}`, owner).want(t, 201, nil)
	s.post("remember", `{"content": "The osprey budget is 900 euros.", "actor": "secretive", "role": "whistle", "wait": true}`, owner).want(t, 201, nil)
	agent := s.limitedKey(`["north"]`)
	ask := `{"question": "What is the osprey budget?", "trace": true, "fill": true}`
	if a := s.post("recall", ask, owner); !strings.Contains(string(a.body), "secretive") {
		t.Fatalf("nothing cites the other event: the test looks at nothing: %s", a.body)
	}
	var got struct{ Items []struct{ MemoryID string } }
	a := s.post("recall", ask, agent)
	a.want(t, 200, &got)
	if len(got.Items) == 0 {
		t.Fatal("nothing is answered")
	}
	id, err := json.Marshal(got.Items[0].MemoryID)
	if err != nil {
		t.Fatal(err)
	}
	for what, a := range map[string]answer{
		"recall": a, "recall by events": s.post("recall", ask, agent, with("Accept", "text/event-stream")),
		"sources": s.post("sources", `{"memoryId": `+string(id)+`}`, agent), "explain": s.post("explain", `{"memoryId": `+string(id)+`}`, agent),
		"memory": s.post("memory", `{"id": `+string(id)+`}`, agent), "memories": s.post("memories", `{}`, agent),
	} {
		if a.status != 200 || strings.Contains(string(a.body), "secretive") || strings.Contains(string(a.body), "whistle") {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
}

// TestALimitedKeyTestsNoHiddenWord has a limited key ask with words and names
// that only what it does not see has, and with others that nothing has: its
// answers tell the one from the other in nothing.
func TestALimitedKeyTestsNoHiddenWord(t *testing.T) {
	s := loopback(t)
	owner := bearer(s.app.OwnerToken())
	for _, body := range []string{
		`{"content": "The Condor launch is on July 13.", "initiatives": ["alpha"], "actor": "ana", "wait": true}`,
		`{"content": "The secret merger partner is Zyxcorp.", "initiatives": ["beta"], "actor": "bob", "wait": true}`,
		`{"content": "Yes, the Condor roof is green.", "initiatives": ["alpha"], "actor": "ana", "wait": true}`,
		`{"content": "The Condor launch is on July 13.", "initiatives": ["beta"], "actor": "secretive", "wait": true}`,
		`{"name": "Condor", "same": "Zyxcorp"}`,
	} {
		verb := "remember"
		if strings.Contains(body, `"same"`) {
			verb = "alias"
		}
		if a := s.post(verb, body, owner); a.status > 201 {
			t.Fatalf("%s: %d %s", verb, a.status, a.body)
		}
	}
	agent := s.limitedKey(`["alpha"]`)
	swap := strings.NewReplacer("merger", "banana", "partner", "cushion", "Zyxcorp", "Qyxcorp", "zyxcorp", "qyxcorp", "secretive", "sycophant")
	ask := func(question string, changes ...change) string {
		a := s.post("recall", `{"question": "`+question+`", "asOf": "2099-01-01T00:00:00.000Z", "trace": true}`, append(changes, agent)...)
		if a.status != 200 {
			t.Fatalf("%q: %d %s", question, a.status, a.body)
		}
		return string(a.body)
	}
	for _, question := range []string{
		"merger partner", "Condor merger", "Condor zyxcorp", "Is the merger partner Zyxcorp?", "zyxcorp roof", "When is the Zyxcorp launch?",
		"What did secretive say about the launch?", "secretive",
	} {
		for _, how := range [][]change{nil, {with("Accept", "text/event-stream")}} {
			if got, want := swap.Replace(ask(question, how...)), ask(swap.Replace(question), how...); got != want {
				t.Errorf("%q is told from what nothing has:\n%s\n%s", question, got, want)
			}
		}
	}
	if a := s.post("memories", `{"actors": ["secretive"]}`, agent); a.status != 200 || strings.Contains(string(a.body), "mem_") {
		t.Errorf("memories by one who is not seen: %s", a.body)
	}
}
