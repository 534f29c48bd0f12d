from __future__ import annotations

import pytest

from scanner.load.inline import read_inline
from scanner.model import BlockKind
from tests.unit.load_reader import load, shape, texts


def inline(source: str, references: frozenset[str] = frozenset()) -> str:
    return read_inline(source, [(0, len(source))], references).text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a **bold** and *soft* word", "a bold and soft word"),
        ("***both*** and **a*b*c**", "both and abc"),
        (' ** [Id](#x) **   <a name="id"></a>', "Id"),
        ("2 ** 3 ** 4", "2 ** 3 ** 4"),
        ("snake_case_name and 2*3*4", "snake_case_name and 2*3*4"),
        ('[the limit](https://a.b/c_(d) "t") holds', "the limit holds"),
        ("[two phases][add-member] of it", "two phases of it"),
        ("[optional] argument", "[optional] argument"),
        ("![a chart](chart.png) shows", "a chart shows"),
        ("[![badge](x.svg)](https://a.b) next", "badge next"),
        ("`a | b` and ``x ` y``", "a | b and x ` y"),
        ("`unclosed code", "`unclosed code"),
        ("5 &lt; 6 &amp; 7&nbsp;MB &bogus;", "5 < 6 & 7 MB &bogus;"),
        (r"\*not soft\* and \_", "*not soft* and _"),
        ("<b>bold</b> in <version> 2", "bold in <version> 2"),
        ("<https://a.b/c> and <x@y.org>", "https://a.b/c and x@y.org"),
        ("up to 25,000[^1] rows", "up to 25,000 rows"),
        ("~~100~~ 500 requests, ~5 s", "500 requests, ~5 s"),
        ('a {% page "/x/" %} b {:target="_blank"} c', "a b c"),
        ('[x]({% page "/piv/" %}) y', "x y"),
        ("25,000<sup>1</sup> and 10<sup>6</sup> m<sup>2</sup>", "25,000 and 10⁶ m²"),
        ("25,000¹ seats on 30 m² in 10⁶ s", "25,000 seats on 30 m² in 10⁶ s"),
        ("soft\u00adhyphen and zero\u200bwidth", "softhyphen and zerowidth"),
    ],
)
def test_inline_text(source: str, text: str) -> None:
    assert inline(source) == text


def test_shortcut_reference_only_where_the_label_is_defined() -> None:
    assert inline("see [spec] and [other]", frozenset({"SPEC"})) == "see spec and [other]"


def test_code_ranges() -> None:
    readable = read_inline("set `max_size` to `5`", [(0, 21)])
    assert [readable.text[a:b] for a, b in readable.codes] == ["max_size", "5"]


def test_blocks_levels_leads_and_headings() -> None:
    document = load(
        "a.md",
        "# Top\n\nWe support:\n\n- one\n  wrapped\n  - inner\n- **Port**: 80\n\n## Next\n\nA paragraph\n"
        "of two lines.\n",
    )
    assert shape(document) == [
        ("heading", "Top"),
        ("paragraph", "We support:"),
        ("list-item", "one wrapped"),
        ("list-item", "inner"),
        ("key-value", "Port = 80"),
        ("heading", "Next"),
        ("paragraph", "A paragraph of two lines."),
    ]
    one, inner, port = document.blocks[2:5]
    assert (one.level, one.lead, inner.level, inner.lead, port.lead) == (
        1,
        "We support:",
        2,
        "one wrapped",
        "We support:",
    )
    assert document.blocks[-1].headings == ("Top", "Next")
    assert document.title == "Top"


def test_table_cells_codes_marks_and_escaped_bars() -> None:
    document = load(
        "a.md",
        "| Name | B | Limit |\n|---|---|---|\n| x | `a|b` | 5 |\n| x \\| y | `q\\|r` | 25,000¹ |\n| a<br>B | | |\n",
    )
    (table,) = [block.table for block in document.blocks]
    assert table is not None
    assert [cell.passage.text for cell in table.header[0]] == ["Name", "B", "Limit"]
    assert [[cell.passage.text for cell in row] for row in table.rows] == [
        ["x", "a|b", "5"],
        ["x | y", "q|r", "25,000"],
        ["a; B", "", ""],
    ]
    assert table.rows[1][1].codes == ((0, 3),)
    assert table.rows[0][0].line == 3


def test_table_in_quote_and_list() -> None:
    document = load("a.md", "> | a | b |\n> |---|---|\n> | 1 | 2 |\n\n- | c | d |\n  |---|---|\n  | 3 | 4 |\n")
    assert texts(document, BlockKind.TABLE) == ["a | b / 1 | 2", "c | d / 3 | 4"]


def test_definition_list_code_and_bold_title() -> None:
    document = load(
        "a.md", "Timeout\n: 30 seconds\n\n**Run-in title**\n\nFor example:\n\n```yaml title=x\na: 1\n  b\n```\n"
    )
    assert shape(document) == [
        ("definition", "Timeout = 30 seconds"),
        ("heading", "Run-in title"),
        ("paragraph", "For example:"),
        ("code", "a: 1\n  b"),
    ]
    assert (document.blocks[3].language, document.blocks[3].lead) == ("yaml", "For example:")


def test_code_in_a_list_keeps_its_places() -> None:
    document = load("a.md", "1. Do\n\n   ```\n   x = 1\n     y\n   ```\n")
    assert texts(document, BlockKind.CODE) == ["x = 1\n  y"]


@pytest.mark.parametrize(
    "source",
    [
        "> **Note**\n> The limit is 5.\n",
        "> [!WARNING]\n> The limit is 5.\n",
        ":::note\nThe limit is 5.\n:::\n",
        '!!! note "Title"\n\n    The limit is 5.\n',
        "<Info>\nThe limit is 5.\n</Info>\n",
        "{{< note >}}\nThe limit is 5.\n{{< /note >}}\n",
        '<div class="note">\nThe limit is 5.\n</div>\n',
    ],
)
def test_admonitions_are_paragraphs(source: str) -> None:
    assert shape(load("a.md", source)) == [("paragraph", "The limit is 5.")]


def test_forced_lines_are_paragraphs_of_their_own_unless_a_sentence_runs_on() -> None:
    document = load("a.md", "Street 5  \n1234 City  \nCountry\n\nA long sentence  \nruns on.\n")
    assert texts(document, BlockKind.PARAGRAPH) == ["Street 5", "1234 City", "Country", "A long sentence runs on."]


def test_bold_line_heads_the_lines_below_it_only() -> None:
    document = load(
        "a.md", '** [Groups](#r) **   <a name="g"></a>\nUp to five ids.  \nType: String  \nRequired: No\n\nNext.\n'
    )
    assert [(block.headings, text) for block, (_, text) in zip(document.blocks, shape(document), strict=True)] == [
        ((), "Groups"),
        (("Groups",), "Up to five ids."),
        (("Groups",), "Type = String"),
        (("Groups",), "Required = No"),
        ((), "Next."),
    ]


def test_html_in_markdown_and_a_table_with_blank_lines() -> None:
    document = load(
        "a.md", "Text\n\n<table>\n<tr><th>A</th><th>B</th></tr>\n\n<tr><td>1</td><td>2</td></tr>\n</table>\n\nAfter\n"
    )
    assert shape(document) == [("paragraph", "Text"), ("table", "A | B / 1 | 2"), ("paragraph", "After")]


def test_mdx_imports_and_components_are_no_text() -> None:
    document = load("a.mdx", 'import X from \'./x\'\n\n<Card\n  title="t"\n  href="h"\n>\nInside **it**.\n</Card>\n')
    assert shape(document) == [("paragraph", "Inside it.")]


def test_silenced_blocks_sections_lists_and_rows_are_counted() -> None:
    source = (
        "<!-- scanner: ignore -->\nGone paragraph.\n\nKept.\n\n<!-- scanner: ignore -->\n\n- gone\n- gone too\n\n"
        "Between.\n\n"
        "- stays\n- goes <!-- scanner: ignore -->\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
        "| 3 <!-- scanner: ignore --> | 4 |\n\n"
        "<!-- scanner: ignore -->\n## Gone section\n\ntext\n\n### below\n\n## Next\n\nEnd.\n"
    )
    document = load("a.md", source)
    assert shape(document) == [
        ("paragraph", "Kept."),
        ("paragraph", "Between."),
        ("list-item", "stays"),
        ("table", "a | b / 1 | 2"),
        ("heading", "Next"),
        ("paragraph", "End."),
    ]
    assert document.silenced == 8


def test_front_matter_is_metadata_and_unknown_keys_are_blocks() -> None:
    document = load(
        "a.md",
        '---\ntitle: Limits\ndate: 2024-05-01\nweight: 4650\nversion: "2.0"\nretention: 30 days\nowner: [Ann, Bo]\n'
        "---\n# H\n\nBody.\n",
    )
    assert (document.title, str(document.published), document.version, document.owner) == (
        "Limits",
        "2024-05-01",
        "2.0",
        "Ann, Bo",
    )
    assert shape(document) == [("key-value", "retention = 30 days"), ("heading", "H"), ("paragraph", "Body.")]
    assert document.blocks[1].line == 9


def test_toml_front_matter() -> None:
    document = load("a.md", '+++\ntitle = "T"\nlimit = 5\n+++\nBody.\n')
    assert document.title == "T"
    assert shape(document) == [("key-value", "limit = 5"), ("paragraph", "Body.")]


@pytest.mark.parametrize("head", ["---\ntitle: T\n\n", "---\ntitle: [T\n---\n"])
def test_broken_front_matter_is_noted_and_nothing_is_lost(head: str) -> None:
    document = load("a.md", head + "The limit is 5 MB.\n")
    assert any(key == "warning" and "front matter" in value for key, value in document.metadata)
    assert "The limit is 5 MB." in " ".join(block.passage.text for block in document.blocks)


def test_a_ruler_at_the_top_is_no_front_matter() -> None:
    document = load("a.md", "---\n\nJust text.\n")
    assert shape(document) == [("paragraph", "Just text.")]
    assert document.metadata == ()


def test_deep_nesting_is_noted() -> None:
    document = load("a.md", "- top\n\n" + ">" * 300 + " x\n")
    assert any("nested deeper" in value for _, value in document.metadata)


def test_a_labelled_component_heads_what_it_holds() -> None:
    text = (
        '# Log\n\n<Update label="March 3, 2025" tags={["api"]}>\n\nThe limit is 5 MB.\n\n</Update>\n\n'
        "Between.\n\n<Card title='Fees'>\n\nThe fee is 2 EUR.\n\n</Card>\n\n<Frame>\n\nAfter.\n\n</Frame>\n"
    )
    blocks = [block for block in load("page.mdx", text).blocks if block.kind is BlockKind.PARAGRAPH]
    paths = {block.passage.text: block.headings for block in blocks}
    assert paths == {
        "The limit is 5 MB.": ("Log", "March 3, 2025"),
        "Between.": ("Log",),
        "The fee is 2 EUR.": ("Log", "Fees"),
        "After.": ("Log",),
    }


def test_pairs_may_stand_below_a_line_of_another_kind() -> None:
    document = load("a.md", "Meadow Hotel, Ashford\nPhone: 01234 567890\nManager: Jonas Reed\n")
    assert shape(document) == [
        ("paragraph", "Meadow Hotel, Ashford"),
        ("key-value", "Phone = 01234 567890"),
        ("key-value", "Manager = Jonas Reed"),
    ]


def test_a_sentence_that_runs_on_is_no_line_above_pairs() -> None:
    document = load("a.md", "The hotel has two numbers,\nPhone: 01234 567890\nManager: Jonas Reed\n")
    assert [kind for kind, _ in shape(document)] == ["paragraph"]
