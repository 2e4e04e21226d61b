package canon

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// MaxDepth is how deep arrays and objects may nest. The contract's deepest
// value has 6 levels; the rest is room for clients, and a bound on recursion.
const MaxDepth = 64

// Check reports whether data is one strict JSON value (RFC 8259, and of RFC
// 7493 what concerns names and strings): UTF-8 without a byte-order mark, no
// name twice in an object once escapes are undone, no escape of half a
// surrogate pair, at most [MaxDepth] levels, and nothing but white space
// around the value.
//
// The error is a *kaibo.Error of kind Invalid. Its Fields name the path of the
// value at fault, such as events[3].metadata.thread; "$" is the whole.
//
// Numbers are checked for grammar only. How large they may be depends on what
// they are read into; see [Canonical] and [Decode].
func Check(data []byte) error { return check(data, false) }

// check is Check; with canonical it also holds what Canonical demands.
func check(data []byte, canonical bool) error {
	s := scanner{data: data, canonical: canonical}
	s.space()
	if err := s.value(0); err != nil {
		return err
	}
	s.space()
	if s.pos < len(data) {
		s.path = s.path[:0]
		return s.fault("expected nothing after the JSON value, got %s", s.here())
	}
	return nil
}

// scanner walks one JSON text. path leads to the value being read.
type scanner struct {
	data      []byte
	pos       int
	path      []step
	canonical bool
}

// fault makes the error of the value being read.
func (s *scanner) fault(format string, args ...any) error {
	return newFault(pathOf(s.path), fmt.Sprintf(format, args...))
}

// newFault makes an Invalid error about one path.
func newFault(path, detail string) *kaibo.Error {
	e := kaibo.InvalidField(path, "%s", detail)
	if path == root {
		e.Detail = detail
	}
	return e
}

// here describes the next byte for a person.
func (s *scanner) here() string {
	if s.pos >= len(s.data) {
		return "the end of the text"
	}
	if c := s.data[s.pos]; c >= utf8.RuneSelf {
		r, _ := utf8.DecodeRune(s.data[s.pos:])
		return fmt.Sprintf("%q at byte %d", r, s.pos)
	}
	return fmt.Sprintf("%q at byte %d", s.data[s.pos], s.pos)
}

func (s *scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// next skips white space and returns the byte that follows, or 0 at the end.
func (s *scanner) next() byte {
	s.space()
	if s.pos < len(s.data) {
		return s.data[s.pos]
	}
	return 0
}

// value reads one value at a depth, the outermost being at 0.
func (s *scanner) value(depth int) error {
	c := s.next()
	if (c == '{' || c == '[') && depth >= MaxDepth {
		return s.fault("arrays and objects may nest at most %d deep", MaxDepth)
	}
	switch {
	case c == '{':
		return s.object(depth)
	case c == '[':
		return s.array(depth)
	case c == '"':
		_, err := s.str()
		return err
	case c == 't':
		return s.literal("true")
	case c == 'f':
		return s.literal("false")
	case c == 'n':
		return s.literal("null")
	case c == '-' || '0' <= c && c <= '9':
		return s.number()
	}
	return s.fault("expected a JSON value, got %s", s.here())
}

func (s *scanner) literal(word string) error {
	if !bytes.HasPrefix(s.data[s.pos:], []byte(word)) {
		return s.fault("expected a JSON value, got %s", s.here())
	}
	s.pos += len(word)
	return nil
}

func (s *scanner) array(depth int) error {
	s.pos++
	if s.next() == ']' {
		s.pos++
		return nil
	}
	s.path = append(s.path, step{index: 0})
	for i := 0; ; i++ {
		s.path[len(s.path)-1].index = i
		if err := s.value(depth + 1); err != nil {
			return err
		}
		switch s.next() {
		case ',':
			s.pos++
		case ']':
			s.pos++
			s.path = s.path[:len(s.path)-1]
			return nil
		default:
			return s.fault("expected ',' or ']' after it, got %s", s.here())
		}
	}
}

func (s *scanner) object(depth int) error {
	s.pos++
	if s.next() == '}' {
		s.pos++
		return nil
	}
	var seen names
	for {
		if err := s.name(&seen); err != nil {
			return err
		}
		if err := s.value(depth + 1); err != nil {
			return err
		}
		switch s.next() {
		case ',':
			s.pos++
			s.path = s.path[:len(s.path)-1]
		case '}':
			s.pos++
			s.path = s.path[:len(s.path)-1]
			return nil
		default:
			return s.fault("expected ',' or '}' after it, got %s", s.here())
		}
	}
}

// name reads a name and its colon, and lengthens the path by it.
func (s *scanner) name(seen *names) error {
	if s.next() != '"' {
		return s.fault("expected a name in double quotes, got %s", s.here())
	}
	raw, err := s.str()
	if err != nil {
		return err
	}
	name := unquote(raw)
	s.path = append(s.path, step{name: name, index: -1})
	if !seen.add(name) {
		return s.fault("this name is there twice in one object")
	}
	if s.canonical && seen.len() > MaxMembers {
		return s.fault("an object may have at most %d members here", MaxMembers)
	}
	if s.next() != ':' {
		return s.fault("expected ':' after the name, got %s", s.here())
	}
	s.pos++
	return nil
}

// names is a set of names; small ones, which nearly all are, need no map.
type names struct {
	list []string
	set  map[string]struct{}
}

func (n *names) len() int { return len(n.list) }

// add reports whether the name was new.
func (n *names) add(name string) bool {
	if n.set == nil {
		for _, have := range n.list {
			if have == name {
				return false
			}
		}
		if len(n.list) == 16 {
			n.set = make(map[string]struct{}, 64)
			for _, have := range n.list {
				n.set[have] = struct{}{}
			}
		}
	}
	if n.set != nil {
		if _, ok := n.set[name]; ok {
			return false
		}
		n.set[name] = struct{}{}
	}
	n.list = append(n.list, name)
	return true
}
