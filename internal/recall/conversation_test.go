package recall_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/recall"
)

// talk stores turns of one session; what does not end with a question mark is
// a memory.
func (s *store) talk(turns ...said) {
	s.t.Helper()
	first := s.seq["main"] + 1
	for _, e := range turns {
		e.session = first
		if e.text[len(e.text)-1] != '?' {
			e.memories = []told{{quote: e.text}}
		}
		s.say(e)
	}
}

// first returns the first text of the fullest answer, or the code of an
// abstention.
func (s *store) first(question string) string {
	s.t.Helper()
	a := s.ask(recall.Query{Question: question, Fill: true})
	if len(a.Items) == 0 {
		return a.Abstain.Code
	}
	return a.Items[0].Text
}

func TestAnAnswerNeedNotRepeatItsQuestion(t *testing.T) {
	s := newStore(t)
	s.talk(
		said{actor: "Bea", text: "Hello Jo, how was your week?"},
		said{actor: "Jo", text: "Busy, I signed a contract."},
		said{actor: "Bea", text: "Wow, which orchestra is it?"},
		said{actor: "Jo", text: "The Halle! I start in Manchester soon."},
		said{actor: "Bea", text: "My cousin plays there."},
	)
	for range 20 {
		s.note("The weather in the valley was mild.")
	}
	if got := s.first("Which orchestra in Manchester did Jo join?"); got != "The Halle! I start in Manchester soon." {
		t.Errorf("got %q", got)
	}
}

// The turn before lends its words only in its own session.
func TestAPauseEndsATalk(t *testing.T) {
	s := newStore(t)
	s.talk(said{actor: "Bea", text: "Which orchestra is it?"})
	s.talk(said{actor: "Jo", text: "The Halle! I start soon."})
	if a := s.asks("Which orchestra did Jo join?"); !a.Abstain.Abstained {
		t.Errorf("answers %v", textsOf(a))
	}
}

// Notes of nobody in particular stand beside one another by chance.
func TestNotesDoNotAnswerOneAnother(t *testing.T) {
	s := newStore(t)
	s.talk(
		said{text: "The lime kiln takes 40 sacks."},
		said{text: "The oven door is blue."},
		said{text: "Build 7 went to the testers."},
		said{text: "Build 9 went to the customers."},
	)
	s.wants(want{question: "How many sacks does the kiln take?", texts: []string{"The lime kiln takes 40 sacks."}})
	if got := s.first("Which build went to the testers?"); got != "Build 7 went to the testers." {
		t.Errorf("got %q", got)
	}
}

// Nor does what one says beside what another says.
func TestStatementsDoNotAnswerOneAnother(t *testing.T) {
	s := newStore(t)
	before, after := "The lime kiln takes 40 sacks.", "The sacks for the kiln weigh 20 kilos."
	s.talk(said{actor: "Ana", text: before}, said{actor: "Ben", text: "The oven door is blue."}, said{actor: "Ana", text: after})
	for _, text := range textsOf(s.asks("How many sacks does the kiln take?")) {
		if text != before && text != after {
			t.Errorf("answers %q", text)
		}
	}
}

// What no longer holds is no question that its neighbour would answer.
func TestWhatIsOverLendsNoQuestion(t *testing.T) {
	s := newStore(t)
	old, other, current := "Build 7 went to the testers.", "Build 9 went to the customers.", "It was really build 8 that went to the testers."
	for _, e := range []said{
		{actor: "qa", text: old, memories: []told{{quote: old, to: day(2), status: "superseded", by: "mem_x"}}},
		{actor: "ops", text: other, memories: []told{{quote: other}}},
	} {
		e.session = 1
		s.say(e)
	}
	s.say(said{actor: "qa", on: day(2), text: current, memories: []told{{quote: current}}})
	if got := s.first("Which build went to the testers?"); got != current {
		t.Errorf("got %q", got)
	}
}

func TestWhoSaidIt(t *testing.T) {
	s := newStore(t)
	s.say(said{actor: "Ana", text: "I am painting the harbour.", memories: []told{{quote: "I am painting the harbour."}}})
	s.say(said{actor: "Bea", text: "I am painting the lighthouse.", memories: []told{{quote: "I am painting the lighthouse."}}})
	for name, text := range map[string]string{"Ana": "I am painting the harbour.", "Bea": "I am painting the lighthouse."} {
		if got := s.first("What is " + name + " painting?"); got != text {
			t.Errorf("%s: %q", name, got)
		}
	}
	// Of two who are named the first is most often whom it is about.
	if got := s.first("What is Bea painting, as Ana says?"); got != "I am painting the lighthouse." {
		t.Errorf("got %q", got)
	}
}

func TestIAndYou(t *testing.T) {
	s := newStore(t)
	mine, yours := "Running shoes of size 45 were bought.", "Running shoes of size 44 run small."
	s.say(said{role: "assistant", text: yours, memories: []told{{quote: yours}}})
	s.say(said{role: "user", text: mine, memories: []told{{quote: mine}}})
	if got := s.first("What size are my running shoes?"); got != mine {
		t.Errorf("I: %q", got)
	}
	if got := s.first("What did you say about the size of running shoes?"); got != yours {
		t.Errorf("you: %q", got)
	}
}

func TestDatesOfTheQuestion(t *testing.T) {
	s := newStore(t)
	texts := map[int]string{3: "The choir sang in the chapel.", 20: "The choir sang in the barn.", 27: "The choir sang in the yard."}
	for _, d := range []int{3, 20, 27} {
		s.say(said{on: day(d), text: texts[d], memories: []told{{quote: texts[d]}}})
	}
	for question, text := range map[string]string{
		"Where did the choir sing on January 3, 2026?":  texts[3],
		"Where did the choir sing on January 19, 2026?": texts[20], // told the day after
		"Where did the choir sing on January 27, 2026?": texts[27],
	} {
		if got := s.first(question); got != text {
			t.Errorf("%s %q", question, got)
		}
	}
}

func TestAsks(t *testing.T) {
	for _, c := range []struct {
		question string
		want     recall.Asked
	}{
		{"When is the demo?", recall.Asked{Time: true}},
		{"How long did it take?", recall.Asked{Time: true, Number: true}},
		{"Wie viele Stühle haben wir?", recall.Asked{Number: true, Role: "user"}},
		{"¿Cuándo llega?", recall.Asked{Time: true}},
		{"What did you tell me on May 3, 2025?", recall.Asked{Role: "assistant", Dates: 1}},
		{"What do I owe every Tuesday?", recall.Asked{Role: "user"}},
		{"Whenever it rains the hall floods", recall.Asked{}},
		{"", recall.Asked{}},
	} {
		if d := cmp.Diff(c.want, recall.Asks(c.question, clockNow)); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.question, d)
		}
	}
}

func TestADemonymNamesNobody(t *testing.T) {
	s := newStore(t)
	s.note("Tim flew to Boston and Denver.")
	if a := s.asks("Which US cities did Tim fly to?"); a.Abstain.Abstained {
		t.Errorf("refused: %s", a.Abstain.Reason)
	}
	if a := s.asks("Which Xanadu cities did Tim fly to?"); a.Abstain.Code != recall.UnknownName {
		t.Errorf("code %q", a.Abstain.Code)
	}
}

// The signals are the confidence: they are told when a trace is asked for, and
// what can be answered is surer than what cannot.
func TestSignals(t *testing.T) {
	s := newStore(t)
	s.note(rooms...)
	known := s.ask(recall.Query{Question: "How high is the ceiling of the studio?", Trace: true})
	unknown := s.ask(recall.Query{Question: "How wide is the window of the studio?", Trace: true})
	if len(known.Abstain.Signals) == 0 || s.asks("How high is the ceiling?").Abstain.Signals != nil {
		t.Error("signals go with a trace and only then")
	}
	if known.Abstain.Confidence <= unknown.Abstain.Confidence+.2 {
		t.Errorf("known %v, unknown %v", known.Abstain.Confidence, unknown.Abstain.Confidence)
	}
	if got := recall.Logistic(known.Abstain.Signals); got < known.Abstain.Confidence-.01 || got > known.Abstain.Confidence+.01 {
		t.Errorf("the signals make %v, the confidence is %v", got, known.Abstain.Confidence)
	}
}

// A watched recall answers what an unwatched one does.
func TestWatchingChangesNothing(t *testing.T) {
	s := newStore(t)
	s.note(rooms...)
	for range 8 {
		s.note("The ceiling of the barn was painted by volunteers.", "A high wind took the roof of the barn.")
	}
	for _, question := range []string{"How high is the ceiling of the studio?", "Who painted the ceiling?", "What is high?"} {
		var final *recall.Answer
		plain := s.asks(question)
		_, err := s.engine.Recall(context.Background(), s.p, recall.Query{Question: question, Candidates: 200}, func(st recall.Stage) error {
			final = st.Final
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(plain, final); d != "" {
			t.Errorf("%q (-plain +watched):\n%s", question, d)
		}
	}
}

// Whoever types without capitals names people all the same.
func TestASpeakerIsNamedWithoutACapital(t *testing.T) {
	s := newStore(t)
	for _, who := range []string{"Ben", "Ana Roth", "Cleo"} {
		text := "I planted tulips by the " + map[string]string{"Ben": "gate", "Ana Roth": "shed", "Cleo": "pond"}[who] + "."
		s.say(said{actor: who, text: text, memories: []told{{quote: text}}})
	}
	for _, question := range []string{"Where did Ana plant tulips?", "where did ana plant tulips?"} {
		a := s.asks(question)
		if len(a.Items) == 0 || a.Items[0].Text != "I planted tulips by the shed." {
			t.Errorf("%q: %v", question, textsOf(a))
		}
		if slices.Contains(a.Abstain.Ungrounded, "ana") {
			t.Errorf("%q: nobody is taken to be called so", question)
		}
	}
	// A word that nobody is called is a word: without a capital it is no reason to refuse.
	if a := s.asks("where did zoe plant tulips?"); a.Abstain.Abstained {
		t.Errorf("refused: %s", a.Abstain.Reason)
	}
}
