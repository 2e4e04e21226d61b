package enginetest

import (
	"context"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // budgets are counted in it
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Begin is when a world begins.
var Begin = At("2026-07-01T09:00:00Z")

// At reads a time in RFC 3339; it panics when it is none.
func At(s string) kaibo.Time {
	t, err := kaibo.ParseTime(s)
	if err != nil {
		panic(err)
	}
	return t
}

// Clock is a clock that a test moves. Each reading moves it on by a
// millisecond, so that no two things happen at once.
type Clock struct {
	mu  sync.Mutex
	now kaibo.Time
}

// Now is a kaibo.Clock.
func (c *Clock) Now() kaibo.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now++
	return c.now
}

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now += kaibo.Time(d.Milliseconds())
}

// Ports are what a world runs over. Two worlds over the same ports are two
// processes.
type Ports struct {
	Table   kaibo.Table
	Objects kaibo.Objects
	Queue   kaibo.Queue // nil for none
	Scan    kaibo.Scanner
	Clock   *Clock
	Skew    kaibo.Time // by how much the process's own clock is ahead
	Random  io.Reader
}

// Now is the process's clock.
func (p *Ports) Now() kaibo.Time { return p.Clock.Now() + p.Skew }

// MemPorts answers empty ports in memory. The seed makes ids and salts.
func MemPorts(seed uint64) Ports {
	table := porttest.NewMemTable()
	return Ports{Table: table, Objects: porttest.NewMemObjects(), Scan: table, Clock: &Clock{now: Begin}, Random: Random(seed)}
}

// Random answers a source of bytes that repeats itself and may be shared.
func Random(seed uint64) io.Reader {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return &locked{r: rand.NewChaCha8(key)}
}

type locked struct {
	mu sync.Mutex
	r  io.Reader
}

// Read implements io.Reader.
func (l *locked) Read(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.r.Read(b)
}

// World is one process: the engines over ports, and the project on which the
// methods act.
type World struct {
	T       testing.TB
	Ports   Ports
	Project kaibo.Project
	Ledger  *ledger.Ledger
	Index   *termindex.Index
	Views   *views.Views
	Worker  *structure.Worker
	Forget  *forget.Engine
	Curate  *curate.Engine
}

// New makes a world over new ports in memory.
func New(t testing.TB) *World { return Over(t, MemPorts(1)) }

// Over makes a world over ports, with the structurer of this package.
func Over(t testing.TB, p Ports) *World {
	w := &World{T: t, Ports: p, Project: kaibo.Project{ID: "prj", Name: "p", Secret: []byte("secret")}}
	clock := kaibo.Clock(p.Now)
	w.Ledger = ledger.New(p.Table, p.Objects, p.Queue, clock, p.Random)
	w.Index = termindex.New(p.Table, p.Objects, clock, p.Random)
	w.Views = &views.Views{Table: p.Table, Ledger: w.Ledger, Index: w.Index, Clock: clock}
	w.Worker = &structure.Worker{Table: p.Table, Objects: p.Objects, Ledger: w.Ledger, Index: w.Index, Views: w.Views,
		Structurer: Structurer{}, Clock: clock, Random: p.Random}
	w.Ledger.Attach = w.Worker.Attach
	w.Curate = &curate.Engine{Table: p.Table, Ledger: w.Ledger, Index: w.Index, Views: w.Views, Clock: clock}
	w.Forget = &forget.Engine{Curate: w.Curate, Table: p.Table, Objects: p.Objects, Ledger: w.Ledger, Index: w.Index, Views: w.Views,
		Worker: w.Worker, Clock: clock, Random: p.Random, Grace: time.Hour, Projects: Known{w.Project}, Scan: p.Scan}
	return w
}

// Restart answers another process over the same ports.
func (w *World) Restart() *World { return Over(w.T, w.Ports) }

// Known are the projects that there are.
type Known []kaibo.Project

// Project implements structure.Projects.
func (k Known) Project(_ context.Context, id string) (kaibo.Project, error) {
	for _, p := range k {
		if p.ID == id {
			return p, nil
		}
	}
	return kaibo.Project{}, kaibo.Errorf(kaibo.NotFound, "there is no project %s", id)
}
