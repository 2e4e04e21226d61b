package awstest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsmiddleware "github.com/aws/aws-sdk-go-v2/aws/middleware"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"

	"github.com/kaibo-dev/kaibo/internal/porttest"
)

// Metered is what the calls of one operation took.
type Metered struct {
	Calls    int     // of the SDK
	Requests int     // that were sent for them: more, where some were sent again
	Units    float64 // of capacity, as DynamoDB said; 0 for other services
}

// A Meter is a middleware of the SDK that counts what clients do: calls,
// requests, the capacity that DynamoDB says it took, which it asks for, and how
// many calls had to follow one another. It is safe to use from many goroutines.
//
//	meter := awstest.NewMeter()
//	meter.Install(&cfg)
//	client := dynamodb.NewFromConfig(cfg)
type Meter struct {
	mu    sync.Mutex
	ops   map[string]Metered // by service and operation
	trips porttest.Trips
}

// NewMeter answers a meter of nothing.
func NewMeter() *Meter { return &Meter{ops: map[string]Metered{}} }

// Install has the clients that are made of a configuration counted.
func (m *Meter) Install(cfg *aws.Config) {
	cfg.APIOptions = append(slices.Clip(cfg.APIOptions), func(s *middleware.Stack) error {
		op := s.ID()
		call := middleware.InitializeMiddlewareFunc("MeterCalls", func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (middleware.InitializeOutput, middleware.Metadata, error) {
			askForCapacity(in.Parameters)
			end := m.trips.Begin()
			out, md, err := next.HandleInitialize(ctx, in)
			end()
			m.add(awsmiddleware.GetServiceID(ctx)+" "+op, Metered{Calls: 1, Units: capacityIn(out.Result)})
			return out, md, err
		})
		request := middleware.DeserializeMiddlewareFunc("MeterRequests", func(ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler) (middleware.DeserializeOutput, middleware.Metadata, error) {
			m.add(awsmiddleware.GetServiceID(ctx)+" "+op, Metered{Requests: 1})
			return next.HandleDeserialize(ctx, in)
		})
		if err := s.Initialize.Add(call, middleware.After); err != nil { // when the SDK has said which service it is
			return err
		}
		return s.Deserialize.Add(request, middleware.After) // which is inside each try
	})
}

func (m *Meter) add(op string, more Metered) {
	m.mu.Lock()
	defer m.mu.Unlock()
	was := m.ops[op]
	m.ops[op] = Metered{was.Calls + more.Calls, was.Requests + more.Requests, was.Units + more.Units}
}

// Of answers the sum over the operations whose name begins with a prefix, such
// as "DynamoDB " or "S3 GetObject"; all when it is empty.
func (m *Meter) Of(prefix string) Metered {
	m.mu.Lock()
	defer m.mu.Unlock()
	var sum Metered
	for op, n := range m.ops {
		if strings.HasPrefix(op, prefix) {
			sum = Metered{sum.Calls + n.Calls, sum.Requests + n.Requests, sum.Units + n.Units}
		}
	}
	return sum
}

// RoundTrips answers how many calls had to follow one another; those that
// overlap in time count once.
func (m *Meter) RoundTrips() int { return m.trips.Count() }

// Reset forgets what was counted. No call may be under way.
func (m *Meter) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.ops)
	m.trips.Reset()
}

// String lists what was counted, an operation a line.
func (m *Meter) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var b strings.Builder
	for _, op := range slices.Sorted(maps.Keys(m.ops)) {
		n := m.ops[op]
		fmt.Fprintf(&b, "%s: %d calls, %d requests, %g units\n", op, n.Calls, n.Requests, n.Units)
	}
	return b.String()
}

// askForCapacity has DynamoDB say what a call consumes.
func askForCapacity(in any) {
	const total = types.ReturnConsumedCapacityTotal
	switch in := in.(type) {
	case *dynamodb.GetItemInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.BatchGetItemInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.QueryInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.ScanInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.PutItemInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.DeleteItemInput:
		in.ReturnConsumedCapacity = total
	case *dynamodb.TransactWriteItemsInput:
		in.ReturnConsumedCapacity = total
	}
}

// capacityIn reads what a call consumed out of its answer.
func capacityIn(out any) float64 {
	var one *types.ConsumedCapacity
	var many []types.ConsumedCapacity
	switch out := out.(type) {
	case *dynamodb.GetItemOutput:
		one = out.ConsumedCapacity
	case *dynamodb.BatchGetItemOutput:
		many = out.ConsumedCapacity
	case *dynamodb.QueryOutput:
		one = out.ConsumedCapacity
	case *dynamodb.ScanOutput:
		one = out.ConsumedCapacity
	case *dynamodb.PutItemOutput:
		one = out.ConsumedCapacity
	case *dynamodb.DeleteItemOutput:
		one = out.ConsumedCapacity
	case *dynamodb.TransactWriteItemsOutput:
		many = out.ConsumedCapacity
	}
	if one != nil {
		many = append(many, *one)
	}
	units := 0.0
	for _, c := range many {
		units += aws.ToFloat64(c.CapacityUnits)
	}
	return units
}
