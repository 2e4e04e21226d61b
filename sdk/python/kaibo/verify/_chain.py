"""The hash chain of a stream, and of the deletion ledger."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from typing import Any, TypedDict

from ._json import MAX_SAFE, JsonError, canonicalize, parse_json
from ._tree import Tree

DELETIONS = "~deletions"
"""The name by which findings speak of the deletion ledger. It is no stream: those that begin with ~ are the server's."""

PREV_HASH = "prevHash is not the hash before it"
_ZERO = "0" * 64
_FIRST_TIME = "0001-01-01T00:00:00Z"


class BrokenError(Exception):
    """A chain does not hold at `seq`: the first entry that does not."""

    def __init__(self, stream: str, seq: int, what: str, got: str = "") -> None:
        super().__init__(f"stream {stream}, seq {seq}: {what}{': got ' + got if got else ''}")
        self.stream, self.seq, self.what, self.got = stream, seq, what, got


class Point(TypedDict):
    """A place in a chain from which a verifier can go on."""

    stream: str
    size: int
    hash: str
    recordedAt: str
    frontier: list[str]


_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?Z", re.ASCII)


def milliseconds(served: object) -> int | None:
    """Milliseconds since 1970 of a time as kaibo serves it: UTC, milliseconds only when not zero. None for any other."""
    found = _TIME.fullmatch(served) if isinstance(served, str) else None
    if not found or found[7] == "000":
        return None
    try:
        at = datetime(*(int(part) for part in found.groups()[:6]), tzinfo=timezone.utc)  # type: ignore[misc, arg-type]
    except ValueError:
        return None
    since = at - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return (since.days * 86400 + since.seconds) * 1000 + int(found[7] or 0)


def _some(value: object) -> bool:
    return isinstance(value, str) and value != ""


def is_hash(value: object) -> bool:
    """64 lower-case hexadecimal digits."""
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _digest(value: object) -> bool:
    return isinstance(value, str) and value.startswith("sha256:") and is_hash(value[7:])


def _seq(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_SAFE


def _time(value: object) -> bool:
    return milliseconds(value) is not None


def _ids(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


_Checks = Mapping[str, Callable[[object], bool]]
_EVENT: _Checks = {
    "detailsDigest": _digest, "hash": is_hash, "id": _some, "kind": _some, "occurredAt": _time, "payloadDigest": _digest,
    "prevHash": is_hash, "recordedAt": _time, "seq": _seq, "stream": lambda v: isinstance(v, str),
}  # fmt: skip
_EVENT_MORE: _Checks = {"idempotencyKey": _some}
_RECEIPT: _Checks = {"hash": is_hash, "id": _some, "kind": _some, "prevHash": is_hash, "seq": _seq}
_RECEIPT_MORE: _Checks = {
    "eventIds": _ids, "memoryIds": _ids, "projectId": _some, "purgeAt": _time, "purgedAt": _time, "reasonDigest": _digest,
    "receiptId": _some, "tombstonedAt": _time,
}  # fmt: skip


def misfit(entry: object, receipt: bool) -> str | None:
    """Which member of an entry is missing, additional or not written as served ones are; None when none is."""
    if not isinstance(entry, dict):
        return "the whole"
    required, optional = (_RECEIPT, _RECEIPT_MORE) if receipt else (_EVENT, _EVENT_MORE)
    for name, check in required.items():
        if name not in entry or not check(entry[name]):
            return name
    for name, value in entry.items():
        if name not in required and (name not in optional or not optional[name](value)):
            return str(name)
    if receipt and entry["kind"] == "forgotten" and "tombstonedAt" not in entry:
        return "tombstonedAt"
    if receipt and entry["kind"] == "purged" and not {"receiptId", "purgedAt"} <= entry.keys():
        return "receiptId or purgedAt"
    return None


def entry_hash(entry: Mapping[str, Any]) -> str:
    """SHA-256 over the hash before and the RFC 8785 form of an entry without `hash` and `prevHash`."""
    rest = {k: v for k, v in entry.items() if k not in ("hash", "prevHash")}
    return hashlib.sha256(bytes.fromhex(entry["prevHash"]) + canonicalize(rest).encode("utf-8")).hexdigest()


def salted_digest(salt: bytes, content: bytes) -> str:
    """`sha256:` and SHA-256 over a salt and bytes."""
    return "sha256:" + hashlib.sha256(salt + content).hexdigest()


class ChainVerifier:
    """Verifies a chain from its first entry on, one at a time. After an error it stands where it stood before the entry."""

    def __init__(self, stream: str, at: Point | None = None) -> None:
        """Begins a stream, or the deletion ledger (`~deletions`); or goes on where an earlier verifier was."""
        self.stream = stream
        self.hash = _ZERO
        self.recorded_at = _FIRST_TIME
        self._tree = Tree()
        if at is not None:
            self._tree = Tree(at["size"], [bytes.fromhex(h) for h in at["frontier"]])
        if at is not None and at["size"] > 0:
            self.hash, self.recorded_at = at["hash"], at["recordedAt"]

    @property
    def size(self) -> int:
        """How many entries were accepted; also the last one's seq."""
        return self._tree.size

    def root(self) -> str:
        """The RFC 6962 root over them."""
        return self._tree.root().hex()

    def frontier(self) -> list[str]:
        """The roots of the perfect subtrees, largest first."""
        return [h.hex() for h in self._tree.frontier]

    def point(self) -> Point:
        """Where it stands."""
        return Point(
            stream=self.stream, size=self.size, hash=self.hash, recordedAt=self.recorded_at, frontier=self.frontier()
        )

    def line(self, served: str) -> dict[str, Any]:
        """Checks the next entry as it was served: one JSON object. Raises a BrokenError."""
        try:
            entry = parse_json(served)
        except JsonError as cause:
            raise self._broken(f"not an entry: {cause}") from cause
        fields = entry if isinstance(entry, dict) else {}
        if self.stream != DELETIONS and fields.get("stream") != self.stream:
            raise self._broken("stream is another", str(fields.get("stream")))
        if not _seq(fields.get("seq")) or fields["seq"] != self.size + 1:
            raise self._broken("seq has a gap or a repeat", str(fields.get("seq")))
        wrong = misfit(entry, self.stream == DELETIONS)
        if wrong is not None:
            raise self._broken(f"{wrong} is missing, additional or not written as served entries are")
        self._link(fields)
        return fields

    def _link(self, entry: dict[str, Any]) -> None:
        if entry["prevHash"] != self.hash:
            raise self._broken(PREV_HASH, entry["prevHash"])
        if entry_hash(entry) != entry["hash"]:
            raise self._broken("hash does not recompute", entry["hash"])
        at = entry.get("recordedAt", self.recorded_at)
        if (milliseconds(at) or 0) < (milliseconds(self.recorded_at) or 0):
            raise self._broken("recordedAt is before the one before it", at)
        self._tree.append(bytes.fromhex(entry["hash"]))
        self.hash, self.recorded_at = entry["hash"], at

    def _broken(self, what: str, got: str = "") -> BrokenError:
        return BrokenError(self.stream, self.size + 1, what, got)
