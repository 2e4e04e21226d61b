package verbs

import "encoding/json"

// maxAnswer is how many bytes of items a list answers: under the 4 MiB of an
// answer by what the rest of it takes.
const maxAnswer = 3 << 20

// fits returns how many of the items, from the first, have JSON of at most
// limit bytes together; at least one, when there is one.
func fits[T any](items []T, limit int) int {
	total := 0
	for i := range items {
		b, err := json.Marshal(items[i])
		if err != nil {
			return max(i, 1)
		}
		if total += len(b) + 1; total > limit && i > 0 {
			return i
		}
	}
	return len(items)
}

// orEmpty returns a list that is served as [] when it has no items, never as
// null.
func orEmpty[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}
