import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { Kaibo, KaiboError, type ResponseInfo } from "../src/index.js";
import { readEvents } from "../src/sse.js";
import { seconds } from "../src/transport.js";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const open: (() => void)[] = [];
after(() => open.forEach((close) => close()));

/** A server that gives one answer after the other, the last one for ever, and notes what it was asked. */
async function scripted(...answers: Answer[]) {
  const asked: { headers: IncomingMessage["headers"]; body: string; at: number }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push({ headers: request.headers, body, at: Date.now() });
      answer?.(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => { server.closeAllConnections(); server.close(); });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const ok: Answer = (_, response) => response.setHeader("content-type", "application/json").end("{}");
const problem = (status: number, code: string, headers: Record<string, string> = {}): Answer => (_, response) => {
  response.writeHead(status, { "content-type": "application/problem+json", ...headers });
  response.end(JSON.stringify({ type: "x", title: "t", status, code, detail: "d" }));
};
const hangUp: Answer = (request) => request.socket.destroy();

test("429 and 503 are tried again after Retry-After, with the same key", async () => {
  const seen: ResponseInfo[] = [];
  const { url, asked } = await scripted(problem(429, "rate_limited", { "retry-after": "1" }), problem(503, "unavailable", { "retry-after": "0" }), ok);
  await new Kaibo({ url, onResponse: (info) => seen.push(info) }).correct({ memoryId: "m", content: "c" });
  assert.equal(asked.length, 3);
  assert.ok((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0) >= 1000);
  const keys = new Set(asked.map((a) => a.headers["idempotency-key"]));
  assert.equal(keys.size, 1);
  assert.match([...keys][0] as string, /^sdk-/);
  assert.deepEqual(seen.map((s) => [s.status, s.attempt]), [[429, 1], [503, 2], [200, 3]]);
});

test("a lost connection is tried again, and given up in the end", async () => {
  const { url, asked } = await scripted(hangUp, hangUp, ok);
  await new Kaibo({ url }).remember({ content: "x" });
  assert.equal(asked.length, 3);
  const dead = await scripted(hangUp);
  await assert.rejects(new Kaibo({ url: dead.url, retries: 1 }).recall("x"), (e: unknown) => e instanceof KaiboError && e.code === "network" && e.status === 0);
  assert.equal(dead.asked.length, 2);
});

test("an answer that breaks off is asked for again with the same key", async () => {
  const half: Answer = (request, response) => {
    response.writeHead(201, { "content-type": "application/json", "content-length": "100" });
    response.write('{"a":');
    setTimeout(() => request.socket.destroy(), 20);
  };
  const { url, asked } = await scripted(half, ok);
  await new Kaibo({ url }).remember("x");
  assert.equal(asked.length, 2);
  assert.equal(asked[0]?.headers["idempotency-key"], asked[1]?.headers["idempotency-key"]);
});

test("other errors are not tried again, nor is a Retry-After that is too long", async () => {
  for (const [status, code] of [[400, "invalid_request"], [404, "not_found"], [409, "conflict"], [500, "internal"]] as const) {
    const { url, asked } = await scripted(problem(status, code));
    await assert.rejects(new Kaibo({ url }).recall("x"), (e: unknown) => e instanceof KaiboError && e.code === code && e.status === status);
    assert.equal(asked.length, 1);
  }
  const { url, asked } = await scripted(problem(429, "rate_limited", { "retry-after": "3600" }));
  await assert.rejects(new Kaibo({ url }).recall("x"), (e: unknown) => e instanceof KaiboError && e.retryAfter === 3600);
  assert.equal(asked.length, 1);
});

test("an answer that is no problem document has a code all the same", async () => {
  const page = (status: number): Answer => (_, response) => response.writeHead(status).end("<html>");
  for (const [status, code] of [[502, "unavailable"], [418, "invalid_answer"], [200, "invalid_answer"]] as const) {
    const { url } = await scripted(page(status));
    await assert.rejects(new Kaibo({ url, retries: 0 }).recall("x"), (e: unknown) => e instanceof KaiboError && e.code === code);
  }
});

test("a redirect is not followed: the key would go along", async () => {
  const { url, asked } = await scripted((_, response) => response.writeHead(307, { location: "/elsewhere" }).end());
  await assert.rejects(new Kaibo({ url, key: "secret", retries: 0 }).recall("x"), KaiboError);
  assert.equal(asked.length, 1);
});

test("a signal ends a call, also while it waits to try again", async () => {
  const slow = await scripted(() => undefined);
  await assert.rejects(new Kaibo({ url: slow.url }).recall("x", { signal: AbortSignal.timeout(50) }), { name: "TimeoutError" });
  const busy = await scripted(problem(503, "unavailable", { "retry-after": "30" }));
  const control = new AbortController();
  setTimeout(() => control.abort(new Error("enough")), 50);
  const began = Date.now();
  await assert.rejects(new Kaibo({ url: busy.url }).recall("x", { signal: control.signal }), { message: "enough" });
  assert.ok(Date.now() - began < 5000);
  await assert.rejects(new Kaibo({ url: busy.url }).recall("x", { signal: AbortSignal.abort(new Error("before")) }), { message: "before" });
  assert.equal(busy.asked.length, 1);
});

test("an attempt has a timeout", async () => {
  const { url, asked } = await scripted(() => undefined);
  await assert.rejects(new Kaibo({ url, timeout: 50, retries: 1 }).recall("x"), (e: unknown) => e instanceof KaiboError && e.code === "timeout");
  assert.equal(asked.length, 2);
});

test("options reach the server as headers; reads carry no key", async () => {
  const { url, asked } = await scripted(ok);
  const kaibo = new Kaibo({ url: `${url}/`, key: "k", project: "p", headers: { "x-extra": "1" } });
  await kaibo.recall("x", { requestId: "r-1", budget: 5 });
  await kaibo.with({ project: "q" }).correct({ memoryId: "m", content: "c" }, { idempotencyKey: "mine", project: "r" });
  const [read, write] = asked;
  assert.equal(read?.headers.authorization, "Bearer k");
  assert.equal(read?.headers["kaibo-project"], "p");
  assert.equal(read?.headers["x-extra"], "1");
  assert.equal(read?.headers["x-request-id"], "r-1");
  assert.equal(read?.headers["idempotency-key"], undefined);
  assert.deepEqual(JSON.parse(read?.body ?? ""), { question: "x", budget: 5 });
  assert.equal(write?.headers["kaibo-project"], "r");
  assert.equal(write?.headers["idempotency-key"], "mine");
  assert.throws(() => new Kaibo({ url: "ftp://x" }), TypeError);
});

test("a stream that ends with an error or too early throws", async () => {
  const events = (text: string): Answer => (_, response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(text);
  const failed = await scripted(events('event: candidates\ndata: {"candidates":[]}\n\nevent: error\ndata: {"code":"unavailable","status":503,"title":"t","type":"x"}\n\n'));
  await assert.rejects(new Kaibo({ url: failed.url }).recallStream("x").final(), (e: unknown) => e instanceof KaiboError && e.code === "unavailable" && e.status === 503);
  const short = await scripted(events('event: candidates\ndata: {"candidates":[]}\n\n'));
  await assert.rejects(new Kaibo({ url: short.url }).recallStream("x").final(), (e: unknown) => e instanceof KaiboError && e.code === "network");
});

test("server-sent events are read however they are cut", async () => {
  const text = ":note\r\nevent: a\r\ndata: 1\r\ndata:2\r\n\r\nevent:b\ndata: über\n\nid: 3\n\ndata\r\rdata: cut off";
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const body = new ReadableStream<Uint8Array>({
      start(control) {
        for (let i = 0; i < bytes.length; i += size) control.enqueue(bytes.slice(i, i + size));
        control.close();
      },
    });
    const seen = [];
    for await (const event of readEvents(body)) seen.push(event);
    assert.deepEqual(seen, [{ event: "a", data: "1\n2" }, { event: "b", data: "über" }, { event: "message", data: "" }], `in pieces of ${size}`);
  }
});

test("Retry-After is seconds or a date", () => {
  assert.equal(seconds("2"), 2);
  assert.equal(seconds(null), undefined);
  assert.equal(seconds("soon"), undefined);
  assert.equal(seconds(new Date(Date.now() - 5000).toUTCString()), 0);
  const later = seconds(new Date(Date.now() + 5000).toUTCString()) ?? 0;
  assert.ok(later > 3 && later <= 5);
});
