"""Turn reStructuredText's inline mark-up into readable text with places."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scanner.load.lines import Joined
from scanner.load.passage import PassageBuilder, Readable
from scanner.load.words import words

__all__ = ["read_rst_inline"]

_MARKUP = re.compile(
    r"""
    ``(?P<literal>(?:[^`]|`(?!`)){1,1000})``
    |(?P<role>:[\w:.+-]{1,40}:)?`(?P<shown>[^`<\s][^`<]{0,500}?)(?:\s*<[^<>`]{0,500}>)?`(?P<link>_{0,2})
    |\*\*(?P<strong>[^\s*](?:[^*]{0,500}[^\s*])?)\*\*
    |(?<![\w*])\*(?P<emphasis>[^\s*](?:[^*]{0,500}?[^\s*])?)\*(?![\w*])
    |(?<![\w|])\|(?P<replaced>[^\s|](?:[^|\n]{0,100}[^\s|])?)\|_{0,2}
    |(?P<note>\s?\[(?:\#?[\w-]{0,40}|\*)\]_(?!\w))
    |(?P<reference>(?<=\w)_{1,2}(?![\w_]))
    |\\(?P<escaped>.)
    """,
    re.X | re.S,
)
_PLAIN_ROLES = words(
    "ref doc term abbr emphasis strong title title-reference t pep rfc sup sub superscript subscript "
    "dfn menuselection guilabel download numref any issue gh user cve"
)


def read_rst_inline(text: str, segments: Sequence[tuple[int, int]], *, cell: bool = False) -> Readable:
    """The readable form of the inline text in ``segments``, one a line: literals and code roles become code ranges,
    links keep their text, footnote references go.
    """
    joined = Joined(text, segments)
    content = joined.content
    builder = PassageBuilder(cell=cell)
    position = 0
    for found in _MARKUP.finditer(content):
        _plain(builder, joined, position, found.start())
        position = found.end()
        kind = found.lastgroup
        if kind == "link":
            kind = "shown"
        if kind in {None, "note", "reference"}:
            continue
        start, end = found.span(kind or 0)
        if kind == "shown":
            _role(
                builder, joined, start, end, (found.group("role") or "").strip(":"), is_link=bool(found.group("link"))
            )
        elif kind == "literal":
            _marked(builder, joined, start, end, "code")
        elif kind == "strong":
            _marked(builder, joined, start, end, "strong")
        elif kind == "escaped" and content[start:end].isspace():
            continue
        else:
            _plain(builder, joined, start, end)
    _plain(builder, joined, position, len(content))
    return builder.finish()


def _plain(builder: PassageBuilder, joined: Joined, start: int, end: int) -> None:
    content = joined.content
    while start < end:
        stop = content.find("\n", start, end)
        stop = end if stop < 0 else stop
        if stop > start:
            builder.add(content[start:stop], joined.source(start))
        if stop < end:
            source = joined.newline(stop)
            if source is None:
                builder.space()
            else:
                builder.add("\n", source)
        start = stop + 1


def _marked(builder: PassageBuilder, joined: Joined, start: int, end: int, kind: str) -> None:
    builder.open(kind)
    _plain(builder, joined, start, end)
    builder.close(kind)


def _role(builder: PassageBuilder, joined: Joined, start: int, end: int, role: str, *, is_link: bool) -> None:
    name = role.rpartition(":")[2]
    if name in {"sup", "superscript"}:
        mark = builder.mark()
        _plain(builder, joined, start, end)
        builder.raise_since(mark)
    elif name in {"pep", "rfc"}:
        builder.put(f"{name.upper()} ")
        _plain(builder, joined, start, end)
    elif (role and name not in _PLAIN_ROLES) or (not role and not is_link and " " not in joined.content[start:end]):
        start += joined.content[start:end].startswith(("~", "!"))
        _marked(builder, joined, start, end, "code")
    else:
        _plain(builder, joined, start, end)
