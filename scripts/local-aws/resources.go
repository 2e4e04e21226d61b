package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	dynamotypes "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"github.com/kaibo-dev/kaibo/internal/cloud/stack"
)

// resources are what was made, and the clients that made it.
type resources struct {
	template *stack.Template
	work     string // where the file lies that stands for the signing keys
	dynamo   *dynamodb.Client
	s3       *s3.Client
	sqs      *sqs.Client
}

// makeResources makes the tables, the bucket and the queues that the template
// declares, and notes under their logical names what they are called.
func makeResources(ctx context.Context, template *stack.Template, services *emulators, work string) (*resources, error) {
	config, err := services.config(ctx)
	if err != nil {
		return nil, err
	}
	r := &resources{template: template, work: work, dynamo: dynamodb.NewFromConfig(config), sqs: sqs.NewFromConfig(config),
		s3: s3.NewFromConfig(config, func(o *s3.Options) { o.UsePathStyle = true })}
	for name, value := range map[string]string{"AWS::StackName": "kaibo", "AWS::Region": config.Region, "AWS::Partition": "aws",
		"AWS::AccountId": "000000000000", "AWS::URLSuffix": "amazonaws.com"} {
		template.Outside[name] = value
	}
	// Dead letters first: the queues name them.
	for _, pass := range []func(string, map[string]any) error{r.deadLetters(ctx), r.others(ctx)} {
		for _, name := range template.Order {
			if err := pass(name, template.Resources[name].Properties); err != nil {
				return nil, fmt.Errorf("make %s: %w", name, err)
			}
		}
	}
	return r, nil
}

func (r *resources) deadLetters(ctx context.Context) func(string, map[string]any) error {
	return func(name string, properties map[string]any) error {
		if r.template.Resources[name].Type != "AWS::SQS::Queue" || properties["RedrivePolicy"] != nil {
			return nil
		}
		return r.queue(ctx, name, properties)
	}
}

func (r *resources) others(ctx context.Context) func(string, map[string]any) error {
	return func(name string, properties map[string]any) error {
		switch r.template.Resources[name].Type {
		case "AWS::DynamoDB::Table":
			return r.table(ctx, name, properties)
		case "AWS::S3::Bucket":
			return r.bucket(ctx, name)
		case "AWS::KMS::Key":
			r.template.Outside[name+".Arn"] = "file:" + filepath.Join(r.work, "signing.keys")
		case "AWS::SQS::Queue":
			if properties["RedrivePolicy"] != nil {
				return r.queue(ctx, name, properties)
			}
		}
		return nil
	}
}

func (r *resources) table(ctx context.Context, name string, properties map[string]any) error {
	in := &dynamodb.CreateTableInput{TableName: aws.String("kaibo-" + name), BillingMode: dynamotypes.BillingModePayPerRequest}
	for _, a := range properties["AttributeDefinitions"].([]any) {
		a := a.(map[string]any)
		in.AttributeDefinitions = append(in.AttributeDefinitions, dynamotypes.AttributeDefinition{
			AttributeName: aws.String(fmt.Sprint(a["AttributeName"])), AttributeType: dynamotypes.ScalarAttributeType(fmt.Sprint(a["AttributeType"]))})
	}
	for _, k := range properties["KeySchema"].([]any) {
		k := k.(map[string]any)
		in.KeySchema = append(in.KeySchema, dynamotypes.KeySchemaElement{
			AttributeName: aws.String(fmt.Sprint(k["AttributeName"])), KeyType: dynamotypes.KeyType(fmt.Sprint(k["KeyType"]))})
	}
	_, err := r.dynamo.CreateTable(ctx, in)
	r.template.Outside[name] = *in.TableName
	return err
}

func (r *resources) bucket(ctx context.Context, name string) error {
	bucket := "kaibo-" + strings.ToLower(name)
	_, err := r.s3.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: aws.String(bucket)})
	r.template.Outside[name] = bucket
	return err
}

// queueAttributes are the properties that SQS knows as attributes of the same
// name; the rest of a queue's properties mean nothing to an emulator.
var queueAttributes = []string{"FifoQueue", "DeduplicationScope", "FifoThroughputLimit", "VisibilityTimeout", "MessageRetentionPeriod"}

func (r *resources) queue(ctx context.Context, name string, properties map[string]any) error {
	in := &sqs.CreateQueueInput{QueueName: aws.String("kaibo-" + name), Attributes: map[string]string{}}
	if properties["FifoQueue"] == true {
		in.QueueName = aws.String(*in.QueueName + ".fifo")
	}
	for _, attribute := range queueAttributes {
		if v := properties[attribute]; v != nil {
			in.Attributes[attribute] = fmt.Sprint(v)
		}
	}
	if policy, ok := properties["RedrivePolicy"].(map[string]any); ok {
		dead, err := r.template.Text(policy["deadLetterTargetArn"])
		if err != nil {
			return err
		}
		in.Attributes["RedrivePolicy"] = fmt.Sprintf(`{"deadLetterTargetArn": %q, "maxReceiveCount": %v}`, dead, policy["maxReceiveCount"])
	}
	out, err := r.sqs.CreateQueue(ctx, in)
	if err != nil {
		return err
	}
	attributes, err := r.sqs.GetQueueAttributes(ctx, &sqs.GetQueueAttributesInput{QueueUrl: out.QueueUrl, AttributeNames: []sqsAttribute{"QueueArn"}})
	if err != nil {
		return err
	}
	r.template.Outside[name] = *out.QueueUrl
	r.template.Outside[name+".Arn"] = attributes.Attributes["QueueArn"]
	r.template.Outside[name+".QueueName"] = *in.QueueName
	return nil
}
