import type { Event, Receipt } from "../generated/types.js";
import { concat, fromHex, hex, sha256, Tree, utf8 } from "./hash.js";
import { asObject, canonicalize, parseJson, type Json } from "./json.js";

/** The name by which findings speak of the deletion ledger. It is no stream: those that begin with ~ are the server's. */
export const DELETIONS = "~deletions";

const ZERO = "0".repeat(64);
const FIRST_TIME = "0001-01-01T00:00:00Z";

/** A chain does not hold at `seq`: the first entry that does not. */
export class BrokenError extends Error {
  override readonly name = "BrokenError";
  readonly stream: string;
  readonly seq: number;
  readonly what: string;
  readonly got: string;

  constructor(stream: string, seq: number, what: string, got = "") {
    super(`stream ${stream}, seq ${seq}: ${what}${got ? `: got ${got}` : ""}`);
    this.stream = stream;
    this.seq = seq;
    this.what = what;
    this.got = got;
  }
}

/** A place in a chain from which a verifier can go on. */
export interface Point {
  stream: string;
  /** Entries accepted. */
  size: number;
  hash: string;
  recordedAt: string;
  /** RFC 6962: roots of the perfect subtrees, largest first. */
  frontier: string[];
}

/** What is wrong with the members of an object, or nothing. */
type Check = (value: Json | undefined) => boolean;

const text: Check = (v) => typeof v === "string";
const some: Check = (v) => typeof v === "string" && v !== "";
const hash: Check = (v) => typeof v === "string" && /^[0-9a-f]{64}$/.test(v);
const digest: Check = (v) => typeof v === "string" && /^sha256:[0-9a-f]{64}$/.test(v);
const seq: Check = (v) => typeof v === "number" && Number.isSafeInteger(v) && v >= 0;
const time: Check = (v) => typeof v === "string" && milliseconds(v) !== undefined;
const ids: Check = (v) => Array.isArray(v) && v.length > 0 && v.every((id) => typeof id === "string");

const EVENT: Record<string, Check> = {
  detailsDigest: digest, hash, id: some, kind: some, occurredAt: time, payloadDigest: digest, prevHash: hash,
  recordedAt: time, seq, stream: text,
};
const RECEIPT: Record<string, Check> = { hash, id: some, kind: some, prevHash: hash, seq };
const RECEIPT_MORE: Record<string, Check> = {
  eventIds: ids, memoryIds: ids, projectId: some, purgeAt: time, purgedAt: time, reasonDigest: digest, receiptId: some, tombstonedAt: time,
};

/** Milliseconds since 1970 of a time as kaibo serves it: UTC, milliseconds only when not zero. Undefined for any other. */
export function milliseconds(served: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(served) || served.startsWith("0000")) return undefined;
  const at = Date.parse(served);
  if (Number.isNaN(at)) return undefined;
  return new Date(at).toISOString().replace(".000Z", "Z") === served ? at : undefined;
}

/** Which member is missing, additional or not written as served ones are; undefined when none is. */
function misfit(object: { [name: string]: Json }, required: Record<string, Check>, optional: Record<string, Check>): string | undefined {
  for (const name of Object.keys(required)) if (!required[name]?.(object[name])) return name;
  for (const name of Object.keys(object)) {
    if (name in required) continue;
    if (!(name in optional) || !optional[name]?.(object[name])) return name;
  }
  return undefined;
}

/** Reads the object of an event as it is served, or says which member is not as it must be. */
export function readEvent(value: Json): Event | { misfit: string } {
  const object = asObject(value);
  if (!object) return { misfit: "the whole" };
  const wrong = misfit(object, EVENT, { idempotencyKey: some });
  return wrong === undefined ? (object as unknown as Event) : { misfit: wrong };
}

/** Reads an entry of the deletion ledger, as {@link readEvent} does an event. */
export function readReceipt(value: Json): Receipt | { misfit: string } {
  const object = asObject(value);
  if (!object) return { misfit: "the whole" };
  const wrong = misfit(object, RECEIPT, RECEIPT_MORE);
  if (wrong !== undefined) return { misfit: wrong };
  if (object["kind"] === "forgotten" && !("tombstonedAt" in object)) return { misfit: "tombstonedAt" };
  if (object["kind"] === "purged" && !("receiptId" in object && "purgedAt" in object)) return { misfit: "receiptId or purgedAt" };
  return object as unknown as Receipt;
}

/** SHA-256 over the hash before and the RFC 8785 form of an entry without `hash` and `prevHash`. */
export async function entryHash(entry: Event | Receipt): Promise<string> {
  const { hash: _, prevHash, ...rest } = entry as unknown as { [name: string]: Json };
  return hex(await sha256(fromHex(prevHash as string, 32) as Uint8Array, utf8(canonicalize(rest))));
}

/** `sha256:` and SHA-256 over a salt and bytes. */
export async function saltedDigest(salt: Uint8Array, bytes: Uint8Array): Promise<string> {
  return `sha256:${hex(await sha256(concat(salt, bytes)))}`;
}

/** Verifies a chain from its first entry on, one at a time. After an error it stands where it stood before the entry. */
abstract class ChainVerifier<Entry extends Event | Receipt> {
  readonly stream: string;
  /** The hash of the last entry, zeroes when there was none. */
  hash = ZERO;
  protected recordedAt = FIRST_TIME;
  readonly #tree = new Tree();

  constructor(stream: string) {
    this.stream = stream;
  }

  /** How many entries were accepted; also the last one's seq. */
  get size(): number {
    return this.#tree.size;
  }

  async root(): Promise<string> {
    return hex(await this.#tree.root());
  }

  frontier(): string[] {
    return this.#tree.frontier.map(hex);
  }

  point(): Point {
    return { stream: this.stream, size: this.size, hash: this.hash, recordedAt: this.recordedAt, frontier: this.frontier() };
  }

  /** Goes on at a point that an earlier verifier reached. */
  resume(point: Point): void {
    const frontier = point.frontier.map((h) => fromHex(h, 32));
    if (frontier.includes(undefined) || !this.#tree.resume(point.size, frontier as Uint8Array[]) || !hash(point.hash)) {
      throw new TypeError(`no chain has such a point: ${point.stream}, ${point.size}`);
    }
    if (point.size > 0) [this.hash, this.recordedAt] = [point.hash, point.recordedAt];
  }

  protected broken(what: string, got?: string): BrokenError {
    return new BrokenError(this.stream, this.size + 1, what, got);
  }

  protected abstract read(value: Json): Entry | { misfit: string };

  /** Checks the next entry as it was served: one JSON object. */
  async line(served: string): Promise<Entry> {
    let value: Json;
    try {
      value = parseJson(served);
    } catch (error) {
      throw this.broken(`not an entry: ${(error as Error).message}`);
    }
    const object = asObject(value);
    if (this.stream !== DELETIONS && object?.["stream"] !== this.stream) throw this.broken("stream is another", String(object?.["stream"]));
    if (object?.["seq"] !== this.size + 1) throw this.broken("seq has a gap or a repeat", String(object?.["seq"]));
    const entry = this.read(value);
    if ("misfit" in entry) throw this.broken(`${entry.misfit} is missing, additional or not written as served entries are`);
    await this.#link(entry);
    return entry;
  }

  async #link(entry: Entry): Promise<void> {
    if (entry.prevHash !== this.hash) throw this.broken(PREV_HASH, entry.prevHash);
    if ((await entryHash(entry)) !== entry.hash) throw this.broken("hash does not recompute", entry.hash);
    const at = "recordedAt" in entry ? entry.recordedAt : this.recordedAt;
    if ((milliseconds(at) ?? 0) < (milliseconds(this.recordedAt) ?? 0)) throw this.broken("recordedAt is before the one before it", at);
    await this.#tree.append(fromHex(entry.hash, 32) as Uint8Array);
    this.hash = entry.hash;
    this.recordedAt = at;
  }
}

/** How a chain tells that it does not go on from where it was. */
export const PREV_HASH = "prevHash is not the hash before it";

/** Verifies a stream. */
export class StreamVerifier extends ChainVerifier<Event> {
  protected override read(value: Json): Event | { misfit: string } {
    return readEvent(value);
  }
}

/** Verifies the deletion ledger. */
export class LedgerVerifier extends ChainVerifier<Receipt> {
  constructor() {
    super(DELETIONS);
  }

  protected override read(value: Json): Receipt | { misfit: string } {
    return readReceipt(value);
  }
}
