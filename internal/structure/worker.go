package structure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Worker drains the jobs of streams. Its fields are set once. Any number of
// workers, in any number of processes, may drain one stream at a time: each
// commit is conditional, so only one makes progress.
type Worker struct {
	Table      kaibo.Table
	Objects    kaibo.Objects
	Ledger     *ledger.Ledger
	Index      *termindex.Index
	Views      *views.Views
	Structurer Structurer
	Model      Model // asked by the projects that turned it on; nil for none
	Clock      kaibo.Clock
	Random     io.Reader

	// Announced, when set, is told of projects whose outbox got something. It
	// must not block.
	Announced func(p kaibo.Project)

	again   *again // of a worker that derives a project again; else nil
	streams keyed  // one drain of a stream at a time in this process
	gates   gates  // rebuild keeps the others of its project out
}

// Limits of the loops.
const (
	maxAttempts  = 5  // of a job, before it is marked failed and passed over
	maxStepTries = 20 // of a step, before its attempt counts as failed
)

// Drain structures what a stream has waiting, in order of seq, until its
// cursor meets its head. It answers the first error; the job keeps its place
// and is found again by the schedule.
func (w *Worker) Drain(ctx context.Context, p kaibo.Project, stream string) error {
	unlock, err := w.streams.lock(ctx, p.ID+"/"+stream)
	if err != nil {
		return err
	}
	defer unlock()
	leave := w.gates.enter(p.ID)
	defer leave()
	for next := uint64(0); ; {
		at, err := w.openJob(ctx, p, stream, next)
		if err != nil {
			return err
		}
		if at.cursor.Seq >= at.head.Seq {
			_, err := w.clearLag(ctx, p, stream, at.head.Seq)
			return err
		}
		last, err := w.advance(ctx, p, at)
		if err != nil {
			return err
		}
		if last == at.head.Seq { // nothing waits, unless it came meanwhile: then the marker says so
			if cleared, err := w.clearLag(ctx, p, stream, last); cleared || err != nil {
				return err
			}
		}
		if next = 0; last != 0 {
			next = last + 1
		}
	}
}

// position is where a stream's structuring stands.
type position struct {
	stream        string
	head          kaibo.Head
	cursor        kaibo.Cursor
	cursorVersion uint64
	listening     kaibo.Listening
	open          kaibo.Item // the job at the cursor, where it was read with them
}

func (w *Worker) position(ctx context.Context, p kaibo.Project, stream string) (*position, error) {
	items, err := w.Table.Get(ctx, kaibo.CursorKey(p.ID, stream), kaibo.HeadKey(p.ID, stream), kaibo.ListeningKey(p.ID))
	if err != nil {
		return nil, fmt.Errorf("read cursor and head: %w", err)
	}
	at := &position{stream: stream, cursorVersion: items[0].Version}
	if items[0].Found() {
		if err := items[0].Decode(&at.cursor); err != nil {
			return nil, err
		}
	}
	if items[1].Found() {
		if err := items[1].Decode(&at.head); err != nil {
			return nil, err
		}
	}
	at.listening, err = kaibo.Listens(items[2])
	return at, err
}

// advance runs the job at the cursor: jobs lie end to end, so its first event
// is the one after the cursor. It answers the seq to which it moved the cursor;
// 0 when it does not know.
func (w *Worker) advance(ctx context.Context, p kaibo.Project, at *position) (uint64, error) {
	var job kaibo.Job
	version, err := at.open.Version, error(nil)
	if at.open.Found() {
		err = at.open.Decode(&job)
	} else {
		job, version, err = w.readJob(ctx, p, at.stream, at.cursor.Seq+1)
	}
	if err != nil {
		return 0, err
	}
	r := &run{worker: w, project: p, at: at, job: job, version: version}
	defer r.tellAnnounced()
	err = guarded(func() error { return r.run(ctx) })
	if err == nil {
		return job.Last, nil
	}
	if ctx.Err() != nil {
		return 0, err
	}
	return 0, r.recordFailure(ctx, err)
}

// guarded makes an error of a panic: an event that a structurer stumbles over
// fails its job after some attempts and does not block its stream, or end the
// process.
func guarded(do func() error) (err error) {
	defer func() {
		if what := recover(); what != nil {
			err = &kaibo.Error{Op: "structure", Err: fmt.Errorf("panic: %v\n%s", what, debug.Stack())}
		}
	}()
	return do()
}

func (w *Worker) readJob(ctx context.Context, p kaibo.Project, stream string, first uint64) (kaibo.Job, uint64, error) {
	items, err := w.Table.Get(ctx, kaibo.JobKey(p.ID, stream, first))
	if err != nil {
		return kaibo.Job{}, 0, fmt.Errorf("read job: %w", err)
	}
	if !items[0].Found() {
		return kaibo.Job{}, 0, &kaibo.Error{Op: "read job", Err: fmt.Errorf("stream %s has no job at %d", stream, first)}
	}
	var job kaibo.Job
	return job, items[0].Version, items[0].Decode(&job)
}

// recordFailure counts an attempt, unless it failed for want of a store. After
// the last one the job is failed and the cursor passes it over; its provisional
// memories stay. A job that moved on meanwhile did not fail: another worker has
// it. The answer is cause unless the stream can go on.
func (r *run) recordFailure(ctx context.Context, cause error) error {
	w := r.worker
	job, version, err := w.readJob(ctx, r.project, r.job.Stream, r.job.First)
	if err != nil {
		return errors.Join(cause, err)
	}
	if version != r.version || job.Status == kaibo.JobDone {
		return nil
	}
	slog.WarnContext(ctx, "structuring failed", "project", r.project.ID, "job", job.ID, "attempt", job.Attempts+1, "err", cause)
	if kaibo.KindOf(cause) == kaibo.Unavailable {
		return cause // a full disk, say, is not the job's fault: it waits its turn
	}
	job.Attempts++
	job.UpdatedAt = w.Clock()
	job.Reason = failureReason(cause)
	if r.adviser != nil {
		job.Model = new(r.adviser.use) // what was asked has been paid for
	}
	passed := job.Attempts >= maxAttempts && !r.outOfOrder
	if passed {
		job.Status = kaibo.JobFailed
	}
	writes := []kaibo.Write{kaibo.PutOver(kaibo.JobKey(r.project.ID, job.Stream, job.First), version, kaibo.Encode(job))}
	if passed {
		cursor := kaibo.Encode(kaibo.Cursor{Seq: job.Last})
		writes = append(writes, kaibo.PutOver(kaibo.CursorKey(r.project.ID, job.Stream), r.at.cursorVersion, cursor),
			kaibo.PutAny(kaibo.FailedKey(r.project.ID, job.Stream, job.First), 1, nil))
	}
	if err := w.Table.Commit(ctx, writes); err != nil {
		return errors.Join(cause, fmt.Errorf("record failure: %w", err))
	}
	if passed {
		return nil
	}
	return cause
}

// failureReason is what a person may read of an error: its detail, or a plain
// sentence that gives nothing internal away.
func failureReason(err error) string {
	var e *kaibo.Error
	if errors.As(err, &e) && e.Kind != kaibo.Internal && e.Detail != "" {
		return e.Detail
	}
	return "an internal error; the server's log has it"
}

// clearLag removes the marker of a stream whose cursor met its head, unless an
// append came meanwhile, and says whether it did.
func (w *Worker) clearLag(ctx context.Context, p kaibo.Project, stream string, seq uint64) (bool, error) {
	if seq == 0 {
		return false, nil
	}
	err := w.Table.Commit(ctx, []kaibo.Write{kaibo.DeleteAt(kaibo.LagKey(p.ID, stream), seq)})
	var conflict *kaibo.ConflictError
	if err == nil || errors.As(err, &conflict) { // gone already, or there is new work with a hint of its own
		return err == nil, nil
	}
	return false, fmt.Errorf("clear lag marker: %w", err)
}

// Retry runs a failed job again, out of the order of the cursor, from the step
// at which it stopped. It stays failed until it is done; what it learned before
// stays.
func (w *Worker) Retry(ctx context.Context, p kaibo.Project, job *kaibo.Job) error {
	if job.Status != kaibo.JobFailed {
		return kaibo.Errorf(kaibo.Conflict, "job %s is %s; only a failed one can be retried", job.ID, job.Status)
	}
	unlock, err := w.streams.lock(ctx, p.ID+"/"+job.Stream)
	if err != nil {
		return err
	}
	defer unlock()
	leave := w.gates.enter(p.ID)
	defer leave()
	fresh, version, err := w.readJob(ctx, p, job.Stream, job.First)
	if err != nil {
		return err
	}
	if fresh.Status != kaibo.JobFailed {
		return nil // another has retried it
	}
	at := &position{stream: job.Stream, cursor: kaibo.Cursor{Seq: job.First - 1}}
	if at.listening, err = w.listening(ctx, p); err != nil {
		return err
	}
	r := &run{worker: w, project: p, at: at, job: fresh, version: version, outOfOrder: true}
	defer r.tellAnnounced()
	if err := guarded(func() error { return r.run(ctx) }); err != nil {
		return r.recordFailure(ctx, err)
	}
	return nil
}

// Lagging calls fn for every stream that has open jobs, as its marker says.
func (w *Worker) Lagging(ctx context.Context, fn func(projectID, stream string)) error {
	for shard := range kaibo.LagShards {
		r := kaibo.Range{}
		for {
			page, err := w.Table.Query(ctx, kaibo.Records, kaibo.LagPartition(shard), r)
			if err != nil {
				return fmt.Errorf("read lag markers: %w", err)
			}
			for _, item := range page.Items {
				var hint ledger.Hint
				if err := item.Decode(&hint); err != nil {
					return err
				}
				fn(hint.Project, hint.Stream)
			}
			if !page.More {
				break
			}
			r = r.Next(page)
		}
	}
	return nil
}

// Exclusive keeps structuring, curation and forgetting of a project out until
// leave is called: a rebuild works alone.
func (w *Worker) Exclusive(projectID string) (leave func()) { return w.gates.exclude(projectID) }

// Enter takes part in what Exclusive keeps out.
func (w *Worker) Enter(projectID string) (leave func()) { return w.gates.enter(projectID) }

// keyed is a lock for each key.
type keyed struct {
	mu    sync.Mutex
	locks map[string]chan struct{}
}

func (k *keyed) lock(ctx context.Context, key string) (unlock func(), err error) {
	for {
		k.mu.Lock()
		if k.locks == nil {
			k.locks = make(map[string]chan struct{})
		}
		held, ok := k.locks[key]
		if !ok {
			mine := make(chan struct{})
			k.locks[key] = mine
			k.mu.Unlock()
			return func() {
				k.mu.Lock()
				delete(k.locks, key)
				k.mu.Unlock()
				close(mine)
			}, nil
		}
		k.mu.Unlock()
		select {
		case <-held:
		case <-ctx.Done():
			return nil, &kaibo.Error{Op: "wait for stream", Kind: kaibo.Unavailable, RetryAfter: time.Second, Err: ctx.Err()}
		}
	}
}

// gates hold one read-write lock a project.
type gates struct {
	mu    sync.Mutex
	locks map[string]*sync.RWMutex
}

func (g *gates) of(project string) *sync.RWMutex {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.locks == nil {
		g.locks = make(map[string]*sync.RWMutex)
	}
	l := g.locks[project]
	if l == nil {
		l = new(sync.RWMutex)
		g.locks[project] = l
	}
	return l
}

func (g *gates) enter(project string) func() {
	l := g.of(project)
	l.RLock()
	return l.RUnlock
}

func (g *gates) exclude(project string) func() {
	l := g.of(project)
	l.Lock()
	return l.Unlock
}

// pause waits a little before a step is tried again.
func pause(ctx context.Context, try int) error {
	t := time.NewTimer(rand.N(min(time.Millisecond<<min(try, 7), 100*time.Millisecond)))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
