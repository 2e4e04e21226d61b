package cloudtest_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsconfig "github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	dynamotypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/dynamo"
	"github.com/kaibo-dev/kaibo/internal/objects"
	"github.com/kaibo-dev/kaibo/internal/porttest"
	"github.com/kaibo-dev/kaibo/internal/queue"
)

// trouble is an HTTP client whose requests are refused, throttled and lose their
// answers, by a seed.
type trouble struct {
	mu     sync.Mutex
	random *mathrand.Rand
	client *http.Client
	met    int
}

var errTorn = errors.New("connection reset by peer")

// Do implements aws.HTTPClient.
func (c *trouble) Do(r *http.Request) (*http.Response, error) {
	c.mu.Lock()
	draw := c.random.Float64()
	if draw < 0.06 {
		c.met++
	}
	c.mu.Unlock()
	switch {
	case draw < 0.02: // not done, but who knows
		return nil, errTorn
	case draw < 0.04: // not done, for sure
		return &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(nil)), Request: r}, nil
	case draw < 0.06: // done, and nobody hears of it
		if answer, err := c.client.Do(r); err == nil {
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
		}
		return nil, errTorn
	}
	return c.client.Do(r)
}

// endpoints reads where the stand-ins are, those of each service; it skips the
// test when a service has none.
func endpoints(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, service := range []string{"DYNAMODB", "S3", "SQS"} {
		for one := range strings.FieldsSeq(os.Getenv("KAIBO_TEST_" + service)) {
			if kind, address, _ := strings.Cut(one, "="); kind != "dynalite" { // it has no transactions
				out[service] = append(out[service], address)
			}
		}
		if len(out[service]) == 0 {
			t.Skipf("KAIBO_TEST_%s names no stand-in; scripts/emulators starts them", service)
		}
	}
	return out
}

// stores are the tables, the bucket and the queues of one life.
type stores struct {
	at          map[string]string
	names       dynamo.Tables
	bucket      string
	hints, fold string // URLs
}

// ports reaches the stores through an HTTP client.
func (s *stores) ports(ctx context.Context, t *testing.T, client aws.HTTPClient) cloud.Ports {
	t.Helper()
	config, err := awsconfig.LoadDefaultConfig(ctx)
	if err != nil {
		t.Fatal(err)
	}
	config.HTTPClient = client
	return s.reached(config)
}

// reached are the ports of the stores, reached as a configuration says.
func (s *stores) reached(config aws.Config) cloud.Ports {
	at := func(service string) aws.Config {
		c := config.Copy()
		c.BaseEndpoint = aws.String(s.at[service])
		return c
	}
	return cloud.Ports{Table: dynamo.Open(at("DYNAMODB"), s.names, dynamo.Options{}), Objects: objects.Open(at("S3"), s.bucket, objects.Options{}),
		StructureQueue: queue.Open(at("SQS"), s.hints, queue.Options{}), CompactQueue: queue.Open(at("SQS"), s.fold, queue.Options{}),
		NotifyQueue: porttest.NewMemQueue()} // nobody listens in these lives
}

// makeStores makes what a life lives on. Fresh ones each time: moto slows down
// as its tables grow.
func makeStores(ctx context.Context, t *testing.T, client *http.Client, at map[string]string) *stores {
	t.Helper()
	config, err := awsconfig.LoadDefaultConfig(ctx)
	if err != nil {
		t.Fatal(err)
	}
	config.HTTPClient = awsretry.Sender{HTTPClient: client}
	id := strings.ToLower(rand.Text())
	s := &stores{at: at, names: dynamo.Tables{Records: id + "-records", Events: id + "-events"}, bucket: "kaibo-" + id}
	tables := dynamodb.NewFromConfig(config, func(o *dynamodb.Options) { o.BaseEndpoint = aws.String(at["DYNAMODB"]) })
	for _, name := range []string{s.names.Records, s.names.Events} {
		_, err = tables.CreateTable(ctx, &dynamodb.CreateTableInput{TableName: aws.String(name), BillingMode: dynamotypes.BillingModePayPerRequest,
			AttributeDefinitions: []dynamotypes.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: "S"}, {AttributeName: aws.String("sk"), AttributeType: "S"}},
			KeySchema:            []dynamotypes.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: "HASH"}, {AttributeName: aws.String("sk"), KeyType: "RANGE"}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = tables.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(name)}) })
	}
	buckets := s3.NewFromConfig(config, func(o *s3.Options) { o.BaseEndpoint, o.UsePathStyle = aws.String(at["S3"]), true })
	if _, err = buckets.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: aws.String(s.bucket)}); err != nil {
		t.Fatal(err)
	}
	queues := sqs.NewFromConfig(config, func(o *sqs.Options) { o.BaseEndpoint = aws.String(at["SQS"]) })
	for _, q := range []*string{&s.hints, &s.fold} {
		out, err := queues.CreateQueue(ctx, &sqs.CreateQueueInput{QueueName: aws.String(strings.ToLower(rand.Text()) + ".fifo"), Attributes: map[string]string{"FifoQueue": "true"}})
		if err != nil {
			t.Fatal(err)
		}
		*q = *out.QueueUrl
	}
	return s
}

// TestFaultsOverAWS is TestFaultsLoseAndDoubleNothing over the adapters of AWS,
// with faults in their HTTP. The stand-ins serialize transactions, so that none
// conflicts with another. Lives are independent, so those on one stand-in for
// DynamoDB, which is the slow one, run beside those on another.
func TestFaultsOverAWS(t *testing.T) {
	all := endpoints(t)
	want := live(t, porttest.NoFaults()).run()
	n := 3
	if s, err := strconv.Atoi(os.Getenv("KAIBO_TEST_SEEDS")); err == nil {
		n = s
	}
	tables := all["DYNAMODB"]
	for first := range tables {
		at := map[string]string{"DYNAMODB": tables[first], "S3": all["S3"][0], "SQS": all["SQS"][0]}
		t.Run(fmt.Sprintf("on stand-in %d", first+1), func(t *testing.T) {
			t.Parallel()
			client := &http.Client{} // one for all: moto has a thread for every connection, for as long as it is open
			for seed := first; seed < n; seed += len(tables) {
				t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { liveAWS(t, client, at, seed, want) })
			}
		})
	}
}

// liveAWS lives one life with faults and wants the outcome of one without.
func liveAWS(t *testing.T, client *http.Client, at map[string]string, seed int, want outcome) {
	ctx := context.Background()
	s := makeStores(ctx, t, client, at)
	bad := &trouble{random: mathrand.New(mathrand.NewPCG(uint64(seed), 7)), client: client}
	l := liveOn(t, s.ports(ctx, t, client), s.ports(ctx, t, bad))
	if diff := cmp.Diff(want, l.run()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if bad.met == 0 {
		t.Error("no fault was met: the test proves nothing")
	}
	t.Logf("%d faults, %d tries", bad.met, l.tries)
}
