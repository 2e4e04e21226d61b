package kaibo

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/verify"
	"github.com/kaibo-dev/kaibo/internal/wire"
)

// version is that of this module in the program that links it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/kaibo-dev/kaibo" {
				return m.Version
			}
		}
	}
	return "0.0.0-dev"
}

// Remember appends one event. In says more of it; its Content is replaced by
// content. Nil says nothing more.
func (c *Client) Remember(ctx context.Context, content string, in *RememberIn) (*Remembered, error) {
	var all RememberIn
	if in != nil {
		all = *in
	}
	all.Content = &content
	out, err := c.RememberAll(ctx, &all)
	if err != nil {
		return nil, err
	}
	return out.Remembered, nil
}

// Recall answers a question, or abstains. In says more of it; its Question is
// replaced by question. Nil says nothing more.
func (c *Client) Recall(ctx context.Context, question string, in *RecallIn) (*Pack, error) {
	var all RecallIn
	if in != nil {
		all = *in
	}
	all.Question = question
	pack := new(Pack)
	return pack, c.Call(ctx, "recall", &all, pack)
}

// Explain shows where a memory came from, down to the events.
func (c *Client) Explain(ctx context.Context, memoryID string) (*ExplainOut, error) {
	return c.ExplainWith(ctx, &ExplainIn{MemoryID: memoryID})
}

// Pack is the answer of recall.
type Pack struct{ recall.Answer }

// Top returns the best item; false when memory abstains.
func (p *Pack) Top() (Item, bool) {
	if len(p.Items) == 0 {
		return Item{}, false
	}
	return p.Items[0], true
}

// Text is the answer for a prompt: a line an item between two marks that are
// random and made anew for each call, so that nothing in it can end the passage
// or pass for another item. The marks, dates and names come on top of the
// budget. When memory abstains, it says so.
func (p *Pack) Text() string {
	if len(p.Items) == 0 {
		return "Memory does not know: " + strings.TrimRight(fence.OneLine(p.Abstain.Reason), ".") + "."
	}
	lines := make([]string, len(p.Items))
	for i := range p.Items {
		lines[i] = fmt.Sprintf("[%d] %s", i+1, lineOf(&p.Items[i]))
	}
	mark, err := fence.Mark(rand.Reader, lines...)
	if err != nil {
		panic(err) // crypto/rand does not fail, and a random mark stands in no text
	}
	return fence.Wrap(mark, "", lines)
}

func lineOf(it *Item) string {
	var b strings.Builder
	if len(it.Citations) > 0 {
		b.WriteString(it.Citations[0].OccurredAt.Std().Format("2006-01-02"))
		if actor := it.Citations[0].Actor; actor != "" {
			b.WriteString(" " + fence.InActor(actor))
		}
		b.WriteString(": ")
	}
	b.WriteString(fence.InItem(it.Text) + " (" + it.MemoryID + ")")
	var marks []string
	if it.Status != kaibo.StatusCurrent {
		marks = append(marks, it.Status)
	}
	for _, m := range []struct {
		is   bool
		says string
	}{{it.Upcoming, "upcoming"}, {it.Past, "past"}, {it.Disputed, "disputed"}, {it.Provisional, "provisional"}} {
		if m.is {
			marks = append(marks, m.says)
		}
	}
	for _, id := range it.ConflictsWith {
		marks = append(marks, "conflicts with "+id)
	}
	if len(marks) > 0 {
		b.WriteString(" " + strings.Join(marks, ", "))
	}
	return b.String()
}

// RecallEvent is one part of a recall as it comes in: one field is set.
type RecallEvent struct {
	Candidates []recall.Candidate // what may answer, before it is packed
	Packed     *Item              // an item of the answer
	Final      *Pack              // the whole answer, last
}

// RecallStream answers a question by parts. Breaking off the loop ends the call.
func (c *Client) RecallStream(ctx context.Context, question string, in *RecallIn) iter.Seq2[RecallEvent, error] {
	return func(yield func(RecallEvent, error) bool) {
		var all RecallIn
		if in != nil {
			all = *in
		}
		all.Question = question
		body, err := json.Marshal(&all)
		if err != nil {
			yield(RecallEvent{}, err)
			return
		}
		header := http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}}
		resp, err := c.send(ctx, http.MethodPost, "/v1/recall", header, body)
		if err != nil {
			yield(RecallEvent{}, err)
			return
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 300 {
			yield(RecallEvent{}, refused(resp))
			return
		}
		readRecall(resp.Body, yield)
	}
}

// readRecall reads server-sent events until the final one.
func readRecall(r io.Reader, yield func(RecallEvent, error) bool) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxAnswer)
	event := ""
	for lines.Scan() {
		name, value, _ := bytes.Cut(lines.Bytes(), []byte(": "))
		switch string(name) {
		case "event":
			event = string(value)
		case "data":
			e, err := recallEvent(event, value)
			if !yield(e, err) || err != nil || e.Final != nil {
				return
			}
		}
	}
	err := lines.Err()
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	yield(RecallEvent{}, &Error{Code: codeNetwork, Detail: err.Error(), Err: err})
}

func recallEvent(event string, data []byte) (e RecallEvent, err error) {
	switch event {
	case "candidates":
		var all struct{ Candidates []recall.Candidate }
		err = json.Unmarshal(data, &all)
		e.Candidates = all.Candidates
	case "packed":
		e.Packed = new(Item)
		err = json.Unmarshal(data, e.Packed)
	case "final":
		e.Final = new(Pack)
		err = json.Unmarshal(data, e.Final)
	case "error":
		var p Error
		err = json.Unmarshal(data, &struct {
			Code   *string
			Status *int
			Detail *string
			Errors *[]FieldError
		}{&p.Code, &p.Status, &p.Detail, &p.Fields})
		if err == nil {
			err = &p
		}
	}
	return e, err
}

// VerifyOptions say what a verification goes by; see the fields' own words.
type VerifyOptions = verify.Options

// VerifyReport is what a verification found. OK reports whether all holds.
type VerifyReport = verify.Report

// Verify recomputes every hash from what the server serves, on this side: what
// kaibo verify does. Keep the report's Memory and give it the next time: then a
// history that was rewritten in between is found.
func (c *Client) Verify(ctx context.Context, o VerifyOptions) (*VerifyReport, error) {
	return verify.Run(ctx, wire.Source{Server: reading{c}}, o)
}

// reading implements wire.Server.
type reading struct{ c *Client }

// Read implements wire.Server.
func (r reading) Read(ctx context.Context, path, accept string, into []byte) ([]byte, error) {
	resp, err := r.c.send(ctx, http.MethodGet, path, http.Header{"Accept": {accept}}, nil)
	if err != nil {
		return into, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return into, kinded(refused(resp))
	}
	b := bytes.NewBuffer(into)
	if _, err := b.ReadFrom(io.LimitReader(resp.Body, maxAnswer)); err != nil {
		return into, &Error{Code: codeNetwork, Detail: err.Error(), Err: err}
	}
	return b.Bytes(), nil
}

// Ask implements wire.Server.
func (r reading) Ask(ctx context.Context, verb string, body []byte) ([]byte, error) {
	answer, err := r.c.post(ctx, verb, body)
	return answer, kinded(err)
}

// kinded gives an answer that is a problem the kind that verify looks for.
func kinded(err error) error {
	for _, kind := range []kaibo.Kind{kaibo.Gone, kaibo.Internal, kaibo.Invalid, kaibo.NotFound} {
		if err != nil && CodeOf(err) == kind.String() {
			return &kaibo.Error{Kind: kind, Detail: err.Error(), Err: err}
		}
	}
	return err
}
