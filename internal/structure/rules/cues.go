package rules

import (
	"slices"
	"strings"
)

// cue is what a turn of phrase says of a statement, apart from its subject.
type cue uint16

const (
	changes   cue = 1 << iota // it holds from now on: now, from now on, as of, instead
	corrects                  // the earlier never held: correction, I mixed that up
	cancels                   // the thing ended or will not be: cancelled, no longer
	completes                 // a task was done: done, finished, merged
	adds                      // it stands beside the earlier: also, another
	negates                   // not, never
	supposes                  // it is not said to be so: might, whether, almost
	reports                   // somebody else says so
	earlier                   // it speaks of the past: before, formerly
	quotes                    // other people's words between quotation marks
	holds                     // it goes on as it was: stays, remains
	conditional
	onetime // one time of what happens again and again: this Thursday's
	renews  // the new room, the new owner: there was another
)

// phrase is a run of words that makes a cue.
type phrase struct {
	words []string
	cue   cue
}

// phrases by their first word.
var phrases = phraseTable(map[cue]string{
	changes: `now; from now on; from today on; from today; from tomorrow on; from then on; as of now; as of today; as of; as from; with effect from; effective immediately; effective;
		starting; beginning; henceforth; going forward; instead; from here on; these days; nowadays; at last; in future; in the future;
		ahora; a partir de; desde ahora; de ahora en adelante; en lugar de ello; en adelante; ya; désormais; dorénavant; maintenant; à partir de; à partir du; à présent;
		jetzt; nun; ab sofort; künftig; ab jetzt; neuerdings; stattdessen; agora; a partir de agora; doravante; passa a; ora; adesso; d'ora in poi; nu; inzwischen`,
	cancels: `called off; call off; calling off; off the table; no longer; not any more; not anymore; any more; anymore; any longer; after all; off the cards; 
		not happening; not going ahead; will not happen; won't happen; will not take place; won't take place; not take place; does not take place; never mind; fell through; falls through; is over;
		has been cancelled; is history; no more; decided against; decide against; forget about; given up; gave up; giving up; out of scope; no need to; no need for;
		cancelado; cancelada; cancelados; canceladas; se cancela; se ha cancelado; ya no; anulado; anulada; suspendido; suspendida;
		annulé; annulée; annulés; annulées; supprimé; supprimée; n'aura pas lieu; n'a plus lieu; ne plus; abandonné; abandonnée;
		abgesagt; storniert; gestrichen; fällt aus; entfällt; findet nicht statt; nicht mehr; gekündigt; abgeschafft; eingestellt;
		cancelou-se; foi cancelado; foi cancelada; já não; não há mais; annullato; annullata; cancellato; cancellata; non più; geannuleerd; inställt; inställd; отменена; отменен; отменён; отменено; отменены`,
	adds: `also; too; as well; another; additional; additionally; in addition; besides; likewise; further; second; one more; plus; extra;
		también; además; otro; otra; aussi; également; encore un; auch; außerdem; zusätzlich; noch ein; também; além; anche; inoltre; ook`,
	negates: `not; never; neither; nor; isn't; aren't; wasn't; weren't; hasn't; haven't; hadn't; doesn't; don't; didn't; won't; can't; cannot; couldn't; shouldn't; wouldn't;
		no plans; no; nicht; kein; keine; keinen; pas; jamais; nunca; não; non; nie`,
	supposes: `might; maybe; perhaps; possibly; whether; almost; nearly; would; wouldn't; could; should; considering; consider; discussing; discuss; discussed; debating; wondering; thinking about; thinking of; think about;
		propose; proposes; proposed; proposal; suggest; suggests; suggested; suggestion; idea; ideas; hope; hopes; hoping; wish; wishes; want to; wants to; wanted to; would like; i'd; we'd; he'd; she'd; they'd; you'd; want; wants;
		rumour; rumor; rumours; rumors; allegedly; supposedly; apparently; in theory; hypothetically; suppose; imagine; if only; under discussion; under consideration; under review; not sure; unsure; undecided;
		unclear; open question; toying with; weighing; plan to; plans to; planning to; what if; evaluating; exploring; looking into; tried to; tries to; trying to; it is possible; likely; probably; let us see; tempted; dream; dreamt; dreamed; nearly; joked; jokes; kidding;
		vielleicht; könnte; würde; ob; peut-être; pourrait; quizás; tal vez; podría; talvez; poderia; forse`,
	earlier: `before; formerly; previously; used to; until then; in the past; back then; at the time; originally; once; earlier; last year; years ago; initially; historically; ex; antes; früher; autrefois; avant; anteriormente; ehemals; prima`,
	holds:   `stays; stay; stayed; remains; remain; remained; unchanged; as before; as planned; same as before; keeps; bleibt; bleiben; reste; sigue; continua; permanece`,
	completes: `done; finished; completed; merged; shipped; resolved; complete; all set; taken care of; sorted out; sorted; accomplished; ticked off; checked off; wrapped up; dealt with;
		erledigt; fertig; abgeschlossen; terminé; terminée; fait; hecho; hecha; listo; lista; terminado; terminada; completado; completada; feito; feita; pronto; concluído; concluída; fatto; klaar; klart`,
	corrects: `was wrong; were wrong; was a mistake; by mistake; i misread; i mistyped; misspoke; typo; mixed up; mixed that up; i meant; in fact; in reality; in truth; contrary to; was never; never was`,
})

func phraseTable(lists map[cue]string) map[string][]phrase {
	out := map[string][]phrase{}
	later(func() {
		for c, list := range lists {
			for p := range strings.SplitSeq(list, ";") {
				words := strings.Fields(p)
				if len(words) > 0 {
					out[words[0]] = addPhrase(out[words[0]], phrase{words: words, cue: c})
				}
			}
		}
	})
	return out
}

// addPhrase joins the cues of a phrase that two lists name, so that the order
// of the lists does not matter.
func addPhrase(list []phrase, p phrase) []phrase {
	for i := range list {
		if slices.Equal(list[i].words, p.words) {
			list[i].cue |= p.cue
			return list
		}
	}
	return append(list, p)
}

// kept cues leave their words in place: the words also name things.
const kept = supposes | earlier | holds | negates | reports

// readCues marks the words that are cues and returns what they say. Words
// between quotation marks are a value: they give no cue.
func readCues(ws []word) cue {
	var found cue
	for i := 0; i < len(ws); {
		best := phrase{}
		for _, p := range phrases[ws[i].s] {
			if len(p.words) > len(best.words) && startsWith(ws[i:], p.words) {
				best = p
			}
		}
		if len(best.words) == 0 {
			i++
			continue
		}
		if c, ok := inContext(ws, i, best); ok {
			found |= c
			if c&kept == 0 {
				for k := range best.words {
					ws[i+k].cue = true
				}
			}
		}
		if best.words[0] == "any" || best.words[0] == "anymore" || best.words[0] == "after" {
			found &^= negates
		}
		i += len(best.words)
	}
	return found
}

// foreignCue tells a participle of change in a language other than English.
func foreignCue(lx *lexicon, s string) bool { return lx != english && foreignChanges[s] }

func startsWith(ws []word, words []string) bool {
	if len(ws) < len(words) {
		return false
	}
	for i, w := range words {
		if ws[i].s != w || i > 0 && (ws[i].pre == ';' || ws[i].pre == ':' || ws[i].pre == ',') {
			return false
		}
	}
	return true
}

// afterNo are words before which "no" is Spanish, and a denial.
var afterNo = set("se ha han he hemos está están es son fue será hay va van vamos")

// inContext corrects cues that depend on their neighbours.
func inContext(ws []word, i int, p phrase) (cue, bool) {
	at := func(k int) string {
		if k < 0 || k >= len(ws) {
			return ""
		}
		return ws[k].s
	}
	last := i + len(p.words)
	if p.words[0] == "no" && len(p.words) == 1 {
		return p.cue, afterNo[at(last)]
	}
	switch p.words[0] {
	case "second", "further", "extra", "plus", "idea", "ideas", "another", "additional":
		// "a second opinion" adds; "the second floor" is a place
		return p.cue, at(i-1) == "a" || p.words[0] == "another" || p.words[0] == "additional" && at(i-1) != "the"
	case "before", "earlier", "once":
		// Before Salma, Viktor led; a deadline before Monday is none
		return p.cue, i == 0 && !(last < len(ws) && ws[last].class == date)
	case "starting", "beginning", "effective", "as":
		return p.cue, p.words[0] != "starting" && p.words[0] != "beginning" || dateNear(ws, last)
	case "ya", "ora", "nu", "ob":
		return p.cue, len(ws) > 2
	case "no":
		return p.cue, p.words[1] != "more" || i == 0 || last == len(ws)
	case "forget":
		return p.cue, i == 0
	case "any", "anymore", "after":
		return p.cue, negated(ws[:i])
	case "plan", "plans":
		return p.cue, i == 0 || !english.determiners[at(i-1)]
	case "now":
		prev := at(i - 1)
		return p.cue, prev != "right" && prev != "for" && prev != "by" && prev != "until" && prev != "just" && prev != "while" && !(i == 0 && (at(1) == "i" || at(1) == "i'm" || at(1) == "you" || at(1) == "you're"))
	case "too":
		return p.cue, last == len(ws) || ws[last].pre != 0
	case "want", "wants":
		return p.cue, at(last) == "to" || len(p.words) > 1
	case "may":
		return p.cue, !ws[i].name
	}
	return p.cue, true
}

func negated(ws []word) bool {
	for i := range ws {
		if s := ws[i].s; s == "not" || s == "no" || s == "never" || s == "nobody" || strings.HasSuffix(s, "n't") || s == "cannot" {
			return true
		}
	}
	return false
}

func dateNear(ws []word, i int) bool {
	for k := i; k < len(ws) && k < i+3; k++ {
		if ws[k].class == date {
			return true
		}
	}
	return false
}

// changeVerbs say that their object, or without one their subject, has a new
// value from now on; the value follows "to".
var changeVerbs = set("move shift postpone push delay reschedule advance bring switch migrate change rename raise double triple halve shrink climb jump expand increase lower reduce cut bump slip upgrade downgrade update transfer relocate convert extend shorten adjust amend rise fall grow drop go set swap replace redirect retitle reset restart put decrease")

// foreignChanges are participles of such verbs in other languages.
var foreignChanges = set(
	"movido movida trasladado trasladada aplazado aplazada pospuesto pospuesta cambiado cambiada adelantado adelantada reprogramado reprogramada subido bajado",
	"déplacé déplacée reporté reportée avancé avancée changé changée repoussé repoussée décalé décalée",
	"verschoben verlegt geändert umgezogen erhöht gesenkt vorgezogen umbenannt",
	"adiado adiada movido movida mudado mudada alterado alterada antecipado antecipada transferido transferida aumentado",
	"spostato spostata rinviato rinviata cambiato verplaatst uitgesteld flyttad flyttat framskjuten")

func changing(lemma string) bool { return changeVerbs[lemma] || foreignChanges[lemma] }

// handVerbs pass a duty from their subject to somebody.
var handVerbs = set("hand pass transfer reassign delegate assign entrust give cede")

// cancelVerbs end their object, or in the passive their subject.
var cancelVerbs = set("cancel scrap abandon revoke withdraw discontinue axe terminate shelve abolish rescind kill drop end stop quit uninstall unsubscribe dissolve void scratch bin nix ditch expire lapse")

// lightVerbs say little of what holds: two statements with different light
// verbs may speak of the same.
var lightVerbs = set("be have live run host move change set keep take start begin use go serve call lie stand get make do hold plan schedule stay remain need want switch locate sit become base place put happen occur")
