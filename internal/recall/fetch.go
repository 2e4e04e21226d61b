package recall

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// library holds the texts of one recall, read when they are wanted.
type library struct {
	table   kaibo.Table
	project string
	when    moment
	read    map[kaibo.Key]kaibo.Item
}

func newLibrary(t kaibo.Table, project string, when moment) *library {
	return &library{table: t, project: project, when: when, read: map[kaibo.Key]kaibo.Item{}}
}

// keyOf returns where a candidate's text lies.
func (l *library) keyOf(d *termindex.Doc) kaibo.Key {
	if d.Kind == termindex.Provisional && len(d.Sources) > 0 {
		return kaibo.ProvisionalKey(l.project, d.Sources[0].Stream, d.First)
	}
	return kaibo.MemoryKey(l.project, d.ID)
}

// fetch reads the texts of candidates that have none yet: one Get a hundred.
func (l *library) fetch(ctx context.Context, cands []*candidate) error {
	var keys []kaibo.Key
	for _, c := range cands {
		k := l.keyOf(c.doc)
		if _, ok := l.read[k]; ok || c.settled() {
			continue
		}
		l.read[k] = kaibo.Item{}
		keys = append(keys, k)
	}
	for len(keys) > 0 {
		n := min(len(keys), kaibo.MaxGetKeys)
		items, err := l.table.Get(ctx, keys[:n]...)
		if err != nil {
			return fmt.Errorf("read memories: %w", err)
		}
		for i, item := range items {
			l.read[keys[i]] = item
		}
		keys = keys[n:]
	}
	for _, c := range cands {
		if c.settled() {
			continue
		}
		if err := l.settle(c, l.read[l.keyOf(c.doc)]); err != nil {
			return err
		}
	}
	return nil
}

// settled reports whether the candidate's text was read, or is known not to be
// there.
func (c *candidate) settled() bool { return c.gone || c.rec != nil || c.prov != nil }

// settle gives a candidate its text and its true state. The table is read
// after the index, so it may know more: what was forgotten, structured or
// ended meanwhile is gone.
func (l *library) settle(c *candidate, item kaibo.Item) error {
	c.gone = true
	if !item.Found() {
		return nil
	}
	if c.doc.Kind == termindex.Provisional {
		return l.settleProvisional(c, item)
	}
	var r kaibo.MemoryRecord
	if err := json.Unmarshal(item.Data, &r); err != nil {
		return fmt.Errorf("read memory %s: %w", c.doc.ID, err)
	}
	if r.Forgotten || r.Content == "" {
		return nil
	}
	st, rev := l.when.of(r.Revisions, said(sourcesOf(&r)))
	if st != c.state {
		return nil
	}
	c.rec, c.rev, c.gone = &r, &rev, false
	c.from, c.bounded = rev.ValidFrom, interrupts(rev)
	return nil
}

func (l *library) settleProvisional(c *candidate, item kaibo.Item) error {
	var all []kaibo.ProvisionalMemory
	if err := json.Unmarshal(item.Data, &all); err != nil {
		return fmt.Errorf("read provisional memories of %s: %w", c.doc.ID, err)
	}
	for i := range all {
		p := &all[i]
		if kaibo.ProvisionalID(p.EventID) != c.doc.ID || p.Text == "" {
			continue
		}
		if st, _ := l.when.of(c.doc.Revisions, min(p.OccurredAt, p.RecordedAt)); st == c.state {
			c.prov, c.gone = p, false
		}
	}
	return nil
}

// sourcesOf returns the sources of a memory, that of its birth first: the one
// whose words the quote is.
func sourcesOf(r *kaibo.MemoryRecord) []kaibo.Source {
	out := []kaibo.Source{r.Birth.Source}
	for _, s := range r.Sources {
		if s.EventID != r.Birth.Source.EventID || s.Start != r.Birth.Source.Start {
			out = append(out, s)
		}
	}
	if r.Birth.Source.EventID == "" {
		out = out[1:]
	}
	return out
}

// maxCitations bounds the citations of one item: the first and the newest. The
// verb sources lists them all.
const maxCitations = 10

// citations returns the places that bear a candidate out, as far as they had
// been recorded.
func (l *library) citations(c *candidate) []Citation {
	if c.prov != nil {
		p := c.prov
		return []Citation{{EventID: p.EventID, Stream: c.doc.Sources[0].Stream, Seq: p.Seq, Hash: p.Hash,
			End: len(p.Text), OccurredAt: p.OccurredAt, Actor: p.Actor, Role: p.Role}}
	}
	out := []Citation{}
	for i, s := range sourcesOf(c.rec) {
		if i > 0 && l.when.knownAt != nil && s.RecordedAt > *l.when.knownAt {
			continue
		}
		out = append(out, Citation{EventID: s.EventID, Stream: s.Stream, Seq: s.Seq, Hash: s.Hash,
			Start: s.Start, End: s.End, OccurredAt: s.OccurredAt, Actor: s.Actor, Role: s.Role})
	}
	if len(out) > maxCitations {
		out = append(out[:1], out[len(out)-maxCitations+1:]...)
	}
	return out
}

// wording is what a candidate can say: its text, and the words of its source
// that a shorter quote is cut from.
type wording struct {
	text, form string
	quote      string // byte for byte what the first citation points at
	tokens     int
}

func (c *candidate) wording() wording {
	if c.prov != nil {
		return wording{text: c.prov.Text, form: FormQuote, quote: c.prov.Text, tokens: c.prov.Tokens}
	}
	w := wording{text: c.rec.Content, form: FormSummary, quote: c.rec.Quote, tokens: c.rec.Tokens}
	if c.rec.Quote == "" || c.rec.Quote == c.rec.Content {
		w.form, w.quote = FormQuote, c.rec.Content
	}
	return w
}
