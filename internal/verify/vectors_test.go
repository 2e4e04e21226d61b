package verify_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

var update = flag.Bool("update", false, "write the vectors instead of checking them")

// The form of histories.json; testdata/vectors/README.md describes it.
type (
	answer struct {
		Status int             `json:"status"`
		Body   json.RawMessage `json:"body,omitempty"`
	}
	answers map[string]answer
	pinned  struct {
		Event   *kaibo.Event   `json:"event,omitempty"`
		Receipt *kaibo.Receipt `json:"receipt,omitempty"`
	}
	history struct {
		Name        string          `json:"name"`
		Needs       []string        `json:"needs"`
		Answers     answers         `json:"answers"`
		After       bool            `json:"after"`
		Incremental bool            `json:"incremental"`
		Pins        []pinned        `json:"pins,omitempty"`
		Checkpoints []string        `json:"checkpoints,omitempty"`
		OK          bool            `json:"ok"`
		Finding     *verify.Finding `json:"finding,omitempty"`
	}
	histories struct {
		Project string    `json:"project"`
		Base    answers   `json:"base"`
		Cases   []history `json:"cases"`
	}
)

// record answers everything that a server answers, by the names of the README.
func record(t testing.TB, n *notary) answers {
	t.Helper()
	all := make(answers)
	put := func(name string, body []byte, err error) {
		switch kind := kaibo.KindOf(err); {
		case err == nil:
			all[name] = answer{200, body}
		case kind == kaibo.Gone:
			all[name] = answer{Status: 410}
		case kind == kaibo.NotFound:
			all[name] = answer{Status: 404}
		default:
			t.Fatalf("%s: %v", name, err)
		}
	}
	items := func(name string, list iter.Seq2[[]byte, error]) (out []json.RawMessage) {
		out = []json.RawMessage{}
		for item, err := range list {
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, json.RawMessage(strings.TrimSpace(string(item))))
		}
		put(name, encode(t, map[string]any{"items": out}), nil)
		return out
	}
	ctx := t.Context()
	heads, err := n.Streams(ctx)
	put("streams", encode(t, map[string]any{"items": heads}), err)
	logs := []string{ledger}
	for _, h := range heads {
		items("events/"+h.Stream, n.Events(ctx, h.Stream, 0))
		logs = append(logs, h.Stream)
	}
	for id := range n.payloads {
		body, err := n.Payload(ctx, id)
		put("payload/"+id, body, err)
	}
	if body, err := n.Proof(ctx, eventID(4)); err == nil { // the one that is pinned
		put("proof/"+eventID(4), body, nil)
	}
	items("deletions", n.Deletions(ctx, 0))
	for id := range n.memories {
		body, err := n.Memory(ctx, id)
		put("memory/"+id, body, err)
		if body, err = n.Explain(ctx, id); err == nil {
			put("explain/"+id, body, nil)
		}
	}
	items("memories", n.ListMemories(ctx))
	body, err := n.VerifierKeys(ctx)
	put("verifier_keys", body, err)
	for _, log := range append(logs, "") {
		body, err := n.Checkpoint(ctx, log)
		put("checkpoint/"+log, body, err)
		size := uint64(len(n.hashes(log)))
		for to := range size + 1 {
			for from := range to {
				if log != "" && (from != 3 && from != 5 && from != 12 || to != size) {
					continue // the sizes that a verifier of these cases has reason to ask for
				}
				body, err := n.Consistency(ctx, log, from, to)
				put(fmt.Sprintf("consistency/%s/%d/%d", log, from, to), body, err)
			}
		}
	}
	return all
}

// differing are the answers that are not the base's; what the base answers and
// a server does not is 404.
func (a answers) differing(base answers) answers {
	out := make(answers)
	for name, x := range a {
		if b, ok := base[name]; !ok || b.Status != x.Status || string(b.Body) != string(x.Body) {
			out[name] = x
		}
	}
	for name := range base {
		if _, ok := a[name]; !ok {
			out[name] = answer{Status: 404}
		}
	}
	return out
}

// recorded is a server that answers what was recorded.
type recorded struct{ base, over answers }

var (
	_ verify.Source     = recorded{}
	_ verify.Signatures = recorded{}
)

func (r recorded) get(name string) ([]byte, error) {
	x, ok := r.over[name]
	if !ok {
		x, ok = r.base[name]
	}
	switch {
	case !ok, x.Status == 404:
		return nil, kaibo.Errorf(kaibo.NotFound, "no %s", name)
	case x.Status == 410:
		return nil, kaibo.Errorf(kaibo.Gone, "forgotten")
	}
	return x.Body, nil
}

func (r recorded) list(name string, after uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		body, err := r.get(name)
		var page struct {
			Items []json.RawMessage `json:"items"`
		}
		if err == nil {
			err = json.Unmarshal(body, &page)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		for _, item := range page.Items {
			var at struct {
				Seq uint64 `json:"seq"`
			}
			if err := json.Unmarshal(item, &at); err != nil {
				yield(nil, err)
				return
			}
			if (after == 0 || at.Seq > after) && !yield(item, nil) {
				return
			}
		}
	}
}

func (r recorded) Streams(context.Context) ([]kaibo.Head, error) {
	body, err := r.get("streams")
	var page struct {
		Items []kaibo.Head `json:"items"`
	}
	if err == nil {
		err = json.Unmarshal(body, &page)
	}
	return page.Items, err
}

func (r recorded) Events(_ context.Context, stream string, after uint64) iter.Seq2[[]byte, error] {
	return r.list("events/"+stream, after)
}

func (r recorded) Payload(_ context.Context, id string) ([]byte, error) {
	return r.get("payload/" + id)
}

func (r recorded) Deletions(_ context.Context, after uint64) iter.Seq2[[]byte, error] {
	return r.list("deletions", after)
}

func (r recorded) Memory(_ context.Context, id string) ([]byte, error) { return r.get("memory/" + id) }
func (r recorded) Explain(_ context.Context, id string) ([]byte, error) {
	return r.get("explain/" + id)
}

func (r recorded) ListMemories(context.Context) iter.Seq2[[]byte, error] {
	return r.list("memories", 0)
}

func (r recorded) VerifierKeys(context.Context) ([]byte, error) { return r.get("verifier_keys") }

func (r recorded) Checkpoint(_ context.Context, stream string) ([]byte, error) {
	return r.get("checkpoint/" + stream)
}

func (r recorded) Consistency(_ context.Context, stream string, from, to uint64) ([]byte, error) {
	return r.get(fmt.Sprintf("consistency/%s/%d/%d", stream, from, to))
}

func (r recorded) Proof(_ context.Context, id string) ([]byte, error) { return r.get("proof/" + id) }

// unsigned hides what a source signed.
type unsigned struct{ verify.Source }

// generateHistories runs every adversary of the tests once, and writes down what
// the server answered and what must be found.
func generateHistories(t *testing.T) *histories {
	out := &histories{Project: projectID}
	t.Run("base", func(t *testing.T) { out.Base = record(t, newNotary(t, honest(t))) })
	add := func(h history, want string, do func(n *notary)) {
		t.Run(h.Name, func(t *testing.T) {
			n := newNotary(t, honest(t))
			do(n)
			n.fail = nil
			h.Answers = record(t, n).differing(out.Base)
			h.Needs = needs(t, out.Base, &h, want)
			out.Cases = append(out.Cases, h)
		})
	}
	for _, c := range tampered {
		add(history{Name: c.name, Finding: &verify.Finding{Stream: c.stream, Seq: c.seq, What: c.what}}, c.what, func(n *notary) { c.tamper(n.fake) })
	}
	for _, a := range adversaries {
		if a.name == "signatures taken away" {
			continue // it is no answer, but a failure
		}
		for _, incremental := range []bool{false, true} {
			if incremental && a.full {
				continue
			}
			h := history{Name: a.name, After: true, Incremental: incremental, Finding: &verify.Finding{Stream: a.stream, Seq: a.seq, What: a.what}}
			add(h, a.what, a.do)
		}
	}
	base := newNotary(t, honest(t))
	event, receipt := base.events["main"][3], base.receipts[1]
	pins := func(h history) history {
		h.Pins = []pinned{{Event: &event}, {Receipt: &receipt}}
		h.Checkpoints = []string{base.note(base.signed["main"].Body()), base.note(base.checkpoint("", deployment).Body())}
		return h
	}
	add(pins(history{Name: "nothing changed, with pins", OK: true}), "", func(*notary) {})
	rewritten := history{Name: "the pinned event rewritten", Finding: &verify.Finding{Stream: "main", Seq: 4}}
	add(pins(rewritten), "the pinned evt_", func(n *notary) { rewriteMain(n, 4); n.sign() })
	rewritten = history{Name: "the pinned receipt rewritten", Finding: &verify.Finding{Stream: ledger, Seq: 2}}
	add(pins(rewritten), "the pinned rcp_", func(n *notary) { n.receipts[1].EventIDs = nil; n.resealReceipts(); n.sign() })
	for _, incremental := range []bool{false, true} {
		for _, h := range []struct {
			name string
			do   func(n *notary)
		}{
			{"nothing new", func(*notary) {}},
			{"grown", func(n *notary) {
				n.append("main", 18)
				n.append("more", 19)
				n.forget("rcp_eeeeeeeeeeeeeeee", []int{18}, []int{18})
				n.sign()
			}},
			{"grown, and not signed yet", func(n *notary) { n.append("main", 18); n.append("more", 19) }},
			{"keys rotated", func(n *notary) {
				n.signers = append(n.signers, newKey(n.t))
				n.listKeys()
				n.signers = n.signers[1:]
				n.listKeys()
				n.append("main", 18)
				n.sign()
			}},
		} {
			add(history{Name: h.name, After: true, Incremental: incremental, OK: true}, "", h.do)
		}
	}
	return out
}

// form is the file: a line an answer of the base, and a line a case.
func (h *histories) form(t *testing.T) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "{\"project\": %q,\n\"base\": {\n", h.Project)
	comma := ""
	for _, name := range slices.Sorted(maps.Keys(h.Base)) {
		fmt.Fprintf(&b, "%s%s: %s", comma, encode(t, name), encode(t, h.Base[name]))
		comma = ",\n"
	}
	b.WriteString("},\n\"cases\": [\n")
	comma = ""
	for i := range h.Cases {
		fmt.Fprintf(&b, "%s%s", comma, encode(t, &h.Cases[i]))
		comma = ",\n"
	}
	b.WriteString("]}\n")
	return []byte(b.String())
}

// judge runs a case.
func judge(t *testing.T, base answers, h *history, signed bool) *verify.Report {
	t.Helper()
	source := func(r recorded) verify.Source {
		if signed {
			return r
		}
		return unsigned{r}
	}
	options := noWait
	if h.After {
		report, err := verify.Run(t.Context(), source(recorded{base: base}), noWait)
		if err != nil || !report.OK() {
			t.Fatalf("the base does not hold: %v\n%s", err, list(report))
		}
		options.Memory, options.Incremental = report.Memory, h.Incremental
	}
	for _, p := range h.Pins {
		if p.Event != nil {
			options.Pins = append(options.Pins, verify.Pin{ID: p.Event.ID, Stream: p.Event.Stream, Seq: p.Event.Seq, Hash: p.Event.Hash})
		} else {
			options.Pins = append(options.Pins, verify.Pin{ID: p.Receipt.ID, Stream: ledger, Seq: p.Receipt.Seq, Hash: p.Receipt.Hash})
		}
	}
	if signed {
		options.Checkpoints = h.Checkpoints
	}
	report, err := verify.Run(t.Context(), source(recorded{base, h.Answers}), options)
	if err != nil {
		t.Fatalf("%s: %v", h.Name, err)
	}
	return report
}

func found(r *verify.Report, f *verify.Finding, what string) bool {
	return slices.ContainsFunc(r.Findings, func(g verify.Finding) bool {
		return g.Stream == f.Stream && g.Seq == f.Seq && strings.Contains(g.What, what)
	})
}

// needs says what a verifier has to be able to do to come to the verdict.
func needs(t *testing.T, base answers, h *history, want string) []string {
	t.Helper()
	out := []string{}
	if h.After {
		out = append(out, "kept")
	}
	if h.Incremental {
		out = append(out, "incremental")
	}
	if len(h.Pins) > 0 {
		out = append(out, "pins")
	}
	if h.OK {
		return out
	}
	if strings.Contains(want, "emor") || strings.Contains(want, "explain") || strings.Contains(want, "it shows") || strings.Contains(want, "as current") || strings.Contains(want, "its status is") || strings.Contains(want, "cites a forgotten") {
		out = append(out, "views")
	}
	if strings.Contains(want, "head's") {
		out = append(out, "head")
	}
	if !found(judge(t, base, h, false), h.Finding, "") {
		out = append(out, "signatures")
	}
	return out
}

// TestHistoryVectors holds histories.json to what the adversaries of these tests
// make, and the verdicts in it to this package.
func TestHistoryVectors(t *testing.T) {
	path := filepath.Join("..", "..", "testdata", "vectors", "histories.json")
	form := generateHistories(t).form(t)
	if *update {
		if err := os.WriteFile(path, form, 0o644); err != nil { //nolint:gosec // a file of the repository
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(path) //nolint:gosec // a test's own file
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != string(form) {
		t.Errorf("histories.json is not what is generated (-update writes it):\n%.4000s", gocmp.Diff(strings.Split(string(kept), "\n"), strings.Split(string(form), "\n")))
	}
	var all histories
	if err := json.Unmarshal(kept, &all); err != nil {
		t.Fatal(err)
	}
	for i := range all.Cases {
		h := &all.Cases[i]
		report := judge(t, all.Base, h, true)
		if h.OK != report.OK() || h.Finding != nil && !found(report, h.Finding, h.Finding.What) {
			t.Errorf("%s, incremental %v: want %v, got:\n%s", h.Name, h.Incremental, h.Finding, list(report))
		}
	}
}
