package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"slices"
	"strings"
	"time"
)

// built is what building an index took.
type built struct {
	name     string
	took     time.Duration
	besides  time.Duration // spent on what is no part of the index
	longest  time.Duration // that a compaction took; 0 when not known
	bytes    int64
	rows     int
	postings int64 // of the bytes; 0 when not known
}

// result is what was measured at one size.
type result struct {
	size  int
	times map[string][]quantiles // by subject, a round each
	built []built
}

// median of one quantile over the rounds.
func (r *result) median(name string, of func(quantiles) time.Duration) time.Duration {
	var all []time.Duration
	for _, q := range r.times[name] {
		all = append(all, of(q))
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func (q quantiles) middle() time.Duration { return q.p50 }
func (q quantiles) high() time.Duration   { return q.p99 }

// The order of the columns.
var columns = []string{"bare", "formula", "recall", "bleve", "FTS5"}

func printTables(w io.Writer, all []*result, heads bool) {
	if heads {
		fmt.Fprintf(w, "| memories | %s | bare against bleve, FTS5 | formula against bleve, FTS5 |\n", strings.Join(columns, " | "))
		fmt.Fprintln(w, "| --- |"+strings.Repeat(" --- |", len(columns)+2))
	}
	for _, r := range all {
		fmt.Fprintf(w, "| %d |", r.size)
		for _, c := range columns {
			fmt.Fprintf(w, " %s / %s |", micros(r.median(c, quantiles.middle)), micros(r.median(c, quantiles.high)))
		}
		for _, c := range columns[:2] {
			ours := r.median(c, quantiles.middle)
			fmt.Fprintf(w, " %.1f×, %.0f× |", ratio(r.median("bleve", quantiles.middle), ours), ratio(r.median("FTS5", quantiles.middle), ours))
		}
		fmt.Fprintln(w)
		for _, b := range r.built {
			fmt.Fprintf(w, "    %-7s built in %.1f s, %.0f bytes a memory", b.name, b.took.Seconds(), float64(b.bytes)/float64(r.size))
			if b.longest > 0 {
				fmt.Fprintf(w, ", the longest compaction %.1f s", b.longest.Seconds())
			}
			if b.rows > 0 {
				fmt.Fprintf(w, "; %.1f a row, of which %.1f are postings (%d rows)",
					float64(b.bytes)/float64(b.rows), float64(b.postings)/float64(b.rows), b.rows)
			}
			fmt.Fprintln(w)
		}
	}
}

func ratio(a, b time.Duration) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func micros(d time.Duration) string { return fmt.Sprintf("%.0f", float64(d.Nanoseconds())/1000) }

// profile asks each way that the flag names for some seconds and writes where
// the time goes.
func profile(ctx context.Context, s settings, subjects []subject, questions []string) error {
	for _, x := range subjects {
		for _, wanted := range strings.Split(s.profile, ",") {
			file, ok := strings.CutPrefix(wanted, x.name+"=")
			if !ok {
				continue
			}
			if err := profileOf(ctx, x, file, questions); err != nil {
				return err
			}
		}
	}
	return nil
}

func profileOf(ctx context.Context, x subject, file string, questions []string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	for began, i := time.Now(), 0; err == nil && time.Since(began) < 5*time.Second; i++ {
		err = x.ask(ctx, questions[i%len(questions)])
	}
	pprof.StopCPUProfile()
	return errors.Join(err, f.Close())
}
