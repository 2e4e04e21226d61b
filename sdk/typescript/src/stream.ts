import type { StreamEvent } from "./client.js";
import { KaiboError } from "./errors.js";
import type { Citation, Item, RecallOut } from "./generated/types.js";
import { Pack } from "./pack.js";

/** A memory that was found, before anything is packed. */
export interface Candidate {
  memoryId: string;
  score: number;
  citations: Citation[];
}

/** What a recall tells while it works, in this order. */
export type RecallEvent =
  | { type: "candidates"; candidates: Candidate[] }
  | { type: "packed"; item: Item }
  | { type: "final"; pack: Pack };

/** A recall as it comes in. It begins when it is first iterated, and is iterated once. Leaving the loop ends the request. */
export class RecallStream implements AsyncIterable<RecallEvent> {
  readonly #open: () => AsyncIterable<StreamEvent>;
  #begun = false;

  constructor(open: () => AsyncIterable<StreamEvent>) {
    this.#open = open;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RecallEvent, void, undefined> {
    if (this.#begun) throw new TypeError("a recall stream can be iterated once");
    this.#begun = true;
    let ended = false;
    for await (const { event, data } of this.#open()) {
      switch (event) {
        case "candidates":
          yield { type: "candidates", candidates: (data as { candidates: Candidate[] }).candidates };
          break;
        case "packed":
          yield { type: "packed", item: data as Item };
          break;
        case "final":
          ended = true;
          yield { type: "final", pack: new Pack(data as RecallOut) };
          break;
        default: // a later server may tell more
      }
    }
    if (!ended) throw new KaiboError("network", "recall: the stream ended before its answer");
  }

  /** Reads on to the end and answers the whole. */
  async final(): Promise<Pack> {
    for await (const event of this) {
      if (event.type === "final") return event.pack;
    }
    throw new KaiboError("network", "recall: the stream ended before its answer");
  }
}
