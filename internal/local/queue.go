package local

import (
	"container/heap"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Bounds of a message. The body's is that of SQS.
const (
	maxBodyBytes  = 256 << 10
	maxGroupName  = 1024
	maxQueueBytes = 256 // of a queue's name
)

// Queue is a kaibo.Queue of a [Store]. It lives in memory; its changes are
// written along with the next commit, or with one of their own within a tenth
// of a second, and Close writes them all. So Send costs no sync. After a crash
// a late message can be gone, and one that was done can come again: that is
// what the port allows.
//
// Messages without a group are in no order with any other.
type Queue struct {
	s    *Store
	name string

	mu      sync.Mutex
	next    uint64                // sequence number of the next message
	bySeq   map[uint64]*message   // all messages
	groups  map[string][]*message // of each group, in order; the first is in heads
	heads   headHeap              // messages that may be delivered, now or later
	dirty   map[uint64]struct{}   // messages that the file has otherwise
	written []uint64              // dirty ones in the transaction being made
	changed chan struct{}         // closed and replaced when a head may have become due
}

var _ kaibo.Queue = (*Queue)(nil)

// A message as it lies in memory. Its number grows with every message of the
// queue, also across restarts, so that a receipt never names another.
type message struct {
	kaibo.Message
	seq     uint64
	attempt int   // deliveries so far
	visible int64 // milliseconds since 1970: from then on it may be delivered
	index   int   // in heads; -1 when it waits behind another of its group
}

// storedMessage is a message as it lies in the file, in JSON, under the
// queue's name and its number. The texts are bytes so that JSON changes none.
type storedMessage struct {
	Group   []byte `json:"g,omitempty"`
	Body    []byte `json:"b"`
	Attempt int    `json:"n,omitempty"`
	Visible int64  `json:"v"`
}

// queues are all queues of a store.
type queues struct {
	mu    sync.Mutex
	named map[string]*Queue
}

// Queue answers the queue of a name, making it when it is new. The name is 1
// to 256 bytes long; a queue of another name answers only errors.
func (s *Store) Queue(name string) kaibo.Queue { return s.queue(name) }

func (s *Store) queue(name string) *Queue {
	s.queues.mu.Lock()
	defer s.queues.mu.Unlock()
	q := s.queues.named[name]
	if q == nil {
		q = &Queue{s: s, name: name, bySeq: map[uint64]*message{}, groups: map[string][]*message{},
			dirty: map[uint64]struct{}{}, changed: make(chan struct{}), next: uint64(time.Now().UnixNano())}
		if s.queues.named == nil {
			s.queues.named = map[string]*Queue{}
		}
		s.queues.named[name] = q
	}
	return q
}

// Send implements kaibo.Queue. The message is on disk a little later.
func (q *Queue) Send(ctx context.Context, m kaibo.Message) error {
	if len(m.Body) > maxBodyBytes || len(m.Group) > maxGroupName {
		return kaibo.Errorf(kaibo.Invalid, "send: a body has at most %d bytes and a group %d", maxBodyBytes, maxGroupName)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := q.begin(ctx); err != nil {
		return fmt.Errorf("send: %w", err)
	}
	msg := &message{Message: m, visible: visibleIn(0), seq: q.next}
	q.next++
	q.add(msg)
	q.touch(msg.seq)
	return nil
}

// Receive implements kaibo.Queue. When ctx ends while it waits it answers
// ctx's error.
func (q *Queue) Receive(ctx context.Context, limit int, visibility, wait time.Duration) ([]kaibo.Delivery, error) {
	if limit < 1 || visibility < 0 || wait < 0 {
		return nil, kaibo.Errorf(kaibo.Invalid, "receive: at most %d, hidden for %v, waiting %v", limit, visibility, wait)
	}
	end := time.Now().Add(wait)
	for {
		if err := q.begin(ctx); err != nil {
			return nil, fmt.Errorf("receive: %w", err)
		}
		got, due, changed := q.take(limit, visibility)
		left := time.Until(end)
		if len(got) > 0 || left <= 0 {
			return got, nil
		}
		timer := time.NewTimer(min(left, due))
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
		case <-q.s.ended:
		}
		timer.Stop()
	}
}

// Done implements kaibo.Queue. A delivery that has since been handed out
// again is left to whoever has it now.
func (q *Queue) Done(ctx context.Context, d kaibo.Delivery) error {
	return q.settle(ctx, d, "done", func(m *message) { q.remove(m) })
}

// Retry implements kaibo.Queue. Like Done it leaves alone what has since been
// handed out again.
func (q *Queue) Retry(ctx context.Context, d kaibo.Delivery, after time.Duration) error {
	if after < 0 {
		return kaibo.Errorf(kaibo.Invalid, "retry: after %v", after)
	}
	return q.settle(ctx, d, "retry", func(m *message) { q.show(m, after) })
}

func (q *Queue) settle(ctx context.Context, d kaibo.Delivery, op string, fn func(*message)) error {
	seq, attempt, err := parseReceipt(d.Receipt)
	if err != nil {
		return kaibo.Errorf(kaibo.Invalid, "%s: the receipt is none of this queue", op)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if err := q.begin(ctx); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	if m := q.bySeq[seq]; m != nil && m.attempt == attempt {
		fn(m)
		q.touch(seq)
	}
	return nil
}

// begin refuses what the queue cannot do. A change asks it with mu held, so
// that what it lets through is written before Close answers.
func (q *Queue) begin(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if q.name == "" || len(q.name) > maxQueueBytes {
		return kaibo.Errorf(kaibo.Invalid, "the name of a queue is 1 to %d bytes", maxQueueBytes)
	}
	select {
	case <-q.s.ended:
		return errClosed()
	default:
		return q.s.faulted()
	}
}

func receiptOf(m *message) string { return fmt.Sprintf("%d.%d", m.seq, m.attempt) }

func parseReceipt(r string) (seq uint64, attempt int, err error) {
	a, b, _ := strings.Cut(r, ".")
	if seq, err = strconv.ParseUint(a, 10, 64); err != nil {
		return 0, 0, err
	}
	attempt, err = strconv.Atoi(b)
	return seq, attempt, err
}

// take delivers what is due, and answers otherwise how long nothing will be
// and what tells that this changed.
func (q *Queue) take(limit int, visibility time.Duration) ([]kaibo.Delivery, time.Duration, <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now().UnixMilli()
	var taken []*message
	for len(taken) < limit && len(q.heads) > 0 && q.heads[0].visible <= now {
		taken = append(taken, heap.Pop(&q.heads).(*message)) //nolint:forcetypeassert // it holds nothing else
	}
	var got []kaibo.Delivery
	for _, m := range taken {
		m.attempt++
		m.visible = visibleIn(visibility)
		heap.Push(&q.heads, m)
		q.touch(m.seq)
		got = append(got, kaibo.Delivery{Message: m.Message, Receipt: receiptOf(m), Attempt: m.attempt})
	}
	due := time.Duration(math.MaxInt64)
	if len(q.heads) > 0 {
		due = max(time.Until(time.UnixMilli(q.heads[0].visible)), time.Millisecond)
	}
	return got, due, q.changed
}

// visibleIn answers the millisecond in which d has passed.
func visibleIn(d time.Duration) int64 {
	if d == 0 {
		return time.Now().UnixMilli()
	}
	return time.Now().Add(d + time.Millisecond - 1).UnixMilli()
}

// add puts a message behind those of its group.
func (q *Queue) add(m *message) {
	q.bySeq[m.seq] = m
	m.index = -1
	if m.Group != "" {
		q.groups[m.Group] = append(q.groups[m.Group], m)
		if len(q.groups[m.Group]) > 1 {
			return
		}
	}
	q.head(m)
}

func (q *Queue) head(m *message) {
	heap.Push(&q.heads, m)
	q.wake()
}

// remove drops a delivered message, which is a head, and lets the next of its
// group come forward.
func (q *Queue) remove(m *message) {
	delete(q.bySeq, m.seq)
	heap.Remove(&q.heads, m.index)
	if m.Group == "" {
		return
	}
	rest := q.groups[m.Group][1:]
	if len(rest) == 0 {
		delete(q.groups, m.Group)
		return
	}
	q.groups[m.Group] = rest
	q.head(rest[0])
}

// show makes a delivered message visible again after a while.
func (q *Queue) show(m *message, after time.Duration) {
	m.visible = visibleIn(after)
	heap.Fix(&q.heads, m.index)
	q.wake()
}

func (q *Queue) wake() {
	close(q.changed)
	q.changed = make(chan struct{})
}

// touch notes that the file has a message otherwise than memory.
func (q *Queue) touch(seq uint64) {
	if len(q.dirty) == 0 {
		select {
		case q.s.poke <- struct{}{}:
		default:
		}
	}
	q.dirty[seq] = struct{}{}
}

// dirtyQueues answers the queues with changes to write.
func (s *Store) dirtyQueues() []*Queue {
	s.queues.mu.Lock()
	defer s.queues.mu.Unlock()
	var dirty []*Queue
	for _, q := range s.queues.named {
		q.mu.Lock()
		if len(q.dirty) > 0 {
			dirty = append(dirty, q)
		}
		q.mu.Unlock()
	}
	return dirty
}

// flush writes the changes. Only the committer calls it, and then flushed.
func (q *Queue) flush(tx *bolt.Tx) (changed bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	b := tx.Bucket(bucketQueue)
	for seq := range q.dirty {
		q.written = append(q.written, seq)
		key := encodeKey(q.name, seqSort(seq))
		if m := q.bySeq[seq]; m != nil {
			err = putMessage(b, key, m)
		} else {
			err = b.Delete(key)
		}
		if err != nil {
			return true, err
		}
	}
	clear(q.dirty)
	return len(q.written) > 0, nil
}

func putMessage(b *bolt.Bucket, key []byte, m *message) error {
	data, err := json.Marshal(storedMessage{Group: []byte(m.Group), Body: []byte(m.Body),
		Attempt: m.attempt, Visible: m.visible})
	if err != nil {
		return err
	}
	return b.Put(key, encodeValue(bucketQueue, key, 1, data))
}

// flushed hears how the transaction ended; what was not written is dirty
// again.
func (q *Queue) flushed(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if err != nil {
		for _, seq := range q.written {
			q.touch(seq)
		}
	}
	q.written = q.written[:0]
}

func seqSort(seq uint64) string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], seq)
	return string(b[:])
}

// loadQueues reads all queues, in the order in which they were sent to.
func (s *Store) loadQueues(tx *bolt.Tx) error {
	c := tx.Bucket(bucketQueue).Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		name, sort, err := decodeKey(k)
		_, data, ok := decodeValue(bucketQueue, k, v)
		if err != nil || !ok || len(sort) != 8 {
			return damaged(bucketQueue, k)
		}
		var m storedMessage
		if err := json.Unmarshal(data, &m); err != nil {
			return damaged(bucketQueue, k)
		}
		q := s.queue(name)
		seq := binary.BigEndian.Uint64([]byte(sort))
		q.add(&message{Message: kaibo.Message{Group: string(m.Group), Body: string(m.Body)},
			seq: seq, attempt: m.Attempt, visible: m.Visible})
		q.next = max(q.next, seq+1)
	}
	return nil
}

// headHeap orders messages by when they may be delivered, then as sent.
type headHeap []*message

func (h headHeap) Len() int { return len(h) }

func (h headHeap) Less(i, j int) bool {
	if h[i].visible != h[j].visible {
		return h[i].visible < h[j].visible
	}
	return h[i].seq < h[j].seq
}

func (h headHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push implements heap.Interface.
func (h *headHeap) Push(x any) {
	m := x.(*message) //nolint:forcetypeassert // it holds nothing else
	m.index = len(*h)
	*h = append(*h, m)
}

// Pop implements heap.Interface.
func (h *headHeap) Pop() any {
	old := *h
	m := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	m.index = -1
	return m
}
