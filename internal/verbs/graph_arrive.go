//go:build !lean

package verbs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/kaibo-dev/kaibo/internal/fence"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/views"
)

var awakeVerb = define(Spec{
	Name:    "awake",
	Summary: "Find what a piece of work was about, and go on with it",
	Doc: "Answers what a session that begins should know of an initiative: what is pinned, core, hot and warm, what has a role, what was settled, open tasks " +
		"(overdue first), open claims, what is under review, chains, reminders that are due, and what changed lately, within a budget of tokens. " +
		"Each section says how many there are. A node is told once, in the section where it matters most; what ended is named as such and never as current.",
	Scope: Read, Toolset: Arrive, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true},
	Main: "initiative", Example: `{"initiative": "launch", "budget": 1024}`,
}, awake)

// AwakeIn is the input of awake.
type AwakeIn struct {
	Moment
	Budget *int `json:"budget,omitempty" min:"64" max:"32000" default:"1024" doc:"Most tokens of the text, in o200k_base. The sections hold the same, for programs."`
}

// AwakeSection is one section of awake.
type AwakeSection struct {
	Total int     `json:"total" doc:"How many there are."`
	Items []Brief `json:"items" doc:"Those that the budget has room for and no section above tells, what matters most first."`
}

// AwakeOut is the answer of awake.
type AwakeOut struct {
	Initiative string       `json:"initiative,omitempty" doc:"The initiative; absent for all that the key sees."`
	AsOf       kaibo.Time   `json:"asOf" doc:"The moment that it is told for."`
	Budget     int          `json:"budget" doc:"Most tokens of the text."`
	Used       int          `json:"used" doc:"Tokens of the text."`
	Total      int          `json:"total" doc:"Nodes of the graph that hold."`
	Overdue    int          `json:"overdue" doc:"Open tasks that should have been done before."`
	Core       AwakeSection `json:"core" doc:"What always matters."`
	Pins       AwakeSection `json:"pins" doc:"What is pinned."`
	Roles      AwakeSection `json:"roles" doc:"What has a role of the initiative: the plan, the decision … Those that another section tells are marked there."`
	Reminders  AwakeSection `json:"reminders" doc:"What somebody wanted to be reminded of by now."`
	Tasks      AwakeSection `json:"tasks" doc:"Open tasks: overdue, then by when they are due."`
	Review     AwakeSection `json:"review" doc:"What is under review, and does not hold meanwhile."`
	Claims     AwakeSection `json:"claims" doc:"Claims that nothing decided."`
	Hot        AwakeSection `json:"hot" doc:"What is being worked on."`
	Settled    AwakeSection `json:"settled" doc:"What is settled knowledge."`
	Chains     AwakeSection `json:"chains" doc:"Trails that were kept; stale ones say why."`
	Warm       AwakeSection `json:"warm" doc:"What is near."`
	Recent     AwakeSection `json:"recent" doc:"What changed lately, automatic memories too."`
	Ended      AwakeSection `json:"ended" doc:"What was refuted, replaced or dropped lately: not to be taken up again unknowingly. What was done, or has a new version under its name, is not among it."`
	Text       string       `json:"text" doc:"All of it, to be read."`
}

// defaultAwake is the budget when none is given.
const defaultAwake = 1024

func awake(ctx context.Context, c *Call, in *AwakeIn) (*AwakeOut, error) {
	out := &AwakeOut{Initiative: in.Initiative, Budget: defaultAwake}
	if in.Budget != nil {
		out.Budget = *in.Budget
	}
	sections := out.sections()
	noted := &noted{most: maxNoted}
	g, whole := errgroup.WithContext(ctx)
	var l *look
	var first *graph.Awakening
	g.Go(func() (err error) {
		l, err = c.look(whole, &in.Moment, func(l *look, v *graph.View) error {
			first = v.AwakeFirst(l.scope, maxChosen)
			l.choose(v, first, sections)
			noted.curated = first.Newborn
			return nil
		})
		if err != nil {
			return err
		}
		return l.load(whole, chosenNodes(sections))
	})
	g.Go(func() error { return noted.read(whole, c, &in.Moment) })
	if err := g.Wait(); err != nil {
		return nil, err
	}
	out.AsOf, out.Total, out.Overdue = l.asOf, first.Total, first.Overdue
	for _, s := range sections {
		s.brief(l)
	}
	noted.into(sections[slices.IndexFunc(sections, func(s *section) bool { return s.kind == kindRecent })])
	out.Text, out.Used = pack(out.heads(l, first), sections, out.Budget)
	return out, nil
}

// heads are first lines of the text, the one that says most first.
func (o *AwakeOut) heads(l *look, a *graph.Awakening) []string {
	name := "All that this key sees"
	if o.Initiative != "" {
		name = quote(o.Initiative)
	}
	counts := fmt.Sprintf("%d nodes, %d open tasks (%d overdue).", a.Total, a.Totals.Tasks, o.Overdue)
	full := name + " as of " + minuteOf(l.asOf) + ": " + counts
	if c := a.Last; c.Number != 0 {
		full += " Last change " + minuteOf(c.RecordedAt)
		if l.scope.Said(&c) && c.Actor != "" {
			full += " by " + fence.OneLine(c.Actor)
		}
		full += ": " + c.Verb + "."
	}
	return []string{full, name + ": " + counts, name}
}

// minuteOf is a time as a line has it.
func minuteOf(t kaibo.Time) string {
	return strings.Replace(t.String()[:len("2006-01-02T15:04")], "T", " ", 1)
}

// noted are the newest memories that were noted down from events.
type noted struct {
	memories []kaibo.Memory
	curated  map[string]bool // the newest that curation made, which are nodes
	most     int
	since    *kaibo.Time // nil for no such bound
}

// maxNoted is how many of them awake tells of, out of the newest hundred of the
// project: one page of its listing, so that a project in which much is said of
// other work does not make arriving slow.
const maxNoted = 8

func (n *noted) read(ctx context.Context, c *Call, m *Moment) error {
	asOf, _ := m.times(c)
	f, err := filter(ctx, c, Kinds{Initiatives: given(m.Initiative)}, Narrow{})
	if err != nil {
		return err
	}
	sel := views.Selection{Filter: f, AsOf: &asOf, KnownAt: m.KnownAt, Status: []string{kaibo.StatusCurrent}, Newest: kaibo.MaxGetKeys}
	n.memories, _, err = c.Deps.Memories.List(ctx, c.Project, sel, "", kaibo.MaxGetKeys)
	return err
}

// given is a list of a name, or of none.
func given(name string) []string {
	if name == "" {
		return nil
	}
	return []string{name}
}

// into puts the memories between the nodes that changed, newest first.
func (n *noted) into(s *section) {
	added := 0
	for i := range n.memories {
		m := &n.memories[i]
		if n.curated[m.ID] || m.Provisional || added == n.most || n.since != nil && m.RecordedAt < *n.since {
			continue
		}
		added++
		at := m.RecordedAt
		s.into.Total++
		s.briefs = append(s.briefs, Brief{ID: m.ID, Type: m.Type, Text: cutTokens(fence.OneLine(m.Content), maxBriefTokens), At: &at, kind: kindRecent})
	}
	slices.SortStableFunc(s.briefs, func(a, b Brief) int { return cmp.Compare(*b.At, *a.At) })
}
