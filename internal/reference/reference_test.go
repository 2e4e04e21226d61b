package reference_test

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/reference"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

var update = flag.Bool("update", false, "write the files")

// TestTheFilesAreUpToDate holds what is made from the registry to it; -update
// writes the files again.
func TestTheFilesAreUpToDate(t *testing.T) {
	client, err := reference.GoClient()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"../../docs/api.md": reference.API()}
	for name, source := range client {
		files["../../sdk/go/"+name] = source
	}
	for file, want := range files {
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil { //nolint:gosec // what everybody reads
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the registry says; go test ./internal/reference -update\n%s", file, cmp.Diff(string(got), string(want)))
		}
	}
}

func TestEveryVerbAndItsFieldsAreThere(t *testing.T) {
	page := string(reference.API())
	for _, v := range verbs.All() {
		name := v.Spec().Name
		_, part, found := strings.Cut(page, "\n### "+name+"\n")
		if !found {
			t.Errorf("%s has no part of its own", name)
			continue
		}
		part, _, _ = strings.Cut(part, "\n### ")
		fields := verbs.Fields(v.Input())
		for i := range fields {
			if !strings.Contains(part, "| `"+fields[i].Name+"`") {
				t.Errorf("%s: the field %s is not there", name, fields[i].Name)
			}
		}
	}
}

// TestLinksOfThePageLead wants a heading for every fragment.
func TestLinksOfThePageLead(t *testing.T) {
	page := string(reference.API())
	headings := map[string]bool{}
	for _, line := range strings.Split(page, "\n") {
		if name, ok := strings.CutPrefix(line, "### "); ok {
			fragment := strings.ReplaceAll(strings.ToLower(strings.ReplaceAll(name, ".", "")), " ", "-")
			if headings[fragment] {
				t.Errorf("two parts are named %s", name)
			}
			headings[fragment] = true
		}
	}
	for _, m := range regexp.MustCompile(`\(#([^)]*)\)`).FindAllStringSubmatch(page, -1) {
		if !headings[m[1]] {
			t.Errorf("#%s leads nowhere", m[1])
		}
	}
}
