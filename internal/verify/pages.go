package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Pages is what a [Source] offers beside the rest when it can read many events
// with one request. Both append one page to buf, as application/x-ndjson: at most
// limit lines, the first of them the one after a seq, none when there are no
// more. A page may have fewer lines than there are.
type Pages interface {
	// EventPage is GET /v1/streams/{stream}/events.
	EventPage(ctx context.Context, stream string, after uint64, limit int, buf []byte) ([]byte, error)

	// PayloadPage is GET /v1/streams/{stream}/payloads. The error is of kind
	// NotFound when the server has no such resource.
	PayloadPage(ctx context.Context, stream string, after uint64, limit int, buf []byte) ([]byte, error)
}

// Tiled is what a [Source] offers beside the rest when its logs can be read by
// tiles: the body of GET /v1/logs/{log}/{path}, of the log whose origin ends in
// name. The error is of kind NotFound when there is no such resource.
type Tiled interface {
	LogResource(ctx context.Context, name, path string) ([]byte, error)
}

// page is a block of a stream that was read ahead, and what was found out about
// it apart from its place.
type page struct {
	stream   *streamRun
	from, to uint64        // wanted: the events after from, up to to
	done     chan struct{} // closed when what follows is there

	err    error
	buf    []byte // of the events
	texts  []byte // of the payloads
	lines  [][]byte
	block  chain.Block
	whole  bool      // block was read from all of the lines
	ids    []idKey   // of the block's events
	seen   []verdict // of the block's payloads; nil when they were not read
	reader payloadReader
}

// verdict is what was found out about a payload.
type verdict struct {
	state int
	what  string // of a bad one
}

const (
	unread = iota // to be asked for by its id
	good
	gone
	bad
)

// read reads the page. Nothing of it is a finding yet: that is for whoever joins
// it to what comes before.
func (p *page) read(ctx context.Context, source Pages) error {
	p.buf, p.texts, p.lines, p.ids, p.seen, p.whole = p.buf[:0], p.texts[:0], p.lines[:0], p.ids[:0], p.seen[:0], false
	name := p.stream.head.Stream
	at := p.from
	for at < p.to {
		start := len(p.buf)
		var err error
		p.buf, err = source.EventPage(ctx, name, at, int(p.to-at), p.buf) //nolint:gosec // at most a block
		if err != nil {
			return fmt.Errorf("read the events of stream %s after %d: %w", name, at, err)
		}
		if len(p.buf) == start {
			break
		}
		n := uint64(bytes.Count(p.buf[start:], []byte("\n")))
		if p.buf[len(p.buf)-1] != '\n' {
			n++
			p.buf = append(p.buf, '\n')
		}
		at += n // what the lines say is judged below
	}
	p.split()
	if p.whole = p.block.Read(name, p.from, p.lines); !p.whole {
		return nil
	}
	for _, e := range p.block.Events() {
		p.ids = append(p.ids, keyOf(e.ID))
	}
	return p.readTexts(ctx, source, name)
}

// split cuts the events into lines, as many as are wanted.
func (p *page) split() {
	for rest := p.buf; len(rest) > 0 && uint64(len(p.lines)) < p.to-p.from; {
		end := bytes.IndexByte(rest, '\n') + 1
		p.lines = append(p.lines, rest[:end])
		rest = rest[end:]
	}
}

// readTexts reads the payloads of the block's events, as far as the server has
// them in order.
func (p *page) readTexts(ctx context.Context, source Pages, name string) error {
	events := p.block.Events()
	for range events {
		p.seen = append(p.seen, verdict{})
	}
	for i := 0; i < len(events); {
		var err error
		p.texts, err = source.PayloadPage(ctx, name, p.from+uint64(i), len(events)-i, p.texts[:0]) //nolint:gosec // i is below a block's size
		if kaibo.KindOf(err) == kaibo.NotFound && err != nil {
			return nil // each is asked for by its id
		}
		if err != nil {
			return fmt.Errorf("read the payloads of stream %s after %d: %w", name, p.from+uint64(i), err) //nolint:gosec // as above
		}
		before := i
		for rest := p.texts; len(rest) > 0 && i < len(events); i++ {
			line, more, _ := bytes.Cut(rest, []byte("\n"))
			rest = more
			p.seen[i] = p.judge(line, p.from+uint64(i)+1, &events[i]) //nolint:gosec // as above
			if p.seen[i].state == unread {
				return nil // it is about another event, and so may be those that follow
			}
		}
		if i == before {
			return nil
		}
	}
	return nil
}

// judge compares a payload with the digests of its event.
func (p *page) judge(line []byte, seq uint64, e *chain.BlockEvent) verdict {
	l, ok := p.reader.read(line)
	switch {
	case !ok:
		return judgeAny(line, seq, e)
	case l.seq != seq || !bytes.Equal(l.id, e.ID):
		return verdict{}
	case l.gone:
		return verdict{state: gone}
	case l.damaged:
		return verdict{bad, unreadablePayload}
	case p.reader.holds(&l, e.PayloadDigest, e.DetailsDigest):
		return verdict{state: good}
	}
	return judgeAny(line, seq, e)
}

const unreadablePayload = "its payload is neither there nor gone: the server fails to read it"

// judgeAny does the same for a payload in any form.
func judgeAny(line []byte, seq uint64, e *chain.BlockEvent) verdict {
	var said struct {
		EventID string `json:"eventId"`
		Seq     uint64 `json:"seq"`
		Gone    bool   `json:"gone"`
		Damaged bool   `json:"damaged"`
	}
	if err := json.Unmarshal(line, &said); err != nil || said.Seq != seq || said.EventID != string(e.ID) {
		return verdict{}
	}
	if said.Gone {
		return verdict{state: gone}
	}
	if said.Damaged {
		return verdict{bad, unreadablePayload}
	}
	event := kaibo.Event{ID: said.EventID, PayloadDigest: string(e.PayloadDigest), DetailsDigest: string(e.DetailsDigest)}
	if what := checkPayload(&event, line); what != "" {
		return verdict{bad, what}
	}
	return verdict{state: good}
}
