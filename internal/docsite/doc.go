// Package docsite serves the documentation of the program that runs: every page
// as Markdown and as HTML, an index for language models, all pages as one text,
// and all as an archive.
//
//	site := docsite.New()
//	file, ok := site.Find("/docs/mcp")
//
// The paths:
//
//	/docs/               the index as HTML; /docs leads there
//	/docs/NAME           a page as HTML, where package markdown is linked
//	/docs/NAME.md        the same page as Markdown, byte for byte as in the repository
//	/docs/llms.txt       the index in the form of https://llmstxt.org
//	/docs/llms-full.txt  the text of every page
//	/docs/docs.zip       every page as Markdown, and llms.txt
//
// Pages are read from the binary. Nothing here reads a store or knows a
// project, and no page holds a script or leads a browser to another host by
// itself.
package docsite
