package dynamo

import (
	"fmt"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// The names of the attributes. They are short because every item is billed for
// them.
const (
	attrPartition = "pk"
	attrSort      = "sk"
	attrVersion   = "v"
	attrData      = "d"
)

// attributes is an item as DynamoDB holds it.
type attributes = map[string]types.AttributeValue

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func number(n uint64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatUint(n, 10)}
}

func encodeKey(k kaibo.Key) attributes {
	return attributes{attrPartition: text(k.Partition), attrSort: text(k.Sort)}
}

func encodeItem(it kaibo.Item) attributes {
	a := encodeKey(it.Key)
	a[attrVersion] = number(it.Version)
	if len(it.Data) > 0 {
		a[attrData] = &types.AttributeValueMemberB{Value: it.Data}
	}
	return a
}

// decodeItem reads an item of a class. What this package did not write is an
// error that names the key and no data.
func decodeItem(class kaibo.Class, a attributes) (kaibo.Item, error) {
	it := kaibo.Item{Key: kaibo.Key{Class: class}}
	partition, ok1 := a[attrPartition].(*types.AttributeValueMemberS)
	sort, ok2 := a[attrSort].(*types.AttributeValueMemberS)
	if !ok1 || !ok2 {
		return it, fmt.Errorf("an item has no %s and %s that are strings", attrPartition, attrSort)
	}
	it.Partition, it.Sort = partition.Value, sort.Value
	return decodeBody(it, a)
}

// decodeBody reads version and data into an item whose key is known.
func decodeBody(it kaibo.Item, a attributes) (kaibo.Item, error) {
	version, ok := a[attrVersion].(*types.AttributeValueMemberN)
	if !ok {
		return it, fmt.Errorf("item %q %q has no version", it.Partition, it.Sort)
	}
	v, err := strconv.ParseUint(version.Value, 10, 64)
	if err != nil || v == 0 {
		return it, fmt.Errorf("item %q %q has the version %q", it.Partition, it.Sort, version.Value)
	}
	it.Version = v
	switch d := a[attrData].(type) {
	case nil:
	case *types.AttributeValueMemberB:
		it.Data = d.Value
	default:
		return it, fmt.Errorf("item %q %q has data that is not binary", it.Partition, it.Sort)
	}
	return it, nil
}
