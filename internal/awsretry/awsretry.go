// Package awsretry says what an error of an AWS call means for a caller who
// must not be lied to, and tries again where that is safe.
//
// The retryer of the SDK repeats a call after a lost answer. For a conditional
// write that is a trap: the first attempt may have been carried out, the second
// then meets its own write, and the caller hears of a conflict that there never
// was. So the adapters of this module turn the SDK's retryer off
// ([aws.NopRetryer]) and decide for each call, by the [Outcome] of its error:
//
//	err := awsretry.Default.Do(ctx, awsretry.NotDone, func() error {
//		_, err := client.PutItem(ctx, in, …)
//		return err
//	})
//
// tries again only while the service says that it did nothing.
// [awsretry.Harmless] also tries again after a lost answer; it is for reads,
// and for writes that are the same done twice.
//
// What is promised: bounded tries, with waits that are jittered so that the
// losers of one race do not meet again. What is not: a bound in time for one
// try. A connection that hangs ends with the context, so give it a deadline.
package awsretry

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Outcome is what is known of a call that answered an error.
type Outcome uint8

// The outcomes.
const (
	Refused Outcome = iota // the service said no, or nothing was asked: again would be the same
	Undone                 // nothing was done, and another try may fare better
	Unknown                // the call may have been carried out, or may still be
)

// notDone are more codes of calls that were not carried out than the SDK lists.
// The first three answer a signature made by a clock that is off; the SDK has
// learnt the difference from the answer and signs the next try right.
var notDone = []string{"RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture",
	"KmsThrottled", "KMS.ThrottlingException"}

// OutcomeOf classifies the error of an SDK call.
//
// Undone are throttles, answers to a skewed clock, and connections that could
// not be made. Unknown are answers of 500 and above, and answers that never
// came or could not be read. A TransactionInProgressException counts as
// unknown too, although the SDK lists it with the throttles.
func OutcomeOf(err error) Outcome {
	var api smithy.APIError
	if errors.As(err, &api) {
		if code := api.ErrorCode(); code == "TransactionInProgressException" {
			return Unknown
		} else if _, throttled := retry.DefaultThrottleErrorCodes[code]; throttled || slices.Contains(notDone, code) {
			return Undone
		}
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return Undone
	}
	var status *smithyhttp.ResponseError
	if errors.As(err, &status) && status.HTTPStatusCode() != 0 {
		switch code := status.HTTPStatusCode(); {
		case code == http.StatusTooManyRequests:
			return Undone
		case code >= http.StatusInternalServerError || code < http.StatusMultipleChoices:
			return Unknown
		}
		return Refused
	}
	return unanswered(err)
}

// unanswered classifies an error that came without any answer.
func unanswered(err error) Outcome {
	var send *smithyhttp.RequestSendError
	var read *smithy.DeserializationError
	var canceled *smithy.CanceledError
	if errors.As(err, &send) || errors.As(err, &read) || errors.As(err, &canceled) {
		return Unknown
	}
	return Refused
}

// NotDone reports whether a call can be tried again without a risk that it is
// carried out twice.
func NotDone(err error) bool { return OutcomeOf(err) == Undone }

// Harmless reports whether a call that may be carried out twice can be tried
// again: unless the service has refused it.
func Harmless(err error) bool { return OutcomeOf(err) != Refused }

// Policy bounds the tries of a call. The wait before try n+1 is a random time
// up to First doubled n-1 times, and at most Most: "full jitter", the strategy
// that the AWS Architecture Blog ("Exponential Backoff And Jitter", 2015)
// found to need the fewest calls.
type Policy struct {
	Tries int // at least 1
	First time.Duration
	Most  time.Duration
}

// Default makes eight tries, with 2.6 s between the first and the last at
// most, and half of that in the mean: room for the queue before one hot item,
// and short beside the 29 s after which API Gateway gives up.
var Default = Policy{Tries: 8, First: 25 * time.Millisecond, Most: time.Second}

// Do calls fn until it answers nil or an error for which again is false, at
// most Tries times. It answers the last error. When ctx ends while it waits,
// the answer is the last error joined with the context's.
func (p Policy) Do(ctx context.Context, again func(error) bool, fn func() error) error {
	for try := 1; ; try++ {
		err := fn()
		if err == nil || ctx.Err() != nil || try >= p.Tries || !again(err) {
			return err
		}
		if ended := p.Wait(ctx, try); ended != nil {
			return fmt.Errorf("%w (after %d tries: %w)", ended, try, err)
		}
	}
}

// Wait sleeps before try n+1, or until ctx ends and then answers its error.
func (p Policy) Wait(ctx context.Context, n int) error {
	timer := time.NewTimer(p.delay(n))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p Policy) delay(n int) time.Duration {
	most := p.First
	for i := 1; i < n && most < p.Most; i++ {
		most *= 2
	}
	most = min(most, p.Most)
	if most <= 0 {
		return 0
	}
	return rand.N(most)
}

// retryAfter is what a client is told to wait after a throttle that outlasted
// all tries.
const retryAfter = time.Second

// Error puts err into words of kaibo: Unavailable for what another try may
// mend, by the caller and later, and no kind (which is Internal) for what the
// service refused: a missing right, table or bucket is for the operator, not
// for the client. An error that has a kind keeps it. op is the action, such as
// "put object".
func Error(op string, err error) error {
	if err == nil {
		return nil
	}
	var known *kaibo.Error
	var conflict *kaibo.ConflictError
	ended := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if errors.As(err, &known) || errors.As(err, &conflict) || ended || OutcomeOf(err) == Refused {
		return fmt.Errorf("%s: %w", op, err)
	}
	return &kaibo.Error{Op: op, Kind: kaibo.Unavailable, Detail: "the store is busy or does not answer",
		RetryAfter: retryAfter, Err: err}
}
