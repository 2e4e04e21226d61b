/**
 * Client of kaibo, a memory for AI agents that can show its work.
 *
 * It needs `fetch` and `crypto` and nothing else, so it runs in Node 20 or newer, Deno, Bun, browsers and edge
 * workers.
 *
 * @module
 */
export { Kaibo, idOf, type MemoryRef, type StreamEvent } from "./client.js";
export { PagePromise, type CallOptions, type PageOf } from "./call.js";
export { KaiboError, type ErrorCode } from "./errors.js";
export { Pack, fence, oneLine } from "./pack.js";
export { RecallStream, type Candidate, type RecallEvent } from "./stream.js";
export type { ClientOptions, ResponseInfo } from "./transport.js";
export type { Finding, Kept, Report } from "./verify/report.js";
export type { Pin, VerifyOptions } from "./verify/run.js";
export type * from "./generated/types.js";
export type { ListTypes, StreamingVerb, VerbTypes } from "./generated/verbs.js";
