"""The OpenAPI document of a kaibo server, read as what a client needs of it.

A verb is a `POST /v1/<verb>`; its input is a schema that allows no other members, its output one
that may grow. `keys.create` stands in the group `keys`, which can be a verb itself.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

# Values that an answer takes today. The document leaves these open, since a later server may add some.
STATUSES = ["current", "superseded", "canceled", "forgotten"]
TYPES = ["fact", "decision", "task", "preference", "procedure", "episode"]
KNOWN_VALUES = {
    **{(schema, "status"): STATUSES for schema in ("Memory", "MemoryOut", "Item", "ChainLink")},
    **{(schema, "type"): TYPES for schema in ("Memory", "MemoryOut", "Item", "ChainLink", "ProposalInfo")},
    ("Item", "form"): ["quote", "summary"],
    ("Abstain", "code"): ["no_match", "unknown_name", "only_past", "budget"],
    ("Receipt", "kind"): ["forgotten", "purged"],
    ("Problem", "code"): [
        "invalid_request", "unauthenticated", "forbidden", "not_found", "method_not_allowed", "conflict", "gone",
        "too_large", "rate_limited", "internal", "unavailable",
    ],
}

# The one time that is served as null: the end of what has no end.
NULLABLE_TIMES = {"validTo"}


@dataclass
class Property:
    name: str
    schema: dict[str, Any]
    required: bool
    doc: str
    strict: bool
    owner: str

    @property
    def values(self) -> list[str]:
        """The values of an enumeration, or []."""
        return self.schema.get("enum") or KNOWN_VALUES.get((self.owner, self.name), [])

    @property
    def is_time(self) -> bool:
        return self.schema.get("format") == "date-time"

    @property
    def nullable(self) -> bool:
        kinds = self.schema.get("type")
        if not isinstance(kinds, list) or "null" not in kinds or self.strict:
            return False
        return self.name in NULLABLE_TIMES or not self.is_time

    @property
    def limits(self) -> str:
        """The limits that types cannot say, as the end of a sentence."""
        s, out = self.schema, []
        if "default" in s:
            out.append(f"Default {json.dumps(s['default'])}.")
        if "minimum" in s or "maximum" in s:
            low, high = s.get("minimum"), s.get("maximum")
            out.append(f"{number(low)} to {number(high)}." if high is not None else f"At least {number(low)}.")
        if "maxItems" in s:
            out.append(f"At most {s['maxItems']}.")
        return " ".join(out)


def number(value: float | None) -> str:
    return "" if value is None else f"{int(value):,}"


@dataclass
class Schema:
    name: str
    strict: bool  # an input: nothing else may be in it
    properties: list[Property]

    def get(self, name: str) -> Property | None:
        return next((p for p in self.properties if p.name == name), None)


@dataclass
class Verb:
    name: str
    summary: str
    doc: str
    input: Schema
    output: Schema
    writes: bool
    projectless: bool
    public: bool
    streaming: bool
    example: str = ""

    @property
    def group(self) -> str:
        return self.name.rpartition(".")[0]

    @property
    def leaf(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def item(self) -> str:
        """The schema of the items when the verb lists with a cursor, or ''."""
        items, cursor = self.output.get("items"), self.output.get("nextCursor")
        if items is None or cursor is None or self.input.get("cursor") is None:
            return ""
        return ref_name(items.schema["items"])


@dataclass
class Spec:
    schemas: dict[str, Schema]
    verbs: list[Verb] = field(default_factory=list)

    def groups(self) -> list[str]:
        return sorted({v.group for v in self.verbs if v.group})

    def verb(self, name: str) -> Verb | None:
        return next((v for v in self.verbs if v.name == name), None)


def ref_name(schema: dict[str, Any]) -> str:
    return str(schema["$ref"]).rsplit("/", 1)[-1] if "$ref" in schema else ""


def read(text: str) -> Spec:
    """Reads the document."""
    document = json.loads(text)
    spec = Spec({name: _schema(name, s) for name, s in sorted(document["components"]["schemas"].items())})
    for path, methods in sorted(document["paths"].items()):
        operation = methods.get("post")
        if operation is None or not path.startswith("/v1/"):
            continue
        spec.verbs.append(_verb(spec, path.removeprefix("/v1/"), operation))
    return spec


def _schema(name: str, schema: dict[str, Any]) -> Schema:
    strict = "additionalProperties" in schema
    required = set(schema.get("required", []))
    return Schema(name, strict, [
        Property(key, value, key in required, sentence(value.get("description", "")), strict, name)
        for key, value in schema.get("properties", {}).items()
    ])


def _verb(spec: Spec, name: str, operation: dict[str, Any]) -> Verb:
    parameters = {str(p.get("$ref", "")).rsplit("/", 1)[-1] for p in operation.get("parameters", [])}
    body = operation["requestBody"]["content"]["application/json"]
    answers = next(v for code, v in operation["responses"].items() if code.startswith("2"))["content"]
    return Verb(
        name=name,
        summary=operation.get("summary", ""),
        doc=operation.get("description", ""),
        input=spec.schemas[ref_name(body["schema"])],
        output=spec.schemas[ref_name(answers["application/json"]["schema"])],
        writes="idempotencyKey" in parameters,
        projectless="project" not in parameters,
        public=operation.get("security") == [],
        streaming="text/event-stream" in answers,
        example=json.dumps(body["example"]) if "example" in body else "",
    )


def sentence(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def camel(name: str) -> str:
    """dead_letters -> deadLetters."""
    head, *rest = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest)


def snake(name: str) -> str:
    """occurredAt -> occurred_at, contentBase64 -> content_base64."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def pascal(name: str) -> str:
    head = camel(name.replace(".", "_"))
    return head[:1].upper() + head[1:]
