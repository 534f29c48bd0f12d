from __future__ import annotations

import pytest

from scanner.model import BlockKind
from tests.unit.load_reader import load, shape, texts

PAGE = """<!DOCTYPE html>
<html lang="en"><head><title>Plans &amp; prices</title><meta name="date" content="2024-05-01">
<meta property="article:modified_time" content="2024-06-02T10:00:00Z"><meta name="author" content="Ann">
<style>p { color: red }</style><script>var x = "<p>no</p>";</script></head><body>
<nav><ul><li>Home</li></ul></nav>
<h1>Head<a class="headerlink">¶</a></h1>
<p>One<br>Two <code>a&lt;b</code> <s>old</s> 25,000<sup>1</sup> 10<sup>6</sup> km<sup>2</sup>
<p><b>Version:</b> 1.2
<ul><li>a<ul><li>Size: 5 MB<li>c</ul><li><p>para</p><p>second</p></ul>
<dl><dt>Timeout</dt><dd>30 s</dd><dt>Port<dd>80 or <code>443</code></dl>
<pre class="language-py">x &lt; <span>1</span>
y
</pre>
<div>bare <em>text</em> <img src=x alt="tick mark"></div>
</body></html>"""


def test_page() -> None:
    document = load("a.html", PAGE)
    assert shape(document) == [
        ("heading", "Head"),
        ("paragraph", "One"),
        ("paragraph", "Two a<b 25,000 10⁶ km²"),
        ("key-value", "Version = 1.2"),
        ("list-item", "a"),
        ("key-value", "Size = 5 MB"),
        ("list-item", "c"),
        ("list-item", "para"),
        ("paragraph", "second"),
        ("definition", "Timeout = 30 s"),
        ("definition", "Port = 80 or 443"),
        ("code", "x < 1\ny"),
        ("paragraph", "bare text tick mark"),
    ]
    assert (document.title, str(document.published), document.author, document.version) == (
        "Head",
        "2024-06-02",
        "Ann",
        "1.2",
    )
    nested = document.blocks[5]
    assert (nested.level, nested.lead) == (2, "a")
    assert document.blocks[11].language == "py"


def test_title_element_where_no_heading_is() -> None:
    assert load("a.html", "<title>Plans &amp; prices</title><p>Text").title == "Plans & prices"


AROUND = (
    '<html lang="en"><head><title>Pump P2</title></head><body><div class="help"><h2>Keyboard shortcuts</h2>'
    "<p>Press 3 keys.</div><h1>The pump book</h1>{}<footer>Page 9</footer></body></html>"
)


def test_a_page_with_a_main_part_is_read_there_only() -> None:
    document = load("a.html", AROUND.format("<main class='x'><h1>Pump P2</h1><p>It lifts 40 litres.</p></main>"))
    assert shape(document) == [("heading", "Pump P2"), ("paragraph", "It lifts 40 litres.")]
    assert document.title == "Pump P2"


@pytest.mark.parametrize("main", ["<main></main><p>It lifts 40 litres.</p>", "<main><p>It lifts 40 litres.</p>"])
def test_a_main_part_without_words_or_end_hides_nothing(main: str) -> None:
    found = shape(load("a.html", AROUND.format(main)))
    assert ("paragraph", "It lifts 40 litres.") in found and ("heading", "Keyboard shortcuts") in found


@pytest.mark.parametrize(
    "role", ['role="navigation"', "class=top role=search", "aria-label='Site' role='menu'", "role=banner"]
)
def test_what_leads_about_the_site_is_left_out_whatever_its_element(role: str) -> None:
    around = f"<div {role}><h3>Navigation</h3><div>Pumps 4.2</div></div><h1>Pump P2</h1><p>It lifts 40 litres.</p>"
    assert shape(load("a.html", around)) == [("heading", "Pump P2"), ("paragraph", "It lifts 40 litres.")]


@pytest.mark.parametrize("role", ["role=note", "data-role=navigation", "title='a role=menu '"])
def test_other_roles_and_navigation_without_end_hide_nothing(role: str) -> None:
    found = shape(load("a.html", f"<div {role}>It lifts 40 litres.</div></p><p>Or 50.</p><section role=search>Find"))
    assert [text for _, text in found] == ["It lifts 40 litres.", "Or 50.", "Find"]


def test_table_with_spans_caption_and_list_cells() -> None:
    document = load(
        "a.html",
        "<table><caption>Limits</caption><thead><tr><th rowspan=2>Plan<th colspan=2>Quota</tr>"
        "<tr><th>A<th>B</tr></thead>"
        "<tr><td rowspan=2>Free<td>1<td>2<tr><td>3<td><ul><li>x one</li><li>Y two</li></ul></table>",
    )
    (table,) = [block.table for block in document.blocks]
    assert table is not None
    assert table.caption == "Limits"
    assert [[cell.passage.text for cell in row] for row in table.header] == [
        ["Plan", "Quota", "Quota"],
        ["Plan", "A", "B"],
    ]
    assert [[cell.passage.text for cell in row] for row in table.rows] == [
        ["Free", "1", "2"],
        ["Free", "3", "x one; Y two"],
    ]
    assert table.rows[0][0] is table.rows[1][0]
    assert table.header[0][1] is table.header[0][2]


def test_header_row_without_marks() -> None:
    figures = "<table><tr><td>Plan<td>Price</tr><tr><td>Free<td>0 €</tr><tr><td>Pro<td>9 €</tr></table>"
    words = "<table><tr><td>Ann<td>Berlin</tr><tr><td>Bo<td>Rome</tr></table>"
    assert [len(load("a.html", source).blocks[0].table.header) for source in (figures, words)] == [1, 0]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "source",
    [
        "<p>The limit is 5 <p>More",
        "<nav><p>The limit is 5 <p>More",
        "<!-- <p>The limit is 5 <p>More",
        "<td>The limit is 5 <p>More",
    ],
)
def test_unclosed_parts_hide_nothing(source: str) -> None:
    assert "The limit is 5" in " ".join(texts(load("a.html", source), BlockKind.PARAGRAPH))


def test_less_than_sign_is_text() -> None:
    assert shape(load("a.html", "<p>if a < b and 3 <5 then</p>")) == [("paragraph", "if a < b and 3 <5 then")]


def test_attribute_with_a_bracket() -> None:
    assert shape(load("a.html", '<p title="a > b">Text</p>')) == [("paragraph", "Text")]


def test_silenced_block() -> None:
    document = load("a.html", "<p>Kept</p><!-- scanner: ignore --><p>Gone</p><!-- other --><p>Kept too</p>")
    assert shape(document) == [("paragraph", "Kept"), ("paragraph", "Kept too")]
    assert document.silenced == 1


def test_nested_and_one_column_tables() -> None:
    document = load("a.html", "<table><tr><td>Outer text<table><tr><th>a<th>b<tr><td>1<td>2</table></td></tr></table>")
    assert shape(document) == [("table", "a | b / 1 | 2"), ("paragraph", "Outer text")]
