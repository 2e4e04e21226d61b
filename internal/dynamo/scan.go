package dynamo

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

const opScan = "scan"

// Scan implements kaibo.Scanner. It reads the whole table of the class,
// whatever the prefix: DynamoDB filters after it has read, and bills for what
// it read. An error of fn is answered as it is.
func (t *Table) Scan(ctx context.Context, class kaibo.Class, prefix string, fn func(kaibo.Item) error) error {
	if err := kaibo.CheckKey(kaibo.Key{Class: class, Partition: "-", Sort: "-"}); err != nil {
		return err
	}
	in := &dynamodb.ScanInput{
		TableName: t.name(class), ConsistentRead: aws.Bool(true), ReturnConsumedCapacity: t.report(),
	}
	if prefix != "" && utf8.ValidString(prefix) {
		in.FilterExpression = aws.String("begins_with(pk, :prefix)")
		in.ExpressionAttributeValues = attributes{":prefix": text(prefix)}
	}
	for {
		if err := begin(ctx, opScan); err != nil {
			return err
		}
		var out *dynamodb.ScanOutput
		err := t.read(ctx, func() (err error) {
			out, err = t.client.Scan(ctx, in, once)
			return err
		})
		if err != nil {
			return awsretry.Error(opScan, err)
		}
		t.usedOne(opScan, out.ConsumedCapacity)
		if err := each(ctx, class, prefix, out.Items, fn); err != nil {
			return err
		}
		if len(out.LastEvaluatedKey) == 0 {
			return nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
}

// each calls fn for the items whose partition starts with prefix.
func each(ctx context.Context, class kaibo.Class, prefix string, items []attributes, fn func(kaibo.Item) error) error {
	for _, a := range items {
		it, err := decodeItem(class, a)
		if err != nil {
			return awsretry.Error(opScan, err)
		}
		if !strings.HasPrefix(it.Partition, prefix) {
			continue
		}
		if err := begin(ctx, opScan); err != nil {
			return err
		}
		if err := fn(it); err != nil {
			return err
		}
	}
	return nil
}
