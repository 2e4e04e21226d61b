package verbs

import (
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A cursor is base64url of a tag and a JSON position. The tag is an HMAC under
// the project's secret over the verb and the position, so that a cursor is
// good for the list that gave it and no other, and nobody can make one up.

// cursorTag is the length of the tag: 26 characters of [kaibo.Project.Digest].
const cursorTag = 26

// makeCursor seals a position of a verb's list.
func makeCursor(p kaibo.Project, verb string, position any) (string, error) {
	b, err := json.Marshal(position)
	if err != nil {
		return "", &kaibo.Error{Op: "make cursor", Err: err}
	}
	return base64.RawURLEncoding.EncodeToString(append([]byte(p.Digest("cursor", verb, string(b))), b...)), nil
}

// openCursor reads a position into what into points at. An empty cursor leaves
// it as it is: the list begins.
func openCursor(p kaibo.Project, verb, cursor string, into any) error {
	if cursor == "" {
		return nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) < cursorTag {
		return errCursor()
	}
	tag, position := b[:cursorTag], b[cursorTag:]
	if subtle.ConstantTimeCompare(tag, []byte(p.Digest("cursor", verb, string(position)))) != 1 {
		return errCursor()
	}
	if err := json.Unmarshal(position, into); err != nil {
		return errCursor()
	}
	return nil
}

func errCursor() error {
	return kaibo.InvalidField("cursor", "is not one that this list gave; start again without it")
}
