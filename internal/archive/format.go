package archive

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Version is the format's. Another one is refused.
const Version = 1

// Limits of an archive.
const (
	// MaxPart bounds one part, in bytes: what is held in memory at once. A part
	// is begun anew at partBytes; one line more is at most a payload of 1 MiB
	// whose every byte is escaped.
	MaxPart = 16 << 20
	// MaxManifest bounds the manifest, which names every stream.
	MaxManifest = 64 << 20
	// MaxParts bounds how many parts there are: some terabytes.
	MaxParts  = 1 << 20
	partBytes = 4 << 20
	partLines = 1000
)

// Manifest is the first part: what the archive is of.
type Manifest struct {
	Format  int          `json:"format"`
	Program string       `json:"program"` // "kaibo", and the version that wrote it
	TakenAt kaibo.Time   `json:"takenAt"`
	Project ProjectEntry `json:"project"`
	// Deployment is the name that the checkpoints' keys sign with; empty while
	// nothing was signed.
	Deployment string       `json:"deployment,omitempty"`
	Streams    []StreamHead `json:"streams"` // in byte order of their names
	Deletions  StreamHead   `json:"deletions"`
}

// ProjectEntry is the project. Its secret keys the digests by which events are
// found by their idempotency keys and memories by their words.
type ProjectEntry struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Secret    []byte     `json:"secret"`
	CreatedAt kaibo.Time `json:"createdAt"`
}

// StreamHead is where a stream, or the deletion ledger, ends.
type StreamHead struct {
	Stream string     `json:"stream,omitempty"`
	Seq    uint64     `json:"seq"`
	Hash   kaibo.Hash `json:"hash"`
}

// Keys are the public parts of the keys that sign for the deployment.
type Keys struct {
	Keys  []string `json:"keys"`
	Lists []string `json:"lists"` // every list of keys, the oldest first: signed notes
}

// CheckpointLine is one signed checkpoint: of a stream, or with none of the
// deletion ledger.
type CheckpointLine struct {
	Stream string `json:"stream,omitempty"`
	Note   string `json:"note"`
	Log    string `json:"log,omitempty"` // the proof that it is in the log of logs
}

// PlaceLine is what is known of an event's place besides the chain.
type PlaceLine struct {
	Seq      uint64 `json:"seq"`
	Session  uint64 `json:"session"`
	JobFirst uint64 `json:"jobFirst"`
}

// PayloadLine is the text of an event and what proves it. An event without one
// was forgotten.
type PayloadLine struct {
	Seq           uint64          `json:"seq"`
	Content       *string         `json:"content,omitempty"`
	ContentBase64 []byte          `json:"contentBase64,omitempty"`
	Salt          string          `json:"salt"` // 32 hexadecimal digits
	Details       json.RawMessage `json:"details"`
	DetailsSalt   string          `json:"detailsSalt"`
}

// ItemLine is an item of the store as it lies there: a job, a derivation, an
// initiative, an alias, an expiry, a rule of retention,
// a change of the curated graph.
type ItemLine struct {
	Kind    string          `json:"kind"`
	Sort    string          `json:"sort"`
	Version uint64          `json:"version"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// The kinds of items.
const (
	kindJob        = "job"
	kindDerivation = "derivation"
	kindInitiative = "initiative"
	kindAlias      = "alias"
	kindExpiry     = "expiry"
	kindRule       = "rule"
	kindChange     = "change" // of the curated graph
)

// The parts, in the order in which they stand. Those of a stream stand once a
// stream.
const (
	partManifest = iota
	partKeys
	partCheckpoints
	partDeletions
	partRecords
	partStream
	partMemories
	partSums
)

// The parts of a stream. Events, places and payloads come in threes, of the same
// events.
const (
	ofHead = iota
	ofEvents
	ofPlaces
	ofPayloads
	ofJobs
	ofDerivations
)

const sumsName = "SHA256SUMS"

var (
	plainParts  = map[string]int{"manifest.json": partManifest, "keys.json": partKeys, sumsName: partSums}
	countParts  = map[string]int{"checkpoints": partCheckpoints, "deletions": partDeletions, "records": partRecords, "memories": partMemories}
	streamParts = map[string]int{"events": ofEvents, "places": ofPlaces, "payloads": ofPayloads, "jobs": ofJobs, "derivations": ofDerivations}
)

// place is where a part stands.
type place struct {
	part   int
	stream string
	of     int
	number int
}

// String is the part's name.
func (p place) String() string {
	for name, part := range plainParts {
		if part == p.part {
			return name
		}
	}
	if p.part != partStream {
		for name, part := range countParts {
			if part == p.part {
				return fmt.Sprintf("%s-%06d.jsonl", name, p.number)
			}
		}
	}
	if p.of == ofHead {
		return "streams/stream-" + p.stream + "/head.json"
	}
	for name, of := range streamParts {
		if of == p.of {
			return fmt.Sprintf("streams/stream-%s/%s-%06d.jsonl", p.stream, name, p.number)
		}
	}
	return ""
}

// parsePlace reads the name of a part; false for any other name.
func parsePlace(name string) (place, bool) {
	p := place{}
	base := name
	if rest, ok := strings.CutPrefix(name, "streams/stream-"); ok {
		p.part = partStream
		if p.stream, base, ok = strings.Cut(rest, "/"); !ok {
			return p, false
		}
		if base == "head.json" {
			return p, p.String() == name
		}
	} else if part, ok := plainParts[name]; ok {
		return place{part: part}, true
	}
	base, ok := strings.CutSuffix(base, ".jsonl")
	kind, digits, counted := strings.Cut(base, "-")
	n, err := strconv.Atoi(digits)
	if !ok || !counted || err != nil || n < 1 || n > MaxParts {
		return p, false
	}
	p.number = n
	if p.part == partStream {
		p.of, ok = streamParts[kind]
	} else {
		p.part, ok = countParts[kind]
	}
	return p, ok && p.String() == name
}

// limit is how large a part may be.
func (p place) limit() int64 {
	if p.part == partManifest || p.part == partSums {
		return MaxManifest
	}
	return MaxPart
}

// refused is an error about a part, by its name.
func refused(name, format string, args ...any) error {
	return kaibo.Errorf(kaibo.Invalid, "the archive is refused: %s: %s", name, fmt.Sprintf(format, args...))
}
