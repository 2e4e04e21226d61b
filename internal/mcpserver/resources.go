package mcpserver

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// The resources are the reads that a person may want to put into a
// conversation. Each is the JSON that its verb answers.
const (
	memoriesURI = "kaibo://memories"
	streamsURI  = "kaibo://streams"
	memoryBase  = "kaibo://memory/"
	eventBase   = "kaibo://event/"
	streamBase  = "kaibo://stream/"
)

func memoryURI(id string) string { return memoryBase + url.PathEscape(id) }
func eventURI(id string) string  { return eventBase + url.PathEscape(id) }

const mediaJSON = "application/json"

// resourceLimit is how many entries of a list a resource shows.
const resourceLimit = 50

func (s *Server) addResources() {
	s.mcp.AddResource(&mcp.Resource{URI: memoriesURI, Name: "memories", Title: "Newest memories", MIMEType: mediaJSON,
		Description: "The newest memories that hold."}, s.resource(func(string) (string, map[string]any, error) {
		return "memories", map[string]any{"status": kaibo.StatusCurrent, "limit": resourceLimit}, nil
	}))
	s.mcp.AddResource(&mcp.Resource{URI: streamsURI, Name: "streams", Title: "Streams", MIMEType: mediaJSON,
		Description: "The streams of the ledger and their heads."}, s.resource(func(string) (string, map[string]any, error) {
		return "streams", map[string]any{"limit": resourceLimit}, nil
	}))
	s.template(memoryBase+"{id}", "memory", "A memory, every version of it, and the events that it came from.", func(uri string) (string, map[string]any, error) {
		id, err := lastPart(uri, memoryBase)
		return "explain", map[string]any{"memoryId": id}, err
	})
	s.template(eventBase+"{id}", "event", "The content and the details of an event.", func(uri string) (string, map[string]any, error) {
		id, err := lastPart(uri, eventBase)
		return "payload", map[string]any{"id": id}, err
	})
	s.template(streamBase+"{name}{?after}", "stream", "The events of a stream, 50 after a seq.", streamRead)
}

func (s *Server) template(uri, name, description string, read func(string) (string, map[string]any, error)) {
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: uri, Name: name, Description: description, MIMEType: mediaJSON}, s.resource(read))
}

// lastPart is what stands in a URI after its base.
func lastPart(uri, base string) (string, error) {
	part, err := url.PathUnescape(strings.TrimPrefix(uri, base))
	if err != nil || part == "" {
		return "", mcp.ResourceNotFoundError(uri)
	}
	return part, nil
}

func streamRead(uri string) (string, map[string]any, error) {
	path, rawQuery, _ := strings.Cut(uri, "?")
	name, err := lastPart(path, streamBase)
	if err != nil {
		return "", nil, err
	}
	body := map[string]any{"stream": name, "limit": resourceLimit}
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return "", nil, mcp.ResourceNotFoundError(uri)
	}
	if after := query.Get("after"); after != "" {
		seq, err := strconv.ParseUint(after, 10, 53)
		if err != nil {
			return "", nil, mcp.ResourceNotFoundError(uri)
		}
		body["after"] = seq
	}
	return "events", body, nil
}

// resource answers a read with the verb that read names for a URI.
func (s *Server) resource(read func(uri string) (verb string, body map[string]any, err error)) mcp.ResourceHandler {
	return func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		uri := req.Params.URI
		verb, in, err := read(uri)
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(in)
		if err != nil {
			return nil, &kaibo.Error{Op: "write arguments", Err: err}
		}
		out, err := s.run(ctx, verb, body, "")
		if err != nil {
			return nil, resourceError(uri, err)
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: mediaJSON, Text: string(out)}}}, nil
	}
}
