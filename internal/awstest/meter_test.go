package awstest_test

import (
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/kaibo-dev/kaibo/internal/awstest"
)

// atOnce is a retryer that does not wait.
func atOnce(o *dynamodb.Options) {
	o.Retryer = retry.NewStandard(func(s *retry.StandardOptions) {
		s.Backoff = retry.BackoffDelayerFunc(func(int, error) (time.Duration, error) { return 0, nil })
		s.RateLimiter = ratelimit.None
	})
}

// A call that is sent again is one call and two requests; what DynamoDB says it
// consumed is asked for and added up.
func TestMeter(t *testing.T) {
	script := awstest.NewScript(t,
		awstest.Answer(200, `{"ConsumedCapacity":{"TableName":"t","CapacityUnits":2}}`),
		awstest.Answer(500, `{"__type":"InternalServerError"}`),
		awstest.Answer(200, `{"Responses":{},"ConsumedCapacity":[{"TableName":"t","CapacityUnits":1.5},{"TableName":"u","CapacityUnits":1}]}`))
	cfg := script.Config()
	meter := awstest.NewMeter()
	meter.Install(&cfg)
	client := dynamodb.NewFromConfig(cfg, atOnce)
	key := map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "a"}}
	if _, err := client.GetItem(t.Context(), &dynamodb.GetItemInput{TableName: aws.String("t"), Key: key}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.BatchGetItem(t.Context(), &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{"t": {Keys: []map[string]types.AttributeValue{key}}}}); err != nil {
		t.Fatal(err)
	}
	if got := meter.Of(""); got != (awstest.Metered{Calls: 2, Requests: 3, Units: 4.5}) || meter.RoundTrips() != 2 {
		t.Errorf("counted %+v, %d in a row\n%s", got, meter.RoundTrips(), meter)
	}
	if got := meter.Of("DynamoDB BatchGetItem"); got != (awstest.Metered{Calls: 1, Requests: 2, Units: 2.5}) {
		t.Errorf("of the batch %+v", got)
	}
	meter.Reset()
	if got := meter.Of(""); got != (awstest.Metered{}) || meter.RoundTrips() != 0 {
		t.Errorf("after a reset %+v", got)
	}
}
