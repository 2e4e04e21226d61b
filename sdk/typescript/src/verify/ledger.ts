import type { Receipt } from "../generated/types.js";
import { BrokenError, DELETIONS, LedgerVerifier } from "./chain.js";
import { asObject, parseJson, type Json } from "./json.js";
import { Pool, saidBy, type Place, type Run } from "./run.js";

const FIRST_POLL = 50;
const LAST_POLL = 1000;

/** The deletion ledger, and what must be true because of it. */
export class Ledger {
  readonly verifier = new LedgerVerifier();
  /** Seq of the entry that names an event. */
  readonly events = new Map<string, number>();
  /** Seq of the entry that names a memory. */
  readonly memories = new Map<string, number>();
  /** Memories that the lists showed. */
  listed = 0;
  readonly #run: Run;
  readonly #deeds = new Set<string>();
  /** The chain broke, so what follows is not known. */
  #broken = false;
  /** Entries that were read before the streams. */
  #early = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Reads the ledger for the first time, before the streams. */
  async read(): Promise<void> {
    if (this.#run.incremental) await this.#stillThere();
    await this.#readOn();
    this.#early = this.verifier.size;
    this.#run.points.push(this.verifier.point()); // entries that come later may be about events that are not read yet
  }

  /** Demands that the entry is there at which an earlier run ended, of which an incremental one reads only what follows. */
  async #stillThere(): Promise<void> {
    const { size, hash } = this.verifier.point();
    if (size === 0) return;
    for await (const line of this.#run.source.deletions(size - 1)) {
      const entry = asObject(readLoosely(line));
      if (entry?.["seq"] !== size || entry["hash"] !== hash) {
        this.#broken = true;
        this.#run.found.add(DELETIONS, size, `the history was rewritten, here or before: an earlier run saw the hash ${hash} here`);
      }
      return;
    }
    this.#broken = true;
    this.#run.found.add(DELETIONS, size, `the end was cut: an earlier run saw ${size} entries, now there are fewer`);
  }

  /** Verifies the entries that were not read yet. */
  async #readOn(): Promise<void> {
    if (this.#broken) return;
    for await (const line of this.#run.source.deletions(this.verifier.size)) {
      let entry: Receipt;
      try {
        entry = await this.verifier.line(line);
      } catch (error) {
        if (!(error instanceof BrokenError)) throw error;
        this.#broken = true;
        this.#run.broken(error, this.verifier.point());
        return;
      }
      if (entry.kind === "purged" && !this.#deeds.has(entry.receiptId ?? "") && !this.#run.incremental) {
        this.#run.found.add(DELETIONS, entry.seq, `it says that ${entry.receiptId} is purged, which no entry before it forgot`);
      }
      await this.#run.reached(DELETIONS, entry.seq, entry.hash, () => this.verifier.root());
      this.#take(entry);
    }
  }

  /** Notes what an entry names; the first entry to name an id counts. */
  #take(entry: Receipt): void {
    if (entry.kind !== "forgotten") return;
    this.#deeds.add(entry.id);
    for (const id of entry.eventIds ?? []) if (!this.events.has(id)) this.events.set(id, entry.seq);
    for (const id of entry.memoryIds ?? []) if (!this.memories.has(id)) this.memories.set(id, entry.seq);
  }

  /** Demands an entry for every payload that is gone. It is the last thing that forgetting writes, so one that is missing is waited for. */
  async settleGone(): Promise<void> {
    const run = this.#run;
    const deadline = Date.now() + (run.options.settle ?? 30_000);
    let missing: [string, Place][];
    for (let poll = FIRST_POLL; ; poll = Math.min(2 * poll, LAST_POLL)) {
      await this.#readOn();
      missing = [...run.gone].filter(([id]) => !this.events.has(id));
      if (missing.length === 0 || this.#broken || Date.now() + poll > deadline) break;
      run.options.signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, poll));
    }
    if (this.#broken) return; // the entries may stand behind the break
    run.knownLost(DELETIONS, this.verifier.size);
    run.short(DELETIONS, this.verifier.size);
    for (const [id, at] of missing) run.found.add(at.stream, at.seq, `its payload is gone, and no entry of the deletion ledger names ${id}`);
  }

  /** Looks for everything that the ledger says is forgotten. */
  async verifyForgotten(): Promise<void> {
    const pool = new Pool(this.#run.options.parallel);
    for (const [id, seq] of this.events) {
      const at = this.#run.places.get(id);
      // An entry read after the streams may be about an event that is newer than their heads.
      if (!at && seq <= this.#early && !this.#run.cut) this.#run.found.add(DELETIONS, seq, `it names event ${id}, which no stream holds`);
      if (!this.#run.gone.has(id)) await pool.run(() => this.#forgottenEvent(id, at ?? { stream: DELETIONS, seq }));
    }
    for (const [id, seq] of this.memories) await pool.run(() => this.#forgottenMemory(id, seq));
    await pool.end();
  }

  /** Demands that the payload of a forgotten event is gone. */
  async #forgottenEvent(id: string, at: Place): Promise<void> {
    const run = this.#run;
    try {
      await run.source.payload(id);
    } catch (error) {
      if (saidBy(error, "gone")) run.gone.set(id, at);
      else if (saidBy(error, "not_found")) run.found.add(at.stream, at.seq, `the payload of ${id} is forgotten but does not answer gone: the server does not know the event`);
      else throw error;
      return;
    }
    run.found.add(at.stream, at.seq, `the payload of ${id} is still served, though entry ${this.events.get(id)} of the deletion ledger says that it is forgotten`);
  }

  /** Demands that memory and explain show nothing of a forgotten memory. */
  async #forgottenMemory(id: string, seq: number): Promise<void> {
    const { source, found } = this.#run;
    for (const verb of ["memory", "explain"] as const) {
      let body: string;
      try {
        body = await source[verb](id);
      } catch (error) {
        if (!saidBy(error, "not_found")) throw error;
        // What only ever was provisional is not known once its job is done.
        if (!this.events.has(id.replace(/^mem_/, "evt_"))) found.add(DELETIONS, seq, `${verb} does not know the forgotten ${id}`);
        continue;
      }
      const value = asObject(readLoosely(body));
      const what = !value ? "the answer is not in the form of one" : (verb === "memory" ? this.#judgeMemory(id, value) : undefined) ?? this.#exposed(value);
      if (what) found.add(DELETIONS, seq, `${verb} of the forgotten ${id}: ${what}`);
    }
  }

  /** What is wrong with the answer of memory. It may be about another, to which the id leads; then that one is forgotten too, or cites no forgotten event. */
  #judgeMemory(id: string, value: { [name: string]: Json }): string | undefined {
    const memory = asObject(value["memory"]) ?? value;
    const served = memory["id"];
    if (typeof served !== "string" || served === "") return "the answer is no memory";
    if (memory["status"] === "forgotten") return undefined;
    if (served === id) return `its status is ${String(memory["status"])}`;
    const events = memory["events"];
    const cites = Array.isArray(events) && events.some((e) => typeof e === "string" && this.events.has(e));
    return cites ? `it leads to ${served}, which cites a forgotten event` : undefined;
  }

  /** Demands that no list shows a forgotten memory as anything else. */
  async verifyLists(): Promise<void> {
    for await (const item of this.#run.source.memories()) {
      this.listed++;
      const memory = asObject(readLoosely(item));
      const what = memory ? this.#exposed(memory) : "an item is not in the form of one";
      if (what) this.#run.found.add(DELETIONS, this.memories.get(String(memory?.["id"])) ?? 0, `the list of memories: ${what}`);
    }
  }

  /** Looks through an answer for text, or another status than forgotten, beside the id of anything forgotten. */
  #exposed(value: Json): string | undefined {
    if (Array.isArray(value)) {
      for (const element of value) {
        const what = this.#exposed(element);
        if (what) return what;
      }
      return undefined;
    }
    const object = asObject(value);
    if (!object) return undefined;
    const id = ["id", "memoryId", "eventId"].map((name) => object[name]).find((v) => typeof v === "string" && (this.memories.has(v) || this.events.has(v)));
    const what = id === undefined ? undefined : shows(String(id), object);
    if (what) return what;
    for (const name of Object.keys(object).sort()) {
      if (name === "metadata") continue; // a writer's own names, which mean nothing here
      const inner = this.#exposed(object[name] as Json);
      if (inner) return inner;
    }
    return undefined;
  }
}

/** What an object that is about something forgotten shows of it. */
function shows(id: string, object: { [name: string]: Json }): string | undefined {
  for (const name of ["content", "contentBase64", "text", "quote"]) {
    const value = object[name];
    if (value !== undefined && value !== null && value !== "") return `it shows the ${name} of the forgotten ${id}`;
  }
  const status = object["status"];
  return status !== undefined && status !== "forgotten" ? `it shows the forgotten ${id} as ${String(status)}` : undefined;
}

/** Reads what is looked through and never hashed; null for what is no strict JSON. */
function readLoosely(text: string): Json {
  try {
    return parseJson(text, false);
  } catch {
    return null;
  }
}
