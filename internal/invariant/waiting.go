package invariant

import (
	"context"
	"fmt"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// checkNotices holds Notices. What waits is read before and after the marker
// that is to find it.
func (l *look) checkNotices(ctx context.Context) error {
	items, err := l.get(ctx, []kaibo.Key{{Partition: kaibo.WebhooksPartition(l.project.ID), Sort: "list"}})
	if err != nil || !items[0].Found() {
		return err
	}
	var list struct {
		Webhooks []struct {
			ID string `json:"id"`
		} `json:"webhooks"`
	}
	if err := items[0].Decode(&list); err != nil {
		return err
	}
	for _, w := range list.Webhooks {
		if err := l.checkWebhook(ctx, w.ID); err != nil {
			return err
		}
	}
	return nil
}

func (l *look) checkWebhook(ctx context.Context, id string) error {
	before, err := l.queued(ctx, id)
	if err != nil || before == "" {
		return err
	}
	marker, err := l.get(ctx, []kaibo.Key{kaibo.WaitingKey(l.project.ID)})
	if err != nil || marker[0].Found() {
		return err
	}
	after, err := l.queued(ctx, id)
	if err == nil && before == after {
		l.find(Notices, "webhook", id, "has the message %s waiting, and nothing says when it is due", after)
	}
	return err
}

// queued answers the place of the first message that waits for a webhook; empty
// when none does.
func (l *look) queued(ctx context.Context, webhookID string) (string, error) {
	page, err := l.Table.Query(ctx, kaibo.Records, kaibo.WebhookPartition(l.project.ID, webhookID), kaibo.Range{From: "q/", Before: "q0", Limit: 1})
	if err != nil {
		return "", fmt.Errorf("read messages: %w", err)
	}
	if len(page.Items) == 0 {
		return "", nil
	}
	return page.Items[0].Sort, nil
}

// checkIdle holds Idle.
func (l *look) checkIdle(ctx context.Context) error {
	mine := func(sort string) bool { return sort == l.project.ID || strings.HasPrefix(sort, l.project.ID+"/") }
	for shard := range kaibo.LagShards {
		err := l.query(ctx, kaibo.LagPartition(shard), kaibo.Range{}, func(item kaibo.Item) error {
			if mine(item.Sort) {
				l.find(Idle, "stream", item.Sort, "waits to be structured")
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	err := l.query(ctx, kaibo.DeedsPartition, kaibo.Range{}, func(item kaibo.Item) error {
		if mine(item.Sort) {
			l.find(Idle, "deed", item.Sort, "is not finished")
		}
		return nil
	})
	if err != nil {
		return err
	}
	now := kaibo.TimeKey(l.Clock())
	for _, partition := range []string{kaibo.PurgePartition, kaibo.ExpirePartition} {
		err := l.query(ctx, partition, kaibo.Range{Before: now}, func(item kaibo.Item) error {
			if _, rest, _ := strings.Cut(item.Sort, "/"); mine(rest) {
				l.find(Idle, partition, item.Sort, "is overdue")
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
