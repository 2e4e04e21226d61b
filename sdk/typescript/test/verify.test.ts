import assert from "node:assert/strict";
import { test } from "node:test";
import { Kaibo, KaiboError } from "../src/index.js";
import { useServer } from "./server.js";

const server = useServer();

test("a real server's history holds, also after forgetting, and from run to run", async () => {
  const kaibo = server.client({ project: "verify" });
  await kaibo.remember({ events: Array.from({ length: 12 }, (_, i) => ({ content: `Locker ${i} belongs to person ${i}.`, actor: "ana" })), wait: true });
  await kaibo.remember({ stream: "notes", contentBase64: Buffer.from([0, 255, 1]).toString("base64"), contentType: "application/octet-stream" });
  const { receipt } = await kaibo.forget({ query: "locker 7" });
  const first = await kaibo.verify();
  assert.deepEqual(first.findings, []);
  assert.equal(first.ok, true);
  assert.equal(first.events, 13);
  assert.equal(first.gone, 1);
  assert.equal(first.payloads, 12);
  assert.deepEqual(first.streams.map((s) => [s.stream, s.size]), [["main", 12], ["notes", 1]]);
  assert.equal(first.deletions.size, 1);

  const { event } = await kaibo.remember("Locker 99 is new.", { wait: true });
  const pins = [event, { id: receipt!.id, seq: receipt!.seq, hash: receipt!.hash }];
  const next = await kaibo.verify({ kept: first.kept, incremental: true, pins: [event] });
  assert.deepEqual(next.findings, []);
  assert.equal(next.events, 1);
  assert.deepEqual((await kaibo.verify({ kept: next.kept, pins })).findings, []);
  const wrong = await kaibo.verify({ pins: [{ ...event, hash: "0".repeat(64) }] });
  assert.deepEqual(wrong.findings.map((f) => [f.stream, f.seq]), [["main", event.seq]]);
});

test("an empty project holds, and what cannot be read is an error", async () => {
  const report = await server.client({ project: "verify-empty" }).verify().catch((error: unknown) => error);
  assert.ok((report instanceof KaiboError && report.code === "not_found") || (typeof report === "object" && report !== null && "ok" in report && report.ok));
  await assert.rejects(new Kaibo({ url: "http://127.0.0.1:9", retries: 0 }).verify(), (e: unknown) => e instanceof KaiboError && e.code === "network");
});

test("what is changed on the way is found", async () => {
  const honest = server.client({ project: "verify" });
  for (const [path, from, to] of [["/payload", "Locker 3 ", "Locker 4 "], ["/events?", '"kind":"message"', '"kind":"commit"']] as const) {
    const tampering: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).includes(path)) return response;
      return new Response((await response.text()).replaceAll(from, to), response);
    };
    const report = await honest.with({ fetch: tampering }).verify();
    assert.equal(report.ok, false, path);
    assert.equal(report.kept, undefined);
    assert.equal(report.findings[0]?.stream, "main");
  }
});
