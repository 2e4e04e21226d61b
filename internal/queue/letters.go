package queue

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Letter is a message in a queue of dead letters, held by whoever took it.
type Letter struct {
	kaibo.Delivery
	ID     string     // SQS's own, which stays when the message is received again
	SentAt kaibo.Time // when it came into the queue
}

// Letters takes up to limit messages, hidden from others for a time, and
// waits for none. Of one group of a FIFO queue it gets at most ten, the first
// ones: SQS hands out no more of a group while one of it is held. The queue
// need not be FIFO.
func (q *Queue) Letters(ctx context.Context, limit int, hidden time.Duration) ([]Letter, error) {
	in := q.receiveInput(limit, hidden, time.Second) // a long poll asks every server of SQS, a short one some
	in.MessageSystemAttributeNames = append(in.MessageSystemAttributeNames, types.MessageSystemAttributeNameSentTimestamp)
	if !strings.HasSuffix(q.url, ".fifo") {
		in.ReceiveRequestAttemptId = nil
	}
	messages, err := q.receive(ctx, in)
	if err != nil {
		return nil, err
	}
	got := make([]Letter, len(messages))
	for i, m := range messages {
		got[i] = Letter{Delivery: delivery(m), ID: aws.ToString(m.MessageId)}
		if ms, err := strconv.ParseInt(m.Attributes[string(types.MessageSystemAttributeNameSentTimestamp)], 10, 64); err == nil {
			got[i].SentAt = kaibo.Time(ms)
		}
	}
	return got, nil
}
