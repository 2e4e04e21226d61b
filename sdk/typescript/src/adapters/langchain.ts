import { tool, type StructuredToolInterface } from "@langchain/core/tools";
import type { Kaibo } from "../client.js";
import { toolSpecs, type ToolOptions } from "./tools.js";

export type { ToolName, ToolOptions } from "./tools.js";

/**
 * Tools of [LangChain](https://docs.langchain.com) over a client:
 *
 *     const agent = createAgent({ model, tools: kaiboTools(new Kaibo()) });
 */
export function kaiboTools(kaibo: Kaibo, options: ToolOptions = {}): StructuredToolInterface[] {
  return toolSpecs(kaibo, options).map((spec) =>
    tool((input: unknown, config?: { signal?: AbortSignal }) => spec.run(input as never, config?.signal), {
      name: spec.name,
      description: spec.description,
      schema: spec.schema as never,
    }) as StructuredToolInterface,
  );
}
