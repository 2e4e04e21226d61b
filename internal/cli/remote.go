package cli

import (
	"context"
	"errors"
	"net/http"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/wire"
)

// source is what a server serves, to be verified.
func source(c *client) wire.Source { return wire.Source{Server: reading{c}} }

// reading implements wire.Server.
type reading struct{ c *client }

// Read implements wire.Server.
func (r reading) Read(ctx context.Context, path, accept string, into []byte) ([]byte, error) {
	resp, err := r.c.send(ctx, http.MethodGet, path, http.Header{"Accept": {accept}}, nil)
	if err != nil {
		return into, kinded(err)
	}
	defer resp.Body.Close()
	into, err = readInto(into, resp)
	if err != nil {
		return into, r.c.unreachable(ctx, err)
	}
	return into, nil
}

// Ask implements wire.Server.
func (r reading) Ask(ctx context.Context, verb string, body []byte) ([]byte, error) {
	answer, err := r.c.post(ctx, verb, body, "")
	return answer, kinded(err)
}

// kinded gives an answer that is a problem the kind that verify looks for.
func kinded(err error) error {
	var problem *problemError
	if !errors.As(err, &problem) {
		return err
	}
	for _, kind := range []kaibo.Kind{kaibo.Gone, kaibo.Internal, kaibo.Invalid, kaibo.NotFound} {
		if problem.problem.Code == kind.String() {
			return &kaibo.Error{Kind: kind, Detail: problem.Error(), Err: err}
		}
	}
	return err
}
