package structure_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// story says "tea is green", then "tea is black", a day apart.
func story(t *testing.T) *enginetest.World {
	w := enginetest.New(t)
	w.Append("main", entryOn(1, "tea is green"), entryOn(2, "tea is black"))
	w.Settle()
	return w
}

func TestMend(t *testing.T) {
	for _, c := range []struct {
		name  string
		mend  func(w *enginetest.World) []structure.Curation
		want  map[string]string
		after string
	}{
		{"correct", func(w *enginetest.World) []structure.Curation {
			return []structure.Curation{{Verb: structure.VerbCorrect, MemoryID: w.Find("tea is black").ID, Content: `tea is "red"`}}
		}, map[string]string{
			"tea is green":   `superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea is black"`,
			"tea is black":   `superseded 2026-06-02T09:00:00Z..2026-06-02T09:00:00Z after "tea is green" before "tea is \"red\""`,
			`tea is \"red\"`: `current 2026-06-02T09:00:00Z..forever after "tea is black"`,
		}, ""},
		{"reinstate", func(w *enginetest.World) []structure.Curation {
			return []structure.Curation{{Verb: structure.VerbReinstate, MemoryID: w.Find("tea is green").ID, Reason: "it was a joke"}}
		}, map[string]string{
			"tea is green": `current 2026-06-01T09:00:00Z..forever`,
			"tea is black": `canceled 2026-06-02T09:00:00Z..2026-06-02T09:00:00Z after "tea is green" before "tea is green"`,
		}, ""},
		{"reinstate there and back", func(w *enginetest.World) []structure.Curation {
			return []structure.Curation{{Verb: structure.VerbReinstate, MemoryID: w.Find("tea is green").ID},
				{Verb: structure.VerbReinstate, MemoryID: w.Find("tea is black").ID}}
		}, map[string]string{
			"tea is green": `superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea is black"`,
			"tea is black": `current 2026-06-02T09:00:00Z..forever after "tea is green"`,
		}, ""},
		{"reinstate there and back over a chain", func(w *enginetest.World) []structure.Curation {
			w.Append("main", entryOn(4, "tea is red"))
			w.Settle()
			return []structure.Curation{{Verb: structure.VerbReinstate, MemoryID: w.Find("tea is green").ID},
				{Verb: structure.VerbReinstate, MemoryID: w.Find("tea is red").ID}}
		}, map[string]string{
			"tea is green": `superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea is black"`,
			"tea is black": `superseded 2026-06-02T09:00:00Z..2026-06-04T09:00:00Z after "tea is green" before "tea is red"`,
			"tea is red":   `current 2026-06-04T09:00:00Z..forever after "tea is black"`,
		}, ""},
		{"what is said after a reinstatement replaces it", func(w *enginetest.World) []structure.Curation {
			return []structure.Curation{{Verb: structure.VerbReinstate, MemoryID: w.Find("tea is green").ID}}
		}, map[string]string{
			"tea is green": `superseded 2026-06-01T09:00:00Z..2026-06-05T09:00:00Z before "tea is red"`,
			"tea is black": `canceled 2026-06-02T09:00:00Z..2026-06-02T09:00:00Z after "tea is green" before "tea is green"`,
			"tea is red":   `current 2026-06-05T09:00:00Z..forever after "tea is green"`,
		}, "tea is red"},
		{"dispute", func(w *enginetest.World) []structure.Curation {
			return []structure.Curation{{Verb: structure.VerbDispute, MemoryID: w.Find("tea is black").ID}}
		}, map[string]string{
			"tea is green": `superseded 2026-06-01T09:00:00Z..2026-06-02T09:00:00Z before "tea is black"`,
			"tea is black": `current 2026-06-02T09:00:00Z..forever after "tea is green"`,
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := story(t)
			for _, curation := range c.mend(w) {
				if m := w.Mend(curation); m.Job.Status != kaibo.JobDone || len(m.Memories) == 0 {
					t.Errorf("%s answers %+v", curation.Verb, m)
				}
			}
			if c.after != "" {
				w.Append("main", entryOn(5, c.after))
				w.Settle()
			}
			if diff := cmp.Diff(c.want, w.Lines()); diff != "" {
				t.Errorf("(- want, + got):\n%s", diff)
			}
			w.CheckFsck()
			w.CheckRebuild()
		})
	}
}

func TestDisputeShows(t *testing.T) {
	w := story(t)
	id := w.Find("tea is black").ID
	w.Mend(structure.Curation{Verb: structure.VerbDispute, MemoryID: id, Reason: "nobody drinks that"})
	m, err := w.Views.Memory(t.Context(), w.Project, id)
	if err != nil || !m.Disputed || m.Status != kaibo.StatusCurrent {
		t.Errorf("a disputed memory is %+v, %v", m, err)
	}
}

// What cannot be done is refused before anything is written.
func TestMendChecksFirst(t *testing.T) {
	w := story(t)
	green, black := w.Find("tea is green").ID, w.Find("tea is black").ID
	long := strings.Repeat("x", 5000)
	for _, c := range []struct {
		name string
		c    structure.Curation
		kind kaibo.Kind
	}{
		{"nothing there", structure.Curation{Verb: structure.VerbDispute, MemoryID: "mem_aaaaaaaaaaaaaaaa"}, kaibo.NotFound},
		{"no id", structure.Curation{Verb: structure.VerbDispute, MemoryID: "x"}, kaibo.NotFound},
		{"correct without words", structure.Curation{Verb: structure.VerbCorrect, MemoryID: black, Content: " "}, kaibo.Invalid},
		{"correct at length", structure.Curation{Verb: structure.VerbCorrect, MemoryID: black, Content: long}, kaibo.Invalid},
		{"correct to the same", structure.Curation{Verb: structure.VerbCorrect, MemoryID: black, Content: "tea is black"}, kaibo.Conflict},
		{"correct what is replaced", structure.Curation{Verb: structure.VerbCorrect, MemoryID: green, Content: "tea is red"}, kaibo.Conflict},
		{"reinstate what holds", structure.Curation{Verb: structure.VerbReinstate, MemoryID: black}, kaibo.Conflict},
		{"a long reason", structure.Curation{Verb: structure.VerbReinstate, MemoryID: green, Reason: long}, kaibo.Invalid},
		{"alias of nothing", structure.Curation{Verb: structure.VerbAlias, Name: " ", Same: "x"}, kaibo.Invalid},
		{"alias of itself", structure.Curation{Verb: structure.VerbAlias, Name: "Bob  Smith", Same: "bob smith"}, kaibo.Invalid},
		{"a long alias", structure.Curation{Verb: structure.VerbAlias, Name: long, Same: "x"}, kaibo.Invalid},
	} {
		if _, err := w.Worker.Mend(t.Context(), w.Project, c.c, kaibo.Details{}, ""); kaibo.KindOf(err) != c.kind {
			t.Errorf("%s: %v, want %v", c.name, err, c.kind)
		}
	}
	if head, err := w.Ledger.Head(t.Context(), w.Project, structure.CurateStream); err != nil || head.Seq != 0 {
		t.Errorf("refused curations wrote %d events, %v", head.Seq, err)
	}
}

func TestMendReplaysItsKey(t *testing.T) {
	w := story(t)
	c := structure.Curation{Verb: structure.VerbReinstate, MemoryID: w.Find("tea is green").ID}
	first, err := w.Worker.Mend(t.Context(), w.Project, c, kaibo.Details{}, "k1")
	if err != nil || first.Replayed {
		t.Fatalf("%+v, %v", first, err)
	}
	again, err := w.Worker.Mend(t.Context(), w.Project, c, kaibo.Details{}, "k1")
	if err != nil || !again.Replayed || again.Event.ID != first.Event.ID || !cmp.Equal(again.Memories, first.Memories) {
		t.Errorf("the same key answers %+v, %v", again, err)
	}
	if _, err := w.Worker.Mend(t.Context(), w.Project, c, kaibo.Details{}, "k2"); kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("another key answers %v", err)
	}
}

// A curation whose memory changed between its check and its job says so and
// changes nothing.
func TestMendThatComesTooLate(t *testing.T) {
	w := story(t)
	id := w.Find("tea is black").ID
	done := false
	hooked := w.Hooked(func([]kaibo.Write) {
		if !done {
			done = true
			w.Say("main", "tea is red")
			w.Settle()
		}
	})
	m, err := hooked.Worker.Mend(t.Context(), w.Project, structure.Curation{Verb: structure.VerbCorrect, MemoryID: id, Content: "tea is white"}, kaibo.Details{}, "")
	if err != nil || m.Job.Status != kaibo.JobDone || !strings.Contains(m.Job.Reason, "superseded") || len(m.Memories) != 0 {
		t.Errorf("answers %+v, %v", m, err)
	}
	w.CheckFsck()
}

// A statement under one name of a subject meets those under its other names,
// whichever was told first, and however the names hang together.
func TestAliases(t *testing.T) {
	w := enginetest.New(t)
	w.Append("main", entryOn(1, "Robert Smith is happy"), entryOn(2, "Liz is well"))
	w.Settle()
	for _, c := range []structure.Curation{
		{Verb: structure.VerbAlias, Name: "Bob", Same: "Robert Smith"},
		{Verb: structure.VerbAlias, Name: "Bobby", Same: "bob"},
		{Verb: structure.VerbAlias, Name: "Robert Smith", Same: "Bobby"}, // a circle
	} {
		w.Mend(c)
	}
	w.Append("main", entryOn(3, "bobby is sad"), entryOn(4, "Robert Smith is calm"), entryOn(5, "Bobbys is else"))
	w.Settle()
	for content, status := range map[string]string{"Robert Smith is happy": "superseded", "bobby is sad": "superseded",
		"Robert Smith is calm": "current", "Bobbys is else": "current", "Liz is well": "current"} {
		if got := w.Find(content).Last().Status; got != status {
			t.Errorf("%q is %s, want %s", content, got, status)
		}
	}
	aliases, err := w.Worker.Aliases(t.Context(), w.Project)
	if err != nil || len(aliases) != 3 || aliases["bob"] != aliases["bobby"] || aliases["bob"] != aliases["robert smith"] {
		t.Errorf("aliases are %v, %v", aliases, err)
	}
	w.CheckFsck()
}
