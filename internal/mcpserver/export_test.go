package mcpserver

import "io"

// NewMark, OneLine and Look are tried on what no server would send.
var (
	NewMark = func(random io.Reader, content ...string) (string, error) { return newMark(random, content...) }
	OneLine = oneLine
	Look    = look
)

// MaxBatch and MaxAnswer are the bounds that tests look at.
const (
	MaxBatch  = maxBatch
	MaxAnswer = maxAnswer
)
