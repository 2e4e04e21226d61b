package queue_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/queue"
)

// tries is how often the queues of these tests try, without a wait.
const tries = 4

func scripted(t *testing.T, steps ...awstest.Step) (*queue.Queue, *awstest.Script) {
	t.Helper()
	script := awstest.NewScript(t, steps...)
	return queue.Open(script.Config(), "https://sqs.example/1/q.fifo", queue.Options{Retry: awsretry.Policy{Tries: tries}}), script
}

func fault(status int, code, words string) awstest.Step {
	return awstest.Answer(status, fmt.Sprintf(`{"__type":"com.amazonaws.sqs#%s","message":%q}`, code, words))
}

var (
	ok   = awstest.Answer(200, "{}")
	lost = awstest.Fail(awstest.ErrLost)
)

// asked reads the requests of a script.
func asked(t *testing.T, s *awstest.Script) (all []map[string]any) {
	t.Helper()
	for _, r := range s.Asked() {
		var m map[string]any
		if err := json.Unmarshal([]byte(r.Body), &m); err != nil {
			t.Fatal(err)
		}
		m["op"] = r.Op
		all = append(all, m)
	}
	return all
}

func wantKind(t *testing.T, what string, err error, want kaibo.Kind) {
	t.Helper()
	if err == nil || kaibo.KindOf(err) != want {
		t.Errorf("%s: answered %v of kind %v, want one of kind %v", what, err, kaibo.KindOf(err), want)
	}
}

func TestSendRequests(t *testing.T) {
	q, script := scripted(t, lost, fault(400, "RequestThrottled", ""), ok, ok, ok, ok, ok)
	long := strings.Repeat("project/", 100)
	for _, m := range []kaibo.Message{
		{Group: "P/s", Body: "one"}, {Group: "P/s", Body: "one"}, {Group: long, Body: "two"}, {Body: "three"}, {Body: "four"},
	} {
		if err := q.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	plain := regexp.MustCompile(`^[A-Za-z0-9]{1,128}$`)
	got := asked(t, script)
	field := func(name string) (values []string) {
		for _, r := range got {
			s, _ := r[name].(string)
			if !plain.MatchString(s) {
				t.Errorf("%s is %q", name, s)
			}
			values = append(values, s)
		}
		return values
	}
	// Requests 0, 1 and 2 are tries of one Send.
	dedup, group := field("MessageDeduplicationId"), field("MessageGroupId")
	if dedup[0] != dedup[1] || dedup[1] != dedup[2] || len(unique(dedup)) != 5 {
		t.Errorf("deduplication ids %v: one for all tries of a send, and for no other", dedup)
	}
	if group[2] != group[3] || len(unique(group)) != 4 {
		t.Errorf("group ids %v: one for a group, and one for each message without", group)
	}
	sent := func(i int) any {
		attr, _ := got[i]["MessageAttributes"].(map[string]any)
		value, _ := attr["group"].(map[string]any)
		return value["StringValue"]
	}
	if sent(2) != "P/s" || sent(4) != long || sent(5) != nil || got[2]["MessageBody"] != "one" {
		t.Errorf("sent %v", got)
	}
}

func unique(s []string) []string {
	s = slices.Clone(s)
	slices.Sort(s)
	return slices.Compact(s)
}

func TestSendRefuses(t *testing.T) {
	q, _ := scripted(t)
	for name, m := range map[string]kaibo.Message{
		"no body":        {Group: "g"},
		"a long body":    {Group: "g", Body: strings.Repeat("x", 256<<10)},
		"a long group":   {Group: strings.Repeat("x", 1025), Body: "x"},
		"a control":      {Group: "g", Body: "a\x00"},
		"no text":        {Group: "g", Body: "a\xff"},
		"a noncharacter": {Group: "g\ufffe", Body: "a"},
	} {
		wantKind(t, name, q.Send(t.Context(), m), kaibo.Invalid)
	}
	wantKind(t, "retry in the past", q.Retry(t.Context(), kaibo.Delivery{Receipt: "r"}, -1), kaibo.Invalid)
	wantKind(t, "done with no receipt", q.Done(t.Context(), kaibo.Delivery{}), kaibo.Invalid)
	for _, d := range []time.Duration{-1, -time.Hour} {
		_, err := q.Receive(t.Context(), 1, d, 0)
		wantKind(t, "receive hidden for less than nothing", err, kaibo.Invalid)
		_, err = q.Receive(t.Context(), 1, 0, d)
		wantKind(t, "receive with a wait for less than nothing", err, kaibo.Invalid)
	}
	q, _ = scripted(t, slices.Repeat([]awstest.Step{fault(500, "InternalError", "")}, tries)...)
	wantKind(t, "an error of the service", q.Send(t.Context(), kaibo.Message{Group: "g", Body: "x"}), kaibo.Unavailable)
	q, _ = scripted(t, fault(400, "QueueDoesNotExist", ""))
	wantKind(t, "no queue", q.Send(t.Context(), kaibo.Message{Group: "g", Body: "x"}), kaibo.Internal)
}

func TestReceive(t *testing.T) {
	q, script := scripted(t, lost, awstest.Answer(200, `{"Messages":[
		{"Body":"one","MD5OfBody":"f97c5d29941bfb1b2fdab0874906ab82","ReceiptHandle":"r1","Attributes":{"ApproximateReceiveCount":"3"},
		 "MessageAttributes":{"group":{"DataType":"String","StringValue":"P/s"}}},
		{"Body":"two","ReceiptHandle":"r2"}]}`))
	got, err := q.Receive(t.Context(), 99, 1500*time.Millisecond, 0)
	want := []kaibo.Delivery{
		{Message: kaibo.Message{Group: "P/s", Body: "one"}, Receipt: "r1", Attempt: 3},
		{Message: kaibo.Message{Body: "two"}, Receipt: "r2", Attempt: 1},
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v; received (-want +got):\n%s", err, d)
	}
	reqs := asked(t, script)
	r := reqs[1]
	if r["MaxNumberOfMessages"] != 10.0 || r["VisibilityTimeout"] != 2.0 || r["ReceiveRequestAttemptId"] != reqs[0]["ReceiveRequestAttemptId"] {
		t.Errorf("asked %v and then %v", reqs[0], r)
	}
}

// The SDK leaves a 0 out of some requests, and the queue's default would hold.
func TestNoTimeAtAll(t *testing.T) {
	q, script := scripted(t, ok, ok)
	_, err := q.Receive(t.Context(), 1, 0, 0)
	if err := errors.Join(err, q.Retry(t.Context(), kaibo.Delivery{Receipt: "r"}, 0)); err != nil {
		t.Fatal(err)
	}
	got := asked(t, script)
	if got[0]["VisibilityTimeout"] != 1.0 || got[1]["VisibilityTimeout"] != 0.0 {
		t.Errorf("asked %v", got)
	}
}

// A wait is split into polls of whole seconds, at most 20, and what is left
// over is slept.
func TestReceiveWaits(t *testing.T) {
	q, script := scripted(t, ok, ok)
	begin := time.Now()
	got, err := q.Receive(t.Context(), 1, time.Hour, 80*time.Millisecond)
	if took := time.Since(begin); err != nil || len(got) > 0 || took < 80*time.Millisecond {
		t.Errorf("received %v, %v after %v", got, err, took)
	}
	for _, r := range asked(t, script) {
		if r["WaitTimeSeconds"] != nil && r["WaitTimeSeconds"] != 0.0 {
			t.Errorf("a wait below a second asked for %v", r["WaitTimeSeconds"])
		}
	}
	for wait, want := range map[time.Duration]float64{time.Second: 1, 5900 * time.Millisecond: 5, time.Hour: 20} {
		q, script = scripted(t, awstest.Answer(200, `{"Messages":[{"Body":"x","ReceiptHandle":"r"}]}`))
		if _, err := q.Receive(t.Context(), 1, 100*time.Hour, wait); err != nil {
			t.Fatal(err)
		}
		if r := asked(t, script)[0]; r["WaitTimeSeconds"] != want || r["VisibilityTimeout"] != 43200.0 {
			t.Errorf("a wait of %v asked %v", wait, r)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	q, _ = scripted(t, ok)
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := q.Receive(ctx, 1, 0, 900*time.Millisecond); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait that was canceled answered %v", err)
	}
}

// A delivery that is no longer this worker's is left alone, and nobody minds.
func TestSettle(t *testing.T) {
	d := kaibo.Delivery{Receipt: "r"}
	for name, c := range map[string]struct {
		steps []awstest.Step
		kind  kaibo.Kind // Invalid stands for no error
	}{
		"settled":      {[]awstest.Step{ok}, kaibo.Invalid},
		"lost":         {[]awstest.Step{lost, ok}, kaibo.Invalid},
		"expired":      {[]awstest.Step{fault(400, "InvalidParameterValue", "Value r for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.")}, kaibo.Invalid},
		"gone":         {[]awstest.Step{fault(400, "InvalidParameterValue", "Reason: Message does not exist or is not available for visibility timeout change.")}, kaibo.Invalid},
		"12 hours":     {[]awstest.Step{fault(400, "InvalidParameterValue", "Reason: Total VisibilityTimeout for the message is beyond the limit [43200 seconds].")}, kaibo.Invalid},
		"not in hand":  {[]awstest.Step{fault(400, "MessageNotInflight", "")}, kaibo.Invalid},
		"unknown":      {[]awstest.Step{fault(404, "ReceiptHandleIsInvalid", "")}, kaibo.Invalid},
		"other values": {[]awstest.Step{fault(400, "InvalidParameterValue", "Value for parameter QueueUrl is invalid.")}, kaibo.Internal},
		"no right":     {[]awstest.Step{fault(403, "AccessDenied", "")}, kaibo.Internal},
		"lost always":  {slices.Repeat([]awstest.Step{lost}, tries), kaibo.Unavailable},
	} {
		for op, settle := range map[string]func(*queue.Queue) error{
			"DeleteMessage":           func(q *queue.Queue) error { return q.Done(t.Context(), d) },
			"ChangeMessageVisibility": func(q *queue.Queue) error { return q.Retry(t.Context(), d, 1200*time.Millisecond) },
		} {
			t.Run(op+", "+name, func(t *testing.T) {
				q, script := scripted(t, c.steps...)
				err := settle(q)
				if c.kind == kaibo.Invalid && err != nil {
					t.Errorf("answered %v", err)
				} else if c.kind != kaibo.Invalid {
					wantKind(t, op, err, c.kind)
				}
				for _, r := range asked(t, script) {
					if r["op"] != op || r["ReceiptHandle"] != "r" || op == "ChangeMessageVisibility" && r["VisibilityTimeout"] != 2.0 {
						t.Errorf("asked %v", r)
					}
				}
			})
		}
	}
}
