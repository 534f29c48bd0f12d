"""Find the thing a unit is about when its own words name none: the nearest heading that names one, or the title."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.extract.wording import is_identifier
from scanner.model.claim import SubjectBasis
from scanner.model.name import is_statement
from scanner.model.triple import Unit
from scanner.rules import RuleSet

__all__ = ["Topics"]

_NUMBERING = re.compile(r"^\s*(?:\d+(?:\.\d+)*[.)]?|[IVX]+\.|[A-Z][.)])\s+")
_REMARK = re.compile(r"\s*\([^()]*\)\s*$")
_NAME_WORDS = 5
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Topics:
    """Names what a unit stands under; ``generic`` are words that name no thing."""

    generic: frozenset[str]

    @classmethod
    def of(cls, rules: RuleSet) -> Topics:
        """Topics by the card of generic heading words."""
        return cls(frozenset(rules.words("heading generic")))

    def names_thing(self, heading: str) -> bool:
        """Whether a heading is no sentence and holds a word that is not generic, or is an identifier."""
        if is_statement(heading):
            return False
        bare = _NUMBERING.sub("", heading).strip()
        return is_identifier(bare) or any(word.lower() not in self.generic for word in _WORD.findall(bare))

    def of_release(self, unit: Unit) -> tuple[str, SubjectBasis]:
        """What a bare version number in ``unit`` is a version of: the title if it is a plain name, else the topic."""
        words = _WORD.findall(unit.title)
        if 0 < len(words) <= _NAME_WORDS and not any(word.lower() in self.generic for word in words):
            return _bare(unit.title), SubjectBasis.TITLE
        topic, basis = self.of_unit(unit)
        return (topic, basis) if self.names_thing(topic) else ("", SubjectBasis.NONE)

    def of_unit(self, unit: Unit) -> tuple[str, SubjectBasis]:
        """The nearest heading above ``unit`` that names a thing, else the title, else the nearest heading."""
        for heading in reversed(unit.headings):
            if self.names_thing(heading):
                return _bare(heading), SubjectBasis.HEADING
        if unit.title:
            return _bare(unit.title), SubjectBasis.TITLE
        if unit.headings:
            return _bare(unit.headings[-1]), SubjectBasis.HEADING
        return "", SubjectBasis.NONE


def _bare(heading: str) -> str:
    """A heading without its number and a closing remark in brackets."""
    text = _NUMBERING.sub("", heading).strip().rstrip(":")
    return _REMARK.sub("", text) or text
