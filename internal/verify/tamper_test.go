package verify_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

const ledger = chain.DeletionLedger

// tampered are the ways to tamper that a run must name.
var tampered = []struct {
	name   string
	stream string
	seq    uint64
	what   string
	tamper func(f *fake)
}{
	{"event changed", "main", 4, "hash does not recompute", func(f *fake) { f.events["main"][3].OccurredAt++ }},
	{"event changed and hashed again", "main", 5, "prevHash", func(f *fake) {
		f.events["main"][3].OccurredAt++
		f.seal(&f.events["main"][3], f.events["main"][:3])
	}},
	{"event dropped", "main", 4, "seq has a gap", func(f *fake) {
		f.events["main"] = slices.Delete(f.events["main"], 3, 4)
	}},
	{"event dropped and chained again", "main", 12, "end was cut: the head says 12 events, 11", func(f *fake) {
		head := f.heads["main"]
		f.events["main"] = slices.Delete(f.events["main"], 8, 9)
		f.reseal("main", 8)
		f.heads["main"] = head
	}},
	{"events reordered", "main", 4, "seq has a gap", func(f *fake) {
		log := f.events["main"]
		log[3], log[4] = log[4], log[3]
	}},
	{"event repeated", "main", 5, "seq has a gap or a repeat", func(f *fake) {
		f.events["main"] = slices.Insert(f.events["main"], 3, f.events["main"][3])
	}},
	{"cut at the end", "notes", 5, "end was cut: the head says 5 events, 4", func(f *fake) {
		f.events["notes"] = f.events["notes"][:4]
	}},
	{"all events hidden", "notes", 1, "end was cut: the head says 5 events, 0", func(f *fake) {
		f.events["notes"] = nil
	}},
	{"forked", "main", 12, "the head is another history's", func(f *fake) {
		head := f.heads["main"]
		f.events["main"][9].Kind = kaibo.KindFile
		f.reseal("main", 9)
		f.heads["main"] = head
	}},
	{"forked in the middle", "main", 10, "prevHash", func(f *fake) {
		other := honest(f.t).events["main"]
		f.events["main"][3].Kind = kaibo.KindFile
		f.reseal("main", 3)
		copy(f.events["main"][9:], other[9:])
	}},
	{"head's time changed", "main", 12, "head's recordedAt", func(f *fake) {
		h := f.heads["main"]
		h.RecordedAt++
		f.heads["main"] = h
	}},
	{"head's frontier changed", "main", 12, "head's frontier", func(f *fake) {
		h := f.heads["main"]
		h.Frontier = slices.Clone(h.Frontier)
		h.Frontier[0][0] ^= 1
		f.heads["main"] = h
	}},
	{"stream listed twice", "main", 12, "listed twice", func(f *fake) { f.streams = append(f.streams, "main") }},
	{"one id twice", "notes", 1, "also that of seq 2 of stream main", func(f *fake) {
		f.events["notes"][0].ID = eventID(2)
		f.reseal("notes", 0)
	}},
	{"recorded before", "main", 8, "recordedAt is before", func(f *fake) {
		f.events["main"][7].RecordedAt -= 10000
		f.reseal("main", 7)
	}},
	{"payload changed", "main", 3, "its payload was changed", func(f *fake) {
		f.payloads[eventID(3)] = payload{body: with(f.payloads[eventID(3)].body, "content", "Text number 4.")}
	}},
	{"payload in base64 changed", "main", 4, "its payload was changed", func(f *fake) {
		f.payloads[eventID(4)] = payload{body: with(f.payloads[eventID(4)].body, "contentBase64", []byte("x"))}
	}},
	{"salt changed", "main", 3, "its payload was changed", func(f *fake) {
		f.payloads[eventID(3)] = payload{body: with(f.payloads[eventID(3)].body, "salt", strings.Repeat("0", 32))}
	}},
	{"payloads swapped", "main", 2, "its payload was changed", func(f *fake) {
		f.payloads[eventID(2)] = f.payloads[eventID(3)]
	}},
	{"details changed", "main", 3, "its details were changed", func(f *fake) {
		f.payloads[eventID(3)] = payload{body: with(f.payloads[eventID(3)].body, "details", json.RawMessage(`{"actor":"ben","metadata":{"n":3}}`))}
	}},
	{"details left out", "main", 3, "details is missing", func(f *fake) {
		body := with(f.payloads[eventID(3)].body, "", nil)
		delete(body, "details")
		f.payloads[eventID(3)] = payload{body: body}
	}},
	{"content left out", "main", 3, "content is missing", func(f *fake) {
		body := with(f.payloads[eventID(3)].body, "", nil)
		delete(body, "content")
		f.payloads[eventID(3)] = payload{body: body}
	}},
	{"two contents", "main", 3, "both content and contentBase64", func(f *fake) {
		f.payloads[eventID(3)] = payload{body: with(f.payloads[eventID(3)].body, "contentBase64", "")}
	}},
	{"content type changed", "main", 8, "contentType is not that of the details", func(f *fake) {
		f.payloads[eventID(8)] = payload{body: with(f.payloads[eventID(8)].body, "contentType", "text/html")}
	}},
	{"payload not there", "main", 3, "neither there nor gone", func(f *fake) { delete(f.payloads, eventID(3)) }},
	{"gone without an entry", "notes", 2, "no entry of the deletion ledger names", func(f *fake) { f.take([]int{14}, []int{14}) }},
	{"entry missing at the end", "notes", 3, "no entry of the deletion ledger names", func(f *fake) {
		f.receipts = f.receipts[:1]
	}},
	{"entry dropped", ledger, 2, "seq has a gap", func(f *fake) { f.receipts = slices.Delete(f.receipts, 1, 2) }},
	{"entry dropped and chained again", "notes", 3, "no entry of the deletion ledger names", func(f *fake) {
		f.receipts = slices.Delete(f.receipts, 1, 2)
		f.resealReceipts()
	}},
	{"entry changed", ledger, 1, "hash does not recompute", func(f *fake) { f.receipts[0].EventIDs = f.receipts[0].EventIDs[:1] }},
	{"entry with text", ledger, 1, "unknown field", func(f *fake) {
		f.rawLog = [][]byte{encode(f.t, map[string]any{"content": "Text number 5."})}
	}},
	{"purge of nothing", ledger, 3, "which no entry before it forgot", func(f *fake) {
		f.receipts[2].ReceiptID = "rcp_dddddddddddddddd"
		f.resealReceipts()
	}},
	{"entry about no event", ledger, 2, "which no stream holds", func(f *fake) {
		f.receipts[1].EventIDs = append(f.receipts[1].EventIDs, eventID(99))
		f.payloads[eventID(99)] = payload{gone: true}
		f.resealReceipts()
	}},
	{"forgotten payload served", "main", 5, "still served", func(f *fake) {
		f.payloads[eventID(5)] = honestPayload(f.t, 5)
	}},
	{"forgotten payload not gone", "main", 5, "neither there nor gone", func(f *fake) { delete(f.payloads, eventID(5)) }},
	{"memory shows text", ledger, 1, "memory of the forgotten mem_m000000000000005: it shows the content", func(f *fake) {
		f.memories[memoryID(5)] = with(f.memories[memoryID(5)], "content", "Text number 5.")
	}},
	{"memory is current", ledger, 1, "its status is current", func(f *fake) {
		f.memories[memoryID(6)] = with(f.memories[memoryID(6)], "status", "current")
	}},
	{"memory has no status", ledger, 1, "its status is <nil>", func(f *fake) {
		f.memories[memoryID(6)] = map[string]any{"id": memoryID(6)}
	}},
	{"memory leads to one that cites the event", ledger, 1, "which cites a forgotten event", func(f *fake) {
		f.memories[memoryID(6)] = map[string]any{"id": memoryID(7), "status": "current", "content": "x", "events": []string{eventID(6)}}
	}},
	{"memory is another thing", ledger, 1, "the answer is no memory", func(f *fake) { f.memories[memoryID(6)] = map[string]any{} }},
	{"explain shows the memory's text", ledger, 1, "explain of the forgotten mem_m000000000000005: it shows the content", func(f *fake) {
		f.explains[memoryID(5)] = map[string]any{"memoryId": memoryID(5), "chain": []any{map[string]any{"memoryId": memoryID(5), "content": "x"}}}
	}},
	{"explain shows the event's text", ledger, 1, "it shows the content of the forgotten evt_0000000000000005", func(f *fake) {
		f.explains[memoryID(5)] = map[string]any{"memoryId": memoryID(5), "events": []any{map[string]any{"id": eventID(5), "content": "x"}}}
	}},
	{"explain shows a file", ledger, 1, "it shows the contentBase64", func(f *fake) {
		f.explains[memoryID(5)] = map[string]any{"memoryId": memoryID(5), "events": []any{map[string]any{"id": eventID(5), "contentBase64": "eA=="}}}
	}},
	{"explain shows it as current", ledger, 1, "as current", func(f *fake) {
		f.explains[memoryID(5)] = map[string]any{"memoryId": memoryID(5), "chain": []any{map[string]any{"memoryId": memoryID(5), "status": "current"}}}
	}},
	{"explain does not know it", ledger, 1, "explain does not know", func(f *fake) { delete(f.explains, memoryID(5)) }},
	{"list shows it as current", ledger, 1, "the list of memories: it shows the forgotten mem_m000000000000005 as current", func(f *fake) {
		f.listed[4] = with(f.listed[4], "status", "current")
	}},
	{"list shows its text", ledger, 1, "the list of memories: it shows the content", func(f *fake) {
		f.listed[4] = with(f.listed[4], "content", "Text number 5.")
	}},
}

func TestTampering(t *testing.T) {
	for _, tc := range tampered {
		t.Run(tc.name, func(t *testing.T) {
			f := honest(t)
			tc.tamper(f)
			report := run(t, f, noWait)
			if report.OK() {
				t.Fatal("nothing was found")
			}
			if !slices.ContainsFunc(report.Findings, func(g verify.Finding) bool {
				return g.Stream == tc.stream && g.Seq == tc.seq && strings.Contains(g.What, tc.what)
			}) {
				t.Errorf("want stream %s, seq %d: … %s …, got:\n%s", tc.stream, tc.seq, tc.what, list(report))
			}
		})
	}
}

// What cannot be judged because of one break is not held against the server
// beside it.
func TestOneCauseIsOneFinding(t *testing.T) {
	for name, tamper := range map[string]func(f *fake){
		"a chain broken before forgotten events": func(f *fake) { f.events["main"][1].OccurredAt++ },
		"a stream cut before forgotten events":   func(f *fake) { f.events["main"] = f.events["main"][:2] },
		"a ledger broken at its first entry":     func(f *fake) { f.receipts[0].ID = "rcp_x" },
		"a ledger broken at its second entry":    func(f *fake) { f.receipts[1].ID = "rcp_x" },
		"a salt that is none": func(f *fake) {
			f.payloads[eventID(3)] = payload{body: with(f.payloads[eventID(3)].body, "salt", "0")}
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := honest(t)
			tamper(f)
			if report := run(t, f, noWait); len(report.Findings) != 1 {
				t.Errorf("got:\n%s", list(report))
			}
		})
	}
}

func list(r *verify.Report) string {
	var b strings.Builder
	for _, f := range r.Findings {
		b.WriteString(f.String() + "\n")
	}
	return b.String()
}

func honestPayload(t testing.TB, n int) payload {
	f := &fake{t: t, events: map[string][]kaibo.Event{}, heads: map[string]kaibo.Head{}, payloads: map[string]payload{},
		memories: map[string]map[string]any{}, explains: map[string]map[string]any{}}
	f.append("main", n)
	return f.payloads[eventID(n)]
}
