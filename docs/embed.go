// Package docs holds the pages of this folder as they stand, so that a server
// can show the documentation of the version that it is:
//
//	page, err := docs.Files.ReadFile("mcp.md")
//
// The pages api.md and cli.md are made from the registry of verbs and from the
// command line; tests hold them to be up to date. Everything else is written
// by hand.
package docs

import "embed"

// Files holds the pages, by their path below this folder.
//
//go:embed *.md decisions/*.md skill/*.md
var Files embed.FS
