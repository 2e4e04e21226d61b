package forget

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/views"
)

// foresee reads, all at once, what the set will be computed from, as far as the
// index knows it: the chains of memories, where the events lie that they and
// the named ones come from, what else was learned from those, and the records
// of that. What the index does not know is read when it is met.
func (g *gathering) foresee(ctx context.Context, memories, events []string) error {
	s := &sight{project: g.project.ID, index: g.index, events: make(map[string]bool), memories: make(map[string]bool)}
	for _, id := range views.ChainIn(g.index, memories) {
		s.memory(id)
		if d, ok := g.index.Doc(id); ok {
			s.sourcesOf(d)
			s.keys = append(s.keys, views.RulingKeys(s.project, d.Revisions)...)
		}
	}
	for _, id := range events {
		s.event(id)
	}
	if err := g.Table.Fetch(ctx, s.keys, s.spans); err != nil {
		return fmt.Errorf("read what is to be forgotten: %w", err)
	}
	return nil
}

// sight collects what is to be read at once.
type sight struct {
	project  string
	index    *termindex.Reader
	memories map[string]bool
	events   map[string]bool
	keys     []kaibo.Key
	spans    []views.Span
}

// memory adds the record of a memory.
func (s *sight) memory(id string) {
	if !s.memories[id] {
		s.memories[id] = true
		s.keys = append(s.keys, kaibo.MemoryKey(s.project, id))
	}
}

// event adds an event by its id. Its rows say where it lies.
func (s *sight) event(id string) {
	for d := range s.index.Passages(id) {
		s.sourcesOf(d)
		break
	}
	if d, ok := s.index.Doc(kaibo.ProvisionalID(id)); ok {
		s.sourcesOf(d)
	}
	if !s.events[id] {
		s.events[id] = true
		s.keys = append(s.keys, eventKeys(s.project, []string{id})...)
	}
}

// sourcesOf adds the events that a row comes from, with what was learned from
// them.
func (s *sight) sourcesOf(d *termindex.Doc) {
	for _, source := range d.Sources {
		if s.events[source.EventID] {
			continue
		}
		s.events[source.EventID] = true
		s.keys = append(s.keys, eventKeys(s.project, []string{source.EventID})...)
		s.spans = append(s.spans, views.DerivedSpan(s.project, source.Stream, source.Seq))
		for _, o := range s.index.At(source.Stream, source.Seq) {
			if o.Kind == termindex.Memory {
				s.memory(o.ID)
			}
		}
	}
}
