package webhooks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// The log of failures that the tests bring about is nobody's to read.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// receiver is a Sender that is the receiver too: it keeps what it takes, and
// answers what the test says.
type receiver struct {
	mu     sync.Mutex
	got    []got
	answer func(n int, g got) webhooks.Result // n counts requests from 1; nil answers 200
	n      int
	secret map[string]string // by URL: what it verifies with
	t      testing.TB
}

// got is a request.
type got struct {
	url, id, typ string
	body         string
	at           string // webhook-timestamp
	header       string // webhook-signature
	taken        bool
}

var _ webhooks.Sender = (*receiver)(nil)

func (r *receiver) Send(_ context.Context, q *webhooks.Request) webhooks.Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b struct{ Type string }
	if err := json.Unmarshal(q.Body, &b); err != nil {
		r.t.Errorf("posted %s: %v", q.Body, err)
	}
	g := got{url: q.URL, id: q.Header.Get("webhook-id"), typ: b.Type, body: string(q.Body),
		at: q.Header.Get("webhook-timestamp"), header: q.Header.Get("webhook-signature")}
	if secret := r.secret[q.URL]; secret != "" {
		verifier, err := standardwebhooks.NewWebhook(secret)
		if err == nil {
			err = verifier.VerifyIgnoringTimestamp(q.Body, q.Header) // the test's clock is not the library's
		}
		if err != nil {
			r.t.Errorf("%s: %v", g.id, err)
		}
	}
	r.n++
	result := webhooks.Result{Status: 200, Took: time.Millisecond}
	if r.answer != nil {
		result = r.answer(r.n, g)
	}
	g.taken = result.Delivered()
	r.got = append(r.got, g)
	return result
}

// types writes the types of what was taken, in order.
func (r *receiver) types() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, g := range r.got {
		if g.taken {
			out = append(out, strings.TrimPrefix(g.typ, "memory."))
		}
	}
	return strings.Join(out, " ")
}

// ids answers the ids of what was taken, each once, sorted.
func (r *receiver) ids() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, g := range r.got {
		if g.taken {
			out = append(out, g.id)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func status(code int) webhooks.Result {
	r := webhooks.Result{Status: code, Took: time.Millisecond}
	if !r.Delivered() {
		r.Problem = fmt.Sprintf("answered %d", code)
	}
	return r
}

// world is a project with the engine.
type world struct {
	*enginetest.World
	engine   *webhooks.Engine
	receiver *receiver
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return over(enginetest.New(t), &receiver{t: t, secret: map[string]string{}})
}

// over is another process over a world.
func over(w *enginetest.World, r *receiver) *world {
	return &world{World: w, receiver: r, engine: &webhooks.Engine{Table: w.Ports.Table, Clock: w.Ports.Clock.Now, Random: w.Ports.Random,
		Projects: enginetest.Known{w.Project}, Sender: r, Budget: time.Hour}}
}

// hook makes a webhook.
func (w *world) hook(url string, events ...string) webhooks.Webhook {
	w.T.Helper()
	hook, secret, err := w.engine.Create(context.Background(), w.Project, webhooks.Order{URL: url, Events: events})
	if err != nil {
		w.T.Fatal(err)
	}
	w.receiver.secret[url] = secret
	return hook
}

// deliver delivers what is due and answers how long until there is more; a
// negative time is never.
func (w *world) deliver() time.Duration {
	w.T.Helper()
	next, err := w.engine.Deliver(context.Background(), w.Project.ID)
	if err != nil {
		w.T.Fatal(err)
	}
	if next == kaibo.Forever {
		return -1
	}
	return max(0, time.Duration(next-w.Ports.Clock.Now())*time.Millisecond)
}

// pass lets a time pass, delivering whenever something is due.
func (w *world) pass(d time.Duration) {
	w.T.Helper()
	end := w.Ports.Clock.Now() + kaibo.Time(d.Milliseconds())
	for {
		wait := w.deliver()
		left := time.Duration(end-w.Ports.Clock.Now()) * time.Millisecond
		if wait < 0 || wait > left {
			w.Ports.Clock.Advance(max(left, 0))
			return
		}
		w.Ports.Clock.Advance(max(wait, time.Millisecond))
	}
}

func (w *world) listed(id string) webhooks.Listed {
	w.T.Helper()
	list, err := w.engine.List(context.Background(), w.Project)
	if err != nil {
		w.T.Fatal(err)
	}
	for _, l := range list {
		if l.ID == id {
			return l
		}
	}
	w.T.Fatalf("%s is not listed", id)
	return webhooks.Listed{}
}

func (w *world) log(id string) []webhooks.Attempt {
	w.T.Helper()
	log, _, err := w.engine.Deliveries(context.Background(), w.Project, id, "", 1000)
	if err != nil {
		w.T.Fatal(err)
	}
	return log
}

func (w *world) dead(id string) []webhooks.DeadLetter {
	w.T.Helper()
	letters, _, err := w.engine.DeadLetters(context.Background(), w.Project, id, "", 1000)
	if err != nil {
		w.T.Fatal(err)
	}
	return letters
}

// left lists the items of the project's webhooks, and of the outbox.
func (w *world) left() []string {
	w.T.Helper()
	var out []string
	for _, prefix := range []string{"outbox/", w.Project.ID + "/w"} {
		err := w.Ports.Scan.Scan(context.Background(), kaibo.Records, prefix, func(item kaibo.Item) error {
			out = append(out, item.Partition+" "+item.Sort)
			return nil
		})
		if err != nil {
			w.T.Fatal(err)
		}
	}
	slices.Sort(out)
	return out
}
