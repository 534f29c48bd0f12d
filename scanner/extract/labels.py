"""Find the label a list item or paragraph begins with: bold or code words, or a few words before a colon or dash."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scanner.model.document import Block, Passage
from scanner.model.triple import Unit
from scanner.model.value import Quantity, Version

__all__ = [
    "comment_beside",
    "is_clause",
    "label_end",
    "names_slot",
    "opens_sentence",
    "owner_name",
    "record_name",
    "run_in_label",
]

_SEPARATOR = re.compile(r"\s*(?::(?=\s|$)|[–—](?=\s|$)|\s-{1,2}(?=\s)|(?<=\s)-{1,2}(?=\s)|(?=\s*\())\s*")
_PLAIN = re.compile(r"(?P<label>[^:;!?|\n]{1,60}?)(?P<cut>:\s+|\s+[–—]\s+|\s+-{1,2}\s+)(?=\S)")
_OPTION = re.compile(
    r"(?P<label>--?[A-Za-z][\w-]*(?:,\s*--?[\w-]+)*(?:[ =](?:<[^>]+>|\[[^\]]+\]|[A-Z_]+))?)(?P<cut>\s{2,}|:?\s+(?=\())"
)
_SLOT = re.compile(
    r"(?:the\s+)?(?:defaults?|type|required|optional|range|min|max|minimum|maximum|allowed|values?|units?|format)\b",
    re.IGNORECASE,
)
_BOLD = ("**", "__", "<b>", "<strong>", "<dt>", "<em>")
_STOP = re.compile(
    r"\b(?:is|are|was|were|should|must|may|can|could|would|will|shall|has|have|had|be|been|if|when|that|which|who|"
    r"because|do|does|did|there|we|you|they|it|for example|note)\b",
    re.IGNORECASE,
)
_STARRED = re.compile(r"\*\*\s?(?P<name>[A-Za-z_][\w.-]*)\s?\*\*")
_ASIDES = frozenset(
    ["note", "notes", "important", "warning", "caution", "tip", "tips", "example", "examples", "topics"]
)
_OPENERS = frozenset(
    (
        *("in brief", "in short", "in summary", "in a nutshell", "to sum up", "summary", "short version", "tl;dr"),
        *("the short version", "bottom line", "note", "please note", "good to know", "remember", "important"),
    )
)
_LONGEST = 60
_RELEASE = re.compile(r"\s*v?\d+(?:\.\d+)+(?:\s*\([^()]{1,30}\))?\s*(?::|[–—-](?=\s+[^\d\s]))\s+(?=\S)")
_COMMENT_WORDS = 6
_RECORD_KEYS = frozenset({"name", "title", "id"})
_RECORD_WORDS = 5
_MOST_WORDS = 7


def label_end(passage: Passage, source: str, codes: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Where the label ends and where what it labels begins, in ``passage.text``; ``None`` without a label.

    Emphasis is seen in the mark-up between the passage's pieces in ``source``.
    """
    text = passage.text
    marked = _code_end(codes) or _bold_end(passage, source) or _question_end(passage, source)
    if marked and marked <= _LONGEST and text[marked:].strip():
        inner = text[:marked].rstrip()
        if inner.endswith((":", "–", "—")):
            return len(inner) - 1, marked + len(text[marked:]) - len(text[marked:].lstrip())
        found = _SEPARATOR.match(text, marked)
        if found:
            return marked, found.end()
        if inner.endswith((".", "?")):
            return marked, marked + len(text[marked:]) - len(text[marked:].lstrip())
    for pattern in (_OPTION, _PLAIN):
        plain = pattern.match(text)
        if plain and _is_label(plain["label"]):
            return plain.end("label"), plain.end("cut")
    return None


def run_in_label(sentence: str) -> tuple[tuple[int, int], int] | None:
    """The range of the label a sentence inside a paragraph begins with, and where what it labels begins.

    There only a colon tells a label, and only what is no clause is labelled: "Group size: at most 12 people."
    """
    found = _PLAIN.match(sentence)
    if found is None or not found["cut"].startswith(":") or not _is_label(found["label"]):
        return None
    value = sentence[found.end("cut") :]
    return None if is_clause(value) or len(value) > _LONGEST else ((0, found.end("label")), found.end("cut"))


def opens_sentence(label: str) -> bool:
    """Whether a label only announces what is told behind it ("In brief: …") and names nothing of it."""
    return label.strip(" *_:").casefold() in _OPENERS


def names_slot(label: str) -> bool:
    """Whether a label is one that descriptions of options have ("Default: 5", "Type: string")."""
    return _SLOT.match(label) is not None


def is_clause(words: str) -> bool:
    """Whether some words hold a finite verb or a word that opens a clause, and so are no name."""
    return _STOP.search(words) is not None


def owner_name(passage: Passage, source: str) -> str:
    """The one word a paragraph opens with in bold, or that is all of it as code: what the lines below describe."""
    starred = _STARRED.match(passage.text)
    if starred:
        return starred["name"]
    end = _bold_end(passage, source)
    name = passage.text[:end].strip(" :`")
    if not end and passage.pieces and len(passage.text.split()) == 1:
        first = passage.pieces[0][1]
        name = passage.text if source[first - 1 : first] == "`" else ""
    return name if name and " " not in name and name.lower() not in _ASIDES else ""


def comment_beside(blocks: Sequence[Block], index: int) -> tuple[str, ...]:
    """The few words of a comment beside the setting at ``index``: they say what it sets ("on: no  # backups")."""
    block = blocks[index]
    path = (*block.headings, block.key.text if block.key is not None else "")
    beside = (*blocks[index + 1 : index + 2], *blocks[max(0, index - 1) : index])
    told = [b.passage.text for b in beside if b.key is None and b.table is None and b.headings == path]
    return tuple(words for words in told[:1] if 0 < len(words.split()) <= _COMMENT_WORDS)


def record_name(block: Block) -> str:
    """What a record's "name" line calls it; the lines after it under the same headings are about that."""
    if block.key is None or block.key.text.strip().lower() not in _RECORD_KEYS:
        return ""
    name = block.passage.text.strip()
    return name if 0 < len(name.split()) <= _RECORD_WORDS else ""


def release_label(unit: Unit) -> int:
    """Where the release ends that labels a line of a changelog ("2.0: the port is …"); 0 without one."""
    found = _RELEASE.match(unit.text)
    first = next((mention for mention in unit.mentions if mention.value is not None), None)
    if found is None or (first is not None and first.start < found.end() and not _numbers(first.value)):
        return 0
    return found.end()


def _numbers(value: object) -> bool:
    """Whether a value may number a release: a time of day ("10.30: lunch") or an amount does not."""
    return isinstance(value, Version) or (isinstance(value, Quantity) and not value.unit and value.lo == value.hi)


def _is_label(words: str) -> bool:
    closed = words.count("(") == words.count(")")
    return closed and len(words.split()) <= _MOST_WORDS and not re.search(r"[.,]\s", words) and not _STOP.search(words)


def _code_end(codes: Sequence[tuple[int, int]]) -> int:
    """The end of a code range that opens the text, 0 if there is none."""
    return next((end for start, end in codes if start <= 1), 0)


def _question_end(passage: Passage, source: str) -> int:
    """The end of a question in italics that opens the text ("*When is it due?* On 2 May."), 0 if there is none."""
    if not passage.pieces or passage.pieces[0][0] > 1:
        return 0
    mark = source[max(0, passage.pieces[0][1] - 1) : passage.pieces[0][1]]
    if mark not in {"*", "_"}:
        return 0
    for (at, start, length), (_, following, _) in zip(passage.pieces, passage.pieces[1:], strict=False):
        if mark in source[start + length : following]:
            return at + length if passage.text[: at + length].rstrip().endswith("?") else 0
    return 0


def _bold_end(passage: Passage, source: str) -> int:
    """The end of emphasised words that open the text, 0 if there are none."""
    if not passage.pieces:
        return 0
    first = passage.pieces[0]
    if first[0] > 1 or not source[max(0, first[1] - 12) : first[1]].lower().rstrip("`[").endswith(_BOLD):
        return 0
    for (at, start, length), (_, following, _) in zip(passage.pieces, passage.pieces[1:], strict=False):
        gap = source[start + length : following].lower()
        if any(mark in gap for mark in ("**", "__", "</b>", "</strong>", "</dt>", "</em>")):
            return at + length
    return 0
