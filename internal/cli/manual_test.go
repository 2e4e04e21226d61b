package cli_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/cli"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

var update = flag.Bool("update", false, "write docs/cli.md")

// TestTheManualIsUpToDate compares the page in the repository with the program:
// go test ./internal/cli -run Manual -update writes it.
func TestTheManualIsUpToDate(t *testing.T) {
	const file = "../../docs/cli.md"
	want := cli.Manual()
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil { //nolint:gosec // a page that everybody reads
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("docs/cli.md is not what the program says; go test ./internal/cli -run Manual -update\n%s", cmp.Diff(string(got), string(want)))
	}
}

func TestTheManualNamesEveryVerbAndNobodysHome(t *testing.T) {
	t.Setenv("KAIBO_URL", "http://secret.example")
	page := string(cli.Manual())
	for _, v := range verbs.All() {
		if heading := "### kaibo " + strings.Join(v.Spec().Words(), " ") + "\n"; !strings.Contains(page, heading) {
			t.Errorf("there is no %q", heading)
		}
	}
	home, err := os.UserHomeDir()
	if err == nil && home != "/" && strings.Contains(page, home) || strings.Contains(page, "secret.example") {
		t.Error("the page tells of the machine that it was made on")
	}
}

func TestManPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	code, out, stderr := terminal(t, "", "man", dir)
	if code != 0 || !strings.Contains(out, "man pages") {
		t.Fatalf("exit %d: %s%s", code, out, stderr)
	}
	page, err := os.ReadFile(filepath.Join(dir, "kaibo-recall.1"))
	if err != nil || !bytes.Contains(page, []byte("budget")) {
		t.Errorf("%v: %.200s", err, page)
	}
}
