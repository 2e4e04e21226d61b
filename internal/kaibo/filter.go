package kaibo

import (
	"fmt"
	"slices"
)

// Filter narrows memories. Each field is off when empty; all that are on must
// match. Initiatives are ids and exclude memories that name none; Streams,
// Actors and Tags look at the cited events, and one source must match all
// three.
type Filter struct {
	Types       []string
	Initiatives []string
	Streams     []string
	Actors      []string
	Tags        []string // from MetadataTag: every one must be there
	// Limited says that whoever asks may be told of Initiatives alone, and of
	// nothing when there are none. Of the events of a memory only that of its
	// birth is looked at, since others may be of other initiatives; and nothing
	// else in the project may bear on an answer.
	Limited bool
}

// MetadataTag is the digest under which a metadata entry is looked up, so that
// no index holds its text.
func (p Project) MetadataTag(key string, value any) string {
	return p.Digest("metadata", key, fmt.Sprintf("%T:%v", value, value))[:16]
}

// MetadataTags returns the sorted tags of all entries.
func (p Project) MetadataTags(metadata map[string]any) []string {
	if len(metadata) == 0 {
		return nil
	}
	tags := make([]string, 0, len(metadata))
	for k, v := range metadata {
		tags = append(tags, p.MetadataTag(k, v))
	}
	slices.Sort(tags)
	return tags
}

// Empty reports whether the filter lets everything through.
func (f Filter) Empty() bool {
	return !f.Limited && len(f.Types) == 0 && len(f.Initiatives) == 0 && !f.NeedsSource()
}

// NeedsSource reports whether the filter looks at sources.
func (f Filter) NeedsSource() bool { return len(f.Streams)+len(f.Actors)+len(f.Tags) > 0 }

// MatchScope applies Types and Initiatives.
func (f Filter) MatchScope(memoryType string, initiatives []string) bool {
	if len(f.Types) > 0 && !slices.Contains(f.Types, memoryType) {
		return false
	}
	if len(f.Initiatives) == 0 {
		return !f.Limited
	}
	return slices.ContainsFunc(initiatives, func(id string) bool { return slices.Contains(f.Initiatives, id) })
}

// MatchSource applies Streams, Actors and Tags to one source.
func (f Filter) MatchSource(stream, actor string, tags []string) bool {
	if len(f.Streams) > 0 && !slices.Contains(f.Streams, stream) {
		return false
	}
	if len(f.Actors) > 0 && !slices.Contains(f.Actors, actor) {
		return false
	}
	for _, t := range f.Tags {
		if !slices.Contains(tags, t) {
			return false
		}
	}
	return true
}

// Match applies the whole filter to a memory.
func (f Filter) Match(m *MemoryRecord) bool {
	if !f.MatchScope(m.Type, m.Birth.Initiatives) {
		return false
	}
	if !f.NeedsSource() {
		return true
	}
	sources := m.Sources
	if f.Limited {
		sources = sources[:min(len(sources), 1)] // that of its birth is always the first
	}
	return slices.ContainsFunc(sources, func(s Source) bool { return f.MatchSource(s.Stream, s.Actor, s.Tags) })
}
