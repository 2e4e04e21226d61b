"""Strict JSON (RFC 8259), and its one form (RFC 8785)."""

from __future__ import annotations

import json
import re
from typing import Any

MAX_DEPTH = 64
MAX_MEMBERS = 256
MAX_SAFE = 2**53 - 1
_PLAIN_BELOW = 1e21  # from here on ECMAScript writes a number with an exponent


class JsonError(ValueError):
    """A text that is no strict JSON, or has no canonical form."""


def parse_json(text: str, canonical: bool = True) -> Any:
    """Reads one strict JSON value: no name twice, no half of a surrogate pair, at most 64 levels, no more than one value.

    With `canonical` it demands also what `canonicalize` needs: no integer beyond ±(2^53-1), whether written as
    one or not, and at most 256 members an object.
    """
    if _depth(text) > MAX_DEPTH:
        raise JsonError(f"more than {MAX_DEPTH} levels")
    try:
        value = json.JSONDecoder(
            object_pairs_hook=_members if canonical else _any_members,
            parse_int=_integer if canonical else None,
            parse_float=_float if canonical else None,
            parse_constant=_constant,
        ).decode(_checked(text))
        _whole(value)  # what stands in no object
        return value
    except JsonError:
        raise
    except (ValueError, RecursionError) as cause:
        raise JsonError(f"no strict JSON: {cause}") from cause


_OUTSIDE = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


def _checked(text: str) -> str:
    if _SURROGATE.search(text):
        raise JsonError("half of a surrogate pair")
    if text[:1] == "\ufeff" or re.search(r"[^\x20-\x7e\t\n\r]", _OUTSIDE.sub("", text)):
        raise JsonError("a character that JSON does not have")
    return text


def _depth(text: str) -> int:
    depth = most = 0
    for c in _OUTSIDE.sub("", text):
        if c in "[{":
            depth += 1
            most = max(most, depth)
        elif c in "]}":
            depth -= 1
    return most


def _any_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        raise JsonError("a name twice")
    for name, value in pairs:
        _whole(name)
        _whole(value)
    return out


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_MEMBERS:
        raise JsonError(f"more than {MAX_MEMBERS} members")
    return _any_members(pairs)


def _whole(value: Any) -> None:
    """Refuses an escaped half of a surrogate pair."""
    if isinstance(value, str) and _SURROGATE.search(value):
        raise JsonError("half of a surrogate pair")
    if isinstance(value, list):
        for one in value:
            _whole(one)


def _integer(token: str) -> int:
    if len(token) > 17 or abs(int(token)) > MAX_SAFE:
        raise JsonError("an integer beyond ±(2^53-1)")
    return int(token)


def _float(token: str) -> float:
    value = float(token)
    if abs(value) == float("inf") or MAX_SAFE < abs(value) < _PLAIN_BELOW:
        raise JsonError("an integer beyond ±(2^53-1)")
    return value


def _constant(token: str) -> Any:
    raise JsonError(f"{token} is no JSON")


def canonicalize(value: Any) -> str:
    """The RFC 8785 form of a value that `parse_json` read."""
    if isinstance(value, str):
        _whole(value)
        return _string(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonicalize, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(_string(name) + ":" + canonicalize(value[name]) for name in names) + "}"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(r'["\\\x00-\x1f]')


def _string(text: str) -> str:
    return '"' + _ESCAPED.sub(lambda m: _ESCAPES.get(m[0]) or f"\\u{ord(m[0]):04x}", text) + '"'


def _number(value: float) -> str:
    """ECMAScript's Number::toString of a finite double."""
    if value == 0:
        return "0"
    sign, value = ("-", -value) if value < 0 else ("", value)
    mantissa, _, exponent = repr(value).partition("e")
    whole, _, part = mantissa.partition(".")
    digits = whole + ("" if part == "0" else part)
    point = len(whole) + int(exponent or 0)
    stripped = digits.lstrip("0")
    point -= len(digits) - len(stripped)
    digits = stripped.rstrip("0")
    size = len(digits)
    if size <= point <= 21:
        return sign + digits + "0" * (point - size)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    power = point - 1
    return sign + digits[0] + ("." + digits[1:] if size > 1 else "") + ("e+" if power >= 0 else "e-") + str(abs(power))
