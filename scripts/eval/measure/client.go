package measure

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// client speaks the public API.
type client struct {
	url, key string
}

// answer is what a recall answered.
type answer struct {
	Used    int       `json:"used"`
	Items   []cited   `json:"items"`
	Abstain abstained `json:"abstain"`

	candidates []cited // of a streamed recall
}

type cited struct {
	Citations []struct {
		EventID string `json:"eventId"`
	} `json:"citations"`
}

type abstained struct {
	Abstained  bool               `json:"abstained"`
	Code       string             `json:"code"`
	Confidence float64            `json:"confidence"`
	Signals    map[string]float64 `json:"signals"`
}

// events returns the events that the first n lines cite, each once, in order.
func events(lines []cited, n int) []string {
	var out []string
	seen := map[string]bool{}
	for _, line := range lines[:min(n, len(lines))] {
		for _, c := range line.Citations {
			if !seen[c.EventID] {
				seen[c.EventID] = true
				out = append(out, c.EventID)
			}
		}
	}
	return out
}

// do sends a request and hands the body of an answer that is no error to read.
func (c *client) do(ctx context.Context, method, project, path string, body any, accept string, read func(io.Reader) error) error {
	var sent io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.url+path, sent)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", accept)
	req.Header.Set("Kaibo-Project", project)
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode >= http.StatusMultipleChoices {
		problem, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
		return fmt.Errorf("%s %s: %d %s", method, path, resp.StatusCode, problem)
	}
	return read(resp.Body)
}

// post calls a verb and decodes its answer.
func (c *client) post(ctx context.Context, project, verb string, in, out any) error {
	return c.do(ctx, http.MethodPost, project, "/v1/"+verb, in, "application/json",
		func(r io.Reader) error { return json.NewDecoder(r).Decode(out) })
}

func (c *client) get(ctx context.Context, project, path string, out any) error {
	return c.do(ctx, http.MethodGet, project, path, nil, "application/json",
		func(r io.Reader) error { return json.NewDecoder(r).Decode(out) })
}

// ask recalls and decodes one JSON answer.
func (c *client) ask(ctx context.Context, project string, in map[string]any) (*answer, error) {
	var a answer
	if err := c.post(ctx, project, "recall", in, &a); err != nil {
		return nil, err
	}
	return &a, nil
}

// watch recalls as a stream: the answer, and the candidates before it.
func (c *client) watch(ctx context.Context, project string, in map[string]any) (*answer, error) {
	var a answer
	var shown struct {
		Candidates []cited `json:"candidates"`
	}
	err := c.do(ctx, http.MethodPost, project, "/v1/recall", in, "text/event-stream", func(r io.Reader) error {
		return readStream(r, func(event string, data []byte) error {
			switch event {
			case "candidates":
				return json.Unmarshal(data, &shown)
			case "final":
				return json.Unmarshal(data, &a)
			case "error":
				return fmt.Errorf("recall: %s", data)
			}
			return nil
		})
	})
	a.candidates = shown.Candidates
	return &a, err
}

// maxEventBytes bounds one event of a stream: an answer is under 4 MiB.
const maxEventBytes = 8 << 20

// readStream reads server-sent events.
func readStream(r io.Reader, each func(event string, data []byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxEventBytes)
	event := ""
	var data []byte
	for lines.Scan() {
		line := lines.Text()
		switch {
		case line == "":
			if event != "" {
				if err := each(event, data); err != nil {
					return err
				}
			}
			event, data = "", nil
		case strings.HasPrefix(line, "event:"):
			event = strings.TrimSpace(line[len("event:"):])
		case strings.HasPrefix(line, "data:"):
			data = append(data, strings.TrimPrefix(line[len("data:"):], " ")...)
		}
	}
	return lines.Err()
}
