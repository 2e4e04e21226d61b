// Package forget takes text away for good, and says so with a receipt.
//
// # The set
//
// A deed takes one set, computed once and shown by a dry run: (1) the memory
// named, or those that bear every word of a query; (2) every version of their
// chains; (3) all source events of those, and events whose own text bears the
// query or that were named; (4) memories all of whose sources are in (3). A
// memory with a source outside (3) stays: where its text came from (3) it is
// derived again from the other source, and its old id leads there.
//
// # The deed
//
// A plan of ids is stored first. Then come tombstones, in steps that can be
// done twice: rows out of the index, text out of records, sources, derivations
// and provisional items. The ledger entry comes last, and with it the answer.
// From then on no read shows the text. A deed that stopped anywhere is found by
// its plan and finished by [Engine.Resume].
//
// The deeds of a project follow one another: one that finds another open
// finishes it first. So a memory of two events that two deeds take at once goes
// with the second, and the ledger tells the order in which all of it happened.
//
// What is not promised: a memory whose pronoun was resolved, or whose date was
// reckoned, by an event before its own has that event's words and is none of
// its memories. A query finds it; forgetting that event alone does not.
//
// # The purge
//
// After the grace [Engine.Purge] deletes payload objects, rewrites the index
// segments, has the store return its free pages, and only then writes a
// `purged` entry.
package forget
