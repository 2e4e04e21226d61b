package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/tokens"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // budgets are counted in it
	"github.com/kaibo-dev/kaibo/scripts/eval/synth"
)

// world is a store, its engines and the projects that are written to.
type world struct {
	settings
	store   *local.Store
	table   kaibo.Table
	index   *termindex.Index
	engine  *recall.Engine
	all     []*project
	due     chan *project
	figures figures
	lasted  time.Duration
	remove  string // the temporary directory
}

// project is one that is written to: by one writer, in order.
type project struct {
	kaibo.Project
	mu       sync.Mutex
	source   *synth.Source
	question string // about the last turn
	ids      []string
	since    int // deltas since it was suggested for compaction
	waiting  bool
}

func open(ctx context.Context, s settings) (*world, error) {
	w := &world{settings: s, due: make(chan *project, s.projects)}
	if s.dir == "" {
		dir, err := os.MkdirTemp("", "kaibo-steady-")
		if err != nil {
			return nil, err
		}
		w.dir, w.remove = dir, dir
	}
	store, err := local.Open(w.dir, local.Options{})
	if err != nil {
		return nil, err
	}
	w.store, w.table = store, store.Table()
	w.index = termindex.New(w.table, store.Objects(), kaibo.SystemClock, rand.Reader)
	w.index.Cache = 1 << 30 // as in the program
	w.engine = &recall.Engine{Table: w.table, Objects: store.Objects(), Index: w.index, Clock: kaibo.SystemClock, Compact: w.suggested}
	projects := access.New(w.table, kaibo.SystemClock, rand.Reader)
	for i := range s.projects {
		p, err := projects.EnsureProject(ctx, fmt.Sprintf("steady-%d", i))
		if err != nil {
			return nil, err
		}
		w.all = append(w.all, &project{Project: p, source: synth.New(uint64(time.Now().UnixNano()) + uint64(i))})
	}
	return w, nil
}

func (w *world) close() error {
	return errors.Join(w.store.Close(), os.RemoveAll(w.remove))
}

// write appends a batch of events and what was learned from them.
func (w *world) write(ctx context.Context, p *project) error {
	var docs []termindex.Doc
	var writes []kaibo.Write
	var ids []string
	question := ""
	for range w.batch {
		t := p.source.Next()
		question = p.source.Ask(t)
		record, passages, err := remembered(t)
		if err != nil {
			return err
		}
		docs = append(append(docs, passages...), termindex.MemoryDoc(record))
		writes = append(writes, kaibo.PutNew(kaibo.MemoryKey(p.ID, record.ID), 1, kaibo.Encode(record)))
		ids = append(ids, record.ID)
	}
	delta, err := w.index.Delta(p.Project, ids[0], docs)
	if err != nil {
		return err
	}
	// A commit that the end of the time cut off might have happened or not.
	if err := w.table.Commit(context.WithoutCancel(ctx), append(writes, delta)); err != nil {
		return err
	}
	w.figures.wrote(len(ids))
	p.mu.Lock()
	p.ids, p.question, p.since = append(p.ids, ids...), question, p.since+1
	due := p.since >= 64
	p.mu.Unlock()
	if due {
		w.suggest(p)
	}
	return nil
}

// remembered is what an event leaves: its memory and its passages.
func remembered(t synth.Turn) (*kaibo.MemoryRecord, []termindex.Doc, error) {
	id, err := kaibo.NewID("evt", rand.Reader)
	if err != nil {
		return nil, nil, err
	}
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

// ask recalls what the last turn was about, and notes how long that took.
func (w *world) ask(ctx context.Context, p *project) error {
	p.mu.Lock()
	question := p.question
	p.mu.Unlock()
	if question == "" {
		return nil
	}
	began := time.Now()
	a, err := w.engine.Recall(ctx, p.Project, recall.Query{Question: question}, nil)
	took := time.Since(began)
	if err != nil {
		return unlessOver(ctx, err)
	}
	w.figures.asked(took, a.Abstain.Abstained)
	return nil
}

// unlessOver is an error that counts only while there is time left.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// suggested is told by a recall of a project whose tail is long.
func (w *world) suggested(p kaibo.Project) {
	for _, x := range w.all {
		if x.ID == p.ID {
			w.suggest(x)
		}
	}
}

// suggest notes a project for the compactor, once until it is taken.
func (w *world) suggest(p *project) {
	p.mu.Lock()
	waits := p.waiting
	p.waiting, p.since = true, 0
	p.mu.Unlock()
	if !waits {
		w.due <- p // there is room for each project once
	}
}

// compact folds what is due, one project after the other.
func (w *world) compact(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case p := <-w.due:
			p.mu.Lock()
			p.waiting = false
			p.mu.Unlock()
			began := time.Now()
			if err := w.index.Compact(ctx, p.Project); err != nil {
				return unlessOver(ctx, err)
			}
			r, err := w.index.Open(ctx, p.Project)
			if err != nil {
				return unlessOver(ctx, err)
			}
			left, _ := r.Deltas()
			w.figures.folded(time.Since(began), left)
		}
	}
}

// missing looks for every memory that was written.
func (w *world) missing(ctx context.Context) error {
	for _, p := range w.all {
		r, err := w.index.Open(ctx, p.Project)
		if err != nil {
			return err
		}
		for _, id := range p.ids {
			if _, ok := r.Doc(id); !ok {
				return fmt.Errorf("memory %s is in no part of the index", id)
			}
		}
		if n := r.Len(termindex.Memory); n != len(p.ids) {
			return fmt.Errorf("the index has %d memories, %d were written", n, len(p.ids))
		}
	}
	return nil
}
