package adversary_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

const (
	deployment = "memory.example/adversary"
	projectID  = "prj_aaaaaaaaaaaaaaaa"
	ledger     = chain.DeletionLedger
)

// key signs.
type key struct {
	note.Signer
	public string
}

func newKey(t testing.TB, n int) key {
	t.Helper()
	seed := sha256.Sum256(fmt.Appendf(nil, "adversary %d", n))
	public, err := note.NewEd25519VerifierKey(deployment, ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey))
	if err != nil {
		t.Fatal(err)
	}
	hash, _, _ := strings.Cut(strings.TrimPrefix(public, deployment+"+"), "+")
	s, err := note.NewSigner("PRIVATE+KEY+" + deployment + "+" + hash + "+" + base64.StdEncoding.EncodeToString(append([]byte{1}, seed[:]...)))
	if err != nil {
		t.Fatal(err)
	}
	return key{s, public}
}

// text is what there is of a payload.
type text struct {
	content           string
	salt, detailsSalt [16]byte
	details           string
	gone, missing     bool
}

// server is a deployment of one project.
type server struct {
	t        testing.TB
	key      key
	streams  []string
	events   map[string][]kaibo.Event
	heads    map[string]kaibo.Head
	texts    map[string]text
	receipts []kaibo.Receipt
	lists    proof.KeyHistory
	notes    map[string]string // the newest checkpoint of each log
	leafOf   map[string]int
	leaves   []string // bodies in the log of logs
	logsNote string
	witness  *witness
	next     int                                   // number of the next event
	garble   func(name string, body []byte) []byte // of answers
}

func newServer(t testing.TB) *server {
	s := &server{t: t, key: newKey(t, 1), events: map[string][]kaibo.Event{}, heads: map[string]kaibo.Head{}, texts: map[string]text{},
		notes: map[string]string{}, leafOf: map[string]int{}, witness: newWitness(t)}
	s.list()
	return s
}

// clone copies all that a deed may change.
func (s *server) clone() *server {
	c := *s
	c.streams, c.receipts, c.lists, c.leaves = slices.Clone(s.streams), slices.Clone(s.receipts), slices.Clone(s.lists), slices.Clone(s.leaves)
	c.events = map[string][]kaibo.Event{}
	for name, log := range s.events {
		c.events[name] = slices.Clone(log)
	}
	c.heads, c.texts, c.notes, c.leafOf = copied(s.heads), copied(s.texts), copied(s.notes), copied(s.leafOf)
	return &c
}

func copied[V any](m map[string]V) map[string]V {
	out := make(map[string]V, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// append adds n events to a stream.
func (s *server) append(stream string, n int) {
	if len(s.events[stream]) == 0 {
		s.streams = append(s.streams, stream)
	}
	for range n {
		s.events[stream] = append(s.events[stream], s.event(stream))
		s.reseal(stream, len(s.events[stream])-1)
	}
}

// event makes an event with its payload, outside of any chain.
func (s *server) event(stream string) kaibo.Event {
	s.next++
	x := text{content: fmt.Sprintf("Text %d.", s.next), details: `{"actor":"ana"}`, salt: [16]byte{1, byte(s.next)}, detailsSalt: [16]byte{2, byte(s.next)}}
	e := kaibo.Event{ID: fmt.Sprintf("evt_%016d", s.next), Stream: stream, Kind: kaibo.KindMessage, OccurredAt: 1782898200000, RecordedAt: kaibo.Time(1782898200000 + 1000*s.next),
		PayloadDigest: chain.SaltedDigest(x.salt, []byte(x.content)), DetailsDigest: chain.SaltedDigest(x.detailsSalt, []byte(x.details))}
	s.texts[e.ID] = x
	return e
}

// reseal makes a stream whole from an index on, and its head that of its end.
func (s *server) reseal(stream string, from int) {
	log := s.events[stream]
	for i := max(from, 0); i < len(log); i++ {
		var prev kaibo.Hash
		if i > 0 {
			prev = log[i-1].Hash
		}
		log[i].Seq = uint64(i + 1) //nolint:gosec // small
		if err := chain.SealEvent(&log[i], prev); err != nil {
			s.t.Fatal(err)
		}
	}
	if len(log) == 0 {
		delete(s.heads, stream)
		s.streams = slices.DeleteFunc(s.streams, func(name string) bool { return name == stream })
		return
	}
	last := log[len(log)-1]
	s.heads[stream] = kaibo.Head{Stream: stream, Seq: last.Seq, Hash: last.Hash, RecordedAt: last.RecordedAt}
}

// forget forgets an event.
func (s *server) forget(e kaibo.Event) {
	x := s.texts[e.ID]
	x.gone = true
	s.texts[e.ID] = x
	at, purge := kaibo.Time(1782900000000), kaibo.Time(1782986400000)
	s.receipts = append(s.receipts, kaibo.Receipt{ID: fmt.Sprintf("rcp_%016d", len(s.receipts)), Kind: kaibo.ReceiptForgotten, EventIDs: []string{e.ID}, TombstonedAt: &at, PurgeAt: &purge})
	s.resealReceipts(len(s.receipts) - 1)
}

func (s *server) resealReceipts(from int) {
	for i := max(from, 0); i < len(s.receipts); i++ {
		var prev kaibo.Hash
		if i > 0 {
			prev = s.receipts[i-1].Hash
		}
		s.receipts[i].Seq = uint64(i + 1) //nolint:gosec // small
		if err := chain.SealReceipt(&s.receipts[i], prev); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *server) note(body string) string {
	out, err := proof.Sign(body, s.key)
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// list publishes the key, in a list that follows from nothing.
func (s *server) list() {
	l := proof.KeyList{Deployment: deployment, Number: uint64(len(s.lists) + 1), Keys: []string{s.key.public}}
	s.lists = append(s.lists, s.note(l.Body()))
}

// logs names every log of the project.
func (s *server) logs() []string { return append(slices.Clone(s.streams), ledger) }

// hashes are the leaves of a log; "" is the log of logs.
func (s *server) hashes(log string) []kaibo.Hash {
	var out []kaibo.Hash
	switch log {
	case "":
		for _, body := range s.leaves {
			out = append(out, kaibo.Hash(tlog.RecordHash([]byte(body))))
		}
	case ledger:
		for _, r := range s.receipts {
			out = append(out, proof.EntryHash(r.Hash))
		}
	default:
		for _, e := range s.events[log] {
			out = append(out, proof.EntryHash(e.Hash))
		}
	}
	return out
}

func origin(log string) string {
	switch log {
	case "":
		return deployment
	case ledger:
		return proof.Origin(deployment, projectID, "")
	}
	return proof.Origin(deployment, projectID, log)
}

// at is the checkpoint of the first size entries of a log.
func (s *server) at(log string, size int) proof.Checkpoint {
	root, err := tlog.TreeHash(int64(size), reader(s.t, s.hashes(log)[:size]))
	if err != nil {
		s.t.Fatal(err)
	}
	return proof.Checkpoint{Origin: origin(log), Size: uint64(size), Root: kaibo.Hash(root)} //nolint:gosec // small
}

// sign signs everything as it is, and the witness sees it.
func (s *server) sign() {
	for _, log := range s.logs() {
		c := s.at(log, len(s.hashes(log)))
		if was, err := proof.Peek(s.notes[log]); err == nil && was == c {
			s.notes[log] = s.note(c.Body())
			continue
		}
		s.notes[log], s.leafOf[log] = s.note(c.Body()), len(s.leaves)
		s.leaves = append(s.leaves, c.Body())
	}
	s.signLogs()
}

func (s *server) signLogs() {
	body := s.at("", len(s.leaves)).Body()
	s.logsNote = s.note(body)
	s.logsNote += s.witness.cosign(body)
}

// relog makes the log of logs anew, of the checkpoints that are signed now.
func (s *server) relog() {
	s.leaves = nil
	for _, log := range s.logs() {
		c, err := proof.Peek(s.notes[log])
		if err != nil {
			s.t.Fatal(err)
		}
		s.leafOf[log] = len(s.leaves)
		s.leaves = append(s.leaves, c.Body())
	}
	s.signLogs()
}

// reader keeps the hashes of a tree for package tlog.
func reader(t testing.TB, leaves []kaibo.Hash) tlog.HashReader {
	var stored []tlog.Hash
	r := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		out := make([]tlog.Hash, len(indexes))
		for i, x := range indexes {
			if x >= int64(len(stored)) {
				return nil, kaibo.Errorf(kaibo.NotFound, "there is no hash %d", x)
			}
			out[i] = stored[x]
		}
		return out, nil
	})
	for i, h := range leaves {
		more, err := tlog.StoredHashesForRecordHash(int64(i), tlog.Hash(h), r)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, more...)
	}
	return r
}

func ours(path []tlog.Hash) []kaibo.Hash {
	out := make([]kaibo.Hash, len(path))
	for i, h := range path {
		out[i] = kaibo.Hash(h)
	}
	return out
}

// evidence is the proof file of an event, under the newest checkpoint.
func (s *server) evidence(e kaibo.Event) (string, error) {
	c, err := proof.Peek(s.notes[e.Stream])
	if err != nil || e.Seq > c.Size || e.Seq == 0 || c.Size > uint64(len(s.events[e.Stream])) {
		return "", kaibo.Errorf(kaibo.NotFound, "nothing was signed")
	}
	path, err := tlog.ProveRecord(int64(c.Size), int64(e.Seq-1), reader(s.t, s.hashes(e.Stream))) //nolint:gosec // small
	if err != nil {
		return "", kaibo.Errorf(kaibo.NotFound, "no proof: %v", err)
	}
	text, err := proof.Evidence{Project: projectID, Event: &e, Log: s.logged(e.Stream)}.Write(ours(path), s.notes[e.Stream])
	if err != nil {
		return "", kaibo.Errorf(kaibo.NotFound, "no proof: %v", err)
	}
	return text, nil
}

// logged proves that a log's checkpoint is in the log of logs.
func (s *server) logged(log string) string {
	c, err := proof.Peek(s.logsNote)
	if err != nil || s.leafOf[log] >= int(c.Size) || int(c.Size) > len(s.leaves) { //nolint:gosec // small
		return ""
	}
	path, err := tlog.ProveRecord(int64(c.Size), int64(s.leafOf[log]), reader(s.t, s.hashes("")[:c.Size])) //nolint:gosec // small
	if err != nil {
		s.t.Fatal(err)
	}
	return proof.File{Index: uint64(s.leafOf[log]), Path: ours(path), Checkpoint: s.logsNote}.Format() //nolint:gosec // small
}

// answer sends a body, as the wire leaves it.
func (s *server) answer(name string, v any) ([]byte, error) {
	body, ok := v.([]byte)
	if !ok {
		var err error
		if body, err = json.Marshal(v); err != nil {
			s.t.Fatal(err)
		}
	}
	if s.garble != nil {
		body = s.garble(name, slices.Clone(body))
	}
	return body, nil
}

var errNone = kaibo.Errorf(kaibo.NotFound, "there is none")

// Streams implements verify.Source.
func (s *server) Streams(context.Context) ([]kaibo.Head, error) {
	var heads []kaibo.Head
	for _, name := range s.streams {
		heads = append(heads, s.heads[name])
	}
	return heads, nil
}

// Events implements verify.Source.
func (s *server) Events(ctx context.Context, stream string, after uint64) iter.Seq2[[]byte, error] {
	return lines(s.EventPage(ctx, stream, after, 1<<20, nil))
}

func lines(page []byte, err error) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		if err != nil {
			yield(nil, err)
			return
		}
		for line := range strings.Lines(string(page)) {
			if !yield([]byte(line), nil) {
				return
			}
		}
	}
}

// EventPage implements verify.Pages. Entries are found as a store finds them: by
// the seq under which they lie, which is their place.
func (s *server) EventPage(_ context.Context, stream string, after uint64, limit int, buf []byte) ([]byte, error) {
	var page []byte
	for i := range s.events[stream] {
		if e := &s.events[stream][i]; e.Seq > after && limit > 0 {
			page = chain.AppendLine(page, e)
			limit--
		}
	}
	page, err := s.answer("events", page)
	return append(buf, page...), err
}

// PayloadPage implements verify.Pages.
func (s *server) PayloadPage(_ context.Context, stream string, after uint64, limit int, buf []byte) ([]byte, error) {
	var page []byte
	for _, e := range s.events[stream] {
		x, ok := s.texts[e.ID]
		if e.Seq <= after || limit == 0 || !ok || x.missing {
			continue
		}
		limit--
		page = fmt.Appendf(page, `{"eventId":%q,"seq":%d,`, e.ID, e.Seq)
		page = append(append(page, x.members()...), '\n')
	}
	page, err := s.answer("payloads", page)
	return append(buf, page...), err
}

func (x text) members() string {
	if x.gone {
		return `"gone":true}`
	}
	return fmt.Sprintf(`"content":%q,"salt":%q,"details":%s,"detailsSalt":%q}`, x.content, hex.EncodeToString(x.salt[:]), x.details, hex.EncodeToString(x.detailsSalt[:]))
}

// Payload implements verify.Source.
func (s *server) Payload(_ context.Context, id string) ([]byte, error) {
	x, ok := s.texts[id]
	switch {
	case !ok || x.missing:
		return nil, errNone
	case x.gone:
		return nil, kaibo.Errorf(kaibo.Gone, "forgotten")
	}
	return s.answer("payload", []byte("{"+x.members()))
}

// Deletions implements verify.Source.
func (s *server) Deletions(_ context.Context, after uint64) iter.Seq2[[]byte, error] {
	var page []byte
	for i := range s.receipts {
		if uint64(i) >= after {
			page = chain.AppendReceiptLine(page, &s.receipts[i])
		}
	}
	return lines(s.answer("deletions", page))
}

// Memory implements verify.Source: nothing was learned here.
func (s *server) Memory(context.Context, string) ([]byte, error) { return nil, errNone }

// Explain implements verify.Source.
func (s *server) Explain(context.Context, string) ([]byte, error) { return nil, errNone }

// ListMemories implements verify.Source.
func (s *server) ListMemories(context.Context) iter.Seq2[[]byte, error] { return lines(nil, nil) }

// VerifierKeys implements verify.Signatures.
func (s *server) VerifierKeys(context.Context) ([]byte, error) {
	return s.answer("verifier_keys", map[string]any{"deployment": deployment, "lists": s.lists})
}

// Checkpoint implements verify.Signatures.
func (s *server) Checkpoint(_ context.Context, log string) ([]byte, error) {
	if log == "" {
		return s.answer("checkpoint", map[string]any{"note": s.logsNote})
	}
	if s.notes[log] == "" {
		return nil, errNone
	}
	return s.answer("checkpoint", map[string]any{"note": s.notes[log], "projectId": projectID, "log": s.logged(log)})
}

// Consistency implements verify.Signatures.
func (s *server) Consistency(_ context.Context, log string, from, to uint64) ([]byte, error) {
	leaves := s.hashes(log)
	if to > uint64(len(leaves)) || from > to {
		return nil, kaibo.Errorf(kaibo.Invalid, "beyond the end")
	}
	hashes := []kaibo.Hash{}
	if from > 0 && from < to {
		path, err := tlog.ProveTree(int64(to), int64(from), reader(s.t, leaves)) //nolint:gosec // small
		if err != nil {
			s.t.Fatal(err)
		}
		hashes = ours(path)
	}
	return s.answer("consistency", map[string]any{"hashes": hashes})
}

// Proof implements verify.Signatures.
func (s *server) Proof(_ context.Context, id string) ([]byte, error) {
	for _, log := range s.events {
		for _, e := range log {
			if e.ID == id {
				text, err := s.evidence(e)
				if err != nil {
					return nil, err
				}
				return s.answer("proof", map[string]any{"proof": text})
			}
		}
	}
	return nil, errNone
}

// LogResource implements verify.Tiled.
func (s *server) LogResource(_ context.Context, name, path string) ([]byte, error) {
	for _, log := range append(s.logs(), "") {
		if c := origin(log); name != "deployment" && !strings.HasSuffix(c, "/"+name) || (name == "deployment") != (log == "") {
			continue
		}
		leaves := s.hashes(log) // fewer than a tile: level 0 alone
		var width int
		if n, _ := fmt.Sscanf(path, "tile/0/000.p/%d", &width); n != 1 || width > len(leaves) {
			return nil, errNone
		}
		var tile []byte
		for _, h := range leaves[:width] {
			tile = append(tile, h[:]...)
		}
		return s.answer("tile", tile)
	}
	return nil, errNone
}

// plain hides the pages and the tiles of a server, for a verifier that reads
// entry by entry and asks the server for proofs.
type plain struct {
	verify.Source
	verify.Signatures
}

var (
	_ verify.Source     = (*server)(nil)
	_ verify.Signatures = (*server)(nil)
	_ verify.Pages      = (*server)(nil)
	_ verify.Tiled      = (*server)(nil)
)
