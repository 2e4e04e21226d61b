package access_test

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// withKey is a world with a project and a key to it.
func withKey(t testing.TB) (w *world, p kaibo.Project, k access.Key, secret string) {
	t.Helper()
	w = newWorld()
	p = must[kaibo.Project](t)(w.CreateProject(background, "ana"))
	k, secret, err := w.CreateKey(background, p, access.Grant{Name: "laptop", Scopes: []string{"read", "write"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return w, p, k, secret
}

func TestCreateAndIdentify(t *testing.T) {
	w, p, k, secret := withKey(t)
	want := access.Key{Grant: access.Grant{Name: "laptop", Scopes: []string{"read", "write"}}, ID: k.ID, ProjectID: p.ID, CreatedAt: start, Digest: k.Digest}
	if diff := cmp.Diff(want, k); diff != "" {
		t.Errorf("key (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(k.ID, "key_") || !strings.HasPrefix(secret, "kaibo_") || len(secret) != len("kaibo_")+52 {
		t.Errorf("id %q, secret of %d bytes", k.ID, len(secret))
	}
	for name, s := range map[string]*access.Store{"same process": w.Store, "other process": w.process(w.table)} {
		gotKey, gotProject, err := s.Identify(background, secret)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(k, gotKey); diff != "" {
			t.Errorf("%s: key (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(p, gotProject); diff != "" {
			t.Errorf("%s: project (-want +got):\n%s", name, diff)
		}
	}
	_, second, err := w.CreateKey(background, p, access.Grant{Name: "laptop"}, nil)
	if err != nil || second == secret {
		t.Errorf("the second secret is the first, or %v", err)
	}
}

func TestScopesAreCopied(t *testing.T) {
	w := newWorld()
	p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
	scopes := []string{"read"}
	k, _, err := w.CreateKey(background, p, access.Grant{Name: "k", Scopes: scopes}, nil)
	if err != nil {
		t.Fatal(err)
	}
	scopes[0] = "operator"
	if k.Scopes[0] != "read" {
		t.Errorf("scopes %v changed with the caller's", k.Scopes)
	}
}

// TestOnlyTheDigestIsStored looks for the secret, in any writing, in every byte
// of the table.
func TestOnlyTheDigestIsStored(t *testing.T) {
	w, p, k, secret := withKey(t)
	if _, err := w.RevokeKey(background, p, k.ID, nil); err != nil {
		t.Fatal(err)
	}
	body := strings.TrimPrefix(secret, "kaibo_")
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(body))
	if err != nil || len(raw) != 32 {
		t.Fatalf("secret %q: %v", secret, err)
	}
	writings := map[string]string{"secret": secret, "body": body, "part": body[:16], "raw": string(raw), "hex": hex.EncodeToString(raw),
		"base64": base64.StdEncoding.EncodeToString(raw)}
	found := false
	for _, class := range []kaibo.Class{kaibo.Records, kaibo.Events} {
		err := w.table.Scan(background, class, "", func(it kaibo.Item) error {
			all := bytes.ToLower(fmt.Appendf(nil, "%s %s %s", it.Partition, it.Sort, it.Data))
			for name, text := range writings {
				if bytes.Contains(all, []byte(strings.ToLower(text))) {
					t.Errorf("item %s %s holds the %s", it.Partition, it.Sort, name)
				}
			}
			found = found || bytes.Contains(all, []byte(k.Digest))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !found {
		t.Error("not even the digest was found: the scan cannot fail")
	}
}

func TestUnknownSecrets(t *testing.T) {
	w, _, k, secret := withKey(t)
	unknown := []string{"", "kaibo_", secret[:len(secret)-1], secret + "a", strings.ToUpper(secret), " " + secret, strings.TrimPrefix(secret, "kaibo_"),
		"kaibo_" + k.Digest, k.Digest, k.ID, "kaibo_\x00", "kaibo_" + strings.Repeat("x", 1<<20)}
	for _, s := range unknown {
		key, p, err := w.Identify(background, s)
		wantKind(t, err, kaibo.Unauthenticated)
		if key.ID != "" || p.ID != "" {
			t.Errorf("%.20q answers %+v, %+v", s, key, p)
		}
		if err != nil && len(s) > 10 && strings.Contains(err.Error(), s) {
			t.Errorf("error %v holds what was given", err)
		}
	}
}

// TestAnOutageIsNoRefusal holds that a key is not called unknown because the
// table does not answer.
func TestAnOutageIsNoRefusal(t *testing.T) {
	w, _, _, secret := withKey(t)
	for n := 1; n <= 2; n++ {
		key, _, err := w.faulty(porttest.FailNth(n, porttest.FailBefore)).Identify(background, secret)
		wantKind(t, err, kaibo.Unavailable)
		if key.ID != "" {
			t.Errorf("with error %d came %+v", n, key)
		}
	}
}

func TestRevoke(t *testing.T) {
	w, p, k, secret := withKey(t)
	elsewhere := w.process(w.table)
	if _, _, err := elsewhere.Identify(background, secret); err != nil {
		t.Fatal(err)
	}
	w.clock.Add(time.Second.Milliseconds())
	revoked := must[access.Key](t)(w.RevokeKey(background, p, k.ID, nil))
	at := start + 1000
	want := k
	want.RevokedAt = &at
	if diff := cmp.Diff(want, revoked); diff != "" {
		t.Errorf("revoked (-want +got):\n%s", diff)
	}
	for _, s := range []*access.Store{w.Store, elsewhere} {
		_, _, err := s.Identify(background, secret)
		wantKind(t, err, kaibo.Unauthenticated)
	}
	w.clock.Add(time.Second.Milliseconds())
	if diff := cmp.Diff(want, must[access.Key](t)(w.RevokeKey(background, p, k.ID, nil))); diff != "" {
		t.Errorf("revoked again (-want +got):\n%s", diff)
	}
	keys, _, err := w.Keys(background, p, "", 10)
	if diff := cmp.Diff([]access.Key{want}, keys); diff != "" || err != nil {
		t.Errorf("listed: %v (-want +got):\n%s", err, diff)
	}
}

func TestRevokeWhatIsNotTheProjects(t *testing.T) {
	w, _, k, secret := withKey(t)
	other := must[kaibo.Project](t)(w.CreateProject(background, "bo"))
	for _, id := range []string{k.ID, "", "key_aaaaaaaaaaaaaaaa", "../" + k.ID} {
		_, err := w.RevokeKey(background, other, id, nil)
		wantKind(t, err, kaibo.NotFound)
	}
	if _, _, err := w.Identify(background, secret); err != nil {
		t.Errorf("the key stopped: %v", err)
	}
	if keys, _, err := w.Keys(background, other, "", 10); err != nil || len(keys) != 0 {
		t.Errorf("keys of the other project: %v, %v", keys, err)
	}
}

// TestRevokeAmidChanges refuses a revocation's Commit, as when the key changes
// at the same time.
func TestRevokeAmidChanges(t *testing.T) {
	w, p, k, secret := withKey(t)
	left := 100
	s := w.process(&hook{Table: w.table, beforeCommit: func() error {
		if left--; left >= 0 {
			return &kaibo.ConflictError{}
		}
		return nil
	}})
	_, err := s.RevokeKey(background, p, k.ID, nil)
	wantKind(t, err, kaibo.Unavailable)
	if _, _, err := w.Identify(background, secret); err != nil {
		t.Errorf("no revocation was answered, and the key answers %v", err)
	}
	left = 3
	must[access.Key](t)(s.RevokeKey(background, p, k.ID, nil))
	_, _, err = w.Identify(background, secret)
	wantKind(t, err, kaibo.Unauthenticated)
}

func TestRevokeFaults(t *testing.T) {
	sweep(t, func(t *testing.T, plan *porttest.Plan) {
		w, p, k, secret := withKey(t)
		got, err := w.faulty(plan).RevokeKey(background, p, k.ID, nil)
		if _, _, used := w.Identify(background, secret); err == nil && kaibo.KindOf(used) != kaibo.Unauthenticated {
			t.Errorf("revoked, and answers %v", used)
		}
		if err != nil && got.ID != "" {
			t.Errorf("with error %v came %+v", err, got)
		}
		must[access.Key](t)(w.RevokeKey(background, p, k.ID, nil))
		_, _, err = w.Identify(background, secret)
		wantKind(t, err, kaibo.Unauthenticated)
	})
}

// TestCreateKeyFaults holds that a key that was answered works, and that what
// an error left behind opens nothing that anyone was told.
func TestCreateKeyFaults(t *testing.T) {
	sweep(t, func(t *testing.T, plan *porttest.Plan) {
		w := newWorld()
		p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
		k, secret, err := w.faulty(plan).CreateKey(background, p, access.Grant{Name: "k"}, nil)
		keys, _, listErr := w.Keys(background, p, "", 10)
		if listErr != nil {
			t.Fatal(listErr)
		}
		any := must[bool](t)(w.AnyKey(background))
		if any != (len(keys) > 0) {
			t.Errorf("any key %v, listed %v", any, keys)
		}
		if err != nil {
			if secret != "" || k.ID != "" {
				t.Errorf("with error %v came %+v", err, k)
			}
			return
		}
		if got, _, err := w.Identify(background, secret); err != nil || !cmp.Equal(got, k) || len(keys) != 1 {
			t.Errorf("the key answers %+v, %v", got, err)
		}
	})
}

func TestAnyKey(t *testing.T) {
	w := newWorld()
	elsewhere := w.process(w.table)
	if must[bool](t)(w.AnyKey(background)) {
		t.Error("a key was never made")
	}
	p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
	if must[bool](t)(elsewhere.AnyKey(background)) {
		t.Error("a project is no key")
	}
	k, _, err := w.CreateKey(background, p, access.Grant{Name: "k"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	must[access.Key](t)(w.RevokeKey(background, p, k.ID, nil))
	if err := w.MarkDeleted(background, p); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*access.Store{"same process": w.Store, "process that had seen none": elsewhere, "new process": w.process(w.table)} {
		if !must[bool](t)(s.AnyKey(background)) {
			t.Errorf("%s: a key was made, and it does not change back", name)
		}
	}
	plan := porttest.FailNth(1, porttest.FailBefore)
	if _, err := w.faulty(plan).AnyKey(background); !errors.Is(err, porttest.ErrInjected) {
		t.Errorf("an outage answers %v", err)
	}
}

func TestKeysArePaged(t *testing.T) {
	w := newWorld()
	p := must[kaibo.Project](t)(w.CreateProject(background, "ana"))
	var want []string
	for i := range 7 {
		k, _, err := w.CreateKey(background, p, access.Grant{Name: fmt.Sprint("key ", i), Scopes: []string{"read"}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, k.ID)
	}
	must[access.Key](t)(w.RevokeKey(background, p, want[2], nil))
	slices.Sort(want)
	for limit := -1; limit <= 8; limit++ {
		var got []string
		cursor := ""
		for pages := 0; ; pages++ {
			keys, next, err := w.Keys(background, p, cursor, limit)
			if err != nil || pages > 10 || limit > 0 && len(keys) > limit {
				t.Fatalf("limit %d: %d keys in page %d, %v", limit, len(keys), pages, err)
			}
			for _, k := range keys {
				got = append(got, k.ID)
			}
			if cursor = next; next == "" {
				break
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("limit %d (-want +got):\n%s", limit, diff)
		}
	}
}
