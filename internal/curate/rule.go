package curate

import (
	"context"
	"errors"
)

// Rule is what one verb does, with its arguments in it. It may be run several
// times for one order, each time on a newer graph; the last time counts.
type Rule func(ctx context.Context, w *Work) (*Result, error)

// Result is what a rule did, for the answer.
type Result struct {
	Node    string   // the id of the node that was made or changed; empty for none
	Others  []string // ids of further ones
	Similar []string // names that are nearly the name of what was made
	Text    string   // a sentence
	// Unchanged says that all was so already: nothing is written.
	Unchanged bool
}

// errUnchanged ends a plan that has nothing to write.
var errUnchanged = errors.New("all is so already")

// Carry does an order by a rule, which is its plan then; do is [Engine.Do] or what
// stands before it. Where the rule found that all was so already, nothing is
// written, and Done is nil. Of a replay the result is empty: the rule was not run.
func Carry(o *Order, rule Rule, do func(Order) (*Done, error)) (*Done, *Result, error) {
	result := &Result{}
	order := *o
	order.Plan = func(ctx context.Context, w *Work) error {
		r, err := rule(ctx, w)
		if err != nil {
			return err
		}
		result = r
		if r.Unchanged {
			return errUnchanged
		}
		return nil
	}
	done, err := do(order)
	if errors.Is(err, errUnchanged) {
		return nil, result, nil
	}
	return done, result, err
}
