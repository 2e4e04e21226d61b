// Package chain computes and verifies what makes the ledger tamper-evident:
// the hash that links each event to the one before it, the salted digests of
// payloads, and the Merkle root over a stream.
//
// An event's hash is SHA-256 over the 32 raw bytes of the previous hash
// (zeroes for seq 1) and the RFC 8785 form of the event without hash and
// prevHash. Entries of the deletion ledger are hashed in the same way. Each
// stream is also an RFC 6962 tree whose leaf data is the raw 32-byte hash.
//
// A [Verifier] that accepts a stream proves that its events are the ones whose
// last hash (and root) it shows: none changed, dropped, added or reordered
// before the end. It does not prove that the end is the newest one, nor that
// the server shows everybody the same stream; for that compare the hash or
// root with one that was kept.
//
//	v := chain.NewVerifier("main")
//	for line := range lines {
//		if err := v.Line(line); err != nil {
//			return err // a *chain.BrokenError names stream and seq
//		}
//	}
//	fmt.Println(v.Size(), v.Hash(), v.Root())
//
// The package is pure: no I/O, no clock, no randomness. A Verifier is for one
// goroutine.
package chain
