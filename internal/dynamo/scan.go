package dynamo

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

const opScan = "scan"

// Scan implements kaibo.Scanner. It reads the whole table of the class,
// whatever the prefix: DynamoDB filters after it has read, and bills for what
// it read. An error of fn is answered as it is.
func (t *Table) Scan(ctx context.Context, class kaibo.Class, prefix string, fn func(kaibo.Item) error) error {
	for cursor := ""; ; {
		items, next, err := t.ScanPage(ctx, class, prefix, cursor)
		if err != nil {
			return err
		}
		for _, it := range items {
			if err := begin(ctx, opScan); err != nil {
				return err
			}
			if err := fn(it); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
}

// ScanPage implements kaibo.PageScanner: one request, which reads at most a
// megabyte, whatever the prefix. The cursor is the key of the last item that
// was read, as JSON.
func (t *Table) ScanPage(ctx context.Context, class kaibo.Class, prefix, cursor string) ([]kaibo.Item, string, error) {
	if err := kaibo.CheckKey(kaibo.Key{Class: class, Partition: "-", Sort: "-"}); err != nil {
		return nil, "", err
	}
	in := &dynamodb.ScanInput{
		TableName: t.name(class), ConsistentRead: aws.Bool(true), ReturnConsumedCapacity: t.report(),
	}
	if prefix != "" && utf8.ValidString(prefix) {
		in.FilterExpression = aws.String("begins_with(pk, :prefix)")
		in.ExpressionAttributeValues = attributes{":prefix": text(prefix)}
	}
	if cursor != "" {
		var last [2]string
		if err := json.Unmarshal([]byte(cursor), &last); err != nil {
			return nil, "", awsretry.Error(opScan, fmt.Errorf("read cursor: %w", err))
		}
		in.ExclusiveStartKey = encodeKey(kaibo.Key{Partition: last[0], Sort: last[1]})
	}
	if err := begin(ctx, opScan); err != nil {
		return nil, "", err
	}
	var out *dynamodb.ScanOutput
	err := t.read(ctx, func() (err error) {
		out, err = t.client.Scan(ctx, in, once)
		return err
	})
	if err != nil {
		return nil, "", awsretry.Error(opScan, err)
	}
	t.usedOne(opScan, out.ConsumedCapacity)
	items, err := within(class, prefix, out.Items)
	if err != nil || len(out.LastEvaluatedKey) == 0 {
		return items, "", err
	}
	next, err := cursorOf(out.LastEvaluatedKey)
	return items, next, err
}

// cursorOf writes where a scan goes on.
func cursorOf(key attributes) (string, error) {
	var last [2]string
	for i, name := range []string{attrPartition, attrSort} {
		member, ok := key[name].(*types.AttributeValueMemberS)
		if !ok {
			return "", awsretry.Error(opScan, fmt.Errorf("the last key has no %s", name))
		}
		last[i] = member.Value
	}
	b, err := json.Marshal(last)
	if err != nil {
		return "", awsretry.Error(opScan, err)
	}
	return string(b), nil
}

// within decodes the items whose partition starts with prefix.
func within(class kaibo.Class, prefix string, all []attributes) ([]kaibo.Item, error) {
	var items []kaibo.Item
	for _, a := range all {
		it, err := decodeItem(class, a)
		if err != nil {
			return nil, awsretry.Error(opScan, err)
		}
		if strings.HasPrefix(it.Partition, prefix) {
			items = append(items, it)
		}
	}
	return items, nil
}
