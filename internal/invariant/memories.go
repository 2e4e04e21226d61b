package invariant

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// checkViews holds Views, and Kept: it reads every payload, for its passages.
func (l *look) checkViews(ctx context.Context) error {
	report, err := l.Views.Fsck(ctx, l.project, l.Scan, l.progress)
	if err != nil && ctx.Err() == nil && len(l.report.Findings) > 0 {
		l.find(Views, "project", l.project.ID, "cannot be compared with what the derivations give, for what else is broken: %v", err)
		return nil
	}
	if err != nil {
		return err
	}
	l.report.Views = *report
	for _, f := range report.Findings {
		promise := Views
		if f.What == "payload" {
			promise = Kept
		}
		if !slices.ContainsFunc(l.report.Findings, func(g Finding) bool { return g.Finding == f }) {
			l.report.Findings = append(l.report.Findings, Finding{promise, f})
		}
	}
	return nil
}

// checkTimeline holds Timeline.
func (l *look) checkTimeline(ctx context.Context) error {
	links := make(map[string][]string)
	err := l.Scan.Scan(ctx, kaibo.Records, kaibo.MemoryPartition(l.project.ID, ""), func(item kaibo.Item) error {
		if item.Sort != "view" {
			return nil
		}
		var m kaibo.MemoryRecord
		if err := item.Decode(&m); err != nil {
			return err
		}
		l.checkRevisions(&m)
		last := m.Last()
		links[m.ID] = slices.Concat(last.Supersedes, last.Conflicts)
		if last.SupersededBy != "" && kaibo.IsMemoryID(last.SupersededBy) {
			links[m.ID] = append(links[m.ID], last.SupersededBy)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("scan memories: %w", err)
	}
	for _, id := range slices.Sorted(maps.Keys(links)) {
		for _, other := range links[id] {
			if _, ok := links[other]; !ok {
				l.find(Timeline, "memory", id, "names %s, which is not there", other)
			}
		}
	}
	return nil
}

func (l *look) checkRevisions(m *kaibo.MemoryRecord) {
	if m.Forgotten {
		return
	}
	for i, r := range m.Revisions {
		if r.Version != i+1 {
			l.find(Timeline, "memory", m.ID, "has as revision %d of %d one with version %d", i+1, len(m.Revisions), r.Version)
		}
		if r.ValidTo < r.ValidFrom {
			l.find(Timeline, "memory", m.ID, "ends at %v, before it begins at %v", r.ValidTo, r.ValidFrom)
		}
	}
}
