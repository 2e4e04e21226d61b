"""Runs the code blocks of a Markdown page, one after the other, as a reader would.

    python3 sdk/readme.py PAGE LANGUAGE URL -- COMMAND... FILE

Each block of the language is written to FILE, with the address of the server in the page replaced by URL, and then
COMMAND FILE is run. A block that fails is shown with what it said, and the exit status is 1.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = "http://127.0.0.1:8080"


def main() -> int:
    page, language, url, _, *command = sys.argv[1:]
    file = Path(command[-1])
    blocks = re.findall(rf"^```{language}(?: [^\n]*)?\n(.*?)^```$", Path(page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if not blocks:
        print(f"{page}: no block of {language}")
        return 1
    environment = {**os.environ, "KAIBO_URL": url}
    for number, block in enumerate(blocks, 1):
        file.write_text(block.replace(EXAMPLE, url), encoding="utf-8")
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 0:
            print(f"{page}, block {number} of {language}:\n{block}\n{done.stdout}{done.stderr}")
            return 1
    print(f"{page}: {len(blocks)} blocks of {language} run")
    return 0


sys.exit(main())
