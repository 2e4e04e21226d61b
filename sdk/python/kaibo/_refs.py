"""What may be given in place of an id, and what a batch is made of and answers."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ._generated.models import ChainLink, EventIn, Item, Memory, MemoryOut, Remembered

MemoryRef: TypeAlias = str | Memory | MemoryOut | Item | ChainLink
"""A memory, an item of a recall, a version of explain, or an id: what names a memory."""


def with_keys(events: Sequence[EventIn]) -> list[EventIn]:
    """Gives each event a key that has none."""
    return [e if e.get("idempotency_key") else EventIn(**{**e, "idempotency_key": new_key()}) for e in events]


def remembered(raw: Mapping[str, Any]) -> list[Remembered]:
    """Reads the answer to a batch."""
    return [Remembered.read(one) for one in raw["items"]]


def new_key() -> str:
    """An idempotency key: random, as it stays in the chain for ever."""
    return "sdk-" + secrets.token_hex(16)
