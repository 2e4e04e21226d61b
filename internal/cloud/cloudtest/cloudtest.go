// Package cloudtest has a function answer its file of events/ over ports in
// memory, the way that Lambda calls it: from JSON to JSON, or to a stream. Only
// tests import it.
//
//	cloudtest.Answers(t, build, "remember", `"statusCode":202`)
//
// The same files are those of scripts/local-aws --events and of sam local
// invoke.
package cloudtest

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// Build is what a main hands to cloud.Start.
type Build func(*cloud.Deployment) (any, error)

// World is a deployment in memory: functions that are made of one see the same
// stores.
type World struct {
	Deployment func() *cloud.Deployment // a new one, as each process has its own
	Ports      cloud.Ports
}

// NewWorld makes an empty one.
func NewWorld() *World {
	w := &World{Ports: cloud.Ports{Table: porttest.NewMemTable(), Objects: porttest.NewMemObjects(),
		StructureQueue: porttest.NewMemQueue(), CompactQueue: porttest.NewMemQueue(), NotifyQueue: porttest.NewMemQueue(), SigningKeys: &memKeys{}}}
	w.Deployment = func() *cloud.Deployment {
		return cloud.Over(cloud.Config{Grace: 24 * time.Hour}, w.Ports, kaibo.SystemClock)
	}
	return w
}

// memKeys are signing keys that are made when they are first wanted: two, as
// while a rotation is under way.
type memKeys struct {
	mu   sync.Mutex
	made []checkpoint.Signer
}

// memKey is one of them.
type memKey struct {
	note.Signer
	public string
}

// VerifierKey implements checkpoint.Signer.
func (k memKey) VerifierKey() string { return k.public }

// Signers implements checkpoint.Keys.
func (m *memKeys) Signers(_ context.Context, name string) ([]checkpoint.Signer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.made) < 2 {
		secret, public, err := note.GenerateKey(rand.Reader, name)
		if err != nil {
			return nil, err
		}
		signer, err := note.NewSigner(secret)
		if err != nil {
			return nil, err
		}
		m.made = append(m.made, memKey{signer, public})
	}
	return m.made, nil
}

// Invoke hands an event to what build makes, as Lambda does.
func (w *World) Invoke(t *testing.T, build Build, event []byte) (string, error) {
	t.Helper()
	handler, err := build(w.Deployment())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	out, err := lambda.NewHandler(handler).Invoke(ctx, event)
	return string(out), err
}

// Event reads the file of a function, from the folder of its main.
func Event(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "events", name+".json")) //nolint:gosec // our own files
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Answers has a function answer its file and wants every text in the answer.
func Answers(t *testing.T, build Build, name string, want ...string) {
	t.Helper()
	out, err := NewWorld().Invoke(t, build, Event(t, name))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range want {
		if !strings.Contains(out, w) {
			t.Errorf("no %s in %.2000s", w, out)
		}
	}
}

// Refuses wants a function to answer its file with an error.
func Refuses(t *testing.T, build Build, name, want string) {
	t.Helper()
	out, err := NewWorld().Invoke(t, build, Event(t, name))
	if err == nil || err.Error() != want {
		t.Errorf("answered %q and the error %v, want %s", out, err, want)
	}
}
