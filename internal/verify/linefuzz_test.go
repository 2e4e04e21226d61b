package verify_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/verbs"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

// FuzzPayloadLine holds the quick reader of a line of payloads to the library's:
// what it takes says the same to both.
func FuzzPayloadLine(f *testing.F) {
	for _, line := range []string{
		`{"eventId":"evt_a","seq":1,"content":"a","salt":"00","details":{},"detailsSalt":"00"}` + "\n",
		`{"eventId":"evt_a","seq":9007199254740991,"gone":true}`,
		`{"eventId":"evt_a","seq":0,"damaged":true}` + "\n",
		`{"eventId":"","seq":2,"content":"\u00e9\n\"\\\/ é","salt":"","details":{"metadata":{"a":"}\""},"b":[{}]},"detailsSalt":""}`,
		`{"eventId":"evt_a","seq":01,"gone":true}`,
		`{"eventId":"evt_a","seq":1,"content":"\ud83d\ude00","salt":"","details":{},"detailsSalt":""}`,
		`{"eventId":"evt_a","seq":`, `{`, "",
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		got, ok := verify.ReadPayloadLine(line)
		if !ok || !got.Gone && !got.Damaged && !json.Valid([]byte(got.Details)) { // details are looked at with their digest
			return
		}
		var want struct {
			EventID, Content, Salt, DetailsSalt string
			Seq                                 uint64
			Gone, Damaged                       bool
			Details                             json.RawMessage
		}
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatalf("%q is taken and is no JSON: %v", line, err)
		}
		same := verify.PayloadLine{ID: want.EventID, Seq: want.Seq, Gone: want.Gone, Damaged: want.Damaged, Content: want.Content,
			Salt: want.Salt, Details: string(want.Details), DetailsSalt: want.DetailsSalt}
		if diff := cmp.Diff(same, got); diff != "" {
			t.Errorf("%q (- the library, + here):\n%s", line, diff)
		}
	})
}

// FuzzServedPayloadLine writes a line as a server does: it is read, and means what
// was written, unless it has what is left to the full parser.
func FuzzServedPayloadLine(f *testing.F) {
	f.Add("tea is green", "ana", uint64(1))
	f.Add("a \u2028 <b> & \x01 \"\\ \U0001f600", "", uint64(1)<<53-1)
	f.Fuzz(func(t *testing.T, content, actor string, seq uint64) {
		details, err := json.Marshal(map[string]string{"actor": actor})
		if err != nil || !utf8.ValidString(content) || seq >= 1<<53 {
			return
		}
		item := verbs.PayloadItem{EventID: "evt_aaaaaaaaaaaaaaaa", Seq: seq, Content: &content, Salt: "00", Details: details, DetailsSalt: "11"}
		got, ok := verify.ReadPayloadLine(item.AppendLine(nil))
		if !ok {
			t.Fatalf("%q is not read", item.AppendLine(nil))
		}
		if got.Content != content || got.Seq != seq || got.Details != string(details) || got.DetailsSalt != "11" {
			t.Errorf("%q is read as %+v", item.AppendLine(nil), got)
		}
	})
}
