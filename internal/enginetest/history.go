package enginetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// Actor does random deeds of the kinds that users and the schedule do. The
// same generator over the same world does the same.
type Actor struct {
	Rand   *rand.Rand
	Actors []string
	// Whole says that no line leans on the event before it: a memory whose
	// pronoun was resolved has words of an event that is none of its sources.
	Whole bool
	n     int
}

var (
	historySubjects = []string{"tea", "the old mill", "Ada's garden"}
	historyStreams  = []string{"main", "notes", "mail"}
)

// Line makes a random line of the grammar. Values repeat now and then, so that
// memories have several sources.
func (a *Actor) Line() string {
	a.n++
	subject := historySubjects[a.Rand.IntN(len(historySubjects))]
	value := a.Rand.IntN(12)
	switch a.Rand.IntN(12) {
	case 0:
		return "correction: " + fmt.Sprintf("%s is value%d", subject, value)
	case 1:
		return subject + " ended"
	case 2:
		return fmt.Sprintf("but %s is value%d", subject, value)
	case 3:
		return fmt.Sprintf("also %s is value%d", subject, value)
	case 4:
		return fmt.Sprintf("%s is value%d from 2026-06-%02d to 2026-08-%02d", subject, value, 1+a.Rand.IntN(28), 1+a.Rand.IntN(28))
	case 5:
		return fmt.Sprintf("todo work%d", value)
	case 6:
		return fmt.Sprintf("done work%d", value)
	case 7:
		if !a.Whole {
			return "it is value" + fmt.Sprint(value)
		}
	case 8:
		return "nothing to note"
	}
	return fmt.Sprintf("%s is value%d", subject, value)
}

// Entry makes a random message of one to four lines.
func (a *Actor) Entry() ledger.Entry {
	text := a.Line()
	for range a.Rand.IntN(4) {
		text += "\n" + a.Line()
	}
	e := Entry(text)
	e.OccurredAt = new(Begin - kaibo.Time(a.Rand.IntN(40))*43_200_000 - kaibo.Time(a.n))
	if len(a.Actors) > 0 {
		e.Details.Actor = a.Actors[a.Rand.IntN(len(a.Actors))]
	}
	if a.Rand.IntN(4) == 0 {
		e.Details.Initiatives = []string{[]string{"launch", "move"}[a.Rand.IntN(2)]}
	}
	if a.Rand.IntN(4) == 0 {
		e.Details.Metadata = map[string]any{"thread": fmt.Sprintf("T-%d", a.Rand.IntN(3))}
	}
	return e
}

// Stream names a random stream.
func (a *Actor) Stream() string { return historyStreams[a.Rand.IntN(len(historyStreams))] }

// Remember appends one message or a batch.
func (a *Actor) Remember(ctx context.Context, w *World) ([]ledger.Appended, error) {
	entries := make([]ledger.Entry, 1+a.Rand.IntN(2)*a.Rand.IntN(4))
	for i := range entries {
		entries[i] = a.Entry()
	}
	return w.Ledger.Append(ctx, w.Project, a.Stream(), entries)
}

// Mend curates a random memory, as its state allows.
func (a *Actor) Mend(ctx context.Context, w *World) error {
	records := w.Records()
	if len(records) == 0 {
		return nil
	}
	r := records[a.Rand.IntN(len(records))]
	c := structure.Curation{Verb: structure.VerbReinstate, MemoryID: r.ID, Reason: "a person says so"}
	switch {
	case a.Rand.IntN(3) == 0:
		c.Verb = structure.VerbDispute
	case r.Last().Status == kaibo.StatusCurrent:
		c.Verb, c.Content = structure.VerbCorrect, a.Line()
	}
	_, err := w.Worker.Mend(ctx, w.Project, c, kaibo.Details{Actor: "curator"}, "")
	return expected(err)
}

// expected lets pass what a deed may well answer.
func expected(err error) error {
	switch kaibo.KindOf(err) {
	case kaibo.NotFound, kaibo.Conflict, kaibo.Gone:
		return nil
	}
	return err
}

// Selector makes a random selector.
func (a *Actor) Selector(w *World) forget.Selector {
	records := w.Records()
	if len(records) == 0 {
		return forget.Selector{Query: "value1"}
	}
	r := records[a.Rand.IntN(len(records))]
	switch a.Rand.IntN(6) {
	case 0, 1:
		return forget.Selector{MemoryID: r.ID}
	case 2, 3:
		return forget.Selector{EventID: r.Sources[a.Rand.IntN(len(r.Sources))].EventID}
	case 4:
		return forget.Selector{Query: fmt.Sprintf("value%d", a.Rand.IntN(12))}
	}
	return forget.Selector{Stream: a.Stream(), Narrow: kaibo.Filter{Actors: []string{"ana"}}}
}

// ForgetSome forgets what a random selector names.
func (a *Actor) ForgetSome(ctx context.Context, w *World) (*forget.Deed, error) {
	sel := a.Selector(w)
	set, err := w.Forget.Select(ctx, w.Project, sel)
	if err != nil {
		return nil, expected(err)
	}
	deed, err := w.Forget.Forget(ctx, w.Project, forget.Order{Selector: sel, Reason: "asked", Preview: set.Preview()})
	return deed, expected(err)
}

// Act does one random deed, mostly appends, and answers what it was.
func (a *Actor) Act(ctx context.Context, w *World) (string, error) {
	w.Ports.Clock.Advance(time.Duration(a.Rand.IntN(60)) * time.Second)
	switch n := a.Rand.IntN(20); {
	case n < 9:
		_, err := a.Remember(ctx, w)
		return "remember", err
	case n < 13:
		return "drain", w.Worker.Drain(ctx, w.Project, a.Stream())
	case n < 15:
		return "mend", a.Mend(ctx, w)
	case n < 17:
		_, err := a.ForgetSome(ctx, w)
		return "forget", err
	case n < 18:
		return "compact", w.Index.Compact(ctx, w.Project)
	case n < 19:
		return "sweep", w.Index.Sweep(ctx, w.Project)
	}
	w.Ports.Clock.Advance(time.Hour)
	_, err := w.Forget.Purge(ctx)
	return "purge", err
}
