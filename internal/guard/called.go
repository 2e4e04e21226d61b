package guard

import (
	"encoding/base64"
	"regexp"
	"strings"
	"sync"
)

// What is a secret because it is called one, beside it.

// lookURL finds the password of a URL (RFC 3986, userinfo).
func lookURL(s *scan, at, keyword int) {
	from := at + keyword
	rest := s.text[from:min(len(s.text), from+maxValue)]
	if end := strings.IndexAny(rest, " \t\r\n/?#\"'`<>\\"); end >= 0 {
		rest = rest[:end]
	}
	host := strings.LastIndexByte(rest, '@')
	if host < 0 {
		return
	}
	user, password, ok := strings.Cut(rest[:host], ":")
	if !ok || len(password) < 4 || strings.EqualFold(user, password) || weak(password) {
		return
	}
	start := from + len(user) + 1
	s.add("url-password", Credential, start, start+len(password))
}

// weak reports whether a password is one that documentation and development
// use, or stands in the place of one.
func weak(password string) bool {
	switch strings.ToLower(strings.Trim(password, `*."'`)) {
	case "", "password", "passwd", "pass", "pwd", "secret", "user", "token", "test", "admin", "root", "postgres", "guest", "mysql", "redis",
		"hunter2", "letmein", "passwort", "mypassword", "pass123", "password123", "password1", "p4ssw0rd":
		return true
	}
	return placeholder(password)
}

// lookBearer finds tokens of the Authorization header (RFC 6750).
func lookBearer(s *scan, at, keyword int) {
	from := skip(s.text, at+keyword, 4, " \t\"'")
	end := from
	for end < len(s.text) && end-from < maxPrefix && (isValueByte(s.text[end]) || s.text[end] == '.' || s.text[end] == '~') {
		end++
	}
	value := strings.TrimRight(s.text[from:end], ".")
	if k := kindsOf(value); len(value) >= 20 && k.digit > 0 && entropy(value) >= 3.5 && !placeholder(value) && !reference(value) {
		s.add("authorization-bearer", Credential, from, from+len(value))
	}
}

// lookBasic finds a user and password of the Authorization header (RFC 7617).
func lookBasic(s *scan, at, keyword int) {
	from := at + keyword
	end := from
	for end < len(s.text) && end-from < maxValue && isValueByte(s.text[end]) {
		end++
	}
	value := s.text[from:end]
	if len(value) < 12 {
		return
	}
	plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(value, "="))
	user, password, ok := strings.Cut(string(plain), ":")
	if err != nil || !ok || len(password) < 4 || !printable(user) || !printable(password) || weak(password) {
		return
	}
	s.add("authorization-basic", Credential, from, end)
}

func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return false
		}
	}
	return true
}

var curlUser = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|\s)(?:-u|--user)(?:=|\s{0,3})["']?[^\s:"']{1,64}:([^\s"']{4,128})`)
})

// lookCurl finds the user and password that curl is given.
func lookCurl(s *scan, at, keyword int) {
	from := at + keyword
	rest := s.text[from:min(len(s.text), from+maxValue)]
	if !strings.Contains(rest, "-u") {
		return
	}
	m := curlUser().FindStringSubmatchIndex(rest)
	if m != nil && !weak(rest[m[2]:m[3]]) {
		s.add("curl-user", Credential, from+m[2], from+m[3])
	}
}

// maxSaid is how many bytes of a sentence may stand between a name and the word
// that gives it its value.
const maxSaid = 48

// said answers where the value begins that a sentence gives to a name: "the
// password for staging is …"; -1 for none.
func said(s *scan, at int) int {
	rest := s.text[at:min(len(s.text), at+maxSaid+48)]
	for i := 0; i < len(rest) && i <= maxSaid; {
		switch c := rest[i]; {
		case strings.IndexByte(".!?\n;=", c) >= 0:
			return -1
		case c != ' ':
			i++
			continue
		}
		i++
		word := rest[i:]
		if end := strings.IndexAny(word, " :"); end >= 0 {
			word = word[:end]
		} else {
			return -1
		}
		if gives(word) {
			value := skip(rest, i+len(word), 8, " :`'\"*")
			for _, adverb := range []string{"now ", "currently ", "still ", "jetzt "} {
				if hasFold(rest[value:], adverb) {
					value = skip(rest, value+len(adverb), 8, " :`'\"*")
				}
			}
			if value < len(rest) {
				return at + value
			}
			return -1
		}
		i += len(word)
	}
	return -1
}

// gives reports whether a word gives a name its value, in the languages that
// kaibo structures.
func gives(word string) bool {
	if len(word) > 6 {
		return false
	}
	switch strings.ToLower(word) {
	case "is", "was", "to", "ist", "war", "lautet", "est", "es", "era", "é", "now":
		return true
	}
	return false
}

// valueAt answers the end of a value that begins at a place: a quote of the kind
// that stands before it, or what no unquoted value holds.
func valueAt(text string, at int) int {
	stop := " \t\r\n\"'`<>,;|)]}\\"
	if at > 0 && (text[at-1] == '"' || text[at-1] == '\'' || text[at-1] == '`') {
		stop = "\r\n\\" + text[at-1:at]
	}
	limit := min(len(text), at+256)
	end := at
	for end < limit && strings.IndexByte(stop, text[end]) < 0 {
		end++
	}
	if strings.Contains(text[max(0, at-80):at], "://") { // a parameter of a URL
		if amp := strings.IndexAny(text[at:end], "&#"); amp >= 0 {
			end = at + amp
		}
	}
	return at + len(strings.TrimRight(text[at:end], ".:!?*"))
}

// passwordNames matches what follows a password's name when that is the name of
// something else.
var passwordNames = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\A[\s_.-]{0,1}(?:hash|field|length|len|min|max|policy|reset|file|path|url|uri|hint|id|strength|type|input|manager|rule|age|expir|algo|salt|cost|column|label)`)
})

// lookPassword finds values that are called a password: they may be short, and
// hold any byte.
func lookPassword(s *scan, at, keyword int) {
	from := at + keyword
	for _, start := range []int{assigned(s.text, from), said(s, from)} {
		if start < 0 {
			continue
		}
		end := valueAt(s.text, start)
		if end > start && isPassword(s.text[start:end]) {
			if !passwordNames().MatchString(s.text[from:end]) {
				s.add("password", Credential, start, end)
			}
			return
		}
	}
}

// isPassword reports whether a value could be a password and nothing else. What
// is a word, a call, a path, a date or a name is left alone.
func isPassword(value string) bool {
	if len(value) < 8 || len(value) > 128 || strings.ContainsAny(value, "([{ ") || weak(value) || reference(value) {
		return false
	}
	k := kindsOf(value)
	switch {
	case k.lower+k.upper == 0 || k.digit+k.other == 0: // a number, or a word
		return false
	case k.digit == 0 && k.classes() < 3: // words with hyphens, names with dots
		return false
	case k.digit == 0 && strings.Trim(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.-/:") == "": // Names.Of.Things
		return false
	case k.digit < 2 && k.classes() < 3: // sha256, argon2id, version2
		return false
	}
	return entropy(value) >= 2.7
}

// harmless and keyNames match names of keys and tokens that are no secrets:
// gitleaks', and those that databases and this program have.
var (
	harmless = sync.OnceValue(harmlessNames)
	keyNames = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:idempotency|partition|sort|range|cache|row|object|group|dedup\w*|routing|shard|lookup|map|record|verifier|verification|registry|project|host|map)[\s_.-]?keys?|(?:key|token|secret)s?[\s_.-]?(?:digest|hash|sha\d*|fingerprint|count|budget|limit|type|version|prefix|format)|(?:page|next|continuation|sync)[\s_.-]?token|public`)
	})
)

// lookKey finds values that are called a key, a token or a secret: long and
// uneven, as random ones are.
func lookKey(s *scan, at, keyword int) {
	from := at + keyword
	if start := assigned(s.text, from); start >= 0 {
		end := valueAt(s.text, start)
		if isKey(s.text[start:end], 10) && !harmlessName(s.text, at, min(end, start+16)) {
			s.add("generic-api-key", Credential, start, end)
			return
		}
	}
	if keyword < 3 || keyword > 6 { // "access", "api" and "credential" alone are too common in speech
		return
	}
	if start := said(s, from); start >= 0 {
		end := valueAt(s.text, start)
		if isKey(s.text[start:end], 16) && !harmlessName(s.text, at, start) {
			s.add("spoken-secret", Credential, start, end)
		}
	}
}

// isKey reports whether a value is as uneven as a random one, and holds no word
// of an identifier.
func isKey(value string, least int) bool {
	if len(value) < least || len(value) > 200 || !isTokenText(value) {
		return false
	}
	k := kindsOf(value)
	return k.digit > 0 && k.lower+k.upper > 0 && entropy(value) >= 3.5 && !placeholder(value) && !reference(value) && !hasStopWord(value)
}

func isTokenText(value string) bool {
	for i := range len(value) {
		if c := value[i]; !isValueByte(c) && c != '.' && c != '~' && c != '%' {
			return false
		}
	}
	return true
}

// harmlessName reports whether the name around a keyword says that its value is
// no secret, as primary_key does.
func harmlessName(text string, at, end int) bool {
	start := at
	for start > 0 && at-start < 50 && (isToken(text[start-1]) || text[start-1] == '.') {
		start--
	}
	match := text[start:end]
	return harmless().MatchString(match) ||
		keyNames().MatchString(match)
}
