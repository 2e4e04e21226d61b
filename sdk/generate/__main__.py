"""Writes the generated parts of the clients from the OpenAPI document of a server.

    curl -s http://127.0.0.1:8080/openapi.json | python3 sdk/generate           # write
    curl -s http://127.0.0.1:8080/openapi.json | python3 sdk/generate --check   # 1 when a file would change
"""

from __future__ import annotations

import sys
from pathlib import Path

import python
import spec
import typescript

SDK = Path(__file__).resolve().parent.parent


def main() -> int:
    read = spec.read(sys.stdin.read())
    files = {
        "typescript/src/generated/types.ts": typescript.types(read),
        "typescript/src/generated/verbs.ts": typescript.verbs(read),
        "python/kaibo/_generated/models.py": python.models(read),
        "python/kaibo/_generated/verbs.py": python.verbs(read),
    }
    stale = []
    for name, text in files.items():
        path = SDK / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"sdk/{name} {'is not what the server says' if '--check' in sys.argv else 'written'}")
    return 1 if stale and "--check" in sys.argv else 0


sys.exit(main())
