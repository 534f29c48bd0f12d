"""The nightly job on small folders: findings, exit codes, and what is read of a folder."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import scanner.report
from tests.unit.line_folder import CALM, NEW, OLD, RATE, Run, call, fill, folder

__all__ = ["call", "folder"]  # fixtures


def test_a_conflict_is_reported_and_fails_the_run(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW, sizes=CALM)
    code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 1
    for words in ("1 conflict", "100 requests per minute", "500 requests per minute", "limits.md:7", "quotas.md:7"):
        assert words in out, out
    assert "read 3 new, 0 changed, 0 unchanged; 0 gone, 0 skipped" in err
    assert Path("data/store/scanner.duckdb").is_file()


def test_fail_on_never_is_clean_and_json_keeps_its_contract(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW)
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
    fill(folder, sizes=CALM)
    code, out, _ = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 0
    assert "Nothing could be compared: of 1 claim none met another" in out
    fill(folder, more=CALM)
    code, out, _ = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 0
    assert "No conflict among 2 claims, of which 2 met another" in out


@pytest.mark.parametrize(
    "files", [{}, {"poem": "Roses by the wall and violets in the grass, or so they say in the garden.\n"}]
)
def test_where_nothing_is_checked_the_run_fails(files: dict[str, str], folder: Path, call: Run) -> None:
    fill(folder, **files)
    code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 3
    assert "Nothing was checked" in out
    assert "nothing was checked" in err


def test_skipped_input_is_named_and_counts_only_under_strict(folder: Path, call: Run) -> None:
    fill(folder, sizes=CALM, empty="")
    (folder / "picture.md").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    code, out, err = call("run", "docs", "--as-of", "2026-11-30")
    assert code == 0
    assert "2 files skipped" in out
    assert "skipped empty.md: empty" in err
    assert "skipped picture.md: " in err
    assert call("run", "docs", "--as-of", "2026-11-30", "--strict")[0] == 4
    fill(folder, limits=OLD, quotas=NEW)
    assert call("run", "docs", "--as-of", "2026-11-30", "--strict")[0] == 4
    assert call("run", "docs", "--as-of", "2026-11-30")[0] == 1


def test_order_batches_and_processes_change_no_byte(folder: Path, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(folder, limits=OLD, quotas=NEW, sizes=CALM, more=CALM.replace("upload", "picture"), last=OLD)
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
    fill(folder, limits=OLD, quotas=NEW)
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
    fill(folder, sizes=CALM)
    call("ingest", "docs", "--as-of", "2026-12-01")
    assert "documents have changed since this scan" in call("report")[2]


def test_ingest_prints_what_was_understood(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, sizes=CALM)
    code, out, _ = call("ingest", "docs", "--as-of", "2026-11-30")
    assert code == 0
    assert "documents   2" in out
    assert "2 subject–predicate pairs, 2 stated only once" in out
    assert [line.split() for line in out.splitlines() if line.startswith("paragraph")] == [["paragraph", "2", "2"]]


def test_exclude_leaves_out(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW)
    _, out, _ = call("run", "docs", "--db", ":memory:", "--as-of", "2026-11-30", "--exclude", "quotas*")
    assert "1 document," in out


def test_a_manifest_dates_documents_and_a_broken_one_is_named(folder: Path, call: Run) -> None:
    fill(folder, limits=RATE.format(100), sizes=CALM)
    assert "1 of 2 documents undated" in call("run", "docs", "--db", ":memory:", "--as-of", "2026-11-30")[1]
    Path("dates.csv").write_text("doc_id,published\nlimits.md,2024-05-06\n")
    options = ("--db", ":memory:", "--as-of", "2026-11-30", "--manifest", "dates.csv")
    assert "undated" not in call("run", "docs", *options)[1]
    Path("dates.csv").write_text("doc_id,published\nlimits.md,soon\n")
    code, _, err = call("run", "docs", *options)
    assert code == 2
    assert "dates.csv: row 2: published is no date: 'soon'" in err


def test_a_source_weighs_what_the_site_says(folder: Path, call: Run) -> None:
    (folder / "wiki").mkdir()
    fill(folder / "wiki", limits=OLD)
    other = folder.parent / "handbook"
    other.mkdir()
    fill(other, quotas=OLD.replace("100", "700"))
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


def test_a_folder_without_documents_is_said(folder: Path, call: Run) -> None:
    assert "the paths given hold no document" in call("run", "docs")[2]
    fill(folder, sizes=CALM)
    assert "hold no document" not in call("run", "docs")[2]


def test_files_of_no_known_kind_are_counted_and_named(folder: Path, call: Run) -> None:
    fill(folder, sizes=CALM)
    others = ("code.py", "Makefile", "font.woff2", ".hidden")
    for name in ("notes.page", "plan.page", "agenda", "x.\u202e\x1b[2Jo", *others):
        (folder / name).write_text("The maximum file size of an upload is 25 MB.", encoding="utf-8")
    code, out, err = call("run", "docs", "--as-of", "2026-11-30", "--strict")
    assert code == 0
    assert "4 files of no known kind not read (.page 2, no ending 1, odd ending 1)." in out
    assert "not read, of no known kind: agenda, notes.page, plan.page, x.\ufffd[2Jo\n" in err
    assert "unknown     4 files of no known kind, not read (.page 2, " in call("ingest", "docs")[1]
    assert json.loads(call("report", "--format", "json")[1])["run"]["coverage"]["unknown"][".page"] == 2
    named = json.loads(call("sql", "SELECT path, ending FROM unknown_files LIMIT 2", "--format", "json")[1])
    assert named == [{"path": "agenda", "ending": "no ending"}, {"path": "notes.page", "ending": ".page"}]
    (folder / "plan.page").unlink()
    assert "3 files of no known kind" in call("run", "docs", "--as-of", "2026-11-30")[1]
    assert "3 files of no known kind" in call("ingest", "docs/sizes.md")[1]
