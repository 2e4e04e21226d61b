package curate_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// born is an order that makes a node of type idea.
func born(initiative, key, content string) curate.Order {
	return curate.Order{Verb: "idea", Initiative: initiative, Actor: "ana", IdempotencyKey: key, Args: map[string]string{"content": content},
		Plan: func(_ context.Context, w *curate.Work) error {
			w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: content})
			return nil
		}}
}

// tagged is an order that tags a node.
func tagged(id, tag string) curate.Order {
	return curate.Order{Verb: "tag", Args: map[string]string{"node": id, "tag": tag},
		Plan: func(_ context.Context, w *curate.Work) error {
			w.Set(id, graph.AttrTag+tag, "1")
			return nil
		}}
}

func TestAKeyIsDoneOnce(t *testing.T) {
	ctx := context.Background()
	w := enginetest.New(t)
	first, err := w.Curate.Do(ctx, w.Project, born("launch", "k1", "Roll out by region."))
	if err != nil || first.Replayed {
		t.Fatal(first, err)
	}
	for _, e := range []*curate.Engine{w.Curate, w.Restart().Curate} {
		again := born("launch", "k1", "Roll out by region.")
		again.Plan = func(context.Context, *curate.Work) error { t.Error("a replay ran the plan"); return nil }
		done, err := e.Do(ctx, w.Project, again)
		if err != nil || !done.Replayed || done.PayloadDiffers || done.Event.ID != first.Event.ID || done.Change.Number != first.Change.Number {
			t.Errorf("the same again is %+v, %v", done, err)
		}
		other := born("elsewhere", "k1", "Roll out at once.")
		done, err = e.Do(ctx, w.Project, other)
		if err != nil || !done.Replayed || !done.PayloadDiffers || done.Event.ID != first.Event.ID {
			t.Errorf("something else under the key is %+v, %v", done, err)
		}
	}
	w.Append("main", ledger.Entry{Kind: kaibo.KindMessage, Content: []byte("x is 1"), IdempotencyKey: "k2"})
	_, err = w.Curate.Do(ctx, w.Project, born("third", "k2", "Roll out at once."))
	if kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("a key of a message answers %v", err)
	}
	if ids, err := w.Ledger.InitiativeIDs(ctx, w.Project, []string{"elsewhere", "third"}); err != nil || len(ids) != 0 {
		t.Errorf("what was not done made initiatives: %v, %v", ids, err)
	}
	if n := len(w.Records()); n != 1 {
		t.Errorf("%d memories", n)
	}
}

func TestWhatIsRefusedMakesNoInitiative(t *testing.T) {
	ctx := context.Background()
	w := enginetest.New(t)
	o := born("launch", "", "x")
	o.Plan = func(context.Context, *curate.Work) error { return kaibo.InvalidField("content", "is too short") }
	if _, err := w.Curate.Do(ctx, w.Project, o); kaibo.KindOf(err) != kaibo.Invalid {
		t.Fatalf("answered %v", err)
	}
	if ids, err := w.Ledger.InitiativeIDs(ctx, w.Project, []string{"launch"}); err != nil || len(ids) != 0 {
		t.Errorf("it made %v, %v", ids, err)
	}
}

// Two processes make one initiative at once: one of them makes it, the other's
// event lies in the stream of that one.
func TestAnInitiativeIsMadeOnce(t *testing.T) {
	ctx := context.Background()
	w := enginetest.New(t)
	met := false
	other := w.Hooked(func([]kaibo.Write) {
		if !met {
			met = true
			if _, err := w.Curate.Do(ctx, w.Project, born("launch", "", "Mine came first.")); err != nil {
				t.Error(err)
			}
		}
	})
	done, err := other.Curate.Do(ctx, w.Project, born("launch", "", "Mine came second."))
	if err != nil {
		t.Fatal(err)
	}
	ids, err := w.Ledger.InitiativeIDs(ctx, w.Project, []string{"launch"})
	if err != nil || len(ids) != 1 || done.Event.Stream != "~curate."+ids[0] || done.Change.Initiative != ids[0] || done.Change.Number != 2 {
		t.Errorf("%v %v: event %+v, change %+v", ids, err, done.Event, done.Change)
	}
	w.Settle()
	w.CheckFsck()
	w.CheckRebuild()
}

// losing is a table whose first Commit of a change happens and answers an error.
type losing struct {
	kaibo.Table
	lost bool
}

func (l *losing) Commit(ctx context.Context, writes []kaibo.Write) error {
	err := l.Table.Commit(ctx, writes)
	for _, w := range writes {
		if !l.lost && err == nil && strings.HasSuffix(w.Item.Partition, "/gr") {
			l.lost = true
			return errors.New("the line broke")
		}
	}
	return err
}

func TestALostAnswerIsFoundAgain(t *testing.T) {
	w := enginetest.New(t)
	ports := w.Ports
	table := &losing{Table: ports.Table}
	ports.Table = table
	done, err := enginetest.Over(t, ports).Curate.Do(context.Background(), w.Project, born("launch", "", "Roll out by region."))
	if err != nil || done.Replayed || done.Change.Number != 1 || !table.lost {
		t.Errorf("%+v, %v", done, err)
	}
	if n := len(w.Records()); n != 1 {
		t.Errorf("%d memories", n)
	}
}

func TestManyCurateAtOnceOnClocksThatDisagree(t *testing.T) {
	ctx := context.Background()
	w := enginetest.New(t)
	ports := w.Ports
	ports.Skew = kaibo.Time(time.Hour / time.Millisecond)
	engines := []*curate.Engine{w.Curate, enginetest.Over(t, ports).Curate}
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			e := engines[i%2]
			done, err := e.Do(ctx, w.Project, born(fmt.Sprintf("work %d", i%5), fmt.Sprintf("key %d", i), fmt.Sprintf("Idea number %d.", i)))
			if err != nil {
				t.Errorf("%d: %v", i, err)
				return
			}
			err = e.Read(ctx, w.Project, e.Clock(), kaibo.Forever, func(v *graph.View) error {
				if n, ok := v.Node(done.Change.Births[0].ID); !ok || !n.Holds(v.AsOf) {
					t.Errorf("%d: what was just made is %+v, %v", i, n, ok)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := len(w.Records()); n != 32 {
		t.Errorf("%d memories", n)
	}
	w.Settle()
	w.CheckFsck()
	w.CheckRebuild()
}

// A plan that decided by a memory is done on that memory as it was, or run again.
func TestWhatAPlanReadHasNotChanged(t *testing.T) {
	ctx := context.Background()
	w := enginetest.New(t)
	w.Say("main", "colour is blue")
	w.Settle()
	target := w.Find("colour is blue")
	met := false
	other := w.Hooked(func([]kaibo.Write) {
		if !met {
			met = true
			w.Say("main", "colour is red")
			w.Settle()
		}
	})
	var seen []string
	_, err := other.Curate.Do(ctx, w.Project, curate.Order{Verb: "idea", Args: map[string]string{}, Plan: func(ctx context.Context, w *curate.Work) error {
		r, err := w.Record(ctx, target.ID)
		if err != nil {
			return err
		}
		seen = append(seen, r.Last().Status)
		if r.Last().Status != kaibo.StatusCurrent {
			return kaibo.Errorf(kaibo.Conflict, "it is over")
		}
		w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: "Paint it."})
		return nil
	}})
	if kaibo.KindOf(err) != kaibo.Conflict || strings.Join(seen, " ") != "current superseded" {
		t.Errorf("it saw %v and answered %v", seen, err)
	}
}

func TestSizes(t *testing.T) {
	ctx := context.Background()
	w := enginetest.New(t)
	births := func(n, size int) curate.Order {
		return curate.Order{Verb: "checklist", Args: map[string]string{}, Plan: func(_ context.Context, w *curate.Work) error {
			for i := range n {
				w.Birth(curate.NewNode{Type: graph.TypeTask, Content: strings.Repeat("a ", size/2) + fmt.Sprint(i)})
			}
			return nil
		}}
	}
	links := func(n int) curate.Order {
		return curate.Order{Verb: "idea", Args: map[string]string{}, Plan: func(_ context.Context, w *curate.Work) error {
			id := w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: "many links"})
			for i := range n {
				w.Link(id, graph.LinkTypes[i%len(graph.LinkTypes)], w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: fmt.Sprint(i)}), 1)
			}
			return nil
		}}
	}
	large := born("", "", strings.Repeat("x", kaibo.MaxContentBytes))
	for name, c := range map[string]struct {
		order curate.Order
		want  kaibo.Kind
	}{
		"25 nodes":         {links(24), 0},
		"40 nodes":         {births(40, 10), kaibo.TooLarge},
		"a long node":      {births(1, 65_000), 0},
		"much text":        {births(10, 65_000), kaibo.TooLarge},
		"a huge event":     {large, kaibo.TooLarge},
		"a long initative": {born(strings.Repeat("n", 200), "", "x"), kaibo.Invalid},
	} {
		_, err := w.Curate.Do(ctx, w.Project, c.order)
		if (err == nil) != (c.want == 0) || err != nil && kaibo.KindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSixtyLinksAreOneChange(t *testing.T) {
	ctx := context.Background()
	w := enginetest.New(t)
	var ids []string
	for i := range 60 {
		done, err := w.Curate.Do(ctx, w.Project, born("", "", fmt.Sprint("node ", i)))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, done.Change.Births[0].ID)
	}
	done, err := w.Curate.Do(ctx, w.Project, curate.Order{Verb: "synthesise", Args: ids, Plan: func(_ context.Context, w *curate.Work) error {
		id := w.Birth(curate.NewNode{Type: graph.TypeSummary, Content: "All of it."})
		for _, from := range ids {
			w.Link(id, "derived_from", from, 1)
		}
		return nil
	}})
	if err != nil || len(done.Change.Facts) < 60 {
		t.Errorf("%d facts, %v", len(done.Change.Facts), err)
	}
}

func TestNobodySpeaksOfWhatIsNotThere(t *testing.T) {
	w := enginetest.New(t)
	_, err := w.Curate.Do(context.Background(), w.Project, tagged("mem_aaaaaaaaaaaaaaaa", "x"))
	if kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("answered %v", err)
	}
}

func TestBirthsAndEndsAreAnnounced(t *testing.T) {
	ctx := context.Background()
	w := enginetest.New(t)
	w.Listen(kaibo.NoticeCreated, kaibo.NoticeSuperseded)
	told := 0
	w.Curate.Announced = func(kaibo.Project) { told++ }
	first, err := w.Curate.Do(ctx, w.Project, born("", "", "Roll out at once."))
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Curate.Do(ctx, w.Project, curate.Order{Verb: "revise", Args: map[string]string{"content": "Roll out by region."}, Plan: func(ctx context.Context, w *curate.Work) error {
		id := w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: "Roll out by region."})
		return w.Revise(ctx, first.Change.Births[0].ID, func(r *kaibo.Revision) {
			r.Status, r.ValidTo, r.SupersededBy = kaibo.StatusSuperseded, w.Event.OccurredAt, id
		})
	}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `created "Roll out at once." 1 current
created "Roll out by region." 1 current
superseded "Roll out at once." 2 superseded by "Roll out by region."`
	if got := w.Announced(); got != want || told != 2 {
		t.Errorf("told %d times:\n%s", told, got)
	}
}
