package checkpoint_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/transparency-dev/formats/log"
	cosig "github.com/transparency-dev/formats/note"
	merkleproof "github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/proof"
)

// witness is one as https://c2sp.org/tlog-witness says, of one log, in memory. It
// checks with the reference implementations of checkpoints and Merkle proofs,
// which the engine does not use for this.
type witness struct {
	signer *cosig.Signer
	key    string
	log    func() []string // the log's verifier keys

	mu     sync.Mutex
	latest log.Checkpoint
	asked  int
	lie    func(w http.ResponseWriter) bool // answers in place of the witness
}

func newWitness(t *testing.T, logKeys func() []string) *witness {
	t.Helper()
	secret, public, err := note.GenerateKey(rand.Reader, "witness.example/w1")
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{log: logKeys}
	if w.signer, err = cosig.NewSignerForCosignatureV1(secret); err != nil {
		t.Fatal(err)
	}
	if w.key, err = cosig.VKeyToCosignatureV1(public); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *witness) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked++
	if w.lie != nil && w.lie(out) {
		return
	}
	body, err := io.ReadAll(r.Body)
	head, text, found := strings.Cut(string(body), "\n\n")
	lines := strings.Split(head, "\n")
	var old uint64
	if _, scanErr := fmt.Sscanf(lines[0], "old %d", &old); err != nil || !found || scanErr != nil || r.URL.Path != "/add-checkpoint" {
		out.WriteHeader(http.StatusBadRequest)
		return
	}
	signed, status := w.open(text)
	if status != http.StatusOK {
		out.WriteHeader(status)
		return
	}
	var now log.Checkpoint
	if _, err := now.Unmarshal([]byte(signed.Text)); err != nil || old > now.Size {
		out.WriteHeader(http.StatusBadRequest)
		return
	}
	if old != w.latest.Size {
		out.Header().Set("Content-Type", "text/x.tlog.size")
		out.WriteHeader(http.StatusConflict)
		_, _ = fmt.Fprintf(out, "%d\n", w.latest.Size)
		return
	}
	if !w.follows(now, lines[1:]) {
		out.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	cosigned, err := note.Sign(&note.Note{Text: signed.Text}, w.signer)
	if err != nil {
		out.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.latest = now
	_, line, _ := strings.Cut(string(cosigned), "\n\n")
	_, _ = out.Write([]byte(line))
}

// open wants a signature by a key of the log.
func (w *witness) open(text string) (*note.Note, int) {
	for _, key := range w.log() {
		v, err := note.NewVerifier(key)
		if err != nil {
			continue
		}
		if n, err := note.Open([]byte(text), note.VerifierList(v)); err == nil {
			return n, http.StatusOK
		}
	}
	return nil, http.StatusForbidden
}

// follows wants a proof from the last checkpoint.
func (w *witness) follows(now log.Checkpoint, lines []string) bool {
	var path [][]byte
	for _, l := range lines {
		h, err := base64.StdEncoding.DecodeString(l)
		if err != nil {
			return false
		}
		path = append(path, h)
	}
	if w.latest.Size == 0 {
		return len(path) == 0
	}
	return merkleproof.VerifyConsistency(rfc6962.DefaultHasher, w.latest.Size, now.Size, path, w.latest.Hash, now.Hash) == nil
}

func TestAWitnessCosignsTheLogOfLogs(t *testing.T) {
	w := newWorld(t)
	wit := newWitness(t, w.trusted)
	server := httptest.NewServer(wit)
	defer server.Close()
	parsed, err := checkpoint.ParseWitness(server.URL + "/ " + wit.key)
	if err != nil {
		t.Fatal(err)
	}
	run := func() checkpoint.Summary {
		t.Helper()
		e := w.engine(nil)
		e.Witnesses = []checkpoint.Witness{parsed}
		sum, err := e.Sweep(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	cosigned := func() int {
		t.Helper()
		s, err := w.reader().Checkpoint(context.Background(), checkpoint.Log{})
		if err != nil {
			t.Fatal(err)
		}
		made, err := proof.Cosignatures(s.Note, []string{wit.key})
		if err != nil {
			t.Fatal(err)
		}
		return len(made)
	}
	for i := range 20 { // each checkpoint, from the one before, through a tile's end and back
		w.append(project, fmt.Sprintf("s%d", i), 1)
		w.append(project, "main", 1)
		if sum := run(); sum.Cosigned != 1 || cosigned() != 1 {
			t.Fatalf("checkpoint %d: %+v, %d cosignatures", i, sum, cosigned())
		}
	}
	asked := wit.asked
	if run(); wit.asked != asked {
		t.Error("a witness is asked twice about one checkpoint")
	}

	for name, lie := range map[string]func(http.ResponseWriter) bool{
		"is away":                      func(o http.ResponseWriter) bool { o.WriteHeader(http.StatusServiceUnavailable); return true },
		"signs with another key":       func(o http.ResponseWriter) bool { _, _ = o.Write([]byte("— other AAAAAAAA\n")); return true },
		"answers what is no signature": func(o http.ResponseWriter) bool { _, _ = o.Write([]byte("thanks")); return true },
		"claims to have seen more": func(o http.ResponseWriter) bool {
			o.WriteHeader(http.StatusConflict)
			_, _ = o.Write([]byte("99999999\n"))
			return true
		},
		"never agrees on a size": func(o http.ResponseWriter) bool {
			o.WriteHeader(http.StatusConflict)
			_, _ = o.Write([]byte("1\n"))
			return true
		},
	} {
		wit.lie = lie
		w.append(project, "main", 1)
		if sum := run(); sum.Signed != 1 || sum.Cosigned != 0 || cosigned() != 0 {
			t.Errorf("a witness that %s: %+v", name, sum)
		}
	}
	wit.lie = nil
	if sum := run(); sum.Cosigned != 1 || cosigned() != 1 {
		t.Errorf("a witness that is back is not asked again: %+v", sum)
	}

	// A witness that forgot, and one that was told of more than the engine
	// remembers, are met by the size that they tell.
	wit.latest = log.Checkpoint{}
	w.append(project, "main", 1)
	if sum := run(); sum.Cosigned != 1 {
		t.Errorf("a witness that forgot: %+v", sum)
	}
	w.noAlarm()

	// What the witness saw is what a fork does not get past.
	wit.latest.Hash[0]++
	w.append(project, "main", 1)
	if sum := run(); sum.Cosigned != 0 {
		t.Errorf("a witness cosigns another history than it saw: %+v", sum)
	}
}

func TestParseWitness(t *testing.T) {
	wit := newWitness(t, nil)
	for text, ok := range map[string]bool{
		"https://w.example " + wit.key: true, "http://127.0.0.1:1/ " + wit.key: true,
		wit.key: false, "https://w.example": false, "https://w.example nonsense": false, "ftp://w.example " + wit.key: false, "": false,
	} {
		if _, err := checkpoint.ParseWitness(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}
