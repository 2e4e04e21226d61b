package imports

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// element is one piece of a JSON document: an element of an array. Err says that
// it is too large to be held; then Raw is empty.
type element struct {
	Key   string // of the array in the document's object; empty where the document is the array
	Index int    // in the array, from 0
	Raw   json.RawMessage
	Err   error
}

// elements walks a JSON document piece by piece: the elements of the array that
// it is, or of the arrays that its object has under the given keys. Other
// values are passed over. Only brackets, quotes and commas are looked at, so
// that a damaged element is its own loss as long as they stand.
func elements(r io.Reader, keys []string, each func(element) error) error {
	s := &scanner{in: bufio.NewReaderSize(r, 64<<10)}
	if b, err := s.in.Peek(3); err == nil && bytes.Equal(b, []byte("\xef\xbb\xbf")) {
		_, _ = s.in.Discard(3) // it was peeked
	}
	c, err := s.next()
	if err != nil {
		return &brokenError{errors.New("the file is empty")}
	}
	switch c {
	case '[':
		return s.array("", each)
	case '{':
		if len(keys) > 0 {
			return s.object(keys, each)
		}
		raw, err := s.value(c, true)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return cutShort(0)
		}
		return each(element{Raw: raw, Err: err})
	}
	return &brokenError{fmt.Errorf("a JSON array or object was expected, not %q", c)}
}

// scanner splits JSON without reading it.
type scanner struct{ in *bufio.Reader }

// next reads the next byte that is no space.
func (s *scanner) next() (byte, error) {
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return 0, err
		}
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c, nil
		}
	}
}

// array hands over the elements of an array whose bracket was read.
func (s *scanner) array(key string, each func(element) error) error {
	for index := 0; ; index++ {
		c, err := s.next()
		if err != nil {
			return cutShort(index)
		}
		if c == ']' && index == 0 {
			return nil
		}
		var e element
		e.Key, e.Index = key, index
		e.Raw, e.Err = s.value(c, true)
		if errors.Is(e.Err, io.ErrUnexpectedEOF) {
			return cutShort(index)
		}
		if err := each(e); err != nil {
			return err
		}
		c, err = s.next()
		switch {
		case err != nil:
			return cutShort(index)
		case c == ']':
			return nil
		case c != ',':
			return &brokenError{fmt.Errorf("a comma was expected after element %d, not %q", index, c)}
		}
	}
}

func cutShort(index int) error {
	return &brokenError{fmt.Errorf("the file ends in or after element %d", index)}
}

// object hands over the elements of the wanted arrays of an object whose brace
// was read.
func (s *scanner) object(keys []string, each func(element) error) error {
	found := false
	for first := true; ; first = false {
		c, err := s.next()
		if err != nil {
			return &brokenError{errors.New("the file ends in an object")}
		}
		if c == '}' && first {
			return noList(keys, found)
		}
		raw, err := s.value(c, true)
		var key string
		if err != nil || json.Unmarshal(raw, &key) != nil {
			return &brokenError{errors.New("the name of a field was expected")}
		}
		if c, err = s.next(); err != nil || c != ':' {
			return &brokenError{fmt.Errorf("a colon was expected after %.40q", key)}
		}
		if c, err = s.next(); err != nil {
			return &brokenError{errors.New("the file ends in an object")}
		}
		if c == '[' && slices.Contains(keys, key) {
			found = true
			err = s.array(key, each)
		} else if _, err = s.value(c, false); errors.Is(err, io.ErrUnexpectedEOF) {
			err = &brokenError{errors.New("the file ends in an object")}
		}
		if err != nil {
			return err
		}
		if c, err = s.next(); err == nil && c == '}' {
			return noList(keys, found)
		}
		if err != nil || c != ',' {
			return &brokenError{errors.New("a comma was expected between fields")}
		}
	}
}

// noList is the error of an object without any of the lists; nil when one was
// found.
func noList(keys []string, found bool) error {
	if found {
		return nil
	}
	return &brokenError{fmt.Errorf("it has no list named %s", strings.Join(keys, " or "))}
}

// errPiece says that a piece is too large to be held.
var errPiece = fmt.Errorf("it is larger than %d bytes, the limit of one piece", MaxPiece)

// value reads one value whose first byte is c, and answers it when keep is set.
// A value over MaxPiece is read to its end and answered as errPiece.
func (s *scanner) value(c byte, keep bool) (raw []byte, err error) {
	size, depth := 0, 0
	quoted, escaped := false, false
	for {
		size++
		if keep && size <= MaxPiece {
			raw = append(raw, c)
		}
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		if depth <= 0 && !quoted && (c == '"' || c == '}' || c == ']' || s.scalarEnds()) {
			break
		}
		if c, err = s.in.ReadByte(); err != nil {
			return nil, io.ErrUnexpectedEOF
		}
	}
	if keep && size > MaxPiece {
		return nil, errPiece
	}
	return raw, nil
}

// scalarEnds reports whether the byte after the one that was read ends a number
// or a word. The end of the file does.
func (s *scanner) scalarEnds() bool {
	b, err := s.in.Peek(1)
	if err != nil {
		return true
	}
	switch b[0] {
	case ',', ']', '}', ' ', '\t', '\n', '\r', ':':
		return true
	}
	return false
}

// lines hands over the lines of a file, numbered from 1, without their ends.
// Blank ones are left out. A line over MaxPiece comes as an error of its own.
func lines(r io.Reader, each func(number int, line []byte, err error) error) error {
	in := bufio.NewReaderSize(r, 64<<10)
	for number := 1; ; number++ {
		line, err := readLine(in)
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		ended := errors.Is(err, io.EOF)
		tooLong := errors.Is(err, errPiece)
		if err != nil && !ended && !tooLong {
			return &brokenError{err}
		}
		if tooLong {
			if err := each(number, nil, err); err != nil {
				return err
			}
		} else if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := each(number, line, nil); err != nil {
				return err
			}
		}
		if ended {
			return nil
		}
	}
}

// readLine reads to the end of a line. One that is too long is read to its end
// and answered as errPiece.
func readLine(in *bufio.Reader) ([]byte, error) { return readUntil(in, '\n') }

// readUntil is readLine for pieces that end with another byte.
func readUntil(in *bufio.Reader, end byte) ([]byte, error) {
	var line []byte
	size := 0
	for {
		part, err := in.ReadSlice(end)
		if size += len(part); size <= MaxPiece {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if size > MaxPiece && (err == nil || errors.Is(err, io.EOF)) {
			return nil, errPiece
		}
		return line, err
	}
}
