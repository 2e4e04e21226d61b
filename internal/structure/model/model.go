package model

import (
	"context"
	"errors"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// Model reads and judges by asking a provider. Its fields are set once.
type Model struct {
	Provider Provider
	Prices   Prices
}

var _ structure.Model = (*Model)(nil)

// Name implements structure.Model.
func (m *Model) Name() string { return m.Provider.Name() }

// Loopback implements structure.Model.
func (m *Model) Loopback() bool { return m.Provider.Loopback() }

// Address is where text goes.
func (m *Model) Address() string { return m.Provider.Address() }

// Read implements structure.Model. An event longer than a model is shown is
// left to the rules.
func (m *Model) Read(ctx context.Context, in structure.Input) (structure.Reading, kaibo.ModelUse, error) {
	if len(in.Content) > maxShown || !utf8.Valid(in.Content) {
		return structure.Reading{}, kaibo.ModelUse{}, unavailable("the event is longer than the %d bytes that a model is shown", maxShown)
	}
	content := string(in.Content)
	answer, use, err := m.ask(ctx, readRequest(&in, content))
	if err != nil {
		return structure.Reading{}, use, err
	}
	reading, err := ParseReading(answer.Text, &in, content)
	return reading, use, err
}

// Judge implements structure.Model.
func (m *Model) Judge(ctx context.Context, s structure.Statement, candidates []structure.Candidate) (structure.Verdict, kaibo.ModelUse, error) {
	answer, use, err := m.ask(ctx, judgeRequest(s, candidates))
	if err != nil {
		return structure.Verdict{}, use, err
	}
	verdict, err := ParseJudgements(answer.Text, candidates)
	return verdict, use, err
}

// ask asks the provider and counts. An error that is none of the provider's
// own says nothing to a person.
func (m *Model) ask(ctx context.Context, q Request) (Answer, kaibo.ModelUse, error) {
	answer, err := m.Provider.Ask(ctx, q)
	use := kaibo.ModelUse{Calls: answer.Calls, InputTokens: answer.InputTokens, OutputTokens: answer.OutputTokens, CostMicros: m.Prices.cost(answer)}
	if err == nil && len(answer.Text) > MaxAnswer {
		err = unavailable("the model's answer is longer than %d bytes", MaxAnswer)
	}
	var told *kaibo.Error
	if err != nil && !errors.As(err, &told) {
		err = unavailable("the model failed")
	}
	return answer, use, err
}
