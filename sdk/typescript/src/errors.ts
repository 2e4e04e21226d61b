import type { FieldError, Problem } from "./generated/types.js";

/** A code that the server answers, or one of the client's own: no answer came. */
export type ErrorCode = Problem["code"] | "network" | "timeout" | "invalid_answer";

/** What an error knows besides its message. */
export interface ErrorFacts {
  status?: number;
  detail?: string;
  errors?: FieldError[];
  requestId?: string;
  retryAfter?: number;
  problem?: Problem;
  cause?: unknown;
}

/**
 * Every failure of a call. Decide by `code`, which is stable; `detail` is for people.
 *
 * A call that was aborted by its signal rejects with the signal's reason instead, as `fetch` does.
 */
export class KaiboError extends Error {
  override readonly name = "KaiboError";
  /** Stable: `not_found`, `rate_limited`, …; `network` and `timeout` when no answer came. */
  readonly code: ErrorCode;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** What is wrong with this request, for a person. */
  readonly detail: string;
  /** The fields at fault. */
  readonly errors: FieldError[];
  /** Under this id the server's log tells of the request. */
  readonly requestId: string | undefined;
  /** Seconds after which the server would be asked again. */
  readonly retryAfter: number | undefined;
  /** The answer's body as it came (RFC 9457), when there was one. */
  readonly problem: Problem | undefined;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status ?? 0;
    this.detail = facts.detail ?? message;
    this.errors = facts.errors ?? [];
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.problem = facts.problem;
  }
}

/** Reads the body of an error. One that is no problem document (a proxy's page) keeps its status. */
export function problemError(operation: string, status: number, body: string, facts: ErrorFacts = {}): KaiboError {
  let problem: Problem | undefined;
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === "object" && value !== null && typeof (value as Problem).code === "string") problem = value as Problem;
  } catch {
    problem = undefined;
  }
  if (!problem) {
    const code = status === 429 ? "rate_limited" : status >= 502 && status <= 504 ? "unavailable" : "invalid_answer";
    return new KaiboError(code, `${operation}: HTTP ${status}`, { ...facts, status, detail: body.slice(0, 300) });
  }
  const detail = problem.detail ?? problem.title;
  return new KaiboError(problem.code, `${operation}: ${detail}`, {
    ...facts, status, detail, errors: problem.errors ?? [], problem,
  });
}
