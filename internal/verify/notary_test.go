package verify_test

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

const (
	deployment = "memory.example/test"
	projectID  = "prj_aaaaaaaaaaaaaaaa"
)

// key is a signing key.
type key struct {
	note.Signer
	public string
}

// newKey makes the next key of a test: the first of every test is the same one,
// the second another, so that what is written as vectors never changes.
func newKey(t testing.TB) key {
	t.Helper()
	keysMade.Lock()
	defer keysMade.Unlock()
	if keysMade.by[t] == 0 {
		t.Cleanup(func() {
			keysMade.Lock()
			defer keysMade.Unlock()
			delete(keysMade.by, t)
		})
	}
	keysMade.by[t]++
	seed := sha256.Sum256(fmt.Appendf(nil, "kaibo test key %d", keysMade.by[t]))
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

var keysMade = struct {
	sync.Mutex
	by map[testing.TB]int
}{by: map[testing.TB]int{}}

// notary is a server that signs what it serves, whatever that is.
type notary struct {
	*fake
	signers []key
	lists   proof.KeyHistory
	signed  map[string]proof.Checkpoint // by stream
	leaf    map[string]int              // of the log of logs
	logs    []proof.Checkpoint          // its leaves
	stopped map[string]string
}

var (
	_ verify.Source     = (*notary)(nil)
	_ verify.Signatures = (*notary)(nil)
)

func newNotary(t testing.TB, f *fake) *notary {
	n := &notary{fake: f, signers: []key{newKey(t)}, signed: map[string]proof.Checkpoint{}, leaf: map[string]int{}, stopped: map[string]string{}}
	n.listKeys()
	n.sign()
	return n
}

func (n *notary) note(text string) string {
	var signers []note.Signer
	for _, k := range n.signers {
		signers = append(signers, k)
	}
	out, err := proof.Sign(text, signers...)
	if err != nil {
		n.t.Fatal(err)
	}
	return out
}

// listKeys publishes the keys.
func (n *notary) listKeys() {
	l := proof.KeyList{Deployment: deployment, Number: uint64(len(n.lists) + 1)}
	for _, k := range n.signers {
		l.Keys = append(l.Keys, k.public)
	}
	n.lists = append(n.lists, n.note(l.Body()))
}

// hashes are those of the entries of a log, as it is served now.
func (n *notary) hashes(stream string) []kaibo.Hash {
	var out []kaibo.Hash
	switch stream {
	case "":
		for _, c := range n.logs {
			out = append(out, c.LeafHash())
		}
	case ledger:
		for _, r := range n.receipts {
			out = append(out, proof.EntryHash(r.Hash))
		}
	default:
		for _, e := range n.events[stream] {
			out = append(out, proof.EntryHash(e.Hash))
		}
	}
	return out
}

// tree stores the hashes of a log for package tlog.
func tree(t testing.TB, leaves []kaibo.Hash) tlog.HashReader {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		out := make([]tlog.Hash, len(indexes))
		for i, x := range indexes {
			if x >= int64(len(stored)) {
				return nil, fmt.Errorf("there is no hash %d", x)
			}
			out[i] = stored[x]
		}
		return out, nil
	})
	for i, h := range leaves {
		more, err := tlog.StoredHashesForRecordHash(int64(i), tlog.Hash(h), reader)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, more...)
	}
	return reader
}

func (n *notary) checkpoint(stream, origin string) proof.Checkpoint {
	leaves := n.hashes(stream)
	root, err := tlog.TreeHash(int64(len(leaves)), tree(n.t, leaves))
	if err != nil {
		n.t.Fatal(err)
	}
	return proof.Checkpoint{Origin: origin, Size: uint64(len(leaves)), Root: kaibo.Hash(root)}
}

// sign signs everything as it is served now.
func (n *notary) sign() {
	names := append(slices.Clone(n.streams), ledger)
	for _, stream := range names {
		name := stream
		if stream == ledger {
			name = ""
		}
		c := n.checkpoint(stream, proof.Origin(deployment, projectID, name))
		if c != n.signed[stream] {
			n.signed[stream], n.leaf[stream] = c, len(n.logs)
			n.logs = append(n.logs, c)
		}
	}
}

func (n *notary) VerifierKeys(context.Context) ([]byte, error) {
	return encode(n.t, map[string]any{"deployment": deployment, "lists": n.lists}), n.call("VerifierKeys", "")
}

func (n *notary) Checkpoint(_ context.Context, stream string) ([]byte, error) {
	if err := n.call("Checkpoint", stream); err != nil {
		return nil, err
	}
	if stream == "" {
		return encode(n.t, map[string]any{"note": n.note(n.checkpoint("", deployment).Body()), "stopped": n.stopped[""]}), nil
	}
	c, ok := n.signed[stream]
	if !ok {
		return nil, kaibo.Errorf(kaibo.NotFound, "nothing was signed")
	}
	path, err := tlog.ProveRecord(int64(len(n.logs)), int64(n.leaf[stream]), tree(n.t, n.hashes("")))
	if err != nil {
		n.t.Fatal(err)
	}
	file := proof.File{Index: uint64(n.leaf[stream]), Checkpoint: n.note(n.checkpoint("", deployment).Body())}
	for _, h := range path {
		file.Path = append(file.Path, kaibo.Hash(h))
	}
	return encode(n.t, map[string]any{"note": n.note(c.Body()), "projectId": projectID, "log": file.Format(), "stopped": n.stopped[stream]}), nil
}

func (n *notary) Consistency(_ context.Context, stream string, from, to uint64) ([]byte, error) {
	if err := n.call("Consistency", stream); err != nil {
		return nil, err
	}
	leaves := n.hashes(stream)
	if to > uint64(len(leaves)) || from > to {
		return nil, kaibo.Errorf(kaibo.Invalid, "beyond the end")
	}
	hashes := []kaibo.Hash{}
	if from > 0 && from < to {
		path, err := tlog.ProveTree(int64(to), int64(from), tree(n.t, leaves))
		if err != nil {
			n.t.Fatal(err)
		}
		for _, h := range path {
			hashes = append(hashes, kaibo.Hash(h))
		}
	}
	return encode(n.t, map[string]any{"hashes": hashes}), nil
}

func (n *notary) Proof(_ context.Context, id string) ([]byte, error) {
	if err := n.call("Proof", id); err != nil {
		return nil, err
	}
	for stream, events := range n.events {
		for i, e := range events {
			c := n.signed[stream]
			if e.ID != id || uint64(i) >= c.Size || c.Size > uint64(len(events)) {
				continue
			}
			path, err := tlog.ProveRecord(int64(c.Size), int64(i), tree(n.t, n.hashes(stream)))
			if err != nil {
				n.t.Fatal(err)
			}
			hashes := []kaibo.Hash{}
			for _, h := range path {
				hashes = append(hashes, kaibo.Hash(h))
			}
			text, err := proof.Evidence{Project: projectID, Event: &e}.Write(hashes, n.note(c.Body()))
			return encode(n.t, map[string]any{"proof": text}), err
		}
	}
	return nil, kaibo.Errorf(kaibo.NotFound, "no such entry")
}

// verified runs once over an honest server, which then must leave a memory, and
// takes that through JSON, as a file does.
func verified(t *testing.T, n *notary) *verify.Memory {
	t.Helper()
	report, err := verify.Run(t.Context(), n, noWait)
	if err != nil || !report.OK() || report.Memory == nil || report.Signed.Checkpoints != 3 || !report.Signed.FirstUse {
		t.Fatalf("an honest server: %v, %+v\n%s", err, report.Signed, list(report))
	}
	b, err := json.Marshal(report.Memory)
	if err != nil {
		t.Fatal(err)
	}
	m := new(verify.Memory)
	if err := json.Unmarshal(b, m); err != nil {
		t.Fatal(err)
	}
	return m
}

// rewriteMain changes event seq of main and makes all that follows fit.
func rewriteMain(n *notary, seq int) {
	n.events["main"][seq-1].Kind = kaibo.KindFile
	n.reseal("main", seq-1)
}

// adversaries do what whoever has the store and the signing key can do, to a
// server that a verifier saw once. Each is caught, by a full run and by one that
// goes on where the last ended, unless the second cannot: then full says so.
var adversaries = []struct {
	name   string
	stream string
	seq    uint64
	what   string
	full   bool // what was verified before is believed by an incremental run
	do     func(n *notary)
}{
	{"rewritten and signed again", "main", 12, "the history was rewritten", false, func(n *notary) { rewriteMain(n, 9); n.sign() }},
	{"rewritten, grown and signed again", "main", 12, "the history was rewritten", false, func(n *notary) {
		rewriteMain(n, 9)
		n.append("main", 18)
		n.sign()
	}},
	{"rewritten and not signed", "main", 12, "the history was rewritten", false, func(n *notary) { rewriteMain(n, 9) }},
	{"a signed past that is served no more", "main", 12, "the history was rewritten", false, func(n *notary) {
		rewriteMain(n, 2)
		n.append("main", 18)
	}},
	{"reordered and signed again", "main", 12, "the history was rewritten", false, func(n *notary) {
		log := n.events["main"]
		log[3], log[4] = log[4], log[3]
		log[3].RecordedAt, log[4].RecordedAt = log[4].RecordedAt, log[3].RecordedAt
		n.reseal("main", 3)
		n.sign()
	}},
	{"an event dropped, one added, signed again", "main", 12, "the history was rewritten", false, func(n *notary) {
		n.append("main", 18)
		n.events["main"] = slices.Delete(n.events["main"], 7, 8)
		n.reseal("main", 7)
		n.sign()
	}},
	{"the end cut and signed again", "notes", 5, "the end was cut", false, func(n *notary) {
		n.events["notes"] = n.events["notes"][:4]
		n.setHead("notes")
		n.sign()
	}},
	{"a stream hidden", "notes", 1, "the end was cut", false, func(n *notary) { n.streams = n.streams[:1] }},
	{"a new event back-dated", "main", 13, "recordedAt is before", false, func(n *notary) {
		n.append("main", 18)
		n.events["main"][12].RecordedAt -= 1000
		n.reseal("main", 12)
		n.sign()
	}},
	{"a new event's payload changed", "main", 13, "its payload was changed", false, func(n *notary) {
		n.append("main", 18)
		n.payloads[eventID(18)] = payload{body: with(n.payloads[eventID(18)].body, "content", "Another text.")}
		n.sign()
	}},
	{"an old event's payload changed", "main", 2, "its payload was changed", true, func(n *notary) {
		n.payloads[eventID(2)] = payload{body: with(n.payloads[eventID(2)].body, "content", "Another text.")}
	}},
	{"an old event changed at rest", "main", 2, "hash does not recompute", true, func(n *notary) { n.events["main"][1].OccurredAt++ }},
	{"the last receipt removed and signed again", ledger, 3, "the end was cut", false, func(n *notary) {
		n.receipts = n.receipts[:2]
		n.sign()
	}},
	{"a receipt rewritten and signed again", ledger, 3, "the history was rewritten", false, func(n *notary) {
		n.receipts[1].ID = "rcp_dddddddddddddddd"
		n.resealReceipts()
		n.sign()
	}},
	{"the last receipt removed, and nothing signed", ledger, 3, "the end was cut", false, func(n *notary) { n.receipts = n.receipts[:2] }},
	{"a receipt rewritten, and nothing signed", ledger, 3, "the history was rewritten", false, func(n *notary) {
		n.receipts[1].ID = "rcp_dddddddddddddddd"
		n.resealReceipts()
	}},
	{"a payload gone without a receipt", "main", 13, "no entry of the deletion ledger names", false, func(n *notary) {
		n.append("main", 18)
		n.payloads[eventID(18)] = payload{gone: true}
		n.sign()
	}},
	{"a checkpoint of what is not served", "main", 13, "the end was cut: the signed checkpoint counts 13", false, func(n *notary) {
		n.append("main", 18)
		n.sign()
		n.events["main"] = n.events["main"][:12]
		n.setHead("main")
	}},
	{"a checkpoint of another history", "main", 13, "the signed checkpoint has the root", false, func(n *notary) {
		n.append("main", 18)
		n.sign()
		rewriteMain(n, 13)
	}},
	{"an older checkpoint", "main", 12, "its checkpoint went back", false, func(n *notary) {
		c := n.signed["main"]
		c.Size = 4
		c.Root = n.rootOf("main", 4)
		n.signed["main"], n.leaf["main"] = c, len(n.logs)
		n.logs = append(n.logs, c)
	}},
	{"another log's checkpoint", "main", 5, "is another log's", false, func(n *notary) { n.signed["main"], n.leaf["main"] = n.signed["notes"], n.leaf["notes"] }},
	{"a checkpoint that is in no log of logs", "main", 13, "is not in the log of logs", false, func(n *notary) {
		n.append("main", 18)
		n.sign()
		n.leaf["main"] = 0
	}},
	{"the log of logs rewritten", verify.LogOfLogs, 3, "the history was rewritten", false, func(n *notary) {
		n.logs[0].Root[0]++
		n.append("main", 18)
		n.sign()
	}},
	{"the log of logs forked", verify.LogOfLogs, 3, "the history forks", false, func(n *notary) { n.logs[0].Root[0]++ }},
	{"keys replaced", verify.LogOfLogs, 0, "the signing keys were replaced", false, func(n *notary) {
		n.signers = []key{newKey(n.t)}
		n.listKeys()
	}},
	{"keys of a history of its own", verify.LogOfLogs, 0, "not those that are trusted", false, func(n *notary) {
		n.signers, n.lists = []key{newKey(n.t)}, nil
		n.listKeys()
	}},
	{"signatures taken away", verify.LogOfLogs, 0, "nothing is signed any more", false, func(n *notary) {
		n.fail = func(method, _ string) error {
			if method == "VerifierKeys" {
				return kaibo.Errorf(kaibo.NotFound, "none")
			}
			return nil
		}
	}},
	{"a log that the server itself stopped", "main", 0, "the server stopped signing it: it forks", false, func(n *notary) { n.stopped["main"] = "it forks" }},
}

func (n *notary) rootOf(stream string, size int64) kaibo.Hash {
	root, err := tlog.TreeHash(size, tree(n.t, n.hashes(stream)[:size]))
	if err != nil {
		n.t.Fatal(err)
	}
	return kaibo.Hash(root)
}

func TestAdversaries(t *testing.T) {
	for _, a := range adversaries {
		for _, incremental := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/incremental=%v", a.name, incremental), func(t *testing.T) {
				n := newNotary(t, honest(t))
				m := verified(t, n)
				a.do(n)
				report, err := verify.Run(t.Context(), n, verify.Options{Settle: -1, Memory: m, Incremental: incremental})
				if err != nil {
					t.Fatal(err)
				}
				if incremental && a.full {
					return
				}
				if !slices.ContainsFunc(report.Findings, func(f verify.Finding) bool {
					return f.Stream == a.stream && f.Seq == a.seq && strings.Contains(f.What, a.what)
				}) {
					t.Errorf("want stream %s, seq %d: %s, got:\n%s", a.stream, a.seq, a.what, list(report))
				}
				for _, f := range report.Findings { // and nobody else is accused
					if f.Stream != a.stream && f.Stream != verify.LogOfLogs && a.stream != verify.LogOfLogs {
						t.Errorf("accused too: %s", f)
					}
				}
				if report.Memory != nil {
					t.Error("what does not hold is kept for the next run")
				}
			})
		}
	}
}

// A server that only grows, changes its keys as it should, and is written to at
// any moment of the run, is not accused.
func TestHonestServersAreNotAccused(t *testing.T) {
	for name, do := range map[string]func(n *notary){
		"nothing new": func(*notary) {},
		"grown": func(n *notary) {
			n.append("main", 18)
			n.append("more", 19)
			n.forget("rcp_eeeeeeeeeeeeeeee", []int{18}, []int{18})
			n.sign()
		},
		"grown, and not signed yet": func(n *notary) {
			n.append("main", 18)
			n.append("more", 19)
		},
		"an old event forgotten": func(n *notary) { n.forget("rcp_eeeeeeeeeeeeeeee", []int{2}, []int{2}); n.sign() },
		"keys rotated": func(n *notary) {
			n.signers = append(n.signers, newKey(n.t))
			n.listKeys()
			n.signers = n.signers[1:]
			n.listKeys()
			n.append("main", 18)
			n.sign()
		},
	} {
		for _, incremental := range []bool{false, true} {
			n := newNotary(t, honest(t))
			m := verified(t, n)
			do(n)
			report, err := verify.Run(t.Context(), n, verify.Options{Settle: -1, Memory: m, Incremental: incremental})
			if err != nil || !report.OK() || report.Memory == nil || report.Signed.FirstUse {
				t.Errorf("%s, incremental %v: %v\n%s", name, incremental, err, list(report))
			}
		}
	}
	for _, incremental := range []bool{false, true} {
		probe, calls := newNotary(t, honest(t)), 0
		m := verified(t, probe)
		probe.before = func(string, string) { calls++ }
		options := verify.Options{Settle: -1, Parallel: 1, Memory: m, Incremental: incremental}
		if _, err := verify.Run(t.Context(), probe, options); err != nil {
			t.Fatal(err)
		}
		for at := range calls {
			n := newNotary(t, honest(t))
			options.Memory = verified(t, n)
			count := 0
			n.before = func(string, string) {
				if count++; count == at+1 {
					n.append("main", 18)
					n.append("new", 19)
					n.forget("rcp_eeeeeeeeeeeeeeee", []int{2, 18, 19}, []int{2, 18, 19})
					n.sign()
				}
			}
			if report, err := verify.Run(t.Context(), n, options); err != nil || !report.OK() {
				t.Errorf("written to at call %d, incremental %v: %v\n%s", at, incremental, err, list(report))
			}
		}
	}
}

// Pins hold without a memory, and with one that an incremental run does not read
// again.
func TestPins(t *testing.T) {
	for _, withMemory := range []bool{false, true} {
		for _, c := range []struct {
			name string
			seq  uint64
			what string
			do   func(n *notary)
		}{
			{"nothing changed", 0, "", func(*notary) {}},
			{"grown", 0, "", func(n *notary) { n.append("main", 18); n.sign() }},
			{"the pinned event rewritten", 4, "the history was rewritten: the pinned evt_", func(n *notary) { rewriteMain(n, 4); n.sign() }},
			{"the pinned checkpoint rewritten", 12, "the history was rewritten", func(n *notary) { rewriteMain(n, 11); n.sign() }},
			{"cut before the pin", 3, "the end was cut", func(n *notary) {
				n.events["main"] = n.events["main"][:2]
				n.setHead("main")
				n.sign()
			}},
		} {
			n := newNotary(t, honest(t))
			m := verified(t, n)
			e := n.events["main"][3]
			options := verify.Options{Settle: -1, Pins: []verify.Pin{{ID: e.ID, Stream: "main", Seq: 4, Hash: e.Hash}},
				Checkpoints: []string{n.note(n.signed["main"].Body()), n.note(n.checkpoint("", deployment).Body())}}
			if withMemory {
				options.Memory, options.Incremental = m, true
			}
			c.do(n)
			report, err := verify.Run(t.Context(), n, options)
			if err != nil {
				t.Fatal(err)
			}
			if c.what == "" != report.OK() {
				t.Errorf("%s, memory %v:\n%s", c.name, withMemory, list(report))
			}
			if c.what != "" && !slices.ContainsFunc(report.Findings, func(f verify.Finding) bool {
				return f.Stream == "main" && f.Seq == c.seq && strings.Contains(f.What, c.what)
			}) {
				t.Errorf("%s, memory %v: want seq %d: %s, got:\n%s", c.name, withMemory, c.seq, c.what, list(report))
			}
		}
	}
	n := newNotary(t, honest(t))
	other := newKey(t)
	forged, err := proof.Sign(n.signed["main"].Body(), other)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{forged, n.note(proof.Checkpoint{Origin: deployment + "/prj_b/deletions", Size: 1}.Body())} {
		if report, err := verify.Run(t.Context(), n, verify.Options{Settle: -1, Checkpoints: []string{text}}); err != nil || report.OK() {
			t.Errorf("a pin that is no part of this history passes: %v", err)
		}
	}
}

func checkpointOf(stream string, size uint64, root kaibo.Hash) proof.Checkpoint {
	return proof.Checkpoint{Origin: proof.Origin(deployment, projectID, stream), Size: size, Root: root}
}
