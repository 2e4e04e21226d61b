package model

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/structure"
)

// ground is what a statement's words may come from: the event, its details and
// the events before it.
type ground struct {
	words map[string]bool
	text  string          // lower case
	found map[string]bool // parts of words that were looked for in the text
}

// maxForeign is the share of a statement's content words that the event need
// not have: what resolves a pronoun or writes a date out.
const maxForeign = 0.5

func groundOf(in *structure.Input, content string) *ground {
	parts := []string{content, in.Details.Actor, in.Details.Role}
	for _, c := range in.Before {
		parts = append(parts, c.Content, c.Actor)
	}
	g := &ground{words: make(map[string]bool), found: make(map[string]bool), text: strings.ToLower(strings.Join(parts, "\n"))}
	for _, p := range parts {
		for _, t := range lang.Tokens(p) {
			g.words[t.Inflected], g.words[t.Derived] = true, true
		}
	}
	return g
}

// check refuses content that is not made of the event's words: numbers,
// identifiers and addresses must all stand there, unless they are of a date,
// and so must half of the other words.
func (g *ground) check(content string) error {
	all, foreign := 0, 0
	for _, t := range lang.Tokens(content) {
		if t.Stop || t.Inflected == "" {
			continue
		}
		all++
		if g.words[t.Inflected] || g.words[t.Derived] {
			continue
		}
		word := strings.ToLower(content[t.Start:t.End])
		if g.has(word) {
			continue
		}
		if strings.ContainsFunc(word, unicode.IsDigit) {
			if !ofDate(word) {
				return fmt.Errorf("the number or identifier %q is not in the event", cut(word, 40))
			}
			continue
		}
		foreign++
	}
	if float64(foreign) > maxForeign*float64(all) {
		return fmt.Errorf("most of its words are not the event's")
	}
	return nil
}

// has reports whether the text has a word, or has it as a part of another. Each
// is looked for once: an answer may repeat itself.
func (g *ground) has(word string) bool {
	found, known := g.found[word]
	if !known {
		found = strings.Contains(g.text, word)
		g.found[word] = found
	}
	return found
}

// ofDate reports whether a word can be a part of a date that was written out: a
// day, a year, a time, or the whole as ISO 8601 has it.
func ofDate(word string) bool {
	if strings.Trim(word, "0123456789") == "" {
		return len(word) <= 2 || len(word) == 4 && (word[0] == '1' || word[0] == '2')
	}
	return strings.Trim(word, "0123456789-:.tz") == "" || // 2026-07-01t09:30:00z
		strings.Trim(word, "0123456789") == "th" || strings.Trim(word, "0123456789") == "st" ||
		strings.Trim(word, "0123456789") == "nd" || strings.Trim(word, "0123456789") == "rd"
}
