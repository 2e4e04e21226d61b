from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A real server on a free port of this machine, with data of its own. KAIBO_BIN names the program."""
    program = os.environ.get("KAIBO_BIN")
    if not program:
        pytest.fail("KAIBO_BIN must name the kaibo program: go build -o /tmp/kaibo ./cmd/kaibo")
    data = tempfile.mkdtemp(prefix="kaibo-py-")
    process = subprocess.Popen(
        [program, "serve", "--listen", "127.0.0.1:0", "--data", data],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    said: list[str] = []
    assert process.stdout is not None
    reader = threading.Thread(target=said.extend, args=(process.stdout,), daemon=True)
    reader.start()
    try:
        yield _url(process, said)
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(data, ignore_errors=True)


def _url(process: subprocess.Popen[str], said: list[str]) -> str:
    for _ in range(400):
        found = re.search(r"http://127\.0\.0\.1:\d+", "".join(said))
        if found:
            return found[0]
        if process.poll() is not None:
            break
        time.sleep(0.05)
    process.kill()
    raise RuntimeError(f"the server did not start: {''.join(said)}")
