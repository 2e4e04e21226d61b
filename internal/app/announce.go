package app

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// makeWebhooks makes the engine of webhooks, over a client that reaches private
// addresses only where the operator said so.
func (a *App) makeWebhooks() *webhooks.Engine {
	a.announcements = make(chan struct{}, 1)
	return &webhooks.Engine{Table: a.store.Table(), Clock: a.options.Clock, Random: rand.Reader, Projects: projectsByID{a.access},
		Sender: webhooks.NewClient(a.options.AllowPrivateWebhooks), AllowPrivate: a.options.AllowPrivateWebhooks, Alone: true,
		Announced: a.announced}
}

// announced has the outbox looked at now, and not at the next second. It does
// not block.
func (a *App) announced(kaibo.Project) {
	select {
	case a.announcements <- struct{}{}:
	default:
	}
}

// settleWebhooks is for how long a command delivers before it ends. What is not
// sent by then is sent by the next one, or by a server.
const settleWebhooks = 10 * time.Second

// deliver sends what is due, once. That a receiver fails is in its log and no
// fault of the command.
func (a *App) deliver(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, settleWebhooks)
	defer cancel()
	if err := a.webhooks.DeliverDue(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}
