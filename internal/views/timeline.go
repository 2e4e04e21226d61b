package views

import (
	"cmp"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Compare orders two births on the timeline: by when they were said or, where
// that is earlier, recorded; then by record time, stream, seq and ordinal. It
// is the order in which statements on one subject replace each other, so it is
// the same whichever was structured first.
func Compare(a, b *kaibo.Birth) int {
	return cmp.Or(
		cmp.Compare(Said(a.Source), Said(b.Source)),
		cmp.Compare(a.Source.RecordedAt, b.Source.RecordedAt),
		cmp.Compare(a.Source.Stream, b.Source.Stream),
		cmp.Compare(a.Source.Seq, b.Source.Seq),
		cmp.Compare(a.Ordinal, b.Ordinal),
		cmp.Compare(a.Generation, b.Generation),
		cmp.Compare(a.ID, b.ID))
}

// Said is the moment a source counts from: min(occurredAt, recordedAt).
func Said(s kaibo.Source) kaibo.Time { return min(s.OccurredAt, s.RecordedAt) }

// SortRecords orders records along the timeline, oldest first.
func SortRecords(records []*kaibo.MemoryRecord) {
	slices.SortFunc(records, func(a, b *kaibo.MemoryRecord) int { return Compare(&a.Birth, &b.Birth) })
}
