package rules

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/kaibo-dev/kaibo/internal/structure"
)

// crude is the beginning of a word without its accents. Short sentences in
// other languages are not always told apart, and each language stems in its
// own way: the beginning is the same in all.
func crude(s string) string {
	const letters = 5
	var out []rune
	for _, r := range norm.NFD.String(s) {
		if !unicode.Is(unicode.Mn, r) {
			out = append(out, r)
		}
		if len(out) == letters {
			break
		}
	}
	for n := len(out); n > 3 && strings.ContainsRune("aeosin", out[n-1]); n-- { // jefe and jefa, Chef and Chefin
		out = out[:n-1]
	}
	return string(out)
}

// anchors picks the words under which a statement meets those that could
// update it, or that it could update: first what its topic is called, then
// the nouns of its topic, its object, the rest. Values come last: they are
// what changes.
func anchors(f *frame) []string {
	var out []string
	seen := map[string]bool{}
	add := func(w *part) {
		s := w.stem
		if f.foreign {
			s = crude(w.s)
		}
		if w.class == ident || w.class == number {
			s = w.s
		}
		if s != "" && len(s) <= 64 && !seen[s] && len(out) < structure.MaxAnchors {
			seen[s] = true
			out = append(out, s)
		}
	}
	pass := func(ok func(w *part) bool) {
		for i := range f.parts {
			if ok(&f.parts[i]) {
				add(&f.parts[i])
			}
		}
	}
	if f.resides() != nil {
		seen["live"] = true
		out = append(out, "live")
	} else if f.ofPerson() {
		seen[f.lemma] = true
		out = append(out, f.lemma)
	}
	thing := func(w *part) bool { return (w.class == plain || w.class == ident) && !english.function[w.s] }
	pass(func(w *part) bool { return w.role == topic && thing(w) && (w.name && w.lo > 0 || w.class == ident) })
	pass(func(w *part) bool { return w.role == topic && thing(w) })
	pass(func(w *part) bool { return w.role != aside && w.class == number && versioned(w.s) })
	pass(func(w *part) bool {
		return (w.role == value || w.role == former) && thing(w) && (w.prep == "" || !w.name) && !lightVerbs[w.lemma()]
	})
	pass(func(w *part) bool { return thing(w) && w.role != action && !lightVerbs[w.lemma()] })
	pass(thing)
	if len(out) == 0 {
		pass(func(w *part) bool { return true })
	}
	return out
}

// versioned tells a number that names a version: 4.0.
func versioned(s string) bool {
	whole, rest, ok := strings.Cut(s, ".")
	return ok && len(whole) <= 2 && len(rest) > 0 && len(rest) < 6 && allDigits(whole) && allDigits(strings.ReplaceAll(rest, ".", ""))
}

// ofPerson tells whether the statement says of a person, by a name or by "I",
// what can be so in one way at a time. Such statements meet under their verb:
// "I live in Turku" and "Ana now lives in Oulu" share nothing else.
func (f *frame) ofPerson() bool {
	if !soleVerbs[f.lemma] {
		return false
	}
	topics := f.with(topic)
	return f.voice == speaker || len(topics) > 0 && len(topics) < 3 && allNames(topics)
}
