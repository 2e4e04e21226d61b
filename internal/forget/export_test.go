package forget

import "testing"

// PlaceWith has so few entries be written in one Commit with their places, until
// the test ends.
func PlaceWith(t *testing.T, n int) {
	was := placedWith
	placedWith = n
	t.Cleanup(func() { placedWith = was })
}
