//go:build !lean

package verbs

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/tokens"
)

// Brief is a node in few words, as awake and the lists of upkeep have it.
type Brief struct {
	ID      string      `json:"id" doc:"The node."`
	Type    string      `json:"type" doc:"What it is: an idea, a task, a fact …"`
	Name    string      `json:"name,omitempty" doc:"Its name."`
	Text    string      `json:"text,omitempty" doc:"What it says, on one line; cut, with … at its end, where it is long."`
	Status  string      `json:"status,omitempty" doc:"Absent while it is current: superseded, canceled or flagged (under review)."`
	State   string      `json:"state,omitempty" doc:"Where its work stands, when it is not open: doing, blocked, done, dropped, or a board's word."`
	Verdict string      `json:"verdict,omitempty" doc:"Of a claim, when it is not open: confirmed, refuted or inconclusive."`
	Settled bool        `json:"settled,omitempty" doc:"It is settled knowledge."`
	Roles   []string    `json:"roles,omitempty" doc:"In awake and overview: the roles of the initiative that it has."`
	Due     *kaibo.Time `json:"due,omitempty" doc:"When it should be done."`
	Overdue bool        `json:"overdue,omitempty" doc:"It should have been done before."`
	Remind  *kaibo.Time `json:"remind,omitempty" doc:"When to be reminded of it."`
	For     int         `json:"for,omitempty" doc:"Of a claim: pieces of evidence that speak for it."`
	Against int         `json:"against,omitempty" doc:"Of a claim: pieces of evidence that speak against it."`
	Because string      `json:"because,omitempty" doc:"Why it is pinned, under review, stale or ended, why a claim is decided, or why a review was closed."`
	By      string      `json:"by,omitempty" doc:"Name or id of what took its place, or blocks it."`
	Stale   bool        `json:"stale,omitempty" doc:"Of a chain: it is not what the graph says any more."`
	Verb    string      `json:"verb,omitempty" doc:"What last changed it."`
	Actor   string      `json:"actor,omitempty" doc:"Who did that."`
	At      *kaibo.Time `json:"at,omitempty" doc:"When that was recorded."`

	kind      string // why it is told: it shapes the line
	successor string // what that says which took its place, where By is an id
}

// maxBriefTokens is how long a node's words are in a list at most: some two
// sentences. What a list is for is to show much in little; at shows the rest.
const maxBriefTokens = 60

// brief makes few words of a node that was loaded.
func (l *look) brief(n *graph.Node) Brief {
	b := Brief{ID: n.ID, Type: l.typeOf(n), Name: n.Name, Text: cutTokens(l.text(n.ID), maxBriefTokens), Settled: n.Tier == graph.TierSettled, Roles: l.roles[n.ID]}
	if rev, ok := l.stands(n); ok && rev.Status != kaibo.StatusCurrent {
		b.Status = rev.Status
	}
	if n.State != "" && n.State != "open" {
		b.State = n.State
	}
	if n.Verdict != graph.VerdictOpen {
		b.Verdict = n.Verdict
	}
	if n.Due != kaibo.Forever && n.Type == graph.TypeTask {
		due := n.Due
		b.Due, b.Overdue = &due, n.Overdue(l.asOf) && !n.Closed()
	}
	return b
}

// typeOf is the type of a node, which of an automatic memory its record has.
func (l *look) typeOf(n *graph.Node) string {
	if r := l.records[n.ID]; n.Type == "" && r != nil {
		return r.Type
	}
	return n.Type
}

// changed notes in a brief what last changed its node, where the caller sees
// who and why.
func (b *Brief) changed(l *look, c *graph.Change) {
	if c.Number == 0 {
		return
	}
	at := c.RecordedAt
	b.At, b.Verb = &at, c.Verb
	if l.scope.Said(c) {
		b.Actor = fence.OneLine(c.Actor)
		if b.Because == "" {
			b.Because = cutTokens(fence.OneLine(c.Reason), maxBriefTokens/2)
		}
	}
}

// decided notes in a brief why a claim has its verdict, or why a review was
// closed, where the caller sees that.
func (b *Brief) decided(l *look, c *graph.Change) {
	if c.Number == 0 || c.Reason == "" || b.Because != "" || !l.scope.Said(c) {
		return
	}
	b.Because = cutTokens(fence.OneLine(c.Reason), maxBriefTokens/2)
	if b.Verdict == "" {
		b.Because = "review closed: " + b.Because
	}
}

// label is how a line names a node: by its name, or by its id when it has none.
func (b *Brief) label() string {
	if b.Name != "" {
		return fence.OneLine(b.Name)
	}
	return b.ID
}

// line is the brief as one line of a text.
func (b *Brief) line() string {
	var s strings.Builder
	s.WriteString("- ")
	if marks := b.marks(); len(marks) > 0 {
		fmt.Fprintf(&s, "[%s] ", strings.Join(marks, ", "))
	}
	s.WriteString(b.label())
	if b.Text != "" {
		s.WriteString(": " + b.Text)
	}
	if b.Because != "" {
		s.WriteString(" (" + b.Because + ")")
	}
	if b.By != "" && b.kind == kindEnded {
		s.WriteString(" → " + fence.OneLine(b.By))
		if b.successor != "" {
			s.WriteString(": " + b.successor)
		}
	}
	return s.String()
}

// Why a node is told.
const (
	kindEnded  = "ended"
	kindRecent = "recent"
)

// marks are the words in front of a line.
func (b *Brief) marks() []string {
	var marks []string
	add := func(mark string, given bool) {
		if given {
			marks = append(marks, mark)
		}
	}
	if b.At != nil && (b.kind == kindRecent || b.kind == kindEnded) {
		add(strings.Join(slices.DeleteFunc([]string{dayOf(*b.At), b.Actor, b.Verb}, func(s string) bool { return s == "" }), " "), true)
		if b.kind == kindRecent && b.Text == "" { // told above, with all its marks
			return marks
		}
	}
	for _, role := range b.Roles {
		add("role: "+role, b.kind != kindRecent && b.kind != kindEnded)
	}
	add(b.Type, b.Type != b.Verb && (b.kind == kindRecent || b.kind == kindCore || b.kind == kindPins || b.kind == kindRole || b.kind == kindPlain))
	add(graph.TierSettled, b.Settled && (b.kind == kindCore || b.kind == kindPins || b.kind == kindRole))
	add(b.Status, b.Status != "" && b.Verdict == "")
	add(b.Verdict, b.Verdict != "")
	add(b.State, b.State != "")
	if b.Due != nil {
		if b.Overdue {
			add("OVERDUE since "+dayOf(*b.Due), true)
		} else {
			add("due "+dayOf(*b.Due), true)
		}
	}
	if b.Remind != nil {
		add("reminder of "+dayOf(*b.Remind), true)
	}
	add(fmt.Sprintf("%d for, %d against", b.For, b.Against), b.For+b.Against > 0)
	add("stale", b.Stale)
	if b.By != "" && b.kind != kindEnded {
		add("blocked by "+fence.OneLine(b.By), true)
	}
	return marks
}

// dayOf is a date as a line has it.
func dayOf(t kaibo.Time) string { return t.String()[:len("2006-01-02")] }

// maxTokenBytes is more than a token of prose has; what is longer than so much a
// token is cut before it is counted.
const maxTokenBytes = 40

// cutTokens cuts a text to a number of tokens: at the end of a sentence where
// one ends within them, else of a word, with … at the end.
func cutTokens(s string, limit int) string {
	if limit <= 0 {
		return ""
	}
	if most := limit * maxTokenBytes; len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	if len(s) <= limit || tokens.Count(s) <= limit {
		return s
	}
	low, high := 0, len(s)
	for low < high { // the longest beginning that fits with its …
		mid := (low + high + 1) / 2
		if tokens.Count(s[:mid]+" …") <= limit {
			low = mid
		} else {
			high = mid - 1
		}
	}
	for low > 0 && !utf8.RuneStart(s[low]) {
		low--
	}
	cut := s[:low]
	if end := max(strings.LastIndex(cut, ". "), strings.LastIndex(cut, "! "), strings.LastIndex(cut, "? "), strings.LastIndex(cut, "; ")); end > len(cut)/3 {
		return cut[:end+1] + " …"
	}
	if end := strings.LastIndexByte(cut, ' '); end > len(cut)/2 {
		cut = cut[:end]
	}
	if strings.TrimSpace(cut) == "" {
		return ""
	}
	return strings.TrimRight(cut, " ") + " …"
}
