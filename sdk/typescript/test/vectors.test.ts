import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { KaiboError } from "../src/index.js";
import {
  BrokenError, canonicalize, checkConsistency, checkInclusion, cosignatures, DELETIONS, JsonError, LedgerVerifier, openCheckpoint,
  parseJson, ProofError, saltedDigest, StreamVerifier, Tree, verifyProof, verifySource, walkKeys,
  type Json, type Kept, type Pin, type Report, type Source,
} from "../src/verify/index.js";
import { hex, sha256, utf8 } from "../src/verify/hash.js";
import { ROOT } from "./server.js";

/* The vectors are any JSON; each test names what it reads. */
function vectors(name: string): any {
  return JSON.parse(readFileSync(new URL(`../../testdata/vectors/${name}.json`, ROOT), "utf8"));
}

const unhex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

/** Runs every vector of a list, and fails when there is none. */
async function each<T extends { name?: string }>(list: T[], check: (vector: T) => Promise<void> | void): Promise<void> {
  assert.ok(list.length > 0);
  for (const [i, vector] of list.entries()) {
    try {
      await check(vector);
    } catch (error) {
      throw new Error(`vector ${i}, ${vector.name}: ${String(error)}`, { cause: error });
    }
  }
}

test("canonical.json", async () => {
  const { accepted, refused } = vectors("canonical");
  await each(accepted as { name: string; input: string; canonical: string }[], (v) => assert.equal(canonicalize(parseJson(v.input)), v.canonical));
  await each(refused as { name: string; input: string }[], (v) => assert.throws(() => parseJson(v.input), JsonError));
});

for (const name of ["events", "receipts"]) {
  test(`${name}.json`, async () => {
    const file = vectors(name);
    const verifier = name === "events" ? new StreamVerifier(file.stream) : new LedgerVerifier();
    const shuffled = (o: object) => JSON.stringify(Object.fromEntries(Object.entries(o).reverse()), null, 1);
    await each(file.items as { name: string; object: Record<string, unknown>; canonical: string; hash: string; line: string }[], async (item) => {
      assert.equal(canonicalize(parseJson(JSON.stringify(item.object))), item.line);
      const { hash: _, prevHash, ...rest } = item.object;
      assert.equal(canonicalize(parseJson(JSON.stringify(rest))), item.canonical);
      assert.equal(hex(await sha256(unhex(prevHash as string), utf8(item.canonical))), item.hash);
      await verifier.line(verifier.size % 2 ? item.line : shuffled(item.object));
      assert.equal(verifier.hash, item.hash);
    });
    assert.equal(await verifier.root(), file.root);
  });
}

test("payloads.json", async () => {
  type Vector = { name: string; content?: string; contentBase64?: string; salt: string; payloadDigest: string; details: Json; detailsCanonical: string; detailsSalt: string; detailsDigest: string };
  await each(vectors("payloads") as Vector[], async (v) => {
    const content = v.content === undefined ? Uint8Array.from(Buffer.from(v.contentBase64 ?? "", "base64")) : utf8(v.content);
    assert.equal(await saltedDigest(unhex(v.salt), content), v.payloadDigest);
    assert.equal(canonicalize(v.details), v.detailsCanonical);
    assert.equal(await saltedDigest(unhex(v.detailsSalt), utf8(v.detailsCanonical)), v.detailsDigest);
  });
});

test("merkle.json", async () => {
  const want = new Map((vectors("merkle") as { size: number; root: string; frontier: string[] }[]).map((v) => [v.size, v]));
  const tree = new Tree();
  let met = 0;
  for (let size = 0; size <= Math.max(...want.keys()); size++) {
    if (size > 0) await tree.append(await sha256(utf8(String(size - 1))));
    const v = want.get(size);
    if (!v) continue;
    met++;
    assert.equal(hex(await tree.root()), v.root, `size ${size}`);
    assert.deepEqual(tree.frontier.map(hex), v.frontier);
  }
  assert.equal(met, want.size);
});

test("merkle-proofs.json", async () => {
  const { inclusion, consistency } = vectors("merkle-proofs");
  type Inclusion = { name: string; size: number; root: string; index: number; leaf: string; path: string[]; valid: boolean };
  await each(inclusion as Inclusion[], async (v) => assert.equal(await checkInclusion(v.path.map(unhex), v.size, unhex(v.root), v.index, unhex(v.leaf)), v.valid));
  type Consistency = { name: string; from: number; fromRoot: string; to: number; toRoot: string; path: string[]; valid: boolean };
  await each(consistency as Consistency[], async (v) => assert.equal(await checkConsistency(v.path.map(unhex), v.from, unhex(v.fromRoot), v.to, unhex(v.toRoot)), v.valid));
});

test("tampered.json", async () => {
  await each(vectors("tampered") as { name: string; stream: string; seq: number; items: object[] }[], async (v) => {
    const verifier = new StreamVerifier(v.stream);
    await assert.rejects(async () => {
      for (const item of v.items) await verifier.line(JSON.stringify(item));
    }, BrokenError);
    assert.equal(verifier.size + 1, v.seq);
  });
});

test("notes.json", async () => {
  type Vector = { name: string; note: string; keys: string[]; valid: boolean; origin?: string; size?: number; root?: string; witnesses?: string[]; cosigned?: unknown[] };
  await each(vectors("notes") as Vector[], async (v) => {
    const read = async () => ({ ...(await openCheckpoint(v.note, v.keys)), cosigned: await cosignatures(v.note, v.witnesses ?? []) });
    if (!v.valid) return void (await assert.rejects(read, ProofError));
    const { origin, size, root, cosigned } = await read();
    assert.deepEqual({ origin, size, root }, { origin: v.origin, size: v.size, root: v.root });
    if (v.witnesses) assert.deepEqual(cosigned.map(({ witness, at }) => [witness, at]), (v.cosigned ?? []).map((c) => Object.values(c as object).sort((a) => (typeof a === "string" ? -1 : 1))));
  });
});

test("keylists.json", async () => {
  type Vector = { name: string; lists: string[]; trusted: string[]; valid: boolean; current: string[]; all: string[]; broken: number };
  await each(vectors("keylists") as Vector[], async (v) => {
    if (!v.valid) return void (await assert.rejects(walkKeys(v.lists, v.trusted), ProofError));
    const { current, all, broken } = await walkKeys(v.lists, v.trusted);
    assert.deepEqual({ current, all, broken }, { current: v.current, all: v.all, broken: v.broken });
  });
});

test("proofs.json", async () => {
  type Vector = { name: string; proof: string; keys: string[]; valid: boolean; stream?: string; id?: string; seq?: number; size?: number; leaves?: number };
  await each(vectors("proofs") as Vector[], async (v) => {
    if (!v.valid) return void (await assert.rejects(verifyProof(v.proof, v.keys), ProofError));
    const { stream, entry, checkpoint, logs } = await verifyProof(v.proof, v.keys);
    assert.deepEqual({ stream, id: entry.id, seq: entry.seq, size: checkpoint.size, leaves: logs?.size }, { stream: v.stream, id: v.id, seq: v.seq, size: v.size, leaves: v.leaves });
  });
});

type Answers = Record<string, { status: number; body?: Json }>;
type History = {
  name: string; answers: Answers; after: boolean; incremental: boolean; ok: boolean;
  pins?: { event?: Pin; receipt?: Pin }[]; checkpoints?: string[]; finding?: { stream: string; seq: number; what: string };
};

/** A server that gives the answers of a history. */
function standIn(answers: Answers): Source {
  const get = async (name: string): Promise<string> => {
    const { status, body } = answers[name] ?? { status: 404 };
    if (status === 200) return JSON.stringify(body);
    const code = { 404: "not_found", 410: "gone", 500: "internal", 400: "invalid_request" }[status] ?? "unavailable";
    throw new KaiboError(code, name, { status });
  };
  const items = async (name: string) => (JSON.parse(await get(name)) as { items: { seq: number }[] }).items;
  async function* after(name: string, seq: number) {
    for (const item of await items(name)) if (!(item.seq <= seq)) yield JSON.stringify(item);
  }
  return {
    streams: async () => (await items("streams")) as unknown as Json[],
    events: (stream, seq) => after(`events/${stream}`, seq),
    payload: (id) => get(`payload/${id}`),
    deletions: (seq) => after("deletions", seq),
    memory: (id) => get(`memory/${id}`),
    explain: (id) => get(`explain/${id}`),
    async *memories() {
      for (const item of await items("memories")) yield JSON.stringify(item);
    },
    verifierKeys: () => get("verifier_keys"),
    checkpoint: (stream) => get(`checkpoint/${stream}`),
    consistency: (stream, from, to) => get(`consistency/${stream}/${from}/${to}`),
    proof: (id) => get(`proof/${id}`),
  };
}

test("histories.json: every tampering is found, and nobody honest is accused", async () => {
  const { base, cases } = vectors("histories") as { base: Answers; cases: History[] };
  const before: Report = await verifySource(standIn(base), { settle: 0 });
  assert.deepEqual(before.findings, []);
  const kept = JSON.parse(JSON.stringify(before.kept)) as Kept; // as it would lie in a file
  await each(cases, async (h) => {
    const pins = (h.pins ?? []).map(({ event, receipt }) => (event ? event : { ...receipt!, stream: DELETIONS }));
    const report = await verifySource(standIn({ ...base, ...h.answers }), {
      settle: 0, kept: h.after ? kept : undefined, incremental: h.incremental, pins, checkpoints: h.checkpoints,
    });
    assert.equal(report.ok, h.ok, JSON.stringify(report.findings));
    const want = h.finding;
    if (want) assert.ok(report.findings.some((f) => f.stream === want.stream && f.seq === want.seq), `${JSON.stringify(want)} is not among ${JSON.stringify(report.findings)}`);
  });
});
