// Package rules is the embedded structurer.
package rules

import (
	"context"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// Rules reads events by rules of language.
type Rules struct{}

var _ structure.Structurer = (*Rules)(nil)

// New returns the rules.
func New() *Rules { return &Rules{} }

// Name returns "rules/1".
func (*Rules) Name() string { return "rules/1" }

// Read finds the statements of an event.
func (*Rules) Read(ctx context.Context, in structure.Input) (structure.Reading, error) {
	var out structure.Reading
	text := string(in.Content)
	from := min(in.Event.OccurredAt, in.Event.RecordedAt)
	for _, s := range lang.Sentences(text) {
		if err := ctx.Err(); err != nil {
			return structure.Reading{}, err
		}
		content := text[s.Start:s.End]
		anchors := anchorsOf(content)
		if len(anchors) == 0 || len(content) > structure.MaxStatementBytes {
			continue
		}
		if len(out.Statements) == kaibo.MaxMemoriesEvent {
			out.LeftOut++
			continue
		}
		out.Statements = append(out.Statements, structure.Statement{
			Type: kaibo.TypeFact, Content: content, Start: s.Start, End: s.End, Confidence: 0.8,
			ValidFrom: from, ValidTo: kaibo.Forever, Anchors: anchors,
		})
	}
	if len(out.Statements) == 0 {
		out.Reason = "nothing in it states anything"
	}
	return out, nil
}

// Judge relates a statement to candidates: repeats are the same.
func (*Rules) Judge(_ context.Context, s structure.Statement, candidates []structure.Candidate) ([]structure.Judgement, error) {
	var out []structure.Judgement
	for _, c := range candidates {
		if plain(c.Content) == plain(s.Content) {
			out = append(out, structure.Judgement{MemoryID: c.ID, Relation: structure.Same})
		}
	}
	return out, nil
}

func anchorsOf(text string) []string {
	var out []string
	for _, t := range lang.Tokens(text) {
		if !t.Stop && len(out) < structure.MaxAnchors {
			out = append(out, t.Inflected)
		}
	}
	return out
}

func plain(text string) string {
	var words []string
	for _, t := range lang.Tokens(text) {
		words = append(words, t.Exact)
	}
	return strings.Join(words, " ")
}
