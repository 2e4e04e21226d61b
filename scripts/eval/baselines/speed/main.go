// Speed measures how fast kaibo finds, beside bleve and SQLite FTS5, over
// synthetic memories (see package synth): in one process, on one thread, the
// same questions, the same number of hits, in rounds that alternate.
//
//	cd scripts/eval/baselines && go run ./speed                      # 1,000 to 100,000 memories
//	cd scripts/eval/baselines && go run ./speed -sizes 1000000 -questions 100
//
// It prints two tables in Markdown: the time of a question, and what building
// and keeping an index takes. A time is the median over the rounds of a round's
// p50 and p99; a ratio is that of the medians.
//
// Three ways to ask kaibo are measured. "bare" is BM25 over the memories, from the
// question's text to the ids of the best, as bleve and FTS5 do it. "formula" is
// the whole ranking of recall, passages, turns and sessions with it. "recall" is
// the verb, from a JSON body to a JSON answer, over the embedded store.
//
// With -cpu it is the processor time of the whole process that is measured and
// not the time that passes, for a machine that does other work too.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/kaibo-dev/kaibo/scripts/eval/synth"
)

// settings are what the flags say.
type settings struct {
	sizes     []int
	rounds    int
	questions int
	k         int
	rivals    bool
	profile   string
	cpu       bool
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

func run() error {
	var s settings
	sizes := flag.String("sizes", "1000,10000,100000", "numbers of memories, with commas")
	flag.IntVar(&s.rounds, "rounds", 5, "alternating rounds")
	flag.IntVar(&s.questions, "questions", 200, "questions a round")
	flag.IntVar(&s.k, "k", 20, "hits wanted")
	flag.BoolVar(&s.rivals, "rivals", true, "measure bleve and FTS5 too")
	flag.BoolVar(&s.cpu, "cpu", false, "measure processor time")
	flag.StringVar(&s.profile, "profile", "", "write CPU profiles of ways to ask, as in formula=out,recall=out2")
	flag.Parse()
	for _, n := range strings.Split(*sizes, ",") {
		size, err := strconv.Atoi(n)
		if err != nil || size < 1 {
			return fmt.Errorf("-sizes: %q is no number of memories", n)
		}
		s.sizes = append(s.sizes, size)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var measured []*result
	for _, size := range s.sizes {
		r, err := measure(ctx, s, size)
		if err != nil {
			return fmt.Errorf("%d memories: %w", size, err)
		}
		measured = append(measured, r)
		printTables(os.Stdout, measured[len(measured)-1:], len(measured) == 1)
	}
	return nil
}

// subject is one way to ask.
type subject struct {
	name string
	ask  func(ctx context.Context, question string) error
}

// measure builds every index over so many memories and asks.
func measure(ctx context.Context, s settings, size int) (*result, error) {
	dir, err := os.MkdirTemp("", "kaibo-speed-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	res := &result{size: size, times: map[string][]quantiles{}}
	makers := []func(context.Context, string, settings) (builder, error){newKaibo}
	if s.rivals {
		makers = append(makers, newBleve, newFTS5)
	}
	var subjects []subject
	var questions []string
	for _, m := range makers {
		b, err := m(ctx, dir, s)
		if err != nil {
			return nil, err
		}
		defer func() { _ = b.close() }()
		began := time.Now()
		if questions, err = feed(ctx, b, size, s.questions); err != nil {
			return nil, err
		}
		built, err := b.finish(ctx)
		if err != nil {
			return nil, err
		}
		built.took = time.Since(began) - built.besides
		res.built = append(res.built, built)
		subjects = append(subjects, b.subjects()...)
	}
	runtime.GC()
	for range s.rounds {
		for _, x := range subjects {
			q, err := round(ctx, s, x, questions)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", x.name, err)
			}
			res.times[x.name] = append(res.times[x.name], q)
		}
	}
	return res, profile(ctx, s, subjects, questions)
}

// builder makes an index of turns.
type builder interface {
	add(ctx context.Context, turns []synth.Turn) error
	finish(ctx context.Context) (built, error)
	subjects() []subject
	close() error
}

// batch is how many turns are added at once.
const batch = 1000

// feed gives a builder its turns, and answers questions about some of them.
func feed(ctx context.Context, b builder, size, wanted int) ([]string, error) {
	source := synth.New(uint64(size))
	var questions []string
	every := max(size/wanted, 1)
	for from := 0; from < size; from += batch {
		turns := make([]synth.Turn, 0, batch)
		for i := from; i < min(from+batch, size); i++ {
			t := source.Next()
			turns = append(turns, t)
			if i%every == every/2 && len(questions) < wanted {
				questions = append(questions, source.Ask(t))
			}
		}
		if err := b.add(ctx, turns); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return questions, nil
}

// quantiles are the times of one round.
type quantiles struct{ p50, p99 time.Duration }

// round asks every question once.
func round(ctx context.Context, s settings, x subject, questions []string) (quantiles, error) {
	runtime.GC()
	times := make([]time.Duration, 0, len(questions))
	for _, q := range questions {
		began := now(s.cpu)
		if err := x.ask(ctx, q); err != nil {
			return quantiles{}, err
		}
		times = append(times, now(s.cpu)-began)
	}
	slices.Sort(times)
	return quantiles{times[len(times)/2], times[len(times)*99/100]}, ctx.Err()
}

var started = time.Now()

// now is the time that has passed, or what the process has used of processors.
func now(cpu bool) time.Duration {
	if !cpu {
		return time.Since(started)
	}
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err) // the clock is there on every Unix
	}
	return time.Duration(t.Nano())
}
