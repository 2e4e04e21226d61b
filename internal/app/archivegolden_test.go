package app_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/app"
)

// TestAnArchiveOfAnotherProgramWorks imports one that an earlier program wrote
// elsewhere.
func TestAnArchiveOfAnotherProgramWorks(t *testing.T) {
	a := open(t, t.TempDir(), time.Hour)
	defer a.Close()
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs("../archive/testdata/golden.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	if made := must(t, h, "", "archive.load", fmt.Sprintf(`{"path": %q}`, path)); made["ok"] != true {
		t.Fatalf("imported: %v", made)
	}
	sameAgain(t, a, h, "launch", path, filepath.Join(t.TempDir(), "again.tar.gz"))
}
