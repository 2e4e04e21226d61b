package cloud_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// What one append and one recall do to single partitions, in capacity units,
// and how long functions are busy. The units are those that TestCosts counts,
// by the partitions that internal/kaibo/layout.go names; the times are those of
// a Lambda function in the region of its table, at 5 ms a call.
const (
	lagUnits    = 3.0  // put with the append, deleted when the cursor meets the head
	jobsUnits   = 10.0 // of the stream: job, provisional memories, steps, cursor
	indexUnits  = 8.0  // two deltas
	listedUnits = 2.0  // a memory in the project's list
	indexReads  = 19.0
	rememberFor = 0.035
	structureIn = 0.10
	recallFor   = 0.040
	sweepFor    = 0.030 // a project
	lagShards   = 16
	partition   = 1000.0 // write units a second, for one partition key
	readsOfOne  = 3000.0
)

// A load is what people do: each project takes in 200 messages a day and is
// asked 100 things, three times as many in the busiest hour as in the mean; the
// n-th largest project is 1/n as busy as the largest, as the sizes of customers
// are (Zipf's law with exponent 1). A project writes to five streams, half of it
// to one of them.
const (
	messagesADay = 200.0
	recallsADay  = 100.0
	peak         = 3.0
	mainStream   = 0.5
)

// second is the busiest of the simulated ones.
type second struct {
	appends, recalls       float64
	lag, jobs, index, list float64 // write units of the busiest partition
	reads                  float64 // read units of the busiest index
}

// simulate draws sixty seconds of the busiest hour, and answers the most that
// any second held.
func simulate(projects int, random *rand.Rand) second {
	weights := zipf(projects)
	appends := float64(projects) * messagesADay * peak / 86400
	recalls := float64(projects) * recallsADay * peak / 86400
	var most second
	for range 60 {
		now := draw(weights, appends, recalls, random)
		most = second{max(most.appends, now.appends), max(most.recalls, now.recalls), max(most.lag, now.lag), max(most.jobs, now.jobs),
			max(most.index, now.index), max(most.list, now.list), max(most.reads, now.reads)}
	}
	return most
}

// draw simulates one second: who writes, to which stream, and where that lands.
func draw(weights []float64, appends, recalls float64, random *rand.Rand) second {
	s := second{appends: poisson(appends, random), recalls: poisson(recalls, random)}
	var lag [lagShards]float64
	jobs, project, asked := map[[2]int]float64{}, map[int]float64{}, map[int]float64{}
	for range int(s.appends) {
		p, stream := pick(weights, random), 0
		if random.Float64() > mainStream {
			stream = 1 + random.IntN(4)
		}
		lag[(p*31+stream*7)%lagShards] += lagUnits
		jobs[[2]int{p, stream}] += jobsUnits
		project[p]++
	}
	for range int(s.recalls) {
		asked[pick(weights, random)] += indexReads
	}
	s.lag = slices.Max(lag[:])
	for _, units := range jobs {
		s.jobs = max(s.jobs, units)
	}
	for _, n := range project {
		s.index, s.list = max(s.index, n*indexUnits), max(s.list, n*listedUnits)
	}
	for _, units := range asked {
		s.reads = max(s.reads, units)
	}
	return s
}

// zipf is the sum of the weights up to each project, the last is 1.
func zipf(n int) []float64 {
	sums := make([]float64, n)
	total := 0.0
	for i := range sums {
		total += 1 / float64(i+1)
		sums[i] = total
	}
	for i := range sums {
		sums[i] /= total
	}
	return sums
}

func pick(sums []float64, random *rand.Rand) int {
	i, _ := slices.BinarySearch(sums, random.Float64())
	return min(i, len(sums)-1)
}

// poisson draws a count; a large mean is nearly normal.
func poisson(mean float64, random *rand.Rand) float64 {
	if mean > 50 {
		return math.Max(0, math.Round(mean+math.Sqrt(mean)*random.NormFloat64()))
	}
	limit, product, n := math.Exp(-mean), random.Float64(), 0.0
	for product > limit {
		product *= random.Float64()
		n++
	}
	return n
}

// TestScale grows the load from one project to a million and prints the table
// of docs/scale.md. It holds what the document says of where it ends: each
// bound, and the size at which it is met.
func TestScale(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	met := map[string]int{}
	for _, projects := range []int{1, 10, 100, 1000, 10_000, 100_000, 1_000_000} {
		s := simulate(projects, random)
		sweep := float64(projects) * sweepFor
		functions := s.appends*(rememberFor+structureIn) + s.recalls*recallFor
		t.Logf("%9d projects: %6.0f appends/s %6.0f recalls/s  lag %6.0f  jobs %5.0f  index %6.0f  list %5.0f WU/s  index %7.0f RU/s  busy functions %6.1f  sweep %7.0f s",
			projects, s.appends, s.recalls, s.lag, s.jobs, s.index, s.list, s.reads, functions, sweep)
		for bound, over := range map[string]bool{"lag": s.lag > partition, "jobs": s.jobs > partition, "index": s.index > partition,
			"list": s.list > partition, "reads": s.reads > readsOfOne, "sweep": sweep > 900, "functions": functions > 1000} {
			if over && met[bound] == 0 {
				met[bound] = projects
			}
		}
	}
	want := map[string]int{"functions": 1_000_000, "index": 1_000_000, "jobs": 1_000_000, "lag": 1_000_000, "list": 1_000_000, "reads": 1_000_000, "sweep": 100_000}
	if fmt.Sprint(met) != fmt.Sprint(want) {
		t.Errorf("bounds are met at %v, and docs/scale.md says %v", met, want)
	}
}
