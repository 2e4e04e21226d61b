package structure_test

import (
	"log/slog"
	"os"
	"testing"
)

// The log of failures that the tests bring about is nobody's to read.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}
