package local

import (
	"bytes"
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"
)

// checkItems is how many items Check reads in one transaction.
const checkItems = 2048

// Check reads everything in the file and answers every damaged item that it
// finds, joined; a part of the file that cannot be walked ends it. It is slow
// and for an operator; others go on reading and writing meanwhile.
func (s *Store) Check(ctx context.Context) error {
	var found []error
	for _, bucket := range [][]byte{bucketRecords, bucketEvents, bucketQueue} {
		for from := []byte{}; from != nil; {
			err := s.view(ctx, func(tx *bolt.Tx) error {
				from = checkChunk(tx, bucket, from, &found)
				return nil
			})
			if err != nil {
				return errors.Join(append(found, err)...)
			}
		}
	}
	return errors.Join(found...)
}

// checkChunk checks the items from a key on, and answers where to go on; nil
// at the end of the bucket, and where its keys are out of order.
func checkChunk(tx *bolt.Tx, bucket, from []byte, found *[]error) (next []byte) {
	c := tx.Bucket(bucket).Cursor()
	var last []byte
	n := 0
	for k, v := c.Seek(from); k != nil; k, v = c.Next() {
		if last != nil && bytes.Compare(last, k) >= 0 {
			*found = append(*found, damaged(bucket, k))
			return nil
		}
		if n++; n > checkItems {
			return bytes.Clone(k)
		}
		_, _, keyErr := decodeKey(k)
		if _, _, ok := decodeValue(bucket, k, v); keyErr != nil || !ok {
			*found = append(*found, damaged(bucket, k))
		}
		last = append(last[:0], k...)
	}
	return nil
}
