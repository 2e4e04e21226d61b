// Package imports reads what other programs keep (conversations, mail, notes,
// commits, other memories) as events for kaibo, and sends them.
//
// A [Format] reads a [Source], which is a file, a directory or a zip file, and
// hands over one [Record] after the other. [Run] sends them in batches through
// a [Sender] and answers a [Report]:
//
//	src, err := imports.Open(path)
//	format, err := imports.Choose(src, "auto")
//	report, err := imports.Run(ctx, src, imports.Options{Format: format, Sender: sender, Name: name})
//
// What it promises:
//
//   - Twice is as once. A record's key is made from the source's own ids, or
//     from its place in the source, never from what it says; the server answers
//     a key that it knows with the first event. A file's name says something, so
//     that it goes into a key only through Options.Name, a keyed digest whose
//     secret stays with whoever imports.
//   - No key hides a record: another text under a key that was taken is a version
//     of its own where the source keeps only the newest, and else a bad record.
//   - One bad record never costs another. It is listed in the report with its
//     place and what is wrong with it, and the rest goes on.
//   - Memory is bounded: files are read piece by piece, one piece is at most
//     [MaxPiece] bytes, and at most a few batches wait to be sent.
//   - A source is hostile. Zip files are held to limits of count, size and ratio;
//     no name leads out of a directory or an archive, and no symbolic link is
//     followed; nothing of a source is run.
//
// What it does not promise: that the other program's format stays as it is. Each
// format names, at the head of its file, the public description that it was
// written from.
package imports
