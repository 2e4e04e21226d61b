package rules_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

func TestConflicts(t *testing.T) {
	r := rules.New()
	for _, c := range []struct {
		name, earlier, later string
		by, other            string
		apart                int // days between the two
		want                 structure.Relation
	}{
		{"a cause, two witnesses", "The flood was caused by a burst pipe.", "The flood was caused by heavy rain.", "ana", "bo", 3, structure.Conflicts},
		{"a cause, one witness", "The flood was caused by a burst pipe.", "The flood was caused by heavy rain.", "ana", "ana", 3, structure.Conflicts},
		{"a year", "The mill was built in 1871.", "The mill was built in 1903.", "ana", "bo", 3, structure.Conflicts},
		{"a birth", "Edda was born in 1990.", "Edda was born in 1992.", "ana", "bo", 3, structure.Conflicts},
		{"a year in Spanish", "El molino fue construido en 1871.", "El molino fue construido en 1903.", "ana", "bo", 3, structure.Conflicts},
		{"a correction", "The mill was built in 1871.", "Correction: the mill was built in 1903.", "ana", "bo", 3, structure.Corrects},
		{"a month and a year agree", "The mill was built in May.", "The mill was built in 1903.", "ana", "bo", 3, ""},
		{"two things", "The mill was built in 1871.", "The barn was built in 1903.", "ana", "bo", 3, ""},
		{"two letters", "A letter was written by Edda.", "A letter was written by Nora.", "ana", "bo", 3, ""},
		{"what happens again", "The lift was stuck for 10 minutes.", "The lift was stuck for 20 minutes.", "ana", "bo", 3, ""},
		{"a guess", "The mill was built in 1871.", "The mill may have been built in 1903.", "ana", "bo", 3, ""},
		{"another cause too", "The flood was caused by a burst pipe.", "The flood was also caused by heavy rain.", "ana", "bo", 3, ""},
		{"two people at once", "The fence is two metres high.", "The fence is three metres high.", "ana", "bo", 0, structure.Conflicts},
		{"the same person at once", "The fence is two metres high.", "The fence is three metres high.", "ana", "ana", 0, structure.Supersedes},
		{"another one later", "The fence is two metres high.", "The fence is three metres high.", "ana", "bo", 30, structure.Supersedes},
		{"another one, of a change", "The fence is two metres high.", "The fence is three metres high now.", "ana", "bo", 0, structure.Supersedes},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := read(t, r, kaibo.KindMessage, c.earlier, 1), read(t, r, kaibo.KindMessage, c.later, 1+c.apart)
			if len(a.Statements) != 1 || len(b.Statements) != 1 {
				t.Fatalf("read %d and %d statements", len(a.Statements), len(b.Statements))
			}
			old, s := candidate("mem_1", a.Statements[0]), b.Statements[0]
			old.Actor, s.Actor = c.by, c.other
			got, err := r.Judge(t.Context(), s, []structure.Candidate{old})
			if err != nil {
				t.Fatal(err)
			}
			var relation structure.Relation
			if len(got) > 0 {
				relation = got[0].Relation
			}
			if relation != c.want {
				t.Errorf("got %q, want %q", relation, c.want)
			}
		})
	}
}

// TestRevived checks what becomes of a cancellation when the thing is planned
// anew: it does not hold any longer.
func TestRevived(t *testing.T) {
	r := rules.New()
	for _, c := range []struct {
		earlier, later string
		want           structure.Relation
	}{
		{"The picnic is cancelled.", "The picnic takes place on June 14 after all.", structure.Supersedes},
		{"The picnic has been called off.", "The picnic is back on.", structure.Supersedes},
		{"The harvest festival was cancelled.", "The harvest festival is on October 3.", structure.Supersedes},
		{"We stopped using the wiki.", "We use the wiki again.", structure.Supersedes},
		{"Ruth no longer works at the bakery.", "Ruth works at the bakery again.", structure.Supersedes},
		{"Das Sommerfest fällt aus.", "Das Sommerfest findet doch statt.", structure.Supersedes},
		{"La excursión está cancelada.", "La excursión se hará el 14 de junio.", structure.Supersedes},
		{"The picnic is cancelled.", "The picnic might be back on.", ""},
		{"The picnic is cancelled.", "The concert is on June 14.", ""},
		{"The picnic is cancelled.", "The picnic blankets are in the car again.", ""},
		{"The picnic is cancelled.", "The picnic is not back on.", ""},
	} {
		a, b := read(t, r, kaibo.KindMessage, c.earlier, 1), read(t, r, kaibo.KindMessage, c.later, 4)
		if len(a.Statements) != 1 || len(b.Statements) != 1 {
			t.Fatalf("%s / %s: read %d and %d statements", c.earlier, c.later, len(a.Statements), len(b.Statements))
		}
		got, err := r.Judge(t.Context(), b.Statements[0], []structure.Candidate{candidate("mem_1", a.Statements[0])})
		if err != nil {
			t.Fatal(err)
		}
		var relation structure.Relation
		if len(got) > 0 {
			relation = got[0].Relation
		}
		if relation != c.want {
			t.Errorf("%s / %s: got %q, want %q", c.earlier, c.later, relation, c.want)
		}
	}
}
