# Generated from /openapi.json by sdk/generate. Do not edit.

"""Every verb of the registry, typed; the clients add what is made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from .._call import AsyncCaller, AsyncPages, Page, SyncCaller, body_of, options_of
from .._pack import Pack
from .._refs import MemoryRef, remembered, with_keys
from .._stream import AsyncRecallStream, RecallStream
from .models import (
    AllowOut,
    AllowedOut,
    ArchiveOut,
    AtOut,
    AwakeOut,
    BackupOut,
    BetweenOut,
    BoardOut,
    BriefsOut,
    CheckpointOut,
    Citation,
    ConsistencyOut,
    CreateKeyOut,
    CreateProjectOut,
    CreateWebhookOut,
    CurateOut,
    DeadLettersOut,
    DeleteProjectOut,
    DeleteRetentionOut,
    DeleteWebhookOut,
    DeletionsOut,
    DeliveriesOut,
    Delivery,
    Event,
    EventIn,
    EventsOut,
    ExplainOut,
    ExportOut,
    Exported,
    FindOut,
    FindingsOut,
    ForgetOut,
    GuardOut,
    HealthOut,
    HistoryOut,
    InitiativeCounts,
    InitiativesOut,
    JobOut,
    KeyInfo,
    KeysOut,
    LinkIn,
    LoadArchiveOut,
    LogResourceOut,
    MaintainOut,
    MemoriesOut,
    Memory,
    MemoryOut,
    MendOut,
    MetOut,
    ModelOut,
    OverviewOut,
    PathOut,
    PayloadItem,
    PayloadOut,
    PayloadsOut,
    ProjectInfo,
    ProjectUsageOut,
    ProjectsOut,
    ProofOut,
    RecallOut,
    Receipt,
    RedriveOut,
    RedriveWebhookOut,
    RememberOut,
    Remembered,
    RestructureOut,
    ResumeCheckpointOut,
    RetentionOut,
    RevokeKeyOut,
    RotateWebhookOut,
    ScanOut,
    SetInitiativeOut,
    SetRetentionOut,
    SlotsOut,
    SourcesOut,
    StreamHead,
    StreamsOut,
    StructureOut,
    TestWebhookOut,
    TraceOut,
    VerifierKeysOut,
    WebhookOut,
    WebhooksOut,
    WhyOut,
)

WRITES = frozenset({
    "alias",
    "archive.export",
    "archive.load",
    "backup",
    "chain",
    "checklist",
    "checkpoint.resume",
    "cite",
    "claim",
    "close_review",
    "confirm",
    "correct",
    "dead_letters.redrive",
    "dispute",
    "done",
    "draft",
    "episode",
    "evidence",
    "flag",
    "forget",
    "guard.allow",
    "guard.disallow",
    "guard.set",
    "hygiene",
    "hygiene.set",
    "idea",
    "inconclusive",
    "initiatives.set",
    "job",
    "jot",
    "keys.create",
    "keys.revoke",
    "layer",
    "link",
    "model.set",
    "pin",
    "projects.create",
    "projects.delete",
    "rebuild",
    "refute",
    "reinstate",
    "remember",
    "remind",
    "restructure",
    "retention.delete",
    "retention.set",
    "revise",
    "reweight",
    "set_status",
    "settle",
    "slot",
    "supersede",
    "synthesise",
    "tag",
    "task",
    "undo",
    "unlink",
    "unpin",
    "unsettle",
    "unslot",
    "untag",
    "verifier_keys.rotate",
    "visibility",
    "webhooks.create",
    "webhooks.delete",
    "webhooks.disable",
    "webhooks.enable",
    "webhooks.redrive",
    "webhooks.rotate",
    "webhooks.test",
})
"""The verbs that change something: they take an idempotency key."""


class SyncArchive:
    """The verbs `archive` and `archive.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        path: str,
        *,
        keys: Sequence[str] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ArchiveOut:
        """Reads all of an archive that archive.export wrote and believes nothing of it: it recomputes every
        chain and every digest, and checks what was signed. What is wrong is named by its part. It changes
        nothing. Wants the scope operator.

        Args:
            path: The file: an absolute path on the server's machine.
            keys: Verifier keys that you trust: the archive's checkpoints must be signed by one of them, or by
                one that they lead to. Without any, the archive's own are believed. At most 64.
        """
        return ArchiveOut.read(self._caller._call(
            "archive", body_of(path=path, keys=keys),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def export(
        self,
        path: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ArchiveOut:
        """Writes the project's events as the exact lines that its chains are over, their payloads, memories
        with their links, receipts and signed checkpoints into a new file of the server's machine; the
        format is documented. What was forgotten has no text in it. The file holds the project's secret and
        is as secret as the data; a later purge does not reach it. Wants the scope operator.

        Args:
            path: The file: an absolute path on the server's machine.
        """
        return ArchiveOut.read(self._caller._call(
            "archive.export", body_of(path=path),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def load(
        self,
        path: str,
        *,
        name: str | None = None,
        keys: Sequence[str] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> LoadArchiveOut:
        """Checks an archive and makes a project of it, which must not be there yet: the same streams byte for
        byte, the same keys, memories and receipts. Nobody sees it before all of it is there, and one that
        stopped is gone on with when it is imported again. What this server forgot of the same project
        since is forgotten again first, and an archive of a project that this server deleted is refused.
        Wants the scope operator.

        Args:
            path: The file: an absolute path on the server's machine.
            name: The name of the project to make; without it, the one that the archive says.
            keys: Verifier keys that you trust: the archive's checkpoints must be signed by one of them, or by
                one that they lead to. Without any, the archive's own are believed. At most 64.
        """
        return LoadArchiveOut.read(self._caller._call(
            "archive.load", body_of(path=path, name=name, keys=keys),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncCheckpoint:
    """The verbs `checkpoint` and `checkpoint.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        stream: str | None = None,
        deletions: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CheckpointOut:
        """Answers the newest signed statement of how large a log is and what its Merkle root is: of a stream,
        of the deletion ledger, or, when neither is named, of the log of logs, which covers the deployment
        and which witnesses cosign. The note is C2SP tlog-checkpoint. Whoever keeps one can demand that
        every later history begins with it. Wants the scope read.

        Args:
            stream: The stream; without it the log of logs.
            deletions: The deletion ledger instead.
        """
        return CheckpointOut.read(self._caller._call(
            "checkpoint", body_of(stream=stream, deletions=deletions),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def resume(
        self,
        reason: str,
        *,
        stream: str | None = None,
        deletions: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ResumeCheckpointOut:
        """Says that somebody has looked at why a log was stopped, and has put back what was changed: signing
        goes on. It forgives nothing: the log is read from its first entry again and held to all that was
        ever signed of it, and one that does not begin with that stops again. Who did it and the reason
        given are an event of the stream ~logs, written before the deed. Neither stream nor deletions means
        the log of logs. Wants the scope operator.

        Args:
            reason: What was found and what was done about it.
            stream: The stream; without it the log of logs.
            deletions: The deletion ledger instead.
        """
        return ResumeCheckpointOut.read(self._caller._call(
            "checkpoint.resume", body_of(stream=stream, deletions=deletions, reason=reason),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncDeadLetters:
    """The verbs `dead_letters` and `dead_letters.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        kinds: Sequence[Literal["job", "structure", "compact", "notify", "checkpoint", "schedule"]] | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> DeadLettersOut:
        """Lists jobs that failed their last attempt and, in a deployment, hints and runs of the schedule that
        their function failed at five times: ids and reasons, never text. Of every project, unless the call
        names one. Wants the scope operator.

        Args:
            kinds: Only these kinds. At most 6.
            limit: Most items to answer. Default 100. 1 to 1,000.
        """
        return DeadLettersOut.read(self._caller._call(
            "dead_letters", body_of(kinds=kinds, limit=limit),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def redrive(
        self,
        *,
        kinds: Sequence[Literal["job", "structure", "compact", "notify", "checkpoint", "schedule"]] | None = None,
        limit: int | None = None,
        id: str | None = None,
        all: bool | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RedriveOut:
        """Tries again one dead letter by its id, or with all every one that the call finds: jobs are taken up
        again, hints go back to their queue. Doing so twice changes nothing more. See what it would do with
        dryRun. Wants the scope operator.

        Args:
            kinds: Only these kinds. At most 6.
            limit: Most items to answer. Default 100. 1 to 1,000.
            id: The one to try again, as dead_letters has it.
            all: Try every one again, up to limit.
            dry_run: Only show which.
        """
        return RedriveOut.read(self._caller._call(
            "dead_letters.redrive", body_of(kinds=kinds, limit=limit, id=id, all=all, dry_run=dry_run),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncGuard:
    """The verbs `guard` and `guard.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> GuardOut:
        """Shows the secret guard's policy: of each class of findings whether it is left alone (off), told on
        the job (warn), written over before anything is stored (redact), or refused with nothing stored
        (refuse). Wants the scope read.
        """
        return GuardOut.read(self._caller._call(
            "guard", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def allow(
        self,
        reason: str,
        *,
        value: str | None = None,
        rule: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AllowOut:
        """Lets pass what the secret guard would find: one value, such as a key of a test, the findings of a
        rule, or one value by one rule. Of the value only a digest under the project's secret is kept. The
        reason is recorded as an event of the stream ~guard. The same again answers the entry that is
        there. Wants the scope admin.

        Args:
            reason: Why it is no secret, or may be stored all the same.
            value: The value, just as the guard finds it; every value of the rule when absent.
            rule: Name of the rule, as warnings and guard.scan show it; every rule when absent.
        """
        return AllowOut.read(self._caller._call(
            "guard.allow", body_of(value=value, rule=rule, reason=reason),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def allowed(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AllowedOut:
        """Lists the entries of the secret guard's allow-list with their reasons. The values are not kept, so
        they are not shown. Wants the scope read.
        """
        return AllowedOut.read(self._caller._call(
            "guard.allowed", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def disallow(
        self,
        id: str,
        *,
        reason: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AllowOut:
        """Takes an entry out of the secret guard's allow-list. That is recorded in the stream ~guard; what
        was stored meanwhile stays. Wants the scope admin.

        Args:
            id: The entry, as guard.allowed lists it.
            reason: Why.
        """
        return AllowOut.read(self._caller._call(
            "guard.disallow", body_of(id=id, reason=reason),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def scan(
        self,
        content: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ScanOut:
        """Looks at a text as remember would, by the project's policy and allow-list, and stores nothing. It
        answers the rule and the place of every finding, and the value masked. Wants the scope read.

        Args:
            content: The text.
        """
        return ScanOut.read(self._caller._call(
            "guard.scan", body_of(content=content),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def set(
        self,
        *,
        private_key: Literal["redact", "refuse"] | None = None,
        token: Literal["off", "warn", "redact", "refuse"] | None = None,
        credential: Literal["off", "warn", "redact", "refuse"] | None = None,
        card: Literal["off", "warn", "redact", "refuse"] | None = None,
        iban: Literal["off", "warn", "redact", "refuse"] | None = None,
        email: Literal["off", "warn", "redact", "refuse"] | None = None,
        phone: Literal["off", "warn", "redact", "refuse"] | None = None,
        ip: Literal["off", "warn", "redact", "refuse"] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> GuardOut:
        """Changes the secret guard's policy, of the classes that are given; it holds for what is remembered
        from then on. Personal data is looked for only where the policy names it. The change is recorded in
        the stream ~guard. Wants the scope admin.

        Args:
            private_key: Private keys: PEM, OpenSSH, PGP, PuTTY, JWK, age. Refused unless it is said
                otherwise; never stored as they are.
            token: Values that their own format gives away, such as access keys of services. Warned of.
            credential: Values that are called a password, key or token beside them. Warned of.
            card: Numbers of payment cards. Off.
            iban: Numbers of bank accounts. Off.
            email: E-mail addresses. Off.
            phone: Phone numbers, international or North American. Off.
            ip: IP addresses. Off.
        """
        return GuardOut.read(self._caller._call(
            "guard.set", body_of(private_key=private_key, token=token, credential=credential, card=card, iban=iban, email=email, phone=phone, ip=ip),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncHygiene:
    """The verbs `hygiene` and `hygiene.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        dry_run: bool | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Moves what nobody touched for long one layer down: never into core or out of it, and no pin, open
        task or open claim. It only tells what it would move unless dryRun is false. At most 100 nodes at a
        time, which one undo takes back. Wants the scope write.

        Args:
            dry_run: Only tell what would be moved. Default true.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._caller._call(
            "hygiene", body_of(dry_run=dry_run, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def set(
        self,
        threshold: Literal["hotDays", "warmDays", "coldDays", "doneDays", "coreMost"],
        *,
        value: int | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Sets a threshold of an initiative's upkeep, in days or, for coreMost, a number. Without a value it
        is the default again. Wants the scope write.

        Args:
            threshold: Which.
            value: Its value; the default when absent. 1 to 36,525.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._caller._call(
            "hygiene.set", body_of(threshold=threshold, value=value, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncInitiatives:
    """The verbs `initiatives` and `initiatives.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        name: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[InitiativesOut, InitiativeCounts]:
        """Lists the initiatives that events and nodes named, the one that changed last first, with their
        nodes by layer, their open tasks, and which of them are local only. A name that none has answers an
        empty list and the names nearest to it. Wants the scope read.

        Args:
            name: Only the one of this name.
            as_of: Counts as of this time; default now.
            known_at: Counts as they were recorded by this time; default all that is recorded.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._caller._page(
            "initiatives", body_of(name=name, as_of=as_of, known_at=known_at, limit=limit, cursor=cursor), InitiativesOut, InitiativeCounts,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def set(
        self,
        name: str,
        local_only: bool,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> SetInitiativeOut:
        """Says whether the text of an initiative stays on the server's machine: what is local only is shown
        to no model on another machine, neither as an event, nor as what was said before it, nor as a
        memory beside it. It holds from the next job on, and can be said before the first event names the
        initiative. Wants the scope admin.

        Args:
            name: The initiative's name.
            local_only: Whether its text stays on the server's machine.
        """
        return SetInitiativeOut.read(self._caller._call(
            "initiatives.set", body_of(name=name, local_only=local_only),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncKeys:
    """The verbs `keys` and `keys.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[KeysOut, KeyInfo]:
        """Lists the keys of the project, revoked ones too, without the keys themselves, which nobody can read
        back. Wants the scope admin.

        Args:
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._caller._page(
            "keys", body_of(limit=limit, cursor=cursor), KeysOut, KeyInfo,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def create(
        self,
        scopes: Sequence[Literal["read", "write", "forget", "admin", "operator"]],
        *,
        name: str | None = None,
        initiatives: Sequence[str] | None = None,
        per_minute: int | None = None,
        expires_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CreateKeyOut:
        """Makes a key to the project with the scopes named and answers it: keep it, it is not stored and
        cannot be had again. From the first key on, a local server wants one with every request. A key with
        the scope operator is made by an operator only. Each key that is made or ended is recorded as an
        event in the stream ~keys. Wants the scope admin.

        Args:
            scopes: What it allows. At most 5.
            name: What to call it in lists; also the author of what it mends.
            initiatives: Limits it to these initiatives: it writes to them alone and sees no memory and no
                text that names none of them. Such a key carries the scopes read and write at most. At most
                64.
            per_minute: How many requests a minute it allows; more are answered 429. A minute's worth may come
                at once. 1 to 1,000,000.
            expires_at: From when on it is refused.
        """
        return CreateKeyOut.read(self._caller._call(
            "keys.create", body_of(name=name, scopes=scopes, initiatives=initiatives, per_minute=per_minute, expires_at=expires_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def revoke(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RevokeKeyOut:
        """Ends a key of the project. Requests with it are refused from then on. Ending it twice is no error.
        Wants the scope admin.

        Args:
            id: The key, as keys lists it.
        """
        return RevokeKeyOut.read(self._caller._call(
            "keys.revoke", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncModel:
    """The verbs `model` and `model.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ModelOut:
        """Says which model the server has, where the text goes that it is shown, and whether this project has
        it read its events. It is off unless model.set turned it on. Wants the scope read.
        """
        return ModelOut.read(self._caller._call(
            "model", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def set(
        self,
        on: bool,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ModelOut:
        """Says whether the server's model reads the events of this project from now on: their text then goes
        to its address, except that of initiatives marked local only, which goes to no other machine. The
        rules answer wherever the model does not. Wants the scope admin.

        Args:
            on: Whether the model reads the project's events.
        """
        return ModelOut.read(self._caller._call(
            "model.set", body_of(on=on),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncProjects:
    """The verbs `projects` and `projects.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[ProjectsOut, ProjectInfo]:
        """Lists the projects of the deployment. Wants the scope operator.

        Args:
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._caller._page(
            "projects", body_of(limit=limit, cursor=cursor), ProjectsOut, ProjectInfo,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def create(
        self,
        name: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CreateProjectOut:
        """Makes a project: a wall around what one end user's memories are. Make keys to it with keys.create,
        naming it in Kaibo-Project. Wants the scope operator.

        Args:
            name: The project's name: 1 to 128 of A-Z a-z 0-9 . _ ~ -.
        """
        return CreateProjectOut.read(self._caller._call(
            "projects.create", body_of(name=name),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def delete(
        self,
        *,
        name: str | None = None,
        reason: str | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> DeleteProjectOut:
        """Deletes a project: from the answer on nothing finds it and its keys are refused; after the grace
        everything of it is purged but the envelopes of its chains. The receipt goes to the operator's own
        deletion ledger. A dry run counts what would go. Wants the scope operator.

        Args:
            name: The project's name; the one that Kaibo-Project names when absent.
            reason: Why. Only its digest is kept.
            dry_run: Count what would go, and delete nothing.
        """
        return DeleteProjectOut.read(self._caller._call(
            "projects.delete", body_of(name=name, reason=reason, dry_run=dry_run),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def export(
        self,
        *,
        name: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[ExportOut, Exported]:
        """Answers, page by page, every event with its payload, stream by stream, then every memory, then the
        deletion ledger. What was forgotten has no text in it. The file made of it is the operator's to
        keep and to destroy. Wants the scope operator.

        Args:
            name: The project's name; the one that Kaibo-Project names when absent.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._caller._page(
            "projects.export", body_of(name=name, limit=limit, cursor=cursor), ExportOut, Exported,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def usage(
        self,
        *,
        name: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ProjectUsageOut:
        """Counts the streams, events, memories, initiatives and entries of the deletion ledger of a project.
        Wants the scope operator.

        Args:
            name: The project's name; the one that Kaibo-Project names when absent.
        """
        return ProjectUsageOut.read(self._caller._call(
            "projects.usage", body_of(name=name),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))


class SyncRetention:
    """The verbs `retention` and `retention.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RetentionOut:
        """Lists the rules by which events are forgotten after some days. Wants the scope forget."""
        return RetentionOut.read(self._caller._call(
            "retention", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> DeleteRetentionOut:
        """Ends a retention rule. What it forgot stays forgotten. Wants the scope forget.

        Args:
            id: The rule, as retention lists it.
        """
        return DeleteRetentionOut.read(self._caller._call(
            "retention.delete", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def set(
        self,
        days: int,
        *,
        kind: Literal["message", "tool_call", "file", "commit"] | None = None,
        streams: Sequence[str] | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> SetRetentionOut:
        """Sets how many days events are kept, of a kind, of streams, or of a kind in streams. What is past
        its days is forgotten within the hour and from then on by schedule, with receipts, and purged after
        the grace as with forget. A rule about the same events is given the new days. dryRun counts what it
        would take now and sets nothing. Wants the scope forget.

        Args:
            days: How many days they are kept from when they were recorded. 1 to 36,500.
            kind: Events of this kind; of every kind when absent, then streams must be given.
            streams: Events of these streams; of every stream but the server's own when absent. At most 64.
            dry_run: Count what it would take now, and set nothing.
        """
        return SetRetentionOut.read(self._caller._call(
            "retention.set", body_of(kind=kind, streams=streams, days=days, dry_run=dry_run),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncVerifierKeys:
    """The verbs `verifier_keys` and `verifier_keys.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> VerifierKeysOut:
        """Answers the public keys by which checkpoints are signed, and every list of keys that was ever
        published, each signed by a key of the list before: whoever trusts one key can follow to those that
        sign now. It wants no key.
        """
        return VerifierKeysOut.read(self._caller._call(
            "verifier_keys", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def rotate(
        self,
        *,
        finish: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> VerifierKeysOut:
        """Makes a new signing key, which signs beside the old one. Once everybody who verifies has seen both,
        say it again with finish: the old one is deleted and only the new one signs. Wants the scope
        operator.

        Args:
            finish: End the rotation that was begun.
        """
        return VerifierKeysOut.read(self._caller._call(
            "verifier_keys.rotate", body_of(finish=finish),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncWebhooks:
    """The verbs `webhooks` and `webhooks.*`."""

    def __init__(self, caller: SyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> WebhooksOut:
        """Lists the webhooks of the project and how their deliveries go, without their secrets, which nobody
        can read back. Wants the scope forget.
        """
        return WebhooksOut.read(self._caller._call(
            "webhooks", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def create(
        self,
        url: str,
        *,
        events: Sequence[Literal["memory.created", "memory.superseded", "memory.reinstated", "memory.forgotten", "memory.purged", "memory.restructured"]] | None = None,
        description: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CreateWebhookOut:
        """Makes a webhook: every change of a memory is posted to the address, signed as Standard Webhooks
        says, with ids and never with text. The secret in the answer verifies the signatures: keep it, it
        is not shown again. Messages are sent at least once, each under an id that stays the same, and
        retried over a day. Wants the scope forget.

        Args:
            url: Where to post: an https address that everybody on the Internet could reach, without a
                password. It is looked at again at every connection.
            events: Types of messages; all when absent. At most 6.
            description: A note for whoever lists it.
        """
        return CreateWebhookOut.read(self._caller._call(
            "webhooks.create", body_of(url=url, events=events, description=description),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> DeleteWebhookOut:
        """Deletes a webhook with its secret, its log, and everything that waits for it. Wants the scope
        forget.

        Args:
            id: The webhook, as webhooks lists it.
        """
        return DeleteWebhookOut.read(self._caller._call(
            "webhooks.delete", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def deliveries(
        self,
        id: str,
        *,
        dead_letters: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[DeliveriesOut, Delivery]:
        """Lists the attempts to deliver to a webhook, newest first; the last 500 are kept. With deadLetters
        it lists the messages that were given up instead, of which the last 1,000 are kept. Wants the scope
        forget.

        Args:
            id: The webhook, as webhooks lists it.
            dead_letters: List the messages that were given up.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._caller._page(
            "webhooks.deliveries", body_of(id=id, dead_letters=dead_letters, limit=limit, cursor=cursor), DeliveriesOut, Delivery,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def disable(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> WebhookOut:
        """Disables a webhook. What waits for it becomes dead letters, and it does not hear of what happens
        until it is enabled. Wants the scope forget.

        Args:
            id: The webhook, as webhooks lists it.
        """
        return WebhookOut.read(self._caller._call(
            "webhooks.disable", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def enable(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> WebhookOut:
        """Enables a webhook that was disabled. What happened meanwhile is not sent; dead letters are with
        webhooks.redrive. Wants the scope forget.

        Args:
            id: The webhook, as webhooks lists it.
        """
        return WebhookOut.read(self._caller._call(
            "webhooks.enable", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def redrive(
        self,
        id: str,
        *,
        message_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RedriveWebhookOut:
        """Puts the messages that were given up back into the queue of a webhook, all or one, under their old
        ids. They are retried over a day, as new ones are. Wants the scope forget.

        Args:
            id: The webhook, as webhooks lists it.
            message_id: This one alone.
        """
        return RedriveWebhookOut.read(self._caller._call(
            "webhooks.redrive", body_of(id=id, message_id=message_id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def rotate(
        self,
        id: str,
        *,
        overlap_hours: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RotateWebhookOut:
        """Gives a webhook a new secret and answers it, once. For some hours messages are signed with the old
        one too, so that the receiver may change over in between; overlapHours 0 ends the old one at once.
        Wants the scope forget.

        Args:
            id: The webhook, as webhooks lists it.
            overlap_hours: For how long the old secret signs too. Default 24. 0 to 168.
        """
        return RotateWebhookOut.read(self._caller._call(
            "webhooks.rotate", body_of(id=id, overlap_hours=overlap_hours),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def test(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> TestWebhookOut:
        """Sends a message of the type webhook.test at once, also to a webhook that is disabled, and answers
        what the receiver said. It is tried once and does not count for or against the webhook. Wants the
        scope forget.

        Args:
            id: The webhook, as webhooks lists it.
        """
        return TestWebhookOut.read(self._caller._call(
            "webhooks.test", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class SyncVerbs(SyncCaller):
    """The verbs, one call each."""

    def __init__(self) -> None:
        self.archive = SyncArchive(self)
        self.checkpoint = SyncCheckpoint(self)
        self.dead_letters = SyncDeadLetters(self)
        self.guard = SyncGuard(self)
        self.hygiene = SyncHygiene(self)
        self.initiatives = SyncInitiatives(self)
        self.keys = SyncKeys(self)
        self.model = SyncModel(self)
        self.projects = SyncProjects(self)
        self.retention = SyncRetention(self)
        self.verifier_keys = SyncVerifierKeys(self)
        self.webhooks = SyncWebhooks(self)

    def alias(
        self,
        name: str,
        same: str,
        *,
        reason: str | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MendOut:
        """Says that two names mean the same subject, so that what is said of one replaces what was said of
        the other. Wants the scope write.

        Args:
            name: The other name.
            same: The name that it means.
            reason: Why.
            actor: Who says so; the name of the key when absent.
        """
        return MendOut.read(self._call(
            "alias", body_of(name=name, same=same, reason=reason, actor=actor),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def at(
        self,
        node: str,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AtOut:
        """Reads a node whole: its text, layer, tier, tags, names, state, visibility, and its links with their
        weights, as they were at asOf and as they were known at knownAt. A node that ended is answered,
        marked with its status. Automatic memories are nodes as well. Wants the scope read.

        Args:
            node: Name or id of the node.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return AtOut.read(self._call(
            "at", body_of(node=node, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def awake(
        self,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        budget: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AwakeOut:
        """Answers what a session that begins should know of an initiative: what is pinned, core, hot and
        warm, what has a role, what was settled, open tasks (overdue first), open claims, what is under
        review, chains, reminders that are due, and what changed lately, within a budget of tokens. Each
        section says how many there are. A node is told once, in the section where it matters most; what
        ended is named as such and never as current. Wants the scope read.

        Args:
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
            budget: Most tokens of the text, in o200k_base. The sections hold the same, for programs. Default
                1024. 64 to 32,000.
        """
        return AwakeOut.read(self._call(
            "awake", body_of(initiative=initiative, as_of=as_of, known_at=known_at, budget=budget),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def backup(
        self,
        path: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BackupOut:
        """Copies the data of every project as it is at one moment to a directory of the server's machine, and
        reads all of the copy again: chains and digests. Into the same directory again it copies only what
        is new, and takes away what was purged. kaibo restore brings it back. The copy is as secret as the
        data, and is the operator's to keep and to destroy: a purge does not reach it until the next backup
        into it. As text/event-stream it tells its progress. Wants the scope operator.

        Args:
            path: Where to: an absolute path of a directory that is new, empty, or holds an earlier backup.
        """
        return BackupOut.read(self._call(
            "backup", body_of(path=path),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def between(
        self,
        a: str,
        b: str,
        *,
        depth: int | None = None,
        limit: int | None = None,
        across: bool | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BetweenOut:
        """Shows the short connections of two nodes along links of either direction, those with fewer links
        first, then the stronger ones. Wants the scope read.

        Args:
            a: Name or id of one node.
            b: Name or id of the other.
            depth: Most links of a connection. Default 3. 1 to 6.
            limit: Most connections to answer. Default 20. 1 to 100.
            across: Over the border of the initiative too: everything that the key sees, each result saying
                whose it is.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return BetweenOut.read(self._call(
            "between", body_of(a=a, b=b, depth=depth, limit=limit, across=across, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def board(
        self,
        *,
        name: str | None = None,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BoardOut:
        """Shows tasks in columns by their state: open, doing, blocked, done, dropped, and the words of a
        board's own. With a name, the nodes that are part of that board; without one, all tasks of the
        initiative. Wants the scope read.

        Args:
            name: Name or id of a board or checklist; all tasks when absent.
            limit: Most nodes of a column. Default 30. 1 to 200.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return BoardOut.read(self._call(
            "board", body_of(name=name, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def chain(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        nodes: Sequence[str] | None = None,
        summary: str | None = None,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Keeps a trail through the graph: the strongest between two nodes, or nodes that are named in order,
        each linked to the next. A chain of the same nodes is answered as it is. Wants the scope write.

        Args:
            from_: Where it begins, by name or id.
            to: Where it ends.
            nodes: Or all its nodes, in order. At most 60.
            summary: What it shows; how many nodes it has when absent.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "chain", body_of(from_=from_, to=to, nodes=nodes, summary=summary, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def chains(
        self,
        *,
        node: str | None = None,
        stale: bool | None = None,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BriefsOut:
        """Lists chains, the newest first, of an initiative or those that a node is on. One that is no longer
        the strongest trail, is broken, or has a member that ended is marked as stale, with why. Wants the
        scope read.

        Args:
            node: Only chains that this node is on: its name or id.
            stale: Only stale ones, or only those that are not.
            limit: Most chains to answer. Default 50. 1 to 200.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return BriefsOut.read(self._call(
            "chains", body_of(node=node, stale=stale, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def checklist(
        self,
        content: str,
        items: Sequence[str],
        *,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Makes a checklist. Each item is a task of its own, part of the list, in order. Wants the scope
        write.

        Args:
            content: What it is for.
            items: What is to be done, in order; at most 40. At most 40.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "checklist", body_of(content=content, items=items, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def cite(
        self,
        url: str,
        *,
        content: str | None = None,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes where something can be read, and what it says, so that claims can be derived from it. Wants
        the scope write.

        Args:
            url: Where it is, with its scheme.
            content: What it says; the address when absent.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "cite", body_of(url=url, content=content, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def claim(
        self,
        content: str,
        *,
        about: Sequence[str] | None = None,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes what may be so, as a hypothesis that is open: evidence speaks for it or against, and confirm
        or refute closes it. Wants the scope write.

        Args:
            content: What may be so.
            about: The nodes that it is about. At most 60.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "claim", body_of(content=content, about=about, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def close_review(
        self,
        node: str,
        outcome: Literal["stands", "ends"],
        *,
        because: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Closes the review of a node: it stands, and holds again from where it did, or it ends. Wants the
        scope write.

        Args:
            node: The node, by name or id.
            outcome: What becomes of it.
            because: Why.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "close_review", body_of(node=node, outcome=outcome, because=because, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def confirm(
        self,
        claim: str,
        *,
        because: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Says that a claim is so, because of a reason or of evidence that was noted. Wants the scope write.

        Args:
            claim: The claim, by name or id.
            because: Why; required as long as there is no evidence for it.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "confirm", body_of(claim=claim, because=because, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def consistency(
        self,
        *,
        stream: str | None = None,
        deletions: bool | None = None,
        from_: int | None = None,
        to: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ConsistencyOut:
        """Answers the RFC 6962 consistency proof that the log's first `to` entries begin with its first
        `from`: with it and two checkpoints anyone can see that nothing of the earlier one was changed.
        Wants the scope read.

        Args:
            stream: The stream; without it the log of logs.
            deletions: The deletion ledger instead.
            from_: The earlier size. Default 0.
            to: The later size; 0 is that of the newest checkpoint. Default 0.
        """
        return ConsistencyOut.read(self._call(
            "consistency", body_of(stream=stream, deletions=deletions, from_=from_, to=to),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def correct(
        self,
        memory_id: MemoryRef,
        content: str,
        *,
        reason: str | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MendOut:
        """Makes a new memory that takes the place of one that was noted wrongly. It holds from when the wrong
        one held, and the wrong one never did; only knownAt before the correction still shows it. Wants the
        scope write.

        Args:
            memory_id: The memory that is wrong.
            content: What it should have said.
            reason: Why.
            actor: Who says so; the name of the key when absent.
        """
        return MendOut.read(self._call(
            "correct", body_of(memory_id=memory_id, content=content, reason=reason, actor=actor),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def deletions(
        self,
        *,
        after: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[DeletionsOut, Receipt]:
        """Reads the deletion ledger, which is chained as events are: an entry for what was forgotten, and one
        once its text is gone from every store. It holds ids alone. Wants the scope read.

        Args:
            after: Answer what comes after this seq. Default 0.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "deletions", body_of(after=after, limit=limit, cursor=cursor), DeletionsOut, Receipt,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def dispute(
        self,
        memory_id: MemoryRef,
        *,
        reason: str | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MendOut:
        """Marks a memory as disputed. It goes on being answered, so marked, and memories lists what is
        disputed. Wants the scope write.

        Args:
            memory_id: The memory.
            reason: Why.
            actor: Who says so; the name of the key when absent.
        """
        return MendOut.read(self._call(
            "dispute", body_of(memory_id=memory_id, reason=reason, actor=actor),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def done(
        self,
        node: str,
        *,
        content: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Reports a task done. With content, an outcome that says what came of it takes its place; without,
        the task is done and stays. Wants the scope write.

        Args:
            node: The task, by name or id.
            content: What came of it.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "done", body_of(node=node, content=content, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def draft(
        self,
        content: str,
        *,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Begins a text that is still worked on. Each new version is made by revise, and the former ones stay
        in its history. Wants the scope write.

        Args:
            content: What it says.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "draft", body_of(content=content, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def drill(
        self,
        node: str,
        *,
        depth: int | None = None,
        limit: int | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MetOut:
        """Shows the parts of a node, the members of a chain, what it was derived from and what was
        consolidated to it, to a depth of at most eight, parts in their order. Wants the scope read.

        Args:
            node: Name or id of the node.
            depth: How deep. Default 1. 1 to 8.
            limit: Most nodes to answer. Default 50. 1 to 500.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return MetOut.read(self._call(
            "drill", body_of(node=node, depth=depth, limit=limit, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def episode(
        self,
        content: str,
        *,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes what happened, as the account of a piece of work. Wants the scope write.

        Args:
            content: What it says.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "episode", body_of(content=content, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def events(
        self,
        stream: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[EventsOut, Event]:
        """Reads a stream's chain in order: ids, times and digests, from which every hash can be computed
        again. The text of an event is its payload. As application/x-ndjson it is one event a line; go on
        after the last one's seq until an answer is empty. Wants the scope read.

        Args:
            stream: The stream to read.
            after: Answer what comes after this seq. Default 0.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "events", body_of(stream=stream, after=after, limit=limit, cursor=cursor), EventsOut, Event,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def evidence(
        self,
        claim: str,
        *,
        content: str | None = None,
        node: str | None = None,
        method: Literal["experiment", "measurement", "observation", "source", "reasoning", "hearsay"] | None = None,
        supports: bool | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes what speaks for a claim or against it: words, or a node that is there. It weighs by its
        method: experiment 1, measurement 0.9, observation 0.8, source 0.6, reasoning 0.5, hearsay 0.3;
        reweight changes that. Wants the scope write.

        Args:
            claim: The claim, by name or id.
            content: What was found; or else node.
            node: The node that bears it out.
            method: How it was had. Default "observation".
            supports: It speaks for the claim; false for against it. Default true.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "evidence", body_of(claim=claim, content=content, node=node, method=method, supports=supports, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def explain(
        self,
        memory_id: MemoryRef,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ExplainOut:
        """Answers the whole chain of versions that a memory belongs to, oldest first, and every event that
        bears one of them out, with its place in the ledger and its text. What was forgotten keeps its
        shape; its text is absent. Wants the scope read.

        Args:
            memory_id: Any memory of the chain.
        """
        return ExplainOut.read(self._call(
            "explain", body_of(memory_id=memory_id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def export(
        self,
        *,
        streams: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[ExportOut, Exported]:
        """Answers, page by page, every event with its payload, stream by stream, then every memory. With
        actors, streams or metadata it answers the events that match and the memories that they bear out:
        what is held of a person who asks. Without, the deletion ledger follows. What was forgotten has no
        text in it. Wants the scope read.

        Args:
            streams: Only what these streams say. At most 64.
            actors: Only what these people said. At most 64.
            metadata: Only what events with these entries say, all of them equal.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "export", body_of(streams=streams, actors=actors, metadata=metadata, limit=limit, cursor=cursor), ExportOut, Exported,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def find(
        self,
        query: str,
        *,
        limit: int | None = None,
        across: bool | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> FindOut:
        """Finds nodes whose name or tags have the words of a query, then nodes and memories whose text bears
        them, best first. recall answers questions; this finds what to look at. Wants the scope read.

        Args:
            query: Words to look for.
            limit: Most nodes to answer. Default 20. 1 to 100.
            across: Over the border of the initiative too: everything that the key sees, each result saying
                whose it is.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return FindOut.read(self._call(
            "find", body_of(query=query, limit=limit, across=across, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def flag(
        self,
        node: str,
        kind: Literal["contradiction", "review"],
        *,
        with_: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Puts a node under review, because it contradicts another or needs a second look. It does not hold,
        and is not answered as current, until close_review. Wants the scope write.

        Args:
            node: The node, by name or id.
            kind: Why.
            with_: Of a contradiction: the other node.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "flag", body_of(node=node, kind=kind, with_=with_, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def forget(
        self,
        *,
        memory_id: MemoryRef | None = None,
        query: str | None = None,
        event_id: str | None = None,
        stream: str | None = None,
        actors: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        reason: str | None = None,
        dry_run: bool | None = None,
        expect: str | Sequence[str] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ForgetOut:
        """Forgets a memory with its whole chain, whatever bears a query, an event, or a stream, and every
        event that they came from. From the answer on no read shows the text; after a grace it is gone from
        every store, and the deletion ledger says so. dryRun shows the set and takes nothing; expect holds
        the deed to what was shown. Wants the scope forget.

        Args:
            memory_id: This memory, every version of it, and their sources.
            query: What bears every word of this, stop words aside.
            event_id: This event and what came from it alone.
            stream: Every event of this stream.
            actors: What these people said; alone, or to narrow the rest. At most 64.
            metadata: What events with these entries say; alone, or to narrow the rest.
            reason: Why. Only its digest is kept.
            dry_run: Show what would be forgotten, and forget nothing.
            expect: The preview that a dry run answered, or the ids that it showed. A deed that would take
                another set is a conflict.
        """
        return ForgetOut.read(self._call(
            "forget", body_of(memory_id=memory_id, query=query, event_id=event_id, stream=stream, actors=actors, metadata=metadata, reason=reason, dry_run=dry_run, expect=expect),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def fsck(
        self,
        *,
        all: bool | None = None,
        after: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MaintainOut:
        """Compares every view and the index with what the derivations give, and the payloads and chains with
        their digests. It changes nothing. As text/event-stream it tells its progress. Wants the scope
        operator.

        Args:
            all: Go through every project, not only the one that the call acts on.
            after: With all: begin after the project with this id, where an earlier call stopped.
        """
        return MaintainOut.read(self._call(
            "fsck", body_of(all=all, after=after),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def health(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> HealthOut:
        """Says whether the server can reach its store and how far its background work lags: events that have
        waited over ten minutes to be structured make it degraded. It wants no key and tells nothing of any
        project.
        """
        return HealthOut.read(self._call(
            "health", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def history(
        self,
        node: str,
        *,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> HistoryOut:
        """Lists every change of a node and of its links, the earliest first: when it was recorded and since
        when it holds, by whom, by which verb, the value before and after, and the event that records it,
        which undo takes. Wants the scope read.

        Args:
            node: Name or id of the node.
            limit: Most changes to answer: the newest. Default 100. 1 to 1,000.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return HistoryOut.read(self._call(
            "history", body_of(node=node, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def idea(
        self,
        content: str,
        *,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes an idea: something that may become a decision, and can be settled when it has. Wants the
        scope write.

        Args:
            content: What it says.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "idea", body_of(content=content, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def inconclusive(
        self,
        claim: str,
        *,
        because: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Says that what was found does not decide a claim. It stays, so marked. Wants the scope write.

        Args:
            claim: The claim, by name or id.
            because: Why; required as long as there is no evidence for it.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "inconclusive", body_of(claim=claim, because=because, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def job(
        self,
        id: str,
        *,
        wait: bool | None = None,
        retry: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> JobOut:
        """Answers a job and, once it is done, the memories that it led to. A job that learned nothing says
        why; one that failed says why and can be taken up again with retry. Wants the scope read.

        Args:
            id: The job, as remember answered it.
            wait: Answer once the job has ended, or after 25 seconds.
            retry: Take up a failed job again; wants the scope write.
        """
        return JobOut.read(self._call(
            "job", body_of(id=id, wait=wait, retry=retry),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def jot(
        self,
        content: str,
        *,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes something without ceremony. Without a name it gets one of its own words, so that it can be
        found and linked. Wants the scope write.

        Args:
            content: What it says.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "jot", body_of(content=content, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def layer(
        self,
        node: str,
        layer: Literal["core", "hot", "warm", "cold", "frozen"],
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Moves a node to a layer: core and hot are always at hand, warm is near, cold has sunk, frozen is
        kept and not brought up. Wants the scope write.

        Args:
            node: The node, by name or id.
            layer: Where to.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "layer", body_of(node=node, layer=layer, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def link(
        self,
        from_: str,
        to: str,
        type: Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"],
        *,
        weight: float | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Links two nodes, with weight 1 unless another is given. A link that is there gets the weight that
        is given. Wants the scope write.

        Args:
            from_: The node that it comes from.
            to: The node that it leads to.
            type: What it means.
            weight: How strong it is, from 0 to 1.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "link", body_of(from_=from_, to=to, type=type, weight=weight, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def lint(
        self,
        *,
        kinds: Sequence[str] | None = None,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> FindingsOut:
        """Lists rings of part_of and derived_from, nodes that rest on one that ended, names that look alike,
        open tasks in core without a time, claims about nothing, evidence for nothing, chains too short,
        roles whose holder ended and work in progress that is settled. Nothing is changed. Wants the scope
        read.

        Args:
            kinds: Only findings of these kinds. At most 20.
            limit: Most findings to answer. Default 50. 1 to 500.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return FindingsOut.read(self._call(
            "lint", body_of(kinds=kinds, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def log(
        self,
        log: str,
        path: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> LogResourceOut:
        """Answers what C2SP tlog-tiles has under a path below a log's prefix, which is /v1/logs/ and the last
        part of the log's origin: `checkpoint`; `tile/<level>/<index>`, 256 hashes of its Merkle tree, with
        `.p/<width>` for the first of them; `tile/entries/<index>`, the hashes of 256 events or receipts.
        The log of logs is `deployment`, and has no entries here. With tiles a verifier proves what it
        wants from what it verified before, whatever the log's length. The GET answers the bytes
        themselves. Wants the scope read.

        Args:
            log: The last part of the log's origin, or deployment for the log of logs.
            path: What of it, as C2SP tlog-tiles writes paths: checkpoint, tile/0/x001/234, tile/0/000.p/17,
                tile/entries/000.
        """
        return LogResourceOut.read(self._call(
            "log", body_of(log=log, path=path),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def memories(
        self,
        *,
        status: Literal["current", "superseded", "canceled", "forgotten"] | None = None,
        types: Sequence[Literal["fact", "decision", "task", "preference", "procedure", "episode"]] | None = None,
        initiatives: Sequence[str] | None = None,
        streams: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        disputed: bool | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[MemoriesOut, Memory]:
        """Lists memories by the time at which kaibo was told, newest first. Every filter is off when it is
        absent. asOf keeps those that held then; knownAt shows them as they were known then. Wants the
        scope read.

        Args:
            status: Only memories of this status.
            types: Only memories of these types. At most 6.
            initiatives: Only memories of these initiatives; those that name none are left out. At most 64.
            streams: Only what these streams say. At most 64.
            actors: Only what these people said. At most 64.
            metadata: Only what events with these entries say, all of them equal.
            disputed: Only those that are disputed, or only those that are not.
            as_of: Only what held at this time.
            known_at: As it was known at this time.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "memories", body_of(status=status, types=types, initiatives=initiatives, streams=streams, actors=actors, metadata=metadata, disputed=disputed, as_of=as_of, known_at=known_at, limit=limit, cursor=cursor), MemoriesOut, Memory,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def memory(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MemoryOut:
        """Reads one memory as it is now. A forgotten one answers its shape without its text. The id of a
        provisional memory answers what took its place once its event was structured. Wants the scope read.

        Args:
            id: The memory.
        """
        return MemoryOut.read(self._call(
            "memory", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def neighbours(
        self,
        node: str,
        *,
        types: Sequence[Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"]] | None = None,
        direction: Literal["out", "in", "both"] | None = None,
        limit: int | None = None,
        across: bool | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MetOut:
        """Lists the nodes that one link joins with a node, the strongest first, each with that link. An
        automatic memory is linked with what it replaced, what replaced it and what contradicts it. Wants
        the scope read.

        Args:
            node: Name or id of the node.
            types: Only links of these types. At most 12.
            direction: Which links: from the node, to it, or both. Default "both".
            limit: Most nodes to answer. Default 50. 1 to 500.
            across: Over the border of the initiative too: everything that the key sees, each result saying
                whose it is.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return MetOut.read(self._call(
            "neighbours", body_of(node=node, types=types, direction=direction, limit=limit, across=across, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def overview(
        self,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> OverviewOut:
        """Counts what an initiative holds by type, layer, tier and status; names where its knowledge began,
        with how much came from it, the things and tags that most is about, what is settled, its chains,
        and what is open: claims, reviews, overdue tasks. Wants the scope read.

        Args:
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
            limit: Most items of each list. Default 8. 1 to 50.
        """
        return OverviewOut.read(self._call(
            "overview", body_of(initiative=initiative, as_of=as_of, known_at=known_at, limit=limit),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def path(
        self,
        from_: str,
        to: str,
        *,
        types: Sequence[Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"]] | None = None,
        across: bool | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> PathOut:
        """Finds the trail between two nodes whose links' weights have the greatest product, with the weights
        as of the moment asked for. What ended, or is under review, is passed by unless include has past.
        That nothing leads from one to the other is an answer: found is false. Wants the scope read.

        Args:
            from_: Name or id of the node that it begins at.
            to: Name or id of the node that it ends at.
            types: Only links of these types. At most 12.
            across: Over the border of the initiative too: everything that the key sees, each result saying
                whose it is.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return PathOut.read(self._call(
            "path", body_of(from_=from_, to=to, types=types, across=across, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def payload(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> PayloadOut:
        """Reads the content and the details of an event with the salt of each, so that the event's digests
        can be computed again. A forgotten payload is gone from the moment of the deed. Wants the scope
        read.

        Args:
            id: The event.
        """
        return PayloadOut.read(self._call(
            "payload", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def payloads(
        self,
        stream: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[PayloadsOut, PayloadItem]:
        """Reads the payloads of a stream in the order of its events, each as the verb payload answers it, so
        that whoever verifies or copies a stream need not ask for every event. A forgotten one is there as
        gone, one that the server cannot read whole as damaged. A page ends early where its texts are long.
        As application/x-ndjson it is one payload a line; go on after the last one's seq until an answer is
        empty. Wants the scope read.

        Args:
            stream: The stream to read.
            after: Answer what comes after this seq. Default 0.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "payloads", body_of(stream=stream, after=after, limit=limit, cursor=cursor), PayloadsOut, PayloadItem,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def pin(
        self,
        node: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Keeps a node in sight: it is shown at every arrival, and upkeep never moves it. Pinned again with
        another reason, it has that one. Wants the scope write.

        Args:
            node: The node, by name or id.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "pin", body_of(node=node, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def proof(
        self,
        id: str,
        *,
        seq: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ProofOut:
        """Answers a C2SP tlog-proof that an event or an entry of the deletion ledger is in its log, under the
        log's newest signed checkpoint, and that this checkpoint is in the log of logs. It holds the entry
        itself, no text, and is checked without a server. An entry that is newer than the newest checkpoint
        is not_found until the next. Wants the scope read.

        Args:
            id: The event, or the receipt.
            seq: The receipt's seq, which stands in it: it is found at once. Without it the receipt is found
                by its id, which costs one more read.
        """
        return ProofOut.read(self._call(
            "proof", body_of(id=id, seq=seq),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def rebuild(
        self,
        *,
        all: bool | None = None,
        after: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MaintainOut:
        """Folds memories, listings and the index again from the derivations and the deletion ledger, without
        running a structurer, to the same ids. What is right stays as it is, so that one that was
        interrupted can be run again; with all it goes on after the last project that it finished. As
        text/event-stream it tells its progress. Wants the scope operator.

        Args:
            all: Go through every project, not only the one that the call acts on.
            after: With all: begin after the project with this id, where an earlier call stopped.
        """
        return MaintainOut.read(self._call(
            "rebuild", body_of(all=all, after=after),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def recall(
        self,
        question: str,
        *,
        budget: int | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        types: Sequence[Literal["fact", "decision", "task", "preference", "procedure", "episode"]] | None = None,
        initiatives: Sequence[str] | None = None,
        streams: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        include: Sequence[Literal["past"]] | None = None,
        fill: bool | None = None,
        candidates: int | None = None,
        trace: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Pack:
        """Answers a question with the few memories that bear it out, each with the place that it came from,
        within a budget of tokens; or abstains and says which words of the question nothing bears out. asOf
        asks what was true then, knownAt what was known then. As text/event-stream it sends candidates,
        then packed an item, then final. Wants the scope read.

        Args:
            question: The question, in any words.
            budget: Most tokens of the answer's texts, in o200k_base. Default 1024. 1 to 32,000.
            as_of: What was true at this time; now when absent.
            known_at: What had been recorded by this time; nothing is cut when absent.
            types: Only memories of these types. At most 6.
            initiatives: Only memories of these initiatives; those that name none are left out. At most 64.
            streams: Only what these streams say. At most 64.
            actors: Only what these people said. At most 64.
            metadata: Only what events with these entries say, all of them equal.
            include: past: add, last and marked, what no longer holds. At most 1.
            fill: Go on in rank order until the budget is full.
            candidates: How many candidates the event stream shows. Default 50. 1 to 200.
            trace: Say of each item why it was chosen.
        """
        return Pack.read(self._call(
            "recall", body_of(question=question, budget=budget, as_of=as_of, known_at=known_at, types=types, initiatives=initiatives, streams=streams, actors=actors, metadata=metadata, include=include, fill=fill, candidates=candidates, trace=trace),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def recall_stream(
        self,
        question: str,
        *,
        budget: int | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        types: Sequence[Literal["fact", "decision", "task", "preference", "procedure", "episode"]] | None = None,
        initiatives: Sequence[str] | None = None,
        streams: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        include: Sequence[Literal["past"]] | None = None,
        fill: bool | None = None,
        candidates: int | None = None,
        trace: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RecallStream:
        """As recall, while it works: Candidates, then Packed an item, then Final.

        Args:
            question: The question, in any words.
            budget: Most tokens of the answer's texts, in o200k_base. Default 1024. 1 to 32,000.
            as_of: What was true at this time; now when absent.
            known_at: What had been recorded by this time; nothing is cut when absent.
            types: Only memories of these types. At most 6.
            initiatives: Only memories of these initiatives; those that name none are left out. At most 64.
            streams: Only what these streams say. At most 64.
            actors: Only what these people said. At most 64.
            metadata: Only what events with these entries say, all of them equal.
            include: past: add, last and marked, what no longer holds. At most 1.
            fill: Go on in rank order until the budget is full.
            candidates: How many candidates the event stream shows. Default 50. 1 to 200.
            trace: Say of each item why it was chosen.
        """
        body = body_of(question=question, budget=budget, as_of=as_of, known_at=known_at, types=types, initiatives=initiatives, streams=streams, actors=actors, metadata=metadata, include=include, fill=fill, candidates=candidates, trace=trace)
        options = options_of(timeout=timeout, retries=retries, project=project, request_id=request_id)
        return RecallStream(lambda: self._stream("recall", body, options))

    def recent(
        self,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        since: datetime | str | None = None,
        include: Sequence[Literal["past"]] | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BriefsOut:
        """Lists the nodes of an initiative by their last change, newest first, with what changed them, who
        and why, and between them what was noted down from events. What ended is left out unless include
        has past; then it is marked. Wants the scope read.

        Args:
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
            since: Only what was recorded at this time or later.
            include: past: what ended too, marked. At most 1.
            limit: Most items to answer. Default 20. 1 to 200.
        """
        return BriefsOut.read(self._call(
            "recent", body_of(initiative=initiative, as_of=as_of, known_at=known_at, since=since, include=include, limit=limit),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def reflect(
        self,
        *,
        kinds: Sequence[str] | None = None,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> FindingsOut:
        """Lists nodes that nothing is linked with, stale chains, open reviews, claims that look decided, work
        to settle, what may sink to a farther layer, overdue tasks, initiatives with nearly the same name,
        and what may be shared before it is settled. Nothing is changed. Wants the scope read.

        Args:
            kinds: Only findings of these kinds. At most 20.
            limit: Most findings to answer. Default 50. 1 to 500.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return FindingsOut.read(self._call(
            "reflect", body_of(kinds=kinds, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def refute(
        self,
        claim: str,
        *,
        because: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Says that a claim is not so. It ends, and is never answered as current; the answer names what
        derives from it. Wants the scope write.

        Args:
            claim: The claim, by name or id.
            because: Why; required as long as there is no evidence for it.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "refute", body_of(claim=claim, because=because, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def reinstate(
        self,
        memory_id: MemoryRef,
        *,
        reason: str | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MendOut:
        """Lets a superseded or canceled memory hold again. What took its place becomes canceled, as if it had
        never held. Wants the scope write.

        Args:
            memory_id: The memory that was replaced.
            reason: Why.
            actor: Who says so; the name of the key when absent.
        """
        return MendOut.read(self._call(
            "reinstate", body_of(memory_id=memory_id, reason=reason, actor=actor),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def remember(
        self,
        content: str | None = None,
        *,
        stream: str | None = None,
        kind: Literal["message", "tool_call", "file", "commit"] | None = None,
        content_base64: str | None = None,
        content_type: str | None = None,
        occurred_at: datetime | str | None = None,
        expires_at: datetime | str | None = None,
        actor: str | None = None,
        role: str | None = None,
        initiatives: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        idempotency_key: str | None = None,
        wait: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Remembered:
        """Appends one event, or up to 40 as events, to a stream of the ledger and answers them with their
        hashes. What they say is searchable at once as a quote, and as dated statements when the job is
        done; wait waits for that. The same idempotencyKey again answers the first event and appends
        nothing. What looks like a secret is told in the job's warnings; private keys are refused (see
        guard). Wants the scope write.

        Args:
            content: The text, word for word; or give contentBase64.
            stream: The stream to append to. Names that begin with ~ are the server's own. Default "main".
            kind: What sort of thing happened. Default "message".
            content_base64: The bytes of a file in standard base64, in place of content. Its contentType says
                what they are.
            content_type: Media type of the content, such as text/markdown. Required with contentBase64.
            occurred_at: When it happened, in RFC 3339; now when absent. "Yesterday" in the text counts from
                it.
            expires_at: Forget the event then, with a receipt.
            actor: Who said or did it.
            role: The actor's part, such as user or assistant.
            initiatives: Names of the work that it belongs to. At most 64.
            metadata: Entries of your own: strings and integers.
            idempotency_key: Unique in the project, for ever. The same key again answers the first event and
                appends nothing. Make it from the source's ids, never from text.
            wait: Answer once the memories are searchable, or after 25 seconds.
        """
        return Remembered.read(self._call(
            "remember", body_of(stream=stream, kind=kind, content=content, content_base64=content_base64, content_type=content_type, occurred_at=occurred_at, expires_at=expires_at, actor=actor, role=role, initiatives=initiatives, metadata=metadata, idempotency_key=idempotency_key, wait=wait),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def remember_all(
        self,
        events: Sequence[EventIn],
        *,
        stream: str | None = None,
        wait: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> list[Remembered]:
        """Appends up to 40 events to one stream, all or none, in order. Each without an idempotency_key gets
        one.

        Args:
            stream: The stream to append to. Names that begin with ~ are the server's own. Default "main".
            events: Up to 40 events in place of content, appended in order, all or none. At most 40.
            wait: Answer once the memories are searchable, or after 25 seconds.
        """
        return remembered(self._call(
            "remember", body_of(stream=stream, events=with_keys(events), wait=wait),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def remind(
        self,
        node: str,
        *,
        at: datetime | str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Sets when a node is to be brought up again. From then on every arrival shows it, until the reminder
        is set anew or taken away. Wants the scope write.

        Args:
            node: The node, by name or id.
            at: When; absent takes the reminder away.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "remind", body_of(node=node, at=at, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def restructure(
        self,
        *,
        dry_run: bool | None = None,
        all: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RestructureOut:
        """Reads every event of the project again, with the structurer of this version and with the model
        where the project has one on, and puts what it finds in the place of what stands. Ids of before
        lead to what says it now; what people corrected, reinstated, disputed and aliased stays so; what is
        forgotten stays forgotten. It is an event of its own. A dry run counts and writes nothing. One that
        stopped is finished, or begun again, by the next. As text/event-stream it tells its progress. Wants
        the scope operator.

        Args:
            dry_run: Count what would change, and write nothing.
            all: Go through every project, not only the one that the call acts on.
        """
        return RestructureOut.read(self._call(
            "restructure", body_of(dry_run=dry_run, all=all),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def revise(
        self,
        node: str,
        content: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Gives a node new words. The new version takes its place under the same name, with its layer, tags
        and links; the old one stays in its history. Wants the scope write.

        Args:
            node: The node, by name or id.
            content: What it says now.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "revise", body_of(node=node, content=content, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def reweight(
        self,
        from_: str,
        to: str,
        type: Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"],
        *,
        weight: float | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Gives a link that is there another weight. The former one stays in its history, and paths as of
        then go by it. Wants the scope write.

        Args:
            from_: The node that it comes from.
            to: The node that it leads to.
            type: What it means.
            weight: How strong it is, from 0 to 1.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "reweight", body_of(from_=from_, to=to, type=type, weight=weight, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def set_status(
        self,
        node: str,
        status: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Says where the work of a node stands: open, doing, blocked, done, dropped, or a word of your own
        board. Wants the scope write.

        Args:
            node: The node, by name or id.
            status: Where it stands.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "set_status", body_of(node=node, status=status, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def settle(
        self,
        node: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Makes an idea, outcome, reference, summary, concept or entity, or an automatic memory, settled
        knowledge. Its provenance stays. Work is not settled as it is: synthesise what came of it. Wants
        the scope write.

        Args:
            node: The node, by name or id.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "settle", body_of(node=node, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def slot(
        self,
        role: str,
        node: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Gives a role of the initiative, such as plan or next, to a node. A role has one holder: the former
        one goes cold, and a temporal link leads to it. Wants the scope write.

        Args:
            role: The role; case does not count.
            node: The node, by name or id.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "slot", body_of(role=role, node=node, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def slots(
        self,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> SlotsOut:
        """Lists the roles that were given in an initiative (the plan, the lead, the current design …) and the
        one node that has each. Wants the scope read.

        Args:
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return SlotsOut.read(self._call(
            "slots", body_of(initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def sources(
        self,
        memory_id: MemoryRef,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[SourcesOut, Citation]:
        """Lists all the places in events that bear a memory out, oldest first. The memory itself names at
        most 100 of its events. Wants the scope read.

        Args:
            memory_id: The memory.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "sources", body_of(memory_id=memory_id, limit=limit, cursor=cursor), SourcesOut, Citation,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def streams(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Page[StreamsOut, StreamHead]:
        """Lists every stream of the project with its head: the seq and the hash of its newest event. Whoever
        keeps a head can later prove that nothing before it was changed. Wants the scope read.

        Args:
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "streams", body_of(limit=limit, cursor=cursor), StreamsOut, StreamHead,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def structure(
        self,
        content: str,
        *,
        kind: Literal["message", "tool_call", "file", "commit"] | None = None,
        occurred_at: datetime | str | None = None,
        actor: str | None = None,
        role: str | None = None,
        initiatives: Sequence[str] | None = None,
        dry_run: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> StructureOut:
        """Reads a text as an event of now, with the model where the project has one on, judges it against the
        memories that there are, and shows each proposal, what it would do, and why it was accepted or
        dropped. Nothing is written: only a dry run is offered. Wants the scope write.

        Args:
            content: The text.
            kind: What sort of event it would be. Default "message".
            occurred_at: What relative dates count from; now when absent.
            actor: Who says it.
            role: The actor's part.
            initiatives: The work that it belongs to. At most 64.
            dry_run: Must be true: remember notes down for good.
        """
        return StructureOut.read(self._call(
            "structure", body_of(content=content, kind=kind, occurred_at=occurred_at, actor=actor, role=role, initiatives=initiatives, dry_run=dry_run),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def supersede(
        self,
        node: str,
        *,
        by: str | None = None,
        content: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Ends a node by another that takes its place: one that is there, or one that is made of words. As of
        before the old one still holds. Wants the scope write.

        Args:
            node: The node that ends, by name or id.
            by: The node that takes its place; or else content.
            content: What a new one says.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "supersede", body_of(node=node, by=by, content=content, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def surface(
        self,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        layer: Literal["cold", "frozen"] | None = None,
        query: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BriefsOut:
        """Lists what lies in the layers cold and frozen, which awake does not tell: first what a query names
        by name or tag, then what is linked with something core or hot or with an open task, then the
        newest. Wants the scope read.

        Args:
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
            layer: Only this layer; both when absent.
            query: Words of names or tags.
            limit: Most items to answer. Default 20. 1 to 200.
        """
        return BriefsOut.read(self._call(
            "surface", body_of(initiative=initiative, as_of=as_of, known_at=known_at, layer=layer, query=query, limit=limit),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def synthesise(
        self,
        nodes: Sequence[str],
        content: str,
        *,
        type: Literal["idea", "outcome", "reference", "summary", "concept", "entity"] | None = None,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Makes one node of several: what they come to. It derives from each, and they stay. Wants the scope
        write.

        Args:
            nodes: The nodes, by name or id; at least two. At most 60.
            content: What they come to.
            type: What it is. Default "summary".
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "synthesise", body_of(nodes=nodes, content=content, type=type, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def tag(
        self,
        node: str,
        tags: Sequence[str],
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Gives a node tags; those that it has stay. Tags that differ by case alone are one. Wants the scope
        write.

        Args:
            node: The node, by name or id.
            tags: The tags. At most 64.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "tag", body_of(node=node, tags=tags, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def tagged(
        self,
        tags: Sequence[str],
        *,
        limit: int | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BriefsOut:
        """Lists the nodes that have all of some tags, newest first. Wants the scope read.

        Args:
            tags: The tags, all of which a node must have. At most 64.
            limit: Most nodes to answer. Default 50. 1 to 500.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return BriefsOut.read(self._call(
            "tagged", body_of(tags=tags, limit=limit, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def task(
        self,
        content: str,
        *,
        due: datetime | str | None = None,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes what is to be done, and by when. It is an open task until done says so, or set_status. Wants
        the scope write.

        Args:
            content: What is to be done.
            due: By when.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "task", body_of(content=content, due=due, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def trace(
        self,
        node: str,
        *,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> TraceOut:
        """Follows what a node was derived from, what it replaced, what was consolidated to it and what speaks
        for and against it, to the roots, through what ended too, and shows the events that say each, with
        stream, place and words. Automatic memories are followed to their events as well. Wants the scope
        read.

        Args:
            node: Name or id of the node.
            limit: Most nodes to answer. Default 50. 1 to 500.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return TraceOut.read(self._call(
            "trace", body_of(node=node, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def undo(
        self,
        event: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Takes back what one event of curation did: every attribute is what it was before, what it ended
        holds again, and what it made never held. Where something of it was changed since, nothing is done,
        and the answer names the events. An undo is undone in the same way. Wants the scope write.

        Args:
            event: The event whose change is taken back.
            initiative: The initiative that it was done in.
            reason: Why.
            actor: Who does it; the name of the key when absent.
        """
        return CurateOut.read(self._call(
            "undo", body_of(event=event, initiative=initiative, reason=reason, actor=actor),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def unlink(
        self,
        from_: str,
        to: str,
        type: Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"],
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Takes a link away. As of before it is still there. Wants the scope write.

        Args:
            from_: The node that it comes from.
            to: The node that it leads to.
            type: What it means.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "unlink", body_of(from_=from_, to=to, type=type, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def unpin(
        self,
        node: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Takes the pin of a node away. Wants the scope write.

        Args:
            node: The node, by name or id.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "unpin", body_of(node=node, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def unsettle(
        self,
        node: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Makes settled knowledge work again. Wants the scope write.

        Args:
            node: The node, by name or id.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "unsettle", body_of(node=node, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def unslot(
        self,
        role: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Takes a role of the initiative from whichever node has it. Wants the scope write.

        Args:
            role: The role; case does not count.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "unslot", body_of(role=role, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def untag(
        self,
        node: str,
        tags: Sequence[str],
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Takes tags from a node. Those that it does not have are passed over. Wants the scope write.

        Args:
            node: The node, by name or id.
            tags: The tags. At most 64.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "untag", body_of(node=node, tags=tags, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def visibility(
        self,
        node: str,
        visibility: Literal["private", "shared"],
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Says whether a node is private or may be shared. What is shared is listed by reflect, so that
        nothing is shared unseen. Wants the scope write.

        Args:
            node: The node, by name or id.
            visibility: private or shared.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(self._call(
            "visibility", body_of(node=node, visibility=visibility, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def walk(
        self,
        from_: str,
        *,
        types: Sequence[Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"]] | None = None,
        direction: Literal["out", "in", "both"] | None = None,
        depth: int | None = None,
        limit: int | None = None,
        across: bool | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MetOut:
        """Follows links from a node, breadth first, the strongest first, to a depth of at most eight. What
        ended, or is under review, is passed by unless include has past. Automatic memories are nodes as
        well: what they replaced, what replaced them and what contradicts them are their links. Wants the
        scope read.

        Args:
            from_: Name or id of the node to begin at.
            types: Only links of these types. At most 12.
            direction: Which links: from a node, to it, or both. Default "both".
            depth: How many links far. Default 2. 1 to 8.
            limit: Most nodes to answer. Default 50. 1 to 500.
            across: Over the border of the initiative too: everything that the key sees, each result saying
                whose it is.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return MetOut.read(self._call(
            "walk", body_of(from_=from_, types=types, direction=direction, depth=depth, limit=limit, across=across, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def why(
        self,
        chain: str,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> WhyOut:
        """Shows a chain from one end to the other: each member in full, and between two of them the link that
        joins them, who made it and why. A stale chain says what is wrong with it. Wants the scope read.

        Args:
            chain: Name or id of the chain.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return WhyOut.read(self._call(
            "why", body_of(chain=chain, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))


class AsyncArchive:
    """The verbs `archive` and `archive.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def __call__(
        self,
        path: str,
        *,
        keys: Sequence[str] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ArchiveOut:
        """Reads all of an archive that archive.export wrote and believes nothing of it: it recomputes every
        chain and every digest, and checks what was signed. What is wrong is named by its part. It changes
        nothing. Wants the scope operator.

        Args:
            path: The file: an absolute path on the server's machine.
            keys: Verifier keys that you trust: the archive's checkpoints must be signed by one of them, or by
                one that they lead to. Without any, the archive's own are believed. At most 64.
        """
        return ArchiveOut.read(await self._caller._call(
            "archive", body_of(path=path, keys=keys),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def export(
        self,
        path: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ArchiveOut:
        """Writes the project's events as the exact lines that its chains are over, their payloads, memories
        with their links, receipts and signed checkpoints into a new file of the server's machine; the
        format is documented. What was forgotten has no text in it. The file holds the project's secret and
        is as secret as the data; a later purge does not reach it. Wants the scope operator.

        Args:
            path: The file: an absolute path on the server's machine.
        """
        return ArchiveOut.read(await self._caller._call(
            "archive.export", body_of(path=path),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def load(
        self,
        path: str,
        *,
        name: str | None = None,
        keys: Sequence[str] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> LoadArchiveOut:
        """Checks an archive and makes a project of it, which must not be there yet: the same streams byte for
        byte, the same keys, memories and receipts. Nobody sees it before all of it is there, and one that
        stopped is gone on with when it is imported again. What this server forgot of the same project
        since is forgotten again first, and an archive of a project that this server deleted is refused.
        Wants the scope operator.

        Args:
            path: The file: an absolute path on the server's machine.
            name: The name of the project to make; without it, the one that the archive says.
            keys: Verifier keys that you trust: the archive's checkpoints must be signed by one of them, or by
                one that they lead to. Without any, the archive's own are believed. At most 64.
        """
        return LoadArchiveOut.read(await self._caller._call(
            "archive.load", body_of(path=path, name=name, keys=keys),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncCheckpoint:
    """The verbs `checkpoint` and `checkpoint.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def __call__(
        self,
        *,
        stream: str | None = None,
        deletions: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CheckpointOut:
        """Answers the newest signed statement of how large a log is and what its Merkle root is: of a stream,
        of the deletion ledger, or, when neither is named, of the log of logs, which covers the deployment
        and which witnesses cosign. The note is C2SP tlog-checkpoint. Whoever keeps one can demand that
        every later history begins with it. Wants the scope read.

        Args:
            stream: The stream; without it the log of logs.
            deletions: The deletion ledger instead.
        """
        return CheckpointOut.read(await self._caller._call(
            "checkpoint", body_of(stream=stream, deletions=deletions),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def resume(
        self,
        reason: str,
        *,
        stream: str | None = None,
        deletions: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ResumeCheckpointOut:
        """Says that somebody has looked at why a log was stopped, and has put back what was changed: signing
        goes on. It forgives nothing: the log is read from its first entry again and held to all that was
        ever signed of it, and one that does not begin with that stops again. Who did it and the reason
        given are an event of the stream ~logs, written before the deed. Neither stream nor deletions means
        the log of logs. Wants the scope operator.

        Args:
            reason: What was found and what was done about it.
            stream: The stream; without it the log of logs.
            deletions: The deletion ledger instead.
        """
        return ResumeCheckpointOut.read(await self._caller._call(
            "checkpoint.resume", body_of(stream=stream, deletions=deletions, reason=reason),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncDeadLetters:
    """The verbs `dead_letters` and `dead_letters.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def __call__(
        self,
        *,
        kinds: Sequence[Literal["job", "structure", "compact", "notify", "checkpoint", "schedule"]] | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> DeadLettersOut:
        """Lists jobs that failed their last attempt and, in a deployment, hints and runs of the schedule that
        their function failed at five times: ids and reasons, never text. Of every project, unless the call
        names one. Wants the scope operator.

        Args:
            kinds: Only these kinds. At most 6.
            limit: Most items to answer. Default 100. 1 to 1,000.
        """
        return DeadLettersOut.read(await self._caller._call(
            "dead_letters", body_of(kinds=kinds, limit=limit),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def redrive(
        self,
        *,
        kinds: Sequence[Literal["job", "structure", "compact", "notify", "checkpoint", "schedule"]] | None = None,
        limit: int | None = None,
        id: str | None = None,
        all: bool | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RedriveOut:
        """Tries again one dead letter by its id, or with all every one that the call finds: jobs are taken up
        again, hints go back to their queue. Doing so twice changes nothing more. See what it would do with
        dryRun. Wants the scope operator.

        Args:
            kinds: Only these kinds. At most 6.
            limit: Most items to answer. Default 100. 1 to 1,000.
            id: The one to try again, as dead_letters has it.
            all: Try every one again, up to limit.
            dry_run: Only show which.
        """
        return RedriveOut.read(await self._caller._call(
            "dead_letters.redrive", body_of(kinds=kinds, limit=limit, id=id, all=all, dry_run=dry_run),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncGuard:
    """The verbs `guard` and `guard.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def __call__(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> GuardOut:
        """Shows the secret guard's policy: of each class of findings whether it is left alone (off), told on
        the job (warn), written over before anything is stored (redact), or refused with nothing stored
        (refuse). Wants the scope read.
        """
        return GuardOut.read(await self._caller._call(
            "guard", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def allow(
        self,
        reason: str,
        *,
        value: str | None = None,
        rule: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AllowOut:
        """Lets pass what the secret guard would find: one value, such as a key of a test, the findings of a
        rule, or one value by one rule. Of the value only a digest under the project's secret is kept. The
        reason is recorded as an event of the stream ~guard. The same again answers the entry that is
        there. Wants the scope admin.

        Args:
            reason: Why it is no secret, or may be stored all the same.
            value: The value, just as the guard finds it; every value of the rule when absent.
            rule: Name of the rule, as warnings and guard.scan show it; every rule when absent.
        """
        return AllowOut.read(await self._caller._call(
            "guard.allow", body_of(value=value, rule=rule, reason=reason),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def allowed(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AllowedOut:
        """Lists the entries of the secret guard's allow-list with their reasons. The values are not kept, so
        they are not shown. Wants the scope read.
        """
        return AllowedOut.read(await self._caller._call(
            "guard.allowed", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def disallow(
        self,
        id: str,
        *,
        reason: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AllowOut:
        """Takes an entry out of the secret guard's allow-list. That is recorded in the stream ~guard; what
        was stored meanwhile stays. Wants the scope admin.

        Args:
            id: The entry, as guard.allowed lists it.
            reason: Why.
        """
        return AllowOut.read(await self._caller._call(
            "guard.disallow", body_of(id=id, reason=reason),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def scan(
        self,
        content: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ScanOut:
        """Looks at a text as remember would, by the project's policy and allow-list, and stores nothing. It
        answers the rule and the place of every finding, and the value masked. Wants the scope read.

        Args:
            content: The text.
        """
        return ScanOut.read(await self._caller._call(
            "guard.scan", body_of(content=content),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def set(
        self,
        *,
        private_key: Literal["redact", "refuse"] | None = None,
        token: Literal["off", "warn", "redact", "refuse"] | None = None,
        credential: Literal["off", "warn", "redact", "refuse"] | None = None,
        card: Literal["off", "warn", "redact", "refuse"] | None = None,
        iban: Literal["off", "warn", "redact", "refuse"] | None = None,
        email: Literal["off", "warn", "redact", "refuse"] | None = None,
        phone: Literal["off", "warn", "redact", "refuse"] | None = None,
        ip: Literal["off", "warn", "redact", "refuse"] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> GuardOut:
        """Changes the secret guard's policy, of the classes that are given; it holds for what is remembered
        from then on. Personal data is looked for only where the policy names it. The change is recorded in
        the stream ~guard. Wants the scope admin.

        Args:
            private_key: Private keys: PEM, OpenSSH, PGP, PuTTY, JWK, age. Refused unless it is said
                otherwise; never stored as they are.
            token: Values that their own format gives away, such as access keys of services. Warned of.
            credential: Values that are called a password, key or token beside them. Warned of.
            card: Numbers of payment cards. Off.
            iban: Numbers of bank accounts. Off.
            email: E-mail addresses. Off.
            phone: Phone numbers, international or North American. Off.
            ip: IP addresses. Off.
        """
        return GuardOut.read(await self._caller._call(
            "guard.set", body_of(private_key=private_key, token=token, credential=credential, card=card, iban=iban, email=email, phone=phone, ip=ip),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncHygiene:
    """The verbs `hygiene` and `hygiene.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def __call__(
        self,
        *,
        dry_run: bool | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Moves what nobody touched for long one layer down: never into core or out of it, and no pin, open
        task or open claim. It only tells what it would move unless dryRun is false. At most 100 nodes at a
        time, which one undo takes back. Wants the scope write.

        Args:
            dry_run: Only tell what would be moved. Default true.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._caller._call(
            "hygiene", body_of(dry_run=dry_run, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def set(
        self,
        threshold: Literal["hotDays", "warmDays", "coldDays", "doneDays", "coreMost"],
        *,
        value: int | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Sets a threshold of an initiative's upkeep, in days or, for coreMost, a number. Without a value it
        is the default again. Wants the scope write.

        Args:
            threshold: Which.
            value: Its value; the default when absent. 1 to 36,525.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._caller._call(
            "hygiene.set", body_of(threshold=threshold, value=value, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncInitiatives:
    """The verbs `initiatives` and `initiatives.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        name: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[InitiativesOut, InitiativeCounts]:
        """Lists the initiatives that events and nodes named, the one that changed last first, with their
        nodes by layer, their open tasks, and which of them are local only. A name that none has answers an
        empty list and the names nearest to it. Wants the scope read.

        Args:
            name: Only the one of this name.
            as_of: Counts as of this time; default now.
            known_at: Counts as they were recorded by this time; default all that is recorded.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._caller._page(
            "initiatives", body_of(name=name, as_of=as_of, known_at=known_at, limit=limit, cursor=cursor), InitiativesOut, InitiativeCounts,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def set(
        self,
        name: str,
        local_only: bool,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> SetInitiativeOut:
        """Says whether the text of an initiative stays on the server's machine: what is local only is shown
        to no model on another machine, neither as an event, nor as what was said before it, nor as a
        memory beside it. It holds from the next job on, and can be said before the first event names the
        initiative. Wants the scope admin.

        Args:
            name: The initiative's name.
            local_only: Whether its text stays on the server's machine.
        """
        return SetInitiativeOut.read(await self._caller._call(
            "initiatives.set", body_of(name=name, local_only=local_only),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncKeys:
    """The verbs `keys` and `keys.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[KeysOut, KeyInfo]:
        """Lists the keys of the project, revoked ones too, without the keys themselves, which nobody can read
        back. Wants the scope admin.

        Args:
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._caller._page(
            "keys", body_of(limit=limit, cursor=cursor), KeysOut, KeyInfo,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def create(
        self,
        scopes: Sequence[Literal["read", "write", "forget", "admin", "operator"]],
        *,
        name: str | None = None,
        initiatives: Sequence[str] | None = None,
        per_minute: int | None = None,
        expires_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CreateKeyOut:
        """Makes a key to the project with the scopes named and answers it: keep it, it is not stored and
        cannot be had again. From the first key on, a local server wants one with every request. A key with
        the scope operator is made by an operator only. Each key that is made or ended is recorded as an
        event in the stream ~keys. Wants the scope admin.

        Args:
            scopes: What it allows. At most 5.
            name: What to call it in lists; also the author of what it mends.
            initiatives: Limits it to these initiatives: it writes to them alone and sees no memory and no
                text that names none of them. Such a key carries the scopes read and write at most. At most
                64.
            per_minute: How many requests a minute it allows; more are answered 429. A minute's worth may come
                at once. 1 to 1,000,000.
            expires_at: From when on it is refused.
        """
        return CreateKeyOut.read(await self._caller._call(
            "keys.create", body_of(name=name, scopes=scopes, initiatives=initiatives, per_minute=per_minute, expires_at=expires_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def revoke(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RevokeKeyOut:
        """Ends a key of the project. Requests with it are refused from then on. Ending it twice is no error.
        Wants the scope admin.

        Args:
            id: The key, as keys lists it.
        """
        return RevokeKeyOut.read(await self._caller._call(
            "keys.revoke", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncModel:
    """The verbs `model` and `model.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def __call__(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ModelOut:
        """Says which model the server has, where the text goes that it is shown, and whether this project has
        it read its events. It is off unless model.set turned it on. Wants the scope read.
        """
        return ModelOut.read(await self._caller._call(
            "model", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def set(
        self,
        on: bool,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ModelOut:
        """Says whether the server's model reads the events of this project from now on: their text then goes
        to its address, except that of initiatives marked local only, which goes to no other machine. The
        rules answer wherever the model does not. Wants the scope admin.

        Args:
            on: Whether the model reads the project's events.
        """
        return ModelOut.read(await self._caller._call(
            "model.set", body_of(on=on),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncProjects:
    """The verbs `projects` and `projects.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[ProjectsOut, ProjectInfo]:
        """Lists the projects of the deployment. Wants the scope operator.

        Args:
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._caller._page(
            "projects", body_of(limit=limit, cursor=cursor), ProjectsOut, ProjectInfo,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def create(
        self,
        name: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CreateProjectOut:
        """Makes a project: a wall around what one end user's memories are. Make keys to it with keys.create,
        naming it in Kaibo-Project. Wants the scope operator.

        Args:
            name: The project's name: 1 to 128 of A-Z a-z 0-9 . _ ~ -.
        """
        return CreateProjectOut.read(await self._caller._call(
            "projects.create", body_of(name=name),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def delete(
        self,
        *,
        name: str | None = None,
        reason: str | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> DeleteProjectOut:
        """Deletes a project: from the answer on nothing finds it and its keys are refused; after the grace
        everything of it is purged but the envelopes of its chains. The receipt goes to the operator's own
        deletion ledger. A dry run counts what would go. Wants the scope operator.

        Args:
            name: The project's name; the one that Kaibo-Project names when absent.
            reason: Why. Only its digest is kept.
            dry_run: Count what would go, and delete nothing.
        """
        return DeleteProjectOut.read(await self._caller._call(
            "projects.delete", body_of(name=name, reason=reason, dry_run=dry_run),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def export(
        self,
        *,
        name: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[ExportOut, Exported]:
        """Answers, page by page, every event with its payload, stream by stream, then every memory, then the
        deletion ledger. What was forgotten has no text in it. The file made of it is the operator's to
        keep and to destroy. Wants the scope operator.

        Args:
            name: The project's name; the one that Kaibo-Project names when absent.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._caller._page(
            "projects.export", body_of(name=name, limit=limit, cursor=cursor), ExportOut, Exported,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def usage(
        self,
        *,
        name: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ProjectUsageOut:
        """Counts the streams, events, memories, initiatives and entries of the deletion ledger of a project.
        Wants the scope operator.

        Args:
            name: The project's name; the one that Kaibo-Project names when absent.
        """
        return ProjectUsageOut.read(await self._caller._call(
            "projects.usage", body_of(name=name),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))


class AsyncRetention:
    """The verbs `retention` and `retention.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def __call__(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RetentionOut:
        """Lists the rules by which events are forgotten after some days. Wants the scope forget."""
        return RetentionOut.read(await self._caller._call(
            "retention", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> DeleteRetentionOut:
        """Ends a retention rule. What it forgot stays forgotten. Wants the scope forget.

        Args:
            id: The rule, as retention lists it.
        """
        return DeleteRetentionOut.read(await self._caller._call(
            "retention.delete", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def set(
        self,
        days: int,
        *,
        kind: Literal["message", "tool_call", "file", "commit"] | None = None,
        streams: Sequence[str] | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> SetRetentionOut:
        """Sets how many days events are kept, of a kind, of streams, or of a kind in streams. What is past
        its days is forgotten within the hour and from then on by schedule, with receipts, and purged after
        the grace as with forget. A rule about the same events is given the new days. dryRun counts what it
        would take now and sets nothing. Wants the scope forget.

        Args:
            days: How many days they are kept from when they were recorded. 1 to 36,500.
            kind: Events of this kind; of every kind when absent, then streams must be given.
            streams: Events of these streams; of every stream but the server's own when absent. At most 64.
            dry_run: Count what it would take now, and set nothing.
        """
        return SetRetentionOut.read(await self._caller._call(
            "retention.set", body_of(kind=kind, streams=streams, days=days, dry_run=dry_run),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncVerifierKeys:
    """The verbs `verifier_keys` and `verifier_keys.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def __call__(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> VerifierKeysOut:
        """Answers the public keys by which checkpoints are signed, and every list of keys that was ever
        published, each signed by a key of the list before: whoever trusts one key can follow to those that
        sign now. It wants no key.
        """
        return VerifierKeysOut.read(await self._caller._call(
            "verifier_keys", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def rotate(
        self,
        *,
        finish: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> VerifierKeysOut:
        """Makes a new signing key, which signs beside the old one. Once everybody who verifies has seen both,
        say it again with finish: the old one is deleted and only the new one signs. Wants the scope
        operator.

        Args:
            finish: End the rotation that was begun.
        """
        return VerifierKeysOut.read(await self._caller._call(
            "verifier_keys.rotate", body_of(finish=finish),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncWebhooks:
    """The verbs `webhooks` and `webhooks.*`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def __call__(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> WebhooksOut:
        """Lists the webhooks of the project and how their deliveries go, without their secrets, which nobody
        can read back. Wants the scope forget.
        """
        return WebhooksOut.read(await self._caller._call(
            "webhooks", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def create(
        self,
        url: str,
        *,
        events: Sequence[Literal["memory.created", "memory.superseded", "memory.reinstated", "memory.forgotten", "memory.purged", "memory.restructured"]] | None = None,
        description: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CreateWebhookOut:
        """Makes a webhook: every change of a memory is posted to the address, signed as Standard Webhooks
        says, with ids and never with text. The secret in the answer verifies the signatures: keep it, it
        is not shown again. Messages are sent at least once, each under an id that stays the same, and
        retried over a day. Wants the scope forget.

        Args:
            url: Where to post: an https address that everybody on the Internet could reach, without a
                password. It is looked at again at every connection.
            events: Types of messages; all when absent. At most 6.
            description: A note for whoever lists it.
        """
        return CreateWebhookOut.read(await self._caller._call(
            "webhooks.create", body_of(url=url, events=events, description=description),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def delete(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> DeleteWebhookOut:
        """Deletes a webhook with its secret, its log, and everything that waits for it. Wants the scope
        forget.

        Args:
            id: The webhook, as webhooks lists it.
        """
        return DeleteWebhookOut.read(await self._caller._call(
            "webhooks.delete", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def deliveries(
        self,
        id: str,
        *,
        dead_letters: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[DeliveriesOut, Delivery]:
        """Lists the attempts to deliver to a webhook, newest first; the last 500 are kept. With deadLetters
        it lists the messages that were given up instead, of which the last 1,000 are kept. Wants the scope
        forget.

        Args:
            id: The webhook, as webhooks lists it.
            dead_letters: List the messages that were given up.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._caller._page(
            "webhooks.deliveries", body_of(id=id, dead_letters=dead_letters, limit=limit, cursor=cursor), DeliveriesOut, Delivery,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def disable(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> WebhookOut:
        """Disables a webhook. What waits for it becomes dead letters, and it does not hear of what happens
        until it is enabled. Wants the scope forget.

        Args:
            id: The webhook, as webhooks lists it.
        """
        return WebhookOut.read(await self._caller._call(
            "webhooks.disable", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def enable(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> WebhookOut:
        """Enables a webhook that was disabled. What happened meanwhile is not sent; dead letters are with
        webhooks.redrive. Wants the scope forget.

        Args:
            id: The webhook, as webhooks lists it.
        """
        return WebhookOut.read(await self._caller._call(
            "webhooks.enable", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def redrive(
        self,
        id: str,
        *,
        message_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RedriveWebhookOut:
        """Puts the messages that were given up back into the queue of a webhook, all or one, under their old
        ids. They are retried over a day, as new ones are. Wants the scope forget.

        Args:
            id: The webhook, as webhooks lists it.
            message_id: This one alone.
        """
        return RedriveWebhookOut.read(await self._caller._call(
            "webhooks.redrive", body_of(id=id, message_id=message_id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def rotate(
        self,
        id: str,
        *,
        overlap_hours: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RotateWebhookOut:
        """Gives a webhook a new secret and answers it, once. For some hours messages are signed with the old
        one too, so that the receiver may change over in between; overlapHours 0 ends the old one at once.
        Wants the scope forget.

        Args:
            id: The webhook, as webhooks lists it.
            overlap_hours: For how long the old secret signs too. Default 24. 0 to 168.
        """
        return RotateWebhookOut.read(await self._caller._call(
            "webhooks.rotate", body_of(id=id, overlap_hours=overlap_hours),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def test(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> TestWebhookOut:
        """Sends a message of the type webhook.test at once, also to a webhook that is disabled, and answers
        what the receiver said. It is tried once and does not count for or against the webhook. Wants the
        scope forget.

        Args:
            id: The webhook, as webhooks lists it.
        """
        return TestWebhookOut.read(await self._caller._call(
            "webhooks.test", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))


class AsyncVerbs(AsyncCaller):
    """The verbs, awaited."""

    def __init__(self) -> None:
        self.archive = AsyncArchive(self)
        self.checkpoint = AsyncCheckpoint(self)
        self.dead_letters = AsyncDeadLetters(self)
        self.guard = AsyncGuard(self)
        self.hygiene = AsyncHygiene(self)
        self.initiatives = AsyncInitiatives(self)
        self.keys = AsyncKeys(self)
        self.model = AsyncModel(self)
        self.projects = AsyncProjects(self)
        self.retention = AsyncRetention(self)
        self.verifier_keys = AsyncVerifierKeys(self)
        self.webhooks = AsyncWebhooks(self)

    async def alias(
        self,
        name: str,
        same: str,
        *,
        reason: str | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MendOut:
        """Says that two names mean the same subject, so that what is said of one replaces what was said of
        the other. Wants the scope write.

        Args:
            name: The other name.
            same: The name that it means.
            reason: Why.
            actor: Who says so; the name of the key when absent.
        """
        return MendOut.read(await self._call(
            "alias", body_of(name=name, same=same, reason=reason, actor=actor),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def at(
        self,
        node: str,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AtOut:
        """Reads a node whole: its text, layer, tier, tags, names, state, visibility, and its links with their
        weights, as they were at asOf and as they were known at knownAt. A node that ended is answered,
        marked with its status. Automatic memories are nodes as well. Wants the scope read.

        Args:
            node: Name or id of the node.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return AtOut.read(await self._call(
            "at", body_of(node=node, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def awake(
        self,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        budget: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AwakeOut:
        """Answers what a session that begins should know of an initiative: what is pinned, core, hot and
        warm, what has a role, what was settled, open tasks (overdue first), open claims, what is under
        review, chains, reminders that are due, and what changed lately, within a budget of tokens. Each
        section says how many there are. A node is told once, in the section where it matters most; what
        ended is named as such and never as current. Wants the scope read.

        Args:
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
            budget: Most tokens of the text, in o200k_base. The sections hold the same, for programs. Default
                1024. 64 to 32,000.
        """
        return AwakeOut.read(await self._call(
            "awake", body_of(initiative=initiative, as_of=as_of, known_at=known_at, budget=budget),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def backup(
        self,
        path: str,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BackupOut:
        """Copies the data of every project as it is at one moment to a directory of the server's machine, and
        reads all of the copy again: chains and digests. Into the same directory again it copies only what
        is new, and takes away what was purged. kaibo restore brings it back. The copy is as secret as the
        data, and is the operator's to keep and to destroy: a purge does not reach it until the next backup
        into it. As text/event-stream it tells its progress. Wants the scope operator.

        Args:
            path: Where to: an absolute path of a directory that is new, empty, or holds an earlier backup.
        """
        return BackupOut.read(await self._call(
            "backup", body_of(path=path),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def between(
        self,
        a: str,
        b: str,
        *,
        depth: int | None = None,
        limit: int | None = None,
        across: bool | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BetweenOut:
        """Shows the short connections of two nodes along links of either direction, those with fewer links
        first, then the stronger ones. Wants the scope read.

        Args:
            a: Name or id of one node.
            b: Name or id of the other.
            depth: Most links of a connection. Default 3. 1 to 6.
            limit: Most connections to answer. Default 20. 1 to 100.
            across: Over the border of the initiative too: everything that the key sees, each result saying
                whose it is.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return BetweenOut.read(await self._call(
            "between", body_of(a=a, b=b, depth=depth, limit=limit, across=across, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def board(
        self,
        *,
        name: str | None = None,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BoardOut:
        """Shows tasks in columns by their state: open, doing, blocked, done, dropped, and the words of a
        board's own. With a name, the nodes that are part of that board; without one, all tasks of the
        initiative. Wants the scope read.

        Args:
            name: Name or id of a board or checklist; all tasks when absent.
            limit: Most nodes of a column. Default 30. 1 to 200.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return BoardOut.read(await self._call(
            "board", body_of(name=name, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def chain(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        nodes: Sequence[str] | None = None,
        summary: str | None = None,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Keeps a trail through the graph: the strongest between two nodes, or nodes that are named in order,
        each linked to the next. A chain of the same nodes is answered as it is. Wants the scope write.

        Args:
            from_: Where it begins, by name or id.
            to: Where it ends.
            nodes: Or all its nodes, in order. At most 60.
            summary: What it shows; how many nodes it has when absent.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "chain", body_of(from_=from_, to=to, nodes=nodes, summary=summary, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def chains(
        self,
        *,
        node: str | None = None,
        stale: bool | None = None,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BriefsOut:
        """Lists chains, the newest first, of an initiative or those that a node is on. One that is no longer
        the strongest trail, is broken, or has a member that ended is marked as stale, with why. Wants the
        scope read.

        Args:
            node: Only chains that this node is on: its name or id.
            stale: Only stale ones, or only those that are not.
            limit: Most chains to answer. Default 50. 1 to 200.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return BriefsOut.read(await self._call(
            "chains", body_of(node=node, stale=stale, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def checklist(
        self,
        content: str,
        items: Sequence[str],
        *,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Makes a checklist. Each item is a task of its own, part of the list, in order. Wants the scope
        write.

        Args:
            content: What it is for.
            items: What is to be done, in order; at most 40. At most 40.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "checklist", body_of(content=content, items=items, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def cite(
        self,
        url: str,
        *,
        content: str | None = None,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes where something can be read, and what it says, so that claims can be derived from it. Wants
        the scope write.

        Args:
            url: Where it is, with its scheme.
            content: What it says; the address when absent.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "cite", body_of(url=url, content=content, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def claim(
        self,
        content: str,
        *,
        about: Sequence[str] | None = None,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes what may be so, as a hypothesis that is open: evidence speaks for it or against, and confirm
        or refute closes it. Wants the scope write.

        Args:
            content: What may be so.
            about: The nodes that it is about. At most 60.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "claim", body_of(content=content, about=about, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def close_review(
        self,
        node: str,
        outcome: Literal["stands", "ends"],
        *,
        because: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Closes the review of a node: it stands, and holds again from where it did, or it ends. Wants the
        scope write.

        Args:
            node: The node, by name or id.
            outcome: What becomes of it.
            because: Why.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "close_review", body_of(node=node, outcome=outcome, because=because, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def confirm(
        self,
        claim: str,
        *,
        because: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Says that a claim is so, because of a reason or of evidence that was noted. Wants the scope write.

        Args:
            claim: The claim, by name or id.
            because: Why; required as long as there is no evidence for it.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "confirm", body_of(claim=claim, because=because, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def consistency(
        self,
        *,
        stream: str | None = None,
        deletions: bool | None = None,
        from_: int | None = None,
        to: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ConsistencyOut:
        """Answers the RFC 6962 consistency proof that the log's first `to` entries begin with its first
        `from`: with it and two checkpoints anyone can see that nothing of the earlier one was changed.
        Wants the scope read.

        Args:
            stream: The stream; without it the log of logs.
            deletions: The deletion ledger instead.
            from_: The earlier size. Default 0.
            to: The later size; 0 is that of the newest checkpoint. Default 0.
        """
        return ConsistencyOut.read(await self._call(
            "consistency", body_of(stream=stream, deletions=deletions, from_=from_, to=to),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def correct(
        self,
        memory_id: MemoryRef,
        content: str,
        *,
        reason: str | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MendOut:
        """Makes a new memory that takes the place of one that was noted wrongly. It holds from when the wrong
        one held, and the wrong one never did; only knownAt before the correction still shows it. Wants the
        scope write.

        Args:
            memory_id: The memory that is wrong.
            content: What it should have said.
            reason: Why.
            actor: Who says so; the name of the key when absent.
        """
        return MendOut.read(await self._call(
            "correct", body_of(memory_id=memory_id, content=content, reason=reason, actor=actor),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def deletions(
        self,
        *,
        after: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[DeletionsOut, Receipt]:
        """Reads the deletion ledger, which is chained as events are: an entry for what was forgotten, and one
        once its text is gone from every store. It holds ids alone. Wants the scope read.

        Args:
            after: Answer what comes after this seq. Default 0.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "deletions", body_of(after=after, limit=limit, cursor=cursor), DeletionsOut, Receipt,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def dispute(
        self,
        memory_id: MemoryRef,
        *,
        reason: str | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MendOut:
        """Marks a memory as disputed. It goes on being answered, so marked, and memories lists what is
        disputed. Wants the scope write.

        Args:
            memory_id: The memory.
            reason: Why.
            actor: Who says so; the name of the key when absent.
        """
        return MendOut.read(await self._call(
            "dispute", body_of(memory_id=memory_id, reason=reason, actor=actor),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def done(
        self,
        node: str,
        *,
        content: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Reports a task done. With content, an outcome that says what came of it takes its place; without,
        the task is done and stays. Wants the scope write.

        Args:
            node: The task, by name or id.
            content: What came of it.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "done", body_of(node=node, content=content, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def draft(
        self,
        content: str,
        *,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Begins a text that is still worked on. Each new version is made by revise, and the former ones stay
        in its history. Wants the scope write.

        Args:
            content: What it says.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "draft", body_of(content=content, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def drill(
        self,
        node: str,
        *,
        depth: int | None = None,
        limit: int | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MetOut:
        """Shows the parts of a node, the members of a chain, what it was derived from and what was
        consolidated to it, to a depth of at most eight, parts in their order. Wants the scope read.

        Args:
            node: Name or id of the node.
            depth: How deep. Default 1. 1 to 8.
            limit: Most nodes to answer. Default 50. 1 to 500.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return MetOut.read(await self._call(
            "drill", body_of(node=node, depth=depth, limit=limit, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def episode(
        self,
        content: str,
        *,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes what happened, as the account of a piece of work. Wants the scope write.

        Args:
            content: What it says.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "episode", body_of(content=content, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    def events(
        self,
        stream: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[EventsOut, Event]:
        """Reads a stream's chain in order: ids, times and digests, from which every hash can be computed
        again. The text of an event is its payload. As application/x-ndjson it is one event a line; go on
        after the last one's seq until an answer is empty. Wants the scope read.

        Args:
            stream: The stream to read.
            after: Answer what comes after this seq. Default 0.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "events", body_of(stream=stream, after=after, limit=limit, cursor=cursor), EventsOut, Event,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def evidence(
        self,
        claim: str,
        *,
        content: str | None = None,
        node: str | None = None,
        method: Literal["experiment", "measurement", "observation", "source", "reasoning", "hearsay"] | None = None,
        supports: bool | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes what speaks for a claim or against it: words, or a node that is there. It weighs by its
        method: experiment 1, measurement 0.9, observation 0.8, source 0.6, reasoning 0.5, hearsay 0.3;
        reweight changes that. Wants the scope write.

        Args:
            claim: The claim, by name or id.
            content: What was found; or else node.
            node: The node that bears it out.
            method: How it was had. Default "observation".
            supports: It speaks for the claim; false for against it. Default true.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "evidence", body_of(claim=claim, content=content, node=node, method=method, supports=supports, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def explain(
        self,
        memory_id: MemoryRef,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ExplainOut:
        """Answers the whole chain of versions that a memory belongs to, oldest first, and every event that
        bears one of them out, with its place in the ledger and its text. What was forgotten keeps its
        shape; its text is absent. Wants the scope read.

        Args:
            memory_id: Any memory of the chain.
        """
        return ExplainOut.read(await self._call(
            "explain", body_of(memory_id=memory_id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def export(
        self,
        *,
        streams: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[ExportOut, Exported]:
        """Answers, page by page, every event with its payload, stream by stream, then every memory. With
        actors, streams or metadata it answers the events that match and the memories that they bear out:
        what is held of a person who asks. Without, the deletion ledger follows. What was forgotten has no
        text in it. Wants the scope read.

        Args:
            streams: Only what these streams say. At most 64.
            actors: Only what these people said. At most 64.
            metadata: Only what events with these entries say, all of them equal.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "export", body_of(streams=streams, actors=actors, metadata=metadata, limit=limit, cursor=cursor), ExportOut, Exported,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def find(
        self,
        query: str,
        *,
        limit: int | None = None,
        across: bool | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> FindOut:
        """Finds nodes whose name or tags have the words of a query, then nodes and memories whose text bears
        them, best first. recall answers questions; this finds what to look at. Wants the scope read.

        Args:
            query: Words to look for.
            limit: Most nodes to answer. Default 20. 1 to 100.
            across: Over the border of the initiative too: everything that the key sees, each result saying
                whose it is.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return FindOut.read(await self._call(
            "find", body_of(query=query, limit=limit, across=across, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def flag(
        self,
        node: str,
        kind: Literal["contradiction", "review"],
        *,
        with_: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Puts a node under review, because it contradicts another or needs a second look. It does not hold,
        and is not answered as current, until close_review. Wants the scope write.

        Args:
            node: The node, by name or id.
            kind: Why.
            with_: Of a contradiction: the other node.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "flag", body_of(node=node, kind=kind, with_=with_, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def forget(
        self,
        *,
        memory_id: MemoryRef | None = None,
        query: str | None = None,
        event_id: str | None = None,
        stream: str | None = None,
        actors: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        reason: str | None = None,
        dry_run: bool | None = None,
        expect: str | Sequence[str] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ForgetOut:
        """Forgets a memory with its whole chain, whatever bears a query, an event, or a stream, and every
        event that they came from. From the answer on no read shows the text; after a grace it is gone from
        every store, and the deletion ledger says so. dryRun shows the set and takes nothing; expect holds
        the deed to what was shown. Wants the scope forget.

        Args:
            memory_id: This memory, every version of it, and their sources.
            query: What bears every word of this, stop words aside.
            event_id: This event and what came from it alone.
            stream: Every event of this stream.
            actors: What these people said; alone, or to narrow the rest. At most 64.
            metadata: What events with these entries say; alone, or to narrow the rest.
            reason: Why. Only its digest is kept.
            dry_run: Show what would be forgotten, and forget nothing.
            expect: The preview that a dry run answered, or the ids that it showed. A deed that would take
                another set is a conflict.
        """
        return ForgetOut.read(await self._call(
            "forget", body_of(memory_id=memory_id, query=query, event_id=event_id, stream=stream, actors=actors, metadata=metadata, reason=reason, dry_run=dry_run, expect=expect),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def fsck(
        self,
        *,
        all: bool | None = None,
        after: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MaintainOut:
        """Compares every view and the index with what the derivations give, and the payloads and chains with
        their digests. It changes nothing. As text/event-stream it tells its progress. Wants the scope
        operator.

        Args:
            all: Go through every project, not only the one that the call acts on.
            after: With all: begin after the project with this id, where an earlier call stopped.
        """
        return MaintainOut.read(await self._call(
            "fsck", body_of(all=all, after=after),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def health(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> HealthOut:
        """Says whether the server can reach its store and how far its background work lags: events that have
        waited over ten minutes to be structured make it degraded. It wants no key and tells nothing of any
        project.
        """
        return HealthOut.read(await self._call(
            "health", body_of(),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def history(
        self,
        node: str,
        *,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> HistoryOut:
        """Lists every change of a node and of its links, the earliest first: when it was recorded and since
        when it holds, by whom, by which verb, the value before and after, and the event that records it,
        which undo takes. Wants the scope read.

        Args:
            node: Name or id of the node.
            limit: Most changes to answer: the newest. Default 100. 1 to 1,000.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return HistoryOut.read(await self._call(
            "history", body_of(node=node, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def idea(
        self,
        content: str,
        *,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes an idea: something that may become a decision, and can be settled when it has. Wants the
        scope write.

        Args:
            content: What it says.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "idea", body_of(content=content, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def inconclusive(
        self,
        claim: str,
        *,
        because: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Says that what was found does not decide a claim. It stays, so marked. Wants the scope write.

        Args:
            claim: The claim, by name or id.
            because: Why; required as long as there is no evidence for it.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "inconclusive", body_of(claim=claim, because=because, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def job(
        self,
        id: str,
        *,
        wait: bool | None = None,
        retry: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> JobOut:
        """Answers a job and, once it is done, the memories that it led to. A job that learned nothing says
        why; one that failed says why and can be taken up again with retry. Wants the scope read.

        Args:
            id: The job, as remember answered it.
            wait: Answer once the job has ended, or after 25 seconds.
            retry: Take up a failed job again; wants the scope write.
        """
        return JobOut.read(await self._call(
            "job", body_of(id=id, wait=wait, retry=retry),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def jot(
        self,
        content: str,
        *,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes something without ceremony. Without a name it gets one of its own words, so that it can be
        found and linked. Wants the scope write.

        Args:
            content: What it says.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "jot", body_of(content=content, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def layer(
        self,
        node: str,
        layer: Literal["core", "hot", "warm", "cold", "frozen"],
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Moves a node to a layer: core and hot are always at hand, warm is near, cold has sunk, frozen is
        kept and not brought up. Wants the scope write.

        Args:
            node: The node, by name or id.
            layer: Where to.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "layer", body_of(node=node, layer=layer, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def link(
        self,
        from_: str,
        to: str,
        type: Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"],
        *,
        weight: float | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Links two nodes, with weight 1 unless another is given. A link that is there gets the weight that
        is given. Wants the scope write.

        Args:
            from_: The node that it comes from.
            to: The node that it leads to.
            type: What it means.
            weight: How strong it is, from 0 to 1.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "link", body_of(from_=from_, to=to, type=type, weight=weight, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def lint(
        self,
        *,
        kinds: Sequence[str] | None = None,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> FindingsOut:
        """Lists rings of part_of and derived_from, nodes that rest on one that ended, names that look alike,
        open tasks in core without a time, claims about nothing, evidence for nothing, chains too short,
        roles whose holder ended and work in progress that is settled. Nothing is changed. Wants the scope
        read.

        Args:
            kinds: Only findings of these kinds. At most 20.
            limit: Most findings to answer. Default 50. 1 to 500.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return FindingsOut.read(await self._call(
            "lint", body_of(kinds=kinds, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def log(
        self,
        log: str,
        path: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> LogResourceOut:
        """Answers what C2SP tlog-tiles has under a path below a log's prefix, which is /v1/logs/ and the last
        part of the log's origin: `checkpoint`; `tile/<level>/<index>`, 256 hashes of its Merkle tree, with
        `.p/<width>` for the first of them; `tile/entries/<index>`, the hashes of 256 events or receipts.
        The log of logs is `deployment`, and has no entries here. With tiles a verifier proves what it
        wants from what it verified before, whatever the log's length. The GET answers the bytes
        themselves. Wants the scope read.

        Args:
            log: The last part of the log's origin, or deployment for the log of logs.
            path: What of it, as C2SP tlog-tiles writes paths: checkpoint, tile/0/x001/234, tile/0/000.p/17,
                tile/entries/000.
        """
        return LogResourceOut.read(await self._call(
            "log", body_of(log=log, path=path),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def memories(
        self,
        *,
        status: Literal["current", "superseded", "canceled", "forgotten"] | None = None,
        types: Sequence[Literal["fact", "decision", "task", "preference", "procedure", "episode"]] | None = None,
        initiatives: Sequence[str] | None = None,
        streams: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        disputed: bool | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[MemoriesOut, Memory]:
        """Lists memories by the time at which kaibo was told, newest first. Every filter is off when it is
        absent. asOf keeps those that held then; knownAt shows them as they were known then. Wants the
        scope read.

        Args:
            status: Only memories of this status.
            types: Only memories of these types. At most 6.
            initiatives: Only memories of these initiatives; those that name none are left out. At most 64.
            streams: Only what these streams say. At most 64.
            actors: Only what these people said. At most 64.
            metadata: Only what events with these entries say, all of them equal.
            disputed: Only those that are disputed, or only those that are not.
            as_of: Only what held at this time.
            known_at: As it was known at this time.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "memories", body_of(status=status, types=types, initiatives=initiatives, streams=streams, actors=actors, metadata=metadata, disputed=disputed, as_of=as_of, known_at=known_at, limit=limit, cursor=cursor), MemoriesOut, Memory,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def memory(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MemoryOut:
        """Reads one memory as it is now. A forgotten one answers its shape without its text. The id of a
        provisional memory answers what took its place once its event was structured. Wants the scope read.

        Args:
            id: The memory.
        """
        return MemoryOut.read(await self._call(
            "memory", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def neighbours(
        self,
        node: str,
        *,
        types: Sequence[Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"]] | None = None,
        direction: Literal["out", "in", "both"] | None = None,
        limit: int | None = None,
        across: bool | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MetOut:
        """Lists the nodes that one link joins with a node, the strongest first, each with that link. An
        automatic memory is linked with what it replaced, what replaced it and what contradicts it. Wants
        the scope read.

        Args:
            node: Name or id of the node.
            types: Only links of these types. At most 12.
            direction: Which links: from the node, to it, or both. Default "both".
            limit: Most nodes to answer. Default 50. 1 to 500.
            across: Over the border of the initiative too: everything that the key sees, each result saying
                whose it is.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return MetOut.read(await self._call(
            "neighbours", body_of(node=node, types=types, direction=direction, limit=limit, across=across, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def overview(
        self,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> OverviewOut:
        """Counts what an initiative holds by type, layer, tier and status; names where its knowledge began,
        with how much came from it, the things and tags that most is about, what is settled, its chains,
        and what is open: claims, reviews, overdue tasks. Wants the scope read.

        Args:
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
            limit: Most items of each list. Default 8. 1 to 50.
        """
        return OverviewOut.read(await self._call(
            "overview", body_of(initiative=initiative, as_of=as_of, known_at=known_at, limit=limit),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def path(
        self,
        from_: str,
        to: str,
        *,
        types: Sequence[Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"]] | None = None,
        across: bool | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> PathOut:
        """Finds the trail between two nodes whose links' weights have the greatest product, with the weights
        as of the moment asked for. What ended, or is under review, is passed by unless include has past.
        That nothing leads from one to the other is an answer: found is false. Wants the scope read.

        Args:
            from_: Name or id of the node that it begins at.
            to: Name or id of the node that it ends at.
            types: Only links of these types. At most 12.
            across: Over the border of the initiative too: everything that the key sees, each result saying
                whose it is.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return PathOut.read(await self._call(
            "path", body_of(from_=from_, to=to, types=types, across=across, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def payload(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> PayloadOut:
        """Reads the content and the details of an event with the salt of each, so that the event's digests
        can be computed again. A forgotten payload is gone from the moment of the deed. Wants the scope
        read.

        Args:
            id: The event.
        """
        return PayloadOut.read(await self._call(
            "payload", body_of(id=id),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def payloads(
        self,
        stream: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[PayloadsOut, PayloadItem]:
        """Reads the payloads of a stream in the order of its events, each as the verb payload answers it, so
        that whoever verifies or copies a stream need not ask for every event. A forgotten one is there as
        gone, one that the server cannot read whole as damaged. A page ends early where its texts are long.
        As application/x-ndjson it is one payload a line; go on after the last one's seq until an answer is
        empty. Wants the scope read.

        Args:
            stream: The stream to read.
            after: Answer what comes after this seq. Default 0.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "payloads", body_of(stream=stream, after=after, limit=limit, cursor=cursor), PayloadsOut, PayloadItem,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def pin(
        self,
        node: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Keeps a node in sight: it is shown at every arrival, and upkeep never moves it. Pinned again with
        another reason, it has that one. Wants the scope write.

        Args:
            node: The node, by name or id.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "pin", body_of(node=node, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def proof(
        self,
        id: str,
        *,
        seq: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> ProofOut:
        """Answers a C2SP tlog-proof that an event or an entry of the deletion ledger is in its log, under the
        log's newest signed checkpoint, and that this checkpoint is in the log of logs. It holds the entry
        itself, no text, and is checked without a server. An entry that is newer than the newest checkpoint
        is not_found until the next. Wants the scope read.

        Args:
            id: The event, or the receipt.
            seq: The receipt's seq, which stands in it: it is found at once. Without it the receipt is found
                by its id, which costs one more read.
        """
        return ProofOut.read(await self._call(
            "proof", body_of(id=id, seq=seq),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def rebuild(
        self,
        *,
        all: bool | None = None,
        after: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MaintainOut:
        """Folds memories, listings and the index again from the derivations and the deletion ledger, without
        running a structurer, to the same ids. What is right stays as it is, so that one that was
        interrupted can be run again; with all it goes on after the last project that it finished. As
        text/event-stream it tells its progress. Wants the scope operator.

        Args:
            all: Go through every project, not only the one that the call acts on.
            after: With all: begin after the project with this id, where an earlier call stopped.
        """
        return MaintainOut.read(await self._call(
            "rebuild", body_of(all=all, after=after),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def recall(
        self,
        question: str,
        *,
        budget: int | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        types: Sequence[Literal["fact", "decision", "task", "preference", "procedure", "episode"]] | None = None,
        initiatives: Sequence[str] | None = None,
        streams: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        include: Sequence[Literal["past"]] | None = None,
        fill: bool | None = None,
        candidates: int | None = None,
        trace: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Pack:
        """Answers a question with the few memories that bear it out, each with the place that it came from,
        within a budget of tokens; or abstains and says which words of the question nothing bears out. asOf
        asks what was true then, knownAt what was known then. As text/event-stream it sends candidates,
        then packed an item, then final. Wants the scope read.

        Args:
            question: The question, in any words.
            budget: Most tokens of the answer's texts, in o200k_base. Default 1024. 1 to 32,000.
            as_of: What was true at this time; now when absent.
            known_at: What had been recorded by this time; nothing is cut when absent.
            types: Only memories of these types. At most 6.
            initiatives: Only memories of these initiatives; those that name none are left out. At most 64.
            streams: Only what these streams say. At most 64.
            actors: Only what these people said. At most 64.
            metadata: Only what events with these entries say, all of them equal.
            include: past: add, last and marked, what no longer holds. At most 1.
            fill: Go on in rank order until the budget is full.
            candidates: How many candidates the event stream shows. Default 50. 1 to 200.
            trace: Say of each item why it was chosen.
        """
        return Pack.read(await self._call(
            "recall", body_of(question=question, budget=budget, as_of=as_of, known_at=known_at, types=types, initiatives=initiatives, streams=streams, actors=actors, metadata=metadata, include=include, fill=fill, candidates=candidates, trace=trace),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def recall_stream(
        self,
        question: str,
        *,
        budget: int | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        types: Sequence[Literal["fact", "decision", "task", "preference", "procedure", "episode"]] | None = None,
        initiatives: Sequence[str] | None = None,
        streams: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        include: Sequence[Literal["past"]] | None = None,
        fill: bool | None = None,
        candidates: int | None = None,
        trace: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncRecallStream:
        """As recall, while it works: Candidates, then Packed an item, then Final.

        Args:
            question: The question, in any words.
            budget: Most tokens of the answer's texts, in o200k_base. Default 1024. 1 to 32,000.
            as_of: What was true at this time; now when absent.
            known_at: What had been recorded by this time; nothing is cut when absent.
            types: Only memories of these types. At most 6.
            initiatives: Only memories of these initiatives; those that name none are left out. At most 64.
            streams: Only what these streams say. At most 64.
            actors: Only what these people said. At most 64.
            metadata: Only what events with these entries say, all of them equal.
            include: past: add, last and marked, what no longer holds. At most 1.
            fill: Go on in rank order until the budget is full.
            candidates: How many candidates the event stream shows. Default 50. 1 to 200.
            trace: Say of each item why it was chosen.
        """
        body = body_of(question=question, budget=budget, as_of=as_of, known_at=known_at, types=types, initiatives=initiatives, streams=streams, actors=actors, metadata=metadata, include=include, fill=fill, candidates=candidates, trace=trace)
        options = options_of(timeout=timeout, retries=retries, project=project, request_id=request_id)
        return AsyncRecallStream(lambda: self._stream("recall", body, options))

    async def recent(
        self,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        since: datetime | str | None = None,
        include: Sequence[Literal["past"]] | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BriefsOut:
        """Lists the nodes of an initiative by their last change, newest first, with what changed them, who
        and why, and between them what was noted down from events. What ended is left out unless include
        has past; then it is marked. Wants the scope read.

        Args:
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
            since: Only what was recorded at this time or later.
            include: past: what ended too, marked. At most 1.
            limit: Most items to answer. Default 20. 1 to 200.
        """
        return BriefsOut.read(await self._call(
            "recent", body_of(initiative=initiative, as_of=as_of, known_at=known_at, since=since, include=include, limit=limit),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def reflect(
        self,
        *,
        kinds: Sequence[str] | None = None,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> FindingsOut:
        """Lists nodes that nothing is linked with, stale chains, open reviews, claims that look decided, work
        to settle, what may sink to a farther layer, overdue tasks, initiatives with nearly the same name,
        and what may be shared before it is settled. Nothing is changed. Wants the scope read.

        Args:
            kinds: Only findings of these kinds. At most 20.
            limit: Most findings to answer. Default 50. 1 to 500.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return FindingsOut.read(await self._call(
            "reflect", body_of(kinds=kinds, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def refute(
        self,
        claim: str,
        *,
        because: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Says that a claim is not so. It ends, and is never answered as current; the answer names what
        derives from it. Wants the scope write.

        Args:
            claim: The claim, by name or id.
            because: Why; required as long as there is no evidence for it.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "refute", body_of(claim=claim, because=because, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def reinstate(
        self,
        memory_id: MemoryRef,
        *,
        reason: str | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MendOut:
        """Lets a superseded or canceled memory hold again. What took its place becomes canceled, as if it had
        never held. Wants the scope write.

        Args:
            memory_id: The memory that was replaced.
            reason: Why.
            actor: Who says so; the name of the key when absent.
        """
        return MendOut.read(await self._call(
            "reinstate", body_of(memory_id=memory_id, reason=reason, actor=actor),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def remember(
        self,
        content: str | None = None,
        *,
        stream: str | None = None,
        kind: Literal["message", "tool_call", "file", "commit"] | None = None,
        content_base64: str | None = None,
        content_type: str | None = None,
        occurred_at: datetime | str | None = None,
        expires_at: datetime | str | None = None,
        actor: str | None = None,
        role: str | None = None,
        initiatives: Sequence[str] | None = None,
        metadata: Mapping[str, str | int] | None = None,
        idempotency_key: str | None = None,
        wait: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> Remembered:
        """Appends one event, or up to 40 as events, to a stream of the ledger and answers them with their
        hashes. What they say is searchable at once as a quote, and as dated statements when the job is
        done; wait waits for that. The same idempotencyKey again answers the first event and appends
        nothing. What looks like a secret is told in the job's warnings; private keys are refused (see
        guard). Wants the scope write.

        Args:
            content: The text, word for word; or give contentBase64.
            stream: The stream to append to. Names that begin with ~ are the server's own. Default "main".
            kind: What sort of thing happened. Default "message".
            content_base64: The bytes of a file in standard base64, in place of content. Its contentType says
                what they are.
            content_type: Media type of the content, such as text/markdown. Required with contentBase64.
            occurred_at: When it happened, in RFC 3339; now when absent. "Yesterday" in the text counts from
                it.
            expires_at: Forget the event then, with a receipt.
            actor: Who said or did it.
            role: The actor's part, such as user or assistant.
            initiatives: Names of the work that it belongs to. At most 64.
            metadata: Entries of your own: strings and integers.
            idempotency_key: Unique in the project, for ever. The same key again answers the first event and
                appends nothing. Make it from the source's ids, never from text.
            wait: Answer once the memories are searchable, or after 25 seconds.
        """
        return Remembered.read(await self._call(
            "remember", body_of(stream=stream, kind=kind, content=content, content_base64=content_base64, content_type=content_type, occurred_at=occurred_at, expires_at=expires_at, actor=actor, role=role, initiatives=initiatives, metadata=metadata, idempotency_key=idempotency_key, wait=wait),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def remember_all(
        self,
        events: Sequence[EventIn],
        *,
        stream: str | None = None,
        wait: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> list[Remembered]:
        """Appends up to 40 events to one stream, all or none, in order. Each without an idempotency_key gets
        one.

        Args:
            stream: The stream to append to. Names that begin with ~ are the server's own. Default "main".
            events: Up to 40 events in place of content, appended in order, all or none. At most 40.
            wait: Answer once the memories are searchable, or after 25 seconds.
        """
        return remembered(await self._call(
            "remember", body_of(stream=stream, events=with_keys(events), wait=wait),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def remind(
        self,
        node: str,
        *,
        at: datetime | str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Sets when a node is to be brought up again. From then on every arrival shows it, until the reminder
        is set anew or taken away. Wants the scope write.

        Args:
            node: The node, by name or id.
            at: When; absent takes the reminder away.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "remind", body_of(node=node, at=at, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def restructure(
        self,
        *,
        dry_run: bool | None = None,
        all: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> RestructureOut:
        """Reads every event of the project again, with the structurer of this version and with the model
        where the project has one on, and puts what it finds in the place of what stands. Ids of before
        lead to what says it now; what people corrected, reinstated, disputed and aliased stays so; what is
        forgotten stays forgotten. It is an event of its own. A dry run counts and writes nothing. One that
        stopped is finished, or begun again, by the next. As text/event-stream it tells its progress. Wants
        the scope operator.

        Args:
            dry_run: Count what would change, and write nothing.
            all: Go through every project, not only the one that the call acts on.
        """
        return RestructureOut.read(await self._call(
            "restructure", body_of(dry_run=dry_run, all=all),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def revise(
        self,
        node: str,
        content: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Gives a node new words. The new version takes its place under the same name, with its layer, tags
        and links; the old one stays in its history. Wants the scope write.

        Args:
            node: The node, by name or id.
            content: What it says now.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "revise", body_of(node=node, content=content, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def reweight(
        self,
        from_: str,
        to: str,
        type: Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"],
        *,
        weight: float | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Gives a link that is there another weight. The former one stays in its history, and paths as of
        then go by it. Wants the scope write.

        Args:
            from_: The node that it comes from.
            to: The node that it leads to.
            type: What it means.
            weight: How strong it is, from 0 to 1.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "reweight", body_of(from_=from_, to=to, type=type, weight=weight, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def set_status(
        self,
        node: str,
        status: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Says where the work of a node stands: open, doing, blocked, done, dropped, or a word of your own
        board. Wants the scope write.

        Args:
            node: The node, by name or id.
            status: Where it stands.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "set_status", body_of(node=node, status=status, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def settle(
        self,
        node: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Makes an idea, outcome, reference, summary, concept or entity, or an automatic memory, settled
        knowledge. Its provenance stays. Work is not settled as it is: synthesise what came of it. Wants
        the scope write.

        Args:
            node: The node, by name or id.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "settle", body_of(node=node, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def slot(
        self,
        role: str,
        node: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Gives a role of the initiative, such as plan or next, to a node. A role has one holder: the former
        one goes cold, and a temporal link leads to it. Wants the scope write.

        Args:
            role: The role; case does not count.
            node: The node, by name or id.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "slot", body_of(role=role, node=node, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def slots(
        self,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> SlotsOut:
        """Lists the roles that were given in an initiative (the plan, the lead, the current design …) and the
        one node that has each. Wants the scope read.

        Args:
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return SlotsOut.read(await self._call(
            "slots", body_of(initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    def sources(
        self,
        memory_id: MemoryRef,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[SourcesOut, Citation]:
        """Lists all the places in events that bear a memory out, oldest first. The memory itself names at
        most 100 of its events. Wants the scope read.

        Args:
            memory_id: The memory.
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "sources", body_of(memory_id=memory_id, limit=limit, cursor=cursor), SourcesOut, Citation,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    def streams(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> AsyncPages[StreamsOut, StreamHead]:
        """Lists every stream of the project with its head: the seq and the hash of its newest event. Whoever
        keeps a head can later prove that nothing before it was changed. Wants the scope read.

        Args:
            limit: Most items to answer. Default 100. 1 to 1,000.
            cursor: Where to go on: the nextCursor of the answer before.
        """
        return self._page(
            "streams", body_of(limit=limit, cursor=cursor), StreamsOut, StreamHead,
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        )

    async def structure(
        self,
        content: str,
        *,
        kind: Literal["message", "tool_call", "file", "commit"] | None = None,
        occurred_at: datetime | str | None = None,
        actor: str | None = None,
        role: str | None = None,
        initiatives: Sequence[str] | None = None,
        dry_run: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> StructureOut:
        """Reads a text as an event of now, with the model where the project has one on, judges it against the
        memories that there are, and shows each proposal, what it would do, and why it was accepted or
        dropped. Nothing is written: only a dry run is offered. Wants the scope write.

        Args:
            content: The text.
            kind: What sort of event it would be. Default "message".
            occurred_at: What relative dates count from; now when absent.
            actor: Who says it.
            role: The actor's part.
            initiatives: The work that it belongs to. At most 64.
            dry_run: Must be true: remember notes down for good.
        """
        return StructureOut.read(await self._call(
            "structure", body_of(content=content, kind=kind, occurred_at=occurred_at, actor=actor, role=role, initiatives=initiatives, dry_run=dry_run),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def supersede(
        self,
        node: str,
        *,
        by: str | None = None,
        content: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Ends a node by another that takes its place: one that is there, or one that is made of words. As of
        before the old one still holds. Wants the scope write.

        Args:
            node: The node that ends, by name or id.
            by: The node that takes its place; or else content.
            content: What a new one says.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "supersede", body_of(node=node, by=by, content=content, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def surface(
        self,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        layer: Literal["cold", "frozen"] | None = None,
        query: str | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BriefsOut:
        """Lists what lies in the layers cold and frozen, which awake does not tell: first what a query names
        by name or tag, then what is linked with something core or hot or with an open task, then the
        newest. Wants the scope read.

        Args:
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
            layer: Only this layer; both when absent.
            query: Words of names or tags.
            limit: Most items to answer. Default 20. 1 to 200.
        """
        return BriefsOut.read(await self._call(
            "surface", body_of(initiative=initiative, as_of=as_of, known_at=known_at, layer=layer, query=query, limit=limit),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def synthesise(
        self,
        nodes: Sequence[str],
        content: str,
        *,
        type: Literal["idea", "outcome", "reference", "summary", "concept", "entity"] | None = None,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Makes one node of several: what they come to. It derives from each, and they stay. Wants the scope
        write.

        Args:
            nodes: The nodes, by name or id; at least two. At most 60.
            content: What they come to.
            type: What it is. Default "summary".
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "synthesise", body_of(nodes=nodes, content=content, type=type, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def tag(
        self,
        node: str,
        tags: Sequence[str],
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Gives a node tags; those that it has stay. Tags that differ by case alone are one. Wants the scope
        write.

        Args:
            node: The node, by name or id.
            tags: The tags. At most 64.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "tag", body_of(node=node, tags=tags, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def tagged(
        self,
        tags: Sequence[str],
        *,
        limit: int | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> BriefsOut:
        """Lists the nodes that have all of some tags, newest first. Wants the scope read.

        Args:
            tags: The tags, all of which a node must have. At most 64.
            limit: Most nodes to answer. Default 50. 1 to 500.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return BriefsOut.read(await self._call(
            "tagged", body_of(tags=tags, limit=limit, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def task(
        self,
        content: str,
        *,
        due: datetime | str | None = None,
        name: str | None = None,
        layer: Literal["core", "hot", "warm", "cold", "frozen"] | None = None,
        tags: Sequence[str] | None = None,
        visibility: Literal["private", "shared"] | None = None,
        after: datetime | str | None = None,
        for_days: int | None = None,
        links: Sequence[LinkIn] | None = None,
        pin: str | None = None,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Notes what is to be done, and by when. It is an open task until done says so, or set_status. Wants
        the scope write.

        Args:
            content: What is to be done.
            due: By when.
            name: What it is called, unique in the initiative while it holds.
            layer: How near it is kept. Default "warm".
            tags: Its tags. At most 64.
            visibility: Whether it may be shared. Default "private".
            after: It holds from then.
            for_days: It holds for so many days. 1 to 36,525.
            links: Its links. At most 60.
            pin: Why it is pinned; absent for not pinned.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "task", body_of(content=content, due=due, name=name, layer=layer, tags=tags, visibility=visibility, after=after, for_days=for_days, links=links, pin=pin, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def trace(
        self,
        node: str,
        *,
        limit: int | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> TraceOut:
        """Follows what a node was derived from, what it replaced, what was consolidated to it and what speaks
        for and against it, to the roots, through what ended too, and shows the events that say each, with
        stream, place and words. Automatic memories are followed to their events as well. Wants the scope
        read.

        Args:
            node: Name or id of the node.
            limit: Most nodes to answer. Default 50. 1 to 500.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return TraceOut.read(await self._call(
            "trace", body_of(node=node, limit=limit, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def undo(
        self,
        event: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Takes back what one event of curation did: every attribute is what it was before, what it ended
        holds again, and what it made never held. Where something of it was changed since, nothing is done,
        and the answer names the events. An undo is undone in the same way. Wants the scope write.

        Args:
            event: The event whose change is taken back.
            initiative: The initiative that it was done in.
            reason: Why.
            actor: Who does it; the name of the key when absent.
        """
        return CurateOut.read(await self._call(
            "undo", body_of(event=event, initiative=initiative, reason=reason, actor=actor),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def unlink(
        self,
        from_: str,
        to: str,
        type: Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"],
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Takes a link away. As of before it is still there. Wants the scope write.

        Args:
            from_: The node that it comes from.
            to: The node that it leads to.
            type: What it means.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "unlink", body_of(from_=from_, to=to, type=type, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def unpin(
        self,
        node: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Takes the pin of a node away. Wants the scope write.

        Args:
            node: The node, by name or id.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "unpin", body_of(node=node, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def unsettle(
        self,
        node: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Makes settled knowledge work again. Wants the scope write.

        Args:
            node: The node, by name or id.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "unsettle", body_of(node=node, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def unslot(
        self,
        role: str,
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Takes a role of the initiative from whichever node has it. Wants the scope write.

        Args:
            role: The role; case does not count.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "unslot", body_of(role=role, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def untag(
        self,
        node: str,
        tags: Sequence[str],
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Takes tags from a node. Those that it does not have are passed over. Wants the scope write.

        Args:
            node: The node, by name or id.
            tags: The tags. At most 64.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "untag", body_of(node=node, tags=tags, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def visibility(
        self,
        node: str,
        visibility: Literal["private", "shared"],
        *,
        initiative: str | None = None,
        reason: str | None = None,
        actor: str | None = None,
        occurred_at: datetime | str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> CurateOut:
        """Says whether a node is private or may be shared. What is shared is listed by reflect, so that
        nothing is shared unseen. Wants the scope write.

        Args:
            node: The node, by name or id.
            visibility: private or shared.
            initiative: The initiative that it is done in. Names mean what they mean there; without one, what
                they mean in the project as a whole.
            reason: Why.
            actor: Who does it; the name of the key when absent.
            occurred_at: Since when it is so, if it was so before it is said; default now.
        """
        return CurateOut.read(await self._call(
            "visibility", body_of(node=node, visibility=visibility, initiative=initiative, reason=reason, actor=actor, occurred_at=occurred_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id, idempotency_key=idempotency_key),
        ))

    async def walk(
        self,
        from_: str,
        *,
        types: Sequence[Literal["derived_from", "refers_to", "supersedes", "causal", "temporal", "contradicts", "part_of", "blocks", "targets", "verifies", "falsifies", "consolidated_to"]] | None = None,
        direction: Literal["out", "in", "both"] | None = None,
        depth: int | None = None,
        limit: int | None = None,
        across: bool | None = None,
        include: Sequence[Literal["past"]] | None = None,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> MetOut:
        """Follows links from a node, breadth first, the strongest first, to a depth of at most eight. What
        ended, or is under review, is passed by unless include has past. Automatic memories are nodes as
        well: what they replaced, what replaced them and what contradicts them are their links. Wants the
        scope read.

        Args:
            from_: Name or id of the node to begin at.
            types: Only links of these types. At most 12.
            direction: Which links: from a node, to it, or both. Default "both".
            depth: How many links far. Default 2. 1 to 8.
            limit: Most nodes to answer. Default 50. 1 to 500.
            across: Over the border of the initiative too: everything that the key sees, each result saying
                whose it is.
            include: past: through what ended or is under review too, marked. At most 1.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return MetOut.read(await self._call(
            "walk", body_of(from_=from_, types=types, direction=direction, depth=depth, limit=limit, across=across, include=include, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))

    async def why(
        self,
        chain: str,
        *,
        initiative: str | None = None,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        project: str | None = None,
        request_id: str | None = None,
    ) -> WhyOut:
        """Shows a chain from one end to the other: each member in full, and between two of them the link that
        joins them, who made it and why. A stale chain says what is wrong with it. Wants the scope read.

        Args:
            chain: Name or id of the chain.
            initiative: Only what is in this initiative, or attached to it; without one, the project as a
                whole.
            as_of: As it was at this time; default now.
            known_at: As it was recorded by this time; default all that is recorded.
        """
        return WhyOut.read(await self._call(
            "why", body_of(chain=chain, initiative=initiative, as_of=as_of, known_at=known_at),
            options_of(timeout=timeout, retries=retries, project=project, request_id=request_id),
        ))
