package rules

import "strings"

// verbIn finds the main verb of the words lo to hi: an auxiliary before a
// lexical verb, since many English nouns look like verbs ("the orders API
// is …", "audit logs are …").
func (p *parser) verbIn(lo, hi int) group {
	lexical, aux := -1, -1
	for i := lo; i < hi && aux < 0; i++ {
		w := &p.ws[i]
		if w.cue && !p.lx.auxiliaries[w.s] {
			continue
		}
		switch {
		case p.lx.auxiliaries[w.s] && w.class != date && w.class != plain && (i == lo || !p.lx.determiners[p.ws[i-1].s] || subjectPronouns[p.ws[i-1].s]) && !p.relative(lo, i):
			aux = i
		case lexical < 0 && p.finite(lo, i):
			lexical = i
		}
	}
	switch {
	case aux < 0 && lexical >= 0 && p.commands(lo, lexical):
		return p.command(lo, hi)
	case lexical >= 0 && (aux < 0 || p.governs(lo, lexical, aux)):
		return p.groupAt(lexical, hi)
	case aux >= 0:
		return p.groupAt(aux, hi)
	}
	return p.command(lo, hi)
}

// commands tells whether the clause begins with a command though a later
// word looks like a verb: "set the session limits to five".
func (p *parser) commands(lo, lexical int) bool {
	v, ok := p.ws[lo].asVerb()
	if !ok || v.form != base || p.ws[lo].cue || lexical < lo+2 {
		return false
	}
	l, _ := p.ws[lexical].asVerb()
	next := &p.ws[lo+1]
	return (l.form == third || l.form == base) && (p.lx.determiners[next.s] || next.name)
}

// relative tells whether the verb at i belongs to "the library we use".
func (p *parser) relative(lo, i int) bool {
	if i-1 < lo {
		return false
	}
	prev := p.ws[i-1].s
	return (prev == "which" || prev == "who" || prev == "that") && i-2 >= lo && p.ws[i-2].content()
}

// finite tells whether the word at i reads as the verb of a subject before it.
func (p *parser) finite(lo, i int) bool {
	if i == lo {
		return false
	}
	v, ok := p.ws[i].asVerb()
	if p.ws[i].name {
		return false
	}
	if ok && p.lx != english {
		return v.form == third
	}
	if !ok {
		return p.unknownVerb(lo, i)
	}
	k := i - 1
	for k > lo && (isAdverb(p.ws[k].s) || p.ws[k].cue || p.ws[k].s == "not" || p.ws[k].s == "almost" || p.ws[k].s == "nearly") {
		k--
	}
	prev := &p.ws[k]
	if prev.cue && k == lo || p.ws[i].pre == ',' {
		return false
	}
	if prev.s == "of" || prev.s == "per" || prev.poss || p.lx.determiners[prev.s] && !subjectPronouns[prev.s] && prev.s != "this" && prev.s != "that" || p.lx.prepositions[prev.s] || newWords[prev.s] {
		return false
	}
	pronoun := subjectPronouns[prev.s]
	if pronoun && k > lo && p.ws[k-1].content() && prev.pre == 0 && !p.ws[k-1].value() && prev.s != "it" {
		return false // the library we use
	}
	switch v.form {
	case gerund, participle:
		return v.form == participle && pronoun
	case base:
		return pronoun && prev.s != "he" && prev.s != "she" && prev.s != "it" || plural(prev)
	case third:
		return !pronoun || prev.s == "he" || prev.s == "she" || prev.s == "it" || prev.s == "that" || prev.s == "this" || prev.s == "who"
	}
	return true
}

func plural(w *word) bool {
	return len(w.s) > 3 && w.s[len(w.s)-1] == 's' && w.class != function && w.s[len(w.s)-2] != 's' || w.s == "people" || w.s == "children"
}

// unknownVerb guesses a verb that is in no list: a word in -s or -ed after a
// name or noun and before an article, a number or a preposition.
func (p *parser) unknownVerb(lo, i int) bool {
	w := &p.ws[i]
	if w.class != plain || w.name || w.pre != 0 || i+1 >= len(p.ws) || len(w.s) < 4 {
		return false
	}
	prev, next := &p.ws[i-1], &p.ws[i+1]
	if !prev.content() && !subjectPronouns[prev.s] || prev.poss {
		return false
	}
	n := len(w.s)
	s := w.s[n-1] == 's' && w.s[n-2] != 's' && !plural(prev)
	ed := w.s[n-2:] == "ed"
	object := next.s == "me" || next.s == "us" || next.s == "him" || next.s == "them" || next.s == "it" || next.s == "you"
	return (s || ed) && next.pre == 0 && (object || p.lx.determiners[next.s] || ed && (p.lx.prepositions[next.s] || next.class == number) || s && prev.name && (next.name || p.lx.prepositions[next.s]))
}

// governs tells whether the lexical verb before an auxiliary is the main one:
// it has a pronoun or a name as its subject and is not part of the subject of
// the auxiliary.
func (p *parser) governs(lo, lexical, aux int) bool {
	if aux == lexical+1 {
		return false
	}
	v, _ := p.ws[lexical].asVerb()
	prev := &p.ws[lexical-1]
	if subjectPronouns[prev.s] {
		return true
	}
	if v.form == past {
		_, irregular := irregularVerbs[p.ws[lexical].s]
		return irregular
	}
	return v.form == third
}

// groupAt reads the verb group that begins at word i: auxiliaries, adverbs,
// and a governed infinitive.
func (p *parser) groupAt(i, hi int) group {
	g := group{lo: i, hi: i + 1, found: true}
	be := false
	for k := i; k < hi; k++ {
		w := &p.ws[k]
		v, isVerb := w.asVerb()
		switch {
		case k > i && w.pre != 0 && w.pre != '"':
			return p.finish(g, be)
		case p.lx.auxiliaries[w.s] && !(g.lemma != "" && g.lemma != "be" && g.lemma != "have" && g.lemma != "do"):
			if g.aux == "" {
				g.aux = w.s
			}
			g.modal = g.modal || modals[w.s]
			g.lemma, g.form = auxLemma(w.s, v, isVerb)
			be = be || g.lemma == "be"
			g.control = controlOf(g.control, w.s)
		case w.s == "not" || w.s == "never" || w.cue || isAdverb(w.s) || w.s == "almost" || w.s == "nearly" || w.s == "longer" || w.s == "rather" || w.s == "gladly" || w.s == "going" || w.s == "yet":
			if k+1 == hi {
				return p.finish(g, be)
			}
			continue
		case w.s == "to" && k+1 < hi && (g.lemma != "" || g.control != "") && infinitive(p.ws[k+1].s):
			if g.lemma != "" {
				g.control = g.lemma
			}
			in, _ := p.ws[k+1].asVerb()
			g.lemma, g.form, g.hi = in.lemma, base, k+2
			be = in.lemma == "be"
			k++
			continue
		case isVerb && k == i, isVerb && g.aux != "" && follows(g, v, w), isVerb && v.form == gerund && governsGerund[g.lemma]:
			if v.form == gerund && governsGerund[g.lemma] {
				g.control = g.lemma
			}
			g.passive = be && (v.form == past || v.form == participle || sameParticiple[v.lemma] && v.form == base)
			g.lemma, g.form, g.hi = v.lemma, v.form, k+1
			continue
		default:
			return p.finish(g, be)
		}
		g.hi = k + 1
	}
	return p.finish(g, be)
}

var (
	modals         = set("will would shall should can could may might must")
	governsGerund  = set("stop start begin keep continue quit finish avoid")
	sameParticiple = set("quit set put cut cost let split hit shut read run become come")
)

// follows tells whether verb v can follow the auxiliaries of g.
func follows(g group, v inflection, w *word) bool {
	if g.lemma != "be" && g.lemma != "have" && g.lemma != "do" && g.lemma != "" {
		return false
	}
	switch g.lemma {
	case "be":
		return v.form != third && (v.form != base || sameParticiple[v.lemma]) && !w.name
	case "have":
		return v.form == past || v.form == participle || v.form == base && sameParticiple[v.lemma]
	default:
		return v.form == base
	}
}

func auxLemma(s string, v inflection, ok bool) (string, form) {
	switch {
	case modals[s], strings.HasSuffix(s, "'ll"), s == "won't", s == "can't", s == "cannot", s == "couldn't", s == "shouldn't", s == "wouldn't", s == "mustn't":
		return "", base
	case strings.HasSuffix(s, "'ve"):
		return "have", third
	case ok:
		return v.lemma, v.form
	case anyOf(s, "it's", "that's", "he's", "she's", "there's", "we're", "they're", "i'm", "you're", "isn't", "aren't", "es", "est", "ist", "é", "è", "son", "sont", "sind", "são", "sono", "está", "están"):
		return "be", third
	case anyOf(s, "wasn't", "weren't", "fue", "war", "foi"):
		return "be", past
	case anyOf(s, "ha", "han", "a", "hat", "hasn't", "haven't"):
		return "have", third
	case s == "hadn't":
		return "have", past
	case s == "didn't":
		return "do", past
	}
	return "do", third
}

func controlOf(old, s string) string {
	if s == "must" {
		return "must"
	}
	return old
}

func infinitive(s string) bool {
	v, ok := verbOf(s)
	return ok && v.form == base || s == "be" || s == "have"
}

func (p *parser) finish(g group, be bool) group {
	if g.lemma == "" {
		g.lemma = "do"
		if be {
			g.lemma = "be"
		}
	}
	return g
}

// command reads an imperative: a base form where the clause begins, or after
// a phrase that leads in.
func (p *parser) command(lo, hi int) group {
	for i := lo; i < hi; i++ {
		w := &p.ws[i]
		v, ok := w.asVerb()
		if ok && i == lo && v.form == past && !w.name && i+1 < hi && p.lx.determiners[p.ws[i+1].s] || ok && i == lo && i == 0 && v.form == past && i+1 < hi && p.lx.determiners[p.ws[i+1].s] {
			return p.groupAt(i, hi) // its subject is left out: "sent the letter"
		}
		if ok && v.form == base && !w.cue {
			if i == lo || p.ws[i-1].s == "please" || p.ws[i-1].s == "let's" || p.ws[i-1].s == "," || w.pre == ',' || p.leads(p.ws[lo].s) && p.ws[i-1].content() && i+1 < hi && (p.ws[i+1].name || p.lx.determiners[p.ws[i+1].s]) {
				g := p.groupAt(i, hi)
				g.command = true
				return g
			}
		}
		if i == lo && !p.leads(w.s) && w.s != "please" && !(w.class == ident && w.s[0] == '@') && !isAdverb(w.s) && !w.cue && w.s != "let's" {
			return group{}
		}
	}
	return group{}
}
