package structure_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/enginetest"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// A restructure changes every id, and is announced once: neither its dry run nor
// the steps that it replays are.
func TestARestructureIsAnnouncedOnce(t *testing.T) {
	w := enginetest.New(t)
	w.Listen(kaibo.NoticeTypes...)
	w.Say("main", "tea is green\ntodo work1")
	w.Say("main", "tea is black")
	w.Settle()
	before := len(w.Outbox())
	w.Worker.Structurer = newer{}
	restructure(t, w, true)
	if got := len(w.Outbox()); got != before {
		t.Errorf("a dry run announces %d notices", got-before)
	}
	out := restructure(t, w, false)
	notices := w.Outbox()[before:]
	if len(notices) != 1 || notices[0].Type != kaibo.NoticeRestructured || notices[0].EventID != out.EventID {
		t.Errorf("announced %+v", notices)
	}
}
