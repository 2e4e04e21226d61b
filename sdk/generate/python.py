"""Writes the Python of a specification: kaibo/_generated/models.py and kaibo/_generated/verbs.py."""

from __future__ import annotations

import keyword
import textwrap
from typing import Any

from spec import Property, Schema, Spec, Verb, pascal, ref_name, snake

HEADER = "# Generated from /openapi.json by sdk/generate. Do not edit.\n"
WIDTH = 110
OPTIONS = ["timeout: float | None = None", "retries: int | None = None", "project: str | None = None",
           "request_id: str | None = None"]


def field_name(name: str) -> str:
    out = snake(name)
    return out + "_" if keyword.iskeyword(out) else out


def models(spec: Spec) -> str:
    outputs = [s for s in spec.schemas.values() if not s.strict]
    nested = [s for s in spec.schemas.values() if s.strict and used_inside(spec, s.name)]
    out = [HEADER, '"""What the server answers, and what stands inside of what it takes."""', "",
           "from __future__ import annotations", "", "import dataclasses", "from collections.abc import Mapping, Sequence",
           "from datetime import datetime",
           "from typing import TYPE_CHECKING, Any, Literal, TypedDict", "", "from .._model import Model", "",
           "if TYPE_CHECKING:", "    from typing_extensions import Self", ""]
    for schema in ordered(outputs):
        out += model(schema)
    for schema in nested:
        out += typed_dict(schema)
    names = sorted(s.name for s in [*outputs, *nested])
    out += ["", "__all__ = [", *(f'    "{n}",' for n in names), "]"]
    return "\n".join(out) + "\n"


def used_inside(spec: Spec, name: str) -> bool:
    return any(ref_name(p.schema.get("items", p.schema)) == name for s in spec.schemas.values() for p in s.properties)


def ordered(schemas: list[Schema]) -> list[Schema]:
    return sorted(schemas, key=lambda s: s.name)


def doc(text: str, indent: str, quotes: bool = True) -> list[str]:
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    if not text:
        return []
    mark = '"""' if quotes else ""
    if len(indent) + len(text) + 6 <= WIDTH:
        return [f"{indent}{mark}{text}{mark}"]
    lines = textwrap.wrap(text, WIDTH - len(indent) - 3, break_long_words=False, break_on_hyphens=False)
    return [f"{indent}{mark}{lines[0]}", *(indent + line for line in lines[1:]), f"{indent}{mark}"]


def model(schema: Schema) -> list[str]:
    out = ["", "@dataclasses.dataclass(frozen=True)", f"class {schema.name}(Model):"]
    out += [f'    """`{schema.name}` as the server answers it; `raw` has also what this version does not know."""', ""]
    for p in schema.properties:
        out.append(f"    {field_name(p.name)}: {type_of(p)}")
        out += doc(" ".join(filter(None, [p.doc])), "    ")
    out += ["    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)", "", "    @classmethod",
            "    def read(cls, raw: Mapping[str, Any]) -> Self:", '        """Reads the members of an answer."""', "        return cls("]
    out += [f"            {field_name(p.name)}={reader(p)}," for p in schema.properties]
    return [*out, "            raw=raw,", "        )", ""]


def type_of(p: Property) -> str:
    if p.strict and p.name == "memoryId":
        return "MemoryRef"
    base = "datetime | str" if p.is_time and p.strict else value_type(p.schema, p.values, p.strict)
    if p.strict:
        return base
    if not p.required and not defaults_empty(p.schema):
        return f"{base} | None"
    return f"{base} | None" if p.nullable else base


def defaults_empty(schema: dict[str, Any]) -> bool:
    """Absent it reads as empty, or as false."""
    return schema.get("type") in ("array", "boolean")


def value_type(schema: dict[str, Any], values: list[str], strict: bool) -> str:
    if "$ref" in schema:
        return ref_name(schema)
    if "oneOf" in schema:
        return " | ".join(value_type(s, [], strict) for s in schema["oneOf"])
    kinds = schema.get("type")
    kind = next((k for k in kinds if k != "null"), "") if isinstance(kinds, list) else kinds
    if kind == "array":
        inner = value_type(schema["items"], schema["items"].get("enum", []), strict)
        return f"Sequence[{inner}]"
    if values:
        # An answer may hold a value that a later server added, so a reader meets a str.
        return f"Literal[{', '.join(repr(v) for v in values)}]".replace("'", '"') if strict else "str"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"Mapping[str, {map_value(inner)}]" if isinstance(inner, dict) else "Mapping[str, Any]"
    return {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}.get(str(kind), "Any")


def map_value(schema: dict[str, Any]) -> str:
    kinds = schema.get("type")
    return " | ".join(value_type({"type": k}, [], True) for k in kinds) if isinstance(kinds, list) else value_type(schema, [], True)


def reader(p: Property) -> str:
    schema, name = p.schema, p.name
    get = f'raw["{name}"]' if p.required else f'raw.get("{name}")'
    if "$ref" in schema:
        read = f'{ref_name(schema)}.read(raw["{name}"])'
        return read if p.required else f'{read} if raw.get("{name}") is not None else None'
    if schema.get("type") == "array":
        inner = ref_name(schema["items"])
        source = get if p.required else f'(raw.get("{name}") or ())'
        return f"[{inner}.read(item) for item in {source}]" if inner else f"list({source})"
    if schema.get("type") == "boolean" and not p.required:
        return f'raw.get("{name}", False)'
    return get


def typed_dict(schema: Schema) -> list[str]:
    out = ["", f"class {schema.name}(TypedDict, total=False):", f'    """One of the list that a verb takes: `{schema.name}`."""', ""]
    for p in schema.properties:
        out.append(f"    {field_name(p.name)}: {type_of(p)}")
        out += doc(" ".join(filter(None, [p.doc, p.limits])), "    ")
    return [*out, ""]


def verbs(spec: Spec) -> str:
    names = sorted({n for v in spec.verbs for n in (v.output.name, v.item) if n} |
                   {ref_name(p.schema.get("items", p.schema)) for v in spec.verbs for p in v.input.properties} - {""} |
                   {"Remembered"} - {"RecallOut", "RememberOut"})
    out = [HEADER, '"""Every verb of the registry, typed; the clients add what is made by hand."""', "",
           "from __future__ import annotations", "", "from collections.abc import Mapping, Sequence",
           "from datetime import datetime", "from typing import Any, Literal", "",
           "from .._call import AsyncCaller, AsyncPages, Page, SyncCaller, body_of, options_of",
           "from .._pack import Pack", "from .._refs import MemoryRef, remembered, with_keys", "from .._stream import AsyncRecallStream, RecallStream",
           "from .models import (", *(f"    {n}," for n in names), ")", ""]
    out += ["WRITES = frozenset({", *(f'    "{v.name}",' for v in spec.verbs if v.writes), "})",
            '"""The verbs that change something: they take an idempotency key."""', ""]
    for kind in ("Sync", "Async"):
        for group in spec.groups():
            out += group_class(spec, group, kind)
        out += ["", f"class {kind}Verbs({kind}Caller):", f'    """The verbs, {"awaited" if kind == "Async" else "one call each"}."""', "",
                "    def __init__(self) -> None:"]
        out += [f"        self.{group} = {kind}{pascal(group)}(self)" for group in spec.groups()]
        out.append("")
        for v in spec.verbs:
            if not v.group and v.name not in spec.groups():
                out += CURATED[v.name](v, kind) if v.name in CURATED else method(v, kind, v.name, "self")
    return "\n".join(out).rstrip("\n") + "\n"


def group_class(spec: Spec, group: str, kind: str) -> list[str]:
    own = spec.verb(group)
    out = ["", f"class {kind}{pascal(group)}:", f'    """The verbs `{group}`' + ('.*' if own is None else ' and `' + group + '.*') + '`."""', "",
           f"    def __init__(self, caller: {kind}Caller) -> None:", "        self._caller = caller", ""]
    if own is not None:
        out += method(own, kind, "__call__", "self._caller")
    for v in spec.verbs:
        if v.group == group:
            out += method(v, kind, field_name(v.leaf), "self._caller")
    return out


def method(v: Verb, kind: str, name: str, caller: str) -> list[str]:
    result = f"{'AsyncPages' if kind == 'Async' else 'Page'}[{v.output.name}, {v.item}]" if v.item else v.output.name
    if v.item:
        return head(v, name, result, v.doc) + [
            f"        return {caller}._page(", f'            "{v.name}", {fields(v)}, {v.output.name}, {v.item},', f"            {options(v)},", "        )", ""]
    wait = "await " if kind == "Async" else ""
    return head(v, name, result, v.doc, bool(wait)) + answer(v.output.name, wait, caller, v)


def head(v: Verb, name: str, result: str, text: str, awaited: bool = False, first: str = "", without: tuple[str, ...] = ()) -> list[str]:
    """The signature and the docstring. `first` is an optional field that may be given by its place."""
    given = [p for p in v.input.properties if p.name not in without]
    required = [p for p in given if p.required]
    optional = [p for p in given if not p.required and p.name != first]
    parameters = [f"{field_name(p.name)}: {type_of(p)}" for p in required]
    lead = [p for p in given if p.name == first]
    parameters += [f"{field_name(p.name)}: {type_of(p)} | None = None" for p in lead] + ["*"]
    parameters += [f"{field_name(p.name)}: {type_of(p)} | None = None" for p in optional]
    parameters += (["idempotency_key: str | None = None"] if keyed(v) else []) + OPTIONS
    out = [f"    {'async ' if awaited else ''}def {name}(", "        self,", *(f"        {p}," for p in parameters), f"    ) -> {result}:"]
    details = [(field_name(p.name), " ".join(filter(None, [p.doc, p.limits]))) for p in [*required, *lead, *optional]]
    return out + docstring(text, [d for d in details if d[1]])


def docstring(text: str, details: list[tuple[str, str]]) -> list[str]:
    out = doc(text, "        ")
    if not details:
        return out
    out[-1] = out[-1].removesuffix('"""')
    if not out[-1].strip():
        out.pop()
    out += ["", "        Args:"]
    for key, detail in details:
        out += textwrap.wrap(f"{key}: {detail}".replace("\\", "\\\\"), WIDTH, initial_indent=" " * 12, subsequent_indent=" " * 16,
                             break_long_words=False, break_on_hyphens=False)
    return [*out, '        """']


def keyed(v: Verb) -> bool:
    """It takes the key as an option; remember has a field of its own."""
    return v.writes and v.input.get("idempotencyKey") is None


def fields(v: Verb, without: tuple[str, ...] = ()) -> str:
    names = [field_name(p.name) for p in v.input.properties if p.name not in without]
    return f"body_of({', '.join(f'{n}={n}' for n in names)})"


def options(v: Verb) -> str:
    key = ", idempotency_key=idempotency_key" if keyed(v) else ""
    return f"options_of(timeout=timeout, retries=retries, project=project, request_id=request_id{key})"


def answer(result: str, wait: str, caller: str, v: Verb, without: tuple[str, ...] = ()) -> list[str]:
    return [f"        return {result}.read({wait}{caller}._call(", f'            "{v.name}", {fields(v, without)},', f"            {options(v)},", "        ))", ""]


def recall(v: Verb, kind: str) -> list[str]:
    """Its answer is a Pack, and it can be had as it comes in."""
    wait = "await " if kind == "Async" else ""
    stream = "AsyncRecallStream" if kind == "Async" else "RecallStream"
    out = head(v, "recall", "Pack", v.doc, bool(wait)) + answer("Pack", wait, "self", v)
    out += head(v, "recall_stream", stream, "As recall, while it works: Candidates, then Packed an item, then Final.")
    return out + [f"        body = {fields(v)}", f"        options = {options(v)}", f'        return {stream}(lambda: self._stream("{v.name}", body, options))', ""]


def remember(v: Verb, kind: str) -> list[str]:
    """One event, its content first; and several."""
    wait = "await " if kind == "Async" else ""
    out = head(v, "remember", "Remembered", v.doc, bool(wait), "content", ("events",)) + answer("Remembered", wait, "self", v, ("events",))
    many = ("content", "contentBase64", "contentType", "kind", "occurredAt", "expiresAt", "actor", "role", "initiatives", "metadata", "idempotencyKey")
    text = "Appends up to 40 events to one stream, all or none, in order. Each without an idempotency_key gets one."
    out += head(v, "remember_all", "list[Remembered]", text, bool(wait), "", many)
    place = next(i for i, line in enumerate(out) if "def remember_all(" in line)
    out[place:] = [line for line in out[place:] if line != "        events: Sequence[EventIn] | None = None,"]
    out.insert(place + 2, "        events: Sequence[EventIn],")
    return out + [f"        return remembered({wait}self._call(", '            "remember", body_of(stream=stream, events=with_keys(events), wait=wait),', f"            {options(v)},", "        ))", ""]


CURATED = {"recall": recall, "remember": remember}
