package cli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/cli"
)

// FuzzReadDeletions reads what somebody says was forgotten: only a ledger whose
// chain holds from its first entry on is taken.
func FuzzReadDeletions(f *testing.F) {
	f.Add(`{"items": [{"id": "rcp_a", "seq": 1, "kind": "forgotten"}], "nextCursor": "x"}`)
	f.Add(`{"deletion": {"id": "rcp_a", "seq": 2}}` + "\n" + `{"event": {}}`)
	f.Add("\n\n[]\nnull")
	f.Add(`{"seq": 1, "hash": "00", "prevHash": "00", "memoryIds": [""]}`)
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "deletions")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := cli.ReadDeletions(path); err == nil && n == 0 {
			t.Error("nothing was read, and nothing was wrong")
		}
	})
}

// FuzzReadKept reads files that verify keeps, changed by anybody.
func FuzzReadKept(f *testing.F) {
	f.Add(`[{"stream": "main", "seq": 1, "hash": "00"}]`)
	f.Add(`{"streams": {"main": {}}, "keys": ["a"]}`)
	f.Add(`null`)
	f.Add(`{`)
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "kept")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_ = cli.ReadKept(path) // it answers, whatever that is
	})
}
