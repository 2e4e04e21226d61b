package termindex

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Row is a row of a [Reader]: the number of its part and its own in that part.
// It means something to that reader alone.
type Row struct{ Part, Doc uint32 }

// Columns are what a ranking asks of every row that it looks at, in one line of
// a processor's cache. They are read without decoding the row. Where Plain is
// false they do not say all of it, and [Reader.RowDoc] does.
type Columns struct {
	From, To kaibo.Time // valid time of its only revision
	Recorded kaibo.Time // when that was recorded
	Seq      uint64     // of its only source
	Session  uint64     // seq of the first event of the source's session; 0 for none
	Stream   uint32     // names of its part; see [Reader.Name]
	Actor    uint32
	Role     uint32
	Type     uint32
	Length   uint32 // content words
	Kind     DocKind
	// Plain says that the row has one source and one revision, whose status is
	// current and which nothing supersedes.
	Plain bool
}

// columns are those of all rows of a run, and the names that they speak of.
type columns struct {
	rows   []Columns
	names  []string          // number 0 is ""
	number map[string]uint32 // only while the run is opened
}

// add appends the columns of the next row.
func (c *columns) add(d *Doc) {
	x := Columns{Kind: d.Kind, Length: uint32(d.Length), Type: c.name(d.Type)}
	if len(d.Sources) == 1 && len(d.Revisions) == 1 {
		s, r := &d.Sources[0], &d.Revisions[0]
		first, ok := sessionNumber(s.Session)
		x.Plain = ok && r.Status == kaibo.StatusCurrent && r.SupersededBy == ""
		x.Seq, x.Session = s.Seq, first
		x.Stream, x.Actor, x.Role = c.name(s.Stream), c.name(s.Actor), c.name(s.Role)
		x.From, x.To, x.Recorded = r.ValidFrom, r.ValidTo, r.RecordedAt
	}
	c.rows = append(c.rows, x)
}

// sessionNumber reads the name that sessionName gave.
func sessionNumber(name string) (first uint64, ok bool) {
	if name == "" {
		return 0, true
	}
	first, err := strconv.ParseUint(name, 10, 64)
	return first, err == nil && sessionName(first) == name
}

func (c *columns) name(s string) uint32 {
	if s == "" {
		return 0
	}
	n, ok := c.number[s]
	if !ok {
		if c.names == nil {
			c.names, c.number = []string{""}, make(map[string]uint32)
		}
		n = uint32(len(c.names))
		c.names, c.number[s] = append(c.names, s), n
	}
	return n
}

// bytes is about what columns take.
func (c *columns) bytes() int {
	const row, name = 64, 16
	return row*len(c.rows) + name*len(c.names)
}

// Columns returns the columns of a row. They are shared and must not be changed.
func (r *Reader) Columns(x Row) *Columns { return &r.parts[x.Part].columns.rows[x.Doc] }

// Name returns what a number in the columns of a row of part stands for.
func (r *Reader) Name(part, number uint32) string { return r.parts[part].columns.text(number) }

func (c *columns) text(number uint32) string {
	if number == 0 {
		return ""
	}
	return c.names[number]
}

// RowID returns the id of a row.
func (r *Reader) RowID(x Row) string { return r.parts[x.Part].ids[x.Doc] }

// RowDoc returns the document of a row, decoded once.
func (r *Reader) RowDoc(x Row) *Doc { return r.parts[x.Part].doc(int(x.Doc)) }

// RowsWith yields the live rows of every kind that have a term: what
// [Reader.Postings] yields, in no order and without decoding them.
func (r *Reader) RowsWith(term string) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := range r.parts {
			p := &r.parts[i]
			for _, e := range p.lookUp(term) {
				if doc := e >> classBits; !p.dead.get(doc) && !yield(Row{uint32(i), doc}) {
					return
				}
			}
		}
	}
}

// Place is a place in a stream, ready to be looked for in many parts.
type Place struct {
	stream string
	hash   uint64 // of stream
	seq    uint64
}

// PlacesOf returns a place of a stream; [Place.At] gives the others.
func PlacesOf(stream string) Place { return Place{stream: stream, hash: streamHash(stream)} }

// At returns the place of an event of the same stream.
func (p Place) At(seq uint64) Place {
	p.seq = seq
	return p
}

func streamHash(stream string) uint64 { return maphash.String(positionSeed, stream) }

// RowsAt appends the live rows that come from the event at a place, as
// [Reader.At], to out. Several rows may stand there: they come in order of id.
func (r *Reader) RowsAt(out []Row, at Place) []Row {
	from := len(out)
	key := mixPlace(at.hash, at.seq)
	for i := range r.parts {
		p := &r.parts[i]
		for _, near := range p.at(key) {
			x := Row{uint32(i), near.doc}
			if p.dead.get(near.doc) || !p.comesFrom(near.doc, &at) || len(out) > from && out[len(out)-1] == x {
				continue
			}
			out = append(out, x)
		}
	}
	if here := out[from:]; len(here) > 1 {
		slices.SortFunc(here, func(a, b Row) int {
			if a.Part == b.Part {
				return cmp.Compare(a.Doc, b.Doc)
			}
			return strings.Compare(r.RowID(a), r.RowID(b))
		})
	}
	return out
}

// touchFrom is how many places a part has for it to pay to bring them into the
// cache before they are looked at.
const touchFrom = 4096

// Touch brings what [Reader.RowsAt] reads for places into the processor's cache,
// for all of them at once.
func (r *Reader) Touch(places []Place) (sum uint64) {
	for i := range r.parts {
		p := &r.parts[i]
		if len(p.positions) < touchFrom {
			continue
		}
		for j := range places {
			sum += uint64(p.byKey[mixPlace(places[j].hash, places[j].seq)>>p.keyShift])
		}
		for j := range places {
			sum += p.positions[p.bucket(&places[j])].key
		}
		for j := range places {
			for _, near := range p.at(mixPlace(places[j].hash, places[j].seq)) {
				sum += p.columns.rows[near.doc].Seq
			}
		}
	}
	return sum
}

// bucket is where the places begin that share the first bits of a key.
func (p *part) bucket(at *Place) uint32 {
	return min(p.byKey[mixPlace(at.hash, at.seq)>>p.keyShift], uint32(len(p.positions)-1))
}

// comesFrom reports whether a document has a source at a place.
func (p *part) comesFrom(doc uint32, at *Place) bool {
	c := &p.columns.rows[doc]
	if c.Plain {
		return c.Seq == at.seq && p.columns.text(c.Stream) == at.stream
	}
	return p.doc(int(doc)).isAt(at.stream, at.seq)
}
