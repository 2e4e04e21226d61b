package verbs_test

import (
	"context"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// TestGivenAndEmptyIsNotAbsent: an empty idempotency key would write twice, an
// empty stream elsewhere. Each is refused before anything is touched: the call
// has no engines to touch.
func TestGivenAndEmptyIsNotAbsent(t *testing.T) {
	for _, c := range []struct{ verb, body, field string }{
		{"remember", `{"content": "x", "idempotencyKey": ""}`, "idempotencyKey"},
		{"remember", `{"content": "x", "stream" : ""}`, "stream"},
		{"remember", `{"content": "x", "kind":""}`, "kind"},
		{"remember", `{"events": [{"content": "x"}, {"content": "y", "idempotencyKey": ""}]}`, "events[1].idempotencyKey"},
		{"forget", `{"memoryId": ""}`, "memoryId"},
		{"forget", `{"query": "x", "stream": ""}`, "stream"},
		{"projects.delete", `{"name": ""}`, "name"},
		{"checkpoint", `{"stream": ""}`, "stream"},
	} {
		v, ok := verbs.Lookup(c.verb)
		if !ok {
			t.Fatalf("no verb %s", c.verb)
		}
		_, err := v.Call(context.Background(), &verbs.Call{Scopes: verbs.Scopes}, []byte(c.body))
		if kaibo.KindOf(err) != kaibo.Invalid || !strings.Contains(err.Error(), c.field+": must not be empty") {
			t.Errorf("%s %s: %v", c.verb, c.body, err)
		}
	}
}
