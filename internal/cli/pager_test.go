package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/cli"
)

func TestLongAnswersArePaged(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the pager is a script")
	}
	dir := t.TempDir()
	t.Setenv("KAIBO_DATA", filepath.Join(dir, "data"))
	for i := range 6 {
		if code, _, stderr := terminal(t, "", "remember", fmt.Sprintf("Door %d is in corridor %d.", i, i+20)); code != 0 {
			t.Fatal(stderr)
		}
	}
	pager := filepath.Join(dir, "pager")
	if err := os.WriteFile(pager, []byte("#!/bin/sh\necho paged $1\ncat\n"), 0o700); err != nil { //nolint:gosec // it is run
		t.Fatal(err)
	}
	show := func(height int) string {
		t.Helper()
		var out, stderr bytes.Buffer
		if code := cli.RunTall(context.Background(), &out, &stderr, height, "memories"); code != 0 || !strings.Contains(out.String(), "corridor 25") {
			t.Fatalf("exit %d: %s%s", code, out.String(), stderr.String())
		}
		return out.String()
	}
	for _, c := range []struct {
		pager  string
		height int
		paged  bool
	}{
		{pager + " -x", 4, true}, {pager + " -x", 400, false}, {pager + " -x", 0, false}, {"cat", 4, false}, {"", 4, false},
		{filepath.Join(dir, "nowhere"), 4, false},
	} {
		t.Setenv("PAGER", c.pager)
		if got := strings.HasPrefix(show(c.height), "paged -x\n"); got != c.paged {
			t.Errorf("%q on %d lines: paged %v", c.pager, c.height, got)
		}
	}
}
