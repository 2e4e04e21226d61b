package canon_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// fault returns the first field error of an Invalid error.
func fault(t testing.TB, err error) kaibo.FieldError {
	t.Helper()
	var e *kaibo.Error
	if !errors.As(err, &e) || e.Kind != kaibo.Invalid || len(e.Fields) == 0 {
		t.Fatalf("got %v, want an Invalid error with a field", err)
	}
	return e.Fields[0]
}

func nested(depth int) string {
	return strings.Repeat(`[{"a":`, depth/2) + strings.Repeat("[", depth%2) + strings.Repeat("]", depth%2) +
		map[bool]string{true: "1"}[depth%2 == 0] + strings.Repeat("}]", depth/2)
}

func TestCheckAccepts(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `""`, `0`, `-0`, `null`, `true`, `false`, ` {"a" : [ 1 , "b" ] } ` + "\r\n\t",
		`1.5e+10`, `1E-2`, `0.0`, `-0.5`, `1e400`, `123456789012345678901234567890`,
		`"\u0000\b\f\n\r\t\/\\\""`, `"\ud83d\ude00"`, `"\uD83D\uDE00"`, `"é€😀"`, `"\u007f"`, "\"\x7f\"", `"\uffff"`,
		`{"a":{"a":1},"b":{"a":1}}`, `{"A":1,"a":2}`, `{"":1}`, `{"\u00e9":1,"e\u0301":2}`,
		nested(canon.MaxDepth),
	} {
		if err := canon.Check([]byte(text)); err != nil {
			t.Errorf("%.80s: %v", text, err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for _, tc := range []struct{ name, text, field, detail string }{
		{"nothing", ``, "$", "the end of the text"},
		{"only white space", " \n", "$", "the end of the text"},
		{"a byte-order mark", "\ufeff{}", "$", "expected a JSON value"},
		{"trailing bytes", `{} {}`, "$", "nothing after"},
		{"trailing comma", `{},`, "$", "nothing after"},
		{"trailing zero byte", "{}\x00", "$", "nothing after"},
		{"a name twice", `{"a":1,"b":2,"a":3}`, "a", "twice"},
		{"a name twice by an escape", `{"a":1,"\u0061":3}`, "a", "twice"},
		{"a name twice by a pair", `{"😀":1,"\ud83d\ude00":3}`, "😀", "twice"},
		{"a name twice, deep", `{"x":[0,{"y":{"k":1,"k":1}}]}`, "x[1].y.k", "twice"},
		{"a name twice among many", `{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"3":1}`, "3", "twice"},
		{"half a pair", `{"s":"\ud83d"}`, "s", "surrogate"},
		{"the other half", `["\ude00"]`, "$[0]", "surrogate"},
		{"two first halves", `"\ud83d\ud83d"`, "$", "surrogate"},
		{"halves the wrong way", `"\ude00\ud83d"`, "$", "surrogate"},
		{"half a pair and text", `"\ud83dx"`, "$", "surrogate"},
		{"half a pair in a name", `{"\ud83d":1}`, "$", "surrogate"},
		{"not UTF-8", "{\"a\":\"\xff\"}", "a", "UTF-8"},
		{"an overlong form", "\"\xc0\x80\"", "$", "UTF-8"},
		{"a surrogate in UTF-8", "\"\xed\xa0\x80\"", "$", "UTF-8"},
		{"not UTF-8 in a name", "{\"\xff\":1}", "$", "UTF-8"},
		{"a control character", "\"a\nb\"", "$", "control character"},
		{"an unknown escape", `"\x41"`, "$", "escape"},
		{"a short escape", `"\u12"`, "$", "hexadecimal"},
		{"a string without end", `["a`, "$[0]", "no end"},
		{"an escape without end", `"\`, "$", "no end"},
		{"a leading zero", `{"n":01}`, "n", "not a number"},
		{"a leading plus", `+1`, "$", "expected a JSON value"},
		{"no digit before the point", `.5`, "$", "expected a JSON value"},
		{"no digit after the point", `5.`, "$", "after its point"},
		{"no digit in the exponent", `5e+`, "$", "exponent"},
		{"only a sign", `-`, "$", "digit"},
		{"underscores", `1_000`, "$", "not a number"},
		{"hexadecimal", `0x10`, "$", "not a number"},
		{"NaN", `[NaN]`, "$[0]", "expected a JSON value"},
		{"Infinity", `-Infinity`, "$", "digit"},
		{"a word", `nul`, "$", "expected a JSON value"},
		{"a word in capitals", `True`, "$", "expected a JSON value"},
		{"single quotes", `{'a':1}`, "$", "double quotes"},
		{"no quotes", `{a:1}`, "$", "double quotes"},
		{"a comma too many", `[1,]`, "$[1]", "expected a JSON value"},
		{"a comma too many in an object", `{"a":1,}`, "$", "double quotes"},
		{"no comma", `[1 2]`, "$[0]", "',' or ']'"},
		{"no colon", `{"a" 1}`, "a", "':'"},
		{"no end", `{"a":[1`, "a[0]", "the end of the text"},
		{"a comment", `{/**/}`, "$", "double quotes"},
		{"too deep", nested(canon.MaxDepth + 1), "", "at most 64 deep"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := fault(t, canon.Check([]byte(tc.text)))
			if !strings.Contains(f.Detail, tc.detail) || tc.field != "" && f.Field != tc.field {
				t.Errorf("got %q: %q, want %q: … %s …", f.Field, f.Detail, tc.field, tc.detail)
			}
		})
	}
}

// A hostile name comes back only in part.
func TestCheckErrorIsShort(t *testing.T) {
	long := strings.Repeat("né", 1<<16)
	err := canon.Check([]byte(`{"` + long + `":{"` + long + `":x}}`))
	if f := fault(t, err); len(f.Field) > 200 || !strings.HasSuffix(f.Field, "…") || !json.Valid([]byte(`"`+f.Field+`"`)) {
		t.Errorf("the path has %d bytes: %.100q", len(f.Field), f.Field)
	}
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{`{"a":[1,-0.5e3,"\ud83d\ude00",null]}`, `{"a":1,"\u0061":2}`, `[01]`, "\"\xff\"", nested(64), nested(65)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		err := canon.Check(data)
		if err == nil && !json.Valid(data) {
			t.Fatal("accepted what encoding/json calls invalid")
		}
		if err != nil {
			fault(t, err)
		}
	})
}
