"""A server that answers the HTTP contract by way of the client.

What comes in is called on a Kaibo, what it answers or raises goes out. With it whatever speaks HTTP, such as the
black-box cases, tests the client.

    python tests/bridge.py http://127.0.0.1:8080    # prints its own address
    python tests/bridge.py --async http://127.0.0.1:8080
"""

from __future__ import annotations

import asyncio
import inspect
import json
import keyword
import re
import sys
import threading
import urllib.parse
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx

from kaibo import AsyncKaibo, Kaibo, KaiboError, Model, ResponseInfo

TARGET = sys.argv[-1]
ASYNC = "--async" in sys.argv
HTTP, AHTTP = httpx.Client(), httpx.AsyncClient()  # one of each: making one reads the machine's certificates
LOOP = asyncio.new_event_loop()


def snake(name: str) -> str:
    out = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return out + "_" if keyword.iskeyword(out) else out


def arguments(body: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a body as the arguments of a method."""
    out = {snake(k): v for k, v in body.items()}
    if isinstance(out.get("events"), list):
        out["events"] = [{snake(k): v for k, v in one.items()} for one in out["events"]]
    return out


def call_of(method: str, target: str, body: bytes) -> tuple[str, dict[str, Any]]:
    """What a request asks for, as a verb and its body."""
    url = urllib.parse.urlsplit(target)
    parts = [urllib.parse.unquote(p) for p in url.path.split("/")[1:]]
    if parts[0] != "v1":
        return "health", {}
    if method == "POST":
        return parts[1], json.loads(body)
    query: dict[str, Any] = {k: int(v) if k in ("after", "limit") else v for k, v in urllib.parse.parse_qsl(url.query)}
    if parts[1] == "streams" and parts[3:] == ["events"]:
        return "events", {**query, "stream": parts[2]}
    if parts[1] == "events" and parts[3:] == ["payload"]:
        return "payload", {"id": parts[2]}
    return parts[1], query


def method_of(kaibo: Kaibo | AsyncKaibo, verb: str, body: Mapping[str, Any]) -> Any:
    """The method that the verb has on the client."""
    if verb == "remember" and "events" in body:
        return kaibo.remember_all
    method: Any = kaibo
    for part in verb.split("."):
        method = getattr(method, snake(part))
    return method


def raw_of(answer: Any) -> Any:
    if isinstance(answer, list):
        return {"items": [one.raw for one in answer]}
    return answer.raw if isinstance(answer, Model) else answer.answer.raw


def run(project: str | None, verb: str, body: Mapping[str, Any], seen: list[ResponseInfo]) -> Any:
    """Calls a method of the client; recall also as a stream, which must end in the same answer."""
    with Kaibo(TARGET, project=project, on_response=seen.append, http_client=HTTP) as kaibo:
        if verb != "recall":
            return raw_of(method_of(kaibo, verb, body)(**arguments(body)))
        streamed = kaibo.recall_stream(**arguments(body)).final()
        pack = kaibo.recall(**{**arguments(body), "as_of": streamed.as_of})
    assert pack.raw == streamed.raw, "the stream ended in another answer"
    return pack.raw


async def run_async(project: str | None, verb: str, body: Mapping[str, Any], seen: list[ResponseInfo]) -> Any:
    async with AsyncKaibo(TARGET, project=project, on_response=seen.append, http_client=AHTTP) as kaibo:
        if verb != "recall":
            answer = method_of(kaibo, verb, body)(**arguments(body))
            return raw_of(await answer if inspect.isawaitable(answer) else answer)
        streamed = await kaibo.recall_stream(**arguments(body)).final()
        pack = await kaibo.recall(**{**arguments(body), "as_of": streamed.as_of})
    assert pack.raw == streamed.raw, "the stream ended in another answer"
    return pack.raw


class Bridge(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        seen: list[ResponseInfo] = []
        project = self.headers.get("Kaibo-Project")
        try:
            verb, fields = call_of(self.command, self.path, body)
            if ASYNC:
                answer = asyncio.run_coroutine_threadsafe(run_async(project, verb, fields, seen), LOOP).result()
            else:
                answer = run(project, verb, fields, seen)
            status = seen[-1].status
        except KaiboError as error:
            status, answer = error.status or 500, error.problem or {"code": error.code, "detail": str(error)}
        except Exception as error:
            status, answer = 500, {"code": "internal", "detail": repr(error)}
        out = json.dumps(answer, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if status < 400 else "application/problem+json")
        self.send_header("Content-Length", str(len(out)))
        self.end_headers()
        self.wfile.write(out)

    do_GET = do_POST = _answer

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Bridge)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    threading.Thread(target=LOOP.run_forever, daemon=True).start()
    server.serve_forever()
