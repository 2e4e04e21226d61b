// Package awstest lets tests of the AWS adapters run without AWS. Only tests
// import it.
//
// A [Script] is an HTTP client that answers what a test wrote down, so that
// throttles, lost answers and odd ones can be made to order:
//
//	script := awstest.NewScript(t,
//		awstest.Answer(500, `{"__type":"InternalServerError"}`),
//		awstest.Answer(200, `{}`))
//	client := dynamodb.NewFromConfig(script.Config())
//
// [Each] runs a test against the services that an environment variable names,
// such as those of scripts/emulators:
//
//	KAIBO_TEST_SQS='moto=http://127.0.0.1:8105 fauxqs=http://127.0.0.1:8106'
//
// and [Faulty] comes between: it throttles, fails, and loses answers of what was
// done.
package awstest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
)

// credentials are those that scripts/emulators gives to its servers.
var credentials = aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
	return aws.Credentials{AccessKeyID: "kaibo-test", SecretAccessKey: "kaibo-test-secret"}, nil
})

const region = "us-east-1"

// ErrLost is the error of a request whose answer never came.
var ErrLost = errors.New("connection reset by peer")

// A Step answers one request of a [Script].
type Step func(*http.Request) (*http.Response, error)

// Answer is a step that answers a status and a body, and headers given as
// name, value, name, value.
func Answer(status int, body string, header ...string) Step {
	return func(r *http.Request) (*http.Response, error) {
		resp := &http.Response{StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1,
			ProtoMinor: 1, Header: http.Header{}, Request: r, ContentLength: int64(len(body)),
			Body: io.NopCloser(strings.NewReader(body))}
		resp.Header.Set("Content-Type", "application/x-amz-json-1.0")
		resp.Header.Set("X-Amz-Crc32", fmt.Sprint(crc32.ChecksumIEEE([]byte(body)))) // DynamoDB's
		for i := 0; i+1 < len(header); i += 2 {
			resp.Header.Set(header[i], header[i+1])
		}
		return resp, nil
	}
}

// Fail is a step whose answer never comes.
func Fail(err error) Step {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// A Request is one that a [Script] was asked.
type Request struct {
	Op     string // the operation of a JSON protocol, or the method
	Path   string // with the query
	Header http.Header
	Body   string
}

// A Script is an HTTP client that answers its steps in order, and keeps what
// it was asked. A request beyond the last step fails the test.
type Script struct {
	t     testing.TB
	mu    sync.Mutex
	steps []Step
	asked []Request
}

// NewScript makes a script of steps. The test fails when it ends before the
// script does.
func NewScript(t testing.TB, steps ...Step) *Script {
	s := &Script{t: t, steps: steps}
	t.Cleanup(func() {
		if left := s.left(); left > 0 && !t.Failed() {
			t.Errorf("%d steps of the script were never asked for", left)
		}
	})
	return s
}

func (s *Script) left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.steps)
}

// Config is a configuration that leads to the script and nowhere else.
func (s *Script) Config() aws.Config {
	return aws.Config{Region: region, Credentials: credentials, HTTPClient: s}
}

// Asked answers the requests so far.
func (s *Script) Asked() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.asked...)
}

// Do implements aws.HTTPClient.
func (s *Script) Do(r *http.Request) (*http.Response, error) {
	asked := Request{Op: r.Method, Path: r.URL.RequestURI(), Header: r.Header.Clone()}
	if _, op, ok := strings.Cut(r.Header.Get("X-Amz-Target"), "."); ok {
		asked.Op = op
	}
	if r.Body != nil {
		var b bytes.Buffer
		if _, err := b.ReadFrom(r.Body); err != nil {
			return nil, err
		}
		asked.Body = b.String()
	}
	s.mu.Lock()
	s.asked = append(s.asked, asked)
	n, step := len(s.asked), Fail(errors.New("the script is at its end"))
	if len(s.steps) > 0 {
		step, s.steps = s.steps[0], s.steps[1:]
	} else {
		s.t.Errorf("request %d, %s, is beyond the script", n, asked.Op)
	}
	s.mu.Unlock()
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return step(r)
}

// A Service is one that an environment variable named.
type Service struct {
	Kind   string // such as "moto"; "aws" is AWS itself
	Config aws.Config
}

// Each runs a subtest for each service that the environment variable env
// names, as "kind=address" with spaces between; it skips the test when there
// is none. For the kind "aws" credentials and region are those of the
// environment, and the test makes tables, buckets and queues in that account.
func Each(t *testing.T, env string, run func(t *testing.T, s Service)) {
	t.Helper()
	named := strings.Fields(os.Getenv(env))
	if len(named) == 0 {
		t.Skipf("%s names no service; scripts/emulators start prints it", env)
	}
	for _, n := range named {
		kind, address, _ := strings.Cut(n, "=")
		t.Run(kind, func(t *testing.T) {
			opts := []func(*config.LoadOptions) error{config.WithBaseEndpoint(address)}
			if kind != "aws" {
				opts = append(opts, config.WithRegion(region), config.WithCredentialsProvider(credentials))
			}
			cfg, err := config.LoadDefaultConfig(t.Context(), opts...)
			if err != nil {
				t.Fatal(err)
			}
			run(t, Service{Kind: kind, Config: cfg})
		})
	}
}

// SkipGap skips a case that the service cannot pass. Gaps lists, for a kind of
// service, the names of cases and why they fail there.
func (s Service) SkipGap(t *testing.T, gaps map[string]map[string]string) {
	t.Helper()
	name := t.Name()[strings.LastIndex(t.Name(), "/")+1:]
	for c, why := range gaps[s.Kind] {
		if strings.ReplaceAll(c, " ", "_") == name {
			t.Skipf("%s: %s", s.Kind, why)
		}
	}
}
