package verbs

import (
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Schemas makes JSON schemas (draft 2020-12) of input and output structs from
// their tags. Named structs below the first level become definitions, so that
// a memory is described once.
type Schemas struct {
	// Prefix leads to the definitions: "#/components/schemas/" in OpenAPI,
	// "#/$defs/" in a schema that stands alone.
	Prefix string
	// Defs gathers the definitions that were referred to.
	Defs map[string]*jsonschema.Schema
	// Nulls says of a request's optional fields that they may be null, where
	// the server takes that as absent. Hosts of agents do better without.
	Nulls bool
}

// Object returns the schema of a struct type itself, not a reference to it.
// A strict one allows no other properties, as requests are read; answers may
// grow within a version, so theirs are open.
func (s *Schemas) Object(t reflect.Type, strict bool) *jsonschema.Schema {
	out := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	if strict {
		out.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
	}
	fields := Fields(t)
	for i := range fields {
		f := &fields[i]
		out.Properties[f.Name] = s.property(f, t.FieldByIndex(f.Index).Type, strict)
		out.PropertyOrder = append(out.PropertyOrder, f.Name)
		if f.Required {
			out.Required = append(out.Required, f.Name)
		}
	}
	return out
}

// property is the schema of one field, with what its tags say.
func (s *Schemas) property(f *Field, t reflect.Type, strict bool) *jsonschema.Schema {
	out := s.Type(t, strict)
	if out.Ref != "" { // a reference keeps its own words beside it
		return &jsonschema.Schema{Ref: out.Ref, Description: f.Doc}
	}
	target := out
	if out.Items != nil && out.Items.Type == "string" {
		target = out.Items
	}
	restrict(target, f)
	if f.Required && strict && target.Type == "string" {
		one := 1
		target.MinLength = &one
	}
	if f.MaxItems > 0 {
		out.MaxItems = &f.MaxItems
		if f.Required {
			one := 1
			out.MinItems = &one
		}
	}
	if f.Default != "" {
		out.Default = defaultJSON(f)
	}
	out.Description = f.Doc
	if t.Kind() == reflect.Pointer && out.Type != "" && s.nullable(f, strict) {
		out.Type, out.Types = "", []string{out.Type, "null"}
		if len(out.Enum) > 0 {
			out.Enum = append(out.Enum, nil)
		}
	}
	return out
}

// nullable reports whether a field behind a pointer may be null: in an answer
// one that is always there, in a request one that may be absent.
func (s *Schemas) nullable(f *Field, strict bool) bool {
	if strict {
		return s.Nulls && !f.Required
	}
	return f.Required
}

// restrict puts the limits of a field's tags on the schema of its value.
func restrict(out *jsonschema.Schema, f *Field) {
	out.Minimum, out.Maximum = number(f.Min), number(f.Max)
	if f.MaxBytes > 0 {
		out.MaxLength = &f.MaxBytes // in characters; the server counts bytes, which are never fewer
	}
	for _, one := range f.Enum {
		out.Enum = append(out.Enum, one)
	}
	if shape, ok := forms[f.Form]; ok {
		out.Pattern = shape.pattern
		if shape.maxBytes > 0 {
			out.MaxLength = &shape.maxBytes
		}
	}
}

func number(n *int64) *float64 {
	if n == nil {
		return nil
	}
	v := float64(*n)
	return &v
}

func defaultJSON(f *Field) json.RawMessage {
	if f.Type.Kind() == reflect.String {
		return json.RawMessage(strconv.Quote(f.Default))
	}
	return json.RawMessage(f.Default)
}

var (
	timeType     = reflect.TypeFor[kaibo.Time]()
	hashType     = reflect.TypeFor[kaibo.Hash]()
	metadataType = reflect.TypeFor[Metadata]()
	expectType   = reflect.TypeFor[Expect]()
	rawType      = reflect.TypeFor[json.RawMessage]()
)

// Type returns the schema of any type that an input or an output holds.
func (s *Schemas) Type(t reflect.Type, strict bool) *jsonschema.Schema {
	if t.Kind() == reflect.Pointer {
		return s.Type(t.Elem(), strict)
	}
	switch t {
	case timeType:
		return &jsonschema.Schema{Types: []string{"string", "null"}, Format: "date-time"}
	case hashType:
		return &jsonschema.Schema{Type: "string", Pattern: "^[0-9a-f]{64}$"}
	case metadataType:
		return metadataSchema()
	case expectType:
		ids := &jsonschema.Schema{Type: "string"}
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{ids, {Type: "array", Items: ids.CloneSchemas()}}}
	case rawType:
		return &jsonschema.Schema{Type: "object"}
	}
	switch t.Kind() {
	case reflect.Struct:
		return s.ref(t, strict)
	case reflect.Slice:
		return &jsonschema.Schema{Type: "array", Items: s.Type(t.Elem(), strict)}
	case reflect.Map:
		return &jsonschema.Schema{Type: "object", AdditionalProperties: s.Type(t.Elem(), strict)}
	case reflect.Interface:
		return &jsonschema.Schema{}
	}
	return &jsonschema.Schema{Type: scalar(t.Kind())}
}

func scalar(k reflect.Kind) string {
	switch k {
	case reflect.Bool:
		return "boolean"
	case reflect.Float64, reflect.Float32:
		return "number"
	case reflect.String:
		return "string"
	default:
		return "integer"
	}
}

func metadataSchema() *jsonschema.Schema {
	entries := kaibo.MaxMetadataEntries
	return &jsonschema.Schema{
		Type:                 "object",
		MaxProperties:        &entries,
		AdditionalProperties: &jsonschema.Schema{Types: []string{"string", "integer"}},
	}
}

// ref refers to the definition of a named struct and makes it when it is new.
func (s *Schemas) ref(t reflect.Type, strict bool) *jsonschema.Schema {
	name := t.Name()
	if s.Defs == nil {
		s.Defs = map[string]*jsonschema.Schema{}
	}
	if _, known := s.Defs[name]; !known {
		s.Defs[name] = nil // holds the place, should the type hold itself
		s.Defs[name] = s.Object(t, strict)
	}
	return &jsonschema.Schema{Ref: s.Prefix + name}
}
