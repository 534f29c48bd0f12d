"""Results reach a file whole or not at all, and nothing but results reaches stdout."""

from __future__ import annotations

import io
import os
import stat
import sys
from pathlib import Path

import pytest

from scanner.cli.app import run
from scanner.cli.codes import UserError
from scanner.cli.output import OutputFailed, Progress, colour_wanted, emit, notices, prepare_streams
from scanner.jobs.outcome import worst


def test_a_file_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "report.json"
    target.write_text("old")

    def fail(self: Path, other: Path) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(UserError, match="No space left"):
        patch.setattr(Path, "replace", fail)
        emit("new", target)
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
    emit("new", target)
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_written_file_has_the_usual_permissions(tmp_path: Path) -> None:
    umask = os.umask(0o022)
    try:
        emit("x", tmp_path / "a")
    finally:
        os.umask(umask)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o644


def test_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        emit("x", tmp_path / "none/a")


def test_a_device_or_pipe_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        emit("report\n", pipe)
        assert os.read(reader, 100) == b"report\n"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_folder_as_output_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written"):
        emit("x", tmp_path)


def test_a_link_keeps_naming_what_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "2026-11-30.html", tmp_path / "latest.html"
    link.symlink_to(target.name)
    emit("x", link)
    assert (link.is_symlink(), target.read_text()) == (True, "x")


def test_no_name_is_one_line() -> None:
    with pytest.raises(UserError, match="names no file"):
        emit("x", Path())


def test_a_full_stdout_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(OutputFailed, match=r"^stdout: cannot be written: No space left on device$"):
            emit("x" * 100_000)


@pytest.mark.parametrize("command", ["explain", "facts", "sql", "backup", "ingest"])
def test_what_is_not_in_utf_8_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "a\udcff", "--db", ":memory:"]) == 2
    assert capsys.readouterr().err == "scanner: a\\udcff: not in UTF-8; rename the file, or set the terminal to UTF-8\n"


def test_closed_streams_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    prepare_streams()
    emit("lost")
    notices(["lost"], 1, "")


def test_csv_lines_keep_their_ends(tmp_path: Path) -> None:
    emit("a\r\nb\r\n", tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_bytes() == b"a\r\nb\r\n"


def test_progress_is_silent_off_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress.shown() as progress:
        progress("reading", 1, 2)
    assert capsys.readouterr() == ("", "")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_taken_away_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = _Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with Progress.shown() as progress:
        progress("reading", 1, 1200)
    assert "reading 1 of 1,200" in stream.getvalue()
    assert stream.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize(
    ("no_color", "term", "output", "wanted"),
    [
        ("", "xterm", None, True),
        ("1", "xterm", None, False),
        ("", "dumb", None, False),
        ("", "xterm", Path("f"), False),
    ],
)
def test_colour_only_where_it_is_welcome(
    no_color: str, term: str, output: Path | None, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", _Terminal())
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)
    assert colour_wanted(output) is wanted


def test_long_lists_are_cut_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    notices(["a", "b", "c"], 2, "elsewhere")
    assert capsys.readouterr().err == "a\nb\n… and 1 more: elsewhere\n"


@pytest.mark.parametrize(
    ("codes", "code"), [([], 0), ([0, 1], 1), ([1, 4], 4), ([4, 2], 2), ([2, 3, 1], 3), ([0, 4, 1, 0], 4)]
)
def test_precedence_of_exit_codes(codes: list[int], code: int) -> None:
    assert worst(codes) == code
