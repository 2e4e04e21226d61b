package archive

import (
	"fmt"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/ledger"
	"github.com/kaibo-dev/kaibo/internal/retention"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// maxSecret bounds the secret of a project, in bytes; this program makes 32.
const maxSecret = 1024

// checkRecord checks an item of the whole project: it must be one that the
// program reads without an error later.
func (c *checking) checkRecord(it *ItemLine) error {
	switch it.Kind {
	case kindInitiative:
		return checkInitiative(it)
	case kindExpiry:
		return checkExpiry(it)
	case kindRule:
		c.rules++
		if c.rules > retention.MaxRules {
			return fmt.Errorf("there are more than %d rules of retention", retention.MaxRules)
		}
		return checkRule(it)
	case kindAlias:
		return checkAlias(it)
	case kindChange:
		c.changes++
		return checkChange(it, c.changes)
	}
	return fmt.Errorf("no item is of kind %.40q", it.Kind)
}

// isName reports whether something can have been named so.
func isName(s string) bool {
	return strings.TrimSpace(s) != "" && len(s) <= kaibo.MaxNameBytes
}

func checkInitiative(it *ItemLine) error {
	var in kaibo.Initiative
	if err := asStored(it, &in); err != nil {
		return err
	}
	if !kaibo.IsURLName(in.ID, kaibo.MaxNameBytes) || !isName(in.Name) {
		return fmt.Errorf("an initiative has no id, or no name")
	}
	return nil
}

func checkExpiry(it *ItemLine) error {
	var x ledger.Expiry
	if err := asStored(it, &x); err != nil {
		return err
	}
	when, first, ok := strings.Cut(it.Sort, "/")
	if _, valid := kaibo.ParseTimeKey(when); !ok || !valid || !kaibo.IsEventID(first) {
		return fmt.Errorf("an expiry has no time")
	}
	for _, e := range x.Events {
		if !kaibo.IsEventID(e.EventID) {
			return fmt.Errorf("an expiry is of what is no event")
		}
	}
	return nil
}

func checkRule(it *ItemLine) error {
	var r retention.Rule
	if err := asStored(it, &r); err != nil {
		return err
	}
	if it.Sort != "r/"+r.ID || !kaibo.IsURLName(r.ID, kaibo.MaxNameBytes) {
		return fmt.Errorf("it is no rule of retention")
	}
	return r.Check()
}

// checkChange holds that the changes of the graph follow one another.
func checkChange(it *ItemLine, number uint64) error {
	var change graph.Change
	if err := asStored(it, &change); err != nil {
		return err
	}
	if change.Number != number || it.Sort != "n/"+kaibo.SeqKey(number) {
		return fmt.Errorf("change %d of the graph stands where change %d should", change.Number, number)
	}
	return nil
}

func checkAlias(it *ItemLine) error {
	var a structure.Alias
	if err := asStored(it, &a); err != nil {
		return err
	}
	if strings.Contains(it.Sort, "/") || !isName(a.Name) || !isName(a.Same) || !kaibo.IsEventID(a.EventID) {
		return fmt.Errorf("it is no alias")
	}
	return nil
}
