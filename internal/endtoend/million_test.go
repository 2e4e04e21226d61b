package endtoend_test

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/access"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/local"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// filling is a data directory that is filled below the server: a million events
// through remember would be structured, which is not what is measured.
type filling struct {
	t       *testing.T
	store   *local.Store
	project kaibo.Project
	n       int           // events made
	bytes   int           // that a server serves of them
	bare    time.Duration // SHA-256 over those bytes
}

// openFilling opens a directory that a server has begun.
func openFilling(t *testing.T, dir string) *filling {
	t.Helper()
	store, err := local.Open(dir, local.Options{NoSync: true, Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	projects := access.New(store.Table(), kaibo.SystemClock, rand.Reader)
	p, err := projects.Project(t.Context(), "default")
	if err != nil {
		t.Fatal(err)
	}
	return &filling{t: t, store: store, project: p}
}

// sentence is a message of the usual length.
const sentence = "Moved the release of the harbour app from July 13 to July 17, as Ines asked; build %d is the candidate."

// stream makes a stream of n events with their payloads.
func (f *filling) stream(name string, n int) {
	f.t.Helper()
	head := kaibo.Head{Stream: name, RecordedAt: kaibo.TimeOf(time.Now()) - kaibo.Time(n) - 1000}
	var writes []kaibo.Write
	commit := func() {
		if err := f.store.Table().Commit(f.t.Context(), writes); err != nil {
			f.t.Fatal(err)
		}
		writes = writes[:0]
	}
	for range n {
		e, ref := f.event(&head)
		writes = append(writes, kaibo.PutNew(kaibo.EventKey(f.project.ID, name, e.Seq), 1, kaibo.Encode(e)), kaibo.PutNew(kaibo.RefKey(f.project.ID, e.ID), 1, kaibo.Encode(ref)))
		if len(writes) >= 90 {
			commit()
		}
	}
	writes = append(writes, kaibo.PutNew(kaibo.HeadKey(f.project.ID, name), 1, kaibo.Encode(head)), kaibo.PutAny(kaibo.StreamKey(f.project.ID, name), 1, nil))
	commit()
}

// event makes the next event and its payload, and hashes once what is served of
// both.
func (f *filling) event(head *kaibo.Head) (kaibo.Event, kaibo.EventRef) {
	f.n++
	content, details := fmt.Sprintf(sentence, f.n), []byte(`{"actor":"ines","role":"user"}`)
	var salts [32]byte
	if _, err := rand.Read(salts[:]); err != nil {
		f.t.Fatal(err)
	}
	e := kaibo.Event{ID: fmt.Sprintf("evt_%016s", number(f.n)), Stream: head.Stream, Seq: head.Seq + 1, Kind: kaibo.KindMessage,
		OccurredAt: head.RecordedAt + 1, RecordedAt: head.RecordedAt + 1,
		PayloadDigest: chain.SaltedDigest([16]byte(salts[:16]), []byte(content)), DetailsDigest: chain.SaltedDigest([16]byte(salts[16:]), details)}
	if err := chain.SealEvent(&e, head.Hash); err != nil {
		f.t.Fatal(err)
	}
	head.Frontier = chain.AppendLeaf(head.Frontier, head.Seq, e.Hash)
	head.Seq, head.Hash, head.RecordedAt = e.Seq, e.Hash, e.RecordedAt
	object := binary.BigEndian.AppendUint32(append([]byte("KBP1"), salts[:]...), uint32(len(details))) //nolint:gosec // small
	name := f.project.ID + "/p/" + kaibo.TimeKey(e.RecordedAt) + "-" + hex.EncodeToString(salts[:10])
	if err := f.store.Objects().Put(f.t.Context(), name, append(append(object, details...), content...)); err != nil {
		f.t.Fatal(err)
	}
	item := verbs.PayloadItem{EventID: e.ID, Seq: e.Seq, Content: &content, Details: details, Salt: hex.EncodeToString(salts[:16]), DetailsSalt: hex.EncodeToString(salts[16:])}
	served := item.AppendLine(chain.AppendLine(nil, &e))
	f.bytes += len(served)
	began := time.Now()
	sha256.Sum256(served)
	f.bare += time.Since(began)
	return e, kaibo.EventRef{ID: e.ID, Stream: head.Stream, Seq: e.Seq, JobFirst: e.Seq, Object: name, Session: 1}
}

// number writes a number in the letters of ids.
func number(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	b := []byte(strings.Repeat("a", 16))
	for i := len(b) - 1; n > 0; i-- {
		b[i] = letters[n%32]
		n /= 32
	}
	return string(b)
}

// verified is what a run of kaibo verify took.
type verified struct {
	wall, cpu, server time.Duration
	events            uint64
}

// verifyRun runs kaibo verify against a server with so many processors.
func (s *server) verifyRun(t *testing.T, processors int, state string, args ...string) verified {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, append([]string{"verify", "--url", s.url, "--json", "--state", state}, args...)...)
	cmd.Env = environment(t.TempDir(), "GOMAXPROCS="+strconv.Itoa(processors))
	before := processTime(t, s.cmd.Process.Pid)
	began := time.Now()
	out, err := cmd.Output()
	v := verified{wall: time.Since(began), server: processTime(t, s.cmd.Process.Pid) - before}
	if err != nil {
		t.Fatalf("verify: %v\n%.2000s", err, out)
	}
	v.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	var report struct {
		Events, Payloads uint64
	}
	if err := json.Unmarshal(out, &report); err != nil || report.Payloads != report.Events {
		t.Fatalf("verify: %v\n%.2000s", err, out)
	}
	v.events = report.Events
	return v
}

// processTime is what a process has spent of the processors.
func processTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return time.Duration(user+system) * 10 * time.Millisecond // of Linux: a hundred ticks a second
}

// TestVerifyMany measures kaibo verify against a real server, beside bare SHA-256
// of the bytes that it is served: KAIBO_TEST_EVENTS says of how many events, by
// default few, and KAIBO_TEST_STREAMS in how many streams. The requirement that
// a million take at most ten times as long on one core is about the verifier's
// own work; what the server spends beside it, reading its files, is told apart.
func TestVerifyMany(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	n, streams := intVariable("KAIBO_TEST_EVENTS", 3000), intVariable("KAIBO_TEST_STREAMS", 1)
	measured := os.Getenv("KAIBO_TEST_EVENTS") != ""
	data := filepath.Join(t.TempDir(), "data")
	first := serve(t, data)
	first.must(t, "", "remember", fields{"content": "The harbour is open.", "stream": "seed", "wait": true}, nil)
	first.stop()
	f := openFilling(t, data)
	for i := range streams {
		f.stream(fmt.Sprintf("many-%d", i), n/streams)
	}
	if err := f.store.Close(); err != nil {
		t.Fatal(err)
	}
	s := serve(t, data)
	state := filepath.Join(t.TempDir(), "state")
	one := s.verifyRun(t, 1, state)
	all := s.verifyRun(t, runtime.NumCPU(), state)
	for i := range 10 {
		s.must(t, "", "remember", fields{"content": fmt.Sprintf("Berth %d is free.", i), "stream": "many-0"}, nil)
	}
	ten := s.verifyRun(t, runtime.NumCPU(), state, "--incremental")
	ratio := float64(one.cpu) / float64(f.bare)
	t.Logf("%d events in %d streams, %d bytes served; bare SHA-256 %v\n"+
		"one processor: the verifier's work %v (%.1f times), the server's %v, together in %v\n"+
		"%d processors: the verifier's work %v, the server's %v, together in %v\n"+
		"ten events more, --incremental: %d events in %v",
		f.n, streams, f.bytes, f.bare, one.cpu, ratio, one.server, one.wall, runtime.NumCPU(), all.cpu, all.server, all.wall, ten.events, ten.wall)
	if ten.events != 10 {
		t.Errorf("the incremental run read %d events, not 10", ten.events)
	}
	if measured && (ratio > 10 || ten.wall > time.Second) {
		t.Error("over ten times bare SHA-256, or ten more take over a second")
	}
}

func intVariable(name string, otherwise int) int {
	n, err := strconv.Atoi(os.Getenv(name))
	if err != nil {
		return otherwise
	}
	return n
}
