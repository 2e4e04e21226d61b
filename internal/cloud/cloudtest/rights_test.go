package cloudtest_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/cloudtest"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k"
	"github.com/kaibo-dev/kaibo/internal/views"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// deployment is every function over the same stores, each with its own rights.
type deployment struct {
	t      *testing.T
	rights map[string]*cloudtest.Rights
	parts  map[string]*cloud.Deployment
	now    kaibo.Time
}

func deploy(t *testing.T) *deployment {
	t.Helper()
	template, err := stack.Read("../../../template.yaml")
	if err != nil {
		t.Fatal(err)
	}
	d := &deployment{t: t, rights: map[string]*cloudtest.Rights{}, parts: map[string]*cloud.Deployment{}, now: kaibo.SystemClock()}
	ports := cloudtest.NewWorld().Ports
	for name, r := range template.Resources {
		if r.Type != "AWS::Serverless::Function" {
			continue
		}
		name := strings.TrimSuffix(name, "Function")
		d.rights[name] = cloudtest.RightsOf(template, name+"Function")
		d.parts[name] = cloud.Over(cloud.Config{Grace: 24 * time.Hour}, d.rights[name].Guard(ports), func() kaibo.Time { d.now += 10; return d.now })
	}
	return d
}

func (d *deployment) must(what string, err error) {
	d.t.Helper()
	if err != nil {
		d.t.Errorf("%s: %v", what, err)
	}
}

// TestEveryFunctionMayDoWhatItDoes lives a life of a project, each step with the
// rights of the function that does it.
func TestEveryFunctionMayDoWhatItDoes(t *testing.T) {
	d, ctx := deploy(t), context.Background()
	p, err := d.parts["Curate"].Access().CreateProject(ctx, "north")
	d.must("make project", err)
	doomed, err := d.parts["Curate"].Access().CreateProject(ctx, "doomed")
	d.must("make project", err)
	key, secret, err := d.parts["Curate"].Access().CreateKey(ctx, p, access.Grant{Name: "agent", Scopes: []string{"read"}}, nil)
	d.must("make key", err)
	_, _, err = d.parts["Authorize"].Access().Identify(ctx, secret)
	d.must("authorize", err)

	hook := d.listen(ctx, p)
	d.write(ctx, p)
	d.write(ctx, doomed)
	memories := d.read(ctx, p, key)
	d.mend(ctx, p, memories[0].ID)
	d.must("revoke key", errOf(d.parts["Curate"].Access().RevokeKey(ctx, p, key.ID, nil)))
	d.prove(ctx, p)
	d.erase(ctx, p, doomed)
	d.agent(ctx)
	d.notify(ctx, p, hook)
	d.afterwards(ctx)
	for name, r := range d.rights {
		if unused := ignoring(name, r.Unused()); len(unused) > 0 {
			t.Errorf("%s has rights that nothing asks for: %v", name, unused)
		}
	}
}

// receiver takes every message but those that it is told to refuse.
type receiver struct{ status int }

func (r *receiver) Send(context.Context, *webhooks.Request) webhooks.Result {
	out := webhooks.Result{Status: r.status}
	if r.status != 200 {
		out.Problem = "refused"
	}
	return out
}

// listen has forget make a webhook and look after it.
func (d *deployment) listen(ctx context.Context, p kaibo.Project) string {
	e := d.parts["Forget"].Webhooks()
	e.Sender = &receiver{200}
	hook, _, err := e.Create(ctx, p, webhooks.Order{URL: "https://receiver.example/"})
	d.must("make webhook", err)
	d.must("list webhooks", errOf(e.List(ctx, p)))
	d.must("test webhook", errOf(e.Test(ctx, p, hook.ID)))
	_, _, err = e.Rotate(ctx, p, hook.ID, time.Hour)
	d.must("rotate secret", err)
	return hook.ID
}

// notify has every function that changes memories hint at it, and notify deliver:
// to a receiver that takes, to one that is gone, and to none.
func (d *deployment) notify(ctx context.Context, p kaibo.Project, hook string) {
	for _, name := range []string{"Structure", "Curate", "Forget", "Mcp", "Purge"} {
		d.parts[name].Announcements().Suggest(p)
		d.parts[name].Announcements().Flush(ctx)
	}
	e := d.parts["Notify"].Webhooks()
	r := &receiver{200}
	e.Sender = r
	n := &hints.Notify{Deliver: e, Hints: d.parts["Notify"].Announcements(), Clock: d.parts["Notify"].Clock}
	body := fmt.Sprintf(`{"Records": [{"messageId": "1", "body": "{\"project\": \"%s\"}", "attributes": {"MessageGroupId": "g"}}]}`, p.ID)
	handle := func(what, event string) {
		out, err := n.Handle(ctx, json.RawMessage(event))
		d.must(what, err)
		if answer, ok := out.(events.SQSEventResponse); ok && len(answer.BatchItemFailures) > 0 {
			d.t.Errorf("%s: %v", what, answer)
		}
	}
	handle("hint", body)
	log, _, err := d.parts["Forget"].Webhooks().Deliveries(ctx, p, hook, "", 1000)
	d.must("read log", err)
	if !slices.ContainsFunc(log, func(a webhooks.Attempt) bool {
		return a.Type == kaibo.NoticeForgotten && a.Outcome == webhooks.OutcomeDelivered
	}) {
		d.t.Errorf("nothing forgotten is among %d deliveries", len(log))
	}
	d.must("append", errOf(d.parts["Remember"].Ledger().Append(ctx, p, "main", []ledger.Entry{{Kind: kaibo.KindMessage, Content: []byte("Bo Lind owns the budget of the Borealis project.")}})))
	d.must("structure", d.parts["Structure"].Worker(d.parts["Structure"].Reader(), rules.New()).Drain(ctx, p, "main"))
	r.status = 410
	handle("schedule", `{"task": "due"}`)
	handle("to one that is gone", body)
	handle("what waits for it", body)
	f := d.parts["Forget"].Webhooks()
	letters, _, err := f.DeadLetters(ctx, p, hook, "", 10)
	d.must("dead letters", err)
	if len(letters) == 0 {
		d.t.Error("there are no dead letters: the test looks in the wrong place")
	}
	d.must("enable", errOf(f.SetEnabled(ctx, p, hook, true)))
	d.must("redrive", errOf(f.Redrive(ctx, p, hook, "")))
	d.must("disable", errOf(f.SetEnabled(ctx, p, hook, false)))
	d.must("delete", f.Delete(ctx, p, hook))
	handle("to none", body)
}

// rooms is a text of so many statements that structuring it takes several steps
// and a stored plan.
func rooms(wing string) string {
	var b strings.Builder
	for i := range 150 {
		fmt.Fprintf(&b, "Room %d of the %s wing belongs to team %d. ", i+1, wing, i*7+3)
	}
	return b.String()
}

// errOf drops a value.
func errOf[T any](_ T, err error) error { return err }

// write has remember, structure and compact work, long texts included.
func (d *deployment) write(ctx context.Context, p kaibo.Project) {
	l := d.parts["Remember"].Ledger()
	for i, text := range []string{"The deadline of the Aurora report is June 12, 2026.", "The deadline of the Aurora report moved to July 3, 2026.",
		rooms("west")} {
		entry := ledger.Entry{Kind: kaibo.KindMessage, Content: []byte(text), IdempotencyKey: "k" + string(rune('0'+i)), Details: kaibo.Details{Initiatives: []string{"launch"}}}
		out, err := l.Append(ctx, p, "main", []ledger.Entry{entry})
		d.must("append", err)
		entry.Content = []byte("something else")
		d.must("replay", errOf(l.Append(ctx, p, "main", []ledger.Entry{entry})))
		d.must("structure", d.parts["Structure"].Worker(d.parts["Structure"].Reader(), rules.New()).Drain(ctx, p, "main"))
		d.must("wait", errOf(d.parts["Remember"].Jobs(l).Wait(ctx, p, out[0].Job.ID)))
		view := d.parts["Remember"].Views(l)
		ids, err := view.MemoriesOf(ctx, p, kaibo.EventRef{ID: out[0].Event.ID, Stream: "main", Seq: out[0].Event.Seq})
		d.must("read what was learned", errors.Join(err, errOf(view.Records(ctx, p, ids))))
	}
	d.parts["Structure"].Compactions().Suggest(p)
	d.parts["Structure"].Compactions().Flush(ctx)
	for i := range 3 { // the last deletes the segment that the one before replaced
		entry := ledger.Entry{Kind: kaibo.KindMessage, Content: []byte(fmt.Sprintf("The %d. lamp is lit.", i+1))}
		d.must("append", errOf(l.Append(ctx, p, "main", []ledger.Entry{entry})))
		c := d.parts["Compact"] // each time another process, which has to read the segments
		d.must("compact", termindex.New(c.Table(), c.Objects(), c.Clock, rand.Reader).Compact(ctx, p))
		d.now += 120_000
	}
}

// count counts a request of a key, with what is done beside it.
func count(d *cloud.Deployment, key access.Key) {
	var beside []func()
	m := d.Meter()
	m.Go = func(f func()) { beside = append(beside, f) }
	_ = m.Take(&key) // of a key without a limit, so never refused
	for _, f := range beside {
		f()
	}
}

// read has recall and explain work.
func (d *deployment) read(ctx context.Context, p kaibo.Project, key access.Key) []kaibo.Memory {
	answer, err := d.parts["Recall"].Recall().Recall(ctx, p, recall.Query{Question: "When is the deadline of the Aurora report?"}, nil)
	d.must("recall", err)
	if err == nil && len(answer.Items) == 0 {
		d.t.Error("nothing was recalled: the test looks in the wrong place")
	}
	for _, name := range []string{"Recall", "Explain"} {
		count(d.parts[name], access.Key{ID: "key_" + name, ProjectID: key.ProjectID})
	}
	d.must("initiatives", errOf(d.parts["Recall"].Reader().InitiativeIDs(ctx, p, []string{"launch"})))
	d.parts["Recall"].Compactions().Suggest(p)
	d.parts["Recall"].Compactions().Flush(ctx)

	e := d.parts["Explain"]
	l := e.Reader()
	v := e.Views(l)
	memories, _, err := v.List(ctx, p, views.Selection{}, "", 10)
	d.must("list", err)
	d.must("explain", errOf(v.Explain(ctx, p, memories[0].ID)))
	d.must("explain a chain", errOf(v.Explain(ctx, p, answer.Items[0].MemoryID)))
	_, _, err = v.Sources(ctx, p, memories[0].ID, "", 10)
	d.must("sources", err)
	events, _, err := l.EventsAfter(ctx, p, "main", 0, 10)
	d.must("events", err)
	_, _, err = l.Payload(ctx, p, events[0].ID)
	d.must("payload", err)
	_, _, err = l.Deletions(ctx, p, 0, 10)
	d.must("deletions", err)
	_, _, err = e.Access().Keys(ctx, p, "", 10)
	d.must("keys of "+key.ID, err)
	d.must("ask for a job", cloud.SendStructure(ctx, e.StructureQueue(), cloud.StructureHint{Project: p.ID, Stream: "main"}))
	return memories
}

// mend has curate work.
func (d *deployment) mend(ctx context.Context, p kaibo.Project, id string) {
	c := d.parts["Curate"]
	w := c.Worker(c.Ledger(), rules.New())
	d.must("dispute", errOf(w.Mend(ctx, p, structure.Curation{Verb: structure.VerbDispute, MemoryID: id, Reason: "no"}, kaibo.Details{}, "m1")))
	d.must("alias", errOf(w.Mend(ctx, p, structure.Curation{Verb: structure.VerbAlias, Name: "Ana", Same: "Ana Novak"}, kaibo.Details{}, "")))
}

// prove has checkpoint sign, and explain prove from it.
func (d *deployment) prove(ctx context.Context, p kaibo.Project) {
	main := checkpoint.Log{Project: p.ID, Stream: "main"}
	for range 2 { // the second time what was written by the first is read
		sum, err := d.parts["Checkpoint"].Checkpoints(nil).Run(ctx, []checkpoint.Log{main})
		d.must("sign", err)
		if sum.Stopped != 0 || sum.Deployment == "" {
			d.t.Errorf("signed %+v", sum)
		}
		d.must("append", errOf(d.parts["Remember"].Ledger().Append(ctx, p, "main", []ledger.Entry{{Kind: kaibo.KindMessage, Content: []byte("So be it.")}})))
	}
	var many []ledger.Entry // so that a tile becomes complete
	for range 40 {
		many = append(many, ledger.Entry{Kind: kaibo.KindMessage, Content: []byte("Hello.")})
	}
	for range 7 {
		d.must("append", errOf(d.parts["Remember"].Ledger().Append(ctx, p, "main", many)))
	}
	d.must("sweep", errOf(d.parts["Checkpoint"].Checkpoints(nil).Sweep(ctx)))
	proofs := d.parts["Explain"].Proofs()
	d.must("checkpoint", errOf(proofs.Checkpoint(ctx, main)))
	_, _, err := proofs.Inclusion(ctx, main, 3)
	d.must("inclusion", err)
	_, _, err = proofs.Consistency(ctx, main, 1, 0)
	d.must("consistency", err)
	d.must("keys", errOf(proofs.Keys(ctx)))
}

// erase has forget work, while something waits to be structured.
func (d *deployment) erase(ctx context.Context, p, doomed kaibo.Project) {
	d.must("append", errOf(d.parts["Remember"].Ledger().Append(ctx, p, "side", []ledger.Entry{{Kind: kaibo.KindMessage, Content: []byte(rooms("Aurora"))}})))
	f := d.parts["Forget"]
	engine := f.Forget(f.Worker(f.Reader(), rules.New()))
	which := forget.Selector{Query: "Aurora"}
	set, err := engine.Select(ctx, p, which)
	d.must("preview", err)
	d.must("forget", errOf(engine.Forget(ctx, p, forget.Order{Selector: which, Reason: "asked to", Key: "f1", Preview: set.Preview()})))
	at := d.now + 1000
	soon := ledger.Entry{Kind: kaibo.KindMessage, Content: []byte(rooms("east")), ExpiresAt: &at}
	d.must("append", errOf(d.parts["Remember"].Ledger().Append(ctx, p, "late", []ledger.Entry{soon})))
	d.must("delete project", errOf(engine.DeleteProject(ctx, f.Access(), doomed, "gone")))
}

// agent has one function do what remember, recall, explain, curate and forget
// do, as it does for whoever comes by MCP.
func (d *deployment) agent(ctx context.Context) {
	each := d.parts
	d.parts = maps.Clone(each)
	defer func() { d.parts = each }()
	for _, role := range []string{"Remember", "Recall", "Explain", "Curate", "Forget"} {
		d.parts[role] = each["Mcp"]
	}
	p, err := d.parts["Mcp"].Access().CreateProject(ctx, "agents")
	d.must("make project", err)
	doomed, err := d.parts["Mcp"].Access().CreateProject(ctx, "agents-doomed")
	d.must("make project", err)
	key, _, err := d.parts["Mcp"].Access().CreateKey(ctx, p, access.Grant{Name: "agent", Scopes: []string{"read"}}, nil)
	d.must("make key", err)
	d.write(ctx, p)
	d.write(ctx, doomed)
	memories := d.read(ctx, p, key)
	d.mend(ctx, p, memories[0].ID)
	d.prove(ctx, p)
	d.erase(ctx, p, doomed)
}

// afterwards has the schedule work, a day later.
func (d *deployment) afterwards(ctx context.Context) {
	u := d.parts["Purge"]
	l := u.Reader()
	w := u.Worker(l, rules.New())
	f := u.Forget(w)
	s := &hints.Schedule{Forget: f, Retain: u.Retention(l, f).Enforce, Lagging: w, Hints: u.StructureQueue(), Projects: u.Projects(), Clock: u.Clock, Sweepers: hints.Sweepers(l, u.Index(), w)}
	for range 3 {
		d.must("due", errOf(s.Handle(ctx, hints.Task{Task: hints.TaskDue})))
		d.now += 25 * 3_600_000
		since := kaibo.Time(0)
		d.must("sweep", errOf(s.Handle(ctx, hints.Task{Task: hints.TaskSweep, Since: &since})))
	}
}

// ignoring drops the rights that Lambda's poller uses in the function's name;
// those that a read or a write of another number of items would want, where the
// function reads or writes the table at all; and those that only a lost race, a
// job that stopped between two steps, or a memory that is derived again from
// another of its sources wants.
func ignoring(name string, unused []string) []string {
	rare := map[string][]string{
		"Remember": {"s3:DeleteObject Bucket/p"}, "Checkpoint": {"sqs:SendMessage CheckpointDeadLetters"}, "Structure": {"s3:GetObject Bucket/plan"}, "Forget": {"s3:GetObject Bucket/plan"},
		"Mcp":    {"s3:DeleteObject Bucket/p", "s3:GetObject Bucket/plan"},
		"Curate": {"s3:DeleteObject Bucket/p", "s3:GetObject Bucket/plan", "s3:PutObject Bucket/plan", "s3:DeleteObject Bucket/plan"},
		"Purge":  {"s3:GetObject Bucket/p", "s3:GetObject Bucket/plan", "s3:PutObject Bucket/plan", "s3:DeleteObject Bucket/plan"},
	}
	poller := []string{"sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ChangeMessageVisibility",
		"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams"}
	var out []string
	for _, right := range unused {
		action, _, _ := strings.Cut(right, " ")
		if !slices.Contains(poller, action) && !slices.Contains(rare[name], right) {
			out = append(out, right)
		}
	}
	return out
}

func TestWithoutARightNothingHappens(t *testing.T) {
	d := deploy(t)
	for _, name := range []string{"Docs", "Authorize"} {
		if err := d.parts[name].Table().Commit(context.Background(), []kaibo.Write{kaibo.DeleteAny(kaibo.Key{Partition: "key/x", Sort: "key"})}); err == nil {
			t.Errorf("%s may delete", name)
		}
	}
	if _, err := d.parts["Authorize"].Table().Get(context.Background(), kaibo.Key{Partition: "prj_a/h/main", Sort: "head"}); err == nil {
		t.Error("the authorizer may read more than keys and projects")
	}
}
