"""Layers of settings, their origins, and the one clear line for each mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from scanner.settings import Settings, SettingsError, load_settings


def _config(tmp_path: Path, text: str, sources: str = "") -> Path:
    path = tmp_path / "scanner.toml"
    path.write_text(text, encoding="utf-8")
    if sources:
        (tmp_path / "sources.toml").write_text(sources, encoding="utf-8")
    return path


def test_later_layers_win_and_say_so(tmp_path: Path) -> None:
    config = _config(tmp_path, "[run]\nworkers = 2\nbatch = 8\nlimit = 5\n")
    settings = load_settings(
        config, {"SCANNER_RUN_BATCH": "9", "SCANNER_RUN_LIMIT": "6", "HOME": "/"}, {"run.limit": 7, "run.strict": None}
    )
    assert (settings.run.workers, settings.run.batch, settings.run.limit) == (2, 9, 7)
    origins = {key: origin for key, _, origin in settings.items()}
    assert origins["run.workers"] == str(config)
    assert origins["run.batch"] == "SCANNER_RUN_BATCH"
    assert origins["run.limit"] == "flag"
    assert origins["run.strict"] == "default"


def test_without_any_file_the_defaults_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_settings() == Settings()
    assert load_settings().store.db == "data/store/scanner.duckdb"
    assert load_settings().report.fail_on == "conflict"


def test_the_environment_names_the_settings_file(tmp_path: Path) -> None:
    config = _config(tmp_path, '[report]\nformat = "json"\n')
    settings = load_settings(environ={"SCANNER_CONFIG": str(config)})
    assert settings.report.format == "json"
    assert settings.config_file == config


def test_lists_and_maps_in_the_environment() -> None:
    settings = load_settings(
        environ={"SCANNER_INPUT_EXCLUDE": "old/**, *.bak", "SCANNER_AUTHORITY_AUTHORS": "legal=1, blog=0.4"}
    )
    assert settings.input.exclude == ("old/**", "*.bak")
    assert settings.authority.authors == {"legal": 1.0, "blog": 0.4}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[report]\nmin_confidnce = 0.5\n", '"report.min_confidnce"; did you mean "report.min_confidence"?'),
        ("[reports]\nformat = 'json'\n", 'unknown section "reports"; did you mean "report"?'),
        ("workers = 3\n", 'unknown section "workers"'),
        ("run = 3\n", "write [run]"),
        ("[store]\nmemory = 'lots'\n", "store.memory: give a size such as \"2GB\", not 'lots'"),
        ("[report]\nmin_confidence = 2\n", "report.min_confidence: input should be less than or equal to 1, not 2"),
        ("[report]\nformat = 'docx'\n", "input should be 'text', 'json', "),
        ("[report\n", "not readable as TOML"),
        ("[hooks]\ndigest = 'cat > d.txt'\n", "hooks.digest: no shell runs the command, so put what has > into sh -c"),
        ("[hooks]\nstanding = 'a 2>&1'\n", "put what has 2>&1 into sh -c, not 'a 2>&1'"),
        ("[hooks]\nstanding = 'a | b'\n", "put what has | into sh -c"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    config = _config(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load_settings(config)
    assert str(caught.value).startswith(str(config))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("command", ["sh -c 'a > b | c'", "a 'open", 'mail -s "1 > 0" me', "a --level=>2", ""])
def test_a_hook_that_needs_no_shell_is_taken_as_it_is(tmp_path: Path, command: str) -> None:
    assert load_settings(flags={"hooks.digest": command}).hooks.digest == command


def test_an_unknown_variable_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match='"SCANNER_RUN_WORKER"; did you mean "SCANNER_RUN_WORKERS"'):
        load_settings(environ={"SCANNER_RUN_WORKER": "2"})


def test_a_wrong_value_names_the_layer_it_came_from() -> None:
    with pytest.raises(SettingsError, match=r"^SCANNER_RUN_WORKERS: run\.workers: .*not 'many'"):
        load_settings(environ={"SCANNER_RUN_WORKERS": "many"})


def test_a_missing_named_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no such settings file"):
        load_settings(tmp_path / "none.toml")


def test_sources_are_read_beside_the_settings(tmp_path: Path) -> None:
    config = _config(
        tmp_path,
        "",
        '[[source]]\nname = "wiki"\nroot = "docs/wiki"\nsource_type = "secondary"\nauthority = 0.8\n'
        'versions = "scope"\nrecency = true\n',
    )
    wiki = load_settings(config).source("wiki")
    assert wiki is not None
    assert (wiki.root, wiki.source_type, wiki.authority, wiki.versions, wiki.recency) == (
        "docs/wiki",
        "secondary",
        0.8,
        "scope",
        True,
    )
    assert load_settings(config).source("none") is None


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        ('[[source]]\nname = "a"\nroot = "x"\nautority = 1\n', 'unknown key "autority"; did you mean "authority"?'),
        ('[[source]]\nname = "a"\n', "source 1: root: field required"),
        ('[[source]]\nname = "a"\nroot = "x"\nversions = "both"\n', "'series' or 'scope', not 'both'"),
        ('[[source]]\nname = "a"\nroot = "x"\n[[source]]\nname = "a"\nroot = "y"\n', 'the name "a" is given twice'),
        ('[source]\nname = "a"\n', "write [[source]]"),
        ("[[sources]]\n", 'unknown table "sources"'),
    ],
)
def test_mistakes_in_sources_are_named(tmp_path: Path, sources: str, message: str) -> None:
    config = _config(tmp_path, "", sources)
    with pytest.raises(SettingsError) as caught:
        load_settings(config)
    assert message in str(caught.value)


def test_own_cards_lie_beside_the_settings(tmp_path: Path) -> None:
    config = _config(tmp_path, "")
    assert load_settings(config).rules_folder is None
    (tmp_path / "rules").mkdir()
    assert load_settings(config).rules_folder == tmp_path / "rules"
    assert load_settings(config, flags={"rules.folder": "elsewhere"}).rules_folder == Path("elsewhere")
