package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

// remote is a verify.Source over HTTP.
type remote struct{ c *client }

var (
	_ verify.Source     = (*remote)(nil)
	_ verify.Signatures = (*remote)(nil)
	_ verify.Pages      = (*remote)(nil)
	_ verify.Tiled      = (*remote)(nil)
)

// VerifierKeys implements verify.Signatures.
func (r *remote) VerifierKeys(ctx context.Context) ([]byte, error) {
	body, err := r.c.get(ctx, "/v1/verifier_keys")
	return body, kinded(err)
}

// logQuery names a log: the log of logs has none.
func logQuery(stream string) url.Values {
	switch stream {
	case "":
		return url.Values{}
	case deletionLedger:
		return url.Values{"deletions": {"true"}}
	}
	return url.Values{"stream": {stream}}
}

// Checkpoint implements verify.Signatures.
func (r *remote) Checkpoint(ctx context.Context, stream string) ([]byte, error) {
	body, err := r.c.get(ctx, "/v1/checkpoint?"+logQuery(stream).Encode())
	return body, kinded(err)
}

// Consistency implements verify.Signatures.
func (r *remote) Consistency(ctx context.Context, stream string, from, to uint64) ([]byte, error) {
	q := logQuery(stream)
	q.Set("from", strconv.FormatUint(from, 10))
	q.Set("to", strconv.FormatUint(to, 10))
	body, err := r.c.get(ctx, "/v1/consistency?"+q.Encode())
	return body, kinded(err)
}

// Proof implements verify.Signatures.
func (r *remote) Proof(ctx context.Context, id string) ([]byte, error) {
	body, err := r.c.get(ctx, "/v1/proofs/"+url.PathEscape(id))
	return body, kinded(err)
}

// Streams implements verify.Ledger.
func (r *remote) Streams(ctx context.Context) ([]kaibo.Head, error) {
	var heads []kaibo.Head
	for cursor := ""; ; {
		body, err := r.c.get(ctx, "/v1/streams?"+pageQuery(cursor))
		if err != nil {
			return nil, err
		}
		var page struct {
			Items      []kaibo.Head `json:"items"`
			NextCursor string       `json:"nextCursor"`
		}
		if err := json.Unmarshal(body, &page); err != nil {
			return nil, fmt.Errorf("read streams: %w", err)
		}
		heads = append(heads, page.Items...)
		if page.NextCursor == "" {
			return heads, nil
		}
		cursor = page.NextCursor
	}
}

// Events implements verify.Ledger.
func (r *remote) Events(ctx context.Context, stream string, after uint64) iter.Seq2[[]byte, error] {
	return r.chain(ctx, "/v1/streams/"+url.PathEscape(stream)+"/events", after)
}

// EventPage implements verify.Pages.
func (r *remote) EventPage(ctx context.Context, stream string, after uint64, limit int, buf []byte) ([]byte, error) {
	return r.page(ctx, stream, "/events", after, limit, buf)
}

// PayloadPage implements verify.Pages.
func (r *remote) PayloadPage(ctx context.Context, stream string, after uint64, limit int, buf []byte) ([]byte, error) {
	return r.page(ctx, stream, "/payloads", after, limit, buf)
}

// LogResource implements verify.Tiled.
func (r *remote) LogResource(ctx context.Context, name, path string) ([]byte, error) {
	resp, err := r.c.send(ctx, http.MethodGet, "/v1/logs/"+url.PathEscape(name)+"/"+path, http.Header{"Accept": {"application/octet-stream"}}, nil)
	if err != nil {
		return nil, kinded(err)
	}
	defer resp.Body.Close()
	b, err := readInto(nil, resp)
	if err != nil {
		return nil, r.c.unreachable(ctx, err)
	}
	return b, nil
}

// page reads one page as lines.
func (r *remote) page(ctx context.Context, stream, list string, after uint64, limit int, buf []byte) ([]byte, error) {
	path := "/v1/streams/" + url.PathEscape(stream) + list + "?limit=" + strconv.Itoa(limit) + "&after=" + strconv.FormatUint(after, 10)
	resp, err := r.c.send(ctx, http.MethodGet, path, http.Header{"Accept": {"application/x-ndjson"}}, nil)
	if err != nil {
		return buf, kinded(err)
	}
	defer resp.Body.Close()
	buf, err = readInto(buf, resp)
	if err != nil {
		return buf, r.c.unreachable(ctx, err)
	}
	return buf, nil
}

// Deletions implements verify.Ledger.
func (r *remote) Deletions(ctx context.Context, after uint64) iter.Seq2[[]byte, error] {
	return r.chain(ctx, "/v1/deletions", after)
}

// chain reads a chain page by page, from after a seq until a page is empty.
func (r *remote) chain(ctx context.Context, path string, after uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for {
			body, err := r.c.get(ctx, path+"?limit=1000&after="+strconv.FormatUint(after, 10))
			if err != nil {
				yield(nil, err)
				return
			}
			items, _, err := itemsOf(body)
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if err == nil && len(items) > 0 {
				after, err = seqOf(items[len(items)-1], after)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if len(items) == 0 {
				return
			}
		}
	}
}

// seqOf reads where a page ended. A server that does not go forward would keep
// its reader for ever.
func seqOf(item []byte, after uint64) (uint64, error) {
	var entry struct {
		Seq uint64 `json:"seq"`
	}
	if err := json.Unmarshal(item, &entry); err != nil {
		return 0, fmt.Errorf("read entry: %w", err)
	}
	if entry.Seq <= after {
		return 0, fmt.Errorf("the server answers seq %d to a question for what comes after %d", entry.Seq, after)
	}
	return entry.Seq, nil
}

// Payload implements verify.Ledger.
func (r *remote) Payload(ctx context.Context, eventID string) ([]byte, error) {
	body, err := r.c.get(ctx, "/v1/events/"+url.PathEscape(eventID)+"/payload")
	return body, kinded(err)
}

// Memory implements verify.Views.
func (r *remote) Memory(ctx context.Context, id string) ([]byte, error) {
	return r.verb(ctx, "memory", map[string]any{"id": id})
}

// Explain implements verify.Views.
func (r *remote) Explain(ctx context.Context, id string) ([]byte, error) {
	return r.verb(ctx, "explain", map[string]any{"memoryId": id})
}

func (r *remote) verb(ctx context.Context, verb string, body map[string]any) ([]byte, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	answer, err := r.c.post(ctx, verb, b, "")
	return answer, kinded(err)
}

// ListMemories implements verify.Views.
func (r *remote) ListMemories(ctx context.Context) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		body := map[string]any{"limit": kaibo.MaxListLimit}
		for {
			answer, err := r.verb(ctx, "memories", body)
			if err != nil {
				yield(nil, err)
				return
			}
			items, next, err := itemsOf(answer)
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if next == "" {
				return
			}
			body["cursor"] = next
		}
	}
}

func pageQuery(cursor string) string {
	q := url.Values{"limit": {strconv.Itoa(kaibo.MaxListLimit)}}
	if cursor != "" {
		q.Set("cursor", cursor)
	}
	return q.Encode()
}

// itemsOf takes a page apart and leaves its items as they are.
func itemsOf(body []byte) ([]json.RawMessage, string, error) {
	var page struct {
		Items      []json.RawMessage `json:"items"`
		NextCursor string            `json:"nextCursor"`
	}
	if err := json.Unmarshal(body, &page); err != nil {
		return nil, "", fmt.Errorf("read list: %w", err)
	}
	return page.Items, page.NextCursor, nil
}

// kinded gives an answer that is a problem the kind that verify looks for.
func kinded(err error) error {
	var problem *problemError
	if !errors.As(err, &problem) {
		return err
	}
	switch problem.problem.Code {
	case kaibo.Gone.String():
		return &kaibo.Error{Kind: kaibo.Gone, Detail: problem.Error(), Err: err}
	case kaibo.Internal.String():
		return &kaibo.Error{Kind: kaibo.Internal, Detail: problem.Error(), Err: err}
	case kaibo.Invalid.String():
		return &kaibo.Error{Kind: kaibo.Invalid, Detail: problem.Error(), Err: err}
	case kaibo.NotFound.String():
		return &kaibo.Error{Kind: kaibo.NotFound, Detail: problem.Error(), Err: err}
	}
	return err
}
