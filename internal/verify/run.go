package verify

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Options say how to run. The zero value is fit for use.
type Options struct {
	// Progress is told how many entries are done of how many are known of:
	// events, and ids that the deletion ledger names. It is called from one
	// goroutine at a time and often, and must return at once.
	Progress func(done, total uint64)

	// Parallel is how many payloads or memories are read at once; 8 when 0.
	Parallel int

	// Known are ends that an earlier run verified. A stream that no longer
	// leads there is a finding.
	Known []Chain

	// Memory is what an earlier run left: what it saw must still be there.
	Memory *Memory

	// Incremental goes on where Memory ends, and reads only what is new: the
	// events, their payloads, and what the deletion ledger says since. What
	// was verified before is believed, as far as the hashes of what is new
	// bind it; a payload that was changed since is not looked at. A log that
	// Memory does not have is taken up at a checkpoint among Checkpoints, from
	// tiles; without one it is read whole.
	Incremental bool

	// Keys are verifier keys to begin with, in place of Memory's. Without
	// either the keys that the server shows are believed: trust on first use.
	Keys []string

	// Witnesses are verifier keys of witnesses, whose cosignatures of the log
	// of logs are told of.
	Witnesses []string

	// Pins are entries that must be part of the history, and Checkpoints signed
	// notes, of any log of the project or of the log of logs, that it must
	// begin with.
	Pins        []Pin
	Checkpoints []string

	// Settle is how long a payload that is gone may lack its entry in the
	// ledger, which is the last thing that forgetting writes; 30 s when 0.
	// Less than 0 does not wait.
	Settle time.Duration
}

const (
	defaultParallel = 8
	defaultSettle   = 30 * time.Second
	firstPoll       = 50 * time.Millisecond // doubled each time, to at most a second
	lastPoll        = time.Second
)

// Run verifies a project. The error is non-nil exactly when something could
// not be read, or ctx ended; the report then holds what was seen until there.
//
// Memory grows with the number of events, by about 100 bytes each.
func Run(ctx context.Context, source Source, options Options) (*Report, error) {
	if options.Parallel <= 0 {
		options.Parallel = defaultParallel
	}
	if options.Settle == 0 {
		options.Settle = defaultSettle
	}
	r := &run{source: source, options: options, report: &Report{Findings: []Finding{}},
		known: make(map[string]Chain), roots: make(map[string][]expected), pins: make(map[place]Pin), places: newPlaces(), gone: make(map[string]place),
		ledger: newDeletions()}
	for _, k := range options.Known {
		r.known[k.Stream] = k
	}
	for _, p := range options.Pins {
		r.pins[place{p.Stream, p.Seq}] = p
	}
	if err := r.begin(); err != nil {
		return r.report, err
	}
	err := r.all(ctx)
	if err == nil && len(r.found.list) == 0 {
		r.report.Memory = r.keep()
	}
	r.found.into(r.report)
	r.report.Deletions = r.ledger.end()
	r.report.Forgotten = uint64(len(r.ledger.memories))
	r.report.Payloads, r.report.Gone = r.payloads.Load(), uint64(len(r.gone))
	return r.report, err
}

// run is the state of one Run.
type run struct {
	source  Source
	options Options
	report  *Report
	found   findings
	known   map[string]Chain
	roots   map[string][]expected // what a chain must be at a size
	pins    map[place]Pin
	points  []chain.Point // how far each chain was verified
	signed  *signatures   // nil when nothing is

	places   *places          // of every event, by id
	gone     map[string]place // of those whose payload is gone
	cut      bool             // a stream was not verified to its head, so places are not complete
	ledger   *deletions
	payloads atomic.Uint64

	mu          sync.Mutex // guards gone while payloads are read, and what follows
	done, total uint64
}

// all takes the steps in an order that makes an honest server's answers agree
// although it goes on writing. What an entry in the ledger says was true
// before the entry is there, so entries read first must agree with streams
// read later, and payloads gone must have an entry when the ledger is read
// after them.
func (r *run) all(ctx context.Context) error {
	steps := []func(context.Context) error{
		r.readSigned,
		r.takeUp,
		r.readLedger,
		r.verifyStreams,
		r.settleGone,
		r.verifyForgotten,
		r.verifyPins,
		r.compareLogs,
	}
	if !r.options.Incremental {
		steps = append(steps, r.verifyLists)
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// begin takes up what an earlier run left.
func (r *run) begin() error {
	if r.options.Memory == nil && r.options.Incremental && len(r.options.Checkpoints) > 0 {
		r.options.Memory = &Memory{} // it goes on where the checkpoints are
	}
	known := r.options.Memory
	if known == nil {
		r.options.Incremental = false
		return nil
	}
	for _, p := range known.Points {
		if _, ok := r.known[p.Stream]; !ok {
			r.known[p.Stream] = Chain{Stream: p.Stream, Size: p.Size, Hash: p.Hash}
		}
	}
	if !r.options.Incremental {
		return nil
	}
	r.cut = true // of the older events only their hashes are known
	return r.resumeLedger()
}

// resumeLedger begins with the deletion ledger where an earlier run ended.
func (r *run) resumeLedger() error {
	if p, ok := r.options.Memory.point(chain.DeletionLedger); ok {
		v, err := chain.ResumeReceipts(p)
		if err != nil {
			return fmt.Errorf("take up what an earlier run left: %w", err)
		}
		r.ledger.v = v
	}
	return nil
}

// expect makes room for n more entries in what Progress is told.
func (r *run) expect(n uint64) { r.progress(0, n) }

// advance tells Progress of one more entry done.
func (r *run) advance() { r.progress(1, 0) }

func (r *run) progress(done, total uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done += done
	r.total += total
	if r.options.Progress != nil {
		r.options.Progress(r.done, max(r.done, r.total))
	}
}

// markGone notes that the payload of an event is gone.
func (r *run) markGone(eventID string, at place) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.gone[eventID] = at
}

// knownEnd compares a chain with what an earlier run saw, when it comes there.
func (r *run) knownEnd(stream string, size uint64, hash kaibo.Hash) {
	k, ok := r.known[stream]
	if ok && k.Size == size && k.Hash != hash {
		r.found.add(stream, size, "the history was rewritten: an earlier run saw the hash %s here, now it is %s", k.Hash, hash)
	}
}

// knownLost compares the end of a chain with what an earlier run saw.
func (r *run) knownLost(c Chain) {
	if k, ok := r.known[c.Stream]; ok && k.Size > c.Size {
		r.found.add(c.Stream, c.Size+1, "the end was cut: an earlier run saw %d entries, now there are %d", k.Size, c.Size)
	}
}

// broken adds a verifier's error to the findings.
func (r *run) broken(err error) { r.found.broken(asBroken(err)) }

func endOf(v *chain.Verifier) Chain {
	return Chain{Stream: v.Stream(), Size: v.Size(), Hash: v.Hash(), Root: v.Root()}
}
