package verbs

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// check holds an input to the limits of its tags. The error names every field
// at fault.
func check(in any) error {
	v := validation{}
	v.object("", reflect.ValueOf(in).Elem())
	return v.err()
}

// validation gathers what is wrong with one request.
type validation struct {
	kind   kaibo.Kind
	faults []kaibo.FieldError
}

// err is the error that names the faults, nil for none.
func (v *validation) err() error {
	if len(v.faults) == 0 {
		return nil
	}
	first := v.faults[0]
	return &kaibo.Error{Kind: v.kind, Detail: first.Field + ": " + first.Detail, Fields: v.faults}
}

// maxFaults is how many faults one answer lists: enough to mend a request in
// one go, too few to make a long answer out of a short request.
const maxFaults = 20

func (v *validation) fault(kind kaibo.Kind, path, format string, args ...any) {
	if len(v.faults) >= maxFaults {
		return
	}
	if len(v.faults) == 0 {
		v.kind = kind
	}
	v.faults = append(v.faults, kaibo.FieldError{Field: path, Detail: fmt.Sprintf(format, args...)})
}

func (v *validation) object(path string, s reflect.Value) {
	fields := Fields(s.Type())
	for i := range fields {
		f := &fields[i]
		v.field(joinPath(path, f.Name), f, s.FieldByIndex(f.Index))
	}
}

func (v *validation) field(path string, f *Field, value reflect.Value) {
	if value.Kind() == reflect.Pointer {
		if value.IsNil() {
			v.missing(path, f)
			return
		}
		value = value.Elem()
	} else if value.IsZero() || (f.Required && value.Kind() == reflect.Slice && value.Len() == 0) {
		v.missing(path, f)
		return
	}
	switch value.Kind() {
	case reflect.String:
		v.text(path, f, value.String())
	case reflect.Int, reflect.Int64:
		v.number(path, f, value.Int())
	case reflect.Uint64:
		v.unsigned(path, f, value.Uint())
	case reflect.Slice:
		v.list(path, f, value)
	case reflect.Map:
		if metadata, ok := value.Interface().(Metadata); ok {
			v.metadata(path, metadata)
		}
	case reflect.Struct:
		v.object(path, value)
	}
}

func (v *validation) missing(path string, f *Field) {
	switch {
	case !f.Required:
	case f.Min != nil || f.Max != nil: // absent, or 0
		v.fault(kaibo.Invalid, path, "must be given, %s", bounds(f))
	default:
		v.fault(kaibo.Invalid, path, "must be given")
	}
}

func (v *validation) text(path string, f *Field, s string) {
	if f.MaxBytes > 0 && len(s) > f.MaxBytes {
		v.fault(tooLongKind(f), path, "is %d bytes long; the limit is %d", len(s), f.MaxBytes)
	}
	if len(f.Enum) > 0 && !slices.Contains(f.Enum, s) {
		v.fault(kaibo.Invalid, path, "must be one of %s", strings.Join(f.Enum, ", "))
	}
	if f.Form != "" {
		if detail := forms[f.Form].check(s); detail != "" {
			v.fault(kaibo.Invalid, path, "%s", detail)
		}
	}
}

// tooLongKind: content over its limit is too much to take in, as a body is;
// any other long string is a mistake.
func tooLongKind(f *Field) kaibo.Kind {
	if f.MaxBytes >= kaibo.MaxContentBytes {
		return kaibo.TooLarge
	}
	return kaibo.Invalid
}

func (v *validation) number(path string, f *Field, n int64) {
	if (f.Min != nil && n < *f.Min) || (f.Max != nil && n > *f.Max) {
		v.fault(kaibo.Invalid, path, "must be %s", bounds(f))
	}
}

func (v *validation) unsigned(path string, f *Field, n uint64) {
	if n > kaibo.MaxSafeInteger {
		v.fault(kaibo.Invalid, path, "must be at most %d", int64(kaibo.MaxSafeInteger))
		return
	}
	v.number(path, f, int64(n))
}

func bounds(f *Field) string {
	switch {
	case f.Max == nil:
		return fmt.Sprintf("at least %d", *f.Min)
	case f.Min == nil:
		return fmt.Sprintf("at most %d", *f.Max)
	default:
		return fmt.Sprintf("from %d to %d", *f.Min, *f.Max)
	}
}

func (v *validation) list(path string, f *Field, list reflect.Value) {
	if f.MaxItems > 0 && list.Len() > f.MaxItems {
		v.fault(kaibo.Invalid, path, "has %d entries; the limit is %d", list.Len(), f.MaxItems)
		return
	}
	for i := range list.Len() {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch entry := list.Index(i); entry.Kind() {
		case reflect.String:
			v.text(at, f, entry.String())
		case reflect.Struct:
			v.object(at, entry)
		}
	}
}

func (v *validation) metadata(path string, m Metadata) {
	if len(m) > kaibo.MaxMetadataEntries {
		v.fault(kaibo.Invalid, path, "has %d entries; the limit is %d", len(m), kaibo.MaxMetadataEntries)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if detail := checkText(key, "a metadata key", kaibo.MaxMetadataKey); detail != "" {
			v.fault(kaibo.Invalid, path, "%s", detail)
			continue
		}
		value, detail := metadataValue(m[key])
		if detail != "" {
			v.fault(kaibo.Invalid, joinPath(path, key), "%s", detail)
			continue
		}
		m[key] = value
	}
}

func joinPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
