"""Client of kaibo, a memory for AI agents that can show its work."""

from ._call import AsyncPage, AsyncPages, CallOptions, Page, StreamEvent
from ._client import AsyncKaibo, Kaibo
from ._errors import KaiboError
from ._generated import models
from ._generated.models import (
    Abstain,
    ChainLink,
    Citation,
    Event,
    EventIn,
    ExplainOut,
    ForgetOut,
    Item,
    JobState,
    Memory,
    MemoryOut,
    RecallOut,
    Receipt,
    Remembered,
)
from ._model import Model
from ._pack import Pack, fence, one_line
from ._refs import MemoryRef
from ._stream import AsyncRecallStream, Candidate, Candidates, Final, Packed, RecallEvent, RecallStream
from ._transport import ResponseInfo

__all__ = [
    "Abstain",
    "AsyncKaibo",
    "AsyncPage",
    "AsyncPages",
    "AsyncRecallStream",
    "CallOptions",
    "Candidate",
    "Candidates",
    "ChainLink",
    "Citation",
    "Event",
    "EventIn",
    "ExplainOut",
    "Final",
    "ForgetOut",
    "Item",
    "JobState",
    "Kaibo",
    "KaiboError",
    "Memory",
    "MemoryOut",
    "MemoryRef",
    "Model",
    "Pack",
    "Packed",
    "Page",
    "RecallEvent",
    "RecallOut",
    "RecallStream",
    "Receipt",
    "Remembered",
    "ResponseInfo",
    "StreamEvent",
    "fence",
    "models",
    "one_line",
]
