"""All value grammars over one text: the mentions that extraction starts from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property, lru_cache

from scanner.model import Bound, Flag, Mention, Moment, Quantity, Role, Term, Version
from scanner.normalize.identifier import IdentifierGrammar
from scanner.normalize.moment import MomentGrammar
from scanner.normalize.moment_words import alternation
from scanner.normalize.monthly import MonthlyGrammar
from scanner.normalize.quantity import QuantityGrammar
from scanner.normalize.version import VersionGrammar
from scanner.rules import RuleSet

__all__ = ["Recogniser"]


@dataclass(frozen=True)
class Recogniser:
    """Finds quantities, moments, versions and exact identifiers in text; in a whole cell also terms and flags."""

    quantities: QuantityGrammar
    moments: MomentGrammar
    versions: VersionGrammar
    identifiers: IdentifierGrammar
    monthly: MonthlyGrammar
    words: Mapping[str, Term | Flag]
    needs: re.Pattern[str]
    places: frozenset[str]
    turnaround: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet, fiscal_year_start: int = 1) -> Recogniser:
        words: dict[str, Term | Flag] = {}
        choices = frozenset(rules.words("category"))  # "main", "red", "online": alone they may mean anything
        for card in rules.terms.values():
            for phrase in card.phrases if card.domain not in choices else ():
                words.setdefault(phrase.casefold(), Term(card.domain, card.id, card.agrees))
        for cue, holds in (("yes", True), ("no", False)):
            for word in rules.words(cue):
                words[word.casefold()] = Flag(holds)
        return cls(
            QuantityGrammar.build(rules),
            MomentGrammar.build(rules, fiscal_year_start),
            VersionGrammar.build(rules),
            IdentifierGrammar.build(rules),
            MonthlyGrammar.build(rules),
            words,
            _needs(rules),
            frozenset(noun.casefold() for noun in rules.words("reference noun")),
            re.compile(rf"(?<![\w-])(?:{alternation(rules.words('turnaround'))})(?![\w-])", re.IGNORECASE),
        )

    def _required(self, text: str) -> list[Mention]:
        """Versions that only the verb tells: the number behind a product that something needs or runs on."""
        found = []
        for match in self.needs.finditer(text):
            start, end = match.span("version")
            parts = tuple(int(part) for part in match.group("version").split("."))
            found.append(Mention(start, end, match.group("version"), Version(parts)))
        for match in _NEWER.finditer(text):
            if match["name"].split()[0].casefold() in self.places:
                continue
            start, end = match.span("version")
            parts = tuple(int(part) for part in match["version"].split("."))
            told = Mention(start, end, match["version"], Version(parts), bound=Bound.MIN, outer_end=match.end())
            found = [*(other for other in found if other.start != start), told]
        return found

    def _turnaround(self, text: str) -> Iterator[Mention]:
        """ "Ships the next day", "paid out on the following working day": how long something takes, told by its day."""
        for match in _NEXT_DAY.finditer(text):
            if self.turnaround.search(text[max(0, match.start() - _REACH) : match.start()]):
                working = match["working"] is not None
                number = Fraction(0 if match["which"].lower() == "same" else 1)
                amount = number if working else number * _DAY
                unit = "business_day" if working and number else "second"
                yield Mention(*match.span("day"), match["day"], Quantity(amount, amount, unit=unit))

    def __call__(self, text: str, alone: bool = False, reference: date | None = None) -> tuple[Mention, ...]:
        """Mentions in order, none overlapping another. ``alone``: the text is a whole cell or value.

        Where grammars claim the same characters, exact identifiers win over moments, moments over versions, versions
        over quantities.
        """
        counts = reference is not None and self.moments.relative.may_stand_in(text.lower())
        return self._recent(text, alone, reference if counts else None)

    @cached_property
    def _recent(self) -> Callable[[str, bool, date | None], tuple[Mention, ...]]:
        """The versions of a page, and pages of one template, repeat one another."""
        return lru_cache(maxsize=16_384)(self._read)

    def _read(self, text: str, alone: bool, reference: date | None) -> tuple[Mention, ...]:
        if alone:
            folded = " ".join(text.casefold().split()).rstrip(".")
            known = self.words.get(folded)
            if known is not None:
                start = len(text) - len(text.lstrip())
                end = len(text.rstrip())
                return (Mention(start, end, text[start:end], known),)
        layers = (
            (*self.identifiers.find(text, alone), *self.monthly.find(text)),
            self.moments.find(text, reference, alone),
            self.versions.find(text, alone),
            self.quantities.find(text),
        )
        if not alone:
            layers = (layers[0], layers[1], (*layers[2], *self._required(text)), (*layers[3], *self._turnaround(text)))
        chosen: list[Mention] = []
        for layer in layers:
            for mention in layer:
                if not any(mention.start < other.end and other.start < mention.end for other in chosen):
                    chosen.append(mention)
        whole = (len(text) - len(text.lstrip()), len(text.rstrip()))
        chosen = [m for m in chosen if (m.start, m.end) == whole or not (_is_reference(text, m) or _is_label(text, m))]
        return tuple(sorted(chosen, key=lambda mention: mention.start))


_DAY = 86_400
_REACH = 60
_NEXT_DAY = re.compile(
    r"\bthe\s+(?P<day>(?P<which>next|following|same)\s+(?P<working>working\s+|business\s+)?day)\b"
    r"(?!\s+(?:of|that|as|in|we|he|she)\b)",
    re.IGNORECASE,
)


_NEWER = re.compile(
    r"(?<![\w.])(?P<name>[A-Z][A-Za-z+#.]*[A-Za-z+#](?:\s+[A-Z][\w+#]*)?)\s+(?:version\s+)?(?P<version>\d{1,3}(?:\.\d{1,4}){0,3})"
    r"\s+(?:or|and)\s+(?:newer|later|up|above|higher|onwards)\b"
)


def _needs(rules: RuleSet) -> re.Pattern[str]:
    """A verb that takes a product and its version: "requires Java 17", "runs on PostgreSQL 14"."""
    verbs = "|".join(f"{re.escape(verb.rstrip('e'))}(?:e?s|ed|e|ing)?" for verb in rules.words("version verb"))
    nouns = "|".join(re.escape(noun.title()) for noun in rules.words("reference noun"))
    name = rf"(?!(?:{nouns})\b)[A-Z][\w.+#-]*\s+"
    return re.compile(
        rf"\b(?:{verbs})\s+(?:on\s+|with\s+|at\s+least\s+)?(?:{name}){{1,3}}(?:version\s+)?"
        r"(?P<version>\d+(?:\.\d+)*)(?![\w%-]|\s*(?:%|[a-z]+s\b(?<!versions)(?<!as)(?<!is)(?<!has)))"
    )


_SECTION = re.compile(r"[\w)]\($")
_NUMBERING = re.compile(r"\s*\d+(?:\.\d+)+\.?\s+\S")


def _is_reference(text: str, mention: Mention) -> bool:
    """Whether a bare number only refers: a manual's section ("mmap(2)"), a heading's numbering ("2.6. Tools")."""
    value = mention.value
    if not isinstance(value, Quantity) or value.unit or value.noun:
        return False
    start, end = mention.start, mention.end
    if (
        start > 1
        and end < len(text)
        and text[start - 1] == "("
        and text[end] == ")"
        and (text[start - 2].isalnum() or text[start - 2] == ")")
    ):
        return True
    return not text[:start].strip() and _NUMBERING.match(text) is not None


_PERIOD_BEFORE = re.compile(
    r"\b(?:in|for|during|since|until|from|by|through|after|before|as of)\s+(?:the\s+)?$", re.IGNORECASE
)


def _is_label(text: str, mention: Mention) -> bool:
    """Whether a moment names rather than dates: "FY24 plans", or a day told from where the reader stands ("today")."""
    value = mention.value
    if not isinstance(value, Moment) or value.start is None:
        return False
    if not re.search(r"\d", mention.text):
        return mention.role is Role.NONE
    following = re.match(r"\s+[A-Za-z]", text[mention.end :])
    return value.fiscal and following is not None and not _PERIOD_BEFORE.search(text[: mention.start])


def is_year(moment: Moment) -> bool:
    """Whether a moment is a bare calendar year, which a counting column may mean as a number."""
    return moment.start is not None and len(moment.canonical) == 4 and not moment.fiscal
