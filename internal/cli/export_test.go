package cli

import (
	"context"
	"errors"
	"io"
	"strings"
)

// Run runs a command line as if its streams were a terminal of a width.
func Run(ctx context.Context, in io.Reader, out, err io.Writer, width int, args ...string) int {
	s := &program{in: in, out: out, err: err, terminal: true, width: width}
	return s.run(ctx, args)
}

// RunTall runs a command line as Run does, on a terminal of so many lines.
func RunTall(ctx context.Context, out, err io.Writer, height int, args ...string) int {
	s := &program{in: strings.NewReader(""), out: out, err: err, terminal: true, width: 80, height: height}
	return s.run(ctx, args)
}

// Clean is clean.
func Clean(s string) string { return clean(s) }

// Wrap is wrap.
func Wrap(line string, width int) []string { return wrap(line, width) }

// ReadEvents is readEvents.
func ReadEvents(r io.Reader, each func(event string, data []byte) error) error {
	return readEvents(r, each)
}

// Merged is a host's file with kaibo in it.
func Merged(name string, old []byte, command []string, replace bool) ([]byte, error) {
	h, _ := hostNamed(name)
	return h.merged(old, command, replace)
}

// ReadDeletions reads a file of a deletion ledger, and answers how many entries.
func ReadDeletions(path string) (int, error) {
	receipts, err := readDeletions(path)
	return len(receipts), err
}

// ReadKept reads what verify keeps: where it ended, and what it saw.
func ReadKept(path string) error {
	_, err := readHeads(path)
	_, other := readState(path)
	return errors.Join(err, other)
}
