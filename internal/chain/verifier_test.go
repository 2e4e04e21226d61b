package chain_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func asError(err error, target **kaibo.Error) bool { return errors.As(err, target) }

// verifyBoth runs a stream through both doors and demands that they agree.
func verifyBoth(t testing.TB, events []kaibo.Event) error {
	t.Helper()
	byEvent, byLine := chain.NewVerifier("main"), chain.NewVerifier("main")
	for i := range events {
		errEvent := byEvent.Event(&events[i])
		errLine := byLine.Line(chain.AppendLine(nil, &events[i]))
		if fmt.Sprint(errEvent) != fmt.Sprint(errLine) {
			t.Fatalf("seq %d: Event says %v, Line says %v", i+1, errEvent, errLine)
		}
		if byEvent.Hash() != byLine.Hash() || byEvent.Root() != byLine.Root() || byEvent.Size() != byLine.Size() {
			t.Fatalf("seq %d: Event and Line stand at different ends", i+1)
		}
		if errEvent != nil {
			return errEvent
		}
	}
	return nil
}

func TestVerifierAcceptsAnHonestStream(t *testing.T) {
	events := makeStream(t, "main", 100)
	v := chain.NewVerifier("main")
	for i := range events {
		line := chain.AppendLine(nil, &events[i])
		if !chain.ReadsFast(bytes.TrimSuffix(line, []byte("\n"))) {
			t.Fatalf("the canonical line is not read in one pass: %s", line)
		}
		if err := v.Line(line); err != nil {
			t.Fatal(err)
		}
		if v.Hash() != events[i].Hash || v.Size() != uint64(i+1) {
			t.Fatalf("after %d events: size %d, hash %s", i+1, v.Size(), v.Hash())
		}
	}
	if err := verifyBoth(t, events); err != nil {
		t.Fatal(err)
	}
}

// reseal makes a stream whole again from an index on.
func reseal(t *testing.T, events []kaibo.Event, from int) {
	t.Helper()
	for i := from; i < len(events); i++ {
		if err := chain.SealEvent(&events[i], events[i-1].Hash); err != nil {
			t.Fatal(err)
		}
	}
}

// brokenStreams are the ways to break a stream of ten events.
var brokenStreams = map[string]struct {
	seq    uint64
	what   string
	tamper func(t *testing.T, ev []kaibo.Event) []kaibo.Event
}{
	"changed": {5, "hash does not recompute", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		ev[4].OccurredAt++
		return ev
	}},
	"digest changed": {5, "hash does not recompute", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		ev[4].PayloadDigest = ev[5].PayloadDigest
		return ev
	}},
	"changed and hashed again": {6, "prevHash", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		ev[4].OccurredAt++
		if err := chain.SealEvent(&ev[4], ev[3].Hash); err != nil {
			t.Fatal(err)
		}
		return ev
	}},
	"dropped": {5, "seq", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		return append(ev[:4], ev[5:]...)
	}},
	"dropped and renumbered": {5, "prevHash", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		ev = append(ev[:4], ev[5:]...)
		for i := range ev {
			ev[i].Seq = uint64(i + 1)
		}
		return ev
	}},
	"first dropped": {1, "seq", func(t *testing.T, ev []kaibo.Event) []kaibo.Event { return ev[1:] }},
	"reordered": {5, "seq", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		ev[4], ev[5] = ev[5], ev[4]
		return ev
	}},
	"repeated": {6, "seq", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		return append(ev[:5], ev[4:]...)
	}},
	"of another stream": {5, "stream", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		ev[4].Stream = "other"
		reseal(t, ev, 4)
		return ev
	}},
	"recorded before": {5, "recordedAt", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		ev[4].RecordedAt = ev[3].RecordedAt - 1
		reseal(t, ev, 4)
		return ev
	}},
	"forked": {5, "prevHash", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		other := makeStream(t, "main", 10)
		other[2].Kind = kaibo.KindFile
		reseal(t, other, 2)
		return append(ev[:4], other[4:]...)
	}},
	"no id": {5, "id is missing", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		ev[4].ID = ""
		reseal(t, ev, 4)
		return ev
	}},
	"no digest": {5, "detailsDigest", func(t *testing.T, ev []kaibo.Event) []kaibo.Event {
		ev[4].DetailsDigest = "sha256:00"
		reseal(t, ev, 4)
		return ev
	}},
}

func TestVerifierNamesWhatIsBroken(t *testing.T) {
	for name, tc := range brokenStreams {
		t.Run(name, func(t *testing.T) {
			err := verifyBoth(t, tc.tamper(t, makeStream(t, "main", 10)))
			var broken *chain.BrokenError
			if !errors.As(err, &broken) {
				t.Fatalf("got %v, want a BrokenError", err)
			}
			if broken.Stream != "main" || broken.Seq != tc.seq || !strings.HasPrefix(broken.What, tc.what) {
				t.Errorf("got %v, want seq %d: %s …", broken, tc.seq, tc.what)
			}
		})
	}
}

// A Verifier that refused an event still takes the right one.
func TestVerifierStandsAfterAnError(t *testing.T) {
	events := makeStream(t, "main", 3)
	v := chain.NewVerifier("main")
	if err := v.Event(&events[1]); err == nil {
		t.Fatal("the second event came first")
	}
	for i := range events {
		bad := events[i]
		bad.Kind = "x"
		if err := v.Event(&bad); err == nil {
			t.Fatal("a changed event was accepted")
		}
		if err := v.Event(&events[i]); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLineForms(t *testing.T) {
	e := makeStream(t, "main", 1)[0]
	line := strings.TrimSuffix(string(chain.AppendLine(nil, &e)), "\n")
	escaped := strings.Replace(line, `"main"`, `"m\u0061in"`, 1)
	indented := new(bytes.Buffer)
	if err := json.Indent(indented, []byte(line), "", "  "); err != nil {
		t.Fatal(err)
	}
	declared, err := json.Marshal(e) // in the order of the Go struct
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		line     string
		accepted bool
	}{
		"canonical":              {line, true},
		"with a newline":         {line + "\n", true},
		"with white space":       {" " + indented.String() + "\r\n", true},
		"in another order":       {string(declared), true},
		"with escapes":           {escaped, true},
		"seq as 1.0":             {strings.Replace(line, `"seq":1`, `"seq":1.0`, 1), false},
		"seq as 01":              {strings.Replace(line, `"seq":1`, `"seq":01`, 1), false},
		"seq as a string":        {strings.Replace(line, `"seq":1`, `"seq":"1"`, 1), false},
		"with an offset":         {strings.Replace(line, `00Z"`, `00+00:00"`, 1), false},
		"with zero milliseconds": {strings.Replace(line, `00Z"`, `00.000Z"`, 1), false},
		"hash in upper case":     {strings.Replace(line, e.Hash.String(), strings.ToUpper(e.Hash.String()), 1), false},
		"another member":         {strings.Replace(line, `"seq":`, `"extra":1,"seq":`, 1), false},
		"a name twice":           {strings.Replace(line, `"seq":1`, `"seq":1,"seq":1`, 1), false},
		"a name in other case":   {strings.Replace(line, `"seq"`, `"Seq"`, 1), false},
		"an empty key":           {strings.Replace(line, e.IdempotencyKey, "", 1), false},
		"cut":                    {line[:len(line)-1], false},
		"two lines":              {line + "\n" + line, false},
		"empty":                  {"", false},
		"null":                   {"null", false},
		"a null time":            {strings.Replace(line, `"`+e.OccurredAt.String()+`"`, "null", 1), false},
	} {
		t.Run(name, func(t *testing.T) {
			err := chain.NewVerifier("main").Line([]byte(tc.line))
			var broken *chain.BrokenError
			switch {
			case tc.accepted && err != nil:
				t.Error(err)
			case !tc.accepted && (!errors.As(err, &broken) || broken.Seq != 1):
				t.Errorf("got %v, want a BrokenError for seq 1", err)
			}
		})
	}
}

// A forger can hash whatever bytes he likes. Bytes that are not the one form of
// an event are refused although their hash recomputes.
func TestLineRefusesOtherBytesThatHash(t *testing.T) {
	e := makeStream(t, "main", 1)[0]
	key := `"idempotencyKey":"` + e.IdempotencyKey + `"`
	for name, tc := range map[string]struct{ old, new string }{
		"as it is":                {"", ""},
		"digest in upper case":    {e.DetailsDigest[7:15], strings.ToUpper(e.DetailsDigest[7:14]) + "F"},
		"digest not hexadecimal":  {e.PayloadDigest[7:11], "wxyz"},
		"another algorithm":       {`"payloadDigest":"sha256:`, `"payloadDigest":"sha512:`},
		"id not UTF-8":            {`"id":"evt_`, "\"id\":\"\xff\xfe__"},
		"a surrogate in UTF-8":    {`"id":"evt_`, "\"id\":\"\xed\xa0\x80_"},
		"a raw control character": {key, "\"idempotencyKey\":\"a\tb\""},
		"a needless escape":       {key, `"idempotencyKey":"\u0061"`},
		"an escape in upper case": {key, `"idempotencyKey":"\u001F"`},
		"an escaped solidus":      {key, `"idempotencyKey":"a\/b"`},
		"an empty key":            {key, `"idempotencyKey":""`},
		"a null key":              {key, `"idempotencyKey":null`},
		"an empty id":             {`"id":"` + e.ID + `"`, `"id":""`},
		"an empty kind":           {`"kind":"message"`, `"kind":""`},
		"a leading zero":          {`"seq":1,`, `"seq":01,`},
		"seq with a fraction":     {`"seq":1,`, `"seq":1.0,`},
		"seq with an exponent":    {`"seq":1,`, `"seq":1e0,`},
		"zero milliseconds":       {`00Z"`, `00.000Z"`},
		"two digits of a second":  {`00Z"`, `00.12Z"`},
		"an offset":               {`00Z"`, `00+00:00"`},
		"a day that is not":       {`"occurredAt":"2026-07-01`, `"occurredAt":"2026-06-31`},
		"a second too many":       {`"occurredAt":"2026-07-01T09:30:00`, `"occurredAt":"2026-07-01T09:30:60`},
		"white space":             {`,"kind"`, `, "kind"`},
		"another member":          {`}`, `,"text":"x"}`},
		"a member twice":          {`"kind":"message"`, `"kind":"message","kind":"message"`},
		"bytes after it":          {`}`, `}}`},
		"another order":           {`"seq":1,"stream":"main"`, `"stream":"main","seq":1`},
		"no stream":               {`,"stream":"main"`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			body := strings.Replace(string(chain.AppendCanonical(nil, &e)), tc.old, tc.new, 1)
			hash := kaibo.Hash(sha256.Sum256(append(make([]byte, 32), body...)))
			line := strings.Replace(body, `"id":`, `"hash":"`+hash.String()+`","id":`, 1)
			line = strings.Replace(line, `"recordedAt":`, `"prevHash":"`+kaibo.Hash{}.String()+`","recordedAt":`, 1)
			err := chain.NewVerifier("main").Line([]byte(line))
			if (err == nil) != (name == "as it is") {
				t.Errorf("%s: %v", line, err)
			}
		})
	}
}

// A key absent and a key given as "" are different objects even though the
// event is the same, and an event without a key must not gain one.
func TestLineEmptyKeyIsNoAbsentKey(t *testing.T) {
	e := makeStream(t, "main", 2)[0]
	e.IdempotencyKey = ""
	if err := chain.SealEvent(&e, kaibo.Hash{}); err != nil {
		t.Fatal(err)
	}
	line := string(chain.AppendLine(nil, &e))
	if err := chain.NewVerifier("main").Line([]byte(line)); err != nil {
		t.Fatal(err)
	}
	line = strings.Replace(line, `,"kind"`, `,"idempotencyKey":"","kind"`, 1)
	if err := chain.NewVerifier("main").Line([]byte(line)); err == nil {
		t.Error("an empty key passed for an absent one")
	}
}

// Whatever event there is, its line is read as the event is.
func TestLineAgreesWithEvent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := drawEvent(rt)
		e.Stream, e.Seq = "main", 1
		if rapid.Bool().Draw(rt, "sealed") {
			if err := chain.SealEvent(&e, kaibo.Hash{}); err != nil {
				rt.Fatal(err)
			}
		}
		a, b := chain.NewVerifier("main"), chain.NewVerifier("main")
		errA, errB := a.Event(&e), b.Line(chain.AppendLine(nil, &e))
		if diff := cmp.Diff(fmt.Sprint(errA), fmt.Sprint(errB)); diff != "" {
			rt.Fatalf("(-Event +Line):\n%s", diff)
		}
		if a.Root() != b.Root() {
			rt.Fatal("roots differ")
		}
	})
}

func TestFastTimeAgreesWithLibrary(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, quoted string) {
		got, ok := chain.FastTime(quoted)
		want, err := kaibo.ParseTime(strings.Trim(quoted, `"`))
		canonical := err == nil && `"`+want.String()+`"` == quoted
		if ok != canonical || ok && got != int64(want) {
			t.Fatalf("%s: fast path says %v %v, library %d (canonical: %v)", quoted, kaibo.Time(got), ok, want, canonical)
		}
	}
	for _, s := range []string{
		"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00Z", "2000-02-29T00:00:00Z",
		"1900-02-29T00:00:00Z", "2023-02-29T00:00:00Z", "2024-02-29T12:00:00.001Z", "2024-04-31T00:00:00Z",
		"2024-01-01T24:00:00Z", "2024-01-01T23:60:00Z", "2016-12-31T23:59:60Z", "2024-13-01T00:00:00Z",
		"2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-01t00:00:00Z", "2024-01-01T00:00:00z",
		"2024-01-01 00:00:00Z", "2024-01-01T00:00:00.000Z", "2024-01-01T00:00:00.5Z", "2024-01-01T00:00:00,500Z",
		"2024-01-01T00:00:00.0001Z", "2024-1-01T00:00:00Z", "2024-01-01T00:00:00+00:00", "", "2024",
	} {
		check(t, `"`+s+`"`)
	}
	rapid.Check(t, func(rt *rapid.T) { check(rt, `"`+drawTime(rt, "time").String()+`"`) })
}

func FuzzLine(f *testing.F) {
	events := makeStream(f, "main", 2)
	for i := range events {
		f.Add(chain.AppendLine(nil, &events[i]))
	}
	f.Add([]byte(`{"seq":1}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		v := chain.NewVerifier("main")
		if err := v.Line(line); err != nil {
			var broken *chain.BrokenError
			if !errors.As(err, &broken) || broken.Seq != 1 || v.Size() != 0 {
				t.Fatalf("refused with %v at size %d", err, v.Size())
			}
			return
		}
		// Accepted: it says an event that hashes to what it claims.
		var e kaibo.Event
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatalf("accepted a line that is no JSON: %v", err)
		}
		if err := chain.NewVerifier("main").Event(&e); err != nil {
			t.Fatalf("Line accepts what Event refuses: %v", err)
		}
	})
}

// Apart from the frontier, which grows by the logarithm, nothing is allocated.
func TestLineAllocatesNothing(t *testing.T) {
	events := makeStream(t, "main", 1<<12)
	var lines [][]byte
	for i := range events {
		lines = append(lines, chain.AppendLine(nil, &events[i]))
	}
	v := chain.NewVerifier("main")
	next := 0
	if n := testing.AllocsPerRun(len(lines)-2, func() {
		if err := v.Line(lines[next]); err != nil {
			t.Fatal(err)
		}
		next++
	}); n != 0 {
		t.Errorf("Line allocates %v times", n)
	}
}
