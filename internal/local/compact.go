package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"
)

// compactTxBytes is how much a transaction of the copy holds in memory.
const compactTxBytes = 16 << 20

// CompactFile writes the file of the table and the queues anew, without its
// free pages: what was deleted leaves bytes there until then. The old file's
// name is gone when it answers nil. Writers wait meanwhile, readers only for
// the moment of the change. A crash at any time leaves the old file or the
// new, whole. It needs as much free space as the live data takes.
func (s *Store) CompactFile(ctx context.Context) error {
	r := &request{alone: func() error { return s.compact(ctx) }}
	if err := s.submit(ctx, r); err != nil {
		return fmt.Errorf("compact file: %w", err)
	}
	return nil
}

// compact runs in the committer, so nothing is written meanwhile.
func (s *Store) compact(ctx context.Context) error {
	temp := filepath.Join(s.path(tempDir), fileName)
	if err := s.copyFile(ctx, temp); err != nil {
		return errors.Join(err, removeIfThere(temp))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	path := s.path(fileName)
	if err := os.Rename(temp, path); err != nil {
		return errors.Join(err, removeIfThere(temp))
	}
	// From here on the old file has no name: what is written to it would be
	// lost, so a failure stops the store.
	db, err := s.openReplaced(path)
	if err != nil {
		return s.setFault(err)
	}
	old := s.db
	s.db = db
	return closeFile(old)
}

func (s *Store) openReplaced(path string) (*bolt.DB, error) {
	if err := syncPath(s.dir); err != nil {
		return nil, err
	}
	db, err := openFile(path, s.opts)
	if err != nil {
		return nil, err
	}
	err = guard(func() error {
		return db.View(func(tx *bolt.Tx) error { s.setDurable(tx.ID()); return nil })
	})
	if err != nil {
		return nil, errors.Join(err, closeFile(db))
	}
	return db, nil
}

// copyFile writes all live data to a new file at path and syncs it. Values are
// copied as they are: a damaged one stays damaged and can still be named.
func (s *Store) copyFile(ctx context.Context, path string) error {
	if err := removeIfThere(path); err != nil {
		return err
	}
	opts := boltOptions(Options{NoSync: true}) // one sync, at the end
	dst, err := bolt.Open(path, 0o600, opts)
	if err != nil {
		return err
	}
	err = guard(func() error {
		return s.db.View(func(src *bolt.Tx) error {
			return src.ForEach(func(name []byte, b *bolt.Bucket) error {
				return copyBucket(ctx, dst, name, b)
			})
		})
	})
	if err == nil && !s.opts.NoSync {
		err = dst.Sync()
	}
	return errors.Join(err, dst.Close())
}

func copyBucket(ctx context.Context, dst *bolt.DB, name []byte, src *bolt.Bucket) error {
	c := src.Cursor()
	k, v := c.First()
	for first := true; first || k != nil; first = false {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := dst.Update(func(tx *bolt.Tx) error {
			b, err := tx.CreateBucketIfNotExists(name)
			if err != nil {
				return err
			}
			b.FillPercent = 1 // keys come in order
			for size := 0; k != nil && size < compactTxBytes; k, v = c.Next() {
				if err := b.Put(k, v); err != nil {
					return err
				}
				size += len(k) + len(v)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
