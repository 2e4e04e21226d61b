package hints_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/cloud/hints"
)

// signer notes what it is asked to sign.
type signer struct {
	logs   []checkpoint.Log
	sweeps int
	sum    checkpoint.Summary
	err    error
}

func (s *signer) Run(_ context.Context, logs []checkpoint.Log) (checkpoint.Summary, error) {
	s.logs = append(s.logs, logs...)
	return s.sum, s.err
}

func (s *signer) Sweep(context.Context) (checkpoint.Summary, error) {
	s.sweeps++
	return s.sum, s.err
}

func TestTheStreamNamesTheLogs(t *testing.T) {
	record := func(pk string) string {
		return `{"eventName": "INSERT", "dynamodb": {"Keys": {"pk": {"S": "` + pk + `"}, "sk": {"S": "1"}}}}`
	}
	event := `{"Records": [` + record("prj_a/e/main") + `,` + record("prj_a/e/main") + `,` + record("prj_b/x") + `,` +
		record("nonsense") + `,` + record("/e/main") + `,` + record("prj_a/e/") + `, {"dynamodb": {"Keys": {"pk": {"N": "1"}}}}, {}]}`
	s := &signer{}
	if _, err := hints.Checkpoint(s)(context.Background(), json.RawMessage(event)); err != nil {
		t.Fatal(err)
	}
	if want := []checkpoint.Log{{Project: "prj_a", Stream: "main"}, {Project: "prj_b"}}; !slices.Equal(s.logs, want) {
		t.Errorf("signed %v, want %v", s.logs, want)
	}
}

func TestTheScheduleSweeps(t *testing.T) {
	s := &signer{}
	handle := hints.Checkpoint(s)
	if _, err := handle(context.Background(), json.RawMessage(`{"task": "sweep"}`)); err != nil || s.sweeps != 1 {
		t.Errorf("%d sweeps, %v", s.sweeps, err)
	}
	for _, bad := range []string{`{}`, `{"task": "due"}`, `[]`, `{"Records": 1}`} {
		if _, err := handle(context.Background(), json.RawMessage(bad)); err == nil || s.sweeps != 1 || len(s.logs) != 0 {
			t.Errorf("%s is taken", bad)
		}
	}
}

// What was not looked at comes again; a log that stopped does not.
func TestWhatComesAgain(t *testing.T) {
	for _, c := range []struct {
		s     signer
		again bool
	}{
		{signer{}, false},
		{signer{sum: checkpoint.Summary{Stopped: 1}}, false},
		{signer{sum: checkpoint.Summary{Busy: true}}, true},
		{signer{err: errors.New("no answer")}, true},
	} {
		if _, err := hints.Checkpoint(&c.s)(context.Background(), json.RawMessage(`{"task": "sweep"}`)); (err != nil) != c.again {
			t.Errorf("%+v: %v", c.s, err)
		}
	}
}
