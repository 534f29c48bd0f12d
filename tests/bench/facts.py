"""Facts that real documentation states on two pages in different words, found without the scanner's help."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

__all__ = ["Fact", "Place", "facts_in", "masked", "places_in"]

_WORD = re.compile(r"[A-Za-z][A-Za-z'-]+")
_VALUE = re.compile(r"(?<![\w.,/#-])(\$?\d[\d,]*(?:\.\d+)?)\s?(%|[a-z]{3,})(?![\w/-])")
_ADDRESS = re.compile(r"\b[a-z][\w.]+@[\w-]+\.[\w.]+\b|(?<!\w)#[a-z][a-z-]{3,}\b")
_POLARITY = re.compile(r"\b(?:must|may|can|cannot|should|not|is required|are required|is allowed|are allowed)\b")
_URL = re.compile(r"https?://\S+|(?<=\]\()[^)]*\)|\{\{.*?\}\}")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_SPLIT = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*\[])")
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be been by can for from has have if in into is it its may must not of on or our should so"
        " that the their there these they this to up use used was we were what when which will with you your",
    )
)
_CROWD = 60  # a value in more sentences than this tells nothing
_RARE = 0.1  # of all pages
_VERY_RARE = 6  # pages
_ALIKE = (0.4, 0.92)
_SHARED = 4
_SHARED_RARE = 2
_QUOTAS = {"value": 0.65, "polarity": 0.25, "name": 0.1}


@dataclass(frozen=True)
class Place:
    """One sentence, list item or table row: its document and half-open range in its text."""

    doc_id: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Fact:
    """Two places on different pages that state one thing.

    ``what`` is value, polarity or name; ``words`` its wording.
    """

    a: Place
    b: Place
    what: str
    words: str
    score: float


def places_in(doc_id: str, text: str) -> Iterator[Place]:
    """Sentences, items and rows of a Markdown text, without headings, code blocks and front matter."""
    for start, end in _paragraphs(text):
        at = start
        for cut in [*(m for m in _SPLIT.finditer(text, start, end) if text[start] != "|"), None]:
            stop = cut.start() if cut else end
            piece = text[at:stop]
            if len(_WORD.findall(masked(piece))) >= 4:
                yield Place(doc_id, at, stop, piece)
            at = cut.end() if cut else end


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of paragraphs, list items and table rows; lines of one paragraph belong together."""
    at, fenced, front = 0, False, text.startswith("---\n")
    begin = end = -1
    for number, line in enumerate(text.splitlines(keepends=True)):
        start, at = at, at + len(line)
        bare = line.strip()
        fence = bare.startswith(("```", "~~~"))
        fenced = fenced != fence
        skipped = (
            front
            or fenced
            or fence
            or not bare
            or bare.startswith(("#", "<", "![", "{%", "|--", "| --", "|:"))
            or '="' in bare
        )
        front = front and (number == 0 or bare != "---")
        item = _ITEM.match(line)
        if begin >= 0 and (skipped or item or bare.startswith("|") or text[begin] == "|"):
            yield begin, end
            begin = -1
        if not skipped:
            if begin < 0:
                begin = start + (item.end() if item else len(line) - len(line.lstrip()))
            end = start + len(line.rstrip())
    if begin >= 0:
        yield begin, end


def masked(text: str) -> str:
    """The text with everything inside addresses of links replaced by spaces, so that places stay."""
    return _URL.sub(lambda match: " " * len(match[0]), text)


def facts_in(documents: Mapping[str, str], limit: int) -> list[Fact]:
    """Up to ``limit`` facts, the surest first, no place in two of them and each sort within its share."""
    places = [place for doc_id in sorted(documents) for place in places_in(doc_id, documents[doc_id])]
    words = [_content(place.text) for place in places]
    holding: dict[str, set[str]] = {}
    for place, own in zip(places, words, strict=True):
        for word in own:
            holding.setdefault(word, set()).add(place.doc_id)
    pages = {word: len(holders) for word, holders in holding.items()}
    rare = max(2, int(len(documents) * _RARE))
    groups: dict[tuple[str, str], list[int]] = {}
    for index, (place, own) in enumerate(zip(places, words, strict=True)):
        for key in sorted(_keys(place.text, {word for word in own if 1 < pages[word] <= _VERY_RARE})):
            groups.setdefault(key, []).append(index)
    found: dict[tuple[int, int, str], Fact] = {}
    for (what, wording), members in sorted(groups.items()):
        for i, j in combinations(members if len(members) <= _CROWD else (), 2):
            shared = words[i] & words[j]
            alike = len(shared) / len(words[i] | words[j])
            few = sum(pages[word] <= rare for word in shared)
            apart = places[i].doc_id != places[j].doc_id and _row(places[i].text) == _row(places[j].text)
            if apart and _ALIKE[0] <= alike <= _ALIKE[1] and len(shared) >= _SHARED and few >= _SHARED_RARE:
                score = round(alike + few / 100, 4)
                found.setdefault((i, j, what), Fact(places[i], places[j], what, wording, score))
    return _chosen(list(found.values()), limit)


def _row(text: str) -> str:
    """The first cell of a table row, empty for anything else: rows about two things state two facts."""
    return text.strip("| ").partition("|")[0].strip() if "|" in text else ""


def _chosen(found: list[Fact], limit: int) -> list[Fact]:
    taken: set[Place] = set()
    chosen: list[Fact] = []
    counts: Counter[str] = Counter()
    order = sorted(found, key=lambda f: (-f.score, f.a.doc_id, f.a.start, f.b.doc_id, f.b.start, f.words))
    for fact in order:
        if fact.a in taken or fact.b in taken or counts[fact.what] >= limit * _QUOTAS[fact.what]:
            continue
        taken |= {fact.a, fact.b}
        counts[fact.what] += 1
        chosen.append(fact)
    return chosen


def _content(text: str) -> frozenset[str]:
    """Stems, roughly: enough to see that two sentences speak of one thing."""
    words = (word.lower().removesuffix("'s") for word in _WORD.findall(masked(text)))
    return frozenset(re.sub(r"(?:ing|ed|es|s)$", "", word) for word in words if word not in _COMMON)


def _keys(text: str, rare_words: set[str]) -> set[tuple[str, str]]:
    bare = masked(text)
    keys = {("value", f"{number} {unit}") for number, unit in _VALUE.findall(bare) if unit not in _COMMON}
    if not keys and _POLARITY.search(bare):
        keys |= {("polarity", word) for word in rare_words}
    return keys | {("name", address) for address in _ADDRESS.findall(bare)}
