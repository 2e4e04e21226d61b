package graph_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// builder makes a graph change by change, one a second.
type builder struct {
	t *testing.T
	g *graph.Graph
	c graph.Change
}

func build(t *testing.T) *builder { return &builder{t: t, g: graph.New()} }

// at begins a change that is recorded at n seconds.
func (b *builder) at(n int) *builder {
	now := kaibo.Time(n * 1000)
	b.c = graph.Change{Number: b.g.Number() + 1, EventID: fmt.Sprintf("evt_%d", b.g.Number()+1), Stream: "curate", Seq: b.g.Number() + 1,
		RecordedAt: now, ValidFrom: now, Actor: "ana", Verb: "test", Reason: "because"}
	return b
}

// born makes a node that holds from now on, in ini_a.
func (b *builder) born(id, name string) *builder {
	b.c.Births = append(b.c.Births, graph.Birth{ID: id, Type: graph.TypeIdea})
	return b.set(id, graph.AttrStatus, "current", graph.AttrFrom, b.c.ValidFrom.String(), graph.AttrName, name, graph.AttrInitiative+"ini_a", "1")
}

func (b *builder) set(entity string, attrs ...string) *builder {
	for i := 0; i < len(attrs); i += 2 {
		b.c.Facts = append(b.c.Facts, graph.Fact{Entity: entity, Attr: attrs[i], Value: attrs[i+1]})
	}
	return b
}

func (b *builder) link(from, linkType, to string, weight float64) *builder {
	return b.set(graph.LinkID(from, linkType, to), graph.AttrWeight, strconv.FormatFloat(weight, 'g', -1, 64))
}

func (b *builder) end(id, status string) *builder {
	return b.set(id, graph.AttrStatus, status, graph.AttrTo, b.c.ValidFrom.String())
}

// done applies the change.
func (b *builder) done() *builder {
	b.t.Helper()
	if err := b.g.Apply(b.c); err != nil {
		b.t.Fatal(err)
	}
	return b
}

// now is the view of all that was said.
func (b *builder) now() *graph.View { return b.g.At(1_000_000, kaibo.Forever) }

// nodes makes nodes with these ids, which are their names too, in one change.
func (b *builder) nodes(ids ...string) *builder {
	b.at(1)
	for _, id := range ids {
		b.born(id, id)
	}
	return b.done()
}
