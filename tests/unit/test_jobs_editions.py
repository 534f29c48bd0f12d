"""Versions in names are a series, in sibling folders a scope, unless the site says otherwise."""

from __future__ import annotations

from scanner.jobs.editions import Edition, editions, with_edition
from scanner.model import Document

SERIES = ("api/reference-1.2.md", "api/reference-2.0.md")
FOLDERS = ("v3.4/a.md", "v3.4/b.md", "v3.5/a.md", "v3.5/b.md")


def _document(**fields: str) -> Document:
    return Document("docs", "a.md", "", "markdown", (), "", **fields)  # type: ignore[arg-type]


def test_versions_in_names_are_a_series() -> None:
    found = editions(SERIES)
    assert {edition.series for edition in found.values()} == {"api/reference"}
    assert with_edition(_document(version="2.0"), found[SERIES[1]]).series == "api/reference"


def test_versions_in_sibling_folders_are_scope() -> None:
    found = editions(FOLDERS)
    assert {path: edition.version for path, edition in found.items()} == {path: path[1:4] for path in FOLDERS}
    made = with_edition(_document(), found["v3.5/a.md"])
    assert (made.version, made.series, made.metadata) == ("3.5", "", (("scope_version", "3.5"),))


def test_a_site_may_say_that_all_are_scope() -> None:
    found = editions(SERIES, "scope")
    made = with_edition(_document(version="2.0"), found[SERIES[1]])
    assert (made.series, made.metadata) == ("", (("scope_version", "2.0"),))
    assert with_edition(_document(), found[SERIES[1]]) == _document()


def test_a_site_may_say_that_all_are_series() -> None:
    found = editions(FOLDERS, "series")
    assert found["v3.4/a.md"] == Edition(series="a.md", version="3.4")
    made = with_edition(_document(), found["v3.5/b.md"])
    assert (made.series, made.version, made.metadata) == ("b.md", "3.5", ())


def test_what_the_document_states_stays() -> None:
    made = with_edition(_document(series="own", version="9"), Edition(series="other", version="3.4"))
    assert (made.series, made.version) == ("own", "9")


def test_a_file_by_itself_is_no_edition() -> None:
    assert editions(("reference-1.2.md", "v3.4/a.md", "guide.md")) == {}
