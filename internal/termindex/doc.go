// Package termindex finds documents by their words.
//
// A document ([Doc]) is a memory, a provisional memory or a passage of an
// event. The index holds its id, its numbers and its terms; it never holds
// text. Whoever makes or changes a document adds one write to the transaction
// that does so, and from then on every reader finds it:
//
//	w, err := ix.Delta(project, eventID+"-0", docs)
//	…
//	err = table.Commit(ctx, append(writes, w))
//	…
//	r, err := ix.Open(ctx, project)
//	hits := r.Search(termindex.Query{Terms: terms, K: 20})
//
// # What is promised
//
// Of the rows of one id the one with the highest version counts, wherever it
// lies and whenever it came; at equal versions a tombstone. A row without that
// standing is never found and never counted. A compaction changes no answer,
// not even the last bit of a score. Writers, readers, compactions, sweeps and
// purges of any number of processes may work at once, and any of them may stop
// anywhere.
//
// What is not promised: that two calls of [Index.Open] see the same state, or
// that a reader sees a commit that was made after it began. Deadlines rest on
// the clocks of the machines, which may differ by up to five seconds.
//
// # Where it lies
//
// Everything of a project lies in the partition kaibo.IndexPartition and under
// one prefix of the objects.
//
//	item d/<id>      a delta: one run of rows, put by a commit
//	item m           the manifest, JSON, changed only by compare-and-swap
//	object P/s/<…>   a segment: one run of rows, written by a compaction, never changed
//
// The manifest names the segments with the SHA-256 of each; the deltas that
// are folded into one, each by its key; the objects that are to be deleted; and
// the compaction or purge that is at work, if any.
//
//	Open      query the partition; skip the deltas that the manifest names
//	Compact   enter the manifest · query · write a segment · swap: segment named,
//	          deltas named as folded, entry removed
//	Sweep     5 s after the fold delete the delta, 5 s later drop its name; a
//	          minute after a segment was let go delete it
//	Purge     take hidden versions of given ids out of the deltas; as Compact, for
//	          what holds one; then delete, at once, every object that the manifest
//	          does not name
//
// A compaction that is not in the manifest when it wants to swap has been
// passed over and changes nothing: that is what keeps a late one from bringing
// back what others have hidden. It names the object that it will write before
// it reads, so nothing that it leaves behind goes unseen. A reader gives its
// query two seconds. A delta that it read was then there less than two seconds
// before the manifest, which therefore still names it if it was folded.
//
// A tombstone is a row too. It goes once it has been in a segment before the
// compaction began and no part outside that compaction holds its id: then no
// version that it hides is left.
//
// # Format of a run
//
// Deltas and segments are written the same way. uvarint and varint are those
// of encoding/binary; string is a uvarint length and bytes; u32 is
// little-endian.
//
//	run      = "kaiboix" 0x01 analyser:uvarint strings rows dict lists
//	           u32(len strings) u32(len rows) u32(len dict) u32(len lists) u32(crc)
//	strings  = n:uvarint n*string               number 1 to n; number 0 is ""
//	rows     = n:uvarint n*(size:uvarint row)   ascending by id, no id twice
//	dict     = n:uvarint n*entry                ascending by term
//	entry    = shared:uvarint rest:string df:uvarint size:uvarint
//	lists    = the postings of each entry, one after the other
//
// crc is CRC-32C (Castagnoli) of all before it. A term is the first shared
// bytes of the term before and rest; df is how many postings it has, size how
// many bytes they take.
//
//	row      = flags:byte id version:uvarint [live]
//	flags    = kind (0 memory, 1 provisional, 2 passage) | 4 for a tombstone, which ends here
//	live     = length tokens analyser type:ref refs(initiatives) start end first:uvarint
//	           n:uvarint n*source n:uvarint n*revision
//	source   = stream:ref seq event:id session:ref actor:ref role:ref refs(tags)
//	revision = bits:byte version recordedAt:varint stream:ref seq validFrom:varint
//	           [validTo:varint] status:ref [ids(supersedes)] [id(supersededBy)]
//	           [ids(conflicts)] [n n*(key:ref value:ref)]
//	bits     = 1 disputed, 2 validTo is Forever and absent, 4 supersedes, 8 supersededBy,
//	           16 conflicts, 32 fields: the part is there
//	ref      = uvarint number of a string; refs(x) = n:uvarint n*ref; ids(x) = n:uvarint n*id
//	id       = 0 string | 1 and 10 bytes of "mem_" | 2 and 10 bytes of "evt_" |
//	           3 and 10 bytes of "evt_", then n:uvarint, of "evt_…/n"
//
// Numbers without a type are uvarints. The ten bytes are what the 16 letters of
// an id stand for in base 32, alphabet a-z2-7.
//
//	list     = blocks of 128 postings, the last one shorter
//	block    = last:uvarint top:uvarint size:uvarint size bytes of postings
//	posting  = gap<<1:uvarint when the frequency is 1
//	           gap<<1|1:uvarint frequency-2:uvarint otherwise
//
// A document is its number in rows, from 0. gap is how many documents lie
// between this posting's and the one before (for the first: before it). last is
// the document of the block's last posting less that of the block before, or
// plus one in the first block. top is the largest frequency in the block: with
// it and last a reader can pass a block over whose documents cannot score
// enough.
//
// A reader checks all of this when it opens a run: bytes that no encoder wrote
// are an error that names the run, never a panic and never an answer.
package termindex
