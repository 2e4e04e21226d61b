// Package proof holds the words in which kaibo's history is signed and proved,
// and checks them without a server.
//
// Every stream, and the deletion ledger of every project, is an RFC 6962 tree.
// A [Checkpoint] is the signed statement of how large such a tree is and what
// its root is; a deployment signs one for each of its logs, and one for the log
// of logs, whose leaves are the bodies of the others. A file that [Evidence]
// writes shows that one event or one receipt is in its log, and that the log's
// checkpoint is in the log of logs, which witnesses cosign. A [KeyHistory] says
// which keys sign, each list signed by a key of the list before.
//
// The formats are those of https://c2sp.org: signed-note, tlog-checkpoint,
// tlog-proof and tlog-cosignature, so that other tools read them.
//
// What a proof that checks out promises: who holds the signing key said that
// the entry is at this place of this log. It does not promise that the key's
// holder says the same to everybody; two checkpoints of one log that are not
// consistent prove that it does not, and a witness's cosignature says that a
// third party looked for that.
//
//	checked, err := proof.CheckEvidence(file, func(origin string) ([]string, error) {
//		return trusted[origin], nil
//	})
//	if err == nil {
//		fmt.Println(checked.Event.Stream, checked.Event.Seq, "was signed by", checked.Deployment)
//	}
//
// The package is pure: no I/O, no clock, no randomness but the caller's.
package proof
