package graph

import "strings"

// Words answers the strings that a graph holds in which something stands.
func Words(g *Graph, part string) []string {
	var out []string
	for _, s := range g.words.text {
		if strings.Contains(s, part) {
			out = append(out, s)
		}
	}
	for s := range g.words.byID {
		if strings.Contains(s, part) {
			out = append(out, s)
		}
	}
	for s := range g.named {
		if strings.Contains(s, part) {
			out = append(out, s)
		}
	}
	return out
}
