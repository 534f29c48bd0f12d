"""Decide a document's metadata: manifest before front matter, text, file name and git history."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from scanner.load.calendar import DATE, date_in_name, parse_date
from scanner.load.manifest import ManifestEntry
from scanner.model import Block, BlockKind, DateBasis

__all__ = ["Described", "describe"]

_HEAD = 25
_TAIL = 6
_MAX_TEXT = 400
_MAX_NAME = 120
_UPDATED = (
    "last_updated",
    "lastupdated",
    "updated",
    "lastmod",
    "last_modified",
    "modified",
    "revised",
    "revision_date",
)
_PUBLISHED = ("date", "published", "date_published", "publish_date", "publication_date", "pubdate", "issued", "posted")
_EFFECTIVE = ("effective", "effective_date", "effective_from", "valid_from", "in_force_from")
_FRONT_DATES = (*_UPDATED, *_PUBLISHED, "created")
_KEYS = {
    "updated": re.compile(
        r"(?:last[ -])?(?:updated|modified|revised|changed|edited)(?: on| at)?|last (?:update|revision|change)|"
        r"revision date|as of",
        re.I,
    ),
    "published": re.compile(
        r"(?:published|issued|posted|released)(?: on| at)?|(?:publication|issue|release|document) date|"
        r"date(?: of (?:issue|publication)| published)?",
        re.I,
    ),
    "created": re.compile(r"created(?: on)?|date created|creation date", re.I),
    "effective": re.compile(
        r"effective(?: (?:date|from|as of|on|since))?|valid from|in (?:force|effect) (?:from|since)|date of effect",
        re.I,
    ),
}
_THIS = (
    r"\bth(?:is|e present) (?:policy|document|agreement|version|page|handbook|notice|guide|procedure|standard|edition)"
)
_SENTENCES = {
    "updated": re.compile(
        rf"\b(?:last (?:updated|modified|revised|changed)|updated on|revised(?: on)?)(?: on| at|:)?:?\s+({DATE})", re.I
    ),
    "published": re.compile(
        rf"(?:\A|[.(]\s*|{_THIS} was )(?:first )?(?:published|issued|posted)(?: on|:)?:?\s+({DATE})", re.I
    ),
    "effective": re.compile(
        rf"(?:\A|{_THIS} (?:is|are|becomes?|takes?|comes? into) )(?:effective|effect|force|in (?:force|effect)|valid)"
        rf"(?: date)?(?: from| as of| on| since|:)?:?\s+({DATE})",
        re.I,
    ),
}
_VERSION_OF = re.compile(rf"\W*(?:version|edition|revision) (?:of|dated|from)\s+({DATE})\W*", re.I)
_VERSION_OF_TITLE = re.compile(rf"\((?:version|edition|revision) (?:of|dated|from)\s+({DATE})\)\s*\Z", re.I)
# The head of a plain text: its title, and below it, on a line of its own, the version.
_VERSION_OF_HEAD = re.compile(
    r"(?!(?:See|Read|This|That|It|The)\b)[A-Z][^.!?;:]{2,90}\s(?:Version|Edition|Revision) (?:of|dated|from)\s+"
    rf"((?i:{DATE}))\s*\Z"
)
_REPLACES_KEY = re.compile(r"(?:supersedes?|replaces?)\Z", re.I)
_REPLACES = re.compile(rf"{_THIS} (?:supersedes|replaces) (?:the )?([^.;\n]{{3,120}})", re.I)
_AUTHOR_KEY = re.compile(r"(?:written by|authors?)", re.I)
_OWNER_KEY = re.compile(r"(?:(?:document|page|policy|content) )?(?:owners?|maintainers?)|maintained by|owned by", re.I)
_VERSION_KEY = re.compile(
    r"(?:document |doc |policy |api |product )?(?:version|revision|release|rev)(?: (?:no\.?|number))?\Z", re.I
)
_VERSION = re.compile(r"v?\.?\s?(\d+(?:\.\d+)*(?:[-.]?(?:rc|beta|alpha|b|a|preview|draft)\.?\d*)?)\Z", re.I)
_VERSION_IN_NAME = re.compile(
    r"(?:^|[\s_/(-])(?:v(?:er(?:sion)?)?[\s._-]?(\d+(?:\.\d+){0,3})|(\d+(?:\.\d+){1,3}))(?=$|[\s_)/-])", re.I
)


@dataclass(frozen=True, slots=True)
class Described:
    """A document's metadata as decided."""

    title: str = ""
    published: date | None = None
    published_basis: DateBasis = DateBasis.NONE
    effective: date | None = None
    version: str = ""
    source_type: str = ""
    author: str = ""
    owner: str = ""
    series: str = ""
    supersedes: tuple[str, ...] = ()
    metadata: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Text:
    """What the document's own words say of it."""

    dates: dict[str, date] = field(default_factory=dict)
    version: str = ""
    title: str = ""
    author: str = ""
    owner: str = ""
    supersedes: list[str] = field(default_factory=list)


def describe(
    name: str,
    blocks: Sequence[Block],
    stated: Mapping[str, tuple[str, ...]],
    entry: ManifestEntry | None,
    git_date: date | None,
    title: str = "",
) -> Described:
    """The metadata of the document in file ``name``.

    ``stated`` are front matter, page head or record fields by folded key; ``title`` is a page's own title element. For
    each field the first of these that gives it counts: manifest, ``stated``, the text near the document's start and end
    ("Last updated: …", "Version: …"), the file name, git history. An update date counts before a publication date, a
    creation date last. A file's modification time is never used.
    """
    given = entry or ManifestEntry("")
    text = _read_text(blocks)
    published, basis = _published(name, given, stated, text, git_date)
    heading = _first_heading(blocks)
    found_title = given.title or _one(stated, "title") or text.title or heading or title
    stem = name.rpartition("/")[2].rpartition(".")[0] or name
    return Described(
        title=found_title,
        published=published,
        published_basis=basis,
        effective=_first_date(stated, _EFFECTIVE) or text.dates.get("effective"),
        version=given.version
        or _one(stated, "version")
        or text.version
        or _version_in(stem)
        or _version_in(found_title),
        source_type=given.source_type or _source_type(stated),
        author=given.author or _joined(stated, "author", "authors") or text.author,
        owner=given.owner or _joined(stated, "owner", "owners", "team", "maintainer", "maintainers") or text.owner,
        series=given.series or _one(stated, "series"),
        supersedes=(*stated.get("supersedes", ()), *stated.get("replaces", ()), *text.supersedes),
        metadata=tuple(
            (key, ", ".join(stated[key])) for key in ("status", "id", "url", "source", "tags") if stated.get(key)
        ),
    )


def _published(
    name: str,
    given: ManifestEntry,
    stated: Mapping[str, tuple[str, ...]],
    text: _Text,
    git_date: date | None,
) -> tuple[date | None, DateBasis]:
    choices = (
        (given.published, DateBasis.MANIFEST),
        (_first_date(stated, _FRONT_DATES), DateBasis.FRONT_MATTER),
        (text.dates.get("updated") or text.dates.get("published") or text.dates.get("created"), DateBasis.TEXT),
        (date_in_name(name.rpartition("/")[2]), DateBasis.FILE_NAME),
        (git_date, DateBasis.GIT),
    )
    return next(((day, basis) for day, basis in choices if day is not None), (None, DateBasis.NONE))


def _one(stated: Mapping[str, tuple[str, ...]], key: str) -> str:
    values = stated.get(key, ())
    return values[0] if values else ""


def _joined(stated: Mapping[str, tuple[str, ...]], *keys: str) -> str:
    return next((", ".join(stated[key]) for key in keys if stated.get(key)), "")


def _source_type(stated: Mapping[str, tuple[str, ...]]) -> str:
    value = _one(stated, "source_type").lower()
    return value if value in {"primary", "secondary", "tertiary"} else ""


def _first_date(stated: Mapping[str, tuple[str, ...]], keys: Sequence[str]) -> date | None:
    for key in keys:
        for value in stated.get(key, ())[:1]:
            found = parse_date(value)
            if found is not None:
                return found
    return None


def _first_heading(blocks: Sequence[Block]) -> str:
    """The first heading of level 1; a deeper one only if it is the document's first block."""
    for number, block in enumerate(blocks[:200]):
        if block.kind is BlockKind.HEADING and (block.level == 1 or (number == 0 and block.level < 7)):
            return block.passage.text
    return ""


def _version_in(text: str) -> str:
    found = _VERSION_IN_NAME.search(text)
    return (found.group(1) or found.group(2)) if found is not None else ""


def _read_text(blocks: Sequence[Block]) -> _Text:
    found = _Text()
    near = [*blocks[:_HEAD], *blocks[max(_HEAD, len(blocks) - _TAIL) :]]
    for number, block in enumerate(near):
        if block.kind is BlockKind.KEY_VALUE and block.key is not None:
            _read_pair(block.key.text, block.passage.text, found, top=number < _HEAD)
        elif block.kind in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}:
            _read_sentence(block.passage.text[:_MAX_TEXT], found)
            if number == 0:
                _read_day("published", _VERSION_OF_HEAD.match(block.passage.text[:_MAX_TEXT]), found)
        elif block.kind is BlockKind.HEADING and number < _HEAD:
            _read_day("published", _VERSION_OF_TITLE.search(block.passage.text), found)
        elif block.kind is BlockKind.TABLE and block.table is not None:
            for row in (*block.table.header, *block.table.rows)[:12]:
                if len(row) == 2:
                    _read_pair(row[0].passage.text, row[1].passage.text, found, top=number < _HEAD)
    return found


def _read_pair(key: str, value: str, found: _Text, *, top: bool) -> None:
    key = key.strip(" :*")
    for kind, pattern in _KEYS.items():
        if pattern.fullmatch(key):
            day = parse_date(value.strip(" .")) or _leading_date(value)
            if day is not None:
                found.dates.setdefault(kind, day)
            return
    if not top:
        return
    if _VERSION_KEY.fullmatch(key):
        version = _VERSION.match(value.strip())
        if version is not None and not found.version:
            found.version = version.group(1)
    elif _REPLACES_KEY.fullmatch(key):
        found.supersedes.append(value.strip(" ."))
    elif key.lower() == "title":
        found.title = found.title or value
    elif _AUTHOR_KEY.fullmatch(key):
        found.author = found.author or value[:_MAX_NAME]
    elif _OWNER_KEY.fullmatch(key):
        found.owner = found.owner or value[:_MAX_NAME]


def _read_day(kind: str, match: re.Match[str] | None, found: _Text) -> None:
    day = parse_date(match.group(1)) if match is not None else None
    if day is not None:
        found.dates.setdefault(kind, day)


def _leading_date(value: str) -> date | None:
    match = re.match(DATE, value.strip(), re.I)
    return parse_date(match.group()) if match is not None else None


def _read_sentence(text: str, found: _Text) -> None:
    for kind, pattern in _SENTENCES.items():
        _read_day(kind, pattern.search(text), found)
    # Only as all that a line says: in a sentence it is the version of another document.
    _read_day("published", _VERSION_OF.fullmatch(text), found)
    replaced = _REPLACES.search(text)
    if replaced is not None:
        found.supersedes.append(replaced.group(1).strip())
