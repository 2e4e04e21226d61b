package httpapi

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// ProblemBase leads to the page that explains a problem; the code follows.
const ProblemBase = "https://github.com/kaibo-dev/kaibo/blob/main/docs/errors.md#"

// Problem is the body of every error: RFC 9457, with two members of our own.
type Problem struct {
	Type   string             `json:"type" doc:"A page that explains the code."`
	Title  string             `json:"title" doc:"The code in words."`
	Status int                `json:"status" doc:"The HTTP status."`
	Detail string             `json:"detail,omitempty" doc:"What is wrong with this request, for a person."`
	Code   string             `json:"code" doc:"A stable name to switch on."`
	Errors []kaibo.FieldError `json:"errors,omitempty" doc:"The fields at fault."`

	retryAfter time.Duration
	allow      string // methods, for 405
}

// answerOf maps a kind of error to its status and title: the one table of
// HTTP.
var answerOf = map[kaibo.Kind]struct {
	status int
	title  string
}{
	kaibo.Internal:        {http.StatusInternalServerError, "Something went wrong inside"},
	kaibo.Invalid:         {http.StatusBadRequest, "The request is not valid"},
	kaibo.Unauthenticated: {http.StatusUnauthorized, "A valid key is needed"},
	kaibo.Forbidden:       {http.StatusForbidden, "The key does not allow this"},
	kaibo.NotFound:        {http.StatusNotFound, "There is no such thing"},
	kaibo.Conflict:        {http.StatusConflict, "The request conflicts with what is there"},
	kaibo.Gone:            {http.StatusGone, "It was forgotten"},
	kaibo.TooLarge:        {http.StatusRequestEntityTooLarge, "The request is too large"},
	kaibo.RateLimited:     {http.StatusTooManyRequests, "Too many requests"},
	kaibo.Unavailable:     {http.StatusServiceUnavailable, "Not available right now"},
}

// ProblemOf translates an error. Only Detail and Fields of a *kaibo.Error reach
// the client; an Internal one shows neither.
func ProblemOf(err error) *Problem {
	kind := kaibo.KindOf(err)
	answer := answerOf[kind]
	p := &Problem{Type: ProblemBase + kind.String(), Title: answer.title, Status: answer.status, Code: kind.String()}
	var e *kaibo.Error
	if kind == kaibo.Internal {
		p.Detail = "The server's log has the cause, under this answer's X-Request-Id."
	} else if errors.As(err, &e) {
		p.Detail, p.Errors = e.Detail, e.Fields
	}
	if kind == kaibo.RateLimited || kind == kaibo.Unavailable {
		p.retryAfter = time.Second
		if e != nil {
			p.retryAfter = max(p.retryAfter, e.RetryAfter)
		}
	}
	return p
}

// methodNotAllowed is the one problem that no engine has.
func methodNotAllowed(allow string) *Problem {
	return &Problem{
		Type: ProblemBase + "method_not_allowed", Title: "The method does not fit", Code: "method_not_allowed",
		Status: http.StatusMethodNotAllowed, Detail: "Allowed here: " + allow + ".", allow: allow,
	}
}

// write sends the problem.
func (p *Problem) write(w http.ResponseWriter) {
	h := w.Header()
	if p.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.retryAfter.Seconds()))))
	}
	if p.Status == http.StatusUnauthorized && h.Get("WWW-Authenticate") == "" {
		h.Set("WWW-Authenticate", `Bearer realm="kaibo"`)
	}
	if p.allow != "" {
		h.Set("Allow", p.allow)
	}
	body, err := json.Marshal(p)
	if err != nil { // a struct of strings and an int always encodes
		panic(err)
	}
	send(w, p.Status, "application/problem+json", body)
}
