package kaibo

// Doors for the tests of DecodeRecord.
var (
	SourceFields   = sourceFields
	RevisionFields = revisionFields
	RecordFields   = recordFields
)

// QuickRecord tells whether DecodeRecord reads a record without Decode.
func QuickRecord(data []byte) bool {
	r := recordReader{s: string(data)}
	r.record(new(MemoryRecord))
	return !r.odd && r.at == len(r.s)
}
