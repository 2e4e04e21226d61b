/**
 * Recomputes on the reader's side what a server claims. See docs/formats.md for what is hashed, and how.
 *
 * @module
 */
import type { Kaibo } from "../client.js";
import { verifySource, type VerifyOptions } from "./run.js";
import { sourceOf } from "./source.js";
import type { Report } from "./report.js";

/** Verifies the project of a client; see {@link verifySource}. */
export function verify(kaibo: Kaibo, options: VerifyOptions = {}): Promise<Report> {
  return verifySource(sourceOf(kaibo, options), options);
}

export { BrokenError, DELETIONS, LedgerVerifier, StreamVerifier, entryHash, saltedDigest, type Point } from "./chain.js";
export { canonicalize, parseJson, JsonError, type Json } from "./json.js";
export { Tree, checkConsistency, checkInclusion, leafHash } from "./hash.js";
export {
  cosignatures, openCheckpoint, peekCheckpoint, ProofError, walkKeys, type Checkpoint, type Cosignature, type Signed, type Walked,
} from "./note.js";
export { verifyProof, type CheckedProof } from "./proof.js";
export { LOG_OF_LOGS, type ChainEnd, type Finding, type Kept, type Report, type SignedReport } from "./report.js";
export { verifySource, type Pin, type VerifyOptions } from "./run.js";
export { sourceOf, type Source } from "./source.js";
