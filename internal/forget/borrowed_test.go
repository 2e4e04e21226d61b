package forget_test

import (
	"strings"
	"testing"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/forget"
	"github.com/kaibo-dev/kaibo/internal/structure/rules"
)

// A pronoun that was resolved by an earlier event takes that event's words into
// the later one's memory. Forgetting the earlier event takes them out again,
// and the later event stays.
func TestWordsThatWereLentAreForgotten(t *testing.T) {
	w := enginetest.New(t)
	w.Worker.Structurer = rules.New()
	first := w.Say("main", "The Quibbledon launch is on March 3.")
	w.Settle()
	second := w.Say("main", "It moves to March 5.")
	w.Settle()
	lent := false
	for _, r := range w.Records() {
		lent = lent || r.Source.EventID == second.ID && strings.Contains(r.Content, "Quibbledon") && len(r.Context) > 0
	}
	if !lent {
		t.Fatalf("no memory of the second event has the first one's words: %s", w.Story())
	}

	w.Take(forget.Selector{EventID: first.ID})
	for _, r := range w.Records() {
		if strings.Contains(r.Content+r.Quote, "Quibbledon") {
			t.Errorf("memory %s still says %q", r.ID, r.Content)
		}
	}
	if found := w.Found("Quibbledon"); len(found) > 0 {
		t.Errorf("the index still finds %v", found)
	}
	if _, _, err := w.Ledger.Payload(t.Context(), w.Project, second.ID); err != nil {
		t.Errorf("the second event: %v", err)
	}
	w.CheckFsck()
	w.CheckRebuild()
	for _, item := range w.ViewItems() {
		if strings.Contains(string(item.Data), "Quibbledon") {
			t.Errorf("item %s %s still has it", item.Partition, item.Sort)
		}
	}
}

// Text of an initiative does not reach memories that others see.
func TestInitiativesLendNothing(t *testing.T) {
	w := enginetest.New(t)
	w.Worker.Structurer = rules.New()
	secret := enginetest.Entry("The Quibbledon launch is on March 3.")
	secret.Details.Initiatives = []string{"secret"}
	public := enginetest.Entry("It moves to March 5.")
	public.Details.Initiatives = []string{"public"}
	w.Append("main", secret)
	w.Append("main", public)
	w.Settle()
	for _, r := range w.Records() {
		if strings.Contains(r.Content, "Quibbledon") && r.Source.Seq == 2 {
			t.Errorf("a memory of the public initiative says %q", r.Content)
		}
	}
}
