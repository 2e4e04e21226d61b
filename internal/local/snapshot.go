package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Snapshot writes what the table and the queues hold at one moment to a new
// file at path, without free pages, and syncs it. Writers wait meanwhile,
// readers do not. A file that is there is replaced; one that was begun is taken
// away when it fails.
func (s *Store) Snapshot(ctx context.Context, path string) error {
	r := &request{alone: func() error {
		if err := s.copyFile(ctx, path); err != nil {
			return errors.Join(err, removeIfThere(path))
		}
		return syncPath(filepath.Dir(path))
	}}
	if err := s.submit(ctx, r); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	return nil
}

// ObjectsIn answers the objects that lie in a directory as in a data directory,
// which it makes. The table beside them stays closed, and nothing is locked: the
// caller knows that nobody else is at it.
func ObjectsIn(dir string) (*Objects, error) {
	s, err := bare(dir)
	if err != nil {
		return nil, fmt.Errorf("open objects: %w", err)
	}
	return s.objects, nil
}

// bare is a store without a table.
func bare(dir string) (*Store, error) {
	s := &Store{dir: dir, closed: true, work: make(chan *request), drained: make(chan struct{}), ended: make(chan struct{})}
	s.durable.changed.L = &s.durable.mu
	s.objects = newObjects(s)
	for _, sub := range []string{tempDir, objectsDir} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			return nil, err
		}
	}
	s.objects.unnamed = knowsUnnamed(s.path(tempDir))
	return s, nil
}

// OpenCopy opens a file that [Store.Snapshot] wrote, for reading, and the
// objects that lie beside it. Close it with CloseCopy.
func OpenCopy(path string) (*Store, error) {
	s, err := bare(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("open copy: %w", err)
	}
	err = guard(func() (err error) {
		s.db, err = bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true, NoStatistics: true, Timeout: time.Second})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("open copy: %w", err)
	}
	err = guard(func() error {
		return s.db.View(func(tx *bolt.Tx) error {
			s.durable.at.Store(int64(tx.ID()))
			if tx.Bucket(bucketMeta) == nil || tx.Bucket(bucketRecords) == nil || tx.Bucket(bucketEvents) == nil {
				return fmt.Errorf("%s is no file of kaibo", filepath.Base(path))
			}
			return nil
		})
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open copy: %w", err), guard(s.db.Close))
	}
	return s, nil
}

// CloseCopy closes what OpenCopy opened.
func (s *Store) CloseCopy() error { return guard(s.db.Close) }

// Names in a data directory, for who copies one.
const (
	DataFile   = fileName
	ObjectsDir = objectsDir
)
