package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// postStreaming runs a verb that tells its progress and returns the data of
// its last event, which is the answer.
func (c *client) postStreaming(ctx context.Context, verb string, body []byte, tell func(done, total uint64), part func(verbs.Maintained)) ([]byte, error) {
	resp, err := c.send(ctx, http.MethodPost, "/v1/"+verb, http.Header{
		"Content-Type": {"application/json"}, "Accept": {"text/event-stream"},
	}, body)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var answer []byte
	err = readEvents(resp.Body, func(event string, data []byte) error {
		switch event {
		case "progress":
			var p verbs.Progress
			if err := json.Unmarshal(data, &p); err != nil {
				return fmt.Errorf("read progress: %w", err)
			}
			tell(p.Done, p.Total)
		case "project":
			var done verbs.Maintained
			if err := json.Unmarshal(data, &done); err != nil {
				return fmt.Errorf("read progress: %w", err)
			}
			part(done)
		case "final":
			answer = bytes.Clone(data)
		case "error":
			var p problemError
			if err := json.Unmarshal(data, &p.problem); err != nil {
				return fmt.Errorf("read problem: %w", err)
			}
			p.request = resp.Header.Get("X-Request-Id")
			return &p
		}
		return nil
	})
	if err == nil && answer == nil {
		err = c.unreachable(ctx, io.ErrUnexpectedEOF)
	}
	return answer, err
}

// readEvents reads server-sent events as this program's server frames them:
// a line with the name, one with the data, an empty one.
func readEvents(r io.Reader, each func(event string, data []byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, kaibo.MaxBodyBytes+1<<10)
	event := ""
	for lines.Scan() {
		name, value, _ := bytes.Cut(lines.Bytes(), []byte(": "))
		switch string(name) {
		case "event":
			event = string(value)
		case "data":
			if err := each(event, value); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}
