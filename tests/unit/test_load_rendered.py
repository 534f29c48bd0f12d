"""PDF and DOCX."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from docx import Document as open_docx
from docx.oxml.ns import qn
from docx.parts.document import DocumentPart
from fpdf import FPDF
from fpdf.enums import AccessPermission

from scanner.load import docx as docx_reader
from scanner.load import pdf as pdf_reader
from scanner.model import BlockKind, SkipReason
from tests.unit.load_reader import load, load_all, shape, skipped, texts


def pdf(*pages: list[tuple[str, int]], title: str = "", password: str = "") -> bytes:
    """A PDF of pages of (text, font size) paragraphs."""
    made = FPDF()
    made.set_title(title)
    if password:
        made.set_encryption("owner", password, permissions=AccessPermission.none())
    for page in pages:
        made.add_page()
        for text, size in page:
            made.set_font("Helvetica", size=size)
            made.multi_cell(0, size * 0.5, text, new_x="LMARGIN", new_y="NEXT")
            made.ln(size * 0.5)
    return bytes(made.output())


LONG = "The limit of the service is five megabytes for each file that is sent, and it applies to all plans alike. "


def test_pdf_pages_headings_paragraphs_and_items() -> None:
    document = load(
        "a.pdf",
        pdf(
            [("Service limits", 20), (LONG * 3, 11), ("Retention: 30 days", 11), ("- one item", 11), ("- another", 11)],
            [("Second page text that is long enough to be a paragraph.", 11)],
            title="From the properties",
        ),
    )
    assert shape(document) == [
        ("heading", "Service limits"),
        ("paragraph", (LONG * 3).strip()),
        ("key-value", "Retention = 30 days"),
        ("list-item", "one item"),
        ("list-item", "another"),
        ("paragraph", "Second page text that is long enough to be a paragraph."),
    ]
    assert [block.page for block in document.blocks] == [1, 1, 1, 1, 1, 2]
    assert {block.line for block in document.blocks} == {None}
    assert document.blocks[-1].headings == ("Service limits",)
    assert document.title == "Service limits"


def test_pdf_running_heads_are_left_out() -> None:
    pages = [
        [("Handbook page " + str(n), 9), (f"Body of number {word} is here and reads well.", 11)]
        for n, word in enumerate("abcd", 1)
    ]
    document = load("a.pdf", pdf(*pages))
    assert texts(document, BlockKind.PARAGRAPH) == [f"Body of number {word} is here and reads well." for word in "abcd"]


def test_pdf_page_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_reader, "MAX_PAGES", 1)
    document = load("a.pdf", pdf([("First page text.", 11)], [("Second page text.", 11)]))
    assert texts(document, BlockKind.PARAGRAPH) == ["First page text."]
    assert document.metadata == (("warning", "2 pages: only the first 1 were read"),)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (pdf([("Secret", 11)], password="user"), SkipReason.ENCRYPTED),
        (pdf([]), SkipReason.NO_TEXT),
        (b"%PDF-1.7\nbroken", SkipReason.MALFORMED),
        (b"no pdf at all", SkipReason.MALFORMED),
    ],
)
def test_pdf_without_text(data: bytes, reason: SkipReason) -> None:
    assert skipped("a.pdf", data).reason is reason


def saved(document: object) -> bytes:
    stream = io.BytesIO()
    document.save(stream)  # type: ignore[attr-defined]
    return stream.getvalue()


def test_docx_blocks_in_order() -> None:
    made = open_docx()
    made.add_heading("Service limits", 1)
    made.add_paragraph("We support:")
    made.add_paragraph("one", style="List Bullet")
    made.add_paragraph("inner", style="List Bullet 2")
    pair = made.add_paragraph()
    pair.add_run("Owner:").bold = True
    pair.add_run(" the platform team")
    made.add_heading("Table", 2)
    table = made.add_table(rows=4, cols=3)
    for row, words in enumerate(
        [("Plan", "Quota", "Note"), ("Free", "25,000", "x"), ("Pro", "50", "y"), ("", "", "z")]
    ):
        for column, word in enumerate(words):
            table.cell(row, column).text = word
    table.cell(2, 0).merge(table.cell(3, 0))
    table.cell(2, 1).merge(table.cell(3, 1))
    mark = table.cell(1, 1).paragraphs[0].add_run("1")
    mark.font.superscript = True
    made.add_paragraph("After it.\nNext line.")
    document = load("a.docx", saved(made))
    assert shape(document) == [
        ("heading", "Service limits"),
        ("paragraph", "We support:"),
        ("list-item", "one"),
        ("list-item", "inner"),
        ("key-value", "Owner = the platform team"),
        ("heading", "Table"),
        ("table", "Plan | Quota | Note / Free | 25,000 | x / Pro | 50 | y / Pro | 50 | z"),
        ("paragraph", "After it."),
        ("paragraph", "Next line."),
    ]
    assert (document.blocks[2].lead, document.blocks[3].level, document.blocks[3].lead) == ("We support:", 2, "one")
    grid = document.blocks[6].table
    assert grid is not None
    assert grid.rows[1][0] is grid.rows[2][0]
    assert document.blocks[-1].headings == ("Service limits", "Table")
    assert {block.line for block in document.blocks} == {None}


def test_docx_tracked_changes() -> None:
    made = open_docx()
    paragraph = made.add_paragraph("The limit is ")
    for tag, inner, words in (("w:del", "w:delText", "100"), ("w:ins", "w:t", "500")):
        change = paragraph._p.makeelement(qn(tag), {})
        run = change.makeelement(qn("w:r"), {})
        text = run.makeelement(qn(inner), {})
        text.text = words
        run.append(text)
        change.append(run)
        paragraph._p.append(change)
    assert shape(load("a.docx", saved(made))) == [("paragraph", "The limit is 500")]


def test_docx_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert skipped("a.docx", b"no zip").reason is SkipReason.MALFORMED
    assert skipped("a.docx", b"\xd0\xcf\x11\xe0rest").reason is SkipReason.ENCRYPTED
    assert skipped("a.docx", saved(open_docx())).reason is SkipReason.NO_TEXT
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as packed:
        packed.writestr("x.txt", "no document")
    assert skipped("a.docx", other.getvalue()).reason is SkipReason.MALFORMED
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", b"\0" * (20 * 1024 * 1024))
    assert skipped("a.docx", bomb.getvalue()).reason is SkipReason.TOO_LARGE
    monkeypatch.setattr(docx_reader, "MAX_UNPACKED", 10)
    made = open_docx()
    made.add_paragraph("text")
    assert skipped("a.docx", saved(made)).reason is SkipReason.TOO_LARGE


def test_docx_entities_are_not_expanded(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("TOPSECRET")
    made = open_docx()
    made.add_paragraph("PLACEHOLDER")
    source = io.BytesIO(saved(made))
    target = io.BytesIO()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "word/document.xml":
                head = f'<!DOCTYPE d [<!ENTITY x SYSTEM "file://{tmp_path}/secret.txt">]>'.encode()
                data = data.replace(b"<w:document", head + b"<w:document", 1).replace(b"PLACEHOLDER", b"a &x; b")
            new.writestr(name, data)
    (item,) = load_all("a.docx", target.getvalue())
    assert "TOPSECRET" not in repr(item)


def test_styles_of_many_paragraphs_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = open_docx()
    made.add_paragraph("Limits", style="Heading 1")
    for number in range(50):
        made.add_paragraph(f"Limit {number} is 5 MB.")
    packed = io.BytesIO()
    made.save(packed)
    asked: list[str | None] = []
    found = DocumentPart.get_style
    monkeypatch.setattr(DocumentPart, "get_style", lambda self, key, kind: asked.append(key) or found(self, key, kind))
    document = load("a.docx", packed.getvalue())
    assert len(document.blocks) == 51
    assert len(asked) == 2
