/** A value of JSON. Objects have no prototype, so that no name means anything. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A text that is no strict JSON, or has no canonical form. */
export class JsonError extends Error {
  override readonly name = "JsonError";
}

const MAX_DEPTH = 64;
const MAX_MEMBERS = 256;
const PLAIN_BELOW = 1e21; // from here on ECMAScript writes a number with an exponent

/**
 * Reads one strict JSON value (RFC 8259): no name twice, no half of a surrogate pair, at most 64 levels, nothing
 * but white space around it. With `canonical` it demands also what {@link canonicalize} needs: no integer beyond
 * ±(2^53-1), whether written as one or not, and at most 256 members an object.
 */
export function parseJson(text: string, canonical = true): Json {
  return new Reader(text, canonical).whole();
}

/** The RFC 8785 form of a value. */
export function canonicalize(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return Object.is(value, -0) ? "0" : String(value);
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  const names = Object.keys(value).sort(); // by UTF-16 code units, as RFC 8785 wants
  return `{${names.map((name) => `${quote(name)}:${canonicalize(value[name] as Json)}`).join(",")}}`;
}

/** JSON.stringify escapes as RFC 8785 does: the quote, the backslash and control characters, in their shortest form. */
function quote(text: string): string {
  return JSON.stringify(text);
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;

class Reader {
  readonly #text: string;
  readonly #canonical: boolean;
  #at = 0;

  constructor(text: string, canonical: boolean) {
    this.#text = text;
    this.#canonical = canonical;
  }

  whole(): Json {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw this.#error("more after the value");
    return value;
  }

  #error(what: string): JsonError {
    return new JsonError(`no strict JSON at character ${this.#at}: ${what}`);
  }

  #space(): void {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.#text);
    this.#at = SPACE.lastIndex;
  }

  /** Skips white space and answers the next character, "" at the end. */
  #next(): string {
    this.#space();
    return this.#text[this.#at] ?? "";
  }

  #take(pattern: RegExp, what: string): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) throw this.#error(what);
    this.#at = pattern.lastIndex;
    return found;
  }

  #value(depth: number): Json {
    const c = this.#next();
    if ((c === "{" || c === "[") && depth >= MAX_DEPTH) throw this.#error(`more than ${MAX_DEPTH} levels`);
    if (c === "{") return this.#object(depth);
    if (c === "[") return this.#array(depth);
    if (c === '"') return this.#string();
    for (const [word, value] of [["true", true], ["false", false], ["null", null]] as const) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    return this.#number();
  }

  #object(depth: number): Json {
    const out = Object.create(null) as { [name: string]: Json };
    let members = 0;
    this.#at++;
    if (this.#next() === "}") return this.#closed(out);
    for (;;) {
      if (this.#next() !== '"') throw this.#error("a name is wanted");
      const name = this.#string();
      if (name in out) throw this.#error(`the name ${quote(name)} twice`);
      if (++members > MAX_MEMBERS && this.#canonical) throw this.#error(`more than ${MAX_MEMBERS} members`);
      if (this.#next() !== ":") throw this.#error("a colon is wanted");
      this.#at++;
      out[name] = this.#value(depth + 1);
      const c = this.#next();
      if (c === "}") return this.#closed(out);
      if (c !== ",") throw this.#error("a comma is wanted");
      this.#at++;
    }
  }

  #array(depth: number): Json {
    const out: Json[] = [];
    this.#at++;
    if (this.#next() === "]") return this.#closed(out);
    for (;;) {
      out.push(this.#value(depth + 1));
      const c = this.#next();
      if (c === "]") return this.#closed(out);
      if (c !== ",") throw this.#error("a comma is wanted");
      this.#at++;
    }
  }

  #closed<T>(value: T): T {
    this.#at++;
    return value;
  }

  #string(): string {
    const [token] = this.#take(STRING, "a string is wanted");
    const value = JSON.parse(token) as string;
    if (/[\ud800-\udfff]/u.test(value)) throw this.#error("half of a surrogate pair");
    return value;
  }

  #number(): number {
    const [token, fraction, exponent] = this.#take(NUMBER, "a value is wanted");
    const value = Number(token);
    if (!this.#canonical) return value;
    const size = Math.abs(value);
    const integer = fraction === undefined && exponent === undefined;
    if (!Number.isFinite(value) || (size > Number.MAX_SAFE_INTEGER && (integer || size < PLAIN_BELOW))) {
      throw this.#error("an integer beyond ±(2^53-1)");
    }
    return value;
  }
}

/** An object of JSON, or undefined. */
export function asObject(value: Json | undefined): { [name: string]: Json } | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** A string, or undefined. */
export function asString(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
