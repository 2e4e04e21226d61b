package webhooks

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Deliveries answers the newest attempts of a webhook first, at most limit, from
// before the cursor, which is empty at first and at the end.
func (e *Engine) Deliveries(ctx context.Context, p kaibo.Project, id, cursor string, limit int) ([]Attempt, string, error) {
	return newest[Attempt](ctx, e, p, id, "log", cursor, limit)
}

// DeadLetters answers the newest dead letters of a webhook first, as Deliveries
// does its attempts.
func (e *Engine) DeadLetters(ctx context.Context, p kaibo.Project, id, cursor string, limit int) ([]DeadLetter, string, error) {
	messages, next, err := newest[message](ctx, e, p, id, "dead", cursor, limit)
	letters := make([]DeadLetter, len(messages))
	for i := range messages {
		m := &messages[i]
		letters[i] = DeadLetter{MessageID: m.ID, Type: m.Notice.Type, At: m.At, Attempts: m.Attempts, Problem: m.Problem}
	}
	return letters, next, err
}

// newest reads one of the numbered lists of a webhook from its end.
func newest[T any](ctx context.Context, e *Engine, p kaibo.Project, id, list, cursor string, limit int) ([]T, string, error) {
	k, _, err := e.read(ctx, p.ID)
	if err != nil {
		return nil, "", err
	}
	if k.find(id) == nil {
		return nil, "", noWebhook(id)
	}
	r := kaibo.Range{From: list + "/", Before: list + "0", Reverse: true, Limit: limit}
	if cursor != "" {
		r.Before = list + "/" + cursor
	}
	page, err := e.Table.Query(ctx, kaibo.Records, kaibo.WebhookPartition(p.ID, id), r)
	if err != nil {
		return nil, "", fmt.Errorf("read %s of a webhook: %w", list, err)
	}
	out := make([]T, len(page.Items))
	for i, item := range page.Items {
		if err := item.Decode(&out[i]); err != nil {
			return nil, "", err
		}
	}
	if !page.More {
		return out, "", nil
	}
	return out, strings.TrimPrefix(page.Items[len(page.Items)-1].Sort, list+"/"), nil
}

// redriveItems is how many dead letters one Commit sends again: two writes each.
const redriveItems = 40

// Redrive puts dead letters back into the queue, in their old places and under
// their old ids: the one of a message, or all when messageID is empty. It answers
// how many. A webhook that is disabled is a Conflict; a message that is no dead
// letter is NotFound.
func (e *Engine) Redrive(ctx context.Context, p kaibo.Project, id, messageID string) (int, error) {
	done := 0
	r := kaibo.Range{From: "dead/", Before: "dead0", Limit: redriveItems}
	for {
		k, version, err := e.read(ctx, p.ID)
		if err != nil {
			return done, err
		}
		w := k.find(id)
		switch {
		case w == nil:
			return done, noWebhook(id)
		case !w.Enabled():
			return done, kaibo.Errorf(kaibo.Conflict, "webhook %s is disabled; enable it first", id)
		}
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.WebhookPartition(p.ID, id), r)
		if err != nil {
			return done, fmt.Errorf("read dead letters: %w", err)
		}
		n, err := e.revive(ctx, p, w, version, page.Items, messageID)
		if err != nil {
			return done, err
		}
		if done += n; !page.More || messageID != "" && done > 0 {
			break
		}
		r = r.Next(page)
	}
	if messageID != "" && done == 0 {
		return 0, kaibo.Errorf(kaibo.NotFound, "webhook %s has no dead letter %s", id, messageID)
	}
	if done > 0 {
		e.tell(p)
	}
	return done, nil
}

// revive puts dead letters back into the queue in one Commit, all or the one
// of a message.
func (e *Engine) revive(ctx context.Context, p kaibo.Project, w *Webhook, version uint64, items []kaibo.Item, messageID string) (int, error) {
	var writes []kaibo.Write
	for _, item := range items {
		var m message
		if err := item.Decode(&m); err != nil {
			return 0, err
		}
		if messageID != "" && m.ID != messageID {
			continue
		}
		m.Since, m.Attempts, m.Due = e.Clock(), 0, 0
		writes = append(writes, kaibo.DeleteAt(item.Key, item.Version), kaibo.PutAny(queueKey(p.ID, w.ID, &m), 1, kaibo.Encode(m)))
	}
	if len(writes) == 0 {
		return 0, nil
	}
	err := e.again(ctx, "redrive", func() error {
		due, err := e.wake(ctx, p.ID)
		if err != nil {
			return err
		}
		return e.Table.Commit(ctx, slices.Concat(writes, []kaibo.Write{due, kaibo.CheckAt(listKey(p.ID), version)}))
	})
	if err != nil {
		return 0, fmt.Errorf("redrive: %w", err)
	}
	return len(writes) / 2, nil
}
