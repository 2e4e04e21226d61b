package canon

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Details returns the canonical bytes of an event's details: what is digested
// and stored. Absent ones are left out; no details at all are {}.
//
// Every string must be UTF-8. A metadata value is a string or an integer
// within ±(2^53-1), given as int, int64, json.Number or a float64 without a
// fraction; all four give the same bytes. Anything else is an Invalid error
// that names metadata.<key>.
func Details(d kaibo.Details) ([]byte, error) {
	if err := checkStrings(d); err != nil {
		return nil, err
	}
	metadata := make(map[string]any, len(d.Metadata))
	for _, key := range sortedKeys(d.Metadata) {
		value, err := metadataValue(key, d.Metadata[key])
		if err != nil {
			return nil, err
		}
		metadata[key] = value
	}
	d.Metadata = metadata
	return Marshal(d)
}

// ParseDetails reads what [Details] wrote. Metadata values are string or
// int64. Bytes that are not in that form are an Invalid error.
func ParseDetails(data []byte) (kaibo.Details, error) {
	var d kaibo.Details
	if err := Decode(data, &d); err != nil {
		return kaibo.Details{}, err
	}
	for _, key := range sortedKeys(d.Metadata) {
		value, err := metadataValue(key, d.Metadata[key])
		if err != nil {
			return kaibo.Details{}, err
		}
		d.Metadata[key] = value
	}
	return d, nil
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys) // so that of several faults the same one is always named
	return keys
}

func checkStrings(d kaibo.Details) error {
	for _, f := range []struct{ name, value string }{
		{"actor", d.Actor}, {"role", d.Role}, {"contentType", d.ContentType},
	} {
		if !utf8.ValidString(f.value) {
			return kaibo.InvalidField(f.name, "is not UTF-8")
		}
	}
	for i, name := range d.Initiatives {
		if !utf8.ValidString(name) {
			return kaibo.InvalidField("initiatives["+strconv.Itoa(i)+"]", "is not UTF-8")
		}
	}
	for key := range d.Metadata {
		if !utf8.ValidString(key) {
			return kaibo.InvalidField("metadata", "a key is not UTF-8")
		}
	}
	return nil
}

// metadataValue returns a metadata value as a string or an int64.
func metadataValue(key string, value any) (any, error) {
	field := pathOf([]step{{name: "metadata", index: -1}, {name: key, index: -1}})
	var n int64
	switch v := value.(type) {
	case string:
		if !utf8.ValidString(v) {
			return nil, kaibo.InvalidField(field, "is not UTF-8")
		}
		return v, nil
	case int:
		n = int64(v)
	case int64:
		n = v
	case float64:
		if v != math.Trunc(v) || math.Abs(v) > kaibo.MaxSafeInteger {
			return nil, unsafeInteger(field)
		}
		n = int64(v)
	case json.Number:
		var err error
		if n, err = strconv.ParseInt(v.String(), 10, 64); err != nil {
			return nil, unsafeInteger(field)
		}
	default:
		return nil, kaibo.InvalidField(field, "expected a string or a whole number, got %s", goKind(value))
	}
	if n > kaibo.MaxSafeInteger || n < -kaibo.MaxSafeInteger {
		return nil, unsafeInteger(field)
	}
	return n, nil
}

func unsafeInteger(field string) error {
	return kaibo.InvalidField(field, "expected a whole number between -%d and %d; write others as a string",
		int64(kaibo.MaxSafeInteger), int64(kaibo.MaxSafeInteger))
}

// goKind names the kind of a decoded JSON value for a person.
func goKind(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "true or false"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	}
	return "something else"
}
