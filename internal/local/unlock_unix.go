//go:build unix

package local

import (
	"os"
	"syscall"
)

// abandon closes a file that bbolt has locked and mapped and then left in a
// panic. The mapping stays, and with it the open file and its lock, so the
// lock is taken off first.
func abandon(f *os.File) {
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) //nolint:gosec // a descriptor is a small number
	_ = f.Close()
}
