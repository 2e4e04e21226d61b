package chain

import (
	"bytes"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Line checks the next event as it was served: one line of NDJSON, with or
// without its newline. The error is a *[BrokenError].
//
// A line as [AppendLine] writes it is read in one pass: that it is canonical
// JSON of an event object and nothing else is proved while the two hash
// members are cut out of it, and what is left is hashed as it stands. Any
// other line is parsed in full; it is accepted when it is strict JSON whose
// RFC 8785 form is the event's, so order and white space are free, but a
// missing, additional or differently written value is not.
func (v *Verifier) Line(line []byte) error {
	line = bytes.TrimSuffix(line, []byte("\n"))
	l, ok := readLine(line)
	if !ok {
		return v.anyLine(line)
	}
	if l.seq != v.seq+1 || string(l.stream) != v.stream {
		return v.place(string(l.stream), l.seq)
	}
	b := append(v.buf[:0], v.hash[:]...)
	b = append(b, line[:l.hashAt]...)
	b = append(b, line[l.hashAt+hashMember:l.prevAt]...)
	v.buf = append(b, line[l.prevAt+prevMember:]...)
	return v.link(l.prev, l.hash, l.recordedAt)
}

// anyLine checks a line that is not in the canonical form.
func (v *Verifier) anyLine(line []byte) error {
	var e kaibo.Event
	if err := canon.Decode(line, &e); err != nil {
		return v.broken("not an event: "+err.Error(), "", "")
	}
	if err := v.place(e.Stream, e.Seq); err != nil {
		return err
	}
	if !sameForm(line, appendEvent(nil, &e, true)) {
		return v.broken("a value is missing, additional or not written as served events are", "", "")
	}
	return v.Event(&e)
}

// Served is what a reader wants of a line besides its place in the chain.
type Served struct {
	ID, Stream                   string
	Seq                          uint64
	Hash                         kaibo.Hash
	RecordedAt                   kaibo.Time
	PayloadDigest, DetailsDigest string
}

// ReadServed reads a line as [AppendLine] writes it, many times faster than a
// parser of JSON. It reports false for any other, also for some that mean the
// same. It proves nothing: that is [Verifier.Line]'s.
func ReadServed(line []byte) (Served, bool) {
	l, ok := readLine(bytes.TrimSuffix(line, []byte("\n")))
	if !ok {
		return Served{}, false
	}
	return Served{ID: string(l.id), Stream: string(l.stream), Seq: l.seq, Hash: l.hash, RecordedAt: l.recordedAt,
		PayloadDigest: string(l.payload), DetailsDigest: string(l.details)}, true
}

// servedLine is what a canonical line says, and where in it the two members
// begin that are not hashed.
type servedLine struct {
	hash, prev     kaibo.Hash
	hashAt, prevAt int
	seq            uint64
	stream, id     []byte
	payload        []byte // its digest
	details        []byte // the same
	recordedAt     kaibo.Time
}

// How long the members that are not hashed are, with the comma behind them.
const (
	hashMember = len(`"hash":"",`) + 64
	prevMember = len(`"prevHash":"",`) + 64
)

// readLine reads a line as AppendLine writes it, without the newline. It
// reports false for every other line, also for some that mean the same.
func readLine(line []byte) (servedLine, bool) {
	var l servedLine
	c := cursor{b: line, ok: true}
	c.lit(`{"detailsDigest":"`)
	l.details = c.digest()
	c.lit(`,`)
	l.hashAt = c.i
	c.lit(`"hash":"`)
	c.hash(&l.hash)
	c.lit(`","id":"`)
	l.id = c.text()
	if c.has(`,"idempotencyKey":"`) {
		c.text()
	}
	c.lit(`,"kind":"`)
	c.text()
	c.lit(`,"occurredAt":"`)
	c.time()
	c.lit(`,"payloadDigest":"`)
	l.payload = c.digest()
	c.lit(`,`)
	l.prevAt = c.i
	c.lit(`"prevHash":"`)
	c.hash(&l.prev)
	c.lit(`","recordedAt":"`)
	l.recordedAt = c.time()
	c.lit(`,"seq":`)
	l.seq = c.number()
	c.lit(`,"stream":"`)
	l.stream = c.text()
	c.lit(`}`)
	return l, c.ok && c.i == len(line)
}

// cursor reads a line from the left. ok turns false at the first byte that is
// not as expected and stays so.
type cursor struct {
	b  []byte
	i  int
	ok bool
}

func (c *cursor) has(s string) bool {
	if !c.ok || len(c.b)-c.i < len(s) || string(c.b[c.i:c.i+len(s)]) != s {
		return false
	}
	c.i += len(s)
	return true
}

func (c *cursor) lit(s string) {
	if !c.has(s) {
		c.ok = false
	}
}

// take returns the next n bytes.
func (c *cursor) take(n int) []byte {
	if !c.ok || len(c.b)-c.i < n {
		c.ok = false
		return nil
	}
	c.i += n
	return c.b[c.i-n : c.i]
}

// digest reads a digest and the quote after it.
func (c *cursor) digest() []byte {
	start := c.i
	c.lit(digestPrefix)
	var bad byte
	for _, x := range c.take(64) {
		bad |= hexValue[x]
	}
	if bad > 15 {
		c.ok = false
	}
	c.lit(`"`)
	if !c.ok {
		return nil
	}
	return c.b[start : c.i-1]
}

// hash reads 64 lower-case hexadecimal digits.
func (c *cursor) hash(h *kaibo.Hash) {
	digits := c.take(64)
	if digits == nil {
		return
	}
	var bad byte
	for i := range h {
		high, low := hexValue[digits[2*i]], hexValue[digits[2*i+1]]
		bad |= high | low
		h[i] = high<<4 | low&15
	}
	if bad > 15 {
		c.ok = false
	}
}

// hexValue is the value of a lower-case hexadecimal digit, 0xff for others.
var hexValue = func() (t [256]byte) {
	for i := range t {
		t[i] = 0xff
	}
	for i, d := range []byte("0123456789abcdef") {
		t[d] = byte(i)
	}
	return t
}()

// text reads a string of at least one character that needs no escape, and the
// quote after it.
func (c *cursor) text() []byte {
	if !c.ok {
		return nil
	}
	n := bytes.IndexByte(c.b[c.i:], '"')
	if n <= 0 {
		c.ok = false
		return nil
	}
	s := c.b[c.i : c.i+n]
	c.i += n + 1
	var high byte
	for _, x := range s {
		if x < 0x20 || x == '\\' {
			c.ok = false
			return nil
		}
		high |= x
	}
	if high >= utf8.RuneSelf && !utf8.Valid(s) {
		c.ok = false
	}
	return s
}

// number reads an integer from 0 to 2^53-1 without a leading zero.
func (c *cursor) number() uint64 {
	start := c.i
	var n uint64
	for c.ok && c.i < len(c.b) && c.i-start < 17 && '0' <= c.b[c.i] && c.b[c.i] <= '9' {
		n = n*10 + uint64(c.b[c.i]-'0')
		c.i++
	}
	if c.i == start || n > kaibo.MaxSafeInteger || c.b[start] == '0' && c.i-start > 1 {
		c.ok = false
	}
	return n
}
