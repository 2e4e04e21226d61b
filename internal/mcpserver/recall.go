package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/recall"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

const verbRecall = "recall"

// answered is what is read of a recall's answer.
type answered struct {
	Items   []recall.Item  `json:"items"`
	Abstain recall.Abstain `json:"abstain"`
}

// item is the structured twin of a line.
type item struct {
	N        int         `json:"n"`
	MemoryID string      `json:"memoryId"`
	Date     string      `json:"date"` // when it was said
	Actor    string      `json:"actor,omitempty"`
	Text     string      `json:"text"`
	Status   string      `json:"status"`
	Marks    []string    `json:"marks,omitempty"`
	Why      *recall.Why `json:"why,omitempty"`
}

// abstention is what an agent needs of recall's own.
type abstention struct {
	Abstained  bool     `json:"abstained"`
	Code       string   `json:"code,omitempty"`
	Reason     string   `json:"reason,omitempty"`
	Ungrounded []string `json:"ungrounded,omitempty"`
	Confidence float64  `json:"confidence"`
}

// recalled is the structured answer.
type recalled struct {
	Items   []item      `json:"items"`
	Abstain *abstention `json:"abstain,omitempty"`
}

// tries is how often a question is asked: again with a smaller budget while the
// lines, marks and names around the texts take the answer over the budget.
const tries = 4

// recall answers a question within the budget: its text with the marks, and its
// structured twin, each. The budget of the verb counts the texts alone, so it
// is asked for less, by what stands around them.
func (s *Server) recall(ctx context.Context, a arguments) (*mcp.CallToolResult, error) {
	budget, err := budgetOf(a)
	if err != nil {
		return nil, err
	}
	if !tokens.Linked() {
		return nil, &kaibo.Error{Op: "recall", Err: fmt.Errorf("this program links no vocabulary to count budgets in")}
	}
	mark, err := fence.Mark(s.options.Random)
	if err != nil {
		return nil, err
	}
	inner := max(1, budget-tokens.Count(fence.Wrap(mark, "", nil)))
	var got answered
	for range tries {
		next, err := s.ask(ctx, a, inner)
		if err != nil {
			return nil, err
		}
		if len(next.Items) == 0 && len(got.Items) > 0 {
			break // too little was asked for: of what came before, the first items may fit
		}
		got = next
		over, used, err := s.excess(&got, budget)
		if err != nil {
			return nil, err
		}
		if over <= 0 || used <= 1 {
			break
		}
		// What stands around a text grows with the number of texts, so both
		// shrink together.
		inner = max(1, min(used-1, used*budget/(budget+over)))
	}
	return s.pack(&got, budget)
}

// budgetOf reads the budget; a malformed one is left to the verb to refuse.
func budgetOf(a arguments) (int, error) {
	budget := kaibo.DefaultBudget
	raw, given := a["budget"]
	if !given {
		return budget, nil
	}
	if err := json.Unmarshal(raw, &budget); err != nil || budget < 1 || budget > kaibo.MaxBudget {
		return 0, kaibo.InvalidField("budget", "must be an integer from 1 to %d", kaibo.MaxBudget)
	}
	return budget, nil
}

func (s *Server) ask(ctx context.Context, a arguments, budget int) (answered, error) {
	asked := arguments{}
	for name, value := range a {
		asked[name] = value
	}
	var got answered
	if err := asked.set("budget", budget); err != nil {
		return got, err
	}
	body, err := asked.body()
	if err != nil {
		return got, err
	}
	out, err := s.run(ctx, verbRecall, body, "")
	if err != nil {
		return got, err
	}
	if err := json.Unmarshal(out, &got); err != nil {
		return got, &kaibo.Error{Op: "read answer of recall", Err: err}
	}
	return got, nil
}

// excess is by how many tokens the whole of an answer is over the budget, and
// how many its texts have.
func (s *Server) excess(got *answered, budget int) (over, used int, err error) {
	text, twin, err := s.write(got, len(got.Items))
	if err != nil {
		return 0, 0, err
	}
	for i := range got.Items {
		used += got.Items[i].Tokens
	}
	return max(tokens.Count(text), countJSON(twin)) - budget, used, nil
}

// pack writes as many items, from the best, as fit. When not one does, the
// answer abstains, in as many words as fit: in none, when the budget is so small.
func (s *Server) pack(got *answered, budget int) (*mcp.CallToolResult, error) {
	for n := len(got.Items); n > 0; n-- {
		text, twin, err := s.write(got, n)
		if err != nil {
			return nil, err
		}
		if tokens.Count(text) <= budget && countJSON(twin) <= budget {
			return result(text, twin), nil
		}
	}
	why := abstentionOf(&got.Abstain)
	if len(got.Items) > 0 || why.Code == recall.OverBudget { // whose own words name the budget of the texts alone
		why = &abstention{Abstained: true, Code: recall.OverBudget, Confidence: got.Abstain.Confidence,
			Reason: "Something in memory answers this, and nothing of it fits the budget; ask again with a larger one."}
	}
	return abstain(why, budget), nil
}

// abstain says that there is no answer, in the longest form that fits.
func abstain(a *abstention, budget int) *mcp.CallToolResult {
	said := "I don't know (" + a.Code + "): " + fence.OneLine(a.Reason)
	text := ""
	for _, form := range []string{
		said + " Do not guess: say so, or ask.",
		said,
		"I don't know (" + a.Code + ").",
		a.Code,
	} {
		if a.Code == recall.OverBudget && tokens.Count(said) > budget {
			break
		}
		if tokens.Count(form) <= budget {
			text = form
			break
		}
	}
	if text == "" && a.Code == recall.OverBudget {
		text = tooSmall(budget)
	}
	short := *a
	short.Reason, short.Ungrounded = "", nil
	twin := json.RawMessage(`{}`) // one token, which every budget has
	for _, form := range []any{recalled{Items: []item{}, Abstain: a}, recalled{Items: []item{}, Abstain: &short},
		map[string]any{"items": []item{}, "abstain": map[string]any{"abstained": true}},
		map[string]any{"abstain": map[string]any{"abstained": true}},
		map[string]any{"budget": enough}} {
		if b, err := json.Marshal(form); err == nil && countJSON(b) <= budget {
			twin = b
			break
		}
	}
	return result(text, twin)
}

// enough is a budget that an answer fits with the marks, names and ids around
// it, which take some 150 tokens of it.
const enough = 300

// tooSmall says that a budget has no room for an answer, and what to do, in the
// longest form that fits.
func tooSmall(budget int) string {
	more := strconv.Itoa(enough)
	for _, form := range []string{
		"I don't know (" + recall.OverBudget + "): something answers this, and the budget is too small for it and its marks; ask again with " + more + ".",
		"Budget too small for an answer and its marks; ask again with " + more + ".",
		"Budget too small; ask with " + more + ".",
		"Use budget " + more,
		recall.OverBudget + " " + more,
	} {
		if tokens.Count(form) <= budget {
			return form
		}
	}
	return recall.OverBudget
}

func abstentionOf(a *recall.Abstain) *abstention {
	out := abstention(struct {
		Abstained  bool
		Code       string
		Reason     string
		Ungrounded []string
		Confidence float64
	}{a.Abstained, a.Code, a.Reason, a.Ungrounded, a.Confidence})
	return &out
}

// write makes text and twin of the first n items.
func (s *Server) write(got *answered, n int) (string, json.RawMessage, error) {
	out := recalled{Items: make([]item, n), Abstain: abstentionOf(&got.Abstain)}
	lines := make([]string, n)
	for i := range n {
		out.Items[i] = itemOf(i+1, &got.Items[i])
		lines[i] = out.Items[i].line()
	}
	twin, err := json.Marshal(out)
	if err != nil {
		return "", nil, &kaibo.Error{Op: "write answer", Err: err}
	}
	text, err := s.fenced("", lines)
	if err != nil {
		return "", nil, err
	}
	if len(got.Abstain.Ungrounded) > 0 { // words of the question, which is the caller's own
		text += "\nNot borne out by any of it: " + fence.OneLine(strings.Join(got.Abstain.Ungrounded, ", ")) + "."
	}
	return text, twin, nil
}

func itemOf(n int, it *recall.Item) item {
	out := item{N: n, MemoryID: it.MemoryID, Text: it.Text, Status: it.Status, Why: it.Why}
	if len(it.Citations) > 0 {
		out.Date, out.Actor = dateOf(it.Citations[0].OccurredAt), it.Citations[0].Actor
	}
	for _, m := range []struct {
		holds bool
		mark  string
	}{{it.Upcoming, "upcoming"}, {it.Past, "past"}, {it.Disputed, "disputed"}, {it.Provisional, "provisional"}} {
		if m.holds {
			out.Marks = append(out.Marks, m.mark)
		}
	}
	for _, id := range it.ConflictsWith {
		out.Marks = append(out.Marks, "conflicts with "+id)
	}
	return out
}

// line writes an item as the contract has it: [n] date actor: text (id), and
// after that what sets it apart from one that simply holds.
func (it *item) line() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%d] %s", it.N, it.Date)
	if it.Actor != "" {
		b.WriteString(" " + fence.InActor(it.Actor))
	}
	b.WriteString(": " + fence.InItem(it.Text) + " (" + it.MemoryID + ")")
	marks := it.Marks
	if it.Status != kaibo.StatusCurrent {
		marks = append([]string{it.Status}, marks...)
	}
	if len(marks) > 0 {
		b.WriteString(" " + strings.Join(marks, ", "))
	}
	return b.String()
}

func dateOf(t kaibo.Time) string { return t.Std().Format("2006-01-02") }

// countJSON counts what a client counts: the value as it was sent, or written
// again with its members in order, by Go, which escapes what HTML would take for
// a tag, or by others.
func countJSON(b json.RawMessage) int {
	n := tokens.Count(string(b))
	var v any
	if json.Unmarshal(b, &v) != nil {
		return n
	}
	if escaped, err := json.Marshal(v); err == nil {
		n = max(n, tokens.Count(string(escaped)))
	}
	var plain strings.Builder
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return n
	}
	return max(n, tokens.Count(strings.TrimSpace(plain.String())))
}

// result is a tool's answer: text for an agent, and its structured twin.
func result(text string, twin json.RawMessage) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, StructuredContent: twin}
}

// fenced puts lines between marks of their own.
func (s *Server) fenced(before string, lines []string) (string, error) {
	mark, err := fence.Mark(s.options.Random, lines...)
	if err != nil {
		return "", err
	}
	return fence.Wrap(mark, before, lines), nil
}
