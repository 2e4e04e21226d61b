package webhooks_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/webhooks"
)

// stored is the item of a project's webhooks.
func (w *world) stored() (kaibo.Item, map[string][]map[string]any) {
	w.T.Helper()
	items, err := w.Ports.Table.Get(context.Background(), kaibo.Key{Partition: kaibo.WebhooksPartition(w.Project.ID), Sort: "list"})
	if err != nil || !items[0].Found() {
		w.T.Fatal(items, err)
	}
	var list map[string][]map[string]any
	if err := json.Unmarshal(items[0].Data, &list); err != nil {
		w.T.Fatal(err)
	}
	return items[0], list
}

// keep writes the item over.
func (w *world) keep(over kaibo.Item, list any) {
	w.T.Helper()
	err := w.Ports.Table.Commit(context.Background(), []kaibo.Write{kaibo.PutOver(over.Key, over.Version, kaibo.Encode(list))})
	if err != nil {
		w.T.Fatal(err)
	}
}

// bytesOf are those of a secret as it is shown.
func bytesOf(t *testing.T, shown string) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(shown, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// holds reports whether the table has the bytes of a secret, as they are or in
// base64.
func (w *world) holds(secret []byte) bool {
	w.T.Helper()
	text := base64.StdEncoding.EncodeToString(secret)
	found := false
	err := w.Ports.Scan.Scan(context.Background(), kaibo.Records, "", func(item kaibo.Item) error {
		found = found || bytes.Contains(item.Data, secret) || bytes.Contains(item.Data, []byte(text))
		return nil
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return found
}

// TestSecretsLieSealed looks for a webhook's secrets in every item, before and
// after a rotation, and holds that both still sign.
func TestSecretsLieSealed(t *testing.T) {
	w := newWorld(t)
	hook := w.hook(hookURL)
	first := w.receiver.secret[hookURL]
	w.receiver.secret = map[string]string{}
	_, second, err := w.engine.Rotate(t.Context(), w.Project, hook.ID, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	w.Say("main", "tea is green")
	w.Settle()
	w.pass(time.Second)
	for _, secret := range []string{first, second} {
		if w.holds(bytesOf(t, secret)) {
			t.Error("a secret lies in the table as it is")
		}
		if got := w.receiver.got; len(got) == 0 || !verifies(t, secret, got[len(got)-1]) {
			t.Errorf("of %d messages the last is not signed with a secret that is good", len(got))
		}
	}
}

// TestSecretsOfAnOlderVersion lie unsealed: they sign as they are, and are sealed
// when the webhooks are written next.
func TestSecretsOfAnOlderVersion(t *testing.T) {
	w := newWorld(t)
	hook := w.hook(hookURL)
	secret := w.receiver.secret[hookURL]
	item, list := w.stored()
	list["webhooks"][0]["secrets"] = []map[string]any{{"key": bytesOf(t, secret)}}
	w.keep(item, list)
	if !w.holds(bytesOf(t, secret)) {
		t.Fatal("the test does not write as the older version did")
	}
	for _, sealed := range []bool{false, true} {
		if a, err := w.engine.Test(t.Context(), w.Project, hook.ID); err != nil || a.Outcome != webhooks.OutcomeDelivered {
			t.Fatalf("sealed %t: a test answers %+v, %v", sealed, a, err)
		}
		if got := w.receiver.got; !verifies(t, secret, got[len(got)-1]) {
			t.Errorf("sealed %t: the message is not signed with it", sealed)
		}
		if w.holds(bytesOf(t, secret)) == sealed {
			t.Errorf("sealed %t: the table has it as it is: %t", sealed, !sealed)
		}
		if _, err := w.engine.SetEnabled(t.Context(), w.Project, hook.ID, true); err != nil {
			t.Fatal(err)
		}
	}
}

// TestASealedSecretOpensNowhereElse: not with another webhook, not in another
// project, not with a bit changed. Nothing is sent then, the log says so, and
// the others go on.
func TestASealedSecretOpensNowhereElse(t *testing.T) {
	const otherURL = "https://other.example/"
	for name, spoil := range map[string]func(*world, []map[string]any){
		"moved":   func(_ *world, l []map[string]any) { l[0]["secrets"] = l[1]["secrets"] },
		"changed": func(_ *world, l []map[string]any) { spoilSealed(l[0]) },
		"empty":   func(_ *world, l []map[string]any) { l[0]["secrets"] = []map[string]any{{}} },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			hook := w.hook(hookURL)
			w.hook(otherURL)
			item, list := w.stored()
			spoil(w, list["webhooks"])
			w.keep(item, list)
			w.Say("main", "tea is green")
			w.Settle()
			w.pass(time.Second)
			for _, g := range w.receiver.got {
				if g.url == hookURL {
					t.Errorf("sent: %+v", g)
				}
			}
			if len(w.receiver.got) == 0 {
				t.Error("the other webhook got nothing")
			}
			log := w.log(hook.ID)
			if len(log) == 0 || log[0].Problem != "an internal error; the server's log has it" {
				t.Errorf("the log says %+v", log)
			}
		})
	}
}

// spoilSealed changes the last bit of a sealed secret.
func spoilSealed(hook map[string]any) {
	secret := hook["secrets"].([]any)[0].(map[string]any)
	sealed, _ := base64.StdEncoding.DecodeString(secret["sealed"].(string))
	sealed[len(sealed)-1] ^= 1
	secret["sealed"] = sealed
}

// TestASecretGoesWithItsProject: with a project's secret changed, as when it is
// deleted, what is left of its webhooks' opens no more.
func TestASecretGoesWithItsProject(t *testing.T) {
	w := newWorld(t)
	hook := w.hook(hookURL)
	for _, secret := range [][]byte{[]byte("another"), nil} {
		p := w.Project
		p.Secret = secret
		w.engine.Projects = enginetest.Known{p}
		a, err := w.engine.Test(t.Context(), p, hook.ID)
		if err != nil || a.Outcome == webhooks.OutcomeDelivered || len(w.receiver.got) > 0 {
			t.Errorf("under the secret %q it answers %+v, %v", secret, a, err)
		}
	}
}
