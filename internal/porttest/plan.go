package porttest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Errors that a fault answers. Both come inside a *kaibo.Error of kind
// Unavailable, as a store's own would.
var (
	ErrInjected = errors.New("a fault was injected")
	ErrStopped  = errors.New("the process has stopped")
)

// Outcome is what a [Plan] makes of an operation.
type Outcome int

// The outcomes. To the caller, FailBefore and FailAfter look the same; so do
// the two ways to stop. The last three are of a queue's Send alone; for any
// other operation they are Pass.
const (
	Pass       Outcome = iota
	FailBefore         // it does not happen, and answers an error
	FailAfter          // it happens, and its answer is lost: an error
	Stop               // the process stops before it
	StopAfter          // it happens, and the process stops before its answer
	Lose               // a Send answers nil and sends nothing
	Double             // a Send sends twice
	Delay              // a Send sends only when the queue was used three more times
)

var outcomeNames = []string{"pass", "fail before", "fail after", "stop", "stop after", "lose", "double", "delay"}

// String returns the outcome's name.
func (o Outcome) String() string { return outcomeNames[o] }

// The operations that a plan decides on, by name.
const (
	OpGet     = "table get"
	OpQuery   = "table query"
	OpCommit  = "table commit"
	OpScan    = "table scan"
	OpPut     = "object put"
	OpRead    = "object get"
	OpDelete  = "object delete"
	OpList    = "object list"
	OpSend    = "queue send"
	OpReceive = "queue receive"
	OpDone    = "queue done"
	OpRetry   = "queue retry"
)

// Odds are probabilities between 0 and 1, tried in this order.
type Odds struct {
	FailBefore, FailAfter, Stop, StopAfter float64
	Lose, Double, Delay                    float64
}

// A Step is one operation and what was made of it.
type Step struct {
	Op      string
	Outcome Outcome
}

// A Plan decides what happens to each operation of the ports that share it,
// which together are one process. It is safe to use from many goroutines; the
// order in which they come is then theirs.
type Plan struct {
	mu      sync.Mutex
	decide  func(n int, op string) Outcome
	only    []string
	steps   []Step
	fired   bool
	stopped bool
}

// NoFaults lets everything pass. Stop can still stop it.
func NoFaults() *Plan { return &Plan{decide: func(int, string) Outcome { return Pass }} }

// FailNth gives the n-th operation, counted from 1, the outcome o; all others
// pass. When only is given, other operations pass uncounted.
func FailNth(n int, o Outcome, only ...string) *Plan {
	return &Plan{only: only, decide: func(i int, _ string) Outcome {
		if i == n {
			return o
		}
		return Pass
	}}
}

// Seeded draws every outcome by odds from a generator with a seed: the same
// seed and the same operations give the same faults. When only is given, other
// operations pass and draw nothing.
func Seeded(seed uint64, odds Odds, only ...string) *Plan {
	rng := rand.New(rand.NewPCG(seed, seed^0x9e3779b97f4a7c15)) //nolint:gosec // it shall repeat itself
	return &Plan{only: only, decide: func(_ int, op string) Outcome { return odds.draw(rng, op) }}
}

func (o Odds) draw(rng *rand.Rand, op string) Outcome {
	outcomes := []struct {
		p float64
		o Outcome
	}{{o.FailBefore, FailBefore}, {o.FailAfter, FailAfter}, {o.Stop, Stop}, {o.StopAfter, StopAfter},
		{o.Lose, Lose}, {o.Double, Double}, {o.Delay, Delay}}
	drawn := Pass
	for _, c := range outcomes { // always as many draws, so that one outcome does not shift the next
		if hit := rng.Float64() < c.p; hit && drawn == Pass && c.o.fits(op) {
			drawn = c.o
		}
	}
	return drawn
}

func (o Outcome) fits(op string) bool { return o < Lose || op == OpSend }

// Replay repeats what Steps of another plan answered; what comes after passes.
func Replay(steps []Step) *Plan {
	steps = slices.Clone(steps)
	return &Plan{decide: func(i int, _ string) Outcome {
		if i <= len(steps) {
			return steps[i-1].Outcome
		}
		return Pass
	}}
}

// next decides on an operation. A stopped plan answers Stop for all.
func (p *Plan) next(op string) Outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return Stop
	}
	if len(p.only) > 0 && !slices.Contains(p.only, op) {
		return Pass
	}
	o := p.decide(len(p.steps)+1, op)
	if !o.fits(op) {
		o = Pass
	}
	p.steps = append(p.steps, Step{op, o})
	p.fired = p.fired || o != Pass
	p.stopped = o == Stop
	return o
}

// Stop stops the process now: every further operation answers ErrStopped.
func (p *Plan) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
}

// Stopped reports whether the process has stopped.
func (p *Plan) Stopped() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stopped
}

// Fired reports whether any operation did not pass.
func (p *Plan) Fired() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fired
}

// Steps answers the operations so far, and what was made of each.
func (p *Plan) Steps() []Step {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.steps)
}

// String lists the steps, for the message of a failed test.
func (p *Plan) String() string {
	var b strings.Builder
	for i, s := range p.Steps() {
		fmt.Fprintf(&b, "%d %s: %s\n", i+1, s.Op, s.Outcome)
	}
	return b.String()
}

// run does one operation as the plan says. A nil plan lets it pass.
func (p *Plan) run(op string, do func() error) error {
	if p == nil {
		return do()
	}
	return p.carryOut(p.next(op), op, do)
}

func (p *Plan) carryOut(o Outcome, op string, do func() error) error {
	switch o {
	case FailBefore:
		return fault(op, ErrInjected)
	case Stop:
		return fault(op, ErrStopped)
	}
	err := do()
	switch {
	case o == StopAfter:
		p.Stop()
		return fault(op, ErrStopped)
	case p.Stopped(): // another stopped the process meanwhile: nobody hears the answer
		return fault(op, ErrStopped)
	case o == FailAfter:
		return fault(op, ErrInjected)
	}
	return err
}

func fault(op string, err error) error {
	return &kaibo.Error{Op: op, Kind: kaibo.Unavailable, Err: err}
}
