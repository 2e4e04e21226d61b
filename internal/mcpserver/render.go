package mcpserver

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// render writes the answer of a verb: some verbs have words of their own, the
// others show their JSON between marks.
func (s *Server) render(v verbs.Verb, a arguments, out []byte) (*mcp.CallToolResult, error) {
	if len(out) > kaibo.MaxBodyBytes {
		return nil, kaibo.Errorf(kaibo.TooLarge, "the answer would be longer than %d bytes; ask for less", kaibo.MaxBodyBytes)
	}
	before, lines, err := words(v.Spec().Name, a, out)
	if err != nil {
		return nil, &kaibo.Error{Op: "read answer of " + v.Spec().Name, Err: err}
	}
	if lines == nil {
		lines = []string{fence.OneLine(string(out))}
	}
	if len(lines) == 0 {
		return result(before, out), nil
	}
	text, err := s.fenced(before, cut(lines))
	if err != nil {
		return nil, err
	}
	return result(text, out), nil
}

// cut ends a text that no agent could take in; the structured twin is whole.
func cut(lines []string) []string {
	size := 0
	for i, line := range lines {
		if size+len(line) <= maxAnswer {
			size += len(line)
			continue
		}
		kept := append([]string{}, lines[:i]...)
		if i == 0 {
			kept = append(kept, strings.ToValidUTF8(line[:maxAnswer], ""))
		}
		return append(kept, "… cut here; the structured answer is whole")
	}
	return lines
}

// words says what a verb answered: first what is ours, then lines with text
// from memory. No lines at all, not even an empty list, means that the answer's
// JSON is to be shown.
func words(verb string, a arguments, out []byte) (before string, lines []string, err error) {
	switch verb {
	case "remember":
		return rememberWords(out)
	case "memories":
		return memoriesWords(out)
	case "forget":
		return forgetWords(a, out)
	case "projects.delete":
		if a.isTrue(argDryRun) {
			return "A dry run: nothing was deleted. To delete exactly this, call projects_delete again with the preview below as expect.", nil, nil
		}
	}
	return textWords(verb, out)
}

// textWords are the lines of an answer that says itself in words, as those about
// the curated graph do.
func textWords(verb string, out []byte) (string, []string, error) {
	v, ok := verbs.Lookup(verb)
	if !ok || !slices.ContainsFunc(verbs.Fields(v.Output()), func(f verbs.Field) bool { return f.Name == "text" && f.Type.Kind() == reflect.String }) {
		return "", nil, nil
	}
	var got struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(out, &got); err != nil || got.Text == "" {
		return "", nil, err
	}
	var lines []string
	for line := range strings.SplitSeq(got.Text, "\n") {
		lines = append(lines, fence.OneLine(line))
	}
	return "", lines, nil
}

func memoryLine(n int, m *kaibo.Memory) string {
	it := item{N: n, MemoryID: m.ID, Date: dateOf(m.RecordedAt), Actor: m.Type, Text: m.Content, Status: m.Status}
	if m.Provisional {
		it.Marks = append(it.Marks, "provisional")
	}
	if m.Disputed {
		it.Marks = append(it.Marks, "disputed")
	}
	return it.line()
}

func memoryLines(memories []kaibo.Memory) []string {
	lines := make([]string, len(memories))
	for i := range memories {
		lines[i] = memoryLine(i+1, &memories[i])
	}
	return lines
}

func rememberWords(out []byte) (string, []string, error) {
	var got struct {
		verbs.Remembered
		Items []verbs.Remembered `json:"items"`
	}
	if err := json.Unmarshal(out, &got); err != nil {
		return "", nil, err
	}
	answers := got.Items
	if answers == nil {
		answers = []verbs.Remembered{got.Remembered}
	}
	var says []string
	memories := []kaibo.Memory{}
	for i := range answers {
		says = append(says, rememberedWords(&answers[i]))
		memories = append(memories, answers[i].Memories...)
	}
	before := strings.Join(says, "\n")
	if len(memories) == 0 {
		return before + " It led to no memory.", []string{}, nil
	}
	return before, memoryLines(memories), nil
}

func rememberedWords(r *verbs.Remembered) string {
	says := fmt.Sprintf("Remembered as %s, %s %d.", r.Event.ID, r.Event.Stream, r.Event.Seq)
	switch {
	case r.Forgotten:
		says = fmt.Sprintf("Nothing was added: this idempotencyKey named %s, which was forgotten since.", r.Event.ID)
	case r.PayloadDiffers:
		says = fmt.Sprintf("Nothing was added: this idempotencyKey named %s, %s %d, with another content.", r.Event.ID, r.Event.Stream, r.Event.Seq)
	case r.Replayed:
		says = fmt.Sprintf("Nothing was added: %s, %s %d, is there already.", r.Event.ID, r.Event.Stream, r.Event.Seq)
	}
	switch r.Job.Status {
	case kaibo.JobQueued, kaibo.JobRunning:
		says += fmt.Sprintf(" It can be recalled as a quote now; job {\"id\": %q, \"wait\": true} waits for what it says.", r.Job.ID)
	case kaibo.JobFailed:
		says += fmt.Sprintf(" Its job failed; job {\"id\": %q, \"retry\": true} takes it up again.", r.Job.ID)
	}
	return says
}

func memoriesWords(out []byte) (string, []string, error) {
	var got verbs.MemoriesOut
	if err := json.Unmarshal(out, &got); err != nil {
		return "", nil, err
	}
	if len(got.Items) == 0 {
		return "No memory is so.", []string{}, nil
	}
	before := ""
	if got.NextCursor != "" {
		before = "There are more: go on with cursor " + got.NextCursor
	}
	return before, memoryLines(got.Items), nil
}

func forgetWords(a arguments, out []byte) (string, []string, error) {
	if !a.isTrue(argDryRun) {
		var got verbs.ForgetDone
		if err := json.Unmarshal(out, &got); err != nil {
			return "", nil, err
		}
		return forgottenWords(&got), []string{}, nil
	}
	var got verbs.ForgetPreview
	if err := json.Unmarshal(out, &got); err != nil {
		return "", nil, err
	}
	if len(got.Matches)+len(got.Events) == 0 {
		return "A dry run: nothing would be forgotten.", []string{}, nil
	}
	before := fmt.Sprintf("A dry run: nothing was forgotten. It would take %d memories and %d events, for good. To forget exactly "+
		"these, call forget with the same arguments without dryRun, and \"expect\": %q.", len(got.Matches)+got.Omitted, len(got.Events), got.Preview)
	lines := memoryLines(got.Matches)
	if len(lines) == 0 {
		return before + " The events: " + strings.Join(got.Events, ", ") + ".", lines, nil
	}
	return before, lines, nil
}

func forgottenWords(d *verbs.ForgetDone) string {
	receipts := d.Receipts
	if len(receipts) == 0 {
		receipts = []kaibo.Receipt{d.Receipt}
	}
	memories, events := 0, 0
	for i := range receipts {
		memories += len(receipts[i].MemoryIDs)
		events += len(receipts[i].EventIDs)
	}
	says := fmt.Sprintf("Forgotten: %d memories and %d events. Receipt %s, entry %d of the deletion ledger. No read shows the text from now on.",
		memories, events, d.Receipt.ID, d.Receipt.Seq)
	if d.Receipt.PurgeAt != nil {
		says += " It is gone from every store at " + d.Receipt.PurgeAt.String() + "."
	}
	return says
}
