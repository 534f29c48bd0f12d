"""Other names that a document introduces for what it names: quoted, by words such as "hereinafter", as an acronym."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.model.name import SMALL_WORDS, is_acronym
from scanner.normalize.moment_words import alternation
from scanner.rules import RuleSet

__all__ = ["AliasReader"]

_QUOTED = r"[\"“”'‘«]([^\"“”'’»()]{2,40})[\"“”'’»]"
_NAME = re.compile(r"((?:[A-Z][\w&.’'-]*[,]?\s+(?:of\s+|and\s+|for\s+|&\s+|the\s+)?){1,6})$")
_ACRONYM = re.compile(r"\(([A-Z][A-Z&.]{1,7}s?)\)")
_BEFORE = 80
_LEAST = 2


@dataclass(frozen=True)
class AliasReader:
    """Finds aliases; the words that introduce them stand in the ``alias introduction`` cue."""

    told: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> AliasReader:
        words = alternation(rules.words("alias introduction"))
        plain = r"([A-Z][\w&.’'-]*(?:\s+[A-Z][\w&.’'-]*){0,3})"
        return cls(
            re.compile(rf"\(\s*(?:(?:{words})\s+)*{_QUOTED}\s*\)|\(\s*(?:(?:{words})\s+)+{plain}\s*\)", re.MULTILINE)
        )

    def find(self, text: str) -> dict[str, str]:
        """Alias, in small letters and without "the", and the name it stands for, as written.

        ``Acme Corporation (“Acme”)`` and ``Acme Corporation (hereinafter Acme)`` give ``acme`` → ``Acme Corporation``,
        ``Service Level Agreement (SLA)`` gives ``sla`` → ``Service Level Agreement``. The first introduction counts.
        """
        found: dict[str, str] = {}
        for match in self.told.finditer(text):
            name = _NAME.search(text[max(0, match.start() - _BEFORE) : match.start()])
            if name is not None:
                alias = (match.group(1) or match.group(2)).casefold().removeprefix("the ").strip()
                found.setdefault(alias, name.group(1).strip(" ,"))
        for match in _ACRONYM.finditer(text):
            short = match.group(1).rstrip("s").replace(".", "")
            long = _long_form(text[max(0, match.start() - _BEFORE) : match.start()], short)
            if long:
                found.setdefault(short.casefold(), long)
        return found


def _long_form(before: str, short: str) -> str:
    """The last words of ``before`` whose initials are the letters of ``short``, ``""`` if there are none."""
    words = re.findall(r"[\w’'-]+", before[before.rfind("\n") + 1 :])
    letters = short.casefold().replace("&", "")
    for count in range(_LEAST, min(len(words), len(letters) + 3) + 1):
        candidate = words[-count:]
        if candidate[0].casefold() not in SMALL_WORDS and is_acronym(
            (letters,), [word.casefold() for word in candidate]
        ):
            return " ".join(candidate)
    return ""
