package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// streamCheck is where the check of one stream is.
type streamCheck struct {
	head     kaibo.Head
	verifier *chain.Verifier
	last     place
	events   []held // of the three parts at hand
	jobs     uint64 // up to which seq events have a job
}

// streamName reports whether a name can be a stream's, the server's own among
// them.
func streamName(s string) bool { return ledger.CheckStream(s, false) == nil }

// detail is an error in the words that are for a person.
func detail(err error) string {
	var e *kaibo.Error
	if errors.As(err, &e) && e.Detail != "" {
		return e.Detail
	}
	return err.Error()
}

// readStream checks a part of a stream.
func (c *checking) readStream(p place, name string, data []byte) error {
	if c.stream == nil {
		return c.beginStream(p, name, data)
	}
	s := c.stream
	if err := s.order(p, name); err != nil {
		return err
	}
	s.last = p
	switch p.of {
	case ofEvents:
		return c.readEvents(name, data)
	case ofPlaces:
		return c.readPlaces(name, data)
	case ofPayloads:
		return c.readPayloads(name, data)
	case ofJobs:
		return c.readItems(name, data, c.checkJob)
	default:
		return c.readItems(name, data, c.checkDerivation)
	}
}

func (c *checking) beginStream(p place, name string, data []byte) error {
	m := &c.summary.Manifest
	if c.streams >= len(m.Streams) || m.Streams[c.streams].Stream != p.stream || p.of != ofHead {
		return refused(name, "the head of another stream was expected")
	}
	c.stream = &streamCheck{verifier: chain.NewVerifier(p.stream), last: p}
	if err := oneJSON(name, data, &c.stream.head); err != nil {
		return err
	}
	if want := m.Streams[c.streams]; c.stream.head.Stream != p.stream || c.stream.head.Seq != want.Seq || c.stream.head.Hash != want.Hash {
		return refused(name, "it is not the head that the manifest names")
	}
	return nil
}

// order holds the parts of a stream to theirs: threes of the same number, then
// jobs, then derivations.
func (s *streamCheck) order(p place, name string) error {
	ok := false
	switch p.of {
	case ofEvents:
		ok = s.last.of == ofHead && p.number == 1 || s.last.of == ofPayloads && p.number == s.last.number+1
	case ofPlaces:
		ok = s.last.of == ofEvents && p.number == s.last.number
	case ofPayloads:
		ok = s.last.of == ofPlaces && p.number == s.last.number
	case ofJobs, ofDerivations:
		ok = p.of == s.last.of && p.number == s.last.number+1 || p.number == 1 && s.last.of < p.of && s.last.of >= ofPayloads
	}
	if !ok {
		return refused(name, "it stands in the wrong place")
	}
	return nil
}

func (c *checking) readEvents(name string, data []byte) error {
	s := c.stream
	s.events = s.events[:0]
	return eachLine(name, data, func(line []byte) error {
		var e kaibo.Event
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("it is no event")
		}
		if !bytes.Equal(chain.AppendLine(nil, &e), append(bytes.Clone(line), '\n')) {
			return fmt.Errorf("it is not written as RFC 8785 has it")
		}
		if !kaibo.IsEventID(e.ID) || len(s.events) >= partLines {
			return fmt.Errorf("it has no id of an event, or is one too many")
		}
		if err := s.verifier.Event(&e); err != nil {
			return err
		}
		s.events = append(s.events, held{event: e})
		c.summary.Events++
		return c.compareRoot(s.head.Stream, s.verifier.Size(), s.verifier.Root())
	})
}

func (c *checking) readPlaces(name string, data []byte) error {
	s, i := c.stream, 0
	err := eachLine(name, data, func(line []byte) error {
		if i >= len(s.events) {
			return fmt.Errorf("there is no event to it")
		}
		x := &s.events[i]
		if err := strict(line, &x.place); err != nil {
			return err
		}
		if x.place.Seq != x.event.Seq || x.place.JobFirst == 0 || x.place.JobFirst > x.event.Seq || x.place.Session == 0 || x.place.Session > x.event.Seq {
			return fmt.Errorf("it is not the place of event %d", x.event.Seq)
		}
		i++
		return nil
	})
	if err == nil && i != len(s.events) {
		err = refused(name, "%d events have no place", len(s.events)-i)
	}
	return err
}

func (c *checking) readPayloads(name string, data []byte) error {
	s, i := c.stream, 0
	err := eachLine(name, data, func(line []byte) error {
		var l PayloadLine
		if err := strict(line, &l); err != nil {
			return err
		}
		for i < len(s.events) && s.events[i].event.Seq != l.Seq {
			i++
		}
		if i == len(s.events) {
			return fmt.Errorf("there is no event %d to it, or it stands twice", l.Seq)
		}
		x := &s.events[i]
		var err error
		if x.payload, err = l.payload(&x.event); err != nil {
			return err
		}
		if c.forgotten[x.event.ID] {
			return fmt.Errorf("event %s was forgotten and has a text", x.event.ID)
		}
		i++
		c.summary.Payloads++
		return nil
	})
	if err != nil {
		return err
	}
	for j := range s.events {
		if x := &s.events[j]; x.payload == nil {
			if !c.forgotten[x.event.ID] {
				return refused(name, "event %d has no payload and was not forgotten", x.event.Seq)
			}
			c.summary.Forgotten++
		}
	}
	c.tell(c.summary.Events, c.total)
	if c.to == nil {
		return nil
	}
	return c.to.chunk(c.ctx, s.events)
}

// payload reads the payload of an event and checks both digests.
func (l *PayloadLine) payload(e *kaibo.Event) (*kaibo.Payload, error) {
	p := &kaibo.Payload{Details: l.Details, Content: l.ContentBase64}
	if (l.Content != nil) == (len(l.ContentBase64) > 0) {
		return nil, fmt.Errorf("it has no content, or two")
	}
	if l.Content != nil {
		p.Content = []byte(*l.Content)
	}
	var err error
	if p.Salt, err = readSalt(l.Salt); err != nil {
		return nil, err
	}
	if p.DetailsSalt, err = readSalt(l.DetailsSalt); err != nil {
		return nil, err
	}
	if _, err := canon.ParseDetails(p.Details); err != nil {
		return nil, err
	}
	if chain.SaltedDigest(p.Salt, p.Content) != e.PayloadDigest || chain.SaltedDigest(p.DetailsSalt, p.Details) != e.DetailsDigest {
		return nil, fmt.Errorf("the payload of event %d does not have the digest that the chain holds", e.Seq)
	}
	return p, nil
}

// readItems checks the items of a stream and hands them on.
func (c *checking) readItems(name string, data []byte, checkItem func(*ItemLine) error) error {
	s := c.stream
	if s.verifier.Size() != s.head.Seq {
		return refused(name, "the events of the stream end at %d, and its head says %d", s.verifier.Size(), s.head.Seq)
	}
	var items []ItemLine
	err := eachLine(name, data, func(line []byte) error {
		it, err := readItem(line)
		if err == nil {
			err = checkItem(&it)
		}
		items = append(items, it)
		return err
	})
	if err != nil || c.to == nil {
		return err
	}
	return c.to.items(c.ctx, s.head.Stream, items)
}

// asStored reads the data of an item, which must be written as the store writes
// it, so that what is read is all there is.
func asStored(it *ItemLine, v any) error {
	if err := json.Unmarshal(it.Data, v); err != nil {
		return fmt.Errorf("it cannot be read")
	}
	if !bytes.Equal(kaibo.Encode(v), it.Data) {
		return fmt.Errorf("it has fields that are not known, or is written in another way")
	}
	return nil
}

func (c *checking) checkJob(it *ItemLine) error {
	var j kaibo.Job
	if err := asStored(it, &j); err != nil {
		return err
	}
	s := c.stream
	ended := j.Status == kaibo.JobDone || j.Status == kaibo.JobFailed
	if it.Kind != kindJob || it.Sort != "j/"+kaibo.SeqKey(j.First) || j.Stream != s.head.Stream || j.First != s.jobs+1 || j.Last < j.First || j.Last > s.head.Seq || !ended {
		return fmt.Errorf("it is no job of the stream that has ended and follows on the one before")
	}
	s.jobs = j.Last
	return nil
}

func (c *checking) checkDerivation(it *ItemLine) error {
	var d kaibo.Derivation
	if err := asStored(it, &d); err != nil {
		return err
	}
	s := c.stream
	if it.Kind != kindDerivation || d.Stream != s.head.Stream || d.Seq == 0 || d.Seq > s.head.Seq || it.Sort != kaibo.DerivationKey("", s.head.Stream, d.Seq, d.Generation, d.Part).Sort {
		return fmt.Errorf("it is no derivation of the stream")
	}
	for i := range d.Births {
		b := &d.Births[i]
		if !kaibo.IsMemoryID(b.ID) {
			return fmt.Errorf("it brings forth a memory without an id")
		}
		if (c.memories[b.ID] || c.forgotten[b.Source.EventID]) && (b.Content != "" || b.Quote != "") {
			return fmt.Errorf("memory %s was forgotten and has a text", b.ID)
		}
		c.summary.Births++
	}
	c.summary.Derivations++
	return nil
}

// endStream holds that a stream was there as a whole.
func (c *checking) endStream() error {
	s := c.stream
	name := "stream " + s.head.Stream
	v := s.verifier
	switch {
	case s.last.of == ofEvents || s.last.of == ofPlaces:
		return refused(name, "its last events have no payloads")
	case v.Size() != s.head.Seq || v.Hash() != s.head.Hash:
		return refused(name, "it ends at %d with another hash than its head says", v.Size())
	case !slices.Equal(v.Frontier(), s.head.Frontier):
		return refused(name, "its head has another Merkle frontier than its events")
	case s.jobs != s.head.Seq:
		return refused(name, "its jobs end at %d of %d events", s.jobs, s.head.Seq)
	}
	if err := c.covered(s.head.Stream, v.Size()); err != nil {
		return refused(name, "%s", err)
	}
	c.stream = nil
	c.streams++
	c.summary.Streams = c.streams
	if c.to == nil {
		return nil
	}
	return c.to.endStream(c.ctx, s.head)
}
