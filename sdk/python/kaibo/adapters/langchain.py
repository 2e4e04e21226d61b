"""Tools of LangChain (https://docs.langchain.com) over a client: `pip install kaibo[langchain]`.

    agent = create_agent(model, tools=kaibo_tools(Kaibo()))

A tool answers text: what comes from memory stands between marks, as data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from langchain_core.tools import StructuredTool

from .._client import Kaibo
from .._generated.models import ChainLink
from .._pack import fence, one_line

ToolName = Literal["remember", "recall", "explain", "forget"]
"""The tools; `forget` previews first, and wants the scope."""

_TEXT = "string"


def kaibo_tools(
    kaibo: Kaibo,
    *,
    tools: Sequence[ToolName] = ("remember", "recall", "explain"),
    actor: str | None = None,
    stream: str | None = None,
    initiatives: Sequence[str] | None = None,
    budget: int = 1024,
) -> list[StructuredTool]:
    """Makes the tools.

    Args:
        kaibo: The client; async agents call it in a thread.
        tools: Which to make.
        actor: Who speaks: the actor of what is remembered.
        stream: The stream that is written to.
        initiatives: The initiatives that are written to and asked about.
        budget: Tokens of a recall.
    """

    def remember(content: str) -> str:
        out = kaibo.remember(content, actor=actor, stream=stream, initiatives=initiatives, wait=True)
        return (
            f"Remembered as {out.event.id}: {len(out.memories)} {'memory' if len(out.memories) == 1 else 'memories'}."
        )

    def recall(question: str, as_of: str | None = None) -> str:
        return kaibo.recall(question, as_of=as_of or None, initiatives=initiatives, budget=budget).text()

    def explain(memory_id: str) -> str:
        shown = kaibo.explain(memory_id)
        versions = [
            f"{v.memory_id} {v.status}, {_span(v)}: {one_line(v.content or '(forgotten)')}" for v in shown.chain
        ]
        events = [
            f"{e.id} {e.occurred_at} {one_line(e.actor or '')}: {one_line(e.content or '(no text)')}"
            for e in shown.events
        ]
        return fence(versions + events)

    def forget(query: str, preview: str | None = None) -> str:
        if preview:
            receipt = kaibo.forget(query=query, expect=preview).receipt
            return f"Forgotten, with receipt {receipt.id if receipt else ''}."
        shown = kaibo.forget(query=query, dry_run=True)
        lines = fence([f"{m.id}: {one_line(m.content or '')}" for m in shown.matches])
        return f"{lines}\nNothing is forgotten yet. To forget these, call again with preview {shown.preview}."

    made = {
        "remember": _tool(
            remember, "remember", "Remember what was said or decided, word for word. Write whole sentences with names and dates.",
            {"content": "What to remember."},
        ),
        "recall": _tool(
            recall, "recall",
            "Ask memory a question. It answers the few statements that bear it out, each with date, person and id, "
            "or says that it does not know.",
            {"question": "The question, with the names that matter."},
            {"as_of": "What was true at this time, in RFC 3339; now when absent."},
        ),
        "explain": _tool(
            explain, "explain", "Show where a memory came from and what became of it, by its id.",
            {"memory_id": "An id that recall answered: mem_…"},
        ),
        "forget": _tool(
            forget, "forget",
            "Forget for good. Without preview it shows what would go and the preview to confirm with; with that preview "
            "it forgets. Do so only when the user asks for it.",
            {"query": "Words that every memory to forget bears."},
            {"preview": "The preview that was shown, to confirm."},
        ),
    }  # fmt: skip
    return [made[name] for name in tools]


def _span(version: ChainLink) -> str:
    return f"from {version.valid_from}" + (f" to {version.valid_to}" if version.valid_to else "")


def _tool(
    run: Callable[..., str],
    name: str,
    description: str,
    required: dict[str, str],
    optional: dict[str, str] | None = None,
) -> StructuredTool:
    fields = {**required, **(optional or {})}
    schema: dict[str, Any] = {
        "type": "object",
        "title": name,
        "properties": {key: {"type": _TEXT, "description": text} for key, text in fields.items()},
        "required": list(required),
        "additionalProperties": False,
    }
    return StructuredTool.from_function(run, name=name, description=description, args_schema=schema)
