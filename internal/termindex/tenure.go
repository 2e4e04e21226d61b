package termindex

import (
	"context"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// tenure is the time that a compaction or a purge may work: workTime from when
// it last said in the manifest that it is at work. It says so again while it
// merges, so that a merge may take as long as it takes. Without that, one that
// takes longer than workTime would be given up and begun anew, again and again,
// and no delta would ever be folded.
type tenure struct {
	ix      *Index
	project kaibo.Project
	entry
	ctx    context.Context // of the work: it ends with the tenure
	cancel context.CancelFunc
	ends   *time.Timer
	since  kaibo.Time // when it last said so, not later
}

// tenure begins with an entry that was just made. The caller calls end.
func (ix *Index) tenure(ctx context.Context, p kaibo.Project, e entry) *tenure {
	t := &tenure{ix: ix, project: p, entry: e, since: e.Start}
	t.ctx, t.cancel = context.WithCancel(ctx)
	t.ends = time.AfterFunc(workTime, t.cancel)
	return t
}

func (t *tenure) end() {
	t.ends.Stop()
	t.cancel()
}

// step is called at each step of long work, n from 0. It lets what waits for a
// processor run, and makes the tenure longer when it is time for that.
func (t *tenure) step(n int) error {
	if !breathe(n) {
		return nil
	}
	if t.ix.atStep != nil {
		t.ix.atStep()
	}
	return t.renew()
}

// renew makes the tenure longer if a renewal is due. It answers errPassedOver
// when the time is up, for what is put then might outlive the purge that waited
// for it, or when another has taken the entry out.
func (t *tenure) renew() error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	now := t.ix.Clock()
	switch {
	case after(t.since, now, workTime):
		return errPassedOver
	case !after(t.since, now, renewAfter):
		return nil
	}
	err := t.ix.swap(t.ctx, t.project, func(m *manifest) error {
		i := slices.IndexFunc(m.Entered, func(e entry) bool { return e.ID == t.ID })
		if i < 0 {
			return errPassedOver
		}
		m.Entered[i].Until = now + kaibo.Time(enteredFor.Milliseconds())
		return nil
	})
	if err != nil {
		return err
	}
	t.since = now
	t.ends.Reset(workTime)
	return nil
}
