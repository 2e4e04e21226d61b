import type { Kaibo } from "../client.js";
import type { RecallIn } from "../generated/types.js";

/** Which tools to make. */
export interface ToolOptions {
  /** Names of the tools; `remember`, `recall` and `explain` when absent. `forget` previews first, and wants the scope. */
  tools?: ToolName[] | undefined;
  /** Who speaks: the actor of what is remembered. */
  actor?: string | undefined;
  /** The stream that is written to. */
  stream?: string | undefined;
  /** The initiatives that are written to and asked about. */
  initiatives?: string[] | undefined;
  /** Tokens of a recall; the model's own wish is bounded by it. */
  budget?: number | undefined;
}

export type ToolName = "remember" | "recall" | "explain" | "forget";

/** A tool as a model sees it, and what it does. It answers text: what comes from memory stands between marks. */
export interface ToolSpec {
  name: ToolName;
  description: string;
  schema: { type: "object"; properties: Record<string, object>; required: string[]; additionalProperties: false };
  run(input: never, signal?: AbortSignal): Promise<string>;
}

const text = (description: string) => ({ type: "string", description });

/** The tools of a client, in no framework's words. */
export function toolSpecs(kaibo: Kaibo, options: ToolOptions = {}): ToolSpec[] {
  const { actor, stream, initiatives, budget = 1024 } = options;
  const all: ToolSpec[] = [
    {
      name: "remember",
      description: "Remember what was said or decided, word for word. Write whole sentences with names and dates.",
      schema: object({ content: text("What to remember.") }, ["content"]),
      run: async ({ content }: { content: string }, signal?: AbortSignal) => {
        const { event, memories } = await kaibo.remember({ content, actor, stream, initiatives, wait: true }, { signal });
        return `Remembered as ${event.id}: ${memories.length} ${memories.length === 1 ? "memory" : "memories"}.`;
      },
    },
    {
      name: "recall",
      description: "Ask memory a question. It answers the few statements that bear it out, each with date, person and id, or says that it does not know.",
      schema: object({ question: text("The question, with the names that matter."), asOf: text("What was true at this time, in RFC 3339; now when absent.") }, ["question"]),
      run: async ({ question, asOf }: { question: string; asOf?: string }, signal?: AbortSignal) => {
        const input: RecallIn = { question, budget };
        if (asOf) input.asOf = asOf;
        if (initiatives) input.initiatives = initiatives;
        return (await kaibo.recall(input, { signal })).text();
      },
    },
    {
      name: "explain",
      description: "Show where a memory came from and what became of it, by its id.",
      schema: object({ memoryId: text("An id that recall answered: mem_…") }, ["memoryId"]),
      run: async ({ memoryId }: { memoryId: string }, signal?: AbortSignal) => {
        const { chain, events } = await kaibo.explain(memoryId, { signal });
        const { fence, oneLine } = await import("../pack.js");
        return fence([
          ...chain.map((v) => `${v.memoryId} ${v.status}, from ${v.validFrom}${v.validTo ? ` to ${v.validTo}` : ""}: ${oneLine(v.content ?? "(forgotten)")}`),
          ...events.map((e) => `${e.id} ${e.occurredAt} ${oneLine(e.actor ?? "")}: ${oneLine(e.content ?? "(no text)")}`),
        ]);
      },
    },
    {
      name: "forget",
      description: "Forget for good. Without preview it shows what would go and the preview to confirm with; with that preview it forgets. Do so only when the user asks for it.",
      schema: object({ query: text("Words that every memory to forget bears."), preview: text("The preview that was shown, to confirm.") }, ["query"]),
      run: async ({ query, preview }: { query: string; preview?: string }, signal?: AbortSignal) => {
        if (preview) {
          const { receipt } = await kaibo.forget({ query, expect: preview }, { signal });
          return `Forgotten, with receipt ${receipt?.id}.`;
        }
        const shown = await kaibo.forget({ query, dryRun: true }, { signal });
        const { fence, oneLine } = await import("../pack.js");
        const lines = (shown.matches ?? []).map((m) => `${m.id}: ${oneLine(m.content ?? "")}`);
        return `${fence(lines)}\nNothing is forgotten yet. To forget these, call again with preview ${shown.preview}.`;
      },
    },
  ];
  const wanted = options.tools ?? ["remember", "recall", "explain"];
  return all.filter((tool) => wanted.includes(tool.name));
}

function object(properties: Record<string, object>, required: string[]): ToolSpec["schema"] {
  return { type: "object", properties, required, additionalProperties: false };
}
