//go:build !lean

package verbs

import (
	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

var taskVerb = defineCuration(Spec{
	Name: "task", Summary: "Note what is to be done", Toolset: Capture, Main: "content",
	Doc:     "Notes what is to be done, and by when. It is an open task until done says so, or set_status.",
	Example: `{"content": "Ask Oslo for a date.", "name": "ask Oslo", "due": "2026-08-01T09:00:00Z", "initiative": "launch"}`,
}, func(in *TaskIn) *Curation { return &in.Curation }, func(in *TaskIn) curate.Rule { return curate.Task(in.Due, in.note(in.Content)) })

// TaskIn is the input of task.
type TaskIn struct {
	Content string      `json:"content" bytes:"65536" doc:"What is to be done."`
	Due     *kaibo.Time `json:"due,omitempty" doc:"By when."`
	Noted
}

var doneVerb = defineCuration(Spec{
	Name: "done", Summary: "Report a task done", Toolset: Capture, Main: "node",
	Doc: "Reports a task done. With content, an outcome that says what came of it takes its place; without, the task is " +
		"done and stays.",
	Example: `{"node": "book the room", "content": "The room in Oslo is booked.", "initiative": "launch"}`,
}, func(in *DoneIn) *Curation { return &in.Curation }, func(in *DoneIn) curate.Rule { return curate.Finish(in.Node, in.Content) })

// DoneIn is the input of done.
type DoneIn struct {
	Node    string `json:"node" form:"node" doc:"The task, by name or id."`
	Content string `json:"content,omitempty" bytes:"65536" doc:"What came of it."`
	Curation
}

var checklistVerb = defineCuration(Spec{
	Name: "checklist", Summary: "Make a checklist", Toolset: Capture, Main: "content",
	Doc:     "Makes a checklist. Each item is a task of its own, part of the list, in order.",
	Example: `{"content": "Before the release", "items": ["Freeze the code.", "Tell support."], "initiative": "launch"}`,
}, func(in *ChecklistIn) *Curation { return &in.Curation }, func(in *ChecklistIn) curate.Rule {
	return curate.Checklist(in.Items, in.note(in.Content))
})

// ChecklistIn is the input of checklist.
type ChecklistIn struct {
	Content string   `json:"content" bytes:"65536" doc:"What it is for."`
	Items   []string `json:"items" items:"40" bytes:"4096" doc:"What is to be done, in order; at most 40."`
	Noted
}

var slotVerb = defineCuration(Spec{
	Name: "slot", Summary: "Give a role to a node", Toolset: Capture, Main: "role", Hints: Hints{Idempotent: true},
	Doc: "Gives a role of the initiative, such as plan or next, to a node. A role has one holder: the former one goes " +
		"cold, and a temporal link leads to it.",
	Example: `{"role": "plan", "node": "rollout", "initiative": "launch"}`,
}, func(in *SlotIn) *Curation { return &in.Curation }, func(in *SlotIn) curate.Rule { return curate.Slot(in.Role, in.Node) })

// SlotIn is the input of slot.
type SlotIn struct {
	Role string `json:"role" form:"name" doc:"The role; case does not count."`
	Node string `json:"node" form:"node" doc:"The node, by name or id."`
	Curation
}

var unslotVerb = defineCuration(Spec{
	Name: "unslot", Summary: "Take a role away", Toolset: Capture, Main: "role", Hints: Hints{Idempotent: true},
	Doc: "Takes a role of the initiative from whichever node has it.", Example: `{"role": "lead", "initiative": "launch"}`,
}, func(in *UnslotIn) *Curation { return &in.Curation }, func(in *UnslotIn) curate.Rule { return curate.Unslot(in.Role) })

// UnslotIn is the input of unslot.
type UnslotIn struct {
	Role string `json:"role" form:"name" doc:"The role; case does not count."`
	Curation
}

var setStatusVerb = defineCuration(Spec{
	Name: "set_status", Summary: "Say where work stands", Toolset: Reason, Main: "node", Hints: Hints{Idempotent: true},
	Doc:     "Says where the work of a node stands: open, doing, blocked, done, dropped, or a word of your own board.",
	Example: `{"node": "book the room", "status": "doing", "initiative": "launch"}`,
}, func(in *SetStatusIn) *Curation { return &in.Curation }, func(in *SetStatusIn) curate.Rule {
	return curate.SetStatus(in.Node, in.Status)
})

// SetStatusIn is the input of set_status.
type SetStatusIn struct {
	Node   string `json:"node" form:"node" doc:"The node, by name or id."`
	Status string `json:"status" form:"name" doc:"Where it stands."`
	Curation
}
