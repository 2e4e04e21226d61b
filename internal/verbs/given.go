package verbs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// checkGiven refuses what check cannot see in a decoded input: a string that
// was given and is empty, where the field has a form or a set of values that no
// empty string has. To take it for absent would do something else than what
// was asked: an empty idempotencyKey would write twice, an empty stream write
// to another. A free text and a name may be empty, and then say nothing.
//
// The body has been decoded into t, so it is strict JSON of t's form.
func checkGiven(body []byte, t reflect.Type) error {
	if !bytes.Contains(body, []byte(`""`)) {
		return nil
	}
	v := validation{}
	v.given("", body, t)
	return v.err()
}

// given looks at an object beside its type.
func (v *validation) given(path string, raw json.RawMessage, t reflect.Type) {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil { // null
		return
	}
	fields := Fields(t)
	for i := range fields {
		f := &fields[i]
		value, ok := object[f.Name]
		if !ok {
			continue
		}
		at := joinPath(path, f.Name)
		switch {
		case string(value) == `""` && f.refusesEmpty():
			v.fault(kaibo.Invalid, at, "must not be empty; leave it out for none")
		case f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct:
			var list []json.RawMessage
			_ = json.Unmarshal(value, &list) // null has no entries
			for n := range list {
				v.given(fmt.Sprintf("%s[%d]", at, n), list[n], f.Type.Elem())
			}
		}
	}
}

// refusesEmpty reports whether an empty string is none of the field's values.
func (f *Field) refusesEmpty() bool {
	return f.Type.Kind() == reflect.String && (len(f.Enum) > 0 || (f.Form != "" && f.Form != "name"))
}
