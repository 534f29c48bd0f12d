"""Setting a site up: files that never overwrite, settings that say where they come from, cards of one's own."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path

import pytest

from scanner.cli.app import run
from scanner.rules import load_rules
from scanner.settings import Settings, load_settings

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_init_writes_once_and_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".scannerignore").write_text("mine\n")
    assert run(["init"]) == 0
    out = capsys.readouterr().out
    assert "written  config/scanner.toml" in out
    assert "kept     .scannerignore" in out
    assert (tmp_path / ".scannerignore").read_text() == "mine\n"
    (tmp_path / "config/scanner.toml").write_text("[run]\nworkers = 3\n")
    assert run(["init"]) == 0
    assert (tmp_path / "config/scanner.toml").read_text() == "[run]\nworkers = 3\n"


def test_what_init_writes_is_valid_and_changes_nothing() -> None:
    assert run(["init"]) == 0
    settings = load_settings()
    assert settings.model_copy(update={"config_file": None}) == Settings()


def test_every_setting_stands_in_the_template_with_its_default(tmp_path: Path) -> None:
    text = resources.files("scanner.cli").joinpath("templates/scanner.toml").read_text()
    lines = [line[1:] if line.startswith("#") and not line.startswith("# ") else line for line in text.splitlines()]
    (tmp_path / "all.toml").write_text("\n".join(lines))
    settings = load_settings(tmp_path / "all.toml")
    given = {f"{section}.{key}" for section, keys in tomllib.loads("\n".join(lines)).items() for key in keys}
    assert given == {key for key, _, _ in settings.items()}
    assert [value for _, value, _ in settings.items()] == [value for _, value, _ in Settings().items()]


def test_the_sources_template_is_valid_when_taken_in(tmp_path: Path) -> None:
    text = resources.files("scanner.cli").joinpath("templates/sources.toml").read_text()
    taken = "\n".join(line[1:] for line in text.splitlines() if line.startswith("#") and not line.startswith("# "))
    (tmp_path / "config").mkdir()
    (tmp_path / "config/sources.toml").write_text(taken)
    assert [source.name for source in load_settings().sources] == ["handbook", "wiki", "announcements"]


@pytest.mark.parametrize("name", ["scanner.toml", "sources.toml"])
def test_the_repositorys_own_settings_are_the_templates(name: str) -> None:
    template = resources.files("scanner.cli").joinpath("templates", name).read_text()
    assert (ROOT / "config" / name).read_text() == template


def test_config_show_names_origins(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init"]) == 0
    Path("config/scanner.toml").write_text("[run]\nworkers = 3\n")
    monkeypatch.setenv("SCANNER_REPORT_FORMAT", "json")
    capsys.readouterr()
    assert run(["config", "show"]) == 0
    lines = dict(line.split("  # ", 1) for line in capsys.readouterr().out.splitlines() if "  # " in line)
    found = {key.strip(): origin for key, origin in lines.items()}
    assert found["run.workers = 3"] == "config/scanner.toml"
    assert found['report.format = "json"'] == "SCANNER_REPORT_FORMAT"
    assert found["run.strict = false"] == "default"


def test_rules_list_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "list", "predicate"]) == 0
    out = capsys.readouterr().out
    assert "predicate rate limit" in out
    assert "unit      " not in out
    assert run(["rules", "show", "rate limit"]) == 0
    shown = tomllib.loads(capsys.readouterr().out)
    assert shown["predicate"][0]["id"] == "rate limit"


def test_a_card_of_ones_own_takes_part_and_is_never_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "new", "predicate", "blorf rate"]) == 0
    path = Path("config/rules/predicate-blorf-rate.toml")
    assert path.is_file()
    capsys.readouterr()
    assert run(["rules", "show", "blorf rate"]) == 0
    assert "blorf rate" in capsys.readouterr().out
    assert run(["rules", "new", "predicate", "blorf rate"]) == 2
    assert "exists already" in capsys.readouterr().err


def test_a_name_that_a_card_has_already_starts_from_that_card(capsys: pytest.CaptureFixture[str]) -> None:
    shipped = load_rules(None).predicates["cancellation period"]
    assert "cooling-off period" in shipped.names
    assert run(["rules", "new", "predicate", "cooling-off period"]) == 0
    assert "known by the card 'cancellation period'" in capsys.readouterr().err
    assert load_rules(Path("config/rules")).predicates == load_rules(None).predicates


@pytest.mark.parametrize("kind", ["predicate", "unit", "term", "entity", "cue", "concept"])
def test_every_kind_of_new_card_is_valid(kind: str) -> None:
    assert run(["rules", "new", kind, "blorf"]) == 0
    assert run(["rules", "show", "blorf"]) == 0


def test_a_broken_card_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("config/rules").mkdir(parents=True)
    Path("config/rules/bad.toml").write_text('[[predicate]]\nid = "x"\nnmes = []\n')
    assert run(["rules", "list"]) == 2
    assert (
        "config/rules/bad.toml: predicate 'x': unknown field 'nmes'; did you mean \"names\"?" in capsys.readouterr().err
    )


def test_doctor_is_content_with_a_sound_installation(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "BAD" not in out
    assert "ok   store: data/store/scanner.duckdb will be made" in out


def test_doctor_names_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    Path("config").mkdir()
    Path("config/scanner.toml").write_text('[nlp]\npipeline = "no_such_model"\n[store]\ndb = "broken.duckdb"\n')
    Path("broken.duckdb").write_bytes(b"not a database" * 1000)
    assert run(["doctor"]) == 2
    captured = capsys.readouterr()
    assert "BAD  spaCy pipeline: no_such_model is not installed; install it or change nlp.pipeline" in captured.out
    assert "BAD  store: " in captured.out
    assert "2 of " in captured.err
