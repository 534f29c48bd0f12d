"""A run that is stopped, meets a fault or finds the store in use keeps what was finished, and says so."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.unit.line_folder import CALM, NEW, OLD, Run, call, fill, folder

__all__ = ["call", "folder"]  # fixtures


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_request_to_stop_leaves_what_was_finished(
    number: signal.Signals, folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scanner import jobs

    fill(folder, limits=OLD, sizes=CALM)
    with monkeypatch.context() as patch:
        patch.setattr(jobs, "scan", lambda *_, **__: signal.raise_signal(number))
        code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert (code, out) == (3, "")
    assert err.splitlines()[-1] == "scanner: stopped; what was finished is kept, run the command again to go on"
    assert "0 new, 0 changed, 2 unchanged" in call("run", "docs", "--as-of", "2026-11-30")[2]


def test_a_fault_in_one_document_does_not_cost_the_others(
    folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scanner.jobs.line import Line

    read = Line.read

    def fail(self: Line, documents):  # type: ignore[no-untyped-def]
        if any(document.doc_id == "limits.md" for _, document in documents):
            raise RuntimeError("boom")
        return read(self, documents)

    monkeypatch.setattr(Line, "read", fail)
    fill(folder, limits=OLD, sizes=CALM)
    code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 0
    assert "skipped limits.md: failed: RuntimeError: boom" in err
    assert "1 file skipped (failed 1)" in out


def test_an_interrupt_keeps_whole_batches(folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import signal

    from scanner.store import Store

    ingest = Store.ingest

    def interrupt(self: Store, *arguments, **options):  # type: ignore[no-untyped-def]
        signal.raise_signal(signal.SIGINT)
        return ingest(self, *arguments, **options)

    monkeypatch.setenv("SCANNER_RUN_BATCH", "1")
    fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "ingest", interrupt)
        code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert (code, out) == (3, "")
    assert "stopped after 1 of 3 files; what was read is kept" in err
    code, _, err = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 1
    assert "2 new, 0 changed, 1 unchanged" in err


def test_a_database_in_use_is_one_line_and_code_3(folder: Path, call: Run) -> None:
    import subprocess

    fill(folder, limits=OLD)
    hold = "from scanner.store import Store; s = Store.open('x.duckdb'); print(1, flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        code, out, err = call("run", "docs", "--db", "x.duckdb", "--as-of", "2026-11-30")
        process.communicate()
    assert (code, out) == (3, "")
    assert "the store is in use" in err
