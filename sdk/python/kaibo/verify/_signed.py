"""What the server signed: its keys, the checkpoints of every log, and the log of logs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .._errors import KaiboError
from ._chain import DELETIONS
from ._note import Checkpoint, ProofError, Walked, cosignatures, open_checkpoint, peek_checkpoint, walk_keys
from ._proof import consistent, logged, origin_of, verify_proof
from ._report import LOG_OF_LOGS, Kept, SignedReport
from ._source import members, said_by

if TYPE_CHECKING:
    from ._run import Pin, Run


class Signatures:
    """Reads what is signed before the heads, and compares all of it with one another and with what was kept."""

    def __init__(self, run: Run) -> None:
        """Begins."""
        self._run = run
        self._walked: Walked | None = None
        self._project = ""
        self._logs: list[tuple[Checkpoint, str]] = []  # every checkpoint of the log of logs that was seen, and its note
        self._latest: dict[str, Checkpoint] = {}
        self._notes: list[str] = []
        self._newest: tuple[Checkpoint, str] | None = None
        self._cosigned: list[str] = []

    def report(self) -> tuple[SignedReport | None, Kept]:
        """What the report says of it, and what is kept."""
        walked = self._walked
        if walked is None:
            return None, Kept()
        leaves = self._newest[0].size if self._newest else 0
        signed = SignedReport(
            walked.deployment, walked.current, not self._trusted(), len(self._notes), leaves, self._cosigned
        )
        kept = Kept(deployment=walked.deployment, projectId=self._project, keys=walked.all, signed=self._notes)
        if self._newest:
            kept["logs"] = self._newest[1]
        return signed, kept

    @property
    def _kept(self) -> Kept:
        return self._run.kept or Kept()

    @property
    def _keys(self) -> list[str]:
        return self._walked.all if self._walked else []

    @property
    def _deployment(self) -> str:
        return self._walked.deployment if self._walked else ""

    def _trusted(self) -> list[str]:
        return list(self._run.keys) or self._kept.get("keys", [])

    def _add(self, stream: str, seq: int, what: str) -> None:
        self._run.found.add(stream, seq, what)

    def read(self) -> None:
        """Follows the keys, and reads every checkpoint before the heads: an honest server's heads are never behind them."""
        body = _absent(self._run.source.verifier_keys)
        if body is None:
            if before := self._kept.get("deployment"):
                self._add(LOG_OF_LOGS, 0, f"nothing is signed any more; an earlier run saw the checkpoints of {before}")
            return
        if self._follow_keys(body):
            self._read_logs()
            self._read_checkpoints()

    def _follow_keys(self, body: str) -> bool:
        lists = members(body).get("lists")
        if not isinstance(lists, list) or not all(isinstance(one, str) for one in lists):
            self._add(LOG_OF_LOGS, 0, "the answer of verifier_keys is not in the form of one")
            return False
        try:
            walked = walk_keys(lists, self._trusted())
        except ProofError as error:
            self._add(LOG_OF_LOGS, 0, f"the signing keys are not those that are trusted: {error}")
            return False
        if walked.broken:
            self._add(
                LOG_OF_LOGS, 0, f"the signing keys were replaced: no key that was trusted signed list {walked.broken}"
            )
        if (before := self._kept.get("deployment")) and before != walked.deployment:
            self._add(LOG_OF_LOGS, 0, f"the deployment was {before}, now it is {walked.deployment}")
        self._walked = walked
        return True

    def _read_logs(self) -> None:
        """Reads the newest checkpoint of the log of logs, and notes those that it must follow from."""
        if note := self._kept.get("logs"):
            with suppress(ProofError):  # of a key that is trusted no more
                self._logs.append((open_checkpoint(note, self._keys), note))
        self._logs += self._pinned(self._deployment)
        body = _absent(lambda: self._run.source.checkpoint(""))
        if body is None:
            if self._logs:
                self._add(LOG_OF_LOGS, 1, "the end was cut: an earlier run saw its checkpoint, now there is none")
            return
        served = members(body)
        try:
            opened = open_checkpoint(_text(served, "note"), self._keys)
        except ProofError as error:
            self._add(LOG_OF_LOGS, 0, f"its checkpoint does not hold: {error}")
        else:
            if opened.origin == self._deployment:
                self._logs.append((opened, _text(served, "note")))
            else:
                self._add(LOG_OF_LOGS, 0, f"its checkpoint is another log's: {opened.origin[:300]}")
        self._stopped(LOG_OF_LOGS, served)

    def _stopped(self, stream: str, served: dict[str, Any]) -> None:
        """Tells of a log that the server itself found wrong."""
        if why := _text(served, "stopped"):
            self._add(stream, 0, f"the server stopped signing it: {why[:300]}")

    def _read_checkpoints(self) -> None:
        heads = [head.get("stream") for head in self._run.source.streams() if isinstance(head, dict)]
        names = list(dict.fromkeys([DELETIONS, *(name for name in heads if isinstance(name, str))]))
        for name in names:
            body = _absent(lambda name=name: self._run.source.checkpoint(name))  # type: ignore[misc]
            if body is not None:
                self._judge_checkpoint(name, members(body))
        self._expect_pinned(names)
        self._expect_kept()

    def _judge_checkpoint(self, stream: str, served: dict[str, Any]) -> None:
        """Checks one checkpoint, and notes what its log must be."""
        self._stopped(stream, served)
        self._project = self._project or _text(served, "projectId")
        note, log = _text(served, "note"), _text(served, "log")
        try:
            opened = open_checkpoint(note, self._keys)
        except ProofError as error:
            return self._add(stream, 0, f"its checkpoint does not hold: {error}")
        if opened.origin != origin_of(self._deployment, self._project, stream):
            return self._add(stream, opened.size, f"its checkpoint is another log's: {opened.origin[:300]}")
        self._run.expect_root(stream, opened.size, opened.root, "the signed checkpoint")
        self._latest[stream] = opened
        self._notes.append(note)
        if not log:
            return None  # it is entered in the next moment
        try:
            self._logs.append(logged(log, opened, self._deployment, self._keys))
        except ProofError as error:
            self._add(stream, opened.size, f"its checkpoint is not in the log of logs: {error}")

    def _pinned(self, origin: str) -> list[tuple[Checkpoint, str]]:
        """The pinned checkpoints of a log."""
        out: list[tuple[Checkpoint, str]] = []
        for note in self._run.checkpoints:
            if _origin(note) != origin:
                continue
            try:
                out.append((open_checkpoint(note, self._keys), note))
            except ProofError as error:
                self._add(LOG_OF_LOGS, 0, f"the pinned checkpoint of {origin} does not hold: {error}")
        return out

    def _expect_pinned(self, names: list[str]) -> None:
        """Notes what the pinned checkpoints say of the project's logs, and tells of those that are about none."""
        self._project = self._project or self._kept.get("projectId", "")
        about = {self._deployment}
        for name in dict.fromkeys([*names, *(p["stream"] for p in self._kept.get("points", []))]):
            origin = origin_of(self._deployment, self._project, name)
            about.add(origin)
            for checkpoint, _ in self._pinned(origin):
                self._run.expect_root(name, checkpoint.size, checkpoint.root, "the pinned checkpoint")
        for note in self._run.checkpoints:
            if _origin(note) not in about:
                self._add(
                    LOG_OF_LOGS, 0, f"the pinned checkpoint of {_origin(note) or '?'} is about no log that is served"
                )

    def _expect_kept(self) -> None:
        """Notes what the checkpoints say that were kept."""
        project = self._kept.get("projectId", "")
        if project and self._project and project != self._project:
            self._add(LOG_OF_LOGS, 0, f"the project was {project}, now it is {self._project}")
        streams = {origin_of(self._deployment, project, p["stream"]): p["stream"] for p in self._kept.get("points", [])}
        for note in self._kept.get("signed", []):
            try:
                kept = open_checkpoint(note, self._keys)
            except ProofError:
                continue  # of a key that is trusted no more
            stream = streams.get(kept.origin)
            if stream is None:
                continue
            self._run.expect_root(stream, kept.size, kept.root, "the checkpoint that an earlier run saw")
            now = self._latest.get(stream)
            if now is None or now.size < kept.size:
                self._add(stream, kept.size, f"its checkpoint went back: an earlier run saw one of {kept.size} entries")

    def compare_logs(self) -> None:
        """Demands that the checkpoints of the log of logs that were seen, now and before, are all of one history."""
        ordered = sorted(self._logs, key=lambda one: one[0].size)
        if not ordered:
            return
        self._newest = ordered[-1]
        for (earlier, _), (later, _) in pairwise(ordered):
            if earlier == later:
                continue
            if earlier.size == later.size:
                what = f"the history forks: two checkpoints of {later.size} entries are signed, with the roots {earlier.root} and {later.root}"
                return self._add(LOG_OF_LOGS, later.size, what)
            if not self._follows("", earlier, later):
                what = f"the history was rewritten: the log of {later.size} entries does not begin with the {earlier.size} that were seen"
                self._add(LOG_OF_LOGS, earlier.size, what)
        try:
            self._cosigned = [c.witness for c in cosignatures(self._newest[1], self._run.witnesses)]
        except ProofError as error:
            self._add(LOG_OF_LOGS, self._newest[0].size, f"a cosignature does not hold: {error}")

    def _follows(self, stream: str, earlier: Checkpoint, later: Checkpoint) -> bool:
        """Whether the server can prove that a later checkpoint of a log begins with an earlier one."""
        try:
            body = self._run.source.consistency(stream, earlier.size, later.size)
        except KaiboError as error:
            if said_by(error, "not_found", "invalid_request"):
                return False
            raise
        hashes = members(body).get("hashes")
        if not isinstance(hashes, list) or not all(isinstance(h, str) for h in hashes):
            return False
        return consistent(hashes, earlier, later)

    def verify_pins(self) -> None:
        """Looks for the pins that an incremental run does not come by, by their proofs under the newest checkpoints."""
        if not self._run.incremental:
            return
        for pin in self._run.pins:
            kept = self._run.at(pin["stream"])
            if kept is None or pin["seq"] > kept["size"]:
                continue  # on the way of this run
            if what := self._prove_pin(pin):
                self._add(
                    pin["stream"],
                    pin["seq"],
                    f"the history was rewritten: the pinned {pin['id']} has the hash {pin['hash']}, and {what}",
                )
        for stream, expected in self._run.roots.items():
            kept = self._run.at(stream)
            for size, root, who in expected:
                if kept is not None and size < kept["size"]:
                    self._prove_root(stream, size, root, who)

    def _prove_pin(self, pin: Pin) -> str | None:
        """Asks for the proof of a pinned entry, and answers what is wrong with it."""
        if self._walked is None:
            return "nothing is signed that could show it: verify all of it"
        body = _absent(lambda: self._run.source.proof(pin["id"]))
        if body is None:
            return "the server has no proof of it"
        try:
            proof = verify_proof(_text(members(body), "proof"), self._keys)
        except ProofError as error:
            return f"its proof does not hold: {error}"
        now = self._latest.get(pin["stream"])
        if now is not None and now != proof.checkpoint:
            earlier, later = sorted((now, proof.checkpoint), key=lambda c: c.size)
            if not self._follows(pin["stream"], earlier, later):
                return "its proof is of a history that forks"
        entry = proof.entry
        if (proof.stream, entry["hash"], entry["seq"]) == (pin["stream"], pin["hash"], pin["seq"]):
            return None
        return f"now there is {entry['hash']} at {entry['seq']}"

    def _prove_root(self, stream: str, size: int, root: str, who: str) -> None:
        """Asks for a proof that the newest checkpoint of a log begins with an older one."""
        now = self._latest.get(stream)
        if now is None or now.size < size:
            return self._add(stream, size, f"{who} counts {size} entries, and no checkpoint is served that has them")
        earlier = Checkpoint(now.origin, size, root)
        if earlier != now and not self._follows(stream, earlier, now):
            what = f"the history was rewritten: the {now.size} entries that are signed do not begin with the {size} of {who}"
            self._add(stream, size, what)
        return None


def _text(served: dict[str, Any], name: str) -> str:
    value = served.get(name)
    return value if isinstance(value, str) else ""


def _origin(note: str) -> str | None:
    try:
        return peek_checkpoint(note).origin
    except ProofError:
        return None


def _absent(read: Callable[[], str]) -> str | None:
    """An answer, or None when the server says that there is none."""
    try:
        return read()
    except KaiboError as error:
        if said_by(error, "not_found"):
            return None
        raise
