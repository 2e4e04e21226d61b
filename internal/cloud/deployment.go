package cloud

import (
	"context"
	"crypto/rand"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsconfig "github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/dynamo"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/objects"
	"github.com/kaibo-dev/kaibo/internal/queue"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/retention"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/views"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// Deployment is what a function is made of: each part is made when it is first
// asked for, once, and kept between events. A part that the function's needs
// do not cover is a mistake in its main, which its first start shows.
type Deployment struct {
	Config Config
	Clock  kaibo.Clock

	aws   aws.Config
	parts parts
}

// parts hold what was made.
type parts struct {
	table       lazy[Table]
	objects     lazy[kaibo.Objects]
	structure   lazy[kaibo.Queue]
	compact     lazy[kaibo.Queue]
	notify      lazy[kaibo.Queue]
	access      lazy[*access.Store]
	meter       lazy[*access.Meter]
	index       lazy[*termindex.Index]
	ledger      lazy[*ledger.Ledger]
	views       lazy[*views.Views]
	structurer  lazy[*structure.Worker]
	recall      lazy[*recall.Engine]
	forget      lazy[*forget.Engine]
	graph       lazy[*curate.Engine]
	compactions lazy[*Compactions]
	keys        lazy[checkpoint.Keys]
	checkpoints lazy[*checkpoint.Engine]
	announced   lazy[*Announcements]
	webhooks    lazy[*webhooks.Engine]
}

// lazy is a value that is made once.
type lazy[T any] struct {
	once  sync.Once
	value T
}

func (l *lazy[T]) get(make func() T) T {
	l.once.Do(func() { l.value = make() })
	return l.value
}

// Open reads the region, the credentials and the endpoints from the environment,
// where Lambda puts them for the life of a sandbox. It makes no request. The
// whole chain of the SDK (profiles, single sign-on, roles to assume) is an
// operator's, see package operator: to link it here would make every function
// larger by a quarter of a megabyte and slower to start.
func Open(_ context.Context, c Config) (*Deployment, error) {
	env, err := awsconfig.NewEnvConfig()
	if err != nil {
		return nil, fmt.Errorf("read the configuration of AWS: %w", err)
	}
	config := aws.Config{
		Region: env.Region, Credentials: credentials.StaticCredentialsProvider{Value: env.Credentials},
		ConfigSources:              []any{env}, // which name the endpoint of each service, of stand-ins
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenSupported,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenSupported,
	}
	if env.BaseEndpoint != "" {
		config.BaseEndpoint = &env.BaseEndpoint
	}
	return With(c, config), nil
}

// With makes a deployment that reaches AWS as config says.
func With(c Config, config aws.Config) *Deployment {
	return &Deployment{Config: c, Clock: kaibo.SystemClock, aws: config}
}

// AWS is how the deployment reaches AWS.
func (d *Deployment) AWS() aws.Config { return d.aws }

// Table is a table that an operator can walk.
type Table interface {
	kaibo.Table
	kaibo.Scanner
}

// Ports are what a deployment stands on.
type Ports struct {
	Table          Table
	Objects        kaibo.Objects
	StructureQueue kaibo.Queue
	CompactQueue   kaibo.Queue
	SigningKeys    checkpoint.Keys
	NotifyQueue    kaibo.Queue
}

// Over makes a deployment over ports that are there already: those of a test,
// or AWS with faults.
func Over(c Config, p Ports, clock kaibo.Clock) *Deployment {
	d := &Deployment{Config: c, Clock: clock}
	d.parts.table.get(func() Table { return p.Table })
	d.parts.objects.get(func() kaibo.Objects { return p.Objects })
	d.parts.structure.get(func() kaibo.Queue { return p.StructureQueue })
	d.parts.compact.get(func() kaibo.Queue { return p.CompactQueue })
	d.parts.keys.get(func() checkpoint.Keys { return p.SigningKeys })
	d.parts.notify.get(func() kaibo.Queue { return p.NotifyQueue })
	return d
}

// Version is the program's, as the build stamped it.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "0.0.0-dev"
}

// Table is the two tables.
func (d *Deployment) Table() Table {
	return d.parts.table.get(func() Table {
		return dynamo.Open(d.aws, dynamo.Tables{Records: d.Config.Records, Events: d.Config.Events}, dynamo.Options{})
	})
}

// Objects is the bucket.
func (d *Deployment) Objects() kaibo.Objects {
	return d.parts.objects.get(func() kaibo.Objects { return objects.Open(d.aws, d.Config.Bucket, objects.Options{}) })
}

// StructureQueue holds hints that a stream has something to structure.
func (d *Deployment) StructureQueue() kaibo.Queue {
	return d.parts.structure.get(func() kaibo.Queue { return queue.Open(d.aws, d.Config.StructureQueue, queue.Options{}) })
}

// CompactQueue holds hints that an index has a long tail.
func (d *Deployment) CompactQueue() kaibo.Queue {
	return d.parts.compact.get(func() kaibo.Queue { return queue.Open(d.aws, d.Config.CompactQueue, queue.Options{}) })
}

// NotifyQueue holds hints that a project has something to announce.
func (d *Deployment) NotifyQueue() kaibo.Queue {
	return d.parts.notify.get(func() kaibo.Queue { return queue.Open(d.aws, d.Config.NotifyQueue, queue.Options{}) })
}

// Access keeps the keys and the projects.
func (d *Deployment) Access() *access.Store {
	return d.parts.access.get(func() *access.Store { return access.New(d.Table(), d.Clock, rand.Reader) })
}

// Meter counts the requests of keys. What it asks of the table beside a request
// may be frozen with the sandbox and end with a later one, or fail: then the
// key has fewer requests, never more.
func (d *Deployment) Meter() *access.Meter {
	return d.parts.meter.get(func() *access.Meter { return &access.Meter{Table: d.Table(), Clock: d.Clock} })
}

// Projects finds projects for work that no request began.
func (d *Deployment) Projects() Projects { return Projects{d.Access()} }

// Projects finds projects by their ids.
type Projects struct{ store *access.Store }

// Project implements structure.Projects.
func (p Projects) Project(ctx context.Context, id string) (kaibo.Project, error) {
	return p.store.ProjectByID(ctx, id)
}

// All calls fn for every project, until its error.
func (p Projects) All(ctx context.Context, fn func(kaibo.Project) error) error {
	for cursor := ""; ; {
		page, next, err := p.store.Projects(ctx, cursor, kaibo.DefaultListLimit)
		if err != nil {
			return err
		}
		for _, project := range page {
			if err := fn(project); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
}

// Index is the term index.
func (d *Deployment) Index() *termindex.Index {
	return d.parts.index.get(func() *termindex.Index { return termindex.New(d.Table(), d.Objects(), d.Clock, rand.Reader) })
}

// Reader is the ledger of a function that appends nothing.
func (d *Deployment) Reader() *ledger.Ledger {
	return ledger.New(d.Table(), d.Objects(), nil, d.Clock, rand.Reader)
}

// Ledger is the ledger of a function that appends: it makes what it appends
// searchable and sends hints.
func (d *Deployment) Ledger() *ledger.Ledger {
	return d.parts.ledger.get(func() *ledger.Ledger {
		l := ledger.New(d.Table(), d.Objects(), d.StructureQueue(), d.Clock, rand.Reader)
		l.Attach = (&structure.Worker{Index: d.Index()}).Attach
		return l
	})
}

// Views read memories.
func (d *Deployment) Views(l *ledger.Ledger) *views.Views {
	return d.parts.views.get(func() *views.Views {
		return &views.Views{Table: d.Table(), Ledger: l, Index: d.Index(), Clock: d.Clock}
	})
}

// Worker structures events with s, which the mains that structure name: its
// tables are large, and no other function links them. Only a function that
// links the vocabulary counts the tokens of what it writes.
func (d *Deployment) Worker(l *ledger.Ledger, s structure.Structurer) *structure.Worker {
	return d.parts.structurer.get(func() *structure.Worker {
		return &structure.Worker{Table: d.Table(), Objects: d.Objects(), Ledger: l, Index: d.Index(), Views: d.Views(l),
			Structurer: s, Clock: d.Clock, Random: rand.Reader, Announced: d.Announcements().Suggest}
	})
}

// Recall answers questions, and notes the indexes whose tail is long.
func (d *Deployment) Recall() *recall.Engine {
	return d.parts.recall.get(func() *recall.Engine {
		return &recall.Engine{Table: d.Table(), Objects: d.Objects(), Index: d.Index(), Clock: d.Clock, Compact: d.Compactions().Suggest,
			Rewordings: (&structure.Worker{Table: d.Table()}).Rewordings}
	})
}

// Forget forgets, with what w structures before it looks. It shares the store
// with other processes, so a deed that it is not at may be another's.
func (d *Deployment) Forget(w *structure.Worker) *forget.Engine {
	return d.parts.forget.get(func() *forget.Engine {
		return &forget.Engine{Curate: d.Graph(w.Ledger), Table: d.Table(), Objects: d.Objects(), Ledger: w.Ledger, Index: d.Index(), Views: w.Views,
			Worker: w, Clock: d.Clock, Random: rand.Reader, Grace: d.Config.Grace, Projects: d.Projects(), Scan: d.Table(),
			Announced: d.Announcements().Suggest}
	})
}

// Graph curates and reads the curated graph, which it keeps between events.
func (d *Deployment) Graph(l *ledger.Ledger) *curate.Engine {
	return d.parts.graph.get(func() *curate.Engine {
		return &curate.Engine{Table: d.Table(), Ledger: l, Index: d.Index(), Views: d.Views(l), Clock: d.Clock, Announced: d.Announcements().Suggest}
	})
}

// Retention keeps the rules of retention. Only who enforces them needs f.
func (d *Deployment) Retention(l *ledger.Ledger, f retention.Forgetter) *retention.Engine {
	return &retention.Engine{Store: retention.Store{Table: d.Table(), Clock: d.Clock, Random: rand.Reader},
		Ledger: l, Forget: f, Projects: d.Projects()}
}

// Compactions are the indexes that were found to have a long tail.
func (d *Deployment) Compactions() *Compactions {
	return d.parts.compactions.get(func() *Compactions { return NewCompactions(d.CompactQueue()) })
}

// Announcements are the projects whose outbox got something.
func (d *Deployment) Announcements() *Announcements {
	return d.parts.announced.get(func() *Announcements { return NewAnnouncements(d.NotifyQueue()) })
}

// Webhooks keeps webhooks and delivers to them.
func (d *Deployment) Webhooks() *webhooks.Engine {
	return d.parts.webhooks.get(func() *webhooks.Engine {
		return &webhooks.Engine{Table: d.Table(), Clock: d.Clock, Random: rand.Reader, Projects: d.Projects(),
			Sender: webhooks.NewClient(d.Config.PrivateWebhooks), AllowPrivate: d.Config.PrivateWebhooks, Announced: d.Announcements().Suggest}
	})
}
