// Package witnesstest has the witness of transparency-dev cosign what kaibo
// signs. It is a module of its own, for the dependencies of that witness are of
// no use to kaibo.
package witnesstest_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	f_note "github.com/transparency-dev/formats/note"
	"github.com/transparency-dev/witness/persistence/inmemory"
	"github.com/transparency-dev/witness/witness"
	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

const origin = "memory.example/witnessed"

// get reads a resource of the app.
func get(t *testing.T, h http.Handler, path string, into any) int {
	t.Helper()
	out := httptest.NewRecorder()
	h.ServeHTTP(out, httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil))
	if into != nil && out.Code == http.StatusOK {
		if err := json.Unmarshal(out.Body.Bytes(), into); err != nil {
			t.Fatal(err)
		}
	}
	return out.Code
}

// TestTheReferenceWitnessCosigns runs transparency-dev/witness beside kaibo: it
// cosigns the first checkpoint of the log of logs, and one that follows from it.
func TestTheReferenceWitnessCosigns(t *testing.T) {
	secret, public, err := note.GenerateKey(rand.Reader, "witness.example/reference")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := f_note.NewSignerForCosignatureV1(secret)
	if err != nil {
		t.Fatal(err)
	}
	key, err := f_note.VKeyToCosignatureV1(public)
	if err != nil {
		t.Fatal(err)
	}
	var handler http.Handler
	w, err := witness.New(t.Context(), witness.Opts{Persistence: inmemory.New(), Signers: []note.Signer{signer},
		VerifierForLog: func(_ context.Context, log string) (note.Verifier, bool, error) {
			var keys struct{ Keys []string }
			if log != origin || get(t, handler, "/v1/verifier_keys", &keys) != http.StatusOK {
				return nil, false, nil
			}
			v, err := note.NewVerifier(keys.Keys[0])
			return v, err == nil, err
		}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(witness.NewHTTPHandler(w).AddCheckpoint))
	defer server.Close()
	a, err := app.Open(t.Context(), app.Options{Dir: t.TempDir(), Origin: origin, Witnesses: []checkpoint.Witness{{URL: server.URL, Key: key}}})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if handler, err = a.Handler(app.Exposure{Loopback: true}); err != nil {
		t.Fatal(err)
	}
	size := uint64(0)
	for range 3 {
		in := httptest.NewRequest(http.MethodPost, "http://localhost/v1/remember", strings.NewReader(`{"content": "The harbour is open."}`))
		in.Header.Set("Content-Type", "application/json")
		out := httptest.NewRecorder()
		if handler.ServeHTTP(out, in); out.Code >= 300 {
			t.Fatal(out.Body)
		}
		size = cosigned(t, a, handler, key, size)
	}
}

// cosigned waits until a larger log of logs is cosigned, and answers its size.
func cosigned(t *testing.T, a *app.App, handler http.Handler, key string, before uint64) uint64 {
	t.Helper()
	for range 20 {
		if err := a.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		var c struct {
			Size uint64
			Note string
		}
		if get(t, handler, "/v1/checkpoint", &c) == http.StatusOK && c.Size > before {
			seen, err := proof.Cosignatures(c.Note, []string{key})
			if err != nil {
				t.Fatal(err)
			}
			if len(seen) == 1 {
				return c.Size
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the witness did not cosign")
	return 0
}
