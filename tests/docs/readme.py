"""The README's console blocks and programs: what they print now, and the text with that filled in.

``python -m tests.docs.readme`` rewrites README.md with the present output; the test only compares.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
_BLOCK = re.compile(
    r"(?P<limit><!-- shown: (?P<lines>\d+) lines -->\n)?```console\n\$ (?P<command>.+)\n(?P<output>[^`]*)```\n"
)
_PROGRAM = re.compile(r"```python\n(?P<program>[^`]*)```\n\n<!-- printed -->\n```text\n[^`]*```\n")


def run(command: str, folder: Path) -> str:
    """What ``command`` prints on stdout when run in ``folder``.

    Raises:
        AssertionError: if it fails.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCANNER_")}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**environment, "PATH": path, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{command}\n{done.stderr}"
    return done.stdout


def present(text: str) -> str:
    """``text`` with the output of every console block and program as it is now; they run in order in one folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "data/sample", folder / "data/sample")
        text = _BLOCK.sub(lambda block: _filled(block, folder), text)
        return _PROGRAM.sub(lambda block: _printed(block, folder), text)


def _filled(block: re.Match[str], folder: Path) -> str:
    lines = [line.rstrip() for line in run(block["command"], folder).splitlines()]
    if block["lines"] and len(lines) > int(block["lines"]):
        lines = [*lines[: int(block["lines"])], "…"]
    output = "".join(f"{line}\n" for line in lines)
    return f"{block['limit'] or ''}```console\n$ {block['command']}\n{output}```\n"


def _printed(block: re.Match[str], folder: Path) -> str:
    (folder / "program.py").write_text(block["program"], encoding="utf-8")
    printed = run("python program.py", folder)
    return f"```python\n{block['program']}```\n\n<!-- printed -->\n```text\n{printed}```\n"


if __name__ == "__main__":
    README.write_text(present(README.read_text(encoding="utf-8")), encoding="utf-8")
