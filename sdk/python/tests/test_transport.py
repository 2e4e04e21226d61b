from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable

import httpx
import pytest

from kaibo import AsyncKaibo, Kaibo, KaiboError, ResponseInfo
from kaibo._sse import EventReader, ServerEvent
from kaibo._transport import retry_after

Answer = Callable[[httpx.Request], httpx.Response]


def ok(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"items": []})


def problem(status: int, code: str, **headers: str) -> Answer:
    body = {"type": "x", "title": "t", "status": status, "code": code, "detail": "d"}
    return lambda _: httpx.Response(status, json=body, headers={k.replace("_", "-"): v for k, v in headers.items()})


def hang_up(_: httpx.Request) -> httpx.Response:
    raise httpx.RemoteProtocolError("gone")


def slow(_: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("late")


class Script:
    """Gives one answer after the other, the last one for ever, and notes what it was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = answers
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return self.answers[min(len(self.asked), len(self.answers)) - 1](request)

    def client(self, **options: object) -> Kaibo:
        return Kaibo("http://test", http_client=httpx.Client(transport=httpx.MockTransport(self)), **options)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


def test_busy_answers_are_tried_again_with_the_same_key(no_waiting: list[float]) -> None:
    script = Script(problem(429, "rate_limited", retry_after="2"), problem(503, "unavailable", retry_after="0"), ok)
    seen: list[ResponseInfo] = []
    script.client(on_response=seen.append).run("correct", {"memoryId": "m"})
    assert [(s.status, s.attempt) for s in seen] == [(429, 1), (503, 2), (200, 3)]
    assert 2 <= no_waiting[0] < 2.3 and no_waiting[1] < 0.3
    keys = {r.headers["idempotency-key"] for r in script.asked}
    assert len(keys) == 1 and keys.pop().startswith("sdk-")


def test_a_lost_connection_is_tried_again_and_given_up() -> None:
    script = Script(hang_up, hang_up, ok)
    script.client().run("remember", {"content": "x"})
    assert len({r.headers["idempotency-key"] for r in script.asked}) == 1 and len(script.asked) == 3
    for answer, code in ((hang_up, "network"), (slow, "timeout")):
        dead = Script(answer)
        with pytest.raises(KaiboError) as error:
            dead.client(retries=1).recall("x")
        assert (error.value.code, error.value.status, len(dead.asked)) == (code, 0, 2)


@pytest.mark.parametrize(
    ("status", "code"), [(400, "invalid_request"), (404, "not_found"), (409, "conflict"), (500, "internal")]
)
def test_other_errors_are_not_tried_again(status: int, code: str) -> None:
    script = Script(problem(status, code))
    with pytest.raises(KaiboError) as error:
        script.client().recall("x")
    assert (error.value.code, error.value.status, len(script.asked)) == (code, status, 1)


def test_a_retry_after_that_is_too_long_is_an_error() -> None:
    script = Script(problem(429, "rate_limited", retry_after="3600"))
    with pytest.raises(KaiboError) as error:
        script.client().recall("x")
    assert error.value.retry_after == 3600 and len(script.asked) == 1


@pytest.mark.parametrize(
    ("status", "code"),
    [(502, "unavailable"), (418, "invalid_answer"), (307, "invalid_answer"), (200, "invalid_answer")],
)
def test_an_answer_that_is_no_problem_document(status: int, code: str) -> None:
    script = Script(lambda _: httpx.Response(status, text="<html>", headers={"location": "http://elsewhere/"}))
    with pytest.raises(KaiboError) as error:
        script.client(retries=0, key="secret").recall("x")
    assert error.value.code == code
    assert [r.url.host for r in script.asked] == ["test"], "no redirect is followed: the key would go along"


def test_options_reach_the_server_as_headers() -> None:
    script = Script(ok)
    kaibo = script.client(key="k", project="p", headers={"X-Extra": "1"})
    kaibo.streams(request_id="r-1", limit=5)
    kaibo.run("correct", {"memoryId": "m"})
    read, write = script.asked
    assert read.headers["authorization"] == "Bearer k"
    assert (read.headers["kaibo-project"], read.headers["x-extra"], read.headers["x-request-id"]) == ("p", "1", "r-1")
    assert "idempotency-key" not in read.headers and "idempotency-key" in write.headers
    assert json.loads(read.content) == {"limit": 5}
    with pytest.raises(ValueError, match="not an http"):
        Kaibo("ftp://x")


def events(text: str) -> Answer:
    return lambda _: httpx.Response(200, content=text.encode(), headers={"content-type": "text/event-stream"})


def test_a_stream_that_ends_with_an_error_or_too_early() -> None:
    start = 'event: candidates\ndata: {"candidates":[]}\n\n'
    failed = start + 'event: error\ndata: {"code":"unavailable","status":503,"title":"t","type":"x"}\n\n'
    for text, code in ((failed, "unavailable"), (start, "network")):
        script = Script(events(text))
        with pytest.raises(KaiboError) as error:
            script.client().recall_stream("x").final()
        assert error.value.code == code


def test_the_async_transport_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(problem(503, "unavailable", retry_after="0"), hang_up, ok)

    async def work() -> None:
        client = httpx.AsyncClient(transport=httpx.MockTransport(script))
        async with AsyncKaibo("http://test", http_client=client) as kaibo:
            await kaibo.run("remember", {"content": "x"})
            with pytest.raises(KaiboError) as error:
                script.answers = (problem(409, "conflict"),)
                await kaibo.recall("x")
            assert error.value.code == "conflict"

    asyncio.run(work())
    assert len({r.headers["idempotency-key"] for r in script.asked[:3]}) == 1 and len(script.asked) == 4


def test_cancelling_a_task_ends_its_request(server: str) -> None:
    async def work() -> None:
        async def never(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await asyncio.sleep(30)
            writer.close()

        listener = await asyncio.start_server(never, "127.0.0.1", 0)
        port = listener.sockets[0].getsockname()[1]
        async with AsyncKaibo(f"http://127.0.0.1:{port}") as kaibo:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(kaibo.recall("x"), 0.1)
        listener.close()

    asyncio.run(work())


def test_server_sent_events_are_read_however_they_are_cut() -> None:
    text = (
        ":note\r\nevent: a\r\ndata: 1\r\ndata:2\r\n\r\nevent:b\ndata: über\n\nid: 3\n\ndata\r\rdata: cut off".encode()
    )
    for size in (1, 2, 3, 7, len(text)):
        reader = EventReader()
        seen = [e for i in range(0, len(text), size) for e in reader.feed(text[i : i + size])]
        seen += reader.feed(b"", end=True)
        assert seen == [ServerEvent("a", "1\n2"), ServerEvent("b", "über"), ServerEvent("message", "")]


def test_retry_after_is_seconds_or_a_date() -> None:
    def read(value: str | None) -> float | None:
        return retry_after(httpx.Response(503, headers={"retry-after": value} if value else {}))

    assert read("2") == 2 and read(None) is None and read("soon") is None
    assert read("Wed, 21 Oct 2015 07:28:00 GMT") == 0
