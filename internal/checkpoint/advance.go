package checkpoint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// inconsistent makes the error that stops a log.
func inconsistent(seq uint64, format string, args ...any) error {
	return &Inconsistency{Seq: seq, What: fmt.Sprintf(format, args...)}
}

// advance takes one log from what was signed to its head. It answers nil when
// nothing is new. The error is an *Inconsistency when the log must stop.
func (w *work) advance(ctx context.Context, log Log) (*state, error) {
	items, err := w.Table.Get(ctx, log.headKey(), log.stateKey())
	if err != nil {
		return nil, fmt.Errorf("read head: %w", err)
	}
	var head kaibo.Head
	if items[0].Found() {
		if err := items[0].Decode(&head); err != nil {
			return nil, err
		}
	}
	s, err := decodeState(log, items[1])
	if s.Stop != nil {
		return nil, nil //nolint:nilnil // a log that stopped has nothing new
	}
	if err != nil {
		return nil, inconsistent(0, "what was kept of it is damaged: %v", err)
	}
	if err := w.checkSigned(s); err != nil {
		return nil, err
	}
	if s.Signed.Size > s.tree.size && !s.Again {
		return nil, s.unread()
	}
	if !items[0].Found() && s.tree.size == 0 {
		return nil, nil //nolint:nilnil // a log without entries
	}
	if err := w.read(ctx, s, head); err != nil {
		return nil, err
	}
	if s.Signed.Size > s.tree.size { // it was read again, and is shorter
		return nil, s.unread()
	}
	again := s.Again
	s.Again = false
	if err := compareHead(s, head); err != nil {
		return nil, err
	}
	signed, err := w.sign(ctx, s)
	if again && signed == nil && err == nil { // nothing is new but that it was read again
		return nil, w.save(ctx, s)
	}
	return signed, err
}

// checkSigned holds what the table says was signed to the signature: the table
// can be written by others, the note cannot.
func (w *work) checkSigned(s *state) error {
	if s.Signed.Note == "" {
		if s.Signed.Size != 0 {
			return inconsistent(0, "a checkpoint of %d entries is claimed that nobody signed", s.Signed.Size)
		}
		return nil
	}
	c, err := proof.Open(s.Signed.Note, w.keys.all)
	if err != nil {
		return inconsistent(s.Signed.Size, "its last checkpoint does not hold: %v", err)
	}
	want := proof.Checkpoint{Origin: s.Log.origin(w.keys.deployment), Size: s.Signed.Size, Root: s.Signed.Root}
	if c.Checkpoint != want {
		return inconsistent(s.Signed.Size, "its last checkpoint is another's: %s", c.Origin)
	}
	return nil
}

// unread says that fewer entries were read than were signed.
func (s *state) unread() error {
	return inconsistent(s.tree.size+1, "the end was cut: a checkpoint of %d entries was signed, and only %d were read", s.Signed.Size, s.tree.size)
}

// read reads the entries that are new, chains them on to those that were read
// before, and writes the tiles that become complete.
func (w *work) read(ctx context.Context, s *state, head kaibo.Head) error {
	if head.Seq < s.tree.size {
		return inconsistent(head.Seq+1, "the end was cut: %d entries were read before, the head says %d", s.tree.size, head.Seq)
	}
	step, err := s.verifier()
	if err != nil {
		return inconsistent(0, "what was kept of it is damaged: %v", err)
	}
	tiles := 0
	for s.tree.size < head.Seq {
		page, err := w.Table.Query(ctx, kaibo.Events, s.Log.partition(), kaibo.Range{From: kaibo.SeqKey(s.tree.size + 1)})
		if err != nil {
			return fmt.Errorf("read entries: %w", err)
		}
		n, err := w.take(ctx, s, page.Items, head.Seq, step)
		if err != nil {
			return err
		}
		if tiles += n; tiles >= saveEachTile {
			if err := w.save(ctx, s); err != nil {
				return err
			}
			tiles = 0
		}
	}
	return nil
}

// take takes the entries of a page, up to the last one wanted or to a gap that
// filled meanwhile. It answers how many tiles became complete.
func (w *work) take(ctx context.Context, s *state, items []kaibo.Item, last uint64, step func(kaibo.Item, *state) error) (int, error) {
	tiles := 0
	if len(items) == 0 {
		return 0, w.missing(ctx, s)
	}
	for _, item := range items {
		if s.tree.size == last {
			return tiles, nil
		}
		if item.Sort != kaibo.SeqKey(s.tree.size+1) {
			return tiles, w.missing(ctx, s)
		}
		if err := step(item, s); err != nil {
			return tiles, err
		}
		for _, t := range s.tree.push(proof.EntryHash(s.Hash)) {
			if err := w.writeTile(ctx, s.Log, t); err != nil {
				return tiles, err
			}
			tiles++
		}
	}
	return tiles, nil
}

// How long an entry that the head counts may be out of sight before it is said
// to be missing.
const (
	missingTries = 20
	missingPause = 100 * time.Millisecond
)

// missing judges an entry that the head counts and the list does not show. They
// are written in one Commit, of which a page may show the half; what is not
// there two seconds later is gone. It answers nil once the entry is there.
func (w *work) missing(ctx context.Context, s *state) error {
	key := kaibo.Key{Class: kaibo.Events, Partition: s.Log.partition(), Sort: kaibo.SeqKey(s.tree.size + 1)}
	for range missingTries {
		items, err := w.Table.Get(ctx, key)
		if err != nil {
			return fmt.Errorf("read entry: %w", err)
		}
		if items[0].Found() {
			return nil
		}
		select {
		case <-time.After(missingPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return inconsistent(s.tree.size+1, "an entry is missing that the head counts")
}

// verifier answers a function that checks the next entry, and notes its hash and
// time.
func (s *state) verifier() (func(kaibo.Item, *state) error, error) {
	if s.Log.Stream == "" {
		rv, err := chain.ResumeReceipts(s.point())
		return func(item kaibo.Item, s *state) error {
			var r kaibo.Receipt
			if err := decodeEntry(item, s, &r); err != nil {
				return err
			}
			s.Hash = r.Hash
			return broken(rv.Receipt(&r))
		}, err
	}
	v, err := chain.Resume(s.point())
	return func(item kaibo.Item, s *state) error {
		var e kaibo.Event
		if err := decodeEntry(item, s, &e); err != nil {
			return err
		}
		s.Hash, s.At = e.Hash, e.RecordedAt
		return broken(v.Event(&e))
	}, err
}

// decodeEntry reads the entry that follows.
func decodeEntry(item kaibo.Item, s *state, into any) error {
	if err := item.Decode(into); err != nil {
		return inconsistent(s.tree.size+1, "it cannot be read: %v", err)
	}
	return nil
}

// broken makes what a verifier says the reason to stop.
func broken(err error) error {
	var b *chain.BrokenError
	if !errors.As(err, &b) {
		return err
	}
	return inconsistent(b.Seq, "%s", b.What)
}

// compareHead demands that the head is that of the entries that were read.
func compareHead(s *state, head kaibo.Head) error {
	switch {
	case head.Hash != s.Hash:
		return inconsistent(head.Seq, "the head is another history's: its hash is %s, that of the last entry %s", head.Hash, s.Hash)
	case !slices.Equal(head.Frontier, s.tree.frontier()):
		return inconsistent(head.Seq, "the tree of the head is not that of the entries")
	}
	return nil
}

// sign proves the tree consistent with what was signed before, and signs it.
func (w *work) sign(ctx context.Context, s *state) (*state, error) {
	if s.tree.size == 0 {
		return nil, nil //nolint:nilnil // there is nothing to sign
	}
	h := s.hashes(ctx, w.Objects)
	root, err := h.root(s.tree.size)
	if err != nil {
		return nil, damaged(err)
	}
	earlier := proof.Checkpoint{Origin: s.Log.origin(w.keys.deployment), Size: s.Signed.Size, Root: s.Signed.Root}
	now := proof.Checkpoint{Origin: earlier.Origin, Size: s.tree.size, Root: root}
	if err := w.checkLater(ctx, s, h); err != nil {
		return nil, err
	}
	if now == earlier && w.keys.signedByAll(s.Signed.Note) && (s.Signed.Leaf != nil || s.Log.isDeployment()) {
		return nil, nil //nolint:nilnil // nothing is new
	}
	path, err := h.consistency(earlier.Size, now.Size)
	if err != nil {
		return nil, damaged(err)
	}
	if err := proof.CheckConsistency(path, earlier, now); err != nil {
		return nil, inconsistent(earlier.Size, "the history was rewritten: its %d entries do not begin with the %d that were signed", now.Size, earlier.Size)
	}
	text, err := proof.Sign(now.Body(), w.keys.signers...)
	if err != nil {
		return nil, err
	}
	if err := w.keep(ctx, s.Log, now, text); err != nil {
		return nil, err
	}
	leaf := s.Signed.Leaf
	if now != earlier {
		leaf, s.older = nil, earlier.Size
	}
	s.Signed = Signed{Size: now.Size, Root: now.Root, Note: text, At: w.Clock(), Leaf: leaf}
	return s, nil
}

// damaged stops a log whose tiles are not there any more, or not whole: what was
// written once is gone only by somebody's hand. What cannot be read for now is an
// error that passes.
func damaged(err error) error {
	if kaibo.KindOf(err) == kaibo.Unavailable || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if kaibo.KindOf(err) == kaibo.NotFound {
		return inconsistent(0, "a tile of its tree is gone: %v", err)
	}
	return err
}

// checkLater looks for checkpoints that were signed after the last one that the
// table knows of: by a run that stopped, or before somebody rolled the table
// back. Each must be on the way to where the log is now.
func (w *work) checkLater(ctx context.Context, s *state, h *hashes) error {
	after := s.Log.signedName(s.Signed.Size)
	for {
		list, err := w.Objects.List(ctx, s.Log.signedPrefix(), after, kaibo.MaxListLimit)
		if err != nil {
			return fmt.Errorf("list checkpoints: %w", err)
		}
		for _, o := range list {
			if err := w.checkOnTheWay(ctx, s, h, o.Name); err != nil {
				return err
			}
			after = o.Name
		}
		if len(list) < kaibo.MaxListLimit {
			return nil
		}
	}
}

func (w *work) checkOnTheWay(ctx context.Context, s *state, h *hashes, name string) error {
	text, err := w.Objects.Get(ctx, name, 0, -1)
	if err != nil {
		return fmt.Errorf("read checkpoint: %w", err)
	}
	c, err := proof.Open(string(text), w.keys.all)
	if err != nil || c.Origin != s.Log.origin(w.keys.deployment) || name != s.Log.signedName(c.Size) {
		return inconsistent(0, "an object among its checkpoints is none: %s", name)
	}
	if c.Size > s.tree.size {
		return w.beyond(ctx, s, c.Size)
	}
	root, err := h.root(c.Size)
	if err != nil {
		return damaged(err)
	}
	if root != c.Root {
		return inconsistent(c.Size, "the history forks: another checkpoint of %d entries was signed", c.Size)
	}
	return nil
}

// beyond judges a checkpoint that is longer than what this run read: another run
// may have signed meanwhile. Then the entries are there by now, and the next run
// finds both agree.
func (w *work) beyond(ctx context.Context, s *state, size uint64) error {
	there := false
	if s.Log.isDeployment() {
		_, err := w.readLeaves(ctx, s.tree.size)
		if err != nil && kaibo.KindOf(err) != kaibo.NotFound {
			return err
		}
		there = err == nil
	} else {
		items, err := w.Table.Get(ctx, s.Log.headKey())
		if err != nil {
			return fmt.Errorf("read head: %w", err)
		}
		var head kaibo.Head
		if items[0].Found() {
			if err := items[0].Decode(&head); err != nil {
				return err
			}
		}
		there = head.Seq >= size
	}
	if there {
		return kaibo.Errorf(kaibo.Unavailable, "another run is at work")
	}
	return inconsistent(s.tree.size+1, "the end was cut: a checkpoint of %d entries was signed, now there are %d", size, s.tree.size)
}

// keep writes a signed checkpoint. One of the same size that is there already
// must say the same.
func (w *work) keep(ctx context.Context, log Log, c proof.Checkpoint, text string) error {
	err := w.Objects.Put(ctx, log.signedName(c.Size), []byte(text))
	if kaibo.KindOf(err) != kaibo.Conflict || err == nil {
		return err
	}
	there, err := w.Objects.Get(ctx, log.signedName(c.Size), 0, -1)
	if err != nil {
		return fmt.Errorf("read checkpoint: %w", err)
	}
	if said, err := proof.Peek(string(there)); err != nil || said != c {
		return inconsistent(c.Size, "the history forks: another checkpoint of %d entries was signed", c.Size)
	}
	return nil
}

// writeTile writes a complete tile. One that is there already must be the same.
func (w *work) writeTile(ctx context.Context, log Log, t tile) error {
	name, data := tileName(log.prefix(), t.level, t.index), encodeTile(t.hashes)
	err := w.Objects.Put(ctx, name, data)
	if err == nil || kaibo.KindOf(err) != kaibo.Conflict {
		return err
	}
	there, err := w.Objects.Get(ctx, name, 0, -1)
	if err != nil {
		return fmt.Errorf("read tile: %w", err)
	}
	if !bytes.Equal(there, data) {
		return inconsistent(firstDifference(t, there), "the history was rewritten: its tile %d of level %d is another", t.index, t.level)
	}
	return nil
}

// firstDifference is the seq of the first entry under the first hash that
// differs.
func firstDifference(t tile, there []byte) uint64 {
	width := uint64(1) << (tileHeight * t.level)
	for i, h := range splitHashes(there) {
		if i < len(t.hashes) && h != t.hashes[i] {
			return (t.index*tileWidth+uint64(i))*width + 1 //nolint:gosec // i is below 256
		}
	}
	return t.index*tileWidth*width + 1
}

// save says how far a long read came, so that a run that stops is taken up from
// there. What was signed is as it was.
func (w *work) save(ctx context.Context, s *state) error {
	put := s.write()
	if err := w.Table.Commit(ctx, []kaibo.Write{put}); err != nil {
		return fmt.Errorf("say how far it came: %w", err)
	}
	s.version = put.Item.Version
	return nil
}
