package checkpoint

import (
	"context"
	"fmt"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Resume takes a log up again that was stopped, once somebody has found out why
// and put back what was changed. It answers why the log was stopped. NotFound
// when there is no such log, Conflict when it is not stopped.
//
// It forgives nothing. The next run reads the log from its first entry again,
// holds it to every tile and checkpoint that was written of it, and signs only
// what begins with all that was signed before: a log that does not is stopped
// again, with a new alarm.
func (e *Engine) Resume(ctx context.Context, log Log) (*Inconsistency, error) {
	items, err := e.Table.Get(ctx, log.stateKey())
	if err != nil {
		return nil, fmt.Errorf("read log: %w", err)
	}
	if !items[0].Found() {
		return nil, kaibo.Errorf(kaibo.NotFound, "there is no such log")
	}
	s := &state{}
	if err := items[0].Decode(s); err != nil {
		return nil, fmt.Errorf("read log: %w", err)
	}
	if s.Stop == nil {
		return nil, kaibo.Errorf(kaibo.Conflict, "the log is not stopped")
	}
	was := s.Stop
	again := state{Log: log, Origin: s.Origin, Signed: s.Signed, Cosign: s.Cosign, Again: true, tree: &tree{}, version: items[0].Version}
	if err := e.Table.Commit(ctx, []kaibo.Write{again.write()}); err != nil {
		return nil, fmt.Errorf("take log up again: %w", err)
	}
	return was, nil
}

// Stopped answers why a log is stopped; nil when it is not.
func (e *Engine) Stopped(ctx context.Context, log Log) (*Inconsistency, error) {
	items, err := e.Table.Get(ctx, log.stateKey())
	if err != nil {
		return nil, fmt.Errorf("read log: %w", err)
	}
	s := &state{}
	if items[0].Found() {
		if err := items[0].Decode(s); err != nil {
			return nil, fmt.Errorf("read log: %w", err)
		}
	}
	return s.Stop, nil
}
