"""A project as a server serves it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import quote

from .._errors import KaiboError
from ._chain import DELETIONS
from ._json import JsonError, parse_json

if TYPE_CHECKING:
    from .._client import Kaibo

_NDJSON = "application/x-ndjson"
_PAGE = 1000


class Source(Protocol):
    """What a verifier reads. The text is what came, as the server is not trusted.

    An error is a `KaiboError`; one of code `gone`, `not_found`, `internal` or `invalid_request` may mean something, any
    other ends the run. A stream is named `~deletions` for the deletion ledger, and "" for the log of logs. Methods may
    be called by several threads.
    """

    def streams(self) -> list[Any]:
        """The heads of all streams."""

    def events(self, stream: str, after: int) -> Iterator[str]:
        """The events of a stream after a seq, each as one JSON object."""

    def payload(self, event_id: str) -> str:
        """The payload of an event."""

    def deletions(self, after: int) -> Iterator[str]:
        """The entries of the deletion ledger after a seq."""

    def memory(self, memory_id: str) -> str:
        """The verb memory."""

    def explain(self, memory_id: str) -> str:
        """The verb explain."""

    def memories(self) -> Iterator[str]:
        """Every memory that the verb memories lists, whatever its status."""

    def verifier_keys(self) -> str:
        """The lists of keys."""

    def checkpoint(self, stream: str) -> str:
        """The newest checkpoint of a log."""

    def consistency(self, stream: str, first: int, second: int) -> str:
        """A consistency proof between two sizes."""

    def proof(self, entry_id: str) -> str:
        """The proof of an entry."""


def said_by(error: KaiboError, *codes: str) -> bool:
    """Whether an error is the server's answer with one of these codes."""
    return error.status > 0 and error.code in codes


def read_loosely(text: str) -> Any:
    """Reads what is looked through and never hashed; None for what is no strict JSON."""
    try:
        return parse_json(text, canonical=False)
    except JsonError:
        return None


def members(text: str) -> dict[str, Any]:
    """The members of an object; none for what is no object."""
    value = read_loosely(text)
    return value if isinstance(value, dict) else {}


class ServerSource:
    """A project as a client reaches it."""

    def __init__(self, kaibo: Kaibo) -> None:
        """Reads by this client."""
        self._kaibo = kaibo

    def streams(self) -> list[Any]:
        """The heads of all streams."""
        items: list[Any] = []
        cursor = ""
        while True:
            page = members(
                self._kaibo.get(f"/v1/streams?limit={_PAGE}" + (f"&cursor={quote(cursor, safe='')}" if cursor else ""))
            )
            items += page.get("items") or []
            cursor = page.get("nextCursor") or ""
            if not cursor:
                return items

    def events(self, stream: str, after: int) -> Iterator[str]:
        """The events of a stream after a seq."""
        return self._chain(f"/v1/streams/{quote(stream, safe='')}/events", after)

    def deletions(self, after: int) -> Iterator[str]:
        """The entries of the deletion ledger after a seq."""
        return self._chain("/v1/deletions", after)

    def _chain(self, path: str, after: int) -> Iterator[str]:
        while True:
            lines = [
                line for line in self._kaibo.get(f"{path}?limit={_PAGE}&after={after}", _NDJSON).split("\n") if line
            ]
            yield from lines
            seq = members(lines[-1]).get("seq") if lines else None
            if not isinstance(seq, int) or seq <= after:
                return  # the end, or what a verifier refuses
            after = seq

    def payload(self, event_id: str) -> str:
        """The payload of an event."""
        return self._kaibo.get(f"/v1/events/{quote(event_id, safe='')}/payload")

    def memory(self, memory_id: str) -> str:
        """The verb memory."""
        return json.dumps(self._kaibo.run("memory", {"id": memory_id}))

    def explain(self, memory_id: str) -> str:
        """The verb explain."""
        return json.dumps(self._kaibo.run("explain", {"memoryId": memory_id}))

    def memories(self) -> Iterator[str]:
        """Every memory that the verb memories lists."""
        for memory in self._kaibo.memories(limit=_PAGE):
            yield json.dumps(memory.raw)

    def verifier_keys(self) -> str:
        """The lists of keys."""
        return self._kaibo.get("/v1/verifier_keys")

    def checkpoint(self, stream: str) -> str:
        """The newest checkpoint of a log."""
        return self._kaibo.get(f"/v1/checkpoint?{_log(stream)}")

    def consistency(self, stream: str, first: int, second: int) -> str:
        """A consistency proof between two sizes."""
        return self._kaibo.get(f"/v1/consistency?from={first}&to={second}&{_log(stream)}")

    def proof(self, entry_id: str) -> str:
        """The proof of an entry."""
        return self._kaibo.get(f"/v1/proofs/{quote(entry_id, safe='')}")


def _log(stream: str) -> str:
    if stream == DELETIONS:
        return "deletions=true"
    return f"stream={quote(stream, safe='')}" if stream else ""
