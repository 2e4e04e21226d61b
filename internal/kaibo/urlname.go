package kaibo

import "strings"

// IsURLName reports whether s has 1 to limit bytes, each a character that the
// path of a URL carries unescaped (RFC 3986, "unreserved"): what the names of
// projects and streams are made of.
func IsURLName(s string, limit int) bool {
	return s != "" && len(s) <= limit && strings.IndexFunc(s, notURLSafe) < 0
}

func notURLSafe(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return false
	}
	return !strings.ContainsRune("._~-", r)
}
