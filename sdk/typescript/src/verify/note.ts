import { base64, concat, fromBase64, hex, leafHash, sha256, utf8 } from "./hash.js";

/** A note, a list of keys or a proof that does not hold; the message says why. */
export class ProofError extends Error {
  override readonly name = "ProofError";
}

const MAX_NOTE = 64 << 10;
const MAX_SIGNATURES = 100;

/** What a log's signed note says: https://c2sp.org/tlog-checkpoint. */
export interface Checkpoint {
  origin: string;
  /** Entries. */
  size: number;
  /** RFC 6962 root over them, in hexadecimal. */
  root: string;
}

/** A checkpoint whose note bears a good signature. */
export interface Signed extends Checkpoint {
  note: string;
}

/** That a witness saw a checkpoint and found it consistent with all that it saw before: https://c2sp.org/tlog-cosignature. */
export interface Cosignature {
  witness: string;
  /** Seconds since 1970, by the witness's clock. */
  at: number;
}

interface Verifier {
  name: string;
  id: string;
  check(text: string, signature: Uint8Array): Promise<boolean>;
}

interface Signature {
  name: string;
  id: string;
  bytes: Uint8Array;
}

/** The bytes of a signature by Ed25519 are good: WebCrypto, which Node 20, Deno, Bun, edge workers and browsers of 2025 have. */
async function ed25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  if (signature.length !== 64) return false;
  const imported = await crypto.subtle.importKey("raw", concat(key), { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify({ name: "Ed25519" }, imported, concat(signature), concat(message));
}

function validName(name: string | undefined): name is string {
  return !!name && !/[\s\u0085+]/u.test(name);
}

/** Reads a verifier key: name, key id and key, joined by +. A key of a witness makes another message to sign. */
async function verifierOf(key: string, witness = false): Promise<Verifier> {
  const [name, id, ...rest] = key.split("+");
  const bytes = fromBase64(rest.join("+"));
  if (!validName(name) || !id || !/^[0-9a-f]{8}$/.test(id) || !bytes || bytes.length !== 33) throw new ProofError(`no verifier key: ${key.slice(0, 100)}`);
  const kind = bytes[0];
  if (witness ? kind !== 1 && kind !== 4 : kind !== 1) throw new ProofError(`a verifier key of another kind: ${key.slice(0, 100)}`);
  const signed = witness ? concat(Uint8Array.of(4), bytes.subarray(1)) : bytes;
  const computed = hex((await sha256(utf8(`${name}\n`), signed)).subarray(0, 4));
  if (!witness && computed !== id) throw new ProofError(`a verifier key with another's id: ${key.slice(0, 100)}`);
  const raw = bytes.subarray(1);
  if (!witness) return { name, id, check: (text, signature) => ed25519(raw, utf8(text), signature) };
  return {
    name, id: computed,
    check: async (text, signature) => {
      if (signature.length !== 72) return false;
      return ed25519(raw, utf8(`cosignature/v1\ntime ${timeOf(signature)}\n${text}`), signature.subarray(8));
    },
  };
}

/** The time at the head of a cosignature: 8 bytes, big endian, in seconds. */
function timeOf(signature: Uint8Array): bigint {
  return signature.subarray(0, 8).reduce((n, byte) => (n << 8n) | BigInt(byte), 0n);
}

async function verifiersOf(keys: string[], witness = false): Promise<Verifier[]> {
  return Promise.all([...new Set(keys)].map((key) => verifierOf(key, witness)));
}

/** Takes a note apart as https://c2sp.org/signed-note says, without asking who signed it. */
function split(note: string): { text: string; signatures: Signature[] } {
  const malformed = new ProofError("the note is malformed");
  if (utf8(note).length > MAX_NOTE || /[\u0000-\u0009\u000b-\u001f]/.test(note) || /[\ud800-\udfff]/u.test(note)) throw malformed;
  const at = note.lastIndexOf("\n\n");
  if (at < 0 || !note.endsWith("\n") || at + 2 === note.length) throw malformed;
  const lines = note.slice(at + 2, -1).split("\n");
  if (lines.length > MAX_SIGNATURES) throw malformed;
  const signatures = lines.map((line) => {
    const [dash, name, ...rest] = line.split(" ");
    const bytes = fromBase64(rest.join(" "));
    if (dash !== "—" || !validName(name) || !bytes || bytes.length < 5) throw malformed;
    return { name, id: hex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) };
  });
  return { text: note.slice(0, at + 1), signatures };
}

/** The signatures by known keys, all of them good. */
async function known(note: string, verifiers: Verifier[]): Promise<{ text: string; signatures: Signature[] }> {
  const { text, signatures } = split(note);
  const good: Signature[] = [];
  for (const signature of signatures) {
    const by = verifiers.filter((v) => v.name === signature.name && v.id === signature.id);
    const [verifier] = by;
    if (!verifier) continue;
    if (by.length > 1) throw new ProofError(`two keys are called ${signature.name}+${signature.id}`);
    if (good.some((s) => s.name === signature.name && s.id === signature.id)) continue;
    if (!(await verifier.check(text, signature.bytes))) throw new ProofError(`the signature by ${signature.name}+${signature.id} is not its own`);
    good.push(signature);
  }
  return { text, signatures: good };
}

/** The three lines of a checkpoint, which are what is signed, and a leaf of the log of logs. */
export function bodyOf(c: Checkpoint): string {
  const root = Uint8Array.from(c.root.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return `${c.origin}\n${c.size}\n${base64(root)}\n`;
}

/** The RFC 6962 hash of a checkpoint as a leaf of the log of logs. */
export function checkpointLeaf(c: Checkpoint): Promise<Uint8Array> {
  return leafHash(utf8(bodyOf(c)));
}

function parseBody(text: string): Checkpoint {
  const [origin, size, root, end, ...more] = text.split("\n");
  const bytes = fromBase64(root ?? "");
  if (!origin || !size || !/^(0|[1-9]\d*)$/.test(size) || !Number.isSafeInteger(Number(size)) || bytes?.length !== 32 || end !== "" || more.length > 0) {
    throw new ProofError("not a checkpoint in its one form: three lines, the last one a root");
  }
  return { origin, size: Number(size), root: hex(bytes) };
}

/** Reads a checkpoint that at least one of the keys signed, and none badly. */
export async function openCheckpoint(note: string, keys: string[]): Promise<Signed> {
  const { text, signatures } = await known(note, await verifiersOf(keys));
  if (signatures.length === 0) throw new ProofError("no known key signed the note");
  return { ...parseBody(text), note };
}

/** Reads what a checkpoint says without asking who signed it. */
export function peekCheckpoint(note: string): Checkpoint {
  const at = note.indexOf("\n\n");
  if (at < 0 || utf8(note).length > MAX_NOTE) throw new ProofError("not a signed note");
  return parseBody(note.slice(0, at + 1));
}

/** The cosignatures of a checkpoint by the witnesses, given as verifier keys. A bad one by any of them is an error. */
export async function cosignatures(note: string, witnesses: string[]): Promise<Cosignature[]> {
  const { signatures } = await known(note, await verifiersOf(witnesses, true));
  return signatures.map((s) => ({ witness: s.name, at: Number(timeOf(s.bytes)) }));
}

/** Whether one of the keys made a good signature of a note. */
async function signedByAny(note: string, keys: string[]): Promise<boolean> {
  for (const key of keys) {
    try {
      if ((await known(note, [await verifierOf(key)])).signatures.length > 0) return true;
    } catch (error) {
      if (!(error instanceof ProofError)) throw error;
    }
  }
  return false;
}

/** The lists of a deployment's keys, followed from the keys that were trusted. */
export interface Walked {
  deployment: string;
  /** The keys that sign now. */
  current: string[];
  /** Every key that is trusted now, those of old checkpoints among them, sorted. */
  all: string[];
  /** The number of the first list that no key of the list before signed; 0 when there is none. It and what follows is not trusted. */
  broken: number;
}

const MAX_KEYS = 16;

/** A deployment's name: a URL without its scheme. */
export function isDeployment(name: string): boolean {
  return name.length <= 128 && /^[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*$/.test(name);
}

/** Follows the lists of `GET /v1/verifier_keys`. With no trusted key the first list is believed: trust on first use. */
export async function walkKeys(lists: string[], trusted: string[]): Promise<Walked> {
  if (lists.length === 0) throw new ProofError("nothing was signed yet");
  const walked: Walked = { deployment: "", current: [], all: [], broken: 0 };
  for (const [i, note] of lists.entries()) {
    const list = await openKeyList(note);
    if (list.number !== i + 1 || (i > 0 && list.deployment !== walked.deployment)) throw new ProofError(`key list ${i + 1} is numbered ${list.number}, of ${list.deployment}`);
    walked.deployment = list.deployment;
    if (walked.broken !== 0) continue;
    if (walked.all.length === 0) {
      if (trusted.length > 0 && !(await signedByAny(note, trusted))) continue; // older than what is trusted
    } else if (!(await signedByAny(note, walked.current))) {
      walked.broken = list.number;
      continue;
    }
    walked.current = list.keys;
    walked.all.push(...list.keys);
  }
  if (walked.all.length === 0) throw new ProofError("no list of keys is signed by a key that is trusted");
  walked.all = [...new Set([...walked.all, ...trusted])].sort();
  return walked;
}

async function openKeyList(note: string): Promise<{ deployment: string; number: number; keys: string[] }> {
  const at = note.indexOf("\n\n");
  if (at < 0 || utf8(note).length > MAX_NOTE) throw new ProofError("not a signed note");
  const [head = "", number = "", ...keys] = note.slice(0, at).split("\n");
  const deployment = head.endsWith("/keys") ? head.slice(0, -"/keys".length) : "";
  if (!isDeployment(deployment) || !/^(0|[1-9]\d*)$/.test(number) || !Number.isSafeInteger(Number(number)) || keys.length < 1 || keys.length > MAX_KEYS) {
    throw new ProofError("not a list of keys");
  }
  for (const key of await verifiersOf(keys)) if (key.name !== deployment) throw new ProofError(`a key of another deployment: ${key.name}`);
  if (!(await signedByAny(note, keys))) throw new ProofError("no key of the list signed it");
  return { deployment, number: Number(number), keys };
}

