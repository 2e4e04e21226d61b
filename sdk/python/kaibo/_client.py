"""The two clients: `Kaibo`, and `AsyncKaibo` with the same methods awaited."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import httpx

from ._call import CallOptions, StreamEvent
from ._errors import KaiboError
from ._generated.models import JobState, Memory, MendOut, Remembered
from ._generated.verbs import AsyncVerbs, SyncVerbs
from ._sse import EventReader
from ._stream import read_stream_event
from ._transport import AsyncTransport, ResponseInfo, Settings, SyncTransport, get_request, lost, verb_request

if TYPE_CHECKING:
    from typing_extensions import Self

    from .verify import Kept, Pin, Report

_JSON = "application/json"
_EVENTS = "text/event-stream"


def _object(verb: str, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as cause:
        raise KaiboError("invalid_answer", f"POST /v1/{verb}: the answer is no JSON") from cause
    if not isinstance(value, dict):
        raise KaiboError("invalid_answer", f"POST /v1/{verb}: the answer is no JSON object")
    return value


def _open(job: JobState) -> bool:
    if job.status == "failed":
        raise KaiboError("conflict", f"the structuring {job.id} failed: {job.reason or 'no reason was given'}")
    return job.status in ("queued", "running")


class Kaibo(SyncVerbs):
    """A client of kaibo. Every verb of the server is a method; `keys.create` is `kaibo.keys.create`.

        with Kaibo() as kaibo:
            kaibo.remember("The release moves from July 13 to July 17.", wait=True)
            pack = kaibo.recall("When is the release?")
            if pack.top:
                print(pack.top.text, kaibo.explain(pack.top).events)

    Verbs that write carry an idempotency key, so what is tried again never happens twice. Errors are
    `KaiboError`. Threads may share one.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        key: str | None = None,
        project: str | None = None,
        timeout: float = 60.0,
        retries: int = 4,
        max_retry_after: float = 60.0,
        headers: Mapping[str, str] | None = None,
        on_response: Callable[[ResponseInfo], None] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Makes a client; nothing is sent yet.

        Args:
            url: Address of the server; else KAIBO_URL, else http://127.0.0.1:8080.
            key: Else KAIBO_API_KEY. A local server wants none until the first is made.
            project: Project to act on; else KAIBO_PROJECT, else the key's own.
            timeout: Seconds for one attempt. The server answers `wait` after 25 s at most.
            retries: How often to try again after 429, 502, 503, 504 or a lost connection.
            max_retry_after: The most seconds of Retry-After that are waited for; beyond it the call fails.
            headers: Sent with every request.
            on_response: Told of every answer, those that are tried again among them.
            http_client: In place of a client of its own; it is not closed here.
        """
        super().__init__()
        settings = Settings.of(url, key, project, timeout, retries, max_retry_after, headers, on_response)
        self._transport = SyncTransport(settings, http_client)

    @classmethod
    def _of(cls, settings: Settings) -> Self:
        kaibo = cls(settings.url)
        kaibo._transport = SyncTransport(settings)
        return kaibo

    @property
    def url(self) -> str:
        """The server's address."""
        return self._transport.settings.url

    def close(self) -> None:
        """Closes the connections."""
        if self._transport.owned:
            self._transport.client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(
        self, verb: str, body: Mapping[str, Any] | None = None, options: CallOptions | None = None
    ) -> dict[str, Any]:
        """Runs a verb by its name with the contract's own field names: also one that this client does not know yet."""
        return self._call(verb, dict(body or {}), options or CallOptions())

    def stream(
        self, verb: str, body: Mapping[str, Any] | None = None, options: CallOptions | None = None
    ) -> Iterator[StreamEvent]:
        """Runs a verb and answers its events as they come. An error that comes as the last event is raised."""
        return self._stream(verb, dict(body or {}), options or CallOptions())

    def get(self, path: str, accept: str = _JSON, options: CallOptions | None = None) -> str:
        """Reads one of the GET resources as the text that came, as a verifier wants it."""
        return self._transport.text(get_request(self._transport.settings, path, accept, options or CallOptions()))

    def settled(self, remembered: Remembered | MendOut) -> list[Memory]:
        """Waits until the structuring of an event is done, and answers its memories."""
        job, memories = remembered.job, remembered.memories
        while _open(job):
            answer = self.job(job.id, wait=True)
            job, memories = answer.job, answer.memories
        return list(memories)

    def verify(
        self,
        *,
        kept: Kept | None = None,
        incremental: bool = False,
        keys: Sequence[str] = (),
        witnesses: Sequence[str] = (),
        pins: Sequence[Pin] = (),
        checkpoints: Sequence[str] = (),
    ) -> Report:
        """Recomputes on this side every hash that the server serves of the project, and checks what it signed.

        Keep `report.kept` and give it to the next run: then a history that was rewritten since is found too. The
        arguments are those of `kaibo.verify.verify_source`. What is signed wants `pip install kaibo[verify]`.
        """
        from .verify import ServerSource, verify_source  # a program that never verifies does not load it

        return verify_source(
            ServerSource(self), kept=kept, incremental=incremental, keys=keys, witnesses=witnesses, pins=pins,
            checkpoints=checkpoints,
        )  # fmt: skip

    def _call(self, verb: str, body: dict[str, Any], options: CallOptions) -> dict[str, Any]:
        request = verb_request(self._transport.settings, verb, body, _JSON, options)
        return _object(verb, self._transport.text(request))

    def _stream(self, verb: str, body: dict[str, Any], options: CallOptions) -> Iterator[StreamEvent]:
        request = verb_request(self._transport.settings, verb, body, _EVENTS, options)
        reader = EventReader()
        with self._transport.lines(request) as chunks:
            try:
                for chunk in chunks:
                    for event in reader.feed(chunk):
                        yield read_stream_event(request.path, event)
            except httpx.TransportError as cause:
                raise lost(request, cause) from cause
            for event in reader.feed(b"", end=True):
                yield read_stream_event(request.path, event)


class AsyncKaibo(AsyncVerbs):
    """A client of kaibo whose methods are awaited; for the rest as `Kaibo`. Cancelling a task ends its request.

    async with AsyncKaibo() as kaibo:
        await kaibo.remember("The release moves from July 13 to July 17.", wait=True)
        async for event in kaibo.recall_stream("When is the release?"):
            print(event)
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        key: str | None = None,
        project: str | None = None,
        timeout: float = 60.0,
        retries: int = 4,
        max_retry_after: float = 60.0,
        headers: Mapping[str, str] | None = None,
        on_response: Callable[[ResponseInfo], None] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Makes a client; nothing is sent yet. The arguments are those of `Kaibo`."""
        super().__init__()
        settings = Settings.of(url, key, project, timeout, retries, max_retry_after, headers, on_response)
        self._transport = AsyncTransport(settings, http_client)

    @property
    def url(self) -> str:
        """The server's address."""
        return self._transport.settings.url

    async def close(self) -> None:
        """Closes the connections."""
        if self._transport.owned:
            await self._transport.client.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def run(
        self, verb: str, body: Mapping[str, Any] | None = None, options: CallOptions | None = None
    ) -> dict[str, Any]:
        """Runs a verb by its name with the contract's own field names: also one that this client does not know yet."""
        return await self._call(verb, dict(body or {}), options or CallOptions())

    def stream(
        self, verb: str, body: Mapping[str, Any] | None = None, options: CallOptions | None = None
    ) -> AsyncIterator[StreamEvent]:
        """Runs a verb and answers its events as they come. An error that comes as the last event is raised."""
        return self._stream(verb, dict(body or {}), options or CallOptions())

    async def get(self, path: str, accept: str = _JSON, options: CallOptions | None = None) -> str:
        """Reads one of the GET resources as the text that came, as a verifier wants it."""
        return await self._transport.text(get_request(self._transport.settings, path, accept, options or CallOptions()))

    async def settled(self, remembered: Remembered | MendOut) -> list[Memory]:
        """Waits until the structuring of an event is done, and answers its memories."""
        job, memories = remembered.job, remembered.memories
        while _open(job):
            answer = await self.job(job.id, wait=True)
            job, memories = answer.job, answer.memories
        return list(memories)

    async def verify(
        self,
        *,
        kept: Kept | None = None,
        incremental: bool = False,
        keys: Sequence[str] = (),
        witnesses: Sequence[str] = (),
        pins: Sequence[Pin] = (),
        checkpoints: Sequence[str] = (),
    ) -> Report:
        """Recomputes on this side every hash that the server serves of the project, and checks what it signed.

        Keep `report.kept` and give it to the next run: then a history that was rewritten since is found too. The
        arguments are those of `kaibo.verify.verify_source`. What is signed wants `pip install kaibo[verify]`.
        """

        def run() -> Report:
            with Kaibo._of(self._transport.settings) as kaibo:
                return kaibo.verify(
                    kept=kept,
                    incremental=incremental,
                    keys=keys,
                    witnesses=witnesses,
                    pins=pins,
                    checkpoints=checkpoints,
                )

        return await asyncio.to_thread(run)  # it hashes much, and would hold up the loop

    async def _call(self, verb: str, body: dict[str, Any], options: CallOptions) -> dict[str, Any]:
        request = verb_request(self._transport.settings, verb, body, _JSON, options)
        return _object(verb, await self._transport.text(request))

    async def _stream(self, verb: str, body: dict[str, Any], options: CallOptions) -> AsyncIterator[StreamEvent]:
        request = verb_request(self._transport.settings, verb, body, _EVENTS, options)
        reader = EventReader()
        async with self._transport.lines(request) as chunks:
            try:
                async for chunk in chunks:
                    for event in reader.feed(chunk):
                        yield read_stream_event(request.path, event)
            except httpx.TransportError as cause:
                raise lost(request, cause) from cause
            for event in reader.feed(b"", end=True):
                yield read_stream_event(request.path, event)
