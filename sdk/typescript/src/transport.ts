import type { CallOptions } from "./call.js";
import { KaiboError, problemError } from "./errors.js";

/** One attempt that was answered, for logs and meters. */
export interface ResponseInfo {
  method: string;
  path: string;
  status: number;
  /** From 1. */
  attempt: number;
  requestId: string | undefined;
  milliseconds: number;
}

/** How a client reaches its server. */
export interface ClientOptions {
  /** Address of the server; else `KAIBO_URL` of the environment, else `http://127.0.0.1:8080`. */
  url?: string | undefined;
  /** Key; else `KAIBO_API_KEY` of the environment. A local server wants none until the first is made. */
  key?: string | undefined;
  /** Project to act on; else `KAIBO_PROJECT` of the environment, else the key's own. */
  project?: string | undefined;
  /** Milliseconds for one attempt; 60,000 when absent. The server answers `wait` after 25 s at most. */
  timeout?: number | undefined;
  /** How often to try again after 429, 503, 502, 504 or a lost connection; 4 when absent. */
  retries?: number | undefined;
  /** The longest that a `Retry-After` is waited for, in milliseconds; 60,000 when absent. Beyond it the call fails. */
  maxRetryAfter?: number | undefined;
  /** In place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Told of every answer, those that are tried again among them. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
}

interface Request {
  method: "GET" | "POST";
  path: string;
  body?: string;
  accept: string;
  idempotencyKey?: string | undefined;
}

const RETRIED = new Set([429, 502, 503, 504]);

/** Sends requests, again where that may help. Every request is safe to repeat: those that write carry a key. */
export class Transport {
  readonly url: string;
  readonly #options: ClientOptions;
  readonly #key: string | undefined;
  readonly #project: string | undefined;

  constructor(options: ClientOptions = {}) {
    this.#options = options;
    this.url = (options.url ?? environment("KAIBO_URL") ?? "http://127.0.0.1:8080").replace(/\/+$/, "");
    const scheme = /^https?:\/\/[^/]/.test(this.url);
    if (!scheme) throw new TypeError(`not an http(s) address: ${this.url}`);
    this.#key = options.key ?? environment("KAIBO_API_KEY");
    this.#project = options.project ?? environment("KAIBO_PROJECT");
  }

  /** Sends a request and answers the response once its status is good. The body is still to be read. */
  async send(request: Request, options: CallOptions = {}): Promise<{ response: Response; end: () => void; guard: AbortSignal }> {
    const most = options.retries ?? this.#options.retries ?? 4;
    for (let attempt = 1; ; attempt++) {
      const wait = await this.#attempt(request, options, attempt, attempt <= most);
      if (typeof wait !== "number") return wait;
      await pause(wait, options.signal);
    }
  }

  /** Sends a request and reads its answer as text. A body that breaks off is asked for again. */
  async text(request: Request, options: CallOptions = {}): Promise<string> {
    const most = options.retries ?? this.#options.retries ?? 4;
    for (let attempt = 1; ; attempt++) {
      const { response, end, guard } = await this.send(request, options);
      try {
        return await response.text();
      } catch (cause) {
        const error = this.#lost(request, options, guard, cause);
        if (attempt > most) throw error;
        await pause(backoff(attempt), options.signal);
      } finally {
        end();
      }
    }
  }

  /** One attempt: an answer, or after how many milliseconds to try again. */
  async #attempt(request: Request, options: CallOptions, attempt: number, again: boolean) {
    options.signal?.throwIfAborted();
    const limit = deadline(options.signal, options.timeout ?? this.#options.timeout ?? 60_000);
    const began = Date.now();
    let response: Response;
    try {
      response = await (this.#options.fetch ?? fetch)(this.url + request.path, {
        method: request.method,
        headers: this.#headers(request, options),
        body: request.body ?? null,
        signal: limit.signal,
        redirect: "error", // a key goes to nobody else
      });
    } catch (cause) {
      limit.end();
      const error = this.#lost(request, options, limit.signal, cause);
      if (!again) throw error;
      return backoff(attempt);
    }
    const requestId = response.headers.get("x-request-id") ?? undefined;
    this.#options.onResponse?.({
      method: request.method, path: request.path, status: response.status, attempt, requestId, milliseconds: Date.now() - began,
    });
    if (response.ok) return { response, end: limit.end, guard: limit.signal };
    const body = await response.text().catch(() => "").finally(limit.end);
    const retryAfter = seconds(response.headers.get("retry-after"));
    const error = problemError(`${request.method} ${request.path}`, response.status, body, { requestId, retryAfter });
    const wait = retryAfter === undefined ? backoff(attempt) : retryAfter * 1000 + Math.random() * 250;
    if (!again || !RETRIED.has(response.status) || wait > (this.#options.maxRetryAfter ?? 60_000) + 250) throw error;
    return wait;
  }

  #headers(request: Request, options: CallOptions): Headers {
    const headers = new Headers(this.#options.headers);
    headers.set("accept", request.accept);
    if (request.body !== undefined) headers.set("content-type", "application/json");
    if (this.#key) headers.set("authorization", `Bearer ${this.#key}`);
    const project = options.project ?? this.#project;
    if (project) headers.set("kaibo-project", project);
    if (request.idempotencyKey) headers.set("idempotency-key", request.idempotencyKey);
    if (options.requestId) headers.set("x-request-id", options.requestId);
    return headers;
  }

  /** The error of a request that no answer came to; the caller's own abort is thrown as it is. */
  #lost(request: Request, options: CallOptions, guard: AbortSignal, cause: unknown): KaiboError {
    options.signal?.throwIfAborted();
    const operation = `${request.method} ${request.path}`;
    if (guard.aborted) return new KaiboError("timeout", `${operation}: no answer in time`, { cause });
    return new KaiboError("network", `${operation}: the server was not reached`, { cause });
  }
}

/** A signal that ends with the caller's or after a time, and what takes the timer down. */
function deadline(signal: AbortSignal | undefined, milliseconds: number): { signal: AbortSignal; end: () => void } {
  const control = new AbortController();
  const abort = () => control.abort(signal?.reason);
  const timer = setTimeout(() => control.abort(new DOMException("timed out", "TimeoutError")), milliseconds);
  signal?.addEventListener("abort", abort, { once: true });
  return {
    signal: control.signal,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

/** Milliseconds before the next attempt: half a second doubled each time to at most 15, and of that a random part. */
function backoff(attempt: number): number {
  return Math.random() * Math.min(15_000, 500 * 2 ** (attempt - 1));
}

/** Reads a Retry-After: seconds, or a date. */
export function seconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** A variable of the environment, where there is one: not in browsers and some edge workers. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}

/** An idempotency key: random, as it stays in the chain for ever. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return "sdk-" + Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
