// Package objects is the Objects of kaibo on Amazon S3.
//
//	cfg, err := config.LoadDefaultConfig(ctx)
//	if err != nil {
//		return err
//	}
//	store := objects.Open(cfg, "kaibo-payloads", objects.Options{})
//
// An object of kaibo is an object of the bucket under its own name; nothing
// else may lie in the bucket.
//
// # What is promised
//
// Put sends If-None-Match: *, so that of many who put one name one wins. The
// bytes travel with a CRC-32C, which S3 checks before it stores them and which
// is checked again when a whole object is read. S3 is strongly consistent, and
// what it has answered for is durable.
//
// A lost answer does not make a conflict. Each Put marks its object with a
// random id, in the metadata. When a try after a lost answer finds the name
// taken, Put looks whose mark is there: its own means that the first try had
// been carried out.
//
// # What the bucket must be
//
// It must not keep versions, nor have kept any: in a bucket that does, a
// deleted object can still be read, and a purge would be a lie. Put and Delete
// see in S3's answer that it does and fail, the Put too although it has stored
// its object, so that the mistake shows at the first write and not at the first
// purge. For the same reason it has no Object Lock and is not replicated.
//
// Whoever calls Get needs the right s3:ListBucket beside s3:GetObject. Without
// it S3 answers "access denied" and not "no such key" for what is not there,
// and Get would call it an error and not NotFound.
//
// # What is not promised
//
// A range of an object is checked by nothing but the transport: S3 keeps no
// checksum of parts. No call has a time-out of its own: give the context one.
package objects
