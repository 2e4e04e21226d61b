// Package curate is what agents and people do to the graph on purpose: it writes
// each verb as one event and one Commit, keeps the graph of each project in
// memory, and holds the rules of the verbs.
//
// A verb is an [Order] with a plan: a function that looks at the graph, checks
// what was asked for, and says what changes. The engine runs the plan inside
// the append of the event, on the graph as it is at that moment; when another
// change comes between, the plan runs again on the newer graph. So a verb is
// checked and done in one instant, or refused and nothing is written:
//
//	done, err := engine.Do(ctx, project, curate.Order{
//		Verb: "layer", Initiative: "launch", Args: args, Actor: "ana",
//		Plan: func(ctx context.Context, w *curate.Work) error {
//			n, err := w.Node(ctx, "node", args.Node)
//			if err != nil {
//				return err
//			}
//			w.Set(n.ID, graph.AttrLayer, args.Layer)
//			return nil
//		},
//	})
//
// Nodes that curation makes are memories: they are recalled, explained and
// forgotten as all memories are. What the graph adds (links, layers, names …)
// lies in [graph.Change] items, one a verb, in one order a project. Readers keep
// the graph and read what was added since: one Query.
package curate
