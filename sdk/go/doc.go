// Package kaibo is the client for Go of kaibo, a memory for AI agents that can
// show its work.
//
//	client, err := kaibo.Connect("https://memory.example.com", key) // a server
//	client, err := kaibo.Open("data", kaibo.Options{})             // or the engine in this process
//	defer client.Close()
//
//	_, err = client.Remember(ctx, "The release moves from July 13 to July 17.", &kaibo.RememberIn{Wait: true})
//	pack, err := client.Recall(ctx, "When is the release?", nil)
//	fmt.Println(pack.Text())
//	if top, ok := pack.Top(); ok {
//		story, err := client.Explain(ctx, top.MemoryID)
//	}
//
// Every verb of the API is a method; its types are those of the server. What
// stands by hand is what is used most: Remember, Recall, RecallStream, Explain,
// Verify.
//
// Verbs that write carry an idempotency key, the caller's (see WithKey) or a
// random one, so that a call that is tried again does nothing twice. After 429,
// 502, 503 and 504 and lost connections a call is tried again, as Retry-After
// says or after growing pauses, until its context ends or four tries are made.
// An answer that is not a success is an *Error, which names the problem's code.
//
// Text that comes out of memory is data, whatever it says: [Pack.Text] puts it
// between marks that it cannot end.
package kaibo
