//go:build !lean

package verbs_test

import (
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

func taskCases() []writing {
	task := [2]string{"task", `{"content": "Book the room.", "name": "room", "initiative": "launch"}`}
	lead := [2]string{"slot", `{"role": "lead", "node": "rollout", "initiative": "launch"}`}
	return []writing{
		{verb: "task", free: true, body: `{"content": "Ask Oslo.", "name": "ask", "due": "2026-08-01T09:00:00Z", "initiative": "launch"}`,
			want:    map[string]any{"node.type": "task", "node.state": "open", "node.due": "2026-08-01T09:00:00Z"},
			refused: []refusal{{`{"initiative": "launch"}`, kaibo.Invalid, "content"}, {`{"content": "x", "due": "soon"}`, kaibo.Invalid, "due"}}},
		{verb: "done", again: true, before: [][2]string{task}, body: `{"node": "room", "initiative": "launch"}`, want: map[string]any{"node.state": "done", "node.status": "current"},
			refused: append(missing("node", ""), refusal{`{"node": "rollout", "initiative": "launch"}`, kaibo.Conflict, "no task"})},
		{verb: "done", before: [][2]string{task}, body: `{"node": "room", "content": "The room is booked.", "initiative": "launch"}`,
			want: map[string]any{"node.type": "outcome", "node.content": "The room is booked.", "nodes.0.status": "superseded", "nodes.0.state": "done"}},
		{verb: "checklist", free: true, body: `{"content": "Before the release", "name": "list", "items": ["Freeze.", "Tell support."], "initiative": "launch"}`,
			want: map[string]any{"node.type": "checklist", "nodes.0.content": "Freeze.", "nodes.0.type": "task", "nodes.1.content": "Tell support.", "nodes.1.state": "open"},
			refused: []refusal{{`{"content": "x", "items": []}`, kaibo.Invalid, "items"}, {`{"content": "x", "items": ["a", " "]}`, kaibo.Invalid, "items[1]"},
				{`{"content": "x", "name": "rollout", "items": ["a"], "initiative": "launch"}`, kaibo.Conflict, "taken"}}},
		{verb: "slot", again: true, body: `{"role": "Plan", "node": "rollout", "initiative": "launch"}`, want: map[string]any{"text": `"rollout" is the plan in "launch".`},
			refused: append(missing("node", `"role": "plan", `)[:3], refusal{`{"role": "plan", "node": "rollout"}`, kaibo.Invalid, "initiative"}, refusal{`{"role": " ", "node": "rollout", "initiative": "launch"}`, kaibo.Invalid, "role"})},
		{verb: "slot", before: [][2]string{lead}, body: `{"role": "lead", "node": "letter", "initiative": "launch"}`, want: map[string]any{"nodes.0.name": "rollout", "nodes.0.layer": "cold"}},
		{verb: "unslot", again: true, free: true, before: [][2]string{lead}, body: `{"role": "LEAD", "initiative": "launch"}`, want: map[string]any{"node.name": "rollout"},
			refused: []refusal{{`{"initiative": "launch"}`, kaibo.Invalid, "role"}, {`{"role": "lead"}`, kaibo.Invalid, "initiative"}}},
		{verb: "set_status", again: true, before: [][2]string{task}, body: `{"node": "room", "status": "Doing", "initiative": "launch"}`, want: map[string]any{"node.state": "doing"},
			refused: append(missing("node", `"status": "doing", `), refusal{`{"node": "room", "initiative": "launch"}`, kaibo.Invalid, "status"})},
	}
}

func reasonCases() []writing {
	claim := [2]string{"claim", `{"content": "The pool slows the start.", "name": "slow", "about": ["rollout"], "initiative": "launch"}`}
	evidence := [2]string{"evidence", `{"claim": "slow", "node": "pool", "method": "source", "initiative": "launch"}`}
	against := [2]string{"evidence", `{"claim": "slow", "node": "pool", "supports": false, "initiative": "launch"}`}
	derived := [2]string{"idea", `{"content": "Make it larger.", "name": "larger", "links": [{"to": "slow", "type": "derived_from"}], "initiative": "launch"}`}
	linked := [2]string{"link", `{"from": "rollout", "to": "pool", "type": "causal", "weight": 0.5, "initiative": "launch"}`}
	flagged := [2]string{"flag", `{"node": "letter", "kind": "review", "initiative": "launch"}`}
	settled := [2]string{"settle", `{"node": "rollout", "initiative": "launch"}`}
	refuted := [2]string{"refute", `{"claim": "slow", "because": "No.", "initiative": "launch"}`}
	verdicts := append(missing("claim", `"because": "x", `), refusal{`{"claim": "slow", "initiative": "launch"}`, kaibo.Invalid, "because"}, refusal{`{"claim": "rollout", "because": "x", "initiative": "launch"}`, kaibo.Conflict, "no claim"})
	links := func(rest string) []refusal {
		return append(missing("from", `"to": "letter", "type": "causal", `+rest), refusal{`{"from": "rollout", "to": "rollout", "type": "causal", ` + rest + `"initiative": "launch"}`, kaibo.Invalid, "to"},
			refusal{`{"from": "rollout", "to": "letter", "type": "likes", ` + rest + `"initiative": "launch"}`, kaibo.Invalid, "type"})
	}
	return []writing{
		{verb: "claim", body: `{"content": "The pool slows the start.", "name": "slow", "about": ["rollout", "pool"], "initiative": "launch"}`,
			want:    map[string]any{"node.type": "hypothesis", "node.verdict": "open"},
			refused: []refusal{{`{"content": "x", "about": ["rollaut"], "initiative": "launch"}`, kaibo.NotFound, "rollout"}, {`{"about": ["rollout"]}`, kaibo.Invalid, "content"}}},
		{verb: "evidence", before: [][2]string{claim}, body: `{"claim": "slow", "content": "With 50 it starts in 2 s.", "method": "experiment", "initiative": "launch"}`,
			want: map[string]any{"node.type": "experiment", "nodes.0.verdict": "open"},
			refused: append(missing("claim", `"content": "x", `), refusal{`{"claim": "slow", "initiative": "launch"}`, kaibo.Invalid, "content"}, refusal{`{"claim": "slow", "node": "slow", "initiative": "launch"}`, kaibo.Invalid, "node"},
				refusal{`{"claim": "slow", "content": "x", "method": "dream", "initiative": "launch"}`, kaibo.Invalid, "method"}, refusal{`{"claim": "letter", "content": "x", "initiative": "launch"}`, kaibo.Conflict, "no claim"})},
		{verb: "evidence", again: true, before: [][2]string{claim}, body: `{"claim": "slow", "node": "pool", "supports": false, "initiative": "launch"}`, want: map[string]any{"node.name": "pool"}},
		{verb: "confirm", again: true, before: [][2]string{claim}, body: `{"claim": "slow", "because": "Measured.", "initiative": "launch"}`, want: map[string]any{"node.verdict": "confirmed", "node.status": "current"}, refused: verdicts},
		{verb: "confirm", before: [][2]string{claim, evidence}, body: `{"claim": "slow", "initiative": "launch"}`, want: map[string]any{"node.verdict": "confirmed"}},
		{verb: "refute", before: [][2]string{claim, against, derived}, body: `{"claim": "slow", "initiative": "launch"}`,
			want:    map[string]any{"node.verdict": "refuted", "node.status": "canceled", "nodes.0.name": "larger"},
			refused: []refusal{{`{"claim": "rollaut", "because": "x", "initiative": "launch"}`, kaibo.NotFound, "rollout"}}},
		{verb: "inconclusive", again: true, before: [][2]string{claim}, body: `{"claim": "slow", "because": "They differ.", "initiative": "launch"}`, want: map[string]any{"node.verdict": "inconclusive"}, refused: verdicts},
		{verb: "flag", again: true, body: `{"node": "rollout", "kind": "contradiction", "with": "letter", "reason": "Dates differ.", "initiative": "launch"}`,
			want:    map[string]any{"node.status": "flagged", "node.review": "Dates differ."},
			refused: append(missing("node", `"kind": "review", `), refusal{`{"node": "rollout", "kind": "contradiction", "initiative": "launch"}`, kaibo.Invalid, "with"}, refusal{`{"node": "rollout", "kind": "x"}`, kaibo.Invalid, "kind"})},
		{verb: "close_review", before: [][2]string{flagged}, body: `{"node": "letter", "outcome": "stands", "because": "Read again.", "initiative": "launch"}`, want: map[string]any{"node.status": "current", "node.validTo": nil, "node.review": nil},
			refused: append(missing("node", `"outcome": "stands", `), refusal{`{"node": "rollout", "outcome": "ends", "initiative": "launch"}`, kaibo.Conflict, "not under review"})},
		{verb: "close_review", before: [][2]string{flagged}, body: `{"node": "letter", "outcome": "ends", "initiative": "launch"}`, want: map[string]any{"node.status": "canceled"}},
		{verb: "link", again: true, body: `{"from": "rollout", "to": "pool", "type": "causal", "weight": 0.5, "initiative": "launch"}`, want: map[string]any{"text": `"rollout" causal "pool", with weight 0.5.`},
			refused: append(links(""), refusal{`{"from": "rollout", "to": "pool", "type": "causal", "weight": 2, "initiative": "launch"}`, kaibo.Invalid, "weight"})},
		{verb: "unlink", again: true, before: [][2]string{linked}, body: `{"from": "rollout", "to": "pool", "type": "causal", "initiative": "launch"}`, refused: links("")},
		{verb: "reweight", again: true, before: [][2]string{linked}, body: `{"from": "rollout", "to": "pool", "type": "causal", "weight": 0, "initiative": "launch"}`,
			refused: append(links(`"weight": 1, `), refusal{`{"from": "rollout", "to": "letter", "type": "causal", "weight": 1, "initiative": "launch"}`, kaibo.NotFound, "link makes"}, refusal{`{"from": "rollout", "to": "pool", "type": "causal", "initiative": "launch"}`, kaibo.Invalid, "weight"})},
		{verb: "synthesise", body: `{"nodes": ["rollout", "pool"], "content": "Both.", "type": "concept", "initiative": "launch"}`, want: map[string]any{"node.type": "concept", "nodes.1.name": "pool"},
			refused: []refusal{{`{"nodes": ["rollout"], "content": "x", "initiative": "launch"}`, kaibo.Invalid, "nodes"}, {`{"nodes": ["rollout", "ROLLOUT"], "content": "x", "initiative": "launch"}`, kaibo.Invalid, "nodes[1]"},
				{`{"nodes": ["rollout", "nobody"], "content": "x", "initiative": "launch"}`, kaibo.NotFound, "nobody"}, {`{"nodes": ["rollout", "pool"], "content": "x", "type": "task", "initiative": "launch"}`, kaibo.Invalid, "type"}}},
		{verb: "chain", again: true, before: [][2]string{linked}, body: `{"from": "rollout", "to": "pool", "summary": "Why.", "name": "why-pool", "initiative": "launch"}`,
			want: map[string]any{"node.type": "chain", "node.content": "Why.", "nodes.0.name": "rollout", "nodes.1.name": "pool"},
			refused: []refusal{{`{"from": "rollout", "initiative": "launch"}`, kaibo.Invalid, "nodes"}, {`{"from": "rollout", "to": "pool", "nodes": ["rollout", "pool"], "initiative": "launch"}`, kaibo.Invalid, "nodes"},
				{`{"from": "rollout", "to": "ROLLOUT", "initiative": "launch"}`, kaibo.Invalid, "to"}, {`{"from": "rollout", "to": "letter", "initiative": "launch"}`, kaibo.Conflict, "no trail"},
				{`{"from": "nobody", "to": "pool", "initiative": "launch"}`, kaibo.NotFound, "nobody"}, {`{"nodes": ["rollout"], "initiative": "launch"}`, kaibo.Invalid, "nodes"},
				{`{"nodes": ["rollout", "letter"], "initiative": "launch"}`, kaibo.Conflict, "not linked"}, {`{"nodes": ["rollout", "pool", "rollout"], "initiative": "launch"}`, kaibo.Invalid, "nodes[2]"}}},
		{verb: "chain", before: [][2]string{linked}, body: `{"nodes": ["pool", "rollout"], "initiative": "launch"}`, want: map[string]any{"node.content": "A trail of 2 nodes."}},
		{verb: "supersede", body: `{"node": "rollout", "content": "All at once.", "initiative": "launch"}`, want: map[string]any{"node.type": "idea", "nodes.0.status": "superseded"},
			refused: append(missing("node", `"content": "x", `), refusal{`{"node": "rollout", "initiative": "launch"}`, kaibo.Invalid, "by"}, refusal{`{"node": "rollout", "by": "rollout", "initiative": "launch"}`, kaibo.Invalid, "by"})},
		{verb: "supersede", body: `{"node": "rollout", "by": "letter", "initiative": "launch"}`, want: map[string]any{"node.name": "letter", "nodes.0.status": "superseded"}},
		{verb: "revise", before: [][2]string{linked, settled}, body: `{"node": "rollout", "content": "Roll out by country.", "initiative": "launch"}`,
			want:    map[string]any{"node.name": "rollout", "node.tags.0": "Plan", "node.tier": "settled", "node.content": "Roll out by country.", "nodes.0.status": "superseded"},
			refused: append(missing("node", `"content": "x", `), refusal{`{"node": "rollout", "initiative": "launch"}`, kaibo.Invalid, "content"})},
		{verb: "settle", again: true, body: `{"node": "rollout", "initiative": "launch"}`, want: map[string]any{"node.tier": "settled"},
			refused: append(missing("node", ""), refusal{`{"node": "letter", "initiative": "launch"}`, kaibo.Conflict, "synthesise"})},
		{verb: "unsettle", again: true, before: [][2]string{settled}, body: `{"node": "rollout", "initiative": "launch"}`, want: map[string]any{"node.tier": "working"}, refused: missing("node", "")},
		{verb: "pin", before: [][2]string{claim, refuted}, body: `{"node": "rollout", "initiative": "launch"}`, refused: []refusal{{`{"node": "slow", "initiative": "launch"}`, kaibo.Conflict, "canceled"}}},
	}
}
