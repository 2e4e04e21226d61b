package simtest_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/retention"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// The log of failures that the tests bring about is nobody's to read, and a
// world is thrown away before it is worth to collect its garbage. On one processor
// what an engine does at once comes in one order, so that a seed does the same
// each time; more processors take more processes.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	debug.SetGCPercent(1600)
	runtime.GOMAXPROCS(1)
	os.Exit(m.Run())
}

// changing is what faults and interruptions come to: what changes nothing can
// stop anywhere without a trace.
var changing = []string{porttest.OpCommit, porttest.OpPut, porttest.OpDelete}

// settings are what a seed draws before anything happens. That worlds differ in
// what happens at all finds more than one world in which everything does, and
// most are short (Groce and others, Swarm Testing, ISSTA 2012).
type settings struct {
	steps     int
	processes int
	odds      porttest.Odds
	off       map[string]bool // deeds that nobody does
	jumps     bool            // the clock is set forwards and back
	skew      bool            // each process has a clock of its own
	webhook   bool
	retention bool
	expiry    bool
	embedded  bool // over the embedded store in place of memory
}

func draw(rng *rand.Rand) settings {
	one := func(in int) bool { return rng.IntN(in) == 0 }
	set := settings{steps: 6 + rng.IntN(22), processes: 2 + rng.IntN(3), off: make(map[string]bool),
		jumps: one(3), skew: one(3), webhook: one(2), retention: one(4), expiry: one(3), embedded: one(40)}
	if one(10) {
		set.steps = 60
	}
	p := []float64{0, 0.005, 0.01, 0.03}[rng.IntN(4)]
	set.odds = porttest.Odds{FailBefore: p, FailAfter: p, Stop: p / 2, StopAfter: p / 2}
	for _, d := range deeds {
		if d.name != "remember" && one(6) {
			set.off[d.name] = true
		}
	}
	return set
}

// said is one event that a writer meant to append. Its word is in no other.
type said struct {
	key, stream, word string
	entry             ledger.Entry
	id                string
	acked             bool
	taken             bool // by a forget of TestForgets
}

// process is one process: the engines over ports that fail as its plan says.
type process struct {
	*enginetest.World
	plan        *porttest.Plan
	webhooks    *webhooks.Engine
	checkpoints *checkpoint.Engine
	retention   *retention.Engine
	busy        bool
}

// sim is one run.
type sim struct {
	t     *testing.T
	seed  uint64
	set   settings
	rng   *rand.Rand
	actor *enginetest.Actor
	ports enginetest.Ports
	store *local.Store // nil in memory
	dir   string       // of the store
	procs []*process
	depth int        // deeds in the middle of each other
	late  kaibo.Time // the latest that any clock has shown

	said     []*said
	deeds    []*forget.Deed // answered
	orders   []forget.Order
	receiver *receiver
	keys     *keys
	notices  int             // put into the outbox
	backups  []copied        // taken
	history  []string        // what was done, for the message of a failure
	made     uint64          // processes so far
	gone     map[string]bool // ids of what is forgotten, when the run is over
}

// newSim makes a run from a seed; set, where given, changes what it drew.
func newSim(t *testing.T, seed uint64, set ...func(*settings)) *sim {
	rng := rand.New(rand.NewPCG(seed, 3))
	drawn := draw(rng)
	for _, change := range set {
		change(&drawn)
	}
	s := &sim{t: t, seed: seed, rng: rng, set: drawn, ports: enginetest.MemPorts(seed),
		actor: &enginetest.Actor{Rand: rng, Actors: []string{"ana", "bo", ""}, Whole: true}}
	s.keys = &keys{random: enginetest.Random(seed + 1)}
	s.receiver = &receiver{s: s, taken: make(map[string]string)}
	if s.set.embedded {
		s.dir = t.TempDir()
		store, err := local.Open(s.dir, local.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		table := store.Table()
		s.store, s.ports.Table, s.ports.Objects = store, table, store.Objects()
		s.ports.Scan, _ = table.(kaibo.Scanner)
	}
	s.ports.Table, s.ports.Queue = &witness{s.ports.Table, s}, &looseQueue{s: s}
	clean := s.over(s.ports, nil)
	ctx := context.Background()
	if s.set.webhook {
		if _, _, err := clean.webhooks.Create(ctx, clean.Project, webhooks.Order{URL: "https://hear.example/"}); err != nil {
			t.Fatal(err)
		}
	}
	if s.set.retention {
		rule := retention.Rule{Streams: []string{"mail"}, Days: 1}
		if _, err := clean.retention.Set(ctx, clean.Project, rule, func(*retention.Rule) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	for range s.set.processes {
		s.procs = append(s.procs, s.start())
	}
	return s
}

// over makes a process over ports.
func (s *sim) over(ports enginetest.Ports, plan *porttest.Plan) *process {
	w := enginetest.Over(s.t, ports)
	p := &process{World: w, plan: plan}
	known := enginetest.Known{w.Project}
	clock := kaibo.Clock(w.Ports.Now)
	w.Forget.Parallel = 1 // so that a seed does the same each time
	if s.store != nil {
		w.Forget.Vacuum = s.store.CompactFile
	}
	p.webhooks = &webhooks.Engine{Table: ports.Table, Clock: clock, Random: ports.Random, Projects: known, Sender: s.receiver}
	p.retention = &retention.Engine{Store: retention.Store{Table: ports.Table, Clock: clock, Random: ports.Random},
		Ledger: w.Ledger, Forget: w.Forget, Projects: known}
	p.checkpoints = &checkpoint.Engine{Table: ports.Table, Objects: ports.Objects, Keys: s.keys, Projects: all{known}, Clock: clock,
		Random: ports.Random, Deployment: "sim.example", Prune: true,
		Alarm: func(_ context.Context, i *checkpoint.Inconsistency) {
			s.t.Errorf("the alarm rings of %s/%s at %d: %s", i.Log.Project, i.Log.Stream, i.Seq, i.What)
		}}
	return p
}

// start starts a process over the ports, which knows only what they kept.
func (s *sim) start() *process {
	s.made++
	plan := porttest.Seeded(s.seed<<16+s.made, s.set.odds, changing...)
	ports := s.ports
	ports.Table = &enginetest.Hook{Table: &porttest.FaultyTable{Table: s.ports.Table, Plan: plan, Whole: true}, Before: func([]kaibo.Write) { s.between() }}
	ports.Objects = &hookObjects{&porttest.FaultyObjects{Objects: s.ports.Objects, Plan: plan}, s.between}
	if s.set.skew {
		ports.Skew = kaibo.Time((time.Duration(s.rng.IntN(600)-300) * time.Second).Milliseconds())
	}
	return s.over(ports, plan)
}

// between lets another process act in the middle of what one does.
func (s *sim) between() {
	if s.depth < 4 && s.rng.IntN(10) == 0 {
		s.step()
	}
}

// step has a process that is at nothing do something, and starts it anew when
// it stopped there.
func (s *sim) step() {
	i := s.rng.IntN(len(s.procs))
	p := s.procs[i]
	if p.busy {
		return
	}
	s.tick()
	p.busy = true
	s.depth++
	what, err := s.act(p)
	s.depth--
	p.busy = false
	if err != nil {
		what += ": " + err.Error()
	}
	s.history = append(s.history, fmt.Sprintf("process %d: %s", i, what))
	if p.plan.Stopped() {
		s.history = append(s.history, fmt.Sprintf("process %d starts again", i))
		s.procs[i] = s.start()
	}
}

// tick lets time pass, and sets the clock where the seed says so.
func (s *sim) tick() {
	s.ports.Clock.Advance(time.Duration(s.rng.IntN(20)) * time.Second)
	if s.depth == 0 && s.rng.IntN(20) == 0 {
		s.ports.Clock.Advance(40 * time.Minute)
	}
	if s.set.jumps && s.rng.IntN(12) == 0 {
		by := []time.Duration{-time.Second, -time.Minute, -2 * time.Hour, -3 * 24 * time.Hour, 2 * time.Hour, 30 * time.Hour, 6 * 24 * time.Hour}[s.rng.IntN(7)]
		if s.depth > 0 { // between processes, what is in the middle of a deed has clocks to trust within the hour that an orphan needs
			by = min(by, 10*time.Minute)
		}
		s.late = max(s.late, s.ports.Clock.Now())
		s.ports.Clock.Advance(by)
		s.history = append(s.history, fmt.Sprintf("the clock jumps by %v", by))
	}
}

// calm sets the clock past everything that any process may have promised by
// its own.
func (s *sim) calm() {
	now := s.ports.Clock.Now()
	s.ports.Clock.Advance(time.Duration(max(s.late-now, 0))*time.Millisecond + 30*time.Minute)
}
