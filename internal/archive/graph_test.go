package archive_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaibo-dev/kaibo/internal/archive"
	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// nodes is the graph of a world, node by node.
func nodes(t *testing.T, w *enginetest.World, at kaibo.Time) string {
	t.Helper()
	var b strings.Builder
	err := w.Curate.Read(t.Context(), w.Project, at, kaibo.Forever, func(v *graph.View) error {
		v.Nodes(func(n graph.Node) bool {
			fmt.Fprintf(&b, "%+v %+v\n", n, v.Out(n.ID))
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// An archive carries the curated graph: where it is loaded it is the same, node
// by node, and is curated on.
func TestTheGraphIsCarried(t *testing.T) {
	w := enginetest.New(t)
	w.Project.Secret = bytes.Repeat([]byte{7}, 32)
	var ids []string
	idea := func(w *enginetest.World, content string) {
		t.Helper()
		done, err := w.Curate.Do(t.Context(), w.Project, curate.Order{Verb: "idea", Initiative: "launch", Actor: "ana", Args: map[string]string{"content": content},
			Plan: func(_ context.Context, w *curate.Work) error {
				id := w.Birth(curate.NewNode{Type: graph.TypeIdea, Name: content, Content: content})
				w.Set(id, graph.AttrTag+"seen", "1")
				for _, to := range ids {
					w.Link(id, "causal", to, 0.5)
				}
				return nil
			}})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, done.Change.Births[0].ID)
	}
	for _, content := range []string{"one", "two", "three"} {
		idea(w, content)
	}
	w.Settle()
	w.Take(forget.Selector{MemoryID: ids[0]})
	at := w.Ports.Now()
	want := nodes(t, w, at)

	store := func(w *enginetest.World) *archive.Store {
		return &archive.Store{Table: w.Ports.Table, Objects: w.Ports.Objects, Ledger: w.Ledger, Views: w.Views, Clock: w.Ports.Now}
	}
	var file bytes.Buffer
	if _, err := store(w).Write(t.Context(), w.Project, &file, nil); err != nil {
		t.Fatal(err)
	}
	ports := enginetest.MemPorts(2)
	ports.Clock = w.Ports.Clock
	to := enginetest.Over(t, ports)
	p, _, err := store(to).Load(t.Context(), bytes.NewReader(file.Bytes()), "loaded", "prj2", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	to.Project = p
	if _, err := to.Views.Rebuild(t.Context(), p, ports.Scan, nil); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, nodes(t, to, at)); d != "" {
		t.Errorf("the graph that was loaded (-written +loaded):\n%s", d)
	}
	ids = ids[1:]
	idea(to, "four")
	to.Settle()
	to.CheckRebuild()
}
