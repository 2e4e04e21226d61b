// Command stores is a function that only makes the clients of DynamoDB and S3:
// what the start of those that make no other is measured beside.
package main

import (
	"context"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func main() {
	c, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		panic(err)
	}
	table, objects := dynamodb.NewFromConfig(c), s3.NewFromConfig(c)
	lambda.Start(func(ctx context.Context) error {
		_, err := table.ListTables(ctx, nil)
		if err == nil {
			_, err = objects.ListBuckets(ctx, nil)
		}
		return err
	})
}
