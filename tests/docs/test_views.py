"""The public views are documented, and stay what others rely on."""

from __future__ import annotations

from scanner.store import Store
from tests.docs.views import PAGE, page

# What version 1 promised; nothing may ever be taken out of it.
PROMISED = {
    "facts": "claim_id key subject predicate bound value canonical value_kind unit lo hi scope status valid_from "
    "valid_to window_basis superseded superseded_by source doc_id chunk_id line page start_at end_at quote context "
    "extractor confidence recorded_at retracted_at subject_text predicate_text stated_from stated_to stated_basis "
    "ended retracted",
    "open_conflicts": "ordinal finding_id kind type reason subject predicate bound scope confidence severity status "
    "owner side value canonical valid_from valid_to preferred source doc_id chunk_id line page quote claim_id "
    "subject_text predicate_text",
    "supersession_chains": "subject predicate bound scope old_value old_from new_value new_from reason confidence "
    "finding_id old_canonical new_canonical old_source old_doc_id old_line new_source new_doc_id new_line returns",
    "stopped": "gate score source_a doc_a line_a quote_a source_b doc_b line_b quote_b claim_a claim_b",
    "documents": "source doc_id title published published_basis effective version source_type author owner series "
    "supersedes format silenced recorded_at retracted_at",
    "sources": "name root",
    "unresolved": "source doc_id start_at end_at line text reason extractor",
    "skipped": "source path reason detail",
    "unknown_files": "source path ending",
    "store_version": "schema_version views_version",
    "public_columns": "view column type meaning",
}


def test_the_page_is_that_of_the_views() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(), "VIEWS.md is out of date: run `python -m tests.docs.views`"


def test_columns_are_only_ever_added_and_each_is_explained() -> None:
    with Store.open(":memory:") as store:
        explained = store.query('SELECT "view", "column" FROM public_columns').rows
        of_facts = store.query("SELECT column_name FROM (DESCRIBE facts)").rows
        for view in ("current_facts", "facts_as_of(DATE '2026-01-01')"):
            assert store.query(f"SELECT column_name FROM (DESCRIBE SELECT * FROM {view})").rows == of_facts
        views = store.query("SELECT view_name FROM duckdb_views() WHERE NOT internal").rows
        for (view,) in views:
            columns = [row[0] for row in store.query(f"SELECT column_name FROM (DESCRIBE {view})").rows]
            assert view == "current_facts" or [row[1] for row in explained if row[0] == view] == columns, view
    assert {(view, column) for view, names in PROMISED.items() for column in names.split()} <= set(explained)
