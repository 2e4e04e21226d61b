"""What a run found, and what it leaves to the next."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TypedDict

from ._chain import Point

LOG_OF_LOGS = "~checkpoints"
"""The name by which findings speak of the log of logs."""

_MAX_FINDINGS = 1000


@dataclass(frozen=True, order=True)
class Finding:
    """One place where what was served does not hold."""

    stream: str
    """`~deletions` for the deletion ledger, `~checkpoints` for the log of logs."""
    seq: int
    """0 when it is about no entry."""
    what: str


@dataclass(frozen=True)
class ChainEnd:
    """How far one chain was verified."""

    stream: str
    size: int
    hash: str
    root: str


class Kept(TypedDict, total=False):
    """What a run in which all held leaves to the next. It is JSON, to be kept; the client for TypeScript reads it too.

    Whoever keeps it sees every history that does not begin with the one it is about.
    """

    deployment: str
    projectId: str
    keys: list[str]
    logs: str
    points: list[Point]
    signed: list[str]


@dataclass(frozen=True)
class SignedReport:
    """What a report says of signatures."""

    deployment: str
    keys: list[str]
    """The keys that sign now."""
    first_use: bool
    """Nothing was known of the keys before: they are believed."""
    checkpoints: int
    """Of streams and of the deletion ledger, verified."""
    leaves: int
    """Of the log of logs."""
    cosigned: list[str]
    """Witnesses, among those given, that cosigned it."""


@dataclass(frozen=True)
class Report:
    """What a run found."""

    ok: bool
    """All holds."""
    streams: list[ChainEnd]
    deletions: ChainEnd
    events: int
    """Events whose chain was verified."""
    payloads: int
    """Payloads whose two digests were verified."""
    gone: int
    """Payloads that are gone with an entry."""
    forgotten: int
    """Memories that the ledger names and that were looked for."""
    listed: int
    """Memories that the lists showed."""
    findings: list[Finding]
    """By stream, then seq; at most 1,000."""
    more: int
    """Findings beyond."""
    signed: SignedReport | None
    """None when the server signs nothing."""
    kept: Kept | None
    """For the next run; None unless all holds."""


@dataclass
class Findings:
    """Collects findings, of several threads."""

    items: list[Finding] = field(default_factory=list)
    more: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, stream: str, seq: int, what: str) -> None:
        """Adds one."""
        with self._lock:
            if len(self.items) == _MAX_FINDINGS:
                self.more += 1
            else:
                self.items.append(Finding(stream, seq, what))
