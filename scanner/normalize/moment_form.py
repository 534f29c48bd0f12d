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
    "bounded",
    "found",
    "stems",
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
    """Forms that can only occur in texts that hold one of ``needles`` (in small letters, if any) and match ``gate``.

    Most texts hold no date: a group is left alone at the cost of looking for its needles.
    """

    needles: tuple[str, ...]
    gate: re.Pattern[str] | None
    forms: tuple[Form, ...]

    @classmethod
    def of(
        cls,
        sources: Iterable[tuple[str, Build]],
        needles: Iterable[str] = (),
        gate: str = "",
        left: str = LEFT,
        right: str = RIGHT,
    ) -> FormGroup:
        """Compile ``sources``, each between the edges; earlier forms are preferred among equally long ones."""
        forms = tuple(
            Form(re.compile(left + bounded(source) + right, re.IGNORECASE), build) for source, build in sources
        )
        return cls(tuple(needles), re.compile(gate) if gate else None, forms)

    def scan(self, text: str, lowered: str) -> Iterator[Found]:
        """Every match of every form, overlaps included. ``lowered`` is ``text`` in small letters."""
        if self.needles and not any(needle in lowered for needle in self.needles):
            return
        if self.gate is not None and not self.gate.search(text):
            return
        for form in self.forms:
            for match in form.pattern.finditer(text):
                item = form.build(match)
                if item is not None:
                    yield item


def bounded(source: str) -> str:
    """The pattern with at most five white-space characters where it allows any number: long runs must cost nothing."""
    for space in (r"\s", r"[\s-]"):
        source = source.replace(f"{space}*", f"{space}{{0,5}}").replace(f"{space}+", f"{space}{{1,5}}")
    return source


def stems(words: Iterable[str]) -> tuple[str, ...]:
    """The fewest strings, in small letters, of which one stands wherever one of ``words`` does."""
    heads = {re.split(r"[\s-]", word.lower())[0] for word in words}
    return tuple(sorted(word for word in heads if not any(other != word and other in word for other in heads)))


def found(match: re.Match[str], moment: Moment | None, needs: str = "") -> Found:
    """The match as a find without closing punctuation; no moment means a day that no calendar has."""
    start, end = match.span()
    while end > start and match.string[end - 1] in " ,.":
        end -= 1
    if moment is None:
        return Found(start, end, None, NO_SUCH_DAY)
    return Found(start, end, moment, needs=needs)
