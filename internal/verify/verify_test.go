package verify_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

var _ verify.Source = (*fake)(nil)

var noWait = verify.Options{Settle: -1}

// run verifies, and demands that all could be read.
func run(t *testing.T, f *fake, options verify.Options) *verify.Report {
	t.Helper()
	report, err := verify.Run(t.Context(), f, options)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestHonest(t *testing.T) {
	f := honest(t)
	var done, total uint64
	report := run(t, f, verify.Options{Settle: -1, Parallel: 3, Progress: func(d, n uint64) {
		if d < done || d > n {
			t.Errorf("progress went from %d to %d of %d", done, d, n)
		}
		done, total = d, n
	}})
	roots := map[string]kaibo.Hash{}
	for stream, log := range f.events {
		roots[stream] = chain.Root(f.heads[stream].Frontier, uint64(len(log)))
	}
	var frontier []kaibo.Hash
	for i, r := range f.receipts {
		frontier = chain.AppendLeaf(frontier, uint64(i), r.Hash)
	}
	want := &verify.Report{
		Streams: []verify.Chain{
			{Stream: "main", Size: 12, Hash: f.heads["main"].Hash, Root: roots["main"]},
			{Stream: "notes", Size: 5, Hash: f.heads["notes"].Hash, Root: roots["notes"]},
		},
		Deletions: verify.Chain{Stream: chain.DeletionLedger, Size: 3, Hash: f.receipts[2].Hash, Root: chain.Root(frontier, 3)},
		Events:    17, Payloads: 14, Gone: 3, Forgotten: 2, Listed: 17,
		Findings: []verify.Finding{},
	}
	if report.Memory == nil {
		t.Error("nothing is kept for the next run")
	}
	want.Memory = report.Memory
	if diff := gocmp.Diff(want, report); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !report.OK() || done != 22 || total != 22 {
		t.Errorf("progress ended at %d of %d", done, total)
	}
}

func TestEmptyProject(t *testing.T) {
	report := run(t, &fake{t: t}, noWait)
	if !report.OK() || report.Events != 0 || report.Deletions.Root != chain.Root(nil, 0) || len(report.Heads()) != 0 {
		t.Errorf("got %+v", report)
	}
}

// What an honest server may do is no finding.
func TestHonestVariations(t *testing.T) {
	for name, change := range map[string]func(f *fake){
		"heads without time and frontier": func(f *fake) {
			for stream, h := range f.heads {
				f.heads[stream] = kaibo.Head{Stream: h.Stream, Seq: h.Seq, Hash: h.Hash}
			}
		},
		"a stream without events": func(f *fake) {
			f.streams = append(f.streams, "empty")
			f.heads["empty"] = kaibo.Head{Stream: "empty"}
		},
		"new members of a payload": func(f *fake) {
			f.payloads[eventID(3)] = payload{body: with(f.payloads[eventID(3)].body, "later", map[string]any{"a": 1})}
		},
		"a memory in an object of its own": func(f *fake) {
			f.memories[memoryID(5)] = map[string]any{"memory": f.memories[memoryID(5)]}
		},
		"a provisional memory that led to nothing": func(f *fake) {
			f.receipts[1].MemoryIDs = []string{kaibo.ProvisionalID(eventID(15))}
			f.resealReceipts()
		},
		"an id that leads to a memory from another source": func(f *fake) {
			f.memories[memoryID(5)] = f.memories[memoryID(7)]
			f.explains[memoryID(5)] = f.explains[memoryID(7)]
		},
		"an id that leads to a memory that is forgotten too": func(f *fake) {
			f.memories[memoryID(5)] = f.memories[memoryID(6)]
		},
		"a chain with a version that stays": func(f *fake) {
			f.explains[memoryID(5)] = map[string]any{"memoryId": memoryID(5), "chain": []any{
				map[string]any{"memoryId": memoryID(5), "status": "forgotten"},
				map[string]any{"memoryId": memoryID(7), "status": "current", "content": "Text number 7."},
			}, "events": []any{map[string]any{"id": eventID(7), "content": "Text number 7.",
				"metadata": map[string]any{"id": memoryID(5), "text": "a writer's own"}}}}
		},
		"lists that leave forgotten memories out": func(f *fake) { f.listed = slices.Delete(f.listed, 4, 6) },
		"an event forgotten by two entries": func(f *fake) {
			f.entry(f.receipts[0])
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := honest(t)
			change(f)
			if report := run(t, f, noWait); !report.OK() {
				t.Errorf("an honest server is accused:\n%s", list(report))
			}
		})
	}
}

// A server that goes on writing at any moment of the run is not accused.
func TestHonestWhileWrittenTo(t *testing.T) {
	probe, calls := honest(t), 0
	probe.before = func(string, string) { calls++ }
	run(t, probe, noWait)
	for at := range calls {
		f := honest(t)
		n := 0
		f.before = func(string, string) {
			if n++; n != at+1 {
				return
			}
			f.append("main", 18)
			f.append("new", 19)
			f.forget("rcp_eeeeeeeeeeeeeeee", []int{2, 18, 19}, []int{2, 18, 19})
		}
		if report := run(t, f, verify.Options{Settle: -1, Parallel: 1}); !report.OK() {
			t.Errorf("written to at call %d, an honest server is accused:\n%s", at, list(report))
		}
	}
}

// The entry comes last: until then what it names is gone already.
func TestEntryIsWaitedFor(t *testing.T) {
	f := honest(t)
	reads := 0
	f.before = func(method, _ string) {
		switch {
		case method == "Streams":
			f.take([]int{3}, []int{3})
		case method == "Deletions":
			if reads++; reads == 4 {
				f.forget("rcp_eeeeeeeeeeeeeeee", []int{3}, []int{3})
			}
		}
	}
	report := run(t, f, verify.Options{Settle: time.Minute})
	if !report.OK() || report.Gone != 4 || report.Deletions.Size != 4 {
		t.Errorf("gone %d, entries %d, findings:\n%s", report.Gone, report.Deletions.Size, list(report))
	}
}

// What is forgotten after its payload was verified is looked for again.
func TestForgottenMeanwhileIsCounted(t *testing.T) {
	f := honest(t)
	reads := 0
	f.before = func(method, _ string) {
		if method == "Deletions" {
			if reads++; reads == 2 {
				f.forget("rcp_eeeeeeeeeeeeeeee", []int{3}, []int{3})
			}
		}
	}
	if report := run(t, f, noWait); !report.OK() || report.Gone != 4 || report.Payloads != 14 {
		t.Errorf("gone %d, payloads %d, findings:\n%s", report.Gone, report.Payloads, list(report))
	}
}

func TestKnown(t *testing.T) {
	first := run(t, honest(t), noWait)
	options := verify.Options{Settle: -1, Known: first.Heads()}
	for _, tc := range []struct {
		name   string
		stream string
		seq    uint64
		what   string // empty when nothing may be found
		change func(f *fake)
	}{
		{"nothing new", "", 0, "", func(*fake) {}},
		{"more events and entries", "", 0, "", func(f *fake) {
			f.append("main", 18)
			f.append("more", 19)
			f.forget("rcp_eeeeeeeeeeeeeeee", []int{18}, []int{18})
		}},
		{"rewritten", "main", 12, "the history was rewritten", func(f *fake) {
			f.events["main"][9].Kind = kaibo.KindFile
			f.reseal("main", 9)
			f.append("main", 18)
		}},
		{"cut, and the head with it", "notes", 5, "the end was cut: an earlier run saw 5 entries, now there are 4", func(f *fake) {
			f.events["notes"] = f.events["notes"][:4]
			f.setHead("notes")
		}},
		{"stream hidden", "notes", 1, "the end was cut: an earlier run saw 5 entries, now there are 0", func(f *fake) {
			f.streams = f.streams[:1]
		}},
		{"ledger cut", chain.DeletionLedger, 3, "the end was cut: an earlier run saw 3 entries, now there are 2", func(f *fake) {
			f.receipts = f.receipts[:2]
		}},
		{"ledger rewritten", chain.DeletionLedger, 3, "the history was rewritten", func(f *fake) {
			f.receipts[2].ID = "rcp_ffffffffffffffff"
			f.resealReceipts()
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := honest(t)
			tc.change(f)
			report := run(t, f, options)
			if tc.what == "" {
				if !report.OK() {
					t.Errorf("accused:\n%s", list(report))
				}
				return
			}
			if len(report.Findings) != 1 || report.Findings[0].Stream != tc.stream || report.Findings[0].Seq != tc.seq ||
				!strings.Contains(report.Findings[0].What, tc.what) {
				t.Errorf("want stream %s, seq %d: %s, got:\n%s", tc.stream, tc.seq, tc.what, list(report))
			}
		})
	}
}

// What cannot be read is an error and no finding, whichever call it is.
func TestReadErrors(t *testing.T) {
	cause := errors.New("connection reset")
	for _, method := range []string{"Streams", "Events", "Payload", "Deletions", "Memory", "Explain", "ListMemories"} {
		t.Run(method, func(t *testing.T) {
			f := honest(t)
			f.fail = func(m, _ string) error {
				if m == method {
					return fmt.Errorf("%s: %w", m, cause)
				}
				return nil
			}
			report, err := verify.Run(t.Context(), f, noWait)
			if !errors.Is(err, cause) {
				t.Errorf("got %v", err)
			}
			if !report.OK() {
				t.Errorf("the server is accused:\n%s", list(report))
			}
		})
	}
}

func TestCancel(t *testing.T) {
	for _, method := range []string{"Events", "Payload", "Memory"} {
		ctx, cancel := context.WithCancel(t.Context())
		f := honest(t)
		f.fail = func(m, _ string) error {
			if m == method {
				cancel()
				return ctx.Err()
			}
			return nil
		}
		if _, err := verify.Run(ctx, f, noWait); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", method, err)
		}
		cancel()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	f := honest(t)
	f.take([]int{3}, []int{3})
	if _, err := verify.Run(ctx, f, verify.Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while waiting for an entry: got %v", err)
	}
}

// A server that is wrong throughout fills no memory.
func TestFindingsAreBounded(t *testing.T) {
	f := honest(t)
	for n := 20; n < 20+verify.MaxFindings+5; n++ {
		f.append("long", n)
		delete(f.payloads, eventID(n))
	}
	report := run(t, f, noWait)
	if len(report.Findings) != verify.MaxFindings || report.More != 5 {
		t.Errorf("%d findings and %d more", len(report.Findings), report.More)
	}
	if !slices.IsSortedFunc(report.Findings, func(a, b verify.Finding) int { return cmp.Compare(a.Seq, b.Seq) }) {
		t.Error("the findings are not in the order of seq")
	}
}

func FuzzPayload(f *testing.F) {
	f.Add([]byte(`{"content":"a","salt":"00000000000000000000000000000000","details":{},"detailsSalt":"00000000000000000000000000000000"}`))
	f.Add([]byte(`{"contentBase64":"YQ==","salt":"x","details":{"actor":1}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := verify.ParsePayload(body)
		if err == nil && p.Details[0] != '{' {
			t.Errorf("details are %s", p.Details)
		}
	})
}
