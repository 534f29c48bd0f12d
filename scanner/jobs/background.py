"""Collect what a full report shows around its findings: text beside quotes, weights of documents, skipped files."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator

from scanner.detect import recency, standing_factors
from scanner.jobs.scan import detect_settings
from scanner.model import Evidence, Place
from scanner.report import Background, Night, Region, Report, Surroundings, Weight
from scanner.settings import Settings
from scanner.store import Store

__all__ = ["background"]

_REACH = 240
_RAW_REACH = 900
_NEWLINE = re.compile(r"\r\n|\r|\n")
_TAG = re.compile(r"<[^<>]*>")
_CUT_HEAD = re.compile(r"^[^<>]*>")
_CUT_TAIL = re.compile(r"<[^<>]*$")


def background(store: Store, report: Report, settings: Settings) -> Background:
    """What the store knows around the findings of ``report``."""
    places = list(_places(report))
    wanted = {(place.evidence.source, place.evidence.doc_id) for place in places}
    chosen = detect_settings(settings)
    weights = {}
    formats = {}
    for record in store.documents():
        key = (record.source, record.doc_id)
        if key in wanted:
            of_type, of_author = standing_factors(record, chosen)
            recent = recency(record.published, report.summary.as_of)
            weights[key] = Weight(record.source_type, of_type, record.author, of_author, round(recent, 3))
            formats[key] = record.format
    surroundings, regions = _surroundings(store, places, formats)
    return Background(
        surroundings=surroundings,
        regions=regions,
        weights=weights,
        nights=tuple(
            Night(s.as_of, s.documents, s.claims, s.conflicts, s.possible, s.supersessions, s.suppressed)
            for s in store.reviews.scans()
        ),
        skipped=tuple((s.source, s.path, s.reason.value, s.detail) for s in store.skipped()),
    )


def _places(report: Report) -> Iterator[Place]:
    for finding in report.findings:
        for side in (*finding.sides, *finding.consistent_with):
            yield from side.places


def _surroundings(
    store: Store, places: list[Place], formats: dict[tuple[str, str], str]
) -> tuple[dict[str, Surroundings], dict[str, Region]]:
    """What stands around each place, and its lines and columns, by claim."""
    by_document: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        by_document.setdefault((place.evidence.source, place.evidence.doc_id), []).append(place)
    found, regions = {}, {}
    for key, together in sorted(by_document.items()):
        if key not in formats:
            continue
        text = store.document_text(*key)
        starts = [0, *(newline.end() for newline in _NEWLINE.finditer(text))]
        for place in together:
            found[place.claim_id] = _around(text, place.evidence, formats[key] == "html")
            if region := _region(starts, place.evidence):
                regions[place.claim_id] = region
    return found, regions


def _region(starts: list[int], evidence: Evidence) -> Region | None:
    """The lines and columns of a quote; ``starts`` are where the lines of its document begin."""
    first, last = bisect_right(starts, evidence.start), bisect_right(starts, max(evidence.start, evidence.end - 1))
    if evidence.line != first:  # a page without lines, or a record whose line is that of its file
        return None
    return Region(first, evidence.start - starts[first - 1] + 1, last, evidence.end - starts[last - 1] + 1)


def _around(text: str, evidence: Evidence, marked_up: bool) -> Surroundings:
    reach = _RAW_REACH if marked_up else _REACH
    before, after = text[max(0, evidence.start - reach) : evidence.start], text[evidence.end : evidence.end + reach]
    if marked_up:
        before, after = _words_of(before), _words_of(after)
    return Surroundings(_tail(before, evidence.start > reach), _head(after, evidence.end + reach < len(text)))


def _words_of(source: str) -> str:
    """The words of a piece of HTML that may begin or end within a tag."""
    whole = _CUT_TAIL.sub(" ", _CUT_HEAD.sub(" ", source))
    return html.unescape(_TAG.sub(" ", whole))


def _tail(text: str, cut: bool) -> str:
    words = " ".join(text.split())
    cut = cut or len(words) > _REACH
    words = words[-_REACH:]
    return words.partition(" ")[2] if cut else words


def _head(text: str, cut: bool) -> str:
    words = " ".join(text.split())
    cut = cut or len(words) > _REACH
    words = words[:_REACH]
    return words.rpartition(" ")[0] if cut else words
