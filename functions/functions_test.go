// Package functions_test holds the functions to what a deployment counts on:
// what each links, and how large it is.
package functions_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/kaibo-dev/kaibo/"

// functions lists the folders.
func functions(t *testing.T) []string {
	t.Helper()
	mains, err := filepath.Glob("*/main.go")
	if err != nil || len(mains) == 0 {
		t.Fatal(mains, err)
	}
	var names []string
	for _, m := range mains {
		names = append(names, filepath.Dir(m))
	}
	return names
}

// counts says whether a function links the vocabulary.
func counts(name string) bool {
	return slices.Contains([]string{"structure", "recall", "mcp", "curate"}, name)
}

// structures says whether a function links the rules of structuring.
func structures(name string) bool {
	return name == "structure" || name == "curate" || name == "forget" || name == "purge" || name == "mcp"
}

func TestAFunctionLinksWhatItUses(t *testing.T) {
	for _, name := range functions(t) {
		out, err := exec.Command("go", "list", "-deps", "./"+name).Output() //nolint:gosec // our own folders
		if err != nil {
			t.Fatalf("go list %s: %v", name, err)
		}
		deps := "\n" + string(out)
		if links := strings.Contains(deps, "\ngithub.com/tiktoken-go/tokenizer/codec\n"); links != counts(name) {
			t.Errorf("%s links the vocabulary: %v", name, links)
		}
		if links := strings.Contains(deps, "\n"+module+"internal/structure/rules\n"); links != structures(name) {
			t.Errorf("%s links the rules of structuring: %v", name, links)
		}
		if links := strings.Contains(deps, "\ngithub.com/aws/aws-sdk-go-v2/service/bedrockruntime\n"); links != (name == "structure") {
			t.Errorf("%s links the client of Bedrock: %v", name, links)
		}
		for _, never := range []string{"internal/local", "internal/app", "internal/cli", "internal/porttest"} {
			if strings.Contains(deps, "\n"+module+never+"\n") {
				t.Errorf("%s links %s", name, never)
			}
		}
	}
}

// Sizes of a zip, in bytes. Lambda unpacks one at every cold start.
const (
	maxZip      = 8_000_000
	maxPlainZip = 5_500_000 // without the vocabulary
	maxMCPZip   = 9_500_000 // mcp serves every verb
)

func maxZipOf(name string) int {
	switch {
	case name == "mcp":
		return maxMCPZip
	case counts(name):
		return maxZip
	}
	return maxPlainZip
}

// TestZips weighs every function as the Makefile builds it. That takes a minute,
// so it runs where KAIBO_TEST_ZIPS is set, or where KAIBO_TEST_BUILD names what
// sam build has built.
func TestZips(t *testing.T) {
	built := os.Getenv("KAIBO_TEST_BUILD")
	if os.Getenv("KAIBO_TEST_ZIPS") == "" && built == "" {
		t.Skip("set KAIBO_TEST_ZIPS to build every function")
	}
	for _, name := range functions(t) {
		dir := filepath.Join(built, resource(name))
		if built == "" {
			dir = t.TempDir()
			build := exec.Command("make", "-C", "..", "build-"+resource(name), "ARTIFACTS_DIR="+dir) //nolint:gosec // our own folders
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("build %s: %v\n%s", name, err, out)
			}
		}
		binary, err := os.ReadFile(filepath.Join(dir, "bootstrap")) //nolint:gosec // built just now
		if err != nil {
			t.Fatal(err)
		}
		size := zipped(t, binary)
		t.Logf("%s: %d bytes, zipped %d", name, len(binary), size)
		if limit := maxZipOf(name); size > limit {
			t.Errorf("%s is %d bytes zipped, over %d", name, size, limit)
		}
	}
}

// resource is what the template calls a function.
func resource(name string) string { return strings.ToUpper(name[:1]) + name[1:] + "Function" }

// zipped is the size of a zip with one file.
func zipped(t *testing.T, b []byte) int {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.DefaultCompression) })
	f, err := z.Create("bootstrap")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}
