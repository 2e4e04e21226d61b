package checkpoint_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// TestMain drops the log: alarms on purpose fill it.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

const (
	deployment = "memory.example/test"
	project    = "prj_aaaaaaaaaaaaaaaa"
	other      = "prj_bbbbbbbbbbbbbbbb"
)

// world is a store that is written to as a ledger writes, and what an engine
// makes of it.
type world struct {
	t        *testing.T
	table    *tampered
	objects  *porttest.MemObjects
	keys     *checkpoint.KeyFile
	now      kaibo.Time
	projects []string

	mu     sync.Mutex
	alarms []*checkpoint.Inconsistency
}

func newWorld(t *testing.T) *world {
	return &world{t: t, table: &tampered{MemTable: porttest.NewMemTable(), swapped: map[kaibo.Key]*kaibo.Item{}}, objects: porttest.NewMemObjects(),
		keys: &checkpoint.KeyFile{Path: filepath.Join(t.TempDir(), "keys")}, now: 1_780_000_000_000, projects: []string{project, other}}
}

// tampered is a table under somebody's hand: what a test swapped is shown in
// place of what is stored; nil shows nothing.
type tampered struct {
	*porttest.MemTable
	swapped map[kaibo.Key]*kaibo.Item
}

func (x *tampered) show(item kaibo.Item) kaibo.Item {
	other, ok := x.swapped[item.Key]
	switch {
	case !ok:
		return item
	case other == nil:
		return kaibo.Item{Key: item.Key}
	}
	return *other
}

func (x *tampered) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	items, err := x.MemTable.Get(ctx, keys...)
	for i := range items {
		items[i] = x.show(items[i])
	}
	return items, err
}

func (x *tampered) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	page, err := x.MemTable.Query(ctx, class, partition, r)
	var shown []kaibo.Item
	for _, item := range page.Items {
		if item = x.show(item); item.Found() {
			shown = append(shown, item)
		}
	}
	page.Items = shown
	return page, err
}

// swap shows another value in place of an item.
func (x *tampered) swap(t *testing.T, k kaibo.Key, change func(item *kaibo.Item)) {
	t.Helper()
	items, err := x.Get(context.Background(), k)
	if err != nil || !items[0].Found() {
		t.Fatalf("there is no %v to change: %v", k, err)
	}
	item := items[0]
	item.Data = slices.Clone(item.Data)
	change(&item)
	x.set(t, k, &item)
}

// set shows an item in place of what is stored. What is no event is stored so:
// nothing keeps anybody from it who can write to the table.
func (x *tampered) set(t *testing.T, k kaibo.Key, item *kaibo.Item) {
	t.Helper()
	if k.Class == kaibo.Events {
		x.swapped[k] = item
		return
	}
	write := kaibo.DeleteAny(k)
	if item != nil {
		write = kaibo.PutAny(k, item.Version, item.Data)
	}
	if err := x.Commit(context.Background(), []kaibo.Write{write}); err != nil {
		t.Fatal(err)
	}
}

// engine makes an engine over the stores, as a process would.
func (w *world) engine(plan *porttest.Plan) *checkpoint.Engine {
	return &checkpoint.Engine{
		Table: &porttest.FaultyTable{Table: w.table, Plan: plan, Whole: true}, Objects: &porttest.FaultyObjects{Objects: w.objects, Plan: plan},
		Keys: w.keys, Projects: w, Clock: func() kaibo.Time { return w.now }, Random: rand.Reader, Deployment: deployment, Alone: true, Prune: true,
		Alarm: func(_ context.Context, i *checkpoint.Inconsistency) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.alarms = append(w.alarms, i)
		},
	}
}

func (w *world) reader() *checkpoint.Reader {
	return &checkpoint.Reader{Table: w.table, Objects: w.objects}
}

// All implements checkpoint.Projects.
func (w *world) All(_ context.Context, fn func(kaibo.Project) error) error {
	for _, id := range w.projects {
		if err := fn(kaibo.Project{ID: id}); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) head(k kaibo.Key) (kaibo.Head, uint64) {
	w.t.Helper()
	items, err := w.table.Get(context.Background(), k)
	if err != nil {
		w.t.Fatal(err)
	}
	var h kaibo.Head
	if items[0].Found() {
		if err := items[0].Decode(&h); err != nil {
			w.t.Fatal(err)
		}
	}
	return h, items[0].Version
}

func (w *world) commit(writes ...kaibo.Write) {
	w.t.Helper()
	if err := w.table.Commit(context.Background(), writes); err != nil {
		w.t.Fatal(err)
	}
}

// append adds n events to a stream.
func (w *world) append(project, stream string, n int) {
	w.t.Helper()
	for n > 0 {
		head, version := w.head(kaibo.HeadKey(project, stream))
		head.Stream = stream
		var writes []kaibo.Write
		for ; n > 0 && len(writes) < 90; n-- {
			w.now++
			e := kaibo.Event{ID: fmt.Sprintf("evt_%016d", head.Seq), Stream: stream, Seq: head.Seq + 1, Kind: kaibo.KindMessage,
				OccurredAt: w.now, RecordedAt: w.now, PayloadDigest: chain.SaltedDigest([16]byte{1}, nil), DetailsDigest: chain.SaltedDigest([16]byte{2}, nil)}
			if err := chain.SealEvent(&e, head.Hash); err != nil {
				w.t.Fatal(err)
			}
			head.Frontier = chain.AppendLeaf(head.Frontier, head.Seq, e.Hash)
			head.Seq, head.Hash, head.RecordedAt = e.Seq, e.Hash, e.RecordedAt
			writes = append(writes, kaibo.PutNew(kaibo.EventKey(project, stream, e.Seq), 1, kaibo.Encode(e)))
		}
		writes = append(writes, kaibo.PutOver(kaibo.HeadKey(project, stream), version, kaibo.Encode(head)))
		if version == 0 {
			writes = append(writes, kaibo.PutAny(kaibo.StreamKey(project, stream), 1, nil))
		}
		w.commit(writes...)
	}
}

// forget adds an entry to a deletion ledger.
func (w *world) forget(project string) {
	w.t.Helper()
	head, version := w.head(kaibo.DeletionHeadKey(project))
	w.now++
	at := w.now
	r := kaibo.Receipt{ID: fmt.Sprintf("rcp_%016d", head.Seq), Seq: head.Seq + 1, Kind: kaibo.ReceiptForgotten, TombstonedAt: &at, PurgeAt: &at}
	if err := chain.SealReceipt(&r, head.Hash); err != nil {
		w.t.Fatal(err)
	}
	head.Frontier = chain.AppendLeaf(head.Frontier, head.Seq, r.Hash)
	head.Seq, head.Hash = r.Seq, r.Hash
	w.commit(kaibo.PutNew(kaibo.DeletionKey(project, r.Seq), 1, kaibo.Encode(r)),
		kaibo.PutOver(kaibo.DeletionHeadKey(project), version, kaibo.Encode(head)))
}

// events reads a stream as it is shown.
func (w *world) events(project, stream string) []kaibo.Event {
	w.t.Helper()
	var out []kaibo.Event
	for r := (kaibo.Range{}); ; {
		page, err := w.table.Query(context.Background(), kaibo.Events, kaibo.EventPartition(project, stream), r)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, item := range page.Items {
			var e kaibo.Event
			if err := item.Decode(&e); err != nil {
				w.t.Fatal(err)
			}
			out = append(out, e)
		}
		if !page.More {
			return out
		}
		r = r.Next(page)
	}
}

// sweep signs everything and wants no error.
func (w *world) sweep() checkpoint.Summary {
	w.t.Helper()
	sum, err := w.engine(nil).Sweep(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	return sum
}

// trusted are the keys that a verifier follows from trust on first use.
func (w *world) trusted() []string {
	w.t.Helper()
	k, err := w.reader().Keys(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	walked, err := k.Lists.Walk(nil)
	if err != nil || walked.Broken != 0 || walked.Deployment != deployment {
		w.t.Fatal(walked, err)
	}
	return walked.All
}

// signed opens the checkpoint of a log, checks it from the entries, and its
// place in the log of logs.
func (w *world) signed(log checkpoint.Log) *checkpoint.Statement {
	w.t.Helper()
	s, err := w.reader().Checkpoint(context.Background(), log)
	if err != nil {
		w.t.Fatalf("checkpoint of %+v: %v", log, err)
	}
	open, err := proof.Open(s.Note, w.trusted())
	if err != nil {
		w.t.Fatal(err)
	}
	if s.Log == "" {
		w.t.Fatalf("the checkpoint of %+v is not in the log of logs", log)
	}
	if _, err := proof.CheckLogged(s.Log, open.Checkpoint, deployment, w.trusted()); err != nil {
		w.t.Fatalf("the log of logs and %+v: %v", log, err)
	}
	if open.Origin != proof.Origin(deployment, log.Project, log.Stream) {
		w.t.Fatalf("the origin of %+v is %s", log, open.Origin)
	}
	var frontier []kaibo.Hash
	for i, e := range w.events(log.Project, log.Stream) {
		if uint64(i) < open.Size {
			frontier = chain.AppendLeaf(frontier, uint64(i), e.Hash)
		}
	}
	if log.Stream != "" && chain.Root(frontier, open.Size) != open.Root {
		w.t.Fatalf("the root of %+v at %d is not that of its events", log, open.Size)
	}
	return s
}

// noAlarm wants that nothing was accused.
func (w *world) noAlarm() {
	w.t.Helper()
	for _, a := range w.alarms {
		w.t.Errorf("an honest store is accused: %v", a)
	}
}

// alarm wants one accusation, and names it.
func (w *world) alarm(log checkpoint.Log, seq uint64, what string) {
	w.t.Helper()
	if len(w.alarms) != 1 || w.alarms[0].Log != log || w.alarms[0].Seq != seq || !strings.Contains(w.alarms[0].What, what) {
		w.t.Errorf("want an alarm at %+v, %d: %s; got %v", log, seq, what, w.alarms)
	}
}

// unmarshal reads JSON of the test's own.
func unmarshal(t *testing.T, data []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// rewrite forges the history of a stream from seq on: another kind at seq, and
// every hash, the head and its tree made to fit.
func (w *world) rewrite(stream string, seq uint64) {
	w.t.Helper()
	var head kaibo.Head
	var prev kaibo.Hash
	for _, e := range w.events(project, stream) {
		if e.Seq == seq {
			e.Kind = kaibo.KindFile
		}
		if e.Seq >= seq {
			if err := chain.SealEvent(&e, prev); err != nil {
				w.t.Fatal(err)
			}
			w.table.swap(w.t, kaibo.EventKey(project, stream, e.Seq), func(i *kaibo.Item) { i.Data = kaibo.Encode(e) })
		}
		head.Frontier = chain.AppendLeaf(head.Frontier, head.Seq, e.Hash)
		head.Seq, head.Hash, head.RecordedAt, prev = e.Seq, e.Hash, e.RecordedAt, e.Hash
	}
	w.table.swap(w.t, kaibo.HeadKey(project, stream), func(i *kaibo.Item) {
		var h kaibo.Head
		unmarshal(w.t, i.Data, &h)
		h.Hash, h.Frontier = head.Hash, head.Frontier
		i.Data = kaibo.Encode(h)
	})
}
