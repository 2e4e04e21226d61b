package model

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
)

// The variables of the environment.
const (
	URLVariable      = "KAIBO_MODEL_URL"      // of an OpenAI-compatible endpoint, up to and with /v1; empty for none
	NameVariable     = "KAIBO_MODEL_NAME"     // of the model
	KeyVariable      = "KAIBO_MODEL_KEY"      // sent as a bearer token; empty for none
	TimeoutVariable  = "KAIBO_MODEL_TIMEOUT"  // of one try, such as 20s
	InputPriceVar    = "KAIBO_MODEL_PRICE_IN" // dollars a million tokens read; only counts
	OutputPriceVar   = "KAIBO_MODEL_PRICE_OUT"
	maxTimeout       = time.Minute
	maxPricePerToken = 1000.0 // dollars a million
)

// Settings are what the environment says of any provider.
type Settings struct {
	Name    string
	Timeout time.Duration
	Prices  Prices
}

// ReadSettings reads what all providers share.
func ReadSettings(lookup func(string) (string, bool)) (Settings, error) {
	s := Settings{Timeout: DefaultTimeout}
	var errs []error
	s.Name, _ = lookup(NameVariable)
	if v, _ := lookup(TimeoutVariable); v != "" {
		d, err := time.ParseDuration(v)
		if err != nil || d <= 0 || d > maxTimeout {
			errs = append(errs, fmt.Errorf("%s is %q; write it as 20s, at most %s", TimeoutVariable, v, maxTimeout))
		}
		s.Timeout = d
	}
	for name, into := range map[string]*float64{InputPriceVar: &s.Prices.Input, OutputPriceVar: &s.Prices.Output} {
		v, _ := lookup(name)
		if v == "" {
			continue
		}
		f, err := strconv.ParseFloat(v, 64)
		if err != nil || math.IsNaN(f) || f < 0 || f > maxPricePerToken {
			errs = append(errs, fmt.Errorf("%s is %q; write dollars a million tokens, as 0.15", name, v))
			continue
		}
		*into = f
	}
	return s, errors.Join(errs...)
}

// FromEnv makes the model of an OpenAI-compatible endpoint that the environment
// names; nil when it names none. No error holds the key.
func FromEnv(lookup func(string) (string, bool)) (*Model, error) {
	url, _ := lookup(URLVariable)
	if url == "" {
		return nil, nil //nolint:nilnil // no model is no error
	}
	s, err := ReadSettings(lookup)
	if err != nil {
		return nil, fmt.Errorf("read the model's settings: %w", err)
	}
	key, _ := lookup(KeyVariable)
	p, err := OpenAI(Endpoint{URL: url, Key: key, Name: s.Name, Timeout: s.Timeout})
	if err != nil {
		return nil, fmt.Errorf("read %s, %s and %s: %w", URLVariable, NameVariable, KeyVariable, err)
	}
	return &Model{Provider: p, Prices: s.Prices}, nil
}
