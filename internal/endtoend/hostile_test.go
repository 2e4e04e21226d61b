package endtoend_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// raw sends bytes as they are and reads the answer to them, which may be that
// the server hangs up: status 0.
func raw(t *testing.T, s *server, text string) answer {
	t.Helper()
	conn, err := net.Dial("tcp", s.host())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(conn, text) // a server that has heard enough hangs up
	a, err := readAnswer(bufio.NewReader(conn))
	if err != nil {
		return answer{}
	}
	return a
}

// post is a request as it goes over the wire.
func post(s *server, path, body string, headers ...string) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n%s\r\n%s",
		path, s.host(), len(body), strings.Join(headers, ""), body)
}

// request is one without a body.
func request(s *server, method, path string) string {
	return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", method, path, s.host())
}

// fruit is what every hostile request would have stored.
const fruit = `{"content":"A hostile request got in."}`

// TestHostileRequestsWriteNothing sends what no client sends. Every answer is a
// refusal, and afterwards the ledger is what it was.
func TestHostileRequestsWriteNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, filepath.Join(t.TempDir(), "data"))
	s.must(t, "", "remember", fields{"content": "The lock keeper is Nel.", "wait": true}, nil)
	before := snapshot(t, s.client)
	big := `{"content":"` + strings.Repeat("a", 5<<20) + `"}`
	long := `{"content":"` + strings.Repeat("a", 1<<20+1) + `"}`
	deep := `{"metadata":` + strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000) + `,"content":"x"}`
	for _, c := range []struct {
		name, text string
		statuses   []int // 0 is a hang-up
		code       string
	}{
		{"5 MiB", post(s, "/v1/remember", big), []int{413}, "too_large"},
		{"5 MiB in chunks", fmt.Sprintf("POST /v1/remember HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", s.host(), len(big), big), []int{413, 0}, "too_large"},
		{"content over 1 MiB", post(s, "/v1/remember", long), []int{400, 413}, ""},
		{"a length that lies", fmt.Sprintf("POST /v1/remember HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n%s", s.host(), fruit), []int{413}, "too_large"},
		{"two lengths", fmt.Sprintf("POST /v1/remember HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nContent-Length: 3\r\n\r\n%s", s.host(), len(fruit), fruit), []int{400}, "invalid_request"},
		{"length and chunks", fmt.Sprintf("POST /v1/streams HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", s.host()), []int{400}, "invalid_request"},
		{"a header of 64 KiB", post(s, "/v1/remember", fruit, "X-Bomb: "+strings.Repeat("b", 64<<10)+"\r\n"), []int{431}, "too_large"},
		{"ten thousand headers", post(s, "/v1/remember", fruit, strings.Repeat("X-Bomb: b\r\n", 10_000)), []int{431}, "too_large"},
		{"a line break in a header", post(s, "/v1/remember", fruit, "X-Bomb: a\x00b\r\n"), []int{400}, "invalid_request"},
		{"no Host", "POST /v1/remember HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", []int{400}, "invalid_request"},
		{"a foreign Host", strings.ReplaceAll(post(s, "/v1/remember", fruit), s.host(), "kaibo.example"), []int{403}, "forbidden"},
		{"a foreign Origin", post(s, "/v1/remember", fruit, "Origin: https://kaibo.example\r\n"), []int{403}, "forbidden"},
		{"a form", strings.Replace(post(s, "/v1/remember", fruit), "application/json", "text/plain", 1), []int{400}, "invalid_request"},
		{"gzip", post(s, "/v1/remember", fruit, "Content-Encoding: gzip\r\n"), []int{400}, "invalid_request"},
		{"invalid UTF-8", post(s, "/v1/remember", "{\"content\":\"\xff\xfe\"}"), []int{400}, "invalid_request"},
		{"half a surrogate", post(s, "/v1/remember", `{"content":"\ud800"}`), []int{400}, "invalid_request"},
		{"a name twice", post(s, "/v1/remember", `{"content":"a","content":"A hostile request got in."}`), []int{400}, "invalid_request"},
		{"an unknown field", post(s, "/v1/remember", `{"content":"a","contents":"b"}`), []int{400}, "invalid_request"},
		{"bytes after the value", post(s, "/v1/remember", fruit+"{}"), []int{400}, "invalid_request"},
		{"an array", post(s, "/v1/remember", "["+fruit+"]"), []int{400}, "invalid_request"},
		{"nothing", post(s, "/v1/remember", ""), []int{400}, "invalid_request"},
		{"NaN", post(s, "/v1/remember", `{"content":"a","metadata":{"n":NaN}}`), []int{400}, "invalid_request"},
		{"a number without end", post(s, "/v1/remember", `{"content":"a","metadata":{"n":1`+strings.Repeat("0", 100_000)+`}}`), []int{400}, "invalid_request"},
		{"ten thousand levels", post(s, "/v1/remember", deep), []int{400}, "invalid_request"},
		{"a stream of the server's own", post(s, "/v1/remember", `{"stream":"~curate","content":"a"}`), []int{400}, "invalid_request"},
		{"a stream with a path", post(s, "/v1/remember", `{"stream":"../../x","content":"a"}`), []int{400}, "invalid_request"},
		{"a query string", post(s, "/v1/remember?wait=true", fruit), []int{400}, "invalid_request"},
		{"a key with a line break", post(s, "/v1/remember", `{"content":"a","idempotencyKey":"a\nb"}`), []int{400}, "invalid_request"},
		{"a project with a path", post(s, "/v1/remember", fruit, "Kaibo-Project: ../default\r\n"), []int{400, 404}, ""},
		{"a reserved project", post(s, "/v1/remember", fruit, "Kaibo-Project: ~operator\r\n"), []int{400, 404}, ""},
		{"a key that is none", post(s, "/v1/remember", fruit, "Authorization: Bearer kaibo\r\n"), []int{401}, "unauthenticated"},
		{"two keys", post(s, "/v1/remember", fruit, "Authorization: Bearer a\r\n", "Authorization: Bearer b\r\n"), []int{401}, "unauthenticated"},
		{"an unknown verb", post(s, "/v1/forget_all", fruit), []int{404}, "not_found"},
		{"dots", request(s, "GET", "/v1/streams/../../x"), []int{400, 404}, ""},
		{"escaped dots", request(s, "GET", "/v1/streams/%2e%2e/events"), []int{400, 404}, ""},
		{"an escaped slash", request(s, "GET", "/v1/streams/..%2f..%2fkaibo.db/events"), []int{400, 404}, ""},
		{"NUL", request(s, "GET", "/v1/streams/a%00b/events"), []int{400, 404}, ""},
		{"a raw NUL", request(s, "GET", "/v1/streams/a\x00b/events"), []int{400}, "invalid_request"},
		{"half an escape", request(s, "GET", "/v1/streams/%zz/events"), []int{400}, "invalid_request"},
		{"invalid UTF-8 in a path", request(s, "GET", "/v1/streams/%ff%fe/events"), []int{400, 404}, ""},
		{"a dot for the verb", post(s, "/v1/./remember", fruit), []int{404}, "not_found"},
		{"two slashes", post(s, "//v1//remember", fruit), []int{404}, "not_found"},
		{"a slash at the end", post(s, "/v1/remember/", fruit), []int{404}, "not_found"},
		{"capitals", post(s, "/V1/REMEMBER", fruit), []int{404}, "not_found"},
		{"a backslash", request(s, "GET", `/v1/streams/..\..\x/events`), []int{400, 404}, ""},
		{"no path", request(s, "GET", "*"), []int{400, 404}, ""},
		{"another server's path", request(s, "GET", "http://kaibo.example/v1/streams"), []int{403}, "forbidden"},
		{"CONNECT", request(s, "CONNECT", "kaibo.example:443"), []int{400, 404, 405}, ""},
		{"a method that is none", request(s, "SPLICE", "/v1/remember"), []int{405}, "method_not_allowed"},
		{"no HTTP", "remember this\r\n\r\n", []int{400}, "invalid_request"},
		{"HTTP/9", "GET / HTTP/9.0\r\n\r\n", []int{400, 505}, ""},
		{"TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", []int{400, 0}, ""},
	} {
		got := raw(t, s, c.text)
		if !slices.Contains(c.statuses, got.status) {
			t.Errorf("%s: answered %v, want %v", c.name, got, c.statuses)
			continue
		}
		if c.code != "" && got.status != 0 {
			if p := got.problem(t, c.name); p.Code != c.code {
				t.Errorf("%s: the code is %q, want %q", c.name, p.Code, c.code)
			}
		}
	}
	if after := snapshot(t, s.client); after != before {
		t.Errorf("the hostile requests left something:\n%s\nbefore:\n%s", after, before)
	}
	s.must(t, "", "remember", fields{"content": "And the server is well."}, nil)
	s.stop()
	if strings.Contains(s.log.String(), "panic") {
		t.Errorf("the server panicked:\n%s", s.log)
	}
}

// snapshot is all that a client can see of the projects.
func snapshot(t *testing.T, c *client) string {
	t.Helper()
	b, err := json.Marshal([]any{c.streams(t, ""), c.deletions(t, ""),
		string(c.must(t, "", "memories", fields{"limit": 1000}, nil).body),
		string(c.must(t, "", "projects", fields{}, nil).body)})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestMethods wants other methods than a path's to be refused with those that
// it has, and HEAD to be GET without a body.
func TestMethods(t *testing.T) {
	t.Parallel()
	s := serve(t, filepath.Join(t.TempDir(), "data"))
	s.must(t, "", "remember", fields{"content": "The lock keeper is Nel."}, nil)
	for path, allow := range map[string]string{
		"/v1/remember": "POST", "/v1/recall": "POST", "/v1/streams": "GET, POST", "/v1/streams/main/events": "GET",
		"/v1/deletions": "GET, POST", "/healthz": "GET", "/openapi.json": "GET",
	} {
		for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodOptions, http.MethodTrace} {
			a, err := s.do(method, path, "", nil, nil)
			if err != nil {
				t.Fatalf("%s %s: %v", method, path, err)
			}
			if method == http.MethodOptions && a.status == http.StatusNoContent {
				t.Errorf("OPTIONS %s lets another origin in", path)
			}
			if got := a.header.Get("Allow"); a.status != http.StatusMethodNotAllowed || got != allow {
				t.Errorf("%s %s answered %d with Allow %q, want 405 with %q", method, path, a.status, got, allow)
			}
			a.problem(t, method+" "+path)
			if cors := a.header.Get("Access-Control-Allow-Origin"); cors != "" {
				t.Errorf("%s %s lets origin %q in", method, path, cors)
			}
		}
	}
	for _, path := range []string{"/healthz", "/v1/streams", "/v1/streams/main/events", "/openapi.json", "/v1/streams/none/events"} {
		get, err := s.do(http.MethodGet, path, "", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		head, err := s.do(http.MethodHead, path, "", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if head.status != get.status || len(head.body) != 0 || head.header.Get("Content-Type") != get.header.Get("Content-Type") {
			t.Errorf("HEAD %s answers %d %v, GET %d %v", path, head.status, head.header, get.status, get.header)
		}
	}
}

// TestSlowBodies: a client that sends its headers or its body a byte at a time
// holds a connection, and no more than that, until its time is over. Others are
// served meanwhile.
func TestSlowBodies(t *testing.T) {
	t.Parallel()
	s := serve(t, filepath.Join(t.TempDir(), "data"))
	const many = 300 // more than are served at a time
	var conns []net.Conn
	defer func() {
		for _, c := range conns {
			c.Close()
		}
	}()
	for i := range many {
		conn, err := net.Dial("tcp", s.host())
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, conn)
		text := post(s, "/v1/remember", fruit)
		fmt.Fprint(conn, text[:len(text)-1-i%len(fruit)])
	}
	began := time.Now()
	for range 10 {
		a, err := s.call("", "recall", "", fields{"question": "Who is the lock keeper?"}, nil)
		if err != nil || a.status != http.StatusOK {
			t.Fatalf("while %d requests are half sent, recall answers %v (%v)", many, a, err)
		}
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("while %d requests are half sent, ten recalls take %v", many, took)
	}
	slow, err := net.Dial("tcp", s.host())
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	fmt.Fprint(slow, "POST /v1/remember HTTP/1.1\r\nHost: "+s.host()+"\r\n")
	_ = slow.SetDeadline(time.Now().Add(20 * time.Second))
	began = time.Now()
	if b, err := io.ReadAll(slow); err != nil {
		t.Errorf("a request whose headers do not end is still open after %v: %q %v", time.Since(began), b, err)
	}
	if len(s.streams(t, "")) != 0 {
		t.Error("a request that was not sent whole was stored")
	}
}

// TestSlowBodyIsTimedOut waits until the server has waited enough: a minute.
func TestSlowBodyIsTimedOut(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	t.Parallel()
	s := serve(t, filepath.Join(t.TempDir(), "data"))
	half := sendHalf(t, s, "remember", fruit)
	began := time.Now()
	a, err := readAnswer(half.reader)
	took := time.Since(began)
	if err == nil {
		if p := a.problem(t, "a body that does not end"); p.Status < 400 || p.Status >= 500 {
			t.Errorf("a body that does not end is answered %v", a)
		}
	}
	if took > 85*time.Second {
		t.Errorf("a body that does not end is waited for %v", took)
	}
	if len(s.streams(t, "")) != 0 {
		t.Error("half a request was stored")
	}
}
