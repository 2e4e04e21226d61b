package verbs

import "encoding/json"

// maxAnswer is how many bytes of items a list answers: under the 4 MiB of an
// answer by what the rest of it takes.
const maxAnswer = 3 << 20

// fits returns how many of the items, from the first, have JSON of at most
// limit bytes together; at least one, when there is one.
func fits[T any](items []T, limit int) int {
	n, _ := fill(items, limit)
	return max(n, min(1, len(items)))
}

// fill is fits without the one that always is answered, and tells how many
// bytes the items take that fit.
func fill[T any](items []T, limit int) (n, size int) {
	for i := range items {
		b, err := json.Marshal(items[i])
		if err != nil || size+len(b)+1 > limit {
			return i, size
		}
		size += len(b) + 1
	}
	return len(items), size
}

// shorten returns the items, from the first, that there is room for, and takes
// their size from the room.
func shorten[T any](items []T, room *int) []T {
	n, size := fill(items, *room)
	*room -= size
	return items[:n]
}

// orEmpty returns a list that is served as [] when it has no items, never as
// null.
func orEmpty[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
