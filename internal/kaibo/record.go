package kaibo

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// DecodeRecord reads the record of a memory, as [Item.Decode] would and several
// times as fast: whoever judges a statement reads the records of all that it
// may touch, and hardly anything else takes as long.
//
// It reads what [Encode] writes: fields in the order of their declaration, no
// space between them. A record that is anything else is left to Decode, and so
// is what is wrong with one.
func (i Item) DecodeRecord() (*MemoryRecord, error) {
	r := recordReader{s: string(i.Data)}
	m := new(MemoryRecord)
	r.record(m)
	if r.odd || r.at != len(r.s) {
		m = new(MemoryRecord)
		return m, i.Decode(m)
	}
	return m, nil
}

// recordReader reads JSON from left to right. What it does not expect makes it
// odd, and it then reads no further. Strings that it answers are parts of s.
type recordReader struct {
	s   string
	at  int
	odd bool
}

// take reads one byte and tells whether it is c.
func (r *recordReader) take(c byte) bool {
	if r.odd || r.at >= len(r.s) || r.s[r.at] != c {
		return false
	}
	r.at++
	return true
}

// must reads the byte c.
func (r *recordReader) must(c byte) {
	if !r.take(c) {
		r.odd = true
	}
}

// object reads an object whose fields are named, in this order; any may be
// absent. field reads the value of the one at an index.
func (r *recordReader) object(names []string, field func(int)) {
	r.must('{')
	next := 0
	for first := true; !r.odd && !r.take('}'); first = false {
		if !first {
			r.must(',')
		}
		name := r.text()
		r.must(':')
		for next < len(names) && names[next] != name {
			next++
		}
		if next == len(names) {
			r.odd = true
			return
		}
		field(next)
		next++
	}
}

// array reads an array that is not empty, or an empty one.
func (r *recordReader) array(element func()) {
	r.must('[')
	for first := true; !r.odd && !r.take(']'); first = false {
		if !first {
			r.must(',')
		}
		element()
	}
}

// text reads a string. One with escapes, or that is no UTF-8, is rare and left
// to encoding/json.
func (r *recordReader) text() string {
	from := r.at
	r.must('"')
	plain := true
	for ; r.at < len(r.s) && r.s[r.at] != '"'; r.at++ {
		switch c := r.s[r.at]; {
		case c == '\\':
			plain = false
			r.at++
		case c < ' ':
			r.odd = true
			return ""
		}
	}
	if r.must('"'); r.odd {
		return ""
	}
	if s := r.s[from+1 : r.at-1]; plain && utf8.ValidString(s) {
		return s
	}
	var out string
	r.odd = json.Unmarshal([]byte(r.s[from:r.at]), &out) != nil
	return out
}

func (r *recordReader) texts() []string {
	out := []string{}
	r.array(func() { out = append(out, r.text()) })
	return out
}

// digits reads the digits of a number as JSON has them: no zero leads another.
func (r *recordReader) digits() string {
	from := r.at
	for r.at < len(r.s) && r.s[r.at] >= '0' && r.s[r.at] <= '9' {
		r.at++
	}
	d := r.s[from:r.at]
	if d == "" || len(d) > 1 && d[0] == '0' {
		r.odd = true
	}
	return d
}

// number reads a whole number that is not negative.
func (r *recordReader) number() uint64 {
	n, err := strconv.ParseUint(r.digits(), 10, 64)
	r.odd = r.odd || err != nil
	return n
}

func (r *recordReader) count() int {
	n := r.number()
	if n > 1<<53 {
		r.odd = true
	}
	return int(n)
}

// share reads a number with decimals.
func (r *recordReader) share() float64 {
	from := r.at
	r.digits()
	if r.take('.') {
		for r.at < len(r.s) && r.s[r.at] >= '0' && r.s[r.at] <= '9' {
			r.at++
		}
		r.odd = r.odd || r.s[r.at-1] == '.'
	}
	f, err := strconv.ParseFloat(r.s[from:r.at], 64)
	r.odd = r.odd || err != nil
	return f
}

// yes reads true, or false.
func (r *recordReader) yes() bool {
	for _, word := range []string{"true", "false"} {
		if strings.HasPrefix(r.s[r.at:], word) {
			r.at += len(word)
			return word == "true"
		}
	}
	r.odd = true
	return false
}

func (r *recordReader) time() Time {
	if strings.HasPrefix(r.s[r.at:], "null") {
		r.at += len("null")
		return Forever
	}
	s := r.text()
	t, n := ReadServed([]byte(s))
	r.odd = r.odd || n == 0 || n != len(s)
	return t
}

func (r *recordReader) hash() (h Hash) {
	s := r.text()
	r.odd = r.odd || h.UnmarshalText([]byte(s)) != nil
	return h
}

// The fields of what a record is made of, in the order in which they are
// written. A test holds them against the types.
var (
	sourceFields = []string{"eventId", "stream", "seq", "session", "hash", "start", "end", "occurredAt", "recordedAt", "actor", "role", "tags"}

	revisionFields = []string{"version", "recordedAt", "stream", "seq", "validFrom", "validTo", "status", "supersedes", "supersededBy",
		"disputed", "conflicts", "fields"}

	birthFields = []string{"id", "type", "content", "quote", "confidence", "initiatives", "source", "context", "statedFrom", "statedTo",
		"bounded", "anchors", "tokens", "quoteTokens", "structurer", "generation", "ordinal", "first"}

	recordFields = append(birthFields[:len(birthFields):len(birthFields)],
		"revisions", "sources", "eventCount", "replacedBy", "retired", "dropped", "forgotten")
)

func (r *recordReader) source(s *Source) {
	r.object(sourceFields, func(field int) {
		switch field {
		case 0:
			s.EventID = r.text()
		case 1:
			s.Stream = r.text()
		case 2:
			s.Seq = r.number()
		case 3:
			s.Session = r.number()
		case 4:
			s.Hash = r.hash()
		case 5:
			s.Start = r.count()
		case 6:
			s.End = r.count()
		case 7:
			s.OccurredAt = r.time()
		case 8:
			s.RecordedAt = r.time()
		case 9:
			s.Actor = r.text()
		case 10:
			s.Role = r.text()
		case 11:
			s.Tags = r.texts()
		}
	})
}

func (r *recordReader) revision(v *Revision) {
	r.object(revisionFields, func(field int) {
		switch field {
		case 0:
			v.Version = r.count()
		case 1:
			v.RecordedAt = r.time()
		case 2:
			v.Stream = r.text()
		case 3:
			v.Seq = r.number()
		case 4:
			v.ValidFrom = r.time()
		case 5:
			v.ValidTo = r.time()
		case 6:
			v.Status = r.text()
		case 7:
			v.Supersedes = r.texts()
		case 8:
			v.SupersededBy = r.text()
		case 9:
			v.Disputed = r.yes()
		case 10:
			v.Conflicts = r.texts()
		default:
			r.odd = true // fields of the curated graph are few, and a map
		}
	})
}

func (r *recordReader) record(m *MemoryRecord) {
	r.object(recordFields, func(field int) {
		if field < len(birthFields) {
			r.birth(&m.Birth, field)
			return
		}
		switch field - len(birthFields) {
		case 0:
			m.Revisions = []Revision{}
			r.array(func() {
				m.Revisions = append(m.Revisions, Revision{})
				r.revision(&m.Revisions[len(m.Revisions)-1])
			})
		case 1:
			m.Sources = []Source{}
			r.array(func() {
				m.Sources = append(m.Sources, Source{})
				r.source(&m.Sources[len(m.Sources)-1])
			})
		case 2:
			m.EventCount = r.count()
		case 3:
			m.ReplacedBy = r.texts()
		case 4:
			m.Retired = r.yes()
		case 5:
			m.Dropped = r.count()
		case 6:
			m.Forgotten = r.yes()
		}
	})
}

func (r *recordReader) birth(b *Birth, field int) {
	switch field {
	case 0:
		b.ID = r.text()
	case 1:
		b.Type = r.text()
	case 2:
		b.Content = r.text()
	case 3:
		b.Quote = r.text()
	case 4:
		b.Confidence = r.share()
	case 5:
		b.Initiatives = r.texts()
	case 6:
		r.source(&b.Source)
	case 7:
		b.Context = r.texts()
	case 8:
		b.StatedFrom = r.time()
	case 9:
		b.StatedTo = r.time()
	case 10:
		b.Bounded = r.yes()
	case 11:
		b.Anchors = r.texts()
	case 12:
		b.Tokens = r.count()
	case 13:
		b.QuoteTokens = r.count()
	case 14:
		b.Structurer = r.text()
	case 15:
		b.Generation = r.count()
	case 16:
		b.Ordinal = r.count()
	case 17:
		r.revision(&b.First)
	}
}
