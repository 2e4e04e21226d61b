import { PagePromise, type CallOptions } from "./call.js";
import { KaiboError, problemError } from "./errors.js";
import type {
  ExplainIn, ExplainOut, Memory, RecallIn, Remembered, RememberIn, RememberOut,
} from "./generated/types.js";
import { Verbs, WRITES, type ListTypes, type StreamingVerb, type VerbTypes } from "./generated/verbs.js";
import { Pack } from "./pack.js";
import { readEvents } from "./sse.js";
import { RecallStream } from "./stream.js";
import { newKey, Transport, type ClientOptions } from "./transport.js";
import type { Report } from "./verify/report.js";
import type { VerifyOptions } from "./verify/run.js";

/** One event of a stream: its name, and its data read as JSON. */
export interface StreamEvent {
  event: string;
  data: unknown;
}

/** A memory, an item of a recall, or an id: what names a memory. */
export type MemoryRef = string | { id: string } | { memoryId: string };

/**
 * A client of kaibo. Every verb of the server is a method, typed; a verb `keys.create` is `kaibo.keys.create`.
 *
 *     const kaibo = new Kaibo();
 *     await kaibo.remember("The release moves from July 13 to July 17.", { wait: true });
 *     const pack = await kaibo.recall("When is the release?");
 *     if (pack.top) console.log(pack.top.text, await kaibo.explain(pack.top));
 *
 * Verbs that write carry an idempotency key, so what is tried again never happens twice. Errors are
 * {@link KaiboError}s. It holds no state but its options, and may be used for many calls at once.
 */
export class Kaibo extends Verbs {
  readonly #transport: Transport;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    super();
    this.#options = options;
    this.#transport = new Transport(options);
  }

  /** The server's address. */
  get url(): string {
    return this.#transport.url;
  }

  /** A client of the same server with some options changed: `kaibo.with({ project: "ana" })`. */
  with(options: ClientOptions): Kaibo {
    return new Kaibo({ ...this.#options, ...options });
  }

  /** Appends what happened: a text, with what is known of it in the second argument. */
  override remember(content: string, about?: Omit<RememberIn, "content" | "events"> & CallOptions): Promise<Remembered>;
  /** Appends what happened, or up to 40 events at once. */
  override remember(input: RememberIn & { events?: never }, options?: CallOptions): Promise<Remembered>;
  override remember(input: RememberIn & { events: NonNullable<RememberIn["events"]> }, options?: CallOptions): Promise<{ items: Remembered[] }>;
  override remember(input: RememberIn, options?: CallOptions): Promise<RememberOut>;
  override async remember(
    input: string | RememberIn,
    options: Omit<RememberIn, "content" | "events"> & CallOptions = {},
  ): Promise<RememberOut & Remembered & { items: Remembered[] }> {
    let body: RememberIn, call: CallOptions = options;
    if (typeof input === "string") {
      [body, call] = split(options);
      body.content = input;
    } else {
      body = { ...input };
    }
    if (body.events) {
      const events = body.events.map((event) => (event.idempotencyKey ? event : { ...event, idempotencyKey: newKey() }));
      body = { ...body, events };
    }
    return (await this.call("remember", body, call)) as RememberOut & Remembered & { items: Remembered[] };
  }

  /** Answers a question from memory, or abstains and says why. */
  override recall(question: string, more?: Omit<RecallIn, "question"> & CallOptions): Promise<Pack>;
  override recall(input: RecallIn, options?: CallOptions): Promise<Pack>;
  override async recall(input: string | RecallIn, options: Omit<RecallIn, "question"> & CallOptions = {}): Promise<Pack> {
    const [body, call] = asked(input, options);
    return new Pack(await this.call("recall", body, call));
  }

  /**
   * As recall, while it works: the candidates, then each item that is packed, then the whole.
   *
   *     for await (const event of kaibo.recallStream("When is the release?")) {
   *       if (event.type === "packed") console.log(event.item.text);
   *     }
   */
  recallStream(input: string | RecallIn, options: Omit<RecallIn, "question"> & CallOptions = {}): RecallStream {
    const [body, call] = asked(input, options);
    return new RecallStream(() => this.stream("recall", body, call));
  }

  /** Shows where a memory came from and what became of it: of an item of recall, a memory, or an id. */
  override explain(memory: MemoryRef | ExplainIn, options?: CallOptions): Promise<ExplainOut> {
    return this.call("explain", { memoryId: idOf(memory) }, options);
  }

  /** Waits until the structuring of an event is done, and answers its memories. */
  async settled(remembered: Pick<Remembered, "job" | "memories">, options?: CallOptions): Promise<Memory[]> {
    let { job, memories } = remembered;
    while (job.status === "queued" || job.status === "running") {
      ({ job, memories } = await this.call("job", { id: job.id, wait: true }, options));
    }
    if (job.status === "failed") {
      throw new KaiboError("conflict", `the structuring ${job.id} failed: ${job.reason ?? "no reason was given"}`);
    }
    return memories;
  }

  /** Runs a verb by its name: also one that this client does not know yet. */
  async run(verb: string, input: object = {}, options: CallOptions = {}): Promise<unknown> {
    const path = `/v1/${encodeURIComponent(verb)}`;
    const text = await this.#transport.text({ method: "POST", path, accept: "application/json", ...this.#write(verb, input, options) }, options);
    return parse(path, text);
  }

  /** Runs a verb and answers its events as they come. An error that comes as the last event is thrown. */
  async *stream(verb: StreamingVerb, input: object = {}, options: CallOptions = {}): AsyncGenerator<StreamEvent, void, undefined> {
    const path = `/v1/${verb}`;
    const { response, end, guard } = await this.#transport.send(
      { method: "POST", path, accept: "text/event-stream", ...this.#write(verb, input, options) }, options);
    try {
      if (!response.body) throw new KaiboError("invalid_answer", `${path}: the answer has no body`);
      for await (const { event, data } of readEvents(response.body)) {
        if (event === "error") throw problemError(`POST ${path}`, statusOf(data), data);
        yield { event, data: parse(path, data) };
      }
    } catch (cause) {
      if (cause instanceof KaiboError) throw cause;
      options.signal?.throwIfAborted();
      throw new KaiboError(guard.aborted ? "timeout" : "network", `${path}: the answer broke off`, { cause });
    } finally {
      end();
    }
  }

  /** Reads one of the `GET` resources as the text that came, as a verifier wants it. */
  get(path: string, accept = "application/json", options: CallOptions = {}): Promise<string> {
    return this.#transport.text({ method: "GET", path, accept }, options);
  }

  /**
   * Recomputes on this side every hash that the server serves of the project, and checks what it signed. Keep
   * `report.kept` and give it to the next run: then a history that was rewritten since is found too.
   *
   *     const report = await kaibo.verify();
   *     if (!report.ok) console.error(report.findings);
   */
  async verify(options: VerifyOptions = {}): Promise<Report> {
    const { verify } = await import("./verify/index.js"); // a program that never verifies does not load it
    return verify(this, options);
  }

  protected override async call<K extends keyof VerbTypes>(verb: K, input: VerbTypes[K][0], options?: CallOptions): Promise<VerbTypes[K][1]> {
    return (await this.run(verb, input, options)) as VerbTypes[K][1];
  }

  protected override page<K extends keyof ListTypes>(
    verb: K, input: VerbTypes[K][0], options?: CallOptions,
  ): PagePromise<VerbTypes[K][1], ListTypes[K]> {
    return new PagePromise((cursor) => this.call(verb, cursor ? { ...input, cursor } : input, options));
  }

  /** The body of a call, and its idempotency key when it writes. */
  #write(verb: string, input: object, options: CallOptions): { body: string; idempotencyKey?: string | undefined } {
    const body = JSON.stringify(input);
    if (!WRITES.has(verb)) return { body, idempotencyKey: options.idempotencyKey };
    const own = input as RememberIn; // remember can name the key in its body, and in each of its events
    if (own.events || own.idempotencyKey) return { body };
    return { body, idempotencyKey: options.idempotencyKey ?? newKey() };
  }
}

const CALL_OPTIONS = ["signal", "timeout", "retries", "project", "requestId"] as const satisfies (keyof CallOptions)[];

/** Parts what belongs to the call from what belongs to the body. */
function split<B extends object>(both: B & CallOptions): [B, CallOptions] {
  const body = { ...both } as Record<string, unknown>;
  const call: Record<string, unknown> = {};
  for (const name of CALL_OPTIONS) {
    if (name in body) call[name] = body[name];
    delete body[name];
  }
  return [body as B, call];
}

function asked(input: string | RecallIn, options: Omit<RecallIn, "question"> & CallOptions): [RecallIn, CallOptions] {
  if (typeof input !== "string") return [input, options];
  const [more, call] = split(options);
  return [{ ...more, question: input }, call];
}

/** The id of a memory, an item, or itself. */
export function idOf(memory: MemoryRef): string {
  if (typeof memory === "string") return memory;
  return "memoryId" in memory ? memory.memoryId : memory.id;
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KaiboError("invalid_answer", `${path}: the answer is no JSON`, { cause });
  }
}

function statusOf(data: string): number {
  const status = (JSON.parse(data) as { status?: unknown }).status;
  return typeof status === "number" ? status : 0;
}
