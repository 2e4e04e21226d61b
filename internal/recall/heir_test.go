package recall_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
)

// What took the place of a statement answers what that one answered, though it
// has none of the question's words but the name of who said both.
func TestHeirs(t *testing.T) {
	const old, between, now = "I live in Ely.", "I settled down in Rye.", "I moved to Ayr."
	const q = "Where does Mats live?"
	for name, c := range map[string]struct {
		actor, query string
		status       string // of the first statement
		canceled     bool   // the second one was called off
		filter       kaibo.Filter
		texts        []string
		code         string
	}{
		"superseded":          {actor: "mats", query: q, status: kaibo.StatusSuperseded, texts: []string{now}},
		"canceled":            {actor: "mats", query: q, status: kaibo.StatusCanceled, code: recall.OnlyPast},
		"broken chain":        {actor: "mats", query: q, status: kaibo.StatusSuperseded, canceled: true, code: recall.OnlyPast},
		"somebody else's":     {actor: "nina", query: q, status: kaibo.StatusSuperseded, code: recall.OnlyPast},
		"another name too":    {actor: "mats", query: "Where does Mats live in Ely?", status: kaibo.StatusSuperseded, code: recall.OnlyPast},
		"mostly other things": {actor: "mats", query: "Which aunts and uncles live with Mats on weekends?", status: kaibo.StatusSuperseded, code: recall.OnlyPast},
		"no name at all":      {actor: "mats", query: "Who lives there?", status: kaibo.StatusSuperseded, code: recall.OnlyPast},
		"filtered": {actor: "mats", query: q, status: kaibo.StatusSuperseded, code: recall.OnlyPast,
			filter: kaibo.Filter{Types: []string{kaibo.TypeFact}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			// Made from the last to the first, so that each can name what superseded it.
			last := s.say(said{actor: c.actor, on: day(9), text: now, memories: []told{{quote: now, kind: kaibo.TypeEpisode}}})
			second := told{quote: between, to: day(9), status: kaibo.StatusSuperseded, by: last[0]}
			if c.canceled {
				second.status = kaibo.StatusCanceled
			}
			mid := s.say(said{actor: c.actor, on: day(5), text: between, memories: []told{second}})
			s.say(said{actor: c.actor, on: day(2), text: old, memories: []told{{quote: old, to: day(5), status: c.status, by: mid[0]}}})
			s.say(said{actor: "mats", on: day(3), text: "The kiln is hot.", memories: []told{{quote: "The kiln is hot."}}})
			a := s.ask(recall.Query{Question: c.query, Filter: c.filter})
			if c.texts == nil {
				c.texts = []string{}
			}
			if d := cmp.Diff(c.texts, textsOf(a)); d != "" || a.Abstain.Code != c.code {
				t.Errorf("code %q, want %q (-want +got):\n%s", a.Abstain.Code, c.code, d)
			}
			if c.code == "" && (a.Abstain.Confidence >= 0.5 || !slices.Contains(a.Abstain.Ungrounded, "live")) {
				t.Errorf("confidence %v, ungrounded %q", a.Abstain.Confidence, a.Abstain.Ungrounded)
			}
			if c.code == "" {
				if a := s.ask(recall.Query{Question: c.query, IncludePast: true}); len(a.Items) < 2 || a.Items[0].Text != now || !a.Items[1].Past {
					t.Errorf("with the past: %q", textsOf(a))
				}
				if a := s.ask(recall.Query{Question: c.query, Budget: 2}); a.Abstain.Code != recall.OverBudget {
					t.Errorf("in two tokens: %q, code %q", textsOf(a), a.Abstain.Code)
				}
			}
		})
	}
}
