package queue_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
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
		if _, err := q.client.DeleteQueue(ctx, &sqs.DeleteQueueInput{QueueUrl: &q.url}); !awstest.Removed(err) {
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

// While one request of three is throttled, fails or loses its answer, every
// message that Send answered for is delivered until it is done.
func TestFaults(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		t.Parallel()
		sound := fresh(t, s)
		s.Config.HTTPClient = awstest.Faulty{HTTPClient: http.DefaultClient, Next: awstest.Seeded(3, 3)}
		bad := queue.Open(s.Config, sound.url, queue.Options{Retry: awsretry.Policy{Tries: 30, First: time.Millisecond, Most: 5 * time.Millisecond}})
		left := map[string]bool{}
		for i := range 20 {
			m := kaibo.Message{Group: fmt.Sprint("g", i%4), Body: fmt.Sprint("m", i)}
			if err := bad.Send(t.Context(), m); err != nil {
				t.Fatalf("send: %v", err)
			}
			left[m.Body] = true
		}
		for end := time.Now().Add(40 * time.Second); len(left) > 0; {
			ds, err := bad.Receive(t.Context(), 5, 2*time.Second, time.Second)
			if err != nil || time.Now().After(end) {
				t.Fatalf("receive: %v with %d messages left", err, len(left))
			}
			for _, d := range ds {
				if err := bad.Done(t.Context(), d); err != nil {
					t.Fatalf("done: %v", err)
				}
				delete(left, d.Body)
			}
		}
	})
}
