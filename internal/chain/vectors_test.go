package chain_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var update = flag.Bool("update", false, "write the vectors instead of checking them")

// The forms of the files in testdata/vectors; its README.md describes them.
type (
	hashVector struct {
		Name      string          `json:"name"`
		Object    json.RawMessage `json:"object"`
		Canonical string          `json:"canonical"`
		Hash      kaibo.Hash      `json:"hash"`
		Line      string          `json:"line"`
	}
	chainVectors struct {
		Stream string       `json:"stream"`
		Root   kaibo.Hash   `json:"root"`
		Items  []hashVector `json:"items"`
		Alone  []hashVector `json:"alone,omitempty"`
	}
	payloadVector struct {
		Name          string          `json:"name"`
		Content       *string         `json:"content,omitempty"`
		ContentBase64 string          `json:"contentBase64,omitempty"`
		Salt          string          `json:"salt"`
		PayloadDigest string          `json:"payloadDigest"`
		Details       json.RawMessage `json:"details"`
		DetailsSalt   string          `json:"detailsSalt"`
		Canonical     string          `json:"detailsCanonical"`
		DetailsDigest string          `json:"detailsDigest"`
	}
	merkleVector struct {
		Size     uint64       `json:"size"`
		Root     kaibo.Hash   `json:"root"`
		Frontier []kaibo.Hash `json:"frontier"`
	}
	tamperedVector struct {
		Name   string            `json:"name"`
		Stream string            `json:"stream"`
		Seq    uint64            `json:"seq"`
		Items  []json.RawMessage `json:"items"`
	}
)

// salted derives a fixed salt from a label, so that the files never change.
func salted(label string) (salt [16]byte) {
	sum := sha256.Sum256([]byte("kaibo test salt " + label))
	copy(salt[:], sum[:])
	return salt
}

func ptr[T any](v T) *T { return &v }

func parseTime(t testing.TB, s string) kaibo.Time {
	v, err := kaibo.ParseTime(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func marshal(t testing.TB, v any) json.RawMessage {
	b, err := canon.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func eventVector(t testing.TB, name string, e *kaibo.Event) hashVector {
	line := chain.AppendLine(nil, e)
	return hashVector{Name: name, Object: marshal(t, e), Canonical: string(chain.AppendCanonical(nil, e)),
		Hash: e.Hash, Line: string(bytes.TrimSuffix(line, []byte("\n")))}
}

// vectorPayloads are the payloads of the events, in order.
func vectorPayloads(t testing.TB) []payloadVector {
	t.Helper()
	var out []payloadVector
	add := func(name, content string, file bool, d kaibo.Details) {
		details, err := canon.Details(d)
		if err != nil {
			t.Fatal(err)
		}
		salt, detailsSalt := salted(name), salted(name+" details")
		v := payloadVector{Name: name, Salt: hex.EncodeToString(salt[:]), DetailsSalt: hex.EncodeToString(detailsSalt[:]),
			PayloadDigest: chain.SaltedDigest(salt, []byte(content)), Details: details, Canonical: string(details),
			DetailsDigest: chain.SaltedDigest(detailsSalt, details)}
		if file {
			v.ContentBase64 = base64.StdEncoding.EncodeToString([]byte(content))
		} else {
			v.Content = &content
		}
		out = append(out, v)
	}
	add("a message", "Move the release target from July 13 to July 17.", false, kaibo.Details{Actor: "ana", Role: "user",
		Initiatives: []string{"launch"}, Metadata: map[string]any{"thread": "T-9"}})
	add("no details", "ok", false, kaibo.Details{})
	add("text in many scripts", "Für Élise, 東京で会う 😀\r\n\t\"quoted\" \\ \u2028 \u0000", false, kaibo.Details{Actor: "Zoë \"Z\" O'Neil\\"})
	add("integers and sorting", "x", false, kaibo.Details{Metadata: map[string]any{"b": 1, "a": "1", "é": -9007199254740991,
		"z": 9007199254740991, "\ufb33": 0, "😀": "before U+FB33 by UTF-16"}})
	add("bytes that are no text", "\x00\xff\xfe", true, kaibo.Details{ContentType: "application/octet-stream"})
	add("empty", "", false, kaibo.Details{Role: "assistant"})
	return out
}

// vectorEvents makes the stream of the vectors.
func vectorEvents(t testing.TB) []kaibo.Event {
	t.Helper()
	payloads := vectorPayloads(t)
	events := []kaibo.Event{
		{ID: "evt_aaaaaaaaaaaaaaaa", Kind: kaibo.KindMessage, OccurredAt: parseTime(t, "2026-07-01T09:30:00Z"), IdempotencyKey: "slack-1719826200.003"},
		{ID: "evt_bbbbbbbbbbbbbbbb", Kind: kaibo.KindMessage, OccurredAt: parseTime(t, "2026-07-01T09:30:00.250Z")},
		{ID: "evt_cccccccccccccccc", Kind: kaibo.KindToolCall, OccurredAt: parseTime(t, "0001-01-01T00:00:00Z"), IdempotencyKey: "a \"key\" with \\ and \t, Zürich, 東京, 😀"},
		{ID: "evt_dddddddddddddddd", Kind: kaibo.KindCommit, OccurredAt: parseTime(t, "9999-12-31T23:59:59.999Z")},
		{ID: "evt_eeeeeeeeeeeeeeee", Kind: kaibo.KindFile, OccurredAt: parseTime(t, "2024-02-29T12:00:00.001Z"), IdempotencyKey: "7"},
		{ID: "evt_ffffffffffffffff", Kind: kaibo.KindCurate, OccurredAt: parseTime(t, "1969-12-31T23:59:59.999Z")},
	}
	var prev kaibo.Hash
	recorded := parseTime(t, "2026-07-01T09:30:01.005Z")
	for i := range events {
		e := &events[i]
		e.Stream, e.Seq, e.RecordedAt = "main", uint64(i+1), recorded+kaibo.Time(i/2*1000)
		e.PayloadDigest, e.DetailsDigest = payloads[i].PayloadDigest, payloads[i].DetailsDigest
		if err := chain.SealEvent(e, prev); err != nil {
			t.Fatal(err)
		}
		prev = e.Hash
	}
	return events
}

func generateEvents(t testing.TB) chainVectors {
	out := chainVectors{Stream: "main"}
	v := chain.NewVerifier("main")
	for i, e := range vectorEvents(t) {
		if err := v.Event(&e); err != nil {
			t.Fatal(err)
		}
		out.Items = append(out.Items, eventVector(t, fmt.Sprintf("seq %d", i+1), &e))
	}
	out.Root = v.Root()
	far := vectorEvents(t)[0]
	far.Seq, far.Stream = kaibo.MaxSafeInteger, "~curate.x-1_2"
	if err := chain.SealEvent(&far, sha256.Sum256(nil)); err != nil {
		t.Fatal(err)
	}
	out.Alone = append(out.Alone, eventVector(t, "the largest seq, and a prevHash that is not zero", &far))
	return out
}

func generateReceipts(t testing.TB) chainVectors {
	entries := []kaibo.Receipt{
		{ID: "rcp_aaaaaaaaaaaaaaaa", Kind: kaibo.ReceiptForgotten, MemoryIDs: []string{"mem_aaaaaaaaaaaaaaaa", "mem_bbbbbbbbbbbbbbbb"},
			EventIDs: []string{"evt_aaaaaaaaaaaaaaaa"}, ReasonDigest: chain.SaltedDigest(salted("reason"), []byte("asked by the customer")),
			TombstonedAt: ptr(parseTime(t, "2026-07-02T08:00:00Z")), PurgeAt: ptr(parseTime(t, "2026-07-03T08:00:00Z"))},
		{ID: "rcp_bbbbbbbbbbbbbbbb", Kind: kaibo.ReceiptForgotten, EventIDs: []string{"evt_bbbbbbbbbbbbbbbb"},
			TombstonedAt: ptr(parseTime(t, "2026-07-02T08:00:00.500Z")), PurgeAt: ptr(parseTime(t, "2026-07-03T08:00:00.500Z"))},
		{ID: "rcp_cccccccccccccccc", Kind: kaibo.ReceiptPurged, ReceiptID: "rcp_aaaaaaaaaaaaaaaa", PurgedAt: ptr(parseTime(t, "2026-07-03T08:00:04.020Z"))},
	}
	out := chainVectors{Stream: chain.DeletionLedger}
	v := chain.NewReceiptVerifier()
	for i := range entries {
		r := &entries[i]
		r.Seq = uint64(i + 1)
		if err := chain.SealReceipt(r, v.Hash()); err != nil {
			t.Fatal(err)
		}
		if err := v.Receipt(r); err != nil {
			t.Fatal(err)
		}
		line := bytes.TrimSuffix(chain.AppendReceiptLine(nil, r), []byte("\n"))
		out.Items = append(out.Items, hashVector{Name: fmt.Sprintf("seq %d, %s", r.Seq, r.Kind), Object: marshal(t, r),
			Canonical: string(chain.AppendReceipt(nil, r)), Hash: r.Hash, Line: string(line)})
	}
	out.Root = v.Root()
	return out
}

// merkleLeaf is leaf i of the trees: the SHA-256 of i in decimal digits.
func merkleLeaf(i uint64) kaibo.Hash { return sha256.Sum256(fmt.Append(nil, i)) }

func generateMerkle(testing.TB) []merkleVector {
	large := []uint64{31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 1000, 1023, 1024, 1025, 4096, 10000}
	out := []merkleVector{{Size: 0, Root: chain.Root(nil, 0), Frontier: []kaibo.Hash{}}}
	var frontier []kaibo.Hash
	for size := range uint64(10000) {
		frontier = chain.AppendLeaf(frontier, size, merkleLeaf(size))
		if n := size + 1; n <= 20 || slices.Contains(large, n) {
			out = append(out, merkleVector{Size: n, Root: chain.Root(frontier, n), Frontier: slices.Clone(frontier)})
		}
	}
	return out
}

func generateTampered(t testing.TB) []tamperedVector {
	t.Helper()
	var out []tamperedVector
	add := func(name string, seq uint64, tamper func(ev []kaibo.Event) []kaibo.Event) {
		v := tamperedVector{Name: name, Stream: "main", Seq: seq}
		for _, e := range tamper(vectorEvents(t)) {
			v.Items = append(v.Items, marshal(t, &e))
		}
		out = append(out, v)
	}
	seal := func(ev []kaibo.Event, from, to int) {
		for i := from; i < to; i++ {
			var prev kaibo.Hash
			if i > 0 {
				prev = ev[i-1].Hash
			}
			if err := chain.SealEvent(&ev[i], prev); err != nil {
				t.Fatal(err)
			}
		}
	}
	add("occurredAt changed", 3, func(ev []kaibo.Event) []kaibo.Event { ev[2].OccurredAt++; return ev })
	add("payloadDigest changed", 2, func(ev []kaibo.Event) []kaibo.Event { ev[1].PayloadDigest = ev[0].PayloadDigest; return ev })
	add("idempotencyKey taken away", 1, func(ev []kaibo.Event) []kaibo.Event { ev[0].IdempotencyKey = ""; return ev })
	add("one event hashed again, the next still links to the old hash", 4, func(ev []kaibo.Event) []kaibo.Event {
		ev[2].Kind = kaibo.KindMessage
		seal(ev, 2, 3)
		return ev
	})
	add("an event dropped", 3, func(ev []kaibo.Event) []kaibo.Event { return slices.Delete(ev, 2, 3) })
	add("an event dropped and the rest renumbered", 3, func(ev []kaibo.Event) []kaibo.Event {
		ev = slices.Delete(ev, 2, 3)
		for i := range ev {
			ev[i].Seq = uint64(i + 1)
		}
		return ev
	})
	add("two events swapped", 4, func(ev []kaibo.Event) []kaibo.Event { ev[3], ev[4] = ev[4], ev[3]; return ev })
	add("an event twice", 3, func(ev []kaibo.Event) []kaibo.Event { return slices.Insert(ev, 2, ev[1]) })
	add("the first prevHash not zero", 1, func(ev []kaibo.Event) []kaibo.Event {
		if err := chain.SealEvent(&ev[0], kaibo.Hash{1}); err != nil {
			t.Fatal(err)
		}
		seal(ev, 1, len(ev))
		return ev
	})
	add("recordedAt decreases, chained again", 5, func(ev []kaibo.Event) []kaibo.Event {
		ev[4].RecordedAt = ev[3].RecordedAt - 1
		seal(ev, 4, len(ev))
		return ev
	})
	add("an event of another stream, chained again", 2, func(ev []kaibo.Event) []kaibo.Event {
		ev[1].Stream = "other"
		seal(ev, 1, len(ev))
		return ev
	})
	return out
}

// vectorFile compares a file with what is generated, or writes it.
func vectorFile(t *testing.T, name string, generated any) {
	t.Helper()
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(generated); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "..", "testdata", "vectors", name)
	if *update {
		if err := os.WriteFile(path, buf.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), buf.String()); diff != "" {
		t.Errorf("%s is not what the code makes (-file +code); if that is meant, run with -update:\n%s", name, diff)
	}
}

func TestVectors(t *testing.T) {
	vectorFile(t, "events.json", generateEvents(t))
	vectorFile(t, "receipts.json", generateReceipts(t))
	vectorFile(t, "payloads.json", vectorPayloads(t))
	vectorFile(t, "merkle.json", generateMerkle(t))
	vectorFile(t, "tampered.json", generateTampered(t))
}

func readVectors[T any](t *testing.T, name string) (v T) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := canon.Check(data); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// The files hold by the definition alone: RFC 8785 over the object as it
// stands, and SHA-256, without this package's own writer.
func TestVectorsByDefinition(t *testing.T) {
	for _, name := range []string{"events.json", "receipts.json"} {
		file := readVectors[chainVectors](t, name)
		for _, v := range append(file.Items, file.Alone...) {
			var object map[string]json.RawMessage
			if err := json.Unmarshal(v.Object, &object); err != nil {
				t.Fatal(err)
			}
			var prev kaibo.Hash
			if err := json.Unmarshal(object["prevHash"], &prev); err != nil {
				t.Fatal(err)
			}
			if line, err := canon.Canonical(v.Object); err != nil || string(line) != v.Line {
				t.Errorf("%s, %s: line %s (%v)", name, v.Name, line, err)
			}
			delete(object, "hash")
			delete(object, "prevHash")
			form := marshal(t, object)
			if string(form) != v.Canonical {
				t.Errorf("%s, %s: canonical %s", name, v.Name, form)
			}
			if sum := kaibo.Hash(sha256.Sum256(append(prev[:], form...))); sum != v.Hash {
				t.Errorf("%s, %s: hash %s", name, v.Name, sum)
			}
		}
	}
	for _, v := range readVectors[[]payloadVector](t, "payloads.json") {
		content, _ := base64.StdEncoding.DecodeString(v.ContentBase64)
		if v.Content != nil {
			content = []byte(*v.Content)
		}
		for _, d := range []struct{ salt, bytes, digest string }{
			{v.Salt, string(content), v.PayloadDigest},
			{v.DetailsSalt, string(marshal(t, v.Details)), v.DetailsDigest},
		} {
			salt, err := hex.DecodeString(d.salt)
			if err != nil {
				t.Fatal(err)
			}
			if sum := sha256.Sum256(append(salt, d.bytes...)); "sha256:"+hex.EncodeToString(sum[:]) != d.digest {
				t.Errorf("payload %s: digest %x", v.Name, sum)
			}
		}
	}
}

func TestTamperedVectorsFail(t *testing.T) {
	for _, tc := range readVectors[[]tamperedVector](t, "tampered.json") {
		v := chain.NewVerifier(tc.Stream)
		var err error
		for _, item := range tc.Items {
			if err = v.Line(item); err != nil {
				break
			}
		}
		var broken *chain.BrokenError
		if !errors.As(err, &broken) || broken.Seq != tc.Seq {
			t.Errorf("%s: got %v, want it broken at seq %d", tc.Name, err, tc.Seq)
		}
	}
}
