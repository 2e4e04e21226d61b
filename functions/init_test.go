package functions_test

import (
	"fmt"
	"maps"
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

// maxInit is how much longer than a bare function one may take to start.
const maxInit = 1.5

// TestInit measures how long each function takes from its start until it asks
// for an event, beside one that makes the same clients and nothing else. All
// are started in turns, so that they meet the same machine. On a busy one the
// median of a round says little, so there are up to five rounds, and the
// fastest counts.
func TestInit(t *testing.T) {
	built := os.Getenv("KAIBO_TEST_BOOTSTRAPS") // where scripts/local-aws left them
	if os.Getenv("KAIBO_TEST_ZIPS") == "" && built == "" {
		t.Skip("set KAIBO_TEST_ZIPS to build every function")
	}
	dir := t.TempDir()
	bares := map[string]string{}    // by function
	programs := map[string]string{} // where each is
	for _, name := range functions(t) {
		bares[name] = "testdata/bare/" + clients(t, name)
		programs[name], programs[bares[name]] = filepath.Join(dir, name), filepath.Join(dir, bares[name])
	}
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		if built != "" && bares[name] != "" {
			programs[name] = filepath.Join(built, name, "bootstrap")
			continue
		}
		tags := "lambda.norpc"
		if name == "forget" || name == "explain" { // as the Makefile builds them
			tags += ",lean"
		}
		build := exec.Command("go", "build", "-trimpath", "-tags", tags, "-ldflags", "-s -w", "-o", programs[name], "./"+name) //nolint:gosec // our own folders
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("build %s: %v\n%s", name, err, out)
		}
	}
	var slow []string
	best := map[string]time.Duration{}
	for round := 0; round == 0 || round < 5 && len(slow) > 0; round++ {
		medians(t, programs, best)
		slow = nil
		for _, name := range functions(t) {
			if ratio := float64(best[name]) / float64(best[bares[name]]); ratio > maxInit {
				slow = append(slow, fmt.Sprintf("%s takes %v to start, %.2f of %v", name, best[name], ratio, best[bares[name]]))
			}
		}
	}
	for _, name := range functions(t) {
		bare := best[bares[name]]
		t.Logf("%-12s %5.1f ms, %.2f of the %.1f ms of %s", name, float64(best[name].Microseconds())/1000,
			float64(best[name])/float64(bare), float64(bare.Microseconds())/1000, bares[name])
	}
	for _, s := range slow {
		t.Errorf("%s: more than %.1f", s, maxInit)
	}
}

// medians starts every program in turns, and lowers its best time to the median
// of them.
func medians(t *testing.T, programs map[string]string, best map[string]time.Duration) {
	t.Helper()
	times := map[string][]time.Duration{}
	for range starts {
		for name, path := range programs {
			times[name] = append(times[name], start(t, path))
		}
	}
	for name, all := range times {
		slices.Sort(all)
		if median := all[starts/2]; best[name] == 0 || median < best[name] {
			best[name] = median
		}
	}
}

// clients names the bare program that makes the clients of a function, by what
// its main says that it needs.
func clients(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(name, "main.go")) //nolint:gosec // our own folders
	if err != nil {
		t.Fatal(err)
	}
	_, needs, ok := strings.Cut(string(b), "cloud.Start(")
	needs, _, _ = strings.Cut(needs, ", ")
	switch {
	case !ok:
		t.Fatalf("%s does not say what it needs", name)
	case strings.Contains(needs, "cloud.ModelPrices"):
		return "model"
	case strings.Contains(needs, "Queue"):
		return "queues"
	case strings.Contains(needs, "cloud.Bucket"):
		return "stores"
	}
	return "table" // also of docs, which makes none, and links what package cloud links
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
		"KAIBO_STRUCTURE_QUEUE=https://sqs.example/s.fifo", "KAIBO_COMPACT_QUEUE=https://sqs.example/c.fifo",
		"KAIBO_SIGNING_KEYS=arn:aws:kms:eu-central-1:111122223333:key/k", "KAIBO_NOTIFY_QUEUE=https://sqs.example/n.fifo"}
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
