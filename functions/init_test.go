package functions_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// starts is how often each function is started; the median counts.
const starts = 15

// TestInit measures how long a function takes from its start until it asks for
// an event, beside one that only makes the same clients, in turns, so that both
// meet the same machine.
func TestInit(t *testing.T) {
	if os.Getenv("KAIBO_TEST_ZIPS") == "" {
		t.Skip("set KAIBO_TEST_ZIPS to build every function")
	}
	dir := t.TempDir()
	names := append([]string{"testdata/bare"}, functions(t)...)
	for _, name := range names {
		build := exec.Command("go", "build", "-trimpath", "-tags", "lambda.norpc", "-ldflags", "-s -w", "-o", filepath.Join(dir, name), "./"+name) //nolint:gosec // our own folders
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("build %s: %v\n%s", name, err, out)
		}
	}
	times := map[string][]time.Duration{}
	for range starts {
		for _, name := range names {
			times[name] = append(times[name], start(t, filepath.Join(dir, name)))
		}
	}
	median := func(name string) time.Duration {
		slices.Sort(times[name])
		return times[name][starts/2]
	}
	bare := median("testdata/bare")
	for _, name := range names {
		t.Logf("%-14s %5.1f ms, %.2f of a bare one", name, float64(median(name).Microseconds())/1000, float64(median(name))/float64(bare))
		if median(name) > bare*3/2 {
			t.Errorf("%s takes %v to start, over one and a half of %v", name, median(name), bare)
		}
	}
}

// start runs a function until it asks for its first event.
func start(t *testing.T, path string) time.Duration {
	t.Helper()
	asked := make(chan time.Time, 1)
	done := make(chan struct{})
	runtime := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		select {
		case asked <- time.Now():
		default:
		}
		<-done
	}))
	defer runtime.Close()
	process := exec.Command(path) //nolint:gosec // a binary that was just built
	process.Env = []string{"AWS_LAMBDA_RUNTIME_API=" + strings.TrimPrefix(runtime.URL, "http://"), "AWS_REGION=eu-central-1",
		"AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY=b", "KAIBO_RECORDS_TABLE=r", "KAIBO_EVENTS_TABLE=e", "KAIBO_BUCKET=b",
		"KAIBO_STRUCTURE_QUEUE=https://sqs.example/s.fifo", "KAIBO_COMPACT_QUEUE=https://sqs.example/c.fifo"}
	began := time.Now()
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = process.Process.Kill()
		_ = process.Wait()
		close(done)
	}()
	select {
	case at := <-asked:
		return at.Sub(began)
	case <-time.After(20 * time.Second):
		t.Fatalf("%s does not ask for an event", path)
		return 0
	}
}
