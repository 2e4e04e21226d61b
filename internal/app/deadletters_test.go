package app_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// fails is a structurer that understands nothing.
type fails struct{ enginetest.Structurer }

func (fails) Read(context.Context, structure.Input) (structure.Reading, error) {
	return structure.Reading{}, enginetest.ErrBroken
}

// asking makes requests to a handler as the operator.
type asking struct {
	t       *testing.T
	handler http.Handler
	token   string
}

func (a asking) ask(project, verb, body string, status int, out any) {
	a.t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/v1/"+verb, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+a.token)
	if project != "" {
		r.Header.Set("Kaibo-Project", project)
	}
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	if w.Code != status {
		a.t.Fatalf("%s %s: %d %s, want %d", verb, body, w.Code, w.Body, status)
	}
	if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
		a.t.Fatal(err)
	}
}

// TestFailedJobsAreTheDeadLetters: they are listed over all projects, without
// text, and tried again one or all.
func TestFailedJobsAreTheDeadLetters(t *testing.T) {
	o := open(t, t.TempDir(), time.Hour)
	defer o.Close()
	handler, err := o.Handler(app.Exposure{})
	if err != nil {
		t.Fatal(err)
	}
	a, ctx := asking{t, handler, o.OwnerToken()}, context.Background()
	o.Structure(fails{})
	var made map[string]any
	a.ask("", "projects.create", `{"name": "north"}`, 201, &made)
	for _, project := range []string{"default", "north", "north"} {
		a.ask(project, "remember", `{"content": "The xylophone is in the attic."}`, 202, &made)
	}
	for range 10 { // five attempts each
		_ = o.Drain(ctx)
	}
	var list verbs.DeadLettersOut
	a.ask("", "dead_letters", `{}`, 200, &list)
	if len(list.Items) != 3 || list.More {
		t.Fatalf("%+v", list)
	}
	for _, d := range list.Items {
		if d.Kind != verbs.DeadJob || d.ID != d.Job || d.Attempts != 5 || d.Reason == "" || d.Project == "" || strings.Contains(d.Reason, "xylophone") {
			t.Errorf("%+v", d)
		}
	}
	a.ask("", "dead_letters", `{"limit": 2}`, 200, &list)
	if len(list.Items) != 2 || !list.More {
		t.Errorf("a limit of 2: %+v", list)
	}
	var north verbs.DeadLettersOut
	a.ask("north", "dead_letters", `{}`, 200, &north)
	if len(north.Items) != 2 {
		t.Errorf("of north: %+v", north)
	}
	var none verbs.DeadLettersOut
	a.ask("", "dead_letters", `{"kinds": ["structure"]}`, 200, &none)
	if len(none.Items) != 0 {
		t.Errorf("the embedded queue gave up %+v", none)
	}

	one := north.Items[0].ID
	var out verbs.RedriveOut
	a.ask("", "dead_letters.redrive", `{"id": "`+one+`"}`, 200, &out)
	if len(out.Items) != 1 || out.OK || out.Items[0].Outcome != verbs.RedriveFailed || out.Items[0].Attempts != 6 {
		t.Errorf("one that fails again: %+v", out)
	}
	o.Structure(enginetest.Structurer{})
	a.ask("", "dead_letters.redrive", `{"id": "`+one+`", "dryRun": true}`, 200, &out)
	if len(out.Items) != 1 || !out.OK || out.Items[0].Outcome != verbs.RedriveWaits {
		t.Errorf("a dry run: %+v", out)
	}
	a.ask("", "dead_letters.redrive", `{"id": "`+one+`"}`, 200, &out)
	if len(out.Items) != 1 || !out.OK || out.Items[0].Outcome != verbs.RedriveDone {
		t.Errorf("one: %+v", out)
	}
	var problem map[string]any
	a.ask("", "dead_letters.redrive", `{"id": "`+one+`"}`, 404, &problem)
	a.ask("", "dead_letters.redrive", `{}`, 400, &problem)
	a.ask("", "dead_letters.redrive", `{"id": "x", "all": true}`, 400, &problem)
	a.ask("", "dead_letters.redrive", `{"all": true, "limit": 1}`, 200, &out)
	if len(out.Items) != 1 || !out.More {
		t.Errorf("all, one at a time: %+v", out)
	}
	out = verbs.RedriveOut{}
	a.ask("", "dead_letters.redrive", `{"all": true}`, 200, &out)
	if len(out.Items) != 1 || out.More || !out.OK {
		t.Errorf("all: %+v", out)
	}
	a.ask("", "dead_letters", `{}`, 200, &list)
	if len(list.Items) != 0 {
		t.Errorf("what was redriven is still there: %+v", list)
	}
}
