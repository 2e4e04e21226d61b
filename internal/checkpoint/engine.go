package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Engine signs checkpoints. Its fields are set once, before the first call.
type Engine struct {
	Table    kaibo.Table
	Objects  kaibo.Objects
	Keys     Keys
	Projects Projects
	Clock    kaibo.Clock
	Random   io.Reader // of a name, where none is given

	// Deployment is the origin of the log of logs: a URL without its scheme
	// that nobody else uses. Empty has one made at the first run. It cannot
	// change afterwards.
	Deployment string

	// KeysLost lets a list of keys begin anew that no earlier key signs.
	// Whoever verifies is told of it.
	KeysLost bool

	// Witnesses cosign the log of logs.
	Witnesses []Witness
	HTTP      *http.Client // to the witnesses; nil is one with a time-out

	// Alarm is told of every log that stops, once. nil writes a line of the
	// log, "verification failed".
	Alarm func(ctx context.Context, i *Inconsistency)

	// Prune deletes the object of a checkpoint once a later one is stored: only
	// the newest keeps anybody from rolling the table back. Where the engine
	// has no right to delete, they stay.
	Prune bool

	// Alone says that no other process runs this engine on the same store, so
	// that no lease is wanted.
	Alone bool
}

// Projects finds the streams of every project for a sweep.
type Projects interface {
	// All calls fn for every project, until its error.
	All(ctx context.Context, fn func(kaibo.Project) error) error
}

// Summary says what a run did.
type Summary struct {
	Deployment string // its name
	Looked     int    // logs that were looked at
	Signed     int    // checkpoints of logs that were signed
	Stopped    int    // logs that stopped in this run
	Size       uint64 // leaves of the log of logs
	Cosigned   int    // witnesses that have cosigned its last checkpoint
	Busy       bool   // another run was at work; nothing was done
}

// Limits of a run.
const (
	roundLogs    = 90 // logs that a round carries into one Commit, with the log of logs
	roundBytes   = 3 << 20
	atOnce       = 8                // logs that are read at a time
	leaseTime    = 15 * time.Minute // the longest that a function of Lambda runs
	witnessTime  = 10 * time.Second
	saveEachTile = 64 // tiles after which a long read says how far it came
)

// Run signs the checkpoints of the logs that changed among those given, and
// then that of the log of logs. A log that is given twice counts once. What
// fails at one log does not hold up the others; the error tells all of it. An
// inconsistency is no error: it was told to Alarm.
func (e *Engine) Run(ctx context.Context, logs []Log) (Summary, error) {
	return e.run(ctx, func(do func([]Log) error) error { return do(logs) })
}

// Sweep does the same for every log of every project.
func (e *Engine) Sweep(ctx context.Context) (Summary, error) {
	return e.run(ctx, func(do func([]Log) error) error {
		return e.Projects.All(ctx, func(p kaibo.Project) error { return e.sweepProject(ctx, p, do) })
	})
}

// sweepProject hands on the logs of a project, page by page.
func (e *Engine) sweepProject(ctx context.Context, p kaibo.Project, do func([]Log) error) error {
	logs := []Log{{Project: p.ID}}
	r := kaibo.Range{Limit: roundLogs}
	for {
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.StreamsPartition(p.ID), r)
		if err != nil {
			return fmt.Errorf("list streams: %w", err)
		}
		for _, item := range page.Items {
			logs = append(logs, Log{Project: p.ID, Stream: item.Sort})
		}
		if err := do(logs); err != nil {
			return err
		}
		if !page.More || len(page.Items) == 0 {
			return nil
		}
		logs, r = nil, r.Next(page)
	}
}

// run opens what a run needs and takes the logs round by round.
func (e *Engine) run(ctx context.Context, each func(do func([]Log) error) error) (sum Summary, err error) {
	leave, busy, err := e.enter(ctx)
	if err != nil || busy {
		return Summary{Busy: busy}, err
	}
	defer leave()
	keys, err := e.openRing(ctx)
	if err != nil {
		return sum, err
	}
	sum.Deployment = keys.deployment
	w := &work{Engine: e, keys: keys, sum: &sum}
	if err := w.openDeployment(ctx); err != nil {
		return sum, err
	}
	var errs []error
	err = each(func(logs []Log) error {
		seen := make(map[Log]bool, len(logs))
		var round []Log
		for _, l := range logs {
			if seen[l] {
				continue
			}
			seen[l] = true
			if round = append(round, l); len(round) == roundLogs {
				errs = append(errs, w.round(ctx, round))
				round = nil
			}
		}
		errs = append(errs, w.round(ctx, round))
		return ctx.Err()
	})
	errs = append(errs, err, w.round(ctx, nil), w.cosign(ctx))
	sum.Size = w.root.tree.size
	return sum, errors.Join(errs...)
}

// work is one run.
type work struct {
	*Engine
	keys    *ring
	root    *state            // the log of logs
	adopted map[string]uint64 // leaves that a run before this one wrote and did not get to say: index by body
	sum     *Summary
}

// round takes some logs from where they are to where they are signed and in the
// log of logs, and says so in one Commit.
func (w *work) round(ctx context.Context, logs []Log) error {
	states := make([]*state, len(logs))
	errs := make([]error, len(logs))
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, l := range logs {
		group.Go(func() error {
			states[i], errs[i] = w.advance(groupCtx, l)
			return nil
		})
	}
	_ = group.Wait() // the functions answer by errs
	var changed []*state
	for i, s := range states {
		w.sum.Looked++
		var stop *Inconsistency
		switch {
		case errors.As(errs[i], &stop):
			w.sum.Stopped++
			errs[i] = w.stop(ctx, logs[i], stop)
		case errs[i] != nil:
			errs[i] = fmt.Errorf("sign %s/%s: %w", logs[i].Project, logs[i].Stream, errs[i])
		case s != nil:
			changed = append(changed, s)
		}
	}
	return errors.Join(append(errs, w.publish(ctx, changed))...)
}

// stop stops a log for good and rings the alarm.
func (e *Engine) stop(ctx context.Context, log Log, why *Inconsistency) error {
	why.Log, why.At = log, e.Clock()
	if e.Alarm != nil {
		e.Alarm(ctx, why)
	} else {
		slog.ErrorContext(ctx, "verification failed", "project", log.Project, "log", log.stateKey().Sort, "seq", why.Seq, "what", why.What)
	}
	items, err := e.Table.Get(ctx, log.stateKey())
	if err != nil {
		return fmt.Errorf("stop log: %w", err)
	}
	s := &state{}
	if items[0].Found() {
		if err := items[0].Decode(s); err != nil {
			s = &state{} // what cannot be read any more is stopped all the same
		}
	}
	s.Log, s.Stop = log, why
	// Whoever is at this log meanwhile must fail, not this.
	return e.Table.Commit(ctx, []kaibo.Write{kaibo.PutAny(log.stateKey(), items[0].Version+1, kaibo.Encode(s))})
}

// lease says until when somebody is at work.
type lease struct {
	Until kaibo.Time `json:"until"`
}

// enter takes the lease, so that one run at a time signs. It is a courtesy:
// what two runs would do at once, the conditions of their Commits and the names
// of their objects keep apart.
func (e *Engine) enter(ctx context.Context) (leave func(), busy bool, err error) {
	if e.Alone {
		return func() {}, false, nil
	}
	items, err := e.Table.Get(ctx, leaseKey)
	if err != nil {
		return nil, false, fmt.Errorf("read lease: %w", err)
	}
	var l lease
	if items[0].Found() {
		if err := items[0].Decode(&l); err != nil {
			return nil, false, err
		}
	}
	now := e.Clock()
	if l.Until > now {
		return nil, true, nil
	}
	until := now + kaibo.Time(leaseTime.Milliseconds())
	if deadline, ok := ctx.Deadline(); ok {
		until = min(until, kaibo.TimeOf(deadline)+kaibo.Time(leaseTime.Milliseconds()/60))
	}
	taken := kaibo.PutOver(leaseKey, items[0].Version, kaibo.Encode(lease{Until: until}))
	err = e.Table.Commit(ctx, []kaibo.Write{taken})
	var conflict *kaibo.ConflictError
	if errors.As(err, &conflict) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("take lease: %w", err)
	}
	return func() {
		back := kaibo.PutOver(leaseKey, taken.Item.Version, kaibo.Encode(lease{}))
		if err := e.Table.Commit(context.WithoutCancel(ctx), []kaibo.Write{back}); err != nil {
			slog.WarnContext(ctx, "lease not given back; it ends by itself", "err", err)
		}
	}, false, nil
}
