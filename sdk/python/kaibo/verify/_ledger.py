"""The deletion ledger, and what must be true because of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from .._errors import KaiboError
from ._chain import DELETIONS, BrokenError, ChainVerifier, Point
from ._source import members, read_loosely, said_by

if TYPE_CHECKING:
    from ._run import Run

_FIRST_POLL, _LAST_POLL = 0.05, 1.0


class Ledger:
    """Reads the ledger, and looks for everything that it says is forgotten."""

    def __init__(self, run: Run, at: Point | None) -> None:
        """Begins, or goes on where an earlier run was."""
        self._run = run
        self.verifier = ChainVerifier(DELETIONS, at)
        self.events: dict[str, int] = {}
        self.memories: dict[str, int] = {}
        self.listed = 0
        self._deeds: set[str] = set()
        self._broken = False  # the chain broke, so what follows is not known
        self._early = 0  # entries that were read before the streams

    def read(self) -> None:
        """Reads the ledger for the first time, before the streams."""
        if self._run.incremental:
            self._still_there()
        self._read_on()
        self._early = self.verifier.size
        self._run.points.append(self.verifier.point())  # later entries may be about events that are not read yet

    def _still_there(self) -> None:
        """Demands that the entry is there at which an earlier run ended, of which an incremental one reads only what follows."""
        at = self.verifier.point()
        if at["size"] == 0:
            return
        for line in self._run.source.deletions(at["size"] - 1):
            entry = members(line)
            if entry.get("seq") != at["size"] or entry.get("hash") != at["hash"]:
                self._broken = True
                what = f"the history was rewritten, here or before: an earlier run saw the hash {at['hash']} here"
                self._run.found.add(DELETIONS, at["size"], what)
            return
        self._broken = True
        self._run.found.add(
            DELETIONS, at["size"], f"the end was cut: an earlier run saw {at['size']} entries, now there are fewer"
        )

    def _read_on(self) -> None:
        """Verifies the entries that were not read yet."""
        if self._broken:
            return
        for line in self._run.source.deletions(self.verifier.size):
            try:
                entry = self.verifier.line(line)
            except BrokenError as error:
                self._broken = True
                self._run.broken(error, self.verifier.point())
                return
            if entry["kind"] == "purged" and entry["receiptId"] not in self._deeds and not self._run.incremental:
                what = f"it says that {entry['receiptId']} is purged, which no entry before it forgot"
                self._run.found.add(DELETIONS, entry["seq"], what)
            self._run.reached(self.verifier)
            if entry["kind"] == "forgotten":
                self._deeds.add(entry["id"])
                for event_id in entry.get("eventIds", []):
                    self.events.setdefault(event_id, entry["seq"])
                for memory_id in entry.get("memoryIds", []):
                    self.memories.setdefault(memory_id, entry["seq"])

    def settle_gone(self) -> None:
        """Demands an entry for every payload that is gone. It is written last, so one that is missing is waited for."""
        run = self._run
        deadline, poll = time.monotonic() + run.settle, _FIRST_POLL
        while True:
            self._read_on()
            missing = sorted(set(run.gone) - set(self.events))
            if not missing or self._broken or time.monotonic() + poll > deadline:
                break
            time.sleep(poll)
            poll = min(2 * poll, _LAST_POLL)
        if self._broken:
            return  # the entries may stand behind the break
        run.known_lost(DELETIONS, self.verifier.size)
        run.short(DELETIONS, self.verifier.size)
        for event_id in missing:
            run.found.add(
                *run.gone[event_id], f"its payload is gone, and no entry of the deletion ledger names {event_id}"
            )

    def verify_forgotten(self) -> None:
        """Looks for everything that the ledger says is forgotten."""
        run = self._run
        for event_id, seq in self.events.items():
            # An entry read after the streams may be about an event that is newer than their heads.
            if event_id not in run.places and seq <= self._early and not run.cut:
                run.found.add(DELETIONS, seq, f"it names event {event_id}, which no stream holds")
        run.each(self._forgotten_event, [event_id for event_id in self.events if event_id not in run.gone])
        run.each(self._forgotten_memory, list(self.memories))

    def _forgotten_event(self, event_id: str) -> None:
        """Demands that the payload of a forgotten event is gone."""
        run = self._run
        place = run.places.get(event_id, (DELETIONS, self.events[event_id]))
        try:
            run.source.payload(event_id)
        except KaiboError as error:
            if said_by(error, "gone"):
                run.gone[event_id] = place
            elif said_by(error, "not_found"):
                run.found.add(
                    *place,
                    f"the payload of {event_id} is forgotten but does not answer gone: the server does not know the event",
                )
            else:
                raise
            return
        what = f"the payload of {event_id} is still served, though entry {self.events[event_id]} of the deletion ledger says that it is forgotten"
        run.found.add(*place, what)

    def _forgotten_memory(self, memory_id: str) -> None:
        """Demands that memory and explain show nothing of a forgotten memory."""
        source, found, seq = self._run.source, self._run.found, self.memories[memory_id]
        for verb, read in (("memory", source.memory), ("explain", source.explain)):
            try:
                value = read_loosely(read(memory_id))
            except KaiboError as error:
                if not said_by(error, "not_found"):
                    raise
                # What only ever was provisional is not known once its job is done.
                if "evt_" + memory_id.removeprefix("mem_") not in self.events:
                    found.add(DELETIONS, seq, f"{verb} does not know the forgotten {memory_id}")
                continue
            what = self._judge(verb, memory_id, value)
            if what:
                found.add(DELETIONS, seq, f"{verb} of the forgotten {memory_id}: {what}")

    def _judge(self, verb: str, memory_id: str, value: Any) -> str | None:
        """What is wrong with an answer. memory may be about another, to which the id leads, if it cites no forgotten event."""
        if not isinstance(value, dict):
            return "the answer is not in the form of one"
        if verb == "memory":
            inner = value.get("memory")
            memory = inner if isinstance(inner, dict) else value
            served, status = memory.get("id"), memory.get("status")
            if not isinstance(served, str) or not served:
                return "the answer is no memory"
            if served == memory_id and status != "forgotten":
                return f"its status is {status}"
            cited = memory.get("events")
            if (
                status != "forgotten"
                and isinstance(cited, list)
                and any(isinstance(e, str) and e in self.events for e in cited)
            ):
                return f"it leads to {served}, which cites a forgotten event"
        return self._exposed(value)

    def verify_lists(self) -> None:
        """Demands that no list shows a forgotten memory as anything else."""
        for item in self._run.source.memories():
            self.listed += 1
            memory = read_loosely(item)
            what = self._exposed(memory) if isinstance(memory, dict) else "an item is not in the form of one"
            if what:
                named = memory.get("id") if isinstance(memory, dict) else None
                seq = self.memories.get(named, 0) if isinstance(named, str) else 0
                self._run.found.add(DELETIONS, seq, f"the list of memories: {what}")

    def _exposed(self, value: Any) -> str | None:
        """Looks through an answer for text, or another status than forgotten, beside the id of anything forgotten."""
        if isinstance(value, list):
            return next(filter(None, map(self._exposed, value)), None)
        if not isinstance(value, dict):
            return None
        for name in ("id", "memoryId", "eventId"):
            named = value.get(name)
            if isinstance(named, str) and (named in self.memories or named in self.events):
                if what := _shows(named, value):
                    return what
                break
        inner = (value[name] for name in sorted(value) if name != "metadata")  # whose names are a writer's own
        return next(filter(None, map(self._exposed, inner)), None)


def _shows(named: str, value: dict[str, Any]) -> str | None:
    """What an object that is about something forgotten shows of it."""
    for name in ("content", "contentBase64", "text", "quote"):
        if value.get(name) not in (None, ""):
            return f"it shows the {name} of the forgotten {named}"
    if value.get("status", "forgotten") != "forgotten":
        return f"it shows the forgotten {named} as {value['status']}"
    return None
