"""The nightly job on small folders: findings, exit codes, and what a second night does and does not do."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

import scanner.report
from scanner.cli.app import run

RATE = "# Rate limits\n\nThe rate limit of the `/users` endpoint is {} requests per minute.\n"
OLD = "---\ndate: 2025-03-01\n---\n\n" + RATE.format(100)
NEW = "---\ndate: 2026-03-01\n---\n\n" + RATE.format(500)
CALM = "---\ndate: 2026-03-01\n---\n\n# Sizes\n\nThe maximum file size of an upload is 25 MB.\n"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    docs = tmp_path / "docs"
    docs.mkdir()
    return docs


@pytest.fixture
def call(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def call_(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err, captured.err
        return code, captured.out, captured.err

    return call_


def _fill(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def test_a_conflict_is_reported_and_fails_the_run(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 1
    for words in ("1 conflict", "100 requests per minute", "500 requests per minute", "limits.md:7", "quotas.md:7"):
        assert words in out, out
    assert "read 3 new, 0 changed, 0 unchanged; 0 gone, 0 skipped" in err
    assert Path("data/store/scanner.duckdb").is_file()


def test_fail_on_never_is_clean_and_json_keeps_its_contract(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, quotas=NEW)
    code, out, _ = call(
        "run", "docs", "--db", ":memory:", "--as-of", "2026-11-30", "--fail-on", "never", "--format", "json"
    )
    assert code == 0
    schema = json.loads(Path(scanner.report.__file__).with_name("findings.schema.json").read_text())
    body = json.loads(out)
    jsonschema.validate(body, schema, jsonschema.Draft202012Validator)
    assert body["run"]["documents"] == 2
    assert body["run"]["coverage"]["claims"] == {"paragraph": 2}
    (finding,) = body["findings"]
    assert finding["kind"] == "conflict"
    for side in finding["sides"]:
        for claim in side["claims"]:
            text = (folder / claim["doc_id"]).read_text()
            assert side["value"] in text[slice(*claim["value_span"])]
            assert text[claim["start"] : claim["end"]]


def test_a_clean_folder_exits_with_0_and_a_count(folder: Path, call: Run) -> None:
    _fill(folder, sizes=CALM)
    code, out, _ = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 0
    assert "Nothing could be compared: of 1 claim none met another" in out
    _fill(folder, more=CALM)
    code, out, _ = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 0
    assert "No conflict among 2 claims, of which 2 met another" in out


@pytest.mark.parametrize("files", [{}, {"poem": "Roses are red and violets are blue, or so they say in the garden.\n"}])
def test_where_nothing_is_checked_the_run_fails(files: dict[str, str], folder: Path, call: Run) -> None:
    _fill(folder, **files)
    code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 3
    assert "Nothing was checked" in out
    assert "nothing was checked" in err


def test_skipped_input_is_named_and_counts_only_under_strict(folder: Path, call: Run) -> None:
    _fill(folder, sizes=CALM, empty="")
    (folder / "picture.md").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 0
    assert "2 files skipped" in out
    assert "skipped empty.md: empty" in err
    assert "skipped picture.md: " in err
    assert call("run", "docs", "--as-of", "2026-11-30", "--strict")[0] == 4
    _fill(folder, limits=OLD, quotas=NEW)
    assert call("run", "docs", "--as-of", "2026-11-30", "--strict")[0] == 4
    assert call("run", "docs", "--as-of", "2026-11-30")[0] == 1


def test_a_second_run_reads_nothing_anew_and_tells_the_same(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, quotas=NEW)
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
    _fill(folder, limits=OLD, quotas=NEW, sizes=CALM, more=CALM.replace("upload", "picture"))
    assert call("run", "docs", "--as-of", "2026-11-30")[0] == 1
    _fill(folder, limits=OLD.replace("100", "500"))
    code, _, err = call("run", "docs", "--as-of", "2026-12-01")
    assert (code, "1 changed, 3 unchanged" in err) == (0, True), err
    _fill(folder, limits=OLD)
    assert call("run", "docs", "--as-of", "2026-12-02")[0] == 1
    (folder / "quotas.md").unlink()
    code, _, err = call("run", "docs", "--as-of", "2026-12-03")
    assert (code, "1 gone" in err) == (0, True), err


def test_when_most_of_a_source_is_gone_nothing_is_retracted(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
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
    from scanner.jobs import reading
    from scanner.model import Skipped, SkipReason

    load_file = reading.load_file

    def refuse(file, source, entry, **options):  # type: ignore[no-untyped-def]
        if file.doc_id == "quotas.md":
            return (Skipped(source.name, file.doc_id, SkipReason.UNREADABLE, "Input/output error"),)
        return load_file(file, source, entry, **options)

    _fill(folder, limits=OLD, quotas=NEW, sizes=CALM, more=CALM.replace("upload", "picture"))
    call("run", "docs", "--as-of", "2026-11-30")
    _fill(folder, quotas=OLD)
    with monkeypatch.context() as patch:
        patch.setattr(reading, "load_file", refuse)
        code, _, err = call("run", "docs", "--as-of", "2026-12-01")
    assert (code, "skipped quotas.md: unreadable: Input/output error" in err, "0 gone" in err) == (1, True, True)
    _fill(folder, quotas="")
    code, _, err = call("run", "docs", "--as-of", "2026-12-02")
    assert (code, "1 gone" in err) == (0, True)


def test_only_files_that_changed_are_loaded(folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from scanner.jobs import reading

    loaded: list[str] = []
    load_file = reading.load_file

    def note(file, *given, **options):  # type: ignore[no-untyped-def]
        loaded.append(file.doc_id)
        return load_file(file, *given, **options)

    monkeypatch.setattr(reading, "load_file", note)
    lines = [json.dumps({"id": name, "text": f"The {name} limit is 5 MB."}) + "\n" for name in ("a", "b")]

    def ingest() -> tuple[list[str], str]:
        loaded.clear()
        _, _, err = call("ingest", "docs", "--as-of", "2026-11-30")
        return sorted(loaded), next(line for line in err.splitlines() if line.startswith("read "))

    _fill(folder, limits=OLD, sizes=CALM)
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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_request_to_stop_leaves_what_was_finished(
    number: signal.Signals, folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scanner import jobs

    _fill(folder, limits=OLD, sizes=CALM)
    with monkeypatch.context() as patch:
        patch.setattr(jobs, "scan", lambda *_, **__: signal.raise_signal(number))
        code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert (code, out) == (3, "")
    assert err.splitlines()[-1] == "scanner: stopped; what was finished is kept, run the command again to go on"
    assert "0 new, 0 changed, 2 unchanged" in call("run", "docs", "--as-of", "2026-11-30")[2]


def test_changed_rules_are_told_where_they_make_a_scan_long(
    folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fill(folder, limits=OLD, sizes=CALM)
    assert "rules changed" not in call("run", "docs", "--as-of", "2026-11-30")[2]
    monkeypatch.setattr(sys.modules["scanner.jobs.scan"], "code_of", lambda _: "other code")
    assert "rules changed since the last scan: all " in call("scan", "--as-of", "2026-11-30")[2]
    assert "rules changed" not in call("scan", "--as-of", "2026-11-30")[2]


def test_a_single_file_touches_nothing_beside_it(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    call("ingest", "docs", "--as-of", "2026-11-30")
    (folder / "quotas.md").unlink()
    _, _, err = call("ingest", "docs/limits.md", "--as-of", "2026-12-01")
    assert "1 unchanged; 0 gone" in err
    assert len(call("documents", "--format", "csv")[1].splitlines()) == 4


def test_order_batches_and_processes_change_no_byte(folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _fill(folder, limits=OLD, quotas=NEW, sizes=CALM, more=CALM.replace("upload", "picture"), last=OLD)
    seen = set()
    for number, (workers, batch) in enumerate((("1", "16"), ("1", "1"), ("2", "2"))):
        monkeypatch.setenv("SCANNER_RUN_BATCH", batch)
        monkeypatch.setenv("SCANNER_RUN_WORKERS_FROM", "0")
        options = ("--as-of", "2026-11-30", "--format", "json", "--workers", workers, "--db", f"{number}.duckdb")
        seen.add(call("run", "docs", *options)[1])
    call("ingest", "docs/sizes.md", "docs/last.md", "--source", "docs", "--as-of", "2026-11-30", "--db", "parts.duckdb")
    call("ingest", "docs", "--as-of", "2026-11-30", "--db", "parts.duckdb")
    seen.add(call("scan", "--as-of", "2026-11-30", "--format", "json", "--db", "parts.duckdb")[1])
    assert len(seen) == 1, sorted(seen)


def test_scan_and_report_repeat_what_run_said(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, quotas=NEW)
    call("ingest", "docs", "--as-of", "2026-11-30")
    code, out, err = call("report")
    assert (code, out) == (3, "")
    assert "nothing has been scanned yet" in err
    assert call("scan", "--as-of", "2026-11-30")[0] == 1
    code, scanned, _ = call("scan", "--as-of", "2026-11-30")
    assert call("report") == (code, scanned, "")
    for form in ("md", "csv", "json"):
        assert (
            "requests per minute"
            in call("report", "--format", form, "--output", f"out.{form}")[1] + Path(f"out.{form}").read_text()
        )
    _fill(folder, sizes=CALM)
    call("ingest", "docs", "--as-of", "2026-12-01")
    assert "documents have changed since this scan" in call("report")[2]


def test_ingest_prints_what_was_understood(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, sizes=CALM)
    code, out, _ = call("ingest", "docs", "--as-of", "2026-11-30")
    assert code == 0
    assert "documents   2" in out
    assert "2 subject–predicate pairs, 2 stated only once" in out
    assert [line.split() for line in out.splitlines() if line.startswith("paragraph")] == [["paragraph", "2", "2"]]


def test_limit_reads_a_part_and_ends_nothing(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    call("ingest", "docs", "--as-of", "2026-11-30")
    assert "1 unchanged; 0 gone" in call("ingest", "docs", "--as-of", "2026-11-30", "--limit", "1")[2]
    assert len(call("documents", "--format", "csv")[1].splitlines()) == 4


def test_exclude_leaves_out(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, quotas=NEW)
    _, out, _ = call("run", "docs", "--db", ":memory:", "--as-of", "2026-11-30", "--exclude", "quotas*")
    assert "1 document," in out


def test_a_manifest_dates_documents_and_a_broken_one_is_named(folder: Path, call: Run) -> None:
    _fill(folder, limits=RATE.format(100), sizes=CALM)
    assert "1 of 2 documents undated" in call("run", "docs", "--db", ":memory:", "--as-of", "2026-11-30")[1]
    Path("dates.csv").write_text("doc_id,published\nlimits.md,2024-05-06\n")
    options = ("--db", ":memory:", "--as-of", "2026-11-30", "--manifest", "dates.csv")
    assert "undated" not in call("run", "docs", *options)[1]
    Path("dates.csv").write_text("doc_id,published\nlimits.md,soon\n")
    code, _, err = call("run", "docs", *options)
    assert code == 2
    assert "dates.csv: row 2: published is no date: 'soon'" in err


def test_a_database_in_use_is_one_line_and_code_3(folder: Path, call: Run) -> None:
    import subprocess
    import sys

    _fill(folder, limits=OLD)
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
    _fill(folder, limits=OLD, sizes=CALM)
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
    _fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "ingest", interrupt)
        code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert (code, out) == (3, "")
    assert "stopped after 1 of 3 files; what was read is kept" in err
    code, _, err = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 1
    assert "2 new, 0 changed, 1 unchanged" in err


def test_a_source_weighs_what_the_site_says(folder: Path, call: Run) -> None:
    (folder / "wiki").mkdir()
    _fill(folder / "wiki", limits=OLD)
    other = folder.parent / "handbook"
    other.mkdir()
    _fill(other, quotas=OLD.replace("100", "700"))
    Path("config").mkdir()
    Path("config/sources.toml").write_text(
        '[[source]]\nname = "wiki"\nroot = "docs/wiki"\nauthority = 0.5\n'
        '[[source]]\nname = "handbook"\nroot = "handbook"\nsource_type = "primary"\n'
    )
    options = ("--db", ":memory:", "--as-of", "2025-03-01", "--format", "json")
    body = json.loads(call("run", "docs/wiki", "handbook", *options)[1])
    (finding,) = body["findings"]
    weighs = {side["claims"][0]["source"]: side["authority"] for side in finding["sides"]}
    assert weighs == {"wiki": 0.5, "handbook": 1.0}
    assert [side["value"] for side in finding["sides"] if side["preferred"]] == ["700 requests per minute"]


def test_paths_of_the_line_answer_questions(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    call("run", "docs", "--as-of", "2026-11-30")
    code, out, _ = call("trace", "docs/limits.md:7", "quotas.md:7")
    assert code == 0
    assert "100 requests per minute = " in out
    assert "they are in one finding: f1:" in out
    finding_id = out.partition("in finding ")[2].split()[0]
    for wanted in (finding_id, finding_id[3:9]):
        code, out, _ = call("explain", wanted)
        assert code == 0
        assert "Confidence " in out
        assert finding_id in out
    assert call("explain", "f1:zz")[0] == 2
    code, out, _ = call("trace", "sizes.md:3")
    assert (code, "nothing is read from this line; nearest: 5" in out) == (0, True)
    code, _, err = call("trace", "sise.md")
    assert (code, 'did you mean "sizes.md"?' in err) == (2, True)
    code, out, _ = call("trace", "docs/limits.md:7", "--db", "none.duckdb")
    assert (code, "100 requests per minute" in out) == (0, True)


def test_a_folder_without_documents_is_said(folder: Path, call: Run) -> None:
    assert "the paths given hold no document" in call("run", "docs")[2]
    _fill(folder, sizes=CALM)
    assert "hold no document" not in call("run", "docs")[2]


def test_names_are_shown_and_offered_as_written(folder: Path, call: Run) -> None:
    _fill(folder, depots="# Depots\n\n| Depot | Dock doors |\n| --- | --- |\n| Tilbury | 24 |\n| Leipzig | 18 |\n")
    call("run", "docs")
    code, out, _ = call("facts", "tilbury", "--format", "csv")
    assert (code, out.splitlines()[1].split(",")[:4]) == (0, ["Tilbury", "Dock doors", "exact", "24"])
    code, _, err = call("facts", "Tilbury", "doors of it")
    assert (code, err.strip().endswith("near it: Dock doors")) == (2, True)
    assert "Tilbury – Dock doors – 24" in call("trace", "depots.md:5")[1]


def test_facts_answer_with_the_value_of_the_day(folder: Path, call: Run) -> None:
    series = "---\ndate: {}\nversion: {}\nseries: limits\n---\n\n" + RATE
    _fill(folder, one=series.format("2024-01-01", 1, 100), two=series.format("2025-06-01", 2, 500))
    assert call("run", "docs", "--as-of", "2026-11-30")[0] == 0
    for day, value in (("2024-07-01", "100"), ("2025-05-31", "100"), ("2025-06-01", "500"), ("2026-11-30", "500")):
        code, out, _ = call("facts", "/users", "rate limit", "--as-of", day, "--format", "json")
        assert code == 0
        assert [row["value"] for row in json.loads(out)] == [f"{value} requests per minute"], day
    code, out, err = call("facts", "/users", "--as-of", "2020-01-01")
    assert (code, out, err) == (0, "", "nothing is known to have held on 2020-01-01\n")
    code, _, err = call("facts", "/usrs")
    assert (code, "near it: /users" in err) == (2, True), err
    code, _, err = call("facts", "/users", "rte limit")
    assert (code, "near it: rate limit" in err) == (2, True)


def test_sql_reads_and_never_writes(folder: Path, call: Run) -> None:
    _fill(folder, limits=OLD, quotas=NEW)
    call("run", "docs", "--as-of", "2026-11-30")
    query = "SELECT DISTINCT value FROM current_facts ORDER BY 1"
    assert "100 requests per minute\n500 requests per minute\n(2 rows)" in call("sql", query)[1]
    assert call("sql", query, "--format", "csv")[1].splitlines()[0] == "value"
    assert len(json.loads(call("sql", query, "--format", "json")[1])) == 2
    for bad in ("DELETE FROM claims", "SELECT 1; SELECT 2", "SELEC 1", "SELECT * FROM none"):
        code, out, err = call("sql", bad)
        assert (code, out) == (2, ""), bad
        assert len(err.splitlines()) == 1
    code, out, _ = call("sql", "SELECT '=1+1' AS x", "--format", "csv")
    assert out.splitlines()[1] == "'=1+1"
