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


@pytest.mark.parametrize("line", ["lgtm scanner of the code", "H2 sensor", "iPad desk", "no. 4 boiler", "libfern 2"])
def test_a_line_that_hangs_like_the_heading_before_it_is_one(line: str) -> None:
    document = load("notes.txt", f"Title\n\nCork floor\n\n    URL: x.org/cork\n\n{line}\n\n    URL: x.org/y\n")
    assert [b.passage.text for b in document.blocks if b.kind is BlockKind.HEADING] == ["Title", "Cork floor", line]


@pytest.mark.parametrize("line", ["it stays in the shed.", "as follows:", "see also, x,", "price: 5 EUR", "- lgtm"])
def test_a_line_that_only_stands_like_the_heading_before_it_is_none(line: str) -> None:
    document = load("notes.txt", f"Title\n\nCork floor\n\n    URL: x.org/cork\n\n{line}\n\n    URL: x.org/y\n")
    assert [b.passage.text for b in document.blocks if b.kind is BlockKind.HEADING] == ["Title", "Cork floor"]


def test_a_line_above_indented_text_without_such_a_heading_is_none() -> None:
    document = load("notes.txt", "Title\n\nIt is all here.\n\nlgtm scanner\n\n    URL: x.org/y\n")
    assert [b.passage.text for b in document.blocks if b.kind is BlockKind.HEADING] == ["Title"]


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


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        (
            "Options\n\n    lanes    number of lanes, one a door\n    grace    how long a lane may run after a stop\n"
            "             signal, seconds. Default 5.\n    door     the number of the door\n",
            ["lanes", "grace", "door"],
        ),
        ("Words\n\nweir     a low dam across\n         a river\neyot     a small island\n", ["weir", "eyot"]),
        ("Words\n\nA  weir is\n   a low dam.\nIt holds  the water back\n", []),
        ("Words\n\nweir     a low dam\n  across a river\neyot     an island\n", []),
        ("Words\n\nweir     a low dam across\n         a river\n", []),
    ],
)
def test_terms_with_what_stands_beside_them(text: str, terms: list[str]) -> None:
    blocks = load("words.txt", text).blocks
    assert [b.key.text for b in blocks if b.kind is BlockKind.DEFINITION and b.key is not None] == terms


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


@pytest.mark.parametrize(
    "line",
    [
        "/sbin/agetty -w -I reset 2400 ttyS1",
        "tar -xf boat.tar",
        "make --directory docs html",
        "export LANG_DIR",
        "XZ_DEFAULTS=--memlimit=150MiB",
    ],
)
def test_an_indented_command_is_code(line: str) -> None:
    document = load("notes.txt", f"Title\n\nStart it so:\n\n        {line}\n\nThat is all there is.\n")
    assert [b.passage.text for b in document.blocks if b.kind is BlockKind.CODE] == [line]


@pytest.mark.parametrize(
    "line",
    ["Anna - the clerk", "The price is 40 -60 EUR.", "Berth: 5 m", "A well-known list of boats.", "Max size = 40 m"],
)
def test_an_indented_sentence_is_none(line: str) -> None:
    document = load("notes.txt", f"Title\n\nIt is so:\n\n        {line}\n\nThat is all there is.\n")
    assert not [b for b in document.blocks if b.kind is BlockKind.CODE]


@pytest.mark.parametrize("sign", ["o", "-", "*", "+", "•"])
def test_items_aligned_behind_their_bullets_are_no_table(sign: str) -> None:
    lines = [f"{sign}           Bump spruce from {n} to {n + 1}.   Thanks to Ann." for n in range(3)]
    document = load("notes.txt", "Title\n\nChanges are told here.\n\n" + "\n".join(lines) + "\n")
    assert [b.kind for b in document.blocks][-3:] == [BlockKind.LIST_ITEM] * 3


def test_columns_without_bullets_are_a_table() -> None:
    document = load("notes.txt", "Title\n\nBerth    Depth    Fee\nNorth    3 m      40\nSouth    5 m      60\n")
    assert document.blocks[-1].kind is BlockKind.TABLE
