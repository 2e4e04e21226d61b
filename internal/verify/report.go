package verify

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Report is what a run found.
type Report struct {
	Streams   []Chain   `json:"streams"`          // in the order in which they were served
	Deletions Chain     `json:"deletions"`        // the deletion ledger, named chain.DeletionLedger
	Events    uint64    `json:"events"`           // events whose chain was verified
	Payloads  uint64    `json:"payloads"`         // payloads whose two digests were verified
	Gone      uint64    `json:"gone"`             // payloads that are gone with an entry
	Forgotten uint64    `json:"forgotten"`        // memories that the ledger names and that were looked for
	Listed    uint64    `json:"listed"`           // memories that the lists showed
	Findings  []Finding `json:"findings"`         // by stream, then seq; at most MaxFindings
	More      uint64    `json:"more"`             // findings beyond MaxFindings
	Signed    *Signed   `json:"signed,omitempty"` // nil when the server signs nothing
	Memory    *Memory   `json:"-"`                // for the next run; nil unless all holds
}

// Chain is how far one chain was verified.
type Chain struct {
	Stream string     `json:"stream"`
	Size   uint64     `json:"size"` // entries that were verified, from the first one on
	Hash   kaibo.Hash `json:"hash"` // of the last of them; zero when there is none
	Root   kaibo.Hash `json:"root"` // RFC 6962 root over them
}

// Finding is one place where what was served does not hold.
type Finding struct {
	Stream string `json:"stream"` // chain.DeletionLedger for the deletion ledger
	Seq    uint64 `json:"seq"`    // 0 when it is about no entry
	What   string `json:"what"`   // what differs, in a sentence's words
}

// String returns the finding as one line.
func (f Finding) String() string {
	if f.Seq == 0 {
		return fmt.Sprintf("stream %s: %s", f.Stream, f.What)
	}
	return fmt.Sprintf("stream %s, seq %d: %s", f.Stream, f.Seq, f.What)
}

// MaxFindings is how many findings a report keeps, so that a server that is
// wrong throughout cannot fill the reader's memory.
const MaxFindings = 1000

// OK reports whether all holds.
func (r *Report) OK() bool { return len(r.Findings) == 0 }

// Heads returns the ends that were verified, the deletion ledger's among them,
// to be kept and given to a later run as [Options.Known].
func (r *Report) Heads() []Chain {
	heads := append(slices.Clone(r.Streams), r.Deletions)
	return slices.DeleteFunc(heads, func(c Chain) bool { return c.Size == 0 })
}

// findings collects what the goroutines of a run find.
type findings struct {
	mu   sync.Mutex
	list []Finding
	more uint64
}

func (f *findings) add(stream string, seq uint64, format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.list) == MaxFindings {
		f.more++
		return
	}
	f.list = append(f.list, Finding{Stream: stream, Seq: seq, What: fmt.Sprintf(format, args...)})
}

// broken adds what a verifier says.
func (f *findings) broken(b *chain.BrokenError) {
	what := b.What
	switch {
	case b.Want != "" && b.Got != "":
		what += fmt.Sprintf(": expected %s, got %s", b.Want, b.Got)
	case b.Got != "":
		what += ": got " + b.Got
	}
	f.add(b.Stream, b.Seq, "%s", what)
}

// into puts the findings into a report in an order that does not depend on
// which goroutine was first.
func (f *findings) into(r *Report) {
	slices.SortFunc(f.list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Stream, b.Stream), cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.What, b.What))
	})
	r.Findings, r.More = append(r.Findings, f.list...), f.more
}
