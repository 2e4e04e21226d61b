package forget

import (
	"context"
	"errors"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// expiredReason is the reason in the receipt of an event that forgot itself.
const expiredReason = "its time had come (expiresAt)"

// ForgetEvents forgets events that a rule or a time of theirs says, in one deed:
// those that are not forgotten yet. None left is no error.
func (e *Engine) ForgetEvents(ctx context.Context, p kaibo.Project, ids []string, reason string) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := e.Forget(ctx, p, Order{Selector: Selector{events: ids}, Reason: reason, sure: true})
	if kaibo.KindOf(err) == kaibo.NotFound {
		return nil
	}
	return err
}

// Expire forgets the events whose expiresAt has come, each with a receipt, and
// answers how many. What fails is left for the next call.
func (e *Engine) Expire(ctx context.Context) (int, error) {
	now := e.Clock()
	expired := 0
	var errs error
	r := kaibo.Range{Before: kaibo.TimeKey(now + 1)}
	for {
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.ExpirePartition, r)
		if err != nil {
			return expired, errors.Join(errs, fmt.Errorf("read what expires: %w", err))
		}
		for _, item := range page.Items {
			n, err := e.expireItem(ctx, item, now)
			expired += n
			errs = errors.Join(errs, err)
		}
		if !page.More {
			return expired, errs
		}
		r = r.Next(page)
	}
}

// expireItem forgets the events of one append that are due and lists the
// others under the time of the next.
func (e *Engine) expireItem(ctx context.Context, item kaibo.Item, now kaibo.Time) (int, error) {
	var x ledger.Expiry
	if err := item.Decode(&x); err != nil {
		return 0, err
	}
	p, err := e.Projects.Project(ctx, x.Project)
	if kaibo.KindOf(err) == kaibo.NotFound { // deleted as a whole
		return 0, e.dropUnlessLoading(ctx, x.Project, item)
	}
	if err != nil {
		return 0, fmt.Errorf("find project of expiry: %w", err)
	}
	rest := ledger.Expiry{Project: x.Project}
	next, done := kaibo.Forever, 0
	for _, event := range x.Events {
		if event.At > now {
			rest.Events = append(rest.Events, event)
			next = min(next, event.At)
			continue
		}
		_, err := e.Forget(ctx, p, Order{Selector: Selector{EventID: event.EventID}, Reason: expiredReason, sure: true})
		if err != nil && kaibo.KindOf(err) != kaibo.NotFound { // forgotten already
			return done, fmt.Errorf("expire %s: %w", event.EventID, err)
		}
		done++
	}
	writes := []kaibo.Write{kaibo.DeleteAt(item.Key, item.Version)}
	if len(rest.Events) > 0 {
		key := item.Key
		key.Sort = kaibo.TimeKey(next) + item.Sort[len(kaibo.TimeKey(next)):]
		writes = append(writes, kaibo.PutAny(key, 1, kaibo.Encode(rest)))
	}
	return done, e.Table.Commit(ctx, writes)
}
