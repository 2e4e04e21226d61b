package canon

import (
	"reflect"
	"strings"
	"sync"
)

// fieldCache holds a map[string]reflect.Type for each struct type met.
var fieldCache sync.Map

// fieldsOf returns the types of a struct's fields by their JSON names, as
// encoding/json sees them: of two fields with one name the less deeply
// embedded wins, then the one with a tag, else neither counts.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	if have, ok := fieldCache.Load(t); ok {
		return have.(map[string]reflect.Type)
	}
	found := make(map[string]candidate)
	collect(t, 0, map[reflect.Type]bool{}, found)
	fields := make(map[string]reflect.Type, len(found))
	for name, c := range found {
		if !c.ambiguous {
			fields[name] = c.typ
		}
	}
	fieldCache.Store(t, fields)
	return fields
}

// candidate is a field that may own a name.
type candidate struct {
	typ       reflect.Type
	depth     int
	tagged    bool
	ambiguous bool
}

func (c candidate) beats(other candidate) bool {
	if c.depth != other.depth {
		return c.depth < other.depth
	}
	return c.tagged && !other.tagged
}

func collect(t reflect.Type, depth int, above map[reflect.Type]bool, found map[string]candidate) {
	if above[t] {
		return
	}
	above[t] = true
	defer delete(above, t)
	for i := range t.NumField() {
		f := t.Field(i)
		tag, hasTag := f.Tag.Lookup("json")
		if tag == "-" {
			continue
		}
		name, _, _ := strings.Cut(tag, ",")
		if f.Anonymous && name == "" {
			if inner := embedded(f.Type); inner != nil {
				collect(inner, depth+1, above, found)
				continue
			}
		}
		if !f.IsExported() {
			continue
		}
		c := candidate{typ: f.Type, depth: depth, tagged: hasTag && name != ""}
		if name == "" {
			name = f.Name
		}
		offer(found, name, c)
	}
}

// embedded returns the struct whose fields an embedded field promotes, or nil.
func embedded(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

func offer(found map[string]candidate, name string, c candidate) {
	have, ok := found[name]
	switch {
	case !ok || c.beats(have):
		found[name] = c
	case !have.beats(c):
		have.ambiguous = true
		found[name] = have
	}
}
