package recall_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/termindex"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

// want is what a question must be answered with, in order; none means that it
// abstains with the code.
type want struct {
	question string
	texts    []string
	code     string
}

func (s *store) wants(cases ...want) {
	s.t.Helper()
	for _, c := range cases {
		a := s.asks(c.question)
		if c.texts == nil {
			c.texts = []string{}
		}
		if d := cmp.Diff(c.texts, textsOf(a)); d != "" || a.Abstain.Code != c.code {
			s.t.Errorf("%q: code %q, want %q (-want +got):\n%s", c.question, a.Abstain.Code, c.code, d)
		}
	}
}

var rooms = []string{
	"The ceiling of the attic is 190 cm high.",
	"The ceiling of the kitchen is 260 cm high.",
	"The ceiling of the cellar is 205 cm high.",
	"The ceiling of the studio is 340 cm high.",
	"The ceiling of the bathroom is 240 cm high.",
	"The ceiling of the hallway is 275 cm high.",
}

func TestSmallestSet(t *testing.T) {
	s := newStore(t)
	s.note(rooms...)
	s.wants(
		want{question: "How high is the ceiling of the studio?", texts: []string{rooms[3]}},
		want{question: "How high are the ceilings of the cellar and the kitchen?", texts: []string{rooms[2], rooms[1]}},
	)
	if a := s.asks("How high are the ceilings?"); len(a.Items) != len(rooms) {
		t.Errorf("a question about all of them answers %d of %d", len(a.Items), len(rooms))
	}
}

// In a large store the words that six statements share are rare, and yet only
// one answers.
func TestSmallestSetInALargeStore(t *testing.T) {
	s := newStore(t)
	for n := range 40 {
		var e said
		var lines []string
		for i := range 20 {
			lines = append(lines, fmt.Sprintf("Crate %c%c%d holds spare valve %d.", 'a'+rune(n%26), 'a'+rune(i), n, 100*n+i))
		}
		e.text = strings.Join(lines, "\n")
		for _, l := range lines {
			e.memories = append(e.memories, told{quote: l})
		}
		s.say(e)
	}
	s.note(rooms...)
	s.wants(want{question: "How high is the ceiling of the studio?", texts: []string{rooms[3]}})
}

func TestGrounding(t *testing.T) {
	s := newStore(t)
	s.note("The lease of the bakery ends in autumn.", "The ovens were repaired by two mechanics.",
		"Spare keys hang in shared/keys/front.json.", "Ticket ABC-41 waits for a part.")
	s.wants(
		want{question: "When does the lease end?", texts: []string{"The lease of the bakery ends in autumn."}},
		want{question: "Which mechanic repaired the oven?", texts: []string{"The ovens were repaired by two mechanics."}},
		want{question: "What about front.json?", texts: []string{"Spare keys hang in shared/keys/front.json."}},
		want{question: "What does ABC-41 wait for?", texts: []string{"Ticket ABC-41 waits for a part."}},
		want{question: "What does ABC-14 wait for?", code: recall.UnknownName},
		want{question: "What about rear.json?", code: recall.UnknownName},
		want{question: "Who plays the cello?", code: recall.NoMatch},
		want{question: "Who is it, and where?", code: recall.NoMatch},
		want{question: "", code: recall.NoMatch},
		want{question: " \x00 ?!", code: recall.NoMatch},
	)
	if a := s.asks("Which plumber repaired the oven?"); !cmp.Equal(a.Abstain.Ungrounded, []string{"plumber"}) {
		t.Errorf("ungrounded is %q", a.Abstain.Ungrounded)
	}
}

// A derived form ranks and does not ground.
func TestDerivationDoesNotGround(t *testing.T) {
	s := newStore(t)
	s.note("The contract was signed on the ferry.")
	s.wants(want{question: "How strong were the contractions?", code: recall.NoMatch})
}

func TestNames(t *testing.T) {
	s := newStore(t)
	s.say(said{actor: "Odile", text: "The choir meets in the chapel.", memories: []told{{quote: "The choir meets in the chapel."}}})
	s.note("Yesterday Bastien tuned the organ.")
	s.wants(
		want{question: "Where does the choir of Fabienne meet?", code: recall.UnknownName},
		want{question: "What did Odile say about the choir?", texts: []string{"The choir meets in the chapel."}},
		want{question: "What did Bastien tune?", texts: []string{"Yesterday Bastien tuned the organ."}},
		want{question: "what did fabienne tune?", texts: []string{"Yesterday Bastien tuned the organ."}},
	)
}

// In German every noun has a capital: two in a row may be a name or not, so one
// that is known is enough. A name after a title is a name.
func TestGermanNouns(t *testing.T) {
	s := newStore(t)
	s.note("Die Enten bekommen morgens Körner aus dem Eimer.", "Frau Ehrlich unterrichtet die Geige im Saal.")
	s.wants(
		want{question: "Wann bekommt die Gans Körner aus dem Eimer?", texts: []string{"Die Enten bekommen morgens Körner aus dem Eimer."}},
		want{question: "Was unterrichtet Frau Ehrmann im Saal?", code: recall.UnknownName},
	)
}

func TestNumberAsLabel(t *testing.T) {
	s := newStore(t)
	s.note("Tram 12 stops at the zoo.", "We pay 40 francs for the pass.")
	s.wants(
		want{question: "Where does tram 12 stop?", texts: []string{"Tram 12 stops at the zoo."}},
		want{question: "Where does tram 21 stop?", code: recall.UnknownName},
		want{question: "Do we pay 50 francs for the pass?", texts: []string{"We pay 40 francs for the pass."}},
	)
}

// A letter tells things of one kind apart as a number does.
func TestLetterAsLabel(t *testing.T) {
	s := newStore(t)
	s.note("Bus A leaves from the north gate.", "Bus E leaves from the harbour.")
	s.wants(
		want{question: "Where does bus A leave from?", texts: []string{"Bus A leaves from the north gate."}},
		want{question: "Where does bus E leave from?", texts: []string{"Bus E leaves from the harbour."}},
	)
}

// A long number is the name of something, unless it counts something.
func TestNumberAsCode(t *testing.T) {
	s := newStore(t)
	s.note("Order 48213 went to Lisbon.", "The press cost 43117 francs.")
	s.wants(
		want{question: "Where did 48213 go?", texts: []string{"Order 48213 went to Lisbon."}},
		want{question: "Where did order 48214 go?", code: recall.UnknownName},
		want{question: "What about 48214?", code: recall.UnknownName},
		want{question: "Did the press cost 42117 francs?", texts: []string{"The press cost 43117 francs."}},
		want{question: "Did the press cost 45000?", texts: []string{"The press cost 43117 francs."}},
		want{question: "Did the press cost $45123?", texts: []string{"The press cost 43117 francs."}},
	)
}

func TestNothingIsSaidTwice(t *testing.T) {
	s := newStore(t)
	s.note("The boat is moored at pier 9.", "the boat is moored at  pier 9", "Reminder: the boat is moored at pier 9.",
		"The boat is moored at pier 6.")
	a := s.asks("Where is the boat moored?")
	if len(a.Items) != 2 {
		t.Errorf("want one answer for each pier, got %q", textsOf(a))
	}
}

// Of one event the best span answers; another only when it bears out as much,
// or another word.
func TestOneSpanOfAnEvent(t *testing.T) {
	s := newStore(t)
	text := "The garden gate squeaks. The garden gate needs oil for its hinge. Rasmus has the oil."
	s.say(said{text: text, memories: []told{{quote: "The garden gate squeaks."},
		{quote: "The garden gate needs oil for its hinge."}, {quote: "Rasmus has the oil."}}})
	s.wants(
		want{question: "What does the hinge of the garden gate need?", texts: []string{"The garden gate needs oil for its hinge."}},
	)
	if a := s.asks("What about the garden gate and Rasmus?"); !strings.Contains(strings.Join(textsOf(a), " "), "Rasmus has") {
		t.Errorf("the span that bears out another word is left out: %q", textsOf(a))
	}
}

func TestBudget(t *testing.T) {
	s := newStore(t)
	long := "The barn has a long story, with storms and repairs and a tractor and a family of owls, and the lamp of the barn burns 11 watts, " +
		"and then again there were winters, summers, weddings, and a wedding cake that fell into the hay."
	s.say(said{text: long, memories: []told{{quote: long}}})
	for budget := 1; budget < 80; budget++ {
		a := s.ask(recall.Query{Question: "How many watts does the lamp of the barn burn?", Budget: budget})
		switch {
		case budget < 4 && a.Abstain.Code != recall.OverBudget:
			t.Errorf("budget %d: code %q", budget, a.Abstain.Code)
		case budget >= 12 && (len(a.Items) != 1 || !strings.Contains(a.Items[0].Text, "11 watts")):
			t.Errorf("budget %d answers %q", budget, textsOf(a))
		case len(a.Items) == 1 && a.Items[0].Form != recall.FormQuote:
			t.Errorf("budget %d: the form is %q", budget, a.Items[0].Form)
		}
	}
}

// When the answer does not fit, another statement that is shorter is none.
func TestTooSmallBudgetAnswersNothingElse(t *testing.T) {
	s := newStore(t)
	s.note(append([]string{"The ceiling of the very old and beautiful winter garden is 512 cm high."}, rooms...)...)
	a := s.ask(recall.Query{Question: "How high is the ceiling of the winter garden?", Budget: 11})
	for _, it := range a.Items {
		if !strings.Contains(it.Text, "winter garden") {
			t.Errorf("answered %q", it.Text)
		}
	}
	if a := s.ask(recall.Query{Question: "How high is the ceiling of the winter garden?", Budget: 3}); a.Abstain.Code != recall.OverBudget {
		t.Errorf("code %q, items %q", a.Abstain.Code, textsOf(a))
	}
}

// A summary that is too long gives way to its source's own words.
func TestSummaryGivesWayToQuote(t *testing.T) {
	s := newStore(t)
	s.say(said{text: "ok: dentist tomorrow at 8", memories: []told{{quote: "dentist tomorrow at 8",
		content: "The dentist appointment, which had been postponed two times before, is on January 2, 2026 at 8 in the morning."}}})
	if a := s.asks("When is the dentist?"); len(a.Items) != 1 || a.Items[0].Form != recall.FormSummary {
		t.Errorf("want the summary, got %+v", a.Items)
	}
	a := s.ask(recall.Query{Question: "When is the dentist?", Budget: 8})
	if d := cmp.Diff([]string{"dentist tomorrow at 8"}, textsOf(a)); d != "" || a.Items[0].Form != recall.FormQuote {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Of two statements with the same words the surer one comes first, though the
// other is newer.
func TestConfidence(t *testing.T) {
	s := newStore(t)
	plain, hearsay := "The dam is inspected in May.", "They say the dam is inspected in April."
	s.say(said{on: day(2), text: plain, memories: []told{{quote: plain}}})
	s.say(said{on: day(3), text: hearsay, memories: []told{{quote: hearsay, confidence: 0.5}}})
	s.wants(want{question: "When is the dam inspected?", texts: []string{plain, hearsay}})
}

func TestFill(t *testing.T) {
	s := newStore(t)
	s.note(rooms...)
	q := recall.Query{Question: "How high is the ceiling of the studio?", Fill: true, Budget: 40}
	a := s.ask(q)
	if len(a.Items) < 3 || a.Items[0].Text != rooms[3] {
		t.Errorf("a filled answer is %q", textsOf(a))
	}
	if least := tokens.Count(rooms[0]); a.Budget-a.Used >= 2*least {
		t.Errorf("%d of %d tokens are used", a.Used, a.Budget)
	}
}

func TestFilter(t *testing.T) {
	s := newStore(t)
	s.say(said{text: "The logo is teal.", memories: []told{{quote: "The logo is teal.", kind: kaibo.TypeDecision, initiatives: []string{"i1"}}}})
	s.say(said{text: "The logo could be larger.", stream: "chat", actor: "Wim", memories: []told{{quote: "The logo could be larger.", kind: kaibo.TypePreference}}})
	for name, c := range map[string]struct {
		filter kaibo.Filter
		want   []string
	}{
		"type":       {kaibo.Filter{Types: []string{kaibo.TypePreference}}, []string{"The logo could be larger."}},
		"initiative": {kaibo.Filter{Initiatives: []string{"i1"}}, []string{"The logo is teal."}},
		"stream":     {kaibo.Filter{Streams: []string{"chat"}}, []string{"The logo could be larger."}},
		"actor":      {kaibo.Filter{Actors: []string{"Wim"}}, []string{"The logo could be larger."}},
		"none":       {kaibo.Filter{Types: []string{kaibo.TypeTask}}, []string{}},
	} {
		if d := cmp.Diff(c.want, textsOf(s.ask(recall.Query{Question: "What about the logo?", Filter: c.filter}))); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestProvisional(t *testing.T) {
	s := newStore(t)
	id := s.provisional("So much noise today. The spare tent is in locker 77. Did anybody see my hat, the grey one, "+
		"with the feather that I got in Lapland, when we were all snowed in for a week and ate nothing but beans and biscuits, "+
		"biscuits and beans, and sang the same four songs until the plough came up the hill at last?", day(3))
	a := s.asks("Where is the spare tent?")
	if len(a.Items) != 1 || a.Items[0].MemoryID != id || !a.Items[0].Provisional || !strings.Contains(a.Items[0].Text, "locker 77") {
		t.Fatalf("answered %+v", a.Items)
	}
	if strings.Contains(a.Items[0].Text, "Lapland") {
		t.Errorf("a long event is quoted whole: %q", a.Items[0].Text)
	}
	known := day(4)
	if a := s.ask(recall.Query{Question: "Where is the spare tent?", KnownAt: &known}); !a.Abstain.Abstained {
		t.Errorf("knownAt shows a provisional memory: %q", textsOf(a))
	}
	before := day(2)
	if a := s.ask(recall.Query{Question: "Where is the spare tent?", AsOf: &before}); a.Abstain.Code != recall.OnlyPast {
		t.Errorf("before it was said the code is %q", a.Abstain.Code)
	}
}

// What the table says wins over the index, which is read before it.
func TestForgottenAndMissing(t *testing.T) {
	s := newStore(t)
	ids := s.note("The vault opens with a brass key.", "The vault is older than the house.")
	ctx := context.Background()
	if err := s.table.Commit(ctx, []kaibo.Write{kaibo.DeleteAny(kaibo.MemoryKey(s.p.ID, ids[0]))}); err != nil {
		t.Fatal(err)
	}
	gone := kaibo.MemoryRecord{Forgotten: true, Revisions: []kaibo.Revision{{Version: 1, ValidTo: kaibo.Forever}}}
	data, err := json.Marshal(gone)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.table.Commit(ctx, []kaibo.Write{kaibo.PutAny(kaibo.MemoryKey(s.p.ID, ids[1]), 2, data)}); err != nil {
		t.Fatal(err)
	}
	s.wants(want{question: "How does the vault open?", code: recall.NoMatch})
}

// What is acknowledged stays found while its job ends between the reads of the
// index and of the texts.
func TestTheTableMovesOn(t *testing.T) {
	s := newStore(t)
	const text = "The spare tent is in locker 77."
	id := s.provisional(text, day(3))
	job := kaibo.ProvisionalKey(s.p.ID, "main", 1)
	if items, err := s.table.Get(context.Background(), job); err != nil || !items[0].Found() {
		t.Fatalf("the provisional memory is not at %v: %v", job, err)
	}
	s.table.beforeGet = func() {
		row := termindex.Tombstone(id, termindex.Provisional, termindex.DeadVersion)
		s.commit("done", []termindex.Doc{row}, []kaibo.Write{kaibo.DeleteAny(job)})
		s.say(said{text: text, memories: []told{{quote: text}}})
	}
	if a := s.asks("Where is the spare tent?"); len(a.Items) != 1 || a.Items[0].Provisional || a.Items[0].Text != text {
		t.Errorf("answered %+v", a)
	}
	if s.table.beforeGet != nil {
		t.Error("nothing was read, so nothing moved")
	}
}

func TestConflicts(t *testing.T) {
	s := newStore(t)
	first, second := "The well is 30 meters deep.", "Our spring measures 22 meters, they claim."
	a := s.say(said{text: first, memories: []told{{quote: first}}})
	b := s.say(said{text: second, memories: []told{{quote: second, conflicts: a}}})
	s.say(said{text: "How deep the well really is, the surveyor knows.", memories: []told{{quote: "How deep the well really is, the surveyor knows.", conflicts: b, disputed: true}}})
	ans := s.asks("Which surveyor knows how deep the well is?")
	texts := strings.Join(textsOf(ans), "|")
	if !strings.Contains(texts, "surveyor knows.|"+second) {
		t.Errorf("what conflicts is not answered: %q", textsOf(ans))
	}
	if !ans.Items[0].Disputed || !cmp.Equal(ans.Items[0].ConflictsWith, b) {
		t.Errorf("the first item is %+v", ans.Items[0])
	}
}

func TestTrace(t *testing.T) {
	s := newStore(t)
	s.note(rooms...)
	a := s.ask(recall.Query{Question: "How high is the ceiling of the studio?", Trace: true})
	if w := a.Items[0].Why; w == nil || w.Chosen != recall.ChosenBest || len(w.Words) < 2 || w.Share != 1 {
		t.Errorf("why is %+v", w)
	}
	if a := s.asks("How high is the ceiling of the studio?"); a.Items[0].Why != nil {
		t.Errorf("untraced, why is %+v", a.Items[0].Why)
	}
}

func TestStages(t *testing.T) {
	s := newStore(t)
	s.note(rooms...)
	var names []string
	var shown []recall.Candidate
	q := recall.Query{Question: "How high is the ceiling of the studio?", Candidates: 4}
	a, err := s.engine.Recall(context.Background(), s.p, q, func(st recall.Stage) error {
		names = append(names, st.Name)
		shown = append(shown, st.Candidates...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"candidates", "packed", "final"}, names); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(shown) != 4 || shown[0].MemoryID != a.Items[0].MemoryID || len(shown[0].Citations) != 1 || shown[1].Score > shown[0].Score {
		t.Errorf("the candidates are %+v", shown)
	}
	stop := errors.New("stop")
	if _, err := s.engine.Recall(context.Background(), s.p, q, func(recall.Stage) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the error is %v", err)
	}
}

func TestBounds(t *testing.T) {
	s := newStore(t)
	for _, q := range []recall.Query{{Budget: -1}, {Budget: kaibo.MaxBudget + 1}, {Candidates: 201}, {Candidates: -1},
		{Question: strings.Repeat("a", kaibo.MaxQuestionBytes+1)}} {
		if _, err := s.engine.Recall(context.Background(), s.p, q, nil); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("budget %d, candidates %d, %d bytes: %v", q.Budget, q.Candidates, len(q.Question), err)
		}
	}
}

// A warm recall costs two sequential reads, whatever it finds.
func TestCost(t *testing.T) {
	s := newStore(t)
	s.note(rooms...)
	s.asks("warm up")
	for _, q := range []string{"How high is the ceiling of the studio?", "How high are the ceilings?", "Who is Ferdinand?"} {
		s.table.gets.Store(0)
		s.table.queries.Store(0)
		s.asks(q)
		if g, n := s.table.gets.Load(), s.table.queries.Load(); g > 1 || n != 1 {
			t.Errorf("%q: %d gets and %d queries", q, g, n)
		}
	}
}

func TestAnswerAsJSON(t *testing.T) {
	s := newStore(t)
	s.note("The kiln is hot.")
	got, err := json.Marshal(s.asks("Who is where?"))
	if err != nil {
		t.Fatal(err)
	}
	got = regexp.MustCompile(`"confidence":0\.\d+`).ReplaceAll(got, []byte(`"confidence":0.0`)) // it is calibrated anew from time to time
	const want = `{"question":"Who is where?","asOf":"2026-03-01T12:00:00Z","budget":1024,"used":0,"items":[],` +
		`"abstain":{"abstained":true,"code":"no_match","reason":"The question has no word to look for.","ungrounded":[],"confidence":0.0}}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCompactHint(t *testing.T) {
	s := newStore(t)
	hints := 0
	s.engine.Compact = func(p kaibo.Project) {
		if p.ID == s.p.ID {
			hints++
		}
	}
	s.asks("anything")
	if hints != 0 {
		t.Error("an empty index is to be compacted")
	}
	for i := range 70 {
		s.note(fmt.Sprintf("Shelf %d is empty.", i))
	}
	s.asks("anything")
	if hints != 1 {
		t.Errorf("%d hints after 70 deltas", hints)
	}
}
