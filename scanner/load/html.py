"""Read HTML, whole pages and fragments inside Markdown, into blocks whose spans lie in the source."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from scanner.load.html_table import TableStack
from scanner.load.html_tokens import Comment, Tag, TextRun, attributes, tokens
from scanner.load.inline import CODE_TAGS, STRUCK_TAGS
from scanner.load.outline import Outline, is_directive
from scanner.load.passage import Mark, PassageBuilder, Readable
from scanner.load.words import words
from scanner.model import BlockKind, Passage

__all__ = ["HtmlFacts", "read_html"]

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_HEADING = re.compile(r"h[1-6]\Z")
_SKIPPED = words(
    "script style nav template noscript svg iframe object button select textarea canvas audio video math datalist"
)
_FLOW = words(
    "address article aside blockquote body center details div dialog fieldset figcaption figure footer "
    "form header hgroup html legend main p section summary ul ol dl table caption thead tbody tfoot tr "
    "td th li dt dd pre hr noframes"
)
_META_DATES = {
    "date": "date",
    "dc.date": "date",
    "dcterms.date": "date",
    "dcterms.issued": "published",
    "dcterms.modified": "last_updated",
    "article:published_time": "published",
    "article:modified_time": "last_updated",
    "last-modified": "last_updated",
    "revised": "last_updated",
    "pubdate": "published",
    "author": "author",
    "dc.creator": "author",
    "article:author": "author",
    "version": "version",
}
_LANGUAGE = re.compile(r"(?:language|lang|highlight|brush:?\s*)-?([\w+#]+)")
_ALT = re.compile(r"\balt\s*=\s*([\"'])(.*?)\1", re.I | re.S)
_MAIN = re.compile(r"<main\b[^<>]*>", re.IGNORECASE)
_SAYS = re.compile(r">[^<>]*[^<>\s]{3}[^<>]*<")
_OF_HEAD = frozenset({"title", "meta", "html"})
_PILCROW = re.compile(r"\s*[¶#]\Z")


@dataclass(slots=True)
class HtmlFacts:
    """What a page's head says: its title, the language it declares, and named metadata."""

    title: str = ""
    language: str = ""
    metadata: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _List:
    group: int
    lead: str


class _Reader:
    """One pass over the tags; a block is written when the next one starts, so that unclosed tags do no harm."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.facts = HtmlFacts()
        self.builder = PassageBuilder()
        self.start = -1
        self.end = -1
        self.kind = BlockKind.PARAGRAPH
        self.level = 0
        self.lists: list[_List] = []
        self.item_text = ""
        self.item_open = False
        self.term: Readable | None = None
        self.term_open = False
        self.definitions = 0
        self.tables = TableStack()
        self.pre: int | None = None
        self.pre_language = ""
        self.marks: list[tuple[str, Mark, PassageBuilder]] = []
        self.title_open = False

    @property
    def current(self) -> PassageBuilder:
        """Where text goes: the open table cell, otherwise the block under construction."""
        inside = self.tables.builder
        return self.builder if inside is None else inside

    # text

    def text(self, run: TextRun, text: str) -> None:
        if self.title_open:
            self.facts.title = " ".join(html.unescape(text[run.start : run.end]).split())
            return
        piece = text[run.start : run.end]
        builder = self.current
        if not len(builder) and not piece.strip():
            return
        if self.start < 0 and builder is self.builder:
            self.start = run.start
        self.end = run.end
        position = 0
        verbatim = self.pre is not None
        if "&" in piece:
            for found in _ENTITY.finditer(piece):
                decoded = html.unescape(found.group())
                if decoded == found.group():
                    continue
                self._put(builder, piece[position : found.start()], run.start + position, verbatim=verbatim)
                if verbatim:
                    builder.verbatim(decoded, run.start + found.start())
                else:
                    builder.decoded(decoded, run.start + found.start())
                position = found.end()
        self._put(builder, piece[position:], run.start + position, verbatim=verbatim)

    @staticmethod
    def _put(builder: PassageBuilder, piece: str, source: int, *, verbatim: bool) -> None:
        if verbatim:
            builder.verbatim(piece, source)
        elif piece:
            builder.add(piece, source)

    # blocks

    def flush(self, end: int) -> None:
        """Write the block under construction, if it has text."""
        builder, start, kind, level = self.builder, self.start, self.kind, self.level
        self.marks = [entry for entry in self.marks if entry[2] is not builder]
        self.builder, self.start, self.kind = PassageBuilder(), -1, BlockKind.PARAGRAPH
        if not len(builder):
            return
        readable = builder.finish()
        if self.term_open:
            self.term, self.term_open = readable, False
            return
        end = min(end, max(self.end, start))
        if kind is BlockKind.HEADING:
            anchor = _PILCROW.search(readable.text)
            self.outline.heading(readable.slice(0, anchor.start()) if anchor else readable, start, end, level)
        elif kind is BlockKind.DEFINITION and self.term is not None:
            self.outline.definition(self.term, readable, start, end, group=self.definitions)
        elif kind is BlockKind.LIST_ITEM and self.lists:
            current = self.lists[-1]
            self.outline.item(readable, start, end, level=len(self.lists), lead=current.lead, group=current.group)
            self.item_text = readable.text
        else:
            self.outline.paragraph(readable, start, end)

    def open_block(self, kind: BlockKind, tag: Tag, level: int = 0) -> None:
        self.flush(tag.start)
        self.kind, self.level = kind, level

    # tags

    def tag(self, tag: Tag, text: str) -> None:
        name = tag.name
        builder = self.current
        if name == "title":
            self.title_open = not tag.closing
        elif name == "meta":
            self._meta(attributes(text, tag))
        elif name == "html" and not tag.closing:
            self.facts.language = attributes(text, tag).get("lang", "")
        elif name == "br":
            if self.pre is not None:
                builder.put("\n")
            else:
                builder.line_break()
        elif name in CODE_TAGS or name in {"strong", "b"}:
            if self.pre is None:
                kind = "code" if name in CODE_TAGS else "strong"
                (builder.close if tag.closing else builder.open)(kind)
            elif name == "code" and not tag.closing and not self.pre_language:
                self.pre_language = _language(attributes(text, tag))
        elif name in {"sup", "sub"} or name in STRUCK_TAGS:
            self._raised(builder, tag)
        elif name == "img" and not tag.closing:
            self._image(builder, tag, text)
        elif self.tables.tag(tag, text, self.outline):
            self._after_table(tag)
        elif name in _FLOW or _HEADING.match(name):
            self._flow(tag, text)

    def _raised(self, builder: PassageBuilder, tag: Tag) -> None:
        if not tag.closing:
            self.marks.append((tag.name, builder.mark(), builder))
            return
        if not self.marks or self.marks[-1][0] != tag.name or self.marks[-1][2] is not builder:
            return
        _, mark, _ = self.marks.pop()
        if tag.name == "sup":
            builder.raise_since(mark)
        elif tag.name in STRUCK_TAGS:
            builder.rollback(mark)

    def _image(self, builder: PassageBuilder, tag: Tag, text: str) -> None:
        found = _ALT.search(text, tag.start, tag.end)
        if found is not None and found.group(2).strip():
            builder.space()
            self.text(TextRun(found.start(2), found.end(2)), text)
            builder.space()

    def _meta(self, values: dict[str, str]) -> None:
        name = (values.get("name") or values.get("property") or values.get("http-equiv") or "").lower()
        key = _META_DATES.get(name)
        if key is not None and values.get("content"):
            self.facts.metadata.setdefault(key, values["content"].strip())

    def _after_table(self, tag: Tag) -> None:
        if tag.name == "table" and not tag.closing and self.tables.depth == 1:
            self.flush(tag.start)

    def _flow(self, tag: Tag, text: str) -> None:
        name = tag.name
        if self.tables.builder is not None and name != "pre":
            self.tables.builder.line_break()
            return
        if name == "pre":
            self._preformatted(tag, text)
        elif _HEADING.match(name):
            if tag.closing:
                self.flush(tag.start)
            else:
                self.open_block(BlockKind.HEADING, tag, int(name[1]))
        elif name in {"ul", "ol", "menu"}:
            self._list(tag)
        elif name == "li":
            if tag.closing:
                self.flush(tag.start)
            else:
                self.open_block(BlockKind.LIST_ITEM, tag)
        elif name == "dt":
            self.flush(tag.start)
            self.term_open = not tag.closing
        elif name == "dd":
            self.flush(tag.start)
            self.term_open = False
            if not tag.closing:
                self.kind = BlockKind.DEFINITION
        elif name == "dl":
            self.flush(tag.start)
            self.term = None
            self.definitions = self.outline.new_group()
        elif name == "summary" and not tag.closing:
            self.open_block(BlockKind.PARAGRAPH, tag)
        elif len(self.builder) or self.kind not in {BlockKind.LIST_ITEM, BlockKind.DEFINITION}:
            self.flush(tag.start)

    def _list(self, tag: Tag) -> None:
        self.flush(tag.start)
        if tag.closing:
            if self.lists:
                self.lists.pop()
            return
        if self.lists:
            self.lists.append(_List(self.lists[-1].group, self.item_text))
        else:
            self.lists.append(_List(self.outline.new_group(), self.outline.take_lead()))

    def _preformatted(self, tag: Tag, text: str) -> None:
        inside = self.tables.builder is not None
        if tag.closing:
            if self.pre is None:
                return
            opened, self.pre = self.pre, None
            if not inside:
                builder, self.builder, self.start = self.builder, PassageBuilder(), -1
                passage = builder.finish().passage
                self.outline.code(_without_blank_ends(passage), opened, tag.end, self.pre_language)
            return
        if not inside:
            self.flush(tag.start)
        self.pre = tag.start if not inside else None
        self.pre_language = _language(attributes(text, tag))


def _is_of_head(token: Tag | TextRun | Comment, reader: _Reader) -> bool:
    """Whether a token tells of the page as a whole: its title, language or metadata."""
    return token.name in _OF_HEAD if isinstance(token, Tag) else isinstance(token, TextRun) and reader.title_open


def _without_blank_ends(passage: Passage) -> Passage:
    text = passage.text
    start = len(text) - len(text.lstrip("\n"))
    return passage.cut(start, len(text.rstrip()))


def _language(values: dict[str, str]) -> str:
    found = _LANGUAGE.search(values.get("class", ""))
    return found.group(1).lower() if found else values.get("lang", "").lower()


def _main(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a page's own text stands: in its ``<main>``, where it has one that says something, else anywhere.

    What stands around that is the site's: menus, dialogs, its name.
    """
    opened = _MAIN.search(text, start, end)
    closed = text.rfind("</main", start, end)
    if opened is None or closed < opened.end() or not _SAYS.search(text, opened.end(), closed):
        return start, end
    return opened.start(), closed


def read_html(text: str, start: int, end: int, outline: Outline) -> HtmlFacts:
    """Add the blocks of the HTML at ``[start, end)`` of ``text`` to ``outline``; unclosed tags are tolerated.

    Navigation, scripts, forms' controls and other parts that are no text of the document are left out; struck-out text
    and footnote marks too, and all that stands around the ``<main>`` of a page.
    """
    reader = _Reader(outline)
    first, last = _main(text, start, end)
    for token in tokens(text, start, end, skip=_SKIPPED):
        if not first <= token.start <= last and not _is_of_head(token, reader):
            continue
        match token:
            case TextRun():
                reader.text(token, text)
            case Comment():
                if is_directive(text[token.start : token.end]):
                    reader.flush(token.start)
                    outline.silence()
            case Tag():
                reader.tag(token, text)
    reader.tables.close_all(end, outline)
    if reader.pre is not None:
        outline.code(_without_blank_ends(reader.builder.finish().passage), reader.pre, end, reader.pre_language)
    else:
        reader.flush(end)
    return reader.facts
