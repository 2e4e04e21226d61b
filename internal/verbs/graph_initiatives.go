//go:build !lean

package verbs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var initiativesVerb = define(Spec{
	Name:    "initiatives",
	Summary: "List the pieces of work, with how much each holds",
	Doc: "Lists the initiatives that events and nodes named, the one that changed last first, with their nodes by layer, their open tasks, and which " +
		"of them are local only. A name that none has answers an empty list and the names nearest to it.",
	Scope: Read, Toolset: Arrive, Limited: true, Hints: Hints{ReadOnly: true, Idempotent: true}, Main: "name",
	Example: `{}`,
}, listInitiatives)

// InitiativesIn is the input of initiatives.
type InitiativesIn struct {
	Name    string      `json:"name,omitempty" form:"name" doc:"Only the one of this name."`
	AsOf    *kaibo.Time `json:"asOf,omitempty" doc:"Counts as of this time; default now."`
	KnownAt *kaibo.Time `json:"knownAt,omitempty" doc:"Counts as they were recorded by this time; default all that is recorded."`
	Page
}

// InitiativeCounts is an initiative with how much it holds.
type InitiativeCounts struct {
	InitiativeInfo
	Nodes     int         `json:"nodes" doc:"Nodes of the graph that hold."`
	Layers    []Count     `json:"layers" doc:"The same by layer, nearest first."`
	OpenTasks int         `json:"openTasks" doc:"Tasks that wait to be done."`
	ChangedAt *kaibo.Time `json:"changedAt,omitempty" doc:"When a node of it last changed; absent when it has none."`
}

// InitiativesOut is the answer of initiatives.
type InitiativesOut struct {
	Items      []InitiativeCounts `json:"items" doc:"The initiatives, the one that changed last first."`
	Total      int                `json:"total" doc:"How many there are."`
	Near       []string           `json:"near,omitempty" doc:"Names like the one asked for, when none has it."`
	NextCursor string             `json:"nextCursor,omitempty" doc:"Give it as cursor to go on."`
	Text       string             `json:"text" doc:"The same, to be read."`
}

// place is where a page of initiatives ended, in their order.
type place struct {
	Changed kaibo.Time `json:"c"`
	ID      string     `json:"i"`
}

func listInitiatives(ctx context.Context, c *Call, in *InitiativesIn) (*InitiativesOut, error) {
	var after *place
	if err := openCursor(c.Project, "initiatives", in.Cursor, &after); err != nil {
		return nil, err
	}
	all, err := c.allInitiatives(ctx)
	if err != nil {
		return nil, err
	}
	items, err := c.counted(ctx, &Moment{AsOf: in.AsOf, KnownAt: in.KnownAt}, all)
	if err != nil {
		return nil, err
	}
	out := &InitiativesOut{Items: items}
	if in.Name != "" {
		out.named(in.Name)
	}
	slices.SortFunc(out.Items, func(a, b InitiativeCounts) int { return comparePlaces(placeOf(&a), placeOf(&b)) })
	out.Total = len(out.Items)
	if after != nil {
		first, _ := slices.BinarySearchFunc(out.Items, *after, func(i InitiativeCounts, p place) int {
			return cmp.Or(comparePlaces(placeOf(&i), p), -1)
		})
		out.Items = out.Items[first:]
	}
	if n := in.limit(); n < len(out.Items) {
		out.Items = out.Items[:n]
		out.NextCursor, err = makeCursor(c.Project, "initiatives", placeOf(&out.Items[n-1]))
	}
	out.Text = out.words()
	return out, err
}

// counted answers initiatives with what they hold, without those that were
// deleted or went into another.
func (c *Call) counted(ctx context.Context, m *Moment, all []kaibo.Initiative) ([]InitiativeCounts, error) {
	items := make([]InitiativeCounts, 0, len(all))
	asOf, knownAt := m.times(c)
	err := c.Deps.Graph.Read(ctx, c.Project, asOf, knownAt, func(v *graph.View) error {
		tallies := v.Tallies()
		for i := range all {
			if now, there := v.Initiative(all[i].ID); now != all[i].ID || !there {
				continue
			}
			item := InitiativeCounts{InitiativeInfo: initiativeInfo(&all[i]), Layers: []Count{}}
			if t := tallies[all[i].ID]; t != nil {
				item.Nodes, item.OpenTasks = t.Total, t.OpenTasks
				for _, layer := range graph.Layers {
					if n := t.Layers[layer]; n > 0 {
						item.Layers = append(item.Layers, Count{layer, n})
					}
				}
				if change, ok := v.Change(t.Changed); ok {
					item.ChangedAt = &change.RecordedAt
				}
			}
			items = append(items, item)
		}
		return nil
	})
	return items, err
}

// named keeps the one of a name, or says which names are near.
func (o *InitiativesOut) named(name string) {
	names := make([]string, len(o.Items))
	for i := range o.Items {
		names[i] = o.Items[i].Name
	}
	o.Items = slices.DeleteFunc(o.Items, func(i InitiativeCounts) bool { return i.Name != name })
	if len(o.Items) == 0 {
		o.Near = graph.Nearest(names, name, nearNames)
	}
}

// placeOf is where an initiative stands in the list: by its last change, or by
// when it was first named where nothing of it is in the graph.
func placeOf(i *InitiativeCounts) place {
	if i.ChangedAt != nil {
		return place{*i.ChangedAt, i.ID}
	}
	return place{i.CreatedAt, i.ID}
}

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(b.Changed, a.Changed), cmp.Compare(a.ID, b.ID))
}

func (o *InitiativesOut) words() string {
	if len(o.Items) == 0 {
		return "No initiative is so" + didYouMean(o.Near)
	}
	lines := make([]string, len(o.Items))
	for i := range o.Items {
		item := &o.Items[i]
		lines[i] = fmt.Sprintf("- %s: %d nodes (%s), %d open tasks", quote(item.Name), item.Nodes, wordsOf(item.Layers), item.OpenTasks)
		if item.ChangedAt != nil {
			lines[i] += ", changed " + minuteOf(*item.ChangedAt)
		}
	}
	return strings.Join(lines, "\n")
}
