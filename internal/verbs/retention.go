package verbs

import (
	"context"
	"fmt"
	"net/http"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/retention"
)

// RetentionStream is where the changes of retention rules are recorded, each as
// an event of kind curate.
const RetentionStream = "~retention"

// Retainer keeps rules and counts what one would take; [retention.Engine] is
// it.
type Retainer interface {
	Rules(ctx context.Context, p kaibo.Project) ([]retention.Rule, error)
	Set(ctx context.Context, p kaibo.Project, r retention.Rule, record func(*retention.Rule) error) (retention.Rule, error)
	Delete(ctx context.Context, p kaibo.Project, id string, record func(*retention.Rule) error) (retention.Rule, error)
	Due(ctx context.Context, p kaibo.Project, r retention.Rule, limit int) (int, error)
}

// maxDue bounds what the preview of a rule counts.
const maxDue = 10_000

// RuleInfo is a retention rule.
type RuleInfo struct {
	ID        string      `json:"id,omitempty" doc:"Names the rule to retention.delete; absent of a dry run."`
	Kind      string      `json:"kind,omitempty" doc:"The kind of event that it is about; absent for every kind."`
	Streams   []string    `json:"streams,omitempty" doc:"The streams that it is about; absent for every stream but the server's own."`
	Days      int         `json:"days" doc:"How many days events are kept from when they were recorded."`
	CreatedAt *kaibo.Time `json:"createdAt,omitempty" doc:"When it was made."`
}

func ruleInfo(r *retention.Rule) RuleInfo {
	info := RuleInfo{ID: r.ID, Kind: r.Kind, Streams: r.Streams, Days: r.Days}
	if r.ID != "" {
		info.CreatedAt = &r.CreatedAt
	}
	return info
}

var retentionVerb = define(Spec{
	Name:    "retention",
	Summary: "List the retention rules of the project",
	Doc:     "Lists the rules by which events are forgotten after some days.",
	Scope:   Forget, Toolset: Manage, Hints: Hints{ReadOnly: true, Idempotent: true},
	Example: `{}`,
}, listRules)

// RetentionIn is the input of retention.
type RetentionIn struct{}

// RetentionOut is the answer of retention.
type RetentionOut struct {
	Items []RuleInfo `json:"items" doc:"The rules."`
}

func listRules(ctx context.Context, c *Call, _ *RetentionIn) (*RetentionOut, error) {
	rules, err := c.Deps.Retention.Rules(ctx, c.Project)
	if err != nil {
		return nil, err
	}
	out := &RetentionOut{Items: make([]RuleInfo, len(rules))}
	for i := range rules {
		out.Items[i] = ruleInfo(&rules[i])
	}
	return out, nil
}

var setRetentionVerb = define(Spec{
	Name:    "retention.set",
	Summary: "Forget events of a kind or of streams after some days",
	Doc: "Sets how many days events are kept, of a kind, of streams, or of a kind in streams. What is past its days is " +
		"forgotten within the hour and from then on by schedule, with receipts, and purged after the grace as with forget. " +
		"A rule about the same events is given the new days. dryRun counts what it would take now and sets nothing.",
	Scope: Forget, Toolset: Manage, Hints: Hints{Destructive: true, Idempotent: true}, PreviewFirst: true,
	Statuses: []Status{{"200", "What it would take; nothing was set."}, {"201", "Set."}},
	Example:  `{"kind": "tool_call", "days": 90, "dryRun": true}`,
}, setRetention)

// SetRetentionIn is the input of retention.set.
type SetRetentionIn struct {
	Kind    string   `json:"kind,omitempty" enum:"message,tool_call,file,commit" doc:"Events of this kind; of every kind when absent, then streams must be given."`
	Streams []string `json:"streams,omitempty" form:"stream" items:"64" doc:"Events of these streams; of every stream but the server's own when absent."`
	Days    int      `json:"days" min:"1" max:"36500" doc:"How many days they are kept from when they were recorded."`
	DryRun  bool     `json:"dryRun,omitempty" doc:"Count what it would take now, and set nothing."`
}

// SetRetentionOut is the answer of retention.set.
type SetRetentionOut struct {
	Rule    RuleInfo `json:"rule" doc:"The rule."`
	DryRun  bool     `json:"dryRun,omitempty" doc:"Nothing was set."`
	Due     *int     `json:"due,omitempty" doc:"Of a dry run: how many events are past these days now."`
	DueMore bool     `json:"dueMore,omitempty" doc:"There are more than due."`
}

// StatusCode implements StatusCoder.
func (o *SetRetentionOut) StatusCode() int {
	if o.DryRun {
		return http.StatusOK
	}
	return http.StatusCreated
}

func setRetention(ctx context.Context, c *Call, in *SetRetentionIn) (*SetRetentionOut, error) {
	rule := retention.Rule{Kind: in.Kind, Streams: in.Streams, Days: in.Days}
	if in.DryRun {
		due, err := c.Deps.Retention.Due(ctx, c.Project, rule, maxDue+1)
		if err != nil {
			return nil, err
		}
		counted := min(due, maxDue)
		return &SetRetentionOut{Rule: ruleInfo(&rule), DryRun: true, Due: &counted, DueMore: due > maxDue}, nil
	}
	p, err := c.writable(ctx)
	if err != nil {
		return nil, err
	}
	return keep(ctx, c, p, "retention.set", func() (*SetRetentionOut, error) {
		r, err := c.Deps.Retention.Set(ctx, p, rule, recordRule(ctx, c, p, "retention.set"))
		if err != nil {
			return nil, err
		}
		return &SetRetentionOut{Rule: ruleInfo(&r)}, nil
	})
}

var deleteRetentionVerb = define(Spec{
	Name:    "retention.delete",
	Summary: "End a retention rule",
	Doc:     "Ends a retention rule. What it forgot stays forgotten.",
	Scope:   Forget, Toolset: Manage, Main: "id",
	Example: `{"id": "ret_aaaaaaaaaaaaaaaa"}`,
}, deleteRetention)

// DeleteRetentionIn is the input of retention.delete.
type DeleteRetentionIn struct {
	ID string `json:"id" form:"id" doc:"The rule, as retention lists it."`
}

// DeleteRetentionOut is the answer of retention.delete.
type DeleteRetentionOut struct {
	Rule RuleInfo `json:"rule" doc:"The rule that was ended."`
}

func deleteRetention(ctx context.Context, c *Call, in *DeleteRetentionIn) (*DeleteRetentionOut, error) {
	return keep(ctx, c, c.Project, "retention.delete", func() (*DeleteRetentionOut, error) {
		r, err := c.Deps.Retention.Delete(ctx, c.Project, in.ID, recordRule(ctx, c, c.Project, "retention.delete"))
		if err != nil {
			return nil, err
		}
		return &DeleteRetentionOut{Rule: ruleInfo(&r)}, nil
	})
}

// ruleRecord is the content of an event of RetentionStream, in RFC 8785's form.
type ruleRecord struct {
	Verb    string   `json:"verb"`
	RuleID  string   `json:"ruleId"`
	Kind    string   `json:"kind,omitempty"`
	Streams []string `json:"streams,omitempty"`
	Days    int      `json:"days"`
}

// recordRule writes that a rule is about to change, and by whom, before it does.
func recordRule(ctx context.Context, c *Call, p kaibo.Project, verb string) func(*retention.Rule) error {
	return func(r *retention.Rule) error {
		content, err := canon.Marshal(ruleRecord{Verb: verb, RuleID: r.ID, Kind: r.Kind, Streams: r.Streams, Days: r.Days})
		if err != nil {
			return fmt.Errorf("write record of rule: %w", err)
		}
		_, err = c.Deps.Records.Curate(ctx, p, RetentionStream, ledger.Entry{Content: content, Details: kaibo.Details{Actor: c.Author}})
		return err
	}
}
