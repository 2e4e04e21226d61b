package canon_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cyberphone/json-canonicalization/go/src/webpki.org/jsoncanonicalizer"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// The number samples of RFC 8785, appendix B. Canonical refuses the integers
// beyond ±(2^53-1) among them, which is kaibo's own rule.
func TestNumbersOfRFC8785(t *testing.T) {
	for _, tc := range []struct {
		bits    uint64
		want    string
		refused bool
	}{
		{0x0000000000000000, "0", false},
		{0x8000000000000000, "0", false},
		{0x0000000000000001, "5e-324", false},
		{0x8000000000000001, "-5e-324", false},
		{0x7fefffffffffffff, "1.7976931348623157e+308", false},
		{0xffefffffffffffff, "-1.7976931348623157e+308", false},
		{0x4340000000000000, "9007199254740992", true},
		{0xc340000000000000, "-9007199254740992", true},
		{0x4430000000000000, "295147905179352830000", true},
		{0x44b52d02c7e14af5, "9.999999999999997e+22", false},
		{0x44b52d02c7e14af6, "1e+23", false},
		{0x44b52d02c7e14af7, "1.0000000000000001e+23", false},
		{0x444b1ae4d6e2ef4e, "999999999999999700000", true},
		{0x444b1ae4d6e2ef4f, "999999999999999900000", true},
		{0x444b1ae4d6e2ef50, "1e+21", false},
		{0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7", false},
		{0x3eb0c6f7a0b5ed8d, "0.000001", false},
		{0x41b3de4355555553, "333333333.3333332", false},
		{0x41b3de4355555554, "333333333.33333325", false},
		{0x41b3de4355555555, "333333333.3333333", false},
		{0x41b3de4355555556, "333333333.3333334", false},
		{0x41b3de4355555557, "333333333.33333343", false},
		{0xbecbf647612f3696, "-0.0000033333333333333333", false},
		{0x43143ff3c1cb0959, "1424953923781206.2", false},
	} {
		f := math.Float64frombits(tc.bits)
		if got, err := jsoncanonicalizer.NumberToJSON(f); err != nil || got != tc.want {
			t.Errorf("%016x: the library writes %s (%v), want %s", tc.bits, got, err, tc.want)
		}
		got, err := canon.Canonical([]byte(strconv.FormatFloat(f, 'e', 17, 64)))
		if tc.refused {
			if err == nil {
				t.Errorf("%016x: %s was accepted", tc.bits, got)
			}
			continue
		}
		if err != nil || string(got) != tc.want {
			t.Errorf("%016x: got %s (%v), want %s", tc.bits, got, err, tc.want)
		}
	}
}

func TestCanonical(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"RFC 8785, 3.2.2", `{
			"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
			"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
			"literals": [null, true, false]
		}`, `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
			`"string":"€$\u000f\nA'B\"\\\\\"/"}`},
		{"RFC 8785, 3.2.3", `{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",
			"1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
			"{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\"," +
				"\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}"},
		{"objects in arrays", `[ {"b":[{}],"a":{"d":1,"c":[]}} ]`, `[{"a":{"c":[],"d":1},"b":[{}]}]`},
		{"a string alone", ` "\u00e9\u2028<>&" `, "\"é\u2028<>&\""},
		{"a number alone", `-0.0`, `0`},
		{"null alone", "\tnull\n", `null`},
		{"control characters", `"\u0000\b\t\n\u000b\f\r\u001f\u007f"`, "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\x7f\""},
		{"the largest integers", `[9007199254740991,-9007199254740991]`, `[9007199254740991,-9007199254740991]`},
		{"a small exponent", `[1e3,1.0,12e-1]`, `[1000,1,1.2]`},
		{"the prefix first", `{"aa":1,"a":2,"":3}`, `{"":3,"a":2,"aa":1}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := canon.Canonical([]byte(tc.in))
			if err != nil || string(got) != tc.want {
				t.Errorf("got  %s (%v)\nwant %s", got, err, tc.want)
			}
		})
	}
}

func TestCanonicalRefuses(t *testing.T) {
	many := new(strings.Builder)
	for i := range canon.MaxMembers + 1 {
		fmt.Fprintf(many, `,"%d":0`, i)
	}
	for _, tc := range []struct{ in, field string }{
		{`{"n":9007199254740992}`, "n"},
		{`{"n":9007199254740993}`, "n"},
		{`{"n":-9007199254740992}`, "n"},
		{`[1,9007199254740992.0]`, "$[1]"},
		{`9007199254740991.6`, "$"},
		{`1e20`, "$"},
		{`1000000000000000000000000000001`, "$"},
		{`1e400`, "$"},
		{`-1e400`, "$"},
		{`{"a":1,"a":1}`, "a"},
		{`{"x":{` + many.String()[1:] + `}}`, "x." + strconv.Itoa(canon.MaxMembers)},
	} {
		got, err := canon.Canonical([]byte(tc.in))
		if err == nil {
			t.Errorf("%.60s: became %.60s", tc.in, got)
			continue
		}
		if f := fault(t, err); f.Field != tc.field {
			t.Errorf("%.60s: names %q, want %q", tc.in, f.Field, tc.field)
		}
	}
}

// A body of the largest size, all of it objects as large as they may be with
// their names in the order that costs most, is done in seconds.
func TestCanonicalIsNotQuadratic(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	one := new(strings.Builder)
	for i := range canon.MaxMembers {
		fmt.Fprintf(one, `,"%04x":0`, i)
	}
	object := "{" + one.String()[1:] + "}"
	n := kaibo.MaxBodyBytes / (len(object) + 1)
	text := "[" + strings.Repeat(object+",", n-1) + object + "]"
	start := time.Now()
	if _, err := canon.Canonical([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("%d bytes took %v", len(text), took)
	} else {
		t.Logf("%d bytes took %v", len(text), took)
	}
}

func TestMarshal(t *testing.T) {
	type value struct {
		B string `json:"b"`
		A any    `json:"a"`
	}
	got, err := canon.Marshal(value{"<é&\u2028\ufffd>", []int{1}})
	if want := "{\"a\":[1],\"b\":\"<é&\u2028\ufffd>\"}"; err != nil || string(got) != want {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
	for name, v := range map[string]any{
		"not UTF-8":           value{B: "a\xff"},
		"not UTF-8 in a name": map[string]int{"\xff": 1},
		"a large integer":     int64(1) << 53,
	} {
		if got, err := canon.Marshal(v); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%s: got %s, %v", name, got, err)
		}
	}
	if got, err := canon.Marshal(`\ufffd`); err != nil || string(got) != `"\\ufffd"` {
		t.Errorf("a backslash before ufffd: got %s, %v", got, err)
	}
	if _, err := canon.Marshal(func() {}); err == nil || kaibo.KindOf(err) != kaibo.Internal {
		t.Errorf("a func: %v", err)
	}
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{`{"b":[1e20,1.5],"a":"\u00e9"}`, `[1E30,-0,9007199254740991]`, `"\ud83d\ude00"`, `1e21`, `{"\ufb33":1,"😀":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		once, err := canon.Canonical(data)
		if err != nil {
			fault(t, err)
			return
		}
		if err := canon.Check(data); err != nil {
			t.Fatalf("Canonical accepts what Check refuses: %v", err)
		}
		twice, err := canon.Canonical(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("not stable: %s, then %s (%v)", once, twice, err)
		}
		var a, b any
		if json.Unmarshal(data, &a) != nil || json.Unmarshal(once, &b) != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("%s means another value than %s", once, data)
		}
	})
}
