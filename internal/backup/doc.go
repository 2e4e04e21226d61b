// Package backup copies the data of an embedded store while it is in use, and
// brings it back.
//
// A backup is a directory:
//
//	backup.json      what the backup is, see [Seal]; its presence makes it one
//	table-<time>.db  the table at one moment, without free pages
//	objects/         the objects, as in a data directory
//	files/           what else a data directory needs: the signing keys
//
// [Take] into the same directory again copies only objects that are new, writes
// the table anew, and takes away what is gone from the store, so that a backup
// that is kept up to date forgets too. The new seal replaces the old one in one
// step: a backup that was interrupted is still the one before.
//
// [Check] reads all of a backup: the table's digest, every stream's chain, and
// the digest of every payload that is not forgotten. [Restore] checks and then
// copies into an empty directory. What was forgotten after the backup was taken
// must be forgotten again before anything is served: the caller does that, see
// package app.
//
// A backup is as secret as the data, and as the keys that sign checkpoints. It is written for its owner alone and is
// not encrypted.
package backup
