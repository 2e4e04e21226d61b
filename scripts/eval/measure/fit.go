package measure

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

// The logistic regression that makes abstain.confidence: ridge, by Newton's
// method.
const (
	ridge     = 1.0 // penalty on each weight but the bias, in units of one question
	newton    = 25  // iterations; it converges in less than ten
	converged = 1e-9
)

// example is one question: its signals with a 1 for the bias in front, and
// whether it can be answered.
type example struct {
	*outcome
	x []float64
	y float64
}

// fit prints the weights of a logistic over the signals of all questions, and
// what it is worth on dialogues that it was not fitted to.
func fit(out io.Writer, all []*outcome) {
	if len(all) == 0 {
		return
	}
	names := slices.Sorted(maps.Keys(all[0].abstain.Signals))
	examples := make([]example, 0, len(all))
	dialogues := map[string]bool{}
	for _, o := range all {
		e := example{outcome: o, x: []float64{1}}
		for _, n := range names {
			e.x = append(e.x, o.abstain.Signals[n])
		}
		if o.topic == answerable {
			e.y = 1
		}
		examples = append(examples, e)
		dialogues[o.dialogue] = true
	}
	weights := logistic(examples)
	fmt.Fprintf(out, "\nLogistic over %d questions\n\nbias\t%.3f\n", len(examples), weights[0])
	for i, n := range names {
		fmt.Fprintf(out, "%s\t%.3f\n", n, weights[i+1])
	}
	leaveOneOut(out, examples, slices.Sorted(maps.Keys(dialogues)))
}

// leaveOneOut says of each dialogue's questions what a logistic fitted to the
// others says, and prints how good that is.
func leaveOneOut(out io.Writer, examples []example, dialogues []string) {
	said := make([]float64, len(examples))
	right := make([]bool, len(examples))
	for _, d := range dialogues {
		var others []example
		for _, e := range examples {
			if e.dialogue != d {
				others = append(others, e)
			}
		}
		weights := logistic(others)
		for i, e := range examples {
			if e.dialogue == d {
				said[i], right[i] = predict(weights, e.x), e.y == 1
			}
		}
	}
	scores := map[topic][]float64{}
	for i, e := range examples {
		scores[e.topic] = append(scores[e.topic], said[i])
	}
	fmt.Fprintf(out, "\nEach dialogue by the weights of the others: AUC off-topic %.3f, adversarial %.3f\n",
		auc(scores[answerable], scores[offTopic]), auc(scores[answerable], scores[absent]))
	printCalibration(out, said, right)
}

func predict(weights, x []float64) float64 {
	z := 0.0
	for i, w := range weights {
		z += w * x[i]
	}
	return 1 / (1 + math.Exp(-z))
}

// logistic returns the weights with the greatest penalised likelihood.
func logistic(examples []example) []float64 {
	if len(examples) == 0 {
		return nil
	}
	n := len(examples[0].x)
	weights := make([]float64, n)
	for range newton {
		gradient, hessian := make([]float64, n), make([][]float64, n)
		for i := range hessian {
			hessian[i] = make([]float64, n)
			hessian[i][i] = 1e-9
			if i > 0 {
				hessian[i][i] = ridge
				gradient[i] = -ridge * weights[i]
			}
		}
		for _, e := range examples {
			p := predict(weights, e.x)
			for i, xi := range e.x {
				gradient[i] += (e.y - p) * xi
				for j, xj := range e.x {
					hessian[i][j] += p * (1 - p) * xi * xj
				}
			}
		}
		moved := 0.0
		for i, step := range solve(hessian, gradient) {
			weights[i] += step
			moved += math.Abs(step)
		}
		if moved < converged {
			break
		}
	}
	return weights
}

// solve answers x of a·x = b for a positive definite a, by elimination.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := i + 1; j < n; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < n; k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < n; k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
