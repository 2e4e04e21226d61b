package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/canon"
)

// payloadLine is a payload as a list of payloads serves it, one a line, in the
// form that servers write: other forms are left to [checkPayload].
type payloadLine struct {
	id            []byte
	seq           uint64
	gone, damaged bool
	salt, details []byte // salt in hexadecimal, details as they are served
	detailsSalt   []byte
	content       []byte // unescaped
}

// payloadReader reads such lines and checks digests. It is for one goroutine.
type payloadReader struct {
	buf     []byte              // what is hashed
	text    []byte              // content that had escapes
	details map[string]struct{} // forms that were found good before
}

// maxDetails bounds how many forms are remembered. Most streams have few.
const maxDetails = 1024

// read takes a line apart. It reports false for one that is not in the form.
func (p *payloadReader) read(line []byte) (l payloadLine, ok bool) {
	c := lineCursor{b: bytes.TrimSuffix(line, []byte("\n")), ok: true}
	c.lit(`{"eventId":"`)
	l.id = c.plain()
	c.lit(`,"seq":`)
	l.seq = c.number()
	switch {
	case c.has(`,"gone":true`):
		l.gone = true
	case c.has(`,"damaged":true`):
		l.damaged = true
	default:
		c.lit(`,"content":"`)
		l.content = c.escaped(&p.text)
		c.lit(`,"salt":"`)
		l.salt = c.plain()
		c.lit(`,"details":`)
		l.details = c.object()
		c.lit(`,"detailsSalt":"`)
		l.detailsSalt = c.plain()
	}
	c.lit(`}`)
	return l, c.ok && c.i == len(c.b)
}

// holds reports whether a line that was read has both digests, and its details
// are in the one form.
func (p *payloadReader) holds(l *payloadLine, payloadDigest, detailsDigest []byte) bool {
	return p.digest(l.salt, l.content, payloadDigest) && p.digest(l.detailsSalt, l.details, detailsDigest) && p.good(l.details)
}

// digest compares SHA-256 over a salt and bytes with a digest.
func (p *payloadReader) digest(salt, b, digest []byte) bool {
	var room [16]byte
	if len(salt) != 2*len(room) || len(digest) != len("sha256:")+2*sha256.Size {
		return false
	}
	if _, err := hex.Decode(room[:], salt); err != nil {
		return false
	}
	p.buf = append(append(p.buf[:0], room[:]...), b...)
	sum := sha256.Sum256(p.buf)
	var text [2 * sha256.Size]byte
	hex.Encode(text[:], sum[:])
	return string(digest[len("sha256:"):]) == string(text[:])
}

// good reports whether details are those of an event, in canonical form.
func (p *payloadReader) good(details []byte) bool {
	if _, ok := p.details[string(details)]; ok {
		return true
	}
	form, err := canon.Canonical(details)
	if err != nil || !bytes.Equal(form, details) || bytes.Contains(details, []byte(`"contentType"`)) {
		return false
	}
	if _, err := canon.ParseDetails(details); err != nil {
		return false
	}
	if len(p.details) >= maxDetails || p.details == nil {
		p.details = make(map[string]struct{})
	}
	p.details[string(details)] = struct{}{}
	return true
}

// lineCursor reads a line from the left. ok turns false at the first byte that
// is not as expected and stays so.
type lineCursor struct {
	b  []byte
	i  int
	ok bool
}

func (c *lineCursor) has(s string) bool {
	if !c.ok || len(c.b)-c.i < len(s) || string(c.b[c.i:c.i+len(s)]) != s {
		return false
	}
	c.i += len(s)
	return true
}

func (c *lineCursor) lit(s string) {
	if !c.has(s) {
		c.ok = false
	}
}

// plain reads a string of printable ASCII without an escape, and the quote after
// it.
func (c *lineCursor) plain() []byte {
	if !c.ok {
		return nil
	}
	start := c.i
	for ; c.i < len(c.b); c.i++ {
		switch x := c.b[c.i]; {
		case x == '"':
			c.i++
			return c.b[start : c.i-1]
		case x < 0x20 || x == '\\' || x >= 0x7f:
			c.ok = false
			return nil
		}
	}
	c.ok = false
	return nil
}

// number reads a decimal number.
func (c *lineCursor) number() uint64 {
	start := c.i
	for c.ok && c.i < len(c.b) && '0' <= c.b[c.i] && c.b[c.i] <= '9' {
		c.i++
	}
	n, err := strconv.ParseUint(string(c.b[start:c.i]), 10, 53)
	if err != nil || c.b[start] == '0' && c.i-start > 1 {
		c.ok = false
	}
	return n
}

// escaped reads a string and the quote after it, into room when it has escapes.
// Surrogates are left to a full parser.
func (c *lineCursor) escaped(room *[]byte) []byte {
	if !c.ok {
		return nil
	}
	start := c.i
	end := bytes.IndexByte(c.b[start:], '"')
	if end < 0 {
		c.ok = false
		return nil
	}
	s := c.b[start : start+end]
	if bytes.IndexByte(s, '\\') < 0 {
		c.i += end + 1
		c.ok = !control(s) && utf8.Valid(s)
		return s
	}
	*room = (*room)[:0]
	for c.i < len(c.b) {
		x := c.b[c.i]
		c.i++
		switch {
		case x == '"':
			c.ok = utf8.Valid(*room)
			return *room
		case x < 0x20:
			c.ok = false
			return nil
		case x != '\\':
			*room = append(*room, x)
		case !c.escape(room):
			c.ok = false
			return nil
		}
	}
	c.ok = false
	return nil
}

func control(s []byte) bool {
	for _, x := range s {
		if x < 0x20 {
			return true
		}
	}
	return false
}

// escape reads what follows a backslash.
func (c *lineCursor) escape(room *[]byte) bool {
	if c.i == len(c.b) {
		return false
	}
	x := c.b[c.i]
	c.i++
	switch x {
	case '"', '\\', '/':
	case 'b':
		x = '\b'
	case 'f':
		x = '\f'
	case 'n':
		x = '\n'
	case 'r':
		x = '\r'
	case 't':
		x = '\t'
	case 'u':
		if len(c.b)-c.i < 4 {
			return false
		}
		r, err := strconv.ParseUint(string(c.b[c.i:c.i+4]), 16, 16)
		if err != nil || r >= 0xd800 && r < 0xe000 {
			return false
		}
		c.i += 4
		*room = utf8.AppendRune(*room, rune(r)) //nolint:gosec // 16 bits
		return true
	default:
		return false
	}
	*room = append(*room, x)
	return true
}

// object reads over an object. What is in it is looked at when its digest was.
func (c *lineCursor) object() []byte {
	start, depth, quoted := c.i, 0, false
	for ; c.ok && c.i < len(c.b); c.i++ {
		switch x := c.b[c.i]; {
		case quoted && x == '\\':
			c.i++
		case x == '"':
			quoted = !quoted
		case quoted:
		case x == '{' || x == '[':
			depth++
		case x == '}' || x == ']':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	if !c.ok || c.i >= len(c.b) || c.b[start] != '{' {
		c.ok = false
		return nil
	}
	c.i++
	return c.b[start:c.i]
}
