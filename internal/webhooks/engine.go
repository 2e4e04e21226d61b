package webhooks

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Projects finds the project of work that no request began. One that was deleted
// is NotFound.
type Projects interface {
	Project(ctx context.Context, id string) (kaibo.Project, error)
}

// Engine keeps webhooks and delivers to them. Its exported fields are set once.
type Engine struct {
	Table    kaibo.Table
	Clock    kaibo.Clock
	Random   io.Reader
	Projects Projects
	Sender   Sender

	// AllowPrivate lets webhooks be made for private addresses and for http. The
	// Sender has to allow them too.
	AllowPrivate bool
	// Alone says that no other process delivers: a lease that is not this one's
	// is of one that stopped.
	Alone bool
	// Budget is for how long one webhook is sent to before others get their
	// turn; 0 means 20 seconds.
	Budget time.Duration
	// Announced, when set, is told of projects that have something to send. It
	// must not block.
	Announced func(p kaibo.Project)

	once sync.Once
	self string // names this process in leases
	busy busy
}

const defaultBudget = 20 * time.Second

func (e *Engine) budget() time.Duration { return cmp.Or(e.Budget, defaultBudget) }

// owner names this process.
func (e *Engine) owner() string {
	e.once.Do(func() { e.self = rand.Text() })
	return e.self
}

// busy are the projects that this process delivers for.
type busy struct {
	mu       sync.Mutex
	projects map[string]bool
}

// enter reports whether nobody was at the project, and takes it then.
func (b *busy) enter(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.projects[id] {
		return false
	}
	if b.projects == nil {
		b.projects = make(map[string]bool)
	}
	b.projects[id] = true
	return true
}

func (b *busy) has(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.projects[id]
}

func (b *busy) leave(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.projects, id)
}

// kept is the item that holds the webhooks of a project.
type kept struct {
	Webhooks []Webhook `json:"webhooks"`
}

func listKey(project string) kaibo.Key {
	return kaibo.Key{Partition: kaibo.WebhooksPartition(project), Sort: "list"}
}

// read reads the webhooks of a project and the version of their item.
func (e *Engine) read(ctx context.Context, project string) (kept, uint64, error) {
	items, err := e.Table.Get(ctx, listKey(project))
	if err != nil {
		return kept{}, 0, fmt.Errorf("read webhooks: %w", err)
	}
	var k kept
	if items[0].Found() {
		err = items[0].Decode(&k)
	}
	return k, items[0].Version, err
}

// find answers the webhook with an id; nil when there is none.
func (k *kept) find(id string) *Webhook {
	i := slices.IndexFunc(k.Webhooks, func(w Webhook) bool { return w.ID == id && !w.Deleted })
	if i < 0 {
		return nil
	}
	return &k.Webhooks[i]
}

func noWebhook(id string) error { return kaibo.Errorf(kaibo.NotFound, "there is no webhook %s", id) }

// live is what all enabled webhooks want to hear together.
func (k *kept) live() []string {
	var types []string
	for _, typ := range kaibo.NoticeTypes {
		if slices.ContainsFunc(k.Webhooks, func(w Webhook) bool { return w.Enabled() && w.Wants(typ) }) {
			types = append(types, typ)
		}
	}
	return types
}

// maxTries bounds how often a change is tried again when others change too.
const maxTries = 20

// change changes the webhooks of a project in one Commit, with what change
// answers beside it. What change returns is the answer when its own error is not
// nil.
func (e *Engine) change(ctx context.Context, p kaibo.Project, change func(*kept) ([]kaibo.Write, error)) error {
	return e.again(ctx, "change webhooks", func() error {
		k, version, err := e.read(ctx, p.ID)
		if err != nil {
			return err
		}
		more, err := change(&k)
		if err != nil {
			return err
		}
		if err := k.seal(p); err != nil {
			return err
		}
		data := kaibo.Encode(k)
		live := kaibo.DeleteAny(kaibo.ListeningKey(p.ID))
		if types := k.live(); len(types) > 0 {
			live = kaibo.PutAny(kaibo.ListeningKey(p.ID), version+1, kaibo.Encode(kaibo.Listening{Events: types}))
		}
		err = e.Table.Commit(ctx, append([]kaibo.Write{kaibo.PutOver(listKey(p.ID), version, data), live}, more...))
		if err == nil || errors.As(err, new(*kaibo.ConflictError)) {
			return err
		}
		// The answer may be lost and the change made.
		items, readErr := e.Table.Get(ctx, listKey(p.ID))
		if readErr == nil && items[0].Version == version+1 && bytes.Equal(items[0].Data, data) {
			return nil
		}
		return fmt.Errorf("write webhooks: %w", err)
	})
}

// again runs a conditional write until its conditions hold.
func (e *Engine) again(ctx context.Context, what string, do func() error) error {
	for try := range maxTries {
		err := do()
		if !errors.As(err, new(*kaibo.ConflictError)) {
			return err
		}
		timer := time.NewTimer(mathrand.N(time.Millisecond << min(try, 6)))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("%s: %w", what, ctx.Err())
		}
	}
	return &kaibo.Error{Op: what, Kind: kaibo.Unavailable, RetryAfter: time.Second, Detail: "others are changing the same; try again"}
}

// wake has the deliveries of a project looked at: it answers the write that
// makes them due now, for a Commit that gives them something to do.
func (e *Engine) wake(ctx context.Context, project string) (kaibo.Write, error) {
	items, err := e.Table.Get(ctx, kaibo.WaitingKey(project))
	if err != nil {
		return kaibo.Write{}, fmt.Errorf("read what waits: %w", err)
	}
	if items[0].Found() {
		return kaibo.PutOver(items[0].Key, items[0].Version, kaibo.Encode(waiting{})), nil
	}
	// Whoever saw one that was removed since and has found nothing to do must not
	// remove this one.
	name, err := kaibo.NewID(prefixMessage, e.Random)
	if err != nil {
		return kaibo.Write{}, err
	}
	return kaibo.PutNew(items[0].Key, kaibo.VersionOf(name), kaibo.Encode(waiting{})), nil
}

// waiting is the item that says when the next delivery of a project is due. It
// is there while something waits.
type waiting struct {
	Next kaibo.Time `json:"next"`
}

func (e *Engine) tell(p kaibo.Project) {
	if e.Announced != nil {
		e.Announced(p)
	}
}
