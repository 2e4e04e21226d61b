package dynamo

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

const opCheck = "check"

// single makes one write without a transaction.
func (t *Table) single(ctx context.Context, p part) error {
	switch p.Op {
	case kaibo.Put:
		return refused(p, t.put(ctx, p.Write))
	case kaibo.Delete:
		return refused(p, t.delete(ctx, p.Write))
	default:
		return t.check(ctx, p)
	}
}

func (t *Table) put(ctx context.Context, w kaibo.Write) error {
	expression, values := condition(w.If)
	out, err := t.client.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: t.name(w.Item.Class), Item: encodeItem(w.Item),
		ConditionExpression: expression, ExpressionAttributeValues: values,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		ReturnConsumedCapacity:              t.report(),
	}, once)
	if err == nil {
		t.usedOne(opCommit, out.ConsumedCapacity)
	}
	return err
}

func (t *Table) delete(ctx context.Context, w kaibo.Write) error {
	expression, values := condition(w.If)
	out, err := t.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName: t.name(w.Item.Class), Key: encodeKey(w.Item.Key),
		ConditionExpression: expression, ExpressionAttributeValues: values,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		ReturnConsumedCapacity:              t.report(),
	}, once)
	if err == nil {
		t.usedOne(opCommit, out.ConsumedCapacity)
	}
	return err
}

// check reads the item. A consistent read is as good as a condition when
// nothing else hangs on it.
func (t *Table) check(ctx context.Context, p part) error {
	met, err := t.getOne(ctx, p.Item.Key)
	if err != nil || holds(p.If, met) {
		return awsretry.Error(opCheck, err)
	}
	return &kaibo.ConflictError{Refused: []kaibo.Refused{{Index: p.index, Met: met}}}
}

// refused reads why a single write was not made.
func refused(p part, err error) error {
	var no *types.ConditionalCheckFailedException
	var conflict *types.TransactionConflictException
	var replicated *types.ReplicatedWriteConflictException
	switch {
	case errors.As(err, &no):
		return refusals{{p, no.Item}}
	case errors.As(err, &conflict), errors.As(err, &replicated):
		return fmt.Errorf("%w: %w", errContended, err)
	}
	return err
}

// conflict makes the answer of refusals. What DynamoDB did not say it met is
// read: there may be nothing, or an item that was too much for the answer. If
// what is read would satisfy the condition, somebody was there in between and
// the commit is to be tried again.
func (t *Table) conflict(ctx context.Context, no refusals) error {
	answer := &kaibo.ConflictError{}
	var unsaid []kaibo.Key
	for _, r := range no {
		met := kaibo.Item{Key: r.Item.Key}
		if len(r.met) == 0 {
			unsaid = append(unsaid, met.Key)
		} else {
			var err error
			if met, err = decodeBody(met, r.met); err != nil {
				return err
			}
		}
		answer.Refused = append(answer.Refused, kaibo.Refused{Index: r.index, Met: met})
	}
	if len(unsaid) == 0 {
		return answer
	}
	read, err := t.Get(ctx, unsaid...)
	if err != nil {
		return fmt.Errorf("read what was met: %w", err)
	}
	for i, r := range no {
		if len(r.met) > 0 {
			continue
		}
		if holds(r.If, read[0]) {
			return fmt.Errorf("%w: %q %q changed meanwhile", errContended, r.Item.Partition, r.Item.Sort)
		}
		answer.Refused[i].Met = read[0]
		read = read[1:]
	}
	return answer
}

// holds reports whether an item that is there, or is not, satisfies a
// condition.
func holds(c kaibo.Condition, it kaibo.Item) bool {
	if c.Absent {
		return !it.Found()
	}
	return c.Version == 0 || c.Version == it.Version
}
