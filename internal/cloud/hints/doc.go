// Package hints does the work that hints on a queue and the schedule ask for.
//
//	structure  a stream has something to structure, or a failed job is to be taken up again
//	compact    an index has a long tail
//	notify     a project has something to announce; and its schedule, for retries
//	purge      the schedule: what is due now, or what crashes left behind
//
// The table holds the truth and a hint is only a hint: one that is lost, late
// or doubled costs time. So a message that cannot be read is dropped with a
// line in the log, and one whose project was deleted is done.
//
// A batch reports which of its messages failed ([Batch]): those come again,
// after five times they lie in the dead-letter queue. After the first failure
// of a group its later messages are not tried, because they would pass over
// the one before.
package hints
