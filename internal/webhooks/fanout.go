package webhooks

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// backlog is what the outbox holds of a project.
type backlog struct {
	items   []kaibo.Item // notices, oldest first
	marker  uint64       // version of the item that says when deliveries are due
	next    kaibo.Time   // when they are
	waiting bool
	more    bool // notices go on after items
}

// readBacklog reads a page of what the outbox holds of a project.
func (e *Engine) readBacklog(ctx context.Context, project string) (*backlog, error) {
	b := &backlog{}
	page, err := e.Table.Query(ctx, kaibo.Records, kaibo.OutboxOf(project), kaibo.Range{From: project + "/", Before: project + "/~"})
	if err != nil {
		return nil, fmt.Errorf("read outbox: %w", err)
	}
	b.items, b.more = page.Items, page.More
	marker, err := e.Table.Get(ctx, kaibo.WaitingKey(project))
	if err != nil {
		return nil, fmt.Errorf("read what waits: %w", err)
	}
	if !marker[0].Found() {
		return b, nil
	}
	var w waiting
	if err := marker[0].Decode(&w); err != nil {
		return nil, err
	}
	b.marker, b.next, b.waiting = marker[0].Version, w.Next, true
	return b, nil
}

// fanOutItems leaves room in a Commit for the outbox item, the marker, and the
// webhooks, which must be those that were read: nothing is put into the queue of
// one that is deleted meanwhile.
const fanOutItems = kaibo.MaxTxItems - 3

// fanOut moves the notices of one outbox item into the queues of the webhooks
// that want them, and has their deliveries looked at. Where they are more than
// fit one Commit, the last one removes the outbox item: a stop before it does the
// same again, which puts the same messages into the same places.
func (e *Engine) fanOut(ctx context.Context, p kaibo.Project, item kaibo.Item) error {
	var o kaibo.Outbox
	if err := item.Decode(&o); err != nil {
		return err
	}
	err := e.again(ctx, "fan out", func() error { return e.fanOutOnce(ctx, p, item, &o) })
	if errors.Is(err, errFannedOut) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("fan out: %w", err)
	}
	return nil
}

// errFannedOut says that another has fanned the item out.
var errFannedOut = errors.New("the notices are fanned out already")

func (e *Engine) fanOutOnce(ctx context.Context, p kaibo.Project, item kaibo.Item, o *kaibo.Outbox) error {
	k, version, err := e.read(ctx, p.ID)
	if err != nil {
		return err
	}
	same := kaibo.CheckAt(listKey(p.ID), version)
	writes := e.enqueue(p, &k, item.Sort, o)
	for len(writes) > fanOutItems {
		part := append([]kaibo.Write{kaibo.CheckAt(item.Key, item.Version), same}, writes[:fanOutItems]...)
		if err := fannedOut(e.Table.Commit(ctx, part)); err != nil {
			return err
		}
		writes = writes[fanOutItems:]
	}
	last := []kaibo.Write{kaibo.DeleteAt(item.Key, item.Version), same}
	if len(writes) > 0 {
		due, err := e.wake(ctx, p.ID)
		if err != nil {
			return err
		}
		last = append(last, due)
	}
	return fannedOut(e.Table.Commit(ctx, append(last, writes...)))
}

// fannedOut tells a Commit that met no outbox item, its first write, from one
// that is to be tried again.
func fannedOut(err error) error {
	var conflict *kaibo.ConflictError
	if errors.As(err, &conflict) && conflict.Refused[0].Index == 0 {
		return errFannedOut
	}
	return err
}

// enqueue answers the writes that put notices into queues.
func (e *Engine) enqueue(p kaibo.Project, k *kept, sort string, o *kaibo.Outbox) []kaibo.Write {
	name := strings.TrimPrefix(sort, p.ID+"/")
	now := e.Clock()
	var writes []kaibo.Write
	for i := range k.Webhooks {
		w := &k.Webhooks[i]
		for n, notice := range o.Notices {
			if !w.Enabled() || !w.Wants(notice.Type) {
				continue
			}
			m := message{ID: messageID(w.ID, name, n), Place: fmt.Sprintf("%s/%04d", name, n), Notice: notice, At: o.At, Since: now}
			writes = append(writes, kaibo.PutAny(queueKey(p.ID, w.ID, &m), 1, kaibo.Encode(m)))
		}
	}
	return writes
}

// messageID names the n-th notice of an outbox item to one webhook: the same
// whoever fans it out, and however often.
func messageID(webhookID, name string, n int) string {
	digest := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d", webhookID, name, n))
	id, err := kaibo.NewID(prefixMessage, bytes.NewReader(digest[:]))
	if err != nil {
		panic("webhooks: a digest is shorter than an id: " + err.Error())
	}
	return id
}

func stateKey(project, webhookID string) kaibo.Key {
	return kaibo.Key{Partition: kaibo.WebhookPartition(project, webhookID), Sort: "state"}
}

// queueKey is where a message waits.
func queueKey(project, webhookID string, m *message) kaibo.Key {
	return kaibo.Key{Partition: kaibo.WebhookPartition(project, webhookID), Sort: "q/" + m.Place}
}

func logKey(project, webhookID string, n uint64) kaibo.Key {
	return kaibo.Key{Partition: kaibo.WebhookPartition(project, webhookID), Sort: "log/" + kaibo.SeqKey(n)}
}

func deadKey(project, webhookID string, n uint64) kaibo.Key {
	return kaibo.Key{Partition: kaibo.WebhookPartition(project, webhookID), Sort: "dead/" + kaibo.SeqKey(n)}
}

// Due answers the projects that have something to fan out or to send now. It
// reads two items of each project that waits for anything.
func (e *Engine) Due(ctx context.Context) ([]string, error) {
	var due []string
	now := e.Clock()
	for shard := range kaibo.OutboxShards {
		r := kaibo.Range{Limit: 1}
		for {
			page, err := e.Table.Query(ctx, kaibo.Records, kaibo.OutboxPartition(shard), r)
			if err != nil {
				return nil, fmt.Errorf("read outbox: %w", err)
			}
			if len(page.Items) == 0 {
				break
			}
			item := page.Items[0]
			project, rest, _ := strings.Cut(item.Sort, "/")
			var w waiting
			if rest == "~" {
				if err := item.Decode(&w); err != nil {
					return nil, err
				}
			}
			if w.Next <= now {
				due = append(due, project)
			}
			r.From = project + "0" // what follows "/" in ASCII: the next project
		}
	}
	slices.Sort(due)
	return due, nil
}

// drop removes what the outbox holds of a project that is not there any more.
// Everything else of it goes with the project.
func (e *Engine) drop(ctx context.Context, project string) error {
	r := kaibo.Range{From: project + "/", Before: project + "0", Limit: kaibo.MaxTxItems}
	for {
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.OutboxOf(project), r)
		if err != nil {
			return fmt.Errorf("read outbox: %w", err)
		}
		var writes []kaibo.Write
		for _, item := range page.Items {
			writes = append(writes, kaibo.DeleteAny(item.Key))
		}
		if len(writes) > 0 {
			if err := e.Table.Commit(ctx, writes); err != nil {
				return fmt.Errorf("drop outbox: %w", err)
			}
		}
		if !page.More {
			return nil
		}
	}
}
