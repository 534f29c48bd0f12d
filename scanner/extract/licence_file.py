"""The file LICENSE of a folder: what it opens with is the licence of what lies there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from scanner.extract.licence import of_licence
from scanner.model import Document, SubjectBasis, Triple, Unit
from scanner.rules import RuleSet

__all__ = ["NAME", "build"]

NAME = "licence_file"
_FIRST = 2  # blocks in which the name of the licence stands
_DATED = re.compile(
    r"[\s,]*(?:v(?:ersion)?\.?\s*[\d.]+)?[\s,(]*(?:\d{1,2}\s+)?(?:[A-Z][a-z]+\s+\d{4})?[\s).]*(?:Copyright\b.*)?"
)
_CONFIDENCE = 0.8


def build(rules: RuleSet) -> Callable[[Document, Sequence[Unit]], Iterator[Triple]]:
    """Reads a document by the card of the names that such files have."""
    names = frozenset(rules.words("licence file"))

    def read(document: Document, units: Sequence[Unit]) -> Iterator[Triple]:
        stem = document.doc_id.rsplit("/", 1)[-1].partition(".")[0].lower()
        if stem not in names:
            return
        for unit in units:
            if unit.block >= _FIRST:
                return
            for mention in unit.mentions:
                if (
                    of_licence(mention)
                    and not unit.text[: mention.start].strip(" #*_The")
                    and _DATED.fullmatch(" ".join(unit.text[mention.end :].split()))
                ):
                    yield Triple(
                        unit=unit,
                        extractor=NAME,
                        subject="",
                        subject_basis=SubjectBasis.NONE,
                        predicate="licence",
                        mention=mention,
                        statement=(0, mention.end),
                        functional=True,
                        confidence=_CONFIDENCE,
                    )
                    return

    return read
