package hints

import (
	"context"
	"log/slog"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Batch handles the messages of an event in order and answers those that
// failed, as ReportBatchItemFailures wants it. A group stops at its first
// failure; other groups go on. When the time of the event is up, what was not
// tried has failed.
func Batch(handle func(ctx context.Context, body string) error) func(context.Context, events.SQSEvent) (events.SQSEventResponse, error) {
	return cloud.Guarded("batch", func(ctx context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
		out := events.SQSEventResponse{BatchItemFailures: []events.SQSBatchItemFailure{}}
		stopped := map[string]bool{}
		for i := range e.Records {
			m := &e.Records[i]
			group := m.Attributes["MessageGroupId"]
			if group == "" {
				group = m.MessageId // of no group: it waits for no other
			}
			if !stopped[group] && handleOne(ctx, m, handle) {
				continue
			}
			stopped[group] = true
			out.BatchItemFailures = append(out.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
		}
		return out, nil
	})
}

// handleOne reports whether a message was handled. A panic is a failure of
// that message alone.
func handleOne(ctx context.Context, m *events.SQSMessage, handle func(context.Context, string) error) (done bool) {
	err := ctx.Err()
	if err == nil {
		err = guarded(ctx, m.Body, handle)
	}
	if err != nil {
		level := slog.LevelWarn
		if kaibo.KindOf(err) == kaibo.Internal && ctx.Err() == nil {
			level = slog.LevelError
		}
		slog.Log(ctx, level, "message failed", "message", m.MessageId, "received", m.Attributes["ApproximateReceiveCount"], "err", err)
	}
	return err == nil
}

func guarded(ctx context.Context, body string, handle func(context.Context, string) error) (err error) {
	defer cloud.Recover(ctx, "handle message", &err)
	return handle(ctx, body)
}
