"""Payloads: their content and details, against the digests in the chain."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ._chain import salted_digest
from ._json import JsonError, canonicalize, parse_json
from ._note import from_base64


def judge_payload(event: Mapping[str, Any], body: str) -> str | None:
    """What is wrong with the payload served for an event; None when nothing is.

    Members that it does not know are passed over: a later server may add some.
    """
    try:
        payload = parse_json(body)
    except JsonError as cause:
        return f"its payload is not in the form of one: {cause}"
    if not isinstance(payload, dict):
        return "its payload is no JSON object"
    content = _content(payload)
    if isinstance(content, str):
        return f"its payload is not in the form of one: {content}"
    salt, details_salt = _salt(payload.get("salt")), _salt(payload.get("detailsSalt"))
    details = payload.get("details")
    if salt is None or details_salt is None:
        return "its payload is not in the form of one: a salt has not 32 hexadecimal digits"
    if not isinstance(details, dict):
        return "its payload is not in the form of one: details is missing"
    named = details.get("contentType")
    if named is not None and payload.get("contentType", named) != named:
        return "its payload is not in the form of one: contentType is not that of the details"
    if (got := salted_digest(salt, content)) != event["payloadDigest"]:
        return f"its payload was changed: digest expected {event['payloadDigest']}, got {got}"
    if (got := salted_digest(details_salt, canonicalize(details).encode("utf-8"))) != event["detailsDigest"]:
        return f"its details were changed: digest expected {event['detailsDigest']}, got {got}"
    return None


def _content(payload: Mapping[str, Any]) -> bytes | str:
    """The content, or what is wrong."""
    text, encoded = payload.get("content"), payload.get("contentBase64")
    if text is not None and encoded is not None:
        return "both content and contentBase64 are there"
    if isinstance(text, str):
        return text.encode("utf-8")
    content = from_base64(encoded) if isinstance(encoded, str) else None
    return "content is missing, or no text or base64" if content is None else content


def _salt(value: object) -> bytes | None:
    if not isinstance(value, str) or not re.fullmatch("[0-9a-fA-F]{32}", value):
        return None
    return bytes.fromhex(value)
