package mcpserver

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// ToolsetsHeader chooses toolsets as the query parameter "toolsets" does.
const ToolsetsHeader = "Kaibo-Toolsets"

// addHTTP makes the two handlers: one answers whole, one by parts, so that a
// caller that asked for progress gets it. A caller that did not has one JSON
// document, which every proxy passes on.
func (s *Server) addHTTP() {
	server := func(*http.Request) *mcp.Server { return s.mcp }
	options := mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, PropagateRequestCancellation: true, MaxRequestBodyBytes: kaibo.MaxBodyBytes,
		DisableLocalhostProtection: true, // whoever hands requests on has checked Host and Origin
	}
	s.whole = mcp.NewStreamableHTTPHandler(server, &options)
	options.JSONResponse = false
	s.parts = mcp.NewStreamableHTTPHandler(server, &options)
}

// ServeHTTP answers a POST of the streamable HTTP transport, without sessions.
// Run runs verbs for whoever sent it; who that is, Host, Origin and how much may
// be in one body are the caller's to check before. Its error is of the choice of
// toolsets; then nothing was written.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request, run verbs.Run) error {
	toolsets, err := ParseToolsets(append(r.URL.Query()["toolsets"], r.Header.Values(ToolsetsHeader)...)...)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, kaibo.MaxBodyBytes))
	if err != nil {
		return &kaibo.Error{Op: "read body", Kind: kaibo.Invalid, Detail: "the body ended early or is too long", Err: err}
	}
	if r.Method == http.MethodPost && isJSON(r) {
		if refused := unreadable(body); refused != nil {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Cache-Control", "no-store, no-transform")
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write(protocolError(refused.id, refused.code, refused.detail)) // who hung up cannot be told
			return nil
		}
	}
	r = r.Clone(withCaller(r.Context(), caller{run, toolsets}))
	r.Body = io.NopCloser(bytes.NewReader(body))
	handler := s.whole
	if asksProgress(body) {
		handler = s.parts
	}
	handler.ServeHTTP(&unstored{ResponseWriter: w}, r)
	return nil
}

// isJSON tells whether a body says that it is JSON; the SDK refuses the others.
func isJSON(r *http.Request) bool {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && media == "application/json"
}

// unreadable says why a body is neither a message nor a batch of some; nil when
// it is.
func unreadable(body []byte) *notMessage {
	_, refused := readMessage(body)
	if refused == nil || !refused.batch {
		return refused
	}
	var members []json.RawMessage
	if json.Unmarshal(body, &members) != nil || len(members) == 0 {
		return &notMessage{code: jsonrpc.CodeInvalidRequest, detail: "a batch holds a message at least"}
	}
	for _, member := range members {
		if _, refused := readMessage(member); refused != nil {
			return refused
		}
	}
	return nil
}

// unstored holds the answers to what every answer of the API says of itself:
// that nothing may keep it. The SDK's word would let a cache keep and ask.
type unstored struct {
	http.ResponseWriter
	begun bool
}

// WriteHeader implements http.ResponseWriter.
func (w *unstored) WriteHeader(status int) {
	if !w.begun {
		w.begun = true
		w.Header().Set("Cache-Control", "no-store, no-transform")
		w.Header().Set("X-Accel-Buffering", "no") // else nginx holds events back
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *unstored) Write(b []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController find the connection.
func (w *unstored) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// asksProgress tells whether a message, or one of a batch, asks for progress.
// What it cannot read asks for none; the SDK says what is wrong with it.
func asksProgress(body []byte) bool {
	var batch []json.RawMessage
	if json.Unmarshal(body, &batch) != nil {
		batch = []json.RawMessage{body}
	}
	return slices.ContainsFunc(batch, func(message json.RawMessage) bool {
		var m struct {
			Params struct {
				Meta struct {
					ProgressToken json.RawMessage `json:"progressToken"`
				} `json:"_meta"`
			} `json:"params"`
		}
		if json.Unmarshal(message, &m) != nil {
			return false
		}
		token := m.Params.Meta.ProgressToken
		return len(token) > 0 && string(token) != "null"
	})
}
