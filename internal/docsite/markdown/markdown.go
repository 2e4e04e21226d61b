// Package markdown makes HTML of the pages of the documentation, with the ids of
// headings that GitHub gives them. It stands apart from package docsite because
// its parser takes milliseconds to start, which a function of a deployment has
// not.
package markdown

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// HTML renders a page. Every link goes through mend. HTML in the source is left
// out.
func HTML(source []byte, mend func(to string) string) ([]byte, error) {
	var body bytes.Buffer
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(mender(mend), 100), util.Prioritized(namer{}, 101))),
	)
	if err := md.Convert(source, &body); err != nil {
		return nil, fmt.Errorf("render Markdown: %w", err)
	}
	return body.Bytes(), nil
}

// mender changes where links lead.
type mender func(to string) string

// Transform implements parser.ASTTransformer.
func (m mender) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, ok := n.(*ast.Link); ok && entering {
			link.Destination = []byte(m(string(link.Destination)))
		}
		return ast.WalkContinue, nil
	})
}
