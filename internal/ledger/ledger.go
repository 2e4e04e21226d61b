package ledger

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Recorded is an event of an append together with its text, as Attach sees it
// before the Commit.
type Recorded struct {
	Event       kaibo.Event
	Session     uint64 // seq of the first event of its session
	Content     []byte
	Details     kaibo.Details
	Initiatives []string // ids of Details.Initiatives
	Tags        []string // of Details.Metadata
}

// Ledger appends to the streams of all projects. Its fields are set once,
// before the first call.
type Ledger struct {
	Table   kaibo.Table
	Objects kaibo.Objects
	Queue   kaibo.Queue // hints for the structuring worker; nil sends none
	Clock   kaibo.Clock
	Random  io.Reader // 10 bytes an id, 16 a salt; must be safe for concurrent use

	// Attach, when set, answers further writes for the Commit of an append
	// whose first event has seq first: provisional memories and an index
	// delta. At most MaxAttached writes.
	Attach func(ctx context.Context, p kaibo.Project, stream string, events []Recorded) ([]kaibo.Write, error)

	mu          sync.Mutex
	lanes       map[string]*lane
	initiatives sync.Map // project/name → id
	inFlight    sync.Map // names of payloads whose Commit is not known to have ended: no sweep of this process takes them
}

// MaxAttached is how many writes Attach may add to the Commit of one append;
// half as many where it has at most fewEvents.
const MaxAttached = 4

// fewEvents is the size of an append whose provisional text and rows fit two
// items, whatever they hold.
const fewEvents = 20

// New makes a ledger over the ports.
func New(table kaibo.Table, objects kaibo.Objects, queue kaibo.Queue, clock kaibo.Clock, random io.Reader) *Ledger {
	return &Ledger{Table: table, Objects: objects, Queue: queue, Clock: clock, Random: random}
}

// hint tells the worker that a stream has work. A hint that is lost costs
// time, not work: the lag marker stays.
func (l *Ledger) hint(ctx context.Context, p kaibo.Project, stream string) {
	if l.Queue == nil {
		return
	}
	body, err := json.Marshal(Hint{Project: p.ID, Stream: stream})
	if err == nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		err = l.Queue.Send(ctx, kaibo.Message{Group: p.ID + "/" + stream, Body: string(body)})
	}
	if err != nil {
		slog.WarnContext(ctx, "hint lost; the schedule will find the job", "project", p.ID, "err", err)
	}
}

// Hint is the body of a message to the structuring worker.
type Hint struct {
	Project string `json:"project"`
	Stream  string `json:"stream"`
}
