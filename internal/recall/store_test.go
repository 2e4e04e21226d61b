package recall_test

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/tokens"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // budgets are counted in it
)

// clockNow is when the tests take place.
var clockNow = at("2026-03-01T12:00:00Z")

func at(s string) kaibo.Time {
	t, err := kaibo.ParseTime(s)
	if err != nil {
		panic(err)
	}
	return t
}

// day is noon of a day in January 2026.
func day(n int) kaibo.Time { return at(fmt.Sprintf("2026-01-%02dT12:00:00Z", n)) }

// counting is a table that counts its calls.
type counting struct {
	kaibo.Table
	gets, queries, keys atomic.Int64
	beforeGet           func() // once, when it is set
}

func (c *counting) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	if before := c.beforeGet; before != nil {
		c.beforeGet = nil
		before()
	}
	c.gets.Add(1)
	c.keys.Add(int64(len(keys)))
	return c.Table.Get(ctx, keys...)
}

func (c *counting) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	c.queries.Add(1)
	return c.Table.Query(ctx, class, partition, r)
}

// store is a project with memories and an engine over it.
type store struct {
	t        testing.TB
	p        kaibo.Project
	table    *counting
	engine   *recall.Engine
	payloads map[string]string // by event
	seq      map[string]uint64
	events   int
}

func newStore(t testing.TB) *store {
	table, objects := &counting{Table: porttest.NewMemTable()}, porttest.NewMemObjects()
	clock := kaibo.Clock(func() kaibo.Time { return clockNow })
	ix := termindex.New(table, objects, clock, rand.Reader)
	return &store{t: t, p: kaibo.Project{ID: "prj", Secret: []byte("secret")}, table: table,
		engine:   &recall.Engine{Table: table, Objects: objects, Index: ix, Clock: clock},
		payloads: map[string]string{}, seq: map[string]uint64{}}
}

// said is an event and what was learned from it.
type said struct {
	stream, actor, role string
	session             uint64     // seq of its first event; its own when zero
	on                  kaibo.Time // occurred and recorded; day 1 when zero
	text                string
	memories            []told
}

// told is one memory. Its quote is found in the event's text; a content that
// differs makes it a summary.
type told struct {
	quote, content string
	kind           string
	from, to       kaibo.Time // to 0 is for ever
	status         string
	by             string // what superseded it
	conflicts      []string
	disputed       bool
	initiatives    []string
	forgotten      bool
	confidence     float64          // 0.9 when zero
	revisions      []kaibo.Revision // instead of the one that the fields above make
}

// say stores an event and its memories, and answers their ids.
func (s *store) say(e said) []string {
	s.t.Helper()
	event, docs, writes, ids := s.draft(e)
	s.commit(event, docs, writes)
	return ids
}

// draft makes what say stores.
func (s *store) draft(e said) (event string, docs []termindex.Doc, writes []kaibo.Write, ids []string) {
	s.t.Helper()
	if e.stream == "" {
		e.stream = "main"
	}
	if e.on == 0 {
		e.on = day(1)
	}
	s.seq[e.stream]++
	s.events++
	event = fmt.Sprintf("evt_%016s", strings.NewReplacer("0", "a", "1", "b", "8", "h", "9", "i").Replace(fmt.Sprintf("%016d", s.events)))
	s.payloads[event] = e.text
	ev := kaibo.Event{ID: event, Stream: e.stream, Seq: s.seq[e.stream], OccurredAt: e.on, RecordedAt: e.on}
	if e.session == 0 {
		e.session = ev.Seq // of its own
	}
	for _, d := range termindex.PassageDocs(e.stream, ev, kaibo.Details{Actor: e.actor, Role: e.role}, e.text, 0, len(e.text), nil) {
		docs = append(docs, termindex.WithSession(d, e.session))
	}
	for i, m := range e.memories {
		r := s.record(ev, e, m, i)
		data, err := json.Marshal(r)
		if err != nil {
			s.t.Fatal(err)
		}
		writes = append(writes, kaibo.PutNew(kaibo.MemoryKey(s.p.ID, r.ID), 1, data))
		docs = append(docs, termindex.MemoryDoc(r))
		ids = append(ids, r.ID)
	}
	return event, docs, writes, ids
}

func (s *store) commit(id string, docs []termindex.Doc, writes []kaibo.Write) {
	s.t.Helper()
	w, err := s.engine.Index.Delta(s.p, id, docs)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.table.Commit(context.Background(), append(writes, w)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *store) record(ev kaibo.Event, e said, m told, ordinal int) *kaibo.MemoryRecord {
	s.t.Helper()
	start := strings.Index(e.text, m.quote)
	if start < 0 {
		s.t.Fatalf("%q is not in %q", m.quote, e.text)
	}
	source := kaibo.Source{EventID: ev.ID, Stream: ev.Stream, Seq: ev.Seq, Session: e.session, Role: e.role, Start: start, End: start + len(m.quote),
		OccurredAt: e.on, RecordedAt: e.on, Actor: e.actor}
	r := &kaibo.MemoryRecord{Sources: []kaibo.Source{source}, EventCount: 1, Revisions: m.revisions}
	r.ID, r.Type, r.Content, r.Confidence = kaibo.MemoryID(ev.ID, 0, ordinal), m.kind, m.quote, cmp.Or(m.confidence, 0.9)
	r.Source, r.Initiatives, r.Forgotten = source, m.initiatives, m.forgotten
	if r.Type == "" {
		r.Type = kaibo.TypeFact
	}
	if m.content != "" {
		r.Content, r.Quote = m.content, m.quote
	}
	r.Tokens, r.QuoteTokens = tokens.Count(r.Content), tokens.Count(r.Quote)
	if r.Revisions == nil {
		rev := kaibo.Revision{Version: 1, RecordedAt: e.on, Stream: ev.Stream, Seq: ev.Seq, ValidFrom: m.from, ValidTo: m.to,
			Status: m.status, SupersededBy: m.by, Conflicts: m.conflicts, Disputed: m.disputed}
		if rev.ValidFrom == 0 {
			rev.ValidFrom = e.on
		}
		if rev.ValidTo == 0 {
			rev.ValidTo = kaibo.Forever
		}
		if rev.Status == "" {
			rev.Status = kaibo.StatusCurrent
		}
		r.Revisions = []kaibo.Revision{rev}
	}
	return r
}

// note stores one event a text, each with one memory that quotes it whole, a
// day apart.
func (s *store) note(texts ...string) []string {
	s.t.Helper()
	var ids []string
	for i, text := range texts {
		ids = append(ids, s.say(said{on: day(1 + i%28), text: text, memories: []told{{quote: text}}})...)
	}
	return ids
}

// provisional stores an event whose job is open.
func (s *store) provisional(text string, on kaibo.Time) string {
	s.t.Helper()
	s.seq["main"]++
	s.events++
	pm := kaibo.ProvisionalMemory{EventID: fmt.Sprintf("evt_%s", strings.Repeat("z", 16)), Seq: s.seq["main"], Text: text,
		OccurredAt: on, RecordedAt: on, Tokens: tokens.Count(text)}
	s.payloads[pm.EventID] = text
	data, err := json.Marshal([]kaibo.ProvisionalMemory{pm})
	if err != nil {
		s.t.Fatal(err)
	}
	s.commit(pm.EventID, []termindex.Doc{termindex.ProvisionalDoc("main", pm.Seq, pm)},
		[]kaibo.Write{kaibo.PutNew(kaibo.ProvisionalKey(s.p.ID, "main", pm.Seq), 1, data)})
	return kaibo.ProvisionalID(pm.EventID)
}

// ask recalls and checks what holds of every answer.
func (s *store) ask(q recall.Query) *recall.Answer {
	s.t.Helper()
	a, err := s.engine.Recall(context.Background(), s.p, q, nil)
	if err != nil {
		s.t.Fatalf("recall %q: %v", q.Question, err)
	}
	s.check(q, a)
	return a
}

func (s *store) asks(question string) *recall.Answer {
	s.t.Helper()
	return s.ask(recall.Query{Question: question})
}

// check holds an answer against the promises of the package.
func (s *store) check(q recall.Query, a *recall.Answer) {
	s.t.Helper()
	sum, texts := 0, map[string]bool{}
	for _, it := range a.Items {
		sum += it.Tokens
		if n := tokens.Count(it.Text); n != it.Tokens {
			s.t.Errorf("%q: %q is said to have %d tokens and has %d", q.Question, it.Text, it.Tokens, n)
		}
		if texts[it.Text] {
			s.t.Errorf("%q: %q is said twice", q.Question, it.Text)
		}
		texts[it.Text] = true
		if len(it.Citations) == 0 {
			s.t.Fatalf("%q: %q has no citation", q.Question, it.Text)
		}
		c := it.Citations[0]
		payload := s.payloads[c.EventID]
		if c.Start < 0 || c.End > len(payload) || c.Start >= c.End {
			s.t.Fatalf("%q: the citation %d..%d is outside %d bytes", q.Question, c.Start, c.End, len(payload))
		}
		if it.Form == recall.FormQuote && payload[c.Start:c.End] != it.Text {
			s.t.Errorf("%q: the quote %q is not the cited %q", q.Question, it.Text, payload[c.Start:c.End])
		}
	}
	if sum != a.Used || a.Used > a.Budget {
		s.t.Errorf("%q: used %d, items %d, budget %d", q.Question, a.Used, sum, a.Budget)
	}
	if a.Items == nil || a.Abstain.Ungrounded == nil {
		s.t.Errorf("%q: a list is null", q.Question)
	}
	if a.Abstain.Abstained != (len(a.Items) == 0) || a.Abstain.Abstained != (a.Abstain.Code != "") {
		s.t.Errorf("%q: abstained %v with code %q and %d items", q.Question, a.Abstain.Abstained, a.Abstain.Code, len(a.Items))
	}
	if c := a.Abstain.Confidence; !(c > 0 && c < 1) {
		s.t.Errorf("%q: confidence %v", q.Question, c)
	}
}

func textsOf(a *recall.Answer) []string {
	out := []string{}
	for _, it := range a.Items {
		out = append(out, it.Text)
	}
	return out
}
