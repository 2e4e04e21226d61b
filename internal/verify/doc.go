// Package verify recomputes, on the reader's side, what a kaibo server claims.
//
// [Run] reads a project through a [Source] and trusts none of it. It proves
// that each stream is an unbroken chain up to the head served, that every
// payload and its details still there have the digests in the chain, that the
// deletion ledger is unbroken, that what the ledger says is forgotten is shown
// nowhere, and that nothing is gone without an entry.
//
// What differs is a [Finding] with stream and seq. That something could not be
// read is an error, and says nothing against the server. An honest server that
// is written to meanwhile is never accused: events past the head first seen are
// left for the next run, and an entry of the ledger that is still being
// written is waited for.
//
// It does not prove that the server shows everybody the same history, nor that
// its end is the newest. For that keep [Report.Heads] and give it to the next
// run as [Options.Known]: a history that was rewritten or cut since is a
// finding then.
//
//	report, err := verify.Run(ctx, source, verify.Options{})
//	switch {
//	case err != nil: // could not read
//	case !report.OK(): // report.Findings says where it does not hold
//	}
package verify
