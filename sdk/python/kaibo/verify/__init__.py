"""Recomputes on the reader's side what a server claims. docs/formats.md says what is hashed, and how."""

from __future__ import annotations

from collections.abc import Sequence

from ._chain import DELETIONS, BrokenError, ChainVerifier, Point, entry_hash, salted_digest
from ._json import JsonError, canonicalize, parse_json
from ._note import (
    Checkpoint,
    Cosignature,
    ProofError,
    Walked,
    cosignatures,
    open_checkpoint,
    peek_checkpoint,
    walk_keys,
)
from ._proof import CheckedProof, verify_proof
from ._report import LOG_OF_LOGS, ChainEnd, Finding, Kept, Report, SignedReport
from ._run import Pin, Run
from ._source import ServerSource, Source
from ._tree import Tree, check_consistency, check_inclusion, leaf_hash


def verify_source(
    source: Source,
    *,
    kept: Kept | None = None,
    incremental: bool = False,
    keys: Sequence[str] = (),
    witnesses: Sequence[str] = (),
    pins: Sequence[Pin] = (),
    checkpoints: Sequence[str] = (),
    settle: float = 30.0,
    parallel: int = 8,
) -> Report:
    """Recomputes, on the reader's side, what a server claims of a project.

    Each stream is an unbroken chain up to its head, every payload and its details still there have their digests, the
    deletion ledger is unbroken, what it says is forgotten is shown nowhere and nothing is gone without an entry, and
    the signed checkpoints are of this history. A server that is written to meanwhile is never accused. What could not
    be read raises a `KaiboError`, and says nothing against the server.

    Args:
        source: The project.
        kept: What an earlier run left (`report.kept`): what it saw must still be there.
        incremental: Go on where `kept` ends and read only what is new. What was verified then is believed.
        keys: Verifier keys to begin with, in place of kept's. Without either the server's are believed: trust on first use.
        witnesses: Verifier keys of witnesses whose cosignatures to tell of.
        pins: Answers of `remember` (their `event.raw`) or `forget` (`receipt.raw`) that must be part of the history.
        checkpoints: Signed notes, of any log of the project or of the log of logs, that the history must begin with.
        settle: Seconds that a payload that is gone may lack its entry in the ledger, which is written last.
        parallel: How many payloads or memories are read at once.
    """
    run = Run(
        source, kept=kept, incremental=incremental, keys=keys, witnesses=witnesses, pins=pins, checkpoints=checkpoints,
        settle=settle, parallel=parallel,
    )  # fmt: skip
    return run.all()


__all__ = [
    "DELETIONS",
    "LOG_OF_LOGS",
    "BrokenError",
    "ChainEnd",
    "ChainVerifier",
    "CheckedProof",
    "Checkpoint",
    "Cosignature",
    "Finding",
    "JsonError",
    "Kept",
    "Pin",
    "Point",
    "ProofError",
    "Report",
    "ServerSource",
    "SignedReport",
    "Source",
    "Tree",
    "Walked",
    "canonicalize",
    "check_consistency",
    "check_inclusion",
    "cosignatures",
    "entry_hash",
    "leaf_hash",
    "open_checkpoint",
    "parse_json",
    "peek_checkpoint",
    "salted_digest",
    "verify_proof",
    "verify_source",
    "walk_keys",
]
