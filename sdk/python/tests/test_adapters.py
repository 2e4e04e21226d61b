from __future__ import annotations

import asyncio
import re
from datetime import datetime, timezone

import pytest
from langchain_core.tools import StructuredTool

from kaibo import Kaibo
from kaibo.adapters.langchain import kaibo_tools
from kaibo.adapters.langgraph import KaiboStore


def test_langchain_tools(server: str) -> None:
    with Kaibo(server, project="py-langchain") as kaibo:
        tools: dict[str, StructuredTool] = {
            t.name: t for t in kaibo_tools(kaibo, tools=("remember", "recall", "explain", "forget"), actor="ana")
        }
        assert [t.name for t in kaibo_tools(kaibo)] == ["remember", "recall", "explain"]

        def call(name: str, **arguments: str) -> str:
            return str(tools[name].invoke(arguments))

        assert re.match(
            r"Remembered as evt_\S+: [1-9]", call("remember", content="The release moves from July 13 to July 17.")
        )
        answer = call("recall", question="When is the release?")
        assert re.search(r"BEGIN [a-z2-7]{16}\n\[1\] \d{4}-\d\d-\d\d ana: .*July 17.* \(mem_\S+\)\nEND ", answer)
        found = re.search(r"mem_[^)]+", answer)
        assert found is not None
        assert "The release moves from July 13 to July 17." in call("explain", memory_id=found[0])
        assert call("recall", question="What does Zebulon eat?").startswith("Memory does not know: ")
        preview = re.search(r"with preview (\S+)\.$", call("forget", query="release"))
        assert preview is not None
        assert "July 17" in str(asyncio.run(tools["recall"].ainvoke({"question": "When is the release?"})))
        assert call("forget", query="release", preview=preview[1]).startswith("Forgotten, with receipt rcp_")
        assert call("recall", question="When is the release?").startswith("Memory does not know: ")


def test_langgraph_store(server: str) -> None:
    with Kaibo(server, project="py-langgraph") as kaibo:
        store = KaiboStore(kaibo)
        ana = ("users", "ana")
        began = datetime.now(timezone.utc)
        assert store.get(ana, "food") is None
        store.put(ana, "food", {"text": "Ana likes rye bread.", "rank": 1})
        store.put(ana, "home", {"text": "Ana lives in Graz.", "rank": 2})
        store.put(("users", "ben é/x"), "food", {"text": "Ben likes noodles.", "deep": [{"a": 1.5}]}, index=["text"])
        store.put(("other",), "secret", {"text": "The gate code is 4711."}, index=False)

        item = store.get(ana, "food")
        assert item is not None and item.value == {"text": "Ana likes rye bread.", "rank": 1}
        assert (item.namespace, item.key) == (ana, "food") and abs((item.created_at - began).total_seconds()) < 60
        other = store.get(("users", "ben é/x"), "food")
        assert other is not None and other.value["deep"] == [{"a": 1.5}]

        found = store.search(("users",), query="What bread does Ana like?")
        assert [(i.namespace, i.key) for i in found][:1] == [(ana, "food")] and (found[0].score or 0) > 0
        assert store.search(("users", "ben é/x"), query="Where does Ana live?") == []
        assert store.search(("other",), query="What is the gate code?") == []
        assert sorted(i.key for i in store.search(ana)) == ["food", "home"]
        assert [i.key for i in store.search(ana, filter={"rank": {"$gte": 2}})] == ["home"]
        assert [i.key for i in store.search(ana, filter={"rank": 1})] == ["food"]
        assert len(store.search((), limit=2)) == 2 and len(store.search((), limit=10, offset=3)) == 1

        assert store.list_namespaces() == [("other",), ("users", "ana"), ("users", "ben é/x")]
        assert store.list_namespaces(max_depth=1) == [("other",), ("users",)]
        assert store.list_namespaces(prefix=("users", "*"), suffix=("ana",)) == [ana]

        store.put(ana, "food", {"text": "Ana likes white bread now.", "rank": 3})
        changed = store.get(ana, "food")
        assert (
            changed is not None
            and changed.value["rank"] == 3
            and changed.updated_at > changed.created_at == item.created_at
        )
        assert asyncio.run(store.aget(ana, "home")) == store.get(ana, "home")

        store.delete(ana, "home")
        store.delete(ana, "home")
        assert store.get(ana, "home") is None
        assert "home" not in [i.key for i in store.search(ana, query="Where does Ana live?")]
        assert [i.key for i in store.search(ana)] == ["food"]
        assert len(list(kaibo.deletions())) == 1
        assert kaibo.verify().ok
        store.put(ana, "home", {"text": "Ana lives in Linz."})
        again = store.get(ana, "home")
        assert again is not None and again.value["text"] == "Ana lives in Linz."
        with pytest.raises(ValueError, match="128"):
            store.put(ana, "x" * 128, {"text": "y"})
