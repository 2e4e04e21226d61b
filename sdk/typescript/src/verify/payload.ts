import type { Event } from "../generated/types.js";
import { saltedDigest } from "./chain.js";
import { fromBase64, fromHex, utf8 } from "./hash.js";
import { asObject, canonicalize, parseJson, type Json } from "./json.js";

/** What is wrong with the payload served for an event, or nothing. */
export async function judgePayload(event: Event, body: string): Promise<string | undefined> {
  const payload = readPayload(body);
  if (typeof payload === "string") return `its payload is not in the form of one: ${payload}`;
  const got = await saltedDigest(payload.salt, payload.content);
  if (got !== event.payloadDigest) return `its payload was changed: digest expected ${event.payloadDigest}, got ${got}`;
  const details = await saltedDigest(payload.detailsSalt, utf8(payload.details));
  if (details !== event.detailsDigest) return `its details were changed: digest expected ${event.detailsDigest}, got ${details}`;
  return undefined;
}

interface Payload {
  content: Uint8Array;
  salt: Uint8Array;
  /** In RFC 8785. */
  details: string;
  detailsSalt: Uint8Array;
}

/** Reads the body of `GET /v1/events/{id}/payload`, or says what is wrong. Members that it does not know are passed over: a later server may add some. */
function readPayload(body: string): Payload | string {
  let members: { [name: string]: Json } | undefined;
  try {
    members = asObject(parseJson(body));
  } catch (error) {
    return (error as Error).message;
  }
  if (!members) return "it is no JSON object";
  const content = contentOf(members);
  if (typeof content === "string") return content;
  const salt = saltOf(members["salt"]);
  const detailsSalt = saltOf(members["detailsSalt"]);
  if (!salt || !detailsSalt) return "a salt has not 32 hexadecimal digits";
  const details = asObject(members["details"]);
  if (!details) return "details is missing";
  const { contentType } = members;
  if (contentType !== undefined && details["contentType"] !== undefined && contentType !== details["contentType"]) return "contentType is not that of the details";
  return { content, salt, details: canonicalize(details), detailsSalt };
}

function contentOf(members: { [name: string]: Json }): Uint8Array | string {
  const { content, contentBase64 } = members;
  if (content !== undefined && contentBase64 !== undefined) return "both content and contentBase64 are there";
  if (content === undefined && contentBase64 === undefined) return "content is missing";
  if (content !== undefined) return typeof content === "string" ? utf8(content) : "content is no string";
  return (typeof contentBase64 === "string" ? fromBase64(contentBase64) : undefined) ?? "contentBase64 is not base64";
}

function saltOf(value: Json | undefined): Uint8Array | undefined {
  return typeof value === "string" ? fromHex(value, 16) : undefined;
}
