package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kaibo-dev/kaibo/internal/httpapi"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// TestAHeaderThatDecidesComesOnce: of two values, a proxy on the way may have
// looked at the other one; of an empty one nobody can say what it meant.
func TestAHeaderThatDecidesComesOnce(t *testing.T) {
	s := loopback(t)
	s.project("a")
	for _, name := range []string{"Idempotency-Key", "Kaibo-Project"} {
		twice := func(r *http.Request) { r.Header[name] = []string{"a", "a"} }
		s.post("remember", `{"content": "x"}`, twice).problem(t, 400, "invalid_request")
		empty := func(r *http.Request) { r.Header[name] = []string{""} }
		s.post("remember", `{"content": "x"}`, empty).problem(t, 400, "invalid_request")
	}
}

// TestTheDocumentNamesEveryProblem: whatever kind of error an engine has, the
// document of a verb that wants a key tells of its status.
func TestTheDocumentNamesEveryProblem(t *testing.T) {
	doc, _ := document(t, true)
	for kind := kaibo.Internal; kind <= kaibo.Unavailable; kind++ {
		status := httpapi.ProblemOf(&kaibo.Error{Op: "test", Kind: kind}).Status
		for _, at := range []string{"/v1/payload", "/v1/correct"} {
			if _, ok := doc.Paths[at]["post"].Responses[strconv.Itoa(status)]; !ok {
				t.Errorf("%s does not tell of %d (%v)", at, status, kind)
			}
		}
	}
	for path, item := range doc.Paths {
		for method, op := range item {
			for _, status := range []string{"400", "431", "500", "503", "default"} {
				if _, ok := op.Responses[status]; !ok {
					t.Errorf("%s does not tell of %s", fmt.Sprint(method, " ", path), status)
				}
			}
		}
	}
}

// TestWhatIsNoRequestIsAProblem sends the server of this Go what it answers
// before any handler, and wants that as a problem too.
func TestWhatIsNoRequestIsAProblem(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	go func() { served <- httpapi.Serve(ctx, l, h, time.Second, slog.New(slog.DiscardHandler)) }()
	defer func() { stop(); <-served }()
	for _, c := range []struct {
		name, text string
		status     int
		code       string
	}{
		{"large headers", "GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n\r\n", 431, "too_large"},
		{"no Host", "GET / HTTP/1.1\r\n\r\n", 400, "invalid_request"},
		{"no HTTP", "hello\r\n\r\n", 400, "invalid_request"},
		{"two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400, "invalid_request"},
		{"a folded header", "GET / HTTP/1.1\r\nHost: a\r\n Kaibo-Project: b\r\n\r\n", 400, "invalid_request"},
		{"a space before the colon", "GET / HTTP/1.1\r\nHost: a\r\nKaibo-Project : b\r\n\r\n", 400, "invalid_request"},
		{"an unknown coding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501, "invalid_request"},
		{"another version", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", 505, "invalid_request"},
		{"a request", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 418, ""},
	} {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(conn, c.text) // a server that heard enough hangs up
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var p httpapi.Problem
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		_ = json.Unmarshal(body, &p)
		conn.Close()
		if res.StatusCode != c.status || p.Code != c.code {
			t.Errorf("%s: %d %s", c.name, res.StatusCode, body)
		}
		if media := res.Header.Get("Content-Type"); c.code != "" && (media != "application/problem+json" || p.Status != c.status || p.Detail == "") {
			t.Errorf("%s: %s %s", c.name, media, body)
		}
	}
}

// TestOfManyCorrectionsOneIsAcknowledged corrects one memory from many sides at
// once: one succeeds, the others are told that they came too late.
func TestOfManyCorrectionsOneIsAcknowledged(t *testing.T) {
	s := loopback(t)
	id := s.remember(201, `{"content": "The release is on July 13.", "wait": true}`).Memories[0].ID
	const many = 8
	answers := make([]answer, many)
	var work sync.WaitGroup
	for i := range many {
		work.Go(func() {
			answers[i] = s.post("correct", fmt.Sprintf(`{"memoryId": %q, "content": "The release is on July %d."}`, id, 14+i))
		})
	}
	work.Wait()
	made := 0
	for _, a := range answers {
		switch a.status {
		case http.StatusCreated:
			made++
		case http.StatusConflict:
			a.problem(t, 409, "conflict")
		default:
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	var now struct{ Items []struct{ Content string } }
	s.post("memories", `{"status": "current"}`).want(t, 200, &now)
	if made != 1 || len(now.Items) != 1 {
		t.Errorf("%d of %d were acknowledged, and %d hold", made, many, len(now.Items))
	}
}
