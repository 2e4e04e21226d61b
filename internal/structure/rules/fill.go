package rules

import "sync"

// The tables of words are some thousand entries. A function of a deployment
// links them and may never be asked to structure, so they are filled when the
// rules are first used, and not by the start of the process.
var filling struct {
	once  sync.Once
	begun bool
	fill  []func()
}

// later fills a table once the rules are first used. Initializers of the
// package call it, and none of them reads a table; within a fill, and after, it
// fills at once.
func later(fill func()) {
	if filling.begun {
		fill()
		return
	}
	filling.fill = append(filling.fill, fill)
}

// ready fills the tables. Whoever reads one has called it.
func ready() {
	filling.once.Do(func() {
		filling.begun = true
		for _, fill := range filling.fill {
			fill()
		}
		filling.fill = nil
	})
}
