package simtest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// looseQueue loses, doubles and reorders, and delivers again what was done. It
// draws from the run's generator, so that a seed does the same each time.
type looseQueue struct {
	s    *sim
	line []kaibo.Delivery
	sent int
}

var errQueue = errors.New("the queue fails")

// Send implements kaibo.Queue.
func (q *looseQueue) Send(_ context.Context, m kaibo.Message) error {
	copies := 1
	switch q.s.rng.IntN(12) {
	case 0:
		copies = 0
	case 1:
		copies = 2
	case 2:
		return errQueue
	}
	for range copies {
		q.sent++
		q.line = append(q.line, kaibo.Delivery{Message: m, Receipt: fmt.Sprint(q.sent)})
	}
	return nil
}

// Receive implements kaibo.Queue: any of the messages, in any order.
func (q *looseQueue) Receive(_ context.Context, limit int, _, _ time.Duration) ([]kaibo.Delivery, error) {
	var out []kaibo.Delivery
	for _, i := range q.s.rng.Perm(len(q.line)) {
		if len(out) < min(limit, 3) {
			q.line[i].Attempt++
			out = append(out, q.line[i])
		}
	}
	return out, nil
}

// Done implements kaibo.Queue. Now and then it is not heard.
func (q *looseQueue) Done(_ context.Context, d kaibo.Delivery) error {
	for i := range q.line {
		if q.line[i].Receipt == d.Receipt && (q.s.rng.IntN(6) > 0 || d.Attempt > 3) {
			q.line = append(q.line[:i], q.line[i+1:]...)
			break
		}
	}
	return nil
}

// Retry implements kaibo.Queue.
func (q *looseQueue) Retry(context.Context, kaibo.Delivery, time.Duration) error { return nil }

// once is a queue that is received from once: then whoever serves it ends.
type once struct {
	kaibo.Queue
	stop context.CancelFunc
	took bool
}

// Receive implements kaibo.Queue.
func (o *once) Receive(ctx context.Context, limit int, visibility, wait time.Duration) ([]kaibo.Delivery, error) {
	if o.took {
		o.stop()
		return nil, ctx.Err()
	}
	o.took = true
	return o.Queue.Receive(ctx, limit, visibility, wait)
}

// witness is the table that all processes share. It notes every notice that a
// Commit which happened has put into the outbox.
type witness struct {
	kaibo.Table
	s *sim
}

// Commit implements kaibo.Table.
func (n *witness) Commit(ctx context.Context, writes []kaibo.Write) error {
	err := n.Table.Commit(ctx, writes)
	for _, w := range writes {
		if err != nil || w.Op != kaibo.Put || !strings.HasPrefix(w.Item.Partition, "outbox/") || w.Item.Key == kaibo.WaitingKey(project) {
			continue
		}
		var o kaibo.Outbox
		if bad := w.Item.Decode(&o); bad != nil {
			n.s.t.Errorf("the outbox holds %s: %v", w.Item.Data, bad)
		}
		n.s.notices += len(o.Notices)
	}
	return err
}

// hookObjects lets another process act before an object is written or deleted;
// not before a payload is, for an append writes several at once.
type hookObjects struct {
	kaibo.Objects
	before func()
}

// Put implements kaibo.Objects.
func (h *hookObjects) Put(ctx context.Context, name string, data []byte) error {
	if !strings.HasPrefix(name, project+"/p/") {
		h.before()
	}
	return h.Objects.Put(ctx, name, data)
}

// Delete implements kaibo.Objects.
func (h *hookObjects) Delete(ctx context.Context, name string) error {
	h.before()
	return h.Objects.Delete(ctx, name)
}

// hookReads lets others act before an object is read, by what reads one at a time:
// a backup.
type hookReads struct {
	kaibo.Objects
	before func()
}

// Get implements kaibo.Objects.
func (h *hookReads) Get(ctx context.Context, name string, off, length int64) ([]byte, error) {
	h.before()
	return h.Objects.Get(ctx, name, off, length)
}

// receiver is who webhooks are sent to.
type receiver struct {
	s     *sim
	calm  bool              // takes everything
	taken map[string]string // body by id
}

var _ webhooks.Sender = (*receiver)(nil)

// Send implements webhooks.Sender.
func (r *receiver) Send(_ context.Context, q *webhooks.Request) webhooks.Result {
	id, body := q.Header.Get("webhook-id"), string(q.Body)
	if strings.Contains(body, "canary") {
		r.s.t.Errorf("a webhook was sent text: %s", body)
	}
	if !json.Valid(q.Body) {
		r.s.t.Errorf("a webhook was sent %q", body)
	}
	if before, ok := r.taken[id]; ok && before != body {
		r.s.t.Errorf("%s was sent as\n%s\nand as\n%s", id, before, body)
	}
	if !r.calm && r.s.rng.IntN(4) == 0 {
		if r.s.rng.IntN(2) == 0 {
			r.taken[id] = body // and the answer is lost
		}
		return webhooks.Result{Status: 503, Problem: "answered 503", Took: time.Millisecond}
	}
	r.taken[id] = body
	return webhooks.Result{Status: 200, Took: time.Millisecond}
}

// keys sign checkpoints with a key that a seed makes.
type keys struct {
	random io.Reader
	made   []checkpoint.Signer
}

type signer struct {
	note.Signer
	public string
}

// VerifierKey implements checkpoint.Signer.
func (s signer) VerifierKey() string { return s.public }

// Signers implements checkpoint.Keys.
func (k *keys) Signers(_ context.Context, name string) ([]checkpoint.Signer, error) {
	if k.made != nil {
		return k.made, nil
	}
	secret, public, err := note.GenerateKey(k.random, name)
	if err != nil {
		return nil, err
	}
	s, err := note.NewSigner(secret)
	k.made = []checkpoint.Signer{signer{s, public}}
	return k.made, err
}

// project is the id of the project that all engines of package enginetest work in.
const project = "prj"

// all is the list of projects for the signing of checkpoints.
type all struct{ enginetest.Known }

// All implements checkpoint.Projects.
func (a all) All(_ context.Context, fn func(kaibo.Project) error) error {
	for _, p := range a.Known {
		if err := fn(p); err != nil {
			return err
		}
	}
	return nil
}
