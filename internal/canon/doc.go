// Package canon reads JSON strictly and writes it in one form only.
//
// What is hashed must have one spelling, and what comes from outside must have
// one reading. encoding/json promises neither: it takes the last of two equal
// names, matches names without regard to case, mends broken UTF-8, and lets a
// number lose digits. This package promises:
//
//   - [Check]: a text that two careful readers could understand differently is
//     refused. What passes is valid for encoding/json too.
//   - [Canonical] and [Marshal]: the bytes of RFC 8785 (JCS), equal for equal
//     values, and no integer whose digits a double would lose.
//   - [Decode]: names match exactly, unknown ones are refused, and the error
//     says which field is at fault in words for a person.
//   - [Details] and [ParseDetails]: the one form of an event's details.
//
// It does not promise that a decimal fraction keeps all its digits: RFC 8785
// writes every number as the nearest IEEE 754 double.
//
//	var req struct {
//		Events []struct {
//			OccurredAt kaibo.Time `json:"occurredAt"`
//		} `json:"events"`
//	}
//	err := canon.Decode([]byte(`{"events": [{"occurredAt": 7}]}`), &req)
//	// events[0].occurredAt: a time is a string in RFC 3339
//
// The package is pure: no I/O, no state, safe for concurrent use.
package canon
