package simtest_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/invariant"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// look holds what holds at all times, while others are in the middle of what
// they do, and reads, as a client would, what an answered deed took: none of it
// may be there.
func (s *sim) look(context.Context, *process) (string, error) {
	w := enginetest.Over(s.t, s.ports)
	for _, f := range w.Promised(invariant.Always) {
		s.t.Errorf("in the middle: %s", f)
	}
	if len(s.deeds) > 0 {
		s.checkTaken(w, s.deeds[s.rng.IntN(len(s.deeds))].Receipts)
	}
	return "", nil
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
	p := s.over(s.ports, nil)
	w := p.World
	s.calm()
	s.takeUp(p)
	if s.seed%8 == 0 { // derived again, all of it must hold the same
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
	s.checkAcknowledged(w, gone)
	s.checkBystanders(w, gone)
	s.checkTable(gone)
	for _, d := range s.deeds {
		s.checkTaken(w, d.Receipts)
	}
	if s.seed%4 == 1 {
		w.CheckFsck()
	}
	if s.seed%8 == 1 {
		w.CheckRebuild()
	}
	s.checkSigned(p)
	s.ports.Clock.Advance(6 * time.Hour) // all expires that is to
	s.takeUp(p)
	for range 3 { // a rewrite of the index that stopped is waited for
		w.Purge()
	}
	s.sweep(w)
	gone = s.forgotten(w)
	s.checkPurged(gone)
	for _, f := range w.Promised(invariant.Settled) {
		s.t.Errorf("at the end: %s", f)
	}
	if s.seed%4 == 0 {
		w.CheckRebuild()
	}
	s.checkDelivered(p)
	s.close(gone)
	s.gone = gone
}

// sweep deletes what crashes and lost races left behind, when it is old enough.
func (s *sim) sweep(w *enginetest.World) {
	ctx := context.Background()
	if _, err := w.Worker.SweepPlans(ctx, w.Project); err != nil {
		s.t.Fatal(err)
	}
	s.ports.Clock.Advance(2 * time.Hour)
	if _, _, err := w.Ledger.Sweep(ctx, w.Project, 0); err != nil {
		s.t.Fatal(err)
	}
	if err := w.Index.Sweep(ctx, w.Project); err != nil {
		s.t.Fatal(err)
	}
}

// takeUp does what the schedule does until nothing is left.
func (s *sim) takeUp(p *process) {
	ctx := context.Background()
	if _, err := p.Forget.Resume(ctx); err != nil {
		s.t.Fatalf("resume: %v", err)
	}
	p.Settle()
	s.retryFailed(p.World)
	if _, err := p.Forget.Expire(ctx); err != nil {
		s.t.Fatalf("expire: %v", err)
	}
	if _, err := p.retention.Enforce(ctx); err != nil {
		s.t.Fatalf("enforce: %v", err)
	}
	p.Settle()
}

// retryFailed takes the jobs up again that used up their attempts.
func (s *sim) retryFailed(w *enginetest.World) {
	ctx := context.Background()
	page, err := s.ports.Table.Query(ctx, kaibo.Records, kaibo.FailedPartition(project), kaibo.Range{})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, item := range page.Items {
		stream, seq, _ := strings.Cut(item.Sort, "/")
		first, err := strconv.ParseUint(seq, 10, 64)
		if err != nil {
			s.t.Fatal(err)
		}
		events, _, err := w.Ledger.EventsAfter(ctx, w.Project, stream, first-1, 1)
		if err != nil {
			s.t.Fatal(err)
		}
		job, err := w.Worker.RetryJob(ctx, w.Project, kaibo.JobID(events[0].ID))
		if err != nil || job.Status != kaibo.JobDone {
			s.t.Errorf("the job of %s seq %d is %+v, %v", stream, first, job, err)
		}
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
	for i := range entries {
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

// checkAcknowledged holds that every acknowledged event is there once, with its
// words unless they are forgotten.
func (s *sim) checkAcknowledged(w *enginetest.World, gone map[string]bool) {
	ctx := context.Background()
	seen := make(map[string]int)
	for _, stream := range []string{"main", "notes", "mail"} {
		events, _, err := w.Ledger.EventsAfter(ctx, w.Project, stream, 0, kaibo.MaxListLimit)
		if err != nil && kaibo.KindOf(err) != kaibo.NotFound {
			s.t.Fatal(err)
		}
		for i := range events {
			seen[events[i].ID]++
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
	if len(words) == 0 || !strings.Contains(string(b), "canary") {
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

// checkPurged holds that no byte of the store, nor of the queue, has a word of
// what is forgotten.
func (s *sim) checkPurged(gone map[string]bool) {
	s.checkTable(gone)
	words := s.words(gone)
	for _, m := range s.ports.Queue.(*looseQueue).line {
		s.lookFor(words, "a message", []byte(m.Group+m.Body))
	}
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

// checkSigned holds that every log can be signed to its head, whoever stopped
// while signing, and that the alarm did not ring.
func (s *sim) checkSigned(p *process) {
	ctx := context.Background()
	if _, err := p.checkpoints.Sweep(ctx); err != nil {
		s.t.Errorf("sign: %v", err)
	}
	reader := &checkpoint.Reader{Table: s.ports.Table, Objects: s.ports.Objects}
	for _, stream := range []string{"main", "notes", "mail"} {
		head, err := p.Ledger.Head(ctx, p.Project, stream)
		if err != nil || head.Seq == 0 {
			continue
		}
		got, err := reader.Checkpoint(ctx, checkpoint.Log{Project: project, Stream: stream})
		if err != nil {
			s.t.Errorf("the checkpoint of %s: %v", stream, err)
		} else if got.Size != head.Seq {
			s.t.Errorf("%s is signed to %d of %d", stream, got.Size, head.Seq)
		}
	}
}

// checkDelivered delivers what is left and holds that every notice came to the
// webhook, or lies in its dead letters, and none was made up.
func (s *sim) checkDelivered(p *process) {
	if !s.set.webhook {
		return
	}
	ctx := context.Background()
	s.receiver.calm = true
	for range 100 {
		next, err := p.webhooks.Deliver(ctx, project)
		if err != nil {
			s.t.Fatalf("deliver: %v", err)
		}
		if next == kaibo.Forever {
			break
		}
		s.ports.Clock.Advance(time.Duration(max(next-s.ports.Clock.Now(), 1)) * time.Millisecond)
	}
	list, err := p.webhooks.List(ctx, p.Project)
	if err != nil || len(list) != 1 {
		s.t.Fatalf("the webhooks are %v, %v", list, err)
	}
	dead, _, err := p.webhooks.DeadLetters(ctx, p.Project, list[0].ID, "", 1000)
	if err != nil {
		s.t.Fatal(err)
	}
	heard := make(map[string]bool)
	for id := range s.receiver.taken {
		heard[id] = true
	}
	for _, d := range dead {
		heard[d.MessageID] = true
	}
	if list[0].Enabled() && len(heard) != s.notices {
		s.t.Errorf("of %d notices %d were taken or lie with the dead letters", s.notices, len(heard))
	}
}

// close ends a run over the embedded store: its file is whole, no byte of what is
// forgotten is in its directory, and its backups can be restored.
func (s *sim) close(gone map[string]bool) {
	if s.store == nil {
		return
	}
	err := errors.Join(s.store.Check(context.Background()), s.store.CompactFile(context.Background()))
	if err != nil {
		s.t.Errorf("the embedded store: %v", err)
	}
	s.checkBackups(gone)
	if err := s.store.Close(); err != nil {
		s.t.Error(err)
	}
	s.checkFiles(s.dir, gone)
}
