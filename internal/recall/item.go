package recall

import (
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// provisionalConfidence is that of a quote which nobody has read yet.
const provisionalConfidence = 0.5

// item writes a candidate as the contract serves it.
func (f *finder) item(c *candidate, w wording, citations []Citation) Item {
	it := Item{
		MemoryID: c.doc.ID, Type: c.doc.Type, Form: w.form, Text: w.text, Score: c.score, Tokens: w.tokens,
		Status: c.rev.Status, ValidFrom: c.rev.ValidFrom, ValidTo: c.rev.ValidTo,
		Citations: citations, Upcoming: c.state == upcoming, Past: c.state == past,
		ConflictsWith: f.conflicts(*c.rev), Disputed: c.rev.Disputed,
	}
	if c.prov != nil {
		it.Provisional, it.Confidence = true, provisionalConfidence
		return it
	}
	it.Type, it.Confidence = c.rec.Type, c.rec.Confidence
	return it
}

// conflicts returns the memories that conflict and are valid.
func (f *finder) conflicts(r kaibo.Revision) []string {
	var out []string
	for _, id := range r.Conflicts {
		if d, ok := f.reader.Doc(id); ok && f.sees(d) {
			if st, _ := f.state(d); st == holds || st == upcoming {
				out = append(out, id)
			}
		}
	}
	return out
}

// why explains a pick for a person.
func (ch *chooser) why(p *pick, how string) *Why {
	w := &Why{Chosen: how, Words: []string{}, Derived: []string{}, Base: round(p.c.base), Contrast: round(p.c.apart)}
	for i := range ch.f.q.words {
		switch written := ch.f.q.words[i].written; {
		case p.borne.has(i):
			w.Words = append(w.Words, written)
		case p.c.derived.has(i):
			w.Derived = append(w.Derived, written)
		}
	}
	if ch.best > 0 {
		w.Share = round(p.c.score / ch.best)
	}
	whole := p.c.wording().text
	w.Cut = p.item.Text != whole
	return w
}
