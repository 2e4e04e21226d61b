"""Has the conversation of conversation.json with an MCP server, by the official SDK of Python.

    python conversation.py legacy|auto URL
    python conversation.py legacy|auto COMMAND ARGUMENT...

"legacy" speaks by the handshake of the protocol up to 2025-11-25, "auto" 2026-07-28 where the server does.
"""
import asyncio
import json
import pathlib
import re
import sys
import time

from mcp import Client, StdioServerParameters

mode, target, *rest = sys.argv[1:]
remote = target.startswith("http")
script = json.loads(pathlib.Path(__file__).with_name("conversation.json").read_text())
saved = {"run": f"py-{mode}-{time.time_ns()}"}


def fill(value):
    if isinstance(value, str):
        return re.sub(r"^\$([a-z]+)", lambda m: saved[m[1]], value)
    if isinstance(value, dict):
        return {k: fill(v) for k, v in value.items()}
    return value


def at(value, path):
    for part in path.split("."):
        value = value[int(part)] if part.isdigit() else value[part]
    return value


async def told(*_):
    """Takes a notice of progress."""


async def say(client, step):
    arguments = fill(step.get("arguments", {}))
    if "resource" in step:
        return (await client.read_resource(step["resource"])).contents[0].text, False
    if "prompt" in step:
        return "\n".join(m.content.text for m in (await client.get_prompt(step["prompt"], arguments)).messages), False
    result = await client.call_tool(step["tool"], arguments, progress_callback=told if step.get("progress") else None)
    if not result.is_error:
        for name, path in step.get("save", {}).items():
            saved[name] = at(result.structured_content, path)
        if result.structured_content is None:
            sys.exit(f"{step}: no structured answer")
    return result.content[0].text, bool(result.is_error)


async def main():
    server = target if remote else StdioServerParameters(command=target, args=rest)
    async with Client(server, mode=mode) as client:
        listed = {t.name for t in (await client.list_tools()).tools}
        missing = set(script["tools"]) - listed
        if missing:
            sys.exit(f"not listed: {missing}")
        for i, step in enumerate(script["steps"], 1):
            text, error = await say(client, step)
            if error != step.get("error", False) or not re.search(step["text"], text):
                sys.exit(f"{mode} {target}: step {i} {step}: {text}")
    print(f"python {mode} {'http' if remote else 'stdio'}: {len(script['steps'])} steps")


asyncio.run(main())
