package mcpserver

import (
	"slices"
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
	"github.com/kaibo-dev/kaibo/internal/verbs"
)

// DefaultToolset names the tools that are listed when the caller chose none.
const DefaultToolset = "default"

// AllToolset names every tool.
const AllToolset = "all"

// GraphToolset names the toolsets of the curated graph together.
const GraphToolset = "graph"

// defaults are the tools of the default toolset; those that the registry does
// not have yet are left out.
var defaults = []string{"remember", "recall", "explain", "forget", "memories", "awake", "jot", toolSearch, toolFetch, toolVerbs, toolCall, toolVerify}

// always are listed whatever was chosen: with them every other tool is found.
var always = []string{toolVerbs, toolCall}

// Toolsets is which tools are listed. The zero value is the default toolset.
type Toolsets struct{ names []string }

// ParseToolsets reads names of toolsets and tools apart by commas: "default",
// "all", a toolset of the registry such as "mend", or a tool such as "explain".
// Empty is the default toolset. Verbs and call are always listed. A name that
// nothing has is Invalid.
func ParseToolsets(list ...string) (Toolsets, error) {
	var t Toolsets
	for _, part := range list {
		for name := range strings.SplitSeq(part, ",") {
			name = strings.TrimSpace(name)
			switch {
			case name == "" || slices.Contains(t.names, name):
			case !known(name):
				return Toolsets{}, kaibo.InvalidField("toolsets", "there is no toolset or tool %.64q; there are %s, and every tool by its name", name, strings.Join(ToolsetNames(), ", "))
			default:
				t.names = append(t.names, name)
			}
		}
	}
	return t, nil
}

// ToolsetNames lists the toolsets: default, all, graph, and those of the registry.
func ToolsetNames() []string {
	names := []string{DefaultToolset, AllToolset, GraphToolset}
	for _, v := range verbs.All() {
		if set := string(v.Spec().Toolset); !slices.Contains(names, set) {
			names = append(names, set)
		}
	}
	return names
}

func known(name string) bool {
	if slices.Contains(ToolsetNames(), name) || slices.Contains(defaults, name) {
		return true
	}
	return slices.ContainsFunc(verbs.All(), func(v verbs.Verb) bool { return ToolName(v.Spec().Name) == name })
}

// Lists reports whether a tool is listed.
func (t Toolsets) Lists(tool *tool) bool {
	if tool == nil {
		return false
	}
	name, set, graph := tool.name(), "", false
	if tool.verb != nil {
		set = string(tool.verb.Spec().Toolset)
		graph = slices.Contains(graphSets, tool.verb.Spec().Toolset)
	}
	if len(t.names) == 0 {
		return slices.Contains(defaults, name)
	}
	return slices.Contains(always, name) || slices.ContainsFunc(t.names, func(chosen string) bool {
		return chosen == AllToolset || chosen == name || chosen == GraphToolset && graph || chosen == set && set != "" || chosen == DefaultToolset && slices.Contains(defaults, name)
	})
}
