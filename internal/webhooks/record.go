package webhooks

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// errLostLease says that another process sends to the webhook now.
var errLostLease = &kaibo.Error{Op: "record delivery", Kind: kaibo.Unavailable, Detail: "another process delivers to this webhook"}

// commit writes the state together with what build answers for it. When somebody
// who does not send changed the state meanwhile (a test was logged, the webhook
// was enabled), it is read and built again; when somebody else sends, that is an
// error.
func (s *sending) commit(ctx context.Context, build func(st *state) []kaibo.Write) error {
	return s.again(ctx, "record delivery", func() error {
		next := s.state
		writes := build(&next)
		next.LeasedUntil = s.Clock() + ms(leaseTime)
		key := stateKey(s.project.ID, s.hook.ID)
		err := s.Table.Commit(ctx, append([]kaibo.Write{kaibo.PutOver(key, s.version, kaibo.Encode(next))}, writes...))
		if err == nil {
			s.state, s.version = next, s.version+1
			return nil
		}
		if !errors.As(err, new(*kaibo.ConflictError)) {
			return fmt.Errorf("record delivery: %w", err)
		}
		fresh, version, readErr := s.readState(ctx, s.project.ID, s.hook.ID)
		if readErr != nil {
			return readErr
		}
		if version == 0 || fresh.Owner != s.owner() {
			return errLostLease
		}
		s.state, s.version = fresh, version
		return err
	})
}

// record writes down what came of an attempt.
func (s *sending) record(ctx context.Context, m *message, at kaibo.Time, r Result) error {
	tried := *m
	tried.Attempts, tried.Problem = m.Attempts+1, r.Problem
	attempt := Attempt{MessageID: m.ID, Type: m.Notice.Type, At: at, Attempt: tried.Attempts, Status: r.Status, Problem: r.Problem,
		Milliseconds: r.Took.Milliseconds()}
	now := s.Clock()
	wait := max(delay(tried.Attempts, m.ID), r.RetryAfter)
	key := queueKey(s.project.ID, s.hook.ID, m)
	return s.commit(ctx, func(st *state) []kaibo.Write {
		var writes []kaibo.Write
		if r.Delivered() {
			attempt.Outcome = OutcomeDelivered
			st.Standing = Standing{DeliveredAt: &now}
			writes = append(writes, kaibo.DeleteAny(key))
			return append(writes, s.logged(st, attempt)...)
		}
		st.fail(now, r.RetryAfter, m.ID)
		tried.Due = now + ms(wait)
		if tried.Attempts > len(delays) || tried.Due > m.Since+ms(giveUpAfter) {
			attempt.Outcome = OutcomeDead
			writes = append(writes, s.buried(st, &tried)...)
		} else {
			due := tried.Due
			attempt.Outcome, attempt.NextAt = OutcomeFailed, &due
			writes = append(writes, kaibo.PutAny(key, uint64(tried.Attempts)+1, kaibo.Encode(tried)))
		}
		return append(writes, s.logged(st, attempt)...)
	})
}

// fail counts an attempt at a message that was not taken: nothing is sent for a while that
// grows with each.
func (st *state) fail(now kaibo.Time, asked time.Duration, message string) {
	st.Failures++
	if st.FailingSince == nil {
		st.FailingSince = &now
	}
	next := now + ms(max(delay(st.Failures, message), asked))
	st.NextAt = &next
}

// logged answers the writes that add a line to the log and take the oldest out.
func (s *sending) logged(st *state, a Attempt) []kaibo.Write {
	st.Logged++
	writes := []kaibo.Write{kaibo.PutAny(logKey(s.project.ID, s.hook.ID, st.Logged), 1, kaibo.Encode(a))}
	if st.Logged > MaxLog {
		writes = append(writes, kaibo.DeleteAny(logKey(s.project.ID, s.hook.ID, st.Logged-MaxLog)))
	}
	return writes
}

// buried answers the writes that make a dead letter of a message, and drop the
// oldest when there are too many.
func (s *sending) buried(st *state, m *message) []kaibo.Write {
	st.Dead++
	writes := []kaibo.Write{
		kaibo.DeleteAny(queueKey(s.project.ID, s.hook.ID, m)),
		kaibo.PutAny(deadKey(s.project.ID, s.hook.ID, st.Dead), 1, kaibo.Encode(m)),
	}
	if st.Dead > MaxDeadLetters {
		writes = append(writes, kaibo.DeleteAny(deadKey(s.project.ID, s.hook.ID, st.Dead-MaxDeadLetters)))
	}
	return writes
}

// bury makes dead letters of messages; at most buryItems.
func (s *sending) bury(ctx context.Context, messages []message) error {
	return s.commit(ctx, func(st *state) []kaibo.Write {
		var writes []kaibo.Write
		for i := range messages {
			writes = append(writes, s.buried(st, &messages[i])...)
		}
		return writes
	})
}

// buryItems is how many messages one Commit buries: three writes each.
const buryItems = 30

// buryAll makes dead letters of everything that waits for a disabled webhook.
func (s *sending) buryAll(ctx context.Context) (kaibo.Time, error) {
	for {
		page, err := s.queue(ctx, kaibo.Range{Limit: buryItems})
		if err != nil || len(page.Items) == 0 {
			return kaibo.Forever, err
		}
		messages := make([]message, len(page.Items))
		for i, item := range page.Items {
			if err := item.Decode(&messages[i]); err != nil {
				return 0, err
			}
			if messages[i].Problem == "" {
				messages[i].Problem = "the webhook was disabled"
			}
		}
		if err := s.bury(ctx, messages); err != nil {
			return 0, err
		}
	}
}

// Test sends a message of the type webhook.test at once, also to a webhook that
// is disabled, and answers what came of it. It is logged, is not tried again, and
// does not count for or against the webhook.
func (e *Engine) Test(ctx context.Context, p kaibo.Project, id string) (Attempt, error) {
	k, _, err := e.read(ctx, p.ID)
	if err != nil {
		return Attempt{}, err
	}
	w := k.find(id)
	if w == nil {
		return Attempt{}, noWebhook(id)
	}
	at := e.Clock()
	messageID, err := kaibo.NewID(prefixMessage, e.Random)
	if err != nil {
		return Attempt{}, err
	}
	content, err := encode(body{Type: TypeTest, Timestamp: at, Data: data{ProjectID: p.ID, WebhookID: id}})
	if err != nil {
		return Attempt{}, err
	}
	r := e.post(ctx, p, w, messageID, at, content)
	attempt := Attempt{MessageID: messageID, Type: TypeTest, At: at, Attempt: 1, Outcome: OutcomeFailed, Status: r.Status,
		Problem: r.Problem, Milliseconds: r.Took.Milliseconds()}
	if r.Delivered() {
		attempt.Outcome = OutcomeDelivered
	}
	return attempt, e.logTest(context.WithoutCancel(ctx), p, w, attempt)
}

// logTest adds a line to the log of a webhook, unless it was deleted meanwhile.
func (e *Engine) logTest(ctx context.Context, p kaibo.Project, w *Webhook, a Attempt) error {
	s := &sending{Engine: e, project: p, hook: w}
	return e.again(ctx, "log test", func() error {
		k, webhooks, err := e.read(ctx, p.ID)
		if err != nil || k.find(w.ID) == nil {
			return err
		}
		st, version, err := e.readState(ctx, p.ID, w.ID)
		if err != nil {
			return err
		}
		lines := s.logged(&st, a)
		err = e.Table.Commit(ctx, slices.Concat([]kaibo.Write{kaibo.PutOver(stateKey(p.ID, w.ID), version, kaibo.Encode(st)),
			kaibo.CheckAt(listKey(p.ID), webhooks)}, lines))
		if err != nil && !errors.As(err, new(*kaibo.ConflictError)) {
			return fmt.Errorf("log test: %w", err)
		}
		return err
	})
}
