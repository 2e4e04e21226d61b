package enginetest

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/invariant"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// must ends the test at an error.
func (w *World) must(what string, err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatalf("%s: %v", what, err)
	}
}

// Entry is an entry of a message as a test writes it.
func Entry(text string) ledger.Entry {
	return ledger.Entry{Kind: kaibo.KindMessage, Content: []byte(text)}
}

// Say appends a message and answers its event.
func (w *World) Say(stream, text string) kaibo.Event {
	w.T.Helper()
	return w.Append(stream, Entry(text))[0].Event
}

// Append appends entries.
func (w *World) Append(stream string, entries ...ledger.Entry) []ledger.Appended {
	w.T.Helper()
	out, err := w.Ledger.Append(context.Background(), w.Project, stream, entries)
	w.must("append", err)
	return out
}

// Drain structures a stream.
func (w *World) Drain(stream string) {
	w.T.Helper()
	w.must("drain "+stream, w.Worker.Drain(context.Background(), w.Project, stream))
}

// Settle structures everything that waits.
func (w *World) Settle() {
	w.T.Helper()
	for _, s := range w.Lagging() {
		w.Drain(s)
	}
}

// Lagging answers the streams that have a marker.
func (w *World) Lagging() []string {
	w.T.Helper()
	var streams []string
	w.must("lagging", w.Worker.Lagging(context.Background(), func(_, stream string) { streams = append(streams, stream) }))
	return streams
}

// Records reads every memory, along the timeline.
func (w *World) Records() []*kaibo.MemoryRecord {
	w.T.Helper()
	var ids []string
	r := kaibo.Range{}
	for {
		page, err := w.Ports.Table.Query(context.Background(), kaibo.Records, kaibo.ListingPartition(w.Project.ID), r)
		w.must("list", err)
		for _, item := range page.Items {
			ids = append(ids, item.Sort[strings.IndexByte(item.Sort, '/')+1:])
		}
		if !page.More {
			break
		}
		r = r.Next(page)
	}
	records, err := w.Views.Records(context.Background(), w.Project, ids)
	w.must("read records", err)
	views.SortRecords(records)
	return records
}

// Find reads the newest memory with a content; it ends the test when there is
// none.
func (w *World) Find(content string) *kaibo.MemoryRecord {
	w.T.Helper()
	var found *kaibo.MemoryRecord
	for _, r := range w.Records() {
		if r.Content == content {
			found = r
		}
	}
	if found == nil {
		w.T.Fatalf("no memory says %q; there are\n%s", content, w.Story())
	}
	return found
}

// Story writes every memory in one line along the timeline: what a test
// compares and a person reads. Ids stand as the content that they mean.
func (w *World) Story() string {
	w.T.Helper()
	records := w.Records()
	names := make(map[string]string, len(records))
	for _, r := range records {
		names[r.ID] = r.Content
	}
	var b strings.Builder
	for _, r := range records {
		b.WriteString(Line(r, names) + "\n")
	}
	return b.String()
}

// Line writes one memory: content, status, interval and links.
func Line(r *kaibo.MemoryRecord, names map[string]string) string {
	rev := r.Last()
	status := rev.Status
	if r.Forgotten {
		status = kaibo.StatusForgotten
	}
	line := fmt.Sprintf("%q %s %v..%v", r.Content, status, rev.ValidFrom, rev.ValidTo)
	named := func(ids []string) string {
		out := make([]string, len(ids))
		for i, id := range ids {
			out[i] = fmt.Sprintf("%q", names[id])
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	if len(rev.Supersedes) > 0 {
		line += " after " + named(rev.Supersedes)
	}
	if rev.SupersededBy != "" {
		line += " before " + named([]string{rev.SupersededBy})
	}
	if len(rev.Conflicts) > 0 {
		line += " against " + named(rev.Conflicts)
	}
	if r.EventCount > 1 {
		line += fmt.Sprintf(" said %d times", r.EventCount)
	}
	return line
}

// Lines answers the lines of Story by content, the newest of each: for tests that look
// at one.
func (w *World) Lines() map[string]string {
	w.T.Helper()
	out := make(map[string]string)
	for line := range strings.SplitSeq(strings.TrimSpace(w.Story()), "\n") {
		content, rest, _ := strings.Cut(strings.TrimPrefix(line, `"`), `" `)
		out[content] = rest
	}
	return out
}

// Mend curates and answers what was done.
func (w *World) Mend(c structure.Curation) structure.Mended {
	w.T.Helper()
	m, err := w.Worker.Mend(context.Background(), w.Project, c, kaibo.Details{Actor: "curator"}, "")
	w.must(c.Verb, err)
	return m
}

// Take forgets and answers the deed.
func (w *World) Take(sel forget.Selector) *forget.Deed {
	w.T.Helper()
	deed, err := w.Forget.Forget(context.Background(), w.Project, forget.Order{Selector: sel, Reason: "asked"})
	w.must("forget", err)
	return deed
}

// Purge purges what is due, after the grace.
func (w *World) Purge() int {
	w.T.Helper()
	w.Ports.Clock.Advance(w.Forget.Grace)
	n, err := w.Forget.Purge(context.Background())
	w.must("purge", err)
	return n
}

// Found answers the ids of the live rows of the index that have a word of the
// text, sorted.
func (w *World) Found(text string) []string {
	w.T.Helper()
	reader, err := w.Index.Open(context.Background(), w.Project)
	w.must("open index", err)
	terms, _ := termindex.Terms(text)
	ids := make(map[string]bool)
	for _, term := range terms {
		for doc := range reader.Postings(term.Text) {
			ids[doc.ID] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// Promised answers where the promises break that are to hold at such a time.
func (w *World) Promised(when invariant.When) []invariant.Finding {
	w.T.Helper()
	store := invariant.Store{Table: w.Ports.Table, Objects: w.Ports.Objects, Ledger: w.Ledger, Views: w.Views, Scan: w.Ports.Scan, Clock: w.Ports.Clock.Now}
	report, err := invariant.Check(context.Background(), store, w.Project, when, nil)
	w.must("look whether the promises hold", err)
	return report.Findings
}

// CheckFsck ends the test unless the store holds what its ledger says.
func (w *World) CheckFsck() {
	w.T.Helper()
	found := w.Promised(invariant.AtRest)
	for _, f := range found {
		w.T.Errorf("fsck: %s", f)
	}
	if len(found) > 0 {
		w.T.FailNow()
	}
}

// Image is every item of the views and every live row of the index.
type Image struct {
	Items map[string]string // by partition and sort: version of a record, and data
	Rows  []termindex.Doc
}

// Image reads the views and the index as they are.
func (w *World) Image() Image {
	w.T.Helper()
	im := Image{Items: make(map[string]string)}
	for _, item := range w.ViewItems() {
		version := uint64(0)
		if item.Sort == "view" {
			version = item.Version
		}
		im.Items[item.Partition+" "+item.Sort] = fmt.Sprintf("%d %s", version, item.Data)
	}
	rows, err := w.Index.Snapshot(context.Background(), w.Project)
	w.must("snapshot", err)
	im.Rows = rows
	return im
}

// ViewItems reads the items of every view of memories, guards left out.
func (w *World) ViewItems() []kaibo.Item {
	w.T.Helper()
	var items []kaibo.Item
	p := w.Project.ID
	for _, prefix := range []string{kaibo.MemoryPartition(p, ""), kaibo.GuardPartition(p, ""), kaibo.ListingPartition(p)} {
		w.must("scan", w.Ports.Scan.Scan(context.Background(), kaibo.Records, prefix, func(item kaibo.Item) error {
			if item.Sort != "~" {
				items = append(items, item)
			}
			return nil
		}))
	}
	return items
}

// CheckRebuild drops every view and the index, makes them again, and ends the
// test unless they are what they were.
func (w *World) CheckRebuild() {
	w.T.Helper()
	ctx := context.Background()
	before := w.Image()
	for part := range slices.Chunk(w.ViewItems(), kaibo.MaxTxItems) {
		var writes []kaibo.Write
		for _, item := range part {
			writes = append(writes, kaibo.DeleteAny(item.Key))
		}
		w.must("drop views", w.Ports.Table.Commit(ctx, writes))
	}
	w.must("drop index", w.Index.Drop(ctx, w.Project))
	_, err := w.Views.Rebuild(ctx, w.Project, w.Ports.Scan, nil)
	w.must("rebuild", err)
	if after := w.Image(); !reflect.DeepEqual(before, after) { // much quicker than a diff, which is for reading
		w.T.Fatalf("a rebuild changes (- as it was, + rebuilt):\n%s", cmp.Diff(before, after))
	}
	report, err := w.Views.Rebuild(ctx, w.Project, w.Ports.Scan, nil)
	w.must("rebuild", err)
	if report.Written+report.Removed > 0 {
		w.T.Fatalf("a second rebuild writes %d and removes %d items", report.Written, report.Removed)
	}
}
