package invariant

// When says at which times a promise holds.
type When int

// The times, each a part of the one before.
const (
	Always  When = iota // also while others write
	AtRest              // while nobody is at work in the project, and no deed stands half done
	Settled             // and when besides everything that waited was taken up
)

// Promise is one thing that holds of a project's data.
type Promise struct {
	Name  string // as a Finding names it
	Text  string // the promise, in a sentence
	Holds When
}

// The names of the promises.
const (
	Stream    = "stream"
	Place     = "place"
	Kept      = "kept"
	Deletions = "deletions"
	Once      = "once"
	Forgotten = "forgotten"
	Purged    = "purged"
	Purges    = "purges"
	Work      = "work"
	Notices   = "notices"
	Timeline  = "timeline"
	Views     = "views"
	Graph     = "graph"
	Idle      = "idle"
)

// Promises is the list.
var Promises = []Promise{
	{Stream, "a stream is one unbroken chain from its first event to its head, its times of recording never go back, and its head has the tree of its events", Always},
	{Place, "the id of an event leads to its place and to no other, so that a key has one event however often it is sent", Always},
	{Kept, "an event that is not forgotten has its payload, with the digests that the chain says", Always},
	{Deletions, "the deletion ledger is one unbroken chain to its head, and each purge in it ends a deed that is entered before", Always},
	{Once, "an event is in one receipt of forgetting, and a deed is purged once", Always},
	{Forgotten, "what the deletion ledger names is gone: each event has a tombstone, no memory has text", Always},
	{Purged, "no payload is left of a deed that the ledger says is purged", Always},
	{Purges, "a deed that is not purged waits in the list of purges", Always},
	{Work, "a stream that is not structured to its head has a marker and a job, so that no hint of a queue is needed to find it", Always},
	{Notices, "a message that waits for a webhook has a time at which it is looked at", Always},
	{Timeline, "the revisions of a memory count from 1, no interval ends before it begins, and every memory that another names is there", AtRest},
	{Views, "views and index are what the derivations give", AtRest},
	{Graph, "the changes of the curated graph count from 1 to its head without a gap, each is of an event and a derivation that name it, and a node stands as its memory does", AtRest},
	{Idle, "nothing waits that is due", Settled},
}
