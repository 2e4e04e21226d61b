// Package checkpoint signs how far the logs of a deployment have come, and
// proves from what it signed.
//
// # The logs
//
// Each stream is a log, and each project's deletion ledger. The log of logs has
// a leaf for every checkpoint of those: its body. So one signature, that of the
// newest checkpoint of the log of logs, covers a deployment, and a witness needs
// one key.
//
// # What is promised
//
// Nothing is signed that does not begin with all that was signed before. The
// entries are read from the table and chained on to what was read the last
// time; the tree that they make must be the head's; and a consistency proof from
// the last signed root, made of tiles that nothing overwrites, must check out,
// before the signature is asked for. What does not hold stops that log for good
// and is told to [Engine.Alarm]; the others go on.
//
// A signed checkpoint is an object that is written once, named by its size. Who
// rolls the table back to an earlier checkpoint in order to have another future
// signed is found out by the objects that come after it.
//
// The engine appends no event and has no way to. It writes under its own prefix
// and partition alone.
//
// # How a run goes, and where it can stop
//
// For each log that may have changed: entries are read, complete tiles are
// written, the checkpoint is signed and written as an object. Then the bodies of
// a round become one batch of leaves, an object whose name is the index of its
// first leaf; the tiles of the log of logs that became complete; its checkpoint.
// One Commit at the end of the round says how far all of them came. A run that
// stopped anywhere before it left objects that the next run finds by their names
// and takes for its own, after it has proved them. Witnesses are asked last; one
// that does not answer is asked again by the next run.
//
// Which logs may have changed is a hint, given to [Engine.Run]. A hint that was
// lost costs time: [Engine.Sweep] looks at every log.
//
// # Layout
//
//	records log/<project>  <log>          how far a log came, its open tiles, its checkpoint
//	records log            deployment     the same of the log of logs
//	records log            keys           the lists of keys, the newest last
//	records log            lease          who is at work
//	objects log/t/<project>/<log>/tile/<level>/<n>   256 hashes: c2sp.org/tlog-tiles
//	objects log/t/<project>/<log>/c/<size>           a signed checkpoint
//	objects log/t/deployment/tile/…, c/…             the same of the log of logs
//	objects log/t/deployment/leaves/<index>          bodies of checkpoints
//
// They lie outside of a project's prefix, because they outlive it: a deleted
// project's chain stays, without its text.
package checkpoint
