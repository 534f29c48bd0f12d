"""What a report is asked to be: its form, its thresholds, what is news in it, and who else gets a copy."""

from __future__ import annotations

import json
from pathlib import Path

from tests.unit.line_folder import CALM, NEW, OLD, Run, call, fill, folder

__all__ = ["call", "folder"]  # fixtures


def test_the_suffix_of_the_output_names_the_form(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW)
    call("run", "docs", "--as-of", "2026-11-30", "--output", "f.sarif")
    (result,) = json.loads(Path("f.sarif").read_text())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("docs/")
    call("report", "--output", "f.xml")
    assert Path("f.xml").read_text().startswith("<?xml")
    call("report", "--output", "f.xml", "--format", "csv")
    assert Path("f.xml").read_text().startswith("finding_id,")


def test_thresholds_of_failing_hide_nothing(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW)
    assert call("run", "docs", "--as-of", "2026-11-30", "--fail-confidence", "0.1")[0] == 1
    code, out, _ = call("report", "--fail-confidence", "0.999")
    assert (code, "1 conflict, " in out) == (0, True)
    assert call("report", "--fail-severity", "low", "--fail-on", "possible")[0] == 1


def test_each_night_tells_what_has_changed_since_the_last(folder: Path, call: Run) -> None:
    def night(day: str, *options: str) -> str:
        return call("run", "docs", "--as-of", day, *options)[1]

    fill(folder, limits=OLD, quotas=NEW, sizes=CALM, more=CALM.replace("upload", "picture"))
    assert "Since" not in night("2026-11-01")
    assert "Since 2026-11-01: 0 new, 0 changed, 0 re-opened, 0 resolved, 0 vanished; 1 still open." in night(
        "2026-11-02"
    )
    code, out, _ = call("report", "--new-only")
    assert (code, "1 that was there before hidden" in " ".join(out.split())) == (0, True)
    fill(folder, quotas=NEW.replace("500", "600"))
    assert "1 changed" in night("2026-11-03", "--new-only")
    assert "CONFLICTS" in call("report", "--new-only")[1]
    fill(folder, quotas=NEW.replace("500", "100"))
    assert "quotas.md no longer says 600 requests per minute" in night("2026-11-04", "--format", "digest")
    fill(folder, quotas=NEW.replace("500", "600"))
    assert "1 re-opened" in night("2026-11-05")
    (folder / "quotas.md").unlink()
    assert "quotas.md, which said 600 requests per minute, is gone" in night("2026-11-06", "--format", "digest-md")
    assert json.loads(call("report", "--format", "json")[1])["since"]["counts"]["vanished"] == 1


def test_a_baseline_hides_what_was_there_and_nothing_else(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW)
    assert call("run", "docs", "--as-of", "2026-11-01")[0] == 1
    code, out, err = call("baseline", "--output", "base.json")
    assert (code, out, err) == (0, "", "1 finding written down as known\n")
    code, out, _ = call("run", "docs", "--as-of", "2026-11-02", "--baseline", "base.json")
    assert (code, "1 known from the baseline hidden" in " ".join(out.split())) == (0, True)
    fill(folder, quotas=NEW.replace("500", "600"))
    assert call("run", "docs", "--as-of", "2026-11-03", "--baseline", "base.json")[0] == 1
    for name, text in (("none.json", None), ("bad.json", "{")):
        if text is not None:
            Path(name).write_text(text)
        code, out, err = call("report", "--baseline", name)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert err.startswith(f"scanner: {name}: ")


def test_a_digest_goes_to_the_sites_command_and_its_failure_changes_nothing(folder: Path, call: Run) -> None:
    Path("config").mkdir()
    config = Path("config/scanner.toml")
    config.write_text("[hooks]\ndigest = \"sh -c 'cat >>letters.txt'\"\ndigest_format = 'md'\n")
    fill(folder, limits=OLD, quotas=NEW)
    assert call("run", "docs", "--as-of", "2026-11-01")[0] == 1
    assert call("run", "docs", "--as-of", "2026-11-02", "--new-only")[0] == 0
    fill(folder, quotas=NEW.replace("500", "600"))
    call("run", "docs", "--as-of", "2026-11-03")
    letters = Path("letters.txt").read_text()
    assert letters.count("# Contradictions 2026-11-0") == 2
    assert "# Contradictions 2026-11-03: 1 changed\n" in letters
    config.write_text("[hooks]\ndigest = \"sh -c 'echo no mailer >&2; exit 9'\"\ndigest_always = true\n")
    code, out, err = call("run", "docs", "--as-of", "2026-11-04", "--format", "json")
    assert (code, len(json.loads(out)["findings"])) == (1, 1)
    assert "ended with 9: no mailer; the digest was not delivered" in err
    config.write_text("[hooks]\ndigest = 'no-such-mailer --now'\ndigest_always = true\n")
    code, _, err = call("scan", "--as-of", "2026-11-05")
    assert (code, "cannot be run: No such file or directory" in err) == (1, True)


def test_pages_fill_a_folder_of_their_own(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW)
    call("run", "docs", "--as-of", "2026-11-01", "--format", "pages", "--output", "pages")
    index, page = sorted(Path("pages").iterdir(), reverse=True)
    assert index.name == "index.md"
    assert f"({page.name})" in index.read_text()
    fill(folder, quotas=OLD.replace("100", "700"))
    call("run", "docs", "--as-of", "2026-11-02", "--format", "pages", "--output", "pages")
    assert page not in Path("pages").iterdir()
    code, _, err = call("report", "--format", "pages", "--output", "docs")
    assert (code, "which is no report of findings" in err) == (2, True)
    assert len(list(folder.iterdir())) == 2
    assert call("report", "--format", "pages")[0] == 2


def test_quiet_leaves_the_head_and_the_exit_code(folder: Path, call: Run) -> None:
    fill(folder, limits=OLD, quotas=NEW, empty="")
    code, out, err = call("run", "docs", "--as-of", "2026-11-30", "--quiet")
    assert (code, err) == (1, "")
    assert "1 conflict, 0 possible" in out
    assert "CONFLICTS" not in out
    assert "1 file skipped" in out


def test_sarif_names_the_columns_of_what_is_quoted(folder: Path, call: Run) -> None:
    quote = "The rate limit of the `/users` endpoint is 100 requests per minute."
    fill(
        folder, limits=OLD.replace("The rate", "Naïve \U0001f600 callers wait.  The rate").replace("is 100", "is\n100")
    )
    fill(folder, quotas=OLD.replace("100", "500"))
    call("run", "docs", "--as-of", "2026-11-30", "--output", "f.sarif")
    (result,) = json.loads(Path("f.sarif").read_text())["runs"][0]["results"]
    for place in (*result["locations"], *result["relatedLocations"]):
        region = place["physicalLocation"]["region"]
        lines = Path(place["physicalLocation"]["artifactLocation"]["uri"]).read_text(encoding="utf-8").split("\n")
        lines = lines[region["startLine"] - 1 : region["endLine"]]
        lines[-1] = lines[-1][: region["endColumn"] - 1]
        lines[0] = lines[0][region["startColumn"] - 1 :]
        assert " ".join(lines).replace("500", "100") == quote
