"""Proofs that an entry is in its log (https://c2sp.org/tlog-proof), checked with no server."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._chain import DELETIONS, entry_hash, misfit
from ._json import JsonError, canonicalize, parse_json
from ._note import Checkpoint, ProofError, decimal, from_base64, is_deployment, open_checkpoint, peek_checkpoint
from ._tree import MAX_PATH, check_consistency, check_inclusion, leaf_hash

_MAX_FILE = 256 << 10
_MAGIC = "c2sp.org/tlog-proof@v1"


@dataclass(frozen=True)
class _File:
    extra: bytes | None
    index: int
    path: list[bytes]
    checkpoint: str


def _parse_file(text: str) -> _File:
    """Reads a tlog-proof in its one form: no leading zeroes, no loose base64, no bytes besides."""
    malformed = ProofError("not a tlog-proof in its one form")
    head, found, checkpoint = text.partition("\n\n")
    lines = head.split("\n")
    if not found or len(text) > _MAX_FILE or lines.pop(0) != _MAGIC:
        raise malformed
    extra = None
    if lines and lines[0].startswith("extra "):
        extra = from_base64(lines.pop(0).removeprefix("extra "))
        if not extra:
            raise malformed
    label, _, number = (lines.pop(0) if lines else "").partition(" ")
    index = decimal(number)
    path = [from_base64(line) for line in lines]
    if label != "index" or index is None or len(path) > MAX_PATH:
        raise malformed
    hashes = [h for h in path if h is not None and len(h) == 32]
    if len(hashes) != len(path):
        raise malformed
    return _File(extra, index, hashes, checkpoint)


def log_name(project: str, stream: str) -> str:
    """Names the log of a stream inside its project; the deletion ledger's is `deletions`."""
    if stream == DELETIONS:
        return "deletions"
    digest = hashlib.sha256(f"kaibo stream\0{project}\0{stream}".encode()).digest()[:16]
    return base64.b32encode(digest).decode().rstrip("=").lower()


def origin_of(deployment: str, project: str, stream: str) -> str:
    """The origin line of a project's log. That of the log of logs is the deployment alone."""
    return f"{deployment}/{project}/{log_name(project, stream)}"


def consistent(path: Sequence[str], earlier: Checkpoint, later: Checkpoint) -> bool:
    """Whether a path proves that a later checkpoint of a log begins with an earlier one."""
    try:
        steps = [bytes.fromhex(h) for h in path]
    except ValueError:
        return False
    if earlier.origin != later.origin or any(len(h) != 32 for h in steps):
        return False
    first, second = bytes.fromhex(earlier.root), bytes.fromhex(later.root)
    return check_consistency(steps, earlier.size, first, later.size, second)


@dataclass(frozen=True)
class CheckedProof:
    """What a proof proved: who holds the deployment's key said that the entry is at this place of this log."""

    deployment: str
    project: str
    stream: str
    """`~deletions` for an entry of the deletion ledger."""
    entry: Mapping[str, Any]
    checkpoint: Checkpoint
    note: str
    """The checkpoint as it was signed."""
    logs: Checkpoint | None
    """The log of logs, when the file proves that the checkpoint is in it."""


def verify_proof(text: str, keys: Sequence[str]) -> CheckedProof:
    """Checks the text of a proof (`kaibo proof`, the verb `proof`) with no server.

    `keys` are the verifier keys that are trusted; a `ProofError` says what does not hold.
    """
    file = _parse_file(text)
    project, stream, entry, log = _evidence(file.extra)
    said = peek_checkpoint(file.checkpoint)
    deployment = said.origin.removesuffix(f"/{project}/{log_name(project, stream)}")
    if not is_deployment(deployment) or said.origin != origin_of(deployment, project, stream):
        raise ProofError(f"the checkpoint is of another log: {said.origin[:300]}")
    checkpoint = open_checkpoint(file.checkpoint, keys)
    if file.index != entry["seq"] - 1:
        raise ProofError(f"the entry has seq {entry['seq']}, and the proof is about index {file.index}")
    leaf = leaf_hash(bytes.fromhex(entry["hash"]))
    if not check_inclusion(file.path, checkpoint.size, bytes.fromhex(checkpoint.root), file.index, leaf):
        raise ProofError("the proof does not lead from the entry to the root that was signed")
    logs = None if log is None else verify_logged(log, checkpoint, deployment, keys)
    return CheckedProof(deployment, project, stream, entry, checkpoint, file.checkpoint, logs)


def _evidence(extra: bytes | None) -> tuple[str, str, dict[str, Any], str | None]:
    """Reads what a proof carries as extra data: the entry itself, in its one form, whose hash is its own."""
    try:
        text = (extra or b"").decode("utf-8")
        held = parse_json(text)
    except (JsonError, UnicodeDecodeError) as cause:
        raise ProofError("the proof does not carry its entry") from cause
    if not isinstance(held, dict) or canonicalize(held) != text:
        raise ProofError("the proof does not carry its entry in its one form")
    project, log = held.get("project"), held.get("log")
    if not isinstance(project, str) or held.keys() - {"project", "event", "receipt", "log"}:
        raise ProofError("the proof does not carry its entry")
    if "log" in held and (not isinstance(log, str) or not log):
        raise ProofError("the proof does not carry its log")
    if ("event" in held) == ("receipt" in held):
        raise ProofError("the proof holds neither one event nor one receipt")
    receipt = "receipt" in held
    entry = held["receipt" if receipt else "event"]
    if misfit(entry, receipt) is not None or entry["seq"] < 1 or entry_hash(entry) != entry["hash"]:
        raise ProofError("the entry was changed: its hash does not recompute")
    stream = DELETIONS if receipt else entry["stream"]
    if not stream:
        raise ProofError("the event names no stream")
    return project, stream, entry, log


def verify_logged(text: str, checkpoint: Checkpoint, deployment: str, keys: Sequence[str]) -> Checkpoint:
    """Checks a tlog-proof that a checkpoint is in the log of logs of its deployment, and answers that log's checkpoint."""
    return logged(text, checkpoint, deployment, keys)[0]


def logged(text: str, checkpoint: Checkpoint, deployment: str, keys: Sequence[str]) -> tuple[Checkpoint, str]:
    """As verify_logged, with the note."""
    file = _parse_file(text)
    logs = open_checkpoint(file.checkpoint, keys)
    if logs.origin != deployment:
        raise ProofError(f"the checkpoint is of another log: {logs.origin[:300]}")
    if not check_inclusion(file.path, logs.size, bytes.fromhex(logs.root), file.index, checkpoint.leaf()):
        raise ProofError("the checkpoint is not in the log of logs")
    return logs, file.checkpoint
