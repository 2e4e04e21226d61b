package ledger_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// said is an event of a thread ("" for none) at a time after start.
func said(thread any, at time.Duration) ledger.Entry {
	e := message("said")
	e.OccurredAt = new(after(at))
	if thread != nil {
		e.Details.Metadata = map[string]any{"thread": thread}
	}
	return e
}

func TestSessions(t *testing.T) {
	tests := []struct {
		name    string
		entries []ledger.Entry
		want    []uint64
	}{
		{"one talk", []ledger.Entry{said(nil, 0), said(nil, time.Minute), said(nil, 61*time.Minute)}, []uint64{1, 1, 1}},
		{"a pause of an hour", []ledger.Entry{said(nil, 0), said(nil, time.Hour), said(nil, 2*time.Hour+time.Millisecond), said(nil, 2*time.Hour+time.Minute)}, []uint64{1, 1, 3, 3}},
		{"told later", []ledger.Entry{said(nil, 3*time.Hour), said(nil, 2*time.Hour), said(nil, 30*time.Minute)}, []uint64{1, 1, 3}},
		{"threads", []ledger.Entry{said("a", 0), said("a", 1), said("b", 2), said("b", 3), said("a", 4)}, []uint64{1, 1, 3, 3, 5}},
		{"thread and none", []ledger.Entry{said(nil, 0), said("a", 1), said("a", 2), said(nil, 3)}, []uint64{1, 2, 2, 4}},
		{"a thread with a pause", []ledger.Entry{said("a", 0), said("a", 90*time.Minute)}, []uint64{1, 2}},
		{"a number is no text", []ledger.Entry{said("7", 0), said(int64(7), 1), said(int64(7), 2)}, []uint64{1, 2, 2}},
	}
	for _, tc := range tests {
		for _, batch := range []bool{true, false} {
			w := newWorld()
			var saw []uint64
			if batch {
				mustAppend(t, w.Ledger, "main", tc.entries...)
			}
			for i := range tc.entries {
				if !batch {
					mustAppend(t, w.Ledger, "main", tc.entries[i])
				}
			}
			s := checkLedger(t, w)
			for _, e := range s.streams["main"] {
				saw = append(saw, s.refs[e.ID].Session)
			}
			if diff := cmp.Diff(tc.want, saw); diff != "" {
				t.Errorf("%s, in a batch %v (-want +got):\n%s", tc.name, batch, diff)
			}
		}
	}
}

// TestSessionsHoldNoText looks for the thread's name in the head.
func TestSessionsHoldNoText(t *testing.T) {
	w := newWorld()
	mustAppend(t, w.Ledger, "main", said("thread-of-ana", 0))
	head, err := w.Head(background, project, "main")
	if err != nil || head.Thread != project.MetadataTag("thread", "thread-of-ana") {
		t.Errorf("head %+v, %v", head, err)
	}
	for _, class := range []kaibo.Class{kaibo.Records, kaibo.Events} {
		scan(t, w, class, "", func(it kaibo.Item) { lacks(t, it, "thread-of-ana") })
	}
}
