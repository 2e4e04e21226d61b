package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// Search and fetch have the form that connectors expect of any source of
// documents: search {query} answers {"results": [{id, title, url, text}]},
// fetch {id} one document, each as JSON in the one text of the answer and as
// its structured twin. What comes from memory stands in JSON strings, which it
// cannot end.

// document is one thing that search finds or fetch reads.
type document struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	URL      string            `json:"url"`
	Text     string            `json:"text"`
	Metadata map[string]string `json:"metadata,omitempty"`
}

func (s *Server) searchTool() *tool {
	return &tool{handle: s.search, listed: &mcp.Tool{Name: toolSearch, Annotations: annotations(&reads),
		Description: "Find memories by words. recall answers questions better.",
		InputSchema: object{properties: []property{{"query", &typed{Type: "string"}}}, required: []string{"query"}},
	}}
}

// searchBudget bounds the texts of the results, in tokens.
const searchBudget = 2048

func (s *Server) search(ctx context.Context, raw json.RawMessage) (*mcp.CallToolResult, error) {
	query, err := only(raw, "query")
	if err != nil {
		return nil, err
	}
	a := arguments{}
	for name, value := range map[string]any{"question": query, "fill": true, "include": []string{"past"}} {
		if err := a.set(name, value); err != nil {
			return nil, err
		}
	}
	got, err := s.ask(ctx, a, searchBudget)
	if err != nil {
		return nil, err
	}
	results := make([]document, len(got.Items))
	for i := range got.Items {
		results[i] = found(&got.Items[i])
	}
	return asJSON(map[string]any{"results": results})
}

func found(it *recall.Item) document {
	row := itemOf(0, it)
	title := row.Date + " " + it.Type
	if row.Actor != "" {
		title += ", " + fence.OneLine(row.Actor)
	}
	if it.Status != kaibo.StatusCurrent {
		title += ", " + it.Status
	}
	return document{ID: it.MemoryID, Title: title, URL: memoryURI(it.MemoryID), Text: it.Text}
}

// only reads the one argument of a tool.
func only(raw json.RawMessage, name string) (string, error) {
	a, err := readArguments(raw)
	if err != nil {
		return "", err
	}
	for other := range a {
		if other != name {
			return "", kaibo.InvalidField(other, "is no argument; there is only %s", name)
		}
	}
	text, err := a.text(name)
	if err == nil && strings.TrimSpace(text) == "" {
		err = kaibo.InvalidField(name, "must be given")
	}
	return text, err
}

func (s *Server) fetchTool() *tool {
	text := &typed{Type: "string"}
	return &tool{handle: s.fetch, listed: &mcp.Tool{Name: toolFetch, Annotations: annotations(&reads),
		Description: "Read a memory (mem_…) or an event (evt_…) whole.",
		InputSchema: object{properties: []property{{"id", text}}, required: []string{"id"}},
	}}
}

func (s *Server) fetch(ctx context.Context, raw json.RawMessage) (*mcp.CallToolResult, error) {
	id, err := only(raw, "id")
	if err != nil {
		return nil, err
	}
	var d *document
	if kaibo.IsEventID(id) {
		d, err = s.fetchEvent(ctx, id)
	} else {
		d, err = s.fetchMemory(ctx, id)
	}
	if err != nil {
		return nil, err
	}
	if len(d.Text) > maxAnswer {
		end := maxAnswer
		for end > 0 && !utf8.RuneStart(d.Text[end]) {
			end--
		}
		d.Metadata["truncated"] = fmt.Sprintf("%d of %d bytes", end, len(d.Text))
		d.Text = d.Text[:end]
	}
	return asJSON(d)
}

func (s *Server) fetchMemory(ctx context.Context, id string) (*document, error) {
	var m kaibo.Memory
	if err := s.read(ctx, "memory", map[string]any{"id": id}, &m); err != nil {
		return nil, err
	}
	if m.Status == kaibo.StatusForgotten {
		return nil, kaibo.Errorf(kaibo.Gone, "the memory was forgotten")
	}
	d := &document{ID: m.ID, Title: dateOf(m.RecordedAt) + " " + m.Type, URL: memoryURI(m.ID), Text: m.Content,
		Metadata: map[string]string{"type": m.Type, "status": m.Status, "validFrom": m.ValidFrom.String(), "recordedAt": m.RecordedAt.String()}}
	if m.ValidTo != kaibo.Forever {
		d.Metadata["validTo"] = m.ValidTo.String()
	}
	if len(m.Events) > 0 {
		d.Metadata["firstEvent"] = m.Events[0]
	}
	return d, nil
}

func (s *Server) fetchEvent(ctx context.Context, id string) (*document, error) {
	var p verbs.PayloadOut
	if err := s.read(ctx, "payload", map[string]any{"id": id}, &p); err != nil {
		return nil, err
	}
	var details kaibo.Details
	if err := json.Unmarshal(p.Details, &details); err != nil {
		return nil, &kaibo.Error{Op: "read details", Err: err}
	}
	d := &document{ID: id, Title: "event", URL: eventURI(id), Metadata: map[string]string{}}
	if details.Actor != "" {
		d.Title = "event by " + fence.OneLine(details.Actor)
		d.Metadata["actor"] = details.Actor
	}
	if details.ContentType != "" {
		d.Metadata["contentType"] = details.ContentType
	}
	if p.Content != nil {
		d.Text = *p.Content
	} else {
		d.Text = "The content is no text; payload answers its bytes in base64."
	}
	return d, nil
}

// read runs a verb that only reads and decodes its answer.
func (s *Server) read(ctx context.Context, verb string, in map[string]any, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return &kaibo.Error{Op: "write arguments", Err: err}
	}
	answer, err := s.run(ctx, verb, body, "")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return &kaibo.Error{Op: "read answer of " + verb, Err: err}
	}
	return nil
}

// asJSON is an answer whose text is its JSON.
func asJSON(v any) (*mcp.CallToolResult, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, &kaibo.Error{Op: "write answer", Err: err}
	}
	return result(string(b), b), nil
}
