"""The ``scanner`` program: its commands, and how every mistake ends in one line and an exit code."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import Annotated

import typer

from scanner import __version__
from scanner.cli.codes import CLEAN, FAILED, USAGE, UserError
from scanner.cli.inspect_commands import register as register_inspect
from scanner.cli.line_commands import register as register_line
from scanner.cli.output import OutputFailed, notice, prepare_streams, readable
from scanner.cli.query_commands import register as register_query
from scanner.cli.queue_commands import register as register_queue
from scanner.cli.report_commands import register as register_report
from scanner.cli.review_commands import register as register_review
from scanner.cli.rule_commands import register as register_rules
from scanner.cli.site_commands import register as register_site
from scanner.cli.store_commands import register as register_store
from scanner.rules import RuleError
from scanner.settings import SettingsError

__all__ = ["app", "main", "run"]

app = typer.Typer(
    name="scanner",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Example: scanner run docs --db :memory:",
)
_GROUPS = (
    register_line,
    register_report,
    register_query,
    register_inspect,
    register_queue,
    register_review,
    register_store,
    register_site,
    register_rules,
)
for register in _GROUPS:
    register(app)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"scanner {__version__}\n")
        raise typer.Exit


@app.callback()
def _scanner(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Find the statements in a body of documents that contradict or supersede one another.

    Exit codes: 0 clean, 1 findings at or above --fail-on, 2 usage, settings, or unknown ID or subject, 3 the run
    failed or nothing was checked, 4 input was skipped under --strict.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; nothing is raised."""
    prepare_streams()
    for argument in arguments:
        if not readable(argument):
            notice(f"scanner: {argument}: not in UTF-8; rename the file, or set the terminal to UTF-8")
            return USAGE
    try:
        with _terminable():
            result = app(list(arguments), prog_name="scanner", standalone_mode=False)
    except typer.TyperException as error:
        return _usage(error)
    except (typer.Abort, KeyboardInterrupt, _Stopped):
        notice("scanner: stopped; what was finished is kept, run the command again to go on")
        return FAILED
    except BrokenPipeError:
        # The reader (head, less) has gone: there is nobody left to tell.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
        return CLEAN
    except Exception as error:
        return _failed(error)
    return result if isinstance(result, int) else CLEAN


class _Stopped(BaseException):
    """Somebody asked the program to stop; no ``KeyboardInterrupt``, which the library of the flags ends by itself."""


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """Within the block Ctrl-C and a request to terminate (SIGTERM) undo what is under way."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise _Stopped

    previous = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _usage(error: typer.TyperException) -> int:
    if isinstance(message := getattr(error, "message", None), str):
        # The words of the library that parses the flags are no help.
        error.message = message.replace("Value error, ", "")
    show = getattr(error, "show", None)
    if callable(show):
        show()
    else:
        notice(f"scanner: {error.format_message()}")
    return USAGE


def _failed(error: Exception) -> int:
    """One line for what the caller or the site can put right, a traceback only for a fault of the program."""
    # Imported here so that --help need not know the stages.
    from scanner.jobs import InputError, RunFailed
    from scanner.nlp import PipelineMissing
    from scanner.store import StoreError

    if isinstance(error, UserError | SettingsError | RuleError | InputError | PipelineMissing):
        notice(f"scanner: {error}")
        return USAGE
    if isinstance(error, RunFailed | StoreError | OutputFailed):
        notice(f"scanner: {error}")
        return FAILED
    if isinstance(error, MemoryError | OSError):
        notice(f"scanner: {error or 'out of memory'}")
        return FAILED
    traceback.print_exception(error)
    notice("scanner: this is a fault of the program; please report the lines above")
    return FAILED


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))
