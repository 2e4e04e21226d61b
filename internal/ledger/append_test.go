package ledger_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

func TestAppend(t *testing.T) {
	w := newWorld()
	e := ledger.Entry{Kind: kaibo.KindFile, Content: []byte("Ship on July 17."), OccurredAt: new(start - 5), IdempotencyKey: "k1",
		Details: kaibo.Details{Actor: "ana", Role: "user", Metadata: map[string]any{"n": int64(3)}, ContentType: "text/plain"}}
	got := mustAppend(t, w.Ledger, "main", e)[0]

	id := project.EventIDForKey("k1")
	want := ledger.Appended{
		Event: kaibo.Event{ID: id, Stream: "main", Seq: 1, Kind: kaibo.KindFile, OccurredAt: start - 5, RecordedAt: start, IdempotencyKey: "k1"},
		Job: kaibo.Job{ID: kaibo.JobID(id), Stream: "main", First: 1, Last: 1, Status: kaibo.JobQueued,
			CreatedAt: start, UpdatedAt: start},
	}
	ignored := cmpopts.IgnoreFields(kaibo.Event{}, "Hash", "PayloadDigest", "DetailsDigest")
	if diff := cmp.Diff(want, got, ignored); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	s := checkLedger(t, w)
	if diff := cmp.Diff([]kaibo.Event{got.Event}, s.streams["main"]); diff != "" {
		t.Errorf("stored and answered (-answered +stored):\n%s", diff)
	}
	if diff := cmp.Diff(e.Details, s.details(t, id)); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
	if got := s.contents("main"); !slices.Equal(got, []string{"Ship on July 17."}) {
		t.Errorf("contents %q", got)
	}
}

func TestAppendHints(t *testing.T) {
	w := newWorld()
	mustAppend(t, w.Ledger, "main", messages(3)...)
	ds, err := w.queue.Receive(background, 10, time.Minute, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := kaibo.Message{Group: project.ID + "/main", Body: `{"project":"` + project.ID + `","stream":"main"}`}
	if len(ds) != 1 || ds[0].Message != want {
		t.Errorf("hints %+v, want one %+v", ds, want)
	}
	silent := w.process(nil)
	silent.Queue = nil
	mustAppend(t, silent, "main", message("no hint"))
}

func TestAppendBatch(t *testing.T) {
	w := newWorld()
	mustAppend(t, w.Ledger, "main", message("before"))
	out := mustAppend(t, w.Ledger, "main", messages(kaibo.MaxBatchEvents)...)
	for i, a := range out {
		if a.Event.Seq != uint64(i+2) || !cmp.Equal(a.Job, out[0].Job) || a.Replayed {
			t.Fatalf("answer %d is %+v", i, a)
		}
	}
	if job := out[0].Job; job.First != 2 || job.Last != 41 {
		t.Errorf("job from %d to %d, want 2 to 41", job.First, job.Last)
	}
	s := checkLedger(t, w)
	if got := s.contents("main"); len(got) != 41 || got[1] != "event 1 of 40" || got[40] != "event 40 of 40" {
		t.Errorf("contents %q", got)
	}
}

func TestSaltsDiffer(t *testing.T) {
	w := newWorld()
	mustAppend(t, w.Ledger, "main", message("same"), message("same"))
	s := checkLedger(t, w)
	salts := map[[16]byte]bool{}
	for _, p := range s.payloads {
		salts[p.Salt], salts[p.DetailsSalt] = true, true
	}
	if len(salts) != 4 {
		t.Errorf("%d salts for two events, want 4", len(salts))
	}
	if e := s.streams["main"]; e[0].PayloadDigest == e[1].PayloadDigest || e[0].DetailsDigest == e[1].DetailsDigest {
		t.Error("the same text has the same digest twice")
	}
}

func TestReplay(t *testing.T) {
	w := newWorld()
	first := mustAppend(t, w.Ledger, "main", message("before"), keyed("k", "said"))[1]
	replays := []struct {
		name   string
		stream string
		entry  ledger.Entry
		differ bool
	}{
		{"same", "main", keyed("k", "said"), false},
		{"other content", "main", keyed("k", "said otherwise"), true},
		{"other stream", "side", keyed("k", "said"), false},
		{"other details", "main", ledger.Entry{Kind: kaibo.KindFile, Content: []byte("said"), IdempotencyKey: "k", Details: kaibo.Details{Actor: "bo"}}, false},
	}
	for _, r := range replays {
		for name, l := range map[string]*ledger.Ledger{"same process": w.Ledger, "other process": w.process(nil)} {
			want := ledger.Appended{Event: first.Event, Job: first.Job, Replayed: true, PayloadDiffers: r.differ}
			if diff := cmp.Diff(want, mustAppend(t, l, r.stream, r.entry)[0]); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", r.name, name, diff)
			}
		}
	}
	if s := checkLedger(t, w); s.events() != 2 || len(objects(t, w)) != 2 {
		t.Errorf("replays left %d events and objects %v", s.events(), objects(t, w))
	}
}

func TestReplayShowsTheJobAsItIs(t *testing.T) {
	w := newWorld()
	job := mustAppend(t, w.Ledger, "main", keyed("k", "said"))[0].Job
	job.Status, job.Memories = kaibo.JobDone, []string{"mem_aaaaaaaaaaaaaaaa"}
	mustCommit(t, w.table, kaibo.PutOver(kaibo.JobKey(project.ID, "main", 1), 1, encode(t, job)))
	if diff := cmp.Diff(job, mustAppend(t, w.Ledger, "main", keyed("k", "said"))[0].Job); diff != "" {
		t.Errorf("job (-want +got):\n%s", diff)
	}
}

func TestReplayOfAForgottenEvent(t *testing.T) {
	w := newWorld()
	first := mustAppend(t, w.Ledger, "main", keyed("k", "said"))[0]
	forget(t, w, first.Event.ID)
	for _, purged := range []bool{false, true} {
		if purged {
			for _, name := range objects(t, w) {
				if err := w.objects.Delete(background, name); err != nil {
					t.Fatal(err)
				}
			}
		}
		want := ledger.Appended{Event: first.Event, Job: first.Job, Replayed: true, Forgotten: true}
		if diff := cmp.Diff(want, mustAppend(t, w.Ledger, "main", keyed("k", "other"))[0]); diff != "" {
			t.Errorf("purged %v (-want +got):\n%s", purged, diff)
		}
	}
	checkLedger(t, w)
}

// forget writes a tombstone as the deed of forgetting does.
func forget(t testing.TB, w *world, id string) {
	t.Helper()
	mustCommit(t, w.table, kaibo.PutNew(kaibo.TombKey(project.ID, id), 1, encode(t, kaibo.Tombstone{EventID: id, At: w.clock.now()})))
}

func TestBatchWithSomeKeysUsed(t *testing.T) {
	w := newWorld()
	a := mustAppend(t, w.Ledger, "main", keyed("a", "first a"))[0]
	b := mustAppend(t, w.Ledger, "side", keyed("b", "first b"))[0]
	out := mustAppend(t, w.Ledger, "main", keyed("c", "c"), keyed("b", "first b"), message("plain"), keyed("a", "second a"), keyed("d", "d"))

	if diff := cmp.Diff(ledger.Appended{Event: b.Event, Job: b.Job, Replayed: true}, out[1]); diff != "" {
		t.Errorf("b (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(ledger.Appended{Event: a.Event, Job: a.Job, Replayed: true, PayloadDiffers: true}, out[3]); diff != "" {
		t.Errorf("a (-want +got):\n%s", diff)
	}
	for i, seq := range map[int]uint64{0: 2, 2: 3, 4: 4} {
		if out[i].Replayed || out[i].Event.Seq != seq || out[i].Job.First != 2 || out[i].Job.Last != 4 {
			t.Errorf("answer %d is %+v, want seq %d of the job from 2 to 4", i, out[i], seq)
		}
	}
	s := checkLedger(t, w)
	if diff := cmp.Diff([]string{"first a", "c", "plain", "d"}, s.contents("main")); diff != "" {
		t.Errorf("main (-want +got):\n%s", diff)
	}
}

func TestKeyTwiceInABatch(t *testing.T) {
	w := newWorld()
	_, err := w.Append(background, project, "main", []ledger.Entry{keyed("k", "a"), message("b"), keyed("k", "a")})
	wantField(t, err, "events[2].idempotencyKey")
	nothingStored(t, w)
}

func TestKeysAreOfOneProject(t *testing.T) {
	w := newWorld()
	mustAppend(t, w.Ledger, "main", keyed("k", "here"))
	out, err := w.Append(background, other, "main", []ledger.Entry{keyed("k", "there")})
	if err != nil || out[0].Replayed {
		t.Fatalf("the key of another project answered %+v, %v", out, err)
	}
	checkLedger(t, w)
}

func TestOccurredAtDefaultsToRecordedAt(t *testing.T) {
	w := newWorld()
	e := mustAppend(t, w.Ledger, "main", message("now"))[0].Event
	if e.OccurredAt != start || e.RecordedAt != start {
		t.Errorf("occurred %v and recorded %v, want %v", e.OccurredAt, e.RecordedAt, start)
	}
}

func TestRecordedAtNeverDecreases(t *testing.T) {
	w := newWorld()
	var got []kaibo.Time
	for _, turn := range []time.Duration{0, -time.Hour, time.Minute, 2 * time.Hour, -3 * time.Hour} {
		w.clock.turn(turn)
		got = append(got, mustAppend(t, w.Ledger, "main", message("tick"))[0].Event.RecordedAt)
	}
	later := after(61 * time.Minute)
	if diff := cmp.Diff([]kaibo.Time{start, start, start, later, later}, got); diff != "" {
		t.Errorf("record times (-want +got):\n%s", diff)
	}
	checkLedger(t, w)
}

func TestCurate(t *testing.T) {
	w := newWorld()
	got, err := w.Curate(background, project, "~curate", ledger.Entry{Content: []byte(`{"op":"dispute"}`), IdempotencyKey: "c1"})
	if err != nil {
		t.Fatal(err)
	}
	if got.Event.Kind != kaibo.KindCurate || got.Event.Stream != "~curate" {
		t.Errorf("event %+v", got.Event)
	}
	again, err := w.Curate(background, project, "~curate", ledger.Entry{Content: []byte(`{"op":"dispute"}`), IdempotencyKey: "c1"})
	if err != nil || !again.Replayed || !cmp.Equal(again.Event, got.Event) {
		t.Errorf("again: %+v, %v", again, err)
	}
	_, err = w.Curate(background, project, "~curate", ledger.Entry{Content: []byte("x"), IdempotencyKey: strings.Repeat("k", kaibo.MaxIdempotencyKey+1)})
	wantField(t, err, "idempotencyKey")
	_, err = w.Curate(background, project, "~curate", ledger.Entry{Content: []byte("x"), Details: kaibo.Details{Actor: "a\x00b"}})
	wantField(t, err, "actor")
	_, err = w.Curate(background, project, "~curate", ledger.Entry{Content: []byte("x"), OccurredAt: new(kaibo.Forever)})
	wantField(t, err, "occurredAt")
	checkLedger(t, w)
}

func TestExpiry(t *testing.T) {
	w := newWorld()
	later, sooner := message("later"), message("sooner")
	later.ExpiresAt, sooner.ExpiresAt = new(after(48*time.Hour)), new(after(24*time.Hour))
	out := mustAppend(t, w.Ledger, "main", message("stays"), later, sooner)
	mustAppend(t, w.Ledger, "main", message("stays too"))

	var got []ledger.Expiry
	scan(t, w, kaibo.Records, kaibo.ExpirePartition, func(it kaibo.Item) {
		if want := kaibo.TimeKey(*sooner.ExpiresAt) + "/" + project.ID + "/" + out[0].Event.ID; it.Sort != want {
			t.Errorf("it lies at %s, want %s", it.Sort, want)
		}
		got = append(got, parse[ledger.Expiry](t, it))
	})
	want := []ledger.Expiry{{Project: project.ID, Events: []ledger.Expiring{
		{EventID: out[1].Event.ID, At: *later.ExpiresAt}, {EventID: out[2].Event.ID, At: *sooner.ExpiresAt}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("expiries (-want +got):\n%s", diff)
	}
	checkLedger(t, w)
}

func TestAttach(t *testing.T) {
	w := newWorld()
	mark := kaibo.Key{Partition: project.ID + "/mark", Sort: "x"}
	var saw []ledger.Recorded
	w.Attach = func(_ context.Context, p kaibo.Project, stream string, events []ledger.Recorded) ([]kaibo.Write, error) {
		if p.ID != project.ID || stream != "main" {
			t.Errorf("attach to %s of %s", stream, p.ID)
		}
		saw = events
		return []kaibo.Write{kaibo.PutAny(mark, events[0].Event.Seq, nil)}, nil
	}
	e := message("hello")
	e.Details = kaibo.Details{Initiatives: []string{"launch"}, Metadata: map[string]any{"thread": "T"}}
	out := mustAppend(t, w.Ledger, "main", e, message("bye"))

	ids, err := w.InitiativeIDs(background, project, []string{"launch"})
	if err != nil || len(ids) != 1 {
		t.Fatalf("initiatives %v, %v", ids, err)
	}
	want := []ledger.Recorded{
		{Event: out[0].Event, Session: 1, Content: []byte("hello"), Details: e.Details, Initiatives: ids,
			Tags: []string{project.MetadataTag("thread", "T")}},
		{Event: out[1].Event, Session: 2, Content: []byte("bye")},
	}
	if diff := cmp.Diff(want, saw); diff != "" {
		t.Errorf("attach saw (-want +got):\n%s", diff)
	}
	items, err := w.table.Get(background, mark)
	if err != nil || !items[0].Found() {
		t.Errorf("what was attached is not there: %v, %v", items, err)
	}
	checkLedger(t, w)
}

func TestAttachFails(t *testing.T) {
	failures := map[string]func() ([]kaibo.Write, error){
		"error":   func() ([]kaibo.Write, error) { return nil, errors.New("no index") },
		"refusal": func() ([]kaibo.Write, error) { return nil, kaibo.Errorf(kaibo.TooLarge, "320 rows") },
		"panic":   func() ([]kaibo.Write, error) { panic("no index") },
		"invalid": func() ([]kaibo.Write, error) { return []kaibo.Write{kaibo.PutNew(kaibo.Key{}, 1, nil)}, nil },
	}
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			w.Attach = func(context.Context, kaibo.Project, string, []ledger.Recorded) ([]kaibo.Write, error) { return fail() }
			_, err := w.Append(background, project, "main", messages(2))
			wantKind(t, err, kaibo.Internal)
			if s := checkLedger(t, w); s.events() != 0 {
				t.Errorf("%d events are stored", s.events())
			}
			mustAppend(t, w.process(nil), "main", message("next"))
			checkLedger(t, w)
		})
	}
}

func TestOneBadAppendFailsAlone(t *testing.T) {
	for _, how := range []string{"error", "panic", "invalid"} {
		t.Run(how, func(t *testing.T) {
			w := newWorld()
			w.Attach = func(_ context.Context, _ kaibo.Project, _ string, events []ledger.Recorded) ([]kaibo.Write, error) {
				switch bad := bytes.HasPrefix(events[0].Content, []byte("bad")); {
				case bad && how == "error":
					return nil, errors.New("no index for this")
				case bad && how == "panic":
					panic("no index for this")
				case bad:
					return []kaibo.Write{kaibo.PutNew(kaibo.Key{}, 1, nil)}, nil
				}
				return nil, nil
			}
			errs := together(t, w, "one", "bad", "three", "four")
			for i, err := range errs {
				if bad := i == 1; bad != (err != nil) {
					t.Errorf("append %d: %v", i, err)
				}
			}
			s := checkLedger(t, w)
			if diff := cmp.Diff([]string{"held", "one", "three", "four"}, s.contents("main")); diff != "" {
				t.Errorf("contents (-want +got):\n%s", diff)
			}
		})
	}
}

// lateTable answers the first Commit with an error, and makes it only when the
// next one comes: as a request that was slow on its way.
type lateTable struct {
	kaibo.Table
	t    *testing.T
	late []kaibo.Write
	n    int
}

func (l *lateTable) Commit(ctx context.Context, writes []kaibo.Write) error {
	if l.n++; l.n == 1 {
		l.late = writes
		return &kaibo.Error{Op: "commit", Kind: kaibo.Unavailable, Err: errors.New("no answer")}
	}
	if l.n == 2 {
		mustCommit(l.t, l.Table, l.late...)
	}
	return l.Table.Commit(ctx, writes)
}

// TestLateCommit lets the Commit of a first try arrive after the second try was
// built at another time: what is answered must be what is stored.
func TestLateCommit(t *testing.T) {
	for _, e := range []ledger.Entry{message("late"), keyed("k", "late")} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld()
			l := w.over(&lateTable{Table: w.table, t: t})
			l.Clock = func() kaibo.Time { w.clock.turn(time.Millisecond); return w.clock.now() }
			got := mustAppend(t, l, "main", e)[0]
			s := checkLedger(t, w)
			if diff := cmp.Diff(s.streams["main"], []kaibo.Event{got.Event}); diff != "" {
				t.Errorf("stored and answered (-stored +answered):\n%s", diff)
			}
			if diff := cmp.Diff(s.jobs["main"], []kaibo.Job{got.Job}); diff != "" {
				t.Errorf("jobs (-stored +answered):\n%s", diff)
			}
			if got.Replayed || got.PayloadDiffers {
				t.Errorf("its own append is answered as a replay: %+v", got)
			}
		})
	}
}

// TestReadsAmidACommit appends with a used key while its first append is being
// committed, and sees some of its items only.
func TestReadsAmidACommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		first := mustAppend(t, w.Ledger, "main", keyed("k", "said"))[0]
		hidden := map[kaibo.Key]int{kaibo.EventKey(project.ID, "main", 1): 2, kaibo.JobKey(project.ID, "main", 1): 3, kaibo.HeadKey(project.ID, "main"): 1}
		l := w.over(&tornTable{Table: w.table, hidden: hidden})
		want := ledger.Appended{Event: first.Event, Job: first.Job, Replayed: true}
		if diff := cmp.Diff(want, mustAppend(t, l, "main", keyed("k", "said"))[0]); diff != "" {
			t.Errorf("replay (-want +got):\n%s", diff)
		}
		checkLedger(t, w)
	})
}

// tornTable does not show items until they were asked for a number of times.
type tornTable struct {
	kaibo.Table
	hidden map[kaibo.Key]int
}

func (t *tornTable) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	items, err := t.Table.Get(ctx, keys...)
	for i, k := range keys {
		if err == nil && t.hidden[k] > 0 {
			t.hidden[k]--
			items[i] = kaibo.Item{Key: k}
		}
	}
	return items, err
}

func TestABusyStreamGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		commits := 0
		l := w.over(&hook{Table: w.table, commit: func([]kaibo.Write) error { commits++; return &kaibo.ConflictError{} }})
		_, err := l.Append(background, project, "main", messages(1))
		wantKind(t, err, kaibo.Unavailable)
		var e *kaibo.Error
		if !errors.As(err, &e) || e.RetryAfter <= 0 || !errors.As(err, new(*kaibo.ConflictError)) {
			t.Errorf("error %v says neither when to try again nor why", err)
		}
		if commits != 16 {
			t.Errorf("%d tries, want 16", commits)
		}
	})
}

// TestAnOldPayloadIsGivenUp keeps an append from naming a payload that the sweep
// may take.
func TestAnOldPayloadIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		commits := 0
		l := w.over(&hook{Table: w.table, commit: func([]kaibo.Write) error {
			commits++
			w.clock.turn(ledger.MaxPayloadAge/2 + time.Second)
			return &kaibo.ConflictError{}
		}})
		_, err := l.Append(background, project, "main", messages(1))
		wantKind(t, err, kaibo.Unavailable)
		if commits != 2 {
			t.Errorf("%d tries, want 2: the third would be too late", commits)
		}
	})
}

func TestDamagedHead(t *testing.T) {
	w := newWorld()
	mustAppend(t, w.Ledger, "main", messages(1)...)
	mustCommit(t, w.table, kaibo.PutAny(kaibo.HeadKey(project.ID, "main"), 2, []byte("{")))
	_, err := w.Append(background, project, "main", messages(1))
	wantKind(t, err, kaibo.Internal)
	if err != nil && !strings.Contains(err.Error(), project.ID+"/h/main") {
		t.Errorf("error %v does not name the item", err)
	}
}

func TestHashIsOverTheEnvelopeAlone(t *testing.T) {
	w := newWorld()
	e := mustAppend(t, w.Ledger, "main", message("x"))[0].Event
	hash, err := chain.EventHash(&e)
	if err != nil || hash != e.Hash {
		t.Errorf("hash %v, %v; answered %v", hash, err, e.Hash)
	}
}
