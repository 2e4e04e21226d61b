// Command model is a function that only makes the clients of DynamoDB, S3, SQS
// and Bedrock: what the start of the one that asks a model is measured beside.
package main

import (
	"context"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

func main() {
	c, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		panic(err)
	}
	table, objects, queue := dynamodb.NewFromConfig(c), s3.NewFromConfig(c), sqs.NewFromConfig(c)
	model := bedrockruntime.NewFromConfig(c)
	lambda.Start(func(ctx context.Context) error {
		_, err := table.ListTables(ctx, nil)
		if err == nil {
			_, err = objects.ListBuckets(ctx, nil)
		}
		if err == nil {
			_, err = queue.ListQueues(ctx, nil)
		}
		if err == nil {
			_, err = model.Converse(ctx, nil)
		}
		return err
	})
}
