package retention

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
)

// Limits of a project's rules.
const (
	MaxRules   = 32
	MaxStreams = 64
	MaxDays    = 36_500
)

// Rule is how long events are kept. Kind or Streams, or both, say which.
type Rule struct {
	ID        string     `json:"id"`
	Kind      string     `json:"kind,omitempty"`    // message, tool_call, file or commit; empty for all
	Streams   []string   `json:"streams,omitempty"` // sorted; none for all
	Days      int        `json:"days"`              // from when an event was recorded
	CreatedAt kaibo.Time `json:"createdAt"`
}

// reaches reports whether a rule is about a stream.
func (r *Rule) reaches(stream string) bool {
	return !strings.HasPrefix(stream, "~") && (len(r.Streams) == 0 || slices.Contains(r.Streams, stream))
}

// about reports whether a rule is about an event of a stream that it reaches.
func (r *Rule) about(e *kaibo.Event) bool {
	return r.Kind == "" || r.Kind == e.Kind
}

// until is the time before which events are past their days.
func (r *Rule) until(now kaibo.Time) kaibo.Time {
	return now - kaibo.Time(time.Duration(r.Days)*24*time.Hour/time.Millisecond)
}

// same reports whether two rules are about the same events.
func (r *Rule) same(o *Rule) bool { return r.Kind == o.Kind && slices.Equal(r.Streams, o.Streams) }

// Check says what is wrong with a rule, which is Invalid: how long it keeps, or
// what it is about.
func (r *Rule) Check() error {
	switch {
	case r.Days < 1 || r.Days > MaxDays:
		return kaibo.InvalidField("days", "must be from 1 to %d", MaxDays)
	case r.Kind == "" && len(r.Streams) == 0:
		return kaibo.Errorf(kaibo.Invalid, "name a kind, streams, or both: a rule for everything would empty the project")
	case len(r.Streams) > MaxStreams:
		return kaibo.InvalidField("streams", "must be at most %d", MaxStreams)
	case r.Kind != "" && !slices.Contains([]string{kaibo.KindMessage, kaibo.KindToolCall, kaibo.KindFile, kaibo.KindCommit}, r.Kind):
		return kaibo.InvalidField("kind", "must be message, tool_call, file or commit")
	}
	for _, s := range r.Streams {
		if err := ledger.CheckStream(s, true); err != nil {
			return err
		}
	}
	return nil
}

// partition holds the rules of a project and how far each is.
func partition(project string) string { return project + "/retention" }

func ruleKey(project, id string) kaibo.Key {
	return kaibo.Key{Partition: partition(project), Sort: "r/" + id}
}

// doneKey is where it stands up to which seq of a stream a rule is done.
func doneKey(project, id, stream string) kaibo.Key {
	return kaibo.Key{Partition: partition(project), Sort: "d/" + id + "/" + stream}
}

// ruledKey marks a project that has or had rules, so that the schedule looks at
// those alone.
func ruledKey(project string) kaibo.Key { return kaibo.Key{Partition: "retention", Sort: project} }

const prefixRule = "ret_"

// Store keeps the rules of projects.
type Store struct {
	Table  kaibo.Table
	Clock  kaibo.Clock
	Random io.Reader
}

// Rules answers the rules of a project in the order in which their ids sort.
func (s *Store) Rules(ctx context.Context, p kaibo.Project) ([]Rule, error) {
	rules, _, err := s.rules(ctx, p)
	return rules, err
}

func (s *Store) rules(ctx context.Context, p kaibo.Project) ([]Rule, []kaibo.Item, error) {
	page, err := s.Table.Query(ctx, kaibo.Records, partition(p.ID), kaibo.Range{From: "r/", Before: "r0"})
	if err != nil {
		return nil, nil, fmt.Errorf("read retention rules: %w", err)
	}
	rules := make([]Rule, len(page.Items)) // MaxRules are far under a page
	for i, item := range page.Items {
		if err := item.Decode(&rules[i]); err != nil {
			return nil, nil, err
		}
	}
	return rules, page.Items, nil
}

// Set makes a rule, or gives the one about the same events other days. Record
// is called before anything changes; its error is the answer.
func (s *Store) Set(ctx context.Context, p kaibo.Project, r Rule, record func(*Rule) error) (Rule, error) {
	slices.Sort(r.Streams)
	r.Streams = slices.Compact(r.Streams)
	if err := r.Check(); err != nil {
		return Rule{}, err
	}
	rules, items, err := s.rules(ctx, p)
	if err != nil {
		return Rule{}, err
	}
	version := uint64(0)
	if i := slices.IndexFunc(rules, func(o Rule) bool { return r.same(&o) }); i >= 0 {
		r.ID, r.CreatedAt, version = rules[i].ID, rules[i].CreatedAt, items[i].Version
	} else {
		if len(rules) >= MaxRules {
			return Rule{}, kaibo.Errorf(kaibo.Conflict, "the project has %d retention rules, which is the most", MaxRules)
		}
		if r.ID, err = kaibo.NewID(prefixRule, s.Random); err != nil {
			return Rule{}, err
		}
		r.CreatedAt = s.Clock()
	}
	if err := record(&r); err != nil {
		return Rule{}, err
	}
	err = s.Table.Commit(ctx, []kaibo.Write{kaibo.PutOver(ruleKey(p.ID, r.ID), version, kaibo.Encode(r)), kaibo.PutAny(ruledKey(p.ID), 1, nil)})
	return r, changed("set retention rule", err)
}

// changed makes a Conflict of a rule that another request changed meanwhile.
func changed(op string, err error) error {
	var conflict *kaibo.ConflictError
	if errors.As(err, &conflict) {
		return kaibo.Errorf(kaibo.Conflict, "the rule was changed meanwhile; look again")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	return nil
}

// Delete ends a rule. What it forgot stays forgotten. An id that is not there
// is NotFound.
func (s *Store) Delete(ctx context.Context, p kaibo.Project, id string, record func(*Rule) error) (Rule, error) {
	rules, items, err := s.rules(ctx, p)
	if err != nil {
		return Rule{}, err
	}
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return Rule{}, kaibo.Errorf(kaibo.NotFound, "there is no retention rule %s", id)
	}
	if err := record(&rules[i]); err != nil {
		return Rule{}, err
	}
	// What it has done goes first: a rule without it begins anew, it without a
	// rule would stay for ever.
	if err := s.forgetProgress(ctx, p, id); err != nil {
		return Rule{}, err
	}
	return rules[i], changed("delete retention rule", s.Table.Commit(ctx, []kaibo.Write{kaibo.DeleteAt(ruleKey(p.ID, id), items[i].Version)}))
}

func (s *Store) forgetProgress(ctx context.Context, p kaibo.Project, id string) error {
	prefix := doneKey(p.ID, id, "").Sort
	for {
		page, err := s.Table.Query(ctx, kaibo.Records, partition(p.ID), kaibo.Range{From: prefix, Before: prefix + "\x7f", Limit: kaibo.MaxGetKeys})
		if err != nil {
			return fmt.Errorf("read progress of rule: %w", err)
		}
		if len(page.Items) == 0 {
			return nil
		}
		writes := make([]kaibo.Write, len(page.Items))
		for i, item := range page.Items {
			writes[i] = kaibo.DeleteAny(item.Key)
		}
		if err := s.Table.Commit(ctx, writes); err != nil {
			return fmt.Errorf("delete progress of rule: %w", err)
		}
	}
}
