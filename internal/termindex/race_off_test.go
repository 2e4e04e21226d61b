//go:build !race

package termindex_test

// raced tells that the race detector is on.
const raced = false
