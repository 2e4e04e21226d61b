package graph

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/kaibo-dev/kaibo/internal/lang"
)

// Nearest answers at most n of some names that are likely meant by what was
// asked, the likeliest first: those equal but for case and accents, those of
// which one begins with the other, those with all of its words, and those a few
// letters away (one in three at most; letters put in, left out, replaced or
// swapped). It is empty when nothing is near.
//
// Source of the distance: "optimal string alignment", the restricted form of
// Damerau's and Levenshtein's.
func Nearest(names []string, asked string, n int) []string {
	type near struct {
		name string
		far  int
	}
	a := fold(asked)
	var found []near
	for _, name := range names {
		if far, ok := a.far(fold(name)); ok {
			found = append(found, near{name, far})
		}
	}
	slices.SortFunc(found, func(a, b near) int { return cmp.Or(cmp.Compare(a.far, b.far), strings.Compare(a.name, b.name)) })
	var out []string
	for _, f := range found[:min(n, len(found))] {
		out = append(out, f.name)
	}
	return out
}

// folded is a name as it is compared.
type folded struct {
	text   string
	runes  []rune
	tokens []string
}

func fold(name string) folded {
	text := lang.Fold(name)
	return folded{text, []rune(text), strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })}
}

// How far names are by kind, the nearest first.
const (
	farPrefix = 1
	farWords  = 10
	farLetter = 20
	farToken  = 60
)

// far says how far a name is from what was asked, and whether it is near at all.
func (a folded) far(name folded) (int, bool) {
	switch {
	case a.text == name.text:
		return 0, true
	case len(a.runes) == 0 || len(name.runes) == 0:
		return 0, false
	case len(a.runes) >= 2 && strings.HasPrefix(name.text, a.text), len(name.runes) >= 3 && strings.HasPrefix(a.text, name.text):
		return farPrefix + min(8, abs(len(a.runes)-len(name.runes))), true
	case a.within(name) || name.within(a):
		return farWords, true
	}
	limit := max(1, max(len(a.runes), len(name.runes))/3)
	if d := distance(a.runes, name.runes, limit); d <= limit {
		return farLetter + d, true
	}
	for _, t := range a.tokens {
		for _, other := range name.tokens {
			if len(t) >= 4 && (t == other || distance([]rune(t), []rune(other), 1) <= 1) {
				return farToken, true
			}
		}
	}
	return 0, false
}

// within reports whether all words of a are in another name.
func (a folded) within(other folded) bool {
	for _, t := range a.tokens {
		if !slices.Contains(other.tokens, t) {
			return false
		}
	}
	return len(a.tokens) > 0
}

func abs(n int) int { return max(n, -n) }

// distance is how many letters must be put in, left out, replaced or swapped with
// the next to make b of a; more than limit when it is more.
func distance(a, b []rune, limit int) int {
	if abs(len(a)-len(b)) > limit {
		return limit + 1
	}
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			d := last[j-1]
			if a[i-1] != b[j-1] {
				d = 1 + min(last[j-1], last[j], now[j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			now[j], least = d, min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}

// MaxAlike is how many names that are alike in one way are compared.
const MaxAlike = 32

// NearDuplicates answers the pairs of names that may stand for one thing: those
// that are the same but for case, accents, what separates their words and a
// plural's s, and those of five letters and more that are one letter apart. Names
// that differ in digits alone are none, since they are numbered. Each pair is in
// byte order, and so are the pairs. Of more than MaxAlike names that may be alike
// in one way only the first are compared, so that the work grows with the names
// and not with their pairs.
func NearDuplicates(names []string) [][2]string {
	groups := make(map[string][]string)
	add := func(key, name string) {
		if len(groups[key]) < MaxAlike && !slices.Contains(groups[key], name) {
			groups[key] = append(groups[key], name)
		}
	}
	for _, name := range names {
		s := skeleton(name)
		if s == "" {
			continue // only marks
		}
		add(s, name)
		if r := []rune(s); len(r) >= 5 {
			for i := range r {
				add(string(r[:i])+"\x00"+string(r[i+1:]), name)
				add(string(r[:i])+string(r[i+1:]), name)
			}
		}
	}
	pairs := make(map[[2]string]bool)
	for _, group := range groups {
		for i, a := range group {
			for _, b := range group[i+1:] {
				if near(a, b) {
					pairs[[2]string{min(a, b), max(a, b)}] = true
				}
			}
		}
	}
	out := make([][2]string, 0, len(pairs))
	for p := range pairs {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	return out
}

// NearDuplicate reports whether two names may stand for one thing, as
// NearDuplicates has it.
func NearDuplicate(a, b string) bool { return near(a, b) }

// near reports whether two names are near duplicates.
func near(a, b string) bool {
	x, y := skeleton(a), skeleton(b)
	if a == b || x != y && digitless(x) == digitless(y) {
		return false
	}
	return x == y || len([]rune(x)) >= 5 && len([]rune(y)) >= 5 && distance([]rune(x), []rune(y), 1) <= 1
}

// skeleton is a name without what does not tell things apart.
func skeleton(name string) string {
	var b strings.Builder
	for _, t := range fold(name).tokens {
		if len(t) > 3 && !strings.HasSuffix(t, "ss") {
			t = strings.TrimSuffix(t, "s")
		}
		b.WriteString(t)
	}
	return b.String()
}

func digitless(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, s)
}
