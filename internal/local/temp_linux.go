package local

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// openUnnamed opens a new file in the file system of dir, without a name:
// O_TMPFILE of open(2).
func openUnnamed(dir string) (*os.File, error) {
	for {
		fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, 0o600)
		if err == nil {
			return os.NewFile(uintptr(fd), "object without a name"), nil
		}
		if err != unix.EINTR { //nolint:errorlint // unix answers the number itself
			return nil, &os.PathError{Op: "open unnamed", Path: dir, Err: err}
		}
	}
}

// linkUnnamed names such a file, unless the name is taken. The way over /proc
// is open(2)'s own; the other needs a capability.
func linkUnnamed(f *os.File, path string) error {
	from := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	if err := unix.Linkat(unix.AT_FDCWD, from, unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW); err != nil {
		return &os.LinkError{Op: "link", Old: f.Name(), New: path, Err: err}
	}
	return nil
}
