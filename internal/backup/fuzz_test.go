package backup_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/backup"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// FuzzReadSeal reads a seal that anybody wrote: it names no file outside of the
// backup's own directory.
func FuzzReadSeal(f *testing.F) {
	f.Add(`{"format": 1, "table": "table-1.db", "sums": "sums-1.txt", "files": {"signing.keys": "00"}}`)
	f.Add(`{"format": 1, "table": "../../etc/passwd", "sums": "sums-1.txt"}`)
	f.Add(`{"format": 1, "table": "table-/../x", "sums": "sums-..", "files": {"..": "", "a/b": "", ".": ""}}`)
	f.Add(`{"format": 1e9}`)
	f.Add(``)
	f.Fuzz(func(t *testing.T, text string) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "backup.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		seal, err := backup.ReadSeal(dir)
		if err != nil {
			return
		}
		names := []string{seal.Table, seal.Sums}
		for name := range seal.Files {
			names = append(names, name)
		}
		for _, name := range names {
			if at := filepath.Join(dir, name); filepath.Dir(at) != dir || strings.ContainsRune(name, filepath.Separator) {
				t.Errorf("%q leads to %s", name, at)
			}
		}
	})
}

// FuzzReadSums wants names of objects only.
func FuzzReadSums(f *testing.F) {
	sum := strings.Repeat("0a", 32)
	f.Add(sum + "  p/prj_a/evt_b\n")
	f.Add(sum + "  ../x\n" + sum + "  \n")
	f.Add(sum)
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "sums")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		sums, err := backup.ReadSums(path)
		for name, sum := range sums {
			if err == nil && (kaibo.CheckObjectName(name) != nil || len(sum) != 64) {
				t.Errorf("%q has the digest %q", name, sum)
			}
		}
	})
}
