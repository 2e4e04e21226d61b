// Package rules is the structurer that kaibo carries within itself: rules of
// language, deterministic and fast, with no model and no network.
//
// [Rules] does the two things that a [structure.Structurer] promises.
//
// Read cuts an event by its kind and its look (a message, a transcript, a
// list, a table, a JSON object, HTML, a commit, a log), cuts prose into
// sentences, drops what states nothing (greetings, questions, wishes, orders
// to the memory, templates) and turns each sentence that is left into one
// statement: its type, its words with dates and pronouns written out, the time
// for which it holds, and the anchors under which it meets others.
//
// Judge reads two statements into frames, which say what is the topic, what is
// the verb and what is the value, and compares them slot by slot:
//
//	The orders API allows 50 requests per second.
//	topic: orders API    verb: allow    value: 50 (requests, second)
//
// A statement takes the place of an earlier one only when everything but one
// value agrees, and when it says that something changed ("now", "moved to",
// "takes over from") or its predicate can hold one value at a time. Likeness
// alone never replaces anything, nor does a negation word; a question, a wish,
// a quotation, a rumour or an addition ends nothing. A statement that a thing
// ended cancels what is said of that thing; a report that a task was done
// completes the task.
//
// Where two statements are built too differently for that, a second reading
// takes over: claims. A claim is the statement's words in chunks and what its
// turns of phrase say, from phrase books of English, German, Spanish, French
// and Portuguese (the folder words). Two claims are about one thing when what
// only the earlier says and what only the later says are two values of one
// slot, and nothing else sets them apart:
//
//	Marta owns the importer.          slot of the holder: Marta
//	The importer is Paolo's job now.  slot of the holder: Paolo
//
// Whatever either reading finds must pass what the words alone forbid
// (guard.go): one person's end is not another's, an amount of one thing gives
// way to none of another, a list that grows replaces nothing, another verb says
// another thing. A sentence of several clauses is also read clause by clause
// (alone.go). Where a day, a time, an amount or a code is new and the statement
// says so, less is asked of how it is built (claim_restate.go); where somebody
// lives has words of its own (residence.go); what was called off and takes
// place after all is called off no longer (revive.go); and two statements that
// cannot both be true, neither of which updates the other, conflict
// (conflict.go).
//
//	r := rules.New()
//	reading, err := r.Read(ctx, structure.Input{Event: e, Content: content})
//	for _, s := range reading.Statements {
//		judgements, err := r.Judge(ctx, s, candidates)
//	}
//
// What it does not promise: it knows English best, some Spanish, French,
// German, Portuguese and Italian, a little Dutch and Swedish, and notes
// statements of other languages without judging more than repeats and the
// plainest changes. It prefers to leave two statements side by side when it is
// not sure that one ends the other.
//
// The words it goes by stand in tables apart from the code: lexicon.go
// (function words, calendar, units), verbs.go, cues.go (turns of phrase and
// verbs of change), labels.go, chatter.go, and the files in words.
package rules
