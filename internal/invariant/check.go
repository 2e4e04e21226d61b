package invariant

import (
	"context"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// Store is where the data lies.
type Store struct {
	Table   kaibo.Table
	Objects kaibo.Objects
	Ledger  *ledger.Ledger
	Views   *views.Views
	Scan    kaibo.Scanner // nil when only what holds Always is asked for
	Clock   kaibo.Clock
}

// Finding is a place where a promise is broken.
type Finding struct {
	Promise string
	views.Finding
}

// String writes a finding in one line.
func (f Finding) String() string {
	return fmt.Sprintf("%s: %s %s %s", f.Promise, f.What, f.ID, f.Detail)
}

// Report is what a look found. Without findings every promise holds.
type Report struct {
	Findings []Finding
	Views    views.Report // what was counted; zero when only what holds Always was asked for
}

// Plain answers the report as fsck shows it.
func (r *Report) Plain() *views.Report {
	out := r.Views
	out.Findings = nil
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, f.Finding)
	}
	return &out
}

// look is one look at a project.
type look struct {
	Store
	project  kaibo.Project
	when     When
	progress func(done, total uint64)
	report   Report
}

// find adds a finding.
func (l *look) find(promise, what, id, format string, args ...any) {
	l.report.Findings = append(l.report.Findings, Finding{promise, views.Finding{What: what, ID: id, Detail: fmt.Sprintf(format, args...)}})
}

// Check looks whether every promise holds that is to hold at such a time. An
// error means that something could not be read. Progress may be nil; it is told
// how many events of how many the views were folded from.
func Check(ctx context.Context, s Store, p kaibo.Project, when When, progress func(done, total uint64)) (*Report, error) {
	l := &look{Store: s, project: p, when: when, progress: progress}
	checks := []struct {
		holds When
		check func(context.Context) error
	}{
		{Always, l.checkStreams}, {Always, l.checkDeletions}, {Always, l.checkNotices},
		{AtRest, l.checkViews}, {AtRest, l.checkTimeline}, {AtRest, l.checkGraph}, {Settled, l.checkIdle},
	}
	for _, c := range checks {
		if c.holds > when {
			continue
		}
		if err := c.check(ctx); err != nil {
			return nil, err
		}
	}
	return &l.report, nil
}

// Confirmed looks again where it found something, and tells what both looks
// saw: what others write between two reads is no broken promise.
func Confirmed(look func() (*Report, error)) (*Report, error) {
	first, err := look()
	if err != nil || len(first.Findings) == 0 {
		return first, err
	}
	again, err := look()
	if err != nil {
		return nil, err
	}
	again.Findings = slices.DeleteFunc(again.Findings, func(f Finding) bool { return !slices.Contains(first.Findings, f) })
	return again, nil
}

// heads reads the heads of all streams.
func (l *look) heads(ctx context.Context) ([]kaibo.Head, error) {
	var heads []kaibo.Head
	for after := ""; ; {
		page, more, err := l.Ledger.Streams(ctx, l.project, after, kaibo.MaxGetKeys)
		if err != nil {
			return nil, fmt.Errorf("read streams: %w", err)
		}
		heads = append(heads, page...)
		if !more || len(page) == 0 {
			return heads, nil
		}
		after = page[len(page)-1].Stream
	}
}

// get reads items, as many as there are keys.
func (l *look) get(ctx context.Context, keys []kaibo.Key) ([]kaibo.Item, error) {
	var items []kaibo.Item
	for part := range slices.Chunk(keys, 40) { // the largest fit an answer
		got, err := l.Table.Get(ctx, part...)
		if err != nil {
			return nil, fmt.Errorf("read items: %w", err)
		}
		items = append(items, got...)
	}
	return items, nil
}

// query calls fn for the items of a range.
func (l *look) query(ctx context.Context, partition string, r kaibo.Range, fn func(kaibo.Item) error) error {
	for {
		page, err := l.Table.Query(ctx, kaibo.Records, partition, r)
		if err != nil {
			return fmt.Errorf("read %s: %w", partition, err)
		}
		for _, item := range page.Items {
			if err := fn(item); err != nil {
				return err
			}
		}
		if !page.More {
			return nil
		}
		r = r.Next(page)
	}
}
