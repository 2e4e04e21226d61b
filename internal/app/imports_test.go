package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/imports"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// remembering sends records to the API.
type remembering struct {
	t *testing.T
	h http.Handler
}

// Send implements imports.Sender.
func (r remembering) Send(_ context.Context, stream string, records []imports.Record) ([]imports.Outcome, error) {
	in := verbs.RememberIn{Stream: stream}
	for _, x := range records {
		text := string(x.Content)
		in.Events = append(in.Events, verbs.EventIn{Kind: x.Kind, Content: &text, ContentType: x.ContentType, OccurredAt: x.OccurredAt, Actor: x.Actor,
			Role: x.Role, Initiatives: x.Initiatives, Metadata: x.Metadata, IdempotencyKey: x.Key})
	}
	body, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	code, out := ask(r.t, r.h, "", "remember", string(body))
	if code > 299 {
		return nil, kaibo.Errorf(kaibo.Invalid, "%v", out)
	}
	var outcomes []imports.Outcome
	for _, item := range out["items"].([]any) {
		one := item.(map[string]any)
		outcomes = append(outcomes, imports.Outcome{EventID: one["event"].(map[string]any)["id"].(string), Replayed: one["replayed"].(bool),
			PayloadDiffers: one["payloadDiffers"] == true, Forgotten: one["forgotten"] == true})
	}
	return outcomes, nil
}

// TestEveryFormatIsRemembered imports the fixture of every format over the API,
// twice: the second time adds nothing, and what was imported is answered.
func TestEveryFormatIsRemembered(t *testing.T) {
	a := open(t, t.TempDir(), time.Hour)
	defer a.Close()
	h, err := a.Handler(app.Exposure{Loopback: true})
	if err != nil {
		t.Fatal(err)
	}
	dirs, err := os.ReadDir("../imports/testdata")
	if err != nil {
		t.Fatal(err)
	}
	run := func(path string) *imports.Report {
		t.Helper()
		src, err := imports.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer src.Close()
		f, err := imports.Choose(src, imports.Auto)
		if err != nil {
			t.Fatal(err)
		}
		report, err := imports.Run(context.Background(), src, imports.Options{Format: f, Sender: remembering{t, h},
			Reading: imports.Reading{SourceID: "s", Name: func(s string) string { return fmt.Sprintf("%x", s) }}})
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		return report
	}
	formats := map[string]bool{}
	for _, d := range dirs {
		if d.Name() == "fuzz" {
			continue
		}
		path := filepath.Join("../imports/testdata", d.Name())
		first, second := run(path), run(path)
		if first.Added == 0 || second.Added != 0 || second.Present != first.Added || len(second.Bad) != len(first.Bad) {
			t.Errorf("%s: %+v, then %+v", path, first, second)
		}
		formats[first.Format] = true
	}
	for _, f := range imports.Formats() {
		if !formats[f.Name] && f.Name != "git" {
			t.Errorf("no fixture is taken for %s", f.Name)
		}
	}
	if err := a.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{
		"Who keeps the changelog?":         "Ilse",
		"How long does tea steep?":         "three minutes",
		"Where does Alice work?":           "Google",
		"Which language does John speak?":  "Spanish",
		"Who takes the changelog?":         "I take the changelog",
		"What restaurants does Alex like?": "vegetarian",
	} {
		if out := must(t, h, "", "recall", fmt.Sprintf(`{"question": %q}`, question)); !strings.Contains(fmt.Sprint(out["items"]), want) {
			t.Errorf("%s %v", question, out["items"])
		}
	}
	if out := must(t, h, "", "fsck", `{}`); out["ok"] != true {
		t.Errorf("fsck: %v", out)
	}
}
