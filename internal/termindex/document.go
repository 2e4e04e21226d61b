package termindex

import (
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// AnalyserVersion names the rules by which [Terms] cuts text. A document keeps
// the version that made it, so that fsck can find rows cut by older rules.
const AnalyserVersion = 2

// DocKind says what a document is.
type DocKind uint8

// The kinds of documents.
const (
	Memory      DocKind = iota // a memory
	Provisional                // an event whose job is still open
	Passage                    // a piece of an event: context, never an answer
	docKinds                   // how many there are
)

// String returns the kind's name.
func (k DocKind) String() string {
	switch k {
	case Memory:
		return "memory"
	case Provisional:
		return "provisional"
	case Passage:
		return "passage"
	default:
		return "unknown"
	}
}

// Source is an event that a document comes from.
type Source struct {
	Stream  string
	Seq     uint64
	EventID string
	Session string // of its stream; see WithSession
	Actor   string
	Role    string
	Tags    []string // digests of metadata entries; see kaibo.Project.MetadataTag
}

// Term is one term of a document and how often it stands there.
type Term struct {
	Text string
	Freq uint16 // at least 1; it stays at 65,535 when there are more
}

// Doc is one row of the index. It holds ids, numbers and terms, never text.
//
// A Doc that a [Reader] hands out is shared and must not be changed; its Terms
// are nil, because postings hold them. [Index.Snapshot] fills them in.
type Doc struct {
	ID      string // memory id, provisional id, or for a passage "<event id>/<n>"
	Kind    DocKind
	Version uint64 // the highest wins wherever it lies
	Deleted bool   // a tombstone: no terms; hides every lower version

	Type        string
	Initiatives []string // ids
	Sources     []Source // of a memory: as many as its record lists; of others: one
	Start, End  int      // bytes of the event: of a passage or provisional
	First       uint64   // of a provisional: seq of the first event of its append

	// Revisions are all of a memory's. A provisional or a passage has one, which
	// says when its event happened and when it was recorded.
	Revisions []kaibo.Revision

	Length   int    // content words
	Tokens   int    // cost in the pack; 0 for a passage, which is never packed
	Terms    []Term // sorted by Text
	Analyser int
}

// The version of a memory's row: a revision counts for more than any number of
// repeats, and being forgotten for more than either.
const (
	revisionStep     = 1 << 20
	forgottenVersion = 1 << 62
)

// DeadVersion is the version to give the tombstone of a document that has no
// revisions of its own: a passage, or a provisional whose job is done. It is
// above every version that such a document is written with.
const DeadVersion = 1 << 20

// MemoryVersion returns the version of a memory's row. It grows with every
// revision and every source, and is above all of those once the memory is
// forgotten.
func MemoryVersion(r *kaibo.MemoryRecord) uint64 {
	v := uint64(len(r.Revisions))*revisionStep + uint64(min(max(r.EventCount+2*r.Dropped, 0), revisionStep-1))
	if r.Forgotten {
		v |= forgottenVersion
	}
	return v
}

// MemoryDoc returns the row of a memory: the terms of its content and of its
// quote together, each as often as it stands in the richer of the two. A
// forgotten memory gives a tombstone.
func MemoryDoc(r *kaibo.MemoryRecord) Doc {
	if r.Forgotten {
		return Tombstone(r.ID, Memory, MemoryVersion(r))
	}
	terms, length := Terms(r.Content)
	if r.Quote != "" && r.Quote != r.Content {
		quoted, _ := Terms(r.Quote)
		terms = maxTerms(terms, quoted)
		length = contentWords(terms)
	}
	sources := make([]Source, 0, len(r.Sources))
	for _, s := range r.Sources {
		sources = append(sources, Source{Stream: s.Stream, Seq: s.Seq, EventID: s.EventID, Session: sessionName(s.Session),
			Actor: s.Actor, Role: s.Role, Tags: slices.Clone(s.Tags)})
	}
	return Doc{
		ID: r.ID, Kind: Memory, Version: MemoryVersion(r),
		Type: r.Type, Initiatives: slices.Clone(r.Initiatives), Sources: sources,
		Revisions: slices.Clone(r.Revisions),
		Length:    length, Tokens: r.Tokens, Terms: terms, Analyser: AnalyserVersion,
	}
}

// ProvisionalDoc returns the row of a provisional memory; first is the seq of
// the first event of its append. It is current for as long as its job is open.
func ProvisionalDoc(stream string, first uint64, pm kaibo.ProvisionalMemory) Doc {
	terms, length := Terms(pm.Text)
	return Doc{
		ID: kaibo.ProvisionalID(pm.EventID), Kind: Provisional, Version: 1,
		Type: kaibo.TypeEpisode, Initiatives: slices.Clone(pm.Initiatives),
		Sources: []Source{{Stream: stream, Seq: pm.Seq, EventID: pm.EventID, Session: sessionName(pm.Session),
			Actor: pm.Actor, Role: pm.Role, Tags: slices.Clone(pm.Tags)}},
		End: len(pm.Text), First: first,
		Revisions: []kaibo.Revision{whenRecorded(stream, pm.Seq, pm.OccurredAt, pm.RecordedAt)},
		Length:    length, Tokens: pm.Tokens, Terms: terms, Analyser: AnalyserVersion,
	}
}

// whenRecorded is the one revision of a document that is not a memory.
func whenRecorded(stream string, seq uint64, occurred, recorded kaibo.Time) kaibo.Revision {
	return kaibo.Revision{Version: 1, RecordedAt: recorded, Stream: stream, Seq: seq,
		ValidFrom: min(occurred, recorded), ValidTo: kaibo.Forever, Status: kaibo.StatusCurrent}
}

// Tombstone returns the row that hides every version of id up to and including
// version: at equal versions the tombstone wins.
func Tombstone(id string, kind DocKind, version uint64) Doc {
	return Doc{ID: id, Kind: kind, Version: version, Deleted: true}
}
