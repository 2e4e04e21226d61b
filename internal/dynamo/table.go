package dynamo

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Tables names the two tables. They must differ: a right to change records
// must not be one to change events.
type Tables struct {
	Records string
	Events  string
}

// Usage is the capacity that one request consumed, as DynamoDB told it: read
// units for get, query and scan, write units for commit. Requests that failed
// consume capacity too, but are not told of.
type Usage struct {
	Op    string // "get", "query", "scan" or "commit"
	Units float64
}

// Options are what a Table can do without. The zero value is ready to use.
type Options struct {
	Retry awsretry.Policy // awsretry.Default when zero
	Usage func(Usage)     // called for each request that was answered; may be called from many goroutines
}

// Table is a kaibo.Table and kaibo.Scanner on two DynamoDB tables. It is safe
// for use by many goroutines and keeps nothing between calls.
type Table struct {
	client *dynamodb.Client
	names  [2]string // by kaibo.Class
	retry  awsretry.Policy
	usage  func(Usage)
}

var (
	_ kaibo.Table       = (*Table)(nil)
	_ kaibo.Scanner     = (*Table)(nil)
	_ kaibo.PageScanner = (*Table)(nil)
)

// Open is New with a client made from cfg. It makes no request.
func Open(cfg aws.Config, names Tables, opts Options) *Table {
	return New(dynamodb.NewFromConfig(cfg), names, opts)
}

// New answers the Table that lies in the tables of these names. The client's
// own retryer is not used.
func New(client *dynamodb.Client, names Tables, opts Options) *Table {
	if opts.Retry.Tries == 0 {
		opts.Retry = awsretry.Default
	}
	return &Table{client: client, names: [2]string{kaibo.Records: names.Records, kaibo.Events: names.Events},
		retry: opts.Retry, usage: opts.Usage}
}

func (t *Table) name(c kaibo.Class) *string { return &t.names[c] }

// once turns the SDK's retryer off: see the package's doc.
func once(o *dynamodb.Options) {
	o.Retryer = aws.NopRetryer{}
	o.HTTPClient = awsretry.Sender{HTTPClient: o.HTTPClient}
}

// read makes a call that may be repeated.
func (t *Table) read(ctx context.Context, call func() error) error {
	return t.retry.Do(ctx, awsretry.Harmless, call)
}

// report asks DynamoDB for the capacity consumed when somebody wants to know.
func (t *Table) report() types.ReturnConsumedCapacity {
	if t.usage == nil {
		return types.ReturnConsumedCapacityNone
	}
	return types.ReturnConsumedCapacityTotal
}

func (t *Table) used(op string, consumed ...types.ConsumedCapacity) {
	if t.usage == nil {
		return
	}
	u := Usage{Op: op}
	for _, c := range consumed {
		u.Units += aws.ToFloat64(c.CapacityUnits)
	}
	t.usage(u)
}

// usedOne is used for an answer with at most one table's capacity.
func (t *Table) usedOne(op string, c *types.ConsumedCapacity) {
	if c == nil {
		c = &types.ConsumedCapacity{}
	}
	t.used(op, *c)
}

// errNotText refuses what JSON would change on the way.
var errNotText = errors.New("a string is not UTF-8")

// checkText answers an Invalid *Error unless all of texts are UTF-8.
func checkText(op string, texts ...string) error {
	for _, s := range texts {
		if !utf8.ValidString(s) {
			return &kaibo.Error{Op: op, Kind: kaibo.Invalid, Detail: "a part of a key is not UTF-8", Err: errNotText}
		}
	}
	return nil
}

// begin refuses a call whose context has ended before anything is sent.
func begin(ctx context.Context, op string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	return nil
}
