package app

import (
	"fmt"
	"io"
	"net/http"
	"sync"
)

// InProcess is an http.RoundTripper that answers requests with a handler of this
// process. The body of an answer is a pipe, so that events arrive as they are
// sent. Wait before what the handler stands on is closed.
type InProcess struct {
	Handler http.Handler
	running sync.WaitGroup // requests that the handler is at
}

// Wait returns when the handler has ended every request.
func (t *InProcess) Wait() { t.running.Wait() }

// RoundTrip implements http.RoundTripper. It returns when the answer's headers
// are there.
func (t *InProcess) RoundTrip(req *http.Request) (*http.Response, error) {
	inner := req.Clone(req.Context())
	inner.Host = req.URL.Host
	inner.RequestURI = req.URL.RequestURI()
	inner.RemoteAddr = "127.0.0.1:0"
	if inner.Body == nil {
		inner.Body = http.NoBody
	}
	body, pipe := io.Pipe()
	w := &pipeWriter{header: http.Header{}, pipe: pipe, begun: make(chan struct{})}
	t.running.Add(1)
	go func() {
		defer t.running.Done()
		defer func() {
			w.WriteHeader(http.StatusOK)
			if recover() != nil { // the handler breaks an answer that has begun
				_ = pipe.CloseWithError(io.ErrUnexpectedEOF)
				return
			}
			_ = pipe.Close()
		}()
		t.Handler.ServeHTTP(w, inner)
	}()
	select {
	case <-w.begun:
	case <-req.Context().Done():
		_ = body.Close()
		return nil, req.Context().Err()
	}
	return &http.Response{
		Status: fmt.Sprintf("%d %s", w.status, http.StatusText(w.status)), StatusCode: w.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sent, Body: body, ContentLength: -1, Request: req,
	}, nil
}

// pipeWriter is the ResponseWriter of an answer within this process.
type pipeWriter struct {
	header http.Header
	pipe   *io.PipeWriter

	once   sync.Once
	begun  chan struct{} // closed when status and sent are set
	status int
	sent   http.Header
}

// Header implements http.ResponseWriter.
func (w *pipeWriter) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *pipeWriter) WriteHeader(status int) {
	w.once.Do(func() {
		w.status, w.sent = status, w.header.Clone()
		close(w.begun)
	})
}

// Write implements http.ResponseWriter.
func (w *pipeWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.pipe.Write(p)
}

// Flush implements http.Flusher: a pipe holds nothing back.
func (w *pipeWriter) Flush() {}
