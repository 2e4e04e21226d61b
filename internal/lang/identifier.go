package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxParts bounds the parts of one identifier; no name made by people has more.
const maxParts = 32

// hyphenated adds a word of plain letters and hyphens: self-service.
func (s *scanner) hyphenated(r run) int {
	text := trimClitic(s.text[r.start:r.end])
	exact := Fold(text)
	if exact == "" {
		return r.end
	}
	t := Token{Start: r.start, End: r.start + len(text), Exact: exact}
	t.Parts = s.hyphenParts(text)
	head, tail := exact, ""
	if i := strings.LastIndexByte(exact, '-'); i >= 0 {
		head, tail = exact[:i+1], exact[i+1:]
	}
	last := formsOf(tail, s.lang)
	t.Inflected = foldMarks(head) + last.inflected
	t.Derived, _ = stem(strings.ReplaceAll(exact, "-", ""), s.lang, false)
	if t.Derived == "" {
		t.Derived = t.Inflected
	}
	t.Stop = isStop(exact, s.lang)
	s.out = append(s.out, t)
	return r.end
}

func (s *scanner) hyphenParts(text string) []string {
	var p parts
	for piece := range strings.SplitSeq(normalHyphens(text), "-") {
		if piece = trimClitic(piece); piece != "" {
			p.add(formsOf(piece, s.lang).inflected)
		}
	}
	return p.list
}

var hyphens = strings.NewReplacer("\u2010", "-", "\u2011", "-")

func normalHyphens(s string) string {
	if isASCII(s) {
		return s
	}
	return hyphens.Replace(s)
}

// identifier adds a run as a name made by rule, whole and in parts.
func (s *scanner) identifier(r run) int {
	text := trimClitic(s.text[r.start:r.end])
	s.addIdentifier(r.start, r.start+len(text))
	return r.end
}

func (s *scanner) addIdentifier(start, end int) {
	text := s.text[start:end]
	exact := Fold(text)
	if exact == "" {
		return
	}
	t := Token{Start: start, End: end, Exact: exact, Inflected: identifierKey(exact), Kind: Identifier}
	if isHangul(lastRune(exact)) {
		t.Inflected = stemKorean(exact) // 3월에: a number and a word
	}
	t.Derived = t.Inflected
	if digitsOnly(exact) {
		t.Kind = Number
	} else if len(text) <= 2*maxIdentifier {
		t.Parts = identifierParts(text, exact)
	}
	s.out = append(s.out, t)
}

// identifierKey is the form in which one identifier written in several ways
// meets itself: no scheme, no slash or dot before it, no slash after it, no v
// before a version.
func identifierKey(exact string) string {
	key := foldMarks(exact)
	if _, after, ok := strings.Cut(key, "://"); ok {
		key = after
	}
	key = strings.TrimRight(strings.TrimLeft(key, "./~"), "/")
	if len(key) > 3 && key[0] == 'v' && isDigitByte(key[1]) && strings.IndexByte(key, '.') > 0 {
		key = key[1:]
	}
	if key == "" {
		return exact
	}
	return key
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func digitsOnly(s string) bool {
	for i := range len(s) {
		if !isDigitByte(s[i]) {
			return false
		}
	}
	return s != ""
}

// parts collects the parts of one identifier, each once.
type parts struct{ list []string }

func (p *parts) add(w string) {
	if w == "" || len(p.list) >= maxParts {
		return
	}
	for _, have := range p.list {
		if have == w {
			return
		}
	}
	p.list = append(p.list, w)
}

// identifierParts returns the words of an identifier, and its segments between
// slashes and the like where those are compound themselves (prod.yaml).
func identifierParts(text, exact string) []string {
	var p parts
	if len(text) > 10 && text[10] == 'T' && digits(text) == 4 && text[4] == '-' && text[7] == '-' {
		p.add(text[:10]) // the date of a timestamp (RFC 3339)
	}
	segments := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("/@:?&=#", r) })
	for _, segment := range segments {
		whole := Fold(segment)
		if len(segments) > 1 && strings.ContainsAny(whole, ".-_+") && strings.ContainsFunc(whole, wordy) {
			p.add(whole)
		}
		for piece := range strings.FieldsFuncSeq(segment, splitsPiece) {
			addPiece(&p, piece)
		}
	}
	if len(p.list) == 1 && p.list[0] == exact {
		return nil
	}
	return p.list
}

func splitsPiece(r rune) bool {
	return r == '_' || r == '\'' || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !invisible(r)
}

// addPiece adds the words of a piece without joiners: of camelCase each, of
// 10GB and db7 the digits and the letters.
func addPiece(p *parts, piece string) {
	for _, word := range camelWords(piece) {
		head, tail := splitDigits(word)
		p.add(formsOf(head, English).inflected)
		switch {
		case len(tail) > 2:
			p.add(formsOf(tail, English).inflected)
		case tail != "":
			p.add(Fold(tail)) // a unit: GB, pm
		}
	}
}

// camelWords splits at a capital after a small letter and before the last
// capital of several (HTTPServer: HTTP, Server).
func camelWords(piece string) []string {
	if pluralOfCapitals(piece) {
		return []string{piece}
	}
	var words []string
	start := 0
	var before rune
	for i, r := range piece {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			size = 1
		}
		next, _ := utf8.DecodeRuneInString(piece[min(len(piece), i+size):])
		upper := unicode.IsUpper(r)
		if i > start && upper && (unicode.IsLower(before) || unicode.IsUpper(before) && unicode.IsLower(next)) {
			words = append(words, piece[start:i])
			start = i
		}
		before = r
	}
	return append(words, piece[start:])
}

// splitDigits parts digits from letters where they stand for two things: 10GB,
// 5pm, db7. It leaves q2, s3, 0x8007 and k8s.
func splitDigits(w string) (head, tail string) {
	if strings.HasPrefix(w, "0x") || strings.HasPrefix(w, "0X") {
		return w, ""
	}
	i := 0
	for i < len(w) && isDigitByte(w[i]) {
		i++
	}
	letters := func(s string) bool {
		for j := range len(s) {
			if isDigitByte(s[j]) {
				return false
			}
		}
		return s != ""
	}
	if i > 0 && letters(w[i:]) {
		if len(w)-i == 1 {
			return w[:i], ""
		}
		return w[:i], w[i:]
	}
	j := len(w)
	for j > 0 && isDigitByte(w[j-1]) {
		j--
	}
	if j > 1 && j < len(w) && letters(w[:j]) {
		return w[:j], w[j:]
	}
	return w, ""
}

// url adds the address of the web at i, up to white space or a bracket, less
// the punctuation of the sentence around it.
func (s *scanner) url(i int) int {
	end := i
	for end < len(s.text) && end-i < 4*maxIdentifier {
		c := s.text[end]
		if c <= ' ' || strings.IndexByte("<>\"'`()[]{}|\\^*,", c) >= 0 {
			break
		}
		size := runeLen(s.text[end:])
		if c >= utf8.RuneSelf && coreLen(s.text[end:]) == 0 {
			break
		}
		end += size
	}
	stop := i + len(strings.TrimRight(s.text[i:end], ".:;!?-=&#/"))
	s.addIdentifier(i, max(stop, i+1))
	return max(end, i+1)
}

// leading reads what starts with an ASCII character that is no letter: a path
// (/finance/2025), a file (.env), a telephone number (+1 555 …). Anything else
// is passed over.
func (s *scanner) leading(i int) int {
	c := s.text[i]
	if c != '/' && c != '.' && c != '~' && c != '+' || i > 0 && !opensWord(s.text[i-1]) {
		return i + 1
	}
	if c == '+' {
		if end := s.phone(i); end > 0 {
			return end
		}
		return i + 1
	}
	j := i
	for j < len(s.text) && j-i < 16 && strings.IndexByte("./~", s.text[j]) >= 0 {
		j++
	}
	prefix := s.text[i:j]
	if j == len(s.text) || coreLen(s.text[j:]) == 0 || strings.HasSuffix(prefix, "..") || strings.Contains(prefix, "//") {
		return j
	}
	r := s.run(j)
	if c == '.' && len(prefix) == 1 && !isLetterByte(s.text[j]) {
		return i + 1
	}
	text := trimClitic(s.text[j:r.end])
	s.addIdentifier(i, j+len(text))
	return r.end
}

// opensWord tells whether an identifier can begin after c.
func opensWord(c byte) bool { return c <= ' ' || strings.IndexByte("\"'`([{<*=,;:|", c) >= 0 }
