package operator

import (
	"context"
	"time"

	"github.com/kaibo-dev/kaibo/internal/invariant"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// quiet is how long after its last change a paused stack may still be at work:
// the longest time-out of a function, 15 minutes, which is Lambda's too.
const quiet = 15 * time.Minute

// maintainer implements verbs.Maintainer on stores that others use too.
type maintainer struct {
	stack *Stack
	views *views.Views
	table kaibo.Scanner
	clock kaibo.Clock
}

var _ verbs.Maintainer = (*maintainer)(nil)

// Rebuild implements verbs.Maintainer. It wants a stack whose functions have
// stopped: views that are folded while others write would be those of before.
func (m *maintainer) Rebuild(ctx context.Context, p kaibo.Project, progress func(done, total uint64)) (*views.Report, error) {
	if !m.stack.Paused {
		return nil, kaibo.Errorf(kaibo.Conflict, "a rebuild works alone, and the functions of the stack %s are at work; pause it with "+
			"\"scripts/deploy ENVIRONMENT -- --parameter-overrides %s=true\", and afterwards let it go on with %s=false", m.stack.Name, ParameterPaused, ParameterPaused)
	}
	if at := m.stack.Since.Add(quiet); m.clock() < kaibo.TimeOf(at) {
		return nil, kaibo.Errorf(kaibo.Conflict, "the stack %s was paused at %s, and functions that had begun may be at work until %s; run it again then",
			m.stack.Name, m.stack.Since.UTC().Format("15:04 MST"), at.UTC().Format("15:04 MST"))
	}
	return m.views.Rebuild(ctx, p, m.table, progress)
}

// Fsck implements verbs.Maintainer. What is written between two of its reads
// looks like a difference, so it looks again when it found some while the stack
// is at work, and tells only what both looks saw.
func (m *maintainer) Fsck(ctx context.Context, p kaibo.Project, progress func(done, total uint64)) (*views.Report, error) {
	look := func() (*invariant.Report, error) {
		return invariant.Check(ctx, invariant.Store{Table: m.views.Table, Objects: m.views.Ledger.Objects, Ledger: m.views.Ledger, Views: m.views,
			Scan: m.table, Clock: m.clock}, p, invariant.AtRest, progress)
	}
	confirmed := invariant.Confirmed
	if m.stack.Paused {
		confirmed = func(look func() (*invariant.Report, error)) (*invariant.Report, error) { return look() }
	}
	report, err := confirmed(look)
	if err != nil {
		return nil, err
	}
	if len(report.Findings) > 0 {
		if err := m.views.NoOpenDeed(ctx, p); err != nil { // what it took looks like a difference
			return nil, err
		}
	}
	return report.Plain(), nil
}
