// Eval measures recall through the public API.
//
//	go run ./scripts/eval --locomo ../shared/data/locomo/locomo-half.json
//	go run ./scripts/eval --cases testdata/recall --url http://127.0.0.1:8080
//
// Every turn of a dialogue is an event of a project of its own; every question
// is a recall. What recall cites is compared with the events that the data set
// says bear the answer out. One table is printed, beside bare BM25 over the
// same turns in the same process. docs/evaluation.md says what each number
// means and what was measured.
//
// Without --url a server is started in this process, over --data (kept and used
// again) or over a directory that is removed afterwards. The data set of
// dialogues is not part of this repository: its licence forbids it. --locomo,
// or KAIBO_EVAL_DATA, says where it lies.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
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
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
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
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.locomo == "" && o.cases == "" {
		return o, errors.New("nothing to measure: give --locomo (or KAIBO_EVAL_DATA) or --cases")
	}
	return o, nil
}

func run(ctx context.Context, args []string, out io.Writer) (err error) {
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
		done, err := evaluate(ctx, c, set, o, out)
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
