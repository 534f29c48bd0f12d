"""The parts of the bench that need no evaluation data."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.packs import Pack, load_pack
from tests.bench.results import table, write_section
from tests.bench.shapes import construction, grouped, shape


def test_a_section_is_replaced_and_all_others_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "RESULTS.md"
    write_section("one", "first \\1 text", path)
    write_section("two", "second", path)
    before = path.read_text()
    write_section("one", "changed", path)
    after = path.read_text()
    assert "first \\1 text" in before
    assert after == before.replace("first \\1 text", "changed")
    assert after.startswith("# Results")


def test_a_table_shows_missing_figures_and_fractions() -> None:
    assert table(["a", "b|c"], [[None, 0.5], [1, "x|y"]]).splitlines()[2:] == ["| – | 0.500 |", "| 1 | x\\|y |"]


def test_a_pack_is_halved_by_case_folder_or_series(tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text("")
    (tmp_path / "manifest.csv").write_text("doc_id,published,series\nc1/a.md,,\nb.md,,run-1\nc.md,,\n")
    pack = load_pack(tmp_path)
    assert pack.keys == {"c1/a.md": "c1", "b.md": "run-1", "c.md": "c.md"}


def test_an_item_is_open_only_if_both_its_documents_are() -> None:
    # sha256 of "a" begins with c, of "b" with 3, of "c" with 2.
    pack = Pack("p", Path(), {"one": "b", "two": "c", "three": "a"})
    assert pack.half(["one", "two"]) == "open"
    assert pack.half(["one", "three"]) == "closed"


def test_a_folder_without_gold_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no pack"):
        load_pack(tmp_path)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("100", "number"),
        ("100 requests", "number+words"),
        ("$4.2M", "money"),
        ("5 %", "percent"),
        ("31 March 2027", "date"),
        ("2027-03-31", "date"),
        ("3.8.1", "version"),
        ("not supported", "polarity"),
        ("must", "modality"),
        ("Ann Lee", "name"),
        ("retired", "words"),
        ("a@b.example", "contact"),
        ("", "unknown"),
    ],
)
def test_the_form_of_a_value(value: str, form: str) -> None:
    assert shape(value) == form


@pytest.mark.parametrize(
    ("evidence", "place"),
    [
        ("| a | 5 |", "table"),
        ("<td>5</td>", "table"),
        ("## Default: 5", "heading"),
        ("- `timeout`: 5", "key-value"),
        ("- five items", "list-item"),
        ("The limit is 5.", "prose"),
    ],
)
def test_the_place_of_a_piece_of_evidence(evidence: str, place: str) -> None:
    assert construction(evidence) == place


def test_groups_count_the_bad_ones_of_all_most_frequent_first() -> None:
    def item(kind: str, value: str) -> dict[str, object]:
        return {
            "kind": kind, "value_a": value, "value_b": value, "doc_a": "x", "doc_b": "y",
            "evidence_a": "It is.", "evidence_b": "It is.", "needs": ["UNIT"],
        }  # fmt: skip

    everything = [item("conflict", "1"), item("conflict", "2"), item("possible", "red")]
    groups = grouped(everything[1:], everything)
    assert groups["kind"] == {"conflict": (1, 2), "possible": (1, 1)}
    assert groups["needs"] == {"UNIT": (2, 3)}
    assert groups["documents"] == {"two": (2, 3)}
