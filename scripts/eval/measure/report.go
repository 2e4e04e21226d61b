package measure

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// report is what is printed of one data set.
type report struct {
	set              string
	all              []*outcome
	others           []ranked // the baselines
	silent, evidence int      // evidence, and how much of it no memory cites
}

// ranked is what a baseline made of the answerable questions.
type ranked struct {
	name string
	all  []*outcome
}

func (t *report) print(out io.Writer) {
	questions := 0
	for _, o := range t.all {
		if o.topic == answerable {
			questions++
		}
	}
	fmt.Fprintf(out, "\n%s: %d questions, %d pieces of evidence, %d of them (%.1f %%) in no memory\n\n",
		t.set, questions, t.evidence, t.silent, 100*float64(t.silent)/float64(max(t.evidence, 1)))
	t.ranks(out)
	t.categories(out)
	t.answers(out)
	t.abstention(out)
}

func isAnswerable(o *outcome) bool { return o.topic == answerable }

// ranks prints the quality of the candidates.
func (t *report) ranks(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "system\tR@1\tR@5\tR@10\tR@50\tMRR\tb256\tb512\tb1024\t")
	t.rankRow(w, "kaibo", t.all)
	for _, o := range t.others {
		if len(o.all) > 0 {
			t.rankRow(w, o.name, o.all)
		}
	}
	_ = w.Flush()
}

func (t *report) rankRow(w io.Writer, name string, all []*outcome) {
	fmt.Fprintf(w, "%s\t", name)
	for _, k := range []int{1, 5, 10, shown} {
		fmt.Fprintf(w, "%.1f\t", 100*recallAt(all, isAnswerable, k))
	}
	fmt.Fprintf(w, "%.3f\t", mean(all, isAnswerable, (*outcome).reciprocalRank))
	for i := range fillBudgets {
		if !slices.ContainsFunc(all, func(o *outcome) bool { return isAnswerable(o) && len(o.filled) > i }) {
			fmt.Fprint(w, "-\t")
			continue
		}
		fmt.Fprintf(w, "%.1f\t", 100*mean(all, isAnswerable, func(o *outcome) float64 { return recallOf(o.question.evidence, o.filled[i]) }))
	}
	fmt.Fprintln(w)
}

func recallAt(all []*outcome, keep func(*outcome) bool, k int) float64 {
	return mean(all, keep, func(o *outcome) float64 { return recallOf(o.question.evidence, o.first(k)) })
}

// categories prints R@10 by category.
func (t *report) categories(out io.Writer) {
	byCategory := map[string]int{}
	for _, o := range t.all {
		if isAnswerable(o) {
			byCategory[o.question.category]++
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\ncategory\tquestions\tR@1\tR@10\tMRR\tanswer\tused\t")

	for _, name := range slices.Sorted(maps.Keys(byCategory)) {
		keep := func(o *outcome) bool { return isAnswerable(o) && o.question.category == name }
		fmt.Fprintf(w, "%s\t%d\t%.1f\t%.1f\t%.3f\t%.1f\t%.0f\t\n", name, byCategory[name],
			100*recallAt(t.all, keep, 1), 100*recallAt(t.all, keep, 10), mean(t.all, keep, (*outcome).reciprocalRank),
			100*mean(t.all, keep, inAnswer), mean(t.all, keep, usedOf))
	}
	_ = w.Flush()
}

func inAnswer(o *outcome) float64 { return recallOf(o.question.evidence, o.answer) }
func usedOf(o *outcome) float64   { return float64(o.used) }

// answers prints what the default answer holds.
func (t *report) answers(out io.Writer) {
	fmt.Fprintf(out, "\nDefault answer, budget 1,024: %.1f %% of the evidence, mean used %.0f tokens\n",
		100*mean(t.all, isAnswerable, inAnswer), mean(t.all, isAnswerable, usedOf))
	stale, judged := 0, 0
	for _, o := range t.all {
		if len(o.question.stale) == 0 {
			continue
		}
		judged++
		if slices.ContainsFunc(o.question.stale, func(s string) bool { return slices.Contains(o.answer, s) }) {
			stale++
		}
	}
	if judged > 0 {
		fmt.Fprintf(out, "Answers that cite what holds no more: %d of %d\n", stale, judged)
	}
}

// abstention prints refusals and how well confidence tells topics apart.
func (t *report) abstention(out io.Writer) {
	confidence := map[topic][]float64{}
	refused := map[topic]int{}
	var said []float64
	var right []bool
	var refusals []string
	for _, o := range t.all {
		confidence[o.topic] = append(confidence[o.topic], o.abstain.Confidence)
		said, right = append(said, o.abstain.Confidence), append(right, o.topic == answerable)
		if o.abstain.Abstained {
			refused[o.topic]++
			if o.topic == answerable {
				refusals = append(refusals, o.question.id+" ("+o.abstain.Code+")")
			}
		}
	}
	for _, name := range []topic{answerable, absent, offTopic} {
		if n := len(confidence[name]); n > 0 {
			fmt.Fprintf(out, "Refused, %s: %d of %d (%.1f %%)", name, refused[name], n, 100*float64(refused[name])/float64(n))
			if name != answerable {
				fmt.Fprintf(out, "; AUC of the confidence %.3f", auc(confidence[answerable], confidence[name]))
			}
			fmt.Fprintln(out)
		}
	}
	if len(refusals) > 0 {
		fmt.Fprintln(out, "Refused although answerable:", strings.Join(refusals, ", "))
	}
	if len(confidence) > 1 {
		printCalibration(out, said, right)
	}
}

func printCalibration(out io.Writer, said []float64, right []bool) {
	table, off := calibration(said, right)
	fmt.Fprintf(out, "Expected calibration error %.3f\n", off)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "confidence\tquestions\tmean\tanswerable\t")
	for i, b := range table {
		if b.n > 0 {
			fmt.Fprintf(w, "%.1f to %.1f\t%d\t%.3f\t%.3f\t\n", float64(i)/bins, float64(i+1)/bins, b.n, b.said, b.right)
		}
	}
	_ = w.Flush()
}
