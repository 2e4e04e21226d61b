"""One run over a project: streams, payloads, and in what order all is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypedDict, TypeVar

from .._errors import KaiboError
from ._chain import DELETIONS, PREV_HASH, BrokenError, ChainVerifier, Point
from ._ledger import Ledger
from ._payload import judge_payload
from ._report import ChainEnd, Findings, Kept, Report
from ._signed import Signatures
from ._source import Source, said_by

_T = TypeVar("_T")
_BATCH = 256  # events whose payloads are read together


class _Place(TypedDict):
    id: str
    seq: int
    hash: str


class Pin(_Place, total=False):
    """An entry that somebody was told of and kept: the answer of `remember` or `forget`; it must be part of the history."""

    stream: str
    """Absent for a receipt."""


class Run:
    """The state of one run."""

    def __init__(
        self, source: Source, *, kept: Kept | None = None, incremental: bool = False, keys: Sequence[str] = (), witnesses: Sequence[str] = (),
        pins: Sequence[Pin] = (), checkpoints: Sequence[str] = (), settle: float = 30.0, parallel: int = 8,
    ) -> None:  # fmt: skip
        """Takes the arguments of `verify_source`."""
        self.source, self.kept, self.incremental = source, kept, incremental and kept is not None
        self.keys, self.witnesses, self.checkpoints = keys, witnesses, checkpoints
        self.pins = [Pin(id=p["id"], stream=p.get("stream", DELETIONS), seq=p["seq"], hash=p["hash"]) for p in pins]
        self.settle, self.parallel = settle, max(1, parallel)
        self.found = Findings()
        self.places: dict[str, tuple[str, int]] = {}
        self.gone: dict[str, tuple[str, int]] = {}
        self.points: list[Point] = []
        self.roots: dict[str, list[tuple[int, str, str]]] = {}
        self.cut = self.incremental  # of the older events only their hashes are known
        self._known = {p["stream"]: (p["size"], p["hash"]) for p in (kept or {}).get("points", [])}
        self._ends: list[ChainEnd] = []
        self._events = self._payloads = 0
        self.ledger = Ledger(self, self.at(DELETIONS) if self.incremental else None)
        self._signed = Signatures(self)

    def at(self, stream: str) -> Point | None:
        """Where an earlier run was with a chain."""
        points = self.kept.get("points", []) if self.kept else []
        return next((p for p in points if p["stream"] == stream), None)

    def all(self) -> Report:
        """Takes the steps in an order that makes an honest server's answers agree although it goes on writing.

        An entry of the ledger that is read first agrees with streams read later, and payloads gone have an entry when
        the ledger is read after them.
        """
        self._signed.read()
        self.ledger.read()
        self._verify_streams()
        self.ledger.settle_gone()
        self.ledger.verify_forgotten()
        self._signed.verify_pins()
        self._signed.compare_logs()
        if not self.incremental:
            self.ledger.verify_lists()
        ok = not self.found.items
        signed, kept = self._signed.report()
        kept["points"] = self.points
        return Report(
            ok=ok, streams=self._ends, deletions=_end(self.ledger.verifier), events=self._events, payloads=self._payloads,
            gone=len(self.gone), forgotten=len(self.ledger.memories), listed=self.ledger.listed,
            findings=sorted(self.found.items), more=self.found.more, signed=signed, kept=kept if ok else None,
        )  # fmt: skip

    def each(self, work: Callable[[_T], None], items: Iterable[_T]) -> None:
        """Runs work on each item, some at a time. The first that fails ends it."""
        with ThreadPoolExecutor(self.parallel) as pool:
            for _ in pool.map(work, items):
                pass

    def expect_root(self, stream: str, size: int, root: str, who: str) -> None:
        """Notes what a chain must be when it comes to a size."""
        if size > 0:
            self.roots.setdefault(stream, []).append((size, root, who))

    def reached(self, verifier: ChainVerifier) -> None:
        """Compares a chain with all that is known of the size that it came to."""
        stream, size, now = verifier.stream, verifier.size, verifier.hash
        known = self._known.get(stream)
        if known and known[0] == size and known[1] != now:
            self.found.add(
                stream, size, f"the history was rewritten: an earlier run saw the hash {known[1]} here, now it is {now}"
            )
        for at, root, who in self.roots.get(stream, []):
            if at == size and (got := verifier.root()) != root:
                self.found.add(
                    stream,
                    size,
                    f"the history was rewritten: {who} has the root {root} of {size} entries, those that are served have {got}",
                )
        for pin in self.pins:
            if pin["stream"] == stream and pin["seq"] == size and pin["hash"] != now:
                self.found.add(
                    stream,
                    size,
                    f"the history was rewritten: the pinned {pin['id']} has the hash {pin['hash']}, now there is {now}",
                )

    def short(self, stream: str, size: int) -> None:
        """Compares the end of a chain with all that is known to lie beyond it."""
        for at, _, who in self.roots.get(stream, []):
            if at > size:
                self.found.add(stream, size + 1, f"the end was cut: {who} counts {at} entries, now there are {size}")
                return
        for pin in self.pins:
            if pin["stream"] == stream and pin["seq"] > size:
                self.found.add(
                    stream,
                    size + 1,
                    f"the end was cut: the pinned {pin['id']} was entry {pin['seq']}, now there are {size}",
                )
                return

    def known_lost(self, stream: str, size: int) -> None:
        """Compares the end of a chain with what an earlier run saw."""
        known = self._known.get(stream)
        if known and known[0] > size:
            self.found.add(
                stream, size + 1, f"the end was cut: an earlier run saw {known[0]} entries, now there are {size}"
            )

    def broken(self, error: BrokenError, at: Point) -> None:
        """Notes where a chain broke. One that does not go on from where an earlier run was is another history before it."""
        kept = self.at(error.stream)
        if self.incremental and kept and kept["size"] == at["size"] > 0 and error.what == PREV_HASH:
            what = f"the history was rewritten, here or before: an earlier run saw the hash {at['hash']} here"
            self.found.add(error.stream, at["size"], f"{what}, and what follows is chained to {error.got}")
        else:
            self.found.add(error.stream, error.seq, f"{error.what}: got {error.got}" if error.got else error.what)

    def _verify_streams(self) -> None:
        seen: set[str] = set()
        for head in self.source.streams():
            stream = head.get("stream") if isinstance(head, dict) else None
            if not isinstance(stream, str) or not isinstance(head.get("seq"), int):
                raise KaiboError("invalid_answer", "the list of streams is not in the form of one")
            if stream in seen:
                self.found.add(stream, head["seq"], "the stream is listed twice")
                continue
            seen.add(stream)
            self._verify_stream(stream, head)
        self._streams_gone(seen)

    def _streams_gone(self, seen: set[str]) -> None:
        """Tells of streams that are not listed any more."""
        expected = {*self._known, *self.roots, *(p["stream"] for p in self.pins)} - seen - {DELETIONS}
        for stream in sorted(expected):
            if self._known.get(stream, (0, ""))[0] > 0:
                self.known_lost(stream, 0)
            else:
                self.short(stream, 0)
            self.cut = True

    def _verify_stream(self, stream: str, head: dict[str, Any]) -> None:
        verifier = ChainVerifier(stream, self.at(stream) if self.incremental else None)
        began, halted, batch = verifier.size, False, list[dict[str, Any]]()
        # What comes after the head was appended meanwhile and is left for another run.
        for line in self.source.events(stream, began) if head["seq"] > began else ():
            try:
                event = verifier.line(line)
            except BrokenError as error:
                halted = True
                self.broken(error, verifier.point())
                break
            if self._event(event, verifier):
                batch.append(event)
            if len(batch) == _BATCH:
                self.each(self._payload, batch)
                batch = []
            if verifier.size == head["seq"]:
                break
        self.each(self._payload, batch)
        self._ends.append(_end(verifier))
        if halted:
            self.cut = True
        else:
            self._compare_end(verifier, head, began)

    def _event(self, event: dict[str, Any], verifier: ChainVerifier) -> bool:
        """Looks after one event whose place in the chain is proved, and answers whether to look at its payload."""
        self._events += 1
        self.reached(verifier)
        if other := self.places.get(event["id"]):
            self.found.add(
                event["stream"],
                event["seq"],
                f"its id {event['id']} is also that of seq {other[1]} of stream {other[0]}",
            )
            return False
        self.places[event["id"]] = (event["stream"], event["seq"])
        return True

    def _payload(self, event: dict[str, Any]) -> None:
        place = (event["stream"], event["seq"])
        try:
            what = judge_payload(event, self.source.payload(event["id"]))
        except KaiboError as error:
            if said_by(error, "gone"):
                self.gone[event["id"]] = place
            elif said_by(error, "not_found"):
                self.found.add(*place, f"its payload is neither there nor gone: the server does not know {event['id']}")
            elif said_by(error, "internal"):
                self.found.add(*place, "its payload is neither there nor gone: the server fails to read it")
            else:
                raise
            return
        if what is None:
            self._payloads += 1
        else:
            self.found.add(*place, what)

    def _compare_end(self, v: ChainVerifier, head: dict[str, Any], began: int) -> None:
        self.points.append(v.point())
        seq, served = head["seq"], head.get("hash")
        self.known_lost(v.stream, min(v.size, seq))
        self.short(v.stream, min(v.size, seq))
        if seq == began > 0 and served != v.hash:
            self.found.add(
                v.stream,
                v.size,
                f"the history was rewritten: an earlier run saw the hash {v.hash} here, now it is {served}",
            )
        elif v.size > seq:
            pass  # told by known_lost
        elif v.size < seq:
            self.cut = True
            self.found.add(v.stream, v.size + 1, f"the end was cut: the head says {seq} events, {v.size} were served")
        elif served != v.hash:
            self.found.add(
                v.stream, seq, f"the head is another history's: its hash is {served}, that of the last event {v.hash}"
            )
        elif head.get("recordedAt") is not None and seq > 0 and head["recordedAt"] != v.recorded_at:
            self.found.add(
                v.stream, seq, f"the head's recordedAt is {head['recordedAt']}, that of the last event {v.recorded_at}"
            )
        elif head.get("frontier") and head["frontier"] != v.frontier():
            self.found.add(v.stream, seq, "the head's frontier is not that of the events")


def _end(v: ChainVerifier) -> ChainEnd:
    return ChainEnd(v.stream, v.size, v.hash, v.root())
