"""Turn a Markdown paragraph's source into readable text, character by character traceable to its place."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scanner.load.emphasis import Delimiter, flanking, match_delimiters
from scanner.load.lines import Joined
from scanner.load.outline import is_directive
from scanner.load.passage import Mark, PassageBuilder, Readable
from scanner.load.words import words

__all__ = ["BREAKING_TAGS", "CODE_TAGS", "HTML_TAGS", "STRUCK_TAGS", "read_inline"]

CODE_TAGS = frozenset({"code", "kbd", "samp", "tt", "var"})
STRUCK_TAGS = frozenset({"del", "s", "strike"})
BREAKING_TAGS = frozenset({"br", "p", "li", "div", "tr", "ul", "ol", "hr"})
HTML_TAGS = (
    CODE_TAGS
    | STRUCK_TAGS
    | BREAKING_TAGS
    | words(
        "a abbr acronym b bdo big blockquote center cite dfn dd details dl dt em font h1 h2 h3 h4 h5 "
        "h6 i iframe img ins input label mark nobr path pre q rp rt ruby section small span strong sub "
        "summary sup svg table tbody td th thead time u video wbr"
    )
)

_SPECIAL = re.compile(r"[\\`*_~\[\]!<&\n{]")
_ESCAPED = re.compile(r"\\[!-/:-@\[-`{-~]")
_TICKS = re.compile(r"`+")
_LOOSE = re.compile(r"\*\*(?!\*)[ \t]*(?=[^\s*])[^*\n]{0,200}\*\*(?!\*)")
_AUTOLINK = re.compile(r"<((?:https?|ftp|mailto|tel):[^\s<>]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)>")
_TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)((?:\s[^<>]*)?)/?>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_TEMPLATE = re.compile(
    r"\{%[^{}\n]{0,400}%\}|\{\{[<%][^{}\n]{0,400}[>%]\}\}|\{:[^{}\n]{0,200}\}|\{#[\w.:-]{1,100}\}|\{/\*[^{}]{0,400}\*/\}"
)
_LINK_TAIL = re.compile(
    r"\(\s*(?:<[^<>\n]{0,2000}>|\{[{%][^{}\n]{0,400}[%}]\}[^\s()]{0,400}|[^\s()<>]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500}){0,20})"
    r"""(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\)))?\s*\)"""
)
_LABEL = re.compile(r"\[[^\[\]]{0,300}\]")
_NOTE_MARK = re.compile(r"\[\^[^\]\s]{1,60}\]")


@dataclass(slots=True)
class _Scan:
    """The state of scanning one content."""

    content: str
    source: Callable[[int], int]
    references: frozenset[str]
    cell: bool
    actions: list[Callable[[PassageBuilder], None] | None] = field(default_factory=list)
    delimiters: list[Delimiter] = field(default_factory=list)
    brackets: list[int] = field(default_factory=list)
    ticks: dict[int, list[int]] | None = None
    marks: list[Mark] = field(default_factory=list)
    unclosed: bool = False
    loose_close: int = -1


def read_inline(
    text: str,
    segments: Sequence[tuple[int, int]],
    references: frozenset[str] = frozenset(),
    *,
    cell: bool = False,
) -> Readable:
    """The readable form of the inline Markdown that stands in ``segments`` of ``text``, one a line.

    Emphasis, links (their text stays), images (their alternative text stays), code spans, escapes, character
    references, inline HTML, autolinks, footnote references and template tags are resolved; struck-out text is left
    out. ``references`` are the document's folded link labels. With ``cell`` true, ``\\|`` is a bar.
    """
    builder = PassageBuilder(cell=cell)
    if len(segments) == 1 and _SPECIAL.search(text, *segments[0]) is None:
        start, end = segments[0]
        builder.add(text[start:end], start)
        return builder.finish()
    joined = Joined(text, segments)
    content = joined.content
    scan = _Scan(content, joined.source, references, cell)
    position = 0
    while True:
        found = _SPECIAL.search(content, position)
        stop = found.start() if found else len(content)
        if stop > position:
            _text(scan, position, stop)
        if found is None:
            break
        position = _HANDLERS[found.group()](scan, stop)
    match_delimiters(scan.delimiters)
    for action in scan.actions:
        if action is not None:
            action(builder)
    return builder.finish()


def _text(scan: _Scan, start: int, end: int) -> None:
    piece, source = scan.content[start:end], scan.source(start)
    scan.actions.append(lambda builder: builder.add(piece, source))


def _literal(scan: _Scan, at: int) -> int:
    _text(scan, at, at + 1)
    return at + 1


def _backslash(scan: _Scan, at: int) -> int:
    if scan.content.startswith("\n", at + 1):
        scan.actions.append(PassageBuilder.line_break)
        return at + 2
    if _ESCAPED.match(scan.content, at):
        _text(scan, at + 1, at + 2)
        return at + 2
    return _literal(scan, at)


def _tick(scan: _Scan, at: int) -> int:
    if scan.ticks is None:
        scan.ticks = {}
        for run in _TICKS.finditer(scan.content):
            scan.ticks.setdefault(len(run.group()), []).append(run.start())
    found = _TICKS.match(scan.content, at)
    size = len(found.group()) if found else 1
    closers = scan.ticks.get(size, [])
    index = bisect_left(closers, at + size)
    if index == len(closers):
        _text(scan, at, at + size)
        return at + size
    end = closers[index]
    scan.actions.append(lambda builder: builder.open("code"))
    _code(scan, at + size, end)
    scan.actions.append(lambda builder: builder.close("code"))
    return end + size


def _code(scan: _Scan, start: int, end: int) -> None:
    content = scan.content
    if end - start > 2 and content[start] in " \n" and content[end - 1] in " \n":
        start, end = start + 1, end - 1
    while start < end:
        bar = content.find("\\|", start, end) if scan.cell else -1
        line = content.find("\n", start, end)
        stop = min((x for x in (bar, line) if x >= 0), default=end)
        if stop > start:
            _text(scan, start, stop)
        if stop == end:
            return
        if stop == line:
            scan.actions.append(PassageBuilder.space)
        start = stop + 1
        if stop == bar:
            _text(scan, start, start + 1)
            start += 1


def _delimiter(scan: _Scan, at: int) -> int:
    content = scan.content
    char = content[at]
    end = at
    while end < len(content) and content[end] == char:
        end += 1
    if char == "~" and end - at != 2:
        _text(scan, at, end)
        return end
    opens, closes = flanking(content, at, end)
    is_first = char == "*" and end - at == 2 and _starts_line(content, at)
    loose = _LOOSE.match(content, at) if is_first else None
    if loose is not None:
        scan.loose_close = loose.end() - 2
        opens, closes = True, False
    elif at == scan.loose_close:
        opens, closes = False, True
    delimiter = Delimiter(char, at, end, opens, closes)
    scan.delimiters.append(delimiter)

    def write(builder: PassageBuilder) -> None:
        for kind in delimiter.closes:
            if kind == "struck":
                if scan.marks:
                    builder.rollback(scan.marks.pop())
            else:
                builder.close(kind)
        if delimiter.low < delimiter.high:
            builder.add(content[delimiter.low : delimiter.high], scan.source(delimiter.low))
        for kind in delimiter.opens:
            if kind == "struck":
                scan.marks.append(builder.mark())
            else:
                builder.open(kind)

    scan.actions.append(write)
    return end


def _starts_line(content: str, at: int) -> bool:
    """Whether nothing but a few spaces stands before ``at`` in its line: bold there may have spaces inside."""
    before = content[max(0, at - 4) : at]
    return not before.rpartition("\n")[2].strip() and (at < 4 or "\n" in before)


def _bang(scan: _Scan, at: int) -> int:
    if not scan.content.startswith("[", at + 1) or scan.content.startswith("^", at + 2):
        return _literal(scan, at)
    scan.brackets.append(len(scan.actions))
    _text(scan, at, at + 2)
    return at + 2


def _open_bracket(scan: _Scan, at: int) -> int:
    note = _NOTE_MARK.match(scan.content, at)
    if note is not None:
        end = note.end()
        return end + 1 if at == 0 and scan.content.startswith(":", end) else end
    scan.brackets.append(len(scan.actions))
    _text(scan, at, at + 1)
    return at + 1


def _close_bracket(scan: _Scan, at: int) -> int:
    if not scan.brackets:
        return _literal(scan, at)
    opener = scan.brackets.pop()
    content = scan.content
    tail = _LINK_TAIL.match(content, at + 1) if content.startswith("(", at + 1) else None
    if tail is None and content.startswith("[", at + 1):
        tail = _LABEL.match(content, at + 1)
    if tail is not None:
        scan.actions[opener] = None
        return tail.end()
    if scan.references:
        start = content.rfind("[", max(0, at - 300), at)
        if start >= 0 and _folded(content[start + 1 : at]) in scan.references:
            scan.actions[opener] = None
            return at + 1
    return _literal(scan, at)


def _folded(label: str) -> str:
    return " ".join(label.split()).lower().upper()


def _angle(scan: _Scan, at: int) -> int:
    content = scan.content
    link = _AUTOLINK.match(content, at)
    if link is not None:
        _text(scan, link.start(1), link.end(1))
        return link.end()
    if content.startswith("<!--", at):
        end = -1 if scan.unclosed else content.find("-->", at + 4)
        if end < 0:
            scan.unclosed = True
            return _literal(scan, at)
        if is_directive(content[at + 4 : end]):
            scan.actions.append(_ignore)
        return end + 3
    tag = _TAG.match(content, at)
    if tag is None:
        return _literal(scan, at)
    name = tag.group(2)
    if name.lower() not in HTML_TAGS and not name[0].isupper() and "=" not in tag.group(3):
        return _literal(scan, at)
    _tag(scan, name.lower(), closing=bool(tag.group(1)))
    return tag.end()


def _ignore(builder: PassageBuilder) -> None:
    builder.ignored = True


def _tag(scan: _Scan, name: str, *, closing: bool) -> None:
    marks = scan.marks
    if name in BREAKING_TAGS:
        scan.actions.append(PassageBuilder.line_break)
    elif name in CODE_TAGS or name in {"strong", "b"}:
        kind = "code" if name in CODE_TAGS else "strong"
        scan.actions.append(lambda builder: builder.close(kind) if closing else builder.open(kind))
    elif name in {"sup", "sub"} or name in STRUCK_TAGS:
        if not closing:
            scan.actions.append(lambda builder: marks.append(builder.mark()))
        elif name == "sup":
            scan.actions.append(lambda builder: builder.raise_since(marks.pop()) if marks else None)
        elif name == "sub":
            scan.actions.append(lambda _: marks.pop() and None if marks else None)
        else:
            scan.actions.append(lambda builder: builder.rollback(marks.pop()) if marks else None)


def _ampersand(scan: _Scan, at: int) -> int:
    found = _ENTITY.match(scan.content, at)
    decoded = html.unescape(found.group()) if found else ""
    if found is None or decoded == found.group():
        return _literal(scan, at)
    source = scan.source(at)
    scan.actions.append(lambda builder: builder.decoded(decoded, source))
    return found.end()


def _newline(scan: _Scan, at: int) -> int:
    if scan.content.endswith("  ", 0, at):
        scan.actions.append(PassageBuilder.line_break)
    else:
        source = scan.source(at)
        scan.actions.append(lambda builder: builder.add("\n", source))
    return at + 1


def _brace(scan: _Scan, at: int) -> int:
    found = _TEMPLATE.match(scan.content, at)
    if found is None:
        return _literal(scan, at)
    if is_directive(found.group().strip("{}/*")):
        scan.actions.append(_ignore)
    return found.end()


_HANDLERS: dict[str, Callable[[_Scan, int], int]] = {
    "\\": _backslash,
    "`": _tick,
    "*": _delimiter,
    "_": _delimiter,
    "~": _delimiter,
    "[": _open_bracket,
    "]": _close_bracket,
    "!": _bang,
    "<": _angle,
    "&": _ampersand,
    "\n": _newline,
    "{": _brace,
}
