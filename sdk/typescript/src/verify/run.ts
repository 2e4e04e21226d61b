import type { Event } from "../generated/types.js";
import { KaiboError } from "../errors.js";
import { BrokenError, DELETIONS, LedgerVerifier, PREV_HASH, StreamVerifier, type Point } from "./chain.js";
import { asObject, asString, type Json } from "./json.js";
import { Ledger } from "./ledger.js";
import { judgePayload } from "./payload.js";
import { Findings, type ChainEnd, type Kept, type Report } from "./report.js";
import { Signatures } from "./signed.js";
import type { Source } from "./source.js";

/** An answer of `remember` (`event`) or `forget` (`receipt`) that somebody kept: it must be part of the history. */
export interface Pin {
  id: string;
  /** `~deletions` for a receipt; an event names its own. */
  stream?: string;
  seq: number;
  hash: string;
}

/** How to verify. */
export interface VerifyOptions {
  /** What an earlier run left (`report.kept`): what it saw must still be there. */
  kept?: Kept | undefined;
  /** Go on where `kept` ends and read only what is new. What was verified then is believed. */
  incremental?: boolean | undefined;
  /** Verifier keys to begin with, in place of kept's. Without either the server's are believed: trust on first use. */
  keys?: string[] | undefined;
  /** Verifier keys of witnesses whose cosignatures to tell of. */
  witnesses?: string[] | undefined;
  pins?: Pin[] | undefined;
  /** Signed notes, of any log of the project or of the log of logs, that the history must begin with. */
  checkpoints?: string[] | undefined;
  /** How long a payload that is gone may lack its entry in the ledger, which is written last: milliseconds, 30,000 when absent. */
  settle?: number | undefined;
  /** How many payloads or memories are read at once; 8 when absent. */
  parallel?: number | undefined;
  /** Ends the run. */
  signal?: AbortSignal | undefined;
}

/** Where an entry stands. */
export interface Place {
  stream: string;
  seq: number;
}

/** What a chain must be when it comes to a size, and who says so. */
interface Expected {
  size: number;
  root: string;
  who: string;
}

/** Whether an error is the server's answer with this code. */
export function saidBy(error: unknown, ...codes: string[]): boolean {
  return error instanceof KaiboError && error.status > 0 && codes.includes(error.code);
}

/**
 * Recomputes, on the reader's side, what a server claims of a project: each stream is an unbroken chain up to its
 * head, every payload and its details still there have their digests, the deletion ledger is unbroken, what it says is
 * forgotten is shown nowhere and nothing is gone without an entry, and the signed checkpoints are of this history.
 *
 * A server that is written to meanwhile is never accused. What could not be read rejects, and says nothing against the
 * server. Keep `report.kept` for the next run: it shows a history that was rewritten or cut since.
 */
export async function verifySource(source: Source, options: VerifyOptions = {}): Promise<Report> {
  return new Run(source, options).all();
}

/** The state of one run. */
export class Run {
  readonly source: Source;
  readonly options: VerifyOptions;
  readonly incremental: boolean;
  readonly found = new Findings();
  /** Of every event, by id. */
  readonly places = new Map<string, Place>();
  /** Of those whose payload is gone. */
  readonly gone = new Map<string, Place>();
  /** A stream was not verified to its head, so places are not complete. */
  cut = false;
  readonly points: Point[] = [];
  readonly roots = new Map<string, Expected[]>();
  readonly pins: (Pin & Place)[];
  readonly ledger: Ledger;
  readonly #signed: Signatures;
  readonly #streams: ChainEnd[] = [];
  readonly #known = new Map<string, { size: number; hash: string }>();
  #events = 0;
  #payloads = 0;

  constructor(source: Source, options: VerifyOptions) {
    this.source = source;
    this.options = options;
    this.incremental = options.incremental === true && options.kept !== undefined;
    this.pins = (options.pins ?? []).map((p) => ({ ...p, stream: p.stream ?? DELETIONS }));
    for (const p of options.kept?.points ?? []) this.#known.set(p.stream, p);
    this.ledger = new Ledger(this);
    this.#signed = new Signatures(this);
    if (this.incremental) {
      this.cut = true; // of the older events only their hashes are known
      const at = this.kept(DELETIONS);
      if (at) this.ledger.verifier.resume(at);
    }
  }

  /** Where an earlier run was with a chain. */
  kept(stream: string): Point | undefined {
    return this.options.kept?.points.find((p) => p.stream === stream);
  }

  /**
   * Takes the steps in an order that makes an honest server's answers agree although it goes on writing: an entry of
   * the ledger that is read first agrees with streams read later, and payloads gone have an entry when it is read after.
   */
  async all(): Promise<Report> {
    await this.#signed.read();
    await this.ledger.read();
    await this.#verifyStreams();
    await this.ledger.settleGone();
    await this.ledger.verifyForgotten();
    await this.#signed.verifyPins();
    await this.#signed.compareLogs();
    if (!this.incremental) await this.ledger.verifyLists();
    return this.#report();
  }

  async #report(): Promise<Report> {
    const ok = this.found.list.length === 0;
    const { signed, kept } = this.#signed.report();
    const report: Report = {
      ok, streams: this.#streams, deletions: await endOf(this.ledger.verifier), events: this.#events, payloads: this.#payloads,
      gone: this.gone.size, forgotten: this.ledger.memories.size, listed: this.ledger.listed, findings: this.found.sorted(), more: this.found.more,
    };
    if (signed) report.signed = signed;
    if (ok) report.kept = { ...kept, points: this.points };
    return report;
  }

  expectRoot(stream: string, size: number, root: string, who: string): void {
    if (size > 0) this.roots.set(stream, [...(this.roots.get(stream) ?? []), { size, root, who }]);
  }

  /** Compares a chain with all that is known of the size that it came to. */
  async reached(stream: string, size: number, hash: string, root: () => Promise<string>): Promise<void> {
    const known = this.#known.get(stream);
    if (known?.size === size && known.hash !== hash) this.found.add(stream, size, `the history was rewritten: an earlier run saw the hash ${known.hash} here, now it is ${hash}`);
    for (const x of this.roots.get(stream) ?? []) {
      if (x.size !== size) continue;
      const got = await root();
      if (got !== x.root) this.found.add(stream, size, `the history was rewritten: ${x.who} has the root ${x.root} of ${size} entries, those that are served have ${got}`);
    }
    for (const p of this.pins) {
      if (p.stream === stream && p.seq === size && p.hash !== hash) this.found.add(stream, size, `the history was rewritten: the pinned ${p.id} has the hash ${p.hash}, now there is ${hash}`);
    }
  }

  /** Compares the end of a chain with all that is known to lie beyond it. */
  short(stream: string, size: number): void {
    const x = this.roots.get(stream)?.find((one) => one.size > size);
    const pin = this.pins.find((p) => p.stream === stream && p.seq > size);
    if (x) this.found.add(stream, size + 1, `the end was cut: ${x.who} counts ${x.size} entries, now there are ${size}`);
    else if (pin) this.found.add(stream, size + 1, `the end was cut: the pinned ${pin.id} was entry ${pin.seq}, now there are ${size}`);
  }

  /** Compares the end of a chain with what an earlier run saw. */
  knownLost(stream: string, size: number): void {
    const known = this.#known.get(stream);
    if (known && known.size > size) this.found.add(stream, size + 1, `the end was cut: an earlier run saw ${known.size} entries, now there are ${size}`);
  }

  /** Notes where a chain broke. One that does not go on from where an earlier run was is another history before that place. */
  broken(error: BrokenError, at: Point): void {
    const kept = this.kept(error.stream);
    if (this.incremental && kept && kept.size === at.size && at.size > 0 && error.what === PREV_HASH) {
      this.found.add(error.stream, at.size, `the history was rewritten, here or before: an earlier run saw the hash ${at.hash} here, and what follows is chained to ${error.got}`);
    } else {
      this.found.add(error.stream, error.seq, error.got ? `${error.what}: got ${error.got}` : error.what);
    }
  }

  async #verifyStreams(): Promise<void> {
    const seen = new Set<string>();
    for (const item of await this.source.streams()) {
      const head = asObject(item);
      const stream = asString(head?.["stream"]);
      const seq = head?.["seq"];
      if (!head || stream === undefined || typeof seq !== "number") throw new KaiboError("invalid_answer", "the list of streams is not in the form of one");
      if (seen.has(stream)) {
        this.found.add(stream, seq, "the stream is listed twice");
        continue;
      }
      seen.add(stream);
      await this.#verifyStream(stream, seq, head);
    }
    this.#streamsGone(seen);
  }

  /** Tells of streams that are not listed any more. */
  #streamsGone(seen: Set<string>): void {
    const expected = new Set([...this.#known.keys(), ...this.roots.keys(), ...this.pins.map((p) => p.stream)]);
    for (const stream of [...expected].sort()) {
      if (seen.has(stream) || stream === DELETIONS) continue;
      if ((this.#known.get(stream)?.size ?? 0) > 0) this.knownLost(stream, 0);
      else this.short(stream, 0);
      this.cut = true;
    }
  }

  async #verifyStream(stream: string, headSeq: number, head: { [name: string]: Json }): Promise<void> {
    const verifier = new StreamVerifier(stream);
    const at = this.incremental ? this.kept(stream) : undefined;
    if (at) verifier.resume(at);
    const began = verifier.size;
    const pool = new Pool(this.options.parallel);
    let halted = false;
    let last = verifier.point().recordedAt;
    // What comes after the head was appended meanwhile and is left for another run.
    if (headSeq > began) {
      for await (const line of this.source.events(stream, began)) {
        this.options.signal?.throwIfAborted();
        let event: Event;
        try {
          event = await verifier.line(line);
        } catch (error) {
          if (!(error instanceof BrokenError)) throw error;
          halted = true;
          this.broken(error, verifier.point());
          break;
        }
        last = event.recordedAt;
        await this.#event(event, () => verifier.root(), pool);
        if (verifier.size === headSeq) break;
      }
    }
    await pool.end();
    this.#streams.push(await endOf(verifier));
    if (halted) this.cut = true;
    else this.#compareEnd(verifier, headSeq, head, last, began);
  }

  /** Looks after one event whose place in the chain is proved. */
  async #event(event: Event, root: () => Promise<string>, pool: Pool): Promise<void> {
    this.#events++;
    await this.reached(event.stream, event.seq, event.hash, root);
    const other = this.places.get(event.id);
    if (other) {
      this.found.add(event.stream, event.seq, `its id ${event.id} is also that of seq ${other.seq} of stream ${other.stream}`);
      return;
    }
    this.places.set(event.id, { stream: event.stream, seq: event.seq });
    await pool.run(() => this.#payload(event));
  }

  async #payload(event: Event): Promise<void> {
    let body: string;
    try {
      body = await this.source.payload(event.id);
    } catch (error) {
      if (saidBy(error, "gone")) this.gone.set(event.id, { stream: event.stream, seq: event.seq });
      else if (saidBy(error, "not_found")) this.found.add(event.stream, event.seq, `its payload is neither there nor gone: the server does not know ${event.id}`);
      else if (saidBy(error, "internal")) this.found.add(event.stream, event.seq, "its payload is neither there nor gone: the server fails to read it");
      else throw error;
      return;
    }
    const what = await judgePayload(event, body);
    if (what) this.found.add(event.stream, event.seq, what);
    else this.#payloads++;
  }

  #compareEnd(v: StreamVerifier, headSeq: number, head: { [name: string]: Json }, last: string, began: number): void {
    this.points.push(v.point());
    const size = Math.min(v.size, headSeq);
    this.knownLost(v.stream, size);
    this.short(v.stream, size);
    const served = head["hash"];
    const frontier = head["frontier"];
    if (headSeq === began && began > 0 && served !== v.hash) {
      this.found.add(v.stream, v.size, `the history was rewritten: an earlier run saw the hash ${v.hash} here, now it is ${String(served)}`);
    } else if (v.size > headSeq) {
      // told by knownLost
    } else if (v.size < headSeq) {
      this.cut = true;
      this.found.add(v.stream, v.size + 1, `the end was cut: the head says ${headSeq} events, ${v.size} were served`);
    } else if (served !== v.hash) {
      this.found.add(v.stream, headSeq, `the head is another history's: its hash is ${String(served)}, that of the last event ${v.hash}`);
    } else if (typeof head["recordedAt"] === "string" && headSeq > 0 && head["recordedAt"] !== last) {
      this.found.add(v.stream, headSeq, `the head's recordedAt is ${head["recordedAt"]}, that of the last event ${last}`);
    } else if (Array.isArray(frontier) && frontier.length > 0 && JSON.stringify(frontier) !== JSON.stringify(v.frontier())) {
      this.found.add(v.stream, headSeq, "the head's frontier is not that of the events");
    }
  }
}

async function endOf(v: StreamVerifier | LedgerVerifier): Promise<ChainEnd> {
  return { stream: v.stream, size: v.size, hash: v.hash, root: await v.root() };
}

/** Runs tasks, some at a time. The first that fails ends it. */
export class Pool {
  readonly #limit: number;
  readonly #running = new Set<Promise<void>>();
  #failed: { error: unknown } | undefined;

  constructor(limit = 8) {
    this.#limit = Math.max(1, limit);
  }

  /** Begins a task once there is room. */
  async run(task: () => Promise<void>): Promise<void> {
    if (this.#failed) throw this.#failed.error;
    const running = task().catch((error: unknown) => {
      this.#failed ??= { error };
    }).finally(() => this.#running.delete(running));
    this.#running.add(running);
    if (this.#running.size >= this.#limit) await Promise.race(this.#running);
  }

  /** Waits for what runs. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failed) throw this.#failed.error;
  }
}
