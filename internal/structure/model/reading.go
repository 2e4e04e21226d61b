package model

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// modalities are how an event says something; the first four are statements.
var modalities = []string{"fact", "decided", "planned", "reported", "asked", "supposed", "quoted", "ordered"}

const stated = 4 // of modalities

// Confidence of a model's statements: what it gives itself is cut to these, and
// hearsay is worth less.
const (
	maxConfidence = 0.9
	minConfidence = 0.3
	hearsay       = 0.7
)

// proposal is one statement as a model answers it.
type proposal struct {
	Type       string   `json:"type"`
	Content    string   `json:"content"`
	Quote      string   `json:"quote"`
	Modality   string   `json:"modality"`
	Confidence *float64 `json:"confidence"`
	From       *string  `json:"from"`
	To         *string  `json:"to"`
	Corrects   bool     `json:"corrects"`
}

// decode reads the JSON object of an answer: as it stands, or between the
// fences of a block of code. What stands beside it is refused.
func decode(text string, into any) error {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "```"); ok {
		rest = strings.TrimPrefix(rest, "json")
		text = strings.TrimSuffix(strings.TrimSpace(rest), "```")
	}
	dec := json.NewDecoder(strings.NewReader(text))
	if err := dec.Decode(into); err != nil {
		return unavailable("the model's answer is not the JSON that was asked for")
	}
	if _, err := dec.Token(); err != io.EOF { //nolint:errorlint // Decoder answers io.EOF itself
		return unavailable("the model's answer has something after its JSON")
	}
	return nil
}

// ParseReading reads the answer to a request for the statements of an event,
// and checks each. Content is what the model was shown of the event. It is an
// error when the whole answer cannot be read; a proposal that fails a check is
// in Dropped.
func ParseReading(text string, in *structure.Input, content string) (structure.Reading, error) {
	var answer struct {
		Statements *[]proposal `json:"statements"`
		Reason     string      `json:"reason"`
	}
	if err := decode(text, &answer); err != nil {
		return structure.Reading{}, err
	}
	if answer.Statements == nil {
		return structure.Reading{}, unavailable("the model's answer has no statements")
	}
	var out structure.Reading
	ground := groundOf(in, content)
	from := 0 // statements come in the order of the text, so that a quote that stands there twice finds its place
	for i, p := range *answer.Statements {
		if i >= kaibo.MaxMemoriesEvent {
			out.LeftOut = len(*answer.Statements) - i
			break
		}
		s, err := p.statement(in, content, from)
		if err == nil {
			err = ground.check(s.Content)
		}
		if err != nil {
			out.Dropped = append(out.Dropped, structure.Dropped{Content: cut(p.Content, 200), Why: err.Error()})
			continue
		}
		from = s.Start
		out.Statements = append(out.Statements, s)
	}
	slices.SortStableFunc(out.Statements, func(a, b structure.Statement) int { return a.Start - b.Start })
	if len(out.Statements) == 0 {
		if len(out.Dropped) == 0 && strings.TrimSpace(answer.Reason) == "" {
			return out, unavailable("the model answered no statement and no reason")
		}
		out.Reason = "the model found no statement in it"
	}
	return out, nil
}

// statement checks a proposal and makes a statement of it.
func (p *proposal) statement(in *structure.Input, content string, from int) (structure.Statement, error) {
	var none structure.Statement
	modality := slices.Index(modalities, p.Modality)
	switch {
	case !slices.Contains(kaibo.MemoryTypes, p.Type):
		return none, fmt.Errorf("its type is not known")
	case modality < 0:
		return none, fmt.Errorf("its modality is not known")
	case modality >= stated:
		return none, fmt.Errorf("it is %s, which is no statement", p.Modality)
	case strings.TrimSpace(p.Content) == "" || len(p.Content) > structure.MaxStatementBytes:
		return none, fmt.Errorf("its content is empty, or longer than %d bytes", structure.MaxStatementBytes)
	case p.Confidence == nil || *p.Confidence < 0 || *p.Confidence > 1:
		return none, fmt.Errorf("its confidence is not between 0 and 1")
	}
	start, end, err := place(content, p.Quote, from)
	if err != nil {
		return none, err
	}
	s := structure.Statement{Type: p.Type, Content: strings.TrimSpace(p.Content), Start: start, End: end,
		Confidence: max(minConfidence, min(maxConfidence, *p.Confidence)), Corrects: p.Corrects, ValidTo: kaibo.Forever}
	if p.Modality == "reported" {
		s.Confidence *= hearsay
	}
	s.ValidFrom = said(in)
	fromGiven, err := moment(p.From, &s.ValidFrom)
	if err != nil {
		return none, err
	}
	toGiven, err := moment(p.To, &s.ValidTo)
	if err != nil {
		return none, err
	}
	s.Bounded = fromGiven && toGiven
	if s.ValidTo < s.ValidFrom {
		return none, fmt.Errorf("it ends before it begins")
	}
	return s, nil
}

// place finds the words that a proposal cites: from a place on, else anywhere.
func place(content, quote string, from int) (start, end int, err error) {
	quote = strings.TrimSpace(quote)
	if quote == "" {
		return 0, 0, fmt.Errorf("it cites nothing")
	}
	if i := strings.Index(content[from:], quote); i >= 0 {
		return from + i, from + i + len(quote), nil
	}
	if i := strings.Index(content, quote); i >= 0 {
		return i, i + len(quote), nil
	}
	return 0, 0, fmt.Errorf("the words that it cites are not in the event")
}

// The years that a statement may hold from or to: what is outside was misread.
const minYear, maxYear = 1800, 2200

// moment reads a date, its first millisecond, or a time.
func moment(s *string, into *kaibo.Time) (given bool, err error) {
	if s == nil || *s == "" || *s == "null" {
		return false, nil
	}
	t, err := kaibo.ParseTime(*s)
	if err != nil {
		day, dayErr := time.Parse(time.DateOnly, *s)
		if dayErr != nil {
			return false, fmt.Errorf("a date of it cannot be read")
		}
		t = kaibo.TimeOf(day)
	}
	if y := t.Std().Year(); y < minYear || y > maxYear {
		return false, fmt.Errorf("a date of it is outside the years %d to %d", minYear, maxYear)
	}
	*into = t
	return true, nil
}

func cut(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), n)], "") }
