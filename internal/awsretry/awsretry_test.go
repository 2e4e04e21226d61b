package awsretry_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// call makes one call of the SDK that is answered by step.
func call(t *testing.T, step awstest.Step) error {
	t.Helper()
	client := dynamodb.NewFromConfig(awstest.NewScript(t, step).Config())
	_, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("t"),
		Item: map[string]types.AttributeValue{}}, func(o *dynamodb.Options) { o.Retryer = aws.NopRetryer{} })
	if err == nil {
		t.Fatal("the call answered no error")
	}
	return err
}

func coded(status int, code string) awstest.Step {
	return awstest.Answer(status, fmt.Sprintf(`{"__type":"com.amazonaws.dynamodb.v20120810#%s","message":"m"}`, code))
}

func TestOutcomeOf(t *testing.T) {
	dial := &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
	read := &net.OpError{Op: "read", Net: "tcp", Err: errors.New("connection reset by peer")}
	cases := []struct {
		name string
		step awstest.Step
		want awsretry.Outcome
		kind kaibo.Kind
	}{
		{"validation", coded(400, "ValidationException"), awsretry.Refused, kaibo.Internal},
		{"no such table", coded(400, "ResourceNotFoundException"), awsretry.Refused, kaibo.Internal},
		{"no right", coded(400, "AccessDeniedException"), awsretry.Refused, kaibo.Internal},
		{"an old token", coded(400, "ExpiredTokenException"), awsretry.Refused, kaibo.Internal},
		{"a redirect", awstest.Answer(301, `{}`), awsretry.Refused, kaibo.Internal},
		{"throughput", coded(400, "ProvisionedThroughputExceededException"), awsretry.Undone, kaibo.Unavailable},
		{"throttled", coded(400, "ThrottlingException"), awsretry.Undone, kaibo.Unavailable},
		{"request limit", coded(400, "RequestLimitExceeded"), awsretry.Undone, kaibo.Unavailable},
		{"slow down", coded(503, "SlowDown"), awsretry.Undone, kaibo.Unavailable},
		{"429 of a proxy", awstest.Answer(429, "busy"), awsretry.Undone, kaibo.Unavailable},
		{"clock", coded(403, "RequestTimeTooSkewed"), awsretry.Undone, kaibo.Unavailable},
		{"no connection", awstest.Fail(dial), awsretry.Undone, kaibo.Unavailable},
		{"the same token", coded(400, "TransactionInProgressException"), awsretry.Unknown, kaibo.Unavailable},
		{"500", coded(500, "InternalServerError"), awsretry.Unknown, kaibo.Unavailable},
		{"502 of a proxy", awstest.Answer(502, "<html>"), awsretry.Unknown, kaibo.Unavailable},
		{"503", coded(503, "ServiceUnavailable"), awsretry.Unknown, kaibo.Unavailable},
		{"a lost answer", awstest.Fail(read), awsretry.Unknown, kaibo.Unavailable},
		{"half an answer", awstest.Answer(200, `{"Attributes":{"pk":`), awsretry.Unknown, kaibo.Unavailable},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := call(t, c.step)
			if got := awsretry.OutcomeOf(err); got != c.want {
				t.Errorf("outcome %d of %v, want %d", got, err, c.want)
			}
			if got := kaibo.KindOf(awsretry.Error("put", err)); got != c.kind {
				t.Errorf("kind %v of %v, want %v", got, err, c.kind)
			}
		})
	}
}

func TestErrorKeepsWhatIsKnown(t *testing.T) {
	if err := awsretry.Error("put", nil); err != nil {
		t.Errorf("error of nil: %v", err)
	}
	conflict := &kaibo.ConflictError{}
	var got *kaibo.ConflictError
	if err := awsretry.Error("put", conflict); !errors.As(err, &got) || kaibo.KindOf(err) != kaibo.Conflict {
		t.Errorf("a conflict became %v", err)
	}
	if err := awsretry.Error("put", context.Canceled); !errors.Is(err, context.Canceled) || kaibo.KindOf(err) != kaibo.Internal {
		t.Errorf("a canceled context became %v", err)
	}
	if err := awsretry.Error("get", kaibo.Errorf(kaibo.NotFound, "none")); kaibo.KindOf(err) != kaibo.NotFound {
		t.Errorf("what was not found became %v", err)
	}
}

func TestDoIsBounded(t *testing.T) {
	busy := errors.New("busy")
	p := awsretry.Policy{Tries: 4, First: time.Microsecond, Most: time.Microsecond}
	for name, c := range map[string]struct {
		again bool
		nilAt int
		calls int
		want  error
	}{
		"until the last try":  {again: true, calls: 4, want: busy},
		"until it answers":    {again: true, nilAt: 3, calls: 3},
		"not what is refused": {again: false, calls: 1, want: busy},
	} {
		calls := 0
		err := p.Do(t.Context(), func(error) bool { return c.again }, func() error {
			if calls++; calls == c.nilAt {
				return nil
			}
			return busy
		})
		if !errors.Is(err, c.want) || calls != c.calls {
			t.Errorf("%s: %d calls, %v; want %d, %v", name, calls, err, c.calls, c.want)
		}
	}
}

func TestDoEndsWithItsContext(t *testing.T) {
	busy := errors.New("busy")
	ctx, cancel := context.WithCancel(t.Context())
	p := awsretry.Policy{Tries: 1 << 30, First: time.Hour, Most: time.Hour}
	time.AfterFunc(5*time.Millisecond, cancel)
	err := p.Do(ctx, func(error) bool { return true }, func() error { return busy })
	if !errors.Is(err, context.Canceled) || !errors.Is(err, busy) {
		t.Errorf("do answered %v, want both the context's error and the last one", err)
	}
}

// The whole wait of the default is what its doc says.
func TestDefaultIsShort(t *testing.T) {
	most, wait := time.Duration(0), awsretry.Default.First
	for range awsretry.Default.Tries - 1 {
		most += min(wait, awsretry.Default.Most)
		wait *= 2
	}
	if most > 2600*time.Millisecond {
		t.Errorf("all waits take up to %v", most)
	}
}

// A slowConn returns from a write some time after the bytes have left.
type slowConn struct{ net.Conn }

func (c slowConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	time.Sleep(30 * time.Millisecond)
	return n, err
}

// TestSenderKeepsTheAnswer lets the head of the answer come before net/http has
// looked whether the body of the request goes on, and the rest of it after.
func TestSenderKeepsTheAnswer(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadFull(r.Body, make([]byte, r.ContentLength)); err != nil {
			t.Errorf("read request: %v", err)
		}
		w.Header().Set("Content-Length", "2")
		w.(http.Flusher).Flush()
		time.Sleep(60 * time.Millisecond)
		io.WriteString(w, "{}")
	}))
	defer server.Close()
	transport := &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		return slowConn{c}, err
	}}
	defer transport.CloseIdleConnections()
	cfg := awstest.NewScript(t).Config()
	cfg.BaseEndpoint, cfg.HTTPClient = &server.URL, &http.Client{Transport: transport}
	client := dynamodb.NewFromConfig(cfg)
	_, err := client.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String("t"), Item: map[string]types.AttributeValue{}},
		func(o *dynamodb.Options) {
			o.Retryer = aws.NopRetryer{}
			o.HTTPClient = awsretry.Sender{HTTPClient: o.HTTPClient}
		})
	if err != nil {
		t.Errorf("an answer that came was lost: %v", err)
	}
}
