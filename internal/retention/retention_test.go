package retention_test

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/retention"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

func keeping(w *enginetest.World) *retention.Engine {
	return &retention.Engine{Store: retention.Store{Table: w.Ports.Table, Clock: w.Ports.Clock.Now, Random: enginetest.Random(7)},
		Ledger: w.Ledger, Forget: w.Forget, Projects: enginetest.Known{w.Project}}
}

func unrecorded(*retention.Rule) error { return nil }

func set(t *testing.T, e *retention.Engine, p kaibo.Project, r retention.Rule) retention.Rule {
	t.Helper()
	r, err := e.Set(t.Context(), p, r, unrecorded)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func enforce(t *testing.T, e *retention.Engine) int {
	t.Helper()
	n, err := e.Enforce(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// of is an entry of a kind.
func of(kind, text string) ledger.Entry {
	e := enginetest.Entry(text)
	e.Kind = kind
	return e
}

// said are the contents of the events that can still be read, by stream.
func said(t *testing.T, w *enginetest.World, streams ...string) []string {
	t.Helper()
	out := []string{}
	for _, s := range streams {
		events, _, err := w.Ledger.EventsAfter(t.Context(), w.Project, s, 0, kaibo.MaxListLimit)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			_, p, err := w.Ledger.Payload(t.Context(), w.Project, e.ID)
			if kaibo.KindOf(err) == kaibo.Gone {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(p.Content))
		}
	}
	return out
}

func wantSaid(t *testing.T, w *enginetest.World, want []string, streams ...string) {
	t.Helper()
	if diff := cmp.Diff(want, said(t, w, streams...)); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
}

func TestEventsGoAfterTheirDays(t *testing.T) {
	w := enginetest.New(t)
	e := keeping(w)
	w.Append("main", of(kaibo.KindToolCall, "old call"), of(kaibo.KindMessage, "old word"))
	w.Append("other", of(kaibo.KindToolCall, "old call elsewhere"))
	w.Ports.Clock.Advance(60 * 24 * time.Hour)
	w.Append("main", of(kaibo.KindToolCall, "new call"), of(kaibo.KindMessage, "new word"))
	w.Settle()
	calls := retention.Rule{Kind: kaibo.KindToolCall, Days: 90}
	if n, err := e.Due(t.Context(), w.Project, calls, 10); n != 0 || err != nil {
		t.Errorf("%d due before their days, %v", n, err)
	}
	r := set(t, e, w.Project, calls)
	if n := enforce(t, e); n != 0 {
		t.Errorf("%d forgotten before their days", n)
	}
	w.Ports.Clock.Advance(30*24*time.Hour + time.Minute)
	if n, err := e.Due(t.Context(), w.Project, calls, 10); n != 2 || err != nil {
		t.Errorf("%d due, %v", n, err)
	}
	if n := enforce(t, e); n != 2 {
		t.Errorf("%d forgotten, want 2", n)
	}
	wantSaid(t, w, []string{"old word", "new call", "new word"}, "main", "other")
	if n := enforce(t, e); n != 0 {
		t.Errorf("%d forgotten again", n)
	}

	again := set(t, e, w.Project, retention.Rule{Kind: kaibo.KindToolCall, Days: 10})
	if again.ID != r.ID || again.CreatedAt != r.CreatedAt {
		t.Errorf("other days for the same events made another rule: %+v after %+v", again, r)
	}
	set(t, e, w.Project, retention.Rule{Streams: []string{"main", "main"}, Days: 80})
	if n := enforce(t, e); n != 3 { // the new call by the one, both old events of main by the other
		t.Errorf("%d given to be forgotten, want 3", n)
	}
	wantSaid(t, w, []string{"new word"}, "main", "other")
	entries, _, err := w.Ledger.Deletions(t.Context(), w.Project, 0, 100)
	if err != nil || len(entries) != 4 {
		t.Errorf("%d receipts, %v", len(entries), err)
	}
	w.CheckFsck()
}

// TestARuleThatEnds no longer forgets.
func TestARuleThatEnds(t *testing.T) {
	w := enginetest.New(t)
	e := keeping(w)
	r := set(t, e, w.Project, retention.Rule{Kind: kaibo.KindToolCall, Days: 1})
	w.Append("main", of(kaibo.KindToolCall, "call"))
	if _, err := e.Delete(t.Context(), w.Project, r.ID, unrecorded); err != nil {
		t.Fatal(err)
	}
	w.Ports.Clock.Advance(48 * time.Hour)
	if n := enforce(t, e); n != 0 {
		t.Errorf("%d forgotten by a rule that ended", n)
	}
	if _, err := e.Delete(t.Context(), w.Project, r.ID, unrecorded); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("ending it again: %v", err)
	}
	set(t, e, w.Project, retention.Rule{Kind: kaibo.KindToolCall, Days: 1})
	if n := enforce(t, e); n != 1 {
		t.Errorf("%d forgotten by a rule that was set again", n)
	}
	wantSaid(t, w, []string{}, "main")
}

// TestTheServersOwnStreamsStay has a rule for every message.
func TestTheServersOwnStreamsStay(t *testing.T) {
	w := enginetest.New(t)
	e := keeping(w)
	if _, err := w.Ledger.Curate(t.Context(), w.Project, "~keys", ledger.Entry{Content: []byte(`{"verb":"keys.create"}`)}); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{kaibo.KindMessage, kaibo.KindToolCall, kaibo.KindFile, kaibo.KindCommit} {
		set(t, e, w.Project, retention.Rule{Kind: kind, Days: 1})
	}
	w.Ports.Clock.Advance(48 * time.Hour)
	if n := enforce(t, e); n != 0 {
		t.Errorf("%d forgotten", n)
	}
	wantSaid(t, w, []string{`{"verb":"keys.create"}`}, "~keys")
}

func TestBadRulesAreRefused(t *testing.T) {
	w := enginetest.New(t)
	e := keeping(w)
	before := len(everything(t, w))
	for _, r := range []retention.Rule{
		{Days: 30}, {Kind: "message"}, {Kind: "message", Days: -1}, {Kind: "message", Days: retention.MaxDays + 1}, {Kind: "curate", Days: 3},
		{Kind: "nonsense", Days: 3}, {Streams: []string{"~curate"}, Days: 3}, {Streams: []string{"no good"}, Days: 3},
		{Streams: numbered(retention.MaxStreams + 1), Days: 3},
	} {
		if _, err := e.Set(t.Context(), w.Project, r, unrecorded); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%+v: %v", r, err)
		}
	}
	refuse := errors.New("not recorded")
	if _, err := e.Set(t.Context(), w.Project, retention.Rule{Kind: "message", Days: 3}, func(*retention.Rule) error { return refuse }); !errors.Is(err, refuse) {
		t.Errorf("set without a record: %v", err)
	}
	if after := len(everything(t, w)); after != before {
		t.Errorf("%d items became %d", before, after)
	}
	for _, s := range numbered(retention.MaxRules) {
		set(t, e, w.Project, retention.Rule{Streams: []string{s}, Days: 3})
	}
	if _, err := e.Set(t.Context(), w.Project, retention.Rule{Kind: "message", Days: 3}, unrecorded); kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("one rule too many: %v", err)
	}
	if rules, err := e.Rules(t.Context(), w.Project); err != nil || len(rules) != retention.MaxRules {
		t.Errorf("%d rules, %v", len(rules), err)
	}
}

func numbered(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint("s", i)
	}
	return out
}

func everything(t *testing.T, w *enginetest.World) (keys []string) {
	t.Helper()
	err := w.Ports.Scan.Scan(t.Context(), kaibo.Records, "", func(item kaibo.Item) error {
		keys = append(keys, item.Partition+" "+item.Sort)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// TestADeletedProjectIsNoMoreLookedAt takes its mark away.
func TestADeletedProjectIsNoMoreLookedAt(t *testing.T) {
	w := enginetest.New(t)
	e := keeping(w)
	set(t, e, w.Project, retention.Rule{Kind: "message", Days: 3})
	e.Projects = enginetest.Known{}
	enforce(t, e)
	if slices.ContainsFunc(everything(t, w), func(k string) bool { return strings.HasPrefix(k, "retention ") }) {
		t.Error("the mark stays")
	}
}

// TestEnforceStopsAnywhere lets every operation fail in every way; the next call
// ends what it began, and nothing else is gone.
func TestEnforceStopsAnywhere(t *testing.T) {
	for _, outcome := range []porttest.Outcome{porttest.FailBefore, porttest.FailAfter} {
		for n, more := 1, true; more; n++ {
			w := enginetest.New(t)
			var entries []ledger.Entry
			for i := range 30 {
				entries = append(entries, of(kaibo.KindToolCall, fmt.Sprint("call ", i)))
			}
			w.Append("main", entries...)
			w.Append("main", of(kaibo.KindMessage, "word"))
			w.Settle()
			e := keeping(w)
			set(t, e, w.Project, retention.Rule{Kind: kaibo.KindToolCall, Days: 1})
			w.Ports.Clock.Advance(48 * time.Hour)
			plan := porttest.FailNth(n, outcome)
			e.Table = &porttest.FaultyTable{Table: w.Ports.Table, Plan: plan}
			_, err := e.Enforce(t.Context())
			more = len(plan.Steps()) >= n
			if more && err == nil {
				t.Errorf("%v %d was not told", outcome, n)
			}
			enforce(t, keeping(w))
			wantSaid(t, w, []string{"word"}, "main")
		}
	}
}
