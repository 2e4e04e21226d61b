package httpapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// What is no request, net/http answers by itself before any handler: headers
// that are too large, a line that does not parse, another version of HTTP. It
// writes a line of plain text straight to the connection. A client that reads
// problems would meet something else just when it is at fault, so listener puts
// a connection between that says the same as a problem.

// listener wraps the connections of another.
type listener struct{ net.Listener }

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return rejecter{c}, nil
}

// rejecter is a connection that writes a rejection of net/http as a problem.
type rejecter struct{ net.Conn }

// Write implements net.Conn. A handler's answer has other headers first, so it
// never looks like a rejection.
func (c rejecter) Write(b []byte) (int, error) {
	status, text, ok := rejection(b)
	if !ok {
		return c.Conn.Write(b)
	}
	if _, err := c.Conn.Write(rejected(status, text)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// CloseWrite ends what is sent and leaves open what is read: net/http has a
// client that still sends read its answer first.
func (c rejecter) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// What stands around the text of a rejection since Go 1.5; a test asks the
// server of this Go whether it still does. Another form would pass unchanged.
var (
	rejectionBegin = []byte("HTTP/1.1 ")
	rejectionMid   = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")
)

// rejection takes one apart: its status, and its own words without the status.
func rejection(b []byte) (status int, text string, ok bool) {
	head, body, found := bytes.Cut(b, rejectionMid)
	line, begins := bytes.CutPrefix(head, rejectionBegin)
	if !found || !begins || bytes.ContainsAny(line, "\r\n") || len(line) < 3 {
		return 0, "", false
	}
	status, err := strconv.Atoi(string(line[:3]))
	if err != nil || status < 400 || status > 599 {
		return 0, "", false
	}
	_, text, _ = strings.Cut(string(body), ": ") // "400 Bad Request: missing required Host header"
	return status, text, true
}

// rejected writes the answer, headers and all: nothing of the request was read
// that could be acted upon, and the connection ends with it.
func rejected(status int, text string) []byte {
	kind := kaibo.Invalid
	if status == http.StatusRequestHeaderFieldsTooLarge {
		kind, text = kaibo.TooLarge, fmt.Sprintf("the headers are longer than %d bytes", maxHeaderBytes)
	}
	if text == "" {
		text = "this is no request of HTTP/1.1 that can be read"
	}
	p := Problem{Type: ProblemBase + kind.String(), Title: http.StatusText(status), Status: status, Detail: text, Code: kind.String()}
	body, err := json.Marshal(p)
	if err != nil { // strings and an int always encode
		panic(err)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
	fmt.Fprintf(&out, "Cache-Control: no-store\r\nConnection: close\r\nContent-Length: %d\r\nContent-Type: application/problem+json\r\n", len(body))
	fmt.Fprintf(&out, "X-Content-Type-Options: nosniff\r\n\r\n%s", body)
	return out.Bytes()
}
