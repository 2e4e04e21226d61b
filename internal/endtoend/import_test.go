package endtoend_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAKilledImportDoublesNothing kills an import at several moments, and wants
// every record once when it was run to its end.
func TestAKilledImportDoublesNothing(t *testing.T) {
	unixOnly(t)
	const records = 400
	home := t.TempDir()
	var lines strings.Builder
	for i := range records {
		fmt.Fprintf(&lines, "{\"id\": \"%d\", \"stream\": \"s%d\", \"content\": \"Room %d has %d desks.\"}\n", i, i%3, i, i+2)
	}
	source := filepath.Join(home, "rooms.jsonl")
	if err := os.WriteFile(source, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	kaibo := func(ctx context.Context, args ...string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, program, args...) // a context that ends kills it
		cmd.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME="+filepath.Join(home, "state"), "KAIBO_DATA="+filepath.Join(home, "data"))
		return cmd.Output()
	}
	killed := 0
	for _, after := range []time.Duration{40, 80, 120, 200, 300} {
		ctx, cancel := context.WithTimeout(t.Context(), after*time.Millisecond)
		if _, err := kaibo(ctx, "import", "jsonl", source, "--json"); err != nil {
			killed++
		}
		cancel()
	}
	out, err := kaibo(t.Context(), "import", "jsonl", source, "--json")
	if err != nil {
		t.Fatal(err)
	}
	var report struct{ Read, Added, Present int }
	if err := json.Unmarshal(out, &report); err != nil || report.Read != records || report.Added+report.Present != records {
		t.Errorf("the last run: %s, %v", out, err)
	}
	if out, err = kaibo(t.Context(), "streams", "--json"); err != nil {
		t.Fatal(err)
	}
	var streams struct{ Items []struct{ Seq int } }
	if err := json.Unmarshal(out, &streams); err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, s := range streams.Items {
		total += s.Seq
	}
	if total != records || killed == 0 {
		t.Errorf("%d events of %d records, after %d kills", total, records, killed)
	}
}
