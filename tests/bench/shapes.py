"""What an item of gold looks like: the form of its values and of the places they stand in, to group misses by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["construction", "grouped", "shape", "shapes_of"]

Item = Mapping[str, Any]

_DATE = re.compile(
    r"\b(?:19|20)\d\d-\d\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\d(?:st|nd|rd|th)?"
    r" (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)",
    re.I,
)
_VERSION = re.compile(r"^v?\d+\.\d+(?:\.\d+)*\S*$", re.I)
_MONEY = re.compile(r"[$€£¥]|\b(?:USD|EUR|GBP|dollars?|euros?|pounds?)\b", re.I)
_POLARITY = re.compile(r"\b(?:yes|no|not|true|false|never|none|required|optional|supported|unsupported)\b", re.I)
_MODAL = re.compile(r"\b(?:must|may|should|shall|can|cannot)\b", re.I)
_CONTACT = re.compile(r"@|https?://|\bwww\.")
_LIST_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)]|<li)\s?")
_KEY_VALUE = re.compile(r"^[^\w]*[\w .()/-]{1,40}[*_`\"]*\s?[:=]\s?\S")
_CELL = re.compile(r"\||</?t[dhr]\b|\t")


def shape(value: str) -> str:
    """The form of a written value."""
    if not value:
        return "unknown"
    if _CONTACT.search(value):
        return "contact"
    if _DATE.search(value):
        return "date"
    if _VERSION.match(value) and value.count(".") > 1:
        return "version"
    if re.search(r"\d", value):
        if _MONEY.search(value):
            return "money"
        if "%" in value or "percent" in value:
            return "percent"
        return "number+words" if re.search(r"[A-Za-z]{2}", value) else "number"
    if _POLARITY.search(value):
        return "polarity"
    if _MODAL.search(value):
        return "modality"
    return "name" if value[:1].isupper() else "words"


def construction(evidence: str) -> str:
    """The kind of place a piece of evidence was cut from, as far as the piece itself tells."""
    if _CELL.search(evidence):
        return "table"
    if evidence.lstrip().startswith("#"):
        return "heading"
    if _KEY_VALUE.match(evidence):
        return "key-value"
    if _LIST_ITEM.match(evidence):
        return "list-item"
    return "prose"


def shapes_of(item: Item) -> dict[str, list[str]]:
    """Every grouping of one item: by kind and type, needs, value form, place form, one document or two."""
    values = sorted({shape(str(item.get("value_a") or "")), shape(str(item.get("value_b") or ""))})
    places = sorted((construction(item["evidence_a"]), construction(item["evidence_b"])))
    kind = item["kind"] + (f"/{item['type']}" if item.get("type") else "")
    return {
        "kind": [kind],
        "needs": [str(need) for need in item.get("needs") or ()],
        "value": [" ~ ".join(values)],
        "place": [" ~ ".join(places)],
        "documents": ["one" if item["doc_a"] == item["doc_b"] else "two"],
    }


def grouped(bad: Iterable[Item], total: Iterable[Item]) -> dict[str, dict[str, tuple[int, int]]]:
    """For each grouping and group: how many of ``bad`` and of ``total`` fall into it; most frequent bad ones first."""
    counts: dict[str, dict[str, list[int]]] = {}
    for place, items in enumerate((bad, total)):
        for item in items:
            for grouping, names in shapes_of(item).items():
                for name in names:
                    counts.setdefault(grouping, {}).setdefault(name, [0, 0])[place] += 1
    return {
        grouping: {name: (hit, of) for name, (hit, of) in sorted(groups.items(), key=lambda g: (-g[1][0], g[0])) if hit}
        for grouping, groups in counts.items()
    }
