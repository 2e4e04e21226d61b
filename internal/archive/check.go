package archive

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// Check reads a whole archive and believes nothing of it. Trusted are keys that
// checkpoints must lead from; with none the archive's own are believed. What is
// wrong is an Invalid error that names the part.
func Check(ctx context.Context, r io.Reader, trusted []string, progress func(done, total uint64)) (*Summary, error) {
	_, s, err := check(ctx, r, nil, trusted, progress, nil)
	return s, err
}

// taker takes what was checked, piece by piece.
type taker interface {
	begin(ctx context.Context, m *Manifest) error
	receipts(ctx context.Context, entries []kaibo.Receipt) error
	records(ctx context.Context, items []ItemLine) error
	chunk(ctx context.Context, events []held) error
	items(ctx context.Context, stream string, items []ItemLine) error
	endStream(ctx context.Context, h kaibo.Head) error
}

// held is an event with what the archive holds of it.
type held struct {
	event   kaibo.Event
	place   PlaceLine
	payload *kaibo.Payload // nil when it is forgotten
}

func check(ctx context.Context, r io.Reader, expect sums, trusted []string, progress func(done, total uint64), to taker) (sums, *Summary, error) {
	c := &checking{ctx: ctx, to: to, trusted: trusted, tell: progress, deletions: chain.NewReceiptVerifier(),
		forgotten: map[string]bool{}, memories: map[string]bool{}, signed: map[string][]proof.Checkpoint{}, at: place{part: -1}}
	if c.tell == nil {
		c.tell = func(uint64, uint64) {}
	}
	found, digest, err := eachPart(ctx, r, expect, c.part)
	if err == nil {
		err = c.end()
	}
	c.summary.Digest = digest
	return found, &c.summary, err
}

// checking is where the check of an archive is.
type checking struct {
	ctx     context.Context
	to      taker // nil for a check alone
	trusted []string
	tell    func(done, total uint64)
	summary Summary
	at      place // of the last part
	total   uint64

	keys      *proof.Walked
	signed    map[string][]proof.Checkpoint // by stream; the deletion ledger's under none
	deletions *chain.ReceiptVerifier
	forgotten map[string]bool // events
	memories  map[string]bool // that are forgotten
	stream    *streamCheck
	streams   int    // that are done
	changes   uint64 // of the curated graph
	rules     int    // of retention, so far
}

// part checks one part and hands it on.
func (c *checking) part(p place, data []byte) error {
	name := p.String()
	if err := c.order(p, name); err != nil {
		return err
	}
	if p.part != partDeletions && c.at.part <= partDeletions && p.part > partDeletions {
		if err := c.endDeletions(); err != nil {
			return err
		}
	}
	if c.stream != nil && (p.part != partStream || p.stream != c.stream.head.Stream) {
		if err := c.endStream(); err != nil {
			return err
		}
	}
	c.at = p
	switch p.part {
	case partManifest:
		return c.manifest(name, data)
	case partKeys:
		return c.readKeys(name, data)
	case partCheckpoints:
		return c.readCheckpoints(name, data)
	case partDeletions:
		return c.readDeletions(name, data)
	case partRecords:
		return c.readRecords(name, data)
	case partStream:
		return c.readStream(p, name, data)
	default: // memories are for other readers
		return nil
	}
}

// order holds the parts to their order: sections in turn, numbers from 1 without
// a gap, streams as the manifest has them.
func (c *checking) order(p place, name string) error {
	switch {
	case c.at.part < 0 && p.part != partManifest:
		return refused(name, "the manifest comes first")
	case c.at.part >= 0 && (p.part < c.at.part || p.part == c.at.part && p.number == 0 && p.part != partStream):
		return refused(name, "it stands in the wrong place, or twice")
	case p.part != partStream && p.number > 0:
		want := 1
		if p.part == c.at.part {
			want = c.at.number + 1
		}
		if p.number != want {
			return refused(name, "number %d was expected", want)
		}
	}
	return nil
}

// oneJSON reads a part that is one object, strictly.
func oneJSON(name string, data []byte, v any) error {
	if err := canon.Decode(data, v); err != nil {
		return refused(name, "%s", detail(err))
	}
	return nil
}

// eachLine reads the lines of a part.
func eachLine(name string, data []byte, fn func(line []byte) error) error {
	for n := 1; len(data) > 0; n++ {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		if !whole {
			return refused(name, "line %d has no end", n)
		}
		if err := fn(line); err != nil {
			return refused(name, "line %d: %s", n, detail(err))
		}
		data = rest
	}
	return nil
}

// strict reads a line into v.
func strict(line []byte, v any) error { return canon.Decode(line, v) }

func (c *checking) manifest(name string, data []byte) error {
	m := &c.summary.Manifest
	var version struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return refused(name, "it is no JSON")
	}
	if version.Format != Version {
		return refused(name, "it has format %d, and this program knows format %d", version.Format, Version)
	}
	if err := oneJSON(name, data, m); err != nil {
		return err
	}
	if p := &m.Project; !kaibo.IsURLName(p.ID, kaibo.MaxNameBytes) || len(p.Secret) < 16 || len(p.Secret) > maxSecret {
		return refused(name, "it names no project, or no secret of it")
	}
	if !kaibo.IsURLName(m.Project.Name, kaibo.MaxNameBytes) {
		return refused(name, "a project's name is 1 to %d of A-Z a-z 0-9 . _ ~ -", kaibo.MaxNameBytes)
	}
	for i, h := range m.Streams {
		if p := (place{part: partStream, stream: h.Stream}); h.Seq == 0 || i > 0 && h.Stream <= m.Streams[i-1].Stream || !streamName(h.Stream) || p.String() == "" {
			return refused(name, "stream %d is empty, out of order, or has no name of a stream", i+1)
		}
		c.total += h.Seq
	}
	if c.to == nil {
		return nil
	}
	return c.to.begin(c.ctx, m)
}

func (c *checking) readKeys(name string, data []byte) error {
	var k Keys
	if err := oneJSON(name, data, &k); err != nil {
		return err
	}
	walked, err := proof.KeyHistory(k.Lists).Walk(c.trusted)
	if err == nil && walked.Broken != 0 {
		err = fmt.Errorf("list %d is signed by no key of the list before", walked.Broken)
	}
	if err == nil && walked.Deployment != c.summary.Manifest.Deployment {
		err = fmt.Errorf("the keys are those of another deployment than the manifest names")
	}
	if err != nil {
		return refused(name, "%s", detail(err))
	}
	c.keys = walked
	return nil
}

func (c *checking) readCheckpoints(name string, data []byte) error {
	if c.keys == nil {
		return refused(name, "there are checkpoints and no keys")
	}
	return eachLine(name, data, func(line []byte) error {
		var l CheckpointLine
		if err := strict(line, &l); err != nil {
			return err
		}
		signed, err := proof.Open(l.Note, c.keys.All)
		if err != nil {
			return err
		}
		m := &c.summary.Manifest
		if want := proof.Origin(m.Deployment, m.Project.ID, l.Stream); signed.Origin != want {
			return fmt.Errorf("it is a checkpoint of %.200q, not of %q", signed.Origin, want)
		}
		c.signed[l.Stream] = append(c.signed[l.Stream], signed.Checkpoint)
		c.summary.Checkpoints++
		return nil
	})
}

func (c *checking) readDeletions(name string, data []byte) error {
	var entries []kaibo.Receipt
	err := eachLine(name, data, func(line []byte) error {
		r, err := c.deletions.Line(line)
		if err != nil {
			return err
		}
		if !bytes.Equal(chain.AppendReceiptLine(nil, r), append(line, '\n')) {
			return fmt.Errorf("it is not written as RFC 8785 has it")
		}
		for _, id := range r.EventIDs {
			c.forgotten[id] = true
		}
		for _, id := range r.MemoryIDs {
			c.memories[id] = true
		}
		entries = append(entries, *r)
		c.summary.Deletions++
		return c.compareRoot("", c.deletions.Size(), c.deletions.Root())
	})
	if err != nil || c.to == nil {
		return err
	}
	return c.to.receipts(c.ctx, entries)
}

// compareRoot compares the root of a log with the checkpoints of this size.
func (c *checking) compareRoot(stream string, size uint64, root kaibo.Hash) error {
	for _, s := range c.signed[stream] {
		if s.Size == size && s.Root != root {
			return fmt.Errorf("what was signed of the first %d entries has another root", size)
		}
	}
	return nil
}

// covered holds that every checkpoint of a log is of a size that it reached.
func (c *checking) covered(stream string, size uint64) error {
	for _, s := range c.signed[stream] {
		if s.Size > size {
			return fmt.Errorf("a checkpoint was signed of %d entries, and there are %d", s.Size, size)
		}
	}
	return nil
}

func (c *checking) endDeletions() error {
	m := &c.summary.Manifest
	if c.deletions.Size() != m.Deletions.Seq || c.deletions.Hash() != m.Deletions.Hash {
		return refused("deletions", "the ledger ends at %d and the manifest says %d, or with another hash", c.deletions.Size(), m.Deletions.Seq)
	}
	if err := c.covered("", c.deletions.Size()); err != nil {
		return refused("deletions", "%s", err)
	}
	return nil
}

func (c *checking) readRecords(name string, data []byte) error {
	var items []ItemLine
	err := eachLine(name, data, func(line []byte) error {
		it, err := readItem(line)
		if err == nil {
			err = c.checkRecord(&it)
		}
		items = append(items, it)
		return err
	})
	if err != nil || c.to == nil {
		return err
	}
	return c.to.records(c.ctx, items)
}

// readItem reads an item, whose data must be as the store would have it.
func readItem(line []byte) (ItemLine, error) {
	var it ItemLine
	if err := strict(line, &it); err != nil {
		return it, err
	}
	if it.Sort == "" || it.Version == 0 || len(it.Sort) > kaibo.MaxSortBytes || len(it.Data) > kaibo.MaxItemBytes-kaibo.MaxPartitionBytes {
		return it, fmt.Errorf("it has no place in a store, or is too large for one")
	}
	return it, nil
}

// end holds that all of the archive was there.
func (c *checking) end() error {
	if c.stream != nil {
		if err := c.endStream(); err != nil {
			return err
		}
	}
	if c.at.part <= partDeletions {
		if err := c.endDeletions(); err != nil {
			return err
		}
	}
	m := &c.summary.Manifest
	if c.at.part < 0 || c.streams != len(m.Streams) {
		return refused("manifest.json", "it names %d streams, and %d are there", len(m.Streams), c.streams)
	}
	for stream := range c.signed {
		if stream != "" && !slices.ContainsFunc(m.Streams, func(h StreamHead) bool { return h.Stream == stream }) {
			return refused("checkpoints", "one is of stream %.140q, which is not there", stream)
		}
	}
	return nil
}

// readSalt reads 32 hexadecimal digits.
func readSalt(s string) (salt [16]byte, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(salt) {
		return salt, fmt.Errorf("a salt has 32 hexadecimal digits")
	}
	copy(salt[:], b)
	return salt, nil
}
