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
	if err != nil {
		t.Fatalf("create table: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if _, err := client.DeleteTable(ctx, &dynamodb.DeleteTableInput{TableName: aws.String(name)}); err != nil {
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
var gaps = map[string]map[string]string{}

func TestConformance(t *testing.T) {
	awstest.Each(t, endpoints, func(t *testing.T, s awstest.Service) {
		porttest.Table(t, func(t *testing.T) kaibo.Table {
			s.SkipGap(t, gaps)
			return fresh(t, s, dynamo.Options{})
		})
	})
}
