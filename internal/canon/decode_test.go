package canon_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// upper is a type that judges its own JSON.
type upper string

func (u *upper) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*u = "NULL"
		return nil
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil || s != strings.ToUpper(s) {
		return fmt.Errorf("must be in capitals, not %s", b)
	}
	*u = upper(s)
	return nil
}

type base struct {
	ID     string `json:"id"`
	Hidden string `json:"-"`
}

type item struct {
	OccurredAt kaibo.Time       `json:"occurredAt"`
	Hash       kaibo.Hash       `json:"hash"`
	Metadata   map[string]any   `json:"metadata"`
	Counts     map[string]int8  `json:"counts"`
	Raw        json.RawMessage  `json:"raw"`
	Next       *item            `json:"next"`
	Pairs      [2]int           `json:"pairs"`
	Number     json.Number      `json:"number"`
	When       *kaibo.Time      `json:"when"`
	ByName     map[string]*item `json:"byName"`
}

type request struct {
	base
	Content string              `json:"content"`
	Limit   int                 `json:"limit"`
	Budget  uint16              `json:"budget"`
	Wait    bool                `json:"wait"`
	Score   float64             `json:"score"`
	Loud    upper               `json:"loud"`
	LoudPtr *upper              `json:"loudPtr"`
	Bytes   []byte              `json:"bytes"`
	Any     any                 `json:"any"`
	Names   []string            `json:"names"`
	Events  []item              `json:"events"`
	Plain   string              // named by the field
	Func    func()              `json:"func"`
	Reader  interface{ Read() } `json:"reader"`
}

func TestDecode(t *testing.T) {
	seven := kaibo.Time(7000)
	loud := upper("OK")
	for _, tc := range []struct {
		name, in string
		want     request
	}{
		{"nothing", `{}`, request{}},
		{"scalars", `{"content":"é\n","limit":-7,"budget":65535,"wait":true,"score":1e3,"Plain":"p","id":"i"}`,
			request{base: base{ID: "i"}, Content: "é\n", Limit: -7, Budget: 65535, Wait: true, Score: 1000, Plain: "p"}},
		{"own types", `{"loud":null,"loudPtr":"OK","bytes":"AQI=","names":[]}`,
			request{Loud: "NULL", LoudPtr: &loud, Bytes: []byte{1, 2}, Names: []string{}}},
		{"null where it may be", `{"loudPtr":null,"any":null,"events":[{"next":null,"raw":null,"when":null,"metadata":{"a":null}}]}`,
			request{Events: []item{{Raw: json.RawMessage("null"), Metadata: map[string]any{"a": nil}}}}},
		{"any keeps every digit", `{"any":[9007199254740993,{"a":1.50}]}`,
			request{Any: []any{json.Number("9007199254740993"), map[string]any{"a": json.Number("1.50")}}}},
		{"nested", `{"events":[{"occurredAt":"1970-01-01T01:00:07+01:00","when":"1970-01-01T00:00:07Z","counts":{"a":127},
			"raw": {"b" : [1]},"next":{"pairs":[1,2],"number":1e2},"byName":{"x":{"pairs":[3,4]}}}]}`,
			request{Events: []item{{OccurredAt: 7000, When: &seven, Counts: map[string]int8{"a": 127}, Raw: json.RawMessage(`{"b" : [1]}`),
				Next: &item{Pairs: [2]int{1, 2}, Number: "1e2"}, ByName: map[string]*item{"x": {Pairs: [2]int{3, 4}}}}}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got request
			if err := canon.Decode([]byte(tc.in), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got, cmp.AllowUnexported(request{}), cmp.Comparer(func(a, b func()) bool { return a == nil && b == nil })); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, tc := range []struct{ name, in, field, detail string }{
		{"unknown field", `{"contents":1}`, "contents", "unknown field"},
		{"unknown field, deep", `{"events":[{},{"next":{"nxt":1}}]}`, "events[1].next.nxt", "unknown field"},
		{"another case", `{"Content":"x"}`, "Content", "unknown field"},
		{"another case of an untagged field", `{"plain":"x"}`, "plain", "unknown field"},
		{"hidden field", `{"Hidden":"x"}`, "Hidden", "unknown field"},
		{"the name of the embedded struct", `{"base":{}}`, "base", "unknown field"},
		{"a name twice", `{"limit":1,"limit":2}`, "limit", "this name is there twice in one object"},
		{"a name twice in raw JSON", `{"events":[{"raw":{"a":1,"a":2}}]}`, "events[0].raw.a", "this name is there twice in one object"},
		{"trailing bytes", `{}x`, "$", "expected nothing after the JSON value, got 'x' at byte 2"},
		{"null for a string", `{"content":null}`, "content", "must not be null"},
		{"null for a list", `{"names":null}`, "names", "must not be null"},
		{"null in a list", `{"names":["a",null]}`, "names[1]", "must not be null"},
		{"null for a map", `{"events":[{"metadata":null}]}`, "events[0].metadata", "must not be null"},
		{"null for a hash", `{"events":[{"hash":null}]}`, "events[0].hash", "must not be null"},
		{"null for the whole", `null`, "$", "must not be null"},
		{"a string for a number", `{"limit":"7"}`, "limit", "expected a whole number, got a string"},
		{"a number for a string", `{"content":7}`, "content", "expected a string, got a number"},
		{"a negative number for a string", `{"content":-7}`, "content", "expected a string, got a number"},
		{"an object for a list", `{"names":{}}`, "names", "expected an array, got an object"},
		{"a list for an object", `{"events":[[]]}`, "events[0]", "expected an object, got an array"},
		{"a list for the whole", `[]`, "$", "expected an object, got an array"},
		{"a word for a number", `{"score":true}`, "score", "expected a number, got true or false"},
		{"a number for true or false", `{"wait":1}`, "wait", "expected true or false, got a number"},
		{"a string for a json.Number", `{"events":[{"number":"1"}]}`, "events[0].number", "expected a number, got a string"},
		{"a fraction", `{"limit":1.5}`, "limit", "expected a whole number without fraction or exponent, got 1.5"},
		{"an exponent", `{"limit":1e2}`, "limit", "expected a whole number without fraction or exponent, got 1e2"},
		{"too large", `{"budget":65536}`, "budget", "expected a whole number from 0 to 65535, got 65536"},
		{"below zero", `{"budget":-1}`, "budget", "expected a whole number from 0 to 65535, got -1"},
		{"too large in a map", `{"events":[{"counts":{"a":128}}]}`, "events[0].counts.a", "expected a whole number from -128 to 127, got 128"},
		{"too large for an int64", `{"limit":9223372036854775808}`, "limit", "expected a whole number from -9223372036854775808 to 9223372036854775807, got 9223372036854775808"},
		{"too large for a double", `{"score":1e400}`, "score", "the number is too large"},
		{"a time that is a number", `{"events":[{},{},{},{"occurredAt":7}]}`, "events[3].occurredAt", "a time is a string in RFC 3339"},
		{"a bad time", `{"events":[{"occurredAt":"yesterday"}]}`, "events[0].occurredAt", `"yesterday" is not a time in RFC 3339, such as 2026-07-01T09:30:00Z`},
		{"a bad time behind a pointer", `{"events":[{"when":"2026-07-01T09:30:00.0001Z"}]}`, "events[0].when", `"2026-07-01T09:30:00.0001Z" is finer than a millisecond`},
		{"a short hash", `{"events":[{"hash":"00"}]}`, "events[0].hash", "a hash has 64 hexadecimal digits, not 2"},
		{"an own type", `{"loud":"quiet"}`, "loud", `must be in capitals, not "quiet"`},
		{"base64", `{"bytes":"A"}`, "bytes", "is not base64 (the standard alphabet, padded)"},
		{"a list for base64", `{"bytes":[1]}`, "bytes", "expected a string in base64, got an array"},
		{"a short array", `{"events":[{"pairs":[1]}]}`, "events[0].pairs", "expected 2 elements, got 1"},
		{"a long array", `{"events":[{"pairs":[1,2,3]}]}`, "events[0].pairs", "expected 2 elements, got 3"},
		{"behind pointers in maps", `{"events":[{"byName":{"x y":{"pairs":["1",2]}}}]}`, "events[0].byName.x y.pairs[0]", "expected a whole number, got a string"},
		{"a func", `{"func":1}`, "func", "cannot be given"},
		{"an interface", `{"reader":{}}`, "reader", "cannot be given"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := canon.Decode([]byte(tc.in), new(request))
			if diff := cmp.Diff(kaibo.FieldError{Field: tc.field, Detail: tc.detail}, fault(t, err)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeNamesAllFaults(t *testing.T) {
	err := canon.Decode([]byte(`{"limit":"a","content":1,"events":[{"x":1,"occurredAt":true}]}`), new(request))
	var e *kaibo.Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	want := []kaibo.FieldError{
		{Field: "limit", Detail: "expected a whole number, got a string"},
		{Field: "content", Detail: "expected a string, got a number"},
		{Field: "events[0].x", Detail: "unknown field"},
		{Field: "events[0].occurredAt", Detail: "a time is a string in RFC 3339"},
	}
	if diff := cmp.Diff(want, e.Fields); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if e.Detail != "limit: expected a whole number, got a string" {
		t.Errorf("detail: %s", e.Detail)
	}
	err = canon.Decode([]byte(`{"names":[`+strings.Repeat(`1,`, 1000)+`1]}`), new(request))
	if !errors.As(err, &e) || len(e.Fields) != 16 {
		t.Errorf("a thousand faults are named as %d", len(e.Fields))
	}
	err = canon.Decode([]byte(`{"loud":"`+strings.Repeat("x", 1<<20)+`"}`), new(request))
	if f := fault(t, err); len(f.Detail) > 300 {
		t.Errorf("a detail has %d bytes", len(f.Detail))
	}
}

type shadowed struct {
	base
	ID int `json:"id"`
}

type left struct{ Same string }
type right struct{ Same string }
type ambiguous struct {
	left
	right
}

type recursive struct {
	*recursive //nolint:unused // the decoder walks it
	A          int
}

func TestDecodeEmbedded(t *testing.T) {
	var s shadowed
	if err := canon.Decode([]byte(`{"id":3}`), &s); err != nil || s.ID != 3 {
		t.Errorf("the outer field is not taken: %v, %v", s, err)
	}
	if err := canon.Decode([]byte(`{"Same":"x"}`), new(ambiguous)); err == nil || fault(t, err).Detail != "unknown field" {
		t.Errorf("of two fields one was taken: %v", err)
	}
	var r recursive
	if err := canon.Decode([]byte(`{"A":1}`), &r); err != nil || r.A != 1 {
		t.Errorf("a recursive type: %v", err)
	}
}

func TestDecodeTarget(t *testing.T) {
	for _, v := range []any{nil, request{}, (*request)(nil)} {
		if err := canon.Decode([]byte(`{}`), v); err == nil || kaibo.KindOf(err) != kaibo.Internal {
			t.Errorf("%T: %v", v, err)
		}
	}
	var n *int
	if err := canon.Decode([]byte(`7`), &n); err != nil || *n != 7 {
		t.Errorf("a pointer to a pointer: %v", err)
	}
	var raw json.RawMessage
	if err := canon.Decode([]byte(` {"a" : 1} `), &raw); err != nil || string(raw) != `{"a" : 1}` {
		t.Errorf("raw: %s, %v", raw, err)
	}
}

// What is accepted is what encoding/json reads, value for value.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{"events":[{"occurredAt":"2026-07-01T09:30:00Z","pairs":[1,2],"counts":{"a":1},"byName":{"x":null}}]}`,
		`{"content":"\u0061","limit":1,"budget":2,"wait":true,"score":1.5,"any":[1,null],"bytes":"AQI=","Plain":""}`,
		`{"Content":1}`, `{"loud":null,"loudPtr":"A","id":"x"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got, want request
		if err := canon.Decode(data, &got); err != nil {
			fault(t, err)
			return
		}
		dec := json.NewDecoder(strings.NewReader(string(data)))
		dec.UseNumber()
		dec.DisallowUnknownFields()
		if err := dec.Decode(&want); err != nil {
			t.Fatalf("Decode accepts what encoding/json refuses: %v", err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(request{}), cmp.Comparer(func(a, b func()) bool { return a == nil && b == nil })); diff != "" {
			t.Fatalf("(-encoding/json +Decode):\n%s", diff)
		}
	})
}
