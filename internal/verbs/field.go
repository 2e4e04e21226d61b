package verbs

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Field is one field of an input or an output, as its tags describe it:
//
//	json      its name; without omitempty it must be given
//	doc       what it means, for a person
//	min, max  bounds of an integer, inclusive
//	bytes     most bytes of a string in UTF-8
//	items     most entries of a list or a map
//	enum      the values allowed, apart by commas
//	form      what a string looks like; one of the names in forms
//	default   what stands in when it is absent
type Field struct {
	Name     string
	Doc      string
	Type     reflect.Type // without a pointer
	Index    []int
	Required bool
	Min, Max *int64
	MaxBytes int
	MaxItems int
	Enum     []string
	Form     string
	Default  string
}

// Flag returns the name as a command line has it: "asOf" is as-of.
func (f *Field) Flag() string {
	var b strings.Builder
	for i, r := range f.Name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

var fieldCache sync.Map // reflect.Type → []Field

// Fields returns the fields of a struct in order, those of embedded structs in
// their place. It panics on a tag that does not parse: that is a mistake in
// the program, which every start would meet.
func Fields(t reflect.Type) []Field {
	if known, ok := fieldCache.Load(t); ok {
		return known.([]Field)
	}
	fields := readFields(t, nil)
	fieldCache.Store(t, fields)
	return fields
}

func readFields(t reflect.Type, index []int) []Field {
	var fields []Field
	for i := range t.NumField() {
		sf := t.Field(i)
		at := append(append([]int{}, index...), i)
		name, options, _ := strings.Cut(sf.Tag.Get("json"), ",")
		switch {
		case sf.Anonymous && name == "":
			fields = append(fields, readEmbedded(sf.Type, at)...)
		case sf.IsExported() && name != "-":
			f := readField(sf, name, options, at)
			if f.Doc == "" {
				f.Doc = described[t][name]
			}
			fields = append(fields, f)
		}
	}
	return fields
}

// readEmbedded reads the fields of an embedded struct. Behind a pointer they
// are there all together or not at all, so none must be.
func readEmbedded(t reflect.Type, at []int) []Field {
	if t.Kind() != reflect.Pointer {
		return readFields(t, at)
	}
	fields := readFields(t.Elem(), at)
	for i := range fields {
		fields[i].Required = false
	}
	return fields
}

func readField(sf reflect.StructField, name, options string, index []int) Field {
	f := Field{
		Name: name, Index: index, Type: sf.Type,
		Doc:      sf.Tag.Get("doc"),
		Required: !strings.Contains(options, "omitempty"),
		Min:      tagInt(sf, "min"), Max: tagInt(sf, "max"),
		Form:    sf.Tag.Get("form"),
		Default: sf.Tag.Get("default"),
	}
	if f.Type.Kind() == reflect.Pointer {
		f.Type = f.Type.Elem()
	}
	if n := tagInt(sf, "bytes"); n != nil {
		f.MaxBytes = int(*n)
	}
	if n := tagInt(sf, "items"); n != nil {
		f.MaxItems = int(*n)
	}
	if s := sf.Tag.Get("enum"); s != "" {
		f.Enum = strings.Split(s, ",")
	}
	if _, known := forms[f.Form]; f.Form != "" && !known {
		panic(fmt.Sprintf("field %s: there is no form %q", sf.Name, f.Form))
	}
	return f
}

func tagInt(sf reflect.StructField, tag string) *int64 {
	s := sf.Tag.Get(tag)
	if s == "" {
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic(fmt.Sprintf("field %s: tag %s: %v", sf.Name, tag, err))
	}
	return &n
}
