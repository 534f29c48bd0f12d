"""Documents are cut into units that stand where they say they stand."""

from __future__ import annotations

import pytest

from scanner.extract.grid import rows_of
from scanner.extract.units import units
from scanner.model.document import Cell, Passage, Table
from scanner.model.triple import Unit, UnitKind
from tests.unit.load_reader import load
from tests.unit.structure_reader import SPLIT, document, recognise, units_of

PAGE = """# Pump station

The pump runs at night. It holds 40 litres.

- **Filter** – changed every 3 months. The spare is in the shed.
- `max_flow` (default: 12)

## Limits

| Part | Limit | Notes |
|---|---|---|
| Tank | 500 GB | Filled by hand. Ask the warden before you go beyond 90% of it. |
| Hose | 20 GB | short |

Owner: Ines Okafor

```ini
; default 64 MB
spool_size = 64 MB
```
"""


def _texts(kind: UnitKind) -> list[str]:
    return [unit.text for unit in units_of(PAGE) if unit.kind is kind]


def _one(text: str) -> Unit:
    return next(unit for unit in units_of(PAGE) if text in unit.text)


def test_units_are_numbered_in_reading_order() -> None:
    units = units_of(PAGE)
    assert [unit.number for unit in units] == list(range(len(units)))
    assert [unit.block for unit in units] == sorted(unit.block for unit in units)


def test_a_paragraph_gives_a_unit_a_sentence() -> None:
    assert "The pump runs at night." in _texts(UnitKind.SENTENCE)
    assert "It holds 40 litres." in _texts(UnitKind.SENTENCE)


def test_a_heading_is_a_unit() -> None:
    assert _texts(UnitKind.HEADING) == ["Pump station", "Limits"]


def test_a_labels_further_sentences_stand_under_it() -> None:
    first, second = _one("changed every 3 months"), _one("The spare is in the shed")
    assert first.key is not None
    assert first.text[first.key[0] : first.key[1]].startswith("Filter")
    assert second.lead == "Filter"


def test_a_row_is_one_unit_with_its_cells_and_headers() -> None:
    row = _one("Hose")
    assert row.kind is UnitKind.ROW
    assert [row.text[start:end] for start, end in row.cells] == ["Hose", "20 GB", "short"]
    assert row.headers == ("Part", "Limit", "Notes")
    assert [column.header for column in row.columns] == ["Part", "Limit", "Notes"]


def test_sentences_of_a_long_cell_stand_under_the_row_header() -> None:
    unit = _one("Ask the warden")
    cell = next(u for u in units_of(PAGE) if u.kind is UnitKind.SENTENCE and "Ask the warden" in u.text)
    assert unit.kind is UnitKind.ROW
    assert (cell.lead, cell.headers) == ("Tank", ("Notes",))


def test_a_pair_is_one_unit_with_its_key() -> None:
    unit = _one("Ines Okafor")
    assert unit.kind is UnitKind.KEY_VALUE
    assert unit.key == (0, len("Owner"))


def test_an_assignment_in_code_knows_the_comment_above_it() -> None:
    unit = next(u for u in units_of(PAGE) if u.kind is UnitKind.CODE_LINE and "spool_size" in u.text)
    assert unit.caption == "default 64 MB"


def test_every_mention_and_cell_stands_in_the_document() -> None:
    source = document(PAGE).text
    for unit in units_of(PAGE):
        for mention in unit.mentions:
            assert unit.text[mention.start : mention.end] == mention.text
            start, end = unit.passage.span(mention.start, mention.end)
            assert source[start:end] == mention.text
        for start, end in unit.cells:
            if start < end:
                low, high = unit.passage.span(start, end)
                assert source[low:high].strip("`*") == unit.text[start:end]


@pytest.mark.parametrize(
    ("text", "line"), [("It holds 40 litres", 3), ("Hose", 13), ("Ines Okafor", 15), ("spool_size", 19)]
)
def test_units_know_their_line(text: str, line: int) -> None:
    assert _one(text).line == line


def test_lines_below_an_option_in_bold_stand_under_it() -> None:
    page = "# Call\n\n**Engine**\nSpecifies the voice.  \nType: String  \nRequired: No\n"
    pairs = [unit for unit in units_of(page) if unit.kind is UnitKind.KEY_VALUE]
    assert [unit.lead for unit in pairs] == ["Engine", "Engine"]


def test_the_first_row_of_words_over_values_is_the_header() -> None:
    page = "# T\n\n| | | |\n|---|---|---|\n| Class | CPUs | Memory |\n| m5.large | 2 | 8 GB |\n| m5.tiny | 1 | 4 GB |\n"
    rows = [unit for unit in units_of(page) if unit.kind is UnitKind.ROW]
    assert [row.headers for row in rows] == [("Class", "CPUs", "Memory")] * 2


def test_a_row_with_one_filled_cell_names_the_section_below_it() -> None:
    page = "# T\n\n| Part | Limit |\n|---|---|\n| **Indoor** | |\n| Hose | 5 |\n| **Outdoor** | |\n| Hose | 9 |\n"
    rows = [unit for unit in units_of(page) if unit.kind is UnitKind.ROW]
    assert [(row.lead, row.text) for row in rows] == [("Indoor", "Hose | 5"), ("Outdoor", "Hose | 9")]


def test_a_year_among_counts_is_a_count() -> None:
    page = "# T\n\n| Site | Visitors |\n|---|---|\n| North | 15348 |\n| South | 1534 |\n"
    rows = [unit for unit in units_of(page) if unit.kind is UnitKind.ROW]
    assert [row.mentions[0].value.kind.value for row in rows if row.mentions[0].value] == ["quantity", "quantity"]


def _cell(text: str) -> Cell:
    return Cell(Passage.plain(text, 0))


def test_headers_of_several_rows_are_joined_and_a_merged_cell_counts_once() -> None:
    size, both = _cell("Size"), _cell("unlimited")
    table = Table(
        header=((_cell("Plan"), size, size), (_cell("Plan"), _cell("min"), _cell("max"))),
        rows=((_cell("Basic"), _cell("1 GB"), _cell("5 GB")), (_cell("Pro"), both, both)),
    )
    first, second = rows_of(table)
    assert first.headers == ("Plan", "Size / min", "Size / max")
    assert [cell.passage.text for cell in second.cells] == ["Pro", "unlimited"]
    assert second.headers == ("Plan", "Size / min / max")


def test_a_value_deep_in_a_pairs_words_is_read_as_a_sentence_too() -> None:
    page = "# T\n\n- Delivery: parcels for the islands arrive within 5 days.\n- Weight: 30 kg\n"
    assert [unit.text for unit in units_of(page) if unit.kind is UnitKind.SENTENCE] == [
        "parcels for the islands arrive within 5 days."
    ]


def test_what_is_longer_than_any_sentence_is_not_read_and_says_so() -> None:
    data = "1) " * 2_000
    units = units_of(f"The spool holds {data}items\n\nThe tank holds 40 litres.")
    (unread,), (tank,) = (unit.mentions for unit in units)
    assert (unread.value, unread.problem) == (None, "more than 4,000 characters")
    assert tank.text == "40 litres"
    (words,) = units_of(f"The spool holds {'no ' * 2_000}items")
    assert words.mentions == ()


def test_a_long_cell_of_short_sentences_is_read() -> None:
    cell = "The tank holds 40 litres. " * 200
    units = units_of(f"| Part | Notes |\n|---|---|\n| Tank | {cell}|\n")
    mentions = [mention for unit in units for mention in unit.mentions]
    assert len(mentions) >= 200
    assert all(mention.value is not None for mention in mentions)


def test_lines_are_right_in_a_long_paragraph() -> None:
    text = "\n".join(f"The pump holds {number} litres." for number in range(1, 200))
    assert [unit.line for unit in units_of(text)] == list(range(1, 200))


def test_sentences_of_a_paragraph_may_have_labels_of_their_own() -> None:
    text = "# Tour\n\nDuration: 3 hours. Group size: at most 12 people. Meeting point: the pier. We leave at nine.\n"
    found = {unit.text: (unit.text[slice(*unit.key)] if unit.key else "", unit.lead) for unit in units_of(text)}
    assert found["Group size: at most 12 people."] == ("Group size", "")
    assert found["Meeting point: the pier."] == ("Meeting point", "")
    assert found["We leave at nine."] == ("", "Duration")


def test_a_clause_behind_a_colon_is_not_labelled() -> None:
    text = "# Tour\n\nWe go out daily. Good news: the boat is heated now. One thing is sure: bring 2 coats.\n"
    assert [unit.key for unit in units_of(text)[1:]] == [None, None, None]


def test_a_value_that_begins_below_its_key_knows_its_line() -> None:
    text = (
        "info:\n  description: |\n    The depot is open. It holds 40 litres of oil\n    and 12 crates.\n  short: 5 MB\n"
    )
    read = {unit.text: unit.line for unit in units(load("api.yaml", text), recognise, SPLIT)}
    assert read["The depot is open."] == 3
    assert read["It holds 40 litres of oil and 12 crates."] == 3
    assert read["short: 5 MB"] == 5


def test_a_comment_beside_a_setting_says_what_it_sets() -> None:
    document = load("store.yml", "disk:\n  enabled: false  # volume claim\n  size: 5\n")
    kept = {unit.text: unit.headers for unit in units(document, lambda text, alone: (), SPLIT) if unit.key}
    assert kept["enabled: false"] == ("volume claim",)
    assert kept["size: 5"] == ()
