package measure

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// fillBudgets are the budgets within which a filled answer is measured.
var fillBudgets = []int{256, 512, 1024}

// shown is how many candidates are asked for.
const shown = 50

// outcome is what came of one question.
type outcome struct {
	dialogue string
	question question
	topic    topic
	ranked   [][]string // of each candidate, the turns that it cites
	answer   []string   // turns that the default answer cites
	used     int
	filled   [][]string // turns cited, by fillBudgets
	abstain  abstained
}

// topic says how a question stands to the dialogue that it is asked of.
type topic string

// The topics. All but answerable ones should meet an unsure answer.
const (
	answerable topic = "answerable"
	absent     topic = "adversarial" // of this dialogue's people and things, and never said
	offTopic   topic = "off-topic"   // another dialogue's, with this one's names
)

// evaluate asks a data set's questions, prints what came of them, and returns
// it.
func evaluate(ctx context.Context, c *client, set *dataSet, o options, baselines []Ranker, out io.Writer) ([]*outcome, error) {
	var all []*outcome
	others := make([]ranked, len(baselines))
	silent, evidence := 0, 0
	for i, d := range set.dialogues {
		r, err := remember(ctx, c, d)
		if err != nil {
			return nil, err
		}
		done, err := askAll(ctx, c, r, questionsFor(set, i, o.quick), o.quick)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.id, err)
		}
		all = append(all, done...)
		for i, b := range baselines {
			others[i].name = b.Name
			if o.quick {
				continue
			}
			done, err := b.askAll(d)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", b.Name, d.id, err)
			}
			others[i].all = append(others[i].all, done...)
		}
		n, unheard := r.evidence()
		evidence, silent = evidence+n, silent+unheard
	}
	t := report{set: set.name, all: all, others: others, silent: silent, evidence: evidence}
	t.print(out)
	if o.list {
		printMisses(out, all)
	}
	return all, nil
}

// asking is a question and its topic.
type asking struct {
	question
	topic topic
}

// questionsFor lists what dialogue i is asked: its own questions and, with
// their names swapped, those of the next one.
func questionsFor(set *dataSet, i int, quick bool) []asking {
	var out []asking
	d := set.dialogues[i]
	for _, q := range d.questions {
		switch {
		case !q.unanswerable:
			out = append(out, asking{q, answerable})
		case !quick:
			out = append(out, asking{q, absent})
		}
	}
	if quick || len(set.dialogues) < 2 {
		return out
	}
	next := set.dialogues[(i+1)%len(set.dialogues)]
	if len(d.speakers) == 0 || len(next.speakers) != len(d.speakers) {
		return out
	}
	for _, q := range next.answerable() {
		q.text = swapNames(q.text, next.speakers, d.speakers)
		q.evidence = nil
		out = append(out, asking{q, offTopic})
	}
	return out
}

// swapNames puts each of the names in to where the one in from stood.
func swapNames(s string, from, to []string) string {
	var pairs []string
	for i := range from {
		pairs = append(pairs, from[i], to[i])
	}
	return strings.NewReplacer(pairs...).Replace(s)
}

func askAll(ctx context.Context, c *client, r *remembered, questions []asking, quick bool) ([]*outcome, error) {
	out := make([]*outcome, 0, len(questions))
	for _, q := range questions {
		o, err := askOne(ctx, c, r, q, quick)
		if err != nil {
			return nil, fmt.Errorf("question %s: %w", q.id, err)
		}
		out = append(out, o)
	}
	return out, nil
}

// askOne asks a question once as a stream and once for each budget to fill.
func askOne(ctx context.Context, c *client, r *remembered, q asking, quick bool) (*outcome, error) {
	in := map[string]any{"question": q.text}
	for name, v := range map[string]string{"asOf": q.asOf, "knownAt": q.knownAt} {
		if v != "" {
			in[name] = v
		}
	}
	in["candidates"], in["trace"] = shown, true
	a, err := c.watch(ctx, r.project, in)
	if err != nil {
		return nil, err
	}
	o := &outcome{dialogue: r.id, question: q.question, topic: q.topic, used: a.Used, abstain: a.Abstain,
		answer: r.turns(events(a.Items, len(a.Items)))}
	for i := range a.candidates {
		o.ranked = append(o.ranked, r.turns(events(a.candidates[i:], 1)))
	}
	if quick || q.topic != answerable {
		return o, nil
	}
	delete(in, "candidates")
	delete(in, "trace")
	in["fill"] = true
	for _, budget := range fillBudgets {
		in["budget"] = budget
		a, err := c.ask(ctx, r.project, in)
		if err != nil {
			return nil, err
		}
		o.filled = append(o.filled, r.turns(events(a.Items, len(a.Items))))
	}
	return o, nil
}

// printMisses lists by id the answerable questions with evidence that is not
// among the first ten candidates.
func printMisses(out io.Writer, all []*outcome) {
	for _, o := range all {
		if o.topic != answerable {
			continue
		}
		var missing []string
		for _, e := range o.question.evidence {
			if !slices.Contains(o.first(10), e) {
				missing = append(missing, e)
			}
		}
		if len(missing) > 0 {
			fmt.Fprintf(out, "miss %s %s %s lacks %s\n", o.dialogue, o.question.id, o.question.category, strings.Join(missing, " "))
		}
	}
}
