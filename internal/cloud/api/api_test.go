package api_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/cloud/cloudtest"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// TestMain drops the log of requests.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// reads serves the reads of a deployment.
func reads(d *cloud.Deployment) (any, error) {
	l := d.Reader()
	h, err := api.Handler(d, &verbs.Deps{Ledger: l, Keys: d.Access(), Projects: d.Access(), Health: &api.Health{Table: d.Table(), Clock: d.Clock}}, api.Reads()...)
	return gateway.Buffered(h), err
}

// ask sends a request with what the authorizer said of it.
func ask(t *testing.T, w *cloudtest.World, path, project string, said map[string]any) events.APIGatewayProxyResponse {
	t.Helper()
	e := events.APIGatewayProxyRequest{HTTPMethod: "POST", Path: path, Body: "{}", Headers: map[string]string{"Content-Type": "application/json"},
		RequestContext: events.APIGatewayProxyRequestContext{Authorizer: said}}
	if said != nil {
		e.Headers["Authorization"] = "Bearer kaibo_x"
	}
	if project != "" {
		e.Headers["Kaibo-Project"] = project
	}
	event, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	out, err := w.Invoke(t, reads, event)
	if err != nil {
		t.Fatal(err)
	}
	var answer events.APIGatewayProxyResponse
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// TestTheProjectIsAskedForEveryTime: API Gateway keeps what the authorizer said
// by the key alone, so that a request with the same key and another
// Kaibo-Project comes with the same words. They must not decide.
func TestTheProjectIsAskedForEveryTime(t *testing.T) {
	w := cloudtest.NewWorld()
	store := w.Deployment().Access()
	north, err := store.CreateProject(context.Background(), "north")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.CreateProject(context.Background(), "south"); err != nil {
		t.Fatal(err)
	}
	agent := map[string]any{"name": "agent", "project": north.ID, "scopes": "read"}
	operator := map[string]any{"name": "ops", "project": north.ID, "scopes": "operator"}
	for _, c := range []struct {
		said    map[string]any
		path    string
		project string
		status  int
	}{
		{agent, "/v1/streams", "", 200},
		{agent, "/v1/streams", "north", 200},
		{agent, "/v1/streams", "south", 404},
		{agent, "/v1/streams", "nowhere", 404},
		{agent, "/v1/keys", "", 403}, // the key lacks admin
		{operator, "/v1/keys", "", 200},
		{operator, "/v1/streams", "south", 200},
		{operator, "/v1/streams", "nowhere", 404},
		{nil, "/v1/streams", "", 401},
		{nil, "/v1/health", "", 200},
		{map[string]any{"name": "agent", "project": "prj_gone", "scopes": "read"}, "/v1/streams", "", 401}, // deleted since
		{map[string]any{"name": "console", "project": "", "scopes": "operator"}, "/v1/streams", "", 200},   // makes the default project
		{agent, "/v1/remember", "", 404}, // another function's
	} {
		got := ask(t, w, c.path, c.project, c.said)
		if got.StatusCode != c.status {
			t.Errorf("%s on %q as %v: %d %s, want %d", c.path, c.project, c.said, got.StatusCode, got.Body, c.status)
		}
		if wants := c.status == 401; wants != (len(got.MultiValueHeaders["Www-Authenticate"]) == 1) {
			t.Errorf("%s: WWW-Authenticate is %v", c.path, got.MultiValueHeaders["Www-Authenticate"])
		}
		if c.status >= 400 && !strings.Contains(got.Body, `"code"`) {
			t.Errorf("%s: no problem: %s", c.path, got.Body)
		}
	}
}

// TestEveryVerbIsServedByOneFunction also finds a verb that changes something
// among the reads, whose function may not.
func TestEveryVerbIsServedByOneFunction(t *testing.T) {
	groups := [][]string{{"remember"}, {"recall"}, api.Reads(), api.Curations(), api.Erasures()}
	for _, v := range verbs.All() {
		spec, served := v.Spec(), 0
		for _, g := range groups {
			if slices.Contains(g, spec.Name) {
				served++
			}
		}
		if want := 1; spec.Where == verbs.Everywhere && served != want || spec.Where != verbs.Everywhere && served != 0 {
			t.Errorf("%s is served by %d functions", spec.Name, served)
		}
		if spec.Scope == verbs.Forget && spec.Toolset == verbs.Erase && !slices.Contains(api.Erasures(), spec.Name) {
			t.Errorf("%s forgets in a function that may not", spec.Name)
		}
	}
}
