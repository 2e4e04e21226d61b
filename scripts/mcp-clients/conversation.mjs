// Has the conversation of conversation.json with an MCP server, by the official
// SDKs of TypeScript: version 1 (@modelcontextprotocol/sdk), which speaks the
// protocol up to 2025-11-25, and version 2 (@modelcontextprotocol/client), which
// speaks 2026-07-28 too.
//
//   node conversation.mjs v1|v2|v2-legacy URL
//   node conversation.mjs v1|v2|v2-legacy COMMAND ARGUMENT...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [which, target, ...rest] = process.argv.slice(2);
// The SDKs are installed elsewhere: where NODE_PATH says.
const load = (name) => import(pathToFileURL(createRequire(process.env.NODE_PATH + "/").resolve(name)).href);
const remote = /^https?:/.test(target);

async function connect() {
  const me = { name: "conversation", version: "1.0.0" };
  if (which === "v1") {
    const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
    const client = new Client(me);
    await client.connect(remote ? new StreamableHTTPClientTransport(new URL(target)) : new StdioClientTransport({ command: target, args: rest }));
    return client;
  }
  const { Client, StreamableHTTPClientTransport } = await load("@modelcontextprotocol/client");
  const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");
  const client = new Client(me, { versionNegotiation: { mode: which === "v2" ? "auto" : "legacy" } });
  await client.connect(remote ? new StreamableHTTPClientTransport(new URL(target)) : new StdioClientTransport({ command: target, args: rest }));
  return client;
}

const { tools, steps } = JSON.parse(readFileSync(new URL("conversation.json", import.meta.url)));
const saved = { run: `ts-${which}-${Date.now()}` };
const fill = (v) => typeof v === "string" ? v.replace(/^\$([a-z]+)/, (_, n) => saved[n])
  : v && typeof v === "object" && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, fill(x)])) : v;
const fail = (why) => { console.error(`${which} ${target}: ${why}`); process.exit(1); };

const client = await connect();
const listed = (await client.listTools()).tools.map((t) => t.name);
for (const name of tools) if (!listed.includes(name)) fail(`${name} is not listed`);
let progress = 0;
for (const [i, step] of steps.entries()) {
  const args = fill(step.arguments ?? {});
  let text, error = false;
  if (step.resource) text = (await client.readResource({ uri: step.resource })).contents[0].text;
  else if (step.prompt) text = (await client.getPrompt({ name: step.prompt, arguments: args })).messages.map((m) => m.content.text).join("\n");
  else {
    const options = step.progress ? { onprogress: () => progress++ } : undefined;
    const call = { name: step.tool, arguments: args };
    const result = which === "v1" ? await client.callTool(call, undefined, options) : await client.callTool(call, options);
    text = result.content[0].text;
    error = result.isError === true;
    for (const [name, path] of Object.entries(step.save ?? {})) saved[name] = path.split(".").reduce((v, k) => v?.[k], result.structuredContent);
    if (!error && result.structuredContent === undefined) fail(`step ${i + 1}: no structured answer`);
  }
  if (error !== (step.error === true) || !new RegExp(step.text).test(text)) fail(`step ${i + 1} ${JSON.stringify(step)}: ${error ? "error " : ""}${text}`);
}
await client.close();
console.log(`${which} ${remote ? "http" : "stdio"}: ${steps.length} steps`);
process.exit(0);
