// Package archive writes all that a project holds into one documented file, and
// makes a project of such a file again, with the same hashes. The format is
// described in docs/archive.md.
//
// An archive is a tar file in gzip: a manifest, the keys and checkpoints that
// were signed, the deletion ledger, and for each stream its events as the exact
// lines that the chain is over, their payloads, jobs and derivations. What was
// forgotten is in it as the chain has it, without text.
//
// What it promises:
//
//   - [Check] and [Store.Load] believe nothing: every chain is recomputed, every
//     payload's digests, every checkpoint's signature and root, and that what the
//     deletion ledger names has no text. A damaged archive is refused by the name
//     of the part at fault, and nothing was written.
//   - A project that is loaded has the same streams byte for byte, the same
//     events under the same keys, and the same memories: they are taken over and
//     not derived again. See docs/decisions for why.
//   - Nobody sees a project before all of it is there. One that stopped in the
//     middle is gone on with when the same file is loaded again.
//   - Memory is bounded: parts are at most [MaxPart] bytes and are read one after
//     the other.
//
// What it does not promise: that derivations are what a structurer would derive.
// They stand in no chain; who can write an archive can write memories into it,
// as who can write the store can. An archive holds the project's secret and all
// of its text: it is as secret as the data.
package archive
