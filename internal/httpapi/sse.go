package httpapi

import (
	"bytes"
	"net/http"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// eventStream sends server-sent events as the WHATWG HTML standard frames
// them (section 9.2): a name, one line of data, a blank line. The answer's
// headers go out with the first event, so that an error before it is still an
// ordinary problem.
type eventStream struct {
	w       http.ResponseWriter
	started bool
}

// emit sends one event and flushes it. JSON holds no raw line break, so its
// data is one line.
func (s *eventStream) emit(event string, data any) error {
	body, err := encode(data)
	if err != nil {
		return err
	}
	if !s.started {
		h := s.w.Header()
		h.Set("Content-Type", mediaEvents)
		h.Set("X-Accel-Buffering", "no") // else nginx holds the events back
		s.w.WriteHeader(http.StatusOK)
		s.started = true
	}
	var b bytes.Buffer
	b.WriteString("event: " + event + "\ndata: ")
	b.Write(body)
	b.WriteString("\n\n")
	control := http.NewResponseController(s.w)
	_ = control.SetWriteDeadline(time.Now().Add(writeTimeout)) // each event has its own; not every writer has one
	if _, err := s.w.Write(b.Bytes()); err != nil {
		return &kaibo.Error{Op: "send event", Err: err}
	}
	if err := control.Flush(); err != nil {
		return &kaibo.Error{Op: "flush event", Err: err}
	}
	return nil
}

// fail ends a stream that has begun with the problem as its last event.
func (s *eventStream) fail(p *Problem) { _ = s.emit("error", p) }
