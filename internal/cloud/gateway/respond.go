package gateway

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"

	"github.com/kaibo-dev/kaibo/internal/cloud"
)

// plainBody is up to how many bytes a body goes as it is. In Lambda's JSON each
// quote of it takes a byte more; base64 takes a third more whatever is in it,
// and keeps the 4 MiB of the longest answer under Lambda's 6 MB.
const plainBody = 1 << 20

// Buffered answers events with whole answers of a handler.
func Buffered(h http.Handler) func(context.Context, events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
	return cloud.Guarded("serve", func(ctx context.Context, e events.APIGatewayProxyRequest) (events.APIGatewayProxyResponse, error) {
		r, err := Request(ctx, &e)
		if err != nil {
			return events.APIGatewayProxyResponse{}, err
		}
		rec := &recorder{header: http.Header{}}
		h.ServeHTTP(rec, r)
		return rec.response(), nil
	})
}

// recorder keeps an answer.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter. The first one counts.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

// Write implements http.ResponseWriter.
func (r *recorder) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(b)
}

// Flush implements http.Flusher: there is nothing to flush to before the end.
func (r *recorder) Flush() {}

func (r *recorder) response() events.APIGatewayProxyResponse {
	out := events.APIGatewayProxyResponse{StatusCode: r.status, MultiValueHeaders: r.header}
	if out.StatusCode == 0 {
		out.StatusCode = http.StatusOK
	}
	if r.body.Len() <= plainBody && utf8.Valid(r.body.Bytes()) {
		out.Body = r.body.String()
		return out
	}
	out.Body, out.IsBase64Encoded = base64.StdEncoding.EncodeToString(r.body.Bytes()), true
	return out
}

// Streaming answers events with a handler's answer as it is written: status and
// headers with the first byte, then what follows. A handler that breaks off
// breaks the stream off, which API Gateway passes on as a broken connection.
func Streaming(h http.Handler) func(context.Context, events.APIGatewayProxyRequest) (io.Reader, error) {
	return func(ctx context.Context, e events.APIGatewayProxyRequest) (io.Reader, error) {
		r, err := Request(ctx, &e)
		if err != nil {
			return nil, err
		}
		out, in := io.Pipe()
		w := &streamWriter{pipe: in, header: http.Header{}, ready: make(chan struct{})}
		go w.serve(h, r)
		<-w.ready
		return &events.LambdaFunctionURLStreamingResponse{StatusCode: w.status, Headers: w.sent, Body: out}, nil
	}
}

// streamWriter is an http.ResponseWriter on a pipe to Lambda. What is written
// is handed over at once, so there is nothing to flush.
type streamWriter struct {
	pipe   *io.PipeWriter
	header http.Header
	once   sync.Once
	ready  chan struct{} // closed once status and sent are set

	status int
	sent   map[string]string
}

// serve runs the handler and ends the stream, early when the handler panicked.
func (w *streamWriter) serve(h http.Handler, r *http.Request) {
	var err error
	defer func() {
		w.WriteHeader(http.StatusInternalServerError) // of a handler that panicked before it wrote
		if err == nil {
			_ = w.pipe.Close()
			return
		}
		_ = w.pipe.CloseWithError(err)
	}()
	defer cloud.Recover(r.Context(), "serve", &err)
	h.ServeHTTP(w, r)
	w.WriteHeader(http.StatusOK)
}

// Header implements http.ResponseWriter.
func (w *streamWriter) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter. The first one counts.
func (w *streamWriter) WriteHeader(status int) {
	w.once.Do(func() {
		w.status, w.sent = status, map[string]string{}
		for name, values := range w.header {
			if name != "Content-Length" { // a stream ends where it ends
				w.sent[name] = strings.Join(values, ", ")
			}
		}
		close(w.ready)
	})
}

// Write implements http.ResponseWriter. It ends when Lambda has taken the bytes.
func (w *streamWriter) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	n, err := w.pipe.Write(b)
	if err != nil {
		return n, fmt.Errorf("stream answer: %w", err)
	}
	return n, nil
}

// Flush implements http.Flusher.
func (w *streamWriter) Flush() {}
