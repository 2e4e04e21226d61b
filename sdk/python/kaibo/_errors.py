"""Errors by their code."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ._generated.models import FieldError


class KaiboError(Exception):
    """Every failure of a call. Decide by `code`, which is stable; `detail` is for people."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        detail: str | None = None,
        errors: Sequence[FieldError] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
        problem: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        """`not_found`, `rate_limited`, …; `network`, `timeout` or `invalid_answer` when no good answer came."""
        self.status = status
        """HTTP status; 0 when no answer came."""
        self.detail = message if detail is None else detail
        """What is wrong with this request, for a person."""
        self.errors = list(errors)
        """The fields at fault."""
        self.request_id = request_id
        """Under this id the server's log tells of the request."""
        self.retry_after = retry_after
        """Seconds after which the server would be asked again."""
        self.problem = problem
        """The answer's body as it came (RFC 9457), when there was one."""


def problem_error(
    operation: str, status: int, body: str, *, request_id: str | None = None, retry_after: float | None = None
) -> KaiboError:
    """Reads the body of an error. One that is no problem document (a proxy's page) keeps its status."""
    try:
        problem = json.loads(body)
    except ValueError:
        problem = None
    if not isinstance(problem, dict) or not isinstance(problem.get("code"), str):
        code = "rate_limited" if status == 429 else "unavailable" if 502 <= status <= 504 else "invalid_answer"
        return KaiboError(
            code,
            f"{operation}: HTTP {status}",
            status=status,
            detail=body[:300],
            request_id=request_id,
            retry_after=retry_after,
        )
    detail = str(problem.get("detail") or problem.get("title") or problem["code"])
    errors = [FieldError.read(e) for e in problem.get("errors") or ()]
    return KaiboError(
        problem["code"], f"{operation}: {detail}", status=status, detail=detail, errors=errors,
        request_id=request_id, retry_after=retry_after, problem=problem,
    )  # fmt: skip
