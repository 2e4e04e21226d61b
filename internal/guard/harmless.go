package guard

import (
	"strings"
	"sync"
)

// notSecret are parts of values that people write in place of a secret.
var notSecret = []string{"example", "xxxxx", "*****", ".....", "your_", "your-", "yourkey", "yourtoken", "changeme", "change_me", "change-me",
	"placeholder", "redacted", "dummy", "insert_", "insert-", "replace_", "replace-", "deadbeef", "0123456789", "1234567890", "123456789a",
	"abcdefgh", "aaaaaa", "000000", "foobar", "lorem", "todo"}

// placeholder reports whether a value stands in a secret's place: a variable, a
// template, a run of one byte, or a word that says so.
func placeholder(value string) bool {
	switch value[0] {
	case '$', '<', '{', '%', '@', '[', '(':
		return true
	}
	if strings.Contains(value, "${") || strings.Contains(value, "{{") || strings.Trim(value, value[:1]) == "" {
		return true
	}
	lower := strings.ToLower(value)
	for _, word := range notSecret {
		if strings.Contains(lower, word) {
			// A run of one letter may be part of a long value, as in a base64 of zeroes.
			if len(value) > 64 && (word == "aaaaaa" || word == "000000" || word == "todo") {
				continue
			}
			return true
		}
	}
	return false
}

// stops holds the stop words by their first two bytes.
var stops = sync.OnceValue(func() *[1 << 10][]string {
	var byStart [1 << 10][]string
	for _, word := range strings.Fields(stopWords) {
		b := bucket(word[0], word[1])
		byStart[b] = append(byStart[b], word)
	}
	return &byStart
})

// hasStopWord reports whether a value holds a word that a random one hardly
// does.
func hasStopWord(value string) bool {
	words := stops()
	for i := 0; i+1 < len(value); i++ {
		for _, word := range words[bucket(value[i], value[i+1])] {
			if hasFold(value[i:], word) {
				return true
			}
		}
	}
	return false
}

// reference reports whether a value names something that is no secret: an id of
// kaibo's, a date, a version, a file, a digest that says so.
func reference(value string) bool {
	if i := strings.IndexByte(value, '_'); i >= 2 && i <= 4 && len(value) == i+17 && isBase32(value[i+1:]) {
		return true
	}
	if len(value) >= 10 && isDigit(value[0]) && value[4] == '-' && value[7] == '-' && isDigit(value[5]) && isDigit(value[8]) {
		return true
	}
	for _, start := range []string{"sha256:", "sha256-", "sha512-", "sha1-", "http", "/", "./", "../", "~/", "mailto:", "file:"} {
		if strings.HasPrefix(strings.ToLower(value), start) {
			return true
		}
	}
	for _, end := range []string{".go", ".md", ".py", ".ts", ".js", ".json", ".yaml", ".yml", ".txt", ".com", ".org", ".pem", ".html"} {
		if strings.HasSuffix(value, end) {
			return true
		}
	}
	return false
}

func isBase32(s string) bool {
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// kinds counts the bytes of a value by what they are.
type kinds struct{ lower, upper, digit, other int }

func kindsOf(value string) (k kinds) {
	for i := range len(value) {
		switch c := value[i]; {
		case c >= 'a' && c <= 'z':
			k.lower++
		case c >= 'A' && c <= 'Z':
			k.upper++
		case isDigit(c):
			k.digit++
		default:
			k.other++
		}
	}
	return k
}

// classes is how many of the four kinds there are.
func (k kinds) classes() int {
	n := 0
	for _, c := range []int{k.lower, k.upper, k.digit, k.other} {
		if c > 0 {
			n++
		}
	}
	return n
}
