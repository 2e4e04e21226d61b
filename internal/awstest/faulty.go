package awstest

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// Fault is what happens to a request on its way.
type Fault uint8

// The faults.
const (
	None     Fault = iota
	Throttle       // not carried out: the service says that it is too much
	Refuse         // not carried out: an answer of 500
	Break          // carried out, and an answer of 500
	Lose           // carried out, and the answer never comes
)

// Faulty is an HTTP client that has what Next says happen to each request.
type Faulty struct {
	aws.HTTPClient
	Next func(*http.Request) Fault
}

// Do implements aws.HTTPClient.
func (f Faulty) Do(r *http.Request) (*http.Response, error) {
	fault := f.Next(r)
	switch fault {
	case Throttle:
		return throttled(r)
	case Refuse:
		return broken(r)
	}
	resp, err := f.HTTPClient.Do(r)
	if err != nil || fault == None {
		return resp, err
	}
	resp.Body.Close()
	if fault == Break {
		return broken(r)
	}
	return nil, ErrLost
}

// throttled is the answer of each service to more than it takes.
func throttled(r *http.Request) (*http.Response, error) {
	switch target := r.Header.Get("X-Amz-Target"); {
	case strings.HasPrefix(target, "DynamoDB_"):
		return Answer(400, `{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}`)(r)
	case target != "":
		return Answer(400, `{"__type":"com.amazonaws.sqs#RequestThrottled"}`)(r)
	}
	return Answer(503, "<Error><Code>SlowDown</Code></Error>", "Content-Type", "application/xml")(r)
}

func broken(r *http.Request) (*http.Response, error) {
	if r.Header.Get("X-Amz-Target") != "" {
		return Answer(500, `{"__type":"InternalServerError"}`)(r)
	}
	return Answer(500, "<Error><Code>InternalError</Code></Error>", "Content-Type", "application/xml")(r)
}

// Seeded answers a Next that gives one request of every n some fault, always
// the same ones for the same seed and order of requests. It is safe to use from
// many goroutines.
func Seeded(seed uint64, n int) func(*http.Request) Fault {
	var mu sync.Mutex
	rng := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // it shall repeat itself
	return func(*http.Request) Fault {
		mu.Lock()
		defer mu.Unlock()
		if rng.IntN(n) > 0 {
			return None
		}
		return Throttle + Fault(rng.IntN(int(Lose)))
	}
}
