package termindex

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Size is how much of an index is folded into segments, and what that takes.
type Size struct {
	Segments int
	Rows     int // of all segments, hidden ones and tombstones too
	Bytes    int // of all segments
	Postings int // of those bytes: the terms and their lists
}

// Size measures the segments of a project; deltas are not counted.
func (ix *Index) Size(ctx context.Context, p kaibo.Project) (Size, error) {
	r, err := ix.Open(ctx, p)
	if err != nil {
		return Size{}, fmt.Errorf("measure index: %w", err)
	}
	var s Size
	for _, part := range r.parts[:r.segments] {
		s.Segments++
		s.Rows += len(part.ids)
		s.Bytes += len(part.data)
		s.Postings += part.postingBytes
	}
	return s, nil
}
