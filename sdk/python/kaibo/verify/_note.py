"""Signed notes, checkpoints, cosignatures and lists of keys, as https://c2sp.org writes them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ._json import MAX_SAFE
from ._tree import leaf_hash

_MAX_NOTE = 64 << 10
_MAX_SIGNATURES = 100
_MAX_KEYS = 16


class ProofError(Exception):
    """A note, a list of keys or a proof that does not hold; the message says why."""


@dataclass(frozen=True)
class Checkpoint:
    """What a log's signed note says: https://c2sp.org/tlog-checkpoint. `root` is in hexadecimal."""

    origin: str
    size: int
    root: str

    def body(self) -> str:
        """The three lines that are signed, and are a leaf of the log of logs."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(bytes.fromhex(self.root)).decode()}\n"

    def leaf(self) -> bytes:
        """The RFC 6962 hash of the checkpoint as a leaf of the log of logs."""
        return leaf_hash(self.body().encode("utf-8"))


@dataclass(frozen=True)
class Cosignature:
    """That a witness saw a checkpoint and found it consistent with all before. `at` is in seconds since 1970."""

    witness: str
    at: int


@dataclass(frozen=True)
class Walked:
    """The lists of a deployment's keys, followed from the keys that were trusted."""

    deployment: str
    current: list[str]
    """The keys that sign now."""
    all: list[str]
    """Every key that is trusted now, those of old checkpoints among them, sorted."""
    broken: int
    """The number of the first list that no key of the list before signed; 0 when there is none."""


@dataclass(frozen=True)
class _Verifier:
    name: str
    id: str
    check: Callable[[bytes, bytes], bool] = field(compare=False)


@dataclass(frozen=True)
class _Signature:
    name: str
    id: str
    content: bytes


def from_base64(text: str) -> bytes | None:
    """Reads padded standard base64 in its one form."""
    try:
        out = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return out if base64.b64encode(out).decode() == text else None


def _ed25519(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as cause:
        raise RuntimeError(
            "verifying signatures needs the package cryptography: pip install 'kaibo[verify]'"
        ) from cause
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _valid_name(name: str) -> bool:
    return bool(name) and "+" not in name and not re.search(r"\s", name)


def _verifier(key: str, witness: bool = False) -> _Verifier:
    """Reads a verifier key: name, key id and key, joined by +. A key of a witness makes another message to sign."""
    name, _, rest = key.partition("+")
    key_id, _, encoded = rest.partition("+")
    content = from_base64(encoded)
    if not _valid_name(name) or not re.fullmatch("[0-9a-f]{8}", key_id) or content is None or len(content) != 33:
        raise ProofError(f"no verifier key: {key[:100]}")
    if content[0] not in ((1, 4) if witness else (1,)):
        raise ProofError(f"a verifier key of another kind: {key[:100]}")
    signed = b"\x04" + content[1:] if witness else content
    computed = hashlib.sha256(name.encode("utf-8") + b"\n" + signed).digest()[:4].hex()
    if not witness and computed != key_id:
        raise ProofError(f"a verifier key with another's id: {key[:100]}")
    raw = content[1:]

    def check(text: bytes, signature: bytes) -> bool:
        return _ed25519(raw, text, signature)

    def check_witness(text: bytes, signature: bytes) -> bool:
        if len(signature) != 72:
            return False
        return _ed25519(raw, f"cosignature/v1\ntime {_time_of(signature)}\n".encode() + text, signature[8:])

    return _Verifier(name, computed, check_witness if witness else check)


def _time_of(signature: bytes) -> int:
    return int.from_bytes(signature[:8], "big")


def _verifiers(keys: Iterable[str], witness: bool = False) -> list[_Verifier]:
    return [_verifier(key, witness) for key in dict.fromkeys(keys)]


def _split(note: str) -> tuple[str, list[_Signature]]:
    """Takes a note apart as https://c2sp.org/signed-note says, without asking who signed it."""
    malformed = ProofError("the note is malformed")
    if re.search("[\x00-\x09\x0b-\x1f\ud800-\udfff]", note) or len(note.encode("utf-8", "replace")) > _MAX_NOTE:
        raise malformed
    text, found, rest = note.rpartition("\n\n")
    if not found or not rest or not note.endswith("\n"):
        raise malformed
    lines = rest[:-1].split("\n")
    if len(lines) > _MAX_SIGNATURES:
        raise malformed
    signatures = []
    for line in lines:
        dash, _, signed = line.partition(" ")
        name, _, encoded = signed.partition(" ")
        content = from_base64(encoded)
        if dash != "—" or not _valid_name(name) or content is None or len(content) < 5:
            raise malformed
        signatures.append(_Signature(name, content[:4].hex(), content[4:]))
    return text + "\n", signatures


def _known(note: str, verifiers: Sequence[_Verifier]) -> tuple[str, list[_Signature]]:
    """The signatures by known keys, all of them good."""
    text, signatures = _split(note)
    good: list[_Signature] = []
    for signature in signatures:
        by = [v for v in verifiers if (v.name, v.id) == (signature.name, signature.id)]
        if not by:
            continue
        if len(by) > 1:
            raise ProofError(f"two keys are called {signature.name}+{signature.id}")
        if any((s.name, s.id) == (signature.name, signature.id) for s in good):
            continue
        if not by[0].check(text.encode("utf-8"), signature.content):
            raise ProofError(f"the signature by {signature.name}+{signature.id} is not its own")
        good.append(signature)
    return text, good


def decimal(text: str) -> int | None:
    """Reads a number up to 2^53-1 in its one form."""
    if not re.fullmatch("0|[1-9][0-9]{0,15}", text) or int(text) > MAX_SAFE:
        return None
    return int(text)


def _parse_body(text: str) -> Checkpoint:
    lines = text.split("\n")
    size = decimal(lines[1]) if len(lines) == 4 else None
    root = from_base64(lines[2]) if len(lines) == 4 else None
    if size is None or root is None or len(root) != 32 or not lines[0] or lines[3]:
        raise ProofError("not a checkpoint in its one form: three lines, the last one a root")
    return Checkpoint(lines[0], size, root.hex())


def open_checkpoint(note: str, keys: Iterable[str]) -> Checkpoint:
    """Reads a checkpoint that at least one of the keys signed, and none badly."""
    text, signatures = _known(note, _verifiers(keys))
    if not signatures:
        raise ProofError("no known key signed the note")
    return _parse_body(text)


def peek_checkpoint(note: str) -> Checkpoint:
    """Reads what a checkpoint says without asking who signed it."""
    text, found, _ = note.partition("\n\n")
    if not found or len(note) > _MAX_NOTE:
        raise ProofError("not a signed note")
    return _parse_body(text + "\n")


def cosignatures(note: str, witnesses: Iterable[str]) -> list[Cosignature]:
    """The cosignatures of a checkpoint by the witnesses, given as verifier keys. A bad one by any of them is an error."""
    _, signatures = _known(note, _verifiers(witnesses, witness=True))
    return [Cosignature(s.name, _time_of(s.content)) for s in signatures]


def _signed_by_any(note: str, keys: Iterable[str]) -> bool:
    for key in keys:
        try:
            if _known(note, [_verifier(key)])[1]:
                return True
        except ProofError:
            continue
    return False


def is_deployment(name: str) -> bool:
    """A deployment's name is a URL without its scheme."""
    return len(name) <= 128 and re.fullmatch(r"[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*", name) is not None


def walk_keys(lists: Sequence[str], trusted: Sequence[str]) -> Walked:
    """Follows the lists of `GET /v1/verifier_keys`. With no trusted key the first list is believed: trust on first use."""
    if not lists:
        raise ProofError("nothing was signed yet")
    deployment, current, everything, broken = "", list[str](), list[str](), 0
    for number, note in enumerate(lists, 1):
        said, listed, keys = _open_key_list(note)
        if listed != number or (number > 1 and said != deployment):
            raise ProofError(f"key list {number} is numbered {listed}, of {said}")
        deployment = said
        if broken:
            continue
        if not everything:
            if trusted and not _signed_by_any(note, trusted):
                continue  # older than what is trusted
        elif not _signed_by_any(note, current):
            broken = number
            continue
        current = keys
        everything += keys
    if not everything:
        raise ProofError("no list of keys is signed by a key that is trusted")
    return Walked(deployment, current, sorted({*everything, *trusted}), broken)


def _open_key_list(note: str) -> tuple[str, int, list[str]]:
    text, found, _ = note.partition("\n\n")
    if not found or len(note) > _MAX_NOTE:
        raise ProofError("not a signed note")
    head, *rest = text.split("\n")
    number = decimal(rest[0]) if rest else None
    deployment, keys = head.removesuffix("/keys"), rest[1:]
    if not head.endswith("/keys") or not is_deployment(deployment) or number is None or not 1 <= len(keys) <= _MAX_KEYS:
        raise ProofError("not a list of keys")
    for verifier in _verifiers(keys):
        if verifier.name != deployment:
            raise ProofError(f"a key of another deployment: {verifier.name}")
    if not _signed_by_any(note, keys):
        raise ProofError("no key of the list signed it")
    return deployment, number, keys
