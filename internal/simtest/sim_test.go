package simtest_test

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// look reads, as a client would, what an answered deed took: none of it may be
// there.
func (s *sim) look(w *enginetest.World) {
	if len(s.deeds) == 0 {
		return
	}
	s.checkTaken(enginetest.Over(s.t, s.ports), s.deeds[s.rng.IntN(len(s.deeds))].Receipts)
}

func (s *sim) checkTaken(w *enginetest.World, receipts []kaibo.Receipt) {
	ctx := context.Background()
	for _, r := range receipts {
		for _, id := range r.EventIDs {
			if _, _, err := w.Ledger.Payload(ctx, w.Project, id); kaibo.KindOf(err) != kaibo.Gone {
				s.t.Errorf("the payload of the forgotten %s answers %v", id, err)
			}
			if e := s.event(id); e != nil {
				if found := w.Found(e.word); len(found) > 0 {
					s.t.Errorf("the word of the forgotten %s is found in %v", id, found)
				}
			}
			if m, err := w.Views.Memory(ctx, w.Project, kaibo.ProvisionalID(id)); err == nil && m.Provisional && m.Content != "" {
				s.t.Errorf("the provisional memory of the forgotten %s says %q", id, m.Content)
			}
		}
		for _, id := range r.MemoryIDs {
			m, err := w.Views.Memory(ctx, w.Project, id)
			if err != nil || m.Status != kaibo.StatusForgotten || m.Content != "" {
				s.t.Errorf("the forgotten %s answers %+v, %v", id, m, err)
			}
			x, err := w.Views.Explain(ctx, w.Project, id)
			if err != nil {
				s.t.Errorf("explain of the forgotten %s: %v", id, err)
				continue
			}
			for _, e := range x.Events {
				if slices.Contains(r.EventIDs, e.ID) && e.Content+e.Actor != "" {
					s.t.Errorf("explain of the forgotten %s shows %+v", id, e)
				}
			}
		}
	}
}

func (s *sim) event(id string) *said {
	for _, e := range s.said {
		if e.id == id {
			return e
		}
	}
	return nil
}

// finish lets one process without faults take up all that was left, and checks
// every promise.
func (s *sim) finish() {
	ctx := context.Background()
	w := enginetest.Over(s.t, s.ports)
	s.ports.Clock.Advance(10 * time.Minute) // what stopped counts as stopped
	if _, err := w.Forget.Resume(ctx); err != nil {
		s.t.Fatalf("resume: %v", err)
	}
	w.Settle()
	for _, e := range s.said {
		if e.acked {
			s.retry(w, e)
		}
	}
	if s.seed%2 == 0 { // derived again, all of it must hold the same
		_, err := w.Worker.Restructure(ctx, w.Project, kaibo.Details{}, false, nil, func(ctx context.Context) error {
			_, err := w.Views.Rebuild(ctx, w.Project, w.Ports.Scan, nil)
			return err
		})
		if err != nil {
			s.t.Fatalf("restructure: %v", err)
		}
		w.Settle()
	}
	gone := s.forgotten(w)
	s.checkLedger(w, gone)
	s.checkBystanders(w, gone)
	s.checkTable(gone)
	for _, d := range s.deeds {
		s.checkTaken(w, d.Receipts)
	}
	w.CheckFsck()
	w.CheckRebuild()
	for range 3 { // a rewrite of the index that stopped is waited for
		w.Purge()
	}
	if _, err := w.Worker.SweepPlans(ctx, w.Project); err != nil {
		s.t.Fatal(err)
	}
	s.ports.Clock.Advance(2 * time.Hour)
	if _, _, err := w.Ledger.Sweep(ctx, w.Project, 0); err != nil {
		s.t.Fatal(err)
	}
	s.checkPurged(gone)
	w.CheckFsck()
	w.CheckRebuild()
}

// retry takes a job up again that used up its attempts.
func (s *sim) retry(w *enginetest.World, e *said) {
	ref, _, err := w.Ledger.Ref(context.Background(), w.Project, e.id)
	if err != nil {
		s.t.Fatalf("the acknowledged %s is not there: %v", e.key, err)
	}
	events, _, err := w.Ledger.EventsAfter(context.Background(), w.Project, ref.Stream, ref.JobFirst-1, 1)
	if err != nil {
		s.t.Fatal(err)
	}
	job, err := w.Worker.RetryJob(context.Background(), w.Project, kaibo.JobID(events[0].ID))
	if err != nil || job.Status != kaibo.JobDone {
		s.t.Errorf("the job of %s is %+v, %v", e.key, job, err)
	}
}

// forgotten reads from the ledger what is forgotten, also by deeds whose
// answer nobody got.
func (s *sim) forgotten(w *enginetest.World) map[string]bool {
	gone := make(map[string]bool)
	entries, _, err := w.Ledger.Deletions(context.Background(), w.Project, 0, kaibo.MaxListLimit)
	if err != nil {
		s.t.Fatal(err)
	}
	verifier := chain.NewReceiptVerifier()
	for i := range entries {
		if err := verifier.Receipt(&entries[i]); err != nil {
			s.t.Errorf("the deletion ledger: %v", err)
		}
		for _, id := range slices.Concat(entries[i].EventIDs, entries[i].MemoryIDs) {
			gone[id] = true
		}
	}
	for _, d := range s.deeds {
		for _, r := range d.Receipts {
			if !slices.ContainsFunc(entries, func(e kaibo.Receipt) bool { return e.ID == r.ID && e.Hash == r.Hash }) {
				s.t.Errorf("the receipt %s is not in the ledger", r.ID)
			}
		}
	}
	return gone
}

// checkLedger holds that every acknowledged event is there once, in a chain
// that verifies, with its words unless they are forgotten.
func (s *sim) checkLedger(w *enginetest.World, gone map[string]bool) {
	ctx := context.Background()
	seen := make(map[string]int)
	heads, _, err := w.Ledger.Streams(ctx, w.Project, "", kaibo.MaxGetKeys)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, h := range heads {
		verifier := chain.NewVerifier(h.Stream)
		events, _, err := w.Ledger.EventsAfter(ctx, w.Project, h.Stream, 0, kaibo.MaxListLimit)
		if err != nil || uint64(len(events)) != h.Seq {
			s.t.Fatalf("stream %s has %d of %d events, %v", h.Stream, len(events), h.Seq, err)
		}
		for i := range events {
			seen[events[i].ID]++
			if err := verifier.Event(&events[i]); err != nil {
				s.t.Errorf("stream %s: %v", h.Stream, err)
			}
		}
	}
	for _, e := range s.said {
		if !e.acked {
			continue
		}
		if seen[e.id] != 1 {
			s.t.Errorf("the acknowledged %s is there %d times", e.key, seen[e.id])
		}
		_, payload, err := w.Ledger.Payload(ctx, w.Project, e.id)
		if gone[e.id] != (kaibo.KindOf(err) == kaibo.Gone) || !gone[e.id] && (err != nil || string(payload.Content) != string(e.entry.Content)) {
			s.t.Errorf("the payload of %s, forgotten %v: %v", e.key, gone[e.id], err)
		}
	}
}

// checkBystanders holds that of every event that was not forgotten the memory
// that only it bears is there, and once.
func (s *sim) checkBystanders(w *enginetest.World, gone map[string]bool) {
	count := make(map[string]int)
	for _, r := range w.Records() {
		if !r.Forgotten {
			count[r.Content]++
		}
	}
	for _, e := range s.said {
		want := 1
		if !e.acked {
			continue
		}
		if gone[e.id] {
			want = 0
		}
		if got := count[e.word+" is here"]; got != want {
			s.t.Errorf("of %s (%s), forgotten %v, there are %d memories", e.key, e.id, gone[e.id], got)
		}
	}
}

// words answers those of the events that are forgotten.
func (s *sim) words(gone map[string]bool) []string {
	var words []string
	for _, e := range s.said {
		if gone[e.id] {
			words = append(words, e.word)
		}
	}
	return words
}

// lookFor fails the test where bytes have one of the words.
func (s *sim) lookFor(words []string, where string, b []byte) {
	if !strings.Contains(string(b), "canary") {
		return
	}
	for _, word := range words {
		if strings.Contains(string(b), word) {
			s.t.Errorf("%s is left in %s", word, where)
		}
	}
}

// checkTable holds that no item of the table has a word of what is forgotten:
// only objects wait for the purge.
func (s *sim) checkTable(gone map[string]bool) {
	words := s.words(gone)
	for _, class := range []kaibo.Class{kaibo.Records, kaibo.Events} {
		err := s.ports.Scan.Scan(context.Background(), class, "", func(item kaibo.Item) error {
			s.lookFor(words, item.Partition+" "+item.Sort, append([]byte(item.Partition+item.Sort), item.Data...))
			return nil
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

// checkPurged holds that no byte of the store has a word of what is forgotten.
func (s *sim) checkPurged(gone map[string]bool) {
	s.checkTable(gone)
	words := s.words(gone)
	for after := ""; ; {
		list, err := s.ports.Objects.List(context.Background(), "", after, 1000)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, o := range list {
			after = o.Name
			b, err := s.ports.Objects.Get(context.Background(), o.Name, 0, -1)
			if err != nil {
				s.t.Fatal(err)
			}
			s.lookFor(words, o.Name, b)
		}
		if len(list) < 1000 {
			return
		}
	}
}

// TestSimulation runs as many seeds as fit the time, or as the environment
// says. A run that fails prints its seed and what was done.
func TestSimulation(t *testing.T) {
	first, count := uint64(0), 1<<30
	deadline := time.Now().Add(15 * time.Second)
	if n, err := strconv.Atoi(os.Getenv("KAIBO_SEEDS")); err == nil {
		count, deadline = n, time.Now().Add(24*time.Hour)
	}
	if n, err := strconv.ParseUint(os.Getenv("KAIBO_SEED"), 10, 64); err == nil {
		first = n
		if os.Getenv("KAIBO_SEEDS") == "" {
			count = 1
		}
	}
	ran := 0
	for ; ran < count && time.Now().Before(deadline) && !t.Failed(); ran++ {
		seed := first + uint64(ran)
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			s := newSim(t, seed)
			defer func() {
				if t.Failed() {
					t.Logf("KAIBO_SEED=%d:\n%s", seed, strings.Join(s.history, "\n"))
				}
			}()
			for range 60 {
				s.step()
				if s.rng.IntN(20) == 0 {
					s.ports.Clock.Advance(40 * time.Minute)
				}
			}
			s.finish()
		})
	}
	t.Logf("%d seeds from %d", ran, first)
}
