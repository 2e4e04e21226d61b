package dynamo_test

import (
	"context"
	"crypto/rand"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/dynamo"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/porttest"
)

const endpoints = "KAIBO_TEST_DYNAMODB"

// table is a Table on tables of its own.
type table struct {
	*dynamo.Table
	client *dynamodb.Client
	names  dynamo.Tables
}

func (tb table) Reopen(t *testing.T) kaibo.Table {
	tb.Table = dynamo.New(tb.client, tb.names, dynamo.Options{})
	return tb
}

// fresh makes two empty tables that go with the test.
func fresh(t *testing.T, s awstest.Service, opts dynamo.Options) table {
	t.Helper()
	id := rand.Text()
	tb := table{client: dynamodb.NewFromConfig(s.Config),
		names: dynamo.Tables{Records: "kaibo-test-" + id + "-records", Events: "kaibo-test-" + id + "-events"}}
	for _, name := range []string{tb.names.Records, tb.names.Events} {
		createTable(t, tb.client, name)
	}
	tb.Table = dynamo.New(tb.client, tb.names, opts)
	return tb
}

func createTable(t *testing.T, client *dynamodb.Client, name string) {
	t.Helper()
	key := func(name string, kind types.KeyType) types.KeySchemaElement {
		return types.KeySchemaElement{AttributeName: &name, KeyType: kind}
	}
	text := func(name string) types.AttributeDefinition {
		return types.AttributeDefinition{AttributeName: &name, AttributeType: types.ScalarAttributeTypeS}
	}
	_, err := client.CreateTable(t.Context(), &dynamodb.CreateTableInput{
		TableName: &name, BillingMode: types.BillingModePayPerRequest,
		KeySchema:            []types.KeySchemaElement{key("pk", types.KeyTypeHash), key("sk", types.KeyTypeRange)},
		AttributeDefinitions: []types.AttributeDefinition{text("pk"), text("sk")},
	})
	if !awstest.Made(err) {
		t.Fatalf("create table: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if _, err := client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(name)}); !awstest.Removed(err) {
			t.Errorf("delete table: %v", err)
		}
	})
	err = dynamodb.NewTableExistsWaiter(client, func(o *dynamodb.TableExistsWaiterOptions) { o.MinDelay = 50 * time.Millisecond }).
		Wait(t.Context(), &dynamodb.DescribeTableInput{TableName: &name}, time.Minute)
	if err != nil {
		t.Fatalf("wait for table: %v", err)
	}
}

// gaps are the cases that an emulator cannot pass, and why.
var gaps = map[string]map[string]string{
	"moto": {
		"limits of a commit": largeItems,
		"limits of get":      largeItems,
		"query pages":        largeItems,
		"query ranges":       tooSlow,
	},
	"dynalite": {
		"a conflict names every write refused": noTransactions,
		"a commit is all or none":              noTransactions,
		"events are insert-only":               noTransactions,
		"one winner on one key":                noTransactions,
		"no increment is lost":                 noTransactions,
		"an order explains every history":      noTransactions,
		"a model agrees":                       noTransactions,
	},
}

const (
	largeItems     = "it measures an item as the JSON of the request, binary data in base64, and refuses one of 400 KiB"
	tooSlow        = "its 2,000 queries take it a minute on a busy machine; dynalite answers them in seconds"
	noTransactions = "it has no TransactWriteItems"
)

// oneByOne makes the writes of a Commit one after another, for an emulator
// without transactions: in the cases that it is used for nothing hangs on their
// being one. What a Table must refuse is still refused as a whole.
type oneByOne struct{ table }

func (o oneByOne) Commit(ctx context.Context, writes []kaibo.Write) error {
	if err := kaibo.CheckCommit(writes); err != nil {
		return err
	}
	for i := range writes {
		if err := o.table.Commit(ctx, writes[i:i+1]); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (o oneByOne) Reopen(t *testing.T) kaibo.Table {
	o.Table = dynamo.New(o.client, o.names, dynamo.Options{})
	return o
}

func TestConformance(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		porttest.Table(t, func(t *testing.T) kaibo.Table {
			s.SkipGap(t, gaps)
			tb := fresh(t, s, dynamo.Options{})
			if s.Kind == "dynalite" {
				return oneByOne{tb}
			}
			return tb
		})
	})
}
