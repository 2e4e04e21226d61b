// Package wire reads a project over kaibo's HTTP API for [verify.Run], whoever
// sends the requests: the command line, or a client library.
//
//	report, err := verify.Run(ctx, wire.Source{Server: server}, verify.Options{})
//
// It asks for what exists and believes nothing: verify does the checking.
package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/url"
	"strconv"

	"github.com/kaibo-dev/kaibo/internal/chain"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verify"
)

// Server sends requests. An answer that is a problem is a *kaibo.Error of the
// kind that its code names: verify tells what is gone from what is lost.
type Server interface {
	// Read answers the body of a GET behind what into holds. The path is
	// escaped and may have a query; accept is a media type.
	Read(ctx context.Context, path, accept string, into []byte) ([]byte, error)
	// Ask answers the body of a POST to a verb.
	Ask(ctx context.Context, verb string, body []byte) ([]byte, error)
}

// Source is a verify.Source over HTTP.
type Source struct{ Server Server }

const (
	mediaJSON  = "application/json"
	mediaLines = "application/x-ndjson"
	mediaBytes = "application/octet-stream"
)

func (r Source) get(ctx context.Context, path string) ([]byte, error) {
	return r.Server.Read(ctx, path, mediaJSON, nil)
}

var (
	_ verify.Source     = Source{}
	_ verify.Signatures = Source{}
	_ verify.Pages      = Source{}
	_ verify.Tiled      = Source{}
)

// VerifierKeys implements verify.Signatures.
func (r Source) VerifierKeys(ctx context.Context) ([]byte, error) {
	return r.get(ctx, "/v1/verifier_keys")
}

// logQuery names a log: the log of logs has none.
func logQuery(stream string) url.Values {
	switch stream {
	case "":
		return url.Values{}
	case chain.DeletionLedger:
		return url.Values{"deletions": {"true"}}
	}
	return url.Values{"stream": {stream}}
}

// Checkpoint implements verify.Signatures.
func (r Source) Checkpoint(ctx context.Context, stream string) ([]byte, error) {
	return r.get(ctx, "/v1/checkpoint?"+logQuery(stream).Encode())
}

// Consistency implements verify.Signatures.
func (r Source) Consistency(ctx context.Context, stream string, from, to uint64) ([]byte, error) {
	q := logQuery(stream)
	q.Set("from", strconv.FormatUint(from, 10))
	q.Set("to", strconv.FormatUint(to, 10))
	return r.get(ctx, "/v1/consistency?"+q.Encode())
}

// Proof implements verify.Signatures.
func (r Source) Proof(ctx context.Context, id string) ([]byte, error) {
	return r.get(ctx, "/v1/proofs/"+url.PathEscape(id))
}

// Streams implements verify.Ledger.
func (r Source) Streams(ctx context.Context) ([]kaibo.Head, error) {
	var heads []kaibo.Head
	for cursor := ""; ; {
		body, err := r.get(ctx, "/v1/streams?"+pageQuery(cursor))
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
func (r Source) Events(ctx context.Context, stream string, after uint64) iter.Seq2[[]byte, error] {
	return r.chain(ctx, "/v1/streams/"+url.PathEscape(stream)+"/events", after)
}

// EventPage implements verify.Pages.
func (r Source) EventPage(ctx context.Context, stream string, after uint64, limit int, buf []byte) ([]byte, error) {
	return r.page(ctx, stream, "/events", after, limit, buf)
}

// PayloadPage implements verify.Pages.
func (r Source) PayloadPage(ctx context.Context, stream string, after uint64, limit int, buf []byte) ([]byte, error) {
	return r.page(ctx, stream, "/payloads", after, limit, buf)
}

// LogResource implements verify.Tiled.
func (r Source) LogResource(ctx context.Context, name, path string) ([]byte, error) {
	return r.Server.Read(ctx, "/v1/logs/"+url.PathEscape(name)+"/"+path, mediaBytes, nil)
}

// page reads one page as lines.
func (r Source) page(ctx context.Context, stream, list string, after uint64, limit int, buf []byte) ([]byte, error) {
	path := "/v1/streams/" + url.PathEscape(stream) + list + "?limit=" + strconv.Itoa(limit) + "&after=" + strconv.FormatUint(after, 10)
	return r.Server.Read(ctx, path, mediaLines, buf)
}

// Deletions implements verify.Ledger.
func (r Source) Deletions(ctx context.Context, after uint64) iter.Seq2[[]byte, error] {
	return r.chain(ctx, "/v1/deletions", after)
}

// chain reads a chain page by page, from after a seq until a page is empty.
func (r Source) chain(ctx context.Context, path string, after uint64) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for {
			body, err := r.get(ctx, path+"?limit=1000&after="+strconv.FormatUint(after, 10))
			if err != nil {
				yield(nil, err)
				return
			}
			items, _, err := Items(body)
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
func (r Source) Payload(ctx context.Context, eventID string) ([]byte, error) {
	return r.get(ctx, "/v1/events/"+url.PathEscape(eventID)+"/payload")
}

// Memory implements verify.Views.
func (r Source) Memory(ctx context.Context, id string) ([]byte, error) {
	return r.verb(ctx, "memory", map[string]any{"id": id})
}

// Explain implements verify.Views.
func (r Source) Explain(ctx context.Context, id string) ([]byte, error) {
	return r.verb(ctx, "explain", map[string]any{"memoryId": id})
}

func (r Source) verb(ctx context.Context, verb string, body map[string]any) ([]byte, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return r.Server.Ask(ctx, verb, b)
}

// ListMemories implements verify.Views.
func (r Source) ListMemories(ctx context.Context) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		body := map[string]any{"limit": kaibo.MaxListLimit}
		for {
			answer, err := r.verb(ctx, "memories", body)
			if err != nil {
				yield(nil, err)
				return
			}
			items, next, err := Items(answer)
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

// Items takes a page apart and leaves its items as they are.
func Items(body []byte) ([]json.RawMessage, string, error) {
	var page struct {
		Items      []json.RawMessage `json:"items"`
		NextCursor string            `json:"nextCursor"`
	}
	if err := json.Unmarshal(body, &page); err != nil {
		return nil, "", fmt.Errorf("read list: %w", err)
	}
	return page.Items, page.NextCursor, nil
}
