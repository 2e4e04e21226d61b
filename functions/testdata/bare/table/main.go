// Command table is a function that only makes the client of DynamoDB: what the
// start of those that make no other is measured beside.
package main

import (
	"context"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

func main() {
	c, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		panic(err)
	}
	table := dynamodb.NewFromConfig(c)
	lambda.Start(func(ctx context.Context) error {
		_, err := table.ListTables(ctx, nil)
		return err
	})
}
