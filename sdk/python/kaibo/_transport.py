"""Requests, again where that may help. Every one is safe to repeat: those that write carry a key."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from ._call import CallOptions
from ._errors import KaiboError, problem_error
from ._generated.verbs import WRITES
from ._refs import new_key

RETRIED = frozenset({429, 502, 503, 504})


@dataclass(frozen=True)
class ResponseInfo:
    """One attempt that was answered, for logs and meters."""

    method: str
    path: str
    status: int
    attempt: int
    """From 1."""
    request_id: str | None
    seconds: float


@dataclass(frozen=True)
class Settings:
    """How a client reaches its server."""

    url: str
    key: str | None
    project: str | None
    timeout: float
    retries: int
    max_retry_after: float
    headers: Mapping[str, str]
    on_response: Callable[[ResponseInfo], None] | None

    @classmethod
    def of(
        cls,
        url: str | None,
        key: str | None,
        project: str | None,
        timeout: float,
        retries: int,
        max_retry_after: float,
        headers: Mapping[str, str] | None,
        on_response: Callable[[ResponseInfo], None] | None,
    ) -> Settings:
        """Takes what was given, else what the environment says."""
        url = (url or os.environ.get("KAIBO_URL") or "http://127.0.0.1:8080").rstrip("/")
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"not an http(s) address: {url}")
        key = key if key is not None else os.environ.get("KAIBO_API_KEY") or None
        project = project if project is not None else os.environ.get("KAIBO_PROJECT") or None
        return cls(url, key, project, timeout, retries, max_retry_after, headers or {}, on_response)


@dataclass(frozen=True)
class Request:
    """What is sent, the same at each attempt."""

    method: str
    path: str
    headers: dict[str, str]
    content: bytes | None
    timeout: float
    retries: int

    @property
    def operation(self) -> str:
        """As errors speak of it."""
        return f"{self.method} {self.path.partition('?')[0]}"


def get_request(settings: Settings, path: str, accept: str, options: CallOptions) -> Request:
    """A read of one of the GET resources."""
    return _request(settings, "GET", path, accept, None, options, None)


def verb_request(settings: Settings, verb: str, body: Mapping[str, Any], accept: str, options: CallOptions) -> Request:
    """A call of a verb, with a key when it writes."""
    key = options.idempotency_key
    if verb in WRITES:
        own = "events" in body or "idempotencyKey" in body  # remember can name the key in its body
        key = None if own else key or new_key()
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return _request(settings, "POST", f"/v1/{verb}", accept, content, options, key)


def _request(
    settings: Settings,
    method: str,
    path: str,
    accept: str,
    content: bytes | None,
    options: CallOptions,
    key: str | None,
) -> Request:
    headers = {**settings.headers, "Accept": accept}
    if content is not None:
        headers["Content-Type"] = "application/json"
    if settings.key:
        headers["Authorization"] = f"Bearer {settings.key}"
    if project := options.project or settings.project:
        headers["Kaibo-Project"] = project
    if key:
        headers["Idempotency-Key"] = key
    if options.request_id:
        headers["X-Request-Id"] = options.request_id
    timeout = settings.timeout if options.timeout is None else options.timeout
    retries = settings.retries if options.retries is None else options.retries
    return Request(method, path, headers, content, timeout, retries)


def backoff(attempt: int) -> float:
    """Seconds before the next attempt: half a second doubled each time to at most 15, and of that a random part."""
    return random.random() * min(15.0, 0.5 * 2.0 ** (attempt - 1))


def retry_after(response: httpx.Response) -> float | None:
    """Reads a Retry-After: seconds, or a date."""
    header: str | None = response.headers.get("retry-after")
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None


def lost(request: Request, cause: Exception) -> KaiboError:
    """The error of a request that no answer came to."""
    if isinstance(cause, httpx.TimeoutException):
        return KaiboError("timeout", f"{request.operation}: no answer in time")
    return KaiboError("network", f"{request.operation}: the server was not reached: {cause or type(cause).__name__}")


class _Attempts:
    """Counts the attempts of one request and says whether and when there is another."""

    def __init__(self, settings: Settings, request: Request) -> None:
        self.settings, self.request = settings, request
        self.count = 0
        self._began = 0.0

    def begin(self) -> None:
        self.count += 1
        self._began = time.monotonic()

    def after_loss(self, cause: Exception) -> float:
        """Seconds to wait; raises when that was the last attempt."""
        if self.count > self.request.retries:
            raise lost(self.request, cause) from cause
        return backoff(self.count)

    def answered(self, response: httpx.Response) -> None:
        if self.settings.on_response is not None:
            self.settings.on_response(
                ResponseInfo(
                    self.request.method,
                    self.request.path,
                    response.status_code,
                    self.count,
                    response.headers.get("x-request-id"),
                    time.monotonic() - self._began,
                )
            )

    def after_answer(self, response: httpx.Response, body: str) -> float:
        """Seconds to wait after an answer that is no good one; raises when there is no other attempt."""
        pause = retry_after(response)
        again = self.count <= self.request.retries and response.status_code in RETRIED
        if not again or (pause or 0) > self.settings.max_retry_after:
            raise problem_error(
                self.request.operation, response.status_code, body,
                request_id=response.headers.get("x-request-id"), retry_after=pause,
            )  # fmt: skip
        return backoff(self.count) if pause is None else pause + random.random() / 4


class SyncTransport:
    """Sends requests over an httpx.Client."""

    def __init__(self, settings: Settings, client: httpx.Client | None = None) -> None:
        self.settings = settings
        self.owned = client is None
        self.client = client or httpx.Client()

    def text(self, request: Request) -> str:
        """The body of a good answer."""
        attempts = _Attempts(self.settings, request)
        while True:
            attempts.begin()
            try:
                response = self.client.send(self._build(request), follow_redirects=False)
            except httpx.TransportError as cause:
                time.sleep(attempts.after_loss(cause))
                continue
            attempts.answered(response)
            if response.is_success:
                return response.text
            time.sleep(attempts.after_answer(response, response.text))

    @contextmanager
    def lines(self, request: Request) -> Iterator[Iterator[bytes]]:
        """The body of a good answer as it comes in. What breaks off after that is raised."""
        attempts = _Attempts(self.settings, request)
        while True:
            attempts.begin()
            try:
                response = self.client.send(self._build(request), stream=True, follow_redirects=False)
            except httpx.TransportError as cause:
                time.sleep(attempts.after_loss(cause))
                continue
            attempts.answered(response)
            try:
                if response.is_success:
                    yield response.iter_bytes()
                    return
                body = response.read().decode("utf-8", "replace")
            except httpx.TransportError as cause:
                raise lost(request, cause) from cause
            finally:
                response.close()
            time.sleep(attempts.after_answer(response, body))

    def _build(self, request: Request) -> httpx.Request:
        return self.client.build_request(
            request.method, self.settings.url + request.path, headers=request.headers,
            content=request.content, timeout=request.timeout,
        )  # fmt: skip


class AsyncTransport:
    """Sends requests over an httpx.AsyncClient."""

    def __init__(self, settings: Settings, client: httpx.AsyncClient | None = None) -> None:
        self.settings = settings
        self.owned = client is None
        self.client = client or httpx.AsyncClient()

    async def text(self, request: Request) -> str:
        """The body of a good answer."""
        attempts = _Attempts(self.settings, request)
        while True:
            attempts.begin()
            try:
                response = await self.client.send(self._build(request), follow_redirects=False)
            except httpx.TransportError as cause:
                await asyncio.sleep(attempts.after_loss(cause))
                continue
            attempts.answered(response)
            if response.is_success:
                return response.text
            await asyncio.sleep(attempts.after_answer(response, response.text))

    @asynccontextmanager
    async def lines(self, request: Request) -> AsyncIterator[AsyncIterator[bytes]]:
        """The body of a good answer as it comes in. What breaks off after that is raised."""
        attempts = _Attempts(self.settings, request)
        while True:
            attempts.begin()
            try:
                response = await self.client.send(self._build(request), stream=True, follow_redirects=False)
            except httpx.TransportError as cause:
                await asyncio.sleep(attempts.after_loss(cause))
                continue
            attempts.answered(response)
            try:
                if response.is_success:
                    yield response.aiter_bytes()
                    return
                body = (await response.aread()).decode("utf-8", "replace")
            except httpx.TransportError as cause:
                raise lost(request, cause) from cause
            finally:
                await response.aclose()
            await asyncio.sleep(attempts.after_answer(response, body))

    def _build(self, request: Request) -> httpx.Request:
        return self.client.build_request(
            request.method, self.settings.url + request.path, headers=request.headers,
            content=request.content, timeout=request.timeout,
        )  # fmt: skip
