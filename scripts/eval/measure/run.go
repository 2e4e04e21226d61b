// Package measure measures recall through the public API, beside baselines in
// the same process. Its programs are scripts/eval and scripts/eval/baselines;
// docs/evaluation.md says what each number means and what was measured.
package measure

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// options are the command line.
type options struct {
	url, key     string
	data         string
	locomo       string
	cases        string
	tuning, held bool
	quick, list  bool
	fit          bool
	changes      bool
}

func parseOptions(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("eval", flag.ContinueOnError)
	f.StringVar(&o.url, "url", "", "a running server; without it one is started in this process")
	f.StringVar(&o.key, "key", "", "an operator's key for --url")
	f.StringVar(&o.data, "data", "", "data directory of the server that is started; kept, and used again")
	f.StringVar(&o.locomo, "locomo", os.Getenv("KAIBO_EVAL_DATA"), "the dialogues, in LoCoMo's format")
	f.StringVar(&o.cases, "cases", "", "a folder of labelled cases, such as testdata/recall")
	f.BoolVar(&o.tuning, "tuning", false, "of the cases only those that may be tuned on")
	f.BoolVar(&o.held, "held", false, "of the cases only those that are kept out of tuning")
	f.BoolVar(&o.quick, "quick", false, "leave out budgets, abstention and baselines")
	f.BoolVar(&o.list, "misses", false, "list the questions whose evidence is not among the first ten, by id")
	f.BoolVar(&o.fit, "fit", false, "fit the logistic of abstain.confidence to all that was asked, and print its weights")
	f.BoolVar(&o.changes, "changes", false, "list by id what was superseded or canceled and which evidence yields no memory, and ask with and without what no longer holds")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.locomo == "" && o.cases == "" {
		return o, errors.New("nothing to measure: give --locomo (or KAIBO_EVAL_DATA) or --cases")
	}
	return o, nil
}

// A Ranker is a baseline. New indexes the texts of the turns of one dialogue;
// what it answers ranks them for a question, best first, by their places.
type Ranker struct {
	Name string
	New  func(turns []string) (rank func(question string) ([]int, error), err error)
}

// Run measures what the arguments name and prints it to out.
func Run(ctx context.Context, args []string, out io.Writer, baselines ...Ranker) (err error) {
	o, err := parseOptions(args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	sets, err := load(o)
	if err != nil {
		return err
	}
	c := &client{url: o.url, key: o.key}
	if c.url == "" {
		s, err := startServer(ctx, o.data)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.stop()) }()
		c.url = s.url
	}
	var all []*outcome
	for _, set := range sets {
		if o.changes {
			if err := changes(ctx, c, set, out); err != nil {
				return fmt.Errorf("%s: %w", set.name, err)
			}
			continue
		}
		done, err := evaluate(ctx, c, set, o, baselines, out)
		if err != nil {
			return fmt.Errorf("%s: %w", set.name, err)
		}
		all = append(all, done...)
	}
	if o.fit {
		fit(out, all)
	}
	return nil
}

// load reads the data sets that the options name.
func load(o options) ([]*dataSet, error) {
	var sets []*dataSet
	if o.locomo != "" {
		s, err := loadLoCoMo(o.locomo)
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	if o.cases != "" {
		s, err := loadCases(o.cases, func(held bool) bool { return !o.tuning && !o.held || held == o.held })
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	return sets, nil
}
