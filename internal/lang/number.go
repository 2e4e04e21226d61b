package lang

import "strings"

// number reads the plain number at i, takes its separators out, adds it and
// returns its end; 0 when what stands there is no plain number (a version, a
// date, a code). Groups of three after one to three digits are thousands,
// whichever of the usual separators is between them, all the same: 3,480 and
// 3.480 and 3 480 are 3480 in every language, so that texts of two languages
// meet. What follows the other separator is a fraction.
func (s *scanner) number(i int) int {
	end := i + digits(s.text[i:])
	whole, fraction := s.text[i:end], ""
	separator := ""
	if end-i <= 3 && s.text[i] != '0' {
		whole, end, separator = s.groups(i, end)
	}
	if point, n := s.fraction(end, separator); n > 0 {
		fraction = s.text[point : point+n]
		end = point + n
	}
	rest := s.text[end:]
	plain := separator == "" && fraction == ""
	if plain && coreLen(rest) > 0 {
		return 0 // 10GB, 0x8007
	}
	if rest != "" {
		n, joiner := s.joiner(end)
		if n > 0 && separator != "," && (plain || joiner != '-') && joiner != '\'' {
			return 0 // 2.3.1, 14:10, 2025-03-14; but 1,250/month
		}
	}
	exact := whole
	if fraction != "" {
		exact += "." + fraction
	}
	key := strings.TrimSuffix(exact, ".00")
	s.out = append(s.out, Token{Start: i, End: end, Exact: exact, Inflected: key, Derived: key, Kind: Number})
	return end
}

// digits returns how many ASCII digits t starts with.
func digits(t string) int {
	n := 0
	for n < len(t) && isDigitByte(t[n]) {
		n++
	}
	return n
}

// separators of thousands; the spaces are plain, no-break, narrow and thin.
var separators = []string{",", ".", "'", "’", " ", "\u00A0", "\u202F", "\u2009"}

// groups reads groups of three digits after the first one, which is
// text[i:end].
func (s *scanner) groups(i, end int) (whole string, newEnd int, separator string) {
	for _, sep := range separators {
		var b strings.Builder
		b.WriteString(s.text[i:end])
		at := end
		for at-i < maxStem && strings.HasPrefix(s.text[at:], sep) && digits(s.text[at+len(sep):]) == 3 {
			at += len(sep)
			b.WriteString(s.text[at : at+3])
			at += 3
		}
		if at == end {
			continue
		}
		if sep == " " && s.looseGroups(i, at) || sep == "." && networkAddress(s.text[i:at]) {
			continue
		}
		return b.String(), at, sep
	}
	return s.text[i:end], end, ""
}

// looseGroups tells whether groups with plain spaces between them are rather
// several numbers: when a digit is next to them over one more character.
func (s *scanner) looseGroups(i, end int) bool {
	if i > 1 && isDigitByte(s.text[i-2]) {
		return true
	}
	rest := s.text[end:]
	return coreLen(rest) > 0 || len(rest) > 1 && isDigitByte(rest[1])
}

// networkAddress tells whether t has the shape of an IPv4 address: 192.168.100.200.
func networkAddress(t string) bool {
	parts := strings.Split(t, ".")
	for _, p := range parts {
		if len(p) == 3 && p > "255" {
			return false
		}
	}
	return len(parts) == 4
}

// fraction returns where the digits after a decimal sign at end begin and how
// many they are, 0 when there are none. The comma is one in languages that
// write it so, or after groups with another separator.
func (s *scanner) fraction(end int, separator string) (at, n int) {
	if end >= len(s.text) {
		return end, 0
	}
	sign := s.text[end : end+1]
	comma := sign == "," && (separator != "" || s.lang > English && s.lang < Chinese)
	if sign == separator || sign != "." && !comma {
		return end, 0
	}
	n = digits(s.text[end+1:])
	after := s.text[min(len(s.text), end+1+n):]
	if n == 0 || len(after) > 1 && after[:1] == sign && isDigitByte(after[1]) {
		return end, 0
	}
	return end + 1, n
}

// phone reads an international telephone number at the + at i: 7 to 15 digits
// (ITU-T E.164) with single spaces, hyphens, dots or brackets between. It adds
// + and the digits, and answers 0 when there are too few.
func (s *scanner) phone(i int) int {
	number := []byte{'+'}
	var p parts
	end := i + 1
	for at := i + 1; at < len(s.text); {
		n := digits(s.text[at:])
		if n == 0 || len(number)+n > 16 {
			break
		}
		number = append(number, s.text[at:at+n]...)
		p.add(s.text[at : at+n])
		at += n
		end = at
		if len(number) > 11 {
			break
		}
		for gap := 0; gap < 2 && at < len(s.text) && strings.IndexByte(" -.()", s.text[at]) >= 0; gap++ {
			at++
		}
		if at == end {
			break
		}
	}
	if len(number) < 8 || coreLen(s.text[end:]) > 0 {
		return 0
	}
	exact := string(number)
	s.out = append(s.out, Token{
		Start: i, End: end, Exact: exact, Inflected: exact, Derived: exact, Parts: p.list, Kind: Identifier,
	})
	return end
}
