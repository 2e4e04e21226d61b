package local

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// startName is the lock of whoever starts a server for a directory.
const startName = "starting"

// Vacant reports whether nobody has the data directory open. It is so for the
// moment only. To find out, it takes the lock and lets go of it at once, so a
// process that takes it meanwhile and does not wait can be refused.
func Vacant(dir string) (bool, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return false, fmt.Errorf("make %s: %w", dir, err)
	}
	l := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600))
	got, err := l.TryLock()
	if err != nil {
		return false, fmt.Errorf("look whether %s is held: %w", dir, err)
	}
	if !got {
		return false, nil
	}
	if err := l.Unlock(); err != nil {
		return false, fmt.Errorf("let go of %s: %w", dir, err)
	}
	return true, nil
}

// Starting waits until this process alone may start a server for dir, and
// answers how to let the next one. A process that ends lets go of it.
func Starting(ctx context.Context, dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make %s: %w", dir, err)
	}
	l := flock.New(filepath.Join(dir, startName), flock.SetPermissions(0o600))
	if _, err := l.TryLockContext(ctx, lockRetry); err != nil {
		return nil, fmt.Errorf("wait for whoever starts a server in %s: %w", dir, err)
	}
	return func() { _ = l.Unlock() }, nil
}
