package model_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/structure/model"
)

// FuzzReadCompletion reads what a model's server answers: text of bounded
// length or an error, and counts that no server can blow up.
func FuzzReadCompletion(f *testing.F) {
	f.Add([]byte(`{"choices":[{"finish_reason":"stop","message":{"content":"{}"}}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`))
	f.Add([]byte(`{"choices":[{"message":{"refusal":"no"}}],"usage":{"prompt_tokens":-5,"completion_tokens":99999999999}}`))
	f.Add([]byte(`{"choices":[]}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, b []byte) {
		text, in, out, err := model.ReadCompletion(b)
		if in < 0 || out < 0 || in > 10_000_000 || out > 10_000_000 {
			t.Errorf("%d and %d tokens", in, out)
		}
		if err == nil && (text == "" || len(text) > model.MaxAnswer) {
			t.Errorf("a text of %d bytes", len(text))
		}
	})
}
