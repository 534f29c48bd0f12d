"""Ask git when each file last changed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from scanner.load.errors import LoadError

__all__ = ["git_dates"]

_TIMEOUT = 600
_SAFE = (
    "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false",
    "-c", "diff.external=", "-c", "core.quotePath=false", "-c", "log.follow=false",
)  # fmt: skip
_KEPT = ("PATH", "HOME", "SYSTEMROOT", "TMPDIR")


def git_dates(root: Path) -> Mapping[str, date]:
    """The day of the last commit that touched each file below ``root``, by path below ``root``.

    Git runs once, without the user's and the system's settings, hooks, pagers or prompts, so that a repository cannot
    make it run anything.

    Raises:
        LoadError: if git is missing, ``root`` is in no repository, or the history cannot be read.
    """
    folder = root if root.is_dir() else root.parent
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    environment |= {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_PAGER": "cat",
        "GIT_NO_LAZY_FETCH": "1",
        "LC_ALL": "C",
    }
    command = [
        "git", *_SAFE, "-C", str(folder), "log", "--format=%x01%cs", "--name-only", "-z", "--no-renames",
        "--no-ext-diff", "--no-textconv", "--relative", "--", ".",
    ]  # fmt: skip
    try:
        done = subprocess.run(  # noqa: S603 (a fixed command; the folder is one argument)
            command, env=environment, capture_output=True, check=False, timeout=_TIMEOUT, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LoadError(f"{root}: git history cannot be read: {error}") from error
    if done.returncode != 0:
        problem = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise LoadError(f"{root}: git history cannot be read: {problem[0] if problem else 'git failed'}")
    return _parsed(done.stdout)


def _parsed(output: bytes) -> dict[str, date]:
    found: dict[str, date] = {}
    day: date | None = None
    for part in output.split(b"\0"):
        words = part.strip(b"\n")
        if words.startswith(b"\x01"):
            stamp, _, rest = words[1:].partition(b"\n")
            day = date.fromisoformat(stamp.decode("ascii"))
            words = rest.strip(b"\n")
        if words and day is not None:
            found.setdefault(os.fsdecode(words), day)
    return dict(sorted(found.items()))
