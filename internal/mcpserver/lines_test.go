package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/mcpserver"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// hello begins a session.
func hello(version string) string {
	return `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"` + version + `","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
}

// speak runs a session over what is said and returns each answer by its id; an
// id that is null is "null", and more than one answer to it are apart by lines.
func speak(t *testing.T, said io.Reader, o mcpserver.Options, run verbs.Run) map[string]string {
	t.Helper()
	var out bytes.Buffer
	s := mcpserver.New(o)
	err := s.Serve(context.Background(), &mcpserver.Lines{Reader: said, Writer: &out, MaxLine: 4096}, run, mcpserver.Toolsets{})
	if err != nil {
		t.Fatalf("the session ended with %v after %s", err, out.String())
	}
	answers := map[string]string{}
	for line := range strings.Lines(out.String()) {
		var m struct {
			ID json.RawMessage `json:"id"`
		}
		id := "batch"
		if json.Unmarshal([]byte(line), &m) == nil {
			id = strings.Trim(string(m.ID), `"`)
		}
		answers[id] += line
	}
	return answers
}

func slowly(wait time.Duration) verbs.Run {
	return func(_ context.Context, verb string, _ []byte, _ string) ([]byte, error) {
		time.Sleep(wait)
		return []byte(`{"status":"ok","said":"by ` + verb + `"}`), nil
	}
}

const callHealth = `{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"health","arguments":{}}}`

// TestGarbageEndsNoSession: each line that is no message has an answer, and the
// call before it and the one after it have theirs.
func TestGarbageEndsNoSession(t *testing.T) {
	for _, c := range []struct {
		name, line, id, code string
	}{
		{"words", `hello there`, "null", "-32700"},
		{"a broken object", `{"jsonrpc":"2.0","id":3,`, "null", "-32700"},
		{"two on a line", `{"jsonrpc":"2.0","id":3,"method":"ping"} {}`, "null", "-32700"},
		{"bytes that are no text", "\x00\xff\xfe", "null", "-32700"},
		{"another version", `{"jsonrpc":"1.0","id":3,"method":"ping"}`, "3", "-32600"},
		{"a number", `17`, "null", "-32600"},
		{"nothing in it", `{}`, "null", "-32600"},
		{"an id that is none", `{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`, "null", "-32600"},
		{"an array", `[{"jsonrpc":"2.0","id":3,"method":"ping"}]`, "null", "-32600"},
		{"too long", strings.Repeat("x", 5000), "null", "-32600"},
	} {
		t.Run(c.name, func(t *testing.T) {
			said := hello("2025-11-25") + fmt.Sprintf(callHealth, "1") + "\n" + c.line + "\n\n" + fmt.Sprintf(callHealth, "2")
			got := speak(t, strings.NewReader(said), mcpserver.Options{}, slowly(50*time.Millisecond))
			for _, id := range []string{"1", "2"} {
				if !strings.Contains(got[id], "by health") {
					t.Errorf("call %s: %q", id, got[id])
				}
			}
			if !strings.Contains(got[c.id], `"code":`+c.code) || strings.Count(got[c.id], "\n") != 1 {
				t.Errorf("it was answered %q", got[c.id])
			}
			if len(got) != 4 {
				t.Errorf("answers: %v", got)
			}
		})
	}
}

// TestBatchesOfOldVersions: they have one answer, also with a notice in them.
func TestBatchesOfOldVersions(t *testing.T) {
	in, out := io.Pipe()
	go func() {
		_, _ = io.WriteString(out, hello("2025-03-26"))
		time.Sleep(300 * time.Millisecond) // the version is agreed on when initialize was answered
		_, _ = io.WriteString(out, "["+fmt.Sprintf(callHealth, "1")+`,{"jsonrpc":"2.0","method":"notifications/initialized"},`+fmt.Sprintf(callHealth, "2")+"]\n"+
			"["+fmt.Sprintf(callHealth, "4")+","+fmt.Sprintf(callHealth, "4")+"]\n[]\n")
		_ = out.Close()
	}()
	got := speak(t, in, mcpserver.Options{}, slowly(0))
	if strings.Count(got["batch"], "by health") != 4 || strings.Count(got["batch"], "\n") != 1 { // text and twin, of each
		t.Errorf("the batch: %q", got["batch"])
	}
	if strings.Count(got["null"], "-32600") != 2 {
		t.Errorf("an id twice, and an empty one: %q", got["null"])
	}
}

// TestTheEndWaitsNoLongerThanItsGrace: a call that never ends is given up.
func TestTheEndWaitsNoLongerThanItsGrace(t *testing.T) {
	var out bytes.Buffer
	began := time.Now()
	stuck := func(ctx context.Context, _ string, _ []byte, _ string) ([]byte, error) {
		<-ctx.Done()
		return nil, &kaibo.Error{Op: "wait", Err: ctx.Err()}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	transport := &mcpserver.Lines{Reader: strings.NewReader(hello("2025-11-25") + fmt.Sprintf(callHealth, "1")), Writer: &out, Grace: 100 * time.Millisecond}
	if err := mcpserver.New(mcpserver.Options{}).Serve(ctx, transport, stuck, mcpserver.Toolsets{}); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took < 100*time.Millisecond || took > 4*time.Second {
		t.Errorf("it took %s", took)
	}
}

// TestAScopeThatASessionLacksIsNamed, whichever way the verb is called; and the
// tool is not listed.
func TestAScopeThatASessionLacksIsNamed(t *testing.T) {
	said := hello("2025-11-25") +
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forget","arguments":{"query":"x"}}}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"call","arguments":{"verb":"forget","arguments":{"query":"x"}}}}` + "\n" +
		`{"jsonrpc":"2.0","id":3,"method":"tools/list"}` + "\n"
	got := speak(t, strings.NewReader(said), mcpserver.Options{Scopes: []verbs.Scope{verbs.Read, verbs.Write}}, slowly(0))
	for _, id := range []string{"1", "2"} {
		if !strings.Contains(got[id], "forbidden: this session may not use the scope forget") || !strings.Contains(got[id], `"isError":true`) {
			t.Errorf("%s: %s", id, got[id])
		}
	}
	if strings.Contains(got["3"], `"name":"forget"`) || !strings.Contains(got["3"], `"name":"remember"`) {
		t.Errorf("listed: %s", got["3"])
	}
}

// TestGarbageOverHTTP is answered as JSON-RPC has it.
func TestGarbageOverHTTP(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ body, id, code string }{
		{"garbage", "null", "-32700"},
		{"", "null", "-32700"},
		{`{"jsonrpc":"2.0","id":1,`, "null", "-32700"},
		{`{"jsonrpc":"1.0","id":7,"method":"ping"}`, "7", "-32600"},
		{`[]`, "null", "-32600"},
		{`[{"jsonrpc":"2.0","id":1,"method":"ping"}, 5]`, "null", "-32600"},
	} {
		reply, body := w.post(c.body, nil)
		if reply.StatusCode != http.StatusBadRequest || reply.Header.Get("Content-Type") != "application/json" ||
			!strings.Contains(body, `"code":`+c.code) || !strings.Contains(body, `"id":`+c.id) {
			t.Errorf("%q: %d %s %s", c.body, reply.StatusCode, reply.Header.Get("Content-Type"), body)
		}
	}
}
