// Package access keeps projects and the keys to them.
//
// A project is the wall between what belongs to different people. It has a
// name, which its operator chose, an id, under which everything of it lies,
// and a secret, which keys the digests by which its text is looked up.
//
// A key opens one project with some scopes. Only the SHA-256 of a key is
// stored, so a copy of the table opens nothing; the key itself is answered
// once, by [Store.CreateKey].
//
// A key is looked up for each request, so a revoked one stops at once
// everywhere. A project is believed to be there for a minute after it was
// read, so the keys of a deleted one stop at once in the process that deleted
// it, and within a minute in others.
package access
