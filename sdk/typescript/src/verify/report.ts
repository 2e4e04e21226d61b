import type { Point } from "./chain.js";

/** The name by which findings speak of the log of logs. */
export const LOG_OF_LOGS = "~checkpoints";

/** One place where what was served does not hold. */
export interface Finding {
  /** `~deletions` for the deletion ledger, `~checkpoints` for the log of logs. */
  stream: string;
  /** 0 when it is about no entry. */
  seq: number;
  what: string;
}

/** How far one chain was verified. */
export interface ChainEnd {
  stream: string;
  size: number;
  hash: string;
  root: string;
}

/** What a run in which all held leaves to the next. It is JSON, to be kept: whoever does sees every history that does not begin with the one it is about. */
export interface Kept {
  deployment?: string;
  projectId?: string;
  /** Verifier keys that are trusted. */
  keys?: string[];
  /** The newest checkpoint of the log of logs. */
  logs?: string;
  points: Point[];
  signed?: string[];
}

/** What a run found. */
export interface Report {
  /** All holds. */
  ok: boolean;
  streams: ChainEnd[];
  deletions: ChainEnd;
  /** Events whose chain was verified. */
  events: number;
  /** Payloads whose two digests were verified. */
  payloads: number;
  /** Payloads that are gone with an entry. */
  gone: number;
  /** Memories that the ledger names and that were looked for. */
  forgotten: number;
  /** Memories that the lists showed. */
  listed: number;
  /** By stream, then seq; at most 1,000. */
  findings: Finding[];
  /** Findings beyond. */
  more: number;
  /** Absent when the server signs nothing. */
  signed?: SignedReport;
  /** For the next run; absent unless all holds. */
  kept?: Kept;
}

/** What a report says of signatures. */
export interface SignedReport {
  deployment: string;
  /** The keys that sign now. */
  keys: string[];
  /** Nothing was known of the keys before: they are believed. */
  firstUse: boolean;
  /** Of streams and of the deletion ledger, verified. */
  checkpoints: number;
  /** Of the log of logs. */
  leaves: number;
  /** Witnesses, among those given, that cosigned it. */
  cosigned: string[];
}

const MAX_FINDINGS = 1000;

/** Collects findings. */
export class Findings {
  readonly list: Finding[] = [];
  more = 0;

  add(stream: string, seq: number, what: string): void {
    if (this.list.length === MAX_FINDINGS) this.more++;
    else this.list.push({ stream, seq, what });
  }

  sorted(): Finding[] {
    const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
    return this.list.sort((a, b) => order(a.stream, b.stream) || a.seq - b.seq || order(a.what, b.what));
  }
}
