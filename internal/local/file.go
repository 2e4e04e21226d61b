package local

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/gofrs/flock"
	bolt "go.etcd.io/bbolt"
)

// formatVersion is the layout of the directory and the file. It is raised by
// a change that an older program would read wrongly.
const formatVersion = 1

var keyFormat = []byte("format")

// FormatError says that the data was written in a layout that this program
// does not know.
type FormatError struct {
	Found string // as it is written in the file
	Known int    // the newest that this program knows
}

// Error implements error.
func (e *FormatError) Error() string {
	return fmt.Sprintf("the data has format %q and this program knows formats up to %d: use a newer kaibo", e.Found, e.Known)
}

// makeDataDir makes dir for its owner alone. A directory that is there is
// closed to others when it is empty or ours; one that holds other things keeps
// its mode.
func makeDataDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o077 != 0 {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(dir, fileName)); err == nil || len(entries) == 0 {
			if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // a directory needs its x bit
				return err
			}
		}
	}
	for _, sub := range []string{tempDir, objectsDir} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			return err
		}
	}
	return syncPath(dir)
}

// lockRetry is how often a lock that another holds is tried again.
const lockRetry = 20 * time.Millisecond

// lockDir takes the directory. The lock is on a file of its own because
// kaibo.db is replaced by CompactFile, and a lock goes with the file that it
// is on, not with the name.
func lockDir(dir string, timeout time.Duration) (*flock.Flock, error) {
	l := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600))
	got, err := l.TryLock()
	if err == nil && !got && timeout > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		got, err = l.TryLockContext(ctx, lockRetry)
		if errors.Is(err, context.DeadlineExceeded) {
			err = nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if !got {
		owner, err := ReadOwner(dir)
		if err != nil {
			owner = Owner{} // it does not serve, or has only begun to
		}
		return nil, &LockedError{Dir: dir, Owner: owner}
	}
	return l, nil
}

// sweepTemp removes what a crash left unfinished.
func (s *Store) sweepTemp() error {
	entries, err := os.ReadDir(s.path(tempDir))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(s.path(tempDir), e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// createFile makes an empty kaibo.db beside and moves it to its place when it
// is whole, so that a crash leaves either none or a good one.
func (s *Store) createFile(path string) error {
	temp := filepath.Join(s.path(tempDir), fileName)
	db, err := bolt.Open(temp, 0o600, boltOptions(s.opts))
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, name := range [][]byte{bucketMeta, bucketRecords, bucketEvents, bucketQueue} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketMeta).Put(keyFormat, []byte(strconv.Itoa(formatVersion)))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	return s.moveIn(temp, path)
}

// moveIn gives a synced file its name for good.
func (s *Store) moveIn(temp, path string) error {
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	if s.opts.NoSync {
		return nil
	}
	return syncPath(filepath.Dir(path))
}

func boltOptions(o Options) *bolt.Options {
	return &bolt.Options{
		Timeout:      time.Second, // nobody has it: the directory's lock is held
		FreelistType: bolt.FreelistMapType,
		NoStatistics: true,
		NoSync:       o.NoSync,
		NoGrowSync:   o.NoSync,
		MaxSize:      o.MaxFileBytes,
	}
}

// openFile opens a kaibo.db that is there.
func openFile(path string, o Options) (*bolt.DB, error) {
	var file *os.File
	var db *bolt.DB
	opts := boltOptions(o)
	opts.OpenFile = func(name string, flag int, mode fs.FileMode) (f *os.File, err error) {
		f, err = os.OpenFile(name, flag&^os.O_CREATE, mode) //nolint:gosec // the path is ours
		file = f
		return f, err
	}
	err := guard(func() (err error) {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if info.Size() == 0 { // bbolt would begin a new one
			return errors.New("the file is empty")
		}
		db, err = bolt.Open(path, 0o600, opts)
		return err
	})
	if err == nil {
		return db, nil
	}
	var crash *crashError
	if errors.As(err, &crash) && file != nil {
		abandon(file) // bbolt did not come to it
	}
	return nil, fmt.Errorf("%s cannot be read; restore a backup: %w", fileName, err)
}

// checkFile holds what can be held without reading the whole file: it is as
// long as it says, has the buckets, and a format that we know.
func (s *Store) checkFile(tx *bolt.Tx) error {
	info, err := os.Stat(s.path(fileName))
	if err != nil {
		return err
	}
	if info.Size() < tx.Size() {
		return fmt.Errorf("%s is cut short: %d bytes of %d; restore a backup", fileName, info.Size(), tx.Size())
	}
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return fmt.Errorf("%s is no file of kaibo", fileName)
	}
	found := string(meta.Get(keyFormat))
	if v, err := strconv.Atoi(found); err != nil || v < 1 || v > formatVersion {
		return &FormatError{Found: found, Known: formatVersion}
	}
	for _, name := range [][]byte{bucketRecords, bucketEvents, bucketQueue} {
		if tx.Bucket(name) == nil {
			return fmt.Errorf("%s has no bucket %q; restore a backup", fileName, name)
		}
	}
	return nil
}

// A crashError is a panic of bbolt, or a fault of the memory that the file is
// mapped to: both mean a file that is not as bbolt wrote it.
type crashError struct{ value any }

func (e *crashError) Error() string { return fmt.Sprintf("the file is damaged: %v", e.value) }

// guard runs fn and makes an error of a panic in it.
func guard(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if v := recover(); v != nil {
			err = &crashError{v}
		}
	}()
	return fn()
}

// closeWait bounds the wait for a file whose lock a panic may have left held.
const closeWait = time.Second

func closeFile(db *bolt.DB) error {
	closed := make(chan error, 1)
	go func() { closed <- guard(db.Close) }()
	select {
	case err := <-closed:
		return err
	case <-time.After(closeWait):
		return fmt.Errorf("close %s: it hangs after an earlier failure", fileName)
	}
}

// syncPath makes durable which names a directory holds, or what a file holds.
func syncPath(path string) error {
	f, err := os.Open(path) //nolint:gosec // the path is ours
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
