# Generated from /openapi.json by sdk/generate. Do not edit.

"""What the server answers, and what stands inside of what it takes."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from .._model import Model

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclasses.dataclass(frozen=True)
class Abstain(Model):
    """`Abstain` as the server answers it; `raw` has also what this version does not know."""

    abstained: bool
    """There is no answer."""
    code: str | None
    """no_match, unknown_name, only_past or budget."""
    reason: str | None
    """Why, for a person."""
    ungrounded: Sequence[str]
    """Words of the question that no valid memory bears out."""
    confidence: float
    """0 to 1: that the question can be answered from what is held."""
    signals: Mapping[str, float] | None
    """What the confidence is made of, by name; with trace only."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            abstained=raw["abstained"],
            code=raw.get("code"),
            reason=raw.get("reason"),
            ungrounded=list(raw["ungrounded"]),
            confidence=raw["confidence"],
            signals=raw.get("signals"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class AllowInfo(Model):
    """`AllowInfo` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """Names the entry to guard.disallow."""
    rule: str | None
    """The rule whose findings pass; absent for every rule."""
    one_value: bool
    """One value alone passes, which nobody can read back."""
    reason: str | None
    """Why, as the event says; absent once that is forgotten."""
    event_id: str
    """The event that records it."""
    created_at: str
    """When it was made."""
    by: str | None
    """Name of the key that made it."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            rule=raw.get("rule"),
            one_value=raw["oneValue"],
            reason=raw.get("reason"),
            event_id=raw["eventId"],
            created_at=raw["createdAt"],
            by=raw.get("by"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class AllowOut(Model):
    """`AllowOut` as the server answers it; `raw` has also what this version does not know."""

    entry: AllowInfo
    """The entry of the allow-list."""
    new: bool
    """It was not there before."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            entry=AllowInfo.read(raw["entry"]),
            new=raw.get("new", False),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class AllowedOut(Model):
    """`AllowedOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[AllowInfo]
    """The entries, the oldest first; at most 100."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[AllowInfo.read(item) for item in raw["items"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ArchiveOut(Model):
    """`ArchiveOut` as the server answers it; `raw` has also what this version does not know."""

    path: str
    """Where it is."""
    project: str
    """The name of the project that it was taken of."""
    project_id: str
    """That project's id."""
    taken_at: str
    """When it was taken."""
    bytes: int
    """Size of the file."""
    digest: str | None
    """SHA-256 of the list of its parts: it stands for the archive."""
    deployment: str | None
    """Name of the deployment that signed its checkpoints."""
    streams: int
    """Streams in it."""
    events: int
    """Events in it."""
    payloads: int
    """Those of them with their text."""
    forgotten: int
    """Those of them that were forgotten."""
    derivations: int
    """Records of what events led to: memories are folded from them."""
    deletions: int
    """Entries of the deletion ledger."""
    checkpoints: int
    """Signed checkpoints in it."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            path=raw["path"],
            project=raw["project"],
            project_id=raw["projectId"],
            taken_at=raw["takenAt"],
            bytes=raw["bytes"],
            digest=raw.get("digest"),
            deployment=raw.get("deployment"),
            streams=raw["streams"],
            events=raw["events"],
            payloads=raw["payloads"],
            forgotten=raw["forgotten"],
            derivations=raw["derivations"],
            deletions=raw["deletions"],
            checkpoints=raw["checkpoints"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Asked(Model):
    """`Asked` as the server answers it; `raw` has also what this version does not know."""

    name: str
    """The model."""
    calls: int
    """Requests, repeated ones too."""
    input_tokens: int
    """As the model counts them."""
    output_tokens: int
    """As the model counts them."""
    cost: float
    """Dollars, by the prices that the server was given; 0 without."""
    dropped: int
    """Proposals that failed a check."""
    rules: str | None
    """Why the rules answered in its place; absent when they never did."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            name=raw["name"],
            calls=raw["calls"],
            input_tokens=raw["inputTokens"],
            output_tokens=raw["outputTokens"],
            cost=raw["cost"],
            dropped=raw["dropped"],
            rules=raw.get("rules"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class AtOut(Model):
    """`AtOut` as the server answers it; `raw` has also what this version does not know."""

    node: Node
    """The node."""
    events: Sequence[str]
    """The events that say it."""
    out: Sequence[LinkOut]
    """Links from it, at most two hundred."""
    out_total: int
    """How many there are."""
    in_: Sequence[LinkOut]
    """Links to it, at most two hundred."""
    in_total: int
    """How many there are."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            node=Node.read(raw["node"]),
            events=list(raw["events"]),
            out=[LinkOut.read(item) for item in raw["out"]],
            out_total=raw["outTotal"],
            in_=[LinkOut.read(item) for item in raw["in"]],
            in_total=raw["inTotal"],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class AwakeOut(Model):
    """`AwakeOut` as the server answers it; `raw` has also what this version does not know."""

    initiative: str | None
    """The initiative; absent for all that the key sees."""
    as_of: str
    """The moment that it is told for."""
    budget: int
    """Most tokens of the text."""
    used: int
    """Tokens of the text."""
    total: int
    """Nodes of the graph that hold."""
    overdue: int
    """Open tasks that should have been done before."""
    core: AwakeSection
    """What always matters."""
    pins: AwakeSection
    """What is pinned."""
    roles: AwakeSection
    """What has a role of the initiative: the plan, the decision … Those that another section tells are marked
    there.
    """
    reminders: AwakeSection
    """What somebody wanted to be reminded of by now."""
    tasks: AwakeSection
    """Open tasks: overdue, then by when they are due."""
    review: AwakeSection
    """What is under review, and does not hold meanwhile."""
    claims: AwakeSection
    """Claims that nothing decided."""
    hot: AwakeSection
    """What is being worked on."""
    settled: AwakeSection
    """What is settled knowledge."""
    chains: AwakeSection
    """Trails that were kept; stale ones say why."""
    warm: AwakeSection
    """What is near."""
    recent: AwakeSection
    """What changed lately, automatic memories too."""
    ended: AwakeSection
    """What was refuted, replaced or dropped lately: not to be taken up again unknowingly. What was done, or
    has a new version under its name, is not among it.
    """
    text: str
    """All of it, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            initiative=raw.get("initiative"),
            as_of=raw["asOf"],
            budget=raw["budget"],
            used=raw["used"],
            total=raw["total"],
            overdue=raw["overdue"],
            core=AwakeSection.read(raw["core"]),
            pins=AwakeSection.read(raw["pins"]),
            roles=AwakeSection.read(raw["roles"]),
            reminders=AwakeSection.read(raw["reminders"]),
            tasks=AwakeSection.read(raw["tasks"]),
            review=AwakeSection.read(raw["review"]),
            claims=AwakeSection.read(raw["claims"]),
            hot=AwakeSection.read(raw["hot"]),
            settled=AwakeSection.read(raw["settled"]),
            chains=AwakeSection.read(raw["chains"]),
            warm=AwakeSection.read(raw["warm"]),
            recent=AwakeSection.read(raw["recent"]),
            ended=AwakeSection.read(raw["ended"]),
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class AwakeSection(Model):
    """`AwakeSection` as the server answers it; `raw` has also what this version does not know."""

    total: int
    """How many there are."""
    items: Sequence[Brief]
    """Those that the budget has room for and no section above tells, what matters most first."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            total=raw["total"],
            items=[Brief.read(item) for item in raw["items"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class BackupOut(Model):
    """`BackupOut` as the server answers it; `raw` has also what this version does not know."""

    ok: bool
    """The copy is whole and as its chains say."""
    path: str
    """Where it is."""
    taken_at: str
    """The moment that it shows."""
    bytes: int
    """Size of the table's copy."""
    objects: int
    """Payloads and index segments in it."""
    copied: int
    """Those of them that were not in the directory before."""
    projects: int
    """Projects in it."""
    events: int
    """Events in it."""
    forgotten: int
    """Those of them whose payload is forgotten."""
    findings: Sequence[str]
    """What is wrong with it; none in a good one."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            ok=raw["ok"],
            path=raw["path"],
            taken_at=raw["takenAt"],
            bytes=raw["bytes"],
            objects=raw["objects"],
            copied=raw["copied"],
            projects=raw["projects"],
            events=raw["events"],
            forgotten=raw["forgotten"],
            findings=list(raw["findings"]),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class BetweenOut(Model):
    """`BetweenOut` as the server answers it; `raw` has also what this version does not know."""

    total: int
    """How many there are, as far as was looked."""
    cut: bool
    """There may be more: the two are connected in too many ways to look at all."""
    items: Sequence[Trail]
    """The first of them."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            total=raw["total"],
            cut=raw.get("cut", False),
            items=[Trail.read(item) for item in raw["items"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class BoardOut(Model):
    """`BoardOut` as the server answers it; `raw` has also what this version does not know."""

    columns: Sequence[Column]
    """The columns that have anything."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            columns=[Column.read(item) for item in raw["columns"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Brief(Model):
    """`Brief` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The node."""
    type: str
    """What it is: an idea, a task, a fact …"""
    name: str | None
    """Its name."""
    text: str | None
    """What it says, on one line; cut, with … at its end, where it is long."""
    status: str | None
    """Absent while it is current: superseded, canceled or flagged (under review)."""
    state: str | None
    """Where its work stands, when it is not open: doing, blocked, done, dropped, or a board's word."""
    verdict: str | None
    """Of a claim, when it is not open: confirmed, refuted or inconclusive."""
    settled: bool
    """It is settled knowledge."""
    roles: Sequence[str]
    """In awake and overview: the roles of the initiative that it has."""
    due: str | None
    """When it should be done."""
    overdue: bool
    """It should have been done before."""
    remind: str | None
    """When to be reminded of it."""
    for_: int | None
    """Of a claim: pieces of evidence that speak for it."""
    against: int | None
    """Of a claim: pieces of evidence that speak against it."""
    because: str | None
    """Why it is pinned, under review, stale or ended, why a claim is decided, or why a review was closed."""
    by: str | None
    """Name or id of what took its place, or blocks it."""
    stale: bool
    """Of a chain: it is not what the graph says any more."""
    verb: str | None
    """What last changed it."""
    actor: str | None
    """Who did that."""
    at: str | None
    """When that was recorded."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            type=raw["type"],
            name=raw.get("name"),
            text=raw.get("text"),
            status=raw.get("status"),
            state=raw.get("state"),
            verdict=raw.get("verdict"),
            settled=raw.get("settled", False),
            roles=list((raw.get("roles") or ())),
            due=raw.get("due"),
            overdue=raw.get("overdue", False),
            remind=raw.get("remind"),
            for_=raw.get("for"),
            against=raw.get("against"),
            because=raw.get("because"),
            by=raw.get("by"),
            stale=raw.get("stale", False),
            verb=raw.get("verb"),
            actor=raw.get("actor"),
            at=raw.get("at"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class BriefsOut(Model):
    """`BriefsOut` as the server answers it; `raw` has also what this version does not know."""

    total: int
    """How many there are."""
    items: Sequence[Brief]
    """The first of them."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            total=raw["total"],
            items=[Brief.read(item) for item in raw["items"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ChainLink(Model):
    """`ChainLink` as the server answers it; `raw` has also what this version does not know."""

    memory_id: str
    """The version."""
    status: str
    """Its status."""
    type: str
    """Its type."""
    content: str | None
    """Its statement. Absent once it is forgotten."""
    disputed: bool
    """Somebody disputes it."""
    valid_from: str
    """When it holds from."""
    valid_to: str | None
    """When it ends, exclusive; null when nothing ends it."""
    recorded_at: str
    """When kaibo was told."""
    events: Sequence[str]
    """Events that say it."""
    conflicts_with: Sequence[str]
    """Memories that cannot be true together with it."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            memory_id=raw["memoryId"],
            status=raw["status"],
            type=raw["type"],
            content=raw.get("content"),
            disputed=raw.get("disputed", False),
            valid_from=raw["validFrom"],
            valid_to=raw["validTo"],
            recorded_at=raw["recordedAt"],
            events=list(raw["events"]),
            conflicts_with=list((raw.get("conflictsWith") or ())),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class CheckpointOut(Model):
    """`CheckpointOut` as the server answers it; `raw` has also what this version does not know."""

    origin: str
    """The log's name: deployment, project id, digest of the stream's name."""
    project_id: str | None
    """The project's id, from which and the stream's name the digest is made."""
    size: int
    """How many entries the log has."""
    root: str
    """RFC 6962 root over them."""
    signed_at: str
    """When it was signed, by the server's clock; it is not part of what is signed."""
    note: str
    """The signed note: C2SP tlog-checkpoint."""
    log: str | None
    """C2SP tlog-proof that the note's text is a leaf of the log of logs. Absent while it is not, and of that
    log itself.
    """
    stopped: str | None
    """Why nothing more is signed: the server found its own history inconsistent."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            origin=raw["origin"],
            project_id=raw.get("projectId"),
            size=raw["size"],
            root=raw["root"],
            signed_at=raw["signedAt"],
            note=raw["note"],
            log=raw.get("log"),
            stopped=raw.get("stopped"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Citation(Model):
    """`Citation` as the server answers it; `raw` has also what this version does not know."""

    event_id: str
    """The event."""
    stream: str
    """Its stream."""
    seq: int
    """Its place there."""
    hash: str
    """Its hash in the chain."""
    start: int
    """First byte of the payload that bears it out."""
    end: int
    """The byte after the last."""
    occurred_at: str
    """When it happened."""
    actor: str | None
    """Who said it."""
    role: str | None
    """The actor's part."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            event_id=raw["eventId"],
            stream=raw["stream"],
            seq=raw["seq"],
            hash=raw["hash"],
            start=raw["start"],
            end=raw["end"],
            occurred_at=raw["occurredAt"],
            actor=raw.get("actor"),
            role=raw.get("role"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Column(Model):
    """`Column` as the server answers it; `raw` has also what this version does not know."""

    state: str
    """Where the work stands."""
    total: int
    """How many there are."""
    items: Sequence[Brief]
    """The first of them: overdue, then by when they are due."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            state=raw["state"],
            total=raw["total"],
            items=[Brief.read(item) for item in raw["items"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ConsistencyOut(Model):
    """`ConsistencyOut` as the server answers it; `raw` has also what this version does not know."""

    from_: int
    """The earlier size."""
    to: int
    """The later size."""
    hashes: Sequence[str]
    """The proof, in the order of RFC 6962, section 2.1.2."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            from_=raw["from"],
            to=raw["to"],
            hashes=list(raw["hashes"]),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Count(Model):
    """`Count` as the server answers it; `raw` has also what this version does not know."""

    name: str
    """What is counted."""
    count: int
    """How many there are."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            name=raw["name"],
            count=raw["count"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class CreateKeyOut(Model):
    """`CreateKeyOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """Names the key to keys.revoke."""
    name: str | None
    """What its maker called it."""
    scopes: Sequence[str]
    """What it allows."""
    per_minute: int | None
    """How many requests a minute it allows; absent for no limit of its own."""
    initiatives: Sequence[str]
    """The initiatives that it is limited to; absent for all of the project."""
    created_at: str
    """When it was made."""
    expires_at: str | None
    """From when on it is refused; absent for never."""
    revoked_at: str | None
    """When it was ended."""
    last_used_at: str | None
    """When a request came with it last, to ten minutes; absent when none did."""
    key: str
    """The key: send it as Authorization: Bearer KEY."""
    project: str
    """The name of the project that it opens."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            name=raw.get("name"),
            scopes=list(raw["scopes"]),
            per_minute=raw.get("perMinute"),
            initiatives=list((raw.get("initiatives") or ())),
            created_at=raw["createdAt"],
            expires_at=raw.get("expiresAt"),
            revoked_at=raw.get("revokedAt"),
            last_used_at=raw.get("lastUsedAt"),
            key=raw["key"],
            project=raw["project"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class CreateProjectOut(Model):
    """`CreateProjectOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The project, as logs and checkpoints name it."""
    name: str
    """The project, as its operator named it; what Kaibo-Project takes."""
    created_at: str
    """When it was made."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            name=raw["name"],
            created_at=raw["createdAt"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class CreateWebhookOut(Model):
    """`CreateWebhookOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The webhook."""
    url: str
    """Where messages are posted."""
    events: Sequence[str]
    """Types of messages that it wants; empty for all."""
    description: str | None
    """What its maker noted."""
    status: str
    """enabled, or disabled: nothing is sent then, and what happens meanwhile is not sent later."""
    created_at: str
    """When it was made. It hears of every change whose job or deed began afterwards."""
    disabled_at: str | None
    """When it was disabled."""
    reason: str | None
    """Why it is disabled."""
    secret: str
    """whsec_ and 32 bytes in base64: what signatures are made with. It is in this answer alone."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            url=raw["url"],
            events=list(raw["events"]),
            description=raw.get("description"),
            status=raw["status"],
            created_at=raw["createdAt"],
            disabled_at=raw.get("disabledAt"),
            reason=raw.get("reason"),
            secret=raw["secret"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class CurateOut(Model):
    """`CurateOut` as the server answers it; `raw` has also what this version does not know."""

    event: Event | None
    """The event that records it; absent when all was so already."""
    replayed: bool
    """The key was used before: this is the first answer's event, and nothing was done again."""
    payload_differs: bool
    """Replayed, and what was asked for then was something else: nothing of this call was done."""
    unchanged: bool
    """All was so already: nothing was written."""
    node: Node | None
    """The node that was made or changed."""
    nodes: Sequence[Node]
    """The others."""
    similar: Sequence[str]
    """Names in use that are nearly the new one."""
    text: str
    """What was done, in a sentence."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            event=Event.read(raw["event"]) if raw.get("event") is not None else None,
            replayed=raw["replayed"],
            payload_differs=raw.get("payloadDiffers", False),
            unchanged=raw.get("unchanged", False),
            node=Node.read(raw["node"]) if raw.get("node") is not None else None,
            nodes=[Node.read(item) for item in (raw.get("nodes") or ())],
            similar=list((raw.get("similar") or ())),
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class DeadLetter(Model):
    """`DeadLetter` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """Names it to dead_letters.redrive: a job, or a message."""
    kind: str
    """A failed job, or a message to the function of this name."""
    project: str | None
    """The project's name; its id when it is gone."""
    stream: str | None
    """The stream to structure."""
    job: str | None
    """The job to take up again."""
    attempts: int
    """How often it was tried."""
    since: str
    """When it was given up."""
    reason: str
    """Why, as far as may be told; the log has the cause."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            kind=raw["kind"],
            project=raw.get("project"),
            stream=raw.get("stream"),
            job=raw.get("job"),
            attempts=raw["attempts"],
            since=raw["since"],
            reason=raw["reason"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class DeadLettersOut(Model):
    """`DeadLettersOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[DeadLetter]
    """What failed."""
    more: bool
    """There are more."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[DeadLetter.read(item) for item in raw["items"]],
            more=raw.get("more", False),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class DeadMessage(Model):
    """`DeadMessage` as the server answers it; `raw` has also what this version does not know."""

    message_id: str
    """The message; give it to webhooks.redrive."""
    type: str
    """What it is about."""
    at: str
    """When that happened."""
    attempts: int
    """How often it was tried."""
    problem: str | None
    """What went wrong last."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            message_id=raw["messageId"],
            type=raw["type"],
            at=raw["at"],
            attempts=raw["attempts"],
            problem=raw.get("problem"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class DeleteProjectOut(Model):
    """`DeleteProjectOut` as the server answers it; `raw` has also what this version does not know."""

    dry_run: bool
    """Nothing was deleted."""
    usage: ProjectUsageOut | None
    """What would go, for a dry run."""
    receipt: Receipt | None
    """The entry of the deletion ledger; the last one, when there are several."""
    receipts: Sequence[Receipt]
    """All entries, when there are several."""
    reason_salt: str | None
    """32 hexadecimal digits: reasonDigest is over them and the reason. They are in this answer alone, and in
    none after the purge.
    """
    not_proved: str | None
    """What the receipt does not prove, in words."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            dry_run=raw.get("dryRun", False),
            usage=ProjectUsageOut.read(raw["usage"]) if raw.get("usage") is not None else None,
            receipt=Receipt.read(raw["receipt"]) if raw.get("receipt") is not None else None,
            receipts=[Receipt.read(item) for item in (raw.get("receipts") or ())],
            reason_salt=raw.get("reasonSalt"),
            not_proved=raw.get("notProved"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class DeleteRetentionOut(Model):
    """`DeleteRetentionOut` as the server answers it; `raw` has also what this version does not know."""

    rule: RuleInfo
    """The rule that was ended."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            rule=RuleInfo.read(raw["rule"]),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class DeleteWebhookOut(Model):
    """`DeleteWebhookOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The webhook."""
    deleted: bool
    """True."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            deleted=raw["deleted"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class DeletionsOut(Model):
    """`DeletionsOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[Receipt]
    """The entries, in order of seq."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[Receipt.read(item) for item in raw["items"]],
            next_cursor=raw.get("nextCursor"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class DeliveriesOut(Model):
    """`DeliveriesOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[Delivery]
    """The attempts; empty when dead letters were asked for."""
    dead_letters: Sequence[DeadMessage]
    """The messages that were given up, when they were asked for."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[Delivery.read(item) for item in raw["items"]],
            dead_letters=[DeadMessage.read(item) for item in (raw.get("deadLetters") or ())],
            next_cursor=raw.get("nextCursor"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Delivery(Model):
    """`Delivery` as the server answers it; `raw` has also what this version does not know."""

    message_id: str
    """The message; webhook-id in its request, the same at every attempt."""
    type: str
    """What it is about."""
    at: str
    """When it was sent."""
    attempt: int
    """1 the first time."""
    outcome: str
    """delivered, failed, or dead: it is not tried again."""
    status: int | None
    """What the receiver answered; absent when it did not."""
    problem: str | None
    """What went wrong."""
    milliseconds: int
    """How long it took."""
    next_at: str | None
    """When it is tried again."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            message_id=raw["messageId"],
            type=raw["type"],
            at=raw["at"],
            attempt=raw["attempt"],
            outcome=raw["outcome"],
            status=raw.get("status"),
            problem=raw.get("problem"),
            milliseconds=raw["milliseconds"],
            next_at=raw.get("nextAt"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class DroppedInfo(Model):
    """`DroppedInfo` as the server answers it; `raw` has also what this version does not know."""

    content: str
    """The proposal's content, cut; or the id that it named."""
    why: str
    """The check that it failed."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            content=raw["content"],
            why=raw["why"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Event(Model):
    """`Event` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The event."""
    stream: str
    """The stream that it stands in."""
    seq: int
    """Its place in the stream: 1, 2, 3 …"""
    prev_hash: str
    """Hash of the event before it; zeroes for the first."""
    hash: str
    """SHA-256 over prevHash and the RFC 8785 form of this object without hash and prevHash."""
    kind: str
    """message, tool_call, file, commit or curate."""
    occurred_at: str
    """When it happened, as the writer said."""
    recorded_at: str
    """When kaibo took it in; never decreases along a stream."""
    idempotency_key: str | None
    """The writer's key, if one was given."""
    payload_digest: str
    """sha256: and SHA-256 over the salt and the content."""
    details_digest: str
    """sha256: and SHA-256 over the details' salt and their RFC 8785 form."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            stream=raw["stream"],
            seq=raw["seq"],
            prev_hash=raw["prevHash"],
            hash=raw["hash"],
            kind=raw["kind"],
            occurred_at=raw["occurredAt"],
            recorded_at=raw["recordedAt"],
            idempotency_key=raw.get("idempotencyKey"),
            payload_digest=raw["payloadDigest"],
            details_digest=raw["detailsDigest"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class EventsOut(Model):
    """`EventsOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[Event]
    """The events, in order of seq."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[Event.read(item) for item in raw["items"]],
            next_cursor=raw.get("nextCursor"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ExplainOut(Model):
    """`ExplainOut` as the server answers it; `raw` has also what this version does not know."""

    memory_id: str
    """The memory that was asked for."""
    chain: Sequence[ChainLink]
    """Every version, oldest first."""
    events: Sequence[ExplainedEvent]
    """The events that bear them out."""
    content_omitted: bool
    """The content of some events is left out: all of it would be too long."""
    replaced_by: Sequence[str]
    """What took the place of the id that was asked for."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            memory_id=raw["memoryId"],
            chain=[ChainLink.read(item) for item in raw["chain"]],
            events=[ExplainedEvent.read(item) for item in raw["events"]],
            content_omitted=raw.get("contentOmitted", False),
            replaced_by=list((raw.get("replacedBy") or ())),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ExplainedEvent(Model):
    """`ExplainedEvent` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The event."""
    stream: str
    """Its stream."""
    seq: int
    """Its place there."""
    hash: str
    """Its hash in the chain."""
    prev_hash: str
    """The hash before it."""
    payload_digest: str
    """sha256: and SHA-256 over salt and content."""
    kind: str
    """message, tool_call, file, commit or curate."""
    occurred_at: str
    """When it happened."""
    recorded_at: str
    """When kaibo took it in."""
    actor: str | None
    """Who said it."""
    role: str | None
    """The actor's part."""
    content: str | None
    """Its text."""
    content_base64: Sequence[int]
    """Its bytes in base64, when they are not text."""
    forgotten: bool
    """It is forgotten."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            stream=raw["stream"],
            seq=raw["seq"],
            hash=raw["hash"],
            prev_hash=raw["prevHash"],
            payload_digest=raw["payloadDigest"],
            kind=raw["kind"],
            occurred_at=raw["occurredAt"],
            recorded_at=raw["recordedAt"],
            actor=raw.get("actor"),
            role=raw.get("role"),
            content=raw.get("content"),
            content_base64=list((raw.get("contentBase64") or ())),
            forgotten=raw.get("forgotten", False),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ExportOut(Model):
    """`ExportOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[Exported]
    """What the page holds."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[Exported.read(item) for item in raw["items"]],
            next_cursor=raw.get("nextCursor"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Exported(Model):
    """`Exported` as the server answers it; `raw` has also what this version does not know."""

    event: Event | None
    """An event of a stream."""
    payload: PayloadOut | None
    """Its text, unless it is forgotten."""
    memory: Memory | None
    """A memory."""
    deletion: Receipt | None
    """An entry of the deletion ledger."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            event=Event.read(raw["event"]) if raw.get("event") is not None else None,
            payload=PayloadOut.read(raw["payload"]) if raw.get("payload") is not None else None,
            memory=Memory.read(raw["memory"]) if raw.get("memory") is not None else None,
            deletion=Receipt.read(raw["deletion"]) if raw.get("deletion") is not None else None,
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class FieldError(Model):
    """`FieldError` as the server answers it; `raw` has also what this version does not know."""

    field: str
    detail: str
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            field=raw["field"],
            detail=raw["detail"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class FindOut(Model):
    """`FindOut` as the server answers it; `raw` has also what this version does not know."""

    total: int
    """How many were found."""
    items: Sequence[Met]
    """The first of them, best first."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            total=raw["total"],
            items=[Met.read(item) for item in raw["items"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Finding(Model):
    """`Finding` as the server answers it; `raw` has also what this version does not know."""

    what: str
    """The kind of thing: memory, source, listing, anchor, index …"""
    id: str
    """The memory, event or object."""
    detail: str
    """What differs."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            what=raw["what"],
            id=raw["id"],
            detail=raw["detail"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class FindingOut(Model):
    """`FindingOut` as the server answers it; `raw` has also what this version does not know."""

    kind: str
    """What kind of thing: orphan, overdue, cycle …"""
    text: str
    """What is so."""
    nodes: Sequence[Brief]
    """What it is about."""
    names: Sequence[str]
    """Initiatives that it is about."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            kind=raw["kind"],
            text=raw["text"],
            nodes=[Brief.read(item) for item in raw["nodes"]],
            names=list((raw.get("names") or ())),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class FindingsOut(Model):
    """`FindingsOut` as the server answers it; `raw` has also what this version does not know."""

    total: int
    """How many findings there are."""
    counts: Sequence[Count]
    """How many there are of each kind, in the order of the list."""
    items: Sequence[FindingOut]
    """The first of them."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            total=raw["total"],
            counts=[Count.read(item) for item in raw["counts"]],
            items=[FindingOut.read(item) for item in raw["items"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ForgetOut(Model):
    """`ForgetOut` as the server answers it; `raw` has also what this version does not know."""

    dry_run: bool
    """Nothing was forgotten."""
    matches: Sequence[Memory]
    """The memories that would be forgotten."""
    matches_omitted: int | None
    """How many more there are than fit this answer."""
    events: Sequence[str]
    """The events that would be forgotten."""
    preview: str | None
    """Names this set: give it as expect."""
    receipt: Receipt | None
    """The entry of the deletion ledger; the last one, when there are several."""
    receipts: Sequence[Receipt]
    """All entries, when there are several."""
    reason_salt: str | None
    """32 hexadecimal digits: reasonDigest is over them and the reason. They are in this answer alone, and in
    none after the purge.
    """
    not_proved: str | None
    """What the receipt does not prove, in words."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            dry_run=raw.get("dryRun", False),
            matches=[Memory.read(item) for item in (raw.get("matches") or ())],
            matches_omitted=raw.get("matchesOmitted"),
            events=list((raw.get("events") or ())),
            preview=raw.get("preview"),
            receipt=Receipt.read(raw["receipt"]) if raw.get("receipt") is not None else None,
            receipts=[Receipt.read(item) for item in (raw.get("receipts") or ())],
            reason_salt=raw.get("reasonSalt"),
            not_proved=raw.get("notProved"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class GuardOut(Model):
    """`GuardOut` as the server answers it; `raw` has also what this version does not know."""

    policy: GuardPolicy
    """What is done about each class."""
    allowed: int
    """How many entries the allow-list has; guard.allowed lists them."""
    updated_at: str | None
    """When the policy was changed last; absent when nobody ever did."""
    by: str | None
    """Name of the key that changed it."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            policy=GuardPolicy.read(raw["policy"]),
            allowed=raw["allowed"],
            updated_at=raw.get("updatedAt"),
            by=raw.get("by"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class GuardPolicy(Model):
    """`GuardPolicy` as the server answers it; `raw` has also what this version does not know."""

    private_key: str | None
    """Private keys: PEM, OpenSSH, PGP, PuTTY, JWK, age. Refused unless it is said otherwise; never stored as
    they are.
    """
    token: str | None
    """Values that their own format gives away, such as access keys of services. Warned of."""
    credential: str | None
    """Values that are called a password, key or token beside them. Warned of."""
    card: str | None
    """Numbers of payment cards. Off."""
    iban: str | None
    """Numbers of bank accounts. Off."""
    email: str | None
    """E-mail addresses. Off."""
    phone: str | None
    """Phone numbers, international or North American. Off."""
    ip: str | None
    """IP addresses. Off."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            private_key=raw.get("privateKey"),
            token=raw.get("token"),
            credential=raw.get("credential"),
            card=raw.get("card"),
            iban=raw.get("iban"),
            email=raw.get("email"),
            phone=raw.get("phone"),
            ip=raw.get("ip"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class HealthOut(Model):
    """`HealthOut` as the server answers it; `raw` has also what this version does not know."""

    status: str
    """ok, or degraded when Reason says what is wrong."""
    reason: str | None
    """What is wrong."""
    version: str
    """Of the program."""
    time: str
    """The server's clock."""
    waiting: int
    """Streams with events that are not structured yet."""
    oldest_seconds: int
    """How long the one that waits longest has waited; 0 when none waits."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            status=raw["status"],
            reason=raw.get("reason"),
            version=raw["version"],
            time=raw["time"],
            waiting=raw["waiting"],
            oldest_seconds=raw["oldestSeconds"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class HistoryOut(Model):
    """`HistoryOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The node."""
    name: str | None
    """Its name."""
    total: int
    """How many changes there are."""
    items: Sequence[HistoryStep]
    """The newest of them, the earliest first."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            name=raw.get("name"),
            total=raw["total"],
            items=[HistoryStep.read(item) for item in raw["items"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class HistoryStep(Model):
    """`HistoryStep` as the server answers it; `raw` has also what this version does not know."""

    recorded_at: str
    """When it was recorded."""
    valid_from: str
    """Since when it holds."""
    verb: str | None
    """The verb that did it; absent for what was noted down from an event."""
    actor: str | None
    """Who did it."""
    reason: str | None
    """Why."""
    event_id: str | None
    """The event that records it."""
    what: str
    """What changed: layer, name, tag/…, status, weight …"""
    link: LinkOut | None
    """The link that it is about; absent for the node itself."""
    old: str | None
    """The value before; absent where there was none."""
    new: str | None
    """The value after; absent where there is none any more."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            recorded_at=raw["recordedAt"],
            valid_from=raw["validFrom"],
            verb=raw.get("verb"),
            actor=raw.get("actor"),
            reason=raw.get("reason"),
            event_id=raw.get("eventId"),
            what=raw["what"],
            link=LinkOut.read(raw["link"]) if raw.get("link") is not None else None,
            old=raw.get("old"),
            new=raw.get("new"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class InitiativeCounts(Model):
    """`InitiativeCounts` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The initiative."""
    name: str
    """Its name."""
    created_at: str
    """When it was first named."""
    local_only: bool
    """Its text goes to no model on another machine."""
    nodes: int
    """Nodes of the graph that hold."""
    layers: Sequence[Count]
    """The same by layer, nearest first."""
    open_tasks: int
    """Tasks that wait to be done."""
    changed_at: str | None
    """When a node of it last changed; absent when it has none."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            name=raw["name"],
            created_at=raw["createdAt"],
            local_only=raw["localOnly"],
            nodes=raw["nodes"],
            layers=[Count.read(item) for item in raw["layers"]],
            open_tasks=raw["openTasks"],
            changed_at=raw.get("changedAt"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class InitiativesOut(Model):
    """`InitiativesOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[InitiativeCounts]
    """The initiatives, the one that changed last first."""
    total: int
    """How many there are."""
    near: Sequence[str]
    """Names like the one asked for, when none has it."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[InitiativeCounts.read(item) for item in raw["items"]],
            total=raw["total"],
            near=list((raw.get("near") or ())),
            next_cursor=raw.get("nextCursor"),
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Item(Model):
    """`Item` as the server answers it; `raw` has also what this version does not know."""

    memory_id: str
    """The memory."""
    type: str
    """Its type."""
    form: str
    """quote: the bytes start to end of the first citation; summary: the memory's content, which says more."""
    text: str
    """What answers."""
    score: float
    """Comparable within this answer only."""
    tokens: int
    """Of the text, in o200k_base."""
    status: str
    """Of the memory, as known at knownAt."""
    confidence: float
    """0 to 1: that it is what the source says."""
    valid_from: str
    """When it holds from."""
    valid_to: str | None
    """When it ends, exclusive; null when nothing ends it."""
    citations: Sequence[Citation]
    """Where it was said."""
    upcoming: bool
    """It was said, and holds only later."""
    past: bool
    """It no longer holds."""
    conflicts_with: Sequence[str]
    """Memories that cannot be true together with it."""
    disputed: bool
    """Somebody disputes it."""
    provisional: bool
    """It quotes an event that was not read closely yet."""
    why: Why | None
    """Why it was chosen, with trace."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            memory_id=raw["memoryId"],
            type=raw["type"],
            form=raw["form"],
            text=raw["text"],
            score=raw["score"],
            tokens=raw["tokens"],
            status=raw["status"],
            confidence=raw["confidence"],
            valid_from=raw["validFrom"],
            valid_to=raw["validTo"],
            citations=[Citation.read(item) for item in raw["citations"]],
            upcoming=raw.get("upcoming", False),
            past=raw.get("past", False),
            conflicts_with=list((raw.get("conflictsWith") or ())),
            disputed=raw.get("disputed", False),
            provisional=raw.get("provisional", False),
            why=Why.read(raw["why"]) if raw.get("why") is not None else None,
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class JobOut(Model):
    """`JobOut` as the server answers it; `raw` has also what this version does not know."""

    job: JobState
    """The job."""
    memories: Sequence[Memory]
    """What it led to."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            job=JobState.read(raw["job"]),
            memories=[Memory.read(item) for item in raw["memories"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class JobState(Model):
    """`JobState` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The job."""
    status: str
    """How far it is."""
    reason: str | None
    """Why it learned nothing, left something out, or failed."""
    model: Asked | None
    """What a model was asked for it; absent when none was."""
    warnings: Sequence[SecretWarning]
    """Where the secret guard found something in its events, at most 100; never the value."""
    unwarned: int | None
    """How many findings were left out of warnings."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            status=raw["status"],
            reason=raw.get("reason"),
            model=Asked.read(raw["model"]) if raw.get("model") is not None else None,
            warnings=[SecretWarning.read(item) for item in (raw.get("warnings") or ())],
            unwarned=raw.get("unwarned"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class KeyInfo(Model):
    """`KeyInfo` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """Names the key to keys.revoke."""
    name: str | None
    """What its maker called it."""
    scopes: Sequence[str]
    """What it allows."""
    per_minute: int | None
    """How many requests a minute it allows; absent for no limit of its own."""
    initiatives: Sequence[str]
    """The initiatives that it is limited to; absent for all of the project."""
    created_at: str
    """When it was made."""
    expires_at: str | None
    """From when on it is refused; absent for never."""
    revoked_at: str | None
    """When it was ended."""
    last_used_at: str | None
    """When a request came with it last, to ten minutes; absent when none did."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            name=raw.get("name"),
            scopes=list(raw["scopes"]),
            per_minute=raw.get("perMinute"),
            initiatives=list((raw.get("initiatives") or ())),
            created_at=raw["createdAt"],
            expires_at=raw.get("expiresAt"),
            revoked_at=raw.get("revokedAt"),
            last_used_at=raw.get("lastUsedAt"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class KeysOut(Model):
    """`KeysOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[KeyInfo]
    """The keys."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[KeyInfo.read(item) for item in raw["items"]],
            next_cursor=raw.get("nextCursor"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Leak(Model):
    """`Leak` as the server answers it; `raw` has also what this version does not know."""

    rule: str
    """The rule."""
    class_: str
    """What the policy calls its class."""
    start: int
    """First byte."""
    end: int
    """The byte after the last."""
    masked: str
    """The beginning of the value, where that says whose it is, and ***."""
    action: str
    """What remember would do."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            rule=raw["rule"],
            class_=raw["class"],
            start=raw["start"],
            end=raw["end"],
            masked=raw["masked"],
            action=raw["action"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class LinkOut(Model):
    """`LinkOut` as the server answers it; `raw` has also what this version does not know."""

    from_: str
    """The node that it goes from."""
    type: str
    """Its type: derived_from, refers_to, blocks …"""
    to: str
    """The node that it goes to."""
    weight: float
    """How strong it is, from 0 to 1."""
    other: str | None
    """Name of the node at the other end."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            from_=raw["from"],
            type=raw["type"],
            to=raw["to"],
            weight=raw["weight"],
            other=raw.get("other"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class LoadArchiveOut(Model):
    """`LoadArchiveOut` as the server answers it; `raw` has also what this version does not know."""

    archive: ArchiveOut
    """What the archive holds."""
    made: ProjectInfo
    """The project that was made."""
    memories: int
    """Memories of it."""
    forgotten: int
    """Events that were forgotten again, because this server had forgotten them since."""
    ok: bool
    """Its views are what its derivations give."""
    findings: Sequence[str]
    """Where they are not; none when all is well."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            archive=ArchiveOut.read(raw["archive"]),
            made=ProjectInfo.read(raw["made"]),
            memories=raw["memories"],
            forgotten=raw["forgotten"],
            ok=raw["ok"],
            findings=list(raw["findings"]),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class LogResourceOut(Model):
    """`LogResourceOut` as the server answers it; `raw` has also what this version does not know."""

    log: str
    """The log."""
    path: str
    """What of it."""
    content_type: str
    """Its media type."""
    text: str | None
    """A checkpoint's note."""
    base64: str | None
    """Other bytes, in base64."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            log=raw["log"],
            path=raw["path"],
            content_type=raw["contentType"],
            text=raw.get("text"),
            base64=raw.get("base64"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class MaintainOut(Model):
    """`MaintainOut` as the server answers it; `raw` has also what this version does not know."""

    ok: bool
    """Nothing was found that should not be."""
    items: Sequence[Maintained]
    """One answer a project."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            ok=raw["ok"],
            items=[Maintained.read(item) for item in raw["items"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Maintained(Model):
    """`Maintained` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The project's id; after takes it."""
    project: str
    """The project's name."""
    memories: int
    """Memories folded."""
    written: int
    """Items of the store that were missing or differed, and were written."""
    removed: int
    """Items of the store that should not have been there, and were removed."""
    indexed: int
    """Rows of the index."""
    findings: Sequence[Finding]
    """Where the store is not what it should be; at most 1000 in one answer."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            project=raw["project"],
            memories=raw["memories"],
            written=raw["written"],
            removed=raw["removed"],
            indexed=raw["indexed"],
            findings=[Finding.read(item) for item in raw["findings"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class MemoriesOut(Model):
    """`MemoriesOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[Memory]
    """The memories."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[Memory.read(item) for item in raw["items"]],
            next_cursor=raw.get("nextCursor"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Memory(Model):
    """`Memory` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The memory."""
    type: str
    """fact, decision, task, preference, procedure or episode."""
    content: str | None
    """The statement, with dates and pronouns written out. Absent once it is forgotten."""
    confidence: float
    """0 to 1: that it is what the source says."""
    status: str
    """current, superseded, canceled or forgotten."""
    provisional: bool
    """It quotes an event whose job is not done."""
    disputed: bool
    """Somebody disputes it."""
    valid_from: str
    """When the statement holds from."""
    valid_to: str | None
    """When it ends, exclusive; null when nothing ends it."""
    recorded_at: str
    """When kaibo was told."""
    initiatives: Sequence[str]
    """Names of the work that it belongs to."""
    events: Sequence[str]
    """The first and the newest events that say it, at most 100."""
    event_count: int
    """How many events say it."""
    supersedes: Sequence[str]
    """The memories whose place it took."""
    superseded_by: str | None
    """The memory that took its place, or canceled it; null when none did."""
    replaced_by: Sequence[str]
    """What says now what this id said."""
    conflicts_with: Sequence[str]
    """Memories that cannot be true together with it."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            type=raw["type"],
            content=raw.get("content"),
            confidence=raw["confidence"],
            status=raw["status"],
            provisional=raw["provisional"],
            disputed=raw.get("disputed", False),
            valid_from=raw["validFrom"],
            valid_to=raw["validTo"],
            recorded_at=raw["recordedAt"],
            initiatives=list(raw["initiatives"]),
            events=list(raw["events"]),
            event_count=raw["eventCount"],
            supersedes=list(raw["supersedes"]),
            superseded_by=raw["supersededBy"],
            replaced_by=list((raw.get("replacedBy") or ())),
            conflicts_with=list((raw.get("conflictsWith") or ())),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class MemoryOut(Model):
    """`MemoryOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The memory."""
    type: str
    """fact, decision, task, preference, procedure or episode."""
    content: str | None
    """The statement, with dates and pronouns written out. Absent once it is forgotten."""
    confidence: float
    """0 to 1: that it is what the source says."""
    status: str
    """current, superseded, canceled or forgotten."""
    provisional: bool
    """It quotes an event whose job is not done."""
    disputed: bool
    """Somebody disputes it."""
    valid_from: str
    """When the statement holds from."""
    valid_to: str | None
    """When it ends, exclusive; null when nothing ends it."""
    recorded_at: str
    """When kaibo was told."""
    initiatives: Sequence[str]
    """Names of the work that it belongs to."""
    events: Sequence[str]
    """The first and the newest events that say it, at most 100."""
    event_count: int
    """How many events say it."""
    supersedes: Sequence[str]
    """The memories whose place it took."""
    superseded_by: str | None
    """The memory that took its place, or canceled it; null when none did."""
    replaced_by: Sequence[str]
    """What says now what this id said."""
    conflicts_with: Sequence[str]
    """Memories that cannot be true together with it."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            type=raw["type"],
            content=raw.get("content"),
            confidence=raw["confidence"],
            status=raw["status"],
            provisional=raw["provisional"],
            disputed=raw.get("disputed", False),
            valid_from=raw["validFrom"],
            valid_to=raw["validTo"],
            recorded_at=raw["recordedAt"],
            initiatives=list(raw["initiatives"]),
            events=list(raw["events"]),
            event_count=raw["eventCount"],
            supersedes=list(raw["supersedes"]),
            superseded_by=raw["supersededBy"],
            replaced_by=list((raw.get("replacedBy") or ())),
            conflicts_with=list((raw.get("conflictsWith") or ())),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class MendOut(Model):
    """`MendOut` as the server answers it; `raw` has also what this version does not know."""

    event: Event
    """The event that records it."""
    job: JobState
    """The work of applying it."""
    replayed: bool
    """The key was used before: this is the first answer's event."""
    payload_differs: bool
    """Replayed, and what was asked for then was something else: nothing of this call was done."""
    memory: Memory | None
    """The memory that holds now."""
    memories: Sequence[Memory]
    """Every memory that it made or changed."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            event=Event.read(raw["event"]),
            job=JobState.read(raw["job"]),
            replayed=raw["replayed"],
            payload_differs=raw.get("payloadDiffers", False),
            memory=Memory.read(raw["memory"]) if raw.get("memory") is not None else None,
            memories=[Memory.read(item) for item in raw["memories"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Met(Model):
    """`Met` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The node."""
    type: str
    """What it is: an idea, a task, a fact …"""
    name: str | None
    """Its name."""
    text: str | None
    """What it says, on one line; cut, with … at its end, where it is long."""
    status: str | None
    """Absent while it is current: superseded, canceled or flagged (under review)."""
    state: str | None
    """Where its work stands, when it is not open: doing, blocked, done, dropped, or a board's word."""
    verdict: str | None
    """Of a claim, when it is not open: confirmed, refuted or inconclusive."""
    settled: bool
    """It is settled knowledge."""
    roles: Sequence[str]
    """In awake and overview: the roles of the initiative that it has."""
    due: str | None
    """When it should be done."""
    overdue: bool
    """It should have been done before."""
    remind: str | None
    """When to be reminded of it."""
    for_: int | None
    """Of a claim: pieces of evidence that speak for it."""
    against: int | None
    """Of a claim: pieces of evidence that speak against it."""
    because: str | None
    """Why it is pinned, under review, stale or ended, why a claim is decided, or why a review was closed."""
    by: str | None
    """Name or id of what took its place, or blocks it."""
    stale: bool
    """Of a chain: it is not what the graph says any more."""
    verb: str | None
    """What last changed it."""
    actor: str | None
    """Who did that."""
    at: str | None
    """When that was recorded."""
    initiatives: Sequence[str]
    """Whose it is: names of its initiatives."""
    depth: int
    """Links between the start and it."""
    via: str | None
    """The node before it."""
    link: LinkOut | None
    """The link that led to it."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            type=raw["type"],
            name=raw.get("name"),
            text=raw.get("text"),
            status=raw.get("status"),
            state=raw.get("state"),
            verdict=raw.get("verdict"),
            settled=raw.get("settled", False),
            roles=list((raw.get("roles") or ())),
            due=raw.get("due"),
            overdue=raw.get("overdue", False),
            remind=raw.get("remind"),
            for_=raw.get("for"),
            against=raw.get("against"),
            because=raw.get("because"),
            by=raw.get("by"),
            stale=raw.get("stale", False),
            verb=raw.get("verb"),
            actor=raw.get("actor"),
            at=raw.get("at"),
            initiatives=list((raw.get("initiatives") or ())),
            depth=raw["depth"],
            via=raw.get("via"),
            link=LinkOut.read(raw["link"]) if raw.get("link") is not None else None,
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class MetOut(Model):
    """`MetOut` as the server answers it; `raw` has also what this version does not know."""

    start: Brief
    """The node that it began at."""
    total: int
    """How many there are."""
    items: Sequence[Met]
    """The first of them, the nearest first."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            start=Brief.read(raw["start"]),
            total=raw["total"],
            items=[Met.read(item) for item in raw["items"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ModelOut(Model):
    """`ModelOut` as the server answers it; `raw` has also what this version does not know."""

    on: bool
    """The project has the model read its events."""
    updated_at: str | None
    """When that was said; absent when nobody ever did."""
    by: str | None
    """Name of the key that said so."""
    model: str | None
    """The server's model; absent when it has none."""
    address: str | None
    """Where the text goes that the model is shown."""
    loopback: bool
    """That is the server's own machine."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            on=raw["on"],
            updated_at=raw.get("updatedAt"),
            by=raw.get("by"),
            model=raw.get("model"),
            address=raw.get("address"),
            loopback=raw.get("loopback", False),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Node(Model):
    """`Node` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The node, which is a memory."""
    type: str
    """What it is: an idea, a task, a fact …"""
    name: str | None
    """Its name, unique in its initiatives."""
    content: str | None
    """What it says."""
    status: str
    """current, superseded, canceled, flagged (under review) or forgotten."""
    tier: str
    """working or settled."""
    layer: str
    """core, hot, warm, cold or frozen."""
    initiatives: Sequence[str]
    """Names of the work that it belongs to."""
    tags: Sequence[str]
    """Its tags."""
    state: str | None
    """Where its work stands: open, doing, blocked, done, dropped, or a word of a board."""
    verdict: str | None
    """Of a hypothesis: open, confirmed, refuted or inconclusive."""
    review: str | None
    """Why it is under review."""
    pinned: bool
    """It is pinned."""
    pin_reason: str | None
    """Why it is pinned."""
    visibility: str
    """private or shared."""
    url: str | None
    """Of a reference: where it is."""
    due: str | None
    """When it should be done."""
    remind: str | None
    """When to be reminded of it."""
    members: Sequence[str]
    """Of a chain: its nodes, in order."""
    valid_from: str
    """When it holds from."""
    valid_to: str | None
    """When it ends, exclusive; null when nothing ends it."""
    superseded_by: str | None
    """The node that ended it."""
    past: bool
    """It does not hold at the moment that was asked for."""
    recorded_at: str
    """When kaibo was told."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            type=raw["type"],
            name=raw.get("name"),
            content=raw.get("content"),
            status=raw["status"],
            tier=raw["tier"],
            layer=raw["layer"],
            initiatives=list(raw["initiatives"]),
            tags=list((raw.get("tags") or ())),
            state=raw.get("state"),
            verdict=raw.get("verdict"),
            review=raw.get("review"),
            pinned=raw.get("pinned", False),
            pin_reason=raw.get("pinReason"),
            visibility=raw["visibility"],
            url=raw.get("url"),
            due=raw.get("due"),
            remind=raw.get("remind"),
            members=list((raw.get("members") or ())),
            valid_from=raw["validFrom"],
            valid_to=raw["validTo"],
            superseded_by=raw.get("supersededBy"),
            past=raw.get("past", False),
            recorded_at=raw["recordedAt"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class OverviewOut(Model):
    """`OverviewOut` as the server answers it; `raw` has also what this version does not know."""

    initiative: str | None
    """The initiative; absent for all that the key sees."""
    as_of: str
    """The moment that it is told for."""
    types: Sequence[Count]
    """Nodes that hold, by type, most first."""
    layers: Sequence[Count]
    """By layer, nearest first."""
    tiers: Sequence[Count]
    """By tier."""
    statuses: Sequence[Count]
    """All nodes by status, ended ones too."""
    links: Sequence[Count]
    """Links from nodes that hold, by type."""
    tags: Sequence[Count]
    """The tags that most nodes have."""
    roots: Sequence[RootInfo]
    """Where knowledge began: nodes that others came from and that came from none, the largest first."""
    root_total: int
    """How many there are, at most fifty."""
    entities: Sequence[RootInfo]
    """Things and concepts, by how many links they have."""
    settled: AwakeSection
    """What is settled."""
    chains: AwakeSection
    """Trails that were kept."""
    claims: AwakeSection
    """Claims that nothing decided."""
    review: AwakeSection
    """What is under review."""
    overdue: AwakeSection
    """Tasks that should have been done before."""
    text: str
    """All of it in a few lines."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            initiative=raw.get("initiative"),
            as_of=raw["asOf"],
            types=[Count.read(item) for item in raw["types"]],
            layers=[Count.read(item) for item in raw["layers"]],
            tiers=[Count.read(item) for item in raw["tiers"]],
            statuses=[Count.read(item) for item in raw["statuses"]],
            links=[Count.read(item) for item in raw["links"]],
            tags=[Count.read(item) for item in raw["tags"]],
            roots=[RootInfo.read(item) for item in raw["roots"]],
            root_total=raw["rootTotal"],
            entities=[RootInfo.read(item) for item in raw["entities"]],
            settled=AwakeSection.read(raw["settled"]),
            chains=AwakeSection.read(raw["chains"]),
            claims=AwakeSection.read(raw["claims"]),
            review=AwakeSection.read(raw["review"]),
            overdue=AwakeSection.read(raw["overdue"]),
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class PathOut(Model):
    """`PathOut` as the server answers it; `raw` has also what this version does not know."""

    found: bool
    """There is a trail."""
    strength: float
    """The product of the weights of its links."""
    nodes: Sequence[Met]
    """Its nodes, from one end to the other."""
    links: Sequence[LinkOut]
    """The links between them, one fewer."""
    text: str
    """The trail, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            found=raw["found"],
            strength=raw["strength"],
            nodes=[Met.read(item) for item in raw["nodes"]],
            links=[LinkOut.read(item) for item in raw["links"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class PayloadItem(Model):
    """`PayloadItem` as the server answers it; `raw` has also what this version does not know."""

    event_id: str
    """The event."""
    seq: int
    """Its place in the stream."""
    gone: bool
    """It is forgotten; what follows is absent."""
    damaged: bool
    """The server cannot read it whole, though nobody forgot it; what follows is absent."""
    content: str | None
    """The content, when it is text."""
    content_base64: str | None
    """The content in base64, when it is not text."""
    content_type: str | None
    """Its media type, when the writer gave one."""
    salt: str | None
    """32 hexadecimal digits: payloadDigest is over salt and content."""
    details: Mapping[str, Any] | None
    """What the writer said about the event, in the RFC 8785 form that was digested."""
    details_salt: str | None
    """32 hexadecimal digits: detailsDigest is over them and details."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            event_id=raw["eventId"],
            seq=raw["seq"],
            gone=raw.get("gone", False),
            damaged=raw.get("damaged", False),
            content=raw.get("content"),
            content_base64=raw.get("contentBase64"),
            content_type=raw.get("contentType"),
            salt=raw.get("salt"),
            details=raw.get("details"),
            details_salt=raw.get("detailsSalt"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class PayloadOut(Model):
    """`PayloadOut` as the server answers it; `raw` has also what this version does not know."""

    event_id: str
    """The event."""
    content: str | None
    """The content, when it is text."""
    content_base64: str | None
    """The content in base64, when it is not text."""
    content_type: str | None
    """Its media type, when the writer gave one."""
    salt: str
    """32 hexadecimal digits: payloadDigest is over salt and content."""
    details: Mapping[str, Any]
    """What the writer said about the event, in the RFC 8785 form that was digested."""
    details_salt: str
    """32 hexadecimal digits: detailsDigest is over them and details."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            event_id=raw["eventId"],
            content=raw.get("content"),
            content_base64=raw.get("contentBase64"),
            content_type=raw.get("contentType"),
            salt=raw["salt"],
            details=raw["details"],
            details_salt=raw["detailsSalt"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class PayloadsOut(Model):
    """`PayloadsOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[PayloadItem]
    """The payloads, in order of seq."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[PayloadItem.read(item) for item in raw["items"]],
            next_cursor=raw.get("nextCursor"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Problem(Model):
    """`Problem` as the server answers it; `raw` has also what this version does not know."""

    type: str
    """A page that explains the code."""
    title: str
    """The code in words."""
    status: int
    """The HTTP status."""
    detail: str | None
    """What is wrong with this request, for a person."""
    code: str
    """A stable name to switch on."""
    errors: Sequence[FieldError]
    """The fields at fault."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            type=raw["type"],
            title=raw["title"],
            status=raw["status"],
            detail=raw.get("detail"),
            code=raw["code"],
            errors=[FieldError.read(item) for item in (raw.get("errors") or ())],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ProjectInfo(Model):
    """`ProjectInfo` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The project, as logs and checkpoints name it."""
    name: str
    """The project, as its operator named it; what Kaibo-Project takes."""
    created_at: str
    """When it was made."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            name=raw["name"],
            created_at=raw["createdAt"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ProjectUsageOut(Model):
    """`ProjectUsageOut` as the server answers it; `raw` has also what this version does not know."""

    project: ProjectInfo
    """The project."""
    streams: int
    """Streams."""
    events: int
    """Events, forgotten ones too: their place in the chain stays."""
    memories: int
    """Memories of every status."""
    deletions: int
    """Entries of the deletion ledger."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            project=ProjectInfo.read(raw["project"]),
            streams=raw["streams"],
            events=raw["events"],
            memories=raw["memories"],
            deletions=raw["deletions"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ProjectsOut(Model):
    """`ProjectsOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[ProjectInfo]
    """The projects."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[ProjectInfo.read(item) for item in raw["items"]],
            next_cursor=raw.get("nextCursor"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ProofOut(Model):
    """`ProofOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The event or the receipt."""
    origin: str
    """The name of its log."""
    seq: int
    """Its place there."""
    size: int
    """How many entries the checkpoint covers."""
    proof: str
    """The file: C2SP tlog-proof."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            origin=raw["origin"],
            seq=raw["seq"],
            size=raw["size"],
            proof=raw["proof"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ProposalInfo(Model):
    """`ProposalInfo` as the server answers it; `raw` has also what this version does not know."""

    type: str
    """fact, decision, task, preference, procedure or episode."""
    content: str
    """The statement."""
    start: int
    """First byte of the text that bears it out."""
    end: int
    """The byte after the last."""
    confidence: float
    """0 to 1: that it is what the text says."""
    valid_from: str
    """When it would hold from."""
    valid_to: str | None
    """When it would end, exclusive; null when nothing ends it."""
    by: str
    """What read it: the rules or a model."""
    accepted: bool
    """It would be noted down, or add its source to what says it already."""
    why: str
    """Why it was accepted or dropped."""
    relations: Sequence[RelatedInfo]
    """The memories that it has to do with."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            type=raw["type"],
            content=raw["content"],
            start=raw["start"],
            end=raw["end"],
            confidence=raw["confidence"],
            valid_from=raw["validFrom"],
            valid_to=raw["validTo"],
            by=raw["by"],
            accepted=raw["accepted"],
            why=raw["why"],
            relations=[RelatedInfo.read(item) for item in raw["relations"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RecallOut(Model):
    """`RecallOut` as the server answers it; `raw` has also what this version does not know."""

    question: str
    """The question, as it was asked."""
    as_of: str
    """The time that it was answered for."""
    budget: int
    """Most tokens of the texts."""
    used: int
    """Tokens of the texts, in o200k_base."""
    items: Sequence[Item]
    """The smallest set that answers, best first; empty exactly when it abstains."""
    abstain: Abstain
    """Whether there is no answer, and how sure that is."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            question=raw["question"],
            as_of=raw["asOf"],
            budget=raw["budget"],
            used=raw["used"],
            items=[Item.read(item) for item in raw["items"]],
            abstain=Abstain.read(raw["abstain"]),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Receipt(Model):
    """`Receipt` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The receipt."""
    seq: int
    """Its place in the deletion ledger."""
    kind: str
    """forgotten, or purged once the text is gone from every store."""
    prev_hash: str
    """Hash of the entry before it; zeroes for the first."""
    hash: str
    """SHA-256, computed as an event's."""
    memory_ids: Sequence[str]
    """The memories forgotten."""
    event_ids: Sequence[str]
    """The events forgotten."""
    project_id: str | None
    """Of the operator's ledger: the project that was deleted."""
    reason_digest: str | None
    """sha256: and SHA-256 over the reason's salt and the reason."""
    tombstoned_at: str | None
    """From when on no read shows the text."""
    purge_at: str | None
    """When the text is gone from every store."""
    receipt_id: str | None
    """Of a purged entry: the receipt that it completes."""
    purged_at: str | None
    """When the text was gone."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            seq=raw["seq"],
            kind=raw["kind"],
            prev_hash=raw["prevHash"],
            hash=raw["hash"],
            memory_ids=list((raw.get("memoryIds") or ())),
            event_ids=list((raw.get("eventIds") or ())),
            project_id=raw.get("projectId"),
            reason_digest=raw.get("reasonDigest"),
            tombstoned_at=raw.get("tombstonedAt"),
            purge_at=raw.get("purgeAt"),
            receipt_id=raw.get("receiptId"),
            purged_at=raw.get("purgedAt"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RedriveOut(Model):
    """`RedriveOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[Redriven]
    """What was tried again."""
    more: bool
    """There are more: call again."""
    ok: bool
    """Nothing failed again."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[Redriven.read(item) for item in raw["items"]],
            more=raw.get("more", False),
            ok=raw["ok"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RedriveWebhookOut(Model):
    """`RedriveWebhookOut` as the server answers it; `raw` has also what this version does not know."""

    redriven: int
    """How many messages were put back."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            redriven=raw["redriven"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Redriven(Model):
    """`Redriven` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """Names it to dead_letters.redrive: a job, or a message."""
    kind: str
    """A failed job, or a message to the function of this name."""
    project: str | None
    """The project's name; its id when it is gone."""
    stream: str | None
    """The stream to structure."""
    job: str | None
    """The job to take up again."""
    attempts: int
    """How often it was tried."""
    since: str
    """When it was given up."""
    reason: str
    """Why, as far as may be told; the log has the cause."""
    outcome: str
    """done: the job is done. sent: on its way to its function. dropped: nothing was left to do. failed: it
    failed again. waits: a dry run.
    """
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            kind=raw["kind"],
            project=raw.get("project"),
            stream=raw.get("stream"),
            job=raw.get("job"),
            attempts=raw["attempts"],
            since=raw["since"],
            reason=raw["reason"],
            outcome=raw["outcome"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RelatedInfo(Model):
    """`RelatedInfo` as the server answers it; `raw` has also what this version does not know."""

    memory_id: str
    """The memory, or a proposal before it in the text."""
    content: str
    """What it says."""
    relation: str
    """Of the later of the two to the earlier."""
    later: bool
    """The memory is the later of the two."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            memory_id=raw["memoryId"],
            content=raw["content"],
            relation=raw["relation"],
            later=raw.get("later", False),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RememberOut(Model):
    """`RememberOut` as the server answers it; `raw` has also what this version does not know."""

    event: Event | None
    """The event as it stands in the chain."""
    job: JobState | None
    """The work of finding what the event says."""
    replayed: bool
    """The key was used before: this is the first answer's event."""
    payload_differs: bool
    """Replayed, and this payload is another than the first."""
    forgotten: bool
    """Replayed, and the event was forgotten since."""
    redacted: bool
    """The secret guard wrote over something before it was stored; the job's warnings say where."""
    memories: Sequence[Memory]
    """What the event led to: a quote until the job is done. What is too much for one answer is left out; job
    lists it.
    """
    items: Sequence[Remembered]
    """One answer an event, for a batch."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            event=Event.read(raw["event"]) if raw.get("event") is not None else None,
            job=JobState.read(raw["job"]) if raw.get("job") is not None else None,
            replayed=raw.get("replayed", False),
            payload_differs=raw.get("payloadDiffers", False),
            forgotten=raw.get("forgotten", False),
            redacted=raw.get("redacted", False),
            memories=[Memory.read(item) for item in (raw.get("memories") or ())],
            items=[Remembered.read(item) for item in (raw.get("items") or ())],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Remembered(Model):
    """`Remembered` as the server answers it; `raw` has also what this version does not know."""

    event: Event
    """The event as it stands in the chain."""
    job: JobState
    """The work of finding what the event says."""
    replayed: bool
    """The key was used before: this is the first answer's event."""
    payload_differs: bool
    """Replayed, and this payload is another than the first."""
    forgotten: bool
    """Replayed, and the event was forgotten since."""
    redacted: bool
    """The secret guard wrote over something before it was stored; the job's warnings say where."""
    memories: Sequence[Memory]
    """What the event led to: a quote until the job is done. What is too much for one answer is left out; job
    lists it.
    """
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            event=Event.read(raw["event"]),
            job=JobState.read(raw["job"]),
            replayed=raw["replayed"],
            payload_differs=raw.get("payloadDiffers", False),
            forgotten=raw.get("forgotten", False),
            redacted=raw.get("redacted", False),
            memories=[Memory.read(item) for item in raw["memories"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RestructureOut(Model):
    """`RestructureOut` as the server answers it; `raw` has also what this version does not know."""

    dry_run: bool
    """Nothing was written."""
    items: Sequence[RestructuredProject]
    """One answer a project."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            dry_run=raw.get("dryRun", False),
            items=[RestructuredProject.read(item) for item in raw["items"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RestructuredProject(Model):
    """`RestructuredProject` as the server answers it; `raw` has also what this version does not know."""

    project: str
    """The project's name."""
    event_id: str | None
    """The event that records it; absent for a dry run."""
    structurer: str
    """Name and version of what derived."""
    generation: int
    """Of the new births."""
    events: int
    """Events gone through."""
    before: int
    """Memories that stood."""
    after: int
    """Memories that stand."""
    same: int
    """Of those before: said in the same words, for the same time, with the same status."""
    changed: int
    """Of those before: said otherwise."""
    gone: int
    """Of those before: nothing says them any more."""
    new: int
    """Of those after: nothing said them before."""
    kept: int
    """Of those after: kept because people ruled on them, or because their event could not be read again."""
    failed: int
    """Jobs whose events could not be read again."""
    model: Asked | None
    """What a model was asked; absent when none was."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            project=raw["project"],
            event_id=raw.get("eventId"),
            structurer=raw["structurer"],
            generation=raw["generation"],
            events=raw["events"],
            before=raw["before"],
            after=raw["after"],
            same=raw["same"],
            changed=raw["changed"],
            gone=raw["gone"],
            new=raw["new"],
            kept=raw["kept"],
            failed=raw["failed"],
            model=Asked.read(raw["model"]) if raw.get("model") is not None else None,
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ResumeCheckpointOut(Model):
    """`ResumeCheckpointOut` as the server answers it; `raw` has also what this version does not know."""

    stream: str | None
    """The stream whose log it is."""
    was: str
    """Why the log was stopped."""
    was_seq: int | None
    """The entry that was not as it was signed, where that is known."""
    stopped: str | None
    """Why it stopped again. Absent when it goes on, or when the next run will say."""
    event_id: str
    """The event of the stream ~logs that records it."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            stream=raw.get("stream"),
            was=raw["was"],
            was_seq=raw.get("wasSeq"),
            stopped=raw.get("stopped"),
            event_id=raw["eventId"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RetentionOut(Model):
    """`RetentionOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[RuleInfo]
    """The rules."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[RuleInfo.read(item) for item in raw["items"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RevokeKeyOut(Model):
    """`RevokeKeyOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """Names the key to keys.revoke."""
    name: str | None
    """What its maker called it."""
    scopes: Sequence[str]
    """What it allows."""
    per_minute: int | None
    """How many requests a minute it allows; absent for no limit of its own."""
    initiatives: Sequence[str]
    """The initiatives that it is limited to; absent for all of the project."""
    created_at: str
    """When it was made."""
    expires_at: str | None
    """From when on it is refused; absent for never."""
    revoked_at: str | None
    """When it was ended."""
    last_used_at: str | None
    """When a request came with it last, to ten minutes; absent when none did."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            name=raw.get("name"),
            scopes=list(raw["scopes"]),
            per_minute=raw.get("perMinute"),
            initiatives=list((raw.get("initiatives") or ())),
            created_at=raw["createdAt"],
            expires_at=raw.get("expiresAt"),
            revoked_at=raw.get("revokedAt"),
            last_used_at=raw.get("lastUsedAt"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RootInfo(Model):
    """`RootInfo` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The node."""
    type: str
    """What it is: an idea, a task, a fact …"""
    name: str | None
    """Its name."""
    text: str | None
    """What it says, on one line; cut, with … at its end, where it is long."""
    status: str | None
    """Absent while it is current: superseded, canceled or flagged (under review)."""
    state: str | None
    """Where its work stands, when it is not open: doing, blocked, done, dropped, or a board's word."""
    verdict: str | None
    """Of a claim, when it is not open: confirmed, refuted or inconclusive."""
    settled: bool
    """It is settled knowledge."""
    roles: Sequence[str]
    """In awake and overview: the roles of the initiative that it has."""
    due: str | None
    """When it should be done."""
    overdue: bool
    """It should have been done before."""
    remind: str | None
    """When to be reminded of it."""
    for_: int | None
    """Of a claim: pieces of evidence that speak for it."""
    against: int | None
    """Of a claim: pieces of evidence that speak against it."""
    because: str | None
    """Why it is pinned, under review, stale or ended, why a claim is decided, or why a review was closed."""
    by: str | None
    """Name or id of what took its place, or blocks it."""
    stale: bool
    """Of a chain: it is not what the graph says any more."""
    verb: str | None
    """What last changed it."""
    actor: str | None
    """Who did that."""
    at: str | None
    """When that was recorded."""
    size: int
    """How many nodes came from it, or how many links it has."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            type=raw["type"],
            name=raw.get("name"),
            text=raw.get("text"),
            status=raw.get("status"),
            state=raw.get("state"),
            verdict=raw.get("verdict"),
            settled=raw.get("settled", False),
            roles=list((raw.get("roles") or ())),
            due=raw.get("due"),
            overdue=raw.get("overdue", False),
            remind=raw.get("remind"),
            for_=raw.get("for"),
            against=raw.get("against"),
            because=raw.get("because"),
            by=raw.get("by"),
            stale=raw.get("stale", False),
            verb=raw.get("verb"),
            actor=raw.get("actor"),
            at=raw.get("at"),
            size=raw["size"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RotateWebhookOut(Model):
    """`RotateWebhookOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The webhook."""
    url: str
    """Where messages are posted."""
    events: Sequence[str]
    """Types of messages that it wants; empty for all."""
    description: str | None
    """What its maker noted."""
    status: str
    """enabled, or disabled: nothing is sent then, and what happens meanwhile is not sent later."""
    created_at: str
    """When it was made. It hears of every change whose job or deed began afterwards."""
    disabled_at: str | None
    """When it was disabled."""
    reason: str | None
    """Why it is disabled."""
    secret: str
    """The new secret. It is in this answer alone."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            url=raw["url"],
            events=list(raw["events"]),
            description=raw.get("description"),
            status=raw["status"],
            created_at=raw["createdAt"],
            disabled_at=raw.get("disabledAt"),
            reason=raw.get("reason"),
            secret=raw["secret"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class RuleInfo(Model):
    """`RuleInfo` as the server answers it; `raw` has also what this version does not know."""

    id: str | None
    """Names the rule to retention.delete; absent of a dry run."""
    kind: str | None
    """The kind of event that it is about; absent for every kind."""
    streams: Sequence[str]
    """The streams that it is about; absent for every stream but the server's own."""
    days: int
    """How many days events are kept from when they were recorded."""
    created_at: str | None
    """When it was made."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw.get("id"),
            kind=raw.get("kind"),
            streams=list((raw.get("streams") or ())),
            days=raw["days"],
            created_at=raw.get("createdAt"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class ScanOut(Model):
    """`ScanOut` as the server answers it; `raw` has also what this version does not know."""

    action: str
    """The gravest thing that remember would do; off when it finds nothing."""
    items: Sequence[Leak]
    """The findings in the order of their places, at most 1,000; none lies over another."""
    more: int | None
    """How many findings were left out."""
    redacted: str | None
    """What would be stored, where something would be written over."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            action=raw["action"],
            items=[Leak.read(item) for item in raw["items"]],
            more=raw.get("more"),
            redacted=raw.get("redacted"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class SecretWarning(Model):
    """`SecretWarning` as the server answers it; `raw` has also what this version does not know."""

    rule: str
    """The rule of the guard that met."""
    field: str
    """Where, as problems name fields: events[3].content. Entries of metadata are counted in byte order of
    their names.
    """
    start: int
    """First byte of it, in the field as it is stored."""
    end: int
    """The byte after the last."""
    action: str
    """warn; or redact: [redacted:rule] stands in its place."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            rule=raw["rule"],
            field=raw["field"],
            start=raw["start"],
            end=raw["end"],
            action=raw["action"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class SetInitiativeOut(Model):
    """`SetInitiativeOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The initiative."""
    name: str
    """Its name."""
    created_at: str
    """When it was first named."""
    local_only: bool
    """Its text goes to no model on another machine."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            name=raw["name"],
            created_at=raw["createdAt"],
            local_only=raw["localOnly"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class SetRetentionOut(Model):
    """`SetRetentionOut` as the server answers it; `raw` has also what this version does not know."""

    rule: RuleInfo
    """The rule."""
    dry_run: bool
    """Nothing was set."""
    due: int | None
    """Of a dry run: how many events are past these days now."""
    due_more: bool
    """There are more than due."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            rule=RuleInfo.read(raw["rule"]),
            dry_run=raw.get("dryRun", False),
            due=raw.get("due"),
            due_more=raw.get("dueMore", False),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class SlotOut(Model):
    """`SlotOut` as the server answers it; `raw` has also what this version does not know."""

    role: str
    """The role."""
    node: Brief
    """The node that has it."""
    since: str
    """When that was recorded."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            role=raw["role"],
            node=Brief.read(raw["node"]),
            since=raw["since"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class SlotsOut(Model):
    """`SlotsOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[SlotOut]
    """The roles, in the order of their names."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[SlotOut.read(item) for item in raw["items"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class SourcesOut(Model):
    """`SourcesOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[Citation]
    """The places, oldest first."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[Citation.read(item) for item in raw["items"]],
            next_cursor=raw.get("nextCursor"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class StreamHead(Model):
    """`StreamHead` as the server answers it; `raw` has also what this version does not know."""

    stream: str
    """The stream's name."""
    seq: int
    """The seq of its newest event, which is also their number."""
    hash: str
    """The hash of its newest event."""
    recorded_at: str
    """When that was recorded."""
    structured: int
    """Up to which seq the events were structured: less than seq while a job waits or runs."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            stream=raw["stream"],
            seq=raw["seq"],
            hash=raw["hash"],
            recorded_at=raw["recordedAt"],
            structured=raw["structured"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class StreamsOut(Model):
    """`StreamsOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[StreamHead]
    """The heads, in order of the names."""
    next_cursor: str | None
    """Give it as cursor to go on."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[StreamHead.read(item) for item in raw["items"]],
            next_cursor=raw.get("nextCursor"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class StructureOut(Model):
    """`StructureOut` as the server answers it; `raw` has also what this version does not know."""

    dry_run: bool
    """Nothing was written."""
    proposals: Sequence[ProposalInfo]
    """In the order of the text."""
    dropped: Sequence[DroppedInfo]
    """Proposals of the model that failed a check."""
    reason: str | None
    """Why there is none."""
    left_out: int | None
    """Statements beyond the 1,000 that are kept of an event."""
    model: Asked | None
    """What a model was asked; absent when none was."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            dry_run=raw["dryRun"],
            proposals=[ProposalInfo.read(item) for item in raw["proposals"]],
            dropped=[DroppedInfo.read(item) for item in raw["dropped"]],
            reason=raw.get("reason"),
            left_out=raw.get("leftOut"),
            model=Asked.read(raw["model"]) if raw.get("model") is not None else None,
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class TestWebhookOut(Model):
    """`TestWebhookOut` as the server answers it; `raw` has also what this version does not know."""

    message_id: str
    """The message; webhook-id in its request, the same at every attempt."""
    type: str
    """What it is about."""
    at: str
    """When it was sent."""
    attempt: int
    """1 the first time."""
    outcome: str
    """delivered, failed, or dead: it is not tried again."""
    status: int | None
    """What the receiver answered; absent when it did not."""
    problem: str | None
    """What went wrong."""
    milliseconds: int
    """How long it took."""
    next_at: str | None
    """When it is tried again."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            message_id=raw["messageId"],
            type=raw["type"],
            at=raw["at"],
            attempt=raw["attempt"],
            outcome=raw["outcome"],
            status=raw.get("status"),
            problem=raw.get("problem"),
            milliseconds=raw["milliseconds"],
            next_at=raw.get("nextAt"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class TraceNode(Model):
    """`TraceNode` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The node."""
    type: str
    """What it is: an idea, a task, a fact …"""
    name: str | None
    """Its name."""
    text: str | None
    """What it says, on one line; cut, with … at its end, where it is long."""
    status: str | None
    """Absent while it is current: superseded, canceled or flagged (under review)."""
    state: str | None
    """Where its work stands, when it is not open: doing, blocked, done, dropped, or a board's word."""
    verdict: str | None
    """Of a claim, when it is not open: confirmed, refuted or inconclusive."""
    settled: bool
    """It is settled knowledge."""
    roles: Sequence[str]
    """In awake and overview: the roles of the initiative that it has."""
    due: str | None
    """When it should be done."""
    overdue: bool
    """It should have been done before."""
    remind: str | None
    """When to be reminded of it."""
    for_: int | None
    """Of a claim: pieces of evidence that speak for it."""
    against: int | None
    """Of a claim: pieces of evidence that speak against it."""
    because: str | None
    """Why it is pinned, under review, stale or ended, why a claim is decided, or why a review was closed."""
    by: str | None
    """Name or id of what took its place, or blocks it."""
    stale: bool
    """Of a chain: it is not what the graph says any more."""
    verb: str | None
    """What last changed it."""
    actor: str | None
    """Who did that."""
    at: str | None
    """When that was recorded."""
    initiatives: Sequence[str]
    """Whose it is: names of its initiatives."""
    depth: int
    """Links between the start and it."""
    via: str | None
    """The node before it."""
    link: LinkOut | None
    """The link that led to it."""
    root: bool
    """It comes from no other node."""
    links: Sequence[LinkOut]
    """Links that lead on from it, to what it comes from."""
    events: Sequence[Citation]
    """The places that say it, the first and the newest."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            type=raw["type"],
            name=raw.get("name"),
            text=raw.get("text"),
            status=raw.get("status"),
            state=raw.get("state"),
            verdict=raw.get("verdict"),
            settled=raw.get("settled", False),
            roles=list((raw.get("roles") or ())),
            due=raw.get("due"),
            overdue=raw.get("overdue", False),
            remind=raw.get("remind"),
            for_=raw.get("for"),
            against=raw.get("against"),
            because=raw.get("because"),
            by=raw.get("by"),
            stale=raw.get("stale", False),
            verb=raw.get("verb"),
            actor=raw.get("actor"),
            at=raw.get("at"),
            initiatives=list((raw.get("initiatives") or ())),
            depth=raw["depth"],
            via=raw.get("via"),
            link=LinkOut.read(raw["link"]) if raw.get("link") is not None else None,
            root=raw.get("root", False),
            links=[LinkOut.read(item) for item in (raw.get("links") or ())],
            events=[Citation.read(item) for item in raw["events"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class TraceOut(Model):
    """`TraceOut` as the server answers it; `raw` has also what this version does not know."""

    total: int
    """How many nodes there are, the node itself first."""
    items: Sequence[TraceNode]
    """The first of them, the nearest first."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            total=raw["total"],
            items=[TraceNode.read(item) for item in raw["items"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Trail(Model):
    """`Trail` as the server answers it; `raw` has also what this version does not know."""

    strength: float
    """The product of the weights of its links."""
    nodes: Sequence[Met]
    """Its nodes, from one end to the other."""
    links: Sequence[LinkOut]
    """The links between them, one fewer."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            strength=raw["strength"],
            nodes=[Met.read(item) for item in raw["nodes"]],
            links=[LinkOut.read(item) for item in raw["links"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class VerifierKeysOut(Model):
    """`VerifierKeysOut` as the server answers it; `raw` has also what this version does not know."""

    deployment: str
    """The origin of the log of logs, and the name of every key."""
    keys: Sequence[str]
    """The keys that sign now, as C2SP signed-note writes verifier keys."""
    lists: Sequence[str]
    """Every list of keys, the oldest first: signed notes."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            deployment=raw["deployment"],
            keys=list(raw["keys"]),
            lists=list(raw["lists"]),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class WebhookOut(Model):
    """`WebhookOut` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The webhook."""
    url: str
    """Where messages are posted."""
    events: Sequence[str]
    """Types of messages that it wants; empty for all."""
    description: str | None
    """What its maker noted."""
    status: str
    """enabled, or disabled: nothing is sent then, and what happens meanwhile is not sent later."""
    created_at: str
    """When it was made. It hears of every change whose job or deed began afterwards."""
    disabled_at: str | None
    """When it was disabled."""
    reason: str | None
    """Why it is disabled."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            url=raw["url"],
            events=list(raw["events"]),
            description=raw.get("description"),
            status=raw["status"],
            created_at=raw["createdAt"],
            disabled_at=raw.get("disabledAt"),
            reason=raw.get("reason"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class WebhookState(Model):
    """`WebhookState` as the server answers it; `raw` has also what this version does not know."""

    id: str
    """The webhook."""
    url: str
    """Where messages are posted."""
    events: Sequence[str]
    """Types of messages that it wants; empty for all."""
    description: str | None
    """What its maker noted."""
    status: str
    """enabled, or disabled: nothing is sent then, and what happens meanwhile is not sent later."""
    created_at: str
    """When it was made. It hears of every change whose job or deed began afterwards."""
    disabled_at: str | None
    """When it was disabled."""
    reason: str | None
    """Why it is disabled."""
    failures: int
    """Attempts that failed since the last message that was taken."""
    failing_since: str | None
    """When the first of them was. After five days of failures the webhook is disabled."""
    next_at: str | None
    """Before which nothing is sent, because the receiver failed."""
    delivered_at: str | None
    """When a message was taken last."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            id=raw["id"],
            url=raw["url"],
            events=list(raw["events"]),
            description=raw.get("description"),
            status=raw["status"],
            created_at=raw["createdAt"],
            disabled_at=raw.get("disabledAt"),
            reason=raw.get("reason"),
            failures=raw["failures"],
            failing_since=raw.get("failingSince"),
            next_at=raw.get("nextAt"),
            delivered_at=raw.get("deliveredAt"),
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class WebhooksOut(Model):
    """`WebhooksOut` as the server answers it; `raw` has also what this version does not know."""

    items: Sequence[WebhookState]
    """The webhooks, at most 10."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            items=[WebhookState.read(item) for item in raw["items"]],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class Why(Model):
    """`Why` as the server answers it; `raw` has also what this version does not know."""

    chosen: str
    """best, score, word, conflict, fill or past."""
    words: Sequence[str]
    """Words of the question that it bears out."""
    derived: Sequence[str]
    """Words that only a derived form matched: they rank and ground nothing."""
    base: float
    """Score before what sets the best apart."""
    contrast: float
    """How much of what sets the best apart it bears out, 0 to 1."""
    share: float
    """Score by that of the best."""
    cut: bool
    """Its text was too long and a part of it is quoted."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            chosen=raw["chosen"],
            words=list(raw["words"]),
            derived=list(raw["derived"]),
            base=raw["base"],
            contrast=raw["contrast"],
            share=raw["share"],
            cut=raw["cut"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class WhyOut(Model):
    """`WhyOut` as the server answers it; `raw` has also what this version does not know."""

    chain: Node
    """The chain; its content is its summary."""
    stale: str | None
    """What is wrong with it; absent when nothing is."""
    steps: Sequence[WhyStep]
    """Its members in order."""
    text: str
    """The same, to be read."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            chain=Node.read(raw["chain"]),
            stale=raw.get("stale"),
            steps=[WhyStep.read(item) for item in raw["steps"]],
            text=raw["text"],
            raw=raw,
        )


@dataclasses.dataclass(frozen=True)
class WhyStep(Model):
    """`WhyStep` as the server answers it; `raw` has also what this version does not know."""

    node: Node | None
    """The member; absent when it is not to be seen any more."""
    link: LinkOut | None
    """What joins it with the member before; absent for the first, and where nothing does any more."""
    actor: str | None
    """Who made that link, or gave it its weight."""
    because: str | None
    """Why."""
    raw: Mapping[str, Any] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        return cls(
            node=Node.read(raw["node"]) if raw.get("node") is not None else None,
            link=LinkOut.read(raw["link"]) if raw.get("link") is not None else None,
            actor=raw.get("actor"),
            because=raw.get("because"),
            raw=raw,
        )


class EventIn(TypedDict, total=False):
    """One of the list that a verb takes: `EventIn`."""

    kind: Literal["message", "tool_call", "file", "commit"]
    """What sort of thing happened. Default "message"."""
    content: str
    """The text, word for word; or give contentBase64."""
    content_base64: str
    """The bytes of a file in standard base64, in place of content. Its contentType says what they are."""
    content_type: str
    """Media type of the content, such as text/markdown. Required with contentBase64."""
    occurred_at: datetime | str
    """When it happened, in RFC 3339; now when absent. "Yesterday" in the text counts from it."""
    expires_at: datetime | str
    """Forget the event then, with a receipt."""
    actor: str
    """Who said or did it."""
    role: str
    """The actor's part, such as user or assistant."""
    initiatives: Sequence[str]
    """Names of the work that it belongs to. At most 64."""
    metadata: Mapping[str, str | int]
    """Entries of your own: strings and integers."""
    idempotency_key: str
    """Unique in the project, for ever. The same key again answers the first event and appends nothing. Make
    it from the source's ids, never from text.
    """


class LinkIn(TypedDict, total=False):
    """One of the list that a verb takes: `LinkIn`."""

    to: str
    """The node that it leads to; or else from."""
    from_: str
    """The node that it comes from."""
    type: Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"]
    """What it means."""
    weight: float
    """How strong it is, from 0 to 1. Default 1."""


__all__ = [
    "Abstain",
    "AllowInfo",
    "AllowOut",
    "AllowedOut",
    "ArchiveOut",
    "Asked",
    "AtOut",
    "AwakeOut",
    "AwakeSection",
    "BackupOut",
    "BetweenOut",
    "BoardOut",
    "Brief",
    "BriefsOut",
    "ChainLink",
    "CheckpointOut",
    "Citation",
    "Column",
    "ConsistencyOut",
    "Count",
    "CreateKeyOut",
    "CreateProjectOut",
    "CreateWebhookOut",
    "CurateOut",
    "DeadLetter",
    "DeadLettersOut",
    "DeadMessage",
    "DeleteProjectOut",
    "DeleteRetentionOut",
    "DeleteWebhookOut",
    "DeletionsOut",
    "DeliveriesOut",
    "Delivery",
    "DroppedInfo",
    "Event",
    "EventIn",
    "EventsOut",
    "ExplainOut",
    "ExplainedEvent",
    "ExportOut",
    "Exported",
    "FieldError",
    "FindOut",
    "Finding",
    "FindingOut",
    "FindingsOut",
    "ForgetOut",
    "GuardOut",
    "GuardPolicy",
    "HealthOut",
    "HistoryOut",
    "HistoryStep",
    "InitiativeCounts",
    "InitiativesOut",
    "Item",
    "JobOut",
    "JobState",
    "KeyInfo",
    "KeysOut",
    "Leak",
    "LinkIn",
    "LinkOut",
    "LoadArchiveOut",
    "LogResourceOut",
    "MaintainOut",
    "Maintained",
    "MemoriesOut",
    "Memory",
    "MemoryOut",
    "MendOut",
    "Met",
    "MetOut",
    "ModelOut",
    "Node",
    "OverviewOut",
    "PathOut",
    "PayloadItem",
    "PayloadOut",
    "PayloadsOut",
    "Problem",
    "ProjectInfo",
    "ProjectUsageOut",
    "ProjectsOut",
    "ProofOut",
    "ProposalInfo",
    "RecallOut",
    "Receipt",
    "RedriveOut",
    "RedriveWebhookOut",
    "Redriven",
    "RelatedInfo",
    "RememberOut",
    "Remembered",
    "RestructureOut",
    "RestructuredProject",
    "ResumeCheckpointOut",
    "RetentionOut",
    "RevokeKeyOut",
    "RootInfo",
    "RotateWebhookOut",
    "RuleInfo",
    "ScanOut",
    "SecretWarning",
    "SetInitiativeOut",
    "SetRetentionOut",
    "SlotOut",
    "SlotsOut",
    "SourcesOut",
    "StreamHead",
    "StreamsOut",
    "StructureOut",
    "TestWebhookOut",
    "TraceNode",
    "TraceOut",
    "Trail",
    "VerifierKeysOut",
    "WebhookOut",
    "WebhookState",
    "WebhooksOut",
    "Why",
    "WhyOut",
    "WhyStep",
]
