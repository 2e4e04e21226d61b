package guard

import (
	"net/netip"
	"strings"
)

// personal looks for personal data. Each kind has a form that is checked whole:
// a card and an IBAN by their check digits, an address by its parser.
func (s *scan) personal() {
	text := s.text
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '@':
			s.email(i)
		case !isDigit(c) && c != '+' && c != '(' && c != ':' && (c < 'A' || c > 'Z'):
		case i > 0 && (isWord(text[i-1]) || text[i-1] == '.') && c != ':':
		case c == '+' || c == '(':
			i = max(i, s.phone(i))
		case c == ':':
			i = max(i, s.ip6(i))
		case isDigit(c):
			i = max(i, s.number(i))
		case i+3 < len(text) && text[i+1] >= 'A' && text[i+1] <= 'Z' && isDigit(text[i+2]) && isDigit(text[i+3]):
			i = max(i, s.iban(i))
		}
	}
}

// email finds an address around its @ (RFC 5321's lengths, the bytes that
// addresses have in practice). Addresses of the domains that documentation uses
// (RFC 2606) are nobody's.
func (s *scan) email(at int) {
	start, end := at, at+1
	for start > 0 && at-start < 64 && (isToken(s.text[start-1]) || strings.IndexByte(".%+", s.text[start-1]) >= 0) {
		start--
	}
	for end < len(s.text) && end-at < 254 && (isAlnum(s.text[end]) || s.text[end] == '.' || s.text[end] == '-') {
		end++
	}
	domain := strings.TrimRight(s.text[at+1:end], ".-")
	for start < at && (s.text[start] == '.' || s.text[start] == '-') {
		start++
	}
	dot := strings.LastIndexByte(domain, '.')
	if start == at || dot < 1 || len(domain)-dot < 3 || kindsOf(domain[dot+1:]).digit > 0 || s.text[start:at] == "git" {
		return
	}
	lower := strings.ToLower(domain)
	for _, reserved := range []string{"example", "example.com", "example.org", "example.net", ".example", ".test", ".invalid", ".localhost"} {
		if lower == reserved || strings.HasSuffix(lower, "."+strings.TrimPrefix(reserved, ".")) {
			return
		}
	}
	s.add("email", Email, start, at+1+len(domain))
}

// digits reads digits with what people write between them; it answers them and
// where they end.
func (s *scan) digits(at, most int, between string) (string, int) {
	var all []byte
	end, gap := at, 0
	for i := at; i < len(s.text) && len(all) <= most; i++ {
		c := s.text[i]
		if isDigit(c) {
			all = append(all, c)
			end, gap = i+1, 0
			continue
		}
		if gap++; gap > 2 || strings.IndexByte(between, c) < 0 {
			break
		}
	}
	return string(all), end
}

// phone finds numbers with a country code (ITU-T E.164: 8 to 15 digits), and
// those of North America with their area code in brackets.
func (s *scan) phone(at int) int {
	number, end := s.digits(at+1, 16, " -.()/")
	if end < len(s.text) && isWord(s.text[end]) {
		return at
	}
	digits := len(number)
	written := s.text[at:end]
	switch {
	case s.text[at] == '+' && digits >= 8 && digits <= 15 && number[0] != '0' && isDigit(s.text[at+1]):
	case s.text[at] == '(' && digits == 10 && len(written) > 4 && written[4] == ')' && number[0] >= '2':
	default:
		return at
	}
	s.add("phone", Phone, at, end)
	return end - 1
}

// number finds cards, phone numbers and addresses that begin with a digit.
func (s *scan) number(at int) int {
	if end := s.ip4(at); end > at {
		return end - 1
	}
	if number, end := s.digits(at, 20, " -"); (end == len(s.text) || !isWord(s.text[end])) && isCard(number) {
		s.add("payment-card", Card, at, end)
		return end - 1
	}
	if w := s.text[at:min(len(s.text), at+12)]; len(w) == 12 && isNorthAmerican(w) && (at+12 == len(s.text) || !isToken(s.text[at+12])) {
		s.add("phone", Phone, at, at+12)
		return at + 11
	}
	end := at
	for end < len(s.text) && isWord(s.text[end]) {
		end++
	}
	return s.ip6From(at, max(end-1, at))
}

// isNorthAmerican reports whether 12 bytes are written 212-555-0123.
func isNorthAmerican(w string) bool {
	for i := range len(w) {
		if i == 3 || i == 7 {
			if w[i] != '-' && w[i] != '.' || w[i] != w[3] {
				return false
			}
		} else if !isDigit(w[i]) {
			return false
		}
	}
	return w[0] >= '2' && w[4] >= '2'
}

// isCard reports whether digits are those of a payment card: the ranges of the
// large networks (ISO/IEC 7812), and Luhn's check digit.
func isCard(number string) bool {
	n := len(number)
	if n < 13 || n > 19 || strings.Trim(number, number[:1]) == "" {
		return false
	}
	two := number[:2]
	switch {
	case number[0] == '4' && (n == 13 || n == 16 || n == 19):
	case two >= "51" && two <= "55" && n == 16:
	case number[:4] >= "2221" && number[:4] <= "2720" && n == 16:
	case (two == "34" || two == "37") && n == 15:
	case (number[:4] == "6011" || two == "65" || two == "64" || two == "62") && n >= 16:
	case (two == "36" || two == "38" || two == "30") && n == 14:
	case two == "35" && n == 16:
	default:
		return false
	}
	sum := 0
	for i := range n {
		d := int(number[n-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// iban finds account numbers: two letters, check digits, at most 30 more,
// perhaps in groups of four, that leave 1 when divided by 97.
func (s *scan) iban(at int) int {
	var all []byte
	for i := at; i < len(s.text) && len(all) <= 34; i++ {
		c := s.text[i]
		if isDigit(c) || c >= 'A' && c <= 'Z' {
			all = append(all, c)
			end := i + 1
			if len(all) >= 15 && (end == len(s.text) || !isWord(s.text[end])) && mod97(all) == 1 {
				s.add("iban", IBAN, at, end)
				return end - 1
			}
			continue
		}
		if c != ' ' || len(all)%4 != 0 || s.text[i-1] == ' ' {
			break
		}
	}
	return at
}

func mod97(b []byte) int {
	rest := 0
	for i := range b {
		c := b[(i+4)%len(b)]
		if isDigit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest
}

// ip4 finds an IPv4 address and answers its end, at for none. Loopback, unset
// and documentation's addresses (RFC 5737) are nobody's.
func (s *scan) ip4(at int) int {
	end := at
	for end < len(s.text) && end-at < 16 && (isDigit(s.text[end]) || s.text[end] == '.') {
		end++
	}
	word := strings.TrimRight(s.text[at:end], ".")
	if strings.Count(word, ".") != 3 || at > 0 && strings.IndexByte("v-/", s.text[at-1]) >= 0 && s.text[at-1] != '/' || end < len(s.text) && isWord(s.text[end]) {
		return at
	}
	return s.address(at, word)
}

func (s *scan) address(at int, word string) int {
	a, err := netip.ParseAddr(word)
	if err != nil {
		return at
	}
	for _, nobody := range nobodys {
		if strings.HasPrefix(word, nobody) {
			return at + len(word)
		}
	}
	if !a.IsLoopback() && !a.IsUnspecified() && !a.IsMulticast() {
		s.add("ip-address", IP, at, at+len(word))
	}
	return at + len(word)
}

// nobodys are the beginnings of documentation's addresses (RFC 5737, RFC 3849).
var nobodys = []string{"192.0.2.", "198.51.100.", "203.0.113.", "2001:db8:", "0.", "255."}

// ip6 finds an IPv6 address with its first colon at a place.
func (s *scan) ip6(at int) int {
	start := at
	for start > 0 && at-start < 4 && isHex(s.text[start-1]) {
		start--
	}
	if start > 0 && (isWord(s.text[start-1]) || s.text[start-1] == ':' || s.text[start-1] == '.') {
		return at
	}
	return s.ip6From(start, at)
}

// ip6From tries an address that begins at start; otherwise it answers at.
func (s *scan) ip6From(start, at int) int {
	end := start
	for end < len(s.text) && end-start < 46 && (isHex(s.text[end]) || s.text[end] == ':' || s.text[end] == '.') {
		end++
	}
	word := strings.TrimRight(s.text[start:end], ".")
	if strings.Count(word, ":") < 2 || end < len(s.text) && isWord(s.text[end]) || len(word) < 7 {
		return at
	}
	if stop := s.address(start, strings.ToLower(word)); stop > start {
		return stop - 1
	}
	return at
}

func isHex(c byte) bool { return isDigit(c) || c|32 >= 'a' && c|32 <= 'f' }
