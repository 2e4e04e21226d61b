package webhooks

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Deliver fans out what a project announced and sends what is due, each webhook
// beside the others, until nothing is due or the budget of a webhook is used up.
// It answers when there is more to do; Forever when nothing waits. While this
// process delivers for the project already it does nothing.
func (e *Engine) Deliver(ctx context.Context, projectID string) (kaibo.Time, error) {
	if !e.busy.enter(projectID) {
		return e.Clock() + ms(time.Second), nil
	}
	defer e.busy.leave(projectID)
	p, err := e.Projects.Project(ctx, projectID)
	if kaibo.KindOf(err) == kaibo.NotFound { // deleted: its webhooks hear of nothing more
		return kaibo.Forever, e.drop(ctx, projectID)
	}
	if err != nil {
		return 0, fmt.Errorf("find project of webhooks: %w", err)
	}
	b, err := e.readBacklog(ctx, p.ID)
	if err != nil {
		return 0, err
	}
	for _, item := range b.items {
		if err := e.fanOut(ctx, p, item); err != nil {
			return 0, err
		}
	}
	return e.sendAll(ctx, p, b.more)
}

// sendAll sends what is due to every webhook, and notes when the next is. The
// note is read before the queues: what comes into one meanwhile changes it.
func (e *Engine) sendAll(ctx context.Context, p kaibo.Project, more bool) (kaibo.Time, error) {
	b, err := e.readBacklog(ctx, p.ID)
	if err != nil {
		return 0, err
	}
	k, version, err := e.read(ctx, p.ID)
	if err != nil {
		return 0, err
	}
	nexts := make([]kaibo.Time, len(k.Webhooks))
	var work errgroup.Group
	for i := range k.Webhooks {
		work.Go(func() (err error) {
			nexts[i], err = e.serve(ctx, p, &k.Webhooks[i], version)
			if err != nil {
				nexts[i] = e.Clock() + ms(time.Second)
			}
			return err
		})
	}
	failed := work.Wait()
	next := kaibo.Forever
	for _, at := range nexts {
		next = min(next, at)
	}
	if b.waiting {
		if err := e.note(ctx, p.ID, b.marker, next); err != nil {
			return 0, errors.Join(failed, err)
		}
	}
	if more || len(b.items) > 0 {
		next = e.Clock()
	}
	return next, failed
}

// note writes down when the next delivery of a project is due, unless something
// came meanwhile.
func (e *Engine) note(ctx context.Context, project string, read uint64, next kaibo.Time) error {
	write := kaibo.PutOver(kaibo.WaitingKey(project), read, kaibo.Encode(waiting{Next: next}))
	if next == kaibo.Forever {
		write = kaibo.DeleteAt(kaibo.WaitingKey(project), read)
	}
	err := e.Table.Commit(ctx, []kaibo.Write{write})
	if err == nil || errors.As(err, new(*kaibo.ConflictError)) {
		return nil
	}
	return fmt.Errorf("note what waits: %w", err)
}

// serve does what there is to do for one webhook and answers when there is more.
func (e *Engine) serve(ctx context.Context, p kaibo.Project, w *Webhook, version uint64) (kaibo.Time, error) {
	if w.Deleted {
		return kaibo.Forever, e.wipe(ctx, p, w.ID)
	}
	s := &sending{Engine: e, project: p, hook: w}
	items, err := s.queue(ctx, kaibo.Range{Limit: 1})
	if err != nil || len(items.Items) == 0 {
		return kaibo.Forever, err
	}
	if s.state, s.version, err = e.readState(ctx, p.ID, w.ID); err != nil {
		return 0, err
	}
	now := e.Clock()
	if w.Enabled() && s.paused(now) {
		return *s.state.NextAt, nil
	}
	if s.state.LeasedUntil > now && s.state.Owner != e.owner() && !e.Alone {
		return s.state.LeasedUntil, nil
	}
	if mine, err := s.lease(ctx, now, version); !mine || err != nil {
		return now + ms(time.Second), err
	}
	s.until = now + ms(e.budget())
	do := s.drain
	if !w.Enabled() {
		do = s.buryAll
	}
	next, err := do(ctx)
	s.release(context.WithoutCancel(ctx))
	return next, err
}

// sending is one turn of one webhook.
type sending struct {
	*Engine
	project kaibo.Project
	hook    *Webhook
	state   state
	version uint64
	until   kaibo.Time
}

// leaseTime is for how long nobody else sends: well over the longest request,
// and made longer by each that ends.
const leaseTime = 2 * time.Minute

// lease takes the webhook, unless another has it or its webhooks were changed
// since they were read.
func (s *sending) lease(ctx context.Context, now kaibo.Time, webhooks uint64) (bool, error) {
	s.state.Owner, s.state.LeasedUntil = s.owner(), now+ms(leaseTime)
	err := s.Table.Commit(ctx, []kaibo.Write{
		kaibo.PutOver(stateKey(s.project.ID, s.hook.ID), s.version, kaibo.Encode(s.state)),
		kaibo.CheckAt(listKey(s.project.ID), webhooks)})
	if errors.As(err, new(*kaibo.ConflictError)) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("take webhook: %w", err)
	}
	s.version++
	return true, nil
}

// release lets others send at once. Where it fails they wait for the lease.
func (s *sending) release(ctx context.Context) {
	s.state.Owner, s.state.LeasedUntil = "", 0
	err := s.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(stateKey(s.project.ID, s.hook.ID), s.version, kaibo.Encode(s.state))})
	if err != nil && !errors.As(err, new(*kaibo.ConflictError)) {
		slog.WarnContext(ctx, "a webhook waits for its lease to end", "project", s.project.ID, "webhook", s.hook.ID, "err", err)
	}
}

// readState reads how deliveries to a webhook stand, and the version of that.
func (e *Engine) readState(ctx context.Context, project, webhookID string) (state, uint64, error) {
	items, err := e.Table.Get(ctx, stateKey(project, webhookID))
	if err != nil {
		return state{}, 0, fmt.Errorf("read how deliveries go: %w", err)
	}
	var s state
	if items[0].Found() {
		err = items[0].Decode(&s)
	}
	return s, items[0].Version, err
}

// queue reads messages in their order.
func (s *sending) queue(ctx context.Context, r kaibo.Range) (kaibo.Page, error) {
	if r.From == "" {
		r.From = "q/"
	}
	r.Before = "q0"
	page, err := s.Table.Query(ctx, kaibo.Records, kaibo.WebhookPartition(s.project.ID, s.hook.ID), r)
	if err != nil {
		return page, fmt.Errorf("read messages: %w", err)
	}
	return page, nil
}

func (s *sending) paused(now kaibo.Time) bool { return s.state.NextAt != nil && *s.state.NextAt > now }

// queuePage is how many messages are read at a time.
const queuePage = 100

// drain sends the messages that are due and answers when the next is. First, in
// order, those that were tried less than heldAttempts times, each of which holds
// up those behind it; then those that were set aside, so that one that the
// receiver refuses is never in the way of the others.
func (s *sending) drain(ctx context.Context) (kaibo.Time, error) {
	next := kaibo.Forever
	var aside []message
	r := kaibo.Range{Limit: queuePage}
	for {
		page, err := s.queue(ctx, r)
		if err != nil {
			return 0, err
		}
		for _, item := range page.Items {
			var m message
			if err := item.Decode(&m); err != nil {
				return 0, err
			}
			if m.Attempts >= heldAttempts && !s.expired(&m) {
				if aside = append(aside, m); m.Due > s.Clock() {
					next = min(next, m.Due)
				}
				continue
			}
			if at, stop, err := s.attempt(ctx, &m); stop || err != nil {
				return min(next, at), err
			}
		}
		if !page.More {
			break
		}
		r = r.Next(page)
	}
	for i := range aside {
		if aside[i].Due > s.Clock() {
			continue
		}
		if at, stop, err := s.attempt(ctx, &aside[i]); stop || err != nil {
			return at, err
		}
	}
	if s.paused(s.Clock()) {
		return *s.state.NextAt, nil
	}
	return next, nil
}

// expired reports whether a message waited for a receiver that was tried, if not
// with this one, for as long as a message is tried.
func (s *sending) expired(m *message) bool {
	return s.state.Failures > 0 && m.Since+ms(giveUpAfter) <= s.Clock()
}

// attempt sends a message if it is due, or buries it. It says whether the turn
// ends here, and when to go on then.
func (s *sending) attempt(ctx context.Context, m *message) (next kaibo.Time, stop bool, err error) {
	now := s.Clock()
	switch {
	case now > s.until:
		return now, true, nil
	case s.expired(m):
		return 0, false, s.bury(ctx, []message{*m})
	case s.paused(now):
		return *s.state.NextAt, true, nil
	case m.Due > now:
		return m.Due, true, nil
	}
	over, err := s.deliver(ctx, m)
	if err == nil && !over && s.state.NextAt != nil { // it failed: those behind it wait, however long writing that down took
		return *s.state.NextAt, true, nil
	}
	return s.Clock(), over, err // what waits for one that is over is buried by the next turn
}

// deliver sends one message and writes down what came of it. It says whether
// the webhook was disabled by that.
func (s *sending) deliver(ctx context.Context, m *message) (over bool, err error) {
	at := s.Clock()
	result, err := s.send(ctx, m, at)
	if err != nil {
		return false, err
	}
	if ctx.Err() != nil && !result.Delivered() { // the server stops: no fault of the receiver
		return false, ctx.Err()
	}
	if err := s.record(context.WithoutCancel(ctx), m, at, result); err != nil {
		return false, err
	}
	reason := s.hopeless(result)
	if reason == "" {
		return false, nil
	}
	slog.WarnContext(ctx, "a webhook is disabled", "project", s.project.ID, "webhook", s.hook.ID, "why", reason)
	_, err = s.disable(ctx, s.project, s.hook.ID, reason)
	return true, err
}

// send posts a message. An error is the store's; a message that cannot be
// written has failed like one that was refused, so that it holds up nothing for
// ever.
func (s *sending) send(ctx context.Context, m *message, at kaibo.Time) (Result, error) {
	content, err := s.bodyOf(ctx, s.project, m)
	if err != nil && kaibo.KindOf(err) != kaibo.Internal {
		return Result{}, err
	}
	if err != nil {
		return unwritten(ctx, s.project, s.hook, m.ID, err), nil
	}
	return s.post(ctx, s.project, s.hook, m.ID, at, content), nil
}

// post signs a message and hands it to the sender. One that cannot be signed, for
// its secret was damaged, has failed like one that was refused.
func (e *Engine) post(ctx context.Context, p kaibo.Project, w *Webhook, id string, at kaibo.Time, content []byte) Result {
	secrets, err := opened(p, w)
	if err != nil {
		return unwritten(ctx, p, w, id, err)
	}
	header, err := sign(secrets, id, at, content)
	if err != nil {
		return unwritten(ctx, p, w, id, err)
	}
	return e.Sender.Send(ctx, &Request{URL: w.URL, Header: header, Body: content})
}

// unwritten is what comes of a message that cannot be written.
func unwritten(ctx context.Context, p kaibo.Project, w *Webhook, id string, err error) Result {
	slog.ErrorContext(ctx, "a message cannot be written", "project", p.ID, "webhook", w.ID, "message", id, "err", err)
	return Result{Problem: "an internal error; the server's log has it"}
}

// hopeless says why no more is sent to the webhook, or "".
func (s *sending) hopeless(r Result) string {
	since := s.state.FailingSince
	switch {
	case r.Status == 410:
		return "the receiver answered 410: it is gone"
	case since != nil && s.Clock()-*since >= ms(disableAfter) && s.state.Failures >= disableFailures:
		return fmt.Sprintf("nothing could be delivered since %s; the last attempt: %s", since, r.Problem)
	}
	return ""
}
