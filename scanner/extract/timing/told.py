"""What a rule of timing reads: a group of times in its sentence, and what it makes of them."""

from __future__ import annotations

from dataclasses import dataclass

from scanner.extract.clause import Clause, NounPhrase
from scanner.extract.narrative import Sentence
from scanner.extract.timing.governor import Reading
from scanner.extract.timing.groups import Form, Group
from scanner.extract.timing.naming import Edge
from scanner.extract.timing.words import TimingWords
from scanner.model import Change, Mention, Quantity

__all__ = ["Place", "Told"]


@dataclass(frozen=True)
class Place:
    """A group of times in its sentence, with the sentence's words and the clause a parser puts it in."""

    sentence: Sentence
    group: Group
    reading: Reading
    words: TimingWords
    clause: Clause

    @property
    def text(self) -> str:
        return self.sentence.unit.text

    @property
    def before(self) -> str:
        """What stands before the group and the words that qualify it."""
        return self.text[: self.group.start]

    @property
    def by(self) -> bool:
        """Whether the words before the times make them the last ones allowed ("by", "no later than")."""
        return self.words.by.search(self.text[: self.group.mentions[0].start]) is not None

    @property
    def days_alone(self) -> bool:
        """Whether the group is a weekday and nothing else: one of several, or that of one week."""
        return self.group.forms() == {Form.WEEKDAY}

    def measured(self, low: int, high: int) -> bool:
        """Whether an amount stands in a range: then a time says when the amount holds."""
        return any(
            isinstance(m.value, Quantity)
            and bool(m.value.unit or m.value.noun)
            and not m.value.unit.endswith("/event")  # "daily"
            and low <= m.start < high
            for m in self.sentence.unit.mentions
        )

    def clause_start(self) -> int:
        """Where the words before the group begin that no comma, colon or bracket parts from it."""
        at = max(self.before.rfind(mark) for mark in (", ", "; ", ": ", " (", " – ", " — ")) + 1
        return at + len(self.before[at:]) - len(self.before[at:].lstrip())


@dataclass(frozen=True, slots=True)
class Told:
    """A group's times are the ``edge`` of what ``word`` says of the subject.

    ``start`` is where the statement begins in the text; ``governor`` the index of the token the times belong to, -1 for
    none. ``predicate`` names the value where the word alone does not; ``old`` is the value that it replaces.
    ``shared``: the verb shares the subject of the one before it. ``stop`` is where the statement ends, 0: with
    its clause.
    """

    edge: Edge
    word: str
    subject: NounPhrase | None
    start: int
    governor: int = -1
    predicate: str = ""
    change: Change = Change.NONE
    old: Mention | None = None
    shared: bool = False
    stop: int = 0
    confidence: float = 0.85
