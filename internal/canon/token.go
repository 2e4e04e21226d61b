package canon

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// str reads a string and returns it with its quotes.
func (s *scanner) str() ([]byte, error) {
	start := s.pos
	s.pos++
	for s.pos < len(s.data) {
		c := s.data[s.pos]
		switch {
		case c == '"':
			s.pos++
			return s.data[start:s.pos], nil
		case c == '\\':
			if err := s.escape(); err != nil {
				return nil, err
			}
		case c < 0x20:
			return nil, s.fault("a control character in a string must be escaped, got %s", s.here())
		case c < utf8.RuneSelf:
			s.pos++
		default:
			r, n := utf8.DecodeRune(s.data[s.pos:])
			if r == utf8.RuneError && n == 1 {
				return nil, s.fault("the text is not UTF-8 at byte %d", s.pos)
			}
			s.pos += n
		}
	}
	return nil, s.fault("a string has no end")
}

// escape reads one escape; of a surrogate pair, both.
func (s *scanner) escape() error {
	s.pos++
	if s.pos >= len(s.data) {
		return s.fault("a string has no end")
	}
	switch s.data[s.pos] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos++
		return nil
	case 'u':
	default:
		return s.fault("unknown escape in a string, got %s", s.here())
	}
	s.pos++
	unit, ok := hex4(s.data[s.pos:])
	if !ok {
		return s.fault(`expected four hexadecimal digits after \u, got %s`, s.here())
	}
	s.pos += 4
	if !utf16.IsSurrogate(unit) {
		return nil
	}
	rest := s.data[s.pos:]
	if len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
		if low, ok := hex4(rest[2:]); ok && utf16.DecodeRune(unit, low) != utf8.RuneError {
			s.pos += 6
			return nil
		}
	}
	return s.fault("a string has half a surrogate pair before byte %d", s.pos)
}

// hex4 reads four hexadecimal digits.
func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// unquote undoes the escapes of a string that str has read.
func unquote(raw []byte) string {
	body := raw[1 : len(raw)-1]
	out := make([]byte, 0, len(body))
	for i := 0; i < len(body); {
		if body[i] != '\\' {
			out = append(out, body[i])
			i++
			continue
		}
		i++
		switch c := body[i]; c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r, _ := hex4(body[i+1:])
			i += 4
			if utf16.IsSurrogate(r) {
				low, _ := hex4(body[i+3:])
				r = utf16.DecodeRune(r, low)
				i += 6
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, c)
		}
		i++
	}
	return string(out)
}

// number reads a number by the grammar of RFC 8259, section 6.
func (s *scanner) number() error {
	start := s.pos
	if s.at('-') {
		s.pos++
	}
	if s.at('0') {
		s.pos++
	} else if s.digits() == 0 {
		return s.fault("a number needs a digit, got %s", s.here())
	}
	whole := true
	if s.at('.') {
		whole = false
		s.pos++
		if s.digits() == 0 {
			return s.fault("a number needs a digit after its point, got %s", s.here())
		}
	}
	if s.at('e') || s.at('E') {
		whole = false
		s.pos++
		if s.at('+') || s.at('-') {
			s.pos++
		}
		if s.digits() == 0 {
			return s.fault("a number needs a digit in its exponent, got %s", s.here())
		}
	}
	if s.pos < len(s.data) && partOfNumber(s.data[s.pos]) {
		return s.fault("not a number as JSON writes it, at %s", s.here())
	}
	if s.canonical {
		return s.exact(string(s.data[start:s.pos]), whole)
	}
	return nil
}

func (s *scanner) at(c byte) bool { return s.pos < len(s.data) && s.data[s.pos] == c }

func (s *scanner) digits() int {
	start := s.pos
	for s.pos < len(s.data) && '0' <= s.data[s.pos] && s.data[s.pos] <= '9' {
		s.pos++
	}
	return s.pos - start
}

// partOfNumber reports whether a byte straight after a number shows that
// something like 01 or 1_000 was meant; the message is the only reason.
func partOfNumber(c byte) bool {
	return '0' <= c && c <= '9' || c == '_' || c == '.' || c == '+' || c == '-' ||
		'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// exact refuses a number that has no exact or no stable canonical form: see
// Canonical.
func (s *scanner) exact(text string, whole bool) error {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return s.fault("the number is outside what a double can hold")
	}
	if f < 0 {
		f = -f
	}
	if f > maxSafe && (whole || f < plainBelow) {
		return s.fault("a whole number must be between -%d and %d, so that no reader rounds it", int64(maxSafe), int64(maxSafe))
	}
	return nil
}
