package verbs

import (
	"encoding/json"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Metadata are a writer's own entries on an event. Values are strings, or
// integers within plus or minus 2^53-1: what every language reads the same.
// After a request was checked, an integer is an int64.
type Metadata map[string]any

// metadataValue returns value as a string or an int64, or what is wrong.
func metadataValue(value any) (any, string) {
	switch v := value.(type) {
	case string:
		if len(v) > kaibo.MaxMetadataValue {
			return nil, fmt.Sprintf("is %d bytes long; the limit is %d", len(v), kaibo.MaxMetadataValue)
		}
		if !utf8.ValidString(v) {
			return nil, "is not UTF-8"
		}
		return v, ""
	case int64:
		return safeInteger(float64(v))
	case float64:
		return safeInteger(v)
	case json.Number:
		n, err := v.Float64()
		if err != nil {
			return nil, "is no number that can be kept"
		}
		return safeInteger(n)
	default:
		return nil, "must be a string or an integer"
	}
}

// safeInteger converts n. Beyond 2^53-1 a float64 may already be rounded, but
// never back into the range.
func safeInteger(n float64) (any, string) {
	if n != math.Trunc(n) || math.Abs(n) > kaibo.MaxSafeInteger {
		return nil, "must be an integer of at most 2^53-1, or a string"
	}
	return int64(n), ""
}
