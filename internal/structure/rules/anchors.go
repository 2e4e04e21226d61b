package rules

import "github.com/kaibo-dev/kaibo/internal/structure"

// anchors picks the words under which a statement meets those that could
// update it, or that it could update: first what its topic is called, then
// the nouns of its topic, its object, the rest. Values come last: they are
// what changes.
func anchors(f *frame) []string {
	var out []string
	seen := map[string]bool{}
	add := func(w *part) {
		s := w.stem
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
	thing := func(w *part) bool { return w.class == plain || w.class == ident }
	pass(func(w *part) bool { return w.role == topic && thing(w) && (w.name && w.lo > 0 || w.class == ident) })
	pass(func(w *part) bool { return w.role == topic && thing(w) })
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
