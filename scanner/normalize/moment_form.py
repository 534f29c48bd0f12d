"""What a written form of a moment is: a pattern, what it means, and where its edges may lie."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scanner.model import Moment

__all__ = [
    "AMBIGUOUS",
    "LEFT",
    "LEFT_CSV",
    "NO_SUCH_DAY",
    "RIGHT",
    "RIGHT_CSV",
    "YEAR",
    "Build",
    "Form",
    "FormGroup",
    "Found",
    "found",
]

AMBIGUOUS = "ambiguous date"
NO_SUCH_DAY = "no such day"

# No date inside an identifier, a path, an amount, a decimal or a longer number.
LEFT = r"(?<![\w/.$€£#@])(?<!\d,)"
RIGHT = r"(?![\w/]|[.,]\d)"
# Forms with separators of their own may stand between the commas of a CSV line.
LEFT_CSV = r"(?<![\w/.$€£#@])"
RIGHT_CSV = r"(?![\w/]|\.\d)"
YEAR = r"(?:1[0-9]\d\d|2[01]\d\d)"


@dataclass(frozen=True, slots=True)
class Found:
    """A moment found at ``[start, end)``; ``needs`` is what must stand around it for it to count ("" for nothing).

    ``days`` marks a range whose ends are days.
    """

    start: int
    end: int
    moment: Moment | None
    problem: str = ""
    needs: str = ""
    days: bool = False


Build = Callable[[re.Match[str]], Found | None]


@dataclass(frozen=True, slots=True)
class Form:
    """A pattern and its meaning; ``build`` answers ``None`` where the match is no date after all."""

    pattern: re.Pattern[str]
    build: Build


@dataclass(frozen=True, slots=True)
class FormGroup:
    """Forms that can only occur where ``gate`` is found; earlier forms are preferred among equally long ones."""

    gate: re.Pattern[str]
    forms: tuple[Form, ...]

    @classmethod
    def of(cls, gate: str, sources: Iterable[tuple[str, Build]], left: str = LEFT, right: str = RIGHT) -> FormGroup:
        """Compile ``sources``, each between the edges."""
        forms = tuple(Form(re.compile(left + source + right, re.IGNORECASE), build) for source, build in sources)
        return cls(re.compile(gate, re.IGNORECASE), forms)

    def scan(self, text: str) -> Iterator[Found]:
        """Every match of every form, overlaps included."""
        if self.gate.search(text):
            for form in self.forms:
                for match in form.pattern.finditer(text):
                    item = form.build(match)
                    if item is not None:
                        yield item


def found(match: re.Match[str], moment: Moment | None, needs: str = "") -> Found:
    """The match as a find without closing punctuation; no moment means a day that no calendar has."""
    start, end = match.span()
    while end > start and match.string[end - 1] in " ,.":
        end -= 1
    if moment is None:
        return Found(start, end, None, NO_SUCH_DAY)
    return Found(start, end, moment, needs=needs)
