// Graphbench times questions to the curated graph beside the same questions to
// the same graph in SQLite, written as recursive queries over covering indices,
// in memory, prepared. Both are asked in turn, round after round, in one process,
// and must answer the same. It is a module of its own, so that nobody who builds
// kaibo builds SQLite.
//
//	cd scripts/graphbench && go run . -nodes 100000 -links 300000 -rounds 9
//
// SQLite has the present only. Ours answers as of a moment of both times, from
// the same structure in which all that ever was said lies.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

func main() {
	nodes := flag.Int("nodes", 100_000, "nodes of the graph")
	links := flag.Int("links", 300_000, "links of the graph")
	rounds := flag.Int("rounds", 9, "rounds, in each of which both are asked everything")
	asks := flag.Int("asks", 20, "starts of walks and pairs of ends in a round")
	flag.Parse()
	if err := run(*nodes, *links, *rounds, *asks); err != nil {
		fmt.Fprintln(os.Stderr, "graphbench:", err)
		os.Exit(1)
	}
}

// question is asked of both. An answer is a text that both must give alike.
type question struct {
	name         string
	ours, theirs func(k int) (string, error)
	asks         int
}

func run(nodes, links, rounds, asks int) error {
	w := synthesise(nodes, links, asks)
	before := heap()
	began := time.Now()
	ours, err := newOurs(w, asks)
	if err != nil {
		return err
	}
	folded := time.Since(began)
	after := heap()
	began = time.Now()
	theirs, err := newTheirs(w)
	if err != nil {
		return err
	}
	defer theirs.db.Close()
	fmt.Printf("%d nodes, %d links, %d changes; folded in %v (%.1f µs a change), %.0f MB in memory: %.0f bytes a node or link\nSQLite filled in %v; load %s\n\n",
		nodes, links, len(w.changes), folded.Round(time.Millisecond), float64(folded.Microseconds())/float64(len(w.changes)),
		float64(after-before)/1e6, float64(after-before)/float64(nodes+links), time.Since(began).Round(time.Millisecond), load())
	questions := []question{
		{"walk, depth 3, both ways", ours.walk, theirs.walk, asks},
		{"walk, depth 3, two types, out", ours.walkTypes, theirs.walkTypes, asks},
		{"strongest path", ours.path, theirs.path, asks},
		{"awake: twelve sections of 20 with totals", ours.awake, theirs.awake, 1},
		{"reflect: orphans, overdue, links to what ended, archivable", ours.reflect, theirs.reflect, 1},
	}
	return compare(questions, rounds)
}

// compare asks all and prints a table.
func compare(questions []question, rounds int) error {
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', 0)
	fmt.Fprintln(out, "| question\t| ours, median ms\t| SQLite, median ms\t| times\t|")
	fmt.Fprintln(out, "| ---\t| ---\t| ---\t| ---\t|")
	for _, q := range questions {
		var a, b []float64
		for range rounds {
			for k := range q.asks {
				x, tookA, err := timed(q.ours, k)
				if err != nil {
					return fmt.Errorf("%s: ours: %w", q.name, err)
				}
				y, tookB, err := timed(q.theirs, k)
				if err != nil {
					return fmt.Errorf("%s: SQLite: %w", q.name, err)
				}
				if x != y {
					return fmt.Errorf("%s: ours answers %s, SQLite %s", q.name, x, y)
				}
				a, b = append(a, tookA), append(b, tookB)
			}
		}
		slices.Sort(a)
		slices.Sort(b)
		ours, theirs := a[len(a)/2], b[len(b)/2]
		fmt.Fprintf(out, "| %s\t| %.3f\t| %.3f\t| %.1f\t|\n", q.name, ours, theirs, theirs/ours)
	}
	return out.Flush()
}

// timed asks once, and answers how many milliseconds it took.
func timed(ask func(int) (string, error), k int) (string, float64, error) {
	began := time.Now()
	answer, err := ask(k)
	return answer, float64(time.Since(began).Nanoseconds()) / 1e6, err
}

// heap is how many bytes are in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// load is the machine's load average.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(b))[:3], " ")
}
