// Package local is the embedded store: the three ports of package kaibo in one
// directory that one process holds.
//
//	store, err := local.Open(dir, local.Options{Timeout: 5 * time.Second})
//	if err != nil {
//		return err // a *LockedError says who holds the directory
//	}
//	defer store.Close()
//	table, objects, queue := store.Table(), store.Objects(), store.Queue("jobs")
//
// The directory holds
//
//	kaibo.db    the table and the queues: one bbolt file
//	objects/    one plain file an object; a directory's name ends in "+"
//	tmp/        files not yet whole; emptied by Open
//	lock        held by the process that has the store open
//	owner.json  where that process can be reached, see [WriteOwner]
//
// # What is promised
//
// When Commit or Put answers nil, its writes survive a crash of the process
// and of the machine, as far as the disk keeps its word about a sync. A reader
// never sees a commit that a crash could still take back. Commits that arrive
// together share one transaction of the file and its two syncs; a writer alone
// waits for nobody. A store whose file failed in a way that leaves open what a
// crash would show stops serving until it is opened again.
//
// Every value carries a CRC-32C of its key, version and data. What is damaged
// is a [DamagedError] that names it and is never repaired silently. A file
// that bbolt itself cannot read is an error of [Open] and not a panic. A
// damaged key can hide its item from Get; [Store.Check] walks everything.
//
// # What is not
//
// Queues are hints: a message sent, taken or done is on disk within a tenth of
// a second, and a crash before that loses or doubles it. Deleting an item or a
// message leaves its bytes in free pages of the file until
// [Store.CompactFile] writes the file anew; the blocks that the file system
// then frees are not overwritten. Object names that differ only in the case of
// letters are one name on a file system that ignores case. Nothing is
// encrypted: the directory is for its owner alone (0700, files 0600).
package local
