import { jsonSchema, tool, type Tool } from "ai";
import type { Kaibo } from "../client.js";
import { toolSpecs, type ToolName, type ToolOptions } from "./tools.js";

export type { ToolName, ToolOptions } from "./tools.js";

/**
 * Tools of the [AI SDK](https://ai-sdk.dev) over a client:
 *
 *     const { text } = await generateText({ model, prompt, tools: kaiboTools(new Kaibo()), stopWhen: stepCountIs(5) });
 */
export function kaiboTools(kaibo: Kaibo, options: ToolOptions = {}): Partial<Record<ToolName, Tool<never, string>>> {
  return Object.fromEntries(
    toolSpecs(kaibo, options).map((spec) => [
      spec.name,
      tool({
        description: spec.description,
        inputSchema: jsonSchema<never>(spec.schema as never),
        execute: (input: never, { abortSignal }: { abortSignal?: AbortSignal }) => spec.run(input, abortSignal),
      }),
    ]),
  );
}
