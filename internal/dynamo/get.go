package dynamo

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/kaibo-dev/kaibo/internal/awsretry"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

const opGet = "get"

// Get implements kaibo.Table: one GetItem for one key, else one BatchGetItem
// over both tables, and more of those while DynamoDB leaves keys unprocessed.
// An answer over kaibo.MaxGetBytes is a TooLarge error: ask for fewer keys at
// a time.
func (t *Table) Get(ctx context.Context, keys ...kaibo.Key) ([]kaibo.Item, error) {
	if err := kaibo.CheckGet(keys); err != nil {
		return nil, err
	}
	for _, k := range keys {
		if err := checkText(opGet, k.Partition, k.Sort); err != nil {
			return nil, err
		}
	}
	if err := begin(ctx, opGet); err != nil {
		return nil, err
	}
	var items []kaibo.Item
	var err error
	switch len(keys) {
	case 0:
	case 1:
		items = make([]kaibo.Item, 1)
		items[0], err = t.getOne(ctx, keys[0])
	default:
		items, err = t.getMany(ctx, keys)
	}
	if err != nil {
		return nil, awsretry.Error(opGet, err)
	}
	return items, nil
}

// getOne reads one item; Version 0 when there is none.
func (t *Table) getOne(ctx context.Context, k kaibo.Key) (kaibo.Item, error) {
	var out *dynamodb.GetItemOutput
	err := t.read(ctx, func() (err error) {
		out, err = t.client.GetItem(ctx, &dynamodb.GetItemInput{
			TableName: t.name(k.Class), Key: encodeKey(k), ConsistentRead: aws.Bool(true),
			ReturnConsumedCapacity: t.report(),
		}, once)
		return err
	})
	if err != nil {
		return kaibo.Item{}, err
	}
	t.usedOne(opGet, out.ConsumedCapacity)
	if len(out.Item) == 0 {
		return kaibo.Item{Key: k}, nil
	}
	return decodeItem(k.Class, out.Item)
}

// A batch is a Get under way.
type batch struct {
	found   map[kaibo.Key]kaibo.Item
	size    int
	pending map[string]types.KeysAndAttributes // by table: the keys not yet answered for
}

func (t *Table) getMany(ctx context.Context, keys []kaibo.Key) ([]kaibo.Item, error) {
	b := batch{found: make(map[kaibo.Key]kaibo.Item, len(keys)), pending: map[string]types.KeysAndAttributes{}}
	for _, k := range keys {
		want := b.pending[*t.name(k.Class)]
		want.ConsistentRead = aws.Bool(true)
		want.Keys = append(want.Keys, encodeKey(k))
		b.pending[*t.name(k.Class)] = want
	}
	// A request that answers for no key at all was throttled; only those in a
	// row count as tries.
	for try := 1; len(b.pending) > 0; try++ {
		progress, err := t.getBatch(ctx, &b)
		if err != nil {
			return nil, err
		}
		if progress {
			try = 1
		}
		if len(b.pending) == 0 {
			break
		}
		if try >= t.retry.Tries {
			return nil, &kaibo.Error{Kind: kaibo.Unavailable, Detail: "the store is busy",
				Err: fmt.Errorf("keys stayed unprocessed in %d requests", try)}
		}
		if err := t.retry.Wait(ctx, try); err != nil {
			return nil, err
		}
	}
	items := make([]kaibo.Item, len(keys))
	for i, k := range keys {
		items[i] = kaibo.Item{Key: k}
		if it, ok := b.found[k]; ok {
			items[i] = it
		}
	}
	return items, nil
}

// getBatch makes one request for what is pending, and reports whether it
// answered for any key.
func (t *Table) getBatch(ctx context.Context, b *batch) (progress bool, err error) {
	var out *dynamodb.BatchGetItemOutput
	err = t.read(ctx, func() (err error) {
		out, err = t.client.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{
			RequestItems: b.pending, ReturnConsumedCapacity: t.report(),
		}, once)
		return err
	})
	if err != nil {
		return false, err
	}
	t.used(opGet, out.ConsumedCapacity...)
	for class, table := range t.names {
		for _, a := range out.Responses[table] {
			it, err := decodeItem(kaibo.Class(class), a)
			if err != nil {
				return false, err
			}
			if b.size += it.Size(); b.size > kaibo.MaxGetBytes {
				return false, kaibo.Errorf(kaibo.TooLarge, "the items are over the %d bytes of one answer", kaibo.MaxGetBytes)
			}
			b.found[it.Key] = it
		}
	}
	before := count(b.pending)
	b.pending = out.UnprocessedKeys
	return count(b.pending) < before, nil
}

func count(pending map[string]types.KeysAndAttributes) (n int) {
	for _, k := range pending {
		n += len(k.Keys)
	}
	return n
}
