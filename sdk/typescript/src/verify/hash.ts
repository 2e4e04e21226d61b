/** SHA-256, by WebCrypto. */
export async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", concat(...parts)));
}

const encoder = new TextEncoder();

/** The UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Reads lower-case or upper-case hexadecimal digits of a number of bytes, or undefined. */
export function fromHex(text: string, size: number): Uint8Array | undefined {
  if (text.length !== 2 * size || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  return Uint8Array.from({ length: size }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** Reads padded standard base64 in its one form, or undefined. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return base64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Numbers up to 2^53-1 as a tree's: halved without loss. */
const half = (n: number) => Math.floor(n / 2);
const odd = (n: number) => n % 2 === 1;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The RFC 6962 hash of a leaf. */
export function leafHash(data: Uint8Array): Promise<Uint8Array> {
  return sha256(LEAF, data);
}

function nodeHash(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  return sha256(NODE, left, right);
}

/**
 * An RFC 6962 tree that only grows, held as the roots of its perfect subtrees, largest first: one for each bit set
 * in its size.
 */
export class Tree {
  size = 0;
  frontier: Uint8Array[] = [];

  async append(leaf: Uint8Array): Promise<void> {
    let node = await leafHash(leaf);
    // Every trailing one of size is a subtree as large as the new one: they merge, as a carry does.
    for (let n = this.size; odd(n); n = half(n)) node = await nodeHash(this.frontier.pop() as Uint8Array, node);
    this.frontier.push(node);
    this.size++;
  }

  /** The root; that of no leaves is SHA-256 of nothing. */
  async root(): Promise<Uint8Array> {
    const subtrees = [...this.frontier];
    let root = subtrees.pop();
    if (!root) return sha256();
    while (subtrees.length > 0) root = await nodeHash(subtrees.pop() as Uint8Array, root);
    return root;
  }

  /** Takes up a tree where an earlier one was left; false when no tree of this size has such a frontier. */
  resume(size: number, frontier: Uint8Array[]): boolean {
    let bits = 0;
    for (let n = size; n > 0; n = half(n)) if (odd(n)) bits++;
    if (!Number.isSafeInteger(size) || size < 0 || bits !== frontier.length) return false;
    this.size = size;
    this.frontier = [...frontier];
    return true;
  }
}

/** The most hashes of a proof: a tree has fewer than 2^53 leaves, and a consistency proof goes down and up once. */
export const MAX_PATH = 128;

/** Whether a path proves that the leaf with this hash is at an index of a tree (RFC 9162, section 2.1.3.2). */
export async function checkInclusion(path: Uint8Array[], size: number, root: Uint8Array, index: number, leaf: Uint8Array): Promise<boolean> {
  if (index >= size || path.length > MAX_PATH) return false;
  let fn = index, sn = size - 1, hash = leaf;
  for (const step of path) {
    if (sn === 0) return false;
    if (odd(fn) || fn === sn) {
      hash = await nodeHash(step, hash);
      while (!odd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      hash = await nodeHash(hash, step);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && equal(hash, root);
}

/** Whether a path proves that a tree begins with a smaller one (RFC 9162, section 2.1.4.2). */
export async function checkConsistency(
  path: Uint8Array[], from: number, fromRoot: Uint8Array, to: number, toRoot: Uint8Array,
): Promise<boolean> {
  if (from > to || path.length > MAX_PATH) return false;
  if (from === 0) return true;
  if (from === to) return path.length === 0 && equal(fromRoot, toRoot);
  let fn = from - 1, sn = to - 1;
  while (odd(fn)) [fn, sn] = [half(fn), half(sn)];
  const steps = fn === 0 ? [fromRoot, ...path] : path; // a power of two is a subtree of the later tree
  const first = steps[0];
  if (!first || path.length === 0) return false;
  let older = first, newer = first;
  for (const step of steps.slice(1)) {
    if (sn === 0) return false;
    if (odd(fn) || fn === sn) {
      older = await nodeHash(step, older);
      newer = await nodeHash(step, newer);
      while (!odd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      newer = await nodeHash(newer, step);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && equal(older, fromRoot) && equal(newer, toRoot);
}
