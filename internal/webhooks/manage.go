package webhooks

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Order is a webhook to be made.
type Order struct {
	URL         string
	Events      []string // types of notices; empty for all
	Description string
}

func (o *Order) check(allowPrivate bool) error {
	if detail := CheckURL(o.URL, allowPrivate); detail != "" {
		return kaibo.InvalidField("url", "%s", detail)
	}
	for _, typ := range o.Events {
		if !slices.Contains(kaibo.NoticeTypes, typ) {
			return kaibo.InvalidField("events", "%q is none of %v", typ, kaibo.NoticeTypes)
		}
	}
	if len(o.Description) > MaxDescription {
		return kaibo.InvalidField("description", "must be at most %d bytes", MaxDescription)
	}
	return nil
}

// Listed is a webhook with how its deliveries go. Its secrets are left out.
type Listed struct {
	Webhook
	Standing
}

// Create makes a webhook and answers it with its secret, which no answer shows
// again. It hears of every change whose job or deed begins afterwards. A project
// has at most MaxWebhooks; one more is a Conflict.
func (e *Engine) Create(ctx context.Context, p kaibo.Project, o Order) (Webhook, string, error) {
	if err := o.check(e.AllowPrivate); err != nil {
		return Webhook{}, "", err
	}
	id, err := kaibo.NewID(prefixWebhook, e.Random)
	if err != nil {
		return Webhook{}, "", err
	}
	secret, text, err := newSecret(e.Random)
	if err != nil {
		return Webhook{}, "", err
	}
	events := slices.Compact(slices.Sorted(slices.Values(o.Events)))
	made := Webhook{ID: id, URL: o.URL, Events: events, Description: o.Description, CreatedAt: e.Clock(), Secrets: []Secret{secret}}
	err = e.change(ctx, p, func(k *kept) ([]kaibo.Write, error) {
		if len(k.Webhooks) >= MaxWebhooks {
			return nil, kaibo.Errorf(kaibo.Conflict, "a project has at most %d webhooks; delete one first", MaxWebhooks)
		}
		k.Webhooks = append(k.Webhooks, made)
		return nil, nil
	})
	if err != nil {
		return Webhook{}, "", err
	}
	return made.bare(), text, nil
}

// bare is a webhook without its secrets.
func (w *Webhook) bare() Webhook {
	out := *w
	out.Secrets = nil
	return out
}

// List answers the webhooks of a project in the order in which they were made.
func (e *Engine) List(ctx context.Context, p kaibo.Project) ([]Listed, error) {
	k, _, err := e.read(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	var out []Listed
	var keys []kaibo.Key
	for i := range k.Webhooks {
		if !k.Webhooks[i].Deleted {
			out = append(out, Listed{Webhook: k.Webhooks[i].bare()})
			keys = append(keys, stateKey(p.ID, k.Webhooks[i].ID))
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	items, err := e.Table.Get(ctx, keys...)
	if err != nil {
		return nil, fmt.Errorf("read how deliveries go: %w", err)
	}
	for i, item := range items {
		var s state
		if item.Found() {
			if err := item.Decode(&s); err != nil {
				return nil, err
			}
		}
		out[i].Standing = s.Standing
	}
	return out, nil
}

// Rotate gives a webhook a new secret and answers it. What is sent within the
// overlap is signed with the one before too, so that a receiver may change over
// in between; an overlap of 0 ends the old one at once.
func (e *Engine) Rotate(ctx context.Context, p kaibo.Project, id string, overlap time.Duration) (Webhook, string, error) {
	if overlap < 0 || overlap > MaxOverlap {
		return Webhook{}, "", kaibo.InvalidField("overlapHours", "is 0 to %d", int(MaxOverlap/time.Hour))
	}
	secret, text, err := newSecret(e.Random)
	if err != nil {
		return Webhook{}, "", err
	}
	now := e.Clock()
	until := now + ms(overlap)
	var rotated Webhook
	err = e.change(ctx, p, func(k *kept) ([]kaibo.Write, error) {
		w := k.find(id)
		if w == nil {
			return nil, noWebhook(id)
		}
		secrets := []Secret{secret}
		for _, old := range w.Secrets {
			end := until
			if old.Until != nil {
				end = min(until, *old.Until)
			}
			if end > now && len(secrets) < maxSecrets {
				secrets = append(secrets, Secret{Key: old.Key, Sealed: old.Sealed, Until: &end})
			}
		}
		w.Secrets = secrets
		rotated = w.bare()
		return nil, nil
	})
	return rotated, text, err
}

// SetEnabled enables or disables a webhook; doing so twice is no error. What
// waits for one that is disabled becomes dead letters, and it hears of nothing
// that happens until it is enabled.
func (e *Engine) SetEnabled(ctx context.Context, p kaibo.Project, id string, enabled bool) (Webhook, error) {
	if enabled {
		return e.enable(ctx, p, id)
	}
	return e.disable(ctx, p, id, "disabled by a key of the project")
}

func (e *Engine) enable(ctx context.Context, p kaibo.Project, id string) (Webhook, error) {
	var changed Webhook
	err := e.change(ctx, p, func(k *kept) ([]kaibo.Write, error) {
		w := k.find(id)
		if w == nil {
			return nil, noWebhook(id)
		}
		w.DisabledAt, w.Reason = nil, ""
		changed = w.bare()
		s, version, err := e.readState(ctx, p.ID, id)
		if err != nil || version == 0 {
			return nil, err
		}
		s.Standing = Standing{DeliveredAt: s.DeliveredAt}
		return []kaibo.Write{kaibo.PutOver(stateKey(p.ID, id), version, kaibo.Encode(s))}, nil
	})
	return changed, err
}

func (e *Engine) disable(ctx context.Context, p kaibo.Project, id, reason string) (Webhook, error) {
	var changed Webhook
	err := e.change(ctx, p, func(k *kept) ([]kaibo.Write, error) {
		w := k.find(id)
		if w == nil {
			return nil, noWebhook(id)
		}
		if w.DisabledAt == nil {
			now := e.Clock()
			w.DisabledAt, w.Reason = &now, reason
		}
		changed = w.bare()
		due, err := e.wake(ctx, p.ID)
		return []kaibo.Write{due}, err
	})
	if err == nil {
		e.tell(p)
	}
	return changed, err
}

// Delete removes a webhook, its secrets, its queue, its log and its dead letters.
// What a stop leaves of them is removed by the next Deliver.
func (e *Engine) Delete(ctx context.Context, p kaibo.Project, id string) error {
	err := e.change(ctx, p, func(k *kept) ([]kaibo.Write, error) {
		w := k.find(id)
		if w == nil {
			return nil, noWebhook(id)
		}
		*w = Webhook{ID: id, CreatedAt: w.CreatedAt, Deleted: true}
		due, err := e.wake(ctx, p.ID)
		return []kaibo.Write{due}, err
	})
	if err != nil {
		return err
	}
	e.tell(p)
	return e.wipe(ctx, p, id)
}

// wipe removes what a deleted webhook left, the webhook itself last.
func (e *Engine) wipe(ctx context.Context, p kaibo.Project, id string) error {
	for {
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.WebhookPartition(p.ID, id), kaibo.Range{Limit: kaibo.MaxTxItems})
		if err != nil {
			return fmt.Errorf("read what a webhook left: %w", err)
		}
		if len(page.Items) == 0 {
			break
		}
		writes := make([]kaibo.Write, len(page.Items))
		for i, item := range page.Items {
			writes[i] = kaibo.DeleteAny(item.Key)
		}
		if err := e.Table.Commit(ctx, writes); err != nil {
			return fmt.Errorf("remove what a webhook left: %w", err)
		}
	}
	return e.change(ctx, p, func(k *kept) ([]kaibo.Write, error) {
		k.Webhooks = slices.DeleteFunc(k.Webhooks, func(w Webhook) bool { return w.ID == id && w.Deleted })
		return nil, nil
	})
}
