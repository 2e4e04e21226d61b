package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/queue"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// Box is a queue of dead letters; [queue.Queue] is it.
type Box interface {
	Letters(ctx context.Context, limit int, hidden time.Duration) ([]queue.Letter, error)
	Done(ctx context.Context, d kaibo.Delivery) error
	Retry(ctx context.Context, d kaibo.Delivery, after time.Duration) error
}

// deadQueues are the queues of dead letters of a stack: the kind of what lies
// in them, the output that names them, and what is said of it.
var deadQueues = []struct{ kind, output, reason string }{
	{verbs.DeadStructure, "StructureDeadLettersUrl", "the function structure failed at it each time; its log names the message"},
	{verbs.DeadCompact, "CompactDeadLettersUrl", "the function compact failed at it each time; its log names the message"},
	{verbs.DeadNotify, "NotifyDeadLettersUrl", "the function notify failed at it each time; its log names the message"},
	{verbs.DeadCheckpoint, "CheckpointDeadLettersUrl", "the function checkpoint failed; its nightly run signs what it missed, and its log has the cause"},
	{verbs.DeadSchedule, "ScheduleDeadLettersUrl", "a run of the function purge failed; the schedule runs again by itself, and its log has the cause"},
}

// Letters are the queues of dead letters of a stack by kind, and the queues
// that what lies in them came from. What came from none is not sent again.
type Letters struct {
	Boxes map[string]Box
	Back  map[string]kaibo.Queue
}

// letters opens the queues of a stack.
func (s *Stack) letters() *Letters {
	open := func(url string) *queue.Queue { return queue.Open(s.aws, url, queue.Options{}) }
	l := &Letters{Boxes: map[string]Box{}, Back: map[string]kaibo.Queue{
		verbs.DeadStructure: open(s.Config.StructureQueue), verbs.DeadCompact: open(s.Config.CompactQueue),
		verbs.DeadNotify: open(s.Config.NotifyQueue)}}
	for kind, url := range s.Dead {
		l.Boxes[kind] = open(url)
	}
	return l
}

// dead implements verbs.DeadLetters.
type dead struct {
	letters *Letters
	worker  *structure.Worker
	ledger  *ledger.Ledger
	hints   kaibo.Queue
}

var _ verbs.DeadLetters = (*dead)(nil)

// FailedJobs implements verbs.DeadLetters.
func (d *dead) FailedJobs(ctx context.Context, p kaibo.Project, cursor string, limit int) ([]kaibo.Job, string, error) {
	return d.worker.Failed(ctx, p, cursor, limit)
}

// TakeUp implements verbs.DeadLetters: the structuring function tries, not this
// machine, because it has the deployment's structurer and its limits.
func (d *dead) TakeUp(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error) {
	job, err := d.ledger.Job(ctx, p, jobID)
	if err != nil {
		return nil, err
	}
	return nil, cloud.SendStructure(ctx, d.hints, cloud.StructureHint{Project: p.ID, Stream: job.Stream, Retry: jobID})
}

// Bounds of a look at the queues: how long what was taken is hidden from
// others, which is as long as a redrive of all of it may take; and how many
// letters are taken in search of those that are wanted.
const (
	hidden    = 2 * time.Minute
	maxLooked = 1000
)

// held is what a letter's Handle is.
type held struct {
	box    Box
	back   kaibo.Queue // where it goes; nil for nowhere
	letter queue.Letter
}

// Letters implements verbs.DeadLetters.
func (d *dead) Letters(ctx context.Context, wanted func(*verbs.Letter) bool, limit int) ([]verbs.Letter, bool, error) {
	var found, others []verbs.Letter
	defer func() { d.Release(ctx, others) }()
	for _, q := range deadQueues {
		box, ok := d.letters.Boxes[q.kind]
		if !ok {
			continue
		}
		for len(found)+len(others) < maxLooked {
			// One more than is wanted tells whether there are more.
			got, err := box.Letters(ctx, min(limit+1-len(found), 10), hidden)
			if err != nil {
				d.Release(ctx, found)
				return nil, false, fmt.Errorf("read dead letters of %s: %w", q.kind, err)
			}
			for _, l := range got {
				if letter := describe(q.kind, q.reason, held{box, d.letters.Back[q.kind], l}); wanted(&letter) {
					found = append(found, letter)
				} else {
					others = append(others, letter)
				}
			}
			if len(found) > limit {
				others = append(others, found[limit:]...)
				return found[:limit], true, nil
			}
			if len(got) == 0 {
				break
			}
		}
	}
	return found, len(found)+len(others) >= maxLooked, nil
}

// describe says what a letter is about. A body that cannot be read is said to
// be nothing that there is.
func describe(kind, reason string, h held) verbs.Letter {
	l := verbs.Letter{Handle: h}
	l.ID, l.Kind, l.Attempts, l.Since, l.Reason = h.letter.ID, kind, h.letter.Attempt, h.letter.SentAt, reason
	switch kind {
	case verbs.DeadStructure:
		var hint cloud.StructureHint
		if json.Unmarshal([]byte(h.letter.Body), &hint) == nil {
			l.ProjectID, l.Stream, l.Job = hint.Project, hint.Stream, hint.Retry
		}
	case verbs.DeadCompact, verbs.DeadNotify: // both name a project
		var hint cloud.CompactHint
		if json.Unmarshal([]byte(h.letter.Body), &hint) == nil {
			l.ProjectID = hint.Project
		}
	}
	return l
}

// Redrive implements verbs.DeadLetters. It sends first and takes out then:
// where it stops between the two, a hint is sent twice, which changes nothing.
func (d *dead) Redrive(ctx context.Context, l *verbs.Letter) (bool, error) {
	h, ok := l.Handle.(held)
	if !ok {
		return false, &kaibo.Error{Op: "redrive", Err: errors.New("the letter is of another store")}
	}
	sent := false
	if h.back != nil && l.ProjectID != "" { // else nobody could read it, or the schedule has run since
		if err := h.back.Send(ctx, h.letter.Message); err != nil {
			return false, fmt.Errorf("send hint again: %w", err)
		}
		sent = true
	}
	if err := h.box.Done(ctx, h.letter.Delivery); err != nil {
		return sent, fmt.Errorf("take dead letter out: %w", err)
	}
	return sent, nil
}

// Release implements verbs.DeadLetters. One that is not let go shows again by
// itself.
func (d *dead) Release(ctx context.Context, letters []verbs.Letter) {
	for i := range letters {
		h, ok := letters[i].Handle.(held)
		if !ok {
			continue
		}
		if err := h.box.Retry(context.WithoutCancel(ctx), h.letter.Delivery, 0); err != nil {
			slog.WarnContext(ctx, "a dead letter shows again in two minutes", "message", h.letter.ID, "err", err)
		}
	}
}
