package kaibo

// This file holds the bounds of the ports as code, so that every
// implementation refuses the same requests with the same words.

// Bounds of names. Those of keys are DynamoDB's, that of an object's name is
// S3's.
const (
	MaxPartitionBytes = 2048 // of Key.Partition
	MaxSortBytes      = 1024 // of Key.Sort
	MaxObjectName     = 1024 // of a whole object name
	MaxObjectNamePart = 200  // of one part between slashes
)

// The operations as an error names them.
const (
	opCommit  = "commit"
	opGet     = "get"
	opQuery   = "query"
	opObjects = "object name"
)

// CheckKey answers an Invalid *Error unless the key can name an item.
func CheckKey(k Key) error {
	switch {
	case k.Class > Events:
		return Errorf(Invalid, "class %d is unknown", k.Class)
	case k.Partition == "" || k.Sort == "":
		return Errorf(Invalid, "a key needs a partition and a sort part")
	case len(k.Partition) > MaxPartitionBytes:
		return Errorf(Invalid, "a partition of %d bytes is over the limit of %d", len(k.Partition), MaxPartitionBytes)
	case len(k.Sort) > MaxSortBytes:
		return Errorf(Invalid, "a sort part of %d bytes is over the limit of %d", len(k.Sort), MaxSortBytes)
	}
	return nil
}

// CheckCommit answers an Invalid *Error when a [Table] must refuse the writes
// whatever is stored: too many, too large, one key twice, a key that names no
// item, a Put of version 0, or what the class of events forbids.
func CheckCommit(writes []Write) error {
	if len(writes) > MaxTxItems {
		return opErrorf(opCommit, "%d writes are over the limit of %d", len(writes), MaxTxItems)
	}
	seen := make(map[Key]struct{}, len(writes))
	total := 0
	for i, w := range writes {
		if err := checkWrite(w); err != nil {
			return opErrorf(opCommit, "write %d: %v", i, err)
		}
		if _, twice := seen[w.Item.Key]; twice {
			return opErrorf(opCommit, "write %d names a key that an earlier one names", i)
		}
		seen[w.Item.Key] = struct{}{}
		total += w.Size()
	}
	if total > MaxTxBytes {
		return opErrorf(opCommit, "%d bytes are over the limit of %d", total, MaxTxBytes)
	}
	return nil
}

// Size is what a write counts for against MaxTxBytes: the item for a Put, the
// key alone (and 16) for a Delete or a Check.
func (w Write) Size() int {
	if w.Op == Put {
		return w.Item.Size()
	}
	return Item{Key: w.Item.Key}.Size()
}

func checkWrite(w Write) error {
	if err := CheckKey(w.Item.Key); err != nil {
		return err
	}
	switch {
	case w.Op > Check:
		return Errorf(Invalid, "operation %d is unknown", w.Op)
	case w.If.Absent && w.If.Version != 0:
		return Errorf(Invalid, "a condition cannot ask for absence and for a version")
	case w.Op == Put && w.Item.Version == 0:
		return Errorf(Invalid, "an item's version is at least 1")
	case w.Op == Put && w.Item.Size() > MaxItemBytes:
		return Errorf(Invalid, "an item of %d bytes is over the limit of %d", w.Item.Size(), MaxItemBytes)
	case w.Item.Class == Events && w.Op == Delete:
		return Errorf(Invalid, "the class of events is insert-only: nothing is deleted")
	case w.Item.Class == Events && w.Op == Put && !w.If.Absent:
		return Errorf(Invalid, "the class of events is insert-only: a put holds that there is none")
	}
	return nil
}

// CheckGet answers an Invalid *Error when a [Table] must refuse the keys.
func CheckGet(keys []Key) error {
	if len(keys) > MaxGetKeys {
		return opErrorf(opGet, "%d keys are over the limit of %d", len(keys), MaxGetKeys)
	}
	seen := make(map[Key]struct{}, len(keys))
	for i, k := range keys {
		if err := CheckKey(k); err != nil {
			return opErrorf(opGet, "key %d: %v", i, err)
		}
		if _, twice := seen[k]; twice {
			return opErrorf(opGet, "key %d is named twice", i)
		}
		seen[k] = struct{}{}
	}
	return nil
}

// CheckQuery answers an Invalid *Error when a [Table] must refuse the query.
func CheckQuery(class Class, partition string, r Range) error {
	if err := CheckKey(Key{Class: class, Partition: partition, Sort: "-"}); err != nil {
		return opErrorf(opQuery, "%v", err)
	}
	if r.Limit < 0 {
		return opErrorf(opQuery, "a limit of %d is below 0", r.Limit)
	}
	return nil
}

// CheckObjectName answers an Invalid *Error unless name can name an object, as
// [Objects] says. What passes holds no "..", no empty part and no byte that a
// file system or a URL reads in another way.
func CheckObjectName(name string) error {
	if len(name) > MaxObjectName {
		return opErrorf(opObjects, "%d bytes are over the limit of %d", len(name), MaxObjectName)
	}
	start := 0
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			if !isObjectNameByte(name[i]) {
				return opErrorf(opObjects, "byte %d is none of A-Z a-z 0-9 . _ ~ -", i)
			}
			continue
		}
		part := name[start:i]
		if part == "" || part == "." || part == ".." || len(part) > MaxObjectNamePart {
			return opErrorf(opObjects, "a part is 1 to %d bytes and neither . nor ..", MaxObjectNamePart)
		}
		start = i + 1
	}
	return nil
}

func isObjectNameByte(c byte) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		return true
	}
	return c == '.' || c == '_' || c == '~' || c == '-'
}

func opErrorf(op, format string, args ...any) *Error {
	err := Errorf(Invalid, format, args...)
	err.Op = op
	return err
}
