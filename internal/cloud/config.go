package cloud

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/forget"
)

// Needs says which parts of the environment a function wants.
type Needs uint

// The needs.
const (
	Tables Needs = 1 << iota
	Bucket
	StructureQueue
	CompactQueue
	NotifyQueue
	Grace
	ModelName   // which model there is, if any
	ModelPrices // what it costs, if that is known
	SigningKeys
)

// The variables of the environment. template.yaml sets them; LoopbackVariable
// is set by nothing but scripts/local-aws.
const (
	RecordsVariable        = "KAIBO_RECORDS_TABLE"
	EventsVariable         = "KAIBO_EVENTS_TABLE"
	BucketVariable         = "KAIBO_BUCKET"
	StructureQueueVariable = "KAIBO_STRUCTURE_QUEUE"
	CompactQueueVariable   = "KAIBO_COMPACT_QUEUE"
	NotifyQueueVariable    = "KAIBO_NOTIFY_QUEUE"
	GraceVariable          = "KAIBO_GRACE"
	SigningKeysVariable    = "KAIBO_SIGNING_KEYS"
	OriginVariable         = "KAIBO_ORIGIN"
	WitnessesVariable      = "KAIBO_WITNESSES"
	LoopbackVariable       = "KAIBO_LOOPBACK"
	ModelVariable          = "KAIBO_MODEL_NAME" // of a model on Bedrock; empty for none

	// PrivateWebhooksVariable lets webhooks reach private addresses. It counts
	// beside LoopbackVariable alone: in a deployment the nearest private address
	// is the function's own runtime.
	PrivateWebhooksVariable = "KAIBO_ALLOW_PRIVATE_WEBHOOKS"
)

// Format is that of the data in a deployment's stores. The template puts it out,
// so that an operator's program of another format leaves them alone.
const Format = "1"

// Config is the environment of a function, read.
type Config struct {
	Records, Events string        // names of the two tables
	Bucket          string        // name of the bucket
	StructureQueue  string        // URL
	CompactQueue    string        // URL
	NotifyQueue     string        // URL
	Grace           time.Duration // from forgetting to purging
	Model           string        // id or ARN of the model on Bedrock that projects may turn on; empty for none
	SigningKeys     []string      // keys of KMS that checkpoints are signed with, the oldest first
	Origin          string        // the deployment's name in what it signs; empty has one made
	Witnesses       []checkpoint.Witness
	// Loopback says that the functions run on one machine, behind a gateway
	// that only it can reach, so that requests without a key may go.
	Loopback bool
	// PrivateWebhooks says that webhooks may reach private addresses.
	PrivateWebhooks bool
}

// minGrace is the recovery window of the tables: a purge that came earlier
// would be said while yesterday's table can still be had back.
const minGrace = 24 * time.Hour

// Read reads the variables that the needs name. Its error tells everything
// that is wrong, not the first thing.
func Read(lookup func(name string) (string, bool), needs Needs) (Config, error) {
	var c Config
	var errs []error
	want := func(need Needs, name string, into *string) {
		if needs&need == 0 {
			return
		}
		value, _ := lookup(name)
		if *into = value; value == "" {
			errs = append(errs, fmt.Errorf("%s is not set", name))
		}
	}
	want(Tables, RecordsVariable, &c.Records)
	want(Tables, EventsVariable, &c.Events)
	want(Bucket, BucketVariable, &c.Bucket)
	want(StructureQueue, StructureQueueVariable, &c.StructureQueue)
	want(CompactQueue, CompactQueueVariable, &c.CompactQueue)
	want(NotifyQueue, NotifyQueueVariable, &c.NotifyQueue)
	if c.Records != "" && c.Records == c.Events {
		errs = append(errs, fmt.Errorf("%s and %s name one table; a right to change records must not be one to change events", RecordsVariable, EventsVariable))
	}
	if needs&ModelName != 0 {
		c.Model, _ = lookup(ModelVariable)
	}
	var err error
	if c.Loopback, err = readLoopback(lookup); err != nil {
		errs = append(errs, err)
	}
	private, _ := lookup(PrivateWebhooksVariable)
	c.PrivateWebhooks = c.Loopback && private == "true"
	if needs&Grace != 0 {
		if c.Grace, err = readGrace(lookup, c.Loopback); err != nil {
			errs = append(errs, err)
		}
	}
	if needs&SigningKeys != 0 {
		if err := readSigning(lookup, &c); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return Config{}, fmt.Errorf("read the environment: %w", errors.Join(errs...))
	}
	return c, nil
}

// readGrace reads how long a purge waits. Only where nothing can be had back
// may it be shorter than the recovery window.
func readGrace(lookup func(string) (string, bool), loopback bool) (time.Duration, error) {
	value, _ := lookup(GraceVariable)
	if value == "" {
		return forget.DefaultGrace, nil
	}
	grace, err := time.ParseDuration(value)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s is %q; write it as 24h", GraceVariable, value)
	case grace < minGrace && !loopback:
		return 0, fmt.Errorf("%s is %s, shorter than the recovery window of the tables, %s", GraceVariable, grace, minGrace)
	}
	return max(grace, 0), nil
}

// readLoopback believes that nobody else can reach the functions only where
// the table is on this machine too: on AWS it never is.
func readLoopback(lookup func(string) (string, bool)) (bool, error) {
	value, _ := lookup(LoopbackVariable)
	if value == "" {
		return false, nil
	}
	endpoint, _ := lookup("AWS_ENDPOINT_URL_DYNAMODB")
	u, err := url.Parse(endpoint)
	if err != nil || value != "true" || !isLoopback(u.Hostname()) {
		return false, fmt.Errorf("%s is for scripts/local-aws alone, where AWS_ENDPOINT_URL_DYNAMODB is on the loopback", LoopbackVariable)
	}
	return true, nil
}

func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && addr.IsLoopback()
}
