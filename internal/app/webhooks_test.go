package app_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/app"
)

// sealed is how a webhook's secret lies in the store.
var sealed = regexp.MustCompile(`"secrets":\[\{"sealed":"([^"]+)"`)

// TestADeletedProjectTakesItsWebhooks looks for the sealed secret, the address and
// the ids of messages in every file of the data directory.
func TestADeletedProjectTakesItsWebhooks(t *testing.T) {
	dir := t.TempDir()
	r := run(t, dir, -1)
	status, hook := r.post("webhooks.create", `{"url": "https://receiver.invalid/xylophone", "description": "marimba"}`)
	if status != 201 {
		t.Fatal(status, hook)
	}
	secret, id := strings.ToLower(strings.TrimPrefix(hook["secret"].(string), "whsec_")), hook["id"].(string)
	r.post("remember", `{"content": "The sauna is closed in July.", "wait": true}`)
	message := ""
	eventually(t, "an attempt", func() bool {
		_, out := r.post("webhooks.deliveries", `{"id": "`+id+`"}`)
		items, _ := out["items"].([]any)
		if len(items) > 0 {
			message = items[0].(map[string]any)["messageId"].(string)
		}
		return message != ""
	})
	if stored(t, dir, secret) {
		t.Error("the secret is stored as it is")
	}
	file, err := os.ReadFile(filepath.Join(dir, "kaibo.db"))
	if err != nil {
		t.Fatal(err)
	}
	found := sealed.FindSubmatch(file)
	if found == nil {
		t.Fatal("there is no sealed secret")
	}
	secret = strings.ToLower(string(found[1]))
	words := []string{secret, "xylophone", "marimba", message, id}
	for _, word := range words {
		if !stored(t, dir, word) {
			t.Fatalf("%s is nowhere to begin with: the test looks in the wrong place", word)
		}
	}
	if status, out := r.post("projects.delete", `{"name": "default", "reason": "closed"}`); status != 200 {
		t.Fatal(status, out)
	}
	eventually(t, "a purge", func() bool { return !stored(t, dir, secret) })
	r.stop()
	for _, word := range words {
		if stored(t, dir, word) {
			t.Errorf("%s is left", word)
		}
	}
}

// TestAPrivateReceiverIsTheOperatorsToAllow runs a receiver on this machine.
func TestAPrivateReceiverIsTheOperatorsToAllow(t *testing.T) {
	var got atomic.Int64
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		b, err := io.ReadAll(q.Body)
		if err == nil && json.Valid(b) && q.Header.Get("webhook-signature") != "" {
			got.Add(1)
		}
	}))
	defer receiver.Close()
	for _, allowed := range []bool{false, true} {
		got.Store(0)
		a, err := app.Open(t.Context(), app.Options{Dir: t.TempDir(), NoSync: true, AllowPrivateWebhooks: allowed})
		if err != nil {
			t.Fatal(err)
		}
		h, err := a.Handler(app.Exposure{Loopback: true})
		if err != nil {
			t.Fatal(err)
		}
		send(t, h, "webhooks.create", `{"url": "`+receiver.URL+`"}`)
		// Its name passes the door, and what it means does not.
		send(t, h, "webhooks.create", `{"url": "https://`+net.JoinHostPort("localhost", "8443")+`"}`)
		send(t, h, "remember", `{"content": "The tide table is on the fridge."}`)
		if err := a.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int64{true: 1, false: 0}[allowed]; got.Load() != want {
			t.Errorf("where it is allowed %v, the receiver got %d messages", allowed, got.Load())
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
