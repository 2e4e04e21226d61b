package httpapi_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// openAPI is the part of a document that the tests look at.
type openAPI struct {
	OpenAPI string `json:"openapi"`
	Info    struct{ Title, Version string }
	Tags    []struct{ Name string }
	Paths   map[string]map[string]operation
}

type operation struct {
	OperationID string `json:"operationId"`
	Summary     string
	Description string
	Tags        []string
	Parameters  []struct {
		Ref, Name, In, Description string
		Required                   bool
		Schema                     json.RawMessage
	}
	RequestBody *struct {
		Content map[string]struct{ Schema, Example json.RawMessage }
	}
	Responses map[string]json.RawMessage
}

func document(t *testing.T, local bool) (openAPI, any) {
	t.Helper()
	b, err := httpapi.OpenAPI("1.2.3", local)
	if err != nil {
		t.Fatal(err)
	}
	var doc openAPI
	var tree any
	for _, v := range []any{&doc, &tree} {
		if err := json.Unmarshal(b, v); err != nil {
			t.Fatal(err)
		}
	}
	return doc, tree
}

func TestOpenAPIHasEveryVerb(t *testing.T) {
	doc, _ := document(t, true)
	if !strings.HasPrefix(doc.OpenAPI, "3.1.") || doc.Info.Title == "" || doc.Info.Version != "1.2.3" {
		t.Errorf("head: %+v", doc)
	}
	ids := map[string]string{}
	for _, v := range verbs.All() {
		spec := v.Spec()
		post, ok := doc.Paths["/v1/"+spec.Name]["post"]
		if !ok || post.RequestBody == nil {
			t.Errorf("%s: no POST with a body", spec.Name)
			continue
		}
		if spec.Get != "" {
			if _, ok := doc.Paths[strings.ReplaceAll(spec.Get, "...}", "}")]["get"]; !ok {
				t.Errorf("%s: no GET %s", spec.Name, spec.Get)
			}
		}
	}
	for path, item := range doc.Paths {
		for method, op := range item {
			where := method + " " + path
			if other, twice := ids[op.OperationID]; twice || op.OperationID == "" {
				t.Errorf("%s: operationId %q is that of %s", where, op.OperationID, other)
			}
			ids[op.OperationID] = where
			if op.Summary == "" || op.Description == "" || len(op.Tags) != 1 || len(op.Responses) < 2 {
				t.Errorf("%s: %+v", where, op)
			}
			for variable := range pathVariables(path) {
				found := false
				for _, p := range op.Parameters {
					found = found || (p.Name == variable && p.In == "path" && p.Required)
				}
				if !found {
					t.Errorf("%s: {%s} is no parameter", where, variable)
				}
			}
		}
	}
}

func pathVariables(path string) map[string]bool {
	vars := map[string]bool{}
	for part := range strings.SplitSeq(path, "/") {
		if strings.HasPrefix(part, "{") {
			vars[strings.Trim(part, "{}")] = true
		}
	}
	return vars
}

func TestOpenAPILeavesOutWhatIsLocal(t *testing.T) {
	doc, _ := document(t, false)
	for _, v := range verbs.All() {
		_, there := doc.Paths["/v1/"+v.Spec().Name]
		if there != (v.Spec().Where == verbs.Everywhere) {
			t.Errorf("%s: there %t", v.Spec().Name, there)
		}
	}
}

func TestOpenAPIReferencesResolve(t *testing.T) {
	_, tree := document(t, true)
	refs := 0
	walk(tree, func(ref string) {
		refs++
		at := tree
		for part := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
			object, _ := at.(map[string]any)
			if at = object[part]; at == nil {
				t.Errorf("%s leads nowhere", ref)
				return
			}
		}
	})
	if refs < 100 {
		t.Errorf("only %d references: the test looks in the wrong place", refs)
	}
}

func walk(node any, visit func(ref string)) {
	switch v := node.(type) {
	case map[string]any:
		for name, value := range v {
			if ref, ok := value.(string); ok && name == "$ref" {
				visit(ref)
			}
			walk(value, visit)
		}
	case []any:
		for _, value := range v {
			walk(value, visit)
		}
	}
}

func TestEveryFieldIsDocumented(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(reflect.Type)
	look = func(ty reflect.Type) {
		for ty.Kind() == reflect.Pointer || ty.Kind() == reflect.Slice {
			ty = ty.Elem()
		}
		if ty.Kind() != reflect.Struct || seen[ty] {
			return
		}
		seen[ty] = true
		for _, f := range verbs.Fields(ty) {
			if f.Doc == "" {
				t.Errorf("%s.%s has no documentation", ty, f.Name)
			}
			look(f.Type)
		}
	}
	for _, v := range verbs.All() {
		look(v.Input())
		look(v.Output())
	}
}

// schemaOf resolves the schema of an input or an output with its definitions.
func schemaOf(t *testing.T, ty reflect.Type, strict bool) *jsonschema.Resolved {
	t.Helper()
	s := verbs.Schemas{Prefix: "#/$defs/"}
	root := s.Object(ty, strict)
	root.Defs = s.Defs
	resolved, err := root.Resolve(nil)
	if err != nil {
		t.Fatalf("%s: %v", ty, err)
	}
	return resolved
}

func validate(t *testing.T, what string, r *jsonschema.Resolved, body []byte) {
	t.Helper()
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	if err := r.Validate(v); err != nil {
		t.Errorf("%s does not fit its schema: %v\n%s", what, err, body)
	}
}

func TestExamplesFitTheirSchemas(t *testing.T) {
	examples := 0
	for _, v := range verbs.All() {
		resolved := schemaOf(t, v.Input(), true)
		schemaOf(t, v.Output(), false)
		if example := v.Spec().Example; example != "" {
			examples++
			validate(t, v.Spec().Name, resolved, []byte(example))
		}
	}
	if examples < 8 {
		t.Errorf("%d examples", examples)
	}
}

// TestAnswersFitTheirSchemas runs a story through the API and holds every
// answer to the schema that the document gives it.
func TestAnswersFitTheirSchemas(t *testing.T) {
	s := loopback(t)
	ask := func(verb, format string, args ...any) map[string]any {
		t.Helper()
		a := s.post(verb, fmt.Sprintf(format, args...))
		if a.status >= 300 {
			t.Fatalf("%s: %d %s", verb, a.status, a.body)
		}
		v, _ := verbs.Lookup(verb)
		validate(t, "the answer of "+verb, schemaOf(t, v.Output(), false), a.body)
		var out map[string]any
		if err := json.Unmarshal(a.body, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	first := ask("remember", `{"content": "The launch partner of Zephyr is Olcott.", "wait": true, "actor": "ana", "initiatives": ["launch"], "metadata": {"thread": "T-9", "n": 4}, "idempotencyKey": "k-1"}`)
	ask("remember", `{"content": "The launch partner of Zephyr is now Pemberton.", "wait": true}`)
	ask("remember", `{"content": "other", "idempotencyKey": "k-1"}`)
	ask("remember", `{"events": [{"content": "The canteen serves soup."}, {"contentBase64": "/wA=", "contentType": "application/octet-stream", "kind": "file"}]}`)
	job := first["job"].(map[string]any)["id"]
	event := first["event"].(map[string]any)["id"]
	memory := first["memories"].([]any)[0].(map[string]any)["id"]
	ask("job", `{"id": %q, "wait": true}`, job)
	ask("recall", `{"question": "Who is the launch partner of Zephyr?", "trace": true, "include": ["past"]}`)
	ask("recall", `{"question": "Who is the astronaut?"}`)
	ask("explain", `{"memoryId": %q}`, memory)
	ask("memories", `{"limit": 2, "metadata": {"thread": "T-9"}}`)
	ask("memory", `{"id": %q}`, memory)
	ask("sources", `{"memoryId": %q}`, memory)
	ask("streams", `{}`)
	ask("events", `{"stream": "main"}`)
	ask("payload", `{"id": %q}`, event)
	ask("dispute", `{"memoryId": %q, "reason": "no"}`, memory)
	ask("alias", `{"name": "Mo", "same": "Moritz"}`)
	preview := ask("forget", `{"query": "Pemberton", "dryRun": true}`)
	ask("forget", `{"query": "Pemberton", "reason": "asked", "expect": %q}`, preview["preview"])
	ask("deletions", `{}`)
	ask("fsck", `{}`)
	ask("rebuild", `{"all": true}`)
	ask("projects.create", `{"name": "u1"}`)
	ask("projects", `{}`)
	ask("projects.usage", `{"name": "u1"}`)
	ask("projects.export", `{"name": "default"}`)
	ask("projects.delete", `{"name": "u1", "dryRun": true}`)
	ask("projects.delete", `{"name": "u1"}`)
	ask("health", `{}`)
	ask("keys", `{}`)
	ask("keys.create", `{"scopes": ["read"], "name": "agent"}`)
}
