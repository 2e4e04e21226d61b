package webhooks

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// delays are how long after its n-th failed attempt a message is tried again, at
// most; together just under a day. The first are short, for a receiver that is
// being restarted.
var delays = []time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour,
	4 * time.Hour, 4 * time.Hour, 4 * time.Hour, 4 * time.Hour, 4 * time.Hour,
}

const (
	// heldAttempts is how often a message that fails is tried before those
	// behind it go on without it.
	heldAttempts = 3
	// giveUpAfter is how long a message is tried.
	giveUpAfter = 24 * time.Hour
	// disableAfter and disableFailures are how long, and how often, nothing was
	// taken before a webhook is disabled.
	disableAfter    = 5 * 24 * time.Hour
	disableFailures = 10
	// maxRetryAfter bounds what a receiver may ask for.
	maxRetryAfter = 4 * time.Hour
)

// delay is how long what has a name waits after so many failures: between three
// quarters and all of the table's entry, so that what failed together does not
// come back together. The name decides and no dice, so that a simulation that is
// run again does the same.
func delay(failures int, name string) time.Duration {
	d := delays[min(max(failures, 1), len(delays))-1]
	spread := fnv.New64a()
	fmt.Fprintf(spread, "%s %d", name, failures)
	return d - time.Duration(spread.Sum64()%uint64(d/4+1))
}

// retryAfter reads the header of that name (RFC 9110, 10.2.3): seconds, or a
// date. What is neither, past, or absurd is 0 or the bound.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if value == "" {
		return 0
	}
	if strings.Trim(value, "0123456789") == "" {
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n > int64(maxRetryAfter/time.Second) { // more digits than fit are many seconds
			return maxRetryAfter
		}
		return time.Duration(n) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), maxRetryAfter)
}

// ms is a duration as a difference of times.
func ms(d time.Duration) kaibo.Time { return kaibo.Time(d / time.Millisecond) }
