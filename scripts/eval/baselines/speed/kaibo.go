package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/tokens"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // budgets are counted in it
	"github.com/kaibo-dev/kaibo/internal/verbs"
	"github.com/kaibo-dev/kaibo/scripts/eval/synth"
)

// ours is kaibo over its embedded store. Every turn is an event with one
// passage and one memory that quotes it. What remember and structuring would
// have written besides, no recall reads.
type ours struct {
	store   *local.Store
	table   kaibo.Table
	index   *termindex.Index
	engine  *recall.Engine
	p       kaibo.Project
	reader  *termindex.Reader
	terms   []termindex.QueryTerm // of bare, used again
	verb    verbs.Verb
	k       int
	n       int
	deltas  int
	ahead   time.Duration // of the machine's clock
	longest time.Duration // that a compaction took
	put     time.Duration // spent on the records, which are no part of the index
}

func newKaibo(ctx context.Context, dir string, s settings) (builder, error) {
	store, err := local.Open(filepath.Join(dir, "kaibo"), local.Options{NoSync: true})
	if err != nil {
		return nil, err
	}
	o := &ours{store: store, table: store.Table(), k: s.k}
	clock := func() kaibo.Time { return kaibo.SystemClock() + kaibo.Time(o.ahead.Milliseconds()) }
	o.index = termindex.New(o.table, store.Objects(), clock, rand.Reader)
	o.index.Cache = 1 << 30 // as in the program
	worker := &structure.Worker{Table: o.table, Objects: store.Objects(), Index: o.index, Clock: clock, Random: rand.Reader}
	o.engine = &recall.Engine{Table: o.table, Objects: store.Objects(), Index: o.index, Clock: clock, Rewordings: worker.Rewordings}
	o.verb, _ = verbs.Lookup("recall")
	o.p, err = access.New(o.table, clock, rand.Reader).EnsureProject(ctx, "speed")
	return o, err
}

// deltaTurns is how many turns share a delta: as many as surely fit one.
const deltaTurns = 250

func (o *ours) add(ctx context.Context, turns []synth.Turn) error {
	var writes []kaibo.Write
	var docs []termindex.Doc
	for i, t := range turns {
		record, passages, err := o.remembered(t)
		if err != nil {
			return err
		}
		began := time.Now()
		writes = append(writes, kaibo.PutNew(kaibo.MemoryKey(o.p.ID, record.ID), 1, kaibo.Encode(record)))
		o.put += time.Since(began)
		docs = append(append(docs, passages...), termindex.MemoryDoc(record))
		if (i+1)%deltaTurns == 0 || i+1 == len(turns) {
			if err := o.index1(ctx, docs); err != nil {
				return err
			}
			docs = nil
		}
	}
	began := time.Now()
	defer func() { o.put += time.Since(began) }()
	for len(writes) > 0 {
		n := min(len(writes), kaibo.MaxTxItems)
		if err := o.table.Commit(ctx, writes[:n]); err != nil {
			return err
		}
		writes = writes[n:]
	}
	return nil
}

// index1 puts a delta, and folds them when there are many.
func (o *ours) index1(ctx context.Context, docs []termindex.Doc) error {
	w, err := o.index.Delta(o.p, fmt.Sprintf("speed-%08d", o.deltas), docs)
	if err != nil {
		return err
	}
	if err := o.table.Commit(ctx, []kaibo.Write{w}); err != nil {
		return err
	}
	if o.deltas++; o.deltas%400 == 0 {
		return o.compact(ctx)
	}
	return nil
}

// compact folds the index, and notes how long the longest time took.
func (o *ours) compact(ctx context.Context) error {
	began := time.Now()
	err := o.index.Compact(ctx, o.p)
	o.longest = max(o.longest, time.Since(began))
	return err
}

// remembered is what an event leaves: its memory and its passages.
func (o *ours) remembered(t synth.Turn) (*kaibo.MemoryRecord, []termindex.Doc, error) {
	id, err := kaibo.NewID("evt", rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	o.n++
	at := kaibo.Time(t.At.UnixMilli())
	event := kaibo.Event{ID: id, Stream: t.Stream, Seq: t.Seq, OccurredAt: at, RecordedAt: at}
	passages := termindex.PassageDocs(t.Stream, event, kaibo.Details{Actor: t.Actor}, t.Text, 0, len(t.Text), nil)
	for i := range passages {
		passages[i] = termindex.WithSession(passages[i], t.Session)
	}
	source := kaibo.Source{EventID: id, Stream: t.Stream, Seq: t.Seq, Session: t.Session, End: len(t.Text),
		OccurredAt: at, RecordedAt: at, Actor: t.Actor}
	first := kaibo.Revision{Version: 1, RecordedAt: at, Stream: t.Stream, Seq: t.Seq, ValidFrom: at, ValidTo: kaibo.Forever, Status: kaibo.StatusCurrent}
	r := &kaibo.MemoryRecord{Sources: []kaibo.Source{source}, EventCount: 1, Revisions: []kaibo.Revision{first}}
	r.Birth = kaibo.Birth{ID: kaibo.MemoryID(id, 0, 0), Type: kaibo.TypeFact, Content: t.Text, Confidence: .9, Source: source,
		StatedFrom: at, StatedTo: kaibo.Forever, Tokens: tokens.Count(t.Text), Structurer: "synth/1", First: first}
	return r, passages, nil
}

func (o *ours) finish(ctx context.Context) (built, error) {
	if err := o.compact(ctx); err != nil {
		return built{}, err
	}
	for range 3 { // what was folded goes after five seconds, what was merged after a minute
		o.ahead += 2 * time.Minute
		if err := o.index.Sweep(ctx, o.p); err != nil {
			return built{}, err
		}
	}
	size, err := o.index.Size(ctx, o.p)
	if err != nil {
		return built{}, err
	}
	o.reader, err = o.index.Open(ctx, o.p)
	return built{name: "kaibo", bytes: int64(size.Bytes), rows: size.Rows, postings: int64(size.Postings), besides: o.put, longest: o.longest}, err
}

func (o *ours) subjects() []subject {
	return []subject{{"bare", o.bare}, {"formula", o.formula}, {"recall", o.recall}}
}

var memories = []termindex.DocKind{termindex.Memory}

// bare asks for the memories alone, by the inflected form of each word.
func (o *ours) bare(_ context.Context, question string) error {
	q := termindex.Query{K: o.k, Kinds: memories, Terms: o.terms[:0]}
	for _, t := range lang.Tokens(question) {
		if !t.Stop {
			q.Terms = append(q.Terms, termindex.QueryTerm{Text: termindex.TermText(termindex.PrefixInflected, t.Inflected), Weight: 1})
		}
	}
	o.terms = q.Terms
	if hits := o.reader.Search(q); len(hits) == 0 {
		return fmt.Errorf("nothing found for %q", question)
	}
	return nil
}

func (o *ours) formula(_ context.Context, question string) error {
	if ranked := o.engine.Rank(o.reader, recall.Query{Question: question}, o.k); len(ranked) == 0 {
		return fmt.Errorf("nothing found for %q", question)
	}
	return nil
}

func (o *ours) recall(ctx context.Context, question string) error {
	body, err := json.Marshal(map[string]string{"question": question})
	if err != nil {
		return err
	}
	call := &verbs.Call{Deps: &verbs.Deps{Recall: o.engine}, Project: o.p, Scopes: []verbs.Scope{verbs.Read}, Arrived: time.Now()}
	out, err := o.verb.Call(ctx, call, body)
	if err != nil {
		return err
	}
	_, err = json.Marshal(out)
	return err
}

func (o *ours) close() error { return o.store.Close() }
