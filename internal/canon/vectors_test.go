package canon_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/canon"
)

// The file is written by hand: it says what every client must read alike.
func TestVectors(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", "canonical.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Accepted []struct {
			Name      string `json:"name"`
			Input     string `json:"input"`
			Canonical string `json:"canonical"`
		} `json:"accepted"`
		Refused []struct {
			Name  string `json:"name"`
			Input string `json:"input"`
		} `json:"refused"`
	}
	if err := canon.Decode(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Accepted) == 0 || len(file.Refused) == 0 {
		t.Fatal("the file has no cases")
	}
	for _, v := range file.Accepted {
		got, err := canon.Canonical([]byte(v.Input))
		if err != nil || string(got) != v.Canonical {
			t.Errorf("%s: got %s (%v), want %s", v.Name, got, err, v.Canonical)
		}
		var a, b any
		if json.Unmarshal([]byte(v.Input), &a) != nil || json.Unmarshal(got, &b) != nil {
			t.Errorf("%s: not JSON", v.Name)
		}
	}
	for _, v := range file.Refused {
		if got, err := canon.Canonical([]byte(v.Input)); err == nil {
			t.Errorf("%s: became %s", v.Name, got)
		}
	}
}
