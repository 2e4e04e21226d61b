package kaibo

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind says what sort of failure an [Error] is, in words that every face can
// translate: HTTP to a status, the command line to an exit code.
type Kind int

// The kinds. Internal is the zero value, so that an error nobody classified
// never tells a client anything.
const (
	Internal Kind = iota
	Invalid
	Unauthenticated
	Forbidden
	NotFound
	Conflict
	Gone
	TooLarge
	RateLimited
	Unavailable
)

// String returns the kind as the contract's stable `code`.
func (k Kind) String() string {
	switch k {
	case Invalid:
		return "invalid_request"
	case Unauthenticated:
		return "unauthenticated"
	case Forbidden:
		return "forbidden"
	case NotFound:
		return "not_found"
	case Conflict:
		return "conflict"
	case Gone:
		return "gone"
	case TooLarge:
		return "too_large"
	case RateLimited:
		return "rate_limited"
	case Unavailable:
		return "unavailable"
	default:
		return "internal"
	}
}

// FieldError names one field of a request and what is wrong with it.
type FieldError struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// Error is the one error type of kaibo: the operation, the kind, and what a
// person may read. Detail and Fields may reach a client; Op and Err never do.
type Error struct {
	Op         string        // what was being done, for the log: "append event"
	Kind       Kind          // how a face answers it
	Detail     string        // one sentence that a client may read
	Fields     []FieldError  // the fields at fault, if any
	RetryAfter time.Duration // for RateLimited and Unavailable
	Err        error         // the cause
}

// Error implements error.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Op)
	if e.Detail != "" {
		if b.Len() > 0 {
			b.WriteString(": ")
		}
		b.WriteString(e.Detail)
	}
	for _, f := range e.Fields {
		fmt.Fprintf(&b, " (%s: %s)", f.Field, f.Detail)
	}
	if e.Err != nil {
		if b.Len() > 0 {
			b.WriteString(": ")
		}
		b.WriteString(e.Err.Error())
	}
	if b.Len() == 0 {
		return e.Kind.String()
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf makes an error of a kind whose Detail a client may read. It does not
// wrap: to add a cause set Err.
func Errorf(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Detail: fmt.Sprintf(format, args...)}
}

// InvalidField makes an Invalid error about one field.
func InvalidField(field, format string, args ...any) *Error {
	detail := fmt.Sprintf(format, args...)
	return &Error{Kind: Invalid, Detail: field + ": " + detail, Fields: []FieldError{{Field: field, Detail: detail}}}
}

// KindOf returns the kind of the first *Error in err's chain; Internal when
// there is none. A *ConflictError is a Conflict.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	var c *ConflictError
	if errors.As(err, &c) {
		return Conflict
	}
	return Internal
}
