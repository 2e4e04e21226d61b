package verbs

import (
	"context"
	"net/http"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// The statuses of a webhook.
const (
	webhookEnabled  = "enabled"
	webhookDisabled = "disabled"
)

// WebhookInfo is what is told of a webhook: all but its secret.
type WebhookInfo struct {
	ID          string      `json:"id" doc:"The webhook."`
	URL         string      `json:"url" doc:"Where messages are posted."`
	Events      []string    `json:"events" doc:"Types of messages that it wants; empty for all."`
	Description string      `json:"description,omitempty" doc:"What its maker noted."`
	Status      string      `json:"status" doc:"enabled, or disabled: nothing is sent then, and what happens meanwhile is not sent later."`
	CreatedAt   kaibo.Time  `json:"createdAt" doc:"When it was made. It hears of every change whose job or deed began afterwards."`
	DisabledAt  *kaibo.Time `json:"disabledAt,omitempty" doc:"When it was disabled."`
	Reason      string      `json:"reason,omitempty" doc:"Why it is disabled."`
}

func webhookInfo(w *webhooks.Webhook) WebhookInfo {
	out := WebhookInfo{ID: w.ID, URL: w.URL, Events: orEmpty(w.Events), Description: w.Description, Status: webhookEnabled,
		CreatedAt: w.CreatedAt, DisabledAt: w.DisabledAt, Reason: w.Reason}
	if !w.Enabled() {
		out.Status = webhookDisabled
	}
	return out
}

// WebhookState is a webhook and how its deliveries go.
type WebhookState struct {
	WebhookInfo
	Failures     int         `json:"failures" doc:"Attempts that failed since the last message that was taken."`
	FailingSince *kaibo.Time `json:"failingSince,omitempty" doc:"When the first of them was. After five days of failures the webhook is disabled."`
	NextAt       *kaibo.Time `json:"nextAt,omitempty" doc:"Before which nothing is sent, because the receiver failed."`
	DeliveredAt  *kaibo.Time `json:"deliveredAt,omitempty" doc:"When a message was taken last."`
}

var webhooksVerb = define(Spec{
	Name:    "webhooks",
	Summary: "List the webhooks of the project",
	Doc:     "Lists the webhooks of the project and how their deliveries go, without their secrets, which nobody can read back.",
	Scope:   Forget, Toolset: Announce, Hints: Hints{ReadOnly: true, Idempotent: true},
	Example: `{}`,
}, listWebhooks)

// WebhooksIn is the input of webhooks.
type WebhooksIn struct{}

// WebhooksOut is the answer of webhooks.
type WebhooksOut struct {
	Items []WebhookState `json:"items" doc:"The webhooks, at most 10."`
}

func listWebhooks(ctx context.Context, c *Call, _ *WebhooksIn) (*WebhooksOut, error) {
	list, err := c.Deps.Webhooks.List(ctx, c.Project)
	if err != nil {
		return nil, err
	}
	out := &WebhooksOut{Items: make([]WebhookState, len(list))}
	for i := range list {
		s := &list[i].Standing
		out.Items[i] = WebhookState{WebhookInfo: webhookInfo(&list[i].Webhook), Failures: s.Failures, FailingSince: s.FailingSince,
			NextAt: s.NextAt, DeliveredAt: s.DeliveredAt}
	}
	return out, nil
}

var createWebhookVerb = define(Spec{
	Name:    "webhooks.create",
	Summary: "Have changes announced to an address",
	Doc: "Makes a webhook: every change of a memory is posted to the address, signed as Standard Webhooks says, with ids and " +
		"never with text. The secret in the answer verifies the signatures: keep it, it is not shown again. Messages are sent " +
		"at least once, each under an id that stays the same, and retried over a day.",
	Scope: Forget, Toolset: Announce, Main: "url", Statuses: []Status{{"201", "Made."}},
	Example: `{"url": "https://example.com/kaibo", "events": ["memory.created", "memory.superseded"]}`,
}, createWebhook)

// CreateWebhookIn is the input of webhooks.create.
type CreateWebhookIn struct {
	URL         string   `json:"url" bytes:"2048" doc:"Where to post: an https address that everybody on the Internet could reach, without a password. It is looked at again at every connection."`
	Events      []string `json:"events,omitempty" enum:"memory.created,memory.superseded,memory.reinstated,memory.forgotten,memory.purged,memory.restructured" items:"6" doc:"Types of messages; all when absent."`
	Description string   `json:"description,omitempty" bytes:"256" doc:"A note for whoever lists it."`
}

// CreateWebhookOut is the answer of webhooks.create.
type CreateWebhookOut struct {
	WebhookInfo
	Secret string `json:"secret" doc:"whsec_ and 32 bytes in base64: what signatures are made with. It is in this answer alone."`
}

// StatusCode implements StatusCoder.
func (*CreateWebhookOut) StatusCode() int { return http.StatusCreated }

func createWebhook(ctx context.Context, c *Call, in *CreateWebhookIn) (*CreateWebhookOut, error) {
	p, err := c.writable(ctx)
	if err != nil {
		return nil, err
	}
	return keep(ctx, c, p, "webhooks.create", func() (*CreateWebhookOut, error) {
		w, secret, err := c.Deps.Webhooks.Create(ctx, p, webhooks.Order{URL: in.URL, Events: in.Events, Description: in.Description})
		if err != nil {
			return nil, err
		}
		return &CreateWebhookOut{WebhookInfo: webhookInfo(&w), Secret: secret}, nil
	})
}

// WhichWebhook names a webhook.
type WhichWebhook struct {
	ID string `json:"id" form:"id" doc:"The webhook, as webhooks lists it."`
}

// WebhookOut is the answer of verbs that change a webhook.
type WebhookOut struct{ WebhookInfo }

var rotateWebhookVerb = define(Spec{
	Name:    "webhooks.rotate",
	Summary: "Give a webhook a new secret",
	Doc: "Gives a webhook a new secret and answers it, once. For some hours messages are signed with the old one too, so that " +
		"the receiver may change over in between; overlapHours 0 ends the old one at once.",
	Scope: Forget, Toolset: Announce, Main: "id",
	Example: `{"id": "whk_aaaaaaaaaaaaaaaa", "overlapHours": 24}`,
}, rotateWebhook)

// RotateWebhookIn is the input of webhooks.rotate.
type RotateWebhookIn struct {
	WhichWebhook
	OverlapHours *int `json:"overlapHours,omitempty" min:"0" max:"168" default:"24" doc:"For how long the old secret signs too."`
}

// RotateWebhookOut is the answer of webhooks.rotate.
type RotateWebhookOut struct {
	WebhookInfo
	Secret string `json:"secret" doc:"The new secret. It is in this answer alone."`
}

func rotateWebhook(ctx context.Context, c *Call, in *RotateWebhookIn) (*RotateWebhookOut, error) {
	overlap := webhooks.DefaultOverlap
	if in.OverlapHours != nil {
		overlap = time.Duration(*in.OverlapHours) * time.Hour
	}
	return keep(ctx, c, c.Project, "webhooks.rotate", func() (*RotateWebhookOut, error) {
		w, secret, err := c.Deps.Webhooks.Rotate(ctx, c.Project, in.ID, overlap)
		if err != nil {
			return nil, err
		}
		return &RotateWebhookOut{WebhookInfo: webhookInfo(&w), Secret: secret}, nil
	})
}

var enableWebhookVerb = define(Spec{
	Name:    "webhooks.enable",
	Summary: "Have a webhook sent to again",
	Doc:     "Enables a webhook that was disabled. What happened meanwhile is not sent; dead letters are with webhooks.redrive.",
	Scope:   Forget, Toolset: Announce, Hints: Hints{Idempotent: true}, Main: "id",
	Example: `{"id": "whk_aaaaaaaaaaaaaaaa"}`,
}, enabling(true))

var disableWebhookVerb = define(Spec{
	Name:    "webhooks.disable",
	Summary: "Have nothing sent to a webhook",
	Doc:     "Disables a webhook. What waits for it becomes dead letters, and it does not hear of what happens until it is enabled.",
	Scope:   Forget, Toolset: Announce, Hints: Hints{Idempotent: true}, Main: "id",
	Example: `{"id": "whk_aaaaaaaaaaaaaaaa"}`,
}, enabling(false))

func enabling(enabled bool) func(context.Context, *Call, *WhichWebhook) (*WebhookOut, error) {
	return func(ctx context.Context, c *Call, in *WhichWebhook) (*WebhookOut, error) {
		w, err := c.Deps.Webhooks.SetEnabled(ctx, c.Project, in.ID, enabled)
		if err != nil {
			return nil, err
		}
		return &WebhookOut{webhookInfo(&w)}, nil
	}
}

var deleteWebhookVerb = define(Spec{
	Name:    "webhooks.delete",
	Summary: "Delete a webhook",
	Doc:     "Deletes a webhook with its secret, its log, and everything that waits for it.",
	Scope:   Forget, Toolset: Announce, Hints: Hints{Destructive: true}, Main: "id",
	Example: `{"id": "whk_aaaaaaaaaaaaaaaa"}`,
}, deleteWebhook)

// DeleteWebhookOut is the answer of webhooks.delete.
type DeleteWebhookOut struct {
	ID      string `json:"id" doc:"The webhook."`
	Deleted bool   `json:"deleted" doc:"True."`
}

func deleteWebhook(ctx context.Context, c *Call, in *WhichWebhook) (*DeleteWebhookOut, error) {
	return keep(ctx, c, c.Project, "webhooks.delete", func() (*DeleteWebhookOut, error) {
		if err := c.Deps.Webhooks.Delete(ctx, c.Project, in.ID); err != nil {
			return nil, err
		}
		return &DeleteWebhookOut{ID: in.ID, Deleted: true}, nil
	})
}
