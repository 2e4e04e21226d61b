package mcpserver_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/mcpserver"
)

func FuzzAsksProgress(f *testing.F) {
	for body, want := range map[string]bool{
		`{"id":1}`: false, ` [1,[2],{"params":[]}]`: false, `{"params":{"_meta":{"progressToken":0}}}`: true, ``: false, `[]`: false,
		`[{},{"params":{"_meta":{"progressToken":"x"}}}]`: true, `{"params":{"_meta":{"progressToken":null}}}`: false, `nonsense`: false, `[`: false,
	} {
		if got := mcpserver.AsksProgress([]byte(body)); got != want {
			f.Errorf("%s: %v", body, got)
		}
		f.Add([]byte(body))
	}
	f.Fuzz(func(_ *testing.T, body []byte) { mcpserver.AsksProgress(body) })
}
