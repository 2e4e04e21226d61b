/**
 * A server that answers the HTTP contract by way of the client: what comes in is called on a Kaibo, what it
 * answers or throws goes out. With it whatever speaks HTTP, such as the black-box cases, tests the client.
 *
 *     node .build/test/bridge.js http://127.0.0.1:8080    # prints its own address
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Kaibo, KaiboError, Pack, PagePromise } from "../src/index.js";

const target = process.argv[2];
if (!target) throw new Error("usage: bridge URL");

interface Call { verb: string; input: Record<string, unknown> }

/** What a request asks for, as a call of the client. */
function callOf(method: string, url: URL, body: string): Call | undefined {
  const parts = url.pathname.split("/").slice(1).map(decodeURIComponent);
  if (parts[0] !== "v1") return undefined;
  if (method === "POST") return { verb: parts[1] ?? "", input: JSON.parse(body) as Record<string, unknown> };
  const query: Record<string, unknown> = Object.fromEntries(url.searchParams);
  for (const name of ["after", "limit"]) if (name in query) query[name] = Number(query[name]);
  if (parts[1] === "streams" && parts[3] === "events") return { verb: "events", input: { ...query, stream: parts[2] } };
  if (parts[1] === "events" && parts[3] === "payload") return { verb: "payload", input: { id: parts[2] } };
  return { verb: parts[1] ?? "", input: query };
}

/** Calls the method that the verb has on the client. */
async function run(kaibo: Kaibo, { verb, input }: Call): Promise<unknown> {
  if (verb === "recall") {
    const { question, ...more } = input;
    const streamed = await kaibo.recallStream(question as string, more).final();
    const pack = await kaibo.recall(question as string, { ...more, asOf: streamed.asOf });
    if (JSON.stringify(pack) !== JSON.stringify(streamed)) throw new Error("the stream ended in another answer");
    return pack;
  }
  const path = verb.split(".").map((part) => part.replace(/_(.)/g, (_, c: string) => c.toUpperCase()));
  let method: unknown = kaibo;
  let self: unknown = kaibo;
  for (const name of path) [self, method] = [method, (method as Record<string, unknown>)[name]];
  if (typeof method !== "function") return kaibo.run(verb, input);
  return await (method.call(self, input) as Promise<unknown> | PagePromise<{ items: unknown[] }, unknown>);
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const server = createServer((request, response) => {
  void (async () => {
    let status = 200;
    const project = request.headers["kaibo-project"] as string | undefined;
    const kaibo = new Kaibo({ url: target, project, onResponse: (info) => (status = info.status) });
    let answer: unknown;
    try {
      const call = callOf(request.method ?? "", new URL(request.url ?? "/", target), await read(request));
      answer = call ? await run(kaibo, call) : await kaibo.health();
    } catch (error) {
      const known = error instanceof KaiboError && error.problem;
      status = known ? error.status : 500;
      answer = known ? error.problem : { code: "internal", detail: String(error) };
    }
    response.writeHead(status, { "content-type": status < 400 ? "application/json" : "application/problem+json" });
    response.end(JSON.stringify(answer instanceof Pack ? answer.toJSON() : answer));
  })();
});

server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
