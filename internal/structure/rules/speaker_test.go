package rules_test

import (
	"context"
	"slices"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// saidBy reads both texts, each by its actor, and answers how the second
// stands to the first.
func saidBy(t *testing.T, actorA, a, actorB, b string) string {
	t.Helper()
	r := rules.New()
	as := read(t, r, kaibo.KindMessage, a, 3).Statements
	bs := read(t, r, kaibo.KindMessage, b, 10).Statements
	if len(as) != 1 || len(bs) != 1 {
		t.Fatalf("%q and %q: %d and %d statements", a, b, len(as), len(bs))
	}
	if !slices.ContainsFunc(as[0].Anchors, func(s string) bool { return slices.Contains(bs[0].Anchors, s) }) {
		t.Errorf("%q and %q share no anchor: %q, %q", a, b, as[0].Anchors, bs[0].Anchors)
	}
	c := candidate("a", as[0])
	c.Actor, bs[0].Actor = actorA, actorB
	js, err := r.Judge(context.Background(), bs[0], []structure.Candidate{c})
	if err != nil {
		t.Fatal(err)
	}
	if len(js) == 0 {
		return "none"
	}
	return string(js[0].Relation)
}

// What two people say of themselves is on two subjects; what one says twice,
// or what they say of a thing, is on one.
func TestSpeakers(t *testing.T) {
	for _, row := range []struct{ a, b, sameActor, twoActors string }{
		{"I live in Turku.", "I now live in Oulu.", "supersedes", "none"},
		{"I live in Turku.", "I live in Turku.", "same", "none"},
		{"I'm based in Turku.", "I'm now based in Oulu.", "supersedes", "none"},
		{"My desk number is 14.", "My desk number is now 22.", "supersedes", "none"},
		{"My desk number is 14.", "My desk number is 14.", "same", "none"},
		{"Ich wohne in Kiel.", "Ich wohne jetzt in Jena.", "supersedes", "none"},
		{"Mein Büro ist in Kiel.", "Mein Büro ist jetzt in Jena.", "supersedes", "none"},
		{"Yo vivo en Vigo.", "Yo ahora vivo en Lugo.", "supersedes", "none"},
		{"Mi oficina está en Vigo.", "Mi oficina ahora está en Lugo.", "supersedes", "none"},
		{"Vivo en Vigo.", "Vivo en Vigo.", "same", "none"},
		{"Je travaille à Nantes.", "Je travaille désormais à Brest.", "supersedes", "none"},
		{"Mon bureau est à Nantes.", "Mon bureau est désormais à Brest.", "supersedes", "none"},
		{"Minha sala é a 12.", "Minha sala agora é a 15.", "supersedes", "none"},
		{"The rehearsal is on May 6, 2025.", "The rehearsal moved to May 8, 2025.", "supersedes", "supersedes"},
		{"The rehearsal is on May 6, 2025.", "I moved the rehearsal to May 8, 2025.", "supersedes", "supersedes"},
		{"I go to the chess club.", "I cancelled the chess club.", "cancels", "none"},
		{"The press runs version 3.", "The press runs version 3.", "same", "same"},
	} {
		if got := saidBy(t, "ana", row.a, "Ana", row.b); got != row.sameActor {
			t.Errorf("one actor: %q then %q: got %s, want %s", row.a, row.b, got, row.sameActor)
		}
		if got := saidBy(t, "ana", row.a, "", row.b); got != row.sameActor {
			t.Errorf("an unknown actor: %q then %q: got %s, want %s", row.a, row.b, got, row.sameActor)
		}
		if got := saidBy(t, "ana", row.a, "ben", row.b); got != row.twoActors {
			t.Errorf("two actors: %q then %q: got %s, want %s", row.a, row.b, got, row.twoActors)
		}
	}
}

// A person's name is the same subject as that person's "I".
func TestSpeakerByName(t *testing.T) {
	for _, row := range []struct{ want, actorA, a, actorB, b string }{
		{"supersedes", "ana", "I live in Turku.", "ben", "Ana now lives in Oulu."},
		{"supersedes", "ben", "Ana lives in Turku.", "ana", "I now live in Oulu."},
		{"supersedes", "ana.koski", "I live in Turku.", "ben", "Ana Koski now lives in Oulu."},
		{"supersedes", "ana@example.org", "I live in Turku.", "", "Ana now lives in Oulu."},
		{"supersedes", "ana", "My desk number is 14.", "ben", "Ana's desk number is now 22."},
		{"supersedes", "ben", "Ana's desk number is 14.", "ana", "My desk number is now 22."},
		{"same", "ana", "I live in Turku.", "ben", "Ana lives in Turku."},
		{"same", "ben", "Ana is in the harbor team.", "ana", "I'm in the harbor team."},
		{"same", "ana", "My desk number is 14.", "ben", "Ana's desk number is 14."},
		{"none", "ana", "I live in Turku.", "ana", "Ben now lives in Oulu."},
		{"none", "ben", "I live in Turku.", "ana", "Ana now lives in Oulu."},
		{"none", "ben", "I live in Turku.", "ana", "Ana lives in Turku."},
		{"none", "ana", "My desk number is 14.", "ana", "Ben's desk number is now 22."},
		{"none", "ana", "I don't live in Turku.", "ben", "Ana lives in Turku."},
	} {
		if got := saidBy(t, row.actorA, row.a, row.actorB, row.b); got != row.want {
			t.Errorf("%s: %q, then %s: %q: got %s, want %s", row.actorA, row.a, row.actorB, row.b, got, row.want)
		}
	}
}

// In a transcript each line's speaker is its "I".
func TestSpeakersOfTranscript(t *testing.T) {
	r := rules.New()
	ss := read(t, r, kaibo.KindMessage, "Ana: I live in Turku.\nBen: I now live in Oulu.\nAna: I now live in Vaasa.", 3).Statements
	if len(ss) != 3 {
		t.Fatalf("got %d statements, want 3", len(ss))
	}
	first := candidate("first", ss[0])
	for i, want := range []int{0, 0, 1} {
		js, err := r.Judge(context.Background(), ss[i], []structure.Candidate{first})
		if i > 0 && (err != nil || len(js) != want) {
			t.Errorf("%q beside %q: got %v %v, want %d", ss[i].Content, ss[0].Content, js, err, want)
		}
	}
}
