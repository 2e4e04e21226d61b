package canon

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// maxFaults is how many faulty fields one error names: enough to mend a
// request in one go, few enough that a hostile one has a short answer.
const maxFaults = 16

// maxDetail is how many bytes of a detail are shown: a type's own error may
// repeat the whole value.
const maxDetail = 256

// Decode reads one strict JSON value ([Check]) into what v points to.
//
// It differs from encoding/json in what it refuses: a name that is not exactly
// a field's (case counts), null for anything but a pointer, an interface or a
// type with its own UnmarshalJSON, a fraction or an exponent for an integer, an
// array of another length for a Go array. Numbers in an interface become
// json.Number, so that no digit is lost. Struct tags mean what they mean to
// encoding/json, except that the option "string" is not understood.
//
// The error is a *kaibo.Error of kind Invalid whose Fields name up to 16 paths
// at fault; "$" is the whole. The error of a type's own UnmarshalJSON or
// UnmarshalText is shown as the detail of its field, so it must be fit for a
// client to read. Both may be called twice. After an error nothing is promised
// of what v points to.
func Decode(data []byte, v any) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return &kaibo.Error{Op: "decode JSON", Err: fmt.Errorf("the target %T is not a pointer", v)}
	}
	if err := Check(data); err != nil {
		return err
	}
	m := matcher{scanner: scanner{data: data}}
	m.match(target.Type().Elem())
	if len(m.faults) > 0 {
		e := newFault(m.faults[0].Field, m.faults[0].Detail)
		e.Fields = m.faults
		return e
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(v); err != nil {
		return &kaibo.Error{Op: "decode JSON", Kind: kaibo.Invalid, Detail: "the JSON has not the expected form", Err: err}
	}
	return nil
}

// matcher walks a JSON text that passed Check beside the type it is to be
// decoded into, and notes each place where they differ.
type matcher struct {
	scanner
	faults []kaibo.FieldError
}

func (m *matcher) note(format string, args ...any) {
	if len(m.faults) < maxFaults {
		detail := shorten(fmt.Sprintf(format, args...), maxDetail)
		m.faults = append(m.faults, kaibo.FieldError{Field: pathOf(m.path), Detail: detail})
	}
}

// skip reads a value without looking at it.
func (m *matcher) skip() []byte {
	m.space()
	start := m.pos
	depth := len(m.path)
	if err := m.value(0); err != nil {
		panic("canon: a checked text does not scan: " + err.Error())
	}
	m.path = m.path[:depth]
	return m.data[start:m.pos]
}

var (
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	numberType      = reflect.TypeFor[json.Number]()
)

// match compares the next value with a type.
func (m *matcher) match(t reflect.Type) {
	if reflect.PointerTo(t).Implements(jsonUnmarshaler) && t.Kind() != reflect.Pointer {
		m.own(t)
		return
	}
	if m.next() == 'n' {
		m.skip()
		if t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
			m.note("must not be null")
		}
		return
	}
	if reflect.PointerTo(t).Implements(textUnmarshaler) && t.Kind() != reflect.Pointer {
		m.text(t)
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		m.match(t.Elem())
	case reflect.Struct:
		m.structure(t)
	case reflect.Map:
		m.mapping(t)
	case reflect.Slice, reflect.Array:
		m.sequence(t)
	default:
		m.scalar(t)
	}
}

// own lets a type's UnmarshalJSON judge.
func (m *matcher) own(t reflect.Type) {
	raw := m.skip()
	if err := reflect.New(t).Interface().(json.Unmarshaler).UnmarshalJSON(raw); err != nil {
		m.note("%s", err)
	}
}

// text lets a type's UnmarshalText judge a string.
func (m *matcher) text(t reflect.Type) {
	if !m.expect('"', "a string") {
		return
	}
	s := unquote(m.skip())
	if err := reflect.New(t).Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s)); err != nil {
		m.note("%s", err)
	}
}

// expect notes and skips a value that does not begin with c.
func (m *matcher) expect(c byte, want string) bool {
	if m.next() == c {
		return true
	}
	m.note("expected %s, got %s", want, kindAt(m.next()))
	m.skip()
	return false
}

// kindAt names the kind of the value that begins with c.
func kindAt(c byte) string {
	switch c {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}

// members calls each with the name of every member; each reads the value.
func (m *matcher) members(each func(name string)) {
	m.pos++
	for m.next() != '}' {
		raw, _ := m.str()
		name := unquote(raw)
		m.next()
		m.pos++ // the colon
		m.path = append(m.path, step{name: name, index: -1})
		each(name)
		m.path = m.path[:len(m.path)-1]
		if m.next() == ',' {
			m.pos++
		}
	}
	m.pos++
}

func (m *matcher) structure(t reflect.Type) {
	if !m.expect('{', "an object") {
		return
	}
	fields := fieldsOf(t)
	m.members(func(name string) {
		field, ok := fields[name]
		if !ok {
			m.note("unknown field")
			m.skip()
			return
		}
		m.match(field)
	})
}

func (m *matcher) mapping(t reflect.Type) {
	if !m.expect('{', "an object") {
		return
	}
	m.members(func(string) { m.match(t.Elem()) })
}

func (m *matcher) sequence(t reflect.Type) {
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
		m.bytes()
		return
	}
	if !m.expect('[', "an array") {
		return
	}
	m.pos++
	n := 0
	for ; m.next() != ']'; n++ {
		m.path = append(m.path, step{index: n})
		m.match(t.Elem())
		m.path = m.path[:len(m.path)-1]
		if m.next() == ',' {
			m.pos++
		}
	}
	m.pos++
	if t.Kind() == reflect.Array && n != t.Len() {
		m.note("expected %d elements, got %d", t.Len(), n)
	}
}

// bytes reads what encoding/json puts into a []byte.
func (m *matcher) bytes() {
	if !m.expect('"', "a string in base64") {
		return
	}
	if _, err := base64.StdEncoding.DecodeString(unquote(m.skip())); err != nil {
		m.note("is not base64 (the standard alphabet, padded)")
	}
}

func (m *matcher) scalar(t reflect.Type) {
	switch k := t.Kind(); {
	case k == reflect.Interface:
		m.skip()
		if t.NumMethod() > 0 {
			m.note("cannot be given")
		}
	case t == numberType:
		m.numeral("a number")
	case k == reflect.String:
		if m.expect('"', "a string") {
			m.skip()
		}
	case k == reflect.Bool:
		if c := m.next(); c == 't' || c == 'f' {
			m.skip()
		} else {
			m.expect('t', "true or false")
		}
	case k >= reflect.Int && k <= reflect.Int64:
		m.signed(t)
	case k >= reflect.Uint && k <= reflect.Uint64:
		m.unsigned(t)
	case k == reflect.Float32 || k == reflect.Float64:
		text, ok := m.numeral("a number")
		if _, err := strconv.ParseFloat(text, t.Bits()); ok && err != nil {
			m.note("the number is too large")
		}
	default:
		m.skip()
		m.note("cannot be given")
	}
}

// numeral reads a number as it is written.
func (m *matcher) numeral(want string) (string, bool) {
	if c := m.next(); c != '-' && (c < '0' || c > '9') {
		m.note("expected %s, got %s", want, kindAt(c))
		m.skip()
		return "", false
	}
	return string(m.skip()), true
}

func (m *matcher) signed(t reflect.Type) {
	text, ok := m.numeral("a whole number")
	if !ok {
		return
	}
	low := int64(-1) << (t.Bits() - 1)
	if _, err := strconv.ParseInt(text, 10, t.Bits()); err != nil {
		m.noInteger(text, strconv.FormatInt(low, 10), strconv.FormatInt(^low, 10))
	}
}

func (m *matcher) unsigned(t reflect.Type) {
	text, ok := m.numeral("a whole number")
	if !ok {
		return
	}
	high := ^uint64(0) >> (64 - t.Bits())
	if _, err := strconv.ParseUint(text, 10, t.Bits()); err != nil {
		m.noInteger(text, "0", strconv.FormatUint(high, 10))
	}
}

// noInteger notes why a number does not fit an integer type.
func (m *matcher) noInteger(text, low, high string) {
	text = shorten(text, maxPathName)
	if strings.ContainsAny(text, ".eE") {
		m.note("expected a whole number without fraction or exponent, got %s", text)
		return
	}
	m.note("expected a whole number from %s to %s, got %s", low, high, text)
}
