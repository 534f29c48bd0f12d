"""The second night: what is read anew, what has changed or gone, and what that does and does not do."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.unit.line_folder import CALM, NEW, OLD, Run, call, fill, folder

__all__ = ["call", "folder"]  # fixtures


def test_a_second_run_reads_nothing_anew_and_tells_the_same(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW)
    options = ("run", "docs", "--format", "json", "--as-of")
    _, first, _ = call(*options, "2026-11-30")
    _, again, err = call(*options, "2026-11-30")
    assert "0 new, 0 changed, 2 unchanged" in err
    assert first == again
    assert call(*options, "2026-11-30", "--new-only")[0] == 1
    _, second, _ = call(*options, "2026-12-01")
    (before,), (after,) = (json.loads(out)["findings"] for out in (first, second))
    assert (before["status"], after["status"]) == ("new", "open")
    assert before["first_seen"] == after["first_seen"] == "2026-11-30"


def test_changed_and_vanished_documents_end_what_they_said(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW, sizes=CALM, more=CALM.replace("upload", "picture"))
    assert call("run", "docs", "--as-of", "2026-11-30")[0] == 1
    fill(folder, limits=OLD.replace("100", "500"))
    code, _, err = call("run", "docs", "--as-of", "2026-12-01")
    assert (code, "1 changed, 3 unchanged" in err) == (0, True), err
    fill(folder, limits=OLD)
    assert call("run", "docs", "--as-of", "2026-12-02")[0] == 1
    (folder / "quotas.md").unlink()
    code, _, err = call("run", "docs", "--as-of", "2026-12-03")
    assert (code, "1 gone" in err) == (0, True), err


def test_when_most_of_a_source_is_gone_nothing_is_retracted(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    call("run", "docs", "--as-of", "2026-11-30")
    for name in ("limits", "quotas"):
        (folder / f"{name}.md").unlink()
    code, out, err = call("run", "docs", "--as-of", "2026-12-01")
    assert (code, out) == (3, "")
    assert '2 of the 3 documents of the source "docs" are gone' in err
    assert len(call("documents", "--format", "csv")[1].splitlines()) == 4
    code, _, err = call("run", "docs", "--as-of", "2026-12-01", "--allow-vanish")
    assert (code, "2 gone" in err) == (0, True)


def test_an_unreadable_file_keeps_what_it_said_and_an_emptied_one_does_not(
    folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scanner import load
    from scanner.model import Skipped, SkipReason

    load_file = load.load_file

    def refuse(file, source, entry, **options):  # type: ignore[no-untyped-def]
        if file.doc_id == "quotas.md":
            return (Skipped(source.name, file.doc_id, SkipReason.UNREADABLE, "Input/output error"),)
        return load_file(file, source, entry, **options)

    fill(folder, limits=OLD, quotas=NEW, sizes=CALM, more=CALM.replace("upload", "picture"))
    call("run", "docs", "--as-of", "2026-11-30")
    fill(folder, quotas=OLD)
    with monkeypatch.context() as patch:
        patch.setattr(load, "load_file", refuse)
        code, _, err = call("run", "docs", "--as-of", "2026-12-01")
    assert (code, "skipped quotas.md: unreadable: Input/output error" in err, "0 gone" in err) == (1, True, True)
    fill(folder, quotas="")
    code, _, err = call("run", "docs", "--as-of", "2026-12-02")
    assert (code, "1 gone" in err) == (0, True)


def test_only_files_that_changed_are_loaded(folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from scanner import load

    loaded: list[str] = []
    load_file = load.load_file

    def note(file, *given, **options):  # type: ignore[no-untyped-def]
        loaded.append(file.doc_id)
        return load_file(file, *given, **options)

    monkeypatch.setattr(load, "load_file", note)
    lines = [json.dumps({"id": name, "text": f"The {name} limit is 5 MB."}) + "\n" for name in ("a", "b")]

    def ingest() -> tuple[list[str], str]:
        loaded.clear()
        _, _, err = call("ingest", "docs", "--as-of", "2026-11-30")
        return sorted(loaded), next(line for line in err.splitlines() if line.startswith("read "))

    fill(folder, limits=OLD, sizes=CALM)
    (folder / "one.jsonl").write_text("".join(lines))
    assert ingest() == (["limits.md", "one.jsonl", "sizes.md"], "read 4 new, 0 changed, 0 unchanged; 0 gone, 0 skipped")
    assert ingest() == ([], "read 0 new, 0 changed, 4 unchanged; 0 gone, 0 skipped")
    (folder / "one.jsonl").write_text(lines[0] + lines[1].replace("5", "6"))
    assert ingest() == (["one.jsonl"], "read 0 new, 1 changed, 3 unchanged; 0 gone, 0 skipped")
    assert ingest() == ([], "read 0 new, 0 changed, 4 unchanged; 0 gone, 0 skipped")
    (folder / "one.jsonl").write_text("".join(lines) + "{broken\n")
    for _ in range(2):  # what was skipped is told every time
        assert ingest()[0] == ["one.jsonl"]
    assert ingest()[1] == "read 0 new, 0 changed, 4 unchanged; 0 gone, 1 skipped"


def test_changed_rules_are_told_where_they_make_a_scan_long(
    folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder, limits=OLD, sizes=CALM)
    assert "rules changed" not in call("run", "docs", "--as-of", "2026-11-30")[2]
    monkeypatch.setattr(sys.modules["scanner.jobs.scan"], "code_of", lambda _: "other code")
    assert "rules changed since the last scan: all " in call("scan", "--as-of", "2026-11-30")[2]
    assert "rules changed" not in call("scan", "--as-of", "2026-11-30")[2]


def test_a_single_file_touches_nothing_beside_it(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    call("ingest", "docs", "--as-of", "2026-11-30")
    (folder / "quotas.md").unlink()
    _, _, err = call("ingest", "docs/limits.md", "--as-of", "2026-12-01")
    assert "1 unchanged; 0 gone" in err
    assert len(call("documents", "--format", "csv")[1].splitlines()) == 4


def test_limit_reads_a_part_and_ends_nothing(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    call("ingest", "docs", "--as-of", "2026-11-30")
    assert "1 unchanged; 0 gone" in call("ingest", "docs", "--as-of", "2026-11-30", "--limit", "1")[2]
    assert len(call("documents", "--format", "csv")[1].splitlines()) == 4
