"""Has the command line of the MCP inspector list and call every tool of a server.

    python inspector.py INSPECTOR-COMMAND... -- TARGET...

A call passes when the inspector gets a tool's result from it. One that names something which is there must work too;
one of a tool that this file does not know is made of what its schema requires, and may answer an error of the tool.
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time

split = sys.argv.index("--")
inspector, target = sys.argv[1:split], sys.argv[split + 1:]
run = f"inspect-{time.time_ns()}"


def ask(*arguments):
    out = subprocess.run([*inspector, "--cli", *target, *arguments], capture_output=True, text=True, timeout=120)
    try:
        return json.loads(out.stdout[out.stdout.index("{"):])
    except ValueError:
        sys.exit(f"{arguments}: exit {out.returncode}: {out.stdout[-1500:]}{out.stderr[-1500:]}")


def call(tool, arguments):
    pairs = [x for k, v in arguments.items() for x in ("--tool-arg", f"{k}={v if isinstance(v, str) else json.dumps(v)}")]
    return ask("--method", "tools/call", "--tool-name", tool, *pairs)


def must(tool, arguments):
    result = call(tool, arguments)
    if result.get("isError"):
        sys.exit(f"{tool} {arguments}: {result['content'][0]['text']}")
    return result["structuredContent"]


tools = {t["name"]: t for t in ask("--method", "tools/list")["tools"]}
for method in ("resources/list", "resources/templates/list", "prompts/list"):
    ask("--method", method)
ask("--method", "resources/read", "--uri", "kaibo://memories")
ask("--method", "prompts/get", "--prompt-name", "end_work", "--prompt-args", "task=Inspect")

# What the others name must be there first.
event = must("remember", {"content": f"The bridge number {run[8:]} is painted green.", "stream": run, "wait": True})
memory = event["memories"][0]["id"]
wrong = must("remember", {"content": f"The tower number {run[8:]} is painted red.", "stream": run, "wait": True})["memories"][0]["id"]
operator = must("keys_create", {"scopes": ["operator"], "name": run})
if target[0].startswith("http"):  # from the first key on, requests want one
    target += ["--header", f"Authorization: Bearer {operator['key']}"]
key = must("keys_create", {"scopes": ["read"], "name": run})["id"]
scratch = os.path.join(tempfile.mkdtemp(), "backup")

works = {
    "recall": {"question": "What colour is the bridge?"}, "explain": {"memoryId": memory}, "memories": {"limit": 3},
    "memory": {"id": memory}, "sources": {"memoryId": memory}, "job": {"id": event["job"]["id"]}, "search": {"query": "bridge"},
    "fetch": {"id": memory}, "verbs": {}, "call": {"verb": "streams"}, "forget": {"memoryId": memory, "dryRun": True},
    "streams": {}, "events": {"stream": run}, "payload": {"id": event["event"]["id"]}, "deletions": {}, "keys": {}, "keys_revoke": {"id": key},
    "correct": {"memoryId": wrong, "content": f"The tower number {run[8:]} is painted blue."}, "dispute": {"memoryId": memory},
    "alias": {"name": "Old bridge " + run, "same": "bridge " + run}, "health": {}, "fsck": {}, "rebuild": {}, "projects": {},
    "projects_create": {"name": run}, "projects_usage": {"name": "default"}, "projects_export": {"name": "default", "limit": 2},
    "projects_delete": {"name": "default", "dryRun": True}, "verify": {},
}
guesses = {"path": scratch, "stream": run, "id": event["event"]["id"], "memoryId": wrong, "name": run, "days": 400, "scopes": ["read"]}
by_type = {"boolean": False, "integer": 1, "array": [], "object": {}}


def guess(tool):
    schema = tools[tool]["inputSchema"]
    made = {}
    for name in schema.get("required", []):
        kind = schema["properties"][name].get("type")
        made[name] = guesses.get(name, by_type.get(kind[0] if isinstance(kind, list) else kind, "x"))
    return made


def check(tool):
    if tool in ("remember", "keys_create"):
        return tool, "works"
    if tool in works:
        must(tool, works[tool])
        return tool, "works"
    result = call(tool, guess(tool))
    if not result.get("content"):
        sys.exit(f"{tool}: no content in {result}")
    return tool, result["content"][0]["text"].split(":")[0] if result.get("isError") else "works"


with concurrent.futures.ThreadPoolExecutor(max_workers=3) as pool:
    said = dict(pool.map(check, sorted(tools)))
errors = {t: s for t, s in said.items() if s != "works"}
print(f"inspector {'http' if target[0].startswith('http') else 'stdio'}: {len(said)} tools called, {len(errors)} with an error of their own: {errors}")
