package chain

import "github.com/kaibo-dev/kaibo/internal/kaibo"

// time reads a time in the one form in which it is served, and the quote after
// it.
func (c *cursor) time() kaibo.Time {
	if !c.ok {
		return 0
	}
	t, n := kaibo.ReadServed(c.b[c.i:])
	if n == 0 {
		c.ok = false
		return 0
	}
	c.i += n
	c.lit(`"`)
	return t
}
