package hints

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Deliverer sends what webhooks are to hear; [webhooks.Engine] is it.
type Deliverer interface {
	// Deliver works for a project and answers when there is more to do.
	Deliver(ctx context.Context, projectID string) (kaibo.Time, error)
	// Due answers the projects that have something to do now.
	Due(ctx context.Context) ([]string, error)
}

// Notify delivers for the projects that hints name, and at the schedule's event
// sends a hint for each project that has something due: a retry, or what the
// queue lost.
type Notify struct {
	Deliver Deliverer
	Hints   *cloud.Announcements
	Clock   kaibo.Clock
}

// Handle takes either event.
func (n *Notify) Handle(ctx context.Context, event json.RawMessage) (any, error) {
	defer n.Hints.Flush(context.WithoutCancel(ctx))
	var shape struct {
		Records json.RawMessage
		Task    string `json:"task"`
	}
	if err := json.Unmarshal(event, &shape); err != nil {
		return nil, fmt.Errorf("notify: read event: %w", err)
	}
	switch {
	case shape.Task == TaskDue:
		return struct{}{}, n.due(ctx)
	case len(shape.Records) == 0:
		return nil, fmt.Errorf("notify: %q is no task; the task is %s", shape.Task, TaskDue)
	}
	var batch events.SQSEvent
	if err := json.Unmarshal(event, &batch); err != nil {
		return nil, fmt.Errorf("notify: read messages: %w", err)
	}
	return Batch(n.deliver)(ctx, batch)
}

// due hints at every project that has something to do, one group each, so that
// no two processes deliver for one.
func (n *Notify) due(ctx context.Context) error {
	projects, err := n.Deliver.Due(ctx)
	for _, id := range projects {
		n.Hints.Suggest(kaibo.Project{ID: id})
	}
	return err
}

// deliver works for the project of a hint. What is left when its time is up is
// hinted at again; a retry that is due later is the schedule's.
func (n *Notify) deliver(ctx context.Context, body string) error {
	var hint cloud.NotifyHint
	if err := json.Unmarshal([]byte(body), &hint); err != nil || hint.Project == "" {
		slog.ErrorContext(ctx, "a message that is no hint is dropped", "err", err)
		return nil
	}
	next, err := n.Deliver.Deliver(ctx, hint.Project)
	if err == nil && next <= n.Clock() {
		n.Hints.Suggest(kaibo.Project{ID: hint.Project})
	}
	if errors.Is(err, context.DeadlineExceeded) { // the schedule goes on with it
		return nil
	}
	return err
}
