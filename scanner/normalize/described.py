"""The unit of a setting's bare number from its description, comment or metavariable: "Seconds to wait", "SEC"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.model import Document, SubjectBasis, Triple, UnitKind
from scanner.normalize.entity import is_identifier
from scanner.normalize.moment_words import alternation
from scanner.normalize.quantity_units import UnitRef, UnitTable
from scanner.rules import RuleSet

__all__ = ["Descriptions"]

_EXTRACTORS = frozenset({"option", "key_value", "table"})
_LEAST = 4  # letters of a unit in prose; shorter ones mean other things
_LONGEST = 600  # characters of a description
_METAVARIABLE = re.compile(r"--?[A-Za-z][\w-]*[ =]\s*[<\[]?(?P<unit>[A-Za-z]{2,12})[>\]]?")
_LONE = re.compile(r"\(?(?:in\s+)?(?P<unit>[A-Za-z]{1,12})\)?[.,;:]?", re.IGNORECASE)
_BEHIND = re.compile(r"\s(?:[;#]+|//)\s*(?P<words>.*)$")
_MOST = frozenset({"min", "max", "num", "in", "id", "no"})


@dataclass(frozen=True)
class Descriptions:
    """Finds the one unit that a description gives."""

    table: UnitTable
    opening: re.Pattern[str]
    stated: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet, table: UnitTable) -> Descriptions:
        """Compile the spellings of times and sizes, and the cue ``measured words``."""
        plurals = [
            form
            for form, ref in table.folded.items()
            if len(form) >= _LEAST and form.isalpha() and form.endswith("s") and (ref.is_time or ref.unit == "byte")
        ]
        units, measured = alternation(plurals), alternation(rules.words("measured words"))
        return cls(
            table,
            re.compile(
                r"(?:^|[.!?:|–—]\s+|\s{2,})(?:the\s+)?(?:(?:maximum|minimum|default|total)\s+)?"
                rf"(?:number\s+of\s+|how\s+many\s+|amount\s+of\s+)?(?P<unit>{units})"
                r"(?=\s+(?:after|to|before|between|until|that|for|a|an|the|without|of|in|with|which|we|it|is|are)\b|\s*[.,;|]|\s*$)",
                re.IGNORECASE,
            ),
            re.compile(
                rf"\b(?:{measured})\b(?:\s+[\w-]+){{0,4}}?,?\s+\(?in\s+(?P<unit>{units})\b(?!\s+(?:of|per|to)\b|-)"
                rf"|\(in\s+(?P<inside>{units})\)"
                # "time between two runs in minutes.", "wait before a stop, milliseconds.": set apart at an end
                rf"|(?:\bin\s+|[,;(]\s*)(?P<apart>{units})(?=\s*(?:[.;)]|$))",
                re.IGNORECASE,
            ),
        )

    def unit(self, triple: Triple, document: Document) -> UnitRef | None:
        """The unit of a bare number of a setting; ``None`` if its description names none, or two."""
        noted = self._noted(triple, document)
        if noted is not None:
            return noted
        coded = triple.subject_basis is SubjectBasis.IDENTIFIER or is_identifier(triple.subject.strip("`"))
        coded = coded or (triple.extractor == "option" and triple.unit.lead == triple.subject)  # a definition's term
        if triple.extractor not in _EXTRACTORS or not coded:
            return None
        unit = triple.unit
        block = document.blocks[unit.block]
        words = unit.text if unit.kind is UnitKind.ROW else block.passage.text
        key = block.key.text if block.key is not None else words
        named = _METAVARIABLE.match(key.strip(" `*"))
        if named is not None and (ref := self._known(named.group("unit"))) is not None:
            return ref
        return self._described(words) or (
            self._described(_above(triple, document)) if unit.kind is not UnitKind.ROW else None
        )

    def _noted(self, triple: Triple, document: Document) -> UnitRef | None:
        """The unit that a comment of a setting gives: "idle = 900 ; seconds", "# Minutes until …" above it."""
        if triple.extractor == "config_code":
            behind = _BEHIND.search(triple.unit.text, triple.mention.end)
            return self._told(behind.group("words")) if behind is not None else None
        at = triple.unit.block
        block = document.blocks[at]
        if triple.extractor != "key_value" or block.key is None:
            return None
        path = (*block.headings, block.key.text)
        beside = (other for other in document.blocks[max(0, at - 1) : at + 2] if other.key is None)
        told = (self._told(other.passage.text) for other in beside if other.headings == path)
        return next((ref for ref in told if ref is not None), None)

    def _told(self, words: str) -> UnitRef | None:
        lone = _LONE.fullmatch(words.strip())
        return self._known(lone.group("unit")) if lone is not None else self._described(words)

    def _described(self, words: str) -> UnitRef | None:
        if not words or len(words) > _LONGEST:
            return None
        found = {
            next((text.lower() for text in match.groupdict().values() if text), "")
            for pattern in (self.opening, self.stated)
            for match in pattern.finditer(words)
        }
        refs = {self.table.folded[form] for form in found if form}
        return refs.pop() if len(refs) == 1 else None

    def _known(self, word: str) -> UnitRef | None:
        if word.lower() in _MOST:
            return None
        ref = self.table.folded.get(word.lower()) or self.table.cased.get(word)
        return ref if ref is not None and (ref.is_time or ref.unit == "byte") else None


def _above(triple: Triple, document: Document) -> str:
    """The block right before, where it stands under the same heading, which names the setting."""
    at = triple.unit.block
    if at == 0 or not triple.unit.headings or triple.unit.headings[-1].strip(" `") != triple.subject.strip(" `"):
        return ""
    before = document.blocks[at - 1]
    return before.passage.text if before.headings == triple.unit.headings and before.table is None else ""
