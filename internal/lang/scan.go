package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxIdentifier is how long, in bytes, an identifier may grow over joiners.
// Longer than any real path; it keeps the work on a megabyte of a/a/a/… linear.
const maxIdentifier = 512

// joiners are the characters that hold an identifier or a word together when
// there is a letter or digit on both sides.
const joiners = "-./:@+#'&=~"

// run is a stretch of letters and digits with single joiners between them.
type run struct {
	start, end int
	joins      int  // how many joiners
	only       byte // the joiner, when there is one kind only; 0 when none, '?' when several
	digit      bool
	underscore bool
	upper      int // upper-case letters
	letters    int
	capitals   int  // upper-case letters just before
	inner      bool // camelCase: a capital after a small letter, or the last of several before one
}

// word reads the word, number or identifier at i and returns its end.
func (s *scanner) word(i int) int {
	if end := s.plainWord(i); end > 0 {
		return end
	}
	if isDigitByte(s.text[i]) {
		if end := s.number(i); end > 0 {
			return end
		}
	}
	r := s.run(i)
	if strings.HasPrefix(s.text[r.end:], "://") && r.joins == 0 {
		return s.url(i)
	}
	return s.runToken(r)
}

// plainWord is the short way for what most of a text is: ASCII letters and then
// a space or a mark that ends a word. It answers 0 for anything else.
func (s *scanner) plainWord(i int) int {
	j, upper := i, false
	for j < len(s.text) && isLetterByte(s.text[j]) {
		upper = upper || j > i && isUpperByte(s.text[j])
		j++
	}
	if j == i || upper || j < len(s.text) && !s.endsWord(j) {
		return 0
	}
	s.addWord(i, j)
	return j
}

// endsWord tells whether the ASCII character at j ends a word for certain.
func (s *scanner) endsWord(j int) bool {
	switch s.text[j] {
	case ' ', '\n', '\r', '\t', ',', ';', '!', '?', ')', ']', '}', '"', '*', '|', '>', '<', '(', '`':
		return true
	case '.', ':', '-', '/':
		return j+1 == len(s.text) || s.text[j+1] == ' ' || s.text[j+1] == '\n' || s.text[j+1] == '"'
	}
	return false
}

// run reads the longest run at i.
func (s *scanner) run(i int) run {
	r := run{start: i, end: i}
	before := rune(0)
	for r.end < len(s.text) {
		size := coreLen(s.text[r.end:])
		if size > 0 {
			c, _ := utf8.DecodeRuneInString(s.text[r.end:])
			r.see(c, before)
			before = c
			r.end += size
			continue
		}
		n, joiner := s.joiner(r.end)
		if n == 0 || r.end-i > maxIdentifier {
			break
		}
		r.joins++
		switch r.only {
		case 0, joiner:
			r.only = joiner
		default:
			r.only = '?'
		}
		r.end += n
		before, r.capitals = 0, 0
	}
	r.end = i + len(strings.TrimRight(s.text[i:r.end], "_"+joiners))
	r.underscore = strings.IndexByte(s.text[i:r.end], '_') >= 0
	return r
}

// see takes note of a rune; before is the one that went before it in the run.
func (r *run) see(c, before rune) {
	switch {
	case unicode.IsDigit(c):
		r.digit = true
	case unicode.IsUpper(c):
		r.inner = r.inner || unicode.IsLower(before)
		r.upper++
		r.letters++
		r.capitals++
		return
	case unicode.IsLetter(c):
		r.inner = r.inner || r.capitals > 1
		r.letters++
	}
	r.capitals = 0
}

// joiner returns the length of the joiner at i when it joins, and which one.
func (s *scanner) joiner(i int) (int, byte) {
	c, size := s.text[i], 1
	if c >= utf8.RuneSelf {
		r, n := utf8.DecodeRuneInString(s.text[i:])
		switch r {
		case '\u2010', '\u2011':
			c = '-'
		case '\u2019', '\u02BC', '\uFF07':
			c = '\''
		default:
			return 0, 0
		}
		size = n
	}
	if strings.IndexByte(joiners, c) < 0 {
		return 0, 0
	}
	rest := s.text[i+size:]
	switch {
	case coreLen(rest) > 0:
		return size, c
	case c == ':' && strings.HasPrefix(rest, ":") && coreLen(rest[1:]) > 0:
		return 2, c
	case c == '/' && strings.HasPrefix(rest, ".") && coreLen(rest[1:]) > 0:
		return 2, c
	}
	return 0, 0
}

// runToken adds the tokens of a run and returns where to go on.
func (s *scanner) runToken(r run) int {
	text := s.text[r.start:r.end]
	switch {
	case r.joins == 0 || r.only == '\'':
		if end := s.languageName(r); end > 0 {
			return end
		}
		if r.digit || r.underscore || r.inner && r.joins == 0 && !pluralOfCapitals(text) {
			return s.identifier(r)
		}
		if r.joins > 0 {
			return s.apostrophe(r)
		}
		s.addWord(r.start, r.end)
	case r.only == '.' && initials(text):
		s.initialism(r)
	case s.alternatives(r):
		end := r.start + strings.IndexByte(text, '/')
		s.addWord(r.start, end)
		return end + 1
	case !r.digit && !r.underscore && hyphened(text) && (r.upper < r.letters || r.letters < 2):
		return s.hyphenated(r)
	default:
		return s.identifier(r)
	}
	return r.end
}

// languageName reads C++, C++17, C#, F# and grades as A+: a letter or two and a
// sign that no letter follows. It answers 0 for anything else.
func (s *scanner) languageName(r run) int {
	if r.letters > 2 || r.letters == 0 || r.digit || r.joins > 0 {
		return 0
	}
	rest := s.text[r.end:]
	for _, sign := range []string{"++", "#", "+"} {
		if !strings.HasPrefix(rest, sign) || sign == "+" && (r.upper != 1 || r.letters != 1) {
			continue
		}
		end := r.end + len(sign)
		var p parts
		if n := digits(s.text[end:]); n > 0 && sign == "++" {
			p.add(Fold(s.text[r.start:end]))
			p.add(s.text[end : end+n])
			end += n
		}
		if after := s.text[end:]; coreLen(after) > 0 || strings.HasPrefix(after, "+") {
			continue
		}
		exact := Fold(s.text[r.start:end])
		s.out = append(s.out, Token{
			Start: r.start, End: end, Exact: exact, Inflected: exact, Derived: exact, Parts: p.list, Kind: Identifier,
		})
		return end
	}
	return 0
}

// alternatives tells whether a run is two words with a slash between them
// ("lunch/dinner", "and/or") and no path: plain words of three letters or more,
// or a function word among them.
func (s *scanner) alternatives(r run) bool {
	if r.only != '/' || r.joins != 1 || r.digit || r.underscore || r.inner {
		return false
	}
	left, right, _ := strings.Cut(s.text[r.start:r.end], "/")
	if isStop(Fold(left), s.lang) && isStop(Fold(right), s.lang) {
		return true
	}
	return utf8.RuneCountInString(left) > 2 && utf8.RuneCountInString(right) > 2 && r.upper <= 2
}

// hyphened tells whether text has no joiners but hyphens and apostrophes.
func hyphened(text string) bool { return !strings.ContainsAny(text, "./:@+#&=~") }

// initials tells whether text is single letters with dots between: U.S, e.g.
func initials(text string) bool {
	for part := range strings.SplitSeq(text, ".") {
		if r, size := utf8.DecodeRuneInString(part); size != len(part) || !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}

// pluralOfCapitals tells whether text is capitals and an s: APIs, PDFs.
func pluralOfCapitals(text string) bool {
	base, ok := strings.CutSuffix(text, "s")
	return ok && len(base) > 1 && strings.ToUpper(base) == base
}

// addWord adds the word at text[start:end].
func (s *scanner) addWord(start, end int) {
	f := formsOf(s.text[start:end], s.lang)
	if f.exact == "" {
		return
	}
	s.out = append(s.out, Token{
		Start: start, End: end, Exact: f.exact, Inflected: f.inflected, Derived: f.derived, Stop: f.stop,
	})
}

// initialism adds U.S. as "us" (no function word) and e.g. as "eg".
func (s *scanner) initialism(r run) {
	exact := Fold(strings.ReplaceAll(s.text[r.start:r.end], ".", ""))
	if exact == "" {
		return
	}
	stop := false
	switch exact {
	case "eg", "ie", "am", "pm", "ps", "zb", "dh":
		stop = true
	}
	s.out = append(s.out, Token{
		Start: r.start, End: r.end, Exact: exact, Inflected: exact, Derived: exact, Stop: stop,
	})
}
