// Package views folds derivations into what is read: the records of memories,
// their listing by time, their sources, and the entries under anchors by which
// the structurer finds what a new statement may touch.
//
// A view can be dropped and made again: [Views.Rebuild] reads the derivations
// and the deletion ledger, runs no structurer, and arrives at the same items,
// before and after any purge. [Views.Fsck] compares without writing.
//
// A step of the structuring worker and a rebuild go through the same [Batch],
// so there is one place that knows what a birth, a change and a repeat mean.
package views
