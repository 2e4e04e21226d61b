import type { Event, Receipt } from "../generated/types.js";
import { DELETIONS, entryHash, readEvent, readReceipt } from "./chain.js";
import { checkConsistency, checkInclusion, fromBase64, fromHex, leafHash, MAX_PATH, sha256, utf8 } from "./hash.js";
import { asObject, canonicalize, parseJson, type Json } from "./json.js";
import { checkpointLeaf, isDeployment, openCheckpoint, peekCheckpoint, ProofError, type Checkpoint, type Signed } from "./note.js";

const MAX_FILE = 256 << 10;
const MAGIC = "c2sp.org/tlog-proof@v1";

/** A tlog-proof taken apart: https://c2sp.org/tlog-proof. */
interface ProofFile {
  extra: Uint8Array | undefined;
  index: number;
  path: Uint8Array[];
  checkpoint: string;
}

/** Reads a tlog-proof in its one form: no leading zeroes, no loose base64, no bytes besides. */
function parseFile(text: string): ProofFile {
  const malformed = new ProofError("not a tlog-proof in its one form");
  const at = text.indexOf("\n\n");
  if (at < 0 || text.length > MAX_FILE) throw malformed;
  const lines = text.slice(0, at).split("\n");
  if (lines.shift() !== MAGIC) throw malformed;
  let extra: Uint8Array | undefined;
  if (lines[0]?.startsWith("extra ")) {
    extra = fromBase64((lines.shift() as string).slice("extra ".length));
    if (!extra || extra.length === 0) throw malformed;
  }
  const index = /^index (0|[1-9]\d*)$/.exec(lines.shift() ?? "")?.[1];
  const path = lines.map(fromBase64);
  if (index === undefined || !Number.isSafeInteger(Number(index)) || path.length > MAX_PATH || path.some((h) => h?.length !== 32)) throw malformed;
  return { extra, index: Number(index), path: path as Uint8Array[], checkpoint: text.slice(at + 2) };
}

/** Names the log of a stream inside its project; the deletion ledger's is `deletions`. */
async function logName(project: string, stream: string): Promise<string> {
  if (stream === DELETIONS) return "deletions";
  const sum = (await sha256(utf8(`kaibo stream\0${project}\0${stream}`))).subarray(0, 16);
  const bits = Array.from(sum, (b) => b.toString(2).padStart(8, "0")).join("").padEnd(130, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => "abcdefghijklmnopqrstuvwxyz234567"[Number.parseInt(five, 2)]).join("");
}

/** The origin line of a project's log. That of the log of logs is the deployment alone. */
export async function originOf(deployment: string, project: string, stream: string): Promise<string> {
  return `${deployment}/${project}/${await logName(project, stream)}`;
}

/** Whether a path proves that a later checkpoint of a log begins with an earlier one. */
export async function consistent(path: string[], earlier: Checkpoint, later: Checkpoint): Promise<boolean> {
  const steps = path.map((h) => fromHex(h, 32));
  if (earlier.origin !== later.origin || steps.includes(undefined)) return false;
  return checkConsistency(steps as Uint8Array[], earlier.size, bytes(earlier.root), later.size, bytes(later.root));
}

function bytes(root: string): Uint8Array {
  return fromHex(root, 32) as Uint8Array;
}

/** What a proof proved: who holds the deployment's key said that the entry is at this place of this log. */
export interface CheckedProof {
  deployment: string;
  project: string;
  /** `~deletions` for an entry of the deletion ledger. */
  stream: string;
  entry: Event | Receipt;
  checkpoint: Signed;
  /** The log of logs, when the file proves that the checkpoint is in it. */
  logs: Signed | undefined;
}

/**
 * Checks the text of a proof (`kaibo proof`, the verb `proof`) with no server. `keys` are the verifier keys that are
 * trusted; a {@link ProofError} says what does not hold.
 */
export async function verifyProof(text: string, keys: string[]): Promise<CheckedProof> {
  const file = parseFile(text);
  const { project, stream, entry, log } = await evidence(file.extra);
  const said = peekCheckpoint(file.checkpoint);
  const [name, ofProject, ...rest] = said.origin.split("/").reverse();
  const deployment = rest.reverse().join("/");
  if (!isDeployment(deployment) || ofProject !== project || name !== (await logName(project, stream))) throw new ProofError(`the checkpoint is of another log: ${said.origin.slice(0, 300)}`);
  const checkpoint = await openCheckpoint(file.checkpoint, keys);
  if (file.index !== entry.seq - 1) throw new ProofError(`the entry has seq ${entry.seq}, and the proof is about index ${file.index}`);
  const leaf = await leafHash(bytes(entry.hash));
  if (!(await checkInclusion(file.path, checkpoint.size, bytes(checkpoint.root), file.index, leaf))) throw new ProofError("the proof does not lead from the entry to the root that was signed");
  const logs = log === undefined ? undefined : await verifyLogged(log, checkpoint, deployment, keys);
  return { deployment, project, stream, entry, checkpoint, logs };
}

/** Reads what a proof carries as extra data: the entry itself, in its one form, whose hash is its own. */
async function evidence(extra: Uint8Array | undefined): Promise<{ project: string; stream: string; entry: Event | Receipt; log: string | undefined }> {
  const object = asObject(readExtra(extra));
  if (!object || canonicalize(object) !== decode(extra)) throw new ProofError("the proof does not carry its entry in its one form");
  const { project, event, receipt, log, ...more } = object;
  if (typeof project !== "string" || Object.keys(more).length > 0 || (log !== undefined && (typeof log !== "string" || log === ""))) throw new ProofError("the proof does not carry its entry");
  if ((event === undefined) === (receipt === undefined)) throw new ProofError("the proof holds neither one event nor one receipt");
  const entry = event !== undefined ? readEvent(event) : readReceipt(receipt as Json);
  if ("misfit" in entry || entry.seq < 1 || (await entryHash(entry)) !== entry.hash) throw new ProofError("the entry was changed: its hash does not recompute");
  const stream = event !== undefined ? (entry as Event).stream : DELETIONS;
  if (stream === "") throw new ProofError("the event names no stream");
  return { project, stream, entry, log };
}

function decode(extra: Uint8Array | undefined): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(extra);
}

function readExtra(extra: Uint8Array | undefined): Json {
  if (!extra) return null;
  try {
    return parseJson(decode(extra));
  } catch {
    return null;
  }
}

/** Checks a tlog-proof that a checkpoint is in the log of logs of its deployment, and answers that log's checkpoint. */
export async function verifyLogged(text: string, c: Checkpoint, deployment: string, keys: string[]): Promise<Signed> {
  const file = parseFile(text);
  const logs = await openCheckpoint(file.checkpoint, keys);
  if (logs.origin !== deployment) throw new ProofError(`the checkpoint is of another log: ${logs.origin.slice(0, 300)}`);
  if (!(await checkInclusion(file.path, logs.size, bytes(logs.root), file.index, await checkpointLeaf(c)))) throw new ProofError("the checkpoint is not in the log of logs");
  return logs;
}

