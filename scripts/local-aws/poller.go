package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strconv"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	sqstypes "github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
)

type sqsAttribute = sqstypes.QueueAttributeName

// source is an event source: a queue and the function that takes its messages.
type source struct {
	queue    string // URL
	arn      string
	function string
	batch    int
}

// pollers is how many batches of a queue are in work at a time, at most: a
// machine has few processors.
const pollers = 4

// again is when a message that failed comes again. On AWS it comes when its
// visibility ends.
const again = 2 * time.Second

// poll takes the messages of the template's event sources to their functions
// until ctx ends.
func poll(ctx context.Context, group *errgroup.Group, template *stack.Template, functions *fleet, made *resources) error {
	for _, name := range template.Order {
		r := template.Resources[name]
		if r.Type != "AWS::Lambda::EventSourceMapping" || r.Properties["StartingPosition"] != nil {
			continue // what a stream tells, the schedule's sweep finds
		}
		arn, err := template.Text(r.Properties["EventSourceArn"])
		if err != nil {
			return err
		}
		s := &source{queue: template.Outside[stack.Referred(r.Properties["EventSourceArn"])], arn: arn, function: stack.Referred(r.Properties["FunctionName"])}
		s.batch, _ = r.Properties["BatchSize"].(int)
		scaling, _ := r.Properties["ScalingConfig"].(map[string]any)
		concurrency, err := template.Text(scaling["MaximumConcurrency"])
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(concurrency)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		for range min(n, pollers) {
			group.Go(func() error {
				for ctx.Err() == nil {
					if err := s.once(ctx, made.sqs, functions); err != nil && ctx.Err() == nil {
						slog.WarnContext(ctx, "poll", "queue", s.queue, "err", err)
						sleep(ctx, time.Second)
					}
				}
				return nil
			})
		}
	}
	return nil
}

// once takes one batch to the function, and removes the messages that it did
// not report as failed.
func (s *source) once(ctx context.Context, client *sqs.Client, functions *fleet) error {
	got, err := client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &s.queue, MaxNumberOfMessages: int32(s.batch), WaitTimeSeconds: 20,
		MessageSystemAttributeNames: []sqstypes.MessageSystemAttributeName{"All"}, MessageAttributeNames: []string{"All"}})
	if err != nil || len(got.Messages) == 0 {
		return err
	}
	event := events.SQSEvent{}
	for _, m := range got.Messages {
		event.Records = append(event.Records, events.SQSMessage{MessageId: aws.ToString(m.MessageId), ReceiptHandle: aws.ToString(m.ReceiptHandle),
			Body: aws.ToString(m.Body), Attributes: m.Attributes, EventSource: "aws:sqs", EventSourceARN: s.arn, AWSRegion: "us-east-1"})
	}
	failed := s.handle(ctx, functions, event)
	for i := range event.Records {
		m := &event.Records[i]
		if failed[m.MessageId] {
			_, err = client.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{QueueUrl: &s.queue, ReceiptHandle: &m.ReceiptHandle, VisibilityTimeout: int32(again.Seconds())})
		} else {
			_, err = client.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &s.queue, ReceiptHandle: &m.ReceiptHandle})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// handle answers which messages failed: those that the function reports, or all
// when it failed itself.
func (s *source) handle(ctx context.Context, functions *fleet, event events.SQSEvent) map[string]bool {
	failed := map[string]bool{}
	out, err := s.ask(ctx, functions, event)
	if err != nil {
		slog.WarnContext(ctx, "function failed", "function", s.function, "err", err)
		for i := range event.Records {
			failed[event.Records[i].MessageId] = true
		}
	}
	for _, f := range out.BatchItemFailures {
		failed[f.ItemIdentifier] = true
	}
	return failed
}

func (s *source) ask(ctx context.Context, functions *fleet, event events.SQSEvent) (out events.SQSEventResponse, err error) {
	b, err := json.Marshal(event)
	if err != nil {
		return out, err
	}
	a, err := functions.invoke(ctx, s.function, b)
	if err != nil {
		return out, err
	}
	body, err := a.all()
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(body, &out)
}

var rate = regexp.MustCompile(`^rate\((\d+) (second|minute|hour|day)s?\)$`)

// schedule invokes what the template has on a schedule, until ctx ends.
func schedule(ctx context.Context, group *errgroup.Group, template *stack.Template, functions *fleet) error {
	for name, r := range template.Resources {
		all, _ := r.Properties["Events"].(map[string]any)
		for _, e := range all {
			properties, _ := e.(map[string]any)["Properties"].(map[string]any)
			m := rate.FindStringSubmatch(fmt.Sprint(properties["Schedule"]))
			if m == nil {
				return fmt.Errorf("%s: %v is no rate", name, properties["Schedule"])
			}
			n, err := strconv.Atoi(m[1])
			if err != nil {
				return err
			}
			unit := map[string]time.Duration{"second": time.Second, "minute": time.Minute, "hour": time.Hour, "day": 24 * time.Hour}[m[2]]
			input := []byte(fmt.Sprint(properties["Input"]))
			group.Go(func() error {
				for sleep(ctx, time.Duration(n)*unit) {
					a, err := functions.invoke(ctx, name, input)
					if err == nil {
						_, err = a.all()
					}
					if err != nil && ctx.Err() == nil {
						slog.WarnContext(ctx, "scheduled function failed", "function", name, "input", string(input), "err", err)
					}
				}
				return nil
			})
		}
	}
	return nil
}

// sleep reports whether it slept to the end.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
