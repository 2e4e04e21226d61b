package endtoend_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The clients of a long load, by what they do, and how long each rests between
// two calls at most.
const (
	longWriters, longReplayers, longForgetters, longReaders = 28, 6, 4, 12

	rest = 600 * time.Millisecond
)

// TestLoad has 50 clients at one server, which is killed every 20 seconds, for as
// long as KAIBO_LOAD says: ".ci/long load 10m". At the end nothing that was
// acknowledged is lost, nothing is doubled, and of what was forgotten no byte is
// left.
func TestLoad(t *testing.T) {
	unixOnly(t)
	lasts, err := time.ParseDuration(os.Getenv("KAIBO_LOAD"))
	if err != nil {
		t.Skip(`for as long as KAIBO_LOAD says; TestKilledUnderLoad is the short one`)
	}
	every := min(20*time.Second, lasts/2)
	rng := seeded(t)
	dir := t.TempDir()
	h := &history{book: &book{}, data: filepath.Join(dir, "data"), heads: filepath.Join(dir, "heads"), rng: rng}
	acked, killed := int64(0), 0
	for began := time.Now(); time.Since(began) < lasts && !t.Failed(); killed++ {
		s := serve(t, h.data, "--forget-grace", "1s")
		h.sendAgain(t, s.client)
		h.forgetAgain(t, s.client)
		l := &load{book: h.book, client: s.client}
		l.beginLong(t, rng)
		time.Sleep(every)
		l.killed.Store(true)
		s.kill()
		l.group.Wait()
		acked += l.acked.Load()
	}
	s := serve(t, h.data, "--forget-grace", "1s")
	h.sendAgain(t, s.client)
	h.forgetAgain(t, s.client)
	h.checkServed(t, s.client)
	h.checkOnce(t, s.client)
	h.checkReplays(t, s.client, h.sample(2000, func(m *note) bool { return m.acked && m.key != "" }))
	forgotten := h.sample(len(h.book.notes), func(m *note) bool { return m.forgotten })
	h.checkForgotten(t, s.client, forgotten[:min(300, len(forgotten))])
	h.checkRecall(t, s.client, h.sample(200, func(m *note) bool { return m.learned && m.acked && !m.forgotten }))
	for _, p := range projects {
		awaitPurges(t, s.client, p)
	}
	h.checkPrograms(t, s.client)
	s.stop()
	h.checkBytes(t, forgotten)
	t.Logf("%d calls of remember acknowledged, %d events, %d forgotten, %d kills in %v", acked, len(h.book.notes), len(forgotten), killed, lasts)
}

// beginLong starts the clients of a long load.
func (l *load) beginLong(t testing.TB, rng *rand.Rand) {
	start := func(n int, step func(*rand.Rand) (answer, error)) {
		for range n {
			own := rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64()))
			l.group.Go(func() {
				for !l.killed.Load() && l.goOn(t, step, own) {
					time.Sleep(upTo(own, rest))
				}
			})
		}
	}
	start(longWriters, l.write)
	start(longReplayers, l.replay)
	start(longForgetters, l.erase)
	start(longReaders, l.explain)
}

// replay sends again what was acknowledged: it answers the same event.
func (l *load) replay(rng *rand.Rand) (answer, error) {
	m := l.book.any(rng, func(m *note) bool { return m.acked && m.key != "" })
	if m == nil {
		return l.read(rng)
	}
	l.book.mu.Lock()
	want, in := m.event, m.input()
	l.book.mu.Unlock()
	in["stream"] = m.stream
	var out wireRemembered
	a, err := l.client.call(m.project, "remember", "", in, &out)
	if err == nil && a.status < 300 && (out.Event != want || !out.Replayed) {
		err = fmt.Errorf("the key %s was acknowledged with %+v, and answers %v", m.key, want, a)
	}
	return a, err
}

// explain asks, and has the first answer explained.
func (l *load) explain(rng *rand.Rand) (answer, error) {
	m := l.book.any(rng, func(m *note) bool { return m.acked && m.deed == "" })
	if m == nil {
		return l.read(rng)
	}
	var out wireRecalled
	a, err := l.client.call(m.project, "recall", "", fields{"question": m.question()}, &out)
	if err != nil || a.status >= 300 || len(out.Items) == 0 {
		return a, err
	}
	a, err = l.client.call(m.project, "explain", "", fields{"memoryId": out.Items[0].MemoryID}, nil)
	if a.status == http.StatusNotFound || a.status == http.StatusGone { // it was a quote, and was learned or forgotten meanwhile
		a.status = http.StatusOK
	}
	return a, err
}

var tokens = regexp.MustCompile(`qx[bcdfghjkmz]{6}`)

// checkBytes holds that no file of the data directory has a word of what is
// forgotten: as text, and of some of them in other forms too.
func (h *history) checkBytes(t *testing.T, forgotten []*note) {
	t.Helper()
	gone := map[string]bool{}
	for _, m := range forgotten {
		gone[m.token] = true
	}
	err := filepath.WalkDir(h.data, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		for _, token := range tokens.FindAllString(strings.ToLower(string(b)), -1) {
			if gone[token] {
				t.Errorf("%s holds the forgotten %s", path, token)
				gone[token] = false
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	marks := map[string][]byte{}
	for _, m := range forgotten[:min(20, len(forgotten))] {
		for what, trace := range traces(m.token) {
			marks[what] = trace
		}
	}
	for path, what := range found(t, h.data, marks) {
		t.Errorf("%s holds %q", path, what)
	}
}
