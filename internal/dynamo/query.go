package dynamo

import (
	"context"
	"math"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

const opQuery = "query"

// Query implements kaibo.Table. A range whose bounds are longer than a sort
// part can be is an Invalid *Error, but for the one that Range.Next makes.
func (t *Table) Query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range) (kaibo.Page, error) {
	if err := kaibo.CheckQuery(class, partition, r); err != nil {
		return kaibo.Page{}, err
	}
	if err := checkText(opQuery, partition, r.From, r.Before); err != nil {
		return kaibo.Page{}, err
	}
	b, err := boundsOf(r)
	if err != nil {
		return kaibo.Page{}, err
	}
	if err := begin(ctx, opQuery); err != nil || b.empty {
		return kaibo.Page{}, err
	}
	page, err := t.query(ctx, class, partition, r, b)
	if err != nil {
		return kaibo.Page{}, awsretry.Error(opQuery, err)
	}
	return page, nil
}

func (t *Table) query(ctx context.Context, class kaibo.Class, partition string, r kaibo.Range, b bounds) (kaibo.Page, error) {
	in := &dynamodb.QueryInput{
		TableName: t.name(class), ConsistentRead: aws.Bool(true), ScanIndexForward: aws.Bool(!r.Reverse),
		KeyConditionExpression: aws.String(b.expression), ExpressionAttributeValues: attributes{":p": text(partition)},
		ReturnConsumedCapacity: t.report(),
	}
	for name, bound := range b.values {
		in.ExpressionAttributeValues[name] = text(bound)
	}
	if r.Limit > 0 && r.Limit < math.MaxInt32-b.extra-1 {
		in.Limit = aws.Int32(int32(r.Limit + b.extra + 1)) // the one beyond tells whether there is more
	}
	var page kaibo.Page
	size := 0
	// A request can answer nothing that lies in the range and still go on.
	for len(page.Items) == 0 {
		var out *dynamodb.QueryOutput
		err := t.read(ctx, func() (err error) {
			out, err = t.client.Query(ctx, in, once)
			return err
		})
		if err != nil {
			return kaibo.Page{}, err
		}
		t.usedOne(opQuery, out.ConsumedCapacity)
		for _, a := range out.Items {
			it, err := decodeItem(class, a)
			if err != nil {
				return kaibo.Page{}, err
			}
			if it.Sort < r.From || r.Before != "" && it.Sort >= r.Before {
				continue
			}
			size += it.Size()
			if r.Limit > 0 && len(page.Items) == r.Limit || len(page.Items) > 0 && size > kaibo.MaxPageBytes {
				page.More = true
				return page, nil
			}
			page.Items = append(page.Items, it)
		}
		if len(out.LastEvaluatedKey) == 0 {
			return page, nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
	page.More = true
	return page, nil
}

// bounds are a Range in DynamoDB's words, which know no interval that is open
// at one end only: BETWEEN holds both. So up to extra items come along that lie
// just outside.
type bounds struct {
	expression string
	values     map[string]string
	extra      int
	empty      bool // nothing can lie in the range
}

func boundsOf(r kaibo.Range) (bounds, error) {
	from := r.From
	b := bounds{values: map[string]string{}}
	if len(from) > kaibo.MaxSortBytes {
		// Next of the longest sort part. What comes from x+"\x00" on comes
		// after x, and x may come along.
		from = strings.TrimSuffix(from, "\x00")
		b.extra++
	}
	if len(from) > kaibo.MaxSortBytes || len(r.Before) > kaibo.MaxSortBytes {
		err := kaibo.Errorf(kaibo.Invalid, "a bound is over the limit of %d bytes", kaibo.MaxSortBytes)
		err.Op = opQuery
		return bounds{}, err
	}
	if from != "" {
		b.values[":from"] = from
	}
	if r.Before != "" {
		b.values[":before"] = r.Before
		b.empty = r.From >= r.Before
	}
	switch {
	case from != "" && r.Before != "":
		b.expression = "pk = :p AND sk BETWEEN :from AND :before"
		b.extra++
	case from != "":
		b.expression = "pk = :p AND sk >= :from"
	case r.Before != "":
		b.expression = "pk = :p AND sk < :before"
	default:
		b.expression = "pk = :p"
	}
	return b, nil
}
