package httpapi

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

// record is what the log tells of one request: ids, never text.
type record struct {
	http.ResponseWriter
	id      string
	route   string // the pattern, not the path
	project string // its id
	code    string // of the problem
	status  int
	bytes   int64
}

func (rec *record) WriteHeader(status int) {
	if rec.status == 0 {
		rec.status = status
	}
	rec.ResponseWriter.WriteHeader(status)
}

func (rec *record) Write(b []byte) (int, error) {
	if rec.status == 0 {
		rec.status = http.StatusOK
	}
	n, err := rec.ResponseWriter.Write(b)
	rec.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController find the connection.
func (rec *record) Unwrap() http.ResponseWriter { return rec.ResponseWriter }

// requestID returns the caller's X-Request-Id when it is a plain token, else
// a new one.
func requestID(h http.Header) string {
	id := h.Get("X-Request-Id")
	if len(id) == 0 || len(id) > 64 {
		return rand.Text()
	}
	for _, c := range id {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.' {
			return rand.Text()
		}
	}
	return id
}

// recovered turns a panic into a problem, unless the answer has begun.
func (h *Handler) recovered(ctx context.Context, rec *record, cause any) {
	h.log.ErrorContext(ctx, "panic", "request", rec.id, "route", rec.route, "panic", cause, "stack", string(debug.Stack()))
	if rec.status != 0 {
		panic(http.ErrAbortHandler) // breaks the connection: the caller must not take half for whole
	}
	h.refuse(ctx, rec, errPanic)
}

func (h *Handler) logRequest(ctx context.Context, method string, rec *record, began time.Time) {
	if h.observer != nil {
		h.observer.End(ctx, Exchange{RequestID: rec.id, Method: method, Route: rec.route, Project: rec.project, Status: rec.status,
			Code: rec.code, Bytes: rec.bytes, Took: time.Since(began)})
	}
	level := slog.LevelInfo
	if rec.status >= 500 {
		level = slog.LevelWarn
	}
	h.log.Log(ctx, level, "request", "request", rec.id, "method", method, "route", rec.route, "status", rec.status,
		"code", rec.code, "project", rec.project, "bytes", rec.bytes, "ms", time.Since(began).Milliseconds())
}
