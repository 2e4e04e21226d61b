package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

var testWebhookVerb = define(Spec{
	Name:    "webhooks.test",
	Summary: "Send a webhook a test message",
	Doc: "Sends a message of the type webhook.test at once, also to a webhook that is disabled, and answers what the receiver " +
		"said. It is tried once and does not count for or against the webhook.",
	Scope: Forget, Toolset: Announce, Main: "id",
	Example: `{"id": "whk_aaaaaaaaaaaaaaaa"}`,
}, testWebhook)

// Delivery is an attempt to deliver a message.
type Delivery struct {
	MessageID    string      `json:"messageId" doc:"The message; webhook-id in its request, the same at every attempt."`
	Type         string      `json:"type" doc:"What it is about."`
	At           kaibo.Time  `json:"at" doc:"When it was sent."`
	Attempt      int         `json:"attempt" doc:"1 the first time."`
	Outcome      string      `json:"outcome" doc:"delivered, failed, or dead: it is not tried again."`
	Status       int         `json:"status,omitempty" doc:"What the receiver answered; absent when it did not."`
	Problem      string      `json:"problem,omitempty" doc:"What went wrong."`
	Milliseconds int64       `json:"milliseconds" doc:"How long it took."`
	NextAt       *kaibo.Time `json:"nextAt,omitempty" doc:"When it is tried again."`
}

func deliveryOf(a *webhooks.Attempt) Delivery {
	return Delivery{MessageID: a.MessageID, Type: a.Type, At: a.At, Attempt: a.Attempt, Outcome: a.Outcome, Status: a.Status,
		Problem: a.Problem, Milliseconds: a.Milliseconds, NextAt: a.NextAt}
}

// TestWebhookOut is the answer of webhooks.test.
type TestWebhookOut struct{ Delivery }

func testWebhook(ctx context.Context, c *Call, in *WhichWebhook) (*TestWebhookOut, error) {
	a, err := c.Deps.Deliveries.Test(ctx, c.Project, in.ID)
	if err != nil {
		return nil, err
	}
	return &TestWebhookOut{deliveryOf(&a)}, nil
}

var deliveriesVerb = define(Spec{
	Name:    "webhooks.deliveries",
	Summary: "Show what was sent to a webhook",
	Doc: "Lists the attempts to deliver to a webhook, newest first; the last 500 are kept. With deadLetters it lists the messages " +
		"that were given up instead, of which the last 1,000 are kept.",
	Scope: Forget, Toolset: Announce, Hints: Hints{ReadOnly: true, Idempotent: true}, Main: "id",
	Example: `{"id": "whk_aaaaaaaaaaaaaaaa", "limit": 20}`,
}, listDeliveries)

// DeliveriesIn is the input of webhooks.deliveries.
type DeliveriesIn struct {
	WhichWebhook
	DeadLetters bool `json:"deadLetters,omitempty" doc:"List the messages that were given up."`
	Page
}

// DeliveriesOut is the answer of webhooks.deliveries.
type DeliveriesOut struct {
	Items       []Delivery    `json:"items" doc:"The attempts; empty when dead letters were asked for."`
	DeadLetters []DeadMessage `json:"deadLetters,omitempty" doc:"The messages that were given up, when they were asked for."`
	NextCursor  string        `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
}

// DeadMessage is a message that was given up.
type DeadMessage struct {
	MessageID string     `json:"messageId" doc:"The message; give it to webhooks.redrive."`
	Type      string     `json:"type" doc:"What it is about."`
	At        kaibo.Time `json:"at" doc:"When that happened."`
	Attempts  int        `json:"attempts" doc:"How often it was tried."`
	Problem   string     `json:"problem,omitempty" doc:"What went wrong last."`
}

func listDeliveries(ctx context.Context, c *Call, in *DeliveriesIn) (*DeliveriesOut, error) {
	list := "webhooks.deliveries " + in.ID
	if in.DeadLetters {
		list += " dead"
	}
	var after, next string
	err := openCursor(c.Project, list, in.Cursor, &after)
	if err != nil {
		return nil, err
	}
	out := &DeliveriesOut{Items: []Delivery{}}
	if in.DeadLetters {
		var letters []webhooks.DeadLetter
		letters, next, err = c.Deps.Deliveries.DeadLetters(ctx, c.Project, in.ID, after, in.limit())
		for i := range letters {
			out.DeadLetters = append(out.DeadLetters, DeadMessage(letters[i]))
		}
	} else {
		var attempts []webhooks.Attempt
		attempts, next, err = c.Deps.Deliveries.Deliveries(ctx, c.Project, in.ID, after, in.limit())
		for i := range attempts {
			out.Items = append(out.Items, deliveryOf(&attempts[i]))
		}
	}
	if err != nil {
		return nil, err
	}
	if next != "" {
		out.NextCursor, err = makeCursor(c.Project, list, next)
	}
	return out, err
}

var redriveWebhookVerb = define(Spec{
	Name:    "webhooks.redrive",
	Summary: "Send dead letters again",
	Doc: "Puts the messages that were given up back into the queue of a webhook, all or one, under their old ids. They are " +
		"retried over a day, as new ones are.",
	Scope: Forget, Toolset: Announce, Hints: Hints{Idempotent: true}, Main: "id",
	Example: `{"id": "whk_aaaaaaaaaaaaaaaa"}`,
}, redriveWebhook)

// RedriveWebhookIn is the input of webhooks.redrive.
type RedriveWebhookIn struct {
	WhichWebhook
	MessageID string `json:"messageId,omitempty" form:"id" doc:"This one alone."`
}

// RedriveWebhookOut is the answer of webhooks.redrive.
type RedriveWebhookOut struct {
	Redriven int `json:"redriven" doc:"How many messages were put back."`
}

func redriveWebhook(ctx context.Context, c *Call, in *RedriveWebhookIn) (*RedriveWebhookOut, error) {
	n, err := c.Deps.Deliveries.Redrive(ctx, c.Project, in.ID, in.MessageID)
	if err != nil {
		return nil, err
	}
	return &RedriveWebhookOut{Redriven: n}, nil
}
