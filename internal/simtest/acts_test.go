package simtest_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// deed is something that a process does, as often as its weight says.
type deed struct {
	name   string
	weight int
	do     func(s *sim, ctx context.Context, p *process) (string, error)
}

// deeds is what there is to do. It is filled below, for deeds look at it.
var deeds []deed

func init() {
	plain := func(do func(ctx context.Context, p *process) error) func(*sim, context.Context, *process) (string, error) {
		return func(_ *sim, ctx context.Context, p *process) (string, error) { return "", do(ctx, p) }
	}
	deeds = []deed{
		{"remember", 9, (*sim).remember},
		{"drain", 3, (*sim).drain},
		{"work", 3, (*sim).work},
		{"mend", 2, (*sim).mend},
		{"curate", 4, (*sim).curate},
		{"forget", 3, (*sim).forget},
		{"compact", 2, plain(func(ctx context.Context, p *process) error { return p.Index.Compact(ctx, p.Project) })},
		{"sweep", 1, plain(func(ctx context.Context, p *process) error { return p.Index.Sweep(ctx, p.Project) })},
		{"sweep plans", 1, plain(func(ctx context.Context, p *process) error { _, err := p.Worker.SweepPlans(ctx, p.Project); return err })},
		{"sweep payloads", 1, plain(func(ctx context.Context, p *process) error {
			_, _, err := p.Ledger.Sweep(ctx, p.Project, 0)
			return err
		})},
		{"resume", 1, plain(func(ctx context.Context, p *process) error { _, err := p.Forget.Resume(ctx); return err })},
		{"purge", 2, plain(func(ctx context.Context, p *process) error { _, err := p.Forget.Purge(ctx); return err })},
		{"expire", 1, plain(func(ctx context.Context, p *process) error { _, err := p.Forget.Expire(ctx); return err })},
		{"enforce", 1, plain(func(ctx context.Context, p *process) error { _, err := p.retention.Enforce(ctx); return err })},
		{"deliver", 2, plain(func(ctx context.Context, p *process) error { _, err := p.webhooks.Deliver(ctx, project); return err })},
		{"sign", 1, (*sim).sign},
		{"backup", 1, (*sim).backup},
		{"look", 1, (*sim).look},
	}
}

// act does one deed.
func (s *sim) act(p *process) (string, error) {
	total := 0
	for _, d := range deeds {
		total += d.weight
	}
	n := s.rng.IntN(total)
	for _, d := range deeds {
		if n -= d.weight; n >= 0 {
			continue
		}
		if s.set.off[d.name] {
			return "nothing", nil
		}
		what, err := d.do(s, context.Background(), p)
		return strings.TrimSpace(d.name + " " + what), err
	}
	return "nothing", nil
}

func (s *sim) drain(ctx context.Context, p *process) (string, error) {
	stream := s.actor.Stream()
	return stream, p.Worker.Drain(ctx, p.Project, stream)
}

// work takes hints from the queue, as a worker's loop does.
func (s *sim) work(ctx context.Context, p *process) (string, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	return "", p.Worker.Serve(ctx, &once{Queue: s.ports.Queue, stop: stop}, enginetest.Known{p.Project})
}

// mend curates. The choice reads the store in ways that end the test when they
// fail: it is made over ports without faults, the deed is not.
func (s *sim) mend(ctx context.Context, p *process) (string, error) {
	reader := enginetest.Over(s.t, s.ports)
	reader.Worker = p.Worker
	return "", s.actor.Mend(ctx, reader)
}

// curate makes a node, or says something of a memory.
func (s *sim) curate(ctx context.Context, p *process) (string, error) {
	n := s.rng.IntN(1000)
	records := enginetest.Over(s.t, s.ports).Records()
	order := curate.Order{Verb: "idea", Initiative: fmt.Sprintf("work %d", n%3), Actor: "ana", Reason: "so", Args: map[string]any{"content": fmt.Sprintf("idea value%d", n%12)}}
	var target string
	if len(records) > 0 {
		target = records[s.rng.IntN(len(records))].ID
	}
	what := s.rng.IntN(4)
	order.Plan = func(ctx context.Context, w *curate.Work) error {
		if target == "" || what == 0 {
			w.Birth(curate.NewNode{Type: graph.TypeIdea, Name: fmt.Sprint("name", n), Content: fmt.Sprintf("idea value%d", n%12)})
			return nil
		}
		r, err := w.Record(ctx, target)
		if err != nil {
			return err
		}
		switch what {
		case 1:
			w.Set(target, graph.AttrTag+fmt.Sprint("value", n%12), "1")
		case 2:
			w.Link(w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: fmt.Sprintf("linked value%d", n%12)}), "causal", target, 0.5)
		default:
			if r.Last().Status != kaibo.StatusCurrent {
				return kaibo.Errorf(kaibo.Conflict, "over")
			}
			id := w.Birth(curate.NewNode{Type: graph.TypeIdea, Content: fmt.Sprintf("revised value%d", n%12)})
			return w.Revise(ctx, target, func(rev *kaibo.Revision) {
				rev.Status, rev.ValidTo, rev.SupersededBy = kaibo.StatusSuperseded, max(rev.ValidFrom, w.Event.OccurredAt), id
			})
		}
		return nil
	}
	_, err := p.Curate.Do(ctx, p.Project, order)
	if k := kaibo.KindOf(err); k == kaibo.NotFound || k == kaibo.Conflict || k == kaibo.Gone {
		err = nil
	}
	return fmt.Sprint(what, " ", target), err
}

// sign signs one log; one at a time, so that a seed does the same each time.
func (s *sim) sign(ctx context.Context, p *process) (string, error) {
	log := checkpoint.Log{Project: project}
	if s.rng.IntN(3) > 0 {
		log.Stream = s.actor.Stream()
		if head, err := enginetest.Over(s.t, s.ports).Ledger.Head(ctx, p.Project, log.Stream); err != nil || head.Seq == 0 {
			return "nothing", nil
		}
	}
	_, err := p.checkpoints.Run(ctx, []checkpoint.Log{log})
	return log.Stream, err
}

// remember appends something new, or what was not acknowledged under the same
// key, or what was.
func (s *sim) remember(ctx context.Context, p *process) (string, error) {
	batch := s.again()
	if batch == nil {
		batch = s.compose()
	}
	entries, acked := make([]ledger.Entry, len(batch)), make([]bool, len(batch))
	for i, e := range batch {
		entries[i], acked[i] = e.entry, e.acked
	}
	out, err := p.Ledger.Append(ctx, p.Project, batch[0].stream, entries)
	for i := range out {
		e := batch[i]
		if e.id != "" && e.id != out[i].Event.ID {
			s.t.Errorf("key %s has two events, %s and %s", e.key, e.id, out[i].Event.ID)
		}
		if acked[i] && !out[i].Replayed {
			s.t.Errorf("key %s was acknowledged and is appended once more", e.key)
		}
		e.id, e.acked = out[i].Event.ID, true
	}
	return fmt.Sprintf("%s +%d to %s", batch[0].key, len(batch)-1, batch[0].stream), err
}

// again answers an event to send once more; nil for a new one.
func (s *sim) again() []*said {
	for _, e := range s.said {
		if !e.acked && s.rng.IntN(3) == 0 || e.acked && s.rng.IntN(100) == 0 {
			return []*said{e}
		}
	}
	return nil
}

// compose makes new events for one append.
func (s *sim) compose() []*said {
	var batch []*said
	stream := s.actor.Stream()
	for range 1 + s.rng.IntN(2)*s.rng.IntN(4) {
		n := len(s.said)
		e := &said{key: fmt.Sprintf("key-%d", n), stream: stream, word: wordOf(n), entry: s.actor.Entry()}
		e.entry.Content = append(e.entry.Content, "\n"+e.word+" is here"...)
		if s.rng.IntN(15) == 0 {
			e.entry.Content = append(e.entry.Content, strings.Repeat("\nthis line says nothing of a "+e.word, 60)...)
		}
		if s.set.expiry && s.rng.IntN(5) == 0 {
			at := s.ports.Clock.Now() + kaibo.Time((time.Duration(s.rng.IntN(300)) * time.Minute).Milliseconds())
			e.entry.ExpiresAt = &at
		}
		e.entry.IdempotencyKey = e.key
		s.said = append(s.said, e)
		batch = append(batch, e)
	}
	return batch
}

// wordOf makes a word that is no part of any other.
func wordOf(n int) string {
	return "canary" + strings.Map(func(r rune) rune { return rune("bdfghklmnp"[r-'0']) }, fmt.Sprintf("%04d", n))
}

// forget forgets what a random selector names, or asks again for the answer
// that an earlier order did not get.
func (s *sim) forget(ctx context.Context, p *process) (string, error) {
	var order forget.Order
	if len(s.orders) > 0 && s.rng.IntN(3) == 0 {
		order = s.orders[s.rng.IntN(len(s.orders))]
	} else {
		order = forget.Order{Reason: "asked", Key: fmt.Sprintf("deed-%d", len(s.orders))}
		order.Selector = s.selector()
		s.orders = append(s.orders, order)
	}
	deed, err := p.Forget.Forget(ctx, p.Project, order)
	if err == nil {
		s.deeds = append(s.deeds, deed)
	}
	return fmt.Sprintf("%s %+v", order.Key, order.Selector), err
}

func (s *sim) selector() forget.Selector {
	if len(s.said) > 0 && s.rng.IntN(2) == 0 {
		e := s.said[s.rng.IntN(len(s.said))]
		if last := len(s.said) - 1; s.rng.IntN(2) == 0 { // one that may be in the middle of being learned
			e = s.said[max(0, last-s.rng.IntN(4))]
		}
		if e.id != "" && s.rng.IntN(2) == 0 {
			return forget.Selector{EventID: e.id}
		}
		return forget.Selector{Query: e.word}
	}
	return s.actor.Selector(enginetest.Over(s.t, s.ports))
}
