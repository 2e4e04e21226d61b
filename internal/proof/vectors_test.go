package proof_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

var update = flag.Bool("update", false, "write the vectors instead of checking them")

// The forms of the files in testdata/vectors; its README.md describes them.
type (
	noteVector struct {
		Name      string     `json:"name"`
		Note      string     `json:"note"`
		Keys      []string   `json:"keys"`
		Valid     bool       `json:"valid"`
		Origin    string     `json:"origin,omitempty"`
		Size      uint64     `json:"size,omitempty"`
		Root      string     `json:"root,omitempty"`
		Witnesses []string   `json:"witnesses,omitempty"`
		Cosigned  []cosigned `json:"cosigned,omitempty"`
	}
	cosigned struct {
		Witness string `json:"witness"`
		Time    int64  `json:"time"`
	}
	keyListVector struct {
		Name    string           `json:"name"`
		Lists   proof.KeyHistory `json:"lists"`
		Trusted []string         `json:"trusted"`
		Valid   bool             `json:"valid"`
		Current []string         `json:"current,omitempty"`
		All     []string         `json:"all,omitempty"`
		Broken  uint64           `json:"broken"`
	}
	proofVector struct {
		Name   string   `json:"name"`
		Proof  string   `json:"proof"`
		Keys   []string `json:"keys"`
		Valid  bool     `json:"valid"`
		Stream string   `json:"stream,omitempty"`
		ID     string   `json:"id,omitempty"`
		Seq    uint64   `json:"seq,omitempty"`
		Size   uint64   `json:"size,omitempty"`
		Leaves uint64   `json:"leaves,omitempty"`
	}
	inclusionVector struct {
		Name  string       `json:"name"`
		Size  uint64       `json:"size"`
		Root  kaibo.Hash   `json:"root"`
		Index uint64       `json:"index"`
		Leaf  kaibo.Hash   `json:"leaf"`
		Path  []kaibo.Hash `json:"path"`
		Valid bool         `json:"valid"`
	}
	consistencyVector struct {
		Name  string       `json:"name"`
		From  uint64       `json:"from"`
		First kaibo.Hash   `json:"fromRoot"`
		To    uint64       `json:"to"`
		Last  kaibo.Hash   `json:"toRoot"`
		Path  []kaibo.Hash `json:"path"`
		Valid bool         `json:"valid"`
	}
	merkleProofVectors struct {
		Inclusion   []inclusionVector   `json:"inclusion"`
		Consistency []consistencyVector `json:"consistency"`
	}
)

// fixedKey is a key of which the secret half is known to every reader of the
// vectors.
func fixedKey(t testing.TB, name string, n int) key {
	t.Helper()
	seed := sha256.Sum256(fmt.Appendf(nil, "kaibo test key %d", n))
	public := ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey)
	vkey, err := note.NewEd25519VerifierKey(name, public)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(vkey, "+")
	hash, _, _ := strings.Cut(rest, "+")
	s, err := note.NewSigner("PRIVATE+KEY+" + name + "+" + hash + "+" + base64.StdEncoding.EncodeToString(append([]byte{1}, seed[:]...)))
	if err != nil {
		t.Fatal(err)
	}
	return key{s, vkey}
}

// fixedWitness answers a witness's verifier key, and a function that makes its
// cosignature line of a body at a time, as c2sp.org/tlog-cosignature says.
func fixedWitness(name string, n int) (string, func(body string, at int64) string) {
	seed := sha256.Sum256(fmt.Appendf(nil, "kaibo test witness %d", n))
	secret := ed25519.NewKeyFromSeed(seed[:])
	algorithm := append([]byte{4}, secret.Public().(ed25519.PublicKey)...)
	id := sha256.Sum256(append([]byte(name+"\n"), algorithm...))
	vkey := fmt.Sprintf("%s+%08x+%s", name, binary.BigEndian.Uint32(id[:4]), base64.StdEncoding.EncodeToString(algorithm))
	return vkey, func(body string, at int64) string {
		signed := "cosignature/v1\ntime " + strconv.FormatInt(at, 10) + "\n" + body
		b := slices.Concat(id[:4], binary.BigEndian.AppendUint64(nil, uint64(at)), ed25519.Sign(secret, []byte(signed))) //nolint:gosec // a time after 1970
		return "— " + name + " " + base64.StdEncoding.EncodeToString(b) + "\n"
	}
}

func generateNotes(t testing.TB) []noteVector {
	a, b, stranger := fixedKey(t, deployment, 1), fixedKey(t, deployment, 2), fixedKey(t, deployment, 3)
	c := proof.Checkpoint{Origin: proof.Origin(deployment, project, "main"), Size: 12, Root: sha256.Sum256([]byte("root"))}
	text := sign(t, c.Body(), a)
	var out []noteVector
	add := func(name, text string, valid bool, keys ...string) {
		v := noteVector{Name: name, Note: text, Keys: keys, Valid: valid}
		if valid {
			v.Origin, v.Size, v.Root = c.Origin, c.Size, c.Root.String()
		}
		out = append(out, v)
	}
	add("signed by the key", text, true, a.public)
	add("signed by two keys, one known", sign(t, c.Body(), a, b), true, b.public)
	add("signed by two keys, both known", sign(t, c.Body(), a, b), true, a.public, b.public)
	add("signed by a stranger", sign(t, c.Body(), stranger), false, a.public)
	add("no key is known", text, false)
	add("the size changed", strings.Replace(text, "\n12\n", "\n13\n", 1), false, a.public)
	add("the origin changed", strings.Replace(text, deployment+"/", deployment+"x/", 1), false, a.public)
	body, signature, _ := strings.Cut(text, "\n\n")
	add("a bit of the signature changed", body+"\n\n"+flipSignature(t, signature), false, a.public)
	twoBodies, lines, _ := strings.Cut(sign(t, c.Body(), a, b), "\n\n")
	first, second, _ := strings.Cut(lines, "\n")
	add("one good signature and a bad one by a known key", twoBodies+"\n\n"+first+"\n"+flipSignature(t, second), false, a.public, b.public)
	add("an extension line, signed", sign(t, c.Body()+"extension\n", a), false, a.public)
	add("a leading zero in the size, signed", sign(t, strings.Replace(c.Body(), "\n12\n", "\n012\n", 1), a), false, a.public)
	add("a root of 31 bytes, signed", sign(t, c.Origin+"\n12\n"+base64.StdEncoding.EncodeToString(c.Root[:31])+"\n", a), false, a.public)
	add("a size beyond 2^53-1, signed", sign(t, strings.Replace(c.Body(), "\n12\n", "\n9007199254740993\n", 1), a), false, a.public)
	add("no newline at the end", strings.TrimSuffix(text, "\n"), false, a.public)
	add("no empty line before the signature", body+"\n"+signature, false, a.public)
	add("a hyphen in place of the dash", body+"\n\n"+strings.Replace(signature, "—", "-", 1), false, a.public)
	w1, cosign1 := fixedWitness("witness.example/1", 1)
	w2, cosign2 := fixedWitness("witness.example/2", 2)
	logs := proof.Checkpoint{Origin: deployment, Size: 3, Root: sha256.Sum256([]byte("logs"))}
	signed := sign(t, logs.Body(), a)
	witnessed := func(name, text string, valid bool, saw []cosigned, witnesses ...string) {
		v := noteVector{Name: name, Note: text, Keys: []string{a.public}, Valid: valid, Witnesses: witnesses, Cosigned: saw}
		if valid {
			v.Origin, v.Size, v.Root = logs.Origin, logs.Size, logs.Root.String()
		}
		out = append(out, v)
	}
	const at = 1782898200
	both := signed + cosign1(logs.Body(), at) + cosign2(logs.Body(), at+60)
	witnessed("cosigned by two witnesses, both known", both, true, []cosigned{{"witness.example/1", at}, {"witness.example/2", at + 60}}, w1, w2)
	witnessed("cosigned by two witnesses, one known", both, true, []cosigned{{"witness.example/2", at + 60}}, w2)
	witnessed("cosigned by a witness that is not asked for", signed+cosign1(logs.Body(), at), true, nil, w2)
	other := logs
	other.Size++
	witnessed("the cosignature is of another checkpoint", signed+cosign1(other.Body(), at), false, nil, w1)
	return out
}

// flipSignature changes a bit of what a signature line's key signed.
func flipSignature(t testing.TB, line string) string {
	t.Helper()
	at := strings.LastIndexByte(strings.TrimSuffix(line, "\n"), ' ') + 1
	b, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(line[at:], "\n"))
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)-1] ^= 1
	return line[:at] + base64.StdEncoding.EncodeToString(b) + "\n"
}

func generateKeyLists(t testing.TB) []keyListVector {
	a, b, c := fixedKey(t, deployment, 1), fixedKey(t, deployment, 2), fixedKey(t, deployment, 3)
	list := func(number uint64, signers []key, keys ...key) string {
		l := proof.KeyList{Deployment: deployment, Number: number}
		for _, k := range keys {
			l.Keys = append(l.Keys, k.public)
		}
		return sign(t, l.Body(), signers...)
	}
	one := list(1, []key{a}, a)
	rotated := proof.KeyHistory{one, list(2, []key{a, b}, a, b), list(3, []key{b}, b)}
	cases := []keyListVector{
		{Name: "one key, trusted on first use", Lists: proof.KeyHistory{one}},
		{Name: "a rotation with overlap, from the first key", Lists: rotated, Trusted: []string{a.public}},
		{Name: "a rotation with overlap, from the last key", Lists: rotated, Trusted: []string{b.public}},
		{Name: "a rotation with overlap, seen for the first time", Lists: rotated},
		{Name: "a key that was never listed", Lists: rotated, Trusted: []string{c.public}},
		{Name: "the key replaced, and signed by the new one alone", Lists: proof.KeyHistory{one, list(2, []key{c}, c)}, Trusted: []string{a.public}},
		{Name: "the key replaced, trusted on first use", Lists: proof.KeyHistory{one, list(2, []key{c}, c)}},
		{Name: "a list that none of its keys signed", Lists: proof.KeyHistory{one, list(2, []key{a}, b)}, Trusted: []string{a.public}},
		{Name: "a number left out", Lists: proof.KeyHistory{one, list(3, []key{a, b}, a, b)}, Trusted: []string{a.public}},
		{Name: "a list changed", Lists: proof.KeyHistory{strings.Replace(one, "/keys\n1\n", "/keys\n2\n", 1)}, Trusted: []string{a.public}},
		{Name: "no lists", Lists: proof.KeyHistory{}},
	}
	for i := range cases {
		v := &cases[i]
		if v.Trusted == nil {
			v.Trusted = []string{}
		}
		if w, err := v.Lists.Walk(v.Trusted); err == nil {
			v.Valid, v.Current, v.All, v.Broken = true, w.Current, w.All, w.Broken
		}
	}
	return cases
}

// stored keeps the hashes of a tree for package tlog.
func stored(t testing.TB, leaves []kaibo.Hash) tlog.HashReader {
	t.Helper()
	var hashes []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		out := make([]tlog.Hash, len(indexes))
		for i, x := range indexes {
			out[i] = hashes[x]
		}
		return out, nil
	})
	for i, h := range leaves {
		more, err := tlog.StoredHashesForRecordHash(int64(i), tlog.Hash(h), reader)
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, more...)
	}
	return reader
}

func pathOf(t testing.TB, path []tlog.Hash, err error) []kaibo.Hash {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	out := []kaibo.Hash{}
	for _, h := range path {
		out = append(out, kaibo.Hash(h))
	}
	return out
}

func generateMerkleProofs(t testing.TB) merkleProofVectors {
	leaves := make([]kaibo.Hash, 300)
	for i := range leaves {
		leaves[i] = proof.EntryHash(sha256.Sum256([]byte(strconv.Itoa(i))))
	}
	reader := stored(t, leaves)
	root := func(size uint64) kaibo.Hash {
		h, err := tlog.TreeHash(int64(size), reader) //nolint:gosec // small
		if err != nil {
			t.Fatal(err)
		}
		return kaibo.Hash(h)
	}
	var out merkleProofVectors
	include := func(name string, valid bool, size, index uint64, change func(v *inclusionVector)) {
		path, err := tlog.ProveRecord(int64(size), int64(index), reader) //nolint:gosec // small
		v := inclusionVector{Name: name, Size: size, Root: root(size), Index: index, Leaf: leaves[index], Path: pathOf(t, path, err), Valid: valid}
		change(&v)
		out.Inclusion = append(out.Inclusion, v)
	}
	same := func(*inclusionVector) {}
	for _, c := range [][2]uint64{{1, 0}, {2, 1}, {3, 2}, {7, 0}, {7, 6}, {8, 3}, {256, 255}, {257, 256}, {300, 100}} {
		include(fmt.Sprintf("leaf %d of %d", c[1], c[0]), true, c[0], c[1], same)
	}
	include("another leaf", false, 7, 3, func(v *inclusionVector) { v.Leaf = leaves[4] })
	include("another index", false, 7, 3, func(v *inclusionVector) { v.Index = 2 })
	include("an index beyond the end", false, 7, 3, func(v *inclusionVector) { v.Index = 7 })
	include("a hash changed", false, 7, 3, func(v *inclusionVector) { v.Path[1][0] ^= 1 })
	include("a hash left out", false, 7, 3, func(v *inclusionVector) { v.Path = v.Path[:2] })
	include("a hash too many", false, 7, 3, func(v *inclusionVector) { v.Path = append(v.Path, v.Path[0]) })
	include("another root", false, 7, 3, func(v *inclusionVector) { v.Root = root(8) })
	follow := func(name string, valid bool, from, to uint64, change func(v *consistencyVector)) {
		v := consistencyVector{Name: name, From: from, First: root(from), To: to, Last: root(to), Path: []kaibo.Hash{}, Valid: valid}
		if from > 0 && from < to {
			path, err := tlog.ProveTree(int64(to), int64(from), reader) //nolint:gosec // small
			v.Path = pathOf(t, path, err)
		}
		change(&v)
		out.Consistency = append(out.Consistency, v)
	}
	sameTwo := func(*consistencyVector) {}
	for _, c := range [][2]uint64{{0, 7}, {1, 2}, {3, 7}, {4, 7}, {4, 8}, {6, 7}, {7, 7}, {255, 256}, {256, 300}, {299, 300}} {
		follow(fmt.Sprintf("%d to %d", c[0], c[1]), true, c[0], c[1], sameTwo)
	}
	follow("a hash changed", false, 3, 7, func(v *consistencyVector) { v.Path[0][0] ^= 1 })
	follow("a hash left out", false, 3, 7, func(v *consistencyVector) { v.Path = v.Path[1:] })
	follow("another earlier root", false, 3, 7, func(v *consistencyVector) { v.First = root(2) })
	follow("another later root", false, 3, 7, func(v *consistencyVector) { v.Last = root(6) })
	follow("two roots of one size", false, 7, 7, func(v *consistencyVector) { v.Last = root(6) })
	follow("earlier is later", false, 3, 7, func(v *consistencyVector) { v.From, v.To = 7, 3 })
	return out
}

func generateProofs(t testing.TB) []proofVector {
	a := fixedKey(t, deployment, 1)
	events, receipts := vectorChains(t)
	var out []proofVector
	add := func(name, text string, valid bool) {
		v := proofVector{Name: name, Proof: text, Keys: []string{a.public}, Valid: valid}
		checked, err := proof.CheckEvidence(text, func(string) ([]string, error) { return v.Keys, nil })
		if valid != (err == nil) {
			t.Fatalf("%s: %v", name, err)
		}
		if valid {
			v.Size = checked.Checkpoint.Size
			if checked.Logs != nil {
				v.Leaves = checked.Logs.Size
			}
			if e := checked.Event; e != nil {
				v.Stream, v.ID, v.Seq = e.Stream, e.ID, e.Seq
			} else {
				v.Stream, v.ID, v.Seq = chain.DeletionLedger, checked.Receipt.ID, checked.Receipt.Seq
			}
		}
		out = append(out, v)
	}
	file := func(e proof.Evidence, leaves []kaibo.Hash, stream string, index uint64, logged bool) string {
		reader := stored(t, leaves)
		root, err := tlog.TreeHash(int64(len(leaves)), reader)
		if err != nil {
			t.Fatal(err)
		}
		c := proof.Checkpoint{Origin: proof.Origin(deployment, project, stream), Size: uint64(len(leaves)), Root: kaibo.Hash(root)}
		if logged {
			others := []kaibo.Hash{{1}, c.LeafHash(), {2}}
			logs := stored(t, others)
			logsRoot, err := tlog.TreeHash(3, logs)
			if err != nil {
				t.Fatal(err)
			}
			path, err := tlog.ProveRecord(3, 1, logs)
			note := sign(t, proof.Checkpoint{Origin: deployment, Size: 3, Root: kaibo.Hash(logsRoot)}.Body(), a)
			e.Log = proof.File{Index: 1, Path: pathOf(t, path, err), Checkpoint: note}.Format()
		}
		path, err := tlog.ProveRecord(c2i(c.Size), c2i(index), reader)
		text, err := e.Write(pathOf(t, path, err), sign(t, c.Body(), a))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var eventLeaves, receiptLeaves []kaibo.Hash
	for _, e := range events {
		eventLeaves = append(eventLeaves, proof.EntryHash(e.Hash))
	}
	for _, r := range receipts {
		receiptLeaves = append(receiptLeaves, proof.EntryHash(r.Hash))
	}
	for i := range events {
		e := proof.Evidence{Project: project, Event: &events[i]}
		add(fmt.Sprintf("event %d", i+1), file(e, eventLeaves, "main", uint64(i), i%2 == 0), true) //nolint:gosec // small
	}
	for i := range receipts {
		e := proof.Evidence{Project: project, Receipt: &receipts[i]}
		add(fmt.Sprintf("entry %d of the deletion ledger", i+1), file(e, receiptLeaves, "", uint64(i), true), true) //nolint:gosec // small
	}
	good := file(proof.Evidence{Project: project, Event: &events[2]}, eventLeaves, "main", 2, true)
	for _, c := range proofTamperings(t, good) {
		add(c.name, c.text, false)
	}
	add("a checkpoint of another stream", file(proof.Evidence{Project: project, Event: &events[2]}, eventLeaves, "notes", 2, true), false)
	add("a checkpoint of another project", file(proof.Evidence{Project: "prj_bbbbbbbbbbbbbbbb", Event: &events[2]}, eventLeaves, "main", 2, true), false)
	add("the path of another entry", file(proof.Evidence{Project: project, Event: &events[2]}, eventLeaves, "main", 3, true), false)
	swapped := slices.Clone(eventLeaves)
	swapped[2], swapped[3] = swapped[3], swapped[2]
	add("another history, signed too, in which it stands elsewhere", file(proof.Evidence{Project: project, Event: &events[2]}, swapped, "main", 2, true), false)
	return out
}

func c2i(n uint64) int64 { return int64(n) } //nolint:gosec // small

// proofTamperings are texts that a good proof is changed into.
func proofTamperings(t testing.TB, good string) []struct{ name, text string } {
	f, err := proof.ParseFile(good)
	if err != nil {
		t.Fatal(err)
	}
	refile := func(change func(f *proof.File)) string {
		g := f
		g.Path, g.Extra = slices.Clone(f.Path), slices.Clone(f.Extra)
		change(&g)
		return g.Format()
	}
	extra := func(old, new string) string {
		return refile(func(f *proof.File) {
			if !bytes.Contains(f.Extra, []byte(old)) {
				t.Fatalf("%s is not in %s", old, f.Extra)
			}
			f.Extra = bytes.Replace(f.Extra, []byte(old), []byte(new), 1)
		})
	}
	return []struct{ name, text string }{
		{"a member of the event changed", extra(`"kind":"tool_call"`, `"kind":"message"`)},
		{"a member added", extra(`"project":`, `"more":1,"project":`)},
		{"white space in extra", extra(`"project":`, `"project": `)},
		{"no extra", refile(func(f *proof.File) { f.Extra = nil })},
		{"another index", refile(func(f *proof.File) { f.Index++ })},
		{"a hash of the path changed", refile(func(f *proof.File) { f.Path[0][5] ^= 4 })},
		{"a hash of the path left out", refile(func(f *proof.File) { f.Path = f.Path[1:] })},
		{"the checkpoint changed", strings.Replace(good, "\n6\n", "\n7\n", 1)},
		{"a line end of carriage return and newline", strings.Replace(good, "\n", "\r\n", 1)},
		{"an empty file", ""},
		{"bytes after the end", good + "more\n"},
	}
}

// vectorChains are a stream of six events and a ledger of three entries.
func vectorChains(t testing.TB) ([]kaibo.Event, []kaibo.Receipt) {
	events := make([]kaibo.Event, 6)
	var prev kaibo.Hash
	for i := range events {
		n := fmt.Sprintf("%d", i)
		events[i] = kaibo.Event{ID: "evt_" + strings.Repeat(string(rune('a'+i)), 16), Stream: "main", Seq: uint64(i + 1), Kind: kaibo.KindToolCall, //nolint:gosec // small
			OccurredAt: kaibo.Time(1782898200000 + i*250), RecordedAt: kaibo.Time(1782898201000 + i),
			PayloadDigest: chain.SaltedDigest([16]byte{byte(i)}, []byte(n)), DetailsDigest: chain.SaltedDigest([16]byte{9, byte(i)}, []byte("{}"))}
		if err := chain.SealEvent(&events[i], prev); err != nil {
			t.Fatal(err)
		}
		prev = events[i].Hash
	}
	at, purge, purged := kaibo.Time(1782900000000), kaibo.Time(1782986400000), kaibo.Time(1782986400020)
	receipts := []kaibo.Receipt{
		{ID: "rcp_aaaaaaaaaaaaaaaa", Kind: kaibo.ReceiptForgotten, EventIDs: []string{events[0].ID}, TombstonedAt: &at, PurgeAt: &purge},
		{ID: "rcp_bbbbbbbbbbbbbbbb", Kind: kaibo.ReceiptForgotten, EventIDs: []string{events[1].ID}, MemoryIDs: []string{"mem_aaaaaaaaaaaaaaaa"}, TombstonedAt: &at, PurgeAt: &purge},
		{ID: "rcp_cccccccccccccccc", Kind: kaibo.ReceiptPurged, ReceiptID: "rcp_aaaaaaaaaaaaaaaa", PurgedAt: &purged},
	}
	prev = kaibo.Hash{}
	for i := range receipts {
		receipts[i].Seq = uint64(i + 1) //nolint:gosec // small
		if err := chain.SealReceipt(&receipts[i], prev); err != nil {
			t.Fatal(err)
		}
		prev = receipts[i].Hash
	}
	return events, receipts
}

// vectors compares what was generated with a file, or writes it.
func vectors[T any](t *testing.T, name string, got T) T {
	t.Helper()
	path := filepath.Join("..", "..", "testdata", "vectors", name)
	form, err := json.MarshalIndent(got, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	form = append(form, '\n')
	if *update {
		if err := os.WriteFile(path, form, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(path) //nolint:gosec // a test's own file
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(kept), string(form)); diff != "" {
		t.Errorf("%s is not what is generated (-update writes it):\n%s", name, diff)
	}
	var out T
	if err := json.Unmarshal(kept, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// Each file is what is generated, and its verdicts are those of this package.
func TestVectors(t *testing.T) {
	for _, v := range vectors(t, "notes.json", generateNotes(t)) {
		c, err := proof.Open(v.Note, v.Keys)
		saw := []cosigned(nil)
		if err == nil {
			var list []proof.Cosignature
			list, err = proof.Cosignatures(v.Note, v.Witnesses)
			for _, x := range list {
				saw = append(saw, cosigned{x.Witness, x.At.Unix()})
			}
		}
		if (err == nil) != v.Valid {
			t.Errorf("note, %s: %v", v.Name, err)
			continue
		}
		if err == nil && (c.Origin != v.Origin || c.Size != v.Size || c.Root.String() != v.Root || !slices.Equal(saw, v.Cosigned)) {
			t.Errorf("note, %s: %+v, %v", v.Name, c, saw)
		}
	}
	for _, v := range vectors(t, "keylists.json", generateKeyLists(t)) {
		w, err := v.Lists.Walk(v.Trusted)
		if (err == nil) != v.Valid || err == nil && (!slices.Equal(w.Current, v.Current) || !slices.Equal(w.All, v.All) || w.Broken != v.Broken) {
			t.Errorf("key lists, %s: %+v, %v", v.Name, w, err)
		}
	}
	for _, v := range vectors(t, "proofs.json", generateProofs(t)) {
		checked, err := proof.CheckEvidence(v.Proof, func(string) ([]string, error) { return v.Keys, nil })
		if (err == nil) != v.Valid || err == nil && checked.Checkpoint.Size != v.Size {
			t.Errorf("proof, %s: %v", v.Name, err)
		}
	}
	m := vectors(t, "merkle-proofs.json", generateMerkleProofs(t))
	for _, v := range m.Inclusion {
		err := proof.CheckInclusion(v.Path, proof.Checkpoint{Size: v.Size, Root: v.Root}, v.Index, v.Leaf)
		if (err == nil) != v.Valid {
			t.Errorf("inclusion, %s: %v", v.Name, err)
		}
	}
	for _, v := range m.Consistency {
		err := proof.CheckConsistency(v.Path, proof.Checkpoint{Size: v.From, Root: v.First}, proof.Checkpoint{Size: v.To, Root: v.Last})
		if (err == nil) != v.Valid {
			t.Errorf("consistency, %s: %v", v.Name, err)
		}
	}
}
