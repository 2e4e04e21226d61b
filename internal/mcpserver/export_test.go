package mcpserver

import "io"

// NewMark, OneLine, InItem and AsksProgress are tried on what no server would send.
var (
	NewMark      = func(random io.Reader, content ...string) (string, error) { return newMark(random, content...) }
	OneLine      = oneLine
	InItem       = inItem
	AsksProgress = asksProgress
)
