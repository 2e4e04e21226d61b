package ledger_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// stored is all that a project's ledger holds, as checkLedger found it.
type stored struct {
	streams  map[string][]kaibo.Event
	byKey    map[string]kaibo.Event
	byID     map[string]kaibo.Event
	refs     map[string]kaibo.EventRef
	payloads map[string]*kaibo.Payload
	jobs     map[string][]kaibo.Job
}

// events answers how many events there are.
func (s *stored) events() int { return len(s.byID) }

// contents answers the texts of a stream in order.
func (s *stored) contents(stream string) []string {
	var out []string
	for _, e := range s.streams[stream] {
		out = append(out, string(s.payloads[e.ID].Content))
	}
	return out
}

// checkLedger reads a whole project from the world's ports, past the ledger
// where it can, and holds it to what package ledger promises: every chain and
// its head, an id item for each event and no other, each key once, every
// payload to its digests, jobs that lie end to end, and marker and listing of
// each stream.
func checkLedger(t testing.TB, w *world) *stored {
	t.Helper()
	s := &stored{streams: map[string][]kaibo.Event{}, byKey: map[string]kaibo.Event{}, byID: map[string]kaibo.Event{},
		refs: map[string]kaibo.EventRef{}, payloads: map[string]*kaibo.Payload{}, jobs: map[string][]kaibo.Job{}}
	reader := ledger.New(w.table, w.objects, nil, w.clock.now, nil)
	scan(t, w, kaibo.Events, project.ID+"/e/", func(it kaibo.Item) {
		e := parse[kaibo.Event](t, it)
		if want := kaibo.EventKey(project.ID, e.Stream, e.Seq); it.Key != want {
			t.Errorf("event %d of %s lies at %v", e.Seq, e.Stream, it.Key)
		}
		s.streams[e.Stream] = append(s.streams[e.Stream], e)
	})
	scan(t, w, kaibo.Records, project.ID+"/i/", func(it kaibo.Item) {
		if it.Sort == "ref" {
			ref := parse[kaibo.EventRef](t, it)
			s.refs[ref.ID] = ref
		}
	})
	var listed []string
	scan(t, w, kaibo.Records, kaibo.StreamsPartition(project.ID), func(it kaibo.Item) { listed = append(listed, it.Sort) })
	if diff := cmp.Diff(slices.Sorted(maps.Keys(s.streams)), listed); diff != "" {
		t.Errorf("streams that have events, and those listed (-have +listed):\n%s", diff)
	}
	for stream, events := range s.streams {
		s.checkStream(t, w, stream, events)
		for _, e := range events {
			s.checkEvent(t, reader, e)
		}
		s.checkJobs(t, w, stream, events)
	}
	if len(s.refs) != s.events() {
		t.Errorf("%d id items for %d events", len(s.refs), s.events())
	}
	return s
}

// checkStream holds a chain, its head and its lag marker together.
func (s *stored) checkStream(t testing.TB, w *world, stream string, events []kaibo.Event) {
	t.Helper()
	v := chain.NewVerifier(stream)
	for i := range events {
		if err := v.Event(&events[i]); err != nil {
			t.Fatalf("chain of %s: %v", stream, err)
		}
	}
	items, err := w.table.Get(background, kaibo.HeadKey(project.ID, stream), kaibo.LagKey(project.ID, stream))
	if err != nil {
		t.Fatal(err)
	}
	head, last := parse[kaibo.Head](t, items[0]), events[len(events)-1]
	want := kaibo.Head{Stream: stream, Seq: v.Size(), Hash: v.Hash(), RecordedAt: last.RecordedAt, Frontier: v.Frontier(),
		Session: s.refs[last.ID].Session, Thread: head.Thread, LastOccurred: last.OccurredAt}
	if diff := cmp.Diff(want, head); diff != "" {
		t.Errorf("head of %s (-want +got):\n%s", stream, diff)
	}
	if items[1].Version != head.Seq {
		t.Errorf("lag marker of %s has version %d, the head seq %d", stream, items[1].Version, head.Seq)
	}
	marker := parse[ledger.Hint](t, items[1])
	if diff := cmp.Diff(ledger.Hint{Project: project.ID, Stream: stream}, marker); diff != "" {
		t.Errorf("lag marker of %s (-want +got):\n%s", stream, diff)
	}
}

// checkEvent holds an event to its id item, its key and its payload.
func (s *stored) checkEvent(t testing.TB, reader *ledger.Ledger, e kaibo.Event) {
	t.Helper()
	if was, twice := s.byID[e.ID]; twice {
		t.Errorf("id %s is that of %s %d and of %s %d", e.ID, was.Stream, was.Seq, e.Stream, e.Seq)
	}
	s.byID[e.ID] = e
	if k := e.IdempotencyKey; k != "" {
		if was, twice := s.byKey[k]; twice {
			t.Errorf("key %q is that of %s %d and of %s %d", k, was.Stream, was.Seq, e.Stream, e.Seq)
		}
		s.byKey[k] = e
		if want := project.EventIDForKey(k); e.ID != want {
			t.Errorf("event with key %q has id %s, want %s", k, e.ID, want)
		}
	}
	ref, found := s.refs[e.ID]
	if !found || ref.Stream != e.Stream || ref.Seq != e.Seq {
		t.Errorf("id item of %s %d leads to %s %d", e.Stream, e.Seq, ref.Stream, ref.Seq)
	}
	got, payload, err := reader.Payload(background, project, e.ID)
	if kaibo.KindOf(err) == kaibo.Gone {
		return
	}
	if err != nil {
		t.Errorf("payload of %s %d: %v", e.Stream, e.Seq, err)
		return
	}
	if diff := cmp.Diff(e, *got); diff != "" {
		t.Errorf("event beside its payload (-chain +payload):\n%s", diff)
	}
	if !chain.CheckDigest(e.PayloadDigest, payload.Salt, payload.Content) || !chain.CheckDigest(e.DetailsDigest, payload.DetailsSalt, payload.Details) {
		t.Errorf("payload of %s %d has other digests than the event", e.Stream, e.Seq)
	}
	s.payloads[e.ID] = payload
}

// checkJobs holds the jobs of a stream end to end, and every event to its own.
func (s *stored) checkJobs(t testing.TB, w *world, stream string, events []kaibo.Event) {
	t.Helper()
	next := uint64(1)
	scan(t, w, kaibo.Records, kaibo.JobsPartition(project.ID, stream), func(it kaibo.Item) {
		if it.Partition != kaibo.JobsPartition(project.ID, stream) || !strings.HasPrefix(it.Sort, "j/") {
			return
		}
		job := parse[kaibo.Job](t, it)
		if job.First != next || job.Last < job.First || job.Last > uint64(len(events)) {
			t.Fatalf("job of %s from %d to %d; the next event is %d of %d", stream, job.First, job.Last, next, len(events))
		}
		if want := kaibo.JobID(events[job.First-1].ID); job.ID != want || it.Key != kaibo.JobKey(project.ID, stream, job.First) {
			t.Errorf("job %s at %v, want %s", job.ID, it.Key, want)
		}
		for _, e := range events[job.First-1 : job.Last] {
			if s.refs[e.ID].JobFirst != job.First {
				t.Errorf("%s %d has the job of %d, want %d", stream, e.Seq, s.refs[e.ID].JobFirst, job.First)
			}
		}
		s.jobs[stream] = append(s.jobs[stream], job)
		next = job.Last + 1
	})
	if next != uint64(len(events))+1 {
		t.Errorf("jobs of %s end before %d, its events at %d", stream, next, len(events))
	}
}

// details reads the details of an event back.
func (s *stored) details(t testing.TB, id string) kaibo.Details {
	t.Helper()
	d, err := canon.ParseDetails(s.payloads[id].Details)
	if err != nil {
		t.Fatalf("details of %s: %v", id, err)
	}
	return d
}

func scan(t testing.TB, w *world, class kaibo.Class, prefix string, fn func(kaibo.Item)) {
	t.Helper()
	if err := w.table.Scan(background, class, prefix, func(it kaibo.Item) error { fn(it); return nil }); err != nil {
		t.Fatalf("scan: %v", err)
	}
}

func parse[T any](t testing.TB, it kaibo.Item) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(it.Data, &v); err != nil {
		t.Fatalf("item %s %s: %v", it.Partition, it.Sort, err)
	}
	return v
}

// nothingStored holds that no item and no object was written.
func nothingStored(t testing.TB, w *world) {
	t.Helper()
	for _, class := range []kaibo.Class{kaibo.Records, kaibo.Events} {
		scan(t, w, class, "", func(it kaibo.Item) { t.Errorf("item %s %s was written", it.Partition, it.Sort) })
	}
	if names := objects(t, w); len(names) != 0 {
		t.Errorf("objects were written: %v", names)
	}
}

// objects lists the names of all objects.
func objects(t testing.TB, w *world) []string {
	t.Helper()
	list, err := w.objects.List(background, "", "", 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(list))
	for i, o := range list {
		names[i] = o.Name
	}
	return names
}

// lacks holds that a text is nowhere in an item.
func lacks(t testing.TB, it kaibo.Item, text string) {
	t.Helper()
	if strings.Contains(it.Partition+" "+it.Sort+" "+string(it.Data), text) {
		t.Errorf("item %s %s holds %q", it.Partition, it.Sort, text)
	}
}
