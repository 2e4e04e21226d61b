package imports_test

// fixture is a source written from the public description of its format, and
// what is read of it.
type fixture struct {
	name, format, path string
	want               []string // records
	bad                []string // what is told of those that are not taken
	skipped            map[string]int
}

// fixtures are every format that lies in a file.
var fixtures = []fixture{
	{
		name: "JSON Lines", format: "jsonl", path: "jsonl",
		want: []string{
			`jsonl:src:n-1 launch message 2026-07-01T09:30:00Z ana/user "The release moves from July 13 to July 17." count=3,thread=T-9 []`,
			`jsonl:src:n-2 main message - bo/ "Ilse keeps the changelog."  []`,
			`jsonl:src:` + named("events.jsonl") + `:6 main tool_call - / "A line without an id goes by its number."  [launch]`,
			`slack-1719826200.003 main message 2026-07-01T09:30:00Z bo/ "Bo books the room."  []`,
		},
		bad: []string{
			"events.jsonl line 4: it is not JSON: invalid character 'h' in literal true (expecting 'r')",
			"events.jsonl line 7: stream: names that begin with ~ are the server's own",
			"events.jsonl line 8: it is not as expected: content is a JSON number",
		},
		skipped: map[string]int{"without text": 1, "receipts of an export": 1},
	},
	{
		name: "ChatGPT", format: "chatgpt", path: "chatgpt",
		want: []string{
			`chatgpt:m-1 chatgpt.c-3 tool_call 2025-07-02T09:30:00Z chatgpt/assistant "print(6 * 7)" tool=python []`,
			`chatgpt:m-2 chatgpt.c-3 tool_call 2025-07-02T09:30:01Z python/tool "42" replyTo=chatgpt:m-1 []`,
			`chatgpt:n-3 chatgpt.c-1 message 2025-07-01T09:30:02.250Z ana/user "We release on July 17."  []`,
			`chatgpt:n-4 chatgpt.c-1 message 2025-07-01T09:30:10Z chatgpt/assistant "Noted: July 17." model=gpt-4o,replyTo=chatgpt:n-3 []`,
		},
		bad: []string{
			"conversations.json conversation 2: it is not as expected: mapping is a JSON string",
			"conversations.json conversation 4: its branch names a node that is not there, or goes in a circle; what could be followed is taken",
		},
		skipped: map[string]int{"on branches that were left": 1, "system messages": 1},
	},
	{
		name: "Claude", format: "claude", path: "claude",
		want: []string{
			`claude:7d9e0a10-0000-4000-8000-00000000000a claude.7d9e0a10-0000-4000-8000-000000000001 message 2026-07-01T09:00:01.500Z ana/user "I planted two oaks."  []`,
			`claude:7d9e0a10-0000-4000-8000-00000000000a:a1 claude.7d9e0a10-0000-4000-8000-000000000001 file 2026-07-01T09:00:01.500Z ana/user "The hedge comes in autumn." file=plan.txt,partOf=claude:7d9e0a10-0000-4000-8000-00000000000a []`,
			`claude:7d9e0a10-0000-4000-8000-00000000000b claude.7d9e0a10-0000-4000-8000-000000000001 message 2026-07-01T09:00:05Z claude/assistant "Let me look.||It stays sunny." replyTo=claude:7d9e0a10-0000-4000-8000-00000000000a []`,
			`claude:7d9e0a10-0000-4000-8000-00000000000b:2 claude.7d9e0a10-0000-4000-8000-000000000001 tool_call 2026-07-01T09:00:05Z claude/assistant "weather {\"place\":\"Graz\"}" call=t1,replyTo=claude:7d9e0a10-0000-4000-8000-00000000000a,tool=weather []`,
			`claude:7d9e0a10-0000-4000-8000-00000000000b:3 claude.7d9e0a10-0000-4000-8000-000000000001 tool_call 2026-07-01T09:00:05Z /tool "Sunny." call=t1,replyTo=claude:7d9e0a10-0000-4000-8000-00000000000a []`,
		},
		bad: []string{
			"conversations.json conversation 1 message 3: it has no uuid",
			"conversations.json conversation 1 message 4: it is not as expected: the value is a JSON number",
			"conversations.json conversation 2: it is no conversation: it has no uuid",
		},
		skipped: map[string]int{"a model's reasoning": 1, "images and files without text": 1},
	},
	{
		name: "Claude Code", format: "claude-code", path: "claude-code",
		want: []string{
			`claude-code:u-1 claude-code.5f0c6a52-0000-4000-8000-000000000001 message 2026-07-01T09:30:00.123Z ana/user "Move the release to July 17." branch=main []`,
			`claude-code:u-2 claude-code.5f0c6a52-0000-4000-8000-000000000001 message 2026-07-01T09:30:05Z claude/assistant "I change the plan." model=claude-opus,replyTo=claude-code:u-1 []`,
			`claude-code:u-2:2 claude-code.5f0c6a52-0000-4000-8000-000000000001 tool_call 2026-07-01T09:30:05Z claude/assistant "Edit {\"file\":\"plan.md\"}" call=toolu_1,replyTo=claude-code:u-1,tool=Edit []`,
			`claude-code:u-3:0 claude-code.5f0c6a52-0000-4000-8000-000000000001 tool_call 2026-07-01T09:30:06Z /tool "plan.md was changed." call=toolu_1,replyTo=claude-code:u-2 []`,
		},
		bad: []string{
			"5f0c6a52-0000-4000-8000-000000000001.jsonl line 6: it is not JSON: unexpected EOF",
		},
		skipped: map[string]int{"a model's reasoning": 1, "entries that are no messages": 1, "text that the program put in": 1},
	},
	{
		name: "Codex", format: "codex", path: "codex",
		want: []string{
			`codex:019c4895-344c-79b1-83b2-00413ff7f9a9:3 codex.019c4895-344c-79b1-83b2-00413ff7f9a9 message 2026-07-01T09:30:02Z ana/user "Bo reviews the plan."  []`,
			`codex:019c4895-344c-79b1-83b2-00413ff7f9a9:6 codex.019c4895-344c-79b1-83b2-00413ff7f9a9 tool_call 2026-07-01T09:30:04Z codex/assistant "shell {\"command\":[\"cat\",\"plan.md\"]}" call=call_1,tool=shell []`,
			`codex:019c4895-344c-79b1-83b2-00413ff7f9a9:7 codex.019c4895-344c-79b1-83b2-00413ff7f9a9 tool_call 2026-07-01T09:30:05Z /tool "July 17|" call=call_1 []`,
			`codex:019c4895-344c-79b1-83b2-00413ff7f9a9:8 codex.019c4895-344c-79b1-83b2-00413ff7f9a9 message 2026-07-01T09:30:06Z codex/assistant "The plan says July 17."  []`,
			`codex:5973b6c0-94b8-487b-a530-2aeb6098ae0e:3 codex.5973b6c0-94b8-487b-a530-2aeb6098ae0e message 2025-05-07T17:24:21.123Z ana/user "Ilse writes the notes."  []`,
		},
		bad: []string{
			"2026/07/01/rollout-2026-07-01T09-30-00-019c4895-344c-79b1-83b2-00413ff7f9a9.jsonl line 9: it is not JSON: invalid character 'o' in literal null (expecting 'u')",
		},
		skipped: map[string]int{"a model's reasoning": 1, "entries that are no messages": 2, "text that the program put in": 1},
	},
	{
		name: "Slack", format: "slack", path: "slack",
		want: []string{
			`slack:C0000001:1782898200.000100 slack.C0000001 message 2026-07-01T09:30:00Z ana/user "Hi @bo, the plan is in #general: the plan (https://example.org/p) & more" thread=1782898200.000100 []`,
			`slack:C0000001:1782898260.000200 slack.C0000001 message 2026-07-01T09:31:00Z bo/user "I take the changelog." replyTo=slack:C0000001:1782898200.000100,thread=1782898200.000100 []`,
			`slack:C0000001:1782898300.000300:1782898400.000000 slack.C0000001 message 2026-07-01T09:31:40Z ana/user "The release is on July 17."  []`,
			`slack:C0000001:1782898600.000000 slack.C0000001 message 2026-07-01T09:36:40Z builds/assistant "Build 17 passed."  []`,
			`slack:D0000001:1782898800.000000 slack.D0000001 message 2026-07-01T09:40:00Z bo/user "Between us: the room is booked."  []`,
		},
		bad: []string{
			"general/2026-07-01.json message 7: its ts \"soon\" is no time",
			"nowhere/2026-07-01.json: no list of the export names its channel",
		},
		skipped: map[string]int{"deleted messages": 1, "images and files without text": 1, "notices": 1},
	},
	{
		name: "mail", format: "mbox", path: "mail/inbox.mbox",
		want: []string{
			`mbox:one@example.org mail message 2026-07-01T09:30:00Z Ana Grüber/user "# Plan für Juli||Die Veröffentlichung ist am 17. Juli.|From now on Bo writes the notes, and this line is so long that it is broken." from=ana@example.org,subject=Plan für Juli,thread=one@example.org []`,
			`mbox:src:2025d8ad092b06d3a677a91c:3 mail message 2026-07-01T16:00:00Z Carl/user "# Room||The room is [number 12](https://example.org/12)." from=carl@example.org,subject=Room []`,
			`mbox:two@example.org mail message 2026-07-01T10:00:00Z bo@example.org/user "# Plan||Gut, ich buche den Raum." from=bo@example.org,replyTo=mbox:one@example.org,subject=Re: Plan,thread=one@example.org []`,
		},
		bad: []string{
			"inbox.mbox mail 4: its header cannot be read: malformed header line: this is no header at all",
			"inbox.mbox mail 5: its body cannot be read: it is multipart and names no boundary",
		},
		skipped: map[string]int{"attachments of mails": 1},
	},
	{
		name: "an Obsidian vault", format: "obsidian", path: "vault",
		want: []string{
			`md:src:0a111f8c14dcc1bba8c462b0 notes file 2026-06-30T00:00:00Z / "Ilse works on Mondays." tags=person,title=Ilse []`,
			`md:src:6f1a76fe2acd68b0773c20a7 notes file 2026-07-02T00:00:00Z / "Went to the dentist. See Release." links=md:src:e66c2f00e215ced39ac81b89,title=2026-07-02 []`,
			`md:src:e66c2f00e215ced39ac81b89 notes file 2026-07-01T07:30:00Z ana/ "# Release||The release is on July 17. Ilse keeps the changelog, see Nowhere and ." links=md:src:0a111f8c14dcc1bba8c462b0,tags=launch, plan,title=Release []`,
		},
		bad: []string{
			"Broken.md: its front matter is not YAML: yaml: line 1: did not find expected ',' or ']'",
			"Latin.md: it is not text in UTF-8",
		},
	},
	{
		name: "Markdown", format: "markdown", path: "markdown",
		want: []string{
			`md:src:933d8ea68c49566a24f06e27 notes file 2026-07-03T10:00:00Z / "The kitchen gets a new floor." title=Kitchen []`,
		},
		skipped: map[string]int{"without text": 1},
	},
	{
		name: "basic-memory", format: "basic-memory", path: "basic-memory",
		want: []string{
			`basic-memory:src:74a2c256b247d0726e9ba699 basic-memory file 2026-07-02T00:00:00Z / "Tea steeps for three minutes." title=Tea,type=note []`,
			`basic-memory:src:ed83f02a2e7387447e6a5f06 basic-memory file 2026-07-01T00:00:00Z / "# Coffee Brewing||## Observations|- Pour over gives more clarity than a press|- Water at 96 degrees extracts best|- [x] a task, done||## Relations|- Coffee Brewing relates to Tea.|- Coffee Brewing pairs with Cake." tags=coffee, brewing,title=Coffee Brewing,type=note []`,
		},
	},
	{
		name: "kaeru", format: "kaeru", path: "kaeru",
		want: []string{
			`kaeru:0197c3d2-0000-7000-8000-000000000001 kaeru file - / "The release moves to July 17." layer=hot,link.derived_from=ask-the-team,tags=plan,tier=operational,title=move the release,type=idea [launch]`,
			`kaeru:0197c3d2-0000-7000-8000-000000000002 kaeru file - / "ask the team" layer=core,tier=archival,title=ask the team,type=outcome []`,
		},
		skipped: map[string]int{"pages that are no nodes": 3},
	},
	{
		name: "mem0", format: "mem0", path: "mem0",
		want: []string{
			`mem0:a2b8c3d4-0000-4000-8000-000000000000 mem0.d-a52f141f4271c8d2768f2e2b message 2026-07-05T15:30:00.123Z alex/ "Alex prefers vegetarian restaurants" thread=r-1 []`,
			`mem0:f4cbdb08-7062-4f3e-8eb2-9f5c80dfe64c mem0.d-a52f141f4271c8d2768f2e2b message 2026-07-01T19:00:00Z alex/ "Alex is planning a trip to Graz in July" categories=travel,score=3,source=chat []`,
		},
		bad: []string{
			"memories.json results 3: it has no id",
			"memories.json results 4: it is not as expected: id is a JSON number",
		},
	},
	{
		name: "Zep", format: "zep", path: "zep",
		want: []string{
			`zep:3e0e4af9-71ff-4541-b206-000000000001 zep message 2026-07-01T09:30:00.185Z Ana/user "I moved to Graz." channel=web []`,
			`zep:3e0e4af9-71ff-4541-b206-000000000002 zep message 2026-07-01T09:30:05Z /assistant "Noted."  []`,
			`zep:3e0e4af9-71ff-4541-b206-000000000003 zep message 2024-02-01T00:00:00Z / "Ana lives in Vienna (until 1 July 2026)." relation=LIVES_IN []`,
		},
		bad: []string{
			"thread.json messages 3: it has no uuid",
		},
	},
	{
		name: "Hindsight", format: "hindsight", path: "hindsight",
		want: []string{
			`hindsight:b0a1 hindsight message 2026-04-01T10:00:00Z / "Alice works at Google as an engineer" context=career,type=world []`,
			`hindsight:b0a2 hindsight message 2026-03-15T00:00:00Z / "Alice got promoted" document=doc-1,thread=doc-1,type=experience []`,
		},
		bad: []string{
			"memories.json items 3: it has no id",
		},
	},
	{
		name: "server-memory", format: "server-memory", path: "server-memory",
		want: []string{
			`server-memory:src:008accbb20dd84748ac8b363 server-memory message - / "John Smith works at Anthropic." from=server-memory:src:28004f66245358f007f68fc9,relation=works_at,to=server-memory:src:9fbf9e6dc109609082f71c88 []`,
			`server-memory:src:28004f66245358f007f68fc9 server-memory message - / "John Smith is a person.|John Smith: Speaks fluent Spanish|John Smith: Graduated in 2019" entity=John_Smith,entityType=person []`,
			`server-memory:src:9fbf9e6dc109609082f71c88 server-memory message - / "Anthropic is an organization." entity=Anthropic,entityType=organization []`,
		},
		bad: []string{
			"memory.jsonl line 4: its type \"weather\" is neither entity nor relation",
		},
	},
	{
		name: "server-memory as one graph", format: "server-memory", path: "server-memory-graph/graph.json",
		want: []string{
			`server-memory:src:05c343fe5af41d2709240568 server-memory message - / "Tea is a drink.|Tea: steeps for three minutes" entity=Tea,entityType=drink []`,
			`server-memory:src:6d6ef48179b2d13581f058ec server-memory message - / "Tea goes with Cake." from=server-memory:src:05c343fe5af41d2709240568,relation=goes_with,to=server-memory:src:d6b9d285459d889a842266e1 []`,
		},
		bad: []string{
			"graph.json entities 2: it has no name",
		},
	},
}
