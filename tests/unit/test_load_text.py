from __future__ import annotations

import pytest

from scanner.model import BlockKind
from tests.unit.load_reader import load, shape, texts


def test_paragraphs_headings_and_lists() -> None:
    document = load(
        "notes.txt",
        "House rules\n\nBags stay in\nthe lockers.\n\nThe rules are:\n\n1. A member has ten\n   books.\n"
        "2. Food stays outside.\n"
        "   - but water\n\nOPENING HOURS\n\nNine to eight.\n\nScope\n-----\n\nAll.\n\n2.1 Fees\n\nNone.\n",
    )
    assert shape(document) == [
        ("heading", "House rules"),
        ("paragraph", "Bags stay in the lockers."),
        ("paragraph", "The rules are:"),
        ("list-item", "A member has ten books."),
        ("list-item", "Food stays outside."),
        ("list-item", "but water"),
        ("heading", "OPENING HOURS"),
        ("paragraph", "Nine to eight."),
        ("heading", "Scope"),
        ("paragraph", "All."),
        ("heading", "2.1 Fees"),
        ("paragraph", "None."),
    ]
    assert document.blocks[3].lead == "The rules are:"
    assert (document.blocks[5].level, document.blocks[5].lead) == (2, "Food stays outside.")


@pytest.mark.parametrize("line", ["The shop is closed.", "Call us now!", "Price: 5 EUR", "a very long line " * 8])
def test_lone_lines_that_are_no_headings(line: str) -> None:
    document = load("notes.txt", f"Title\n\n{line}\n\nMore text follows here.\n")
    assert [block.kind for block in document.blocks if block.passage.text.startswith(line[:10].split(":")[0])] != [
        BlockKind.HEADING
    ]


def test_head_of_pairs_with_continuation_and_an_open_one() -> None:
    document = load(
        "pep.txt", "PEP: 216\nTitle: A format\nAuthor: Ann,\n  Bo\nPost-History:\nCreated: 31-Jul-2000\n\nBody text.\n"
    )
    assert texts(document, BlockKind.KEY_VALUE) == [
        "PEP = 216",
        "Title = A format",
        "Author = Ann, Bo",
        "Created = 31-Jul-2000",
    ]
    assert (document.title, str(document.published), document.author) == ("A format", "2000-07-31", "Ann, Bo")


def test_short_line_above_indented_ones_heads_them_only() -> None:
    document = load(
        "CHANGES", "Changes\n\n0.9\n  objects may have 256 kB\n  the log shows labels\n\nUnindented again here.\n"
    )
    assert [(block.passage.text, block.headings) for block in document.blocks[2:]] == [
        ("objects may have 256 kB", ("Changes", "0.9")),
        ("the log shows labels", ("Changes", "0.9")),
        ("Unindented again here.", ("Changes",)),
    ]


def test_tables_of_bars_and_of_columns() -> None:
    document = load("a.txt", "T\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nPlan    Price\nFree    0\nPro     9\n")
    assert texts(document, BlockKind.TABLE) == ["a | b / 1 | 2", "Plan | Price / Free | 0 / Pro | 9"]


def test_prose_is_no_table_and_indented_prose_no_code() -> None:
    document = load(
        "a.txt",
        "Heading\n\n    Indented prose that goes on\n    for two lines.\n\nRun this::\n\n    x = f(1)\n      y\n",
    )
    assert [kind for kind, _ in shape(document)] == ["heading", "paragraph", "paragraph", "code"]
    assert document.blocks[3].passage.text == "x = f(1)\n  y"


def test_ini_under_another_name() -> None:
    document = load("default.ini.txt", "; shipped\n[log]\n; rotate by hand\nlevel = info\nfile = /var/log\n")
    assert document.format == "ini"
    assert shape(document)[1:] == [
        ("paragraph", "rotate by hand"),
        ("key-value", "level = info"),
        ("key-value", "file = /var/log"),
    ]


def test_silenced() -> None:
    document = load("a.txt", "Title\n\n# scanner: ignore\nGone.\n\nKept.\n")
    assert ("paragraph", "Gone.") not in shape(document)
    assert document.silenced == 1


RST = """\
Guide
=====

Uses ``max_size`` and :option:`--limit`, see :ref:`the list <list>` and `site <https://a.b>`_ [1]_.

Part
----

- one
  more

  - inner

term
   Its definition.

   More of it.

:Version: 2.1
:Port: 80

-o FILE, --output FILE  Where to write.

Code follows. ::

   x = 1
     y

.. note:: The limit is 5.

.. deprecated:: 3.1
   Use z.

.. confval:: timeout

   :default: 30 s

   How long to wait.

.. image:: x.png
   :alt: no text

.. a comment

.. scanner: ignore

Gone.
"""


def test_rst() -> None:
    document = load("a.rst", RST)
    assert shape(document) == [
        ("heading", "Guide"),
        ("paragraph", "Uses max_size and --limit, see the list and site."),
        ("heading", "Part"),
        ("list-item", "one more"),
        ("list-item", "inner"),
        ("definition", "term = Its definition."),
        ("paragraph", "More of it."),
        ("key-value", "Version = 2.1"),
        ("key-value", "Port = 80"),
        ("definition", "-o FILE, --output FILE = Where to write."),
        ("paragraph", "Code follows."),
        ("code", "x = 1\n  y"),
        ("paragraph", "The limit is 5."),
        ("paragraph", "deprecated 3.1 Use z."),
        ("heading", "timeout"),
        ("key-value", "default = 30 s"),
        ("paragraph", "How long to wait."),
    ]
    assert document.silenced == 1
    assert document.blocks[1].codes == ((5, 13), (18, 25))
    assert document.blocks[16].headings == ("Guide", "Part", "timeout")


def test_rst_tables() -> None:
    document = load(
        "a.rst",
        "+------+-------+\n| Name | Limit |\n+======+=======+\n| a    | 5 MB  |\n|      +-------+\n|      | 6 MB  |\n"
        "+------+-------+\n| both         |\n+--------------+\n\n=====  =====\nA      B\n=====  =====\n"
        "x      ``1``\n       more\n"
        "y      2\n=====  =====\n\n.. list-table:: Cap\n   :header-rows: 1\n\n   * - H1\n     - H2\n   * - a\n"
        "     - b\n       c\n\n"
        '.. csv-table:: T\n   :header: "Q", "R"\n\n   1, "x, y"\n',
    )
    assert texts(document, BlockKind.TABLE) == [
        "Name | Limit / a | 5 MB / a | 6 MB / both | both",
        "A | B / x | 1 more / y | 2",
        "H1 | H2 / a | b c",
        "Q | R / 1 | x, y",
    ]
    assert [len(block.table.header) for block in document.blocks if block.table] == [1, 1, 1, 1]
    assert document.blocks[2].table is not None
    assert document.blocks[2].table.caption == "Cap"
