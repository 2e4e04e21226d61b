package forget_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

func TestKeyAnswersTheSameReceipt(t *testing.T) {
	w, ids := tale(t)
	o := forget.Order{Selector: forget.Selector{EventID: ids[0]}, Reason: "asked", Key: "k1"}
	first, err := w.Forget.Forget(t.Context(), w.Project, o)
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.Restart().Forget.Forget(t.Context(), w.Project, o)
	if diff := cmp.Diff(first, again, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("again: %v\n%s", err, diff)
	}
	o.Key = "k2"
	if got := forgetKind(t, w, o); got != kaibo.NotFound {
		t.Errorf("another key for what is forgotten: %v", got)
	}
	if got := deletions(t, w); len(got) != 1 {
		t.Errorf("the ledger has %d entries", len(got))
	}

	w.Ports.Clock.Advance(2 * time.Hour) // over the grace
	if n := w.Purge(); n != 1 {
		t.Fatalf("%d deeds purged", n)
	}
	w.Say("main", "what came later")
	o.Key, o.Selector = "k1", forget.Selector{Stream: "main"} // a retry that would take more today
	purged, err := w.Restart().Forget.Forget(t.Context(), w.Project, o)
	first.ReasonSalt = ""
	if diff := cmp.Diff(first, purged, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("after the purge: %v\n%s", err, diff)
	}
	if got := deletions(t, w); len(got) != 2 {
		t.Errorf("the ledger has %d entries", len(got))
	}
}

// A memory with a source outside the set stays: made from that source's words,
// with its times, and its old id leads there.
func TestSharedMemoryIsDerivedAgain(t *testing.T) {
	w, ids := tale(t)
	old := w.Find("mill is tall")
	deed := w.Take(forget.Selector{EventID: ids[2]})
	if slices.Contains(deed.Receipts[0].MemoryIDs, old.ID) {
		t.Error("the receipt names a memory that stays")
	}
	now := w.Find("mill is tall")
	if now.ID == old.ID || now.Source.EventID != ids[3] || now.EventCount != 2 {
		t.Errorf("it is now %+v", now)
	}
	if now.Last().ValidFrom != old.Last().ValidFrom || now.First.RecordedAt != now.Source.RecordedAt {
		t.Errorf("it holds from %v and is known since %v", now.Last().ValidFrom, now.First.RecordedAt)
	}
	m, err := w.Views.Memory(t.Context(), w.Project, old.ID)
	if err != nil || m.ID != now.ID || !slices.Equal(m.ReplacedBy, []string{now.ID}) {
		t.Errorf("the old id answers %+v, %v", m, err)
	}
	if m, err := w.Views.Memory(t.Context(), w.Project, kaibo.ProvisionalID(ids[3])); err != nil || m.ID != now.ID || !slices.Equal(m.ReplacedBy, []string{now.ID}) {
		t.Errorf("the provisional id of its source answers %+v, %v", m, err)
	}
	if x, err := w.Views.Explain(t.Context(), w.Project, old.ID); err != nil || x.Chain[0].Content != "mill is tall" || len(x.Events) != 2 {
		t.Errorf("explain of the old id answers %+v, %v", x, err)
	}
	// A curation by the old id means the new one; what is said next replaces it.
	w.Mend(structure.Curation{Verb: structure.VerbDispute, MemoryID: old.ID})
	w.Say("main", "mill is small")
	w.Settle()
	if got := w.Find("mill is tall").Last(); got.Status != kaibo.StatusSuperseded || !got.Disputed {
		t.Errorf("afterwards it is %+v", got)
	}
	w.CheckFsck()
	w.CheckRebuild()
	// A source that is not the one it was made from only goes.
	w.Take(forget.Selector{EventID: ids[7]})
	if got := w.Find("mill is tall"); got.ID != now.ID || got.EventCount != 1 {
		t.Errorf("after its other source went it is %+v", got)
	}
	w.Purge()
	w.CheckFsck()
	w.CheckRebuild()
}

// A memory of many sources is derived again with all of them.
func TestSharedMemoryOfManySources(t *testing.T) {
	w := enginetest.New(t)
	first := w.Say("main", "tea is green")
	for range 10 {
		var batch []ledger.Entry
		for range 40 {
			batch = append(batch, by("ana", "tea is green"))
		}
		w.Append("main", batch...)
	}
	w.Settle()
	if got := w.Find("tea is green").EventCount; got != 401 {
		t.Fatalf("it has %d sources", got)
	}
	w.Take(forget.Selector{EventID: first.ID})
	now := w.Find("tea is green")
	sources, cursor := 0, ""
	for {
		page, next, err := w.Views.Sources(t.Context(), w.Project, now.ID, cursor, 150)
		if err != nil {
			t.Fatal(err)
		}
		sources += len(page)
		if cursor = next; next == "" {
			break
		}
	}
	if now.EventCount != 400 || sources != 400 {
		t.Errorf("it says %d sources and lists %d", now.EventCount, sources)
	}
	w.CheckFsck()
	w.CheckRebuild()
}

// What a writer's name is copied to goes with the writer's event, also where a
// memory that was derived again got its sources from.
func TestWriterGoesEverywhere(t *testing.T) {
	w := enginetest.New(t)
	var ids []string
	for _, actor := range []string{"ana", "bo", "zebediah"} {
		ids = append(ids, w.Append("main", by(actor, "tea is green"))[0].Event.ID)
	}
	w.Settle()
	w.Take(forget.Selector{EventID: ids[0]})
	w.Take(forget.Selector{EventID: ids[2]})
	w.Find("tea is green")
	w.Purge()
	if left := everyByte(t, w.Ports, "zebediah"); len(left) > 0 {
		t.Errorf("the name is left in %v", left)
	}
	w.CheckFsck()
	w.CheckRebuild()
}

func TestForgetBeforeItIsStructured(t *testing.T) {
	w := enginetest.New(t)
	out := w.Append("main", by("ana", "canary is yellow"), by("ana", "tea is green"))
	w.Take(forget.Selector{MemoryID: kaibo.ProvisionalID(out[0].Event.ID)})
	if got := w.Found("canary"); len(got) > 0 {
		t.Errorf("the word is in %v", got)
	}
	if m, err := w.Views.Memory(t.Context(), w.Project, kaibo.ProvisionalID(out[0].Event.ID)); err != nil || m.Status != kaibo.StatusForgotten || m.Content != "" {
		t.Errorf("its provisional id answers %+v, %v", m, err)
	}
	w.Settle()
	if got := contents(w.Records()); !slices.Equal(got, []string{"tea is green"}) {
		t.Errorf("learned %v", got)
	}
	w.Purge()
	if left := everyByte(t, w.Ports, "canary"); len(left) > 0 {
		t.Errorf("the word is left in %v", left)
	}
	w.CheckFsck()
	w.CheckRebuild()
}

// What another process learns from an event between the choice of the set and
// its tombstone goes too.
func TestLearnedWhileTheDeedBegins(t *testing.T) {
	for at := 1; at <= 3; at++ {
		w := enginetest.New(t)
		e := w.Say("main", "canary is yellow\ntea is green")
		w.Say("main", "tea is green")
		commits := 0
		hooked := w.Hooked(func([]kaibo.Write) {
			if commits++; commits == at {
				w.Settle()
			}
		})
		hooked.Take(forget.Selector{EventID: e.ID})
		w.Settle()
		if got := w.Found("canary"); len(got) > 0 {
			t.Errorf("learned before commit %d: the word is in %v", at, got)
		}
		if got := w.Find("tea is green"); got.EventCount != 1 {
			t.Errorf("learned before commit %d: the bystander has %d sources", at, got.EventCount)
		}
		w.Purge()
		if left := everyByte(t, w.Ports, "canary"); len(left) > 0 {
			t.Errorf("learned before commit %d: the word is left in %v", at, left)
		}
		w.CheckFsck()
		w.CheckRebuild()
	}
}

// The plan of a job that stopped in the middle holds text: the purge takes it,
// and the job still ends.
func TestPlanOfAnOpenJob(t *testing.T) {
	w := enginetest.New(t)
	var long strings.Builder
	for i := range 40 {
		fmt.Fprintf(&long, "subject%d is canary%d\n", i, i)
	}
	out := w.Append("main", by("ana", long.String()), by("ana", "tea is green"))
	ports := w.Ports
	ports.Table = &porttest.FaultyTable{Table: ports.Table, Plan: porttest.FailNth(2, porttest.Stop, porttest.OpCommit)}
	_ = enginetest.Over(t, ports).Worker.Drain(t.Context(), w.Project, "main")
	if left := everyByte(t, w.Ports, "/plan/"); len(left) == 0 {
		t.Fatal("there is no plan to test with")
	}
	set, err := w.Forget.Select(t.Context(), w.Project, forget.Selector{EventID: out[0].Event.ID})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Forget.Forget(t.Context(), w.Project, forget.Order{Selector: forget.Selector{EventID: out[0].Event.ID}, Preview: set.Preview()}); err != nil {
		t.Fatal(err)
	}
	w.Purge()
	if left := everyByte(t, w.Ports, "canary"); len(left) > 0 {
		t.Errorf("the word is left in %v", left)
	}
	w.Settle()
	w.Find("tea is green")
	w.CheckFsck()
	w.CheckRebuild()
}

func TestForgetCuration(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green")
	w.Settle()
	m := w.Mend(structure.Curation{Verb: structure.VerbCorrect, MemoryID: w.Find("tea is green").ID, Content: "tea is canary"})
	w.Mend(structure.Curation{Verb: structure.VerbAlias, Name: "Canary", Same: "Tweety"})
	deed := w.Take(forget.Selector{Query: "canary"})
	if len(deed.Receipts[0].EventIDs) != 3 || !slices.Contains(deed.Receipts[0].EventIDs, m.Event.ID) {
		t.Errorf("the deed takes %v", deed.Receipts[0].EventIDs)
	}
	if aliases, err := w.Worker.Aliases(t.Context(), w.Project); err != nil || len(aliases) != 0 {
		t.Errorf("aliases are %v, %v", aliases, err)
	}
	w.Purge()
	if left := everyByte(t, w.Ports, "canary"); len(left) > 0 {
		t.Errorf("the word is left in %v", left)
	}
	w.CheckFsck()
	w.CheckRebuild()
}

func TestExpiry(t *testing.T) {
	w := enginetest.New(t)
	soon, later := w.Ports.Clock.Now()+60_000, w.Ports.Clock.Now()+120_000
	var many strings.Builder
	for i := range 150 {
		fmt.Fprintf(&many, "subject%d is value%d\n", i, i)
	}
	entries := []ledger.Entry{by("ana", "tea is green"), by("ana", "house is red"), by("ana", many.String()), by("ana", "mill is old")}
	entries[0].ExpiresAt, entries[1].ExpiresAt, entries[2].ExpiresAt = &later, &soon, &soon
	w.Append("main", entries...)
	w.Settle()
	for _, step := range []struct {
		after time.Duration
		n     int
		left  []string
	}{
		{0, 0, []string{"tea is green", "house is red", "mill is old"}},
		{time.Minute, 2, []string{"tea is green", "mill is old"}},
		{0, 0, []string{"tea is green", "mill is old"}},
		{time.Minute, 1, []string{"mill is old"}},
		{time.Hour, 0, []string{"mill is old"}},
	} {
		w.Ports.Clock.Advance(step.after)
		n, err := w.Forget.Expire(t.Context())
		if err != nil || n != step.n {
			t.Fatalf("%d expired, want %d; %v", n, step.n, err)
		}
		var left []string
		for _, r := range w.Records() {
			if !r.Forgotten && !strings.HasPrefix(r.Content, "subject") || len(step.left) == 3 && !strings.HasPrefix(r.Content, "subject") {
				left = append(left, r.Content)
			}
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(step.left)), slices.Sorted(slices.Values(left))); diff != "" {
			t.Errorf("left (-, +): %s", diff)
		}
	}
	if got := deletions(t, w); len(got) != 3 {
		t.Errorf("%d receipts", len(got))
	}
	w.CheckFsck()
}

// fakeStore is a store of projects of two.
type fakeStore struct{ deleted map[string]bool }

func (s *fakeStore) MarkDeleted(_ context.Context, p kaibo.Project) error {
	s.deleted[p.ID] = true
	return nil
}

func (s *fakeStore) EnsureProject(context.Context, string) (kaibo.Project, error) {
	return operator, nil
}

func (s *fakeStore) Project(_ context.Context, id string) (kaibo.Project, error) {
	if id == operator.ID {
		return operator, nil
	}
	return kaibo.Project{}, kaibo.Errorf(kaibo.NotFound, "there is no project %s", id)
}

var operator = kaibo.Project{ID: "prj_op", Name: forget.OperatorProject, Secret: []byte("o")}

func TestDeleteProject(t *testing.T) {
	w, ids := tale(t)
	w.Take(forget.Selector{EventID: ids[0]}) // a purge of its own is due
	store := &fakeStore{deleted: map[string]bool{}}
	w.Forget.Projects = store
	deed, err := w.Forget.DeleteProject(t.Context(), store, w.Project, "gone")
	if err != nil || !store.deleted[w.Project.ID] || deed.Receipts[0].ProjectID != w.Project.ID {
		t.Fatalf("answers %+v, %v", deed, err)
	}
	w.Ports.Clock.Advance(time.Hour)
	if n, err := w.Forget.Purge(t.Context()); err != nil || n != 1 {
		t.Fatalf("%d purged, %v", n, err)
	}
	for _, word := range []string{"tall", "painted", "ana"} {
		if left := everyByte(t, w.Ports, word); len(left) > 0 {
			t.Errorf("%q is left in %v", word, left)
		}
	}
	events, _, err := w.Ledger.EventsAfter(t.Context(), w.Project, "main", 0, 10)
	if err != nil || len(events) != 3 {
		t.Errorf("%d envelopes are left, %v", len(events), err)
	}
	entries, _, err := w.Ledger.Deletions(t.Context(), operator, 0, 10)
	if err != nil || len(entries) != 2 || entries[1].Kind != kaibo.ReceiptPurged || entries[1].ReceiptID != deed.Receipts[0].ID {
		t.Errorf("the operator's ledger is %+v, %v", entries, err)
	}
	if n, err := w.Forget.Purge(t.Context()); err != nil || n != 0 {
		t.Errorf("a second purge purges %d, %v", n, err)
	}
	if _, err := w.Forget.DeleteProject(t.Context(), store, operator, ""); kaibo.KindOf(err) != kaibo.Forbidden {
		t.Errorf("deleting the operator's ledger: %v", err)
	}
}

// The deletion of a large project is done piece by piece, by whoever is called:
// each call goes on where the one before ended, also after one that stopped in
// the middle, and nothing is said before the last.
func TestDeleteProjectInPieces(t *testing.T) {
	w, _ := tale(t)
	for i := range 20 {
		w.Say("main", fmt.Sprintf("canary%d is yellow", i))
	}
	w.Settle()
	store := &fakeStore{deleted: map[string]bool{}}
	w.Forget.Projects = store
	if _, err := w.Forget.DeleteProject(t.Context(), store, w.Project, "gone"); err != nil {
		t.Fatal(err)
	}
	w.Ports.Clock.Advance(time.Hour)
	calls, left := 0, len(everyByte(t, w.Ports, w.Project.ID+"/"))
	for purged := 0; purged == 0; calls++ {
		if calls > 200 {
			t.Fatal("it does not end")
		}
		ports := w.Ports
		if calls%3 == 1 { // this one loses its answer, or stops, at some write
			ports.Table = &porttest.FaultyTable{Table: ports.Table, Plan: porttest.FailNth(1+calls%2, porttest.StopAfter, porttest.OpCommit)}
		}
		next := enginetest.Over(t, ports)
		next.Forget.Projects, next.Forget.ProjectPages, next.Forget.Scan = store, 1, w.Ports.Scan
		n, err := next.Forget.Purge(t.Context())
		if err != nil && calls%3 != 1 {
			t.Fatal(err)
		}
		purged += n
		now := len(everyByte(t, w.Ports, w.Project.ID+"/"))
		if now > left {
			t.Errorf("call %d leaves %d places, more than the %d before", calls, now, left)
		}
		left = now
	}
	if calls < 5 {
		t.Errorf("it took %d calls of a page each: the test tests nothing", calls)
	}
	for _, word := range []string{"canary", "tall", "ana"} {
		if left := everyByte(t, w.Ports, word); len(left) > 0 {
			t.Errorf("%q is left in %v", word, left)
		}
	}
	entries, _, err := w.Ledger.Deletions(t.Context(), operator, 0, 10)
	if err != nil || len(entries) != 2 || entries[1].Kind != kaibo.ReceiptPurged {
		t.Errorf("the operator's ledger is %+v, %v", entries, err)
	}
}

// downObjects delete nothing: their store is down.
type downObjects struct{ kaibo.Objects }

// Delete implements kaibo.Objects.
func (downObjects) Delete(context.Context, string) error {
	return &kaibo.Error{Op: "delete object", Kind: kaibo.Unavailable, Detail: "the store is down"}
}

// A purge that waits is no failure, until it has waited for too long.
func TestPurgeThatIsLateIsAFailure(t *testing.T) {
	w, ids := tale(t)
	w.Take(forget.Selector{EventID: ids[0]})
	ports := w.Ports
	ports.Objects = downObjects{ports.Objects}
	broken := enginetest.Over(t, ports)
	w.Ports.Clock.Advance(2 * time.Hour)
	if n, err := broken.Forget.Purge(t.Context()); n != 0 || err != nil {
		t.Errorf("an hour late: %d, %v", n, err)
	}
	w.Ports.Clock.Advance(12 * time.Hour)
	if n, err := broken.Forget.Purge(t.Context()); n != 0 || kaibo.KindOf(err) != kaibo.Unavailable {
		t.Errorf("thirteen hours late: %d, %v", n, err)
	}
	if n, err := w.Forget.Purge(t.Context()); n != 1 || err != nil {
		t.Errorf("once the store is back: %d, %v", n, err)
	}
}

// stoppedWorld is a history whose deed takes a chain, a shared memory, a long
// event and provisional text.
func stoppedWorld(t *testing.T) (*enginetest.World, forget.Order) {
	w := enginetest.New(t)
	w.Append("main", by("ana", "canary is yellow\nmill is tall"))
	w.Append("main", by("bo", "mill is tall\nhouse is red"))
	w.Append("main", by("bo", "canary is green\n"+strings.Repeat("the canaries were singing\n", 200)))
	w.Settle()
	if err := w.Index.Compact(t.Context(), w.Project); err != nil {
		t.Fatal(err)
	}
	w.Append("notes", by("bo", "a canary"), by("bo", "house is blue"))
	return w, forget.Order{Selector: forget.Selector{Query: "canary"}, Reason: "asked", Key: "k"}
}

// plainWorld is a history whose deed takes a chain, an alias and provisional
// text, and leaves every other memory its sources: it is done at once.
func plainWorld(t *testing.T) (*enginetest.World, forget.Order) {
	w := enginetest.New(t)
	w.Append("main", by("ana", "canary is yellow"))
	w.Append("main", by("bo", "mill is tall\nhouse is red"))
	w.Append("main", by("bo", "canary is green"))
	w.Settle()
	if err := w.Index.Compact(t.Context(), w.Project); err != nil {
		t.Fatal(err)
	}
	w.Mend(structure.Curation{Verb: structure.VerbAlias, Name: "Canary", Same: "Tweety"})
	w.Append("notes", by("bo", "a canary"), by("bo", "house is blue"))
	return w, forget.Order{Selector: forget.Selector{Query: "canary"}, Reason: "asked", Key: "k"}
}

// A deed and its purge stop at every operation they make, or lose an answer
// there. Whoever comes next ends it: one receipt, one purge, no word left, no
// bystander missing.
func TestStoppedAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("sweeps every operation")
	}
	for name, world := range map[string]func(*testing.T) (*enginetest.World, forget.Order){"step by step": stoppedWorld, "at once": plainWorld} {
		for _, outcome := range []porttest.Outcome{porttest.Stop, porttest.StopAfter, porttest.FailAfter} {
			t.Run(fmt.Sprintf("%s/%v", name, outcome), func(t *testing.T) {
				for n := 1; stoppedAt(t, world, outcome, n); n++ {
				}
			})
		}
	}
}

// stoppedAt has a deed and its purge meet an outcome at their n-th operation,
// and checks how it ends. It answers false when they make fewer.
func stoppedAt(t *testing.T, world func(*testing.T) (*enginetest.World, forget.Order), outcome porttest.Outcome, n int) bool {
	w, order := world(t)
	ports := w.Ports
	plan := porttest.FailNth(n, outcome)
	ports.Table, ports.Objects = &porttest.FaultyTable{Table: ports.Table, Plan: plan}, &porttest.FaultyObjects{Objects: ports.Objects, Plan: plan}
	ports.Scan = w.Ports.Scan
	first := enginetest.Over(t, ports)
	_, firstErr := first.Forget.Forget(t.Context(), w.Project, order)
	ports.Clock.Advance(2 * time.Hour)
	if firstErr == nil {
		_, firstErr = first.Forget.Purge(t.Context())
	}
	fired := plan.Fired()
	at := fmt.Sprintf("%v at operation %d (%v)", outcome, n, firstErr)

	w = w.Restart()
	if _, err := w.Forget.Resume(t.Context()); err != nil {
		t.Fatalf("%s: resume: %v", at, err)
	}
	w.Settle()
	if _, err := w.Forget.Forget(t.Context(), w.Project, order); err != nil && kaibo.KindOf(err) != kaibo.NotFound {
		t.Fatalf("%s: again: %v", at, err)
	}
	if got := w.Found("canary"); len(got) > 0 {
		t.Fatalf("%s: the word is in %v", at, got)
	}
	w.CheckFsck()
	for range 3 { // an index that a dead process is at must be waited for
		w.Ports.Clock.Advance(2 * time.Hour)
		if _, err := w.Forget.Purge(t.Context()); err != nil {
			t.Fatalf("%s: purge: %v", at, err)
		}
	}
	checkPurged(t, w, at)
	if !fired {
		t.Logf("%d operations", n-1)
	}
	return fired
}

// What others write while a deed is under way does not keep a word of it: a
// memory of the set gets a revision, and with it a new row in the index, before
// each of the deed's Commits in turn; or the index is compacted there.
func TestDisturbedWhileItIsDone(t *testing.T) {
	disturb := map[string]func(w *enginetest.World) error{
		"superseded": func(w *enginetest.World) error { w.Say("other", "canary is black"); w.Settle(); return nil },
		"compacted":  func(w *enginetest.World) error { return w.Index.Compact(context.Background(), w.Project) },
		"purged": func(w *enginetest.World) error {
			w.Ports.Clock.Advance(2 * time.Hour)
			_, err := w.Restart().Forget.Purge(context.Background())
			return err
		},
	}
	for name, do := range disturb {
		for at := 1; at <= 4; at++ {
			w := enginetest.New(t)
			w.Say("main", "dog is old")
			w.Settle()
			w.Take(forget.Selector{Query: "dog"}) // a purge is due
			w.Say("main", "canary is goldenrod")
			w.Settle()
			commits := 0
			hooked := w.Hooked(func([]kaibo.Write) {
				if commits++; commits == at {
					if err := do(w); err != nil {
						t.Fatalf("%s before commit %d: %v", name, at, err)
					}
				}
			})
			hooked.Take(forget.Selector{Query: "goldenrod"})
			if err := noTerms(w, "goldenrod"); err != nil {
				t.Errorf("%s before commit %d: %v", name, at, err)
			}
			if got := w.Found("goldenrod"); len(got) > 0 {
				t.Errorf("%s before commit %d: the word is in %v", name, at, got)
			}
			for _, place := range everyByte(t, w.Ports, "goldenrod") {
				if strings.Contains(place, " ") { // an item; objects wait for the grace
					t.Errorf("%s before commit %d: the table has it still, in %s", name, at, place)
				}
			}
			w.CheckFsck()
			for range 3 {
				w.Ports.Clock.Advance(2 * time.Hour)
				if _, err := w.Forget.Purge(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if left := everyByte(t, w.Ports, "goldenrod"); len(left) > 0 {
				t.Errorf("%s before commit %d: the word is left in %v", name, at, left)
			}
			w.CheckFsck()
			w.CheckRebuild()
		}
	}
}

func checkPurged(t *testing.T, w *enginetest.World, at string) {
	t.Helper()
	kinds := []string{}
	for _, e := range deletions(t, w) {
		kinds = append(kinds, e.Kind)
	}
	if !slices.Equal(kinds, []string{kaibo.ReceiptForgotten, kaibo.ReceiptPurged}) {
		t.Fatalf("%s: the ledger says %v", at, kinds)
	}
	if left := everyByte(t, w.Ports, "canar"); len(left) > 0 {
		t.Fatalf("%s: the word is left in %v", at, left)
	}
	if left := everyByte(t, w.Ports, "/r/rcp_"); len(left) > 0 {
		t.Fatalf("%s: of the deed are left %v", at, left)
	}
	for _, bystander := range []string{"mill is tall", "house is red", "house is blue"} {
		w.Find(bystander)
	}
	if err := errors.Join(noTerms(w, "canary"), noTerms(w, "canaries")); err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	w.CheckFsck()
	w.CheckRebuild()
}

// noTerms looks for a word's terms in the index itself.
func noTerms(w *enginetest.World, word string) error {
	docs, err := w.Index.Snapshot(context.Background(), w.Project)
	if err != nil {
		return err
	}
	terms, _ := termindex.Terms(word)
	for _, d := range docs {
		for _, have := range d.Terms {
			for _, gone := range terms {
				if have.Text == gone.Text {
					return fmt.Errorf("row %s has the term %q", d.ID, have.Text)
				}
			}
		}
	}
	return nil
}

// TestADeedIsEnteredOnce though another process finishes and purges it before the
// first comes to enter it.
func TestADeedIsEnteredOnce(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green\nmill is tall")
	w.Settle()
	first := true
	slow := w.Hooked(func(writes []kaibo.Write) {
		enters := slices.ContainsFunc(writes, func(x kaibo.Write) bool {
			return x.Item.Partition == kaibo.DeletionPartition(w.Project.ID) && x.Op == kaibo.Put
		})
		if !enters || !first {
			return
		}
		first = false
		w.Ports.Clock.Advance(10 * time.Minute)
		if n, err := w.Forget.Resume(context.Background()); n != 1 || err != nil {
			t.Fatalf("%d resumed, %v", n, err)
		}
		if n := w.Purge(); n != 1 {
			t.Fatalf("%d purged", n)
		}
	})
	deed, err := slow.Forget.Forget(context.Background(), w.Project, forget.Order{Selector: forget.Selector{Query: "tea"}})
	if err == nil && len(deed.Receipts) != 1 || err != nil && kaibo.KindOf(err) != kaibo.Unavailable {
		t.Errorf("the first answers %+v, %v", deed, err)
	}
	entries, _, err := w.Ledger.Deletions(context.Background(), w.Project, 0, 10)
	if err != nil || len(entries) != 2 || entries[0].Kind != kaibo.ReceiptForgotten || entries[1].ReceiptID != entries[0].ID {
		t.Errorf("the ledger has %+v, %v", entries, err)
	}
	w.Purge()
	w.CheckFsck()
}
