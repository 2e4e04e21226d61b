"""Writes the TypeScript of a specification: src/generated/types.ts and src/generated/verbs.ts."""

from __future__ import annotations

from typing import Any

from spec import Property, Schema, Spec, Verb, camel, ref_name

HEADER = "// Generated from /openapi.json by sdk/generate. Do not edit.\n\n"
WIDTH = 110


def types(spec: Spec) -> str:
    out = [HEADER, "/** A time: RFC 3339, or a Date. */\nexport type TimeInput = string | Date;\n"]
    for schema in spec.schemas.values():
        out.append(interface(schema))
    return "\n".join(out)


def interface(schema: Schema) -> str:
    lines = [f"export interface {schema.name} {{"]
    for p in schema.properties:
        text = " ".join(filter(None, [p.doc, p.limits]))
        if text:
            lines += comment(text, "  ")
        optional = "" if p.required else "?"
        lines.append(f"  {p.name}{optional}: {type_of(p)};")
    lines.append("}\n")
    return "\n".join(lines)


def comment(text: str, indent: str) -> list[str]:
    text = text.replace("*/", "*\\/")
    if len(indent) + len(text) + 8 <= WIDTH:
        return [f"{indent}/** {text} */"]
    return [f"{indent}/**", *(f"{indent} * {line}" for line in wrap(text, WIDTH - len(indent) - 3)), f"{indent} */"]


def wrap(text: str, width: int) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def type_of(p: Property) -> str:
    if p.is_time:
        base = "TimeInput" if p.strict else "string"
    else:
        base = value_type(p.schema, p.values, p.strict)
    return base + (" | null" if p.nullable else "")


def value_type(schema: dict[str, Any], values: list[str], strict: bool) -> str:
    if "$ref" in schema:
        return ref_name(schema)
    if "oneOf" in schema:
        return " | ".join(value_type(s, [], strict) for s in schema["oneOf"])
    kinds = schema.get("type")
    kind = next((k for k in kinds if k != "null"), "") if isinstance(kinds, list) else kinds
    if kind == "array":
        item = value_type(schema["items"], schema["items"].get("enum", []), strict)
        return f"({item})[]" if " " in item else f"{item}[]"
    if values:
        union = " | ".join(f'"{v}"' for v in values)
        return union if strict else f"{union} | (string & {{}})"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {map_value(inner)}>" if isinstance(inner, dict) else "Record<string, unknown>"
    return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}.get(str(kind), "unknown")


def map_value(schema: dict[str, Any]) -> str:
    kinds = schema.get("type")
    if isinstance(kinds, list):
        return " | ".join(value_type({"type": k}, [], True) for k in kinds)
    return value_type(schema, [], True)


def verbs(spec: Spec) -> str:
    names = sorted({s for v in spec.verbs for s in (v.input.name, v.output.name, v.item) if s})
    out = [HEADER.rstrip("\n"), "", "import type {", *(f"  {n}," for n in names), '} from "./types.js";',
           'import type { CallOptions, PagePromise } from "../call.js";', ""]
    out += table(spec)
    out += ["/** Every verb of the registry, typed. The client adds to it what is made by hand. */",
            "export abstract class Verbs {",
            "  protected abstract call<K extends keyof VerbTypes>(verb: K, input: VerbTypes[K][0], options?: CallOptions): Promise<VerbTypes[K][1]>;",
            "  protected abstract page<K extends keyof ListTypes>(verb: K, input: VerbTypes[K][0], options?: CallOptions): PagePromise<VerbTypes[K][1], ListTypes[K]>;",
            ""]
    for v in spec.verbs:
        if not v.group and v.name not in spec.groups():
            out += method(v)
    for group in spec.groups():
        out += group_of(spec, group)
    out.append("}")
    return "\n".join(out) + "\n"


def table(spec: Spec) -> list[str]:
    out = ["/** What each verb takes and answers. */", "export interface VerbTypes {"]
    out += [f'  "{v.name}": [{v.input.name}, {v.output.name}];' for v in spec.verbs]
    out += ["}", "", "/** What the verbs that list with a cursor list. */", "export interface ListTypes {"]
    out += [f'  "{v.name}": {v.item};' for v in spec.verbs if v.item]
    streaming = " | ".join(f'"{v.name}"' for v in spec.verbs if v.streaming)
    out += ["}", "", "/** The verbs that can answer as a stream. */", f"export type StreamingVerb = {streaming};"]
    out += ["", "/** The verbs that change something: they take an idempotency key. */", "export const WRITES: ReadonlySet<string> = new Set(["]
    out += [f'  "{v.name}",' for v in spec.verbs if v.writes]
    return [*out, "]);", ""]


def signature(v: Verb) -> tuple[str, str]:
    """The parameters and the result."""
    optional = all(not p.required for p in v.input.properties)
    result = f"PagePromise<{v.output.name}, {v.item}>" if v.item else f"Promise<{v.output.name}>"
    return f"input: {v.input.name}{' = {}' if optional else ''}, options?: CallOptions", result


def method(v: Verb) -> list[str]:
    parameters, result = signature(v)
    call = "page" if v.item else "call"
    return [*comment(v.doc, "  "), f"  {camel(v.name)}({parameters}): {result} {{",
            f'    return this.{call}("{v.name}", input, options);', "  }", ""]


def group_of(spec: Spec, group: str) -> list[str]:
    """`keys(…)` and `keys.create(…)`: a function with functions."""
    own = spec.verb(group)
    lines = [f"  readonly {camel(group)} = Object.assign("]
    if own is None:
        lines.append("    {},")
    else:
        parameters, result = signature(own)
        lines += comment(own.doc, "    ")
        lines += [f"    ({parameters}): {result} => this.{'page' if own.item else 'call'}(\"{own.name}\", input, options),"]
    lines.append("    {")
    for v in spec.verbs:
        if v.group != group:
            continue
        parameters, result = signature(v)
        lines += comment(v.doc, "      ")
        lines += [f"      {camel(v.leaf)}: ({parameters}): {result} => this.{'page' if v.item else 'call'}(\"{v.name}\", input, options),"]
    return [*lines, "    },", "  );", ""]
