package endtoend_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// client speaks to one server. A request of it is answered, or the server is
// gone.
type client struct {
	url  string
	http *http.Client
}

func newClient(address string) *client {
	return &client{address, &http.Client{Timeout: 45 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 16}}}
}

func (c *client) close() { c.http.CloseIdleConnections() }

// host is the server's address without the scheme.
func (c *client) host() string { return strings.TrimPrefix(c.url, "http://") }

// answer is a response, read whole.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// The shapes of the wire that these tests read.
type (
	wireEvent struct {
		ID, Stream, Hash, PrevHash, Kind, IdempotencyKey, PayloadDigest, DetailsDigest, OccurredAt, RecordedAt string
		Seq                                                                                                    uint64
	}
	wireMemory struct {
		ID, Status, Content string
		Provisional         bool
	}
	wireRemembered struct {
		Event     wireEvent
		Job       struct{ ID, Status string }
		Replayed  bool
		Forgotten bool
		Memories  []wireMemory
	}
	wireReceipt struct {
		ID, Kind, ReceiptID string
		Seq                 uint64
		MemoryIDs, EventIDs []string
	}
	wireRecalled struct {
		Items []struct {
			MemoryID, Text string
			Citations      []struct{ EventID string }
		}
		Abstain struct{ Abstained bool }
	}
	wireProblem struct {
		Type, Title, Detail, Code string
		Status                    int
	}
)

// do sends a request and reads its answer.
func (c *client) do(method, path, project string, header http.Header, body io.Reader) (answer, error) {
	req, err := http.NewRequest(method, c.url+path, body)
	if err != nil {
		return answer{}, err
	}
	maps.Copy(req.Header, header)
	if project != "" {
		req.Header.Set("Kaibo-Project", project)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, b}, err
}

// fields are the input of a verb.
type fields map[string]any

// call runs a verb. Without an error, out has been read from the body of the
// answer when that is a success.
func (c *client) call(project, verb, key string, in fields, out any) (answer, error) {
	b, err := json.Marshal(in)
	if err != nil {
		return answer{}, err
	}
	header := http.Header{"Content-Type": {"application/json"}}
	if key != "" {
		header.Set("Idempotency-Key", key)
	}
	a, err := c.do(http.MethodPost, "/v1/"+verb, project, header, bytes.NewReader(b))
	if err != nil || a.status >= 300 || out == nil {
		return a, err
	}
	return a, json.Unmarshal(a.body, out)
}

// must runs a verb that has to succeed.
func (c *client) must(t testing.TB, project, verb string, in fields, out any) answer {
	t.Helper()
	a, err := c.call(project, verb, "", in, out)
	if err != nil {
		t.Fatalf("%s: %v", verb, err)
	}
	if a.status >= 300 {
		t.Fatalf("%s answered %v", verb, a)
	}
	return a
}

// get reads a resource; with out nil its answer may be any.
func (c *client) get(t testing.TB, project, path string, out any) answer {
	t.Helper()
	a, err := c.do(http.MethodGet, path, project, nil, nil)
	if err != nil {
		t.Fatalf("get %s: %v", path, err)
	}
	if out == nil {
		return a
	}
	if a.status != http.StatusOK {
		t.Fatalf("get %s answered %v", path, a)
	}
	if err := json.Unmarshal(a.body, out); err != nil {
		t.Fatalf("get %s: %v in %v", path, err, a)
	}
	return a
}

// list reads every page of a resource.
func list[T any](t testing.TB, c *client, project, path string) []T {
	t.Helper()
	var all []T
	query := url.Values{"limit": {"1000"}}
	for {
		var page struct {
			Items      []T
			NextCursor string
		}
		c.get(t, project, path+"?"+query.Encode(), &page)
		all = append(all, page.Items...)
		if page.NextCursor == "" {
			return all
		}
		query.Set("cursor", page.NextCursor)
	}
}

// streams reads every stream of a project whole.
func (c *client) streams(t testing.TB, project string) map[string][]wireEvent {
	t.Helper()
	type head struct {
		Stream, Hash string
		Seq          uint64
	}
	all := map[string][]wireEvent{}
	for _, h := range list[head](t, c, project, "/v1/streams") {
		events := list[wireEvent](t, c, project, "/v1/streams/"+h.Stream+"/events")
		if n := uint64(len(events)); n < h.Seq || h.Seq == 0 {
			t.Fatalf("%s/%s serves %d events and a head of %d", project, h.Stream, n, h.Seq)
		}
		if events[h.Seq-1].Hash != h.Hash {
			t.Fatalf("%s/%s: the head of seq %d has another hash than the event", project, h.Stream, h.Seq)
		}
		for i := range events {
			if events[i].Seq != uint64(i+1) {
				t.Fatalf("%s/%s serves seq %d in place %d", project, h.Stream, events[i].Seq, i+1)
			}
		}
		all[h.Stream] = events
	}
	return all
}

// deletions reads the deletion ledger of a project.
func (c *client) deletions(t testing.TB, project string) []wireReceipt {
	t.Helper()
	return list[wireReceipt](t, c, project, "/v1/deletions")
}

// recall asks a question.
func (c *client) recall(t testing.TB, project, question string) wireRecalled {
	t.Helper()
	var out wireRecalled
	c.must(t, project, "recall", fields{"question": question}, &out)
	return out
}

// has reports whether an answer shows a text.
func (r wireRecalled) has(text string) bool {
	for _, item := range r.Items {
		if strings.Contains(item.Text, text) {
			return true
		}
	}
	return false
}

// problem wants an answer to be a problem document that agrees with its
// status, and answers it.
func (a answer) problem(t testing.TB, what string) wireProblem {
	t.Helper()
	var p wireProblem
	if got := a.header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("%s: answered %v in %q, which is no problem", what, a, got)
		return p
	}
	if err := json.Unmarshal(a.body, &p); err != nil {
		t.Errorf("%s: %v in %v", what, err, a)
	}
	if p.Status != a.status || p.Code == "" || p.Type == "" || p.Title == "" {
		t.Errorf("%s: the problem does not agree with its status: %v", what, a)
	}
	if (p.Code == "unavailable" || p.Code == "rate_limited") && a.header.Get("Retry-After") == "" {
		t.Errorf("%s: %s without Retry-After", what, p.Code)
	}
	return p
}

// String shows an answer in a failure.
func (a answer) String() string { return fmt.Sprintf("%d %.400s", a.status, a.body) }
