// Package mcpserver speaks the Model Context Protocol for the registry of
// verbs, over HTTP and over stdio.
//
// Every verb is a tool, named as the verb with "_" for ".": close_review,
// keys_create. Which tools are listed is the caller's choice (see
// [ParseToolsets]); every tool can be called, listed or not. Four tools are of
// the protocol alone: "search" and "fetch", in the form that connectors expect,
// "verbs", which finds the tools that are not listed, and "call", which runs
// any of them.
//
// The package runs verbs through a [verbs.Run] and knows no engine. A server
// hands it one that acts for whoever sent the request; "kaibo mcp" hands it one
// that sends each verb to the server that holds the data:
//
//	s := mcpserver.New(mcpserver.Options{Version: "1.2.3"})
//	s.ServeHTTP(w, r, run)                                 // POST /mcp, stateless
//	s.Serve(ctx, &mcp.StdioTransport{}, run, toolsets)     // a session over stdio
//
// What is promised:
//
//   - Text that came out of memory stands between two marks with a random value
//     that only this answer has, or inside a JSON string. Within the marks it is
//     one line an item. So no memory can end the passage that it stands in.
//   - The text of a recall, its marks included, and its structured twin each
//     have at most as many tokens as the budget (recall.go).
//   - Nothing that cannot be undone is done unseen: a verb that shows a preview
//     first wants what it showed as "expect".
//   - A tool that failed says so as a tool's result, with what to do next; a
//     verb that panics ends its own call and no other.
//   - Protocol versions 2024-11-05 to 2026-07-28. There are no sessions over
//     HTTP; a session header is ignored.
//
// What is not: subscriptions, and notices that a list changed. The lists do not
// change while a program runs.
package mcpserver
