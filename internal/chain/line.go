package chain

import (
	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Line checks the next event as it was served: one line of NDJSON, with or
// without its newline.
func (v *Verifier) Line(line []byte) error {
	var e kaibo.Event
	if err := canon.Decode(line, &e); err != nil {
		return v.broken("not an event: "+err.Error(), "", "")
	}
	return v.Event(&e)
}
