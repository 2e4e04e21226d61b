package rules_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// What would be so in another case is not so, and what is only weighed is
// nobody's task.
func TestSuppositions(t *testing.T) {
	const sure = 0.9
	for _, row := range []struct {
		text, kind string
		sure       bool
	}{
		{"If we had a boat, we would sell Gull.", kaibo.TypeFact, false},
		{"With a boat we could sell Gull.", kaibo.TypeFact, false},
		{"Maybe we should sell Gull.", kaibo.TypeFact, false},
		{"Perhaps Tor needs to call Ida.", kaibo.TypeFact, false},
		{"We should sell Gull.", kaibo.TypeTask, false},
		{"Tor needs to call Ida.", kaibo.TypeTask, true},
		{"Mit mehr Zeit würden wir Gull verkaufen.", kaibo.TypeFact, false},
		{"Hätten wir ein Boot, könnten wir Gull verkaufen.", kaibo.TypeFact, false},
		{"Vielleicht müssen wir Gull verkaufen.", kaibo.TypeFact, false},
		{"Avec plus d'argent, nous embaucherions Ida.", kaibo.TypeFact, false},
		{"Nous pourrions embaucher Ida.", kaibo.TypeFact, false},
		{"Peut-être que nous devons vendre le bateau.", kaibo.TypeFact, false},
		{"Nous préférions la salle du fond.", kaibo.TypeFact, true},
		{"Con más dinero compraríamos el barco.", kaibo.TypeFact, false},
		{"Con más dinero podríamos vender el barco.", kaibo.TypeFact, false},
		{"Tal vez tenemos que vender el barco.", kaibo.TypeFact, false},
		{"La galería de Ida está en la calle mayor.", kaibo.TypeFact, true},
		{"Com mais dinheiro compraríamos o barco.", kaibo.TypeFact, false},
		{"Talvez temos que vender o barco.", kaibo.TypeFact, false},
		{"A padaria da Ida fica na rua do porto.", kaibo.TypeFact, true},
	} {
		got := read(t, rules.New(), kaibo.KindMessage, row.text, 4).Statements
		switch {
		case len(got) != 1:
			t.Errorf("%q: %d statements", row.text, len(got))
		case got[0].Type != row.kind || got[0].Confidence >= sure != row.sure:
			t.Errorf("%q: %s of confidence %.2f, want %s, sure %v", row.text, got[0].Type, got[0].Confidence, row.kind, row.sure)
		}
	}
}
