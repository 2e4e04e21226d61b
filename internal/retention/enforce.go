package retention

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// Bounds of one call of Enforce, so that one project does not keep the schedule
// from others.
const (
	Batch      = 200    // events of one deed
	maxAStream = 10_000 // events that are looked at
)

// Ledger reads streams; [ledger.Ledger] is it.
type Ledger interface {
	Streams(ctx context.Context, p kaibo.Project, after string, limit int) ([]kaibo.Head, bool, error)
	EventsAfter(ctx context.Context, p kaibo.Project, stream string, after uint64, limit int) ([]kaibo.Event, bool, error)
}

// Forgetter forgets events by id, those that are left of them; none left is no
// error. [forget.Engine] is it.
type Forgetter interface {
	ForgetEvents(ctx context.Context, p kaibo.Project, ids []string, reason string) error
}

// Projects finds a project by its id; a deleted one is NotFound.
type Projects interface {
	Project(ctx context.Context, id string) (kaibo.Project, error)
}

// Engine enforces the rules of all projects.
type Engine struct {
	Store
	Ledger   Ledger
	Forget   Forgetter
	Projects Projects
}

// Enforce forgets what is past its days in every project that has rules, and
// answers how many events it gave to be forgotten. What fails or is left over
// is done by the next call.
func (e *Engine) Enforce(ctx context.Context) (int, error) {
	total := 0
	var errs error
	for r := (kaibo.Range{Limit: kaibo.MaxGetKeys}); ; {
		page, err := e.Table.Query(ctx, kaibo.Records, "retention", r)
		if err != nil {
			return total, errors.Join(errs, fmt.Errorf("list projects with rules: %w", err))
		}
		for _, item := range page.Items {
			n, err := e.enforceProject(ctx, item)
			total += n
			if err != nil {
				errs = errors.Join(errs, fmt.Errorf("retention of %s: %w", item.Sort, err))
			}
		}
		if !page.More || ctx.Err() != nil {
			return total, errs
		}
		r = r.Next(page)
	}
}

// enforceProject enforces one project's rules, and takes the mark of a project
// that was deleted away, but not that of one which is still being loaded.
func (e *Engine) enforceProject(ctx context.Context, mark kaibo.Item) (int, error) {
	p, err := e.Projects.Project(ctx, mark.Sort)
	if kaibo.KindOf(err) == kaibo.NotFound {
		loading, err := ledger.BeingLoaded(ctx, e.Table, mark.Sort)
		if err != nil || loading {
			return 0, err
		}
		return 0, e.Table.Commit(ctx, []kaibo.Write{kaibo.DeleteAny(mark.Key)})
	}
	if err != nil {
		return 0, err
	}
	rules, err := e.Rules(ctx, p)
	if err != nil {
		return 0, err
	}
	total := 0
	var errs error
	for i := range rules {
		n, err := e.enforceRule(ctx, p, &rules[i])
		total += n
		errs = errors.Join(errs, err)
	}
	return total, errs
}

func (e *Engine) enforceRule(ctx context.Context, p kaibo.Project, r *Rule) (int, error) {
	total := 0
	var errs error
	for after := ""; ; {
		heads, more, err := e.Ledger.Streams(ctx, p, after, kaibo.MaxGetKeys)
		if err != nil {
			return total, errors.Join(errs, err)
		}
		for _, head := range heads {
			after = head.Stream
			if !r.reaches(head.Stream) {
				continue
			}
			n, err := e.enforceStream(ctx, p, r, head.Stream)
			total += n
			errs = errors.Join(errs, err)
		}
		if !more || len(heads) == 0 {
			return total, errs
		}
	}
}

// progress is up to which seq of a stream a rule is done.
type progress struct {
	Seq uint64 `json:"seq"`
}

// enforceStream forgets in one stream, deed by deed.
func (e *Engine) enforceStream(ctx context.Context, p kaibo.Project, r *Rule, stream string) (total int, err error) {
	at := doneKey(p.ID, r.ID, stream)
	items, err := e.Table.Get(ctx, at)
	if err != nil {
		return 0, fmt.Errorf("read progress: %w", err)
	}
	var done progress
	if items[0].Found() {
		if err := items[0].Decode(&done); err != nil {
			return 0, err
		}
	}
	for looked := 0; looked < maxAStream && ctx.Err() == nil; {
		events, more, err := e.Ledger.EventsAfter(ctx, p, stream, done.Seq, Batch)
		if err != nil {
			return total, err
		}
		past, all := e.past(r, events)
		if all == 0 {
			return total, nil
		}
		if len(past) > 0 {
			if err := e.Forget.ForgetEvents(ctx, p, past, r.reason()); err != nil {
				return total, err
			}
		}
		looked += all
		total += len(past)
		done.Seq = events[all-1].Seq
		if err := e.Table.Commit(ctx, []kaibo.Write{kaibo.PutAny(at, 1, kaibo.Encode(done))}); err != nil {
			return total, fmt.Errorf("write progress: %w", err)
		}
		if all < len(events) || !more {
			return total, nil
		}
	}
	return total, nil
}

// past answers the events of the rule that are past their days, and how many
// from the front are, whatever their kind.
func (e *Engine) past(r *Rule, events []kaibo.Event) (ids []string, all int) {
	until := r.until(e.Clock())
	for i := range events {
		if events[i].RecordedAt >= until {
			break
		}
		all++
		if r.about(&events[i]) {
			ids = append(ids, events[i].ID)
		}
	}
	return ids, all
}

// reason stands in the receipts, as a salted digest.
func (r *Rule) reason() string {
	return fmt.Sprintf("kept for %d days (retention rule %s)", r.Days, r.ID)
}

// Due counts the events that a rule would forget now, up to limit: what it will
// take when it is set.
func (e *Engine) Due(ctx context.Context, p kaibo.Project, r Rule, limit int) (int, error) {
	if err := r.Check(); err != nil {
		return 0, err
	}
	n := 0
	for after := ""; ; {
		heads, more, err := e.Ledger.Streams(ctx, p, after, kaibo.MaxGetKeys)
		if err != nil {
			return n, err
		}
		for _, head := range heads {
			after = head.Stream
			if !r.reaches(head.Stream) {
				continue
			}
			if err := e.dueIn(ctx, p, &r, head.Stream, limit, &n); err != nil || n >= limit {
				return min(n, limit), err
			}
		}
		if !more || len(heads) == 0 {
			return n, nil
		}
	}
}

func (e *Engine) dueIn(ctx context.Context, p kaibo.Project, r *Rule, stream string, limit int, n *int) error {
	for seq := uint64(0); *n < limit; {
		events, more, err := e.Ledger.EventsAfter(ctx, p, stream, seq, kaibo.DefaultListLimit)
		if err != nil {
			return err
		}
		past, all := e.past(r, events)
		*n += len(past)
		if all < len(events) || !more {
			return nil
		}
		seq = events[all-1].Seq
	}
	return nil
}
