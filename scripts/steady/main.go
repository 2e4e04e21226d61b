// Steady shows whether compaction keeps up with writers: it writes memories at
// a fixed rate to one project or to several, asks questions all the while, and
// prints what each half minute was like.
//
//	go run ./scripts/steady -rate 100                  # one project
//	go run ./scripts/steady -rate 1000 -projects 10
//
// Everything goes through the ports of the embedded store, synced as in the
// real program: what an append and its structuring leave for recall to read, an
// event's passages, its memories, their records and the deltas of the index.
// Indexes are folded as the program does it, by one worker, when 64 deltas were
// put or a recall met a long tail. Texts are those of package synth.
//
// It ends with exit status 1 when the rate was not reached, when a recall at
// p99 took longer than -p99, or when in the end a memory is missing from an
// index.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"golang.org/x/sync/errgroup"
)

// settings are what the flags say.
type settings struct {
	rate     int           // memories a second, of all projects together
	projects int           //
	batch    int           // memories an append
	asks     int           // questions a second, of all projects together
	lasts    time.Duration //
	p99      time.Duration // what a recall may take
	dir      string
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "steady:", err)
		os.Exit(1)
	}
}

func run() error {
	var s settings
	flag.IntVar(&s.rate, "rate", 100, "memories a second, of all projects together")
	flag.IntVar(&s.projects, "projects", 1, "projects")
	flag.IntVar(&s.batch, "batch", 5, "memories an append")
	flag.IntVar(&s.asks, "asks", 20, "questions a second, of all projects together")
	flag.DurationVar(&s.lasts, "for", 5*time.Minute, "how long")
	flag.DurationVar(&s.p99, "p99", 20*time.Millisecond, "what a recall may take")
	flag.StringVar(&s.dir, "data", "", "data directory, kept; a temporary one when empty")
	flag.Parse()
	if s.rate < 1 || s.projects < 1 || s.batch < 1 || s.asks < 1 {
		return errors.New("-rate, -projects, -batch and -asks are at least 1")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	w, err := open(ctx, s)
	if err != nil {
		return err
	}
	defer func() { _ = w.close() }()
	fmt.Printf("%d memories a second, %d an append, to %d project(s), %d questions a second, for %v\n\n", s.rate, s.batch, s.projects, s.asks, s.lasts)
	return errors.Join(w.work(ctx), w.verdict(ctx))
}

// work runs writers, askers, the compactor and the clock that prints, until the
// time is up.
func (w *world) work(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, w.lasts)
	defer cancel()
	began := time.Now()
	g, ctx := errgroup.WithContext(ctx)
	for i, p := range w.all {
		writes, asks := w.each(w.rate/w.batch), w.each(w.asks)
		g.Go(func() error {
			return every(ctx, writes, w.turn(writes, i), func() error { return w.write(ctx, p) })
		})
		g.Go(func() error {
			return every(ctx, asks, w.turn(asks, i)+writes/2, func() error { return w.ask(ctx, p) })
		})
	}
	g.Go(func() error { return w.compact(ctx) })
	w.figures.head(os.Stdout)
	g.Go(func() error {
		return every(ctx, min(30*time.Second, w.lasts/2), 0, func() error { w.figures.row(os.Stdout, time.Since(began)); return nil })
	})
	err := g.Wait()
	w.figures.row(os.Stdout, time.Since(began))
	w.lasted = time.Since(began)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// each is the time from one deed of a project to its next, for so many deeds a
// second of all.
func (w *world) each(perSecond int) time.Duration {
	return time.Duration(len(w.all)) * time.Second / time.Duration(max(perSecond, 1))
}

// turn is how long project i waits before its first deed: the deeds of all
// projects are spread over the period. At one moment each they would be a burst
// that no rate asks for, and every question would wait for all of its writes.
func (w *world) turn(period time.Duration, i int) time.Duration {
	return period * time.Duration(i) / time.Duration(len(w.all))
}

// every does something at fixed times until the context ends, a while later
// than a period from now for the first time. What took too long is caught up
// with, so that the rate holds.
func every(ctx context.Context, period, later time.Duration, do func() error) error {
	next := time.Now().Add(period + later)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Until(next)):
		}
		next = next.Add(period)
		if err := do(); err != nil {
			return err
		}
	}
}

// verdict says what did not hold.
func (w *world) verdict(ctx context.Context) error {
	memories, p99 := w.figures.total()
	var errs []error
	if wanted := float64(w.rate) * w.lasted.Seconds() * .95; float64(memories) < wanted {
		errs = append(errs, fmt.Errorf("%d memories were written in %v, %.0f were wanted", memories, w.lasted.Round(time.Second), wanted))
	}
	if p99 > w.p99 {
		errs = append(errs, fmt.Errorf("a recall took %v at p99, more than %v", p99, w.p99))
	}
	if missing := w.missing(ctx); missing != nil {
		errs = append(errs, missing)
	}
	if len(errs) == 0 {
		fmt.Printf("\n%d memories, recall %v at p99, none missing\n", memories, p99.Round(10*time.Microsecond))
	}
	return errors.Join(errs...)
}
