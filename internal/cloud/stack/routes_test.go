package stack_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/api"
	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
	"github.com/kaibo-dev/kaibo/internal/structure/model"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// graceOf reads the grace that the template gives the functions, as they do.
func graceOf(t *testing.T, tmpl *stack.Template) time.Duration {
	t.Helper()
	grace, _ := tmpl.Parameters["Grace"].Default.(string)
	set := map[string]string{cloud.GraceVariable: grace}
	config, err := cloud.Read(func(name string) (string, bool) { v, ok := set[name]; return v, ok }, cloud.Grace)
	if err != nil {
		t.Fatal(err)
	}
	return config.Grace
}

// servedBy says which function serves a verb.
func servedBy(name string) string {
	for function, names := range map[string][]string{
		"RememberFunction": {"remember"}, "RecallFunction": {"recall"},
		"ForgetFunction": api.Erasures(), "ExplainFunction": api.Reads(), "CurateFunction": api.Curations(),
	} {
		if slices.Contains(names, name) {
			return function
		}
	}
	return ""
}

func TestEveryVerbHasARouteToWhoServesIt(t *testing.T) {
	gateway, err := read(t).API()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verbs.All() {
		spec := v.Spec()
		if spec.Where != verbs.Everywhere {
			continue
		}
		paths := []string{"/v1/" + spec.Name}
		if spec.Get != "" {
			paths = append(paths, strings.NewReplacer("{stream}", "main", "{id}", "evt_1", "{log}", "deletions", "{path...}", "tile/0/000").Replace(spec.Get))
		}
		for _, path := range paths {
			route, _, ok := gateway.Match(path)
			if !ok || route.Function != servedBy(spec.Name) || route.Function == "" {
				t.Errorf("%s goes to %q, and %q serves %s", path, route.Function, servedBy(spec.Name), spec.Name)
			}
			if route.Public != (spec.Scope == verbs.Public) {
				t.Errorf("%s: public %v, and the verb wants %q", path, route.Public, spec.Scope)
			}
			if route.Stream != spec.Streaming {
				t.Errorf("%s: stream %v, and the verb streams %v", path, route.Stream, spec.Streaming)
			}
		}
	}
}

func TestOtherPaths(t *testing.T) {
	gateway, err := read(t).API()
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/openapi.json": "DocsFunction", "/nothing/here": "DocsFunction", "/v1": "DocsFunction", "/mcp": "McpFunction", "/mcp/x": "DocsFunction",
		"/.well-known/oauth-protected-resource": "McpFunction", "/.well-known/oauth-protected-resource/mcp": "McpFunction", "/.well-known/x": "DocsFunction",
		"/v1/no_such_verb": "CurateFunction", "/v1/streams/main/events/more": "DocsFunction",
	} {
		if route, _, ok := gateway.Match(path); !ok || route.Function != want {
			t.Errorf("%s goes to %q, want %q", path, route.Function, want)
		}
	}
	if gateway.Authorizer != "AuthorizeFunction" || gateway.CacheFor != 30 {
		t.Errorf("keys are looked up by %q and kept for %d s", gateway.Authorizer, gateway.CacheFor)
	}
}

func TestTheGatewayAnswersProblems(t *testing.T) {
	gateway, err := read(t).API()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		status int
		code   string
	}{
		"UNAUTHORIZED": {401, "unauthenticated"}, "ACCESS_DENIED": {401, "unauthenticated"}, "MISSING_AUTHENTICATION_TOKEN": {404, "not_found"},
		"RESOURCE_NOT_FOUND": {404, "not_found"}, "REQUEST_TOO_LARGE": {413, "too_large"}, "THROTTLED": {429, "rate_limited"},
		"QUOTA_EXCEEDED": {429, "rate_limited"}, "INTEGRATION_TIMEOUT": {503, "unavailable"}, "INTEGRATION_FAILURE": {503, "unavailable"},
		"AUTHORIZER_FAILURE": {503, "unavailable"}, "AUTHORIZER_CONFIGURATION_ERROR": {503, "unavailable"}, "DEFAULT_5XX": {503, "unavailable"},
		"BAD_REQUEST_BODY": {400, "invalid_request"}, "BAD_REQUEST_PARAMETERS": {400, "invalid_request"}, "DEFAULT_4XX": {0, "invalid_request"},
	}
	for name, w := range want {
		got, ok := gateway.Responses[name]
		if !ok || got.Status != w.status {
			t.Errorf("%s answers %d, want %d", name, got.Status, w.status)
			continue
		}
		var problem struct {
			Type, Title, Code string
			Status            int
		}
		if err := json.Unmarshal([]byte(got.Template), &problem); err != nil {
			t.Errorf("%s: %v: %s", name, err, got.Template)
		}
		if problem.Code != w.code || problem.Status != w.status || !strings.HasSuffix(problem.Type, "#"+w.code) || problem.Title == "" {
			t.Errorf("%s answers %+v", name, problem)
		}
		if got.Headers["Content-Type"] != "application/problem+json" {
			t.Errorf("%s is of type %q", name, got.Headers["Content-Type"])
		}
		if (w.status == 503 || w.status == 429) != (got.Headers["Retry-After"] != "") {
			t.Errorf("%s: Retry-After is %q", name, got.Headers["Retry-After"])
		}
		if (w.status == 401) != strings.HasPrefix(got.Headers["WWW-Authenticate"], "Bearer") {
			t.Errorf("%s: WWW-Authenticate is %q", name, got.Headers["WWW-Authenticate"])
		}
	}
}

// variables are those that a need of package cloud reads.
var variables = map[string][]string{
	"Tables": {cloud.RecordsVariable, cloud.EventsVariable}, "Bucket": {cloud.BucketVariable},
	"StructureQueue": {cloud.StructureQueueVariable}, "CompactQueue": {cloud.CompactQueueVariable}, "NotifyQueue": {cloud.NotifyQueueVariable}, "Grace": {cloud.GraceVariable},
	"ModelName": {cloud.ModelVariable}, "ModelPrices": {model.InputPriceVar, model.OutputPriceVar},
	"SigningKeys": {cloud.SigningKeysVariable, cloud.OriginVariable, cloud.WitnessesVariable},
}

// TestEveryFunctionIsWhole wants of every folder of functions a resource that
// sets just the variables that its main reads, a target that builds it, and an
// event.
func TestEveryFunctionIsWhole(t *testing.T) {
	tmpl := read(t)
	makefile, err := os.ReadFile("../../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := filepath.Glob("../../../functions/*/main.go")
	if err != nil || len(folders) == 0 {
		t.Fatal(folders, err)
	}
	var names []string
	for _, main := range folders {
		folder := filepath.Base(filepath.Dir(main))
		name := strings.ToUpper(folder[:1]) + folder[1:] + "Function"
		names = append(names, name)
		environment, _ := tmpl.Resources[name].Properties["Environment"].(map[string]any)
		set, _ := environment["Variables"].(map[string]any)
		var got []string
		for variable := range set {
			got = append(got, variable)
		}
		slices.Sort(got)
		if want := needsOf(t, main); !slices.Equal(got, want) {
			t.Errorf("%s is given %v and reads %v", name, got, want)
		}
		if !strings.Contains(string(makefile), "build-"+name) {
			t.Errorf("the Makefile does not build %s", name)
		}
		if _, err := os.Stat("../../../events/" + folder + ".json"); err != nil {
			t.Errorf("%s has no event: %v", name, err)
		}
	}
	slices.Sort(names)
	if declared := slices.Sorted(slices.Values(of(tmpl, "AWS::Serverless::Function"))); !slices.Equal(declared, names) {
		t.Errorf("the template declares %v, and the folders are %v", declared, names)
	}
}

// needsOf reads what a main hands to cloud.Start, and answers the variables.
func needsOf(t *testing.T, path string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if fun, ok := call.Fun.(*ast.SelectorExpr); !ok || fun.Sel.Name != "Start" {
			return true
		}
		ast.Inspect(call.Args[0], func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				names = append(names, variables[sel.Sel.Name]...)
			}
			return true
		})
		return false
	})
	slices.Sort(names)
	return names
}

func TestNothingDeployedIsLoopback(t *testing.T) {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), cloud.LoopbackVariable) {
		t.Error("the template lets requests in that have no key")
	}
}
