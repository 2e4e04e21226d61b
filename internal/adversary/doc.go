// Package adversary holds no code: its tests are a toolkit of what somebody can do
// to a history who has the store, the wire, or the signing key.
//
// A small server is made, in memory, of two streams, a deletion ledger, checkpoints,
// a log of logs, lists of keys and a witness. At one moment somebody keeps
// something of it (an answer, a receipt, a checkpoint, a proof with a witness's
// cosignature, or all that a verifier saw), and the server goes on. Then a
// deed is done at one of its layers: an entry, a payload, a head, a tile, a
// checkpoint, the log of logs, the keys, a cosignature or an answer is changed, dropped,
// repeated, reordered, inserted, cut or dated back, and what follows is left as it
// is, hashed again, or hashed and signed again with the real key or with
// another.
//
// An oracle that knows the deed and what was kept says whether a verifier must
// find it, and in which places it may be named. A deed that need not be found
// has a reason, and docs/threat-model.md must list it. A server to which nothing was
// done is never accused.
package adversary
