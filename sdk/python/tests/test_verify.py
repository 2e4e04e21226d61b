from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from kaibo import AsyncKaibo, Kaibo, KaiboError
from kaibo.verify import DELETIONS, Pin


def pin(raw: Mapping[str, Any]) -> Pin:
    return Pin(id=raw["id"], seq=raw["seq"], hash=raw["hash"], stream=raw.get("stream", DELETIONS))


def test_a_real_history_holds(server: str) -> None:
    with Kaibo(server, project="py-verify") as kaibo:
        kaibo.remember_all(
            [{"content": f"Locker {i} belongs to person {i}.", "actor": "ana"} for i in range(12)], wait=True
        )
        kaibo.remember(content_base64="AP8B", content_type="application/octet-stream", stream="notes")
        receipt = kaibo.forget(query="locker 7").receipt
        assert receipt is not None
        first = kaibo.verify()
        assert first.findings == [] and first.ok
        assert (first.events, first.gone, first.payloads, first.deletions.size) == (13, 1, 12, 1)
        assert [(s.stream, s.size) for s in first.streams] == [("main", 12), ("notes", 1)]

        event = kaibo.remember("Locker 99 is new.", wait=True).event
        following = kaibo.verify(kept=first.kept, incremental=True, pins=[pin(event.raw)])
        assert following.findings == [] and following.events == 1
        assert kaibo.verify(kept=following.kept, pins=[pin(event.raw), pin(receipt.raw)]).findings == []
        wrong = kaibo.verify(pins=[pin({**event.raw, "hash": "0" * 64})])
        assert [(f.stream, f.seq) for f in wrong.findings] == [("main", event.seq)]

    async def work() -> None:
        async with AsyncKaibo(server, project="py-verify") as other:
            assert (await other.verify()).ok

    asyncio.run(work())


@pytest.mark.parametrize(
    ("path", "old", "new"), [("/payload", "Locker 3 ", "Locker 4 "), ("/events", '"kind":"message"', '"kind":"commit"')]
)
def test_what_is_changed_on_the_way_is_found(server: str, path: str, old: str, new: str) -> None:
    real = httpx.HTTPTransport()

    def tamper(request: httpx.Request) -> httpx.Response:
        response = real.handle_request(request)
        response.read()
        if path not in request.url.path:
            return response
        return httpx.Response(response.status_code, text=response.text.replace(old, new))

    with Kaibo(server, project="py-verify-2", http_client=httpx.Client(transport=httpx.MockTransport(tamper))) as kaibo:
        if kaibo.streams().items == []:
            kaibo.remember_all([{"content": f"Locker {i} belongs to person {i}."} for i in range(5)], wait=True)
        report = kaibo.verify()
        assert not report.ok and report.kept is None
        assert report.findings[0].stream == "main"


def test_what_cannot_be_read_is_an_error() -> None:
    with Kaibo("http://127.0.0.1:9", retries=0) as kaibo, pytest.raises(KaiboError) as error:
        kaibo.verify()
    assert error.value.code == "network"
