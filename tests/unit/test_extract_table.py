"""What else a row says of its values: window, scope, bound, status, change."""

from __future__ import annotations

from datetime import date

from scanner.extract import table
from scanner.model.claim import Bound, Change, Status, SubjectBasis
from scanner.model.triple import Triple
from tests.unit.structure_reader import found


def _table(header: str, *rows: str, title: str = "Lark") -> list[Triple]:
    bar = "|".join("---" for _ in header.split("|"))
    return found(table, "\n".join([f"# {title}", "", f"| {header} |", f"|{bar}|", *(f"| {row} |" for row in rows), ""]))


def _by_value(triples: list[Triple]) -> dict[str, Triple]:
    return {triple.mention.text: triple for triple in triples}


def test_from_and_until_bound_the_other_cells_and_the_last_day_counts() -> None:
    triples = _by_value(
        _table("From | Until | Fee", "2024-01-01 | 2024-06-30 | 14 EUR", "2024-07-01 | | 17 EUR", title="Lark fees")
    )
    first, second = triples["14 EUR"].window, triples["17 EUR"].window
    assert first is not None
    assert second is not None
    assert (first.start, first.end) == (date(2024, 1, 1), date(2024, 7, 1))
    assert (second.start, second.end) == (date(2024, 7, 1), None)


def test_dates_of_a_named_thing_are_its_facts_and_no_window() -> None:
    triples = _table("contract | begins | ends", "7731 | 2024-01-01 | 2025-12-31", "7732 | 2024-02-01 | 2026-01-31")
    assert {triple.predicate for triple in triples} == {"begins", "ends"}
    assert all(triple.window is None for triple in triples)


def test_a_version_column_scopes_the_status_beside_it() -> None:
    stage = _by_value(_table("Gate | Stage | Since", "`TailLogs` | Beta | 1.17", "`OldLogs` | GA | 1.14"))["Beta"]
    assert stage.scope == (("version", "1.17"),)
    assert stage.subject_basis is SubjectBasis.IDENTIFIER


def test_the_time_a_count_is_counted_over_is_its_per() -> None:
    rows = ("Reads | 100 | 60 seconds", "Writes | 20 | 24 hours")
    assert _by_value(_table("Name | Calls | Renewal period", *rows))["20"].scope == (("per", "24 hours"),)


def test_a_range_in_the_first_column_is_a_condition() -> None:
    credit = _by_value(_table("Monthly uptime | Credit", "99.0% to 99.89% | 10%", "below 99.0% | 20%"))["10%"]
    assert credit.scope == (("condition", "Monthly uptime 99.0% to 99.89%"),)
    assert credit.subject == "Lark"


def test_editions_and_years_as_columns_are_scope() -> None:
    storage = _by_value(_table("Feature | Free | Premium", "Storage | 5 GB | 100 GB", "Seats | 3 | 50"))
    assert storage["5 GB"].scope == (("", "for Free"),)
    assert storage["100 GB"].scope == (("", "for Premium"),)
    assert storage["100 GB"].predicate == "Storage"
    revenue = _by_value(_table("Region | 2022 | 2023", "North | 120 kg | 90 kg", "South | 75 kg | 80 kg"))
    assert revenue["90 kg"].scope == (("period", "2023"),)
    assert revenue["90 kg"].subject == "North"


def test_unknown_editions_are_scope_where_kinds_run_along_the_rows() -> None:
    triples = _by_value(
        _table(
            "Feature | Wren | Heron",
            "Storage | 5 GB | 100 GB",
            "Price | 9 EUR | 19 EUR",
            "Retention | 7 days | 90 days",
        )
    )
    assert triples["19 EUR"].scope == (("condition", "Heron"),)
    assert triples["19 EUR"].predicate == "Price"


def test_several_columns_that_tell_rows_apart_are_scope() -> None:
    rows = ("64 | 1 | 1021", "64 | 8 | 7032", "256 | 1 | 998", "256 | 8 | 6551")
    speed = _by_value(_table("key size | clients | requests", *rows))["7032"]
    assert speed.scope == (("condition", "clients 8"),)
    assert speed.subject == "key size 64"


def test_the_header_gives_the_bound_and_an_outright_maximum_in_the_row_wins() -> None:
    triples = _by_value(_table("Setting | Default | Maximum", "`pool_size` | 10 | 50"))
    assert (triples["10"].bound, triples["50"].bound) == (Bound.DEFAULT, Bound.MAX)
    quota = _by_value(_table("Resource | Quota", "Minimum number of seats | 25", "Maximum number of seats | 90"))
    assert (quota["25"].bound, quota["90"].bound) == (Bound.MIN, Bound.MAX)


def test_old_and_new_columns_are_the_ends_of_a_change() -> None:
    triples = _by_value(_table("Setting | Old value | New value", "Upload size | 100 MB | 250 MB"))
    old, new = triples["100 MB"], triples["250 MB"]
    assert (old.change, old.status) == (Change.OLD, Status.HISTORICAL)
    assert (new.change, new.status) == (Change.NEW, Status.ASSERTED)
    assert old.pair == new.pair > 0


def test_examples_are_examples() -> None:
    triples = _by_value(_table("Name | Example value", "`colour_depth` | 24", "`screen_width` | 80"))
    assert triples["24"].status is Status.EXAMPLE


def test_a_remark_or_label_beside_the_value_is_scope() -> None:
    triples = _by_value(_table("Quota | Limit", "Upload | EU: 5 GB; US: 3 GB", "Download | 9 GB (Premium)"))
    assert triples["3 GB"].scope == (("", "for US"),)
    assert triples["9 GB"].scope == (("", "for Premium"),)


def test_a_section_row_is_scope() -> None:
    triples = _table("Part | Limit", "Premium | ", "Hose | 5 GB", "Tank | 7 GB")
    assert all(triple.scope == (("", "for Premium"),) for triple in triples)


def test_a_bare_release_number_is_named_by_its_product() -> None:
    triples = _table("Release | End of life", "1.33 | 2026-06-28", "1.32 | 2026-02-28", title="Ferrule")
    assert {triple.subject for triple in triples} == {"Ferrule 1.33", "Ferrule 1.32"}
    years = _table("Release | End of life", "2021 | 2026-06-28", "2018 | 2023-02-28", title="Coldframe")
    assert {triple.subject for triple in years} == {"Coldframe 2021", "Coldframe 2018"}


def test_nothing_is_read_from_cells_that_say_nothing() -> None:
    assert _table("Plan | Fee", "Basic | n/a", "Family | -", "Group | same as above") == []


def test_versions_in_headers_are_scope_and_their_shared_end_the_predicate() -> None:
    triples = _by_value(_table("Parameter | Wren 12c Default | Wren 11g Default", "`jobs_max` | 50 | 1000"))
    assert (triples["50"].predicate, triples["50"].bound) == ("Default", Bound.DEFAULT)
    assert triples["1000"].scope == (("condition", "Wren 11g"),)


def test_a_marked_default_among_values_is_the_default() -> None:
    triples = _table("Name | Values", "`lob_sign` | TRUE, FALSE (default)", "`lob_size` | 8, 16 (default)")
    found = {(t.subject, t.mention.text) for t in triples if t.predicate == "default"}
    assert found == {("lob_sign", "FALSE"), ("lob_size", "16")}


def test_numbers_inside_names_and_addresses_are_no_values() -> None:
    triples = _by_value(_table("Name | Address", "Randy | 31 Spooner Street", "Ines | 7 Quay Lane"))
    assert set(triples) == {"31 Spooner Street", "7 Quay Lane"}


def test_ticks_without_a_row_header_belong_to_what_stands_above() -> None:
    facts = {(t.subject, t.predicate) for t in _table("Web | iOS | Android", "✅ | ✅ | ❌", title="Quill call")}
    assert facts == {("Quill call", "Web"), ("Quill call", "iOS"), ("Quill call", "Android")}


def test_an_attribute_a_row_and_a_thing_a_column() -> None:
    cameras = _by_value(
        _table(" | Kestrel | Merlin", "Weight | 300 g | 450 g", "Battery life | 8 hours | 10 hours", title="Cameras")
    )
    assert (cameras["450 g"].subject, cameras["450 g"].predicate, cameras["450 g"].scope) == ("Merlin", "Weight", ())
    assert cameras["8 hours"].subject == "Kestrel"
    limits = _table("Setting | Default | Maximum", "Backoff | 5 s | 60 s", "Payload | 1 MB | 5 MB")
    assert {triple.subject for triple in limits} == {"Backoff", "Payload"}
    years = _table(" | 2024 | 2025", "Fee | 5 EUR | 6 EUR", "Members | 120 | 140")
    assert {triple.subject for triple in years} == {"Lark"}


def test_a_blank_first_cell_goes_on_with_the_one_above() -> None:
    boats = _by_value(
        _table(
            "Type | Berth | Crew", "Ferry | east | 12", " | west | 8", "Tug | east | 5", " | west | 4", title="Boats"
        )
    )
    assert (boats["8"].subject, boats["4"].subject) == ("Ferry", "Tug")
    rooms = _by_value(_table("Floor | Room | Seats", "First | A | 20", " | B | 30", "Second | C | 40", " | D | 50"))
    assert rooms["30"].subject == "First"


def test_a_blank_cell_beside_a_total_is_nobodys() -> None:
    bill = _by_value(_table("Item | Pieces | Price", "Tea | 2 | 3 EUR", "Cake | 1 | 4 EUR", " | Total | 7 EUR"))
    assert bill["7 EUR"].subject == "Lark"
    single = _by_value(_table("Item | Price | Tax", "Tea | 3 EUR | 1 EUR", " | 7 EUR | 2 EUR"))
    assert single["7 EUR"].subject == "Lark"


def test_a_unit_in_a_column_of_its_own_is_that_of_the_rows_numbers() -> None:
    rows = ("backoff | 5 | 60 | seconds", "attempts | 3 | 10 | ")
    triples = _by_value(_table("Parameter | Default | Maximum | Unit", *rows))
    assert "Default (seconds)" in triples["5"].headers
    assert "Default" in triples["3"].headers
    assert set(triples) == {"5", "60", "3", "10"}


def test_values_under_a_header_of_words_are_values() -> None:
    limits = _table("Limit | Description", "Users per broker | 100", "Groups per user | 20", "Name | Must be unique")
    assert [(t.predicate, t.mention.text) for t in limits[:2]] == [
        ("Users per broker", "100"),
        ("Groups per user", "20"),
    ]
    words = _table(
        "Term | Description", "Bow | The front of a boat", "Stern | The back, 2 m wide at most", "Keel | Below"
    )
    assert not any(triple.predicate == "Description" for triple in words)


def test_each_row_of_a_header_scopes_by_itself() -> None:
    fares = found(
        table,
        "# Fares\n\n<table>\n<tr><th rowspan=2>Route</th><th colspan=2>Adult</th><th colspan=2>Child</th></tr>\n"
        "<tr><th>Peak</th><th>Off-peak</th><th>Peak</th><th>Off-peak</th></tr>\n"
        "<tr><td>North</td><td>12 EUR</td><td>9 EUR</td><td>6 EUR</td><td>4 EUR</td></tr>\n</table>\n",
    )
    scopes = {triple.mention.text: triple.scope for triple in fares}
    assert scopes["9 EUR"] == (("", "for Adult"), ("condition", "Off-peak"))
    assert len(set(scopes.values())) == 4
