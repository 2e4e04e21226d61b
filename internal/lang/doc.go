// Package lang reads text for a memory that is searched by words: which
// language, which words, which forms of a word meet, where a sentence ends.
//
// It is pure and lexical. Nothing is loaded, nothing is learned, and the same
// bytes always give the same tokens, so an index made on one machine can be
// searched on another.
package lang
