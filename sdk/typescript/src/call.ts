/** What may be said of a single call. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt. */
  timeout?: number | undefined;
  /** How often to try again. */
  retries?: number | undefined;
  /** The project to act on, for an operator's key and on a local server without keys. */
  project?: string | undefined;
  /** In place of the one that the client makes for every verb that writes. */
  idempotencyKey?: string | undefined;
  /** Sent as `X-Request-Id`, and found again in the server's log. */
  requestId?: string | undefined;
}

/** A page as every list answers it. */
export interface PageOf<Item> {
  items: Item[];
  nextCursor?: string;
}

/**
 * A list that was asked for. Awaited it is the first page; iterated it is every item, page after page:
 *
 *     const page = await kaibo.memories({ limit: 10 });
 *     for await (const memory of kaibo.memories()) console.log(memory.content);
 */
export class PagePromise<Page extends PageOf<unknown>, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #read: (cursor?: string) => Promise<Page>;
  #first: Promise<Page> | undefined;

  constructor(read: (cursor?: string) => Promise<Page>) {
    this.#read = read;
  }

  #begin(): Promise<Page> {
    return (this.#first ??= this.#read());
  }

  then<A = Page, B = never>(
    done?: ((page: Page) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#begin().then(done, failed);
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Page | B> {
    return this.#begin().catch(failed);
  }

  finally(settled?: (() => void) | null): Promise<Page> {
    return this.#begin().finally(settled);
  }

  /** Every page. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page = await this.#begin();
    yield page;
    while (page.nextCursor) {
      page = await this.#read(page.nextCursor);
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items as Item[];
  }

  /** Every item, at most `limit`. */
  async all(limit = Infinity): Promise<Item[]> {
    const out: Item[] = [];
    if (limit < 1) return out;
    for await (const item of this) {
      out.push(item);
      if (out.length >= limit) break;
    }
    return out;
  }
}
