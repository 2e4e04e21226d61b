package model

import (
	"context"
	"encoding/json"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// Provider sends a request to a model and answers what it said.
//
// An error is a *[kaibo.Error] whose Detail a person may read.
type Provider interface {
	// Name is the provider's and the model's: "openai:qwen3:8b".
	Name() string
	// Address is where text goes, without credentials.
	Address() string
	// Loopback reports whether that is this machine.
	Loopback() bool
	// Ask makes one request, with its repetitions.
	Ask(ctx context.Context, q Request) (Answer, error)
}

// Request is one question to a model.
type Request struct {
	System string          // what to do
	User   string          // the data
	Name   string          // of the schema
	Schema json.RawMessage // of the answer
}

// Answer is what a model said. Calls counts repetitions too; the tokens are
// those that the provider reported, 0 when it did not. An error may come with
// an Answer that says what was spent.
type Answer struct {
	Text         string // a JSON value, at most MaxAnswer bytes
	Calls        int
	InputTokens  int
	OutputTokens int
}

// Limits of one request.
const (
	MaxTries       = 3                // of one request
	MaxAnswer      = 256 << 10        // bytes of an answer's JSON; what 60 statements need is a tenth
	MaxTokens      = 8192             // that the model may write
	DefaultTimeout = 20 * time.Second // of one try
	maxWait        = 10 * time.Second // between two tries; a server that asks for more is not waited for
)

// Prices are what tokens cost, in dollars a million. They only count: nothing
// is bounded by them.
type Prices struct {
	Input, Output float64
}

// cost is what an answer cost, in millionths of a dollar.
func (p Prices) cost(a Answer) int64 {
	return int64(p.Input*float64(a.InputTokens) + p.Output*float64(a.OutputTokens) + 0.5)
}

// IsLoopback reports whether an address is one of this machine alone: a
// loopback address, or the name localhost.
func IsLoopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// unavailable is an error that says why the model gave no answer.
func unavailable(format string, args ...any) *kaibo.Error {
	e := kaibo.Errorf(kaibo.Unavailable, format, args...)
	e.Op = "ask model"
	return e
}
