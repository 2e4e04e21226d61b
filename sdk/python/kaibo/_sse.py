"""Server-sent events, as the HTML standard frames them (section 9.2.6)."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

MAX_EVENT = 8 << 20
"""Most characters of one event: an answer is under 4 MiB."""


@dataclass(frozen=True)
class ServerEvent:
    """One event."""

    event: str
    data: str


class EventReader:
    """Makes events of a body as it comes in. Ids and retry times mean nothing here; one that is cut off is dropped."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._text = ""
        self._event = ""
        self._data: list[str] = []
        self._size = 0

    def feed(self, chunk: bytes, end: bool = False) -> list[ServerEvent]:
        """Takes the next bytes, and answers the events that are complete with them."""
        self._text += self._decode(chunk, end)
        out: list[ServerEvent] = []
        at = 0
        while (line_end := self._line_end(at, end)) is not None:
            stop, following = line_end
            event = self._line(self._text[at:stop])
            at = following
            if event is not None:
                out.append(event)
        self._text = self._text[at:]
        if len(self._text) + self._size > MAX_EVENT:
            raise ValueError("a server-sent event is too large")
        return out

    def _line_end(self, at: int, end: bool) -> tuple[int, int] | None:
        """Where a line stops and the next begins. A CR at the end of what has come may be half of a CRLF."""
        text = self._text
        found = [i for i in (text.find("\n", at), text.find("\r", at)) if i >= 0]
        if not found:
            return None
        stop = min(found)
        if text[stop] == "\n":
            return stop, stop + 1
        if stop + 1 == len(text) and not end:
            return None
        return stop, stop + 2 if text[stop + 1 : stop + 2] == "\n" else stop + 1

    def _line(self, line: str) -> ServerEvent | None:
        if not line:
            event = ServerEvent(self._event or "message", "\n".join(self._data)) if self._data else None
            self._event, self._data, self._size = "", [], 0
            return event
        self._size += len(line)
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._event = value
        elif name == "data":
            self._data.append(value)
        return None
