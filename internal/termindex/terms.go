package termindex

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// The prefixes of terms: which form of a word a term is.
const (
	PrefixInflected = "i:" // one form for all inflections of a word
	PrefixDerived   = "d:" // one form for a family of words, where it differs
	PrefixExact     = "x:" // an identifier or a number, whole
	PrefixPart      = "p:" // a part, or a run of parts, of an identifier
)

// Limits of one term and of one token's parts. A longer term is cut, in the
// index and in the question alike, so that the two still meet.
const (
	maxTermBytes = 96 // longer than any word of a language; holds a SHA-256 in hexadecimal
	maxParts     = 32 // of one identifier
	maxPartRun   = 3  // longest run of parts that is a term of its own
)

// maxPassageWords is the length of a passage: short enough that the best one
// speaks for its message, long enough to hold a sentence.
const maxPassageWords = 40

// Terms returns the terms of a text, sorted, and its length in content words.
// Each content word gives "i:" and its inflected form and, where it differs,
// "d:" and its derived form; an identifier or a number gives "x:" and the
// whole; an identifier gives "p:" and each part and run of up to three parts.
// Function words are left out.
func Terms(text string) (terms []Term, length int) {
	counts := make(map[string]int)
	for _, t := range lang.Tokens(text) {
		if t.Stop {
			continue
		}
		length++
		countToken(counts, t)
	}
	return sortedTerms(counts), length
}

func countToken(counts map[string]int, t lang.Token) {
	counts[term(PrefixInflected, t.Inflected)]++
	if t.Derived != "" && t.Derived != t.Inflected {
		counts[term(PrefixDerived, t.Derived)]++
	}
	if t.Kind == lang.Identifier || t.Kind == lang.Number {
		counts[term(PrefixExact, t.Exact)]++
	}
	parts := t.Parts[:min(len(t.Parts), maxParts)]
	for i := range parts {
		for n := 1; n <= maxPartRun && i+n <= len(parts); n++ {
			counts[term(PrefixPart, strings.Join(parts[i:i+n], ""))]++
		}
	}
}

// TermText returns the term under which a form stands in the index: with its
// prefix, and cut where it is too long. Long forms that begin alike share one.
func TermText(prefix, form string) string { return term(prefix, form) }

// term joins a prefix and a form and cuts what is too long at a rune.
func term(prefix, form string) string {
	if len(form) > maxTermBytes {
		n := maxTermBytes
		for n > 0 && !utf8.RuneStart(form[n]) {
			n--
		}
		form = form[:n]
	}
	return prefix + form
}

func sortedTerms(counts map[string]int) []Term {
	terms := make([]Term, 0, len(counts))
	for _, text := range slices.Sorted(maps.Keys(counts)) {
		terms = append(terms, Term{Text: text, Freq: uint16(min(counts[text], math.MaxUint16))})
	}
	return terms
}

// maxTerms merges two sorted lists; a term of both keeps its larger frequency.
func maxTerms(a, b []Term) []Term {
	out := make([]Term, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := strings.Compare(a[0].Text, b[0].Text); {
		case c < 0:
			out, a = append(out, a[0]), a[1:]
		case c > 0:
			out, b = append(out, b[0]), b[1:]
		default:
			out = append(out, Term{Text: a[0].Text, Freq: max(a[0].Freq, b[0].Freq)})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// contentWords is the length that terms stand for: each content word has
// exactly one inflected form.
func contentWords(terms []Term) int {
	n := 0
	for _, t := range terms {
		if strings.HasPrefix(t.Text, PrefixInflected) {
			n += int(t.Freq)
		}
	}
	return n
}

// PassageDocs cuts content[from:to] of an event into passages of at most 40
// words that end where a sentence does, or inside one that is longer. A
// passage without a content word is left out. Its id is the event's and the
// byte where it starts, so that the parts of one event never meet.
//
// from and to are moved to the start of a rune; tags are the digests of the
// event's metadata. [WithSession] adds the session.
func PassageDocs(stream string, e kaibo.Event, d kaibo.Details, content string, from, to int, tags []string) []Doc {
	from, to = runeStart(content, from), runeStart(content, to)
	if from >= to {
		return nil
	}
	source := Source{Stream: stream, Seq: e.Seq, EventID: e.ID,
		Actor: d.Actor, Role: d.Role, Tags: tags}
	revision := whenRecorded(stream, e.Seq, e.OccurredAt, e.RecordedAt)
	var docs []Doc
	for _, s := range passages(content[from:to]) {
		start, end := from+s.Start, from+s.End
		terms, length := Terms(content[start:end])
		if length == 0 {
			continue
		}
		docs = append(docs, Doc{
			ID: e.ID + "/" + strconv.Itoa(start), Kind: Passage, Version: 1,
			Sources: []Source{source}, Start: start, End: end,
			Revisions: []kaibo.Revision{revision},
			Length:    length, Terms: terms, Analyser: AnalyserVersion,
		})
	}
	return docs
}

// runeStart moves i into s and forward to the start of a rune.
func runeStart(s string, i int) int {
	i = min(max(i, 0), len(s))
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

// passages packs whole sentences while they fit and cuts those that never do.
func passages(text string) []lang.Span {
	var out []lang.Span
	var open lang.Span
	words := 0
	flush := func() {
		if words > 0 {
			out = append(out, open)
		}
		words = 0
	}
	for _, s := range lang.Sentences(text) {
		tokens := lang.Tokens(text[s.Start:s.End])
		if words > 0 && words+len(tokens) > maxPassageWords {
			flush()
		}
		for base := s.Start; len(tokens) > maxPassageWords; tokens = tokens[maxPassageWords:] {
			cut := base + tokens[maxPassageWords].Start // words is 0 here
			out = append(out, lang.Span{Start: s.Start, End: cut})
			s.Start = cut
		}
		if words == 0 {
			open.Start = s.Start
		}
		open.End = s.End
		words += len(tokens)
	}
	flush()
	return out
}
