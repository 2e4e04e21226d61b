import assert from "node:assert/strict";
import { test } from "node:test";
import type { ToolCallOptions } from "ai";
import { kaiboTools as aiTools } from "../src/adapters/ai-sdk.js";
import { kaiboTools as chainTools } from "../src/adapters/langchain.js";
import type { ToolName } from "../src/adapters/tools.js";
import { useServer } from "./server.js";

const server = useServer();
const ALL: ToolName[] = ["remember", "recall", "explain", "forget"];

type Call = (name: ToolName, input: Record<string, string>) => Promise<string>;

/** The conversation that an agent has with its tools. */
async function conversation(call: Call): Promise<void> {
  assert.match(await call("remember", { content: "The release moves from July 13 to July 17." }), /^Remembered as evt_\S+: [1-9]/);
  const answer = await call("recall", { question: "When is the release?" });
  assert.match(answer, /BEGIN [a-z2-7]{16}\n\[1\] \d{4}-\d\d-\d\d ana: .*July 17.* \(mem_\S+\)\nEND /);
  const memoryId = /mem_[^)]+/.exec(answer)?.[0] ?? "";
  assert.match(await call("explain", { memoryId }), /current[\s\S]*The release moves from July 13 to July 17\./);
  assert.match(await call("recall", { question: "What does Zebulon eat?" }), /^Memory does not know: /);
  const shown = await call("forget", { query: "release" });
  const preview = /with preview (\S+)\.$/.exec(shown)?.[1] ?? "";
  assert.match(await call("recall", { question: "When is the release?" }), /July 17/);
  assert.match(await call("forget", { query: "release", preview }), /^Forgotten, with receipt rcp_/);
  assert.match(await call("recall", { question: "When is the release?" }), /^Memory does not know: /);
}

test("AI SDK", async () => {
  const tools = aiTools(server.client({ project: "ai-sdk" }), { tools: ALL, actor: "ana" });
  assert.deepEqual(Object.keys(aiTools(server.client())), ["remember", "recall", "explain"]);
  await conversation(async (name, input) => {
    const execute = tools[name]?.execute as ((input: unknown, options: ToolCallOptions) => Promise<string>) | undefined;
    assert.ok(execute);
    return execute(input, { toolCallId: "1", messages: [] });
  });
});

test("LangChain", async () => {
  const tools = chainTools(server.client({ project: "langchain" }), { tools: ALL, actor: "ana" });
  await conversation(async (name, input) => (await tools.find((t) => t.name === name)?.invoke(input)) as string);
  await assert.rejects(tools[1]!.invoke({ nothing: 1 }), "what does not fit the schema is refused");
});
