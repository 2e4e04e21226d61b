package hints_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// deliverer answers what a test says, and notes for which projects it worked.
type deliverer struct {
	did  []string
	next kaibo.Time
	err  error
	due  []string
}

func (d *deliverer) Deliver(_ context.Context, id string) (kaibo.Time, error) {
	d.did = append(d.did, id)
	return d.next, d.err
}

func (d *deliverer) Due(context.Context) ([]string, error) { return d.due, d.err }

// TestNotifyTakesBothEvents: hints from the queue, and the schedule's. What is
// not finished is hinted at again, what is due later is not, and what has no time
// left is the schedule's.
func TestNotifyTakesBothEvents(t *testing.T) {
	message := `{"Records": [{"messageId": "1", "body": %q, "attributes": {"MessageGroupId": "g"}}]}`
	hint := fmt.Sprintf(message, `{"project": "prj_a"}`)
	for name, c := range map[string]struct {
		event  string
		d      deliverer
		did    []string
		hinted []string
		failed bool
		err    bool
	}{
		"all done":        {hint, deliverer{next: kaibo.Forever}, []string{"prj_a"}, nil, false, false},
		"more to do":      {hint, deliverer{next: 1000}, []string{"prj_a"}, []string{"prj_a"}, false, false},
		"a retry later":   {hint, deliverer{next: 5000}, []string{"prj_a"}, nil, false, false},
		"no time left":    {hint, deliverer{err: fmt.Errorf("deliver: %w", context.DeadlineExceeded)}, []string{"prj_a"}, nil, false, false},
		"the store fails": {hint, deliverer{err: errors.New("no table")}, []string{"prj_a"}, nil, true, false},
		"no hint":         {fmt.Sprintf(message, "hello"), deliverer{}, nil, nil, false, false},
		"the schedule":    {`{"task": "due"}`, deliverer{due: []string{"prj_a", "prj_b"}}, nil, []string{"prj_a", "prj_b"}, false, false},
		"no task":         {`{"task": "dance"}`, deliverer{}, nil, nil, false, true},
		"no event":        {`[]`, deliverer{}, nil, nil, false, true},
		"broken records":  {`{"Records": [{"body": 1}]}`, deliverer{}, nil, nil, false, true},
	} {
		queue := porttest.NewMemQueue()
		n := &hints.Notify{Deliver: &c.d, Hints: cloud.NewAnnouncements(queue), Clock: func() kaibo.Time { return 2000 }}
		out, err := n.Handle(context.Background(), json.RawMessage(c.event))
		if (err != nil) != c.err {
			t.Errorf("%s: %v", name, err)
		}
		answer, _ := out.(events.SQSEventResponse)
		if len(answer.BatchItemFailures) > 0 != c.failed || cmp.Diff(c.did, c.d.did) != "" {
			t.Errorf("%s: did %v, answered %+v", name, c.d.did, answer)
		}
		var hinted []string
		sent, err := queue.Receive(context.Background(), 10, time.Minute, 0)
		for _, m := range sent {
			if m.Body != fmt.Sprintf(`{"project":"%s"}`, m.Group) {
				t.Errorf("%s: hint %s in group %s", name, m.Body, m.Group)
			}
			hinted = append(hinted, m.Group)
		}
		slices.Sort(hinted)
		if err != nil || cmp.Diff(c.hinted, hinted) != "" {
			t.Errorf("%s: hinted at %v, %v", name, hinted, err)
		}
	}
}
