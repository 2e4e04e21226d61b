package forget

import (
	"context"
	"maps"
	"slices"

	"github.com/kaibo-dev/kaibo/internal/canon"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
	"github.com/kaibo-dev/kaibo/internal/termindex"
)

// bearing takes the memories that bear every word of the query, whatever their
// status, and the events whose own text does.
func (g *gathering) bearing(ctx context.Context, sel *Selector) error {
	words := queryTerms(sel.Query)
	if len(words) == 0 {
		return kaibo.InvalidField("query", "has only words that are in every text; name something to forget")
	}
	memories, events := bearers(g.index, words)
	if err := g.foresee(ctx, memories, events); err != nil {
		return err
	}
	records, err := g.Views.Records(ctx, g.project, memories)
	if err != nil {
		return err
	}
	for _, r := range records {
		if r != nil {
			g.take(r, sel)
		}
	}
	return g.takeEvents(ctx, events, sel)
}

// readings are the languages in which a query is read beside its own: a few
// words are often not enough to tell, and what was remembered may be in any.
var readings = []lang.Language{lang.English, lang.Spanish, lang.French, lang.German, lang.Portuguese, lang.Italian, lang.Swedish, lang.Dutch, lang.Norwegian, lang.Danish}

// queryTerms answers, for each content word of a query, the index terms any of
// which bears it out: the word in any inflection, in whichever language, or as
// a part of a longer one. A function word of the query's language, or of
// English, is no content.
func queryTerms(query string) [][]string {
	own := lang.Detect(query)
	forms := make(map[int][]string) // by where a word starts
	stop := make(map[int]bool)
	for _, l := range readings {
		for _, t := range lang.TokensIn(query, l) {
			forms[t.Start] = append(forms[t.Start], termindex.TermText(termindex.PrefixInflected, t.Inflected), termindex.TermText(termindex.PrefixPart, t.Inflected))
			stop[t.Start] = stop[t.Start] || l == lang.English && t.Stop
		}
	}
	var words [][]string
	for _, t := range lang.TokensIn(query, own) {
		if t.Stop || stop[t.Start] {
			continue
		}
		terms := append(forms[t.Start], termindex.TermText(termindex.PrefixInflected, t.Inflected), termindex.TermText(termindex.PrefixPart, t.Inflected), termindex.TermText(termindex.PrefixExact, t.Exact))
		slices.Sort(terms)
		words = append(words, slices.Compact(terms))
	}
	return words
}

// bearers answers the memories and the events that have every word.
func bearers(reader *termindex.Reader, words [][]string) (memories, events []string) {
	var order []string
	count := make(map[string]int)
	for n, terms := range words {
		for _, term := range terms {
			for doc := range reader.Postings(term) {
				key := bearer(doc)
				if count[key] == n { // bears all words before this one, and this one is new
					count[key] = n + 1
					if n == 0 {
						order = append(order, key)
					}
				}
			}
		}
	}
	for _, key := range order {
		switch {
		case count[key] < len(words):
		case kaibo.IsEventID(key):
			events = append(events, key)
		default:
			memories = append(memories, key)
		}
	}
	return memories, events
}

// bearer is what a row speaks for: a memory, or the event of a passage or a
// provisional memory.
func bearer(d *termindex.Doc) string {
	if d.Kind == termindex.Memory {
		return d.ID
	}
	return d.Sources[0].EventID
}

// narrowed takes what the actors and the metadata alone select.
func (g *gathering) narrowed(ctx context.Context, sel *Selector) error {
	memories := make(map[string]bool)
	events := make(map[string]bool)
	for _, kind := range []termindex.DocKind{termindex.Memory, termindex.Provisional, termindex.Passage} {
		for doc := range g.index.All(kind) {
			for _, s := range doc.Sources {
				if !sel.Narrow.MatchSource(s.Stream, s.Actor, s.Tags) {
					continue
				}
				if kind == termindex.Memory {
					memories[doc.ID] = true
				} else {
					events[s.EventID] = true
				}
			}
		}
	}
	ids := slices.Sorted(maps.Keys(memories))
	if err := g.foresee(ctx, ids, slices.Sorted(maps.Keys(events))); err != nil {
		return err
	}
	records, err := g.Views.Records(ctx, g.project, ids)
	if err != nil {
		return err
	}
	for _, r := range records {
		if r != nil {
			g.take(r, sel)
		}
	}
	return g.takeEvents(ctx, slices.Sorted(maps.Keys(events)), sel)
}

func parseDetails(b []byte, eventID string) (kaibo.Details, error) {
	d, err := canon.ParseDetails(b)
	if err != nil {
		return d, &kaibo.Error{Op: "read details of " + eventID, Err: err}
	}
	return d, nil
}
