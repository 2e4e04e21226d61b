package dynamo

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

const opCommit = "commit"

// ErrOutcomeUnknown is wrapped by the error of a Commit that may have been
// made, or may still be.
var ErrOutcomeUnknown = errors.New("the commit may have been made")

// errContended says that DynamoDB did nothing because somebody else was at the
// same items, or took the capacity.
var errContended = errors.New("the items were contended")

// A part is one write on its way to DynamoDB.
type part struct {
	kaibo.Write
	index int // in the Commit's writes
}

// A refusal is a part whose condition did not hold, and what DynamoDB said it
// met: nil when it said nothing.
type refusal struct {
	part
	met attributes
}

// refusals is the answer "no" of DynamoDB.
type refusals []refusal

func (r refusals) Error() string { return fmt.Sprintf("%d conditions did not hold", len(r)) }

// Commit implements kaibo.Table. See the package's doc for what its errors
// mean.
func (t *Table) Commit(ctx context.Context, writes []kaibo.Write) error {
	if err := kaibo.CheckCommit(writes); err != nil {
		return err
	}
	var parts []part
	for i, w := range writes {
		if err := checkText(opCommit, w.Item.Partition, w.Item.Sort); err != nil {
			return err
		}
		if w.Op != kaibo.Check || w.If != (kaibo.Condition{}) {
			parts = append(parts, part{w, i})
		}
	}
	if err := begin(ctx, opCommit); err != nil || len(parts) == 0 {
		return err
	}
	err := t.retry.Do(ctx, undone, func() error { return t.try(ctx, parts) })
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errContended):
		return &kaibo.Error{Op: opCommit, Kind: kaibo.Unavailable, Detail: "the store is busy", Err: err}
	case !settled(err) && awsretry.OutcomeOf(err) == awsretry.Unknown:
		err = fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
	}
	return awsretry.Error(opCommit, err)
}

// undone reports whether a commit surely did not happen and may do so now.
func undone(err error) bool {
	return errors.Is(err, errContended) || !settled(err) && awsretry.NotDone(err)
}

// settled reports whether an error is one of ours, from a read that had its
// own tries: no write was sent.
func settled(err error) bool {
	var known *kaibo.Error
	return errors.As(err, &known)
}

// try makes one request. Its error is a *kaibo.ConflictError, wraps
// errContended, or is the SDK's.
func (t *Table) try(ctx context.Context, parts []part) error {
	var err error
	if len(parts) == 1 {
		err = t.single(ctx, parts[0])
	} else {
		err = t.transact(ctx, parts)
	}
	var no refusals
	if errors.As(err, &no) {
		return t.conflict(ctx, no)
	}
	return err
}

// transact makes all writes in one transaction.
func (t *Table) transact(ctx context.Context, parts []part) error {
	in := &dynamodb.TransactWriteItemsInput{ReturnConsumedCapacity: t.report()}
	for _, p := range parts {
		in.TransactItems = append(in.TransactItems, t.transactItem(p.Write))
	}
	out, err := t.client.TransactWriteItems(ctx, in, once)
	if err != nil {
		return canceled(parts, err)
	}
	t.used(opCommit, out.ConsumedCapacity...)
	return nil
}

func (t *Table) transactItem(w kaibo.Write) types.TransactWriteItem {
	const old = types.ReturnValuesOnConditionCheckFailureAllOld
	table, key := t.name(w.Item.Class), encodeKey(w.Item.Key)
	expression, values := condition(w.If)
	switch w.Op {
	case kaibo.Put:
		return types.TransactWriteItem{Put: &types.Put{TableName: table, Item: encodeItem(w.Item),
			ConditionExpression: expression, ExpressionAttributeValues: values, ReturnValuesOnConditionCheckFailure: old}}
	case kaibo.Delete:
		return types.TransactWriteItem{Delete: &types.Delete{TableName: table, Key: key,
			ConditionExpression: expression, ExpressionAttributeValues: values, ReturnValuesOnConditionCheckFailure: old}}
	default:
		return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{TableName: table, Key: key,
			ConditionExpression: expression, ExpressionAttributeValues: values, ReturnValuesOnConditionCheckFailure: old}}
	}
}

// condition is a Condition in DynamoDB's words; nil when any state will do.
func condition(c kaibo.Condition) (*string, attributes) {
	switch {
	case c.Absent:
		return aws.String("attribute_not_exists(pk)"), nil
	case c.Version != 0:
		return aws.String("v = :v"), attributes{":v": number(c.Version)}
	}
	return nil, nil
}

// The codes of types.CancellationReason that another try may mend, or the
// caller, from the API references of TransactWriteItems and, for the last two,
// of BatchStatementError.
const (
	reasonNone      = "None"
	reasonCondition = "ConditionalCheckFailed"
	reasonConflict  = "TransactionConflict"
	reasonCapacity  = "ProvisionedThroughputExceeded"
	reasonThrottled = "ThrottlingError"
	reasonLimit     = "RequestLimitExceeded"
	reasonInternal  = "InternalServerError"
)

// canceled reads why a transaction was not made. A condition that did not hold
// is the answer even where other items were contended: it would not hold the
// next time either, and the caller wants to read again. Any reason that is none
// of those known is an error that another try would not mend.
func canceled(parts []part, err error) error {
	var cancel *types.TransactionCanceledException
	if !errors.As(err, &cancel) {
		return err
	}
	if len(cancel.CancellationReasons) != len(parts) {
		return fmt.Errorf("%d reasons for %d writes: %w", len(cancel.CancellationReasons), len(parts), err)
	}
	var no refusals
	contended := false
	for i, reason := range cancel.CancellationReasons {
		switch aws.ToString(reason.Code) {
		case reasonNone, "":
		case reasonCondition:
			no = append(no, refusal{parts[i], reason.Item})
		case reasonConflict, reasonCapacity, reasonThrottled, reasonLimit, reasonInternal:
			contended = true
		default:
			return fmt.Errorf("write %d: %s: %w", parts[i].index, aws.ToString(reason.Code), err)
		}
	}
	switch {
	case no != nil:
		return no
	case contended:
		return fmt.Errorf("%w: %w", errContended, err)
	}
	return err
}
