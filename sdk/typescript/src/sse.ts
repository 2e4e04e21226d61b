/** One server-sent event. */
export interface ServerEvent {
  event: string;
  data: string;
}

/** Most characters of one event: an answer is under 4 MiB. */
const MAX_EVENT = 8 << 20;

/**
 * Reads server-sent events as the HTML standard frames them (section 9.2.6): a line ends in CR, LF or both, a
 * blank line sends the event. Ids and retry times mean nothing here. An event that is cut off is dropped.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let frame = new Frame();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      text += done ? decoder.decode() : decoder.decode(value, { stream: true });
      let from = 0;
      for (;;) {
        const end = lineEnd(text, from, done);
        if (end === undefined) break;
        const event = frame.line(text.slice(from, end.at));
        from = end.next;
        if (event) {
          yield event;
          frame = new Frame();
        }
      }
      text = text.slice(from);
      if (text.length + frame.size > MAX_EVENT) throw new RangeError("a server-sent event is too large");
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Where the next line ends. A CR at the end of what has come may be half of a CRLF, so it waits for more. */
function lineEnd(text: string, from: number, done: boolean): { at: number; next: number } | undefined {
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === "\n") return { at: i, next: i + 1 };
    if (c !== "\r") continue;
    if (i + 1 === text.length && !done) return undefined;
    return { at: i, next: text[i + 1] === "\n" ? i + 2 : i + 1 };
  }
  return undefined;
}

/** An event while its lines come in. */
class Frame {
  #event = "";
  #data: string[] = [];
  size = 0;

  line(line: string): ServerEvent | undefined {
    if (line === "") {
      const complete = this.#data.length > 0;
      const event = { event: this.#event || "message", data: this.#data.join("\n") };
      this.#event = "";
      return complete ? event : undefined;
    }
    this.size += line.length;
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    let value = colon < 0 ? "" : line.slice(colon + 1);
    if (value.startsWith(" ")) value = value.slice(1);
    if (name === "event") this.#event = value;
    if (name === "data") this.#data.push(value);
    return undefined;
  }
}
