// Package kaibo is the domain: the words that every other package speaks.
//
// An [Event] is what happened, written once into a hash-chained stream. A
// [Memory] is a statement that the structurer derived from events; it never
// changes, but its status and its two times do, one [Revision] at a time. A
// [Derivation] is the record of what one event led to: the births of memories
// and the revisions of others. A [Receipt] says what was forgotten.
//
// Events, payloads, derivations and the deletion ledger are primary. All else
// in the store is a view that can be folded again from them; [layout.go] lists
// every partition and says which is which.
//
// The package also declares the three ports through which everything is
// stored: [Table], [Objects] and [Queue]. They promise what DynamoDB, S3 and
// SQS give and no more, so that the same engines run on either.
//
// Two times run through everything. Valid time is when a statement holds in
// the world: a half-open interval of milliseconds. Record time is when kaibo
// was told. Both are a [Time].
//
// The package imports nothing of ours and does no I/O.
package kaibo
