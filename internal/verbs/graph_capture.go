//go:build !lean

package verbs

import (
	"github.com/kaibo-dev/kaibo/internal/curate"
	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// NoteIn is the input of the verbs that make a node of words alone.
type NoteIn struct {
	Content string `json:"content" bytes:"65536" doc:"What it says."`
	Noted
}

func (in *NoteIn) by() *Curation { return &in.Curation }

// noting defines a verb that makes a node of words alone.
func noting(name, nodeType, summary, doc, example string) Verb {
	spec := Spec{Name: name, Summary: summary, Doc: doc, Toolset: Capture, Main: "content", Example: example}
	return defineCuration(spec, (*NoteIn).by, func(in *NoteIn) curate.Rule {
		if nodeType == graph.TypeScratch {
			return curate.Jot(in.note(in.Content))
		}
		return curate.Noting(nodeType, in.note(in.Content))
	})
}

var (
	jotVerb = noting("jot", graph.TypeScratch, "Note something at once",
		"Notes something without ceremony. Without a name it gets one of its own words, so that it can be found and linked.",
		`{"content": "Ship the beta to Oslo first.", "initiative": "launch"}`)
	ideaVerb = noting("idea", graph.TypeIdea, "Note an idea",
		"Notes an idea: something that may become a decision, and can be settled when it has.",
		`{"content": "Roll out by region, the smallest first.", "name": "rollout by region", "initiative": "launch"}`)
	draftVerb = noting("draft", graph.TypeDraft, "Begin a draft",
		"Begins a text that is still worked on. Each new version is made by revise, and the former ones stay in its history.",
		`{"content": "Dear customers, the release is near.", "name": "announcement", "initiative": "launch"}`)
	episodeVerb = noting("episode", graph.TypeEpisode, "Note what happened",
		"Notes what happened, as the account of a piece of work.",
		`{"content": "The load test failed at 400 users; the pool was too small.", "name": "load test", "initiative": "launch"}`)
)

var citeVerb = defineCuration(Spec{
	Name: "cite", Summary: "Note a source", Toolset: Capture, Main: "url",
	Doc:     "Notes where something can be read, and what it says, so that claims can be derived from it.",
	Example: `{"url": "https://example.com/pricing", "content": "The price list of May.", "initiative": "launch"}`,
}, func(in *CiteIn) *Curation { return &in.Curation }, func(in *CiteIn) curate.Rule {
	return curate.Cite(in.URL, in.note(in.Content))
})

// CiteIn is the input of cite.
type CiteIn struct {
	URL     string `json:"url" bytes:"2048" doc:"Where it is, with its scheme."`
	Content string `json:"content,omitempty" bytes:"65536" doc:"What it says; the address when absent."`
	Noted
}

// NodeIn is the input of the verbs that act on one node and take nothing more.
type NodeIn struct {
	Node string `json:"node" form:"node" doc:"The node, by name or id."`
	Curation
}

func (in *NodeIn) by() *Curation { return &in.Curation }

var pinVerb = defineCuration(Spec{
	Name: "pin", Summary: "Keep a node in sight", Toolset: Capture, Main: "node", Hints: Hints{Idempotent: true},
	Doc:     "Keeps a node in sight: it is shown at every arrival, and upkeep never moves it. Pinned again with another reason, it has that one.",
	Example: `{"node": "rollout", "reason": "Decides the dates.", "initiative": "launch"}`,
}, (*NodeIn).by, func(in *NodeIn) curate.Rule { return curate.Pin(in.Node, in.Reason) })

var unpinVerb = defineCuration(Spec{
	Name: "unpin", Summary: "Take a pin away", Toolset: Capture, Main: "node", Hints: Hints{Idempotent: true},
	Doc: "Takes the pin of a node away.", Example: `{"node": "announcement text", "initiative": "launch"}`,
}, (*NodeIn).by, func(in *NodeIn) curate.Rule { return curate.Unpin(in.Node) })

var layerVerb = defineCuration(Spec{
	Name: "layer", Summary: "Move a node nearer or farther", Toolset: Capture, Main: "node", Hints: Hints{Idempotent: true},
	Doc: "Moves a node to a layer: core and hot are always at hand, warm is near, cold has sunk, frozen is kept and not " +
		"brought up.",
	Example: `{"node": "rollout", "layer": "hot", "initiative": "launch"}`,
}, func(in *LayerIn) *Curation { return &in.Curation }, func(in *LayerIn) curate.Rule { return curate.Layer(in.Node, in.Layer) })

// LayerIn is the input of layer.
type LayerIn struct {
	Node  string `json:"node" form:"node" doc:"The node, by name or id."`
	Layer string `json:"layer" enum:"core,hot,warm,cold,frozen" doc:"Where to."`
	Curation
}

// TagIn is the input of tag and untag.
type TagIn struct {
	Node string   `json:"node" form:"node" doc:"The node, by name or id."`
	Tags []string `json:"tags" form:"name" items:"64" doc:"The tags."`
	Curation
}

func (in *TagIn) by() *Curation { return &in.Curation }

var tagVerb = defineCuration(Spec{
	Name: "tag", Summary: "Give a node tags", Toolset: Capture, Main: "node", Hints: Hints{Idempotent: true},
	Doc:     "Gives a node tags; those that it has stay. Tags that differ by case alone are one.",
	Example: `{"node": "rollout", "tags": ["europe", "plan"], "initiative": "launch"}`,
}, (*TagIn).by, func(in *TagIn) curate.Rule { return curate.Tag(in.Node, in.Tags) })

var untagVerb = defineCuration(Spec{
	Name: "untag", Summary: "Take tags from a node", Toolset: Capture, Main: "node", Hints: Hints{Idempotent: true},
	Doc:     "Takes tags from a node. Those that it does not have are passed over.",
	Example: `{"node": "rollout", "tags": ["draft"], "initiative": "launch"}`,
}, (*TagIn).by, func(in *TagIn) curate.Rule { return curate.Untag(in.Node, in.Tags) })

var visibilityVerb = defineCuration(Spec{
	Name: "visibility", Summary: "Say whether a node may be shared", Toolset: Capture, Main: "node", Hints: Hints{Idempotent: true},
	Doc:     "Says whether a node is private or may be shared. What is shared is listed by reflect, so that nothing is shared unseen.",
	Example: `{"node": "rollout", "visibility": "shared", "initiative": "launch"}`,
}, func(in *VisibilityIn) *Curation { return &in.Curation }, func(in *VisibilityIn) curate.Rule {
	return curate.Visibility(in.Node, in.Visibility)
})

// VisibilityIn is the input of visibility.
type VisibilityIn struct {
	Node       string `json:"node" form:"node" doc:"The node, by name or id."`
	Visibility string `json:"visibility" enum:"private,shared" doc:"private or shared."`
	Curation
}

var remindVerb = defineCuration(Spec{
	Name: "remind", Summary: "Say when to be reminded of a node", Toolset: Capture, Main: "node", Hints: Hints{Idempotent: true},
	Doc:     "Sets when a node is to be brought up again. From then on every arrival shows it, until the reminder is set anew or taken away.",
	Example: `{"node": "rollout", "at": "2026-08-01T09:00:00Z", "initiative": "launch"}`,
}, func(in *RemindIn) *Curation { return &in.Curation }, func(in *RemindIn) curate.Rule { return curate.Remind(in.Node, in.At) })

// RemindIn is the input of remind.
type RemindIn struct {
	Node string      `json:"node" form:"node" doc:"The node, by name or id."`
	At   *kaibo.Time `json:"at,omitempty" doc:"When; absent takes the reminder away."`
	Curation
}
