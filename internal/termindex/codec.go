package termindex

import (
	"encoding/base32"
	"encoding/binary"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// errDamaged is what every decoder answers for bytes that no encoder wrote.
var errDamaged = errors.New("damaged")

// How an id is packed: most are a prefix and 80 bits.
const (
	idRaw     = iota // length and bytes
	idMemory         // "mem_" and 10 bytes
	idEvent          // "evt_" and 10 bytes
	idPassage        // "evt_", 10 bytes, "/" and a number
)

var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

const idPrefixBytes, idBytes = 4, 10

// appendString writes a string as its length and its bytes.
func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendID writes an id, packed when it has one of the usual shapes.
func appendID(b []byte, id string) []byte {
	switch event, n, isPassage := splitPassage(id); {
	case kaibo.IsMemoryID(id):
		return appendPacked(append(b, idMemory), id)
	case kaibo.IsEventID(id):
		return appendPacked(append(b, idEvent), id)
	case isPassage:
		return binary.AppendUvarint(appendPacked(append(b, idPassage), event), n)
	default:
		return appendString(append(b, idRaw), id)
	}
}

func appendPacked(b []byte, id string) []byte {
	var raw [idBytes]byte
	if _, err := idEncoding.Decode(raw[:], []byte(id[idPrefixBytes:])); err != nil {
		panic("termindex: an id whose shape was checked does not decode") // both use one alphabet
	}
	return append(b, raw[:]...)
}

// splitPassage takes a passage's id apart. Only what it writes back the same
// counts: "evt_…/07" is no passage's id.
func splitPassage(id string) (event string, n uint64, ok bool) {
	event, digits, ok := strings.Cut(id, "/")
	if !ok || !kaibo.IsEventID(event) {
		return "", 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 63)
	if err != nil || strconv.FormatUint(n, 10) != digits {
		return "", 0, false
	}
	return event, n, true
}

// decoder reads what the append functions wrote. It never reads past its end:
// after the first fault every read answers zero and err is set.
type decoder struct {
	b   []byte
	off int
	err error
}

func (d *decoder) fail() {
	if d.err == nil {
		d.err = errDamaged
	}
	d.off = len(d.b)
}

func (d *decoder) done() bool { return d.off >= len(d.b) }

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.b[d.off:])
	if n <= 0 {
		d.fail()
		return 0
	}
	d.off += n
	return v
}

func (d *decoder) varint() int64 {
	v, n := binary.Varint(d.b[d.off:])
	if n <= 0 {
		d.fail()
		return 0
	}
	d.off += n
	return v
}

func (d *decoder) byte() byte {
	if d.done() {
		d.fail()
		return 0
	}
	d.off++
	return d.b[d.off-1]
}

// int reads a number that was an int, at most 2^31-1.
func (d *decoder) int() int {
	v := d.uvarint()
	if v > math.MaxInt32 {
		d.fail()
		return 0
	}
	return int(v)
}

// count reads how many elements follow. Each takes at least a byte, so more
// than there are bytes left is a fault; that bounds what a decoder allocates.
func (d *decoder) count() int {
	v := d.uvarint()
	if v > uint64(len(d.b)-d.off) {
		d.fail()
		return 0
	}
	return int(v)
}

func (d *decoder) bytes(n int) []byte {
	if n < 0 || n > len(d.b)-d.off {
		d.fail()
		return nil
	}
	d.off += n
	return d.b[d.off-n : d.off]
}

func (d *decoder) string() string { return string(d.bytes(d.count())) }

func (d *decoder) id() string { return string(d.appendID(nil)) }

// appendID appends an id to b: a run keeps all of its ids in one piece of
// memory.
func (d *decoder) appendID(b []byte) []byte {
	switch d.byte() {
	case idRaw:
		return append(b, d.bytes(d.count())...)
	case idMemory:
		return d.appendPacked(append(b, "mem_"...))
	case idEvent:
		return d.appendPacked(append(b, "evt_"...))
	case idPassage:
		b = d.appendPacked(append(b, "evt_"...))
		n := d.uvarint()
		if n > math.MaxInt64 {
			d.fail()
		}
		return strconv.AppendUint(append(b, '/'), n, 10)
	default:
		d.fail()
		return b
	}
}

func (d *decoder) appendPacked(b []byte) []byte { return idEncoding.AppendEncode(b, d.bytes(idBytes)) }
