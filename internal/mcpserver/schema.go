package mcpserver

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// object is a JSON schema of an object whose properties keep their order.
type object struct {
	properties []property
	required   []string
}

type property struct {
	name   string
	schema any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	b.WriteString(`{"type":"object"`)
	for i, p := range o.properties {
		schema, err := json.Marshal(p.schema)
		if err != nil {
			return nil, fmt.Errorf("describe %s: %w", p.name, err)
		}
		b.WriteString([]string{`,"properties":{`, `,`}[min(i, 1)])
		fmt.Fprintf(&b, "%q:%s", p.name, schema)
	}
	if len(o.properties) > 0 {
		b.WriteString("}")
	}
	if len(o.required) > 0 {
		names, err := json.Marshal(o.required)
		if err != nil {
			return nil, fmt.Errorf("describe required fields: %w", err)
		}
		fmt.Fprintf(&b, `,"required":%s`, names)
	}
	b.WriteString("}")
	return []byte(b.String()), nil
}

// typed is a schema of a scalar or of a list, with few words.
type typed struct {
	Type        string   `json:"type,omitempty"`
	Items       *typed   `json:"items,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	Description string   `json:"description,omitempty"`
}

// briefs say in few words what a field of a default tool means, where its name
// does not say it.
var briefs = map[string]string{
	"asOf":           "true then, RFC 3339",
	"knownAt":        "known then",
	"budget":         "tokens",
	"expect":         "preview of the dry run",
	"dryRun":         "preview only",
	"wait":           "for its memories",
	"occurredAt":     "RFC 3339",
	"idempotencyKey": "from the source's ids",
	"events":         "a batch",
	"cursor":         "nextCursor",
}

// briefDescriptions say of the default tools what an agent must know to use
// them well. One that is missing here has its summary.
var briefDescriptions = map[string]string{
	"remember": "Append what was said, decided or done, word for word, to a permanent ledger. Never secrets.",
	"recall":   "Answer a question from memory with few dated, cited statements, or abstain. asOf and knownAt ask about the past.",
	"explain":  "Show all versions of a memory and the events that it came from.",
	"forget":   "Forget for good, with a receipt. First with dryRun; then the same with expect.",
	"memories": "List memories, newest first.",
}

func briefDescription(spec *verbs.Spec) string {
	if d, ok := briefDescriptions[spec.Name]; ok {
		return d
	}
	return spec.Summary + "."
}

// briefInput describes the fields of a verb by type alone, and by a word where
// the name does not do.
func briefInput(v verbs.Verb) object {
	var o object
	fields := verbs.Fields(v.Input())
	for i := range fields {
		f := &fields[i]
		p := briefType(f)
		p.Description = briefs[f.Name]
		o.properties = append(o.properties, property{f.Name, p})
		if f.Required {
			o.required = append(o.required, f.Name)
		}
	}
	return o
}

func briefType(f *verbs.Field) *typed {
	switch {
	case f.Type == reflect.TypeFor[verbs.Expect]():
		return &typed{} // a string or a list
	case f.Type == reflect.TypeFor[kaibo.Time]():
		return &typed{Type: "string"}
	}
	switch f.Type.Kind() {
	case reflect.Slice:
		items := &typed{Type: "object"}
		if f.Type.Elem().Kind() == reflect.String {
			items = &typed{Type: "string", Enum: f.Enum}
		}
		if len(items.Enum) > 0 {
			items.Type = ""
		}
		return &typed{Type: "array", Items: items}
	case reflect.Map, reflect.Struct:
		return &typed{Type: "object"}
	case reflect.Bool:
		return &typed{Type: "boolean"}
	case reflect.Int, reflect.Int64, reflect.Uint64:
		return &typed{Type: "integer"}
	case reflect.Float64:
		return &typed{Type: "number"}
	}
	if len(f.Enum) > 0 {
		return &typed{Enum: f.Enum}
	}
	return &typed{Type: "string"}
}

// rare are fields of the verbs of the graph that few calls want. Lists of tools
// leave them out, unless a verb cannot do without; "verbs" tells of them, and
// every call may have them.
var rare = []string{"actor", "occurredAt", "reason", "knownAt", "visibility", "after", "forDays", "include", "across", "limit", "cursor", "since", "pin", "layer", "tags"}

// graphSets are the toolsets of the curated graph.
var graphSets = []verbs.Toolset{verbs.Arrive, verbs.Capture, verbs.Reason, verbs.Inspect, verbs.Chains, verbs.Bounds, verbs.Upkeep}

// graphInput describes a verb of the curated graph by the fields that it is
// about: a set of twenty tools is 2,000 tokens then.
func graphInput(v verbs.Verb) object {
	o := briefInput(v)
	o.properties = slices.DeleteFunc(o.properties, func(p property) bool {
		return slices.Contains(rare, p.name) && !slices.Contains(o.required, p.name) && ToolName(p.name) != ToolName(v.Spec().Name)
	})
	for i := range o.properties {
		if t, ok := o.properties[i].schema.(*typed); ok {
			t.Description = ""
		}
	}
	return o
}

// fullInput describes a verb's input as its tags do, and what every face takes
// beside it: a key for what writes, and over MCP the preview that was seen.
func fullInput(v verbs.Verb) *jsonschema.Schema {
	s := alone(v.Input(), true)
	spec := v.Spec()
	add := func(name, doc string) {
		if s.Properties[name] == nil {
			s.Properties[name] = &jsonschema.Schema{Type: "string", Description: doc}
			s.PropertyOrder = append(s.PropertyOrder, name)
		}
	}
	if spec.Writes() {
		add(argKey, "The same key, the same answer: give it again when an answer was lost.")
	}
	if spec.PreviewFirst {
		add(argExpect, "The preview that a dry run answered. Required unless dryRun is true.")
	}
	return s
}

// alone is the schema of a struct with its definitions in it.
func alone(t reflect.Type, strict bool) *jsonschema.Schema {
	schemas := verbs.Schemas{Prefix: "#/$defs/", Defs: map[string]*jsonschema.Schema{}}
	s := schemas.Object(t, strict)
	if len(schemas.Defs) > 0 {
		s.Defs = schemas.Defs
	}
	return s
}
