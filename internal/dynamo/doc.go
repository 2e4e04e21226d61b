// Package dynamo is the Table of kaibo on Amazon DynamoDB.
//
//	cfg, err := config.LoadDefaultConfig(ctx)
//	if err != nil {
//		return err
//	}
//	table := dynamo.Open(cfg, dynamo.Tables{Records: "kaibo-records", Events: "kaibo-events"}, dynamo.Options{})
//
// # The tables
//
// There is one table for each class of keys, both on demand, with the same
// schema and no index:
//
//	pk  S  partition key: Key.Partition
//	sk  S  sort key: Key.Sort
//	v   N  Item.Version
//	d   B  Item.Data; left out when it is empty
//
// DynamoDB orders strings by the bytes of their UTF-8, which is the order of
// the port. A string that is not UTF-8 would be changed on its way into JSON,
// so that two keys could become one: such keys are refused as Invalid, which is
// the one thing that this store refuses and the embedded one does not.
//
// Events are written by PutItem alone, on condition that there is no such item;
// what must not change is the reason that they lie apart, see
// docs/decisions/0005.
//
// # How a Commit is made
//
// Several writes are one TransactWriteItems. One write alone is a PutItem or a
// DeleteItem with the same condition, which DynamoDB serializes with
// transactions and which costs half; one check alone is a consistent GetItem.
// A Check under no condition asks for nothing and is not sent.
//
// A refused condition answers the item that it met (ALL_OLD). When the service
// left it out, the item is read; if by then the condition holds, the commit is
// tried again.
//
// # What an error of Commit means
//
// A *kaibo.ConflictError and an Invalid error are certain: nothing was written.
// What DynamoDB says it did not do (a transaction that met another, a throttle,
// a connection that could not be made) is tried again up to Options.Retry and
// is then Unavailable. A lost answer, a time-out and an answer of 500 or more
// are never tried again: the first try may have been carried out, or may still
// be, and a second could meet it and call its own write a conflict, or bring
// back what another has since deleted. They are Unavailable at once and wrap
// [ErrOutcomeUnknown]; the caller reads to find out, as the port says.
// ClientRequestToken could make the repetition of a transaction safe for ten
// minutes, but it exists neither for single writes nor in any emulator, and a
// path that no test can walk is not one to rely on.
//
// # Reads
//
// Get, Query and Scan are strongly consistent and are tried again after any
// answer that is not a refusal, lost ones too. Query asks DynamoDB for one item
// more than the limit, so that Page.More is exact; only where a page ends at
// DynamoDB's own megabyte can More be set and nothing follow.
//
// # What is not promised
//
// No call has a time-out of its own: give the context one. An item at exactly
// the limit of 400 KiB whose version has more than 18 digits is a byte too long
// for DynamoDB, which refuses it.
package dynamo
