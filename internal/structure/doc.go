// Package structure turns events into memories.
//
// A [Structurer] reads one event and answers statements, then judges how each
// stands to the memories that share an anchor with it. The worker of this
// package does the rest: it drains a stream's jobs in order of seq, finds the
// candidates, checks what the structurer proposed, works out the two times of
// every memory that changes, and commits births and changes in steps that can
// stop anywhere and be taken up again.
//
// The table is the queue. A message only says that a stream may have work; a
// lost, doubled or late one changes nothing, because every commit moves the
// stream's cursor or its job's step under a condition.
package structure
