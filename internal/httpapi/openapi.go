package httpapi

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// OpenAPI writes the OpenAPI 3.1 document of the registry, as a server serves
// it under /openapi.json. Without local, the verbs that only an embedded store
// has are left out.
func OpenAPI(version string, local bool) ([]byte, error) {
	b := &document{schemas: verbs.Schemas{Prefix: "#/components/schemas/", Defs: map[string]*jsonschema.Schema{}, Nulls: true}}
	paths := map[string]any{}
	for _, rt := range verbRoutes(local) {
		pattern := documented(rt.pattern)
		item, _ := paths[pattern].(map[string]any)
		if item == nil {
			item = map[string]any{}
			paths[pattern] = item
		}
		item[strings.ToLower(rt.method)] = b.operation(&rt)
	}
	b.schemas.Defs["Problem"] = b.schemas.Object(reflect.TypeFor[Problem](), false)
	doc, err := json.MarshalIndent(map[string]any{
		"openapi":    "3.1.0",
		"info":       info(version),
		"servers":    []any{map[string]any{"url": "/"}},
		"security":   []any{map[string]any{"key": []string{}}, map[string]any{}},
		"tags":       tags(),
		"paths":      paths,
		"components": b.components(),
	}, "", "  ")
	if err != nil {
		return nil, &kaibo.Error{Op: "write OpenAPI document", Err: err}
	}
	return doc, nil
}

// documented is a pattern as OpenAPI writes it, which knows no variable of
// several parts: a caller may escape the slashes in it, or not.
func documented(pattern string) string { return strings.ReplaceAll(pattern, "...}", "}") }

func info(version string) map[string]any {
	return map[string]any{
		"title":   "kaibo",
		"version": version,
		"description": "A memory for AI agents that can show its work. Every verb is POST /v1/<verb> with a JSON object; " +
			"reads that a verifier or a browser wants are GET resources too. Errors are RFC 9457 problems with a stable code.",
	}
}

// tags lists the toolsets in the order of the registry.
func tags() []any {
	var list []any
	seen := map[verbs.Toolset]bool{}
	for _, v := range verbs.All() {
		if set := v.Spec().Toolset; !seen[set] {
			seen[set] = true
			list = append(list, map[string]any{"name": string(set)})
		}
	}
	return list
}

// document gathers the schemas while operations are written.
type document struct{ schemas verbs.Schemas }

func (d *document) components() map[string]any {
	return map[string]any{
		"schemas": d.schemas.Defs,
		"securitySchemes": map[string]any{"key": map[string]any{
			"type": "http", "scheme": "bearer",
			"description": "A key belongs to one project and carries scopes. A local server on a loopback address wants none until the first is made.",
		}},
		"parameters": map[string]any{
			"project": map[string]any{
				"name": "Kaibo-Project", "in": "header", "schema": map[string]any{"type": "string", "minLength": 1, "maxLength": kaibo.MaxNameBytes},
				"description": "The project to act on: for an operator's key, and on a local server without keys.",
			},
			"idempotencyKey": map[string]any{
				"name": "Idempotency-Key", "in": "header", "schema": map[string]any{"type": "string", "minLength": 1, "maxLength": kaibo.MaxIdempotencyKey},
				"description": "The same key, the same answer: send it again when an answer was lost.",
			},
		},
		"responses": map[string]any{"problem": problem(), "busy": busy()},
	}
}

// problem describes the answer of every error.
func problem() map[string]any {
	return map[string]any{
		"description": "What went wrong, as RFC 9457 says it.",
		"content": map[string]any{"application/problem+json": map[string]any{
			"schema": map[string]any{"$ref": "#/components/schemas/Problem"},
		}},
	}
}

// busy is a problem that passes by itself.
func busy() map[string]any {
	out := problem()
	out["description"] = "Not now. Retry-After says when to come again."
	out["headers"] = map[string]any{"Retry-After": map[string]any{
		"description": "In so many seconds.", "required": true, "schema": map[string]any{"type": "integer", "minimum": 1},
	}}
	return out
}

// problemsOf lists the statuses of the errors that a route can answer. What
// lies beyond them comes from what stands before the server.
func problemsOf(rt *route) map[string]string {
	spec := rt.verb.Spec()
	out := map[string]string{"400": "problem", "431": "problem", "500": "problem", "503": "busy"}
	if rt.method == http.MethodPost {
		out["413"] = "problem"
	}
	if spec.Scope == verbs.Public {
		return out
	}
	for _, status := range []string{"401", "403", "404", "409"} {
		out[status] = "problem"
	}
	out["429"] = "busy"
	if spec.Name == "payload" || spec.Toolset == verbs.Mend { // what is asked for, or mended, was forgotten
		out["410"] = "problem"
	}
	return out
}

// operation describes one route of a verb.
func (d *document) operation(rt *route) map[string]any {
	spec := rt.verb.Spec()
	id := strings.ReplaceAll(spec.Name, ".", "_")
	op := map[string]any{
		"summary": spec.Summary, "description": description(spec), "tags": []string{string(spec.Toolset)},
		"responses": d.responses(rt),
	}
	parameters := []any{}
	if spec.Scope == verbs.Public {
		op["security"] = []any{}
	} else if !spec.Projectless {
		parameters = append(parameters, parameterRef("project"))
	}
	if rt.method == http.MethodGet {
		op["operationId"] = "get_" + id
		op["parameters"] = append(parameters, d.queryParameters(rt)...)
		return op
	}
	op["operationId"] = id
	if spec.Writes() {
		parameters = append(parameters, parameterRef("idempotencyKey"))
	}
	op["parameters"] = parameters
	op["requestBody"] = d.requestBody(rt.verb)
	return op
}

func parameterRef(name string) map[string]any {
	return map[string]any{"$ref": "#/components/parameters/" + name}
}

func description(spec *verbs.Spec) string {
	if spec.Scope == verbs.Public {
		return spec.Doc
	}
	return spec.Doc + " Wants the scope " + string(spec.Scope) + "."
}

func (d *document) requestBody(v verbs.Verb) map[string]any {
	name := v.Input().Name()
	d.schemas.Defs[name] = d.schemas.Object(v.Input(), true)
	content := map[string]any{"schema": map[string]any{"$ref": d.schemas.Prefix + name}}
	if example := v.Spec().Example; example != "" {
		content["example"] = json.RawMessage(example)
	}
	return map[string]any{"required": true, "content": map[string]any{"application/json": content}}
}

// queryParameters are the fields of the input, in the path or in the query.
func (d *document) queryParameters(rt *route) []any {
	var list []any
	plain := verbs.Schemas{Prefix: d.schemas.Prefix, Defs: d.schemas.Defs} // a query has no null
	schema := plain.Object(rt.verb.Input(), true)
	fields := verbs.Fields(rt.verb.Input())
	for i := range fields {
		f := &fields[i]
		property := *schema.Properties[f.Name]
		property.Description = ""
		in, required := "query", f.Required
		if strings.Contains(documented(rt.pattern), "{"+f.Name+"}") {
			in, required = "path", true
		}
		list = append(list, map[string]any{
			"name": f.Name, "in": in, "required": required, "description": f.Doc, "schema": &property,
		})
	}
	return list
}

// responses are what a route can answer: success, and a problem.
func (d *document) responses(rt *route) map[string]any {
	name := rt.verb.Output().Name()
	if _, known := d.schemas.Defs[name]; !known {
		d.schemas.Defs[name] = d.schemas.Object(rt.verb.Output(), false)
	}
	content := map[string]any{"application/json": map[string]any{"schema": map[string]any{"$ref": d.schemas.Prefix + name}}}
	if rt.verb.Spec().Streaming {
		content[mediaEvents] = map[string]any{"schema": map[string]any{"type": "string"}}
	}
	if _, list := rt.verb.Output().FieldByName("Items"); list && rt.method == http.MethodGet {
		content[mediaLines] = map[string]any{"schema": map[string]any{"type": "string"}}
	}
	if rt.method == http.MethodGet && reflect.PointerTo(rt.verb.Output()).Implements(reflect.TypeFor[verbs.Raw]()) {
		content = map[string]any{
			"application/octet-stream": map[string]any{"schema": map[string]any{"type": "string", "format": "binary"}},
			"text/plain":               map[string]any{"schema": map[string]any{"type": "string"}},
		}
	}
	out := map[string]any{"default": map[string]any{"$ref": "#/components/responses/problem"}}
	for status, answer := range problemsOf(rt) {
		out[status] = map[string]any{"$ref": "#/components/responses/" + answer}
	}
	for _, status := range rt.verb.Spec().Answers() {
		out[status.Code] = map[string]any{"description": status.Meaning, "content": content}
	}
	return out
}
