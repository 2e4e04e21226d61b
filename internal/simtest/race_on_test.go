//go:build race

package simtest_test

// raced tells that the race detector is on. It has the scheduler choose at random
// among goroutines that are ready, so what goes on at once goes another way each time.
const raced = true
