// Eval measures recall through the public API.
//
//	go run ./scripts/eval --locomo ../shared/data/locomo/locomo-half.json
//	go run ./scripts/eval --cases testdata/recall --url http://127.0.0.1:8080
//
// Every turn of a dialogue is an event of a project of its own; every question
// is a recall. What recall cites is compared with the events that the data set
// says bear the answer out. One table is printed, beside bare BM25 over the
// same turns in the same process.
//
// Without --url a server is started in this process, over --data (kept and used
// again) or over a directory that is removed afterwards. The data set of
// dialogues is not part of this repository: its licence forbids it. --locomo,
// or KAIBO_EVAL_DATA, says where it lies.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/kaibo-dev/kaibo/scripts/eval/measure"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure.Run(ctx, os.Args[1:], os.Stdout, measure.BareBM25); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}
