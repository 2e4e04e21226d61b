// Package ledger appends events to hash-chained streams and reads them back.
//
// # What is promised
//
// When Append answers, its events are stored, in order, with no other event
// between those of one call; they survive a crash; and an idempotency key is
// used once in its project. An event is never changed afterwards: its text can
// be destroyed, the chain stays.
//
// # How an append goes
//
// One Get reads the head of the stream and the id items of the events that
// have a key (the id of such an event is made from its key, so this answers
// "was this key used"). The payloads are written to objects. One Commit writes
// events, id items, head, job, lag marker and whatever [Ledger.Attach] adds,
// all under the condition that the head is the one that was read. A crash
// before the Commit leaves payload objects that nothing names; [Ledger.Sweep]
// removes them. A crash after it leaves a job that the schedule finds by the
// lag marker, though the queue never heard of it.
//
// A refused id item means that the key was used meanwhile: the loop reads
// again and answers the original. A refused head means a race: the loop tries
// again, with jitter, a bounded number of times. After an answer that was lost
// the loop reads the id items and compares the payload object that they name
// with its own: the same name means that the lost answer was a yes.
//
// Appends of one process to one stream are grouped into one Commit before they
// meet the head.
package ledger
