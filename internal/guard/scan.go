package guard

import (
	"math"
	"strings"
)

// scan is one text being looked at.
type scan struct {
	text  string
	found []Finding
	done  int // up to here a private key was taken
	// around holds, of rules that look near their keywords, the parts of the text
	// to be looked at: they are gone over once, however many keywords they hold.
	around map[int][]span
}

// span is a part of the text.
type span struct{ start, end int }

func (s *scan) add(rule string, class Class, start, end int) {
	s.found = append(s.found, Finding{Rule: rule, Class: class, Start: start, End: end, Masked: mask(class, s.text[start:end])})
}

// secrets looks for keywords, and tries the rules of each where it stands.
func (s *scan) secrets() {
	x := keywords()
	text := s.text
	for i := 0; i+1 < len(text); i++ {
		entries := x.buckets[bucket(text[i], text[i+1])]
		for k := range entries {
			e := &entries[k]
			if hasFold(text[i:], e.keyword) {
				s.met(e, i)
			}
		}
	}
	for i, spans := range s.around {
		for _, part := range spans {
			s.tryNear(i, part)
		}
	}
}

// met tries what a keyword at a place leads to.
func (s *scan) met(e *entry, at int) {
	if at < s.done {
		return // inside a private key, which is one finding
	}
	if e.look != nil {
		e.look(s, at, len(e.keyword))
	}
	value, parsed := -1, false
	for _, i := range e.rules {
		r := ruleAt(i)
		switch r.how {
		case byPrefix:
			s.tryPrefix(i, r, at)
		case near:
			s.note(i, at)
		case byName:
			if !parsed {
				value, parsed = assigned(s.text, at+len(e.keyword)), true
			}
			if value >= 0 {
				s.tryValue(i, r, value)
			}
		}
	}
}

// Bounds of what a pattern is tried on. The longest values are tokens of some
// hundred bytes; a JWT can be longer.
const (
	maxValue  = 512
	maxPrefix = 8192
	minPrefix = 16 // bytes, none of them a space: no format is shorter
	aroundKey = 320
)

func (s *scan) tryPrefix(i int, r *rule, at int) {
	if at > 0 && isAlnum(s.text[at-1]) || len(s.text)-at < minPrefix || strings.IndexByte(s.text[at:at+minPrefix], ' ') >= 0 {
		return
	}
	end := min(len(s.text), at+maxPrefix)
	m := patterns[i].get(r.pattern).FindStringIndex(s.text[at:end])
	if m == nil {
		return
	}
	stop := at + m[1]
	for stop < len(s.text) && stop < end && isToken(s.text[stop]) { // no part of a value is left standing
		stop++
	}
	s.take(r, at, stop)
}

func (s *scan) tryValue(i int, r *rule, at int) {
	end := min(len(s.text), at+maxValue)
	m := patterns[i].get(r.pattern).FindStringIndex(s.text[at:end])
	if m == nil || m[1] == 0 || at+m[1] < len(s.text) && isValueByte(s.text[at+m[1]]) {
		return
	}
	s.take(r, at, at+m[1])
}

// note has the surroundings of a keyword looked at.
func (s *scan) note(i, at int) {
	if s.around == nil {
		s.around = map[int][]span{}
	}
	part := span{max(0, at-aroundKey), min(len(s.text), at+aroundKey)}
	spans := s.around[i]
	if n := len(spans); n > 0 && spans[n-1].end >= part.start {
		spans[n-1].end = part.end
		return
	}
	s.around[i] = append(spans, part)
}

func (s *scan) tryNear(i int, part span) {
	r := ruleAt(i)
	for _, m := range patterns[i].get(r.pattern).FindAllStringSubmatchIndex(s.text[part.start:part.end], -1) {
		group := 0
		for g := 2; g < len(m) && group == 0; g += 2 {
			if m[g] >= 0 && m[g+1] > m[g] {
				group = g
			}
		}
		s.take(r, part.start+m[group], part.start+m[group+1])
	}
}

// take enters what a rule of the table met, unless it is too even or stands for
// a value.
func (s *scan) take(r *rule, start, end int) {
	value := s.text[start:end]
	if value == "" || entropy(value) < r.entropy || placeholder(value) {
		return
	}
	if r.how == byName && kindsOf(value).digit == 0 {
		return // a word of that length beside a vendor's name
	}
	s.add(r.id, r.class(), start, end)
}

// entropy is Shannon's, in bits a byte, of the bytes of a value.
func entropy(value string) float64 {
	var counts [256]int
	for i := range len(value) {
		counts[value[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(value))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}

// assigned answers where the value begins that is given to the name of which
// the text before at is a part, -1 for none. It reads what gitleaks' patterns
// read: the rest of the name, quotes, an operator, quotes; escaped quotes, those
// of JSON inside JSON, and the marks of Markdown too.
func assigned(text string, at int) int {
	i := at
	for i < len(text) && i-at < 20 && (text[i] == ' ' || text[i] == '\t' || text[i] == '.' || text[i] == '-' || isWord(text[i])) {
		i++
	}
	i = skip(text, i, 4, " \t\r\n'\"\\*`]")
	operator := i
	for i < len(text) && i-operator < 4 && strings.IndexByte(":=>|?,", text[i]) >= 0 {
		i++
	}
	if i == operator || text[operator] == '?' && i == operator+1 {
		return -1
	}
	i = skip(text, i, 6, " \t\r\n'\"\\*`=")
	for n := range 8 {
		if i+n >= len(text) || text[i+n] <= ' ' {
			return -1
		}
	}
	return i
}

// skip answers the place after at most n bytes of a set.
func skip(text string, at, n int, set string) int {
	for end := min(len(text), at+n); at < end && strings.IndexByte(set, text[at]) >= 0; {
		at++
	}
	return at
}

func isAlnum(c byte) bool { return c >= '0' && c <= '9' || c|32 >= 'a' && c|32 <= 'z' }

func isWord(c byte) bool { return isAlnum(c) || c == '_' }

func isToken(c byte) bool { return isWord(c) || c == '-' }

func isValueByte(c byte) bool { return isToken(c) || c == '/' || c == '+' || c == '=' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
