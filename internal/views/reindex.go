package views

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// reindex drops the index of a project and fills it again from the records,
// the payloads that are there, and the jobs that are open.
func (v *Views) reindex(ctx context.Context, p kaibo.Project, im *image) (int, error) {
	if err := v.Index.Drop(ctx, p); err != nil {
		return 0, fmt.Errorf("drop index: %w", err)
	}
	rows := &rowWriter{views: v, project: p}
	if err := v.eachRow(ctx, p, im, rows.add); err != nil {
		return 0, err
	}
	return rows.written, rows.flush(ctx)
}

// eachRow calls fn for every row that the index of a project should have.
func (v *Views) eachRow(ctx context.Context, p kaibo.Project, im *image, fn func(context.Context, termindex.Doc) error) error {
	for _, r := range im.records {
		if r.Forgotten {
			continue
		}
		if err := fn(ctx, termindex.MemoryDoc(r)); err != nil {
			return err
		}
	}
	heads, err := v.heads(ctx, p)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if err := v.eachEventRow(ctx, p, h, im, fn); err != nil {
			return err
		}
	}
	return nil
}

// eachEventRow calls fn for the passages of a stream's events, and for the
// provisional memories of its open jobs. A payload that is damaged is noted and
// passed over.
func (v *Views) eachEventRow(ctx context.Context, p kaibo.Project, h kaibo.Head, im *image, fn func(context.Context, termindex.Doc) error) error {
	after := uint64(0)
	for {
		events, more, err := v.Ledger.EventsAfter(ctx, p, h.Stream, after, kaibo.MaxGetKeys)
		if err != nil {
			return err
		}
		for _, e := range events {
			after = e.Seq
			docs, err := v.passagesOf(ctx, p, e)
			if damage := new(ledger.DamagedError); errors.As(err, &damage) { // a finding, which must not hide the others
				im.damaged = append(im.damaged, Finding{What: "payload", ID: e.ID, Detail: fmt.Sprintf("%s %d: %v", e.Stream, e.Seq, damage)})
				continue
			}
			if err != nil {
				return err
			}
			for _, d := range docs {
				if err := fn(ctx, d); err != nil {
					return err
				}
			}
		}
		if !more {
			break
		}
	}
	r := kaibo.Range{From: "p/", Before: "p0"}
	return eachItem(ctx, v.Table, kaibo.JobsPartition(p.ID, h.Stream), r, func(item kaibo.Item) error {
		return v.provisionalRows(ctx, h.Stream, item, fn)
	})
}

func (v *Views) provisionalRows(ctx context.Context, stream string, item kaibo.Item, fn func(context.Context, termindex.Doc) error) error {
	var quoted []kaibo.ProvisionalMemory
	if err := item.Decode(&quoted); err != nil {
		return err
	}
	first, err := strconv.ParseUint(item.Sort[len("p/"):], 10, 64)
	if err != nil {
		return &kaibo.Error{Op: "read provisional memories at " + item.Sort, Err: err}
	}
	for _, q := range quoted {
		if err := fn(ctx, termindex.WithSession(termindex.ProvisionalDoc(stream, first, q), q.Session)); err != nil {
			return err
		}
	}
	return nil
}

// passagesOf answers the passages of an event; none when it is forgotten.
func (v *Views) passagesOf(ctx context.Context, p kaibo.Project, e kaibo.Event) ([]termindex.Doc, error) {
	_, payload, err := v.Ledger.Payload(ctx, p, e.ID)
	if kaibo.KindOf(err) == kaibo.Gone {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(payload.Content) {
		return nil, nil
	}
	details, err := canon.ParseDetails(payload.Details)
	if err != nil {
		return nil, &kaibo.Error{Op: "read details of " + e.ID, Err: err}
	}
	ref, _, err := v.Ledger.Ref(ctx, p, e.ID)
	if err != nil {
		return nil, err
	}
	return Passages(e, ref.Session, details, payload.Content, p.MetadataTags(details.Metadata)), nil
}

// Passages cuts the text of an event into rows of the index. It is cut at the
// same byte as the append cuts it, which indexes the first part, so that a
// rebuild makes the same rows.
func Passages(e kaibo.Event, session uint64, d kaibo.Details, content []byte, tags []string) []termindex.Doc {
	cut := ProvisionalEnd(content)
	return slices.Concat(
		PassagesIn(e, session, d, content, 0, cut, tags),
		PassagesIn(e, session, d, content, cut, len(content), tags))
}

// PassagesIn cuts content[from:to].
func PassagesIn(e kaibo.Event, session uint64, d kaibo.Details, content []byte, from, to int, tags []string) []termindex.Doc {
	if e.Kind == kaibo.KindCurate {
		content = said(content)
	}
	docs := termindex.PassageDocs(e.Stream, e, d, string(content), from, to, tags)
	for i := range docs {
		docs[i] = termindex.WithSession(docs[i], session)
	}
	return docs
}

// ProvisionalEnd is where the provisional text of content ends: at the start
// of a rune, at most MaxProvisionalText bytes in, and earlier where the text
// would take much more room as JSON.
func ProvisionalEnd(content []byte) int {
	cost := 0
	for end := 0; end < len(content); {
		r, size := utf8.DecodeRune(content[end:])
		cost += jsonCost(r, size)
		if end+size > kaibo.MaxProvisionalText || cost > maxProvisionalJSON {
			return end
		}
		end += size
	}
	return len(content)
}

// maxProvisionalJSON bounds the provisional text of one event as it is stored,
// where JSON writes a control character in six bytes: 40 events of an append,
// each with its names and tags, must fit one item.
const maxProvisionalJSON = 2*kaibo.MaxProvisionalText + 512

// jsonCost is at most how many bytes encoding/json writes for a rune.
func jsonCost(r rune, size int) int {
	switch {
	case r == '\n' || r == '\r' || r == '\t' || r == '"' || r == '\\':
		return 2
	case r < 0x20 || r == '<' || r == '>' || r == '&' || r == 0x7f || r == 0x2028 || r == 0x2029 || r == utf8.RuneError:
		return 6
	default:
		return size
	}
}

// rowWriter puts rows into the index, many a delta, and compacts now and then.
type rowWriter struct {
	views   *Views
	project kaibo.Project
	pending []termindex.Doc
	deltas  int
	written int
}

// rowsDelta is how many rows a rebuild puts into one delta; compactEvery how
// many deltas it leaves lying.
const (
	rowsDelta    = 200
	compactEvery = 64
)

func (w *rowWriter) add(ctx context.Context, d termindex.Doc) error {
	w.pending = append(w.pending, d)
	w.written++
	if len(w.pending) < rowsDelta {
		return nil
	}
	return w.put(ctx)
}

func (w *rowWriter) put(ctx context.Context) error {
	if len(w.pending) == 0 {
		return nil
	}
	err := w.putDocs(ctx, w.pending)
	w.pending = w.pending[:0]
	if err == nil && w.deltas%compactEvery == 0 {
		err = w.views.Index.Compact(ctx, w.project)
	}
	return err
}

// putDocs writes one delta, or two when the rows are too many bytes for one.
func (w *rowWriter) putDocs(ctx context.Context, docs []termindex.Doc) error {
	name, err := kaibo.NewID("rbd_", w.views.Ledger.Random)
	if err != nil {
		return err
	}
	write, err := w.views.Index.Delta(w.project, name, docs)
	if kaibo.KindOf(err) == kaibo.TooLarge && len(docs) > 1 {
		half := len(docs) / 2
		return errors.Join(w.putDocs(ctx, docs[:half]), w.putDocs(ctx, docs[half:]))
	}
	if err != nil {
		return fmt.Errorf("index rows: %w", err)
	}
	w.deltas++
	return w.views.Table.Commit(ctx, []kaibo.Write{write})
}

func (w *rowWriter) flush(ctx context.Context) error {
	if err := w.put(ctx); err != nil {
		return err
	}
	return w.views.Index.Compact(ctx, w.project)
}

// checkIndex compares the live rows with those that should be there, and asks
// the index to check its segments.
func (v *Views) checkIndex(ctx context.Context, p kaibo.Project, im *image, report *Report) error {
	broken, err := v.Index.Check(ctx, p)
	if err != nil {
		return fmt.Errorf("check index: %w", err)
	}
	for _, b := range broken {
		report.Findings = append(report.Findings, Finding{What: "index", ID: b.Where, Detail: b.Detail})
	}
	live, err := v.Index.Snapshot(ctx, p)
	if err != nil {
		return fmt.Errorf("read index: %w", err)
	}
	report.Indexed = len(live)
	rows := make(map[string]termindex.Doc, len(live))
	for _, d := range live {
		rows[d.ID] = d
	}
	cursors := make(map[string]uint64)
	err = v.eachRow(ctx, p, im, func(ctx context.Context, want termindex.Doc) error {
		got, ok := rows[want.ID]
		delete(rows, want.ID)
		if !ok {
			if later, err := v.comesLater(ctx, p, &want, cursors); later || err != nil {
				return err
			}
			report.Findings = append(report.Findings, Finding{What: "index row", ID: want.ID, Detail: "is missing"})
		} else if got.Version != want.Version || !slices.Equal(got.Terms, want.Terms) {
			report.Findings = append(report.Findings, Finding{What: "index row", ID: want.ID, Detail: "differs from what the derivations give"})
		}
		return nil
	})
	for id := range rows {
		report.Findings = append(report.Findings, Finding{What: "index row", ID: id, Detail: "should not be there"})
	}
	return err
}

// comesLater reports whether a row is put by a job that is still open: an
// append indexes the first bytes of its events, and their job the rest.
func (v *Views) comesLater(ctx context.Context, p kaibo.Project, d *termindex.Doc, cursors map[string]uint64) (bool, error) {
	if d.Kind != termindex.Passage || d.Start < kaibo.MaxProvisionalText-utf8.UTFMax {
		return false, nil
	}
	stream := d.Sources[0].Stream
	at, known := cursors[stream]
	if !known {
		items, err := v.Table.Get(ctx, kaibo.CursorKey(p.ID, stream))
		if err != nil {
			return false, fmt.Errorf("read cursor: %w", err)
		}
		var c kaibo.Cursor
		if items[0].Found() {
			if err := items[0].Decode(&c); err != nil {
				return false, err
			}
		}
		at, cursors[stream] = c.Seq, c.Seq
	}
	return d.Sources[0].Seq > at, nil
}
