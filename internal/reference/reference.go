// Package reference writes what is made from the registry of verbs: the page
// docs/api.md and the verbs of the client for Go, so that what is documented and
// what is typed are what is served:
//
//	page := reference.API()
//	source, err := reference.GoClient()
//
// The files in the repository are what these return; a test holds them so, and
//
//	go test ./internal/reference -update
//
// writes them again after a verb was added or changed.
package reference

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

const head = `# API reference

Made from the registry of verbs: a test holds this page to it. The same in a form for programs is ` + "`/openapi.json`" + `.

Every verb is ` + "`POST /v1/<verb>`" + ` with a JSON object in UTF-8; some are GET resources too, whose query parameters and path are the
same fields. The headers of a request:

| header | meaning |
| --- | --- |
| ` + "`Authorization: Bearer KEY`" + ` | who asks; on a loopback server without keys it may be absent |
| ` + "`Content-Type: application/json`" + ` | of the body |
| ` + "`Idempotency-Key`" + ` | with a verb that writes: the same key again answers what the first request was answered and does nothing |
| ` + "`Kaibo-Project`" + ` | which project, with an operator's key |

Every answer carries ` + "`X-Request-Id`" + `. Errors are problem documents ([errors](errors.md)), limits stand in [limits](limits.md). Times are RFC 3339 in
UTC with milliseconds. A field that this page calls required is always there; others may be absent. An answer may get more
fields later: pass over what you do not know.

`

// API returns the page.
func API() []byte {
	var b bytes.Buffer
	b.WriteString(head)
	var set verbs.Toolset
	listSets(&b)
	w := &writer{Buffer: &b, named: map[reflect.Type]bool{}}
	for _, v := range bySet() {
		if s := v.Spec(); s.Toolset != set {
			set = s.Toolset
			fmt.Fprintf(&b, "## Toolset %s\n\n", set)
		}
		w.verb(v)
	}
	w.types()
	return b.Bytes()
}

// bySet returns the verbs with those of one toolset together, sets in the order
// in which the registry begins them.
func bySet() []verbs.Verb {
	var out []verbs.Verb
	for _, set := range sets() {
		for _, v := range verbs.All() {
			if v.Spec().Toolset == set {
				out = append(out, v)
			}
		}
	}
	return out
}

func sets() []verbs.Toolset {
	var out []verbs.Toolset
	seen := map[verbs.Toolset]bool{}
	for _, v := range verbs.All() {
		if set := v.Spec().Toolset; !seen[set] {
			seen[set] = true
			out = append(out, set)
		}
	}
	return out
}

func listSets(b *bytes.Buffer) {
	b.WriteString("| toolset | verbs |\n| --- | --- |\n")
	for _, set := range sets() {
		var names []string
		for _, v := range verbs.All() {
			if s := v.Spec(); s.Toolset == set {
				names = append(names, fmt.Sprintf("[%s](#%s)", s.Name, anchor(s.Name)))
			}
		}
		fmt.Fprintf(b, "| %s | %s |\n", set, strings.Join(names, ", "))
	}
	b.WriteByte('\n')
}

// anchor is the fragment of a heading, as Markdown renderers make it: "keys.create" is keyscreate.
func anchor(heading string) string {
	return strings.ToLower(strings.ReplaceAll(heading, ".", ""))
}

// writer writes verbs, and remembers the types that their fields name.
type writer struct {
	*bytes.Buffer
	named map[reflect.Type]bool
	queue []reflect.Type
}

func (w *writer) verb(v verbs.Verb) {
	s := v.Spec()
	fmt.Fprintf(w, "### %s\n\n%s.\n\n%s\n\n", s.Name, s.Summary, s.Doc)
	fmt.Fprintf(w, "`POST /v1/%s`", s.Name)
	if s.Get != "" {
		fmt.Fprintf(w, ", `GET %s`", s.Get)
	}
	fmt.Fprintf(w, " · scope %s%s\n\n", scope(s), traits(s))
	if fields := verbs.Fields(v.Input()); len(fields) > 0 {
		w.fields("field", fields, v.Input())
	} else {
		w.WriteString("It takes an empty object.\n\n")
	}
	if s.Example != "" {
		fmt.Fprintf(w, "```json\n%s\n```\n\n", s.Example)
	}
	for _, a := range s.Answers() {
		fmt.Fprintf(w, "%s: %s ", a.Code, a.Meaning)
	}
	w.WriteString("\n\n")
	w.fields("answer", verbs.Fields(v.Output()), v.Output())
}

func scope(s *verbs.Spec) string {
	if s.Scope == verbs.Public {
		return "none"
	}
	return string(s.Scope)
}

// traits says in words what the hints say in flags.
func traits(s *verbs.Spec) string {
	var out []string
	for _, t := range []struct {
		is   bool
		says string
	}{
		{s.Hints.ReadOnly, "changes nothing"},
		{s.Hints.Destructive, "takes away for good"},
		{s.Writes() && s.Hints.Idempotent, "twice is as once"},
		{s.PreviewFirst, "has a dry run"},
		{s.Streaming, "answers by parts to `Accept: text/event-stream`"},
		{s.Limited, "open to keys limited to initiatives"},
		{s.Where == verbs.LocalOnly, "on a local server only, or with `kaibo --stack`"},
	} {
		if t.is {
			out = append(out, t.says)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " · " + strings.Join(out, " · ")
}

// fields writes a table of a struct's fields.
func (w *writer) fields(title string, fields []verbs.Field, t reflect.Type) {
	if len(fields) == 0 {
		return
	}
	fmt.Fprintf(w, "| %s | type | meaning |\n| --- | --- | --- |\n", title)
	for i := range fields {
		f := &fields[i]
		name := "`" + f.Name + "`"
		if f.Required && title == "field" {
			name += ", required"
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", name, w.typeName(t.FieldByIndex(f.Index).Type, f), w.meaning(f))
	}
	w.WriteByte('\n')
}

func (w *writer) meaning(f *verbs.Field) string {
	parts := []string{strings.ReplaceAll(f.Doc, "|", `\|`)}
	if len(f.Enum) > 0 {
		parts = append(parts, "One of `"+strings.Join(f.Enum, "`, `")+"`.")
	}
	switch {
	case f.Min != nil && f.Max != nil:
		parts = append(parts, fmt.Sprintf("%d to %d.", *f.Min, *f.Max))
	case f.Min != nil:
		parts = append(parts, fmt.Sprintf("At least %d.", *f.Min))
	case f.Max != nil:
		parts = append(parts, fmt.Sprintf("At most %d.", *f.Max))
	}
	if f.MaxBytes > 0 {
		parts = append(parts, "At most "+strconv.Itoa(f.MaxBytes)+" bytes.")
	}
	if f.MaxItems > 0 {
		parts = append(parts, "At most "+strconv.Itoa(f.MaxItems)+" entries.")
	}
	if f.Default != "" {
		parts = append(parts, "Default: `"+f.Default+"`.")
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// typeName names a type as JSON has it. A struct is linked to its own table.
func (w *writer) typeName(t reflect.Type, f *verbs.Field) string {
	switch {
	case t == reflect.TypeFor[*kaibo.Time](), t == reflect.TypeFor[kaibo.Time]():
		return "time"
	case t == reflect.TypeFor[kaibo.Hash]():
		return "64 hex digits"
	case t == reflect.TypeFor[json.RawMessage](), t == reflect.TypeFor[verbs.Metadata]():
		return "object"
	case t == reflect.TypeFor[verbs.Expect]():
		return "string or list of string"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.typeName(t.Elem(), f)
	case reflect.Slice:
		return "list of " + w.typeName(t.Elem(), f)
	case reflect.Map:
		return "object of " + w.typeName(t.Elem(), f)
	case reflect.Struct:
		if !w.named[t] {
			w.named[t] = true
			w.queue = append(w.queue, t)
		}
		return fmt.Sprintf("[%s](#type-%s)", t.Name(), anchor(t.Name()))
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Float64, reflect.Float32:
		return "number"
	case reflect.Interface:
		return "any"
	}
	return "integer"
}

// types writes the tables of the structs that were named, and of those that
// these name.
func (w *writer) types() {
	if len(w.queue) == 0 {
		return
	}
	w.WriteString("## Types\n\n")
	for len(w.queue) > 0 {
		t := w.queue[0]
		w.queue = w.queue[1:]
		fmt.Fprintf(w, "### Type %s\n\n", t.Name())
		w.fields("answer", verbs.Fields(t), t)
	}
}
