package canon_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func TestDetails(t *testing.T) {
	for _, tc := range []struct {
		name string
		in   kaibo.Details
		want string
	}{
		{"none", kaibo.Details{}, `{}`},
		{"empty ones are absent", kaibo.Details{Initiatives: []string{}, Metadata: map[string]any{}}, `{}`},
		{"all", kaibo.Details{Actor: "ana", Role: "user", Initiatives: []string{"launch", "b"}, ContentType: "text/plain",
			Metadata: map[string]any{"thread": "T-9", "n": 3}},
			`{"actor":"ana","contentType":"text/plain","initiatives":["launch","b"],"metadata":{"n":3,"thread":"T-9"},"role":"user"}`},
		{"every kind of integer", kaibo.Details{Metadata: map[string]any{
			"a": 7, "b": int64(7), "c": json.Number("7"), "d": 7.0, "e": kaibo.MaxSafeInteger, "f": -kaibo.MaxSafeInteger, "g": math.Copysign(0, -1)}},
			`{"metadata":{"a":7,"b":7,"c":7,"d":7,"e":9007199254740991,"f":-9007199254740991,"g":0}}`},
		{"an integer is no string", kaibo.Details{Metadata: map[string]any{"a": "7"}}, `{"metadata":{"a":"7"}}`},
		{"text as it is", kaibo.Details{Actor: "<Ána>\u2028\ufffd\x00"}, "{\"actor\":\"<Ána>\u2028\ufffd\\u0000\"}"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := canon.Details(tc.in)
			if err != nil || string(got) != tc.want {
				t.Errorf("got  %s (%v)\nwant %s", got, err, tc.want)
			}
		})
	}
}

func TestDetailsRefuses(t *testing.T) {
	meta := func(v any) kaibo.Details { return kaibo.Details{Metadata: map[string]any{"k": v}} }
	for name, tc := range map[string]struct {
		in    kaibo.Details
		field string
	}{
		"a fraction":           {meta(1.5), "metadata.k"},
		"NaN":                  {meta(math.NaN()), "metadata.k"},
		"infinity":             {meta(math.Inf(1)), "metadata.k"},
		"2^53":                 {meta(int64(1) << 53), "metadata.k"},
		"-2^53":                {meta(-(int64(1) << 53)), "metadata.k"},
		"2^53 as a double":     {meta(float64(1 << 53)), "metadata.k"},
		"2^53 as a number":     {meta(json.Number("9007199254740992")), "metadata.k"},
		"a fraction as number": {meta(json.Number("1.5")), "metadata.k"},
		"a huge number":        {meta(json.Number("1" + strings.Repeat("0", 400))), "metadata.k"},
		"true":                 {meta(true), "metadata.k"},
		"null":                 {meta(nil), "metadata.k"},
		"an array":             {meta([]any{}), "metadata.k"},
		"an object":            {meta(map[string]any{}), "metadata.k"},
		"value not UTF-8":      {meta("\xff"), "metadata.k"},
		"key not UTF-8":        {kaibo.Details{Metadata: map[string]any{"\xff": 1}}, "metadata"},
		"actor not UTF-8":      {kaibo.Details{Actor: "\xff"}, "actor"},
		"initiative not UTF-8": {kaibo.Details{Initiatives: []string{"a", "\xff"}}, "initiatives[1]"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := canon.Details(tc.in)
			if err == nil {
				t.Fatalf("became %s", got)
			}
			if f := fault(t, err); f.Field != tc.field {
				t.Errorf("names %q, want %q (%v)", f.Field, tc.field, err)
			}
		})
	}
}

func TestDetailsDoesNotChangeItsArgument(t *testing.T) {
	metadata := map[string]any{"a": 7.0}
	if _, err := canon.Details(kaibo.Details{Metadata: metadata}); err != nil {
		t.Fatal(err)
	}
	if metadata["a"] != 7.0 {
		t.Errorf("a is now %T", metadata["a"])
	}
}

func TestParseDetails(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := kaibo.Details{
			Actor:       rapid.String().Draw(rt, "actor"),
			Role:        rapid.String().Draw(rt, "role"),
			ContentType: rapid.String().Draw(rt, "type"),
		}
		if names := rapid.SliceOf(rapid.String()).Draw(rt, "initiatives"); len(names) > 0 {
			want.Initiatives = names
		}
		value := rapid.OneOf(rapid.String().AsAny(), rapid.Int64Range(-kaibo.MaxSafeInteger, kaibo.MaxSafeInteger).AsAny())
		if m := rapid.MapOf(rapid.String(), value).Draw(rt, "metadata"); len(m) > 0 {
			want.Metadata = m
		}
		form, err := canon.Details(want)
		if err != nil {
			rt.Fatal(err)
		}
		got, err := canon.ParseDetails(form)
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("(-want +got):\n%s", diff)
		}
	})
	for _, s := range []string{``, `[]`, `{"actor":1}`, `{"Actor":"a"}`, `{"metadata":{"a":1.5}}`, `{"metadata":{"a":9007199254740992}}`, `{"metadata":{"a":-9007199254740992}}`,
		`{"metadata":{"a":null}}`, `{"metadata":{"a":{}}}`, `{"x":1}`} {
		if d, err := canon.ParseDetails([]byte(s)); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%s: became %v (%v)", s, d, err)
		}
	}
}

// FuzzParseDetails: what is read is written the same, or is no details.
func FuzzParseDetails(f *testing.F) {
	f.Add([]byte(`{"actor":"ana","initiatives":["a"],"metadata":{"n":-5,"s":"x"},"role":"user","within":["ini_a"]}`))
	f.Add([]byte(`{"metadata":{"n":1e3}}`))
	f.Add([]byte(`{"metadata":{"n":9007199254740993}}`))
	f.Add([]byte(`{"actor":"\ud800"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := canon.ParseDetails(data)
		if err != nil {
			return
		}
		once, err := canon.Details(d)
		if err != nil {
			t.Fatalf("%s is read and cannot be written: %v", data, err)
		}
		d, err = canon.ParseDetails(once)
		if err != nil {
			t.Fatalf("%s: %v", once, err)
		}
		if twice, err := canon.Details(d); err != nil || string(twice) != string(once) {
			t.Errorf("%s becomes %s, %v", once, twice, err)
		}
	})
}
