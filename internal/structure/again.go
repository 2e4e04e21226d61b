package structure

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// again is what a worker knows that derives a project again: under which
// generation, what was noted before, and what people ruled on. A worker that
// does not has none, and each method answers for that.
type again struct {
	generation int
	before     map[string][]*kaibo.MemoryRecord // what stands, by the event that it was born of
	ruled      map[string]bool                  // ids of before that people corrected, reinstated or disputed
	curations  map[string][]curated             // by ids of before, what verbs of the graph made of them
	means      map[string]string                // ids that people named, to what stands for them before
	place      map[string]string                // ids of before to the memory that is in their place
	answers    kaibo.Objects                    // holds what a model read, so that it is asked once however often the work begins; nil keeps nothing
	kept       int                              // memories that only people's rulings keep
}

// number is the generation of what is derived; 0 for what an event leads to at
// first.
func (a *again) number() int {
	if a == nil {
		return 0
	}
	return a.generation
}

// now answers the id by which a memory goes that people named by another.
func (a *again) now(id string) string {
	if a == nil {
		return id
	}
	return a.place[cmp.Or(a.means[id], id)]
}

// bore answers what an event bore before.
func (a *again) bore(eventID string) []*kaibo.MemoryRecord {
	if a == nil {
		return nil
	}
	return a.before[eventID]
}

// curated is what a verb of the graph made of an automatic memory.
type curated struct {
	record   *kaibo.MemoryRecord
	revision kaibo.Revision
}

// revisedBy answers the memories of before that an event of curation gave a
// revision, by their ids.
func (a *again) revisedBy(e *kaibo.Event) []curated {
	if a == nil {
		return nil
	}
	var out []curated
	for _, list := range a.curations {
		for _, r := range list {
			if last := r.revision; last.Stream == e.Stream && last.Seq == e.Seq {
				out = append(out, r)
			}
		}
	}
	slices.SortFunc(out, func(x, y curated) int { return cmp.Compare(x.record.ID, y.record.ID) })
	return out
}

// noteCurations notes what verbs of the graph made of a memory of before: that
// counts as a ruling, so that something stands in its place.
func (a *again) noteCurations(r *kaibo.MemoryRecord) {
	for _, rev := range r.Revisions[1:] {
		if strings.HasPrefix(rev.Stream, CurateStream) && r.Structurer != kaibo.StructurerCurate {
			a.ruled[r.ID] = true
			a.curations[r.ID] = append(a.curations[r.ID], curated{r, rev})
		}
	}
}

// tookPlace notes which memory is in the place of those that an event of
// people's bore before.
func (a *again) tookPlace(eventID, id string) {
	if a == nil {
		return
	}
	for _, old := range a.before[eventID] {
		a.place[old.ID] = id
	}
}

// keepRuled sees to it that what people ruled on is there to be ruled on again:
// it finds the statement of the plan that says it, and where there is none puts
// the memory of before into the plan. A run that keeps puts all of them there.
func (a *again) keepRuled(ctx context.Context, r *run, i int, src *source) error {
	if a == nil {
		return nil
	}
	ordinal := 0
	for _, pl := range r.plan {
		if pl.Event == i {
			ordinal = max(ordinal, pl.Ordinal+1)
		}
	}
	for _, old := range a.before[src.event.ID] {
		if !a.ruled[old.ID] && !r.keep {
			continue
		}
		if at := counterpart(old, r.plan, i); at >= 0 {
			r.plan[at].For = append(r.plan[at].For, old.ID)
			continue
		}
		if old.Source.End > len(src.content) {
			continue
		}
		st, err := statementOf(ctx, r.worker.Structurer, src, old)
		if err != nil {
			return err
		}
		r.plan = append(r.plan, planned{Event: i, Ordinal: ordinal, Statement: st, By: old.Structurer, Context: old.Context, For: []string{old.ID}})
		ordinal++
		a.kept++
	}
	return nil
}

// statementOf is the statement that a memory was born of.
func statementOf(ctx context.Context, by Structurer, src *source, old *kaibo.MemoryRecord) (Statement, error) {
	words, err := anchorWords(ctx, by, src.event, src.details, old.Content)
	if err != nil || len(words) == 0 {
		words = contentWords(old.Content)
	}
	return Statement{Type: old.Type, Content: old.Content, Start: old.Source.Start, End: old.Source.End, Confidence: old.Confidence,
		ValidFrom: old.StatedFrom, ValidTo: old.StatedTo, Bounded: old.Bounded, Anchors: words[:min(len(words), MaxAnchors)]}, nil
}

// counterpart finds the statement of the plan that says what a memory said: in
// the same words, else the one whose span covers most of its own, and half at
// least. It is -1 when there is none.
func counterpart(old *kaibo.MemoryRecord, plan []planned, event int) int {
	best, most := -1, 0
	for i := range plan {
		st := &plan[i].Statement
		if plan[i].Event != event {
			continue
		}
		if st.Content == old.Content {
			return i
		}
		if n := overlap(st.Start, st.End, old.Source); n > most && 2*n >= min(st.End-st.Start, old.Source.End-old.Source.Start) {
			best, most = i, n
		}
	}
	return best
}

// overlap is how many bytes of an event a span and a source share.
func overlap(start, end int, s kaibo.Source) int { return max(0, min(end, s.End)-max(start, s.Start)) }

// heirs answers the memories that say now what one of before said: what is in
// its place by people's rulings; else those of its event in the same words;
// else those whose spans touch its own.
func (a *again) heirs(old *kaibo.MemoryRecord, now []said) []string {
	if id := a.place[old.ID]; id != "" {
		return []string{id}
	}
	var same, near []string
	for _, s := range now {
		switch {
		case s.content == old.Content && !slices.Contains(same, s.id):
			same = append(same, s.id)
		case overlap(s.source.Start, s.source.End, old.Source) > 0 && !slices.Contains(near, s.id):
			near = append(near, s.id)
		}
	}
	if len(same) > 0 {
		return same
	}
	return near
}

// said is a memory that an event bears out, at a place in it.
type said struct {
	id, content string
	source      kaibo.Source
}

// reading answers what a model read in an event: what it read when the work was
// begun before, else what ask answers, which is then stored beside the event's
// plans, to be purged and swept with them.
func (a *again) reading(ctx context.Context, r *run, s *source, ask func() (Reading, bool)) (Reading, bool, error) {
	if a == nil || a.answers == nil {
		out, ok := ask()
		return out, ok, nil
	}
	of := sha256.Sum256([]byte(r.adviser.model.Name() + " " + s.event.Hash.String()))
	name := fmt.Sprintf("%s%s-again-%s", PlanPrefix(r.project.ID), r.job.ID, hex.EncodeToString(of[:8]))
	var out Reading
	b, err := a.answers.Get(ctx, name, 0, -1)
	switch {
	case err == nil && json.Unmarshal(b, &out) == nil:
		return out, true, nil
	case err != nil && kaibo.KindOf(err) != kaibo.NotFound:
		return out, false, fmt.Errorf("read what the model read: %w", err)
	}
	out, ok := ask()
	if !ok {
		return out, false, nil
	}
	if b, err = json.Marshal(out); err == nil {
		err = a.answers.Put(ctx, name, b)
	}
	if err != nil && kaibo.KindOf(err) != kaibo.Conflict {
		return out, false, fmt.Errorf("store what the model read: %w", err)
	}
	return out, true, nil
}
