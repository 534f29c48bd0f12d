"""A repeated corpus: the first turn as it is, later turns about other things in the same language."""

from __future__ import annotations

from pathlib import Path

from tests.bench.multiply import edit_some, multiplied

NAMES = ["Quenstedt", "Harbury", "Lowick", "Tamsel", "Orvaine"]
PAGES = [f"# Page\n\nThe pressure of the {name} pump is {1234 + n} bar since 2019.\n" for n, name in enumerate(NAMES)]


def test_later_turns_change_names_and_numbers_and_keep_the_language(tmp_path: Path) -> None:
    multiplied(PAGES, 10, tmp_path / "a")
    texts = [path.read_text() for path in sorted((tmp_path / "a").rglob("*.md"))]
    assert texts[:5] == PAGES
    assert len(set(texts)) == 10
    for number, text in enumerate(texts[5:]):
        assert "pressure of the" in text and "bar since 2019" in text
        assert NAMES[number] not in text and str(1234 + number) not in text


def test_the_same_corpus_comes_out_every_time(tmp_path: Path) -> None:
    sizes = [multiplied(PAGES, 12, tmp_path / name) for name in "ab"]
    first, second = ({p.name: p.read_text() for p in (tmp_path / name).rglob("*.md")} for name in "ab")
    assert first == second and sizes[0] == sizes[1]


def test_a_share_of_the_pages_is_edited(tmp_path: Path) -> None:
    multiplied(PAGES, 200, tmp_path)
    before = {p.name: p.read_text() for p in tmp_path.rglob("*.md")}
    assert edit_some(tmp_path, 0.01) == 2
    after = {p.name: p.read_text() for p in tmp_path.rglob("*.md")}
    assert sum(before[name] != after[name] for name in before) == 2
