// Package graph is the curated graph in memory: nodes, links, initiatives and
// their attributes over both times, folded from the changes of one project.
//
// A verb of curation is one event and one [Change]. Changes of a project have
// one order, their Number, whatever stream their events lie in, so that two
// opposite verbs in one instant have an order too. A change holds absolute
// facts (this node's layer is hot), never rules to run again: folding the same
// changes always gives the same graph.
//
// Everything that can be said of a thing is an attribute of an entity: a node,
// a link, an initiative. A [Fact] has two times: when it was recorded, which is
// its change's, and from when it holds, which is the time that the verb was
// said to have happened. [Graph.At] asks for a moment of both:
//
//	v := g.At(asOf, knownAt)
//	n, ok := v.Node("mem_…")
//
// The newest fact by valid time wins, among equals the one of the later change,
// among those recorded by knownAt and valid by asOf. How a node stands (its
// status and interval) is what is known at knownAt, as for every memory.
//
// What a view answers beside nodes and links: [View.Resolve] (a name or an id to
// a node), [View.Members], [View.Tagged] and [View.Slots] (who belongs where),
// [View.Walk], [View.Neighbours], [View.Path], [View.Between] and [View.Trace]
// (along links), [View.Stale] (saved chains), [View.History] and [View.UndoOf]
// (what was changed, and what takes it back). A walk passes by what does not hold
// unless it is told otherwise; answers have an order that is the same each time.
//
// The package does no I/O and holds no text but names, tags and reasons: the
// contents of nodes are memories, and lie with these. A Graph is not safe for
// use while it is changed.
package graph
