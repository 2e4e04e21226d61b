//go:build !lean

package verbs_test

import (
	"strings"

	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func writings() []writing {
	var all []writing
	for _, cases := range [][]writing{captureCases(), taskCases(), reasonCases()} {
		all = append(all, cases...)
	}
	return all
}

func captureCases() []writing {
	noting := func(verb, nodeType string) writing {
		return writing{
			verb: verb, free: true,
			body: `{"content": "Ship the beta to Oslo first.", "name": "Oslo", "tags": ["north", "beta"], "layer": "hot", "visibility": "shared", ` +
				`"pin": "The date is near.", "forDays": 30, "links": [{"to": "rollout", "type": "derived_from"}, {"from": "pool", "type": "blocks", "weight": 0.4}], "initiative": "launch"}`,
			want: map[string]any{"node.type": nodeType, "node.name": "Oslo", "node.content": "Ship the beta to Oslo first.", "node.layer": "hot",
				"node.visibility": "shared", "node.pinned": true, "node.pinReason": "The date is near.", "node.tags.0": "beta", "node.initiatives.0": "launch", "node.status": "current"},
			refused: []refusal{
				{`{"initiative": "launch"}`, kaibo.Invalid, "content"},
				{`{"content": "  ", "initiative": "launch"}`, kaibo.Invalid, "content"},
				{`{"content": "` + strings.Repeat("x", 65_537) + `"}`, kaibo.Invalid, "content"},
				{`{"content": "x", "name": "ROLLOUT", "initiative": "launch"}`, kaibo.Conflict, "taken by mem_"},
				{`{"content": "x", "name": "mem_x", "initiative": "launch"}`, kaibo.Invalid, "name"},
				{`{"content": "x", "layer": "lukewarm"}`, kaibo.Invalid, "layer"},
				{`{"content": "x", "visibility": "public"}`, kaibo.Invalid, "visibility"},
				{`{"content": "x", "forDays": -1}`, kaibo.Invalid, "forDays"},
				{`{"content": "x", "after": "soon"}`, kaibo.Invalid, "after"},
				{`{"content": "x", "tags": ["` + strings.Repeat("t", 129) + `"]}`, kaibo.Invalid, "tags[0]"},
				{`{"content": "x", "links": [{"to": "rollout", "type": "likes"}], "initiative": "launch"}`, kaibo.Invalid, "links[0].type"},
				{`{"content": "x", "links": [{"type": "blocks"}], "initiative": "launch"}`, kaibo.Invalid, "links[0]"},
				{`{"content": "x", "links": [{"to": "rollout", "type": "blocks", "weight": 1.5}], "initiative": "launch"}`, kaibo.Invalid, "links[0].weight"},
				{`{"content": "x", "links": [{"to": "rollot", "type": "blocks"}], "initiative": "launch"}`, kaibo.NotFound, `the nearest names are "rollout"`},
				{`{"content": "x", "links": [{"to": "pool", "type": "blocks"}]}`, kaibo.Invalid, "several nodes"},
			},
		}
	}
	return []writing{
		noting("jot", "scratch"), noting("idea", "idea"), noting("draft", "draft"), noting("episode", "episode"),
		{verb: "jot", free: true, body: `{"content": "Ship the beta to Oslo first.", "initiative": "launch"}`,
			want: map[string]any{"node.name": "ship-beta-oslo-first", "node.layer": "warm", "node.visibility": "private"}},
		{verb: "jot", free: true, before: [][2]string{{"jot", `{"content": "Ship the beta to Oslo first.", "initiative": "launch"}`}},
			body: `{"content": "Ship the beta to Oslo first!", "initiative": "launch"}`,
			want: map[string]any{"node.name": "ship-beta-oslo-first-2"}},
		{verb: "jot", free: true, body: `{"content": "The.", "initiative": "launch"}`, want: map[string]any{"node.name": "note"}},
		{verb: "idea", free: true, body: `{"content": "Nothing bounds this one but its beginning.", "after": "2026-08-01T00:00:00Z", "forDays": 2, "initiative": "launch"}`,
			want: map[string]any{"node.validFrom": "2026-08-01T00:00:00Z", "node.validTo": "2026-08-03T00:00:00Z"}},
		{verb: "idea", free: true, body: `{"content": "Roll out.", "name": "Roll-out", "initiative": "launch"}`, want: map[string]any{"similar.0": "rollout"}},
		{verb: "cite", free: true, body: `{"url": "https://example.com/prices", "name": "prices", "initiative": "launch"}`,
			want: map[string]any{"node.type": "reference", "node.url": "https://example.com/prices", "node.content": "https://example.com/prices"},
			refused: []refusal{
				{`{"content": "x"}`, kaibo.Invalid, "url"},
				{`{"url": "prices"}`, kaibo.Invalid, "url"},
				{`{"url": "https://example.com", "name": "pool", "initiative": "launch"}`, kaibo.Conflict, "taken"},
			}},
		{verb: "pin", again: true, body: `{"node": "Rollout", "reason": "Decides the dates.", "initiative": "launch"}`,
			want:    map[string]any{"node.pinned": true, "node.pinReason": "Decides the dates."},
			refused: missing("node", "")},
		{verb: "pin", body: `{"node": "letter", "reason": "For another reason.", "initiative": "launch"}`, want: map[string]any{"node.pinReason": "For another reason."}},
		{verb: "unpin", again: true, body: `{"node": "letter", "initiative": "launch"}`, want: map[string]any{"node.pinned": nil}, refused: missing("node", "")},
		{verb: "layer", again: true, body: `{"node": "rollout", "layer": "core", "initiative": "launch"}`, want: map[string]any{"node.layer": "core"},
			refused: append(missing("node", `"layer": "hot", `), refusal{`{"node": "rollout", "layer": "x"}`, kaibo.Invalid, "layer"}, refusal{`{"node": "rollout"}`, kaibo.Invalid, "layer"})},
		{verb: "tag", again: true, body: `{"node": "rollout", "tags": ["PLAN", "europe"], "initiative": "launch"}`, want: map[string]any{"node.tags.0": "Plan", "node.tags.1": "europe", "node.tags.2": nil},
			refused: append(missing("node", `"tags": ["x"], `), refusal{`{"node": "rollout", "tags": []}`, kaibo.Invalid, "tags"}, refusal{`{"node": "rollout", "tags": [" "]}`, kaibo.Invalid, "tags[0]"})},
		{verb: "untag", again: true, body: `{"node": "rollout", "tags": ["plan", "none"], "initiative": "launch"}`, want: map[string]any{"node.tags": nil},
			refused: append(missing("node", `"tags": ["x"], `), refusal{`{"node": "rollout"}`, kaibo.Invalid, "tags"})},
		{verb: "visibility", again: true, body: `{"node": "rollout", "visibility": "shared", "initiative": "launch"}`, want: map[string]any{"node.visibility": "shared"},
			refused: append(missing("node", `"visibility": "shared", `), refusal{`{"node": "rollout", "visibility": "x"}`, kaibo.Invalid, "visibility"})},
		{verb: "remind", again: true, body: `{"node": "rollout", "at": "2026-08-01T09:00:00Z", "initiative": "launch"}`, want: map[string]any{"node.remind": "2026-08-01T09:00:00Z"},
			refused: append(missing("node", ""), refusal{`{"node": "rollout", "at": "x"}`, kaibo.Invalid, "at"})},
		{verb: "remind", again: true, before: [][2]string{{"remind", `{"node": "rollout", "at": "2026-08-01T09:00:00Z", "initiative": "launch"}`}},
			body: `{"node": "rollout", "initiative": "launch"}`, want: map[string]any{"node.remind": nil}},
	}
}

// missing are the refusals of a verb for a field that names no node; rest is
// what else its body holds.
func missing(field, rest string) []refusal {
	return []refusal{
		{`{` + rest + `"initiative": "launch"}`, kaibo.Invalid, field},
		{`{"` + field + `": "nobody knows", ` + rest + `"initiative": "launch"}`, kaibo.NotFound, "there is no node"},
		{`{"` + field + `": "rollaut", ` + rest + `"initiative": "launch"}`, kaibo.NotFound, `the nearest names are "rollout"`},
		{`{"` + field + `": "pool", ` + rest + `"reason": "x"}`, kaibo.Invalid, "several nodes"},
		{`{"` + field + `": "common", ` + rest + `"initiative": "launch"}`, kaibo.NotFound, "there is no node"},
	}
}
