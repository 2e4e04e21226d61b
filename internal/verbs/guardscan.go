//go:build !lean

package verbs

import (
	"context"

	"github.com/kaibo-dev/kaibo/internal/guard"
	"github.com/kaibo-dev/kaibo/internal/guard/setting"
)

var scanVerb = define(Spec{
	Name:    "guard.scan",
	Summary: "See what the secret guard would do with a text",
	Doc: "Looks at a text as remember would, by the project's policy and allow-list, and stores nothing. It answers the rule and the place of every " +
		"finding, and the value masked.",
	Scope: Read, Toolset: Manage, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true}, Main: "content",
	Example: `{"content": "The staging database is postgres://app:Zu7kPq2mLx@db.internal/orders"}`,
}, scanText)

// ScanIn is the input of guard.scan.
type ScanIn struct {
	Content string `json:"content" bytes:"1048576" doc:"The text."`
}

// ScanOut is the answer of guard.scan.
type ScanOut struct {
	Action   string `json:"action" enum:"off,warn,redact,refuse" doc:"The gravest thing that remember would do; off when it finds nothing."`
	Items    []Leak `json:"items" doc:"The findings in the order of their places, at most 1,000; none lies over another."`
	More     int    `json:"more,omitempty" doc:"How many findings were left out."`
	Redacted string `json:"redacted,omitempty" doc:"What would be stored, where something would be written over."`
}

// Leak is a place that the secret guard found.
type Leak struct {
	Rule   string `json:"rule" doc:"The rule."`
	Class  string `json:"class" doc:"What the policy calls its class."`
	Start  int    `json:"start" doc:"First byte."`
	End    int    `json:"end" doc:"The byte after the last."`
	Masked string `json:"masked" doc:"The beginning of the value, where that says whose it is, and ***."`
	Action string `json:"action" enum:"warn,redact,refuse" doc:"What remember would do."`
}

// maxScanned is how many findings guard.scan lists.
const maxScanned = 1000

func scanText(ctx context.Context, c *Call, in *ScanIn) (*ScanOut, error) {
	s, err := setting.Read(ctx, c.Deps.Table, c.Project.ID)
	if err != nil {
		return nil, err
	}
	judged := s.Judge(c.Project, in.Content, guard.Find(in.Content))
	out := &ScanOut{Action: string(guard.Strictest(judged)), Items: []Leak{}}
	if guard.Strictest(judged) == guard.ActRedact {
		out.Redacted, _ = guard.Redact(in.Content, judged)
	}
	for _, j := range judged[:min(len(judged), maxScanned)] {
		out.Items = append(out.Items, Leak{Rule: j.Rule, Class: string(j.Class), Start: j.Start, End: j.End, Masked: j.Masked, Action: string(j.Action)})
	}
	out.More = len(judged) - len(out.Items)
	return out, nil
}
