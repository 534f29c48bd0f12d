"""Which source a path belongs to, and which mistakes are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from scanner.jobs.errors import InputError
from scanner.jobs.places import resolve_targets
from scanner.model import Source
from scanner.settings import Settings, SourceSettings


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("docs/api", "docs/guide", "wiki", "other/docs"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "a.md").write_text("x")
    return tmp_path


def _settings(**roots: Path) -> Settings:
    return Settings(sources=tuple(SourceSettings(name=name, root=str(root)) for name, root in roots.items()))


def test_an_unknown_folder_is_a_source_of_its_own(tree: Path) -> None:
    (target,) = resolve_targets([tree / "docs"], None, Settings())
    assert target.source == Source("docs", str(tree / "docs"))
    assert target.under == ("",)
    assert target.covers("api/a.md")


def test_a_file_belongs_to_its_folder_and_covers_nothing_else(tree: Path) -> None:
    (target,) = resolve_targets([tree / "wiki/a.md"], None, Settings())
    assert target.source == Source("wiki", str(tree / "wiki"))
    assert target.covers("a.md")
    assert not target.covers("a.md.bak")
    assert not target.covers("b.md")


def test_a_path_in_a_known_root_is_part_of_that_source(tree: Path) -> None:
    known = (Source("docs", str(tree / "docs")),)
    (target,) = resolve_targets([tree / "docs/api"], None, Settings(), known)
    assert (target.source.name, target.under) == ("docs", ("api",))
    assert target.covers("api/a.md")
    assert not target.covers("apis/a.md")


def test_a_declared_root_names_the_source(tree: Path) -> None:
    (target,) = resolve_targets([tree / "docs/api"], None, _settings(handbook=tree / "docs"))
    assert (target.source.name, target.under) == ("handbook", ("api",))
    assert target.declared is not None


def test_a_name_given_holds_for_all_paths(tree: Path) -> None:
    (target,) = resolve_targets([tree / "docs/guide", tree / "docs/api"], "manual", Settings())
    assert target.source == Source("manual", str(tree / "docs"))
    assert target.under == ("api", "guide")


def test_several_sources_come_sorted_whatever_the_order_given(tree: Path) -> None:
    one = resolve_targets([tree / "wiki", tree / "docs"], None, Settings())
    other = resolve_targets([tree / "docs", tree / "wiki"], None, Settings())
    assert one == other
    assert [target.source.name for target in one] == ["docs", "wiki"]


def test_a_named_source_may_move(tree: Path) -> None:
    (target,) = resolve_targets([tree / "docs"], "docs", Settings(), (Source("docs", "/gone/docs"),))
    assert target.source.root == str(tree / "docs")


@pytest.mark.parametrize(
    ("paths", "name", "known", "message"),
    [
        ([], None, (), "no path given"),
        (["none"], None, (), "none: no such file or folder"),
        (["docs", "docs/api"], None, (), "overlap; give each file once"),
        (["docs", "docs"], None, (), "overlap; give each file once"),
        (["docs", "other/docs"], None, (), 'both named "docs"'),
        (["docs"], None, (("docs", "other/docs"),), "--source docs if it has moved"),
        (["docs"], None, (("api", "docs/api"),), 'the sources "docs"'),
        (["docs"], "manual", (("docs", "docs"),), "a document belongs to one source"),
    ],
)
def test_mistakes_are_refused_in_one_line(
    tree: Path, paths: list[str], name: str | None, known: tuple[tuple[str, str], ...], message: str
) -> None:
    sources = tuple(Source(source, str(tree / root)) for source, root in known)
    with pytest.raises(InputError) as caught:
        resolve_targets([tree / path for path in paths], name, Settings(), sources)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_path_outside_a_declared_source_is_refused(tree: Path) -> None:
    with pytest.raises(InputError, match="not below"):
        resolve_targets([tree / "wiki"], "handbook", _settings(handbook=tree / "docs"))
