"""What all answers have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True)
class Model:
    """An answer, or a part of one. Its fields are the contract's, in snake_case; `raw` is the JSON as it came."""

    if TYPE_CHECKING:
        raw: Mapping[str, Any]

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Self:
        """Reads the members of an answer."""
        raise NotImplementedError
