package cloudtest_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsconfig "github.com/aws/aws-sdk-go-v2/config"

	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// slowClient is an HTTP client each of whose requests takes a while, so that
// those which are sent at once are seen to overlap, however busy the machine.
type slowClient struct{ aws.HTTPClient }

// Do implements aws.HTTPClient.
func (c slowClient) Do(r *http.Request) (*http.Response, error) {
	time.Sleep(25 * time.Millisecond)
	return c.HTTPClient.Do(r)
}

// bill is what an operation of a deployment took at the SDK: the least of the
// calls in a row that were seen, for a machine that is busy can send one after
// the other what could go at once; and the mean of all else.
type bill struct {
	name           string
	budget         int // of calls in a row
	n, trips       int
	requests, told float64 // requests, and units as the stand-in says
	read, write    float64 // units as they are reckoned from sizes
}

// metered is a deployment over stand-ins, with what counts its calls.
type metered struct {
	t       *testing.T
	ports   cloud.Ports
	meter   *awstest.Meter
	counter *porttest.Counter
}

// deployment is a process of its own.
func (m *metered) deployment() *cloud.Deployment {
	return cloud.Over(cloud.Config{Grace: 24 * time.Hour}, m.ports, kaibo.SystemClock)
}

// take adds to a bill what do takes.
func (m *metered) take(b *bill, do func() error) {
	m.t.Helper()
	m.meter.Reset()
	m.counter.Reset()
	if err := do(); err != nil {
		m.t.Fatalf("%s: %v", b.name, err)
	}
	if trips := m.meter.RoundTrips(); b.n == 0 || trips < b.trips {
		b.trips = trips
	}
	b.n++
	all := m.meter.Of("")
	b.requests += float64(all.Requests)
	b.told += all.Units
	for _, op := range []string{porttest.OpGet, porttest.OpQuery} {
		b.read += float64(m.counter.Of(op).Units)
	}
	b.write += float64(m.counter.Of(porttest.OpCommit).Units)
}

func newMetered(ctx context.Context, t *testing.T) *metered {
	places := endpoints(t)
	at := map[string]string{}
	for service, addresses := range places {
		at[service] = addresses[len(addresses)-1]
	}
	stores := makeStores(ctx, t, http.DefaultClient, at)
	config, err := awsconfig.LoadDefaultConfig(ctx)
	if err != nil {
		t.Fatal(err)
	}
	m := &metered{t: t, meter: awstest.NewMeter(), counter: porttest.NewCounter()}
	m.meter.Install(&config)
	config.HTTPClient = slowClient{http.DefaultClient}
	m.ports = stores.reached(config)
	m.ports.Table, _ = m.counter.Table(m.ports.Table).(cloud.Table)
	return m
}

// TestBudgetsOverAWS holds the verbs of a deployment to the design's budgets of
// calls in a row, counted by a middleware of the SDK over the adapters and
// stand-ins for AWS.
func TestBudgetsOverAWS(t *testing.T) {
	ctx := context.Background()
	m := newMetered(ctx, t)
	remembers, structures, reads, forgets := m.deployment(), m.deployment(), m.deployment(), m.deployment()
	p, err := remembers.Access().CreateProject(ctx, "office")
	if err != nil {
		t.Fatal(err)
	}
	remember := &bill{name: "remember", budget: 4} // the last is the hint
	structure := &bill{name: "structure", budget: 8}
	warm, explain := &bill{name: "recall, warm", budget: 2}, &bill{name: "explain, a chain of 4", budget: 3}
	erase, query := &bill{name: "forget, a memory", budget: 6}, &bill{name: "forget, a query", budget: 6}
	l, worker := remembers.Ledger(), structures.Worker(structures.Reader(), rules.New())
	var first string
	for i := range 8 {
		text := fmt.Sprintf("The deadline of the Aurora report moved to July %d, 2026.", i+1)
		if i >= 4 {
			text = fmt.Sprintf("Room %d belongs to the %s team.", i, []string{"kiln", "harbour", "studio", "bakery"}[i-4])
		}
		var job string
		m.take(remember, func() error {
			out, err := l.Append(ctx, p, "main", []ledger.Entry{{Kind: kaibo.KindMessage, Content: []byte(text)}})
			if err == nil {
				job = out[0].Job.ID
			}
			return err
		})
		m.take(structure, func() error { return worker.Drain(ctx, p, "main") })
		if done, err := l.Job(ctx, p, job); err != nil || len(done.Memories) == 0 {
			t.Fatalf("%q was not structured: %+v, %v", text, done, err)
		} else if i == 0 {
			first = done.Memories[0]
		}
	}
	if err := structures.Index().Compact(ctx, p); err != nil {
		t.Fatal(err)
	}
	ask := func() error {
		a, err := reads.Recall().Recall(ctx, p, recall.Query{Question: "When is the deadline of the Aurora report?"}, nil)
		if err == nil && len(a.Items) == 0 {
			err = fmt.Errorf("nothing is answered: %+v", a.Abstain)
		}
		return err
	}
	m.take(&bill{name: "recall, cold"}, ask)
	view := reads.Views(reads.Reader())
	for range 3 {
		m.take(warm, ask)
		m.take(explain, func() error {
			x, err := view.Explain(ctx, p, first)
			if err == nil && len(x.Chain) != 4 {
				err = fmt.Errorf("the chain has %d versions", len(x.Chain))
			}
			return err
		})
	}
	engine := forgets.Forget(forgets.Worker(forgets.Reader(), rules.New()))
	m.take(&bill{name: "preview"}, func() error { _, err := engine.Select(ctx, p, forget.Selector{MemoryID: first}); return err })
	m.take(erase, func() error {
		_, err := engine.Forget(ctx, p, forget.Order{Selector: forget.Selector{MemoryID: first}})
		return err
	})
	for _, word := range []string{"kiln", "harbour", "studio"} {
		m.take(query, func() error {
			_, err := engine.Forget(ctx, p, forget.Order{Selector: forget.Selector{Query: word}})
			return err
		})
	}
	m.check(remember, structure, warm, explain, erase, query)
}

// check prints the bills and holds them to their budgets.
func (m *metered) check(bills ...*bill) {
	m.t.Helper()
	for _, b := range bills {
		n := float64(b.n)
		m.t.Logf("%-22s in a row %d  requests %5.1f  read units %5.1f  write units %5.1f  units as told %5.1f",
			b.name, b.trips, b.requests/n, b.read/n, b.write/n, b.told/n)
		if b.trips > b.budget {
			m.t.Errorf("%s takes %d calls in a row, over the %d of its budget", b.name, b.trips, b.budget)
		}
		if b.requests == 0 || b.told == 0 && !strings.HasPrefix(b.name, "recall") {
			m.t.Errorf("%s: %v requests, %v units: the meter does not see them", b.name, b.requests, b.told)
		}
	}
}
