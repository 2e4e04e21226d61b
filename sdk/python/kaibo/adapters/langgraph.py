"""A store of LangGraph over a client: `pip install kaibo[langgraph]`.

    store = KaiboStore(Kaibo())
    store.put(("users", "ana"), "food", {"text": "Ana likes rye bread."})
    store.search(("users",), query="What does Ana eat?")

An item is a stream of the ledger: `put` appends its value and the text that is searched, so every value that it ever
had is still there and verifiable, `delete` forgets the stream for good, with a receipt, and `search` with a query is a
recall, so it finds what bears the question out and nothing when nothing does. Its score orders the answers to one
query and means nothing between two.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from .._client import Kaibo
from .._errors import KaiboError
from .._generated.models import Event

_PREFIX = "lg."
_VALUE = "application/gzip"  # of JSON: bytes, so that the names in it are not read as statements
_ORDERS = {
    "$eq": lambda a, b: a == b,
    "$ne": lambda a, b: a != b,
    "$gt": lambda a, b: a > b,
    "$gte": lambda a, b: a >= b,
    "$lt": lambda a, b: a < b,
    "$lte": lambda a, b: a <= b,
}


class KaiboStore(BaseStore):
    """A LangGraph store whose items are streams of a kaibo project.

    A namespace and a key together have to fit a stream's name: 128 characters, three for each character that is not
    one of A-Z a-z 0-9 _ -. They stay in the ledger for ever, so make them from ids, never from text. What is searched
    is the text of the fields that `index` names, all texts of the value when it is absent, and nothing for
    `index=False`.
    """

    def __init__(self, kaibo: Kaibo, *, budget: int = 4096) -> None:
        """Makes a store; `budget` is in tokens, for each search with a query."""
        self._kaibo = kaibo
        self._budget = budget

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Runs operations one after the other."""
        return [self._run(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Runs operations one after the other, in a thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _run(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(op.namespace, op.key)
        if isinstance(op, PutOp):
            self._put(op)
            return None
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        raise TypeError(f"no operation of a store: {op!r}")

    def _put(self, op: PutOp) -> None:
        stream = _stream(op.namespace, op.key)
        if op.value is None:
            return self._delete(stream)
        labels = {f"ns{i}": label for i, label in enumerate(op.namespace)}
        value = base64.b64encode(gzip.compress(json.dumps(op.value).encode("utf-8"), mtime=0)).decode()
        text = "" if op.index is False else "\n".join(_texts(op.value, op.index))
        self._kaibo.remember_all(
            [
                *([{"content": text, "metadata": labels}] if text.strip() else []),  # type: ignore[list-item]
                {"kind": "file", "content_base64": value, "content_type": _VALUE, "metadata": labels},
            ],
            stream=stream,
            wait=True,
        )

    def _delete(self, stream: str) -> None:
        try:
            self._kaibo.forget(stream=stream)
        except KaiboError as error:
            if error.code != "not_found":  # there is nothing, or nothing any more
                raise

    def _get(self, namespace: tuple[str, ...], key: str) -> Item | None:
        try:
            events = list(self._kaibo.events(_stream(namespace, key), limit=1000))
        except KaiboError as error:
            if error.code == "not_found":
                return None
            raise
        value = self._value(events[-1]) if events else None
        if value is None:
            return None
        return Item(
            value=value,
            key=key,
            namespace=namespace,
            created_at=_time(events[0].recorded_at),
            updated_at=_time(events[-1].recorded_at),
        )

    def _value(self, event: Event) -> dict[str, Any] | None:
        """The value that an event holds; None when it is forgotten."""
        try:
            payload = self._kaibo.payload(event.id)
        except KaiboError as error:
            if error.code == "gone":
                return None
            raise
        if payload.details.get("contentType") != _VALUE:
            return None
        value = json.loads(gzip.decompress(base64.b64decode(payload.content_base64 or "")))
        return value if isinstance(value, dict) else None

    def _search(self, op: SearchOp) -> list[SearchItem]:
        found: list[SearchItem] = []
        passed = 0
        for namespace, key, score in self._candidates(op):
            item = self._get(namespace, key)
            if item is None or not _fits(item.value, op.filter):
                continue
            passed += 1
            if passed > op.offset:
                found.append(SearchItem(namespace, key, item.value, item.created_at, item.updated_at, score))
            if len(found) >= op.limit:
                break
        return found

    def _candidates(self, op: SearchOp) -> Iterator[tuple[tuple[str, ...], str, float | None]]:
        prefix = op.namespace_prefix
        if not op.query:
            for namespace, key in self._places():
                if namespace[: len(prefix)] == prefix:
                    yield namespace, key, None
            return
        labels = {f"ns{i}": label for i, label in enumerate(prefix)}
        pack = self._kaibo.recall(op.query, metadata=labels or None, budget=self._budget, fill=True)
        seen: set[str] = set()
        for item in pack:
            for citation in item.citations:
                place = _place(citation.stream)
                if place is not None and citation.stream not in seen:
                    seen.add(citation.stream)
                    yield *place, item.score

    def _places(self) -> Iterator[tuple[tuple[str, ...], str]]:
        for head in self._kaibo.streams(limit=1000):
            place = _place(head.stream)
            if place is not None:
                yield place

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        # A stream stays when its item is forgotten, so each is looked at until one of its namespace is there.
        there: set[tuple[str, ...]] = set()
        for namespace, key in self._places():
            short = namespace[: op.max_depth] if op.max_depth else namespace
            if short in there or not all(_matches(namespace, c) for c in op.match_conditions or ()):
                continue
            if self._get(namespace, key) is not None:
                there.add(short)
        return sorted(there)[op.offset : op.offset + op.limit]


def _stream(namespace: tuple[str, ...], key: str) -> str:
    """`lg.users.ana..food`: each label escaped, so that two places never share a stream."""
    name = _PREFIX + ".".join(map(_escape, namespace)) + ".." + _escape(key)
    if not namespace or not all(namespace) or not key or len(name) > 128:
        raise ValueError(f"namespace and key make no stream's name of at most 128 characters: {namespace!r}, {key!r}")
    return name


def _escape(label: str) -> str:
    return re.sub(rb"[^A-Za-z0-9_-]", lambda m: b"~%02X" % m[0][0], label.encode("utf-8")).decode("ascii")


def _unescape(label: str) -> str:
    return re.sub(rb"~([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), label.encode("ascii")).decode("utf-8")


def _place(stream: str) -> tuple[tuple[str, ...], str] | None:
    """The namespace and the key of a stream; None for one that is no item's."""
    namespace, found, key = stream.removeprefix(_PREFIX).partition("..")
    if not stream.startswith(_PREFIX) or not found:
        return None
    return tuple(map(_unescape, namespace.split("."))), _unescape(key)


def _texts(value: Mapping[str, Any], index: list[str] | None) -> Iterator[str]:
    """The texts of the fields that are searched, by paths such as `text`, `facts[*].text` or `$` for all."""
    if index is None:
        yield from _leaves(value)
        return
    for path in index:
        yield from _at(value, [] if path in ("$", "") else re.findall(r"[^.\[\]]+", path))


def _at(value: Any, path: list[str]) -> Iterator[str]:
    if not path:
        yield from _leaves(value)
    elif isinstance(value, Mapping):
        yield from _at(value.get(path[0]), path[1:])
    elif isinstance(value, list):
        picked = value if path[0] == "*" else [value[int(path[0])]] if re.fullmatch(r"-?\d+", path[0]) and value else []
        for one in picked:
            yield from _at(one, path[1:])


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)


def _fits(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Whether a value has what a filter wants: equal fields, or what the operators $eq to $lte say of them."""
    for name, want in (wanted or {}).items():
        have = value.get(name)
        operators = isinstance(want, Mapping) and bool(want) and all(str(k).startswith("$") for k in want)
        for operator, operand in want.items() if operators else [("$eq", want)]:
            if operator not in _ORDERS:
                raise ValueError(f"no operator of a filter: {operator}")
            try:
                if not _ORDERS[operator](have, operand):
                    return False
            except TypeError:  # not of one kind, so neither is before the other
                return False
    return True


def _matches(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(want in ("*", have) for have, want in zip(part, path, strict=True))


def _time(served: str) -> datetime:
    return datetime.fromisoformat(served.replace("Z", "+00:00"))
