"""Two versions of one document: which values meet, and which of them are told as replaced."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scanner.cli.app import run

Change = tuple[str, str]


def changes(folder: Path, old: str, new: str) -> list[Change]:
    """The supersessions (old value, new value) between two versions of one page."""
    docs = folder / "docs"
    docs.mkdir()
    (docs / "page-v1.md").write_text(old, encoding="utf-8")
    (docs / "page-v2.md").write_text(new, encoding="utf-8")
    (docs / "manifest.csv").write_text(
        "doc_id,published,version,series\npage-v1.md,2024-01-01,1,page\npage-v2.md,2025-01-01,2,page\n",
        encoding="utf-8",
    )
    output = folder / "findings.json"
    command = ["run", str(docs), "--db", ":memory:", "--as-of", "2026-11-30", "--format", "json"]
    run([*command, "--fail-on", "never", "--output", str(output)])
    found = json.loads(output.read_text(encoding="utf-8"))["findings"]
    assert {finding["kind"] for finding in found} <= {"supersession"}
    return sorted((finding["sides"][0]["value"], finding["sides"][1]["value"]) for finding in found)


CHANGED = {
    "a row of one name under another heading, and its own heading stays": (
        "# Forms\n\n## Message\n\n| Key | Kind |\n|---|---|\n| sign | line of text |\n\n"
        "## Berth\n\n| Key | Kind |\n|---|---|\n| mast | metres |\n",
        "# Forms\n\n## Message\n\nIt is one line.\n\n## Group\n\n"
        "| Key | Kind |\n|---|---|\n| sign | small picture |\n\n"
        "## Berth\n\n| Key | Kind |\n|---|---|\n| mast | metres |\n| keel | metres |\n",
        [],
    ),
    "a row under its heading by another name": (
        "# Forms\n\n## Message\n\n| Key | Kind |\n|---|---|\n| sign | line of text |\n",
        "# Forms\n\n## Messages sent\n\n| Key | Kind |\n|---|---|\n| sign | small picture |\n",
        [("line of text", "small picture")],
    ),
    "a list of examples": (
        "# Codes\n\nWrite it so.\n\nExamples:\n\n- PAID: North / Roof Phase 2\n- UNPAID: Quay Branch (QD)\n",
        "# Codes\n\nWrite it so.\n\nExamples:\n\n- PAID: South / Roof Phase 2\n- UNPAID: Castle Branch (QD)\n",
        [],
    ),
    "one option in the place of another": (
        "# Pump\n\n## --seal-type\n\n+ How it is sealed.\n+ default: ring\n",
        "# Pump\n\n## --keep-dry\n\n+ How it is stored.\n+ default: shed\n",
        [],
    ),
    "the default of an option": (
        "# Pump\n\n## --seal-type\n\n+ How it is sealed.\n+ default: ring\n",
        "# Pump\n\n## --seal-type\n\n+ How it is sealed.\n+ default: cone\n",
        [("ring", "cone")],
    ),
    "a longest time that was added": (
        "# Moorings\n\n| Key | Meaning | Default |\n|---|---|---|\n| stay | minutes at the pier | 1440 (24 hours) |\n",
        "# Moorings\n\n| Key | Meaning | Default |\n|---|---|---|\n"
        "| stay | minutes at the pier, none beyond 10080 (7 days) | 1440 (24 hours) |\n",
        [],
    ),
    "a padded code with its bits": (
        "# Valves\n\n| Valve | Mask |\n|---|---|\n| inlet | 0x0040 |\n| drain | 0x0080 |\n",
        "# Valves\n\n| Valve | Mask |\n|---|---|\n| inlet | 0x00000040 (1 << 6) |\n| drain | 0x0200 (1 << 9) |\n",
        [("0x0080", "0x0200 (1 << 9)")],
    ),
    "a short name of a type": (
        "# Fields\n\n| Field | Type |\n|---|---|\n| depth | int |\n| name | string |\n",
        "# Fields\n\n| Field | Type |\n|---|---|\n| depth | integer |\n| name | list of strings |\n",
        [("string", "list of strings")],
    ),
    "a row that went, and one of its name in another section": (
        "# Forms\n\n## Change a berth\n\n### Fields\n\n| Field | Kind |\n|---|---|\n| note | line of text |\n\n"
        "## Leave a berth\n\n### Reasons\n\nNone is asked for.\n",
        "# Forms\n\n## Change a berth\n\nThe clerk does it.\n\n## Book a berth\n\n### Entries\n\n"
        "| Field | Kind |\n|---|---|\n| notes | list of lines of text |\n\n"
        "## Leave a berth\n\n### Reasons\n\nNone is asked for.\n",
        [],
    ),
    "no becomes a date": (
        "# Heron\n\n| Release | End of life |\n|---|---|\n| 4.1 | No |\n| 4.0 | 2023-05-01 |\n",
        "# Heron\n\n| Release | End of life |\n|---|---|\n| 4.1 | 2026-05-01 |\n| 4.0 | 2023-05-01 |\n",
        [("No", "2026-05-01")],
    ),
    "rows in another order, a column more": (
        "# Boats\n\n| Name | Crew | Built |\n|---|---|---|\n| Ayr | 12 | 1999 |\n| Tay | 8 | 2004 |\n",
        "# Boats\n\n| Name | Built | Length | Crew |\n|---|---|---|---|\n"
        "| Tay | 2004 | 30 m | 9 |\n| Ayr | 1999 | 40 m | 12 |\n",
        [("8", "9")],
    ),
    "a blank cell that was filled in is no change": (
        "# Herbs\n\n| Herb | Sown | Cut |\n|---|---|---|\n"
        "| Dill | | 2024-06-30 |\n| Sage | 2024-03-01 | 2024-07-01 |\n",
        "# Herbs\n\n| Herb | Sown | Cut |\n|---|---|---|\n"
        "| Dill | 2024-04-11 | 2024-06-30 |\n| Sage | 2024-03-01 | 2024-07-01 |\n",
        [],
    ),
    "words behind a key": (
        "# Interviews\n\n- Interviewers: two members of the audit team\n",
        "# Interviews\n\n- Interviewers: two members of the tax team\n",
        [("two members of the audit team", "two members of the tax team")],
    ),
    "a list that lost an item": (
        "# Plan\n\nBranches: 2.7, 3.2\n\nThe plan is kept by the board.\n",
        "# Plan\n\nBranches: 2.7\n\nThe plan is kept by the board.\n",
        [],
    ),
    "another vocabulary": (
        "# Rule 12\n\nStatus: Active\n\nThis rule is about bells.\n",
        "# Rule 12\n\nStatus: Rejected\n\nThis rule is about bells.\n",
        [("Active", "Rejected")],
    ),
    "a page takes effect on another day": (
        "# Terms\n\nEffective date: 1 May 2024\n\nThe terms bind all members.\n",
        "# Terms\n\nEffective date: 1 May 2025\n\nThe terms bind all members.\n",
        [("1 May 2024", "1 May 2025")],
    ),
    "a plan that moved": (
        "# Works\n\n| Bridge | Planned opening |\n|---|---|\n| North | May 2024 |\n| South | June 2024 |\n",
        "# Works\n\n| Bridge | Planned opening |\n|---|---|\n| North | August 2024 |\n| South | June 2024 |\n",
        [("May 2024", "August 2024")],
    ),
    "a threshold in a condition": (
        "# Lifts\n\nDo not use the lift if more than 20 people are waiting.\n",
        "# Lifts\n\nDo not use the lift if more than 12 people are waiting.\n",
        [("20", "12")],
    ),
    "a key that holds its value": (
        "# Roadmap\n\nAt a glance roadmap as of 2021-01-14:\n\nIt is short.\n",
        "# Roadmap\n\nAt a glance roadmap as of 2021-01-21:\n\nIt is short.\n",
        [("2021-01-14", "2021-01-21")],
    ),
    "a section that moved": (
        "# Rates\n\n## Adults\n\nThe fee is 9 EUR.\n\n## Groups\n\nThe fee is 7 EUR.\n",
        "# Rates\n\n## Groups\n\nThe fee is 7 EUR.\n\n## Adults\n\nThe fee is 10 EUR.\n",
        [("9 EUR", "10 EUR")],
    ),
}

SILENT = {
    "a list in another order": (
        "# Book\n\n- Editors: Ann Lee, Bo Park\n\nThe book has two parts.\n",
        "# Book\n\n- Editors: Bo Park, Ann Lee\n\nThe book has two parts.\n",
    ),
    "a remark in brackets": (
        "# Land\n\n- Chief of state: Queen Ada (since 3 May 2001)\n",
        "# Land\n\n- Chief of state: Queen Ada\n",
    ),
    "a finer date": (
        "# Land\n\n- Founded: October 1912\n",
        "# Land\n\n- Founded: 4 October 1912\n",
    ),
    "steps numbered anew": (
        "# Setup\n\n- Step 2: open the valve\n- Step 3: start the pump\n",
        "# Setup\n\n- Step 2: test the gauge\n- Step 3: open the valve\n- Step 4: start the pump\n",
    ),
    "a page that was touched": (
        "# Tide\n\nLast updated: 3 May 2024\n\nThe tide turns at noon.\n",
        "# Tide\n\nLast updated: 9 May 2025\n\nThe tide turns at noon.\n",
    ),
    "another row": (
        "# Tern\n\n| Product | First day | Last day |\n|---|---|---|\n| Tern 8 | 2019-05-01 | 2024-05-31 |\n",
        "# Tern\n\n| Product | First day | Last day |\n|---|---|---|\n| Tern 10 | 2024-05-01 | 2029-05-31 |\n",
    ),
    "a title with its date": (
        "# Uploads (May 2022)\n\nA file may have 5 MB.\n",
        "# Uploads (June 2024)\n\nA file may have 5 MB.\n",
    ),
    "rows in another order": (
        "# Prices\n\n| Item | Price |\n|---|---|\n| Tea | 3 EUR |\n| Cake | 4 EUR |\n",
        "# Prices\n\n| Item | Price |\n|---|---|\n| Cake | 4 EUR |\n| Tea | 3 EUR |\n",
    ),
}


@pytest.mark.parametrize("name", sorted(CHANGED))
def test_what_changed_is_told(name: str, tmp_path: Path) -> None:
    old, new, expected = CHANGED[name]
    assert changes(tmp_path, old, new) == expected


@pytest.mark.parametrize("name", sorted(SILENT))
def test_what_only_looks_changed_is_not(name: str, tmp_path: Path) -> None:
    assert changes(tmp_path, *SILENT[name]) == []
