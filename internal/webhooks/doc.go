// Package webhooks tells others what changed in a project: it keeps the
// project's webhooks, and sends each the notices that it wants as signed HTTP
// requests, the way that Standard Webhooks says
// (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
//
//	e := &webhooks.Engine{Table: table, Clock: clock, Random: rand.Reader, Projects: projects, Sender: webhooks.NewClient(false)}
//	hook, secret, err := e.Create(ctx, p, webhooks.Order{URL: "https://example.com/hook"})
//	err = e.DeliverDue(ctx) // or Serve, which goes on
//
// # Promised
//
// A notice is part of the Commit that makes the change ([kaibo.Outbox]), so none
// is lost and none is made up. It is sent at least once, under an id that is the
// same at every attempt. Bodies, logs and dead letters hold ids, never text.
//
// To one webhook one message is sent at a time, in the order of the outbox. One
// that fails holds up those behind it for [heldAttempts] attempts, about half a
// minute; then it is set aside, and retried by itself over a day while the others
// go on. So order is kept while a receiver answers, and lost for a message that
// it refuses. The outbox orders by the clocks of the processes that wrote it; two
// notices of one memory whose clocks disagree are told apart by `version`.
//
// A message that was not taken within [giveUpAfter] becomes a dead letter, and
// can be sent again. A webhook to which nothing could be delivered for
// [disableAfter], or which answers 410, is disabled, and says why.
//
// # Not promised
//
// Exactly once: a process that stops between sending and writing down that it
// did sends again. That a webhook hears of a change whose job was at work when the
// webhook was made. That a message that waited behind a dead receiver was tried
// itself before it became a dead letter: the receiver was.
//
// # How it is stored
//
// The webhooks of a project lie in one item, with their secrets, sealed under a
// key made of the project's own; next to it, what
// they want to hear all together, which is all that a writer reads. [Engine.Deliver]
// fans the outbox out into a queue for each webhook, in the Commit that removes
// the notices, and then sends under a lease, so that two processes do not send
// the same. What it did is written in one Commit: the message leaves the queue,
// the log gets a line, the oldest line goes.
//
// # Where requests go
//
// The receiver is somebody else's choice, so the request is a way for them to
// reach what they cannot: see [NewClient].
package webhooks
