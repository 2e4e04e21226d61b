package docsite

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"
)

// Convert renders Markdown with the ids of headings alone.
func Convert(markdown string) (string, error) {
	var b bytes.Buffer
	md := goldmark.New(goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(namer{}, 100))))
	err := md.Convert([]byte(markdown), &b)
	return b.String(), err
}
