import { DELETIONS } from "./chain.js";
import { asObject, asString, parseJson, type Json } from "./json.js";
import { cosignatures, openCheckpoint, peekCheckpoint, ProofError, walkKeys, type Checkpoint, type Signed, type Walked } from "./note.js";
import { consistent, originOf, verifyLogged, verifyProof } from "./proof.js";
import { LOG_OF_LOGS, type Kept, type SignedReport } from "./report.js";
import { saidBy, type Pin, type Place, type Run } from "./run.js";

/** What the server signed: its keys, the checkpoints of every log, and the log of logs. */
export class Signatures {
  readonly #run: Run;
  #walked: Walked | undefined;
  #project = "";
  /** Every checkpoint of the log of logs that was seen. */
  readonly #logs: Signed[] = [];
  readonly #latest = new Map<string, Signed>();
  readonly #notes: string[] = [];
  #newest: Signed | undefined;
  #cosigned: string[] = [];

  constructor(run: Run) {
    this.#run = run;
  }

  report(): { signed: SignedReport | undefined; kept: Omit<Kept, "points"> } {
    const walked = this.#walked;
    if (!walked) return { signed: undefined, kept: {} };
    const firstUse = this.#trusted().length === 0;
    return {
      signed: { deployment: walked.deployment, keys: walked.current, firstUse, checkpoints: this.#notes.length, leaves: this.#newest?.size ?? 0, cosigned: this.#cosigned },
      kept: { deployment: walked.deployment, projectId: this.#project, keys: walked.all, signed: this.#notes, ...(this.#newest && { logs: this.#newest.note }) },
    };
  }

  #trusted(): string[] {
    const { keys, kept } = this.#run.options;
    return keys && keys.length > 0 ? keys : (kept?.keys ?? []);
  }

  #add(stream: string, seq: number, what: string): void {
    this.#run.found.add(stream, seq, what);
  }

  /** Follows the keys, and reads every checkpoint before the heads: so that an honest server's heads are never behind them. */
  async read(): Promise<void> {
    const known = this.#run.options.kept;
    const body = await absent(this.#run.source.verifierKeys());
    if (body === undefined) {
      if (known?.deployment) this.#add(LOG_OF_LOGS, 0, `nothing is signed any more; an earlier run saw the checkpoints of ${known.deployment}`);
      return;
    }
    if (!(await this.#followKeys(body))) return;
    await this.#readLogs();
    await this.#readCheckpoints();
  }

  async #followKeys(body: string): Promise<boolean> {
    const lists = read(body)?.["lists"];
    const known = this.#run.options.kept;
    if (!Array.isArray(lists) || !lists.every((l) => typeof l === "string")) {
      this.#add(LOG_OF_LOGS, 0, "the answer of verifier_keys is not in the form of one");
      return false;
    }
    const walked = await held(walkKeys(lists, this.#trusted()));
    if (typeof walked === "string") {
      this.#add(LOG_OF_LOGS, 0, `the signing keys are not those that are trusted: ${walked}`);
      return false;
    }
    if (walked.broken !== 0) this.#add(LOG_OF_LOGS, 0, `the signing keys were replaced: no key that was trusted signed list ${walked.broken}`);
    if (known?.deployment && known.deployment !== walked.deployment) this.#add(LOG_OF_LOGS, 0, `the deployment was ${known.deployment}, now it is ${walked.deployment}`);
    this.#walked = walked;
    return true;
  }

  get #keys(): string[] {
    return this.#walked?.all ?? [];
  }

  get #deployment(): string {
    return this.#walked?.deployment ?? "";
  }

  /** Reads the newest checkpoint of the log of logs, and notes those that it must follow from. */
  async #readLogs(): Promise<void> {
    const known = this.#run.options.kept;
    const kept = known?.logs ? await held(openCheckpoint(known.logs, this.#keys)) : undefined;
    if (typeof kept === "object") this.#logs.push(kept);
    this.#logs.push(...(await this.#pinned(this.#deployment)));
    const body = await absent(this.#run.source.checkpoint(""));
    if (body === undefined) {
      if (this.#logs.length > 0) this.#add(LOG_OF_LOGS, 1, "the end was cut: an earlier run saw its checkpoint, now there is none");
      return;
    }
    const served = read(body);
    const opened = await held(openCheckpoint(asString(served?.["note"]) ?? "", this.#keys));
    if (typeof opened === "string") this.#add(LOG_OF_LOGS, 0, `its checkpoint does not hold: ${opened}`);
    else if (opened.origin !== this.#deployment) this.#add(LOG_OF_LOGS, 0, `its checkpoint is another log's: ${opened.origin.slice(0, 300)}`);
    else this.#logs.push(opened);
    this.#stopped(LOG_OF_LOGS, served);
  }

  /** Tells of a log that the server itself found wrong. */
  #stopped(stream: string, served: { [name: string]: Json } | undefined): void {
    const why = asString(served?.["stopped"]);
    if (why) this.#add(stream, 0, `the server stopped signing it: ${why.slice(0, 300)}`);
  }

  async #readCheckpoints(): Promise<void> {
    const heads = (await this.#run.source.streams()).map((h) => asString(asObject(h)?.["stream"]) ?? "");
    const names = [...new Set([DELETIONS, ...heads])];
    for (const name of names) {
      const body = await absent(this.#run.source.checkpoint(name));
      if (body !== undefined) await this.#judgeCheckpoint(name, body);
    }
    await this.#expectPinned(names);
    await this.#expectKept();
  }

  /** Checks one checkpoint, and notes what its log must be. */
  async #judgeCheckpoint(stream: string, body: string): Promise<void> {
    const served = read(body);
    this.#stopped(stream, served);
    this.#project ||= asString(served?.["projectId"]) ?? "";
    const note = asString(served?.["note"]) ?? "";
    const opened = await held(openCheckpoint(note, this.#keys));
    if (typeof opened === "string") return this.#add(stream, 0, `its checkpoint does not hold: ${opened}`);
    if (opened.origin !== (await originOf(this.#deployment, this.#project, stream))) return this.#add(stream, opened.size, `its checkpoint is another log's: ${opened.origin.slice(0, 300)}`);
    this.#run.expectRoot(stream, opened.size, opened.root, "the signed checkpoint");
    this.#latest.set(stream, opened);
    this.#notes.push(note);
    const log = asString(served?.["log"]);
    if (!log) return; // it is entered in the next moment
    const logs = await held(verifyLogged(log, opened, this.#deployment, this.#keys));
    if (typeof logs === "string") this.#add(stream, opened.size, `its checkpoint is not in the log of logs: ${logs}`);
    else this.#logs.push(logs);
  }

  /** The pinned checkpoints of a log. */
  async #pinned(origin: string): Promise<Signed[]> {
    const out: Signed[] = [];
    for (const note of this.#run.options.checkpoints ?? []) {
      if (peek(note)?.origin !== origin) continue;
      const opened = await held(openCheckpoint(note, this.#keys));
      if (typeof opened === "string") this.#add(LOG_OF_LOGS, 0, `the pinned checkpoint of ${origin} does not hold: ${opened}`);
      else out.push(opened);
    }
    return out;
  }

  /** Notes what the pinned checkpoints say of the project's logs, and tells of those that are about none. */
  async #expectPinned(names: string[]): Promise<void> {
    const kept = this.#run.options.kept;
    this.#project ||= kept?.projectId ?? "";
    const about = new Set([this.#deployment]);
    for (const name of new Set([...names, ...(kept?.points ?? []).map((p) => p.stream)])) {
      const origin = await originOf(this.#deployment, this.#project, name);
      about.add(origin);
      for (const c of await this.#pinned(origin)) this.#run.expectRoot(name, c.size, c.root, "the pinned checkpoint");
    }
    for (const note of this.#run.options.checkpoints ?? []) {
      const origin = peek(note)?.origin;
      if (!origin || !about.has(origin)) this.#add(LOG_OF_LOGS, 0, `the pinned checkpoint of ${origin ?? "?"} is about no log that is served`);
    }
  }

  /** Notes what the checkpoints say that were kept. */
  async #expectKept(): Promise<void> {
    const known = this.#run.options.kept;
    if (!known) return;
    if (known.projectId && this.#project && known.projectId !== this.#project) this.#add(LOG_OF_LOGS, 0, `the project was ${known.projectId}, now it is ${this.#project}`);
    const streams = new Map<string, string>();
    for (const p of known.points) streams.set(await originOf(this.#deployment, known.projectId ?? "", p.stream), p.stream);
    for (const note of known.signed ?? []) {
      const kept = await held(openCheckpoint(note, this.#keys));
      const stream = typeof kept === "object" ? streams.get(kept.origin) : undefined;
      if (typeof kept === "string" || stream === undefined) continue; // of a key that is trusted no more, or another log
      this.#run.expectRoot(stream, kept.size, kept.root, "the checkpoint that an earlier run saw");
      if ((this.#latest.get(stream)?.size ?? -1) < kept.size) this.#add(stream, kept.size, `its checkpoint went back: an earlier run saw one of ${kept.size} entries`);
    }
  }

  /** Demands that the checkpoints of the log of logs that were seen, now and before, are all of one history. */
  async compareLogs(): Promise<void> {
    const sorted = [...this.#logs].sort((a, b) => a.size - b.size);
    this.#newest = sorted.at(-1);
    if (!this.#newest) return;
    for (const [i, later] of sorted.entries()) {
      const earlier = sorted[i - 1];
      if (!earlier || same(earlier, later)) continue;
      if (earlier.size === later.size) {
        this.#add(LOG_OF_LOGS, later.size, `the history forks: two checkpoints of ${later.size} entries are signed, with the roots ${earlier.root} and ${later.root}`);
        return;
      }
      const path = await this.#consistency("", earlier.size, later.size);
      if (!path || !(await consistent(path, earlier, later))) {
        this.#add(LOG_OF_LOGS, earlier.size, `the history was rewritten: the log of ${later.size} entries does not begin with the ${earlier.size} that were seen`);
      }
    }
    const cosigned = await held(cosignatures(this.#newest.note, this.#run.options.witnesses ?? []));
    if (typeof cosigned === "string") this.#add(LOG_OF_LOGS, this.#newest.size, `a cosignature does not hold: ${cosigned}`);
    else this.#cosigned = cosigned.map((c) => c.witness);
  }

  /** A consistency proof; undefined when the server has none between sizes that it signed. */
  async #consistency(stream: string, from: number, to: number): Promise<string[] | undefined> {
    let body: string;
    try {
      body = await this.#run.source.consistency(stream, from, to);
    } catch (error) {
      if (saidBy(error, "not_found", "invalid_request")) return undefined;
      throw error;
    }
    const hashes = read(body)?.["hashes"];
    return Array.isArray(hashes) && hashes.every((h) => typeof h === "string") ? hashes : undefined;
  }

  /** Looks for the pins that an incremental run does not come by, by their proofs under the newest checkpoints. */
  async verifyPins(): Promise<void> {
    if (!this.#run.incremental) return;
    for (const pin of this.#run.pins) {
      const kept = this.#run.kept(pin.stream);
      if (!kept || pin.seq > kept.size) continue; // on the way of this run
      const what = await this.#provePin(pin);
      if (what) this.#add(pin.stream, pin.seq, `the history was rewritten: the pinned ${pin.id} has the hash ${pin.hash}, and ${what}`);
    }
    for (const [stream, list] of this.#run.roots) {
      const kept = this.#run.kept(stream);
      for (const x of list) if (kept && x.size < kept.size) await this.#proveRoot(stream, x.size, x.root, x.who);
    }
  }

  /** Asks for the proof of a pinned entry, and answers what is wrong with it. */
  async #provePin(pin: Pin & Place): Promise<string | undefined> {
    if (!this.#walked) return "nothing is signed that could show it: verify all of it";
    const body = await absent(this.#run.source.proof(pin.id));
    if (body === undefined) return "the server has no proof of it";
    const proof = await held(verifyProof(asString(read(body)?.["proof"]) ?? "", this.#keys));
    if (typeof proof === "string") return `its proof does not hold: ${proof}`;
    const now = this.#latest.get(pin.stream);
    if (now && !same(now, proof.checkpoint)) {
      const [earlier, later] = now.size <= proof.checkpoint.size ? [now, proof.checkpoint] : [proof.checkpoint, now];
      const path = await this.#consistency(pin.stream, earlier.size, later.size);
      if (!path || !(await consistent(path, earlier, later))) return "its proof is of a history that forks";
    }
    const { hash, seq } = proof.entry;
    return proof.stream === pin.stream && hash === pin.hash && seq === pin.seq ? undefined : `now there is ${hash} at ${seq}`;
  }

  /** Asks for a proof that the newest checkpoint of a log begins with an older one. */
  async #proveRoot(stream: string, size: number, root: string, who: string): Promise<void> {
    const now = this.#latest.get(stream);
    if (!now || now.size < size) return this.#add(stream, size, `${who} counts ${size} entries, and no checkpoint is served that has them`);
    const earlier: Checkpoint = { origin: now.origin, size, root };
    if (same(earlier, now)) return;
    const path = await this.#consistency(stream, size, now.size);
    if (!path || !(await consistent(path, earlier, now))) this.#add(stream, size, `the history was rewritten: the ${now.size} entries that are signed do not begin with the ${size} of ${who}`);
  }
}

function same(a: Checkpoint, b: Checkpoint): boolean {
  return a.origin === b.origin && a.size === b.size && a.root === b.root;
}

function peek(note: string): Checkpoint | undefined {
  try {
    return peekCheckpoint(note);
  } catch {
    return undefined;
  }
}

function read(body: string): { [name: string]: Json } | undefined {
  try {
    return asObject(parseJson(body, false));
  } catch {
    return undefined;
  }
}

/** An answer, or undefined when the server says that there is none. */
async function absent(answer: Promise<string>): Promise<string | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (saidBy(error, "not_found")) return undefined;
    throw error;
  }
}

/** What was checked, or why it does not hold. */
async function held<T extends object>(checked: Promise<T>): Promise<T | string> {
  try {
    return await checked;
  } catch (error) {
    if (error instanceof ProofError) return error.message;
    throw error;
  }
}
