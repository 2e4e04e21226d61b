package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// The exit codes. Scripts rely on them: they do not change.
const (
	exitOK          = 0
	exitDiffers     = 1
	exitUnreachable = 2
	exitUsage       = 3
	exitNotFound    = 4
	exitConflict    = 5
	exitForbidden   = 6
	exitInternal    = 7
	exitInterrupted = 130 // 128 and SIGINT's number, as shells have it
)

// exitCodes is the table that the help shows.
var exitCodes = []struct {
	code    int
	meaning string
}{
	{exitOK, "it worked; an answer of recall that abstains is an answer"},
	{exitDiffers, "a check found a difference (verify, fsck), a job failed, or an import left records out"},
	{exitUnreachable, "the server or the data could not be reached or read, or is busy"},
	{exitUsage, "the command line or the request is not valid"},
	{exitNotFound, "there is no such thing, or it was forgotten"},
	{exitConflict, "it conflicts with what is there"},
	{exitForbidden, "a key is missing, not valid, or does not allow this"},
	{exitInternal, "the server failed inside; its log says why"},
	{exitInterrupted, "interrupted"},
}

func exitHelp() string {
	var b strings.Builder
	b.WriteString("Every command ends with one of these codes:\n\n")
	for _, e := range exitCodes {
		fmt.Fprintf(&b, "  %3d  %s\n", e.code, e.meaning)
	}
	return b.String()
}

// exitOfCode is the exit code that a problem's code leads to.
var exitOfCode = map[string]int{
	kaibo.Invalid.String():         exitUsage,
	kaibo.TooLarge.String():        exitUsage,
	"method_not_allowed":           exitUsage,
	kaibo.Unauthenticated.String(): exitForbidden,
	kaibo.Forbidden.String():       exitForbidden,
	kaibo.NotFound.String():        exitNotFound,
	kaibo.Gone.String():            exitNotFound,
	kaibo.Conflict.String():        exitConflict,
	kaibo.RateLimited.String():     exitUnreachable,
	kaibo.Unavailable.String():     exitUnreachable,
	kaibo.Internal.String():        exitInternal,
}

// exitError is an error that says how the process ends and what to type next.
type exitError struct {
	code int
	next string // a command or an advice; empty for none
	err  error  // nil when all was said already
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usageError is what a wrong command line is.
func usageError(next, format string, args ...any) error {
	return &exitError{code: exitUsage, next: next, err: fmt.Errorf(format, args...)}
}

// problemError is an HTTP answer that is a problem.
type problemError struct {
	problem httpapi.Problem
	request string // its id, under which the server's log has the cause
}

func (e *problemError) Error() string {
	text := e.problem.Detail
	if text == "" {
		text = e.problem.Title
	}
	if e.request != "" && (e.problem.Code == kaibo.Internal.String() || e.problem.Code == kaibo.Unavailable.String()) {
		text += " (request " + e.request + ")"
	}
	if len(e.problem.Errors) > 1 {
		for _, f := range e.problem.Errors {
			text += "\n  " + f.Field + ": " + f.Detail
		}
	}
	return text
}

// exitCode tells how the process ends after err, and what to say to help.
func exitCode(err error) (code int, next string) {
	var exit *exitError
	var problem *problemError
	switch {
	case err == nil:
		return exitOK, ""
	case errors.As(err, &exit):
		return exit.code, exit.next
	case errors.As(err, &problem):
		code, known := exitOfCode[problem.problem.Code]
		if !known {
			code = exitInternal
		}
		return code, adviceFor(problem.problem.Code)
	case errors.Is(err, context.Canceled):
		return exitInterrupted, ""
	default:
		return exitUnreachable, ""
	}
}

// kindOfExit is the kind of error that an exit code stands for, for what went
// wrong before there was an answer.
var kindOfExit = map[int]kaibo.Kind{
	exitDiffers:     kaibo.Conflict,
	exitUnreachable: kaibo.Unavailable,
	exitUsage:       kaibo.Invalid,
	exitNotFound:    kaibo.NotFound,
	exitConflict:    kaibo.Conflict,
	exitForbidden:   kaibo.Forbidden,
}

// problemJSON writes an error as a script reads it: the server's own problem
// document where there is one, else one in the same form.
func problemJSON(err error, code int) []byte {
	var answered *problemError
	var problem *httpapi.Problem
	if errors.As(err, &answered) {
		problem = &answered.problem
	} else {
		problem = httpapi.ProblemOf(&kaibo.Error{Kind: kindOfExit[code], Detail: err.Error()})
		problem.Detail = err.Error() // it happened here: there is nothing to hide
	}
	b, failed := json.Marshal(problem)
	if failed != nil { // a struct of strings and an int always encodes
		panic(failed)
	}
	return b
}

// adviceFor says what to type after a problem.
func adviceFor(code string) string {
	switch code {
	case kaibo.Unauthenticated.String():
		return "Set KAIBO_API_KEY to a key. Who has the data directory makes one with: kaibo keys create --scopes read,write"
	case kaibo.Forbidden.String():
		return "See what your keys may do with: kaibo keys"
	case kaibo.Unavailable.String(), kaibo.RateLimited.String():
		return "Try again in a moment."
	}
	return ""
}
