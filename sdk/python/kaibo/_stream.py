"""A recall as it comes in."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ._call import StreamEvent
from ._errors import KaiboError, problem_error
from ._generated.models import Citation, Item
from ._pack import Pack
from ._sse import ServerEvent


@dataclass(frozen=True)
class Candidate:
    """A memory that was found, before anything is packed."""

    memory_id: str
    score: float
    citations: list[Citation]


@dataclass(frozen=True)
class Candidates:
    """What was found, best first."""

    candidates: list[Candidate]


@dataclass(frozen=True)
class Packed:
    """An item of the answer."""

    item: Item


@dataclass(frozen=True)
class Final:
    """The whole answer; nothing follows."""

    pack: Pack


RecallEvent: TypeAlias = Candidates | Packed | Final


def read_stream_event(path: str, event: ServerEvent) -> StreamEvent:
    """Reads the data of an event; raises the error that it tells."""
    try:
        data = json.loads(event.data)
    except ValueError as cause:
        raise KaiboError("invalid_answer", f"POST {path}: the answer is no JSON") from cause
    if event.event == "error":
        raise problem_error(f"POST {path}", int(data.get("status") or 0), event.data)
    return StreamEvent(event.event, data)


def read_recall_event(event: StreamEvent) -> RecallEvent | None:
    """Reads an event of recall; None for one that this version does not know."""
    if event.event == "candidates":
        return Candidates([
            Candidate(c["memoryId"], c["score"], [Citation.read(one) for one in c.get("citations") or ()])
            for c in event.data["candidates"]
        ])  # fmt: skip
    if event.event == "packed":
        return Packed(Item.read(event.data))
    if event.event == "final":
        return Final(Pack.read(event.data))
    return None


def too_early() -> KaiboError:
    """The error of a stream without its end."""
    return KaiboError("network", "recall: the stream ended before its answer")


class RecallStream:
    """A recall as it comes in. It begins when it is first iterated, and is iterated once."""

    def __init__(self, opened: Callable[[], Iterator[StreamEvent]]) -> None:
        self._open = opened
        self._begun = False

    def __iter__(self) -> Iterator[RecallEvent]:
        if self._begun:
            raise RuntimeError("a recall stream can be iterated once")
        self._begun = True
        ended = False
        for raw in self._open():
            event = read_recall_event(raw)
            ended = ended or isinstance(event, Final)
            if event is not None:
                yield event
        if not ended:
            raise too_early()

    def final(self) -> Pack:
        """Reads on to the end and answers the whole."""
        pack = None
        for event in self:
            if isinstance(event, Final):
                pack = event.pack
        if pack is None:
            raise too_early()
        return pack


class AsyncRecallStream:
    """A recall as it comes in. It begins when it is first iterated, and is iterated once."""

    def __init__(self, opened: Callable[[], AsyncIterator[StreamEvent]]) -> None:
        self._open = opened
        self._begun = False

    async def __aiter__(self) -> AsyncIterator[RecallEvent]:
        if self._begun:
            raise RuntimeError("a recall stream can be iterated once")
        self._begun = True
        ended = False
        async for raw in self._open():
            event = read_recall_event(raw)
            ended = ended or isinstance(event, Final)
            if event is not None:
                yield event
        if not ended:
            raise too_early()

    async def final(self) -> Pack:
        """Reads on to the end and answers the whole."""
        pack = None
        async for event in self:
            if isinstance(event, Final):
                pack = event.pack
        if pack is None:
            raise too_early()
        return pack
