"""``5.30 pm – doors``, ``| 10:45 | Coffee |``: an entry of a programme, whose time stands before what happens then."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from scanner.extract.example import Example
from scanner.model import Mention, Moment, SubjectBasis, Triple, Unit, UnitKind
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "agenda"
_KINDS = frozenset({UnitKind.LIST_ITEM, UnitKind.KEY_VALUE, UnitKind.ROW})
_EVENT = re.compile(r"[\s:–—,*_|-]*(?P<what>(?:[\w’'&/-]+[ ]?){1,7}?)(?=\s*(?:[,;:.(–—]|\s-\s|$))")
_LETTERS = re.compile(r"[^\W\d_]{3,}")


def build(rules: RuleSet) -> Callable[[Unit], Iterable[Triple]]:
    """The extractor of entries that begin with a time of day."""
    del rules
    return _entry


def _entry(unit: Unit) -> Iterator[Triple]:
    if unit.kind not in _KINDS or not unit.mentions:
        return
    first = unit.mentions[0]
    time = first.value
    if not isinstance(time, Moment) or time.clock is None or unit.text[: first.outer[0]].strip(" *_`|"):
        return
    told = _after(unit, first)
    if told is None or _LETTERS.search(told["what"]) is None:
        return
    ranged = time.unit == "clock-range"
    yield Triple(
        unit=unit,
        extractor=NAME,
        subject=told["what"].strip(),
        subject_basis=SubjectBasis.LABEL,
        predicate="time" if ranged else "start",
        mention=first,
        statement=(0, told.end()),
        headers=unit.headers[:1],
        confidence=0.75,
    )


def _after(unit: Unit, time: Mention) -> re.Match[str] | None:
    """What happens then: the words behind the time, or the cell behind its own; none where these tell a time, too."""
    low, high = time.outer[1], len(unit.text)
    if unit.kind is UnitKind.ROW:
        cell = unit.cell_at(time.start)
        place = unit.cells.index(cell) + 1 if cell is not None else len(unit.cells)
        if (
            cell is None
            or cell[0] > time.outer[0]
            or place >= len(unit.cells)
            or unit.text[time.outer[1] : cell[1]].strip()
        ):
            return None
        low, high = unit.cells[place]
    elif not re.match(r"[\s*_`]*(?:[–—:|-]|\s[A-Z])", unit.text[low:]):
        return None  # "7.30 pm is too late"
    told = _EVENT.match(unit.text, low, high)
    return None if told is None or unit.starting(low, told.end()) else told


FIRES: tuple[Example, ...] = (
    Example(
        "# Cyclo café\n\nTimetable:\n\n- 5.30 pm – doors\n- 6:45 pm: break\n- 19:00 Second talk, in the hall\n",
        (("doors", "start", "5.30 pm"), ("break", "start", "6:45 pm"), ("Second talk", "start", "19:00")),
    ),
    Example(
        "# Kiln day\n\n| Time | What |\n|---|---|\n| 09:00–10:30 | Small boards, J. Aalto |\n| 10:45 | Coffee |\n",
        (("Small boards", "time", "09:00–10:30"), ("Coffee", "start", "10:45")),
    ),
)
SILENT: tuple[Example, ...] = (
    Example("# Cyclo café\n\n- 7.30 pm is too late for some of us\n- Doors: 5.30 pm\n"),
    Example("# Ferry\n\n| Depart | Arrive |\n|---|---|\n| 09:00 | 10:30 |\n"),
    Example("# Ferry\n\n- 09:00, 10:30, 12:00\n- 14:00\n"),
)
