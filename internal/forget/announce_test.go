package forget_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// announced fails the test unless the outbox holds these lines.
func announced(t *testing.T, w *enginetest.World, want ...string) {
	t.Helper()
	if diff := cmp.Diff(strings.Join(want, "\n"), w.Announced()); diff != "" {
		t.Errorf("announced (- want, + got):\n%s", diff)
	}
}

func TestWhatChangesIsAnnounced(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "lamp is lit") // before anybody listens
	w.Settle()
	w.Listen(kaibo.NoticeTypes...)
	w.Say("main", "tea is green")
	announced(t, w) // a provisional memory never is
	w.Settle()
	w.Say("main", "tea is black")
	w.Say("main", "tea is black") // one more source, and nothing new
	w.Settle()
	w.Mend(structure.Curation{Verb: structure.VerbDispute, MemoryID: w.Find("tea is black").ID})
	w.Mend(structure.Curation{Verb: structure.VerbReinstate, MemoryID: w.Find("tea is green").ID})
	w.Mend(structure.Curation{Verb: structure.VerbCorrect, MemoryID: w.Find("lamp is lit").ID, Content: "lamp is out"})
	want := []string{
		`created "tea is green" 1 current`,
		`created "tea is black" 1 current after "tea is green"`,
		`superseded "tea is green" 2 superseded by "tea is black"`,
		`reinstated "tea is green" 3 current`,
		`superseded "tea is black" 3 canceled after "tea is green" by "tea is green"`,
		`created "lamp is out" 1 current after "lamp is lit"`,
		`superseded "lamp is lit" 2 superseded by "lamp is out"`,
	}
	announced(t, w, want...)

	w.Say("main", "no line of this says anything")
	w.Settle()
	deed := w.Take(forget.Selector{Query: "lamp"})
	want = append(want, `forgotten entry 1`)
	w.Purge()
	want = append(want, `purged entry 1`)
	for i := range want {
		want[i] = strings.NewReplacer(`"lamp is lit"`, `"forgotten"`, `"lamp is out"`, `"forgotten"`).Replace(want[i])
	}
	announced(t, w, want...)
	if n := w.Outbox(); n[len(n)-1].ReceiptID != deed.Receipts[0].ID {
		t.Errorf("the purge of %s was announced", n[len(n)-1].ReceiptID)
	}
}

func TestWhatIsDerivedAgainIsAnnounced(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green")
	w.Drain("main")
	w.Say("side", "tea is green")
	w.Settle()
	old := w.Find("tea is green")
	w.Listen(kaibo.NoticeTypes...)
	w.Take(forget.Selector{EventID: old.Source.EventID})
	notices := w.Outbox()
	if len(notices) != 1 || notices[0].Type != kaibo.NoticeCreated || notices[0].Replaces != old.ID || notices[0].MemoryID != w.Find("tea is green").ID {
		t.Errorf("announced %+v", notices)
	}
}

// Only what somebody wants to hear is written, and a deed that takes no memory
// has nothing to say of memories.
func TestWhatNobodyWantsIsNotWritten(t *testing.T) {
	w := enginetest.New(t)
	w.Say("main", "tea is green")
	w.Settle()
	said := w.Say("main", "no line of this says anything")
	w.Settle()
	w.Listen(kaibo.NoticeForgotten)
	w.Say("main", "tea is black")
	w.Settle()
	w.Take(forget.Selector{EventID: said.ID})
	announced(t, w)
	w.Take(forget.Selector{Query: "tea"})
	announced(t, w, `forgotten entry 2`)
}

// A step as full as it can be has room for its outbox.
func TestAFullStepHasRoomForItsOutbox(t *testing.T) {
	w := enginetest.New(t)
	w.Listen(kaibo.NoticeTypes...)
	var lines []string
	for i := range 150 {
		lines = append(lines, fmt.Sprintf("subject%d is v", i))
	}
	most := 0
	w.Say("main", strings.Join(lines, "\n"))
	w.Hooked(func(writes []kaibo.Write) { most = max(most, len(writes)) }).Settle()
	if got := len(w.Outbox()); got != 150 || most > kaibo.MaxTxItems {
		t.Errorf("%d notices, in commits of at most %d", got, most)
	}
	t.Logf("the largest commit had %d items", most)
}

// However a deed, its structuring and its purge fail, what they did is
// announced once and what they did not is not.
func TestFaultsLoseNoNoticeAndDoubleNone(t *testing.T) {
	for _, outcome := range []porttest.Outcome{porttest.FailBefore, porttest.FailAfter, porttest.Stop, porttest.StopAfter} {
		for n := 1; ; n++ {
			w := enginetest.New(t)
			w.Listen(kaibo.NoticeTypes...)
			w.Say("main", "tea is green")
			w.Say("main", "tea is black")
			plan := porttest.FailNth(n, outcome, porttest.OpCommit)
			ports := w.Ports
			ports.Table = &porttest.FaultyTable{Table: w.Ports.Table, Plan: plan}
			bad := enginetest.Over(t, ports)
			bad.Forget.Parallel = 1
			_ = bad.Worker.Drain(context.Background(), w.Project, "main")
			if _, err := bad.Forget.Forget(context.Background(), w.Project, forget.Order{Selector: forget.Selector{Query: "tea"}}); err == nil {
				w.Ports.Clock.Advance(w.Forget.Grace)
				_, _ = bad.Forget.Purge(context.Background())
			}
			recoverDeed(t, w)
			created := strings.Count(w.Announced(), "created")
			forgotten, purged := strings.Count(w.Announced(), "forgotten entry"), strings.Count(w.Announced(), "purged entry")
			if created != len(w.Records()) || forgotten != 1 || purged != 1 {
				t.Fatalf("%s at %d: of %d memories\n%s\n%s", outcome, n, len(w.Records()), w.Announced(), plan)
			}
			if !plan.Fired() {
				break
			}
		}
	}
}

// recoverDeed has a process without faults do what another left undone: what it
// had structured is forgotten and purged.
func recoverDeed(t *testing.T, w *enginetest.World) {
	t.Helper()
	ctx := context.Background()
	w.Ports.Clock.Advance(10 * time.Minute)
	good := w.Restart()
	if _, err := good.Forget.Resume(ctx); err != nil {
		t.Fatal(err)
	}
	good.Settle()
	if _, err := good.Forget.Forget(ctx, w.Project, forget.Order{Selector: forget.Selector{Query: "tea"}}); err != nil && kaibo.KindOf(err) != kaibo.NotFound {
		t.Fatal(err)
	}
	for range 3 {
		good.Purge()
	}
}
