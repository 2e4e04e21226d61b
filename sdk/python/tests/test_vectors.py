from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kaibo import KaiboError
from kaibo.verify import (
    DELETIONS,
    BrokenError,
    ChainVerifier,
    JsonError,
    Kept,
    Pin,
    ProofError,
    Report,
    Tree,
    canonicalize,
    check_consistency,
    check_inclusion,
    cosignatures,
    open_checkpoint,
    parse_json,
    salted_digest,
    verify_proof,
    verify_source,
    walk_keys,
)

VECTORS = Path(__file__).parents[3] / "testdata" / "vectors"


def vectors(name: str, member: str = "") -> Any:
    read = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    return read[member] if member else read


def named(name: str, member: str = "") -> pytest.MarkDecorator:
    listed = vectors(name, member)
    assert listed
    return pytest.mark.parametrize("vector", listed, ids=[f"{i} {v['name']}" for i, v in enumerate(listed)])


@named("canonical", "accepted")
def test_canonical_accepted(vector: Any) -> None:
    assert canonicalize(parse_json(vector["input"])) == vector["canonical"]


@named("canonical", "refused")
def test_canonical_refused(vector: Any) -> None:
    with pytest.raises(JsonError):
        parse_json(vector["input"])


@pytest.mark.parametrize("name", ["events", "receipts"])
def test_chains(name: str) -> None:
    file = vectors(name)
    verifier = ChainVerifier(file["stream"])
    for item in file["items"]:
        rest = {k: v for k, v in item["object"].items() if k not in ("hash", "prevHash")}
        assert canonicalize(item["object"]) == item["line"]
        assert canonicalize(rest) == item["canonical"]
        content = bytes.fromhex(item["object"]["prevHash"]) + item["canonical"].encode()
        assert hashlib.sha256(content).hexdigest() == item["hash"]
        shuffled = json.dumps(dict(reversed(item["object"].items())), indent=1)
        verifier.line(item["line"] if verifier.size % 2 else shuffled)
        assert verifier.hash == item["hash"]
    assert verifier.size == len(file["items"]) > 0
    assert verifier.root() == file["root"]
    assert ChainVerifier(file["stream"], verifier.point()).point() == verifier.point()


@named("payloads")
def test_payloads(vector: Any) -> None:
    import base64

    content = vector["content"].encode() if "content" in vector else base64.b64decode(vector["contentBase64"])
    assert salted_digest(bytes.fromhex(vector["salt"]), content) == vector["payloadDigest"]
    assert canonicalize(vector["details"]) == vector["detailsCanonical"]
    details = salted_digest(bytes.fromhex(vector["detailsSalt"]), vector["detailsCanonical"].encode())
    assert details == vector["detailsDigest"]


def test_merkle_roots() -> None:
    want = {v["size"]: v for v in vectors("merkle")}
    tree, met = Tree(), 0
    for size in range(max(want) + 1):
        if size:
            tree.append(hashlib.sha256(str(size - 1).encode()).digest())
        if size in want:
            met += 1
            assert tree.root().hex() == want[size]["root"]
            assert [h.hex() for h in tree.frontier] == want[size]["frontier"]
    assert met == len(want)


def unhex(path: list[str]) -> list[bytes]:
    return [bytes.fromhex(h) for h in path]


@named("merkle-proofs", "inclusion")
def test_inclusion(vector: Any) -> None:
    root, leaf = unhex([vector["root"], vector["leaf"]])
    assert check_inclusion(unhex(vector["path"]), vector["size"], root, vector["index"], leaf) is vector["valid"]


@named("merkle-proofs", "consistency")
def test_consistency(vector: Any) -> None:
    first, second = unhex([vector["fromRoot"], vector["toRoot"]])
    assert check_consistency(unhex(vector["path"]), vector["from"], first, vector["to"], second) is vector["valid"]


@named("tampered")
def test_tampered(vector: Any) -> None:
    verifier = ChainVerifier(vector["stream"])
    with pytest.raises(BrokenError) as broken:
        for item in vector["items"]:
            verifier.line(json.dumps(item))
    assert verifier.size + 1 == broken.value.seq == vector["seq"]


@named("notes")
def test_notes(vector: Any) -> None:
    witnesses = vector.get("witnesses") or []
    if not vector["valid"]:
        with pytest.raises(ProofError):
            open_checkpoint(vector["note"], vector["keys"] or [])
            cosignatures(vector["note"], witnesses)
        return
    said = open_checkpoint(vector["note"], vector["keys"] or [])
    assert (said.origin, said.size, said.root) == (vector["origin"], vector["size"], vector["root"])
    found = [{c.witness, c.at} for c in cosignatures(vector["note"], witnesses)]
    assert found == [set(c.values()) for c in vector.get("cosigned") or []]


@named("keylists")
def test_keylists(vector: Any) -> None:
    if not vector["valid"]:
        with pytest.raises(ProofError):
            walk_keys(vector["lists"], vector["trusted"])
        return
    walked = walk_keys(vector["lists"], vector["trusted"])
    assert (walked.current, walked.all, walked.broken) == (vector["current"], vector["all"], vector["broken"])


@named("proofs")
def test_proofs(vector: Any) -> None:
    if not vector["valid"]:
        with pytest.raises(ProofError):
            verify_proof(vector["proof"], vector["keys"] or [])
        return
    proof = verify_proof(vector["proof"], vector["keys"] or [])
    got = (proof.stream, proof.entry["id"], proof.entry["seq"], proof.checkpoint.size, proof.logs and proof.logs.size)
    assert got == (vector["stream"], vector["id"], vector["seq"], vector["size"], vector.get("leaves"))


class StandIn:
    """A server that gives the answers of a history."""

    CODES = {404: "not_found", 410: "gone", 500: "internal", 400: "invalid_request"}  # noqa: RUF012

    def __init__(self, answers: dict[str, Any]) -> None:
        self.answers = answers

    def get(self, name: str) -> str:
        answer = self.answers.get(name, {"status": 404})
        if answer["status"] == 200:
            return json.dumps(answer["body"])
        raise KaiboError(self.CODES.get(answer["status"], "unavailable"), name, status=answer["status"])

    def items(self, name: str, after: int) -> Iterator[str]:
        return (json.dumps(i) for i in json.loads(self.get(name))["items"] if not i.get("seq", after + 1) <= after)

    def streams(self) -> list[Any]:
        return list(json.loads(self.get("streams"))["items"])

    def events(self, stream: str, after: int) -> Iterator[str]:
        return self.items(f"events/{stream}", after)

    def payload(self, event_id: str) -> str:
        return self.get(f"payload/{event_id}")

    def deletions(self, after: int) -> Iterator[str]:
        return self.items("deletions", after)

    def memory(self, memory_id: str) -> str:
        return self.get(f"memory/{memory_id}")

    def explain(self, memory_id: str) -> str:
        return self.get(f"explain/{memory_id}")

    def memories(self) -> Iterator[str]:
        return (json.dumps(i) for i in json.loads(self.get("memories"))["items"])

    def verifier_keys(self) -> str:
        return self.get("verifier_keys")

    def checkpoint(self, stream: str) -> str:
        return self.get(f"checkpoint/{stream}")

    def consistency(self, stream: str, first: int, second: int) -> str:
        return self.get(f"consistency/{stream}/{first}/{second}")

    def proof(self, entry_id: str) -> str:
        return self.get(f"proof/{entry_id}")


HISTORIES = vectors("histories")


@pytest.fixture(scope="module")
def before() -> Report:
    report = verify_source(StandIn(HISTORIES["base"]), settle=0)
    assert report.findings == []
    return report


@named("histories", "cases")
def test_histories(vector: Any, before: Report) -> None:
    entries = [p.get("event") or {**p["receipt"], "stream": DELETIONS} for p in vector.get("pins") or []]
    pins = [Pin(id=e["id"], seq=e["seq"], hash=e["hash"], stream=e["stream"]) for e in entries]
    kept: Kept | None = json.loads(json.dumps(before.kept)) if vector["after"] else None  # as it would lie in a file
    report = verify_source(
        StandIn({**HISTORIES["base"], **vector["answers"]}), settle=0, kept=kept, incremental=vector["incremental"], pins=pins,
        checkpoints=vector.get("checkpoints") or [],
    )  # fmt: skip
    assert report.ok is vector["ok"], report.findings
    if want := vector.get("finding"):
        assert (want["stream"], want["seq"]) in [(f.stream, f.seq) for f in report.findings], report.findings
