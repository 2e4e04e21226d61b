package porttest_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// A suite is worth what it catches: here each promise of a port is broken in
// turn, and the suite must fail.

const brokenEnv = "KAIBO_TEST_BROKEN"

type brokenTable struct {
	*porttest.MemTable
	commit func(t *porttest.MemTable, ctx context.Context, ws []kaibo.Write) error
	query  func(t *porttest.MemTable, ctx context.Context, c kaibo.Class, p string, r kaibo.Range) (kaibo.Page, error)
	get    func(t *porttest.MemTable, ctx context.Context, ks []kaibo.Key) ([]kaibo.Item, error)
}

func (b brokenTable) Commit(ctx context.Context, ws []kaibo.Write) error {
	if b.commit != nil {
		return b.commit(b.MemTable, ctx, ws)
	}
	return b.MemTable.Commit(ctx, ws)
}

func (b brokenTable) Query(ctx context.Context, c kaibo.Class, p string, r kaibo.Range) (kaibo.Page, error) {
	if b.query != nil {
		return b.query(b.MemTable, ctx, c, p, r)
	}
	return b.MemTable.Query(ctx, c, p, r)
}

func (b brokenTable) Get(ctx context.Context, ks ...kaibo.Key) ([]kaibo.Item, error) {
	if b.get != nil {
		return b.get(b.MemTable, ctx, ks)
	}
	return b.MemTable.Get(ctx, ks...)
}

// onConflict changes what a commit does when it is refused.
func onConflict(do func(t *porttest.MemTable, ctx context.Context, ws []kaibo.Write, c *kaibo.ConflictError) error) brokenTable {
	return brokenTable{commit: func(t *porttest.MemTable, ctx context.Context, ws []kaibo.Write) error {
		err := t.Commit(ctx, ws)
		var c *kaibo.ConflictError
		if errors.As(err, &c) {
			return do(t, ctx, ws, c)
		}
		return err
	}}
}

func brokenTables() map[string]brokenTable {
	var mu sync.Mutex
	stale, reads := map[kaibo.Key]kaibo.Item{}, 0
	return map[string]brokenTable{
		"names the first refusal only": onConflict(func(_ *porttest.MemTable, _ context.Context, _ []kaibo.Write, c *kaibo.ConflictError) error {
			return &kaibo.ConflictError{Refused: c.Refused[:1]}
		}),
		"does not say what it met": onConflict(func(_ *porttest.MemTable, _ context.Context, _ []kaibo.Write, c *kaibo.ConflictError) error {
			for i := range c.Refused {
				c.Refused[i].Met.Data = nil
			}
			return c
		}),
		"makes half of what it refuses": onConflict(func(t *porttest.MemTable, ctx context.Context, ws []kaibo.Write, c *kaibo.ConflictError) error {
			for i, w := range ws {
				if !slices.ContainsFunc(c.Refused, func(r kaibo.Refused) bool { return r.Index == i }) {
					_ = t.Commit(ctx, []kaibo.Write{w})
				}
			}
			return c
		}),
		"commits one by one": {commit: func(t *porttest.MemTable, ctx context.Context, ws []kaibo.Write) error {
			for _, w := range ws {
				if err := t.Commit(ctx, []kaibo.Write{w}); err != nil {
					return err
				}
			}
			return nil
		}},
		"reads stale items": {get: func(t *porttest.MemTable, ctx context.Context, ks []kaibo.Key) ([]kaibo.Item, error) {
			items, err := t.Get(ctx, ks...)
			mu.Lock()
			defer mu.Unlock()
			for i, it := range items {
				if reads++; reads%3 == 0 && stale[it.Key].Found() {
					items[i] = stale[it.Key]
				} else {
					stale[it.Key] = it
				}
			}
			return items, err
		}},
		"ignores reverse": {query: func(t *porttest.MemTable, ctx context.Context, c kaibo.Class, p string, r kaibo.Range) (kaibo.Page, error) {
			r.Reverse = false
			return t.Query(ctx, c, p, r)
		}},
		"includes the end": {query: func(t *porttest.MemTable, ctx context.Context, c kaibo.Class, p string, r kaibo.Range) (kaibo.Page, error) {
			if r.Before != "" {
				r.Before += "\x00"
			}
			return t.Query(ctx, c, p, r)
		}},
		"ends too early": {query: func(t *porttest.MemTable, ctx context.Context, c kaibo.Class, p string, r kaibo.Range) (kaibo.Page, error) {
			page, err := t.Query(ctx, c, p, r)
			page.More = false
			return page, err
		}},
		"answers any length": {query: func(t *porttest.MemTable, ctx context.Context, c kaibo.Class, p string, r kaibo.Range) (kaibo.Page, error) {
			var all kaibo.Page
			for {
				page, err := t.Query(ctx, c, p, r)
				all.Items = append(all.Items, page.Items...)
				if err != nil || !page.More {
					return all, err
				}
				r = r.Next(page)
			}
		}},
		"makes no difference between classes": {query: func(t *porttest.MemTable, ctx context.Context, _ kaibo.Class, p string, r kaibo.Range) (kaibo.Page, error) {
			return t.Query(ctx, kaibo.Records, p, r)
		}},
	}
}

type brokenObjects struct {
	*porttest.MemObjects
	how string
}

func (b brokenObjects) Put(ctx context.Context, name string, data []byte) error {
	switch b.how {
	case "puts over":
		_ = b.MemObjects.Delete(ctx, name)
	case "takes any name":
		name = strings.ReplaceAll(name, "..", "xx")
	}
	return b.MemObjects.Put(ctx, name, data)
}

func (b brokenObjects) Get(ctx context.Context, name string, off, length int64) ([]byte, error) {
	if b.how == "knows no ranges" {
		off = 0
	}
	return b.MemObjects.Get(ctx, name, off, length)
}

func (b brokenObjects) List(ctx context.Context, prefix, after string, limit int) ([]kaibo.ObjectInfo, error) {
	found, err := b.MemObjects.List(ctx, prefix, after, limit)
	if b.how == "lists as directories go" {
		slices.SortFunc(found, func(a, b kaibo.ObjectInfo) int {
			return slices.Compare(strings.Split(a.Name, "/"), strings.Split(b.Name, "/"))
		})
	}
	return found, err
}

type brokenQueue struct {
	*porttest.MemQueue
	how string
}

func (b brokenQueue) Send(ctx context.Context, m kaibo.Message) error {
	if b.how == "knows no groups" {
		m.Group = ""
	}
	return b.MemQueue.Send(ctx, m)
}

func (b brokenQueue) Receive(ctx context.Context, limit int, visibility, wait time.Duration) ([]kaibo.Delivery, error) {
	switch b.how {
	case "hides for ever":
		visibility += time.Hour
	case "does not hide":
		visibility = 0
	case "does not wait":
		wait = 0
	}
	return b.MemQueue.Receive(ctx, limit, visibility, wait)
}

func (b brokenQueue) Done(ctx context.Context, d kaibo.Delivery) error {
	if b.how == "forgets what is done" {
		return b.MemQueue.Retry(ctx, d, 0)
	}
	return b.MemQueue.Done(ctx, d)
}

func (b brokenQueue) Retry(ctx context.Context, d kaibo.Delivery, after time.Duration) error {
	if b.how == "retries too early" {
		after = 0
	}
	return b.MemQueue.Retry(ctx, d, after)
}

var (
	objectBreaks = []string{"puts over", "takes any name", "knows no ranges", "lists as directories go"}
	queueBreaks  = []string{"knows no groups", "hides for ever", "does not hide", "does not wait", "forgets what is done", "retries too early"}
)

// TestBroken runs a suite against the port that the environment names; on its
// own it does nothing.
func TestBroken(t *testing.T) {
	how, named := os.LookupEnv(brokenEnv)
	if !named {
		t.Skip("it is run by TestSuitesCatchBrokenPorts")
	}
	if b, found := brokenTables()[how]; found {
		porttest.Table(t, func(*testing.T) kaibo.Table {
			b.MemTable = porttest.NewMemTable()
			return b
		})
	}
	if slices.Contains(objectBreaks, how) {
		porttest.Objects(t, func(*testing.T) kaibo.Objects { return brokenObjects{porttest.NewMemObjects(), how} })
	}
	if slices.Contains(queueBreaks, how) {
		porttest.Queue(t, func(*testing.T) kaibo.Queue { return brokenQueue{porttest.NewMemQueue(), how} },
			porttest.Unit(10*time.Millisecond))
	}
}

func TestSuitesCatchBrokenPorts(t *testing.T) {
	hows := slices.Concat(objectBreaks, queueBreaks)
	for how := range brokenTables() {
		hows = append(hows, how)
	}
	for _, how := range hows {
		t.Run(how, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestBroken$", "-test.timeout=3m") //nolint:gosec // this very program
			cmd.Env = append(os.Environ(), brokenEnv+"="+how)
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--- FAIL: TestBroken/") {
				t.Errorf("no case of the suite failed: %v\n%s", err, out)
			}
		})
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestBroken$") //nolint:gosec // this very program
	cmd.Env = append(os.Environ(), brokenEnv+"=not at all")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("nothing is broken, and it fails: %v\n%s", err, out)
	}
}
