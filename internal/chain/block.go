package chain

import (
	"bytes"
	"crypto/sha256"
	"math/bits"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// BlockSize is how many events a [Block] has at most. It is a power of two, and
// blocks begin at its multiples, so that each is a subtree of the stream's tree.
const BlockSize = 512

// Block is a run of events that was verified apart from what comes before it:
// all of a chain but its first link. So the blocks of a stream can be verified
// at the same time, and [Verifier.Join] puts them together in order.
type Block struct {
	stream           string
	from, to         uint64 // seq of the event before the first, and of the last
	prev, hash       kaibo.Hash
	firstAt, lastAt  kaibo.Time
	trees            []kaibo.Hash // frontier of the subtree over them
	events           []BlockEvent
	buf              []byte
	beginsAtMultiple bool
}

// BlockEvent is what a reader wants of an event of a block besides its place.
// Its bytes are those of the lines that the block was read from.
type BlockEvent struct {
	ID, PayloadDigest, DetailsDigest []byte
	Hash                             kaibo.Hash
	RecordedAt                       kaibo.Time
}

// Read verifies lines as [AppendLine] writes them, the first of which is the
// event after from. It reports false, and proves nothing, when any of them is
// another line, or does not follow from the one before it: then
// [Verifier.Line] says what is wrong, if anything is.
func (b *Block) Read(stream string, from uint64, lines [][]byte) bool {
	*b = Block{stream: stream, from: from, to: from, trees: b.trees[:0], events: b.events[:0], buf: b.buf, beginsAtMultiple: from%BlockSize == 0}
	if len(lines) == 0 || len(lines) > BlockSize {
		return false
	}
	for i, line := range lines {
		l, ok := readLine(bytes.TrimSuffix(line, []byte("\n")))
		if !ok || l.seq != b.to+1 || string(l.stream) != stream {
			return false
		}
		if i == 0 {
			b.prev, b.firstAt = l.prev, l.recordedAt
		} else if l.prev != b.hash || l.recordedAt < b.lastAt {
			return false
		}
		b.buf = append(append(b.buf[:0], l.prev[:]...), line[:l.hashAt]...)
		b.buf = append(b.buf, line[l.hashAt+hashMember:l.prevAt]...)
		b.buf = append(b.buf, bytes.TrimSuffix(line[l.prevAt+prevMember:], []byte("\n"))...)
		if sha256.Sum256(b.buf) != l.hash {
			return false
		}
		b.trees = AppendLeaf(b.trees, uint64(i), l.hash) //nolint:gosec // i is below BlockSize
		b.to, b.hash, b.lastAt = l.seq, l.hash, l.recordedAt
		b.events = append(b.events, BlockEvent{ID: l.id, PayloadDigest: l.payload, DetailsDigest: l.details, Hash: l.hash, RecordedAt: l.recordedAt})
	}
	return true
}

// Events are those that were read, in order.
func (b *Block) Events() []BlockEvent { return b.events }

// Join takes a block as the next events of the stream. It reports false, and
// changes nothing, when the block is not what comes next, or does not begin
// where a block can begin.
func (v *Verifier) Join(b *Block) bool {
	if b.stream != v.stream || b.from != v.seq || b.to == b.from || !b.beginsAtMultiple || b.prev != v.hash || b.firstAt < v.recordedAt {
		return false
	}
	if b.to-b.from == BlockSize {
		node := b.trees[0]
		for range bits.TrailingZeros64(^(v.seq / BlockSize)) {
			last := len(v.frontier) - 1
			node = nodeHash(v.frontier[last], node)
			v.frontier = v.frontier[:last]
		}
		v.frontier = append(v.frontier, node)
	} else {
		v.frontier = append(v.frontier, b.trees...)
	}
	v.seq, v.hash, v.recordedAt = b.to, b.hash, b.lastAt
	return true
}
