"""What a statement asserts of its value: that it holds, held, will hold, or only serves as example or condition."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scanner.extract.clause import Clause
from scanner.model import Bound, Mention, Quantity, Role, Status, Unit
from scanner.rules import RuleSet

__all__ = ["Assertions", "phrase_pattern"]

_REPLACED = re.compile(
    r"(?:\b(?:instead|in\s+place)\s+of|\brather\s+than|\((?:it\s+)?(?:was|were|previously|formerly|before|earlier|until\s+now)"
    r"(?:\s+at|\s+set\s+to|\s+only)?:?)\s+(?:the\s+(?:old|former|previous)\s+|an?\s+|the\s+)?[`\"'“]?$",
    re.IGNORECASE,
)
_FROM_AGE = re.compile(r"\bfrom\s+(?:the\s+)?age\s+(?:of\s+)?$", re.IGNORECASE)
_CASE_ALONE = re.compile(r"(?:if|when|where|unless|in case)\b[^,;.]*:", re.IGNORECASE)  # it introduces what then holds
_AS_IF = re.compile(r"\bas (?:if|though)\b[^,;.:]*$", re.IGNORECASE)
_WISHED = re.compile(
    r"\b(?:want|wants|wish|wishes|would|could|should|may|might|can|try|ensure|make\s+sure)\b[^.;:]*\bso\s+that\b[^.;:]*$",
    re.IGNORECASE,
)
_PARENTHESIS = re.compile(r"\([^()]*\)")


def phrase_pattern(words: Iterable[str], *, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """One pattern for whole words or phrases, longest first; spaces match any white space."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    parts = [re.escape(word).replace(r"\ ", r"\s+") for word in ordered]
    return re.compile(r"(?<![\w-])(?:" + "|".join(parts) + r")(?![\w-])", flags)


@dataclass(frozen=True)
class Assertions:
    """Compiled cues of assertion status and bound class."""

    example: re.Pattern[str]
    shown: re.Pattern[str]
    example_section: re.Pattern[str]
    story: re.Pattern[str]
    historical: re.Pattern[str]
    planned: re.Pattern[str]
    named: re.Pattern[str]
    observed: re.Pattern[str]
    newer: re.Pattern[str]
    bounds: tuple[tuple[Bound, re.Pattern[str]], ...]

    @classmethod
    def build(cls, rules: RuleSet) -> Assertions:
        def cue(name: str) -> re.Pattern[str]:
            return phrase_pattern(rules.words(name))

        return cls(
            example=cue("example"),
            shown=phrase_pattern((*rules.words("example"), *rules.words("example heading"))),
            example_section=re.compile(
                r"(?:[\d.]+\s+)?(?:(?:an?|the|some|more|worked|usage|simple|complete|full|further)\s+)*"
                rf"{phrase_pattern(rules.words('structure example')).pattern}(?:\s+(?:\d+|[A-Z]))?\s*(?:[:–—-].*)?",
                re.IGNORECASE,
            ),
            story=re.compile(
                rf"[*_` ]*(?:{'|'.join(map(re.escape, rules.words('story opener')))})(?!\w)", re.IGNORECASE
            ),
            historical=cue("historical only"),
            planned=cue("planned"),
            named=cue("planned apart"),
            observed=cue("observed"),
            newer=cue("newer"),
            bounds=(
                (Bound.DEFAULT, cue("default")),
                (Bound.RECOMMENDED, cue("recommended")),
                (Bound.MAX, cue("maximum")),
                (Bound.MIN, cue("minimum")),
                (Bound.TYPICAL, cue("typical")),
            ),
        )

    def status(self, unit: Unit, mention: Mention, clause: Clause | None, span: tuple[int, int]) -> Status:
        """The assertion status of ``mention``, whose statement is ``unit.text[span]``."""
        text = unit.text
        before = text[: mention.start]
        example = next(iter(self.example.finditer(before)), None)
        if example is not None and _same_parenthesis(text, example.start(), mention.start):
            return Status.EXAMPLE
        if _REPLACED.search(before):
            return Status.HISTORICAL
        if any(self.shown.search(heading) for heading in unit.headings[-1:]):
            return Status.EXAMPLE
        if any(self.example_section.fullmatch(heading.strip("*_` ")) for heading in unit.headings[:-1]):
            return Status.EXAMPLE
        if _CASE_ALONE.fullmatch(text.strip()) or _AS_IF.search(before) or _WISHED.search(before):
            return Status.HYPOTHETICAL
        statement = text[span[0] : span[1]]
        told = (m.start() for m in self.historical.finditer(statement))
        if any(_same_parenthesis(text, span[0] + at, mention.start) for at in told) and not self.newer.search(
            statement
        ):
            return Status.HISTORICAL
        if self.observed.search(statement):
            return Status.EXAMPLE
        if clause is not None:
            if clause.subordinate == "advcl" and clause.condition:
                return Status.HYPOTHETICAL
            if clause.modal in {"would", "could", "might"}:
                return Status.HYPOTHETICAL
            if clause.modal in {"will"} and self._future(unit, mention):
                return Status.PLANNED
        planned = self.planned.search(self.named.sub(" ", _with_governor(text, span)))
        if planned is not None and planned.group().lower() not in {"will", "will be", "expected to"}:
            return Status.PLANNED
        if clause is not None and clause.negated and mention.bound is None:
            return Status.NEGATED
        return Status.ASSERTED

    def _future(self, unit: Unit, mention: Mention) -> bool:
        return any(
            other is not mention and other.role in {Role.NONE, Role.EFFECTIVE, Role.SINCE} and other.value is not None
            for other in unit.mentions
            if other.value is not None and other.value.kind == "moment"
        )

    def bound(self, mention: Mention, clause: Clause | None, words: str) -> Bound | None:
        """The bound class of ``mention`` from its own wording, its clause, and the words that name it."""
        stated = mention.bound
        if stated is not None and clause is not None and clause.negated:
            return _turned_round(stated, words)
        if stated is not None:
            return stated
        for bound, pattern in self.bounds:
            if pattern.search(words):
                return bound
        if _FROM_AGE.search(words):
            return Bound.MIN
        if (
            clause is not None
            and clause.modal in {"may", "can"}
            and not clause.negated
            and isinstance(mention.value, Quantity)
        ):
            # Permission gives an upper bound: "members may borrow 12 books".
            return Bound.MAX
        return None


def _with_governor(text: str, span: tuple[int, int]) -> str:
    """A statement, and the words it hangs on if it is an infinitive: "plans *to offer a discount*"."""
    before = _LAST_WORDS.search(text[: span[0]]) if text[span[0] : span[0] + 3].lower() == "to " else None
    return text[before.start() if before is not None else span[0] : span[1]]


_LAST_WORDS = re.compile(r"(?:[\w’'-]+\s+){1,2}$")
_MORE = re.compile(
    r"\b(?:more|longer|later|larger|greater|higher|over|above|bigger|older|warmer|hotter|heavier|stronger|faster|"
    r"taller|wider|broader|deeper|thicker|louder|steeper)\b",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"\b(?:fewer|less|shorter|lower|smaller|earlier|under|below|younger|colder|cooler|lighter|weaker|slower|"
    r"narrower|thinner|cheaper)\b",
    re.IGNORECASE,
)


def _turned_round(bound: Bound, words: str) -> Bound:
    """The bound that a negated comparison gives: "cannot have more than ten" is a maximum."""
    if bound is Bound.MIN and _MORE.search(words):
        return Bound.MAX
    if bound is Bound.MAX and _LESS.search(words):
        return Bound.MIN
    return bound


def _same_parenthesis(text: str, cue: int, value: int) -> bool:
    """Whether a cue reaches a value: not from inside a parenthesis to outside it."""
    for found in _PARENTHESIS.finditer(text):
        if found.start() <= cue < found.end():
            return found.start() <= value < found.end()
    return True
