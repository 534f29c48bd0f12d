"""Collect what a full report shows around its findings: text beside quotes, weights of documents, skipped files."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from scanner.detect import recency, standing_factors
from scanner.jobs.scan import detect_settings
from scanner.model import Evidence, Place
from scanner.report import Background, Night, Report, Surroundings, Weight
from scanner.settings import Settings
from scanner.store import Store

__all__ = ["background"]

_REACH = 240
_RAW_REACH = 900
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
    return Background(
        surroundings=_surroundings(store, places, formats),
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


def _surroundings(store: Store, places: list[Place], formats: dict[tuple[str, str], str]) -> dict[str, Surroundings]:
    by_document: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        by_document.setdefault((place.evidence.source, place.evidence.doc_id), []).append(place)
    found = {}
    for key, together in sorted(by_document.items()):
        if key not in formats:
            continue
        text = store.document_text(*key)
        for place in together:
            found[place.claim_id] = _around(text, place.evidence, formats[key] == "html")
    return found


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
