import type { Kaibo } from "../client.js";
import { asObject, parseJson, type Json } from "./json.js";

/**
 * A project as a server serves it; the text is what came, as the server is not trusted. An error is a
 * `KaiboError`; one of code `gone`, `not_found`, `internal` or `invalid_request` may mean something, any other ends the run.
 * A stream is named `~deletions` for the deletion ledger, and "" for the log of logs.
 */
export interface Source {
  streams(): Promise<Json[]>;
  /** The events of a stream after a seq, each as one JSON object. */
  events(stream: string, after: number): AsyncIterable<string>;
  payload(eventId: string): Promise<string>;
  deletions(after: number): AsyncIterable<string>;
  memory(id: string): Promise<string>;
  explain(id: string): Promise<string>;
  /** Every memory that the verb memories lists, whatever its status. */
  memories(): AsyncIterable<string>;
  verifierKeys(): Promise<string>;
  checkpoint(stream: string): Promise<string>;
  consistency(stream: string, from: number, to: number): Promise<string>;
  proof(id: string): Promise<string>;
}

const NDJSON = "application/x-ndjson";
const PAGE = 1000;

/** A project as a client reaches it. */
export function sourceOf(kaibo: Kaibo, options: { signal?: AbortSignal | undefined } = {}): Source {
  const get = (path: string, accept?: string) => kaibo.get(path, accept, options);
  const verb = async (name: string, input: object) => JSON.stringify(await kaibo.run(name, input, options));
  const log = (stream: string) => (stream === "~deletions" ? "deletions=true" : stream === "" ? "" : `stream=${encodeURIComponent(stream)}`);

  async function* chain(path: string, after: number): AsyncGenerator<string, void, undefined> {
    for (;;) {
      const lines = (await get(`${path}?limit=${PAGE}&after=${after}`, NDJSON)).split("\n").filter((line) => line !== "");
      yield* lines;
      const seq = asObject(lines.length > 0 ? loose(lines.at(-1) as string) : null)?.["seq"];
      if (typeof seq !== "number" || seq <= after) return; // the end, or what a verifier refuses
      after = seq;
    }
  }

  return {
    streams: async () => {
      const items: Json[] = [];
      for (let cursor = ""; ; ) {
        const page = asObject(parseJson(await get(`/v1/streams?limit=${PAGE}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`), false));
        items.push(...((page?.["items"] as Json[] | undefined) ?? []));
        const next = page?.["nextCursor"];
        if (typeof next !== "string" || next === "") return items;
        cursor = next;
      }
    },
    events: (stream, after) => chain(`/v1/streams/${encodeURIComponent(stream)}/events`, after),
    payload: (id) => get(`/v1/events/${encodeURIComponent(id)}/payload`),
    deletions: (after) => chain("/v1/deletions", after),
    memory: (id) => verb("memory", { id }),
    explain: (memoryId) => verb("explain", { memoryId }),
    async *memories() {
      for await (const memory of kaibo.memories({ limit: PAGE }, options)) yield JSON.stringify(memory);
    },
    verifierKeys: () => get("/v1/verifier_keys"),
    checkpoint: (stream) => get(`/v1/checkpoint?${log(stream)}`),
    consistency: (stream, from, to) => get(`/v1/consistency?from=${from}&to=${to}&${log(stream)}`),
    proof: (id) => get(`/v1/proofs/${encodeURIComponent(id)}`),
  };
}

function loose(line: string): Json {
  try {
    return parseJson(line, false);
  } catch {
    return null;
  }
}

