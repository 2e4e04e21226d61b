package dynamo_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/awstest"
	"github.com/kaibo-dev/kaibo/internal/dynamo"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// two is a Commit of two writes under conditions, and one that asks nothing.
var two = []kaibo.Write{
	{Op: kaibo.Check, Item: kaibo.Item{Key: rec("p", "any")}},
	kaibo.PutNew(ev("p", "new"), 1, []byte("data")),
	kaibo.PutOver(rec("p", "over"), 4, nil),
}

var lost = awstest.Fail(&net.OpError{Op: "read", Err: errors.New("connection reset by peer")})

func TestTransactionAnswers(t *testing.T) {
	old := itemJSON("p", "new", 7, "old")
	none, conflict := reason("None"), reason("TransactionConflict")
	oldItem := kaibo.Item{Key: ev("p", "new"), Version: 7, Data: []byte("old")}
	cases := []struct {
		name    string
		steps   []awstest.Step
		ops     string
		refused []kaibo.Refused
		kind    kaibo.Kind // of the error, when nothing is refused; -1 is none
		unknown bool
	}{
		{name: "made", steps: []awstest.Step{done}, ops: "1*TransactWriteItems", kind: -1},
		{name: "one refused", steps: []awstest.Step{canceledFor(met(old), none)}, ops: "1*TransactWriteItems",
			refused: []kaibo.Refused{{Index: 1, Met: oldItem}}},
		{name: "both refused", steps: []awstest.Step{canceledFor(met(old), met(itemJSON("p", "over", 9, "")))}, ops: "1*TransactWriteItems",
			refused: []kaibo.Refused{{Index: 1, Met: oldItem}, {Index: 2, Met: kaibo.Item{Key: rec("p", "over"), Version: 9}}}},
		{name: "refused and contended", steps: []awstest.Step{canceledFor(met(old), conflict)}, ops: "1*TransactWriteItems",
			refused: []kaibo.Refused{{Index: 1, Met: oldItem}}},
		{name: "nothing met", steps: []awstest.Step{canceledFor(none, reason("ConditionalCheckFailed")), done}, ops: "1*TransactWriteItems GetItem",
			refused: []kaibo.Refused{{Index: 2, Met: kaibo.Item{Key: rec("p", "over")}}}},
		{name: "what was met left out", steps: []awstest.Step{canceledFor(reason("ConditionalCheckFailed"), none), awstest.Answer(200, `{"Item":`+old+`}`)},
			ops: "1*TransactWriteItems GetItem", refused: []kaibo.Refused{{Index: 1, Met: oldItem}}},
		{name: "it holds by now", steps: []awstest.Step{canceledFor(reason("ConditionalCheckFailed"), none), done, done},
			ops: "1*TransactWriteItems GetItem 1*TransactWriteItems", kind: -1},
		{name: "contended once", steps: []awstest.Step{canceledFor(none, conflict), done}, ops: "2*TransactWriteItems", kind: -1},
		{name: "each way of being busy", steps: []awstest.Step{canceledFor(reason("ThrottlingError"), none),
			canceledFor(reason("InternalServerError"), reason("ProvisionedThroughputExceeded")), fault(400, "ThrottlingException"), done}, ops: "4*TransactWriteItems", kind: -1},
		{name: "contended always", steps: slices.Repeat([]awstest.Step{canceledFor(conflict, none)}, tries), ops: "4*TransactWriteItems", kind: kaibo.Unavailable},
		{name: "throttled always", steps: slices.Repeat([]awstest.Step{fault(400, "RequestLimitExceeded")}, tries), ops: "4*TransactWriteItems", kind: kaibo.Unavailable},
		{name: "contended, then refused", steps: []awstest.Step{canceledFor(none, conflict), canceledFor(met(old), none)}, ops: "2*TransactWriteItems",
			refused: []kaibo.Refused{{Index: 1, Met: oldItem}}},
		{name: "not valid", steps: []awstest.Step{canceledFor(met(old), reason("ValidationError"))}, ops: "1*TransactWriteItems", kind: kaibo.Internal},
		{name: "a reason nobody knows", steps: []awstest.Step{canceledFor(conflict, reason("SomethingNew"))}, ops: "1*TransactWriteItems", kind: kaibo.Internal},
		{name: "a reason too few", steps: []awstest.Step{canceledFor(met(old))}, ops: "1*TransactWriteItems", kind: kaibo.Internal},
		{name: "no reason at all", steps: []awstest.Step{canceledFor(none, none)}, ops: "1*TransactWriteItems", kind: kaibo.Internal},
		{name: "what was met is not ours", steps: []awstest.Step{canceledFor(met(`{"pk":{"S":"p"},"v":{"S":"seven"}}`), none)}, ops: "1*TransactWriteItems", kind: kaibo.Internal},
		{name: "no such table", steps: []awstest.Step{fault(400, "ResourceNotFoundException")}, ops: "1*TransactWriteItems", kind: kaibo.Internal},
		{name: "a lost answer", steps: []awstest.Step{lost}, ops: "1*TransactWriteItems", kind: kaibo.Unavailable, unknown: true},
		{name: "an error of the service", steps: []awstest.Step{fault(500, "InternalServerError")}, ops: "1*TransactWriteItems", kind: kaibo.Unavailable, unknown: true},
		{name: "a gateway in between", steps: []awstest.Step{awstest.Answer(503, "<html>")}, ops: "1*TransactWriteItems", kind: kaibo.Unavailable, unknown: true},
		{name: "contended, then lost", steps: []awstest.Step{canceledFor(none, conflict), lost}, ops: "2*TransactWriteItems", kind: kaibo.Unavailable, unknown: true},
		{name: "refused, and what was met cannot be read", steps: append([]awstest.Step{canceledFor(none, reason("ConditionalCheckFailed"))},
			slices.Repeat([]awstest.Step{lost}, tries)...), ops: "1*TransactWriteItems GetItem GetItem GetItem GetItem", kind: kaibo.Unavailable},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			quick(t)
			tb, script := scripted(t, c.steps...)
			err := tb.Commit(t.Context(), two)
			wantOps(t, script, c.ops)
			wantCommit(t, err, c.refused, c.kind, c.unknown)
		})
	}
}

func wantCommit(t *testing.T, err error, refused []kaibo.Refused, kind kaibo.Kind, unknown bool) {
	t.Helper()
	var conflict *kaibo.ConflictError
	switch {
	case refused != nil:
		if !errors.As(err, &conflict) {
			t.Errorf("answered %v, want a *ConflictError", err)
		} else if d := cmp.Diff(refused, conflict.Refused, cmp.Transformer("bytes", func(b []byte) string { return string(b) })); d != "" {
			t.Errorf("refused (-want +got):\n%s", d)
		}
	case kind == -1:
		if err != nil {
			t.Errorf("answered %v", err)
		}
	default:
		wantKind(t, err, kind)
		if errors.As(err, &conflict) {
			t.Errorf("answered a conflict that nobody is sure of: %v", err)
		}
	}
	if got := errors.Is(err, dynamo.ErrOutcomeUnknown); got != unknown {
		t.Errorf("%v: outcome unknown is %v, want %v", err, got, unknown)
	}
}

func TestSingleWrites(t *testing.T) {
	old := kaibo.Item{Key: rec("p", "s"), Version: 7, Data: []byte("old")}
	oldJSON := itemJSON("p", "s", 7, "old")
	said, unsaid := fault(400, "ConditionalCheckFailedException", `"Item":`+oldJSON), fault(400, "ConditionalCheckFailedException")
	read := awstest.Answer(200, `{"Item":`+oldJSON+`}`)
	refused := []kaibo.Refused{{Met: old}}
	put, del := kaibo.PutNew(old.Key, 1, nil), kaibo.DeleteAt(old.Key, 4)
	cases := []struct {
		name    string
		write   kaibo.Write
		steps   []awstest.Step
		ops     string
		refused []kaibo.Refused
		kind    kaibo.Kind
		unknown bool
	}{
		{name: "put", write: put, steps: []awstest.Step{done}, ops: "PutItem", kind: -1},
		{name: "put refused", write: put, steps: []awstest.Step{said}, ops: "PutItem", refused: refused},
		{name: "put refused, unsaid", write: put, steps: []awstest.Step{unsaid, read}, ops: "PutItem GetItem", refused: refused},
		{name: "put refused, gone by now", write: put, steps: []awstest.Step{unsaid, done, done}, ops: "PutItem GetItem PutItem", kind: -1},
		{name: "put beside a transaction", write: put, steps: []awstest.Step{fault(400, "TransactionConflictException"), done}, ops: "2*PutItem", kind: -1},
		{name: "put throttled", write: put, steps: slices.Repeat([]awstest.Step{fault(400, "ProvisionedThroughputExceededException")}, tries), ops: "4*PutItem", kind: kaibo.Unavailable},
		{name: "put lost", write: put, steps: []awstest.Step{lost}, ops: "PutItem", kind: kaibo.Unavailable, unknown: true},
		{name: "put without a condition, lost", write: kaibo.PutAny(old.Key, 3, nil), steps: []awstest.Step{lost}, ops: "PutItem", kind: kaibo.Unavailable, unknown: true},
		{name: "put, 500", write: put, steps: []awstest.Step{fault(500, "InternalServerError")}, ops: "PutItem", kind: kaibo.Unavailable, unknown: true},
		{name: "delete", write: del, steps: []awstest.Step{done}, ops: "DeleteItem", kind: -1},
		{name: "delete refused", write: del, steps: []awstest.Step{said}, ops: "DeleteItem", refused: refused},
		{name: "delete lost", write: del, steps: []awstest.Step{lost}, ops: "DeleteItem", kind: kaibo.Unavailable, unknown: true},
		{name: "check", write: kaibo.CheckAt(old.Key, 7), steps: []awstest.Step{read}, ops: "GetItem", kind: -1},
		{name: "check refused", write: kaibo.CheckAt(old.Key, 0), steps: []awstest.Step{read}, ops: "GetItem", refused: refused},
		{name: "check of what is not there", write: kaibo.CheckAt(old.Key, 2), steps: []awstest.Step{done}, ops: "GetItem", refused: []kaibo.Refused{{Met: kaibo.Item{Key: old.Key}}}},
		{name: "check lost once", write: kaibo.CheckAt(old.Key, 7), steps: []awstest.Step{lost, read}, ops: "GetItem GetItem", kind: -1},
		{name: "check lost always", write: kaibo.CheckAt(old.Key, 7), steps: slices.Repeat([]awstest.Step{lost}, tries), ops: "GetItem GetItem GetItem GetItem", kind: kaibo.Unavailable},
		{name: "check of nothing", write: kaibo.Write{Op: kaibo.Check, Item: kaibo.Item{Key: old.Key}}, kind: -1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			quick(t)
			tb, script := scripted(t, c.steps...)
			err := tb.Commit(t.Context(), []kaibo.Write{c.write})
			wantOps(t, script, c.ops)
			wantCommit(t, err, c.refused, c.kind, c.unknown)
		})
	}
}

// What a transaction asks DynamoDB for, as its API reference says it.
func TestTransactionRequest(t *testing.T) {
	tb, script := scripted(t, done)
	if err := tb.Commit(t.Context(), append(slices.Clone(two), kaibo.DeleteAny(rec("q", "gone")), kaibo.CheckAt(ev("q", "there"), 2))); err != nil {
		t.Fatal(err)
	}
	got := body(t, script.Asked()[0])["TransactItems"]
	key := func(p, s string) map[string]any {
		return map[string]any{"pk": map[string]any{"S": p}, "sk": map[string]any{"S": s}}
	}
	put := func(p, s, v string) map[string]any {
		item := key(p, s)
		item["v"] = map[string]any{"N": v}
		return item
	}
	version := func(v string) map[string]any { return map[string]any{":v": map[string]any{"N": v}} }
	first := put("p", "new", "1")
	first["d"] = map[string]any{"B": "ZGF0YQ=="}
	want := []any{
		map[string]any{"Put": map[string]any{"TableName": "events", "Item": first,
			"ConditionExpression": "attribute_not_exists(pk)", "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}},
		map[string]any{"Put": map[string]any{"TableName": "records", "Item": put("p", "over", "5"),
			"ConditionExpression": "v = :v", "ExpressionAttributeValues": version("4"), "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}},
		map[string]any{"Delete": map[string]any{"TableName": "records", "Key": key("q", "gone"), "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}},
		map[string]any{"ConditionCheck": map[string]any{"TableName": "events", "Key": key("q", "there"),
			"ConditionExpression": "v = :v", "ExpressionAttributeValues": version("2"), "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}},
	}
	if d := cmp.Diff(any(want), got); d != "" {
		t.Errorf("transaction (-want +got):\n%s", d)
	}
}

// Every write of an event is a put on condition of absence, alone or not.
func TestEventsArePutOnAbsence(t *testing.T) {
	tb, script := scripted(t, done)
	if err := tb.Commit(t.Context(), []kaibo.Write{kaibo.PutNew(ev("p", "s"), 1, nil)}); err != nil {
		t.Fatal(err)
	}
	b := body(t, script.Asked()[0])
	if b["TableName"] != "events" || b["ConditionExpression"] != "attribute_not_exists(pk)" || ops(script) != "PutItem" {
		t.Errorf("an event is written by %v", b)
	}
}

// What is refused at the door asks DynamoDB nothing: the script is empty.
func TestRefusedAtTheDoor(t *testing.T) {
	tb, _ := scripted(t)
	ctx := t.Context()
	for name, writes := range map[string][]kaibo.Write{
		"an event deleted":      {kaibo.DeleteAny(ev("p", "s"))},
		"an item over the size": {kaibo.PutNew(rec("p", "s"), 1, make([]byte, kaibo.MaxItemBytes))},
		"too many":              slices.Repeat([]kaibo.Write{kaibo.PutNew(rec("p", "s"), 1, nil)}, kaibo.MaxTxItems+1),
		"a key that is no text": {kaibo.PutNew(rec("p\xff", "s"), 1, nil)},
		"a sort that is none":   {kaibo.PutNew(rec("p", "s\xc3"), 1, nil)},
	} {
		if err := tb.Commit(ctx, writes); kaibo.KindOf(err) != kaibo.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := tb.Get(ctx, rec("p", "\xff"))
	wantKind(t, err, kaibo.Invalid)
	for _, r := range []kaibo.Range{{From: "\xff"}, {Before: "\xff"}, {Limit: -1}, {From: strings.Repeat("x", kaibo.MaxSortBytes+1)},
		{Before: strings.Repeat("x", kaibo.MaxSortBytes+1)}} {
		_, err := tb.Query(ctx, kaibo.Records, "p", r)
		wantKind(t, err, kaibo.Invalid)
	}
	wantKind(t, tb.Scan(ctx, kaibo.Events+1, "", nil), kaibo.Invalid)
	if err := tb.Commit(ctx, nil); err != nil {
		t.Errorf("a commit of nothing: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for _, err := range []error{tb.Commit(ended, nil), tb.Commit(ended, two), tb.Scan(ended, kaibo.Records, "", nil)} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("an ended context: %v", err)
		}
	}
}

// A context that ends while DynamoDB is asked leaves the outcome open.
func TestCommitCanceledMidway(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tb, _ := scripted(t, func(*http.Request) (*http.Response, error) {
		cancel()
		return nil, context.Canceled
	})
	err := tb.Commit(ctx, two)
	if !errors.Is(err, context.Canceled) || !errors.Is(err, dynamo.ErrOutcomeUnknown) {
		t.Errorf("answered %v", err)
	}
}
