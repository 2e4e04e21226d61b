package verbs

import (
	"context"
	"time"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/retention"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/views"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// Deps are the engines that the handlers drive. A deployment fills in those
// whose verbs it offers.
type Deps struct {
	Appender    Appender
	Ledger      LedgerReader
	Initiatives InitiativeReader
	Memories    MemoryReader
	Derived     DerivedReader
	Jobs        JobRunner
	Recall      Recaller
	Mend        Mender
	Forget      Forgetter
	Deletions   ProjectDeleter
	Retention   Retainer
	Keys        KeyStore
	Records     Recorder
	Projects    ProjectStore
	Proofs      ProofReader
	SigningKeys KeyRotator // of the embedded store only
	Logs        LogResumer // of the embedded store, and of an operator's own machine
	Webhooks    WebhookStore
	Deliveries  WebhookDeliverer
	Maintain    Maintainer  // of the embedded store, and of an operator's own machine
	Dead        DeadLetters // likewise
	Backups     BackupTaker // of the embedded store only
	Archives    Archiver    // of the embedded store only
	Table       kaibo.Table // answers kept for idempotency keys, and counts
	Health      HealthReader
	Try         Trier        // of the embedded store only
	Restructure Restructurer // of the embedded store only
	Marks       InitiativeStore
	Graph       Curator
	Model       *ModelInfo // the server's; nil when it has none
}

// Appender writes events; [ledger.Ledger] is it.
type Appender interface {
	Append(ctx context.Context, p kaibo.Project, stream string, entries []ledger.Entry) ([]ledger.Appended, error)
}

// LedgerReader reads what the ledger keeps; [ledger.Ledger] is it. Each answer
// of a list says whether there is more.
type LedgerReader interface {
	Job(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error)
	EventsAfter(ctx context.Context, p kaibo.Project, stream string, after uint64, limit int) ([]kaibo.Event, bool, error)
	Event(ctx context.Context, p kaibo.Project, eventID string) (*kaibo.Event, error)
	Streams(ctx context.Context, p kaibo.Project, after string, limit int) ([]kaibo.Head, bool, error)
	Deletions(ctx context.Context, p kaibo.Project, after uint64, limit int) ([]kaibo.Receipt, bool, error)
	Receipt(ctx context.Context, p kaibo.Project, id string) (*kaibo.Receipt, error)
	Payload(ctx context.Context, p kaibo.Project, eventID string) (*kaibo.Event, *kaibo.Payload, error)
	PayloadsAfter(ctx context.Context, p kaibo.Project, stream string, after uint64, limit int) ([]ledger.Text, bool, error)
}

// InitiativeReader finds the ids of initiatives by name and leaves out names
// that nothing has, and finds their names; [ledger.Ledger] is it.
type InitiativeReader interface {
	InitiativeNames(ctx context.Context, p kaibo.Project, ids []string) ([]string, error)
	InitiativeIDs(ctx context.Context, p kaibo.Project, names []string) ([]string, error)
}

// MemoryReader reads memories as the contract serves them; [views.Views] is
// it. A cursor of its lists is a sort key and never leaves this package bare.
type MemoryReader interface {
	Memory(ctx context.Context, p kaibo.Project, id string) (*kaibo.Memory, error)
	List(ctx context.Context, p kaibo.Project, sel views.Selection, cursor string, limit int) ([]kaibo.Memory, string, error)
	Sources(ctx context.Context, p kaibo.Project, id, cursor string, limit int) ([]kaibo.Source, string, error)
	Explain(ctx context.Context, p kaibo.Project, id string) (*views.Explanation, error)
}

// DerivedReader reads what events led to; [views.Views] is it.
type DerivedReader interface {
	MemoriesOf(ctx context.Context, p kaibo.Project, ref kaibo.EventRef) ([]string, error)
	Standing(ctx context.Context, p kaibo.Project, ids []string) ([]*kaibo.MemoryRecord, error)
	Serve(ctx context.Context, p kaibo.Project, records []*kaibo.MemoryRecord, knownAt kaibo.Time) ([]kaibo.Memory, error)
}

// JobRunner runs and awaits the structuring of events; [structure.Worker] is
// it.
type JobRunner interface {
	// Wait answers a job once it has ended, or as it is when ctx does.
	Wait(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error)
	// RetryJob takes up a failed job again; one that has not failed is left
	// as it is.
	RetryJob(ctx context.Context, p kaibo.Project, jobID string) (*kaibo.Job, error)
}

// Recaller answers questions; [recall.Engine] is it. Watch, when set, sees
// every stage as it is reached; its error ends the recall.
type Recaller interface {
	Recall(ctx context.Context, p kaibo.Project, q recall.Query, watch func(recall.Stage) error) (*recall.Answer, error)
}

// Mender applies what people correct, as an event of its own. What it names
// must be in a state that the verb can change, else nothing is written;
// [structure.Worker] is it.
type Mender interface {
	Mend(ctx context.Context, p kaibo.Project, c structure.Curation, details kaibo.Details, key string) (structure.Mended, error)
}

// Curator writes and reads the curated graph; [curate.Engine] is it.
type Curator interface {
	// Do does one verb: all of it, or nothing.
	Do(ctx context.Context, p kaibo.Project, o curate.Order) (*curate.Done, error)
	// Read calls fn with the graph as of a moment; the view is good until fn
	// returns.
	Read(ctx context.Context, p kaibo.Project, asOf, knownAt kaibo.Time, fn func(*graph.View) error) error
	// Records reads the memories behind nodes, in the order of their ids; nil
	// for one that is not there.
	Records(ctx context.Context, p kaibo.Project, ids []string) ([]*kaibo.MemoryRecord, error)
}

// Forgetter forgets; [forget.Engine] is it.
type Forgetter interface {
	Select(ctx context.Context, p kaibo.Project, sel forget.Selector) (*forget.Set, error)
	Forget(ctx context.Context, p kaibo.Project, o forget.Order) (*forget.Deed, error)
}

// ProjectDeleter deletes whole projects.
type ProjectDeleter interface {
	DeleteProject(ctx context.Context, p kaibo.Project, reason string) (*forget.Deed, error)
}

// KeyStore keeps the keys of projects; [access.Store] is it.
type KeyStore interface {
	CreateKey(ctx context.Context, p kaibo.Project, g access.Grant, record func(*access.Key) error) (access.Key, string, error)
	Keys(ctx context.Context, p kaibo.Project, cursor string, limit int) ([]access.Key, string, error)
	RevokeKey(ctx context.Context, p kaibo.Project, id string, record func(*access.Key) error) (access.Key, error)
}

// Recorder writes events of the server's own, and initiatives that they name;
// [ledger.Ledger] is it.
type Recorder interface {
	EnsureInitiatives(ctx context.Context, p kaibo.Project, names []string) ([]string, error)
	Curate(ctx context.Context, p kaibo.Project, stream string, e ledger.Entry) (ledger.Appended, error)
}

// ProjectStore keeps the projects; [access.Store] is it.
type ProjectStore interface {
	Project(ctx context.Context, name string) (kaibo.Project, error)
	CreateProject(ctx context.Context, name string) (kaibo.Project, error)
	Projects(ctx context.Context, cursor string, limit int) ([]kaibo.Project, string, error)
}

// WebhookStore keeps the webhooks of projects; [webhooks.Engine] is it.
type WebhookStore interface {
	Create(ctx context.Context, p kaibo.Project, o webhooks.Order) (webhooks.Webhook, string, error)
	List(ctx context.Context, p kaibo.Project) ([]webhooks.Listed, error)
	Rotate(ctx context.Context, p kaibo.Project, id string, overlap time.Duration) (webhooks.Webhook, string, error)
	SetEnabled(ctx context.Context, p kaibo.Project, id string, enabled bool) (webhooks.Webhook, error)
	Delete(ctx context.Context, p kaibo.Project, id string) error
}

// WebhookDeliverer shows and repeats deliveries; [webhooks.Engine] is it.
type WebhookDeliverer interface {
	Test(ctx context.Context, p kaibo.Project, id string) (webhooks.Attempt, error)
	Deliveries(ctx context.Context, p kaibo.Project, id, cursor string, limit int) ([]webhooks.Attempt, string, error)
	DeadLetters(ctx context.Context, p kaibo.Project, id, cursor string, limit int) ([]webhooks.DeadLetter, string, error)
	Redrive(ctx context.Context, p kaibo.Project, id, messageID string) (int, error)
}

var (
	_ WebhookStore     = (*webhooks.Engine)(nil)
	_ WebhookDeliverer = (*webhooks.Engine)(nil)
	_ Appender         = (*ledger.Ledger)(nil)
	_ Recorder         = (*ledger.Ledger)(nil)
	_ LedgerReader     = (*ledger.Ledger)(nil)
	_ InitiativeReader = (*ledger.Ledger)(nil)
	_ InitiativeStore  = (*ledger.Ledger)(nil)
	_ MemoryReader     = (*views.Views)(nil)
	_ DerivedReader    = (*views.Views)(nil)
	_ JobRunner        = (*structure.Worker)(nil)
	_ Mender           = (*structure.Worker)(nil)
	_ Recaller         = (*recall.Engine)(nil)
	_ Curator          = (*curate.Engine)(nil)
	_ Forgetter        = (*forget.Engine)(nil)
	_ Retainer         = (*retention.Engine)(nil)
	_ KeyStore         = (*access.Store)(nil)
	_ ProjectStore     = (*access.Store)(nil)
)
