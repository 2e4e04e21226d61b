//go:build lean

package verbs

// The functions that forget and explain are built with the tag lean: without the
// verbs of the curated graph and those that take events in. They serve none of
// them, and a function's size is time at every cold start.
var remembering, graphWrites, graphReads, guards []Verb
