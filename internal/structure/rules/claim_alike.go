package rules

import "strings"

// alike tells whether two words name the same, in whatever inflection, short
// form or compound.
func (c *claim) alike(a, b *claimWord) bool {
	x, y := &a.word, &b.word
	if x.s == y.s {
		return true
	}
	if c.proper(a) || c.proper(b) {
		return trimS(x.s) == trimS(y.s) && len(x.s) > 2
	}
	if x.value() || y.value() {
		return x.value() && y.value() && same(x, y)
	}
	if x.name && y.name && trimS(x.s) == trimS(y.s) && len(x.s) > 3 {
		return true
	}
	if c.book.short[x.s] == y.s || c.book.short[y.s] == x.s || same(x, y) {
		return true
	}
	return related(x.s, y.s, c.german) || c.oneRole(x.s, y.s)
}

// oneRole tells the two genders of a noun for who has a part: jefe and jefa,
// Chef and Chefin.
func (c *claim) oneRole(x, y string) bool {
	if c.book.attr[x] != "holder" || c.book.attr[y] != "holder" {
		return false
	}
	if c.german {
		return x+"in" == y || y+"in" == x
	}
	n := min(len(x), len(y))
	return n > 3 && abs(len(x)-len(y)) <= 1 && x[:n-1] == y[:n-1]
}

func trimS(s string) string { return strings.TrimSuffix(strings.TrimSuffix(s, "s"), "'") }

// proper tells a name: no inflection makes it another.
func (c *claim) proper(w *claimWord) bool {
	return w.title || w.name && w.lo > 0 && !c.german && w.class == plain
}

// related tells words of one family by their beginning: deliver and delivery,
// entrega and entregará; in German also by the end of a compound.
func related(x, y string, german bool) bool {
	const least = 5
	if german && len(x) > least && len(y) > least && len(x) != len(y) && (strings.HasSuffix(x, y) || strings.HasSuffix(y, x)) {
		return true
	}
	if len(x) < least || len(y) < least {
		return false
	}
	cx, cy := crude(x), crude(y)
	if cx != cy || len([]rune(cx)) < least || abs(len(x)-len(y)) > 6 || german && abs(len(x)-len(y)) > 2 {
		return false
	}
	n, short := 0, min(len(x), len(y))
	for n < short && x[n] == y[n] {
		n++
	}
	if n < short-1 && (n <= least || n < short-3) { // headline, headroom
		return false
	}
	if !strings.ContainsAny(x[:n], "aeiouyäöüáéíóúàèêâôãõåæøаеиоуыэюя") {
		return false // no word of a language: a code
	}
	ex, ey := x[n:], y[n:]
	if len(ex) == 1 && len(ey) == 1 && !(isVowel(ex[0]) && isVowel(ey[0])) {
		return false // two letters that tell two codes apart
	}
	return (ex == "" || familyEndings[ex]) && (ey == "" || familyEndings[ey])
}

func isVowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

// familyEndings are what words of one family differ in. Names, codes and words that
// only begin alike end in anything: crate-ab and crate-ac are two.
var familyEndings = set("s es e d ed ing ings er ers or ors ion ions n en ns r re rs rn t te ten tes tet et est st a o as os i " +
	"m em im am um us ment ments al als ally ly y ys ies ied ying ation ations ce ces ción ciones ção ções ung ungen lich heit keit " +
	"ado ada ados adas ido ida idos idas ando endo indo ar ir ram ron rá rán mos ait aient ent é ée és ées ez eur euse age ages ance ence " +
	"able ible ive ure ures ity ness ful less ist ists ism dor dora ura eza mente ment en end ende enden ern erin innen " +
	"á é í ó ú ã ão ões ou eu iu aram eram iram ava ia")

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
