package rules

import "github.com/kaibo-dev/kaibo/internal/lang"

// shifted tells whether the later puts off or brings forward by a span of time
// what the earlier has a date for: the launch of May 3 that was delayed by two
// weeks is no longer on May 3. When it is instead is not worked out.
func (m *meeting) shifted(a, b *frame) bool {
	if m.b.signs&saysWhen == 0 || !m.assertive() || a.record || b.cues&(negates|reports) != 0 || !m.sameSubject() {
		return false
	}
	for _, n := range m.fresh() {
		if !n.span() && !m.agent(&n) && !m.opensClause(&n) {
			return false
		}
	}
	spans := false
	for i := range m.b.ws {
		w := &m.b.ws[i]
		spans = spans || spanUnits[w.s] && (w.class == unit || m.b.book.units[w.s])
	}
	if !spans {
		return false
	}
	stale := m.stale()
	for i := range stale {
		if stale[i].shape() == slotTime {
			return true
		}
	}
	return false
}

// spanUnits are the units by which something is put off.
var spanUnits = set("minute minutes hour hours day days week weeks fortnight month months minuten stunde stunden tag tage tagen woche wochen monat monate monaten " +
	"minuto minutos hora horas día días dia dias semana semanas mes meses mês heure heures jour jours semaine semaines mois")

// span tells a phrase that is a length of time and no more.
func (o *odd) span() bool {
	for _, k := range o.words {
		if w := &o.c.ws[k]; w.class != number && !spanUnits[w.s] {
			return false
		}
	}
	return true
}

// preferVerbs say what somebody likes better than the rest.
var preferVerbs = set("prefer favour favor bevorzuge bevorzugt prefiero prefiere préfère préférons prefiro prefere")

// prefers tells whether both say which of one sort somebody prefers, the later
// with a word of change: a window seat, and now an aisle seat.
func (m *meeting) prefers(b *frame) bool {
	if !m.assertive() || !m.announced(b) || m.b.language == lang.Unknown {
		return false
	}
	for _, c := range []*claim{m.a, m.b} {
		found := false
		for i := range c.ws {
			found = found || preferVerbs[c.ws[i].s] || c.ws[i].verb.lemma == "prefer"
		}
		if !found {
			return false
		}
	}
	fresh, stale := m.fresh(), m.stale()
	n, o := onlyOdd(fresh), onlyOdd(stale)
	if n == nil || o == nil || n.ch.prep != "" || o.ch.prep != "" || n.shape() != 0 || o.shape() != 0 {
		return false
	}
	return m.oneHead(o.ch, n.ch) && !m.inB[o.words[0]]
}

// onlyOdd is the one phrase that differs but for the verb, nil when there are
// more.
func onlyOdd(odds []odd) *odd {
	var out *odd
	for i := range odds {
		if odds[i].onlyVerb() {
			continue
		}
		if out != nil {
			return nil
		}
		out = &odds[i]
	}
	return out
}
