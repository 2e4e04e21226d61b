package verbs

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
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
		n, ok := wholeNumber(v.String())
		if !ok {
			return nil, notSafe
		}
		return safeInteger(float64(n))
	default:
		return nil, "must be a string or an integer"
	}
}

const notSafe = "must be an integer of at most 2^53-1, or a string"

// Bounds of how an integer may be written: beyond them it is none that is safe,
// or a way to make whoever reads it work.
const (
	maxDigits   = 64
	maxExponent = 400
)

// wholeNumber reads a JSON number that is an integer however it is written, such
// as 4.0 or 1e3. It is exact: by way of a float64, 1e-400 would be nothing, and
// 1.0000000000000000001 would be 1.
func wholeNumber(s string) (int64, bool) {
	_, exponent, scaled := strings.Cut(strings.ToLower(s), "e")
	if !scaled && !strings.Contains(s, ".") {
		n, err := strconv.ParseInt(s, 10, 64)
		return n, err == nil
	}
	if len(s) > maxDigits {
		return 0, false
	}
	if e, err := strconv.Atoi(exponent); scaled && (err != nil || e > maxExponent || e < -maxExponent) {
		return 0, false
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// safeInteger converts n. Beyond 2^53-1 a float64 may already be rounded, but
// never back into the range.
func safeInteger(n float64) (any, string) {
	if n != math.Trunc(n) || math.Abs(n) > kaibo.MaxSafeInteger {
		return nil, notSafe
	}
	return int64(n), ""
}
