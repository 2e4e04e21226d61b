package structure

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// Alias is one name of a subject that has several.
type Alias struct {
	Name    string `json:"name"`
	Same    string `json:"same"` // the other name of the same subject
	EventID string `json:"eventId"`
}

// alias stores that two names are one subject.
func (s *step) alias(ctx context.Context, c *Curation, src *source) error {
	key := kaibo.AliasKey(s.project, foldName(c.Name))
	items, err := s.worker.Table.Get(ctx, key)
	if err != nil {
		return fmt.Errorf("read alias: %w", err)
	}
	a := Alias{Name: c.Name, Same: c.Same, EventID: src.event.ID}
	s.extra = append(s.extra, kaibo.PutOver(key, items[0].Version, kaibo.Encode(a)))
	s.derivation(src.index(s))
	return nil
}

func foldName(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// Aliases reads every name of a project's subjects that have several, folded,
// with the name that the subject goes by in comparisons. Names that are the
// same as a third are one subject.
func (w *Worker) Aliases(ctx context.Context, p kaibo.Project) (map[string]string, error) {
	var all []Alias
	r := kaibo.Range{}
	for {
		page, err := w.Table.Query(ctx, kaibo.Records, kaibo.AliasPartition(p.ID), r)
		if err != nil {
			return nil, fmt.Errorf("read aliases: %w", err)
		}
		for _, item := range page.Items {
			var a Alias
			if err := item.Decode(&a); err != nil {
				return nil, err
			}
			all = append(all, a)
		}
		if !page.More {
			return oneName(all), nil
		}
		r = r.Next(page)
	}
}

// oneName gives all names of a subject one of them: the least of those that
// aliases lead to, so that the order in which they were given does not matter.
func oneName(all []Alias) map[string]string {
	group := make(map[string]string) // folded name to its group's least
	find := func(name string) string {
		for group[name] != "" && group[name] != name {
			name = group[name]
		}
		return name
	}
	written := make(map[string]string)
	for _, a := range all {
		for _, name := range []string{a.Name, a.Same} {
			folded := foldName(name)
			if group[folded] == "" {
				group[folded], written[folded] = folded, name
			}
		}
		x, y := find(foldName(a.Name)), find(foldName(a.Same))
		group[max(x, y)] = min(x, y)
	}
	out := make(map[string]string, len(group))
	for name := range group {
		out[name] = written[find(name)]
	}
	return out
}

// loadAliases reads the aliases once an attempt.
func (r *run) loadAliases(ctx context.Context) (err error) {
	if r.aliases == nil {
		r.aliases, err = r.worker.Aliases(ctx, r.project)
	}
	return err
}

// unalias writes one name for each subject into a statement and its
// candidates, so that the structurer sees the same subject in both.
func (s *step) unalias(st *Statement, candidates []Candidate) {
	if len(s.aliases) == 0 {
		return
	}
	names := longestFirst(s.aliases)
	if text := replaceNames(st.Content, names, s.aliases); text != st.Content {
		st.Content, st.Parse = text, nil
	}
	for i := range candidates {
		candidates[i].Content = replaceNames(candidates[i].Content, names, s.aliases)
		candidates[i].Quote = replaceNames(candidates[i].Quote, names, s.aliases)
	}
}

// maxRewordings bounds in how many other ways a text is put.
const maxRewordings = 4

// Rewordings puts a text in other ways: with each subject that it names under
// another of the subject's names, the name that it goes by first. None when it
// names no subject that has several.
func (w *Worker) Rewordings(ctx context.Context, p kaibo.Project, text string) ([]string, error) {
	aliases, err := w.Aliases(ctx, p)
	if err != nil || len(aliases) == 0 {
		return nil, err
	}
	names := longestFirst(aliases)
	out := []string{replaceNames(text, names, aliases)}
	eachName(text, names, func(start, end int, name string) {
		for _, other := range names {
			if name != "" && other != name && aliases[other] == aliases[name] {
				out = append(out, text[:start]+other+text[end:])
			}
		}
	})
	out = slices.DeleteFunc(out, func(s string) bool { return foldName(s) == foldName(text) })
	slices.Sort(out[min(1, len(out)):])
	out = slices.CompactFunc(out, func(a, b string) bool { return foldName(a) == foldName(b) })
	return out[:min(len(out), maxRewordings)], nil
}

// maxAliasWords bounds the words of other names under which a statement looks
// for those on its subject, beside its own anchors.
const maxAliasWords = MaxAnchors

// otherNames answers the words of the other names of the subjects that a text
// names, in the forms under which a structurer may have put memories.
func otherNames(text string, aliases map[string]string) []string {
	if len(aliases) == 0 {
		return nil
	}
	named := make(map[string]string) // what a subject goes by, to the name that the text has
	eachName(text, longestFirst(aliases), func(start, end int, name string) {
		if name != "" {
			named[aliases[name]] = name
		}
	})
	var words []string
	for _, name := range longestFirst(aliases) {
		here, ok := named[aliases[name]]
		if !ok || here == name {
			continue
		}
		for _, t := range lang.Tokens(name) {
			for _, form := range []string{t.Inflected, t.Exact} {
				if !t.Stop && form != "" && !slices.Contains(words, form) && len(words) < maxAliasWords {
					words = append(words, form)
				}
			}
		}
	}
	return words
}

// longestFirst answers the names, those that hold others before them.
func longestFirst(aliases map[string]string) []string {
	names := make([]string, 0, len(aliases))
	for name := range aliases {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return names
}

// replaceNames writes what its subject goes by in place of each name that
// stands in a text as whole words, in any case.
func replaceNames(text string, names []string, aliases map[string]string) string {
	var b strings.Builder
	eachName(text, names, func(start, end int, name string) {
		if name == "" {
			b.WriteString(text[start:end])
		} else {
			b.WriteString(aliases[name])
		}
	})
	return b.String()
}

// eachName cuts a text into names and what is between them, for which name is
// empty.
func eachName(text string, names []string, fn func(start, end int, name string)) {
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // a letter whose lower case has another length: positions would not fit
		lower = text
	}
	from := 0
	for at := 0; at < len(text); {
		if name := nameAt(text, lower, at, names); name != "" {
			if from < at {
				fn(from, at, "")
			}
			fn(at, at+len(name), name)
			at += len(name)
			from = at
			continue
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	if from < len(text) {
		fn(from, len(text), "")
	}
}

// nameAt answers the longest name that stands at a place as whole words.
func nameAt(text, lower string, at int, names []string) string {
	if wordBefore(text, at) {
		return ""
	}
	for _, name := range names {
		if name != "" && strings.HasPrefix(lower[at:], name) && !wordAfter(text, at+len(name)) {
			return name
		}
	}
	return ""
}

func wordBefore(s string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:at])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func wordAfter(s string, at int) bool {
	r, _ := utf8.DecodeRuneInString(s[at:])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}
