package mcpserver

import (
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// resourceError translates an error of a read: resources and prompts have no
// result for errors, so it is an error of the protocol. Nothing internal is in
// it.
func resourceError(uri string, err error) error {
	switch kind := kaibo.KindOf(err); kind {
	case kaibo.NotFound, kaibo.Gone, kaibo.Invalid:
		return mcp.ResourceNotFoundError(uri)
	default:
		return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: kind.String() + ": " + detailOf(err)}
	}
}

// detailOf is what a client may read of an error.
func detailOf(err error) string {
	var e *kaibo.Error
	if kaibo.KindOf(err) != kaibo.Internal && errors.As(err, &e) {
		return fence.OneLine(e.Detail)
	}
	return "something went wrong inside the server; its log has the cause"
}

// promptError translates an error of a prompt.
func promptError(err error) error {
	code := int64(jsonrpc.CodeInternalError)
	if kaibo.KindOf(err) == kaibo.Invalid {
		code = jsonrpc.CodeInvalidParams
	}
	return &jsonrpc.Error{Code: code, Message: kaibo.KindOf(err).String() + ": " + detailOf(err)}
}
