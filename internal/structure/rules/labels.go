package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// label is what stands before a statement and says how it is meant.
type label struct {
	cues cue
	typ  string // a type the label names
	end  int    // bytes of the text that it takes
	drop int    // bytes that say nothing at all: FYI, Reminder
}

var labelTable = labels(map[label]string{
	{cues: corrects}: `correction; corrections; corrected; corrigendum; erratum; errata; wrong; typo; my mistake; my bad; mea culpa; i was wrong; not quite; small correction; one correction; fix of my last message;
		corrección; correccion; fe de erratas; rectification; correctif; korrektur; berichtigung; correção; correcção; retificação; errei; correzione; rättelse; correctie; исправление; поправка; 訂正; 更正`,
	{typ: kaibo.TypeTask}:       `todo; to do; to-do; task; tasks; action; action item; action items; next step; next steps; aufgabe; tarea; tareas; tâche; tâches; à faire; tarefa; tarefas; pendiente; compito; da fare; taak; uppgift; задача`,
	{cues: completes}:           `done; finished; completed; complete; closed; resolved; merged; shipped; erledigt; hecho; fait; feito; fatto; klart; gedaan; fertig; готово`,
	{typ: kaibo.TypeDecision}:   `decision; decisions; decided; agreed; agreement; resolution; verdict; entscheidung; beschluss; decisión; acuerdo; décision; decisão; decisione; besluit; beslut; решение`,
	{typ: kaibo.TypeProcedure}:  `how to; how-to; procedure; recipe; steps; instructions; howto`,
	{typ: kaibo.TypePreference}: `preference; preferences`,
	{cues: changes}:             `update; change; changed; change of plan; change of plans; new plan; moved; postponed; aktualisierung; änderung; actualización; cambio; mise à jour; changement; atualização; mudança; aggiornamento`,
	{cues: cancels}:             `cancelled; canceled; cancellation; dropped; scrapped; called off`,
	{drop: 1}: `fyi; for your information; note; notes; nb; n.b; reminder; a reminder; friendly reminder; quick reminder; just a reminder; just as a reminder; to remind you; heads up; heads-up; info; information; news; announcement; psa; tl;dr; tldr; btw; by the way; for the record; ps; p.s; important; attention; status; summary; quick note; please note; as a note; note to self; remember; good to know; as said; as i said; as mentioned; as discussed; once more; once again; again; in short; by the by; just so you know; so you know; for reference;
		zur info; hinweis; erinnerung; nota; recordatorio; aviso; rappel; pour info; lembrete; aviso; promemoria; herinnering; påminnelse; напоминание`,
})

func labels(lists map[label]string) map[string]label {
	out := map[string]label{}
	later(func() {
		for l, list := range lists {
			for name := range strings.SplitSeq(list, ";") {
				out[strings.Join(strings.Fields(name), " ")] = l
			}
		}
		out["tl;dr"] = label{drop: 1}
	})
	return out
}

// openers are followed by a comma and say how the rest is meant.
var openers = map[string]cue{
	"actually": corrects, "oops": corrects, "ooops": corrects, "whoops": corrects, "sorry": corrects, "wait": corrects, "hold on": corrects, "no": corrects, "scratch that": corrects,
	"correction": corrects, "my mistake": corrects, "my bad": corrects, "pardon": corrects, "apologies": corrects, "ah no": corrects, "oh no": corrects, "no wait": corrects, "strike that": corrects, "wrong": corrects, "nope": corrects, "in fact": corrects, "i mean": corrects, "hang on": corrects,
	"en realidad": corrects, "perdón": corrects, "en fait": corrects, "pardon me": corrects, "eigentlich": corrects, "stimmt nicht": corrects, "na verdade": corrects, "desculpa": corrects, "in realtà": corrects,
	"fyi": 0, "btw": 0, "by the way": 0, "ok": 0, "okay": 0, "well": 0, "so": 0, "hey": 0, "hi": 0, "hello": 0, "hi all": 0, "hi everyone": 0, "hello everyone": 0, "hey all": 0, "hi team": 0, "hey team": 0, "hello all": 0, "team": 0, "all": 0, "yes": 0, "yeah": 0, "thanks": 0, "thank you": 0, "as a reminder": 0, "just a reminder": 0, "reminder": 0, "again": 0, "as i said": 0, "as mentioned": 0, "as said": 0, "note": 0, "for the record": 0, "update": changes, "good news": 0, "bad news": 0, "anyway": 0, "right": 0, "folks": 0, "guys": 0, "everyone": 0, "good morning": 0, "just so you know": 0, "remember": 0, "hello agent": 0, "great": 0, "sure": 0, "and": 0, "also": adds,
	"done": completes, "finally": 0, "unfortunately": 0, "luckily": 0,
}

// mistakes are words of a clause before a colon that admit an error.
var mistakes = set("wrong mistake mistaken meant misread mixed mistyped misspoke misremembered misheard miscounted typo error confused confusing erred incorrect incorrectly swapped transposed mislabelled outdated",
	"equivoqué equivocado error erreur trompé trompée falsch verwechselt irrtum vertan enganei errado errada sbagliato")

// readLabels reads the labels and openers before a statement.
func readLabels(text string) label {
	var out label
	i := skipSpace(text, 0)
	for _, box := range []string{"[x]", "[X]", "[✓]", "[ ]", "☑", "✅", "☐", "✔"} {
		if strings.HasPrefix(text[i:], box) {
			if box == "[ ]" || box == "☐" {
				out.typ = kaibo.TypeTask
			} else {
				out.cues |= completes
			}
			i = skipSpace(text, i+len(box))
			break
		}
	}
	for _, opener := range []string{"actually ", "in fact ", "en realidad ", "eigentlich "} {
		if rest := text[i:]; len(rest) > len(opener) && strings.EqualFold(rest[:len(opener)], opener) {
			out.cues |= corrects
			i = skipSpace(text, i+len(opener))
		}
	}
	for range 4 {
		l, end, ok := labelAt(text, i)
		if !ok {
			break
		}
		out.cues |= l.cues
		if l.typ != "" {
			out.typ = l.typ
		}
		i = skipSpace(text, end)
		if l.drop > 0 && out.cues == 0 && out.typ == "" {
			out.drop = i
		}
	}
	out.end = i
	return out
}

// labelAt reads one label or opener at byte i of text.
func labelAt(text string, i int) (label, int, bool) {
	const longest = 120
	head := text[i:min(len(text), i+longest)]
	for k, r := range head {
		switch r {
		case ':', '：', '–', '—', ',', '!', '…', '.':
		default:
			continue
		}
		if r == ':' && k+1 < len(head) && !unicode.IsSpace(rune(head[k+1])) {
			continue
		}
		end := i + k + utf8.RuneLen(r)
		name := foldWord(strings.Trim(strings.TrimSpace(head[:k]), "*_#` "))
		if r == ':' || r == '：' || r == '–' || r == '—' {
			if l, ok := labelTable[name]; ok {
				return l, end, true
			}
			if c, ok := openers[name]; ok {
				return label{cues: c}, end, true
			}
			if first, _, _ := strings.Cut(name, " "); strings.Count(name, " ") < 7 && labelTable[first].cues&corrects != 0 {
				return label{cues: corrects}, end, true
			}
			if r == ':' && admits(name) {
				return label{cues: corrects}, end, true
			}
			return label{}, 0, false
		}
		if c, ok := openers[name]; ok && end < len(text) {
			return label{cues: c, drop: 1 - min(1, int(c))}, end, true
		}
		if r == ',' && strings.HasPrefix(name, "i ") && strings.Count(name, " ") < 7 && admits(name) {
			return label{cues: corrects}, end, true
		}
		if r == ',' && strings.Count(name, " ") > 6 || r == '.' && strings.ContainsRune(name, ' ') {
			break
		}
	}
	return label{}, 0, false
}

func admits(clause string) bool {
	for _, w := range strings.FieldsFunc(clause, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if mistakes[w] {
			return true
		}
	}
	return false
}

func skipSpace(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsSpace(r) {
			break
		}
		i += n
	}
	return i
}
