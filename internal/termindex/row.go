package termindex

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// stringTable gives each string that rows share a number, in order of first
// use. Number 0 is the empty string.
type stringTable struct {
	list   []string
	number map[string]uint64
}

func newStringTable() *stringTable { return &stringTable{number: map[string]uint64{"": 0}} }

func (t *stringTable) ref(s string) uint64 {
	n, ok := t.number[s]
	if !ok {
		t.list = append(t.list, s)
		n = uint64(len(t.list))
		t.number[s] = n
	}
	return n
}

// Bits of a row's first byte.
const (
	rowKindMask = 3
	rowDeleted  = 1 << 2
)

// Bits of a revision's first byte.
const (
	revDisputed = 1 << iota
	revForever
	revSupersedes
	revSupersededBy
	revConflicts
	revFields
	revKnown // all bits that mean something
)

// appendRow writes a document without its terms. What a reader needs of every
// document stands first: kind, version, length.
func appendRow(b []byte, t *stringTable, d *Doc) []byte {
	head := byte(d.Kind)
	if d.Deleted {
		head |= rowDeleted
	}
	b = append(b, head)
	b = appendID(b, d.ID)
	b = binary.AppendUvarint(b, d.Version)
	if d.Deleted {
		return b
	}
	b = binary.AppendUvarint(b, uint64(d.Length))
	b = binary.AppendUvarint(b, uint64(d.Tokens))
	b = binary.AppendUvarint(b, uint64(d.Analyser))
	b = binary.AppendUvarint(b, t.ref(d.Type))
	b = appendRefs(b, t, d.Initiatives)
	b = binary.AppendUvarint(b, uint64(d.Start))
	b = binary.AppendUvarint(b, uint64(d.End))
	b = binary.AppendUvarint(b, d.First)
	b = binary.AppendUvarint(b, uint64(len(d.Sources)))
	for i := range d.Sources {
		b = appendSource(b, t, &d.Sources[i])
	}
	b = binary.AppendUvarint(b, uint64(len(d.Revisions)))
	for i := range d.Revisions {
		b = appendRevision(b, t, &d.Revisions[i])
	}
	return b
}

func appendRefs(b []byte, t *stringTable, list []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, s := range list {
		b = binary.AppendUvarint(b, t.ref(s))
	}
	return b
}

func appendIDs(b []byte, list []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, s := range list {
		b = appendID(b, s)
	}
	return b
}

func appendSource(b []byte, t *stringTable, s *Source) []byte {
	b = binary.AppendUvarint(b, t.ref(s.Stream))
	b = binary.AppendUvarint(b, s.Seq)
	b = appendID(b, s.EventID)
	b = binary.AppendUvarint(b, t.ref(s.Session))
	b = binary.AppendUvarint(b, t.ref(s.Actor))
	b = binary.AppendUvarint(b, t.ref(s.Role))
	return appendRefs(b, t, s.Tags)
}

func appendRevision(b []byte, t *stringTable, r *kaibo.Revision) []byte {
	var flags byte
	set := func(on bool, bit byte) {
		if on {
			flags |= bit
		}
	}
	set(r.Disputed, revDisputed)
	set(r.ValidTo == kaibo.Forever, revForever)
	set(len(r.Supersedes) > 0, revSupersedes)
	set(r.SupersededBy != "", revSupersededBy)
	set(len(r.Conflicts) > 0, revConflicts)
	set(len(r.Fields) > 0, revFields)
	b = append(b, flags)
	b = binary.AppendUvarint(b, uint64(r.Version))
	b = binary.AppendVarint(b, int64(r.RecordedAt))
	b = binary.AppendUvarint(b, t.ref(r.Stream))
	b = binary.AppendUvarint(b, r.Seq)
	b = binary.AppendVarint(b, int64(r.ValidFrom))
	if flags&revForever == 0 {
		b = binary.AppendVarint(b, int64(r.ValidTo))
	}
	b = binary.AppendUvarint(b, t.ref(r.Status))
	if flags&revSupersedes != 0 {
		b = appendIDs(b, r.Supersedes)
	}
	if flags&revSupersededBy != 0 {
		b = appendID(b, r.SupersededBy)
	}
	if flags&revConflicts != 0 {
		b = appendIDs(b, r.Conflicts)
	}
	if flags&revFields != 0 {
		b = binary.AppendUvarint(b, uint64(len(r.Fields)))
		for _, k := range slices.Sorted(maps.Keys(r.Fields)) {
			b = binary.AppendUvarint(b, t.ref(k))
			b = binary.AppendUvarint(b, t.ref(r.Fields[k]))
		}
	}
	return b
}

// rowDecoder reads rows against the strings of their run.
type rowDecoder struct {
	decoder
	strings []string
}

// head is what stands first in a row, its id left out.
type head struct {
	kind    DocKind
	deleted bool
	version uint64
	length  int
}

// head reads what stands first in a row and appends its id to b.
func (d *rowDecoder) head(b []byte) (id []byte, h head) {
	flags := d.byte()
	h.kind, h.deleted = DocKind(flags&rowKindMask), flags&rowDeleted != 0
	if h.kind >= docKinds || flags&^(rowKindMask|rowDeleted) != 0 {
		d.fail()
	}
	id, h.version = d.appendID(b), d.uvarint()
	if !h.deleted {
		h.length = d.int()
	}
	return id, h
}

// row reads a whole row.
func (d *rowDecoder) row() Doc {
	id, h := d.head(nil)
	doc := Doc{ID: string(id), Kind: h.kind, Deleted: h.deleted, Version: h.version, Length: h.length}
	if doc.Deleted {
		return doc
	}
	doc.Tokens = d.int()
	doc.Analyser = d.int()
	doc.Type = d.ref()
	doc.Initiatives = d.refs()
	doc.Start = d.int()
	doc.End = d.int()
	doc.First = d.uvarint()
	if n := d.count(); n > 0 {
		doc.Sources = make([]Source, n)
		for i := range doc.Sources {
			doc.Sources[i] = d.source()
		}
	}
	if n := d.count(); n > 0 {
		doc.Revisions = make([]kaibo.Revision, n)
		for i := range doc.Revisions {
			doc.Revisions[i] = d.revision()
		}
	}
	return doc
}

func (d *rowDecoder) ref() string {
	n := d.uvarint()
	if n == 0 {
		return ""
	}
	if n > uint64(len(d.strings)) {
		d.fail()
		return ""
	}
	return d.strings[n-1]
}

func (d *rowDecoder) refs() []string {
	n := d.count()
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = d.ref()
	}
	return out
}

func (d *rowDecoder) ids() []string {
	out := make([]string, d.count())
	for i := range out {
		out[i] = d.id()
	}
	return out
}

func (d *rowDecoder) source() Source {
	return Source{Stream: d.ref(), Seq: d.uvarint(), EventID: d.id(), Session: d.ref(),
		Actor: d.ref(), Role: d.ref(), Tags: d.refs()}
}

func (d *rowDecoder) revision() kaibo.Revision {
	flags := d.byte()
	if flags >= revKnown {
		d.fail()
	}
	r := kaibo.Revision{Disputed: flags&revDisputed != 0, Version: d.int(),
		RecordedAt: kaibo.Time(d.varint()), Stream: d.ref(), Seq: d.uvarint(),
		ValidFrom: kaibo.Time(d.varint()), ValidTo: math.MaxInt64}
	if flags&revForever == 0 {
		r.ValidTo = kaibo.Time(d.varint())
	}
	r.Status = d.ref()
	if flags&revSupersedes != 0 {
		r.Supersedes = d.ids()
	}
	if flags&revSupersededBy != 0 {
		r.SupersededBy = d.id()
	}
	if flags&revConflicts != 0 {
		r.Conflicts = d.ids()
	}
	if flags&revFields != 0 {
		r.Fields = make(map[string]string)
		for range d.count() {
			k := d.ref()
			r.Fields[k] = d.ref()
		}
	}
	return r
}
