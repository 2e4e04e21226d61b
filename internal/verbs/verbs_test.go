package verbs_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

var verbName = regexp.MustCompile(`^[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)?$`)

func TestTheRegistryIsWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range verbs.All() {
		spec := v.Spec()
		if !verbName.MatchString(spec.Name) || seen[spec.Name] {
			t.Errorf("name %q", spec.Name)
		}
		seen[spec.Name] = true
		if found, ok := verbs.Lookup(spec.Name); !ok || found != v {
			t.Errorf("%s is not found", spec.Name)
		}
		if spec.Summary == "" || strings.HasSuffix(spec.Summary, ".") || !strings.HasSuffix(spec.Doc, ".") || spec.Toolset == "" {
			t.Errorf("%s: %+v", spec.Name, spec)
		}
		if spec.Scope == verbs.Read && spec.Writes() && spec.Name != "job" {
			t.Errorf("%s writes with the scope read", spec.Name)
		}
		if spec.Hints.ReadOnly && (spec.Hints.Destructive || spec.PreviewFirst) {
			t.Errorf("%s: hints %+v", spec.Name, spec.Hints)
		}
		fields := verbs.Fields(v.Input())
		if spec.Main != "" && !slices.ContainsFunc(fields, func(f verbs.Field) bool { return f.Name == spec.Main }) {
			t.Errorf("%s: there is no field %s", spec.Name, spec.Main)
		}
		if spec.PreviewFirst && !slices.ContainsFunc(fields, func(f verbs.Field) bool { return f.Name == "dryRun" }) {
			t.Errorf("%s cannot be previewed", spec.Name)
		}
		if parent, _, nested := strings.Cut(spec.Name, "."); nested && !seen[parent] {
			t.Errorf("%s stands before %s", spec.Name, parent)
		}
	}
	if _, ok := verbs.Lookup("nonsense"); ok {
		t.Error("a verb nonsense is found")
	}
}

func TestDescribedFieldsAreThere(t *testing.T) {
	for ty, docs := range verbs.DescribedTypes() {
		fields := map[string]bool{}
		for _, f := range verbs.Fields(ty) {
			fields[f.Name] = true
		}
		for name := range docs {
			if !fields[name] {
				t.Errorf("%s has no field %s", ty, name)
			}
		}
	}
}

func TestFlagsOfFields(t *testing.T) {
	for name, want := range map[string]string{"asOf": "as-of", "limit": "limit", "contentBase64": "content-base64", "memoryId": "memory-id"} {
		f := verbs.Field{Name: name}
		if got := f.Flag(); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestPatternsAgreeWithChecks: what the schema says of a string is what the
// server does with it.
func TestPatternsAgreeWithChecks(t *testing.T) {
	samples := []string{"", "a", "main", "A-Z_9.~", "~curate", "a/b", "a b", "ü", "a\n", "\x00", strings.Repeat("x", 128), strings.Repeat("x", 129), " ", "a\x7f", "é"}
	for _, form := range verbs.Forms() {
		for _, s := range samples {
			detail, pattern := verbs.CheckForm(form, s)
			if pattern == "" {
				continue
			}
			if matches := regexp.MustCompile(pattern).MatchString(s); matches != (detail == "") {
				t.Errorf("form %s, %q: pattern %t, check %q", form, s, matches, detail)
			}
		}
	}
}

func TestAProblemNamesEveryField(t *testing.T) {
	limit, budget := 0, 40000
	err := verbs.Check(&verbs.RecallIn{Budget: &budget, Kinds: verbs.Kinds{Types: []string{"fact", "idea"}, Initiatives: []string{""}}})
	var e *kaibo.Error
	if !errors.As(err, &e) || e.Kind != kaibo.Invalid {
		t.Fatal(err)
	}
	var fields []string
	for _, f := range e.Fields {
		fields = append(fields, f.Field)
	}
	if diff := cmp.Diff([]string{"question", "budget", "types[1]", "initiatives[0]"}, fields); diff != "" {
		t.Error(diff)
	}
	if err := verbs.Check(&verbs.MemoriesIn{Page: verbs.Page{Limit: &limit}}); kaibo.KindOf(err) != kaibo.Invalid {
		t.Error(err)
	}
	many := make([]verbs.EventIn, 40)
	for i := range many {
		many[i].Kind = "mail"
	}
	if errors.As(verbs.Check(&verbs.RememberIn{Events: many}), &e); len(e.Fields) != 20 {
		t.Errorf("%d faults", len(e.Fields))
	}
}

func TestMetadataKeepsTextAndIntegers(t *testing.T) {
	m := verbs.Metadata{"s": "text", "f": 4.0, "i": int64(-5), "max": float64(kaibo.MaxSafeInteger)}
	if err := verbs.Check(&verbs.EventIn{Metadata: m}); err != nil {
		t.Fatal(err)
	}
	want := verbs.Metadata{"s": "text", "f": int64(4), "i": int64(-5), "max": int64(kaibo.MaxSafeInteger)}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Error(diff)
	}
}

var (
	ours   = kaibo.Project{ID: "prj_a", Secret: []byte("a")}
	theirs = kaibo.Project{ID: "prj_b", Secret: []byte("b")}
)

func TestCursorsAreGoodForTheirListAlone(t *testing.T) {
	cursor, err := verbs.MakeCursor(ours, "memories", "position")
	if err != nil {
		t.Fatal(err)
	}
	var got string
	if err := verbs.OpenCursor(ours, "memories", cursor, &got); err != nil || got != "position" {
		t.Errorf("%q, %v", got, err)
	}
	if err := verbs.OpenCursor(ours, "memories", "", &got); err != nil {
		t.Error(err)
	}
	for i := range cursor {
		changed := []byte(cursor)
		changed[i] ^= 1
		if err := verbs.OpenCursor(ours, "memories", string(changed), new(string)); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("byte %d changed: %v", i, err)
		}
	}
	for i := 1; i < len(cursor); i++ {
		if err := verbs.OpenCursor(ours, "memories", cursor[:i], new(string)); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("cut at %d: %v", i, err)
		}
	}
	if verbs.OpenCursor(theirs, "memories", cursor, &got) == nil || verbs.OpenCursor(ours, "streams", cursor, &got) == nil {
		t.Error("another list takes it")
	}
}

func FuzzOpenCursor(f *testing.F) {
	good, err := verbs.MakeCursor(ours, "memories", 7)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add("")
	f.Add("AAAA")
	f.Fuzz(func(t *testing.T, cursor string) {
		var n int
		err := verbs.OpenCursor(ours, "memories", cursor, &n)
		if (err == nil) != (cursor == good || cursor == "") {
			t.Errorf("%q: %v", cursor, err)
		}
	})
}

func TestFitsAnswersAtLeastOne(t *testing.T) {
	items := []string{"aaaa", "bbbb", "cccc"} // 7 bytes each with the comma
	for limit, want := range map[int]int{0: 1, 7: 1, 13: 1, 14: 2, 21: 3, 100: 3} {
		if got := verbs.Fits(items, limit); got != want {
			t.Errorf("limit %d: %d, want %d", limit, got, want)
		}
	}
	if got := verbs.Fits(nil, 10); got != 0 {
		t.Errorf("none: %d", got)
	}
}

func TestCutTextEndsBetweenRunes(t *testing.T) {
	for limit, want := range map[int]string{0: "", 1: "", 2: "ü", 3: "üa", 4: "üa", 6: "üa日", 9: "üa日"} {
		if got := verbs.CutText([]byte("üa日"), limit); got != want {
			t.Errorf("%d: %q", limit, got)
		}
	}
}

func ExampleFields() {
	v, _ := verbs.Lookup("recall")
	for _, f := range verbs.Fields(v.Input()) {
		if f.Max != nil {
			fmt.Println(f.Name, "--"+f.Flag(), *f.Min, *f.Max, f.Default)
		}
	}
	// Output:
	// budget --budget 1 32000 1024
	// candidates --candidates 1 200 50
}
