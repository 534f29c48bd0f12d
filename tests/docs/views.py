"""The page of the public views, made of the comments in ``views*.sql``; ``python -m tests.docs.views`` writes it."""

from __future__ import annotations

from scanner.store import Store
from tests.docs.readme import ROOT

PAGE = ROOT / "scanner/store/VIEWS.md"
_HEAD = """# Public views

What `scanner sql` and `scanner.open(db).sql(…)` can rely on: views version {version}. Columns and views are only ever
added, and each addition raises the number in `store_version`. `SELECT * FROM public_columns` is this page as a table.
Tables that are not listed here belong to the scanner and may change with any release.
"""


def page() -> str:
    """The page as it should be now."""
    with Store.open(":memory:") as store:
        ((version,),) = store.query("SELECT views_version FROM store_version").rows
        names = store.query(
            "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal "
            "UNION ALL SELECT table_name, comment FROM duckdb_tables() WHERE comment IS NOT NULL "
            "UNION ALL SELECT function_name, comment FROM duckdb_functions() WHERE comment IS NOT NULL "
            "AND NOT internal ORDER BY 1"
        ).rows
        columns = store.query('SELECT "view", "column", type, meaning FROM public_columns').rows
    parts = [_HEAD.format(version=version)]
    for name, meaning in names:
        parts.append(f"\n## {name}\n\n{meaning}\n")
        rows = [row[1:] for row in columns if row[0] == name]
        if rows:
            parts.append("\n| column | type | meaning |\n| --- | --- | --- |\n")
            parts += [f"| {column} | {kind} | {said} |\n" for column, kind, said in rows]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
