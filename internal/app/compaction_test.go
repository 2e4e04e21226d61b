package app_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/app"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func TestAProjectWaitsOnceForItsCompaction(t *testing.T) {
	c := app.NewCompactions()
	a, b := kaibo.Project{ID: "prj_a"}, kaibo.Project{ID: "prj_b"}
	for range 200 { // nobody takes them: it must not block
		c.Suggest(a)
	}
	c.Suggest(b)
	if got := c.Take(); len(got) != 2 {
		t.Errorf("waiting: %v", got)
	}
	if got := c.Take(); len(got) != 0 {
		t.Errorf("taken twice: %v", got)
	}
}

func TestAppendsMakeACompactionDue(t *testing.T) {
	c := app.NewCompactions()
	p := kaibo.Project{ID: "prj_a"}
	for round := range 2 {
		for range 63 {
			c.Appended(p)
		}
		if got := c.Take(); len(got) != 0 {
			t.Fatalf("round %d: due after 63 appends", round)
		}
		c.Appended(p)
		if got := c.Take(); len(got) != 1 || got[0].ID != p.ID {
			t.Fatalf("round %d: %v after 64", round, got)
		}
	}
}
