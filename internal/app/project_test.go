package app_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var update = flag.Bool("update", false, "write what the project of sixty steps comes to")

// step is a line of the script.
type step struct {
	at               time.Time
	actor, ref, verb string
	body             map[string]any
}

// stepLine is the form of a step: when, who, perhaps what its answer is kept
// as, a verb, its body.
var stepLine = regexp.MustCompile(`^(\S+) (\w+) (?:\$(\w+) = )?([a-z_.]+) (\{.*\})$`)

func readSteps(t *testing.T, file string) []step {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var steps []step
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := stepLine.FindStringSubmatch(line)
		if parts == nil {
			t.Fatalf("this is no step: %s", line)
		}
		s := step{actor: parts[2], ref: parts[3], verb: parts[4]}
		if s.at, err = time.Parse("2006-01-02T15:04Z", parts[1]); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if err := json.Unmarshal([]byte(parts[5]), &s.body); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		s.body["initiative"] = checkout
		steps = append(steps, s)
	}
	return steps
}

// checkout is the initiative of the script.
const checkout = "checkout"

// told is a server after the script was told to it.
type told struct {
	t      *testing.T
	server *httptest.Server
	secret map[string]string // keys, by the name of who holds them

	mu  sync.Mutex
	now kaibo.Time

	steps  []step
	events []string          // ids of the events of the steps
	refs   map[string]string // what the script keeps → its id
	nodes  []string          // ids of all nodes, in the order in which they were made
	names  *strings.Replacer // from ids to names that are the same in each run
}

// operator is who looks after the server of a script.
const operator = "operator"

// tell tells the script to a server that is new.
func tell(t *testing.T) *told {
	t.Helper()
	w := &told{t: t, secret: map[string]string{}, refs: map[string]string{}, steps: readSteps(t, "testdata/project/script.txt")}
	w.set(w.steps[0].at.Add(-time.Hour))
	// Ids are words of texts: the same ids make the same texts fit a budget.
	a := openWith(t, app.Options{Dir: filepath.Join(t.TempDir(), "data"), Clock: w.clock, Random: rand.NewChaCha8([32]byte{60})})
	h, err := a.Handler(app.Exposure{Loopback: true, RequireKey: true})
	if err != nil {
		t.Fatal(err)
	}
	w.server = httptest.NewServer(h)
	t.Cleanup(func() {
		w.server.Close()
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	w.secret[operator] = a.OwnerToken()
	for _, name := range []string{"mira", "teo"} {
		w.secret[name] = w.must(operator, "keys.create", map[string]any{"name": name, "scopes": []string{"read", "write"}})["key"].(string)
	}
	var names []string
	for i := range w.steps {
		names = append(names, w.take(i)...)
	}
	w.names = strings.NewReplacer(names...)
	return w
}

func (w *told) clock() kaibo.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *told) set(at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = kaibo.TimeOf(at)
}

// take takes a step, and answers the names of what came of it, each behind its
// id.
func (w *told) take(i int) (names []string) {
	w.t.Helper()
	s := &w.steps[i]
	w.set(s.at)
	body := map[string]any{}
	for field, v := range s.body {
		body[field] = w.known(v)
	}
	out := w.must(s.actor, s.verb, body)
	event := out["event"].(map[string]any)["id"].(string)
	w.events = append(w.events, event)
	names = append(names, event, fmt.Sprintf("<event of step %d>", i+1))
	made := []any{out["node"]}
	if more, ok := out["nodes"].([]any); ok {
		made = append(made, more...)
	}
	if s.ref != "" {
		w.refs["$"+s.ref+".event"] = event
	}
	for n, one := range made {
		node, ok := one.(map[string]any)
		if !ok {
			continue
		}
		id := node["id"].(string)
		if s.ref != "" {
			w.refs[fmt.Sprintf("$%s.%d", s.ref, n)] = id
		}
		if !slices.Contains(w.nodes, id) {
			w.nodes = append(w.nodes, id)
			label := fmt.Sprintf("<node of step %d>", i+1)
			if n > 0 {
				label = fmt.Sprintf("<node %d of step %d>", n, i+1)
			}
			names = append(names, id, label)
		}
	}
	if s.ref != "" {
		w.refs["$"+s.ref] = w.refs["$"+s.ref+".0"]
	}
	return names
}

// known puts ids in place of what the script calls them.
func (w *told) known(v any) any {
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, "$") {
			id, ok := w.refs[v]
			if !ok {
				w.t.Fatalf("nothing is kept as %s", v)
			}
			return id
		}
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = w.known(v[i])
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for field := range v {
			object[field] = w.known(v[field])
		}
		return object
	}
	return v
}

// ask posts as somebody.
func (w *told) ask(who, verb string, body map[string]any) (int, map[string]any) {
	w.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		w.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.server.URL+"/v1/"+verb, bytes.NewReader(raw))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+w.secret[who])
	resp, err := w.server.Client().Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(answer, &out); err != nil {
		w.t.Fatalf("%s: %v: %s", verb, err, answer)
	}
	return resp.StatusCode, out
}

func (w *told) must(who, verb string, body map[string]any) map[string]any {
	w.t.Helper()
	status, out := w.ask(who, verb, body)
	if status > 299 {
		w.t.Fatalf("%s %v: %d %v", verb, body, status, out)
	}
	return out
}

// read reads as of a moment, which a day's morning names.
func (w *told) read(verb, asOf string, more map[string]any) map[string]any {
	w.t.Helper()
	body := map[string]any{"initiative": checkout, "asOf": asOf}
	for field, v := range more {
		body[field] = v
	}
	return w.must("teo", verb, body)
}

// The moments at which the project is read: after the third hand-over's work,
// when the roll-out is late; and in the middle, between two agents.
const (
	atTheEnd = "2026-03-17T09:00:00Z"
	midway   = "2026-03-06T18:00:00Z"
)

// golden compares an answer with a file: its text as it is read, then all of it.
func (w *told) golden(name string, out map[string]any) {
	w.t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		w.t.Fatal(err)
	}
	text, _ := out["text"].(string)
	got := w.names.Replace(text + "\n\n" + b.String())
	file := filepath.Join("testdata", "project", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil { //nolint:gosec // a file that everybody reads
			w.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		w.t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		w.t.Errorf("%s is not what it was (-want +got); if it is better, go test ./internal/app -run Sixty -update\n%s", name, diff)
	}
}

// TestAProjectOfSixtySteps tells a project to a server, and reads it as somebody
// who was not there: at its end, and as it was in the middle.
func TestAProjectOfSixtySteps(t *testing.T) {
	w := tell(t)
	if len(w.steps) != 60 {
		t.Errorf("the script has %d steps", len(w.steps))
	}
	w.golden("awake", w.read("awake", atTheEnd, nil))
	w.golden("overview", w.read("overview", atTheEnd, nil))
	w.golden("awake-midway", w.read("awake", midway, map[string]any{"knownAt": midway}))
	w.golden("history-midway", w.read("history", midway, map[string]any{"node": "latency dashboard", "knownAt": midway}))
	w.golden("history", w.read("history", atTheEnd, map[string]any{"node": "latency dashboard"}))
	w.golden("at-midway", w.read("at", midway, map[string]any{"node": "bigger pool", "knownAt": midway}))
	w.golden("at-before", w.read("at", "2026-03-05T09:00:00Z", map[string]any{"node": "bigger pool", "knownAt": "2026-03-05T09:00:00Z"}))
	w.golden("slots", w.read("slots", atTheEnd, nil))

	tagged := func(knownAt string) any {
		return w.read("tagged", midway, map[string]any{"tags": []string{"suspect"}, "knownAt": knownAt})["total"]
	}
	if then, now := tagged(midway), tagged(atTheEnd); then != 0.0 || now != 1.0 {
		t.Errorf("what was said late holds as of then: known then %v, known now %v", then, now)
	}
}
