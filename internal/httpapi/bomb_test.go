package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// bombs are bodies within the limit of size that cost a careless reader memory,
// stack or time. Each is refused, or understood, in time that is linear in it.
var bombs = map[string]string{
	"deep arrays":          strings.Repeat("[", 4_000_000),
	"deep objects":         strings.Repeat(`{"a":`, 700_000),
	"deep and closed":      `{"metadata":` + strings.Repeat(`{"a":`, 500_000) + "1" + strings.Repeat("}", 500_000) + `}`,
	"wide object":          `{"metadata":{` + strings.TrimSuffix(strings.Repeat(`"a":1,`, 600_000), ",") + `}}`,
	"wide unknown":         `{` + strings.TrimSuffix(strings.Repeat(`"a":1,`, 600_000), ",") + `}`,
	"wide array":           `{"initiatives":[` + strings.TrimSuffix(strings.Repeat(`"",`, 1_300_000), ",") + `]}`,
	"many events":          `{"events":[` + strings.TrimSuffix(strings.Repeat(`{},`, 1_300_000), ",") + `]}`,
	"many digits":          `{"content":"x","metadata":{"n":` + strings.Repeat("9", 4_000_000) + `}}`,
	"a huge exponent":      `{"content":"x","metadata":{"n":1e999999999}}`,
	"a tiny exponent":      `{"content":"x","metadata":{"n":1e-999999999}}`,
	"nearly an integer":    `{"content":"x","metadata":{"n":1.0000000000000000001}}`,
	"a long exponent":      `{"content":"x","metadata":{"n":1e` + strings.Repeat("9", 1_000_000) + `}}`,
	"a huge budget":        `{"question":"x","budget":1e308}`,
	"beyond 64 bits":       `{"question":"x","budget":18446744073709551616}`,
	"minus nothing":        `{"question":"x","budget":-0}`,
	"one escape a byte":    `{"content":"x","stream":"` + strings.Repeat(`\u0061`, 650_000) + `"}`,
	"a name of escapes":    `{"` + strings.Repeat(`\u0061`, 650_000) + `":1}`,
	"lone surrogates":      `{"content":"` + strings.Repeat(`\ud800`, 600_000) + `"}`,
	"backslashes":          `{"content":"` + strings.Repeat(`\\`, 2_000_000),
	"white space":          strings.Repeat(" \n", 2_000_000) + `{`,
	"a byte order mark":    "\ufeff" + `{"content":"x"}`,
	"UTF-16":               "\xff\xfe{\x00}\x00",
	"invalid UTF-8":        `{"content":"` + strings.Repeat("\xff", 1_000_000) + `"}`,
	"overlong UTF-8":       "{\"content\":\"\xc0\x80\xe0\x80\xaf\"}",
	"surrogates in UTF-8":  "{\"content\":\"\xed\xa0\x80\"}",
	"a raw NUL":            "{\"content\":\"a\x00b\"}",
	"a comment":            `{"content":"x"/* */}`,
	"a comma at the end":   `{"content":"x",}`,
	"single quotes":        `{'content':'x'}`,
	"infinity":             `{"content":"x","metadata":{"n":Infinity}}`,
	"hexadecimal":          `{"content":"x","metadata":{"n":0x10}}`,
	"a leading nought":     `{"content":"x","metadata":{"n":01}}`,
	"two values":           `{"content":"x"}{"content":"y"}`,
	"duplicate, far apart": `{"content":"x","metadata":{"a":1,` + strings.Repeat(`"`+strings.Repeat("b", 60)+`":1,`, 50_000) + `"a":2}}`,
}

// TestBombs sends each to every verb that takes text. The time is no measure of
// speed: a reader that is quadratic takes minutes for these.
func TestBombs(t *testing.T) {
	s := loopback(t)
	for name, body := range bombs {
		t.Run(name, func(t *testing.T) {
			for _, verb := range []string{"remember", "recall", "forget", "memories"} {
				began := time.Now()
				a := s.post(verb, body)
				if a.status != http.StatusBadRequest && a.status != http.StatusRequestEntityTooLarge {
					t.Errorf("%s: %d %.200s", verb, a.status, a.body)
				}
				if len(a.body) > 16<<10 {
					t.Errorf("%s: an answer of %d bytes", verb, len(a.body))
				}
				if took := time.Since(began); took > 20*time.Second {
					t.Errorf("%s: took %v", verb, took)
				}
			}
		})
	}
	if heads := s.heads(); strings.Contains(heads, "hash") {
		t.Errorf("something was written: %s", heads)
	}
}

// TestALookAlikeIsAnotherName: names are compared byte for byte. One that only
// looks the same opens nothing, joins nothing and hides nothing: not a key's
// initiative, not an actor, not a stream.
func TestALookAlikeIsAnotherName(t *testing.T) {
	s := loopback(t)
	owner := bearer(s.app.OwnerToken())
	s.post("remember", `{"content": "The osprey budget is 900 euros.", "initiatives": ["north é"], "actor": "ana", "wait": true}`, owner).want(t, 201, nil)
	agent := s.limitedKey(`["north é"]`)
	for what, name := range map[string]string{
		"Cyrillic": "nоrth é", "full width": "ｎorth é", "decomposed": "north e\u0301", "zero width": "nor\u200bth é", "a joiner": "north\u200d é",
		"reversed": "\u202enorth é", "no-break space": "north\u00a0é", "capitals": "North é", "space at the end": "north é ",
		"a tag": "north é\U000e0041", "soft hyphen": "nor\u00adth é",
	} {
		if a := s.post("remember", `{"content": "The osprey budget is 1 euro.", "initiatives": ["`+name+`"], "wait": true}`, agent); a.status != http.StatusForbidden {
			t.Errorf("%s: a key of the other writes: %d %s", what, a.status, a.body)
		}
		var found struct{ Items []any }
		s.post("memories", `{"initiatives": ["`+name+`"]}`, owner).want(t, 200, &found)
		if len(found.Items) != 0 {
			t.Errorf("%s: the initiative's memories are found under %q", what, name)
		}
		s.post("memories", `{"actors": ["`+strings.ReplaceAll(name, "north é", "ana")+`"]}`, owner, project("default")).want(t, 200, nil)
	}
	for what, name := range map[string]string{"Cyrillic": "аna", "zero width": "a\u200bna", "capitals": "Ana", "full width": "ａna"} {
		var found struct{ Items []any }
		s.post("memories", `{"actors": ["`+name+`"]}`, owner).want(t, 200, &found)
		if len(found.Items) != 0 {
			t.Errorf("%s: %q is taken for ana", what, name)
		}
	}
	for _, stream := range []string{"maіn", "ｍain", "ma\u200bin", "main\u202e", "maïn", "..", ".", "~", "~curate", "~curate.x", "a/b", `a\\b`, "a%2fb", "a\u0000b", "main ", strings.Repeat("a", 129)} {
		a := s.post("remember", `{"content": "x", "stream": "`+strings.ReplaceAll(stream, "\x00", `\u0000`)+`"}`, owner)
		if dots := strings.Trim(stream, ".") == ""; dots && a.status < 300 {
			continue // they are characters of a name, and names are no paths: every one lies under its digest
		}
		if a.status != http.StatusBadRequest {
			t.Errorf("the stream %q: %d %s", stream, a.status, a.body)
		}
	}
}

// TestAnAgentThatLies has an agent that was told to lie do all that its key may:
// it adds, under its name, and ends; it takes nothing away, and people set it
// right.
func TestAnAgentThatLies(t *testing.T) {
	s := loopback(t)
	owner := bearer(s.app.OwnerToken())
	var k made
	s.post("keys.create", `{"name": "agent", "scopes": ["read", "write"]}`, owner).want(t, 201, &k)
	agent := bearer(k.Key)
	truth := s.remember(201, `{"content": "The release is on July 13.", "actor": "ana", "wait": true}`, owner)
	before := s.get("/v1/streams/main/events?limit=1", owner).body
	s.post("remember", `{"content": "The release moves from July 13 to December 24.", "actor": "ana", "wait": true}`, agent).want(t, 201, nil)
	for verb, body := range map[string]string{
		"forget": `{"memoryId": "` + truth.Memories[0].ID + `"}`, "projects.delete": `{"name": "default"}`, "keys.create": `{"scopes": ["admin"]}`,
		"retention.set": `{"days": 1}`, "keys.revoke": `{"id": "` + k.ID + `"}`, "webhooks.create": `{"url": "https://example.com/"}`, "verifier_keys.rotate": `{}`,
	} {
		s.post(verb, body, agent).problem(t, 403, "forbidden")
	}
	first, _, _ := strings.Cut(string(before), "}]")
	if after := s.get("/v1/streams/main/events?limit=1", owner).body; !strings.HasPrefix(string(after), first) {
		t.Errorf("the event of before was changed:\n%s\n%s", before, after)
	}
	if a := s.get("/v1/events/"+truth.Event.ID+"/payload", owner); !strings.Contains(string(a.body), "July 13") {
		t.Errorf("its text is gone: %s", a.body)
	}
	s.post("reinstate", `{"memoryId": "`+truth.Memories[0].ID+`", "reason": "the agent was told to lie"}`, owner).want(t, 201, nil)
	var now struct {
		Items []struct{ ID, Content string }
	}
	s.post("memories", `{"status": "current"}`, owner).want(t, 200, &now)
	if len(now.Items) != 1 || now.Items[0].ID != truth.Memories[0].ID {
		t.Errorf("after it was set right: %+v", now.Items)
	}
}
