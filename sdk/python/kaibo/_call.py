"""What stands between a typed method and the wire: options, bodies and pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Generic, TypeVar

from ._model import Model

OutT = TypeVar("OutT", bound=Model)
ItemT = TypeVar("ItemT", bound=Model)

# Fields whose names are the caller's own, not the contract's.
_FREE = frozenset({"metadata"})


@dataclass(frozen=True)
class CallOptions:
    """What may be said of a single call."""

    timeout: float | None = None
    retries: int | None = None
    project: str | None = None
    request_id: str | None = None
    idempotency_key: str | None = None


def options_of(
    *,
    timeout: float | None = None,
    retries: int | None = None,
    project: str | None = None,
    request_id: str | None = None,
    idempotency_key: str | None = None,
) -> CallOptions:
    """Gathers the options of a call."""
    return CallOptions(timeout, retries, project, request_id, idempotency_key)


def body_of(**fields: object) -> dict[str, Any]:
    """Makes the body of a call: names as the contract writes them, times in RFC 3339, absent what is None."""
    return {camel(name): wire(name, value) for name, value in fields.items() if value is not None}


def wire(name: str, value: object) -> object:
    """Writes a value as JSON holds it."""
    if isinstance(value, datetime):
        return time_text(value)
    if isinstance(value, Model):  # a memory, or an item of a recall, in place of its id
        return value.raw.get("memoryId") or value.raw.get("id")
    if isinstance(value, Mapping):
        if name in _FREE:
            return dict(value)
        return {camel(k): wire(k, v) for k, v in value.items() if v is not None}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [wire(name, one) for one in value]
    return value


def time_text(at: datetime) -> str:
    """Writes a time to the millisecond. One without a zone is refused: it would mean another time elsewhere."""
    if at.tzinfo is None:
        raise ValueError("a datetime must have a time zone: datetime.now(timezone.utc)")
    return at.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def camel(name: str) -> str:
    """occurred_at -> occurredAt; a trailing `_` keeps a keyword apart: from_ -> from."""
    head, *rest = name.rstrip("_").split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest)


@dataclass(frozen=True)
class StreamEvent:
    """One event of a stream: its name, and its data read as JSON."""

    event: str
    data: Mapping[str, Any]


class Page(Generic[OutT, ItemT]):
    """A page of a list. Iterated it is every item from here on, page after page."""

    def __init__(self, answer: OutT, items: list[ItemT], read: Callable[[str], Page[OutT, ItemT]]) -> None:
        self.answer = answer
        self.items = items
        self._read = read

    @property
    def next_cursor(self) -> str | None:
        """Where the next page begins; None after the last."""
        cursor = self.answer.raw.get("nextCursor")
        return cursor if isinstance(cursor, str) and cursor else None

    def pages(self) -> Iterator[Page[OutT, ItemT]]:
        """This page and those that follow."""
        page = self
        yield page
        while page.next_cursor:
            page = self._read(page.next_cursor)
            yield page

    def __iter__(self) -> Iterator[ItemT]:
        for page in self.pages():
            yield from page.items


class AsyncPages(Generic[OutT, ItemT]):
    """A list that was asked for. Awaited it is its first page; with `async for` every item, page after page."""

    def __init__(self, read: Callable[[str | None], Awaitable[AsyncPage[OutT, ItemT]]]) -> None:
        self._read = read

    def __await__(self) -> Generator[Any, None, AsyncPage[OutT, ItemT]]:
        return self._read(None).__await__()

    async def pages(self) -> AsyncIterator[AsyncPage[OutT, ItemT]]:
        """Every page."""
        page = await self._read(None)
        yield page
        while page.next_cursor:
            page = await self._read(page.next_cursor)
            yield page

    async def __aiter__(self) -> AsyncIterator[ItemT]:
        async for page in self.pages():
            for item in page.items:
                yield item


@dataclass(frozen=True)
class AsyncPage(Generic[OutT, ItemT]):
    """A page of a list."""

    answer: OutT
    items: list[ItemT]

    @property
    def next_cursor(self) -> str | None:
        """Where the next page begins; None after the last."""
        cursor = self.answer.raw.get("nextCursor")
        return cursor if isinstance(cursor, str) and cursor else None


def _with_cursor(body: dict[str, Any], cursor: str | None) -> dict[str, Any]:
    return {**body, "cursor": cursor} if cursor else body


class SyncCaller:
    """Runs verbs, one call each."""

    def _stream(self, verb: str, body: dict[str, Any], options: CallOptions) -> Iterator[StreamEvent]:
        raise NotImplementedError

    def _call(self, verb: str, body: dict[str, Any], options: CallOptions) -> dict[str, Any]:
        raise NotImplementedError

    def _page(
        self, verb: str, body: dict[str, Any], out: type[OutT], item: type[ItemT], options: CallOptions
    ) -> Page[OutT, ItemT]:
        raw = self._call(verb, body, options)
        items = [item.read(one) for one in raw.get("items") or ()]
        return Page(
            out.read(raw), items, lambda cursor: self._page(verb, _with_cursor(body, cursor), out, item, options)
        )


class AsyncCaller:
    """Runs verbs, awaited."""

    def _stream(self, verb: str, body: dict[str, Any], options: CallOptions) -> AsyncIterator[StreamEvent]:
        raise NotImplementedError

    async def _call(self, verb: str, body: dict[str, Any], options: CallOptions) -> dict[str, Any]:
        raise NotImplementedError

    def _page(
        self, verb: str, body: dict[str, Any], out: type[OutT], item: type[ItemT], options: CallOptions
    ) -> AsyncPages[OutT, ItemT]:
        async def read(cursor: str | None) -> AsyncPage[OutT, ItemT]:
            raw = await self._call(verb, _with_cursor(body, cursor), options)
            return AsyncPage(out.read(raw), [item.read(one) for one in raw.get("items") or ()])

        return AsyncPages(read)
