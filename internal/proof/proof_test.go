package proof_test

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/transparency-dev/formats/log"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

const (
	deployment = "memory.example/test"
	project    = "prj_aaaaaaaaaaaaaaaa"
)

// key is a pair of a signing key and its verifier key.
type key struct {
	note.Signer
	public string
}

func newKey(t testing.TB, name string) key {
	t.Helper()
	secret, public, err := note.GenerateKey(rand.Reader, name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := note.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	return key{s, public}
}

func sign(t testing.TB, text string, keys ...key) string {
	t.Helper()
	var signers []note.Signer
	for _, k := range keys {
		signers = append(signers, k)
	}
	out, err := proof.Sign(text, signers...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestOrigins(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range [][2]string{{project, "main"}, {project, "notes"}, {"prj_b", "main"}, {project, ""}, {project, "deletions"}} {
		o := proof.Origin(deployment, c[0], c[1])
		if seen[o] {
			t.Errorf("%v has the origin of another: %s", c, o)
		}
		seen[o] = true
		d, p, l, ok := proof.SplitOrigin(o)
		if !ok || d != deployment || p != c[0] || l != proof.LogName(c[0], c[1]) {
			t.Errorf("%s comes apart as %s, %s, %s, %v", o, d, p, l, ok)
		}
	}
	for _, bad := range []string{"", "a", "a/b", "a//b", "/a/b", "a b/c/d", "a/b/"} {
		if _, _, _, ok := proof.SplitOrigin(bad); ok {
			t.Errorf("%q is no origin", bad)
		}
	}
	for _, bad := range []string{"", "a b", "a+b", "/a", "a/", "https://a", "a\n", strings.Repeat("a", 129)} {
		if proof.CheckDeployment(bad) == nil {
			t.Errorf("%q names no deployment", bad)
		}
	}
}

// The body is what the reference library reads, and its leaf hash RFC 6962's.
func TestCheckpointIsTheOneOfTheSpecification(t *testing.T) {
	c := proof.Checkpoint{Origin: deployment, Size: 7, Root: kaibo.Hash{1, 2, 3}}
	var other log.Checkpoint
	rest, err := other.Unmarshal([]byte(c.Body()))
	if err != nil || len(rest) != 0 || other.Origin != c.Origin || other.Size != 7 || kaibo.Hash(other.Hash) != c.Root {
		t.Errorf("%+v, %v", other, err)
	}
	if want := rfc6962.DefaultHasher.HashLeaf([]byte(c.Body())); c.LeafHash() != kaibo.Hash(want) {
		t.Error("the leaf hash is not RFC 6962's")
	}
	h := kaibo.Hash{9}
	if want := rfc6962.DefaultHasher.HashLeaf(h[:]); proof.EntryHash(h) != kaibo.Hash(want) {
		t.Error("the entry's hash is not RFC 6962's")
	}
}

func TestBodiesHaveOneForm(t *testing.T) {
	root := base64.StdEncoding.EncodeToString(make([]byte, 32))
	good := "a\n7\n" + root + "\n"
	if _, err := proof.ParseBody(good); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"nothing": "", "no root": "a\n7\n", "leading zero": "a\n07\n" + root + "\n", "sign": "a\n+7\n" + root + "\n", "extension": good + "more\n",
		"short root": "a\n7\nAAAA\n", "no origin": "\n7\n" + root + "\n", "beyond 2^53": "a\n9007199254740993\n" + root + "\n",
		"carriage return": "a\n7\r\n" + root + "\n", "no end": strings.TrimSuffix(good, "\n"), "loose base64": "a\n7\n" + root[:42] + "B=\n",
	} {
		if _, err := proof.ParseBody(bad); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOpen(t *testing.T) {
	a, b := newKey(t, deployment), newKey(t, deployment)
	c := proof.Checkpoint{Origin: deployment, Size: 7, Root: kaibo.Hash{1}}
	both := sign(t, c.Body(), a, b)
	for _, keys := range [][]string{{a.public}, {b.public}, {a.public, b.public, a.public}} {
		if s, err := proof.Open(both, keys); err != nil || s.Checkpoint != c {
			t.Errorf("%+v, %v", s, err)
		}
	}
	for name, bad := range map[string]string{
		"another key":   sign(t, c.Body(), newKey(t, deployment)),
		"another text":  strings.Replace(both, "\n7\n", "\n8\n", 1),
		"no signatures": c.Body() + "\n",
		"too long":      strings.Repeat("a", 1<<17),
	} {
		if _, err := proof.Open(bad, []string{a.public}); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := proof.Open(both, []string{"nonsense"}); kaibo.KindOf(err) != kaibo.Invalid {
		t.Errorf("nonsense as a key: %v", err)
	}
}

// history makes lists of keys, each signed by those named.
func TestKeyHistories(t *testing.T) {
	a, b, c := newKey(t, deployment), newKey(t, deployment), newKey(t, deployment)
	list := func(n int, listed []key, signers ...key) string {
		l := proof.KeyList{Deployment: deployment, Number: uint64(n)} //nolint:gosec // small
		for _, k := range listed {
			l.Keys = append(l.Keys, k.public)
		}
		return sign(t, l.Body(), signers...)
	}
	one, two, three := list(1, []key{a}, a), list(2, []key{a, b}, a, b), list(3, []key{b}, b)
	full := proof.KeyHistory{one, two, three}
	for _, tc := range []struct {
		name    string
		h       proof.KeyHistory
		trusted []string
		all     []key
		broken  uint64
		fails   bool
	}{
		{"trust on first use", full, nil, []key{a, b}, 0, false},
		{"from the first key", full, []string{a.public}, []key{a, b}, 0, false},
		{"from the second key", full, []string{b.public}, []key{a, b}, 0, false},
		{"from a key it does not know", full, []string{c.public}, nil, 0, true},
		{"a list that nobody before signed", proof.KeyHistory{one, list(2, []key{c}, c)}, []string{a.public}, []key{a}, 2, false},
		{"and what follows it", proof.KeyHistory{one, list(2, []key{c}, c), list(3, []key{c, b}, c, b)}, nil, []key{a}, 2, false},
		{"a list that lists a key it has no signature of", proof.KeyHistory{list(1, []key{a}, b)}, nil, nil, 0, true},
		{"a number is left out", proof.KeyHistory{one, three}, nil, nil, 0, true},
		{"empty", nil, nil, nil, 0, true},
	} {
		w, err := tc.h.Walk(tc.trusted)
		if tc.fails != (err != nil) {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if err != nil {
			continue
		}
		var want []string
		for _, k := range tc.all {
			want = append(want, k.public)
		}
		slices.Sort(want)
		if !slices.Equal(w.All, want) || w.Broken != tc.broken {
			t.Errorf("%s: %+v", tc.name, w)
		}
	}
	next, err := full.NextKeyList(deployment, []string{c.public}, c, b)
	if err != nil {
		t.Fatal(err)
	}
	if w, err := append(full, next).Walk([]string{a.public}); err != nil || w.Broken != 0 || !slices.Equal(w.Current, []string{c.public}) {
		t.Errorf("a list that was added: %+v, %v", w, err)
	}
	if _, err := full.NextKeyList(deployment, []string{newKey(t, "elsewhere").public}, a); err == nil {
		t.Error("a key of another deployment is listed")
	}
}

// evidence is a proof of the middle one of three events, and what is needed to
// check it.
func evidence(t testing.TB, k key) (string, kaibo.Event) {
	t.Helper()
	var events []kaibo.Event
	var prev kaibo.Hash
	for seq := uint64(1); seq <= 3; seq++ {
		e := kaibo.Event{ID: fmt.Sprintf("evt_%016d", seq), Stream: "main", Seq: seq, Kind: kaibo.KindMessage, OccurredAt: 1, RecordedAt: 1,
			PayloadDigest: chain.SaltedDigest([16]byte{1}, nil), DetailsDigest: chain.SaltedDigest([16]byte{2}, nil)}
		if err := chain.SealEvent(&e, prev); err != nil {
			t.Fatal(err)
		}
		prev = e.Hash
		events = append(events, e)
	}
	leaf := func(i int) kaibo.Hash { return proof.EntryHash(events[i].Hash) }
	var frontier []kaibo.Hash
	for i, e := range events {
		frontier = chain.AppendLeaf(frontier, uint64(i), e.Hash) //nolint:gosec // small
	}
	c := proof.Checkpoint{Origin: proof.Origin(deployment, project, "main"), Size: 3, Root: chain.Root(frontier, 3)}
	logs := proof.Checkpoint{Origin: deployment, Size: 1, Root: c.LeafHash()}
	text, err := proof.Evidence{Project: project, Event: &events[1], Log: proof.File{Checkpoint: sign(t, logs.Body(), k)}.Format()}.
		Write([]kaibo.Hash{leaf(0), leaf(2)}, sign(t, c.Body(), k))
	if err != nil {
		t.Fatal(err)
	}
	return text, events[1]
}

func TestEvidence(t *testing.T) {
	k := newKey(t, deployment)
	trust := func(d string) ([]string, error) {
		if d != deployment {
			return nil, kaibo.Errorf(kaibo.NotFound, "unknown")
		}
		return []string{k.public}, nil
	}
	text, e := evidence(t, k)
	checked, err := proof.CheckEvidence(text, trust)
	if err != nil || checked.Event.ID != e.ID || checked.Deployment != deployment || checked.Logs.Size != 1 {
		t.Fatalf("%+v, %v", checked, err)
	}
	f, err := proof.ParseFile(text)
	if err != nil {
		t.Fatal(err)
	}
	extra := func(change func(s string) string) string {
		g := f
		g.Extra = []byte(change(string(f.Extra)))
		return g.Format()
	}
	with := func(change func(g *proof.File)) string {
		g := f
		g.Path = slices.Clone(f.Path)
		change(&g)
		return g.Format()
	}
	for name, c := range map[string]struct{ text, what string }{
		"the event is changed":     {extra(func(s string) string { return strings.Replace(s, `"message"`, `"file"`, 1) }), "does not recompute"},
		"the project is changed":   {extra(func(s string) string { return strings.Replace(s, project, "prj_bbbbbbbbbbbbbbbb", 1) }), "another log"},
		"the index is changed":     {with(func(g *proof.File) { g.Index = 0 }), "seq 2"},
		"the path is changed":      {with(func(g *proof.File) { g.Path[0][5]++ }), "does not lead"},
		"the path is cut":          {with(func(g *proof.File) { g.Path = g.Path[:1] }), "does not lead"},
		"the checkpoint is forged": {with(func(g *proof.File) { g.Checkpoint = strings.Replace(g.Checkpoint, "\n3\n", "\n4\n", 1) }), "not its own"},
		"there is no entry":        {with(func(g *proof.File) { g.Extra = nil }), "does not carry"},
		"bytes follow":             {text + "x", "tlog-proof"},
		"no proof":                 {"nonsense", "tlog-proof"},
	} {
		if _, err := proof.CheckEvidence(c.text, trust); err == nil || !strings.Contains(err.Error(), c.what) {
			t.Errorf("%s: %v, want %s", name, err, c.what)
		}
	}
	other := newKey(t, deployment)
	if _, err := proof.CheckEvidence(text, func(string) ([]string, error) { return []string{other.public}, nil }); err == nil {
		t.Error("a key that is not trusted is believed")
	}
}

func FuzzParseBody(f *testing.F) {
	f.Add(proof.Checkpoint{Origin: deployment, Size: 7}.Body())
	f.Add("a\n07\nAAAA\n")
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := proof.ParseBody(text); err == nil && c.Body() != text {
			t.Errorf("%q is read as %q", text, c.Body())
		}
	})
}

func FuzzEvidence(f *testing.F) {
	k := newKey(f, deployment)
	good, _ := evidence(f, k)
	f.Add(good)
	f.Add("c2sp.org/tlog-proof@v1\nindex 0\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := proof.ParseFile(text); err == nil && p.Format() != text {
			t.Errorf("%q is read as %q", text, p.Format())
		}
		if _, err := proof.CheckEvidence(text, func(string) ([]string, error) { return []string{k.public}, nil }); err == nil && text != good {
			t.Errorf("a proof that nobody signed holds: %q", text)
		}
	})
}

func FuzzKeyHistory(f *testing.F) {
	k := newKey(f, deployment)
	good := sign(f, proof.KeyList{Deployment: deployment, Number: 1, Keys: []string{k.public}}.Body(), k)
	f.Add(good)
	f.Fuzz(func(t *testing.T, text string) {
		if w, err := (proof.KeyHistory{good, text}).Walk([]string{k.public}); err == nil && w.Broken == 0 && w.Lists == 2 {
			t.Errorf("a list that nobody signed is believed: %q", text)
		}
	})
}
