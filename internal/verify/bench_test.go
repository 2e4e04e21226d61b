package verify_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

// long is a server of one stream of many events, each with the same short
// payload.
type long struct {
	*notary
	lines   []byte
	ends    []int // of each line
	head    kaibo.Head
	payload []byte
}

func (l *long) Streams(context.Context) ([]kaibo.Head, error) { return []kaibo.Head{l.head}, nil }

func (l *long) Events(_ context.Context, _ string, after uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		from := 0
		if after > 0 {
			from = l.ends[after-1]
		}
		for _, end := range l.ends[after:] {
			if !yield(l.lines[from:end], nil) {
				return
			}
			from = end
		}
	}
}

func (l *long) Payload(context.Context, string) ([]byte, error) { return l.payload, nil }

func (l *long) EventPage(_ context.Context, _ string, after uint64, limit int, buf []byte) ([]byte, error) {
	from := 0
	if after > 0 {
		from = l.ends[min(after, uint64(len(l.ends)))-1]
	}
	return append(buf, l.lines[from:l.ends[min(int(after)+limit, len(l.ends))-1]]...), nil
}

func (l *long) PayloadPage(_ context.Context, _ string, after uint64, limit int, buf []byte) ([]byte, error) {
	for seq := after + 1; seq <= min(after+uint64(limit), l.head.Seq); seq++ {
		buf = fmt.Appendf(buf, `{"eventId":"evt_%016d","seq":%d,`, seq-1, seq)
		buf = append(append(buf, l.payload[1:]...), '\n')
	}
	return buf, nil
}

// grow adds events.
func (l *long) grow(t testing.TB, n int) {
	t.Helper()
	var prev = l.head.Hash
	for range n {
		e := kaibo.Event{ID: fmt.Sprintf("evt_%016d", l.head.Seq), Stream: "main", Seq: l.head.Seq + 1, Kind: kaibo.KindMessage,
			OccurredAt: 1782898200000, RecordedAt: 1782898200000,
			PayloadDigest: chain.SaltedDigest([16]byte{}, []byte("a")), DetailsDigest: chain.SaltedDigest([16]byte{}, []byte("{}"))}
		if err := chain.SealEvent(&e, prev); err != nil {
			t.Fatal(err)
		}
		l.head.Frontier = chain.AppendLeaf(l.head.Frontier, l.head.Seq, e.Hash)
		l.head.Seq, l.head.Hash, l.head.RecordedAt, prev = e.Seq, e.Hash, e.RecordedAt, e.Hash
		l.lines = chain.AppendLine(l.lines, &e)
		l.ends = append(l.ends, len(l.lines))
	}
}

// Checkpoint signs the stream at its head.
func (l *long) Checkpoint(ctx context.Context, stream string) ([]byte, error) {
	if stream != "main" {
		return nil, kaibo.Errorf(kaibo.NotFound, "nothing was signed")
	}
	root := chain.Root(l.head.Frontier, l.head.Seq)
	return encode(l.t, map[string]any{"projectId": projectID, "note": l.note(checkpointOf("main", l.head.Seq, root).Body())}), nil
}

// TestAMillion verifies a million events beside bare SHA-256 of the same bytes,
// with one processor and with all, and then ten more. KAIBO_TEST_EVENTS sets how
// many; without it there are few, and no figure is held to.
func TestAMillion(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("KAIBO_TEST_EVENTS"))
	measured := n > 0
	if !measured {
		n = 3000
	}
	l := &long{notary: newNotary(t, &fake{t: t, events: map[string][]kaibo.Event{}, heads: map[string]kaibo.Head{}}),
		head:    kaibo.Head{Stream: "main"},
		payload: []byte(`{"content":"a","salt":"00000000000000000000000000000000","details":{},"detailsSalt":"00000000000000000000000000000000"}`)}
	l.grow(t, n)
	lines := bytes.SplitAfter(l.lines, []byte("\n"))
	run := func(options verify.Options) (*verify.Report, time.Duration) {
		began := time.Now()
		options.Settle = -1
		report, err := verify.Run(t.Context(), l, options)
		took := time.Since(began)
		if err != nil || !report.OK() {
			t.Fatalf("%v\n%s", err, list(report))
		}
		return report, took
	}
	all := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(all)
	runtime.GOMAXPROCS(1)
	began := time.Now()
	for _, line := range lines {
		sha256.Sum256(line)
	}
	bare := time.Since(began)
	began = time.Now()
	v := chain.NewVerifier("main")
	for _, line := range lines[:n] {
		if err := v.Line(line); err != nil {
			t.Fatal(err)
		}
	}
	chained := time.Since(began)
	_, one := run(verify.Options{})
	runtime.GOMAXPROCS(all)
	report, many := run(verify.Options{})
	l.grow(t, 10)
	again, incremental := run(verify.Options{Memory: report.Memory, Incremental: true})
	if again.Events != 10 || again.Streams[0].Size != uint64(n+10) {
		t.Errorf("%d events were read, up to %d", again.Events, again.Streams[0].Size)
	}
	t.Logf("%d events, %d bytes: bare SHA-256 %v; chain and tree %v (%.1f times); all of it with payloads %v with one processor (%.1f times), %v with %d; ten more %v",
		n, len(l.lines), bare, chained, float64(chained)/float64(bare), one, float64(one)/float64(bare), many, all, incremental)
	if measured && (chained > 10*bare || incremental > time.Second) {
		t.Error("over ten times bare SHA-256, or ten more take over a second")
	}
}
