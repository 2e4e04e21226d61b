package measure

import "github.com/kaibo-dev/kaibo/internal/tokens"

// askAll ranks a dialogue's turns for each of its answerable questions, and
// packs them in rank order.
func (b Ranker) askAll(d *dialogue) ([]*outcome, error) {
	texts, sizes := make([]string, len(d.turns)), make([]int, len(d.turns))
	for i, t := range d.turns {
		texts[i], sizes[i] = t.content, tokens.Count(t.content)
	}
	rank, err := b.New(texts)
	if err != nil {
		return nil, err
	}
	var out []*outcome
	for _, q := range d.answerable() {
		found, err := rank(q.text)
		if err != nil {
			return nil, err
		}
		o := &outcome{dialogue: d.id, question: q, topic: answerable}
		for _, i := range found[:min(len(found), shown)] {
			o.ranked = append(o.ranked, []string{d.turns[i].id})
		}
		for _, budget := range fillBudgets {
			o.filled = append(o.filled, pack(d.turns, sizes, found, budget))
		}
		out = append(out, o)
	}
	return out, nil
}

// pack takes whole turns in rank order until the next does not fit.
func pack(turns []turn, sizes, found []int, budget int) []string {
	var out []string
	for _, i := range found {
		if sizes[i] > budget {
			break
		}
		budget -= sizes[i]
		out = append(out, turns[i].id)
	}
	return out
}
