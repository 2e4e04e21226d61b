package termindex

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// What one compaction takes on.
const (
	maxFold      = 2000      // deltas, so that the manifest that names them fits an item
	maxFoldRows  = 8 << 20   // rows that so many deltas surely do not exceed: the shortest takes 20 bytes, a delta 300 KB
	maxRunBytes  = 256 << 20 // a segment of this size is left alone
	mergeFactor  = 4         // segments of like size that are merged
	smallSegment = 1 << 20   // a segment below this is merged each time
)

// errPassedOver is what a compaction ends with when another has passed it over.
var errPassedOver = errors.New("passed over by another compaction")

// Compact folds the deltas of a project into a segment and merges segments
// where there are many. It is safe beside writers, readers, purges and other
// compactions: when one is at work it answers nil and leaves the work to that.
// A compaction that was passed over, or that stops anywhere, has changed
// nothing that a reader sees.
func (ix *Index) Compact(ctx context.Context, p kaibo.Project) error {
	if err := ix.sweepDue(ctx, p); err != nil {
		return fmt.Errorf("compact index: %w", err)
	}
	e, err := ix.enter(ctx, p)
	if err != nil {
		if errors.Is(err, errBusy) {
			return nil
		}
		return fmt.Errorf("compact index: %w", err)
	}
	err = ix.compactAs(ctx, p, e)
	if errors.Is(err, errPassedOver) {
		return nil
	}
	if err != nil {
		ix.abandon(ctx, p, e)
		return fmt.Errorf("compact index: %w", err)
	}
	return nil
}

// errBusy says that another compaction or purge is entered.
var errBusy = errors.New("another compaction is at work")

// enter puts an entry into the manifest before anything is read. One is
// entered at a time; another that is past its time is passed over.
func (ix *Index) enter(ctx context.Context, p kaibo.Project) (entry, error) {
	var random [20]byte
	if _, err := io.ReadFull(ix.Random, random[:]); err != nil {
		return entry{}, fmt.Errorf("make name of segment: %w", err)
	}
	name := strings.ToLower(base32.StdEncoding.EncodeToString(random[:]))
	e := entry{ID: name[:16], Object: segmentPrefix(p) + name}
	err := ix.swap(ctx, p, func(m *manifest) error {
		if _, ok := m.entry(e.ID); ok {
			return errUnchanged // the commit whose answer was lost had happened
		}
		now := ix.Clock()
		for _, other := range slices.Clone(m.Entered) {
			if now <= other.Until {
				return errBusy
			}
			m.passOver(other, now)
		}
		e.Start = now
		e.Until = now + kaibo.Time(enteredFor.Milliseconds())
		m.Entered = append(m.Entered, e)
		return nil
	})
	return e, err
}

// abandon leaves the manifest after an error. If that fails too, the next
// compaction passes the entry over once its time is up.
func (ix *Index) abandon(ctx context.Context, p kaibo.Project, e entry) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer cancel()
	_ = ix.swap(ctx, p, func(m *manifest) error {
		if _, ok := m.entry(e.ID); !ok {
			return errUnchanged
		}
		m.passOver(e, ix.Clock())
		return nil
	})
}

// job is what a compaction or a purge is going to write as one segment.
type job struct {
	before []segmentRef // what the manifest named when it was planned
	parts  []part
	merged []string // names of the segments among them
	folded []string // sort keys of the deltas among them
	keep   func(p *part, doc int) bool
}

func (ix *Index) compactAs(ctx context.Context, p kaibo.Project, e entry) error {
	t := ix.tenure(ctx, p, e)
	defer t.end()
	c, r, err := ix.open(t.ctx, p)
	if err != nil {
		return err
	}
	if _, ok := c.manifest.entry(e.ID); !ok {
		return errPassedOver
	}
	j := plan(c, r)
	if j == nil {
		return ix.leave(t.ctx, p, e)
	}
	return t.replace(j)
}

// plan chooses the deltas to fold and the segments to merge, or nil when there
// is nothing to do.
func plan(c *contents, r *Reader) *job {
	j := &job{before: c.manifest.Segments}
	take := make([]bool, len(r.parts))
	wasted, rows := false, 0
	for i, s := range c.manifest.Segments {
		mostlyDead := r.parts[i].dead.len()*2 > len(r.parts[i].ids)
		if take[i] = s.Bytes < maxRunBytes && rows+s.Docs < maxRows-maxFoldRows && (mergesNow(c.manifest.Segments, s) || mostlyDead); take[i] {
			j.parts = append(j.parts, r.parts[i])
			j.merged = append(j.merged, s.Object)
			wasted = wasted || mostlyDead
			rows += s.Docs
		}
	}
	room := maxFold - len(c.manifest.Folded)
	for i, item := range c.unfolded[:min(max(room, 0), len(c.unfolded))] {
		at := r.segments + i
		take[at] = true
		j.parts = append(j.parts, r.parts[at])
		j.folded = append(j.folded, item.Sort)
	}
	if len(j.folded) == 0 && len(j.merged) < 2 && !wasted {
		return nil
	}
	j.keep = keepNewest(r, take)
	return j
}

// mergesNow says whether a segment is merged: a small one always, a larger one
// once there are several of like size. That keeps a few of each size, and a
// row is written again once for each.
func mergesNow(all []segmentRef, s segmentRef) bool {
	size := sizeClass(s.Bytes)
	if size == 0 {
		return true
	}
	like := 0
	for _, o := range all {
		if sizeClass(o.Bytes) == size {
			like++
		}
	}
	return like >= mergeFactor
}

// sizeClass is 0 for a small segment and one more for each time that it is
// mergeFactor times as large.
func sizeClass(bytes int) int {
	class := 0
	for limit := smallSegment; bytes >= limit; limit *= mergeFactor {
		class++
	}
	return class
}

// keepNewest keeps each id's highest version. A tombstone is kept while a
// version that it hides could still lie elsewhere. Two things rule that out:
// it was in a segment before this compaction began, so every delta that came
// before it was read by the query and is folded here or seen as a part; and no
// part outside this job holds the id.
func keepNewest(r *Reader, take []bool) func(p *part, doc int) bool {
	return func(p *part, doc int) bool {
		if p.hidden.get(uint32(doc)) {
			return false
		}
		if !p.deleted[doc] || !r.isSegment(p.run) {
			return true
		}
		for i := range r.parts {
			if !take[i] {
				if _, ok := r.parts[i].find(p.ids[doc]); ok {
					return true
				}
			}
		}
		return false
	}
}

func (r *Reader) isSegment(run *run) bool {
	return slices.ContainsFunc(r.parts[:r.segments], func(p part) bool { return p.run == run })
}

// replace writes the job's segment and swaps it in: from then on readers take
// the segment for what went into it.
func (t *tenure) replace(j *job) error {
	data, docs, err := merge(j.parts, j.keep, t.step)
	if err != nil {
		return err
	}
	if len(data) > math.MaxUint32 {
		return fmt.Errorf("a segment of %d bytes is over what its format can say", len(data))
	}
	if err := t.renew(); err != nil {
		return err
	}
	if docs > 0 {
		if err := t.ix.Objects.Put(t.ctx, t.Object, data); err != nil {
			return fmt.Errorf("write segment: %w", err)
		}
	}
	sum := sha256.Sum256(data)
	ref := segmentRef{Object: t.Object, Bytes: len(data), Docs: docs, SHA256: hex.EncodeToString(sum[:])}
	if docs > 0 {
		if err := t.ix.warm(t.ctx, j, ref, data); err != nil {
			return err
		}
	}
	return t.swapIn(j, ref)
}

// swapIn has the manifest name a segment in place of what went into it.
func (t *tenure) swapIn(j *job, ref segmentRef) error {
	tried := false
	return t.ix.swap(t.ctx, t.project, func(m *manifest) error {
		if _, ok := m.entry(t.ID); !ok {
			// Gone with our own commit whose answer was lost, or passed over: whoever
			// does that drops our object.
			if tried && !m.drops(t.Object) {
				return errUnchanged
			}
			return errPassedOver
		}
		tried = true
		m.leave(t.ID)
		m.take(j, t.ix.Clock())
		if ref.Docs > 0 {
			m.Segments = append(m.Segments, ref)
		}
		return nil
	})
}

// warm lays out what this process's readers will need once the segment is
// swapped in, so that no recall waits for that. It also shows that the bytes can
// be read before anything is given up for them.
func (ix *Index) warm(ctx context.Context, j *job, ref segmentRef, data []byte) error {
	written, err := cached(&ix.cache, ix.limit(), ref.Object, func() (*run, int, error) { return openSized(ref.Object, data) })
	if err != nil {
		return fmt.Errorf("read back segment: %w", err)
	}
	var segments []*run
	for _, s := range j.before {
		if slices.Contains(j.merged, s.Object) {
			continue
		}
		r, err := ix.segment(ctx, s)
		if err != nil {
			return err
		}
		segments = append(segments, r)
	}
	ix.hidden(append(segments, written))
	return nil
}

// take moves what a job replaced to where it is deleted from.
func (m *manifest) take(j *job, now kaibo.Time) {
	m.Segments = slices.DeleteFunc(m.Segments, func(s segmentRef) bool { return slices.Contains(j.merged, s.Object) })
	for _, object := range j.merged {
		m.Dropped = append(m.Dropped, droppedRef{Object: object, At: now})
	}
	for _, sort := range j.folded {
		m.Folded = append(m.Folded, foldedRef{Delta: sort, At: now})
	}
}

// leave ends an entry that had nothing to do.
func (ix *Index) leave(ctx context.Context, p kaibo.Project, e entry) error {
	return ix.swap(ctx, p, func(m *manifest) error {
		if _, ok := m.entry(e.ID); !ok {
			return errUnchanged
		}
		m.leave(e.ID)
		return nil
	})
}
