package kaibo

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"
)

// Class is the table that an item lies in. The class of events is
// insert-only: an implementation refuses every Put without Absent and every
// Delete, and a deployment gives its writers no right to either.
type Class uint8

// The classes.
const (
	Records Class = iota // all that may change
	Events               // events and ledger entries: written once, never changed
)

// Key names an item. Partition and Sort are not empty; together they are at
// most 2,048 and 1,024 bytes long. Neither is ever made from a user's text.
type Key struct {
	Class     Class
	Partition string
	Sort      string
}

// Item is what a Table stores. Version is set by the writer, at least 1, and
// is what conditions compare. Version 0 means that there is no such item.
type Item struct {
	Key
	Version uint64
	Data    []byte
}

// Found reports whether the item exists.
func (i Item) Found() bool { return i.Version != 0 }

// Size is what an item counts for against the limits: the bytes of its key and
// its data, and 16 for its version and its place.
func (i Item) Size() int { return len(i.Partition) + len(i.Sort) + len(i.Data) + 16 }

// Op is what a [Write] does.
type Op uint8

// The operations of a Commit.
const (
	Put    Op = iota // write the item
	Delete           // remove it; removing what is not there is no error
	Check            // only hold the condition
)

// Condition is what must be true of the stored item for a Commit to happen.
type Condition struct {
	Absent  bool   // there is none
	Version uint64 // it has this version; 0 means that any state will do
}

// Write is one part of a Commit. No two writes of a Commit name one key.
type Write struct {
	Op   Op
	Item Item // for Delete and Check only its Key counts
	If   Condition
}

// PutNew writes an item that must not be there.
func PutNew(k Key, version uint64, data []byte) Write {
	return Write{Op: Put, Item: Item{Key: k, Version: version, Data: data}, If: Condition{Absent: true}}
}

// PutOver writes an item over the version that was read; version 0 read means
// that it must not be there. The new version is one more.
func PutOver(k Key, read uint64, data []byte) Write {
	if read == 0 {
		return PutNew(k, 1, data)
	}
	return Write{Op: Put, Item: Item{Key: k, Version: read + 1, Data: data}, If: Condition{Version: read}}
}

// PutAny writes an item whatever is there.
func PutAny(k Key, version uint64, data []byte) Write {
	return Write{Op: Put, Item: Item{Key: k, Version: version, Data: data}}
}

// DeleteAt removes an item that must have the version that was read.
func DeleteAt(k Key, read uint64) Write {
	return Write{Op: Delete, Item: Item{Key: k}, If: Condition{Version: read}}
}

// DeleteAny removes an item whatever is there.
func DeleteAny(k Key) Write { return Write{Op: Delete, Item: Item{Key: k}} }

// VersionOf makes a version from a name that is used once. It is for an item that
// is removed and made again: whoever read it before does not take the new one for
// it, as it would if both began with version 1. It is below 2^48.
func VersionOf(name string) uint64 {
	digest := sha256.Sum256([]byte(name))
	return binary.BigEndian.Uint64(digest[:8])>>16 | 1
}

// CheckAt holds that an item has a version; version 0 means that it is absent.
func CheckAt(k Key, version uint64) Write {
	if version == 0 {
		return Write{Op: Check, Item: Item{Key: k}, If: Condition{Absent: true}}
	}
	return Write{Op: Check, Item: Item{Key: k}, If: Condition{Version: version}}
}

// Refused is one write that a Commit did not accept, and the item it met
// (Version 0 when there was none).
type Refused struct {
	Index int // in the Commit's writes
	Met   Item
}

// ConflictError says that a Commit did not happen because conditions did not
// hold. It names every write refused.
type ConflictError struct{ Refused []Refused }

// Error implements error.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("commit refused: %d conditions did not hold", len(e.Refused))
}

// Range bounds a Query within a partition. From is inclusive, Before
// exclusive; empty means no bound. Limit 0 means as many as fit a page.
type Range struct {
	From, Before string
	Reverse      bool // newest first: from the end of the range
	Limit        int
}

// Page is one answer of a Query. More says that the range goes on: ask again
// from after the last item (or, in reverse, before it).
type Page struct {
	Items []Item
	More  bool
}

// Next returns the range that goes on where a page with More ended.
func (r Range) Next(p Page) Range {
	last := p.Items[len(p.Items)-1].Sort
	if r.Reverse {
		r.Before = last
	} else {
		r.From = last + "\x00"
	}
	return r
}

// Table is what DynamoDB gives, and no more.
//
// Get answers the items in the order of the keys, absent ones with Version 0.
// It is strongly consistent for each item; the answer as a whole is no
// snapshot. More than MaxGetKeys keys, or a key twice, is an error.
//
// Query answers the items of one partition in byte order of Sort, at most
// MaxPageBytes a page (but always one item). Each item is committed; the page
// is no snapshot: it can show the state between two items of a Commit.
//
// Commit makes all writes or none. A condition that does not hold is a
// *ConflictError; more than MaxTxItems or MaxTxBytes, an item over
// MaxItemBytes, two writes of one key, or a write that the class of events
// forbids is an Invalid *Error, and nothing is written. After any other error
// the commit may or may not have happened: the caller reads to find out. When
// Commit answers nil the writes survive a crash.
type Table interface {
	Get(ctx context.Context, keys ...Key) ([]Item, error)
	Query(ctx context.Context, class Class, partition string, r Range) (Page, error)
	Commit(ctx context.Context, writes []Write) error
}

// Scanner walks a whole table for an operator: fsck, rebuild and the deletion
// of a project. It calls fn for every item whose partition starts with prefix,
// in any order, and stops at fn's error. It is slow and no request uses it.
type Scanner interface {
	Scan(ctx context.Context, class Class, prefix string, fn func(Item) error) error
}

// PageScanner is a Scanner whose walk can be stopped and gone on with by another
// process, for work that is more than one call has time for. ScanPage answers
// the next items whose partition starts with prefix, perhaps none, and where to
// go on: the cursor is the store's own, empty at the beginning and, as an
// answer, at the end. What is written meanwhile may be met or not.
type PageScanner interface {
	ScanPage(ctx context.Context, class Class, prefix, cursor string) (items []Item, next string, err error)
}

// ObjectInfo is what List tells of an object.
type ObjectInfo struct {
	Name string
	Size int64
}

// Objects holds payloads, plans and index segments: written once, read in
// whole or part, deleted.
//
// Put stores an object that must not exist; when it does the error is a
// Conflict. When Put answers nil the object survives a crash. A reader sees
// all of an object or none.
//
// Get reads length bytes from off; a length of -1 reads to the end. An object
// that is not there is NotFound. A range past the end answers what there is.
//
// Delete removes an object; removing what is not there is no error.
//
// List answers at most limit objects whose name starts with prefix and comes
// after after, in byte order.
//
// A name is one or more parts of 1 to 200 of A-Za-z0-9._~- joined by "/"; no
// part is "." or "..".
type Objects interface {
	Put(ctx context.Context, name string, data []byte) error
	Get(ctx context.Context, name string, off, length int64) ([]byte, error)
	Delete(ctx context.Context, name string) error
	List(ctx context.Context, prefix, after string, limit int) ([]ObjectInfo, error)
}

// Message is a hint on a queue. Body holds ids, never text. Group orders: one
// group's messages are delivered one at a time, in order, as long as the
// queue behaves; nothing depends on that.
type Message struct {
	Group string
	Body  string
}

// Delivery is one message handed to a worker, hidden from others until its
// time-out.
type Delivery struct {
	Message
	Receipt string // names this delivery to Done and Retry
	Attempt int    // 1 the first time
}

// Queue delivers hints at least once, late, doubled or never: the table holds
// the truth, and the schedule finds what the queue lost.
//
// Receive waits for up to wait until there is a message, and answers at most
// max. A delivery that is neither Done nor Retried within visibility is
// delivered again.
type Queue interface {
	Send(ctx context.Context, m Message) error
	Receive(ctx context.Context, max int, visibility, wait time.Duration) ([]Delivery, error)
	Done(ctx context.Context, d Delivery) error
	Retry(ctx context.Context, d Delivery, after time.Duration) error
}
