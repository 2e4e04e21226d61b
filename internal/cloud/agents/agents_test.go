package agents_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/agents"
	"github.com/kaibo-dev/kaibo/internal/cloud/cloudtest"
	"github.com/kaibo-dev/kaibo/internal/cloud/gateway"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
	_ "github.com/kaibo-dev/kaibo/internal/tokens/o200k" // budgets are counted in it
)

func function(d *cloud.Deployment) (any, error) {
	h, err := agents.Handler(d, rules.New())
	return gateway.Streaming(h), err
}

// send hands the function of MCP an event.
func send(t *testing.T, w *cloudtest.World, method, path, body string, said map[string]any) string {
	t.Helper()
	e := events.APIGatewayProxyRequest{HTTPMethod: method, Path: path, Body: body,
		Headers:        map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Host": "abc.example"},
		RequestContext: events.APIGatewayProxyRequestContext{DomainName: "abc.example", Path: "/api" + path, Authorizer: said}}
	if said != nil {
		e.Headers["Authorization"] = "Bearer kaibo_x"
	}
	event, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	out, err := w.Invoke(t, function, event)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func callOf(tool string, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
}

// TestAgentsHaveEveryEngine finds an engine that joined the registry's and that
// the function of MCP does not stand on yet.
func TestAgentsHaveEveryEngine(t *testing.T) {
	none := []string{"SigningKeys", "Logs", "Maintain", "Dead", "Model", "Backups", "Archives", "Try", "Restructure"} // the embedded store's, and what a deployment may do without
	deps := reflect.ValueOf(*agents.Deps(cloudtest.NewWorld().Deployment(), rules.New()))
	for i := range deps.NumField() {
		if name := deps.Type().Field(i).Name; deps.Field(i).IsNil() && !slices.Contains(none, name) {
			t.Errorf("the function of MCP has no %s", name)
		}
	}
}

func TestAgentsReachADeployment(t *testing.T) {
	w := cloudtest.NewWorld()
	operator := map[string]any{"name": "console", "project": "", "scopes": "operator"}
	for _, c := range []struct {
		method, path, body string
		said               map[string]any
		want               []string
	}{
		{"POST", "/mcp", callOf("remember", `{"content":"The dam is inspected by Tove."}`), operator, []string{`"statusCode":200`, "Remembered as evt_", "it can be recalled as a quote"}},
		{"POST", "/mcp", callOf("recall", `{"question":"Who inspects the dam?"}`), operator, []string{"Tove", "provisional"}},
		{"POST", "/mcp", callOf("forget", `{"query":"dam","dryRun":true}`), operator, []string{"A dry run"}},
		{"POST", "/mcp", callOf("keys_create", `{"scopes":["read"]}`), operator, []string{`"key":"kaibo_`}},
		{"POST", "/mcp", callOf("fsck", `{}`), operator, []string{`unknown tool`}}, // the embedded store's alone
		{"POST", "/mcp", callOf("streams", `{}`), nil, []string{`"statusCode":401`, `resource_metadata=\"https://abc.example/api/.well-known/oauth-protected-resource/mcp\"`}},
		{"POST", "/mcp", callOf("verify", `{}`), operator, []string{`unknown tool`}},
		{"GET", "/.well-known/oauth-protected-resource/mcp", "", nil, []string{`"statusCode":200`, `"resource":"https://abc.example/api/mcp"`}},
		{"POST", "/v1/recall", "{}", operator, []string{`"statusCode":404`}}, // another function's
	} {
		got := send(t, w, c.method, c.path, c.body, c.said)
		for _, want := range c.want {
			if !strings.Contains(strings.ToLower(got), strings.ToLower(want)) {
				t.Errorf("%s %s %s: no %s in %.2000s", c.method, c.path, c.body, want, got)
			}
		}
	}
}
