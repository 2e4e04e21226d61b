package markdown

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// namer gives every heading the id that GitHub gives it, so that a link to a
// part of a page leads there in both places.
type namer struct{}

// Transform implements parser.ASTTransformer.
func (namer) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	taken := map[string]bool{}
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if heading, ok := n.(*ast.Heading); ok && entering {
			heading.SetAttributeString("id", []byte(unused(slug(textOf(heading, reader.Source())), taken)))
		}
		return ast.WalkContinue, nil
	})
}

// textOf is what a reader sees of a node: its text without the marks around it.
func textOf(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// slug names a heading as GitHub does: in small letters, a hyphen for each
// space, and without everything that is no letter, mark, number, hyphen or
// underscore. GitHub describes it under "Section links" in its guide to
// writing.
func slug(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', unicode.IsLetter(r), unicode.IsMark(r), unicode.IsNumber(r), unicode.Is(unicode.Pc, r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}

// unused is a name, or it with the first number behind it that no heading
// before has.
func unused(name string, taken map[string]bool) string {
	free := name
	for i := 1; taken[free]; i++ {
		free = name + "-" + strconv.Itoa(i)
	}
	taken[free] = true
	return free
}
