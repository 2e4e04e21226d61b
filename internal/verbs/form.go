package verbs

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// form is a shape that a string must have. Its pattern is for schemas, check
// for requests; a test holds that the two agree.
type form struct {
	pattern  string
	maxBytes int
	check    func(string) string // what is wrong, or ""
}

// forms names the shapes.
var forms = map[string]form{
	"stream":          {`^[A-Za-z0-9._~-]{1,128}$`, kaibo.MaxStreamName, checkStreamName},
	"project":         {`^[A-Za-z0-9._~-]{1,128}$`, kaibo.MaxNameBytes, checkProjectName},
	"idempotency-key": {"", kaibo.MaxIdempotencyKey, checkKey},
	"name":            {"", kaibo.MaxNameBytes, checkName},
	"node":            {"", kaibo.MaxNameBytes, checkNode}, // a name or an id
	// An id that has another shape names nothing: reads answer not_found
	// rather than tell how ids are made.
	"id": {"", 0, checkID},
}

// CheckProjectName says what is wrong with a project's name, or "".
func CheckProjectName(name string) string { return checkProjectName(name) }

func checkStreamName(s string) string { return checkURLName(s, "a stream's name", kaibo.MaxStreamName) }

func checkProjectName(s string) string {
	return checkURLName(s, "a project's name", kaibo.MaxNameBytes)
}

// checkURLName holds s to the characters that a URL path carries unescaped.
func checkURLName(s, what string, limit int) string {
	if !kaibo.IsURLName(s, limit) {
		return fmt.Sprintf("%s is 1 to %d of A-Z a-z 0-9 . _ ~ -", what, limit)
	}
	return ""
}

func checkKey(s string) string {
	return checkText(s, "an idempotency key", kaibo.MaxIdempotencyKey)
}

func checkName(s string) string { return checkText(s, "a name", kaibo.MaxNameBytes) }

func checkNode(s string) string { return checkText(s, "the name of a node", kaibo.MaxNameBytes) }

// checkText holds s to printable text of limited length.
func checkText(s, what string, limit int) string {
	switch {
	case s == "" || len(s) > limit:
		return fmt.Sprintf("%s is 1 to %d bytes long, not %d", what, limit, len(s))
	case !utf8.ValidString(s) || strings.IndexFunc(s, unicode.IsControl) >= 0:
		return what + " has no control characters"
	case strings.TrimSpace(s) == "":
		return what + " is not blank"
	}
	return ""
}

func checkID(s string) string {
	if s == "" {
		return "must not be empty"
	}
	return ""
}
