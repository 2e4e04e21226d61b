package enginetest

import (
	"context"
	"errors"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// Structurer reads lines. A line that is none of these says nothing:
//
//	SUBJECT is VALUE                    a fact; another value takes its place
//	SUBJECT is VALUE from DAY           it holds from then
//	SUBJECT is VALUE from DAY to DAY    it interrupts what else holds
//	correction: SUBJECT is VALUE        the value before never held
//	but SUBJECT is VALUE                it conflicts with another value
//	also SUBJECT is VALUE               it stands beside any other value
//	it is VALUE                         of the subject of the event before
//	SUBJECT ended                       cancels all that is said of the subject
//	todo WORK, done WORK                a task, and that it was done
//	wrong span, wrong type              a proposal that the engine must drop
//	broken                              reading fails
//
// DAY is written 2026-07-01.
type Structurer struct{}

var _ structure.Structurer = Structurer{}

// ErrBroken is what reading a broken line answers.
var ErrBroken = errors.New("the structurer broke")

// Name implements structure.Structurer.
func (Structurer) Name() string { return "lines/1" }

// Read implements structure.Structurer.
func (Structurer) Read(_ context.Context, in structure.Input) (structure.Reading, error) {
	out := structure.Reading{}
	at := 0
	for line := range strings.SplitSeq(string(in.Content), "\n") {
		start := at
		at += len(line) + 1
		if line == "broken" {
			return out, ErrBroken
		}
		if s, ok := statement(line, subjectBefore(in.Before), min(in.Event.OccurredAt, in.Event.RecordedAt)); ok {
			s.Start, s.End = start, start+len(line)
			if line == "wrong span" {
				s.End = len(in.Content) + 100
			}
			out.Statements = append(out.Statements, s)
		}
	}
	if len(out.Statements) == 0 {
		out.Reason = "no line says anything"
	}
	return out, nil
}

// subjectBefore is what "it" stands for.
func subjectBefore(before []structure.Context) string {
	for i := len(before) - 1; i >= 0; i-- {
		for line := range strings.SplitSeq(before[i].Content, "\n") {
			if l := parse(line); l.verb != "" && l.subject != "it" {
				return l.subject
			}
		}
	}
	return "it"
}

func statement(text, it string, said kaibo.Time) (structure.Statement, bool) {
	l := parse(text)
	if l.verb == "" {
		return structure.Statement{}, false
	}
	s := structure.Statement{Type: kaibo.TypeFact, Content: text, Confidence: 0.9, ValidFrom: said, ValidTo: kaibo.Forever, Corrects: l.corrects}
	switch l.verb {
	case "todo", "done":
		s.Type = kaibo.TypeTask
	case "wrong":
		s.Type = "wrong " + l.subject
	}
	if l.subject == "it" {
		l.subject = it
		s.Content = it + strings.TrimPrefix(text, "it")
	}
	if l.from != 0 {
		s.ValidFrom = l.from
	}
	if l.to != 0 {
		s.ValidTo, s.Bounded = l.to, true
	}
	for _, t := range lang.TokensIn(l.subject, lang.English) {
		if !t.Stop && len(s.Anchors) < structure.MaxAnchors {
			s.Anchors = append(s.Anchors, t.Inflected)
		}
	}
	return s, true
}

// line is one line, parsed.
type line struct {
	subject, verb, value string
	corrects, but, also  bool
	from, to             kaibo.Time
}

func parse(text string) line {
	var l line
	text, l.corrects = strings.CutPrefix(strings.TrimSpace(text), "correction: ")
	text, l.but = strings.CutPrefix(text, "but ")
	text, l.also = strings.CutPrefix(text, "also ")
	for _, verb := range []string{"todo", "done", "wrong"} {
		if rest, ok := strings.CutPrefix(text, verb+" "); ok {
			l.verb, l.subject = verb, rest
			return l
		}
	}
	if rest, ok := strings.CutSuffix(text, " ended"); ok {
		l.verb, l.subject = "ended", rest
		return l
	}
	subject, value, ok := strings.Cut(text, " is ")
	if !ok {
		return line{}
	}
	l.verb, l.subject = "is", subject
	if before, days, ok := strings.Cut(value, " from "); ok {
		from, to, _ := strings.Cut(days, " to ")
		value, l.from, l.to = before, day(from), day(to)
	}
	l.value = value
	return l
}

func day(s string) kaibo.Time {
	t, err := kaibo.ParseTime(s + "T00:00:00Z")
	if err != nil {
		return 0
	}
	return t
}

// Judge implements structure.Structurer.
func (Structurer) Judge(_ context.Context, s structure.Statement, candidates []structure.Candidate) ([]structure.Judgement, error) {
	var out []structure.Judgement
	mine := parse(s.Content)
	for _, c := range candidates {
		earlier, later := parse(c.Content), mine
		if c.Later {
			earlier, later = mine, earlier
		}
		if r, ok := relation(earlier, later); ok {
			out = append(out, structure.Judgement{MemoryID: c.ID, Relation: r})
		}
	}
	return out, nil
}

// relation is how the later of two lines stands to the earlier.
func relation(a, b line) (structure.Relation, bool) {
	if !strings.EqualFold(a.subject, b.subject) || a.verb == "ended" {
		return "", false
	}
	switch {
	case b.verb == "ended":
		return structure.Cancels, true
	case a.verb == "todo" && b.verb == "done":
		return structure.Completes, true
	case a.verb != "is" || b.verb != "is":
		return structure.Same, a.verb == b.verb
	case a.value == b.value && a.from == b.from && a.to == b.to:
		return structure.Same, true
	case b.also:
		return "", false
	case b.but:
		return structure.Conflicts, true
	case b.corrects:
		return structure.Corrects, true
	}
	return structure.Supersedes, true
}
