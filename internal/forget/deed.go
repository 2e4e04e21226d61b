package forget

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Order is a deed to be done.
type Order struct {
	Selector Selector
	Reason   string
	Key      string   // idempotency key; empty for none
	Expect   []string // ids previewed; nil when not given
	Preview  string   // digest previewed; empty when not given
	// Confirm demands Expect or Preview whatever the size of the set, as for a
	// caller that acts for somebody else.
	Confirm bool

	sure bool // of an event that forgets itself: nobody previews it
}

// Deed is the answer to an order: what the ledger holds, and the salt of the
// reason, which is nowhere else once the deed is purged.
type Deed struct {
	Receipts   []kaibo.Receipt `json:"receipts"`
	ReasonSalt string          `json:"reasonSalt"`
}

// needsPreview is the size of a set that is forgotten only by somebody who has
// seen it.
const needsPreview = 100

// maxDeed is how many ids one deed takes: its entries are written in one
// Commit, beside the head, the answer and the purge.
const maxDeed = 80 * kaibo.MaxReceiptIDs

// plan is a deed as it is stored until it is purged: ids, and nothing that was
// made from text.
type plan struct {
	Project      string     `json:"project"`
	ReceiptID    string     `json:"receiptId"`
	Memories     []string   `json:"memories"`
	Events       []string   `json:"events"`
	Shared       []string   `json:"shared,omitempty"`
	Changes      []uint64   `json:"changes,omitempty"` // of the curated graph, that speak of memories or are of events of the deed
	ReasonDigest string     `json:"reasonDigest"`
	ReasonSalt   string     `json:"reasonSalt"`
	Key          string     `json:"key,omitempty"`
	At           kaibo.Time `json:"at"`
}

// Forget does an order and answers its receipts. The same idempotency key
// answers the same deed again until it is purged, and finishes it first when it
// stopped. A deed whose plan is stored is done even if ctx ends: half of it
// would be text that is gone with no receipt to say so.
//
// The deeds of a project are done one after the other: one that finds another
// open finishes it, and chooses its set again.
func (e *Engine) Forget(ctx context.Context, p kaibo.Project, o Order) (*Deed, error) {
	if len(o.Reason) > kaibo.MaxReasonBytes {
		return nil, kaibo.InvalidField("reason", "must be at most %d bytes", kaibo.MaxReasonBytes)
	}
	done := e.turns.begin(p.ID) // deeds of a project go one after another; other processes are met by conditions
	defer done()
	for range maxTries {
		g := e.gather(p, o.Selector)
		at, scouted, err := e.lookAround(ctx, p, o.Key, g)
		if err != nil {
			return nil, err
		}
		if at.kept != nil && at.kept.Open == "" {
			return e.readDeed(ctx, p.ID, at.kept.storedDeed)
		}
		if at.open != nil {
			deed, err := e.finishOpen(ctx, p, at.open)
			if err != nil || at.kept != nil && deed != nil {
				return deed, err
			}
			continue
		}
		if scouted != nil {
			return nil, scouted
		}
		set, err := e.choose(ctx, g, &o)
		if err != nil {
			return nil, err
		}
		deed, err := e.begin(ctx, p, o, g, set, at.headVersion)
		if !errors.Is(err, errAnotherDeed) {
			return deed, err
		}
	}
	return nil, &kaibo.Error{Op: "forget", Kind: kaibo.Unavailable, RetryAfter: time.Second, Detail: "many others forget; nothing was done, try again"}
}

// lookAround reads what an order meets, and scouts at once. What the scout found
// may be older than that: it only says where to look. Its error counts where
// the set is needed.
func (e *Engine) lookAround(ctx context.Context, p kaibo.Project, key string, g *gathering) (at *standing, scouted, err error) {
	err = e.each(ctx, 2, func(ctx context.Context, i int) (err error) {
		if i == 0 {
			at, err = e.look(ctx, p, key)
			return err
		}
		scouted = g.scout(ctx)
		return nil
	})
	return at, scouted, err
}

// choose computes the set of an order and holds the order to it.
func (e *Engine) choose(ctx context.Context, g *gathering, o *Order) (*Set, error) {
	set, err := g.choose(ctx)
	if err != nil {
		return nil, err
	}
	if set.Empty() {
		return nil, kaibo.Errorf(kaibo.NotFound, "there is nothing to forget")
	}
	return set, o.check(set)
}

// errAnotherDeed says that another deed began or ended since the set was
// chosen.
var errAnotherDeed = errors.New("another deed came first")

// begin stores the plan of an order and does it.
func (e *Engine) begin(ctx context.Context, p kaibo.Project, o Order, g *gathering, set *Set, headVersion uint64) (*Deed, error) {
	id, err := kaibo.NewReceiptID(e.Random)
	if err != nil {
		return nil, err
	}
	leave := e.Worker.Enter(p.ID)
	defer leave()
	done := e.atWork.begin(id)
	defer done()
	pl, err := e.store(ctx, p, id, o, set, g.graph, headVersion)
	if err != nil {
		return nil, err
	}
	deed, err := e.execute(context.WithoutCancel(ctx), p, pl, g, set.Events)
	if kaibo.KindOf(err) == kaibo.Unavailable { // whose detail is a step's, such as that nothing was written
		return nil, &kaibo.Error{Op: "forget", Kind: kaibo.Unavailable, RetryAfter: time.Second,
			Detail: "the deed has begun and will be finished; the same Idempotency-Key answers its receipt", Err: err}
	}
	return deed, err
}

// check holds an order to what was previewed.
func (o *Order) check(set *Set) error {
	size := len(set.Memories)
	switch {
	case size+len(set.Events) > maxDeed:
		return kaibo.Errorf(kaibo.TooLarge, "this forgets %d memories and %d events; one deed takes at most %d, so forget it in parts", size, len(set.Events), maxDeed)
	case o.Expect == nil && o.Preview == "" && !o.sure && (o.Confirm || size > needsPreview):
		return kaibo.Errorf(kaibo.Conflict, "this forgets %d memories and %d events: do a dry run and send its preview, or the ids as expect", size, len(set.Events))
	case o.Preview != "" && o.Preview != set.Preview():
		return kaibo.Errorf(kaibo.Conflict, "what would be forgotten is not what was previewed any more; do a dry run again")
	case o.Expect != nil && !sameIDs(o.Expect, append(set.MemoryIDs(), set.EventIDs()...), set.MemoryIDs()):
		return kaibo.Errorf(kaibo.Conflict, "what would be forgotten is not what is expected; do a dry run again")
	}
	return nil
}

// sameIDs reports whether the expected ids are the whole set, or its memories.
func sameIDs(expect, whole, memories []string) bool {
	got := slices.Compact(slices.Sorted(slices.Values(expect)))
	return slices.Equal(got, slices.Sorted(slices.Values(whole))) || slices.Equal(got, slices.Sorted(slices.Values(memories)))
}

// keptDeed is what lies under the key of an order: the answer, or before there
// is one, which deed will make it.
type keptDeed struct {
	storedDeed
	Open string `json:"open,omitempty"` // receipt id
}

// standing is what an order meets: an answer under its key, a deed that is
// open, and the version of the deletion ledger's head.
type standing struct {
	kept        *keptDeed
	open        *openDeed
	headVersion uint64
}

// look reads what an order meets in one Get.
func (e *Engine) look(ctx context.Context, p kaibo.Project, key string) (*standing, error) {
	keys := []kaibo.Key{openKey(p.ID), kaibo.DeletionHeadKey(p.ID)}
	if key != "" {
		keys = append(keys, kaibo.AnswerKey(p, "forget", key))
	}
	items, err := e.Table.Get(ctx, keys...)
	if err != nil {
		return nil, fmt.Errorf("look for open deeds: %w", err)
	}
	at := &standing{headVersion: items[1].Version}
	if items[0].Found() {
		at.open = new(openDeed)
		if err := items[0].Decode(at.open); err != nil {
			return nil, err
		}
	}
	if key != "" && items[2].Found() {
		at.kept = new(keptDeed)
		if err := items[2].Decode(at.kept); err != nil {
			return nil, err
		}
	}
	return at, nil
}

// finishOpen finishes the deed that is open: it stopped, or another process is
// at it, which does no harm.
func (e *Engine) finishOpen(ctx context.Context, p kaibo.Project, open *openDeed) (*Deed, error) {
	leave := e.Worker.Enter(p.ID)
	defer leave()
	return e.finish(context.WithoutCancel(ctx), p, open.ReceiptID)
}

// finish does what is left of a stored deed. A nil deed was purged, or never
// had a plan.
func (e *Engine) finish(ctx context.Context, p kaibo.Project, receiptID string) (*Deed, error) {
	done := e.atWork.begin(receiptID)
	defer done()
	pl, err := e.load(ctx, p.ID, receiptID)
	if err != nil || pl == nil {
		return nil, err
	}
	if deed, err := e.entered(ctx, p, pl); deed != nil || err != nil {
		return deed, err
	}
	return e.execute(ctx, p, pl, nil, nil)
}

// store writes the plan of a deed before anything else, so that it will be
// finished whatever happens.
func (e *Engine) store(ctx context.Context, p kaibo.Project, id string, o Order, set *Set, graph *mentions, headVersion uint64) (*plan, error) {
	var salt [16]byte
	if _, err := io.ReadFull(e.Random, salt[:]); err != nil {
		return nil, &kaibo.Error{Op: "make salt", Err: err}
	}
	pl := &plan{Project: p.ID, ReceiptID: id, Memories: set.MemoryIDs(), Events: set.EventIDs(), At: e.Clock(), Key: o.Key,
		ReasonDigest: chain.SaltedDigest(salt, []byte(o.Reason)), ReasonSalt: hex.EncodeToString(salt[:])}
	for _, r := range set.Shared {
		pl.Shared = append(pl.Shared, r.ID)
	}
	pl.Changes = graph.of(pl)
	for start := 0; ; start += planChunk {
		writes := []kaibo.Write{kaibo.PutNew(partKey(p.ID, id, start/planChunk), 1, kaibo.Encode(pl.part(start)))}
		last := start+planChunk >= max(len(pl.Memories), len(pl.Events), len(pl.Shared), len(pl.Changes))
		if last { // from here on the deed will be done; without this the parts mean nothing
			writes = append(writes, kaibo.CheckAt(kaibo.DeletionHeadKey(p.ID), headVersion),
				kaibo.PutNew(openKey(p.ID), kaibo.VersionOf(id), kaibo.Encode(openDeed{Project: p.ID, ReceiptID: id, At: pl.At})))
			if o.Key != "" {
				writes = append(writes, kaibo.PutNew(kaibo.AnswerKey(p, "forget", o.Key), 1, kaibo.Encode(keptDeed{Open: id})))
			}
			writes = append(writes, graph.forgetting(pl)...)
			if pl.fewEvents() {
				writes = append(writes, pl.tombs()...)
			}
		}
		err := e.Table.Commit(ctx, writes)
		if conflict := new(*kaibo.ConflictError); errors.As(err, conflict) {
			return nil, errAnotherDeed
		}
		if err != nil {
			return nil, fmt.Errorf("store plan: %w", err)
		}
		if last {
			return pl, nil
		}
	}
}

// planChunk is how many ids of each sort one item of a plan holds: 24 bytes
// each, so three times as many stay under the limit of an item.
const planChunk = 4000

// part is the plan with the ids from start on, as many as fit one item.
func (pl *plan) part(start int) *plan {
	part := *pl
	part.Memories = window(pl.Memories, start)
	part.Events = window(pl.Events, start)
	part.Shared = window(pl.Shared, start)
	part.Changes = window(pl.Changes, start)
	return &part
}

func window[T any](ids []T, start int) []T {
	if start >= len(ids) {
		return nil
	}
	return ids[start:min(start+planChunk, len(ids))]
}

func partKey(project, receiptID string, n int) kaibo.Key {
	return kaibo.Key{Partition: kaibo.DeedPartition(project, receiptID), Sort: fmt.Sprintf("plan/%04d", n)}
}

// openDeed is the marker of a deed whose ledger entry is not written yet.
type openDeed struct {
	Project   string     `json:"project"`
	ReceiptID string     `json:"receiptId"`
	At        kaibo.Time `json:"at"`
}

// openKey is where the one deed of a project stands that is open.
func openKey(project string) kaibo.Key {
	return kaibo.Key{Partition: kaibo.DeedsPartition, Sort: project}
}

// load reads a stored plan; nil when there is none.
func (e *Engine) load(ctx context.Context, project, receiptID string) (*plan, error) {
	pl, _, err := e.loadParts(ctx, project, receiptID)
	return pl, err
}

// loadParts reads a stored plan and answers of how many parts it is.
func (e *Engine) loadParts(ctx context.Context, project, receiptID string) (pl *plan, parts int, err error) {
	r := kaibo.Range{From: "plan/", Before: "plan0"}
	for {
		page, err := e.Table.Query(ctx, kaibo.Records, kaibo.DeedPartition(project, receiptID), r)
		if err != nil {
			return nil, 0, fmt.Errorf("read plan: %w", err)
		}
		for _, item := range page.Items {
			var part plan
			if err := item.Decode(&part); err != nil {
				return nil, 0, err
			}
			if parts++; pl == nil {
				pl = &part
				continue
			}
			pl.add(&part)
		}
		if !page.More {
			return pl, parts, nil
		}
		r = r.Next(page)
	}
}

// execute does what a plan says. Every part of it can be done twice, and by two
// processes at once. Nothing else can be learned from the set's events once
// their tombstones stand; what was learned before is erased together, in no
// order, then what came late, then what stays and loses a source. Whoever has
// just stored the plan, with the tombstones where they fit, knows where its
// events lie, and what the set was computed from; else refs and g are nil.
func (e *Engine) execute(ctx context.Context, p kaibo.Project, pl *plan, g *gathering, refs []kaibo.EventRef) (*Deed, error) {
	t := &taking{Engine: e, project: p, plan: pl, inSet: make(map[string]bool, len(pl.Events)), refs: refs, fresh: refs != nil}
	for _, id := range pl.Events {
		t.inSet[id] = true
	}
	if err := t.tombstones(ctx); err != nil {
		return nil, err
	}
	if deed, err := t.atOnce(ctx, g); err == nil {
		return deed, nil // else the steps below meet whatever stood in its way
	}
	if err := t.stepByStep(ctx); err != nil {
		return nil, err
	}
	return e.enter(ctx, p, pl)
}

// stepByStep erases all that the deed takes, whatever of it was erased already.
func (t *taking) stepByStep(ctx context.Context) error {
	known := len(t.plan.Memories)
	t.borrowers = nil
	parts := []func(context.Context) error{
		t.hideRows,
		func(ctx context.Context) error { return t.eraseMemories(ctx, 0) },
		t.eraseAliases,
		t.eraseChanges,
		t.eraseEvents,
	}
	steps := []func(context.Context) error{
		func(ctx context.Context) error {
			return t.each(ctx, len(parts), func(ctx context.Context, i int) error { return parts[i](ctx) })
		},
		t.latecomers,
		func(ctx context.Context) error { return t.eraseMemories(ctx, known) },
		t.eraseBorrowers,
		t.deriveShared,
		t.scrub,
	}
	for _, do := range steps {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return nil
}
