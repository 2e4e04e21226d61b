package cli

import (
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/verbs"
)

func renderDeadLetters(p *printer, out *verbs.DeadLettersOut) {
	if len(out.Items) == 0 {
		p.line("Nothing failed for good.")
		return
	}
	rows := [][]string{{"ID", "KIND", "PROJECT", "STREAM", "TRIES", "SINCE", "REASON"}}
	for i := range out.Items {
		rows = append(rows, deadRow(&out.Items[i]))
	}
	p.table(rows)
	if out.More {
		p.line("\nThere are more: raise --limit, or redrive these first.")
	}
	p.line("\nTry one again with: kaibo dead-letters redrive ID. See what all would do with: kaibo dead-letters redrive --all --dry-run")
}

func deadRow(d *verbs.DeadLetter) []string {
	return []string{d.ID, d.Kind, d.Project, d.Stream, fmt.Sprint(d.Attempts), day(d.Since), d.Reason}
}

// outcomes say what became of a dead letter.
var outcomes = map[string]string{
	verbs.RedriveDone: "done", verbs.RedriveSent: "sent to its function", verbs.RedriveDropped: "dropped: nothing was left to do",
	verbs.RedriveFailed: "failed again", verbs.RedriveWaits: "would be tried again",
}

func renderRedriven(p *printer, out *verbs.RedriveOut) {
	if len(out.Items) == 0 {
		p.line("Nothing failed for good.")
		return
	}
	rows := [][]string{{"ID", "KIND", "PROJECT", "STREAM", "TRIES", "SINCE", "OUTCOME"}}
	for i := range out.Items {
		r := &out.Items[i]
		row := deadRow(&r.DeadLetter)
		row[len(row)-1] = outcomes[r.Outcome]
		if r.Outcome == verbs.RedriveFailed {
			row[len(row)-1] += ": " + r.Reason
		}
		rows = append(rows, row)
	}
	p.table(rows)
	if out.More {
		p.line("\nThere are more: run it again.")
	}
}
