package endtoend_test

import (
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// kills is how often a run kills the server; a short run less.
const (
	kills      = 20
	killsShort = 5
)

// TestKilledUnderLoad kills a server with SIGKILL while clients write, read
// and forget, starts it again on the same data, and holds it to everything
// that it had acknowledged. Now and then it is killed again while it recovers.
func TestKilledUnderLoad(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	rng := seeded(t)
	dir := t.TempDir()
	h := &history{book: &book{}, data: filepath.Join(dir, "data"), heads: filepath.Join(dir, "heads"), rng: rng}
	n := kills
	if testing.Short() {
		n = killsShort
	}
	acked := int64(0)
	for round := range n {
		s := serve(t, h.data, "--forget-grace", "1s")
		if round > 0 && rng.IntN(5) == 0 {
			time.Sleep(upTo(rng, 60*time.Millisecond))
			s.kill()
			continue
		}
		h.check(t, s.client)
		l := &load{book: h.book, client: s.client}
		l.begin(t, rng)
		time.Sleep(20*time.Millisecond + upTo(rng, 400*time.Millisecond))
		l.killed.Store(true)
		s.kill()
		l.group.Wait()
		acked += l.acked.Load()
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	s := serve(t, h.data, "--forget-grace", "1s")
	h.check(t, s.client)
	h.checkAll(t, s.client)
	s.stop()
	forgotten := len(h.sample(len(h.book.notes), func(m *note) bool { return m.forgotten }))
	t.Logf("%d calls acknowledged, %d events, %d forgotten", acked, len(h.book.notes), forgotten)
	if acked < int64(n)/2 || forgotten == 0 {
		t.Errorf("too little happened in %d rounds to show anything", n)
	}
}

// history is a data directory and what its clients know of it.
type history struct {
	book        *book
	data, heads string
	rng         *rand.Rand
}

// check holds a server that has just come up to what the book says. Nobody
// else talks to it.
func (h *history) check(t *testing.T, c *client) {
	t.Helper()
	h.checkServed(t, c)
	h.checkPrograms(t, c)
	h.sendAgain(t, c)
	h.forgetAgain(t, c)
	h.checkReplays(t, c, h.sample(15, func(m *note) bool { return m.acked && m.key != "" }))
	h.checkForgotten(t, c, h.sample(15, func(m *note) bool { return m.forgotten }))
	h.checkRecall(t, c, h.sample(10, func(m *note) bool { return m.learned && !m.forgotten }))
	h.checkOnce(t, c)
	if t.Failed() {
		t.FailNow()
	}
}

// checkAll is the long form of the samples, for the end, when every job is to
// be done.
func (h *history) checkAll(t *testing.T, c *client) {
	t.Helper()
	for _, s := range h.book.sendings {
		if !s.acked || s.notes[0].key == "" {
			continue
		}
		s.wait = true
		a, items, err := s.send(c)
		if err != nil || a.status != http.StatusOK {
			t.Fatalf("replay with wait: %v %v", a, err)
		}
		for i, item := range items {
			if item.Job.Status != "done" {
				t.Errorf("the job of %s is %s", s.notes[i].token, item.Job.Status)
			}
		}
	}
	h.checkForgotten(t, c, h.sample(len(h.book.notes), func(m *note) bool { return m.forgotten }))
	h.checkRecall(t, c, h.sample(100, func(m *note) bool { return m.acked && !m.forgotten }))
	h.checkPrograms(t, c)
}

// sample answers up to n notes that pass, at random.
func (h *history) sample(n int, pass func(*note) bool) []*note {
	var found []*note
	for _, m := range h.book.notes {
		if pass(m) {
			found = append(found, m)
		}
	}
	h.rng.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found[:min(n, len(found))]
}

// checkServed wants every acknowledged event at its seq, as it was answered,
// and of a batch all events or none.
func (h *history) checkServed(t *testing.T, c *client) {
	t.Helper()
	keys := map[string]bool{}
	for _, p := range projects {
		streams := c.streams(t, p)
		for _, events := range streams {
			for i := range events {
				keys[events[i].IdempotencyKey] = true
			}
		}
		for _, m := range h.book.notes {
			if m.project != p || !m.acked {
				continue
			}
			events := streams[m.stream]
			if m.event.Seq < 1 || m.event.Seq > uint64(len(events)) {
				t.Errorf("%s/%s seq %d was acknowledged and is gone", p, m.stream, m.event.Seq)
			} else if got := events[m.event.Seq-1]; got != m.event {
				t.Errorf("%s/%s seq %d is another event than was acknowledged:\n%+v\n%+v", p, m.stream, m.event.Seq, got, m.event)
			}
		}
	}
	for _, s := range h.book.sendings {
		there := 0
		for _, m := range s.notes {
			if keys[m.key] {
				there++
			}
		}
		if s.batch && there != 0 && there != len(s.notes) {
			t.Errorf("%d events of a batch of %d are there", there, len(s.notes))
		}
	}
}

// sendAgain retries what was not acknowledged, as a client does.
func (h *history) sendAgain(t *testing.T, c *client) {
	t.Helper()
	for _, s := range h.book.sendings {
		if s.acked || s.notes[0].key == "" {
			continue
		}
		a, items, err := s.send(c)
		if err != nil || a.status >= 300 {
			t.Errorf("retry: %v %v", a, err)
			continue
		}
		for _, item := range items {
			if item.Replayed != items[0].Replayed {
				t.Errorf("half of a retried batch is a replay: %v", a)
			}
		}
		h.book.acknowledge(s, items)
	}
}

// forgetAgain retries the deeds that were not acknowledged: the same key
// either does it or answers what was done. Once a deed is purged its key is
// free, so then the ledger must show it.
func (h *history) forgetAgain(t *testing.T, c *client) {
	t.Helper()
	for _, m := range h.book.notes {
		if m.deed == "" || m.forgotten {
			continue
		}
		a, err := h.book.forget(c, m)
		if err == nil && a.status == http.StatusNotFound {
			h.readPurged(t, c, m.project)
			if m.forgotten {
				continue
			}
		}
		if err != nil || a.status != http.StatusOK {
			t.Errorf("retry of the deed %s for %s: %v %v", m.deed, m.event.ID, a, err)
		} else if !m.forgotten {
			t.Errorf("the deed %s does not name the event %s that it was for: %v", m.deed, m.event.ID, a)
		}
	}
}

// readPurged enters what the ledger of a project says to be purged.
func (h *history) readPurged(t *testing.T, c *client, project string) {
	t.Helper()
	took := map[string][]string{}
	for _, entry := range c.deletions(t, project) {
		took[entry.ID] = entry.EventIDs
		if entry.Kind == "purged" {
			h.book.forgot(took[entry.ReceiptID])
		}
	}
}

// checkReplays wants acknowledged keys to answer their events.
func (h *history) checkReplays(t *testing.T, c *client, notes []*note) {
	t.Helper()
	for _, m := range notes {
		var out wireRemembered
		a := c.must(t, m.project, "remember", fields{"stream": m.stream, "content": "another text", "idempotencyKey": m.key}, &out)
		if a.status != http.StatusOK || !out.Replayed || out.Event != m.event || out.Forgotten != m.forgotten {
			t.Errorf("the key %s was acknowledged with %+v (forgotten: %v), and answers %v", m.key, m.event, m.forgotten, a)
		}
	}
}

// checkForgotten wants no read to show what a deed took.
func (h *history) checkForgotten(t *testing.T, c *client, notes []*note) {
	t.Helper()
	listed := map[string]string{}
	for _, p := range projects {
		listed[p] = string(c.must(t, p, "memories", fields{"limit": 1000}, nil).body)
	}
	for _, m := range notes {
		if a := c.get(t, m.project, "/v1/events/"+m.event.ID+"/payload", nil); a.status != http.StatusGone {
			t.Errorf("the payload of the forgotten %s answers %v", m.event.ID, a)
		}
		if got := c.recall(t, m.project, m.question()); got.has(m.token) {
			t.Errorf("recall shows the forgotten %s: %+v", m.token, got)
		}
		if strings.Contains(listed[m.project], m.token) {
			t.Errorf("memories shows the forgotten %s", m.token)
		}
	}
}

// checkRecall wants what was learned to be found.
func (h *history) checkRecall(t *testing.T, c *client, notes []*note) {
	t.Helper()
	for _, m := range notes {
		if got := c.recall(t, m.project, m.question()); !got.has(m.token) {
			t.Errorf("%s was learned from %s and is not recalled: %+v", m.token, m.event.ID, got)
		}
	}
}

// checkOnce wants every key in one event and no more, every forgotten event in
// one receipt and no more, and no receipt for anything else.
func (h *history) checkOnce(t *testing.T, c *client) {
	t.Helper()
	for _, p := range projects {
		keys, receipts := map[string]int{}, map[string]int{}
		for stream, events := range c.streams(t, p) {
			for i := range events {
				keys[events[i].IdempotencyKey]++
				if i > 0 && events[i].PrevHash != events[i-1].Hash {
					t.Errorf("%s/%s: seq %d does not follow the one before", p, stream, i+1)
				}
			}
		}
		for _, entry := range c.deletions(t, p) {
			for _, id := range entry.EventIDs {
				receipts[id]++
			}
		}
		for _, m := range h.book.notes {
			if m.project != p {
				continue
			}
			if n := keys[m.key]; m.key != "" && n != 1 {
				t.Errorf("%s: the key %s is in %d events", p, m.key, n)
			}
			want := 0
			if m.forgotten {
				want = 1
			}
			if n := receipts[m.event.ID]; m.acked && n != want {
				t.Errorf("%s: %s (forgotten: %v) is in %d receipts", p, m.event.ID, m.forgotten, n)
			}
		}
	}
}

// checkPrograms has verify and fsck look at everything, over the server. The
// heads that verify keeps show that nothing verified before has changed.
func (h *history) checkPrograms(t *testing.T, c *client) {
	t.Helper()
	runs := [][]string{{"fsck", "--all"}}
	for _, p := range projects {
		runs = append(runs, []string{"verify", "--project", p, "--heads", h.heads + "-" + p})
	}
	var group sync.WaitGroup
	for _, args := range runs {
		group.Go(func() {
			if got := command(t, slices.Concat(args, []string{"--url", c.url})...); got.code != 0 {
				t.Errorf("kaibo %s ended with %d:\n%s%s", strings.Join(args, " "), got.code, got.out, got.errOut)
			}
		})
	}
	group.Wait()
}
