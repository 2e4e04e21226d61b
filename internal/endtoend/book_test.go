package endtoend_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// note is one event that was sent, and what its sender knows of it.
type note struct {
	project, stream string
	key             string // of the event; empty for none
	token           string // a word that is in no other note
	event           wireEvent
	acked           bool // event is what the server answered
	learned         bool // and it had a memory that bears the token
	deed            string
	byQuery         bool // the deed names the token, not the event
	forgotten       bool // a deed that was acknowledged took it
}

// sending is one call of remember.
type sending struct {
	notes []*note
	wait  bool
	batch bool
	acked bool
}

// book is what the clients of a server remember of it, whatever happens to it.
type book struct {
	mu       sync.Mutex
	sendings []*sending
	notes    []*note
}

var (
	projects    = []string{"default", "north"}
	streamNames = []string{"main", "yard", "desk.2"}
)

// word makes a word of the n-th note that has no vowel: no analyser inflects
// it.
func word(n int) string {
	const letters = "bcdfghjkmz"
	digits := fmt.Appendf(nil, "%06d", n)
	for i, d := range digits {
		digits[i] = letters[d-'0']
	}
	return "qx" + string(digits)
}

// prepare enters what is about to be sent.
func (b *book) prepare(rng *rand.Rand) *sending {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := &sending{wait: rng.IntN(3) == 0, batch: rng.IntN(4) == 0}
	n := 1
	if s.batch {
		n = 1 + rng.IntN(6)
	}
	project, stream := projects[rng.IntN(len(projects))], streamNames[rng.IntN(len(streamNames))]
	keyless := !s.batch && rng.IntN(8) == 0
	for range n {
		id := len(b.notes)
		m := &note{project: project, stream: stream, token: word(id)}
		if !keyless {
			m.key = fmt.Sprintf("k-%d", id)
		}
		s.notes = append(s.notes, m)
		b.notes = append(b.notes, m)
	}
	b.sendings = append(b.sendings, s)
	return s
}

// content is what a note says: always the same, so that it can be sent again.
// Every fifth also moves the launch of its project, which makes a chain.
func (m *note) content() string {
	n := 0
	for _, r := range m.token {
		n = n*31%9973 + int(r)
	}
	text := fmt.Sprintf("Crate %s is in hall %d.", m.token, n%40+1)
	if n%5 == 0 {
		text += fmt.Sprintf(" The launch moves to July %d.", n%27+1)
	}
	return text
}

// chained reports whether a deed that names another note may take this one
// along.
func (m *note) chained() bool { return strings.Contains(m.content(), "launch") }

func (m *note) question() string { return "Where is crate " + m.token + "?" }

func (m *note) input() fields {
	f := fields{"content": m.content(), "actor": "ana", "metadata": fields{"crate": m.token}}
	if m.key != "" {
		f["idempotencyKey"] = m.key
	}
	return f
}

func (s *sending) input() fields {
	in := s.notes[0].input()
	if s.batch {
		events := []fields{}
		for _, m := range s.notes {
			events = append(events, m.input())
		}
		in = fields{"events": events}
	}
	in["stream"], in["wait"] = s.notes[0].stream, s.wait
	return in
}

// send sends, and answers what came back for each note.
func (s *sending) send(c *client) (answer, []wireRemembered, error) {
	var out struct {
		wireRemembered
		Items []wireRemembered
	}
	a, err := c.call(s.notes[0].project, "remember", "", s.input(), &out)
	items := out.Items
	if !s.batch {
		items = []wireRemembered{out.wireRemembered}
	}
	if err == nil && a.status < 300 && len(items) != len(s.notes) {
		err = fmt.Errorf("%d answers to %d events", len(items), len(s.notes))
	}
	return a, items, err
}

// acknowledge enters what was answered.
func (b *book) acknowledge(s *sending, items []wireRemembered) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s.acked = true
	for i, m := range s.notes {
		m.event, m.acked = items[i].Event, true
		m.learned = items[i].Job.Status == "done" && slices.ContainsFunc(items[i].Memories, func(w wireMemory) bool {
			return strings.Contains(w.Content, m.token)
		})
	}
}

// any answers a note that passes, or nil when a few looks find none.
func (b *book) any(rng *rand.Rand, pass func(*note) bool) *note {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.notes) == 0 {
		return nil
	}
	for range 20 {
		if m := b.notes[rng.IntN(len(b.notes))]; pass(m) {
			return m
		}
	}
	return nil
}

// forget does or repeats the deed of a note, and enters what it took.
func (b *book) forget(c *client, m *note) (answer, error) {
	in := fields{"eventId": m.event.ID, "reason": "test of deed " + m.deed}
	if m.byQuery {
		delete(in, "eventId")
		in["query"] = m.token
	}
	var out struct{ Receipt wireReceipt }
	a, err := c.call(m.project, "forget", m.deed, in, &out)
	if err != nil || a.status >= 300 {
		return a, err
	}
	b.forgot(out.Receipt.EventIDs)
	return a, nil
}

// forgot enters that events were forgotten.
func (b *book) forgot(eventIDs []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.notes {
		if m.acked && slices.Contains(eventIDs, m.event.ID) {
			m.forgotten = true
		}
	}
}

// load is the traffic of several clients on one server until it is killed.
type load struct {
	book   *book
	client *client
	killed atomic.Bool
	group  sync.WaitGroup
	acked  atomic.Int64
}

const (
	writers    = 5
	forgetters = 1
	readers    = 2
)

// begin starts the clients, each with a randomness of its own.
func (l *load) begin(t testing.TB, rng *rand.Rand) {
	start := func(step func(*rand.Rand) (answer, error)) {
		own := rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64()))
		l.group.Go(func() {
			for l.goOn(t, step, own) {
			}
		})
	}
	for range writers {
		start(l.write)
	}
	for range forgetters {
		start(l.erase)
	}
	for range readers {
		start(l.read)
	}
}

// goOn does a step. What fails after the kill is what the kill is for.
func (l *load) goOn(t testing.TB, step func(*rand.Rand) (answer, error), rng *rand.Rand) bool {
	a, err := step(rng)
	switch {
	case err != nil && l.killed.Load():
		return false
	case err != nil:
		t.Errorf("a living server: %v", err)
		return false
	case a.status >= 300:
		t.Errorf("the server answered %v", a)
		return false
	}
	return true
}

func (l *load) write(rng *rand.Rand) (answer, error) {
	s := l.book.prepare(rng)
	a, items, err := s.send(l.client)
	if err == nil && a.status < 300 {
		l.book.acknowledge(s, items)
		l.acked.Add(1)
	}
	return a, err
}

// erase forgets a note that was acknowledged, then reads for a while, so that
// most notes stay.
func (l *load) erase(rng *rand.Rand) (answer, error) {
	m := l.book.any(rng, func(m *note) bool { return m.acked && m.deed == "" && !m.forgotten })
	if m == nil {
		return l.read(rng)
	}
	l.book.mu.Lock()
	m.deed, m.byQuery = "f-"+m.token, rng.IntN(2) == 0
	l.book.mu.Unlock()
	a, err := l.book.forget(l.client, m)
	for range 3 {
		if err == nil && a.status < 300 {
			a, err = l.read(rng)
		}
	}
	return a, err
}

// read asks for a note that was acknowledged. It must be found: at least as
// the quote that a remember has ready when it answers.
func (l *load) read(rng *rand.Rand) (answer, error) {
	m := l.book.any(rng, func(m *note) bool { return m.acked })
	if m == nil {
		m = &note{project: projects[0], token: word(0)}
	}
	var out wireRecalled
	a, err := l.client.call(m.project, "recall", "", fields{"question": m.question()}, &out)
	if err != nil || a.status >= 300 {
		return a, err
	}
	l.book.mu.Lock()
	defer l.book.mu.Unlock()
	if m.acked && m.deed == "" && !m.chained() && !out.has(m.token) {
		return a, fmt.Errorf("recall does not find %s, which was acknowledged: %v", m.token, a)
	}
	return a, nil
}
