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

// Plan is a rule as a plan of an order, and what the rule answers when the order
// was done. Where the rule found that all was so already the order ends with an
// error that [IsUnchanged] knows, and nothing is written. Of a replay the result
// is empty: the rule was not run.
func (rule Rule) Plan() (func(context.Context, *Work) error, *Result) {
	result := &Result{}
	return func(ctx context.Context, w *Work) error {
		r, err := rule(ctx, w)
		if err != nil {
			return err
		}
		if *result = *r; r.Unchanged {
			return errUnchanged
		}
		return nil
	}, result
}

// IsUnchanged reports whether an order ended because all was so already.
func IsUnchanged(err error) bool { return errors.Is(err, errUnchanged) }
