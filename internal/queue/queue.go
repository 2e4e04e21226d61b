package queue

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/aws/smithy-go"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Bounds of a message: those of the embedded queue, and within what SQS takes.
const (
	maxBytes = 256 << 10 // of a body, with what travels beside it
	maxGroup = 1024      // bytes of a group
)

// Bounds of SQS, from its developer guide ("Amazon SQS message quotas").
const (
	maxReceive    = 10               // messages of one answer
	maxWait       = 20 * time.Second // of one long poll
	maxVisibility = 12 * time.Hour
)

const groupAttribute = "group"

// The operations as an error names them.
const (
	opSend    = "send"
	opReceive = "receive"
	opDone    = "done"
	opRetry   = "retry"
)

// Options are what a Queue can do without. The zero value is ready to use.
type Options struct {
	Retry awsretry.Policy // awsretry.Default when zero
}

// Queue is a kaibo.Queue on an SQS FIFO queue. It is safe for use by many
// goroutines and keeps nothing between calls.
type Queue struct {
	client *sqs.Client
	url    string
	retry  awsretry.Policy
}

var _ kaibo.Queue = (*Queue)(nil)

// Open is New with a client made from cfg. It makes no request.
func Open(cfg aws.Config, url string, opts Options) *Queue {
	return New(sqs.NewFromConfig(cfg), url, opts)
}

// New answers the queue that SQS knows under url. The client's own retryer is
// not used.
func New(client *sqs.Client, url string, opts Options) *Queue {
	if opts.Retry.Tries == 0 {
		opts.Retry = awsretry.Default
	}
	return &Queue{client: client, url: url, retry: opts.Retry}
}

// once turns the SDK's retryer off: see package awsretry.
func once(o *sqs.Options) {
	o.Retryer = aws.NopRetryer{}
	o.HTTPClient = awsretry.Sender{HTTPClient: o.HTTPClient}
}

// call makes a call that may be carried out twice.
func (q *Queue) call(ctx context.Context, op string, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	return awsretry.Error(op, q.retry.Do(ctx, awsretry.Harmless, fn))
}

// Send implements kaibo.Queue. A body that is empty, over 256 KiB with its
// group, or has a character that XML 1.0 has not is an Invalid *Error, as is a
// group of over 1,024 bytes.
func (q *Queue) Send(ctx context.Context, m kaibo.Message) error {
	if err := checkMessage(m); err != nil {
		return err
	}
	in := &sqs.SendMessageInput{
		QueueUrl: &q.url, MessageBody: &m.Body,
		MessageGroupId: aws.String(groupID(m.Group)), MessageDeduplicationId: aws.String(rand.Text()),
	}
	if m.Group != "" {
		in.MessageAttributes = map[string]types.MessageAttributeValue{
			groupAttribute: {DataType: aws.String("String"), StringValue: &m.Group},
		}
	}
	return q.call(ctx, opSend, func() error {
		_, err := q.client.SendMessage(ctx, in, once)
		return err
	})
}

func checkMessage(m kaibo.Message) error {
	switch {
	case m.Body == "":
		return kaibo.Errorf(kaibo.Invalid, "%s: the body is empty", opSend)
	case len(m.Group) > maxGroup:
		return kaibo.Errorf(kaibo.Invalid, "%s: a group of %d bytes is over the limit of %d", opSend, len(m.Group), maxGroup)
	case len(m.Body)+len(m.Group)+len(groupAttribute+"String") > maxBytes:
		return kaibo.Errorf(kaibo.Invalid, "%s: a message of %d bytes is over the limit of %d", opSend, len(m.Body)+len(m.Group), maxBytes)
	case !travels(m.Body) || !travels(m.Group):
		return kaibo.Errorf(kaibo.Invalid, "%s: a character cannot travel in a message", opSend)
	}
	return nil
}

// travels reports whether SQS takes a text: only characters of XML 1.0,
// section 2.2.
func travels(s string) bool {
	outside := func(r rune) bool {
		return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff
	}
	return utf8.ValidString(s) && !strings.ContainsFunc(s, outside)
}

// groupID is the MessageGroupId of a group.
func groupID(group string) string {
	if group == "" {
		return rand.Text()
	}
	digest := sha256.Sum256([]byte(group))
	return hex.EncodeToString(digest[:])
}

// Receive implements kaibo.Queue. It asks for messages with long polls of at
// most 20 s; the last part of a second that SQS cannot wait it sleeps. When ctx
// ends while it waits it answers ctx's error; a message that was on its way
// then comes again after its visibility.
func (q *Queue) Receive(ctx context.Context, limit int, visibility, wait time.Duration) ([]kaibo.Delivery, error) {
	if limit < 1 || visibility < 0 || wait < 0 {
		return nil, kaibo.Errorf(kaibo.Invalid, "%s: at most %d, hidden for %v, waiting %v", opReceive, limit, visibility, wait)
	}
	for end := time.Now().Add(wait); ; {
		poll := (min(time.Until(end), maxWait) + slack).Truncate(time.Second)
		got, err := q.poll(ctx, limit, visibility, max(0, poll))
		left := time.Until(end)
		if err != nil || len(got) > 0 || left <= 0 {
			return got, err
		}
		if left < time.Second-slack {
			if err := sleep(ctx, left); err != nil {
				return nil, fmt.Errorf("%s: %w", opReceive, err)
			}
		}
	}
}

// slack is how much longer than asked a poll may take, so that a wait of whole
// seconds is one poll.
const slack = 50 * time.Millisecond

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// poll makes one request.
func (q *Queue) poll(ctx context.Context, limit int, visibility, wait time.Duration) ([]kaibo.Delivery, error) {
	messages, err := q.receive(ctx, q.receiveInput(limit, visibility, wait))
	var got []kaibo.Delivery
	for _, m := range messages {
		got = append(got, delivery(m))
	}
	return got, err
}

// receiveInput asks for messages. The tries of one request share an attempt id,
// so that SQS answers a second one with the messages whose first answer was
// lost.
func (q *Queue) receiveInput(limit int, visibility, wait time.Duration) *sqs.ReceiveMessageInput {
	return &sqs.ReceiveMessageInput{
		QueueUrl: &q.url, MaxNumberOfMessages: int32(min(limit, maxReceive)),
		VisibilityTimeout:           max(1, seconds(visibility)), // the SDK sends no 0, and the queue's own default would hold
		WaitTimeSeconds:             seconds(wait),
		ReceiveRequestAttemptId:     aws.String(rand.Text()),
		MessageAttributeNames:       []string{groupAttribute},
		MessageSystemAttributeNames: []types.MessageSystemAttributeName{types.MessageSystemAttributeNameApproximateReceiveCount},
	}
}

func (q *Queue) receive(ctx context.Context, in *sqs.ReceiveMessageInput) ([]types.Message, error) {
	var out *sqs.ReceiveMessageOutput
	err := q.call(ctx, opReceive, func() (err error) {
		out, err = q.client.ReceiveMessage(ctx, in, once)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out.Messages, nil
}

func delivery(m types.Message) kaibo.Delivery {
	d := kaibo.Delivery{Receipt: aws.ToString(m.ReceiptHandle), Attempt: 1}
	d.Body = aws.ToString(m.Body)
	d.Group = aws.ToString(m.MessageAttributes[groupAttribute].StringValue)
	count := m.Attributes[string(types.MessageSystemAttributeNameApproximateReceiveCount)]
	if n, err := strconv.Atoi(count); err == nil && n > 1 {
		d.Attempt = n
	}
	return d
}

// seconds rounds up to what SQS counts in.
func seconds(d time.Duration) int32 {
	d = min(d, maxVisibility)
	return int32((d + time.Second - 1) / time.Second)
}

// Done implements kaibo.Queue.
func (q *Queue) Done(ctx context.Context, d kaibo.Delivery) error {
	return q.settle(ctx, opDone, d, func() error {
		_, err := q.client.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &q.url, ReceiptHandle: &d.Receipt}, once)
		return err
	})
}

// Retry implements kaibo.Queue.
func (q *Queue) Retry(ctx context.Context, d kaibo.Delivery, after time.Duration) error {
	if after < 0 {
		return kaibo.Errorf(kaibo.Invalid, "%s: after %v", opRetry, after)
	}
	return q.settle(ctx, opRetry, d, func() error {
		_, err := q.client.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{
			QueueUrl: &q.url, ReceiptHandle: &d.Receipt, VisibilityTimeout: seconds(after),
		}, once)
		return err
	})
}

// settle ends a delivery. One that is no longer this worker's is left alone.
func (q *Queue) settle(ctx context.Context, op string, d kaibo.Delivery, fn func() error) error {
	if d.Receipt == "" {
		return kaibo.Errorf(kaibo.Invalid, "%s: the receipt is none of this queue", op)
	}
	return q.call(ctx, op, func() error {
		if err := fn(); !isOver(err) {
			return err
		}
		return nil
	})
}

// isOver reports whether SQS says that the message is gone, or not in flight
// under this receipt. For a FIFO queue it says so with a general code and words
// of which only these are known ("the receipt handle has expired", "message
// does not exist or is not available for visibility timeout change", "total
// visibility timeout … beyond the limit"); a receipt of another queue or none at
// all is ReceiptHandleIsInvalid, which emulators also say of a message that is
// gone.
func isOver(err error) bool {
	var api smithy.APIError
	if !errors.As(err, &api) {
		return false
	}
	switch code := api.ErrorCode(); {
	case strings.HasSuffix(code, "MessageNotInflight"), strings.HasSuffix(code, "ReceiptHandleIsInvalid"):
		return true
	case strings.HasPrefix(code, "InvalidParameterValue"):
		words := strings.ToLower(api.ErrorMessage())
		return strings.Contains(words, "expired") || strings.Contains(words, "does not exist") ||
			strings.Contains(words, "beyond the limit")
	}
	return false
}
