//go:build !lean

package verbs

import "github.com/kaibo-dev/kaibo/internal/curate"

var undoVerb = defineCuration(Spec{
	Name: "undo", Summary: "Take back what a verb of the graph did", Toolset: Reason, Main: "event",
	Doc: "Takes back what one event of curation did: every attribute is what it was before, what it ended holds again, and " +
		"what it made never held. Where something of it was changed since, nothing is done, and the answer names the events. " +
		"An undo is undone in the same way.",
	Example: `{"event": "evt_cccccccccccccccc", "initiative": "launch"}`,
}, func(in *UndoIn) *Curation {
	return &Curation{Initiative: in.Initiative, Reason: in.Reason, Actor: in.Actor}
}, func(in *UndoIn) curate.Rule { return curate.Undo(in.Event) })

// UndoIn is the input of undo.
type UndoIn struct {
	Event      string `json:"event" form:"id" doc:"The event whose change is taken back."`
	Initiative string `json:"initiative,omitempty" form:"name" doc:"The initiative that it was done in."`
	Reason     string `json:"reason,omitempty" bytes:"4096" doc:"Why."`
	Actor      string `json:"actor,omitempty" form:"name" doc:"Who does it; the name of the key when absent."`
}
