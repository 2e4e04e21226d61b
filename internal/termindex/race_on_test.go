//go:build race

package termindex_test

// raced tells that the race detector is on. It has sync.Pool drop what it is given
// at random, so allocations cannot be counted.
const raced = true
