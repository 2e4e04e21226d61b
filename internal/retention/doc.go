// Package retention forgets by rule: "tool calls go after 90 days".
//
// A [Rule] names a kind of event, streams, or both, and how many days events
// are kept from when they were recorded. [Engine.Enforce], which the schedule
// calls, forgets what is past its days in deeds of up to [Batch] events, each
// with a receipt whose reason names the rule. A memory that other events bear
// out too stays; one that rested on those events alone goes with them, as with
// any forgetting.
//
// Along a stream the time of recording never decreases, so a rule remembers for
// each stream up to which seq it is done, and a run reads new events alone. The
// cursor moves after the deed: a run that stops in between finds its events
// forgotten and goes on. Events of the server's own streams are what
// corrections and keys rest on; rules do not reach them.
package retention
