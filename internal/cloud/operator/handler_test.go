package operator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/cloudtest"
	"github.com/kaibo-dev/kaibo/internal/cloud/operator"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/queue"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// TestMain drops the log.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// box is a queue of dead letters in memory, that wants the rights of one.
type box struct {
	mu      sync.Mutex
	name    string
	rights  *cloudtest.Rights
	letters []queue.Letter
	held    map[string]bool
}

func (b *box) Letters(_ context.Context, limit int, _ time.Duration) ([]queue.Letter, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.rights.Need("sqs:ReceiveMessage", b.name); err != nil {
		return nil, err
	}
	var out []queue.Letter
	for _, l := range b.letters {
		if !b.held[l.ID] && len(out) < limit {
			b.held[l.ID] = true
			out = append(out, l)
		}
	}
	return out, nil
}

func (b *box) Done(_ context.Context, d kaibo.Delivery) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, l := range b.letters {
		if l.Receipt == d.Receipt {
			b.letters = append(b.letters[:i], b.letters[i+1:]...)
			break
		}
	}
	return b.rights.Need("sqs:DeleteMessage", b.name)
}

func (b *box) Retry(_ context.Context, d kaibo.Delivery, after time.Duration) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if after != 0 {
		return fmt.Errorf("let go after %v", after)
	}
	delete(b.held, d.Receipt)
	return b.rights.Need("sqs:ChangeMessageVisibility", b.name)
}

func (b *box) put(id, body string) {
	b.letters = append(b.letters, queue.Letter{ID: id, SentAt: 1_760_000_000_000,
		Delivery: kaibo.Delivery{Message: kaibo.Message{Group: "of " + id, Body: body}, Receipt: id, Attempt: 6}})
}

// world is a stack in memory, reached with the rights of its OperatorPolicy.
type world struct {
	t       *testing.T
	now     kaibo.Time
	good    *cloud.Deployment // as the functions
	rights  *cloudtest.Rights
	ports   cloud.Ports
	handler http.Handler
	boxes   map[string]*box
	stack   *operator.Stack
}

func newWorld(t *testing.T) *world {
	t.Helper()
	tmpl := template(t)
	w := &world{t: t, now: kaibo.SystemClock(), rights: cloudtest.RightsOf(tmpl, "OperatorPolicy"), ports: cloudtest.NewWorld().Ports, boxes: map[string]*box{},
		stack: &operator.Stack{Name: "kaibo", Config: cloud.Config{Grace: 24 * time.Hour}}}
	clock := func() kaibo.Time { w.now++; return w.now }
	w.good = cloud.Over(w.stack.Config, w.ports, clock)
	letters := &operator.Letters{Boxes: map[string]operator.Box{}}
	for _, kind := range []string{"Structure", "Compact", "Notify", "Checkpoint", "Schedule"} {
		name := kind + "DeadLetters"
		w.boxes[name] = &box{name: name, rights: w.rights, held: map[string]bool{}}
		letters.Boxes[strings.ToLower(kind)] = w.boxes[name]
	}
	guarded := w.rights.Guard(w.ports)
	letters.Back = map[string]kaibo.Queue{verbs.DeadStructure: guarded.StructureQueue, verbs.DeadCompact: guarded.CompactQueue, verbs.DeadNotify: guarded.NotifyQueue}
	var err error
	if w.handler, err = w.stack.Over(cloud.Over(w.stack.Config, guarded, clock), letters, "token", "1", nil); err != nil {
		t.Fatal(err)
	}
	return w
}

// ask runs a verb as the operator.
func (w *world) ask(project, verb, body string, status int, out any) {
	w.t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/v1/"+verb, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer token")
	if project != "" {
		r.Header.Set("Kaibo-Project", project)
	}
	rec := httptest.NewRecorder()
	w.handler.ServeHTTP(rec, r)
	if rec.Code != status {
		w.t.Fatalf("%s %s: %d %s, want %d", verb, body, rec.Code, rec.Body, status)
	}
	if err := json.Unmarshal(rec.Body.Bytes(), out); err != nil {
		w.t.Fatal(err)
	}
}

// say has the functions remember and structure.
func (w *world) say(project kaibo.Project, text string) {
	w.t.Helper()
	ctx := context.Background()
	if _, err := w.good.Ledger().Append(ctx, project, "main", []ledger.Entry{{Kind: kaibo.KindMessage, Content: []byte(text)}}); err != nil {
		w.t.Fatal(err)
	}
	if err := w.good.Worker(w.good.Reader(), rules.New()).Drain(ctx, project, "main"); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) project(name string) kaibo.Project {
	w.t.Helper()
	p, err := w.good.Access().Project(context.Background(), name)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// TestTheOperatorMayDoWhatTheCommandsDo runs every command with the rights of
// the policy, which then has none that nothing asked for.
func TestTheOperatorMayDoWhatTheCommandsDo(t *testing.T) {
	w := newWorld(t)
	var out map[string]any
	w.ask("", "projects.create", `{"name": "north"}`, 201, &out)
	w.ask("", "projects.create", `{"name": "doomed"}`, 201, &out)
	w.ask("north", "keys.create", `{"name": "agent", "scopes": ["read", "operator"]}`, 201, &out)
	id, _ := out["id"].(string)
	w.ask("north", "keys", `{}`, 200, &out)
	w.ask("north", "keys.revoke", `{"id": "`+id+`"}`, 200, &out)
	w.ask("", "projects", `{}`, 200, &out)
	for _, text := range []string{"The deadline of the Aurora report is June 12, 2026.", "The deadline of the Aurora report moved to July 3, 2026.", "The harbour is closed on Mondays."} {
		w.say(w.project("north"), text)
		w.say(w.project("doomed"), text)
	}
	w.ask("north", "projects.usage", `{}`, 200, &out)
	w.ask("north", "projects.export", `{}`, 200, &out)
	w.fsck("north", 0)

	key := memoryKey(t, w, w.project("north"))
	if err := w.ports.Table.Commit(context.Background(), []kaibo.Write{kaibo.DeleteAny(key)}); err != nil {
		t.Fatal(err)
	}
	w.fsck("north", 1)
	w.ask("north", "rebuild", `{}`, 409, &out)
	if detail := fmt.Sprint(out["detail"]); !strings.Contains(detail, "Paused=true") {
		t.Errorf("what to do is not said: %s", detail)
	}
	w.stack.Paused, w.stack.Since = true, w.now.Std().Add(-time.Minute)
	w.ask("north", "rebuild", `{}`, 409, &out)
	w.stack.Since = w.now.Std().Add(-time.Hour)
	var rebuilt verbs.MaintainOut
	for range 3 { // one deletes the segments that the one before replaced, when nobody reads them any more
		w.ask("", "rebuild", `{"all": true}`, 200, &rebuilt)
		w.now += 120_000
	}
	w.fsck("north", 0)
	w.letters()
	w.ask("doomed", "projects.delete", `{"reason": "gone"}`, 200, &out)
	if unused := w.rights.Unused(); len(unused) > 0 {
		var rest []string
		for _, right := range unused {
			if !strings.HasPrefix(right, "cloudformation:DescribeStacks ") { // Find asks, before there are stores
				rest = append(rest, right)
			}
		}
		if len(rest) > 0 {
			t.Errorf("the policy has rights that nothing asks for: %v", rest)
		}
	}
}

// fsck wants so many findings at least; none when want is 0.
func (w *world) fsck(project string, want int) {
	w.t.Helper()
	var out verbs.MaintainOut
	w.ask(project, "fsck", `{}`, 200, &out)
	if n := len(out.Items[0].Findings); n < want || want == 0 && n > 0 || out.OK != (want == 0) {
		w.t.Errorf("findings: %+v", out)
	}
}

func memoryKey(t *testing.T, w *world, p kaibo.Project) (key kaibo.Key) {
	t.Helper()
	err := w.ports.Table.Scan(context.Background(), kaibo.Records, kaibo.MemoryPartition(p.ID, ""), func(item kaibo.Item) error {
		if item.Sort == "view" {
			key = item.Key
		}
		return nil
	})
	if err != nil || key.Partition == "" {
		t.Fatal("there is no memory", err)
	}
	return key
}

// letters lists and redrives what lies in the queues.
func (w *world) letters() {
	w.t.Helper()
	p := w.project("north")
	w.boxes["StructureDeadLetters"].put("m1", `{"project": "`+p.ID+`", "stream": "main"}`)
	w.boxes["StructureDeadLetters"].put("m2", `{"project": "`+p.ID+`", "stream": "side", "retry": "job_1"}`)
	w.boxes["StructureDeadLetters"].put("m3", `nonsense`)
	w.boxes["CompactDeadLetters"].put("m4", `{"project": "prj_gone"}`)
	w.boxes["NotifyDeadLetters"].put("m4n", `{"project": "`+p.ID+`"}`)
	w.boxes["CheckpointDeadLetters"].put("m5", `{"requestContext": {}}`)
	w.boxes["ScheduleDeadLetters"].put("m6", `{"task": "due"}`)
	var list verbs.DeadLettersOut
	for range 2 { // what a look takes it lets go again
		w.ask("", "dead_letters", `{}`, 200, &list)
		if len(list.Items) != 7 || list.More {
			w.t.Fatalf("%+v", list)
		}
	}
	for i, want := range []verbs.DeadLetter{{ID: "m1", Kind: "structure", Project: "north", Stream: "main"}, {ID: "m2", Kind: "structure", Project: "north", Stream: "side", Job: "job_1"},
		{ID: "m3", Kind: "structure"}, {ID: "m4", Kind: "compact", Project: "prj_gone"}, {ID: "m4n", Kind: "notify", Project: "north"}, {ID: "m5", Kind: "checkpoint"}, {ID: "m6", Kind: "schedule"}} {
		got := list.Items[i]
		if got.Reason == "" || got.Attempts != 6 || got.Since != 1_760_000_000_000 {
			w.t.Errorf("%+v", got)
		}
		got.Reason, got.Attempts, got.Since = "", 0, 0
		if got != want {
			w.t.Errorf("%+v, want %+v", got, want)
		}
	}
	w.ask("north", "dead_letters", `{"limit": 1}`, 200, &list)
	if len(list.Items) != 1 || !list.More {
		w.t.Errorf("one of north: %+v", list)
	}
	var out verbs.RedriveOut
	var problem map[string]any
	w.ask("", "dead_letters.redrive", `{"id": "m9"}`, 404, &problem)
	w.ask("", "dead_letters.redrive", `{"all": true, "dryRun": true}`, 200, &out)
	w.ask("", "dead_letters.redrive", `{"id": "m2"}`, 200, &out)
	if len(out.Items) != 1 || out.Items[0].Outcome != verbs.RedriveSent {
		w.t.Errorf("%+v", out)
	}
	w.ask("", "dead_letters.redrive", `{"all": true}`, 200, &out)
	var outcomes []string
	for _, r := range out.Items {
		outcomes = append(outcomes, r.ID+" "+r.Outcome)
	}
	if got := strings.Join(outcomes, ", "); got != "m1 sent, m3 dropped, m4 sent, m4n sent, m5 dropped, m6 dropped" {
		w.t.Errorf("redriven: %s", got)
	}
	var none verbs.DeadLettersOut
	w.ask("", "dead_letters", `{}`, 200, &none)
	if len(none.Items) != 0 {
		w.t.Errorf("left: %+v", none)
	}
	if bodies := w.hints("of m"); len(bodies) != 2 {
		w.t.Errorf("sent again: %q", bodies)
	}
	w.failedJob(p)
}

// failedJob wants a job that failed in the list, and a hint that takes it up.
func (w *world) failedJob(p kaibo.Project) {
	w.t.Helper()
	ctx := context.Background()
	out, err := w.good.Ledger().Append(ctx, p, "broken", []ledger.Entry{{Kind: kaibo.KindMessage, Content: []byte("The lamp is lit.")}})
	if err != nil {
		w.t.Fatal(err)
	}
	job := out[0].Job
	job.Status, job.Attempts, job.Reason = kaibo.JobFailed, 5, "an internal error; the server's log has it"
	err = w.ports.Table.Commit(ctx, []kaibo.Write{kaibo.PutAny(kaibo.JobKey(p.ID, "broken", job.First), 9, kaibo.Encode(job)), kaibo.PutAny(kaibo.FailedKey(p.ID, "broken", job.First), 1, nil)})
	if err != nil {
		w.t.Fatal(err)
	}
	var redriven verbs.RedriveOut
	w.ask("", "dead_letters.redrive", `{"id": "`+job.ID+`"}`, 200, &redriven)
	if len(redriven.Items) != 1 || redriven.Items[0].Outcome != verbs.RedriveSent || redriven.Items[0].Kind != verbs.DeadJob {
		w.t.Errorf("%+v", redriven)
	}
	if bodies := w.hints(p.ID + "/broken"); len(bodies) != 2 || !strings.Contains(bodies[1], `"retry":"`+job.ID+`"`) {
		w.t.Errorf("hints: %q", bodies)
	}
}

// hints takes everything from the queue and answers the bodies of the groups
// that begin so.
func (w *world) hints(group string) []string {
	w.t.Helper()
	var bodies []string
	for {
		ds, err := w.ports.StructureQueue.Receive(context.Background(), 10, time.Minute, 0)
		if err != nil {
			w.t.Fatal(err)
		}
		if len(ds) == 0 {
			return bodies
		}
		for _, d := range ds {
			if strings.HasPrefix(d.Group, group) {
				bodies = append(bodies, d.Body)
			}
			if err := w.ports.StructureQueue.Done(context.Background(), d); err != nil {
				w.t.Fatal(err)
			}
		}
	}
}

// TestOnlyTheOperatorsVerbs: what is for the API is not here, nor anybody
// without the token.
func TestOnlyTheOperatorsVerbs(t *testing.T) {
	w := newWorld(t)
	var problem map[string]any
	w.ask("", "recall", `{"question": "?"}`, 404, &problem)
	w.ask("", "remember", `{"content": "?"}`, 404, &problem)
	r := httptest.NewRequest(http.MethodPost, "/v1/keys", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "application/json")
	rec := httptest.NewRecorder()
	if w.handler.ServeHTTP(rec, r); rec.Code != http.StatusUnauthorized {
		t.Errorf("without the token: %d", rec.Code)
	}
}

// TestACheckOfAStackAtWork tells only what it saw twice.
func TestACheckOfAStackAtWork(t *testing.T) {
	w := newWorld(t)
	var out map[string]any
	w.ask("", "projects.create", `{"name": "north"}`, 201, &out)
	p := w.project("north")
	w.say(p, "The harbour is closed on Mondays.")
	busy := &busyTable{MemTable: w.ports.Table.(*porttest.MemTable), once: func() { w.say(p, "The lamp is lit.") }}
	ports := w.ports
	ports.Table = busy
	handler, err := w.stack.Over(cloud.Over(w.stack.Config, ports, func() kaibo.Time { w.now++; return w.now }), &operator.Letters{}, "token", "1", nil)
	if err != nil {
		t.Fatal(err)
	}
	w.handler = handler
	w.fsck("north", 0)
	if busy.once != nil {
		t.Error("nothing was written between two reads: the test proves nothing")
	}
}

// busyTable has something written right before the first scan.
type busyTable struct {
	*porttest.MemTable
	once func()
}

func (b *busyTable) Scan(ctx context.Context, class kaibo.Class, prefix string, fn func(kaibo.Item) error) error {
	if write := b.once; write != nil {
		b.once = nil
		write()
	}
	return b.MemTable.Scan(ctx, class, prefix, fn)
}
