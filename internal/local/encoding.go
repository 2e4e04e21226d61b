package local

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A key in the file is its partition, escaped, a separator, and its sort part
// as it is. A zero byte of the partition is written 00 FF and the separator is
// 00 01, so that no two keys have one encoding and the byte order of encodings
// is the order of (partition, sort).
const (
	zero      = 0x00
	escaped   = 0xff
	separator = 0x01
)

// appendEscaped appends s with its zero bytes escaped.
func appendEscaped(dst []byte, s string) []byte {
	for {
		i := strings.IndexByte(s, zero)
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		dst = append(dst, zero, escaped)
		s = s[i+1:]
	}
}

// encodePartition is what every key of a partition begins with, and no key of
// another.
func encodePartition(partition string) []byte {
	b := make([]byte, 0, len(partition)+2+64)
	return append(appendEscaped(b, partition), zero, separator)
}

// encodeKey is where a key lies in the bucket of its class.
func encodeKey(partition, sort string) []byte {
	return append(encodePartition(partition), sort...)
}

// afterPartition is the first encoding behind all keys of a partition, given
// what encodePartition made.
func afterPartition(prefix []byte) []byte {
	end := bytes.Clone(prefix)
	end[len(end)-1]++
	return end
}

var errKeyEncoding = errors.New("the key is not one that was written")

// decodeKey reads what encodeKey made.
func decodeKey(b []byte) (partition, sort string, err error) {
	var p []byte
	for {
		i := bytes.IndexByte(b, zero)
		if i < 0 || i+1 >= len(b) {
			return "", "", errKeyEncoding
		}
		p = append(p, b[:i]...)
		mark := b[i+1]
		b = b[i+2:]
		switch mark {
		case separator:
			return string(p), string(b), nil
		case escaped:
			p = append(p, zero)
		default:
			return "", "", errKeyEncoding
		}
	}
}

// A value in the file is a CRC-32C of all else that belongs to the item, the
// version, and the data. The sum takes in the bucket and the key, so that a
// value which has strayed to another key is found too.
const valueHeader = 4 + 8

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(bucket, key, rest []byte) uint32 {
	sum := crc32.Update(0, castagnoli, bucket)
	sum = crc32.Update(sum, castagnoli, []byte{zero})
	sum = crc32.Update(sum, castagnoli, key)
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], uint32(len(key)))
	sum = crc32.Update(sum, castagnoli, n[:])
	return crc32.Update(sum, castagnoli, rest)
}

// encodeValue copies data, so that the caller may change its own afterwards.
func encodeValue(bucket, key []byte, version uint64, data []byte) []byte {
	v := make([]byte, valueHeader+len(data))
	binary.BigEndian.PutUint64(v[4:], version)
	copy(v[valueHeader:], data)
	binary.BigEndian.PutUint32(v, checksum(bucket, key, v[4:]))
	return v
}

// decodeValue checks the sum. The data it answers is a part of v.
func decodeValue(bucket, key, v []byte) (version uint64, data []byte, ok bool) {
	if len(v) < valueHeader || binary.BigEndian.Uint32(v) != checksum(bucket, key, v[4:]) {
		return 0, nil, false
	}
	return binary.BigEndian.Uint64(v[4:]), v[valueHeader:], true
}

// DamagedError says that what lies in the file is not what was written. The
// store repairs nothing by itself: restore a backup, or write the item anew
// with [kaibo.PutAny] or [kaibo.DeleteAny], which do not read it.
type DamagedError struct {
	Bucket string    // the class of the table, or "queue"
	Key    kaibo.Key // the item; empty when not even its key can be read
	Detail string
}

// Error implements error. It names the item.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("damaged item %s %q %q: %s", e.Bucket, e.Key.Partition, e.Key.Sort, e.Detail)
}

func damaged(bucket, key []byte) error {
	e := &DamagedError{Bucket: string(bucket), Detail: "its checksum is not that of its bytes"}
	partition, sort, err := decodeKey(key)
	if err != nil {
		e.Key.Sort, e.Detail = string(key), err.Error()
		return e
	}
	e.Key.Partition, e.Key.Sort = partition, sort
	if string(bucket) == string(bucketEvents) {
		e.Key.Class = kaibo.Events
	}
	return e
}
