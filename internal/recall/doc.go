// Package recall answers a question with the few memories that bear it out, or
// says that it does not know.
//
// [Engine.Recall] takes these steps, and each has a file:
//
//	question      the words of the question: what grounds, what must be there  question.go
//	asks          what it wants besides: a date, a number, whose words         asks.go
//	search        hits from the term index, each with the words it bears out   search.go
//	conversation  what was said around them, learned from or not               conversation.go
//	readings      what each set of terms says, names that rows speak of        readings.go, names.go
//	times         which of them hold at asOf, as known at knownAt              times.go
//	rank          what a hit is worth, and what sets the best one apart        rank.go, weights.go
//	abstain       when no answer is the answer                                 abstain.go
//	signals       how sure the answer is                                       signals.go
//	fetch         the texts of the best, in one batch                          fetch.go
//	choose        the smallest set that answers; nothing said twice            choose.go, copies.go
//	shorten       a quote of a text that is too long                           shorten.go
//
// docs/evaluation.md has what each part was measured to gain.
//
// What it promises: an answer never exceeds its budget; its items are
// empty exactly when it abstains; a quote is byte for byte what its first
// citation points at; the same store and question give the same answer. A warm
// recall is two sequential reads: the index's tail, and one batch of texts.
// More batches are read only when an answer needs more than a hundred texts.
//
// What it does not: it reads no payload, so it trusts that a memory's quote is
// what its source says, which structuring checked and fsck checks again. It
// compares words, not meanings.
package recall
