//go:build !race

package simtest_test

// raced tells that the race detector is off.
const raced = false
