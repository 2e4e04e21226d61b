package curate

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/graph"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/lang"
)

// Noting makes a node of a type.
func Noting(nodeType string, n Note) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) { return w.note(ctx, nodeType, &n) }
}

// Jot notes something at once. Without a name it gets one of its own words.
func Jot(n Note) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		noted := n
		if noted.Name == "" {
			noted.Name = w.wordName(noted.Content)
		}
		return w.note(ctx, graph.TypeScratch, &noted)
	}
}

// Cite makes a reference to something that is found at an address.
func Cite(address string, n Note) Rule {
	return func(ctx context.Context, w *Work) (*Result, error) {
		u, err := url.Parse(address)
		if err != nil || u.Scheme == "" || u.Host == "" && u.Opaque == "" && u.Path == "" {
			return nil, kaibo.InvalidField("url", "must be an address with a scheme, such as https://example.com/page")
		}
		noted := n
		if noted.Content == "" {
			noted.Content = address
		}
		r, err := w.note(ctx, graph.TypeReference, &noted)
		if err != nil {
			return nil, err
		}
		w.Set(r.Node, graph.AttrURL, address)
		return r, nil
	}
}

// A name made of words has at most these many, and about these bytes.
const (
	nameWords = 5
	nameBytes = 60
)

// wordName makes a name of the first words of a text that carry content, which
// nothing here has yet: "Ship the beta to Oslo first" is ship-beta-oslo-first.
func (w *Work) wordName(content string) string {
	var words []string
	size := 0
	for _, t := range lang.Tokens(content) {
		if t.Stop || t.Kind == lang.Bigram || t.Kind == lang.Symbol || size+len(t.Exact) > nameBytes {
			continue
		}
		words = append(words, strings.ReplaceAll(t.Exact, " ", "-"))
		size += len(t.Exact) + 1
		if len(words) == nameWords {
			break
		}
	}
	if len(words) == 0 || looksLikeID(words[0]) {
		words = append([]string{"note"}, words...)
	}
	base := strings.Join(words, "-")
	name := base
	for i := 2; w.holder(name, "", w.homes()) != nil; i++ {
		name = fmt.Sprintf("%s-%d", base, i)
	}
	return name
}
