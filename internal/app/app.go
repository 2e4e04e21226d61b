package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/docsite"
	"github.com/kaibo-dev/kaibo/internal/docsite/markdown"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/mcpserver"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/retention"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/structure/model"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	"github.com/kaibo-dev/kaibo/internal/telemetry"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // budgets are counted in it
	"github.com/kaibo-dev/kaibo/internal/verbs"
	"github.com/kaibo-dev/kaibo/internal/views"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// Options say how to open the program.
type Options struct {
	Dir         string        // the data directory; made when it is not there
	LockTimeout time.Duration // how long to wait for another process to let go of it
	Grace       time.Duration // from forgetting to purging; 0 means forget.DefaultGrace, less than 0 none
	Version     string        // shown by health and in the OpenAPI document
	Log         *slog.Logger  // nil logs nothing
	Clock       kaibo.Clock   // nil is the machine's
	Random      io.Reader     // of ids and keys; nil is the machine's, and anything else is for tests, whose ids are to be the same each time
	Model       *model.Model  // that projects may turn on; nil for none
	// PublicURL is under which URL callers reach the server, when that is not
	// what Host says; empty otherwise.
	PublicURL string
	// AuthorizationServers are named to MCP clients that speak OAuth: servers
	// whose access tokens are keys of this one.
	AuthorizationServers []string
	Origin               string // name of the deployment in what it signs; empty has one made at the first start
	KeysLost             bool   // the signing keys are lost: begin a new list of keys, which verifiers are told of
	Witnesses            []checkpoint.Witness
	// AllowPrivateWebhooks lets webhooks be posted to addresses of this machine
	// and of its networks, and over plain HTTP.
	AllowPrivateWebhooks bool
	// Environment is asked where traces go (see package telemetry); nil for
	// nowhere.
	Environment func(string) (string, bool)
	NoSync      bool // of tests: the data need not survive a crash
}

// App is the program over one data directory. It is safe for concurrent use.
type App struct {
	options Options
	store   *local.Store
	queue   kaibo.Queue
	token   string
	log     *slog.Logger

	access *access.Store
	meter  *access.Meter
	tell   *telemetry.Telemetry
	beside sync.WaitGroup // what the meter does beside requests
	ledger *ledger.Ledger
	index  *termindex.Index
	views  *views.Views
	worker *structure.Worker
	recall *recall.Engine
	forget *forget.Engine
	curate *curate.Engine
	retain *retention.Engine

	checkpoints   *checkpoints
	webhooks      *webhooks.Engine
	announcements chan struct{} // the outbox of some project got something

	compactions *compactions
	beforeAdopt func()                // of tests: a load is about to register its project
	loads       chan struct{}         // holds one while an archive is loaded: one after the other
	swept       map[string]kaibo.Time // by project, up to when payloads were swept; the schedule's own
}

// Open opens the data directory and puts the engines together. It starts
// nothing, but finishes what a crash left half forgotten: until its receipt is
// written, nobody could tell that text from text that was lost. The error wraps
// a *local.LockedError when another process has the directory.
func Open(ctx context.Context, o Options) (*App, error) {
	if o.Clock == nil {
		o.Clock = kaibo.SystemClock
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Grace == 0 {
		o.Grace = forget.DefaultGrace
	}
	o.Grace = max(o.Grace, 0)
	store, err := local.Open(o.Dir, local.Options{Timeout: o.LockTimeout, NoSync: o.NoSync})
	if err != nil {
		return nil, err
	}
	tell, err := telemetry.New(telemetry.Options{Version: o.Version, Lookup: o.Environment, Gauges: gauges{store.Table(), o.Clock}.read})
	if err != nil {
		return nil, errors.Join(&kaibo.Error{Op: "configure telemetry", Kind: kaibo.Invalid, Detail: err.Error()}, store.Close())
	}
	a := &App{options: o, store: store, tell: tell, queue: store.Queue("structure"), token: rand.Text() + rand.Text(), log: o.Log,
		compactions: newCompactions(), loads: make(chan struct{}, 1), swept: make(map[string]kaibo.Time)}
	a.assemble()
	if err := a.finishRestructures(ctx); err != nil {
		a.log.ErrorContext(ctx, "finish restructures that stopped", "err", err) // the next restructure tries again
	}
	if _, err := a.forget.Resume(ctx); err != nil {
		a.log.ErrorContext(ctx, "finish deeds that stopped", "err", err) // the schedule tries again
	}
	return a, nil
}

// indexCache is how much of the indexes stays in memory: enough for projects of
// a million memories in all, which would else be read again for every recall.
const indexCache = 1 << 30

// assemble builds the engines, each over those before it.
func (a *App) assemble() {
	table, objects, clock, random := a.store.Table(), a.store.Objects(), a.options.Clock, a.options.Random
	a.access = access.New(table, clock, random)
	a.meter = &access.Meter{Table: table, Clock: clock, Go: a.beside.Go}
	a.ledger = ledger.New(table, objects, a.queue, clock, random)
	a.index = termindex.New(table, objects, clock, random)
	a.index.Cache = indexCache
	a.views = &views.Views{Table: table, Ledger: a.ledger, Index: a.index, Clock: clock}
	a.worker = &structure.Worker{Table: table, Objects: objects, Ledger: a.ledger, Index: a.index, Views: a.views,
		Structurer: rules.New(), Clock: clock, Random: random}
	if a.options.Model != nil {
		a.worker.Model = a.options.Model
	}
	a.ledger.Attach = a.attach
	a.recall = &recall.Engine{Table: table, Objects: objects, Index: a.index, Clock: clock, Compact: a.compactions.suggest,
		Rewordings: a.worker.Rewordings}
	scan, _ := table.(kaibo.Scanner) // the embedded table is one
	a.curate = &curate.Engine{Table: table, Ledger: a.ledger, Index: a.index, Views: a.views, Clock: clock}
	a.forget = &forget.Engine{Curate: a.curate, Table: table, Objects: objects, Ledger: a.ledger, Index: a.index, Views: a.views,
		Worker: a.worker, Clock: clock, Random: random, Grace: a.options.Grace, Vacuum: a.store.CompactFile,
		Projects: projectsByID{a.access}, Scan: scan, Alone: true}
	a.checkpoints = newCheckpoints(a)
	a.retain = &retention.Engine{Store: retention.Store{Table: table, Clock: clock, Random: random},
		Ledger: a.ledger, Forget: a.forget, Projects: projectsByID{a.access}}
	a.webhooks = a.makeWebhooks()
	a.worker.Announced, a.forget.Announced, a.curate.Announced = a.announced, a.announced, a.announced
}

// projectsByID finds projects for work that no request began.
type projectsByID struct{ store *access.Store }

func (p projectsByID) Project(ctx context.Context, id string) (kaibo.Project, error) {
	return p.store.ProjectByID(ctx, id)
}

// Exposure says who can reach a handler.
type Exposure struct {
	Loopback   bool // nobody but this machine
	RequireKey bool // no request goes without a key
}

// Handler returns the API.
func (a *App) Handler(e Exposure) (http.Handler, error) {
	return httpapi.New(httpapi.Config{
		Docs: docsite.Server(markdown.HTML), Observer: a.tell, Metrics: a.tell.Serve,
		Deps: a.deps(), Access: keyholders{a.access, a.meter}, OwnerToken: a.token,
		Loopback: e.Loopback, RequireKey: e.RequireKey, Local: true, Version: a.options.Version, Log: a.log,
		MCP: a.mcp(), AuthorizationServers: a.options.AuthorizationServers, BaseURL: a.baseURL,
	})
}

// mcp speaks MCP. The handler runs the verbs, so nothing of the engines is in
// it. It is made by the first request: commands have a handler too, and none
// asks for it.
func (a *App) mcp() func(http.ResponseWriter, *http.Request, verbs.Run) error {
	server := sync.OnceValue(func() *mcpserver.Server {
		return mcpserver.New(mcpserver.Options{Version: a.options.Version, Local: true, Log: a.log})
	})
	return func(w http.ResponseWriter, r *http.Request, run verbs.Run) error {
		return server().ServeHTTP(w, r, run)
	}
}

// baseURL is the address that the operator gave, for servers that are reached
// under another one than they see.
func (a *App) baseURL(*http.Request) string { return a.options.PublicURL }

func (a *App) deps() *verbs.Deps {
	return &verbs.Deps{
		Appender: a.ledger, Ledger: a.ledger, Initiatives: a.ledger,
		Memories: a.views, Derived: a.views, Jobs: a.worker, Mend: a.worker, Graph: a.curate,
		Recall: a.recall, Forget: a.forget, Retention: a.retain, Deletions: deleter{a}, Keys: a.access, Records: a.ledger, Projects: a.access,
		Webhooks: a.webhooks, Deliveries: a.webhooks,
		Proofs: a.checkpoints.reader, SigningKeys: a.checkpoints, Logs: a.checkpoints, Maintain: maintainer{a}, Backups: backups{a}, Archives: archives{a}, Dead: deadLetters{a}, Table: a.store.Table(), Health: health{a},
		Marks: a.ledger, Model: a.modelInfo(),
		Restructure: maintainer{a}, Try: a.worker,
	}
}

// modelInfo says which model there is; nil for none.
func (a *App) modelInfo() *verbs.ModelInfo {
	m := a.options.Model
	if m == nil {
		return nil
	}
	return &verbs.ModelInfo{Name: m.Name(), Address: m.Address(), Loopback: m.Loopback()}
}

// keyholders tells the API who holds a key.
type keyholders struct {
	*access.Store
	meter *access.Meter
}

// Identify implements httpapi.Access.
func (k keyholders) Identify(ctx context.Context, secret string) (httpapi.Holder, error) {
	key, p, err := k.Store.Identify(ctx, secret)
	if err != nil {
		return httpapi.Holder{}, err
	}
	if err := k.meter.Take(&key); err != nil {
		return httpapi.Holder{}, err
	}
	holder := httpapi.Holder{Project: p, Name: key.Name, Initiatives: key.Initiatives}
	for _, s := range key.Scopes {
		holder.Scopes = append(holder.Scopes, verbs.Scope(s))
	}
	if holder.Name == "" {
		holder.Name = key.ID
	}
	return holder, nil
}

// OwnerToken is an operator's key that is good while this App is open.
func (a *App) OwnerToken() string { return a.token }

// AnyKey reports whether a key was ever made.
func (a *App) AnyKey(ctx context.Context) (bool, error) { return a.access.AnyKey(ctx) }

// Close closes the data directory. Nothing may be running any more.
func (a *App) Close() error {
	a.beside.Wait()
	a.flushTraces()
	if err := a.store.Close(); err != nil {
		return fmt.Errorf("close data: %w", err)
	}
	return nil
}

// deleter implements verbs.ProjectDeleter.
type deleter struct{ app *App }

// DeleteProject implements verbs.ProjectDeleter.
func (d deleter) DeleteProject(ctx context.Context, p kaibo.Project, reason string) (*forget.Deed, error) {
	return d.app.forget.DeleteProject(ctx, d.app.access, p, reason)
}
