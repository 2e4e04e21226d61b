package verbs

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Scope is what a key must carry to use a verb.
type Scope string

// The scopes. Public verbs want no key at all. Operator reaches every project
// and carries the other scopes with it.
const (
	Public   Scope = ""
	Read     Scope = "read"
	Write    Scope = "write"
	Forget   Scope = "forget"
	Admin    Scope = "admin"
	Operator Scope = "operator"
)

// Scopes lists what a key can carry, in the order in which it is documented.
var Scopes = []Scope{Read, Write, Forget, Admin, Operator}

// Toolset groups verbs, so that an agent is shown the few that it needs.
type Toolset string

// The toolsets.
const (
	Memory   Toolset = "memory"   // remember, recall and what shows the work
	Mend     Toolset = "mend"     // what people correct
	Erase    Toolset = "erase"    // forgetting
	Announce Toolset = "webhooks" // who hears of changes
	Ledger   Toolset = "ledger"   // what a verifier reads
	Manage   Toolset = "manage"   // keys, projects, and rules that others carry out
	Operate  Toolset = "operate"  // the health of a deployment

	// The curated graph, in the order in which a piece of work needs them.
	Arrive  Toolset = "arrive"  // where a session finds what it was doing
	Capture Toolset = "capture" // notes of every kind
	Reason  Toolset = "reason"  // claims, evidence, links, what replaces what
	Inspect Toolset = "read"    // one node, its history, its surroundings
	Chains  Toolset = "chains"  // trails through the graph
	Bounds  Toolset = "scope"   // initiatives and what is in them
	Upkeep  Toolset = "upkeep"  // what should be tidied
)

// Where says which servers offer a verb.
type Where int

// Everywhere is the default. LocalOnly verbs walk the whole store, or take as
// long as they need: the embedded server offers them, and the operator's own
// machine to a deployment's stores, and no function does.
const (
	Everywhere Where = iota
	LocalOnly
)

// Hints tell an agent's host what calling a verb may do.
type Hints struct {
	ReadOnly    bool // changes nothing
	Destructive bool // takes something away that cannot be had back
	Idempotent  bool // twice is as once, without an idempotency key
}

// Spec is what a verb says of itself.
type Spec struct {
	Name         string // "remember", "keys.create"
	Summary      string // one line
	Doc          string // one paragraph
	Scope        Scope
	Toolset      Toolset
	Hints        Hints
	PreviewFirst bool   // a face that talks to people shows a dry run first
	Streaming    bool   // answers by parts to a caller that has [Call.Emit]
	Get          string // path of its GET twin, such as "/v1/streams/{stream}/events"; empty for none
	Where        Where
	Limited      bool     // a key that is limited to initiatives may use it: it shows and takes theirs alone
	Projectless  bool     // acts on no project: one that the caller names means nothing to it
	Main         string   // the field that a command line takes as its argument
	Example      string   // a body, as JSON
	Statuses     []Status // successes; none means 200 alone
}

// Status is one way in which a verb succeeds.
type Status struct {
	Code    string // of HTTP: "201"
	Meaning string
}

// Answers lists the ways in which the verb succeeds.
func (s *Spec) Answers() []Status {
	if len(s.Statuses) > 0 {
		return s.Statuses
	}
	return []Status{{"200", "Done."}}
}

// Writes reports whether the verb changes anything, so that it takes an
// idempotency key.
func (s *Spec) Writes() bool { return !s.Hints.ReadOnly }

// Words returns the name as words: "keys.create" is keys, create and
// "close_review" is close-review.
func (s *Spec) Words() []string {
	return strings.Split(strings.ReplaceAll(s.Name, "_", "-"), ".")
}

// Verb is one thing that kaibo can do, its types erased.
type Verb interface {
	Spec() *Spec
	// Input and Output are the struct types of a request and an answer.
	Input() reflect.Type
	Output() reflect.Type
	// Call decodes a JSON object strictly, checks it against the limits of
	// the input's tags, and runs the handler. The answer is a pointer to a
	// value of Output.
	Call(ctx context.Context, c *Call, body []byte) (any, error)
}

// StatusCoder is an answer that asks for an HTTP status of its own.
type StatusCoder interface{ StatusCode() int }

// verb is a Verb with its types.
type verb[In, Out any] struct {
	spec   Spec
	handle func(context.Context, *Call, *In) (*Out, error)
}

func (v *verb[In, Out]) Spec() *Spec          { return &v.spec }
func (v *verb[In, Out]) Input() reflect.Type  { return reflect.TypeFor[In]() }
func (v *verb[In, Out]) Output() reflect.Type { return reflect.TypeFor[Out]() }

func (v *verb[In, Out]) Call(ctx context.Context, c *Call, body []byte) (any, error) {
	if c.limited() && !v.spec.Limited {
		return nil, kaibo.Errorf(kaibo.Forbidden, "a key that is limited to initiatives cannot use %s", v.spec.Name)
	}
	in := new(In)
	if err := canon.Decode(body, in); err != nil {
		return nil, err
	}
	if err := check(in); err != nil {
		return nil, err
	}
	if err := checkGiven(body, v.Input()); err != nil {
		return nil, err
	}
	if err := checkIdempotencyKey(c.IdempotencyKey); err != nil {
		return nil, err
	}
	out, err := v.handle(ctx, c, in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.spec.Name, err)
	}
	return out, nil
}

// define makes a Verb of a handler.
func define[In, Out any](spec Spec, handle func(context.Context, *Call, *In) (*Out, error)) Verb {
	return &verb[In, Out]{spec: spec, handle: handle}
}

// All returns every verb, in the order in which they are documented.
func All() []Verb { return slices.Clone(registry) }

// Lookup finds a verb by its name.
func Lookup(name string) (Verb, bool) {
	for _, v := range registry {
		if v.Spec().Name == name {
			return v, true
		}
	}
	return nil, false
}

func checkIdempotencyKey(key string) error {
	if key == "" {
		return nil
	}
	if detail := forms["idempotency-key"].check(key); detail != "" {
		return kaibo.InvalidField("Idempotency-Key", "%s", detail)
	}
	return nil
}
