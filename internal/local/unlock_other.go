//go:build !unix

package local

import "os"

// abandon closes a file that bbolt has locked and then left in a panic.
func abandon(f *os.File) { _ = f.Close() }
