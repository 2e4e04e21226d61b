package local

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	bolt "go.etcd.io/bbolt"
)

// migration turns the file of one format into that of the next, inside one
// transaction.
type migration func(*bolt.Tx) error

// migrations are those of every format below formatVersion: the first turns 1
// into 2. Format 1 is the first, so there is none yet.
var migrations []migration

// migrate brings a file of an older format to this program's. A copy of the
// file as it was stands beside it before anything is changed, for a program that
// is older; all steps are one transaction, so a stop leaves the old format or the
// new one. What is newer, or no format, is for checkFile to refuse.
func (s *Store) migrate(steps []migration, newest int) error {
	from := 0
	err := guard(func() error {
		return s.db.View(func(tx *bolt.Tx) error {
			if meta := tx.Bucket(bucketMeta); meta != nil {
				from, _ = strconv.Atoi(string(meta.Get(keyFormat))) // checkFile says what is wrong with it
			}
			return nil
		})
	})
	if err != nil || from < 1 || from >= newest {
		return err
	}
	if err := s.keepOld(from); err != nil {
		return fmt.Errorf("keep a copy of %s before it is brought to format %d: %w", fileName, newest, err)
	}
	err = guard(func() error {
		return s.db.Update(func(tx *bolt.Tx) error {
			for _, step := range steps[from-1 : newest-1] {
				if err := step(tx); err != nil {
					return err
				}
			}
			return tx.Bucket(bucketMeta).Put(keyFormat, []byte(strconv.Itoa(newest)))
		})
	})
	if err != nil {
		return fmt.Errorf("bring %s from format %d to %d: %w", fileName, from, newest, err)
	}
	return nil
}

// OldFile is the name of the copy that opening a data directory of an older
// format leaves beside its file. It holds what was forgotten later, too: delete
// it when the newer program has proved itself.
func OldFile(format int) string { return fmt.Sprintf("%s.format-%d", fileName, format) }

// keepOld copies the file, whole or not at all.
func (s *Store) keepOld(format int) error {
	temp := filepath.Join(s.path(tempDir), OldFile(format))
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600) //nolint:gosec // the path is ours
	if err != nil {
		return err
	}
	err = guard(func() error {
		return s.db.View(func(tx *bolt.Tx) error {
			_, err := tx.WriteTo(f)
			return err
		})
	})
	if err == nil && !s.opts.NoSync {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return s.moveIn(temp, s.path(OldFile(format)))
}
