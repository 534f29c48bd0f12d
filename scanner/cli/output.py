"""Where words go: results to stdout or, whole or not at all, to a file; notices and progress to stderr."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scanner.cli.codes import UserError

__all__ = [
    "OutputFailed",
    "Progress",
    "colour_wanted",
    "emit",
    "emit_folder",
    "notice",
    "notices",
    "prepare_streams",
    "readable",
    "terminal_width",
]

_FALLBACK_WIDTH = 100
_WIDEST = 120
_INDEX = "index.md"
_PAGE = re.compile(r"index\.md|f1-[0-9a-f]+\.md")


def prepare_streams() -> None:
    """Let no character of a document stop the output, whatever the terminal's encoding, nor a stream that is closed."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def readable(text: str) -> bool:
    """Whether what somebody typed or piped in was UTF-8: what was not is kept as lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


class OutputFailed(Exception):
    """The result could not be handed over; the message is one line."""


def emit(text: str, output: Path | None = None) -> None:
    """Write a result to stdout, or to ``output`` in one step, so that no reader ever sees half a report.

    A device or pipe (``/dev/null``) is written to, never replaced by a file; a link stays, and what it names is
    replaced.

    Raises:
        UserError: if the file cannot be written.
        OutputFailed: if stdout takes no more.
    """
    if output is None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputFailed(f"stdout: cannot be written: {error.strerror or error}") from error
        return
    if output == Path():
        raise UserError("--output names no file")
    try:
        output = output.resolve() if output.is_symlink() else output
        if output.exists() and not output.is_file():
            with output.open("w", encoding="utf-8", errors="backslashreplace", newline="") as device:
                device.write(text)
            return
        handle, name = tempfile.mkstemp(prefix=f".{output.name}.", dir=output.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
                file.write(text)
            umask = os.umask(0)
            os.umask(umask)
            Path(name).chmod(0o666 & ~umask)
            Path(name).replace(output)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(f"{output}: cannot be written: {error.strerror or error}") from error


def emit_folder(files: Mapping[str, str], folder: Path) -> None:
    """Write files into ``folder`` and take away those that an earlier report left there.

    Each is replaced in one step, and the index, which links to all others, comes last. A folder that holds anything
    but such reports is refused.

    Raises:
        UserError: if the folder is not ours, or cannot be written.
    """
    try:
        there = {path.name for path in folder.iterdir()} if folder.exists() else set()
        foreign = sorted(name for name in there if not _PAGE.fullmatch(name))
        if foreign:
            raise UserError(f"{folder}: holds {foreign[0]}, which is no report of findings; name an empty folder")
        folder.mkdir(parents=True, exist_ok=True)
        for name in sorted(files, key=lambda name: (name == _INDEX, name)):
            emit(files[name], folder / name)
        for name in sorted(there - files.keys()):
            (folder / name).unlink()
    except OSError as error:
        raise UserError(f"{folder}: cannot be written: {error.strerror or error}") from error


def notice(line: str) -> None:
    """One line on stderr, in which no name of a file can act on the terminal."""
    if not (line.isascii() and line.isprintable()):
        from scanner.report.lines import harmless

        line = harmless(line.encode("utf-8", "backslashreplace").decode())
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def notices(lines: Sequence[str], most: int, more: str) -> None:
    """Up to ``most`` lines on stderr, then one that counts the rest and says where they are."""
    for line in lines[:most]:
        notice(line)
    if len(lines) > most:
        notice(f"… and {len(lines) - most:,} more: {more}")


def colour_wanted(output: Path | None) -> bool:
    """Whether to emphasise: only on a terminal that understands it, and never under ``NO_COLOR``."""
    if output is not None or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def terminal_width(output: Path | None) -> int:
    """Columns to fill: the terminal's up to a readable most, a fixed number elsewhere."""
    if output is not None or not sys.stdout.isatty():
        return _FALLBACK_WIDTH
    return min(shutil.get_terminal_size((_FALLBACK_WIDTH, 24)).columns, _WIDEST)


class Progress:
    """A line on a terminal's stderr that is overwritten as work goes on; silent anywhere else."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._drawn = False

    def __call__(self, step: str, done: int, total: int) -> None:
        if not self._shown:
            return
        words = f"{step} {done:,} of {total:,}" if total else step
        sys.stderr.write(f"\r\x1b[K{words}")
        sys.stderr.flush()
        self._drawn = True

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._drawn = False

    @classmethod
    @contextlib.contextmanager
    def shown(cls) -> Iterator[Progress]:
        """A progress line for the length of a block."""
        progress = cls()
        try:
            yield progress
        finally:
            progress.clear()
