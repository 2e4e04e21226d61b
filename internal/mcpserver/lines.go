package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Grace is how long the calls of a session may go on after its input ended.
const Grace = 30 * time.Second

// Lines is the transport of a session over two streams: one message a line. It
// is for one session.
//
// A line that is no message is answered with an error of JSON-RPC and dropped,
// where the SDK's own transport ends the session, and with it every call that
// is under way. The end of the input ends the session once the calls that came
// before it were answered.
type Lines struct {
	Reader  io.Reader
	Writer  io.Writer
	MaxLine int           // bytes of a line at most; 0 is a mebibyte
	Grace   time.Duration // for calls after the end of the input; 0 is Grace
}

// Connect implements mcp.Transport.
func (t *Lines) Connect(ctx context.Context) (mcp.Connection, error) {
	l := &lines{in: bufio.NewReaderSize(t.Reader, 64<<10), out: t.Writer, limit: t.MaxLine, grace: t.Grace,
		pending: map[jsonrpc.ID]int{}, answered: make(chan struct{}, 1), closed: make(chan struct{})}
	if l.limit == 0 {
		l.limit = 1 << 20
	}
	if l.grace == 0 {
		l.grace = Grace
	}
	// What is read was bounded line by line before.
	return (&mcp.IOTransport{Reader: l, Writer: (*written)(l), MaxLineLength: -1}).Connect(ctx)
}

// lines stands between the streams and the SDK. It reads as the SDK's input.
type lines struct {
	in    *bufio.Reader
	limit int
	rest  []byte // of what was judged good; of the reading side alone
	grace time.Duration

	writing sync.Mutex
	out     io.Writer

	mu       sync.Mutex
	pending  map[jsonrpc.ID]int // calls that were not answered yet
	hello    jsonrpc.ID         // of initialize
	batches  bool               // the version that was agreed on has them
	answered chan struct{}      // told after each answer

	closing sync.Once
	closed  chan struct{}
}

// Read implements io.Reader: whole messages, and the end once all calls were
// answered.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.line()
		if good := l.judge(line); good != nil {
			l.rest = good
			break
		}
		if err != nil {
			l.settle()
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// Close implements io.Closer.
func (l *lines) Close() error {
	l.closing.Do(func() { close(l.closed) })
	return nil
}

// line reads one line without what ends it. One that is too long is read to its
// end, answered, and nil.
func (l *lines) line() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := l.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > l.limit; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long {
			l.refuse(nil, jsonrpc.CodeInvalidRequest, fmt.Sprintf("a message has %d bytes at most", l.limit))
		}
		return bytes.TrimSpace(line), err
	}
}

// judge returns what of a line the SDK is given, each message with its newline,
// and nil for a line that was dropped.
func (l *lines) judge(line []byte) []byte {
	if len(line) == 0 {
		return nil
	}
	message, refused := readMessage(line)
	switch {
	case refused != nil && refused.batch:
		return l.batch(line)
	case refused != nil:
		l.refuse(refused.id, refused.code, refused.detail)
		return nil
	}
	l.expect(message)
	return append(line, '\n')
}

// batch judges an array of messages. Its calls stay together; what wants no
// answer goes before them, alone.
func (l *lines) batch(line []byte) []byte {
	var members, calls []json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil || len(members) == 0 || !l.hasBatches() {
		l.refuse(nil, jsonrpc.CodeInvalidRequest, "send one message a line: batches are of the versions 2024-11-05 and 2025-03-26, after initialize")
		return nil
	}
	var out []byte
	var ids []jsonrpc.ID
	var expected []jsonrpc.Message
	for _, member := range members {
		message, refused := readMessage(member)
		if refused != nil {
			l.refuse(refused.id, jsonrpc.CodeInvalidRequest, "nothing of the batch was done: "+refused.detail)
			return nil
		}
		expected = append(expected, message)
		request, ok := message.(*jsonrpc.Request)
		if !ok || !request.IsCall() {
			out = append(append(out, member...), '\n')
			continue
		}
		if slices.Contains(ids, request.ID) || l.isPending(request.ID) {
			l.refuse(nil, jsonrpc.CodeInvalidRequest, "nothing of the batch was done: an id stands in it twice, or is of a call under way")
			return nil
		}
		ids, calls = append(ids, request.ID), append(calls, member)
	}
	for _, message := range expected {
		l.expect(message)
	}
	if len(calls) > 0 {
		out = append(append(append(out, '['), bytes.Join(rawBytes(calls), []byte{','})...), ']', '\n')
	}
	return out
}

func rawBytes(list []json.RawMessage) [][]byte {
	out := make([][]byte, len(list))
	for i := range list {
		out[i] = list[i]
	}
	return out
}

func (l *lines) hasBatches() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.batches
}

func (l *lines) isPending(id jsonrpc.ID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pending[id] > 0
}

// expect takes note of a call, and of one that its caller gave up: whether that
// is answered is open.
func (l *lines) expect(message jsonrpc.Message) {
	request, ok := message.(*jsonrpc.Request)
	if !ok {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if request.IsCall() {
		l.pending[request.ID]++
		if request.Method == "initialize" {
			l.hello = request.ID
		}
		return
	}
	var given struct {
		RequestID any `json:"requestId"`
	}
	if request.Method != "notifications/cancelled" || json.Unmarshal(request.Params, &given) != nil {
		return
	}
	if id, err := jsonrpc.MakeID(given.RequestID); err == nil {
		delete(l.pending, id)
	}
}

// settle waits until every call was answered, for as long as that may take.
func (l *lines) settle() {
	late := time.NewTimer(l.grace)
	defer late.Stop()
	for {
		l.mu.Lock()
		open := len(l.pending)
		l.mu.Unlock()
		if open == 0 {
			return
		}
		select {
		case <-l.answered:
		case <-late.C:
			return
		case <-l.closed:
			return
		}
	}
}

// refuse answers what is no message.
func (l *lines) refuse(id json.RawMessage, code int64, detail string) {
	_, _ = l.write(append(protocolError(id, code, detail), '\n')) // a writer that is gone ends the session by the next answer
}

func (l *lines) write(b []byte) (int, error) {
	l.writing.Lock()
	defer l.writing.Unlock()
	return l.out.Write(b)
}

// written is the side that the SDK writes to, a message at a time.
type written lines

// Write implements io.Writer.
func (w *written) Write(b []byte) (int, error) {
	l := (*lines)(w)
	n, err := l.write(b)
	if err == nil {
		l.settled(b)
	}
	return n, err
}

// Close implements io.Closer. The stream is its owner's to close.
func (w *written) Close() error { return (*lines)(w).Close() }

// settled takes note of an answer, or of a batch of them.
func (l *lines) settled(b []byte) {
	members := []json.RawMessage{b}
	if b[0] == '[' && json.Unmarshal(b, &members) != nil {
		return
	}
	for _, member := range members {
		message, err := jsonrpc.DecodeMessage(member)
		answer, ok := message.(*jsonrpc.Response)
		if err != nil || !ok {
			continue
		}
		l.mu.Lock()
		if l.pending[answer.ID]--; l.pending[answer.ID] <= 0 {
			delete(l.pending, answer.ID)
		}
		if answer.ID == l.hello && len(answer.Result) > 0 {
			l.batches = hasBatches(answer.Result)
		}
		l.mu.Unlock()
	}
	select {
	case l.answered <- struct{}{}:
	default: // it was told already
	}
}

// hasBatches tells of the answer to initialize whether its version has batches.
func hasBatches(initialized json.RawMessage) bool {
	var agreed struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	return json.Unmarshal(initialized, &agreed) == nil && agreed.ProtocolVersion != "" && agreed.ProtocolVersion < "2025-06-18"
}

// notMessage is why something is no message.
type notMessage struct {
	batch  bool            // it is an array, which may hold some
	id     json.RawMessage // when it has one
	code   int64
	detail string
}

// readMessage reads one message of JSON-RPC 2.0, or says why it is none.
func readMessage(b []byte) (jsonrpc.Message, *notMessage) {
	b = bytes.TrimSpace(b)
	switch {
	case !json.Valid(b):
		return nil, &notMessage{code: jsonrpc.CodeParseError, detail: "this is not JSON; send one message of JSON-RPC 2.0, as one JSON object"}
	case b[0] == '[':
		return nil, &notMessage{batch: true, code: jsonrpc.CodeInvalidRequest, detail: "this is an array"}
	}
	message, err := jsonrpc.DecodeMessage(b)
	if err != nil {
		return nil, &notMessage{id: idOf(b), code: jsonrpc.CodeInvalidRequest,
			detail: `this is no message of JSON-RPC 2.0; one is {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}`}
	}
	return message, nil
}

// idOf finds the id of what is otherwise no message, so that its sender can
// tell which it was.
func idOf(b []byte) json.RawMessage {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(b, &m) != nil || len(m.ID) == 0 || m.ID[0] != '"' && (m.ID[0] < '0' || m.ID[0] > '9') {
		return nil
	}
	return m.ID
}

// protocolError writes an error of JSON-RPC. No id is null, as its
// specification has it for what could not be read.
func protocolError(id json.RawMessage, code int64, detail string) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	type failed struct {
		Code    int64  `json:"code"`
		Message string `json:"message"`
	}
	b, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   failed          `json:"error"`
	}{"2.0", id, failed{code, detail}})
	if err != nil { // strings, a number and JSON that was read always encode
		panic(err)
	}
	return b
}
