package queue_test

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/queue"
)

const endpoints = "KAIBO_TEST_SQS"

// fifo is a Queue on a queue of its own.
type fifo struct {
	*queue.Queue
	client *sqs.Client
	url    string
}

func (q fifo) Reopen(*testing.T) kaibo.Queue {
	q.Queue = queue.New(q.client, q.url, queue.Options{})
	return q
}

// fresh makes an empty queue that goes with the test.
func fresh(t *testing.T, s awstest.Service) fifo {
	t.Helper()
	name := "kaibo-test-" + rand.Text() + ".fifo"
	q := fifo{client: sqs.NewFromConfig(s.Config)}
	out, err := q.client.CreateQueue(t.Context(), &sqs.CreateQueueInput{QueueName: &name, Attributes: map[string]string{
		"FifoQueue": "true", "DeduplicationScope": "messageGroup", "FifoThroughputLimit": "perMessageGroupId",
	}})
	if err != nil {
		t.Fatalf("create queue: %v", err)
	}
	q.url = *out.QueueUrl
	q.Queue = queue.New(q.client, q.url, queue.Options{})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if _, err := q.client.DeleteQueue(ctx, &sqs.DeleteQueueInput{QueueUrl: &q.url}); err != nil {
			t.Errorf("delete queue: %v", err)
		}
	})
	return q
}

// gaps are the cases that an emulator cannot pass, and why.
var gaps = map[string]map[string]string{}

func TestConformance(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		t.Parallel() // it mostly waits
		porttest.Queue(t, func(t *testing.T) kaibo.Queue {
			s.SkipGap(t, gaps)
			return fresh(t, s)
		}, porttest.Unit(time.Second)) // SQS counts in seconds
	})
}
